//! What the clients of databases do besides sending SQL.
//!
//! Owns the commands that psql (PostgreSQL 15, psql(1)) and mariadb (MariaDB 10.11, mariadb client commands) carry out themselves:
//! those that run a shell's command, and those that read or write a file. It knows nothing of SQL.

use super::Argument;
use super::acting::Acting;
use super::paths::{flatten, unflatten};
use crate::access::{Certainty, Mode};

/// Notes what the client's own commands do.
pub(super) fn commands(acting: &mut Acting<'_>, argument: &Argument) {
    acting.effects.opaque = true;
    for line in flatten(&argument.text).lines() {
        // A query may stand before it on the line.
        let line = line.find('\\').and_then(|at| line.get(at..)).unwrap_or(line).trim();
        if let Some(command) = line.strip_prefix("\\!") {
            run(acting, argument, command);
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().trim_end_matches(';').trim();
        match (word, rest.strip_prefix('|')) {
            ("\\o" | "\\out" | "\\g" | "\\gx" | "\\w" | "\\write" | "\\watch", Some(command)) => {
                run(acting, argument, command)
            }
            ("\\o" | "\\out" | "\\g" | "\\gx" | "\\w" | "\\write" | "\\s" | "tee" | "\\T", None) => {
                file(acting, argument, rest, Mode::Write);
            }
            ("\\i" | "\\include" | "\\ir" | "\\include_relative" | "source" | "\\.", None) => {
                file(acting, argument, rest, Mode::Read);
            }
            ("system" | "pager" | "\\P", None) => run(acting, argument, rest),
            ("\\copy", None) => copy(acting, argument, rest),
            _ => {}
        }
    }
}

/// `\copy table from 'file'`, `\copy (query) to program 'command'`
fn copy(acting: &mut Acting<'_>, argument: &Argument, rest: &str) {
    let words: Vec<String> = rest.split_whitespace().map(str::to_lowercase).collect();
    let Some(at) = words.iter().rposition(|word| word == "from" || word == "to") else { return };
    let mut raw = rest.split_whitespace().skip(at + 1);
    let mode = if words.get(at).is_some_and(|word| word == "from") { Mode::Read } else { Mode::Write };
    match words.get(at + 1).map(String::as_str) {
        Some("program") => {
            let command: Vec<&str> = raw.skip(1).collect();
            run(acting, argument, &command.join(" "));
        }
        Some("stdin" | "stdout" | "pstdin" | "pstdout") | None => {}
        Some(_) => file(acting, argument, raw.next().unwrap_or(""), mode),
    }
}

fn file(acting: &mut Acting<'_>, argument: &Argument, name: &str, mode: Mode) {
    let name = name.trim_matches(['\'', '"']);
    if !name.is_empty() {
        acting.possible(argument.span, unflatten(name), mode);
    }
}

fn run(acting: &mut Acting<'_>, argument: &Argument, command: &str) {
    let command = command.trim().trim_matches('\'');
    if command.is_empty() {
        return;
    }
    let script = Argument { text: unflatten(command), ..argument.clone() };
    let via = acting.name.to_owned();
    acting.shell(script, Vec::new(), via, false);
    if let Some(run) = acting.effects.runs.last_mut() {
        run.certainty = Certainty::Possible;
    }
}
