//! Makefiles that come in on standard input, and variables on the command line.
//!
//! Owns which of their lines a shell runs, and which variables name programs or files (GNU Make 4.3, make(1) and the manual). It
//! knows nothing of targets: any of them may be made.

use super::Argument;
use super::acting::Acting;
use super::catalog::Role;
use super::paths::{UNKNOWN, flatten, unflatten};
use crate::access::{Certainty, Mode};

/// Notes the recipes, and the files that are included.
pub(super) fn rules(acting: &mut Acting<'_>, argument: &Argument) {
    for line in flatten(&argument.text).lines() {
        if !line.starts_with('\t') {
            commands(acting, argument, line);
        }
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

/// Programs that implicit rules run (the manual, 10.3), and their like.
const PROGRAMS: &[&str] = &[
    "AR", "AS", "CC", "CPP", "CXX", "FC", "INSTALL", "LD", "LEX", "MAKE", "NM", "PC", "RANLIB", "RM", "STRIP", "YACC",
];

/// Where things are installed (the manual, 16.5): nothing but `make install` looks at them.
const DIRECTORIES: &[&str] = &[
    "bindir",
    "datadir",
    "datarootdir",
    "docdir",
    "exec_prefix",
    "htmldir",
    "includedir",
    "infodir",
    "libdir",
    "libexecdir",
    "localedir",
    "localstatedir",
    "mandir",
    "prefix",
    "runstatedir",
    "sbindir",
    "sharedstatedir",
    "sysconfdir",
];

/// A target, or `NAME=value`.
pub(super) fn operand(acting: &mut Acting<'_>, argument: &Argument, installs: bool) {
    let Some((written, value)) = argument.text.split_once('=') else { return acting.apply(Role::Guess, argument) };
    let name = written.trim_end_matches([':', '+', '?', '!', ' ']);
    let plain = flatten(&value);
    let value = Argument { text: value, ..argument.clone() };
    if written.ends_with('!') {
        return acting.perhaps(argument, value.text);
    }
    if commands(acting, argument, &plain) {
        return;
    }
    let runs = name == "SHELL" || (PROGRAMS.contains(&name) && plain.contains(['/', ' ', UNKNOWN]));
    let of_installing = DIRECTORIES.contains(&name.to_ascii_lowercase().as_str());
    if runs {
        acting.perhaps(argument, value.text);
    } else if let Some((_, more)) = plain.split_once("--eval=").filter(|_| name.ends_with("FLAGS")) {
        rules(acting, &Argument { text: unflatten(more), ..argument.clone() });
    } else if installs || !of_installing {
        acting.apply(Role::Guess, &value);
    }
}

/// Notes what make runs while it reads a text: `$(shell command)`, `NAME != command`.
fn commands(acting: &mut Acting<'_>, argument: &Argument, text: &str) -> bool {
    let mut found = false;
    for (call, open, close) in [("$(shell ", '(', ')'), ("${shell ", '{', '}')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(call) {
            let mut depth = 1_usize;
            let end = after.find(|c: char| {
                depth = if c == open { depth + 1 } else { depth.saturating_sub(usize::from(c == close)) };
                depth == 0
            });
            // What is nested in it is not known, and so it is told.
            let (command, behind) = after.split_at_checked(end.unwrap_or(after.len())).unwrap_or((after, ""));
            acting.perhaps(argument, unflatten(&expanded(command)));
            (rest, found) = (behind, true);
        }
    }
    if let Some((_, command)) = text.split_once("!=").filter(|(name, _)| is_name(name.trim())) {
        acting.perhaps(argument, unflatten(&expanded(command)));
        found = true;
    }
    found
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
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
