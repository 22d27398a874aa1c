//! What of a call was not understood.
//!
//! Owns the codes that people meet in prompts and logs, and their sentences. A call whose coverage is partial can
//! never be allowed without asking. It knows nothing of why a room gave up.

use crate::source::Span;
use serde::Serialize;
use std::collections::BTreeMap;

/// Why a part of a call was not understood. Each has a stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[non_exhaustive]
pub enum Code {
    /// The source is longer than [`crate::syntax::MAX_SOURCE`] bytes.
    SourceLimit,
    /// Substitutions or compound commands stand more than [`crate::syntax::MAX_NESTING`] deep in one another.
    NestingLimit,
    /// The tree has more than [`crate::syntax::MAX_NODES`] nodes.
    NodeLimit,
    /// Words expand to more texts than are followed.
    ExpansionLimit,
    /// A NUL byte.
    Nul,
    /// Not bash, or bash that is not known here.
    Syntax,
    /// The second parser sees a command where the first sees none.
    Witness,
    /// Text that will be executed is not wholly known: `eval "$x"`, `curl … | sh`.
    UnknownCode,
    /// A command word that cannot be known.
    UnknownCommand,
    /// The environment brings code into the shell: `BASH_ENV`, an exported function.
    Environment,
}

impl Code {
    /// What is wrong, as the rest of a sentence that begins with "this command".
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::SourceLimit => "is too long to be read to its end",
            Self::NestingLimit => "nests substitutions or compound commands too deeply to be followed",
            Self::NodeLimit => "has too many parts to be followed",
            Self::ExpansionLimit => "expands to more texts than can be followed",
            Self::Nul => "has a NUL byte in it",
            Self::Syntax => "is not bash that could be understood",
            Self::Witness => "was read in two ways by two parsers",
            Self::UnknownCode => "executes text that cannot be known before it runs",
            Self::UnknownCommand => "runs a program whose name cannot be known before it runs",
            Self::Environment => "runs in an environment that brings code of its own into the shell",
        }
    }
}

/// The parts that were not understood, and why. Empty means that all was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    spans: Vec<Span>,
    /// Each with the place where it was met first.
    codes: BTreeMap<Code, Span>,
}

impl Coverage {
    /// Notes a part that was not understood.
    pub fn miss(&mut self, code: Code, span: Span) {
        self.codes.entry(code).or_insert(span);
        if !self.spans.contains(&span) && self.spans.len() < 32 {
            self.spans.push(span);
        }
    }

    /// Whether everything was understood.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.codes.is_empty()
    }

    /// Where, in the order in which it was noted; at most 32.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Why.
    pub fn codes(&self) -> impl Iterator<Item = Code> + '_ {
        self.codes.keys().copied()
    }

    /// Why, each with the place where it was noted first.
    pub fn misses(&self) -> impl Iterator<Item = (Code, Span)> + '_ {
        self.codes.iter().map(|(&code, &span)| (code, span))
    }

    /// Takes in what another part found, all of it at `span` if one is given (the word that holds a payload).
    pub fn absorb(&mut self, other: &Self, span: Option<Span>) {
        for (code, inner) in other.misses() {
            self.codes.entry(code).or_insert(span.unwrap_or(inner));
        }
        for &inner in &other.spans {
            let place = span.unwrap_or(inner);
            if !self.spans.contains(&place) && self.spans.len() < 32 {
                self.spans.push(place);
            }
        }
    }
}
