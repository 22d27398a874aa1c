//! What the catalog may ask of the shell.
//!
//! Owns the answers to `command::Context`: what is at a path, what standard input holds, where home is. It decides nothing by them.

use super::Evaluator;
use super::state::{State, Value, Variable, directory_text};
use crate::access::Mode;
use crate::command::{Context, Outgoing, Output};
use crate::path::{Directory, Entry, FileSystem, Platform};
use crate::value::{Hole, Text, Texts};
use std::rc::Rc;

/// The most entries that the walks of all commands of one source look at.
const MAX_LOOKED: usize = 50_000;

/// What the catalog may ask.
pub(super) struct World<'e, 'a> {
    pub(super) shell: &'e Evaluator<'a>,
    pub(super) state: &'e State,
}

impl World<'_, '_> {
    /// What is at a path, a link at its end followed.
    fn there(&self, path: &str) -> Entry {
        match self.shell.real_path(self.state, &Text::literal(path)) {
            Some(real) => self.shell.overlay.entry(&real),
            None => Entry::Unknown,
        }
    }
}

impl Context for World<'_, '_> {
    fn platform(&self) -> Platform {
        self.shell.environment.surroundings.platform
    }
    fn exists(&self, path: &str) -> bool {
        !path.is_empty() && !matches!(self.there(path), Entry::Missing | Entry::Unknown)
    }
    fn is_directory(&self, path: &str) -> bool {
        !path.is_empty() && self.there(path) == Entry::Directory
    }
    fn stdin(&self) -> &Output {
        &self.shell.stdin
    }
    fn code(&self, path: &Text) -> Output {
        self.shell.code_in(self.state, path)
    }
    fn stirred(&self) -> bool {
        self.shell.stirred
    }
    fn seen(&self, path: &str) -> Option<(String, Entry)> {
        let [directory] = self.state.directories() else { return None };
        if self.shell.frame.root.is_some() || self.shell.frame.elsewhere {
            return None;
        }
        let place = self.shell.place_word(directory, &Text::literal(path), Mode::Metadata, true)?;
        let real = place.canonical.as_ref().and_then(Text::known)?;
        Some((real.to_owned(), self.shell.overlay.entry(real)))
    }
    fn entry_of(&self, real: &str) -> Entry {
        let looked = self.shell.looked.get();
        if looked >= MAX_LOOKED {
            return Entry::Unknown;
        }
        self.shell.looked.set(looked + 1);
        self.shell.overlay.entry(real)
    }
    fn list(&self, real: &str) -> Option<Vec<String>> {
        self.shell.overlay.list(real)
    }
    fn outgoing(&self, directory: &str) -> Option<Rc<Outgoing>> {
        if self.shell.frame.root.is_some() || self.shell.frame.elsewhere {
            return None;
        }
        self.shell.outgoing(self.state, directory)
    }
    fn links(&self, directory: &str) -> Vec<String> {
        let real =
            |at: &Directory| Some(self.shell.surroundings().real(at, &Text::literal(directory))?.known()?.to_owned());
        let reals = self.state.directories().iter().filter_map(real);
        reals.flat_map(|real| self.shell.overlay.links(&real)).collect()
    }
    fn held(&self, path: &Text) -> Output {
        self.shell.reading(self.state, path)
    }
    fn heard(&self) -> bool {
        self.shell.heard
    }
    fn search_path(&self) -> Option<Vec<String>> {
        let separator = if self.platform() == Platform::Win32 { ';' } else { ':' };
        let path = self.shell.value(self.state, "PATH");
        path.known().map(|path| path.split(separator).map(str::to_owned).collect())
    }
    fn temporary(&self) -> (Texts, bool) {
        let directory = |variable: &Variable| {
            variable.value.as_ref().map(Value::scalar).filter(|set| !set.iter().all(Text::is_empty))
        };
        match self.state.variable("TMPDIR").and_then(directory) {
            Some(set) => (set, true),
            None => (Texts::one(self.shell.temporary_directory()), false),
        }
    }
    fn home(&self) -> Text {
        let set = self.shell.value(self.state, "HOME").single().cloned().filter(|home| !home.is_empty());
        let home = set.filter(|home| !home.has_hole()).or_else(|| self.shell.base.home.map(Text::literal));
        home.unwrap_or_else(|| Text::hole(Hole::Any))
    }
    fn home_of(&self, user: &Text) -> Text {
        match (user.known(), self.shell.base.home) {
            (Some("root"), _) => Text::literal("/root"),
            (Some(name), Some(home)) if self.shell.is_user(name) => Text::literal(home),
            (Some(name), _) if !name.is_empty() => Text::home(name),
            _ => Text::hole(Hole::Any),
        }
    }
    fn directory(&self) -> Texts {
        self.state.directories().iter().map(directory_text).collect()
    }
}

impl Evaluator<'_> {
    /// The directory that temporary files are made in where the text says nothing of it (environ(7), `TMPDIR`).
    pub(super) fn temporary_directory(&self) -> &str {
        let set = self.base.env.and_then(|env| env.get("TMPDIR")).map(String::as_str);
        set.filter(|set| !set.is_empty()).unwrap_or("/tmp")
    }
}
