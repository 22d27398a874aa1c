//! An analysis in plain text.
//!
//! Owns the layout of `foregate explain`. It decides and looks up nothing.

use crate::record::{Analysis, CoverageKind};
use std::fmt::Write as _;

/// What people read: the verdict and its reasons, then what was found.
#[must_use]
pub(crate) fn explain(analysis: &Analysis) -> String {
    let mut out = format!("verdict: {}\n", name(&analysis.verdict.action));
    for reason in &analysis.verdict.reasons {
        let rule = reason.rule.as_deref().map_or(String::new(), |rule| format!(" {}", escaped(rule)));
        let _ = writeln!(out, "  {} ({}{rule}): {}", name(&reason.action), reason.surface, escaped(&reason.message));
    }
    if let Some(patch) = analysis.verdict.input {
        let _ = writeln!(out, "  timeout set to {} seconds", patch.timeout);
    }
    section(&mut out, "accesses", &analysis.accesses, |access| {
        let path = access.path.as_deref().unwrap_or("(unknown)");
        let answers = [name(&access.boundary), name(&access.certainty), name(&access.role)].join(", ");
        format!("{} {} ({answers})", name(&access.mode), escaped(path))
    });
    section(&mut out, "commands", &analysis.commands, |command| {
        let via = if command.via.is_empty() { String::new() } else { format!(" (in {})", command.via.join(", ")) };
        format!("{}{via}", escaped(&command.canonical))
    });
    section(&mut out, "find starts in", &analysis.find_roots, |roots| {
        if roots.is_empty() {
            "(unknown)".to_owned()
        } else {
            roots.iter().map(|root| escaped(root)).collect::<Vec<_>>().join(" ")
        }
    });
    if analysis.coverage.kind == CoverageKind::Partial {
        section(&mut out, "not understood", &analysis.coverage.codes, |code| {
            format!("{}: this command {}", name(code), code.sentence())
        });
    }
    out
}

fn section<T>(out: &mut String, title: &str, items: &[T], line: impl Fn(&T) -> String) {
    if !items.is_empty() {
        let _ = writeln!(out, "{title}:");
    }
    for item in items {
        let _ = writeln!(out, "  {}", line(item));
    }
}

/// The word that a record has for it.
fn name(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// On one line, and nothing that a terminal would obey.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect::<Vec<_>>() } else { vec![c] }).collect()
}
