//! Is every command of a bash call allowed?
//!
//! The surface `bash`. An `allow` has to match the canonical text of each command by itself, looking through transparent
//! wrappers; an `ask` or a `deny` may match any way to write it, the wrappers above it too.

use super::{Call, Finding, exactly, telling};
use crate::eval::Command;
use crate::policy::Policy;
use crate::value::Text;

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    if call.tool != "bash" {
        return Vec::new();
    }
    let commands = &call.evaluation.commands;
    if commands.is_empty() {
        // Redirections and assignments alone are bash all the same.
        let text = Text::literal(call.source.trim());
        return finding(policy, &text, &[]).into_iter().collect();
    }
    let mut out = Vec::new();
    // The commands above the present one, and whether each is a transparent wrapper.
    let mut above: Vec<(&Command, bool)> = Vec::new();
    let next = commands.iter().skip(1).map(Some).chain([None]);
    for (command, next) in commands.iter().zip(next) {
        while above.last().is_some_and(|(upper, _)| upper.level >= command.level) {
            above.pop();
        }
        let seen_through = above.len() == command.level && above.iter().all(|&(_, transparent)| transparent);
        let wraps = next.is_some_and(|next| next.level > command.level);
        let wrapper = seen_through && !command.transparent && wraps;
        if !wrapper {
            let own = [vector(command), Text::literal(command.source.as_str())];
            let wrappers = above.iter().rev().take_while(|&&(_, transparent)| transparent);
            let written: Vec<Text> = wrappers
                .flat_map(|(upper, _)| [upper.canonical.clone(), vector(upper), Text::literal(upper.source.as_str())])
                .chain(own)
                .collect();
            out.extend(finding(policy, &command.canonical, &written));
        }
        above.push((command, wrapper));
    }
    out
}

fn finding(policy: &Policy, canonical: &Text, written: &[Text]) -> Option<Finding> {
    let judgement = policy.texts("bash", std::slice::from_ref(canonical), written);
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
