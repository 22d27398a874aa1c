//! Is every command of a bash call allowed?
//!
//! The surface `bash`. An `allow` has to match the canonical text of each command by itself; an `ask` or a `deny` may match
//! any way to write it. A command that only wraps others needs no `allow` of its own.

use super::approval::exactly;
use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::command::respelled;
use crate::eval::Command;
use crate::path::Platform;
use crate::policy::{Action, Judgement, Policy};
use crate::source::Span;
use crate::value::Text;

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let Some(source) = call.source else { return Vec::new() };
    let commands = &call.evaluation.commands;
    if commands.is_empty() {
        // Redirections and assignments alone are bash all the same.
        let text = Text::literal(source.trim());
        let judgement = policy.texts("bash", std::slice::from_ref(&text), &[]);
        let span = Span::new(0, source.len());
        return finding(judgement, &text, span).into_iter().collect();
    }
    let rules: Vec<&str> = strict(policy).collect();
    commands
        .iter()
        .filter_map(|command| {
            let mut written = vec![vector(command), named(command), Text::literal(command.source.as_str())];
            written.extend(command.meant.iter().cloned());
            written.extend(in_words_of(&rules, command, call.surroundings.platform));
            let judgement = policy.texts("bash", std::slice::from_ref(&command.canonical), &written);
            if command.transparent && !speaks_of_wrapper(&judgement) {
                return None;
            }
            finding(judgement, &command.canonical, command.span)
        })
        .collect()
}

/// The patterns of the rules that hold up, as far as they name an option.
fn strict(policy: &Policy) -> impl Iterator<Item = &str> {
    let rules = policy.config().rules.iter();
    rules
        .filter(|rule| rule.surface == "bash" && rule.action != Action::Allow && rule.pattern.contains(" -"))
        .map(|rule| rule.pattern.as_str())
}

/// The command as rules may have it that name options: a rule against `rm -rf` means `rm -r -f` too.
fn in_words_of(rules: &[&str], command: &Command, platform: Platform) -> Vec<Text> {
    let respelled = rules.iter().flat_map(|pattern| respelled(&command.argv, pattern, platform));
    respelled.map(|words| joined(words.into_iter())).collect()
}

/// Whether a rule means the wrapper: one for every command means what is wrapped, and is asked there.
fn speaks_of_wrapper(judgement: &Judgement) -> bool {
    judgement.rule.as_ref().is_some_and(|rule| rule.pattern.chars().any(|c| c != '*'))
}

fn finding(judgement: Judgement, canonical: &Text, span: Span) -> Option<Finding> {
    let subject = canonical.plain();
    let request = Request {
        verb: Verb::Run,
        place: None,
        excess: None,
        span: Some(span),
        statement: format!("This command runs {}", telling::quoted(&subject)),
        patterns: exactly(canonical).into_iter().collect(),
        subject,
    };
    let mut finding = Finding::of_rules(judgement, "bash", Standing::Ruled, request)?;
    finding.reason.subject = telling::cut(&finding.reason.subject);
    Some(finding)
}

/// The full vector, one space between its arguments.
fn vector(command: &Command) -> Text {
    joined(command.argv.iter().map(|argument| argument.text.clone()))
}

/// The same with the program's name alone, whatever directory it is in: a rule against `git push` means `/opt/git/bin/git push` and
/// `git.exe push` too.
fn named(command: &Command) -> Text {
    let mut texts = command.argv.iter().map(|argument| argument.text.clone());
    let name = texts.next().map(|word| match word.known() {
        Some(path) => Text::literal(program(path)),
        None => word,
    });
    joined(name.into_iter().chain(texts))
}

fn program(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.len().checked_sub(4).and_then(|at| name.split_at_checked(at)) {
        Some((stem, suffix)) if suffix.eq_ignore_ascii_case(".exe") && !stem.is_empty() => stem,
        _ => name,
    }
}

fn joined(texts: impl Iterator<Item = Text>) -> Text {
    let mut out = Text::default();
    for (i, text) in texts.enumerate() {
        if i > 0 {
            out.push_str(" ");
        }
        out.append(&text);
    }
    out
}
