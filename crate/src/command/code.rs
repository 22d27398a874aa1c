//! Code of other languages in an argument: `python -c`, `node -e`.
//!
//! Owns the search for string literals that are paths. It does not know the languages: what the code does with a path, and
//! what it makes of others, stays unknown.

use super::acting::Acting;
use super::catalog::{Entry, Language, Role};
use super::paths::{flatten, unflatten};
use super::shape::path_shaped;
use super::{Argument, Context, Effects, Runnable};
use crate::access::{Certainty, Mode};
use crate::value::{Piece, Text};

/// Notes the literal paths of the code.
pub(super) fn search(acting: &mut Acting<'_>, argument: &Argument) {
    acting.effects.opaque = true;
    let code = flatten(&argument.text);
    if argument.text.has_hole() && code.chars().all(|c| c == '\u{fffc}' || c.is_whitespace()) {
        acting.effects.unknown_code.push(argument.span);
    }
    for (literal, runs) in literals(&code) {
        let text = globbed(&literal);
        if runs {
            let text = unflatten(&literal);
            let what = Runnable::Shell { script: Argument { text, ..argument.clone() }, arguments: Vec::new() };
            let via = acting.name.to_owned();
            acting.run(what, via, false);
            if let Some(run) = acting.effects.runs.last_mut() {
                run.certainty = Certainty::Possible;
            }
            continue;
        }
        if is_path(&literal, acting.context) && path_shaped(&text, acting.context) {
            for mode in [Mode::Read, Mode::Write] {
                acting.guess(argument.span, text.clone(), mode);
            }
        }
    }
}

/// What the code in a file does that the program `name` runs.
pub(super) fn of_file(name: &str, code: &Argument, context: &dyn Context) -> Effects {
    let mut acting = Acting::new(code, name, context);
    let language = Entry::of(name).and_then(Entry::language).unwrap_or(Language::Other);
    acting.apply(Role::Script(language), code);
    acting.effects
}

/// Many strings hold a slash: routes, types, formats, patterns. One is taken for a path if it has no blank, no character
/// that file names rarely have, and, where it is absolute and the file system is known, a first directory that is there.
fn is_path(literal: &str, context: &dyn Context) -> bool {
    let known = literal.split('\u{fffc}').next().unwrap_or("");
    let odd = |c: char| c.is_whitespace() || c.is_control() || "<>|?\"'`$()[]^\\,;=&%#!".contains(c);
    if known.contains(odd) || known.len() < 2 || literal.contains("//") {
        return false;
    }
    if let Some(rest) = known.strip_prefix('/') {
        let first = rest.split('/').next().unwrap_or("");
        return !first.is_empty()
            && !first.contains('*')
            && (!context.exists("/") || context.exists(&format!("/{first}")));
    }
    known.starts_with("~/")
        || known.starts_with("../")
        || known.starts_with("./")
        || known.contains('.')
        || context.exists(known)
}

/// The text of a literal; a `*` in it may be a pattern of file names.
fn globbed(literal: &str) -> Text {
    let mut out = Text::default();
    for (at, part) in literal.split('*').enumerate() {
        if at > 0 {
            out.push(Piece::Glob("*".into()));
        }
        out.append(&unflatten(part));
    }
    out
}

/// Calls that hand a text to a shell.
const SHELLS: &[&str] = &[
    "system(",
    "popen(",
    "Popen(",
    "execSync(",
    "check_output(",
    "check_call(",
    "getoutput(",
    "subprocess.run(",
    "subprocess.call(",
    "shell_exec(",
];

/// Calls whose text is shown or compared, and never opened.
const SHOWS: &[&str] = &["print(", "log(", "puts(", "startswith(", "endswith(", "startsWith(", "endsWith(", "error("];

/// The texts between quotes, and whether a shell runs them; `{…}` and `${…}` in them are unknown.
fn literals(code: &str) -> Vec<(String, bool)> {
    let mut out = Vec::new();
    let mut before = String::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '#' && chars.peek().is_some_and(|next| *next == ' ') {
            while chars.next_if(|c| *c != '\n').is_some() {}
        }
        if !matches!(c, '"' | '\'' | '`') {
            before.push(c);
            continue;
        }
        let call = before.trim_end().trim_end_matches(['f', 'r', 'b']);
        let runs = SHELLS.iter().any(|shell| call.ends_with(shell));
        let shown = SHOWS.iter().any(|show| call.ends_with(show));
        before.clear();
        let mut text = String::new();
        let mut closed = false;
        while let Some(next) = chars.next() {
            match next {
                next if next == c => {
                    closed = true;
                    break;
                }
                '\n' if c != '`' => break,
                '\\' => {
                    text.push('\\');
                    text.extend(chars.next());
                }
                '$' if chars.peek() == Some(&'{') => {}
                '{' => {
                    while chars.next_if(|c| *c != '}').is_some() {}
                    chars.next();
                    text.push('\u{fffc}');
                }
                next => text.push(next),
            }
        }
        if closed && !shown && !text.is_empty() {
            out.push((text, runs));
        }
    }
    out
}
