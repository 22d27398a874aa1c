//! What people and models read.
//!
//! Owns the sentences, and that nothing in them can pass for something else: text from a call is cut and its control
//! characters are shown. It decides nothing.

use super::finding::{Advice, Request};
use super::{Call, Finding, approval};
use crate::access::{Access, Mode};
use crate::path::Place;
use crate::policy::{Action, Rule};
use crate::record::{Caller, SessionRule};
use crate::value::Text;
use std::fmt::Write as _;

/// The longest text of a call that a sentence repeats, in characters.
const MAX_QUOTED: usize = 160;
/// How many reasons a message tells one by one.
const MAX_TOLD: usize = 8;

/// Who acts, at the beginning of a sentence.
pub(super) fn actor(call: &Call<'_>) -> String {
    if call.source.is_some() { "This command".to_owned() } else { format!("The tool {}", quoted(call.tool)) }
}

/// What an access does to its path.
pub(super) fn verb(mode: Mode) -> &'static str {
    match mode {
        Mode::Read => "reads",
        Mode::Write => "writes",
        Mode::Delete => "deletes",
        Mode::Execute => "executes",
        Mode::Search => "searches",
        Mode::List => "lists",
        Mode::Metadata => "looks at",
        Mode::Chdir => "changes into",
        Mode::Link => "makes a link to",
        Mode::Network => "connects to",
    }
}

/// What an access asks for.
pub(super) fn request(call: &Call<'_>, access: &Access) -> Request {
    let subject = subject(call, access);
    let excess = approval::excess(call, access);
    Request {
        verb: access.mode.into(),
        place: None,
        excess,
        span: access.span,
        statement: format!("{} {} {}", actor(call), verb(access.mode), quoted(&subject)),
        patterns: approval::patterns(call, access, excess),
        subject,
    }
}

/// How an access's path is named: as people see it, or as it is written where nothing is known of it.
pub(super) fn subject(call: &Call<'_>, access: &Access) -> String {
    let Place { typed, .. } = &access.place;
    if let Some(text) = access.place.shown().filter(|text| !text.is_unknown()) {
        return text.plain();
    }
    // In a directory that is not known.
    if typed.known().is_some() {
        return typed.plain();
    }
    match written(call, access) {
        Written::Here(text) => text.to_owned(),
        Written::Fed(program) => format!("what {program} reads"),
        Written::Within if typed.is_unknown() => "a path that cannot be known".to_owned(),
        Written::Within => typed.plain(),
    }
}

/// Where a path that is not known is written.
enum Written<'a> {
    /// As these words.
    Here(&'a str),
    /// Nowhere: the program that stands here takes it from its input.
    Fed(&'a str),
    /// Somewhere in a text of its own.
    Within,
}

fn written<'a>(call: &Call<'a>, access: &Access) -> Written<'a> {
    let Some(span) = access.span else { return Written::Within };
    let text = span.of(call.source.unwrap_or("")).trim();
    let commands = &call.evaluation.commands;
    let first = commands.partition_point(|command| command.span.start < span.start);
    let payload = commands.iter().skip(first).take_while(|command| command.span.start == span.start);
    if text.is_empty() || payload.into_iter().any(|command| command.span == span && command.level > 0) {
        Written::Within
    } else if text.contains(['$', '`', '*', '?', '[', '<', '>', '~']) {
        Written::Here(text)
    } else {
        Written::Fed(text)
    }
}

/// Where a path leads, if that is not what is shown.
pub(super) fn target(access: &Access) -> Option<&str> {
    let place = &access.place;
    let canonical = place.canonical.as_ref().and_then(Text::known)?;
    place.shown().and_then(Text::known).is_some_and(|shown| shown != canonical).then_some(canonical)
}

/// What a surface is about.
fn about(surface: &str) -> String {
    let words = match surface {
        "external_directory" => "paths outside the project",
        "external_directory_read" => "reading outside the project",
        "external_directory_write" => "writing outside the project",
        "external_directory_delete" => "deleting outside the project",
        "external_directory_execute" => "programs outside the project",
        "path" => "paths",
        "path_read" => "reading",
        "path_write" => "writing",
        "path_delete" => "deleting",
        "path_execute" => "programs",
        "bash" => "commands",
        "powershell" => "PowerShell commands",
        "mcp" => "MCP",
        "skill" => "skills",
        tool => return format!("the tool {}", quoted(tool)),
    };
    words.to_owned()
}

