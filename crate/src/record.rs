//! The answers as records: what leaves the core.
//!
//! Owns the shape of every answer and its change of units: bytes to UTF-16, forms of a path to the one that people see.
//! TypeScript's types are generated from these. It decides nothing.

use crate::access::{Access, Boundary, Certainty, Mode, Role};
use crate::coverage::{Code, Coverage};
use crate::error::Error;
use crate::eval::Command;
use crate::policy::{Action, Cursor, Json};
use crate::source::{Span, Utf16};
use crate::value::Text;
use serde::{Deserialize, Serialize};

/// A tool's name and its input, as Pi delivers them to a `tool_call` handler, and what the host alone knows of the call.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToolCall {
    /// The tool's name.
    pub tool: String,
    /// Its input.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub input: serde_json::Value,
    /// Who wants it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Caller>"))]
    pub origin: Caller,
    /// Where the tool comes from, as Pi's `sourceInfo.source` says it; `"builtin"`, or left out, for Pi's own.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub source: Option<String>,
}

/// Who wants a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Caller {
    /// The model.
    #[default]
    Model,
    /// The user: a command after `!`.
    User,
}

impl ToolCall {
    /// What is wrong with a value that is no call, in our own words.
    #[must_use]
    pub fn fault(value: &Json) -> Error {
        let call = Cursor::new(value, None, "");
        let flaw = |field: &str, message: &str| Error { field: Some(field.to_owned()), message: message.to_owned() };
        let text = |field: &str| call.optional(field).is_err();
        if call.entries().is_err() {
            return Error {
                field: None,
                message: "a tool call must be an object with a tool and its input".to_owned(),
            };
        }
        if call.get("tool").is_none_or(|tool| tool.text().is_err()) {
            return flaw("tool", "must be the tool's name");
        }
        if call.get("input").is_none() {
            return flaw("input", "is missing");
        }
        if text("source") {
            return flaw("source", "must be a string");
        }
        flaw("origin", "must be \"model\" or \"user\"")
    }

    /// What the model asks of one of Pi's own tools.
    #[must_use]
    pub fn new(tool: impl Into<String>, input: serde_json::Value) -> Self {
        Self { tool: tool.into(), input, ..Self::default() }
    }

    /// Whether the tool is not Pi's own: one that took over a name of Pi's may take and do something else.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.source.as_deref().is_some_and(|source| source != "builtin")
    }
}

/// The action for a call, its reasons, and where there is one a change to its input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verdict {
    /// What is to be done.
    pub action: Action,
    /// Why; only what did not come out as `allow`.
    pub reasons: Vec<Reason>,
    /// What is to be changed in the input before the call runs; never with a denial.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub input: Option<Patch>,
}

/// One thing that did not come out as `allow`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    /// The surface or the setting that says so.
    pub surface: String,
    /// `ask` or `deny`.
    pub action: Action,
    /// The pattern of the rule that says so, as it is written; `null` where none matched.
    pub rule: Option<String>,
    /// The path, the command or the tool that it is about.
    pub subject: String,
    /// A sentence for people.
    pub message: String,
}

/// Fields of a tool's input that are to be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Patch {
    /// Seconds after which bash is stopped.
    pub timeout: u32,
}

/// A rule that an answer "for this session" adds to `session`, and the answer "always" to a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionRule {
    /// The surface that asked.
    pub surface: String,
    /// Exactly what was shown.
    pub pattern: String,
    /// `allow`.
    pub action: Action,
}

/// A verdict, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Checked {
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What the model reads when the call is blocked: what comes of the call, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub message: Option<String>,
    /// The same without what comes of it, for who asked and knows: what the call would do, and what to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub why: Option<String>,
    /// The rules that the answer "for this session" adds. Empty where it cannot be given: the next such call would be
    /// asked about all the same.
    pub approvals: Vec<SessionRule>,
    /// What the user is asked, exactly when the action is `ask`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub question: Option<Question>,
}

/// What the user is asked: one question for all of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Question {
    /// What the call is about, and what the spans are in: the command, the path, or the whole input as JSON.
    pub text: String,
    /// What is asked for, most serious first.
    pub asks: Vec<Ask>,
    /// What the answers for longer than once would allow, in words, one line for each surface.
    pub lasting: Vec<String>,
    /// Where there are no such answers, a sentence that says why.
    pub once: Option<String>,
}

