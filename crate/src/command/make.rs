//! Makefiles that come in on standard input.
//!
//! Owns which of their lines a shell runs (GNU Make 4.3, make(1)). It knows nothing of targets: any of them may be made.

use super::Argument;
use super::acting::Acting;
use super::paths::{UNKNOWN, flatten, unflatten};
use crate::access::{Certainty, Mode};

/// Notes the recipes, and the files that are included.
pub(super) fn rules(acting: &mut Acting<'_>, argument: &Argument) {
    for line in flatten(&argument.text).lines() {
        let recipe = match line.strip_prefix('\t') {
            Some(recipe) => Some(recipe),
            // `all: ; command`
            None => line.split_once(':').and_then(|(_, rest)| rest.split_once(';')).map(|(_, recipe)| recipe),
        };
        if let Some(recipe) = recipe {
            let text = unflatten(&expanded(recipe.trim_start_matches(['@', '-', '+', ' ', '\t'])));
            acting.shell(Argument { text, ..argument.clone() }, Vec::new(), "make".to_owned(), false);
            if let Some(run) = acting.effects.runs.last_mut() {
                run.certainty = Certainty::Possible;
            }
        } else if let Some(files) = line.trim_start_matches('-').strip_prefix("include ") {
            for file in files.split_whitespace() {
                acting.possible(argument.span, unflatten(&expanded(file)), Mode::Read);
            }
        }
    }
}

/// The line without make's own expansions, which are not known; `$$` is the shell's dollar.
fn expanded(line: &str) -> String {
    let mut out = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c != '$' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('$') => out.push('$'),
            Some(open @ ('(' | '{')) => {
                let close = if open == '(' { ')' } else { '}' };
                let _ = chars.by_ref().find(|c| *c == close);
                out.push(UNKNOWN);
            }
            _ => out.push(UNKNOWN),
        }
    }
    out
}
