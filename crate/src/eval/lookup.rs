//! Which file a command's name stands for.
//!
//! Owns `PATH`: what counts as a program that is run by its name, what `command -v` prints, and a program that the text itself puts
//! before the system's. It knows nothing of what programs do.

use super::Evaluator;
use super::call::Written;
use super::state::{State, Value};
use crate::access::{Boundary, Certainty, Mode, Role};
use crate::command::{self, Argument, AtLink, Effect, Effects, Output};
use crate::path::{Entry, FileSystem, Flavor, Platform};
use crate::value::{Text, Texts};
use std::borrow::Cow;

/// What bash finds before it looks into `PATH` (Bash manual, 3.2, 4).
const BUILTINS: &[&str] = &[
    ".",
    ":",
    "[",
    "[[",
    "alias",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "case",
    "cd",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "coproc",
    "declare",
    "dirs",
    "disown",
    "do",
    "done",
    "echo",
    "elif",
    "else",
    "enable",
    "esac",
    "eval",
    "exec",
    "exit",
    "export",
    "false",
    "fc",
    "fg",
    "fi",
    "for",
    "function",
    "getopts",
    "hash",
    "help",
    "history",
    "if",
    "in",
    "jobs",
    "kill",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "pwd",
    "read",
    "readarray",
    "readonly",
    "return",
    "select",
    "set",
    "shift",
    "shopt",
    "source",
    "suspend",
    "test",
    "then",
    "time",
    "times",
    "trap",
    "true",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "until",
    "wait",
    "while",
    "{",
    "}",
    "!",
];

impl Evaluator<'_> {
    /// A command word that names a file directly in a system binary directory or in `PATH`: to run it is to run a program by its
    /// name, and no access.
    pub(super) fn is_program(&self, state: &State, word: &Text) -> bool {
        let named = |directory| self.place_word(directory, word, Mode::Execute, false);
        state.directories().iter().filter_map(named).all(|place| {
            let forms = [place.lexical.as_ref(), place.canonical.as_ref()];
            place.boundary == Boundary::Outside
                && !place.literal_only
                && forms.into_iter().flatten().filter_map(Text::known).any(|path| self.is_program_path(path))
        })
    }

    /// Whether the absolute `path` stands directly in a system binary directory or in `PATH`.
    pub(super) fn is_program_path(&self, path: &str) -> bool {
        let Some(at) = path.rfind(['/', '\\']) else { return false };
        let directory = path.get(..at).unwrap_or("");
        const SYSTEM: [&str; 7] =
            ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"];
        if SYSTEM.contains(&directory) {
            return true;
        }
        let separator = match self.environment.surroundings.platform.flavor() {
            Flavor::Posix => ':',
            Flavor::Windows => ';',
        };
        let listed = self.environment.env.and_then(|env| env.get("PATH"));
        listed.is_some_and(|list| {
            list.split(separator).any(|d| !d.is_empty() && d.trim_end_matches(['/', '\\']) == directory)
        })
    }

    /// The command word without its directory, where that is a system binary directory or in `PATH`.
    pub(super) fn program_name<'t>(&self, word: &'t Text) -> Cow<'t, Text> {
        let Some(path) = word.known() else { return Cow::Borrowed(word) };
        let directory = path.contains('/') && self.is_program_path(path);
        let name = if directory { path.rsplit('/').next().unwrap_or(path) } else { path };
        let windows = self.environment.surroundings.platform == Platform::Win32;
        let name = if windows { name.strip_suffix(".exe").unwrap_or(name) } else { name };
        if name.len() == path.len() { Cow::Borrowed(word) } else { Cow::Owned(Text::literal(name)) }
    }

    /// What `command -v` and `type -p` print of names that are programs.
    pub(super) fn looked_up(&self, names: &[Argument], state: &State) -> Output {
        let shell = |name: &str| !state.functions(name).is_empty() || BUILTINS.contains(&name);
        if names.iter().any(|name| name.open || name.text.known().is_none_or(shell)) {
            return Output::Text(Texts::unknown());
        }
        let mut argv = vec![Argument { text: "which".into(), span: self.at, open: false }];
        argv.extend(names.iter().cloned());
        self.interpret(&argv, state).output
    }

    /// A program in a directory that the text itself put into `PATH`: `PATH=/opt/x:$PATH; prog` executes `/opt/x/prog`, if that is
    /// there. Where nothing is known of the directory, it may be there, unless the name is one that the catalog knows.
    pub(super) fn found_in_path(&mut self, argv: &[Argument], written: &Written<'_>, state: &State) {
        let Some(word) = argv.first() else { return };
        let Some(name) = word.text.known().filter(|name| !name.contains('/')) else { return };
        let Some(path) = state.variable("PATH").and_then(|variable| variable.value.as_ref()).map(Value::scalar) else {
            return;
        };
        let certain = self.certain;
        for path in path.iter() {
            self.certain = certain && path.known().is_some();
            for directory in listed(path) {
                let file = Text::literal(format!("{}/{name}", if directory.is_empty() { "." } else { directory }));
                let entry = self.real_path(state, &file).map_or(Entry::Unknown, |real| self.overlay.entry(&real));
                match entry {
                    Entry::Missing | Entry::Directory => continue,
                    Entry::Unknown if command::is_catalogued(name) => break,
                    Entry::Unknown => self.certain = false,
                    Entry::File | Entry::Link(_) => {}
                }
                if !self.is_program(state, &file) {
                    self.touch_as(state, file.clone(), &word.text, Mode::Execute, word.span);
                    let vector: Vec<Argument> = std::iter::once(Argument { text: file.clone(), ..word.clone() })
                        .chain(argv.iter().skip(1).cloned())
                        .collect();
                    let (mode, role, certainty) = (Mode::Execute, Role::Known, Certainty::Possible);
                    let span = word.span;
                    let effect =
                        Effect { text: file.clone(), mode, role, certainty, span, base: None, link: AtLink::default() };
                    self.executed(&vector, &Effects { accesses: vec![effect], ..Effects::default() }, written, state);
                }
                if entry != Entry::Unknown {
                    break;
                }
            }
        }
        self.certain = certain;
    }
}

/// The directories of a `PATH`, those that are known.
fn listed(path: &Text) -> Vec<&str> {
    let Some(known) = path.known() else {
        let before = path.prefix().rsplit_once(':').map(|(whole, _)| whole);
        let after = path.suffix().split_once(':').map(|(_, whole)| whole);
        return before.into_iter().chain(after).flat_map(|part| part.split(':')).collect();
    };
    known.split(':').collect()
}