/// One thing that is asked for. `verb subject (place)` is the line that people read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ask {
    /// What would be done: `write`, `read, write`, `run`.
    pub verb: String,
    /// The path, the command or the tool, in full; its control characters are in it.
    pub subject: String,
    /// Why it is asked about: where the path is, or the rule that says so; `null` where the line tells enough.
    pub place: Option<String>,
    /// `[start, end)` in UTF-16 code units of the command; `null` for a tool's input.
    #[cfg_attr(test, ts(type = "[number, number] | null"))]
    pub span: Option<Span>,
    /// The same in sentences.
    pub message: String,
}

/// What a call would do, and what the policy says to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Analysis {
    /// The record's, in a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string | number"))]
    pub id: Option<serde_json::Value>,
    /// What is to be done.
    pub verdict: Verdict,
    /// What would be touched, merged by path and mode, in order of first appearance.
    pub accesses: Vec<AccessRecord>,
    /// Every simple command that may run, in source order.
    pub commands: Vec<CommandRecord>,
    /// For each `find` that may run: its starting points, without those of which nothing is known.
    pub find_roots: Vec<Vec<String>>,
    /// What was understood.
    pub coverage: CoverageRecord,
}

/// One effect on the file system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccessRecord {
    /// The path as people see it: lexical if that names the same file, else canonical; `null` where nothing is known.
    pub path: Option<String>,
    /// As it was after expansion, before it was made absolute.
    pub typed: String,
    /// Resolved through links; `null` where it cannot be known.
    pub canonical: Option<String>,
    /// What is done.
    pub mode: Mode,
    /// Whether `boundary` is `outside`.
    pub external: bool,
    /// Where it stands.
    pub boundary: Boundary,
    /// Whether it surely happens.
    pub certainty: Certainty,
    /// Who says that it is a path.
    pub role: Role,
    /// Whether `path` has holes or globs in it: `*` without a slash, `**` with any; literal `*`, `?`, `[`, `\` are escaped.
    pub pattern: bool,
    /// `[start, end)` in UTF-16 code units of the command; `null` for a tool's input.
    #[cfg_attr(test, ts(type = "[number, number] | null"))]
    pub span: Option<Span>,
}

/// A simple command that may run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommandRecord {
    /// The evaluated vector.
    pub argv: Vec<String>,
    /// The text that an `allow` is tested against.
    pub canonical: String,
    /// `[start, end)` in UTF-16 code units of the command.
    #[cfg_attr(test, ts(type = "[number, number]"))]
    pub span: Span,
    /// How many wrappers and payloads stand above it.
    pub level: usize,
    /// Their names.
    pub via: Vec<String>,
}

/// Whether everything was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CoverageKind {
    /// All of it.
    Full,
    /// Not all: the call is never allowed without asking.
    Partial,
}

/// What was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CoverageRecord {
    /// Whether it is all.
    pub kind: CoverageKind,
    /// The parts that were not, in UTF-16 code units.
    #[cfg_attr(test, ts(type = "Array<[number, number]>"))]
    pub spans: Vec<Span>,
    /// Why not.
    pub codes: Vec<Code>,
}

impl AccessRecord {
    /// Writes `access` out.
    #[must_use]
    pub fn new(access: &Access, units: &Utf16) -> Self {
        let place = &access.place;
        let path = place.shown().filter(|text| !text.is_unknown());
        Self {
            pattern: path.is_some_and(|text| text.known().is_none()),
            path: path.map(Text::record),
            typed: place.typed.record(),
            canonical: place.canonical.as_ref().map(Text::record),
            mode: access.mode,
            external: place.external(),
            boundary: place.boundary,
            certainty: access.certainty,
            role: access.role,
            span: access.span.map(|span| units.span(span)),
        }
    }
}

impl CommandRecord {
    /// Writes `command` out.
    #[must_use]
    pub fn new(command: &Command, units: &Utf16) -> Self {
        Self {
            argv: command.argv.iter().map(|argument| argument.text.record()).collect(),
            canonical: command.canonical.record(),
            span: units.span(command.span),
            level: command.level,
            via: command.via.clone(),
        }
    }
}

impl CoverageRecord {
    /// Writes `coverage` out.
    #[must_use]
    pub fn new(coverage: &Coverage, units: &Utf16) -> Self {
        Self {
            kind: if coverage.is_full() { CoverageKind::Full } else { CoverageKind::Partial },
            spans: coverage.spans().iter().map(|&span| units.span(span)).collect(),
            codes: coverage.codes().collect(),
        }
    }
}
