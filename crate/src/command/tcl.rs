//! Tcl, as expect speaks it.
//!
//! Owns which of its commands run a program or name a file (Tcl 8.6, exec(n), open(n), file(n); expect 5.45, expect(1)). It does not
//! know the language: variables stay unknown.

use super::acting::Acting;
use super::paths::{UNKNOWN, flatten, unflatten};
use super::{Argument, code};
use crate::access::Mode;

/// Notes what the commands of a script run, and the paths in it.
pub(super) fn commands(acting: &mut Acting<'_>, argument: &Argument) {
    code::search(acting, argument);
    let text = flatten(&argument.text);
    for command in text.split(['\n', ';', '[', ']', '{', '}']) {
        let command = command.trim();
        let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match name {
            "spawn" | "exec" | "system" | "overlay" => {
                let options = rest.split_whitespace().take_while(|word| word.starts_with('-'));
                let skipped = options.fold(rest, |rest, option| rest.trim_start().strip_prefix(option).unwrap_or(rest));
                acting.perhaps(argument, unflatten(&substituted(skipped.trim_start())));
            }
            "open" | "source" | "file" | "cd" | "log_file" => {
                for word in rest.split_whitespace().map(|word| word.trim_matches('"')).filter(|word| word.contains('/'))
                {
                    for mode in [Mode::Read, Mode::Write] {
                        acting.possible(argument.span, unflatten(&substituted(word)), mode);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The text without Tcl's variables, which are not known.
fn substituted(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '$' {
            while chars.next_if(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).is_some() {}
            out.push(UNKNOWN);
        } else {
            out.push(c);
        }
    }
    out
}
