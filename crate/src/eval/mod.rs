//! A typed tree to accesses and commands.
//!
//! Owns what bash does when it runs: expansion, variables, the working directory, flow, and the way into payloads that are
//! parsed again. It asks `command/` what programs do and `path/` where words point. It knows nothing of policy.

use crate::access::Access;
use crate::command::Argument;
use crate::coverage::Coverage;
use crate::path::Surroundings;
use crate::source::Span;
use crate::value::Text;
use std::collections::BTreeMap;

/// The most texts and arguments that expansions of one source may make.
pub const MAX_EXPANSIONS: usize = 1_000;

/// A command that may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The evaluated vector.
    pub argv: Vec<Argument>,
    /// The text that rules are tested against: one space between arguments, places taken out.
    pub canonical: Text,
    /// Assignments before the command word that can run or load something (`PATH=`, `LD_PRELOAD=`), as they stand in
    /// `canonical`.
    pub span: Span,
    /// How many wrappers and payloads stand above it.
    pub level: usize,
    /// Their names.
    pub via: Vec<String>,
    /// All of those are transparent, and it is itself no transparent wrapper: an `allow` looks at it.
    pub transparent: bool,
    /// The source text as it is written.
    pub source: String,
}

/// The environment of a call.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// Paths and the file system.
    pub surroundings: Surroundings<'a>,
    /// The shell's variables; `None`: every variable but `HOME` and `PWD` is a hole.
    pub env: Option<&'a BTreeMap<String, String>>,
    /// Evaluated before the command; its accesses are not judged.
    pub prefix: Option<&'a str>,
}

/// What a command would do.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// In order of first appearance, merged.
    pub accesses: Vec<Access>,
    /// Every simple command that may run.
    pub commands: Vec<Command>,
    /// For each `find` that may run: its starting points as passed.
    pub find_paths: Vec<Vec<String>>,
    /// For each: its starting points as places.
    pub find_roots: Vec<Vec<Access>>,
    /// What was not understood.
    pub coverage: Coverage,
}

/// What `command` would do.
#[must_use]
pub fn evaluate(command: &str, environment: &Environment<'_>) -> Evaluation {
    let _ = (command, environment);
    Evaluation::default()
}
