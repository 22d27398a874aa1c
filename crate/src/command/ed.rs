//! Scripts of line editors: `ed`, `ex`, `vim -c`.
//!
//! Owns which of their commands read, write and run (GNU ed 1.19, ed(1); POSIX ex; Vim 9.0, `:help`). It knows nothing of the
//! editors' options.

use super::acting::Acting;
use super::paths::{flatten, unflatten};
use super::{Argument, code};
use crate::access::{Certainty, Mode};
use crate::value::Text;

/// Notes the files and commands of a script, one command a line; `|` ends a command of vim's.
pub(super) fn commands(acting: &mut Acting<'_>, argument: &Argument) {
    let text = flatten(&argument.text);
    let mut inserting = false;
    for line in text.lines() {
        if inserting {
            // The text that `a`, `i` and `c` take ends with a lone dot.
            inserting = line != ".";
            continue;
        }
        let line = line.trim_start_matches([' ', ':', '\t']);
        inserting = matches!(without_address(line), "a" | "i" | "c");
        let mut rest = Some(line);
        while let Some(command) = rest {
            let (first, after) = parted(command);
            one(acting, argument, without_address(first.trim_start_matches([' ', ':'])));
            rest = after;
        }
    }
}

/// The first command, and what follows its `|`. What a shell gets goes to the end of the line.
fn parted(line: &str) -> (&str, Option<&str>) {
    let (first, after) = match line.split_once('|') {
        Some((first, after)) => (first, Some(after)),
        None => return (line, None),
    };
    // `w!` is a forced `w`; any other `!` begins what a shell gets.
    let forced = |at: usize| first.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_alphabetic()));
    let shell = first.match_indices('!').any(|(at, _)| !forced(at));
    if shell { (line, None) } else { (first, after) }
}

/// `1,$w x` is `w x`; a pattern between slashes is an address too.
fn without_address(command: &str) -> &str {
    let mut rest = command;
    loop {
        let after = match rest.chars().next() {
            Some(delimiter @ ('/' | '?')) => {
                let body = rest.get(1..).unwrap_or("");
                body.split_once(delimiter).map_or("", |(_, after)| after)
            }
            _ => rest.trim_start_matches(|c: char| c.is_ascii_digit() || ".$%,;+- ".contains(c)),
        };
        if after == rest {
            return rest;
        }
        rest = after;
    }
}

/// Words that stand before a command of vim's and leave it what it is (`:help :command-modifiers`), or run it for each of several.
const MODIFIERS: &[&str] = &[
    "silent",
    "sil",
    "keepalt",
    "keepjumps",
    "keepmarks",
    "keeppatterns",
    "lockmarks",
    "noautocmd",
    "noswapfile",
    "verbose",
    "unsilent",
    "vertical",
    "confirm",
    "browse",
    "sandbox",
    "bufdo",
    "argdo",
    "windo",
    "tabdo",
    "cdo",
    "cfdo",
    "folddoopen",
];

/// The command behind modifiers, behind `g/pattern/`, and in the text that `execute` is given.
fn inner(command: &str) -> &str {
    let mut rest = command;
    loop {
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (name, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let after = after.strip_prefix('!').unwrap_or(after);
        let next = match name {
            name if MODIFIERS.contains(&name) => after.trim_start_matches([' ', ':']),
            "exe" | "exec" | "execute" => after.trim().trim_matches(['\'', '"']),
            "g" | "global" | "v" | "vglobal" => {
                let delimiter = after.chars().next().filter(|c| c.is_ascii_punctuation());
                let body = delimiter.and_then(|delimiter| after.get(1..)?.split_once(delimiter));
                body.map_or(rest, |(_, command)| command)
            }
            _ => return rest,
        };
        if next == rest {
            return rest;
        }
        rest = without_address(next);
    }
}

/// Calls of vim's languages that hand a text to a shell.
fn calls(acting: &mut Acting<'_>, argument: &Argument, command: &str) {
    for (at, call) in
        ["system(", "systemlist(", "os.execute(", "io.popen("].iter().flat_map(|call| command.match_indices(call))
    {
        let rest = command.get(at + call.len()..).unwrap_or("").trim_start();
        let quoted = ['"', '\''].iter().find_map(|quote| rest.strip_prefix(*quote)?.split_once(*quote));
        if let Some((shell, _)) = quoted {
            execute(acting, argument, shell);
        }
    }
    code::search(acting, &Argument { text: unflatten(command), ..argument.clone() });
}

fn one(acting: &mut Acting<'_>, argument: &Argument, command: &str) {
    let command = inner(command);
    if let Some(shell) = command.strip_prefix('!') {
        return execute(acting, argument, shell);
    }
    let end = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len());
    let (name, rest) = command.split_at_checked(end).unwrap_or((command, ""));
    let mode = match name {
        "r" | "read" | "e" | "edit" | "E" | "so" | "source" | "sp" | "split" | "vs" | "vsplit" | "tabe" | "tabedit"
        | "view" | "vi" | "visual" => Mode::Read,
        "cal" | "call" | "let" | "echo" | "if" | "py" | "py3" | "python" | "python3" | "lua" | "perl" | "ruby"
        | "tcl" => {
            return calls(acting, argument, command);
        }
        "ter" | "term" | "terminal" => return execute(acting, argument, rest),
        "new" | "tabnew" | "vne" | "vnew" | "args" | "badd" | "n" | "next" | "luafile" | "pyfile" => Mode::Read,
        "redi" | "redir" | "mks" | "mksession" | "mkvie" | "mkview" | "mkv" | "mkvimrc" | "mkexrc" | "wundo" | "wv"
        | "wviminfo" | "ha" | "hardcopy" => Mode::Write,
        "w" | "write" | "wq" | "W" | "x" | "xit" | "sav" | "saveas" | "up" | "update" => Mode::Write,
        "f" | "file" => return,
        _ => return,
    };
    let file = rest.trim_start_matches('!').trim();
    // `r !cmd` and `w !cmd` are a shell's; `w!` writes all the same.
    if let Some(shell) = rest.trim_start().strip_prefix('!').filter(|_| rest.starts_with(' ')) {
        return execute(acting, argument, shell);
    }
    let file = file.trim_start_matches('>').trim();
    if !file.is_empty() && !file.starts_with('+') {
        acting.possible(argument.span, unflatten(file), mode);
    }
}

fn execute(acting: &mut Acting<'_>, argument: &Argument, command: &str) {
    let text: Text = unflatten(command.trim());
    if text.is_empty() {
        return;
    }
    let via = acting.name.to_owned();
    acting.shell(Argument { text, ..argument.clone() }, Vec::new(), via, false);
    if let Some(run) = acting.effects.runs.last_mut() {
        run.certainty = Certainty::Possible;
    }
}