/// Rules in words, those of one surface together; the patterns are whole, as they are written.
pub(super) fn rules(rules: &[SessionRule]) -> Vec<String> {
    let mut lines: Vec<(&str, String)> = Vec::new();
    for SessionRule { surface, pattern, .. } in rules {
        match lines.iter_mut().find(|(known, _)| known == surface) {
            Some((_, line)) => {
                let _ = write!(line, "  {pattern}");
            }
            None => lines.push((surface, format!("{}:  {pattern}", about(surface)))),
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// A rule that asks, in words.
pub(super) fn rule(rule: &Rule, action: Action) -> String {
    let may = if rule.action > action { "may be denied by the " } else { "" };
    format!("{may}rule {:?} for {}", plain(&cut(&rule.pattern)), about(&rule.surface))
}

/// `statement`, and what the rule that matched says to it.
pub(super) fn sentence(statement: &str, surface: &str, action: Action, rule: Option<&Rule>) -> String {
    let denies = rule.is_some_and(|rule| rule.action == Action::Deny);
    let (says, say) = match action {
        Action::Deny => ("denies it", "deny it"),
        // Of a path or a text that is not wholly known.
        Action::Ask | Action::Allow if denies => ("may deny it", "may deny it"),
        Action::Ask | Action::Allow => ("asks first", "ask first"),
    };
    let mut out = match rule {
        Some(rule) if rule.pattern == "*" => format!("{statement}; the rules for {} {say}.", about(&rule.surface)),
        Some(rule) => {
            format!("{statement}; the rule \"{}\" for {} {says}.", quoted(&rule.pattern), about(&rule.surface))
        }
        None => format!("{statement}; no rule for {} allows it.", about(surface)),
    };
    if let Some(reason) = rule.and_then(|rule| rule.reason.as_deref()) {
        let _ = write!(out, " {}", plain(reason));
    }
    out
}

/// What comes of the call, and `why`.
pub(super) fn message(origin: Caller, action: Action, why: &str) -> String {
    let outcome = match (action, origin) {
        (Action::Deny, _) => "Not allowed.",
        (_, Caller::Model) => "This runs only if the user allows it.",
        (_, Caller::User) => "This runs only if you allow it.",
    };
    format!("foregate: {outcome} {why}")
}

/// What held the call up, and one piece of advice.
pub(super) fn why(origin: Caller, action: Action, findings: &[Finding]) -> String {
    let told = || findings.iter().filter(|finding| finding.reason.action == action);
    let sentences = super::distinct(told().map(|finding| finding.reason.message.as_str()));
    let mut out: Vec<String> = sentences.iter().take(MAX_TOLD).map(|&sentence| sentence.to_owned()).collect();
    if let Some(more @ 1..) = sentences.len().checked_sub(MAX_TOLD) {
        out.push(format!("And {more} more like these."));
    }
    let elsewhere = told().all(|finding| finding.advice == Some(Advice::Elsewhere));
    let advice = match origin {
        // What the user has written is what they want done.
        _ if told().any(|finding| finding.advice == Some(Advice::Own)) => None,
        _ if elsewhere => Some("Search a directory of the project instead."),
        Caller::Model => Some("Do the task without this step, or ask the user how to go on."),
        Caller::User if action == Action::Deny => Some("Change the rule, or run it in a terminal of your own."),
        Caller::User => None,
    };
    out.extend(advice.map(str::to_owned));
    out.join(" ")
}

/// A text of the call inside a sentence.
pub(super) fn quoted(text: &str) -> String {
    plain(&cut(text))
}

/// At most [`MAX_QUOTED`] characters of a text.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}

/// With every character that a terminal would obey, or that would turn the line around, written out.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.extend(c.escape_unicode())
            }
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}
