//! Is every command of a bash call allowed?
//!
//! The surface `bash`. An `allow` has to match the canonical text of each command by itself; an `ask` or a `deny` may match
//! any way to write it. A command that only wraps others needs no `allow` of its own.

use super::{Call, Finding, exactly, telling};
use crate::eval::Command;
use crate::policy::{Judgement, Policy};
use crate::value::Text;

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let Some(source) = call.source else { return Vec::new() };
    let commands = &call.evaluation.commands;
    if commands.is_empty() {
        // Redirections and assignments alone are bash all the same.
        let text = Text::literal(source.trim());
        let judgement = policy.texts("bash", std::slice::from_ref(&text), &[]);
        return finding(judgement, &text).into_iter().collect();
    }
    commands
        .iter()
        .filter_map(|command| {
            let written = [vector(command), Text::literal(command.source.as_str())];
            let judgement = policy.texts("bash", std::slice::from_ref(&command.canonical), &written);
            if command.transparent && !speaks_of_wrapper(&judgement) {
                return None;
            }
            finding(judgement, &command.canonical)
        })
        .collect()
}

/// Whether a rule means the wrapper: one for every command means what is wrapped, and is asked there.
fn speaks_of_wrapper(judgement: &Judgement) -> bool {
    judgement.rule.as_ref().is_some_and(|rule| rule.pattern.chars().any(|c| c != '*'))
}

fn finding(judgement: Judgement, canonical: &Text) -> Option<Finding> {
    let subject = telling::cut(&canonical.plain());
    let statement = format!("This command runs {}", telling::quoted(&subject));
    Finding::new(judgement, "bash", subject, &statement, exactly(canonical))
}

/// The full vector, one space between its arguments.
fn vector(command: &Command) -> Text {
    let mut out = Text::default();
    for (i, argument) in command.argv.iter().enumerate() {
        if i > 0 {
            out.push_str(" ");
        }
        out.append(&argument.text);
    }
    out
}
