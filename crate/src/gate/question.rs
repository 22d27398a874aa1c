//! The question that the user is asked.
//!
//! Owns what it lists: each thing that is asked for once, in words, most serious first. It knows no screen, and it decides nothing.

use super::extent::Extent;
use super::finding::Finding;
use super::{Call, telling};
use crate::access::Mode;
use crate::record::{Ask, Question, SessionRule};
use crate::source::{Span, Utf16};
use serde_json::Value;
use std::collections::BTreeMap;

/// What would be done, the most serious first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verb {
    Delete,
    Write,
    Execute,
    Run,
    Connect,
    Read,
    Search,
    List,
    Look,
    Change,
    Link,
    Use,
}

impl Verb {
    fn word(self) -> &'static str {
        match self {
            Self::Delete => "delete",
            Self::Write => "write",
            Self::Execute => "execute",
            Self::Run => "run",
            Self::Connect => "connect to",
            Self::Read => "read",
            Self::Search => "search",
            Self::List => "list",
            Self::Look => "look at",
            Self::Change => "change into",
            Self::Link => "link to",
            Self::Use => "use",
        }
    }
}

impl From<Mode> for Verb {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Read => Self::Read,
            Mode::Write => Self::Write,
            Mode::Delete => Self::Delete,
            Mode::Execute => Self::Execute,
            Mode::Search => Self::Search,
            Mode::List => Self::List,
            Mode::Metadata => Self::Look,
            Mode::Chdir => Self::Change,
            Mode::Link => Self::Link,
            Mode::Network => Self::Connect,
        }
    }
}

/// Why something is asked about, the most serious first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// A rule names this path: a secret, most of the time.
    Named,
    /// It is outside.
    Outside,
    /// A rule or a setting says so.
    Ruled,
    /// It may be outside.
    Unknown,
}

/// One line of the question.
struct Line<'a> {
    standing: Standing,
    verbs: Vec<Verb>,
    subject: &'a str,
    places: Vec<&'a str>,
    rules: Vec<&'a str>,
    span: Option<Span>,
    messages: Vec<&'a str>,
}

/// What `findings` ask for: one line for each thing, whatever was found about it.
pub(super) fn question(
    findings: &[Finding],
    call: &Call<'_>,
    approvals: &[SessionRule],
    once: Option<String>,
) -> Question {
    let units = Utf16::new(call.source.unwrap_or(""));
    let mut lines = together(by_deed(findings));
    // A path that is named by a rule comes first, whatever is done with it.
    lines.sort_by_key(|line| (line.standing != Standing::Named, line.verbs.first().copied(), line.standing));
    Question {
        text: text(call),
        lasting: telling::rules(approvals),
        once,
        asks: lines
            .into_iter()
            .map(|line| Ask {
                verb: line.verbs.iter().map(|verb| verb.word()).collect::<Vec<_>>().join(", "),
                subject: line.subject.to_owned(),
                place: place(&line),
                span: line.span.map(|span| units.span(span)),
                message: line.messages.join(" "),
            })
            .collect(),
    }
}

/// What the call is about.
fn text(call: &Call<'_>) -> String {
    let path = || call.input.get("path").and_then(Value::as_str);
    call.source.or_else(path).map_or_else(|| call.input.to_string(), str::to_owned)
}

/// What is said of one deed to one subject, together.
fn by_deed(findings: &[Finding]) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut index: BTreeMap<(Verb, &str), usize> = BTreeMap::new();
    for Finding { reason, request, standing, rule, .. } in findings {
        let at = *index.entry((request.verb, &request.subject)).or_insert(lines.len());
        if at == lines.len() {
            lines.push(Line {
                standing: *standing,
                verbs: vec![request.verb],
                subject: &request.subject,
                places: Vec::new(),
                rules: Vec::new(),
                span: request.span,
                messages: Vec::new(),
            });
        }
        let Some(line) = lines.get_mut(at) else { continue };
        line.standing = line.standing.min(*standing);
        line.span = line.span.or(request.span);
        add(&mut line.places, request.place.as_deref());
        add(&mut line.places, request.removed().map(Extent::name));
        add(&mut line.rules, rule.as_deref());
        add(&mut line.messages, Some(&reason.message));
    }
    lines
}

/// Several deeds to one subject, for one reason, are one line.
fn together(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let mut out: Vec<Line<'_>> = Vec::new();
    let mut index = BTreeMap::new();
    for line in lines {
        let at = *index.entry((line.subject, line.places.clone(), line.rules.clone(), line.span)).or_insert(out.len());
        match out.get_mut(at) {
            Some(known) => {
                known.verbs.extend(line.verbs);
                known.verbs.sort_unstable();
                known.messages.extend(line.messages);
                known.standing = known.standing.min(line.standing);
            }
            None => out.push(line),
        }
    }
    out
}

fn add<'a>(texts: &mut Vec<&'a str>, text: Option<&'a str>) {
    texts.extend(text.filter(|text| !texts.contains(text)));
}

fn place(line: &Line<'_>) -> Option<String> {
    let notes = [line.places.as_slice(), line.rules.as_slice()].concat();
    (!notes.is_empty()).then(|| notes.join("; "))
}
