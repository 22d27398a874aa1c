//! What has been found so far.
//!
//! Owns the merging: accesses of one place and mode are one, and all is in source order at the end.

use super::{Command, Evaluation};
use crate::access::{Access, Boundary, Mode};
use crate::coverage::Coverage;
use crate::source::Span;
use crate::value::Text;
use std::collections::{BTreeMap, BTreeSet};

/// How many bytes the arguments of all commands may have: a long value that is passed again and again is told only so often.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The starting points of one `find`.
#[derive(Debug, Default)]
struct Find {
    paths: Vec<String>,
    roots: Vec<Access>,
}

#[derive(Debug, Default)]
pub(super) struct Report {
    accesses: Vec<Access>,
    /// Where the accesses of a mode, a word and a path stand in `accesses`: few of each, which are compared whole.
    by_path: BTreeMap<(Mode, Text, Option<Text>), Vec<usize>>,
    /// Where the commands that are written at a place and read like this stand in `commands`.
    by_text: BTreeMap<(Span, Text), Vec<usize>>,
    commands: Vec<Command>,
    /// How many bytes their arguments have.
    bytes: usize,
    finds: BTreeMap<Span, Find>,
    /// Directories that bash lists for a pattern.
    listed: Vec<Access>,
    /// Patterns that stand for starting points of `find`.
    patterns: Vec<Access>,
    /// Where the patterns of a command stand in `patterns`.
    patterns_by_span: BTreeMap<Option<Span>, Vec<usize>>,
    pub(super) coverage: Coverage,
}

impl Report {
    pub(super) fn access(&mut self, access: Access) {
        let key = (access.mode, access.place.typed.clone(), access.place.lexical.clone());
        let index = self.by_path.entry(key).or_default();
        let same = index.iter().copied().find(|&at| self.accesses.get(at).is_some_and(|a| a.place == access.place));
        match same.and_then(|at| self.accesses.get_mut(at)) {
            Some(before) => {
                before.certainty = before.certainty.min(access.certainty);
                before.role = before.role.min(access.role);
                before.span = before.span.min(access.span);
            }
            None => {
                index.push(self.accesses.len());
                self.accesses.push(access);
            }
        }
    }

    pub(super) fn listed(&mut self, access: Access) {
        self.listed.push(access);
    }

    pub(super) fn pattern(&mut self, access: Access) {
        let index = self.patterns_by_span.entry(access.span).or_default();
        if !index.iter().any(|&at| self.patterns.get(at) == Some(&access)) {
            index.push(self.patterns.len());
            self.patterns.push(access);
        }
    }

    pub(super) fn command(&mut self, command: Command) {
        self.bytes += command.argv.iter().map(|argument| argument.text.len()).sum::<usize>();
        let index = self.by_text.entry((command.span, command.canonical.clone())).or_default();
        if !index.iter().any(|&at| self.commands.get(at) == Some(&command)) {
            index.push(self.commands.len());
            self.commands.push(command);
        }
    }

    /// The starting points of a `find` that stands at `span`; the same one may be met more than once, in a loop.
    pub(super) fn find(&mut self, span: Span, paths: Vec<String>, roots: Vec<Access>) {
        let find = self.finds.entry(span).or_default();
        for path in paths {
            if !find.paths.contains(&path) {
                find.paths.push(path);
            }
        }
        for root in roots {
            if !find.roots.iter().any(|known| known.place == root.place) {
                find.roots.push(root);
            }
        }
    }

    /// No more is taken in than this.
    pub(super) fn is_full(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    pub(super) fn finish(mut self) -> Evaluation {
        // Where the matches themselves are accesses, they say it.
        // The target of a new link is not opened.
        let outside = self.accesses.iter().filter(|a| a.place.boundary == Boundary::Outside && a.mode != Mode::Link);
        let said: BTreeSet<Option<Span>> = outside.map(|a| a.span).collect();
        for listed in std::mem::take(&mut self.listed) {
            if !said.contains(&listed.span) {
                self.access(listed);
            }
        }
        self.accesses.sort_by_key(|a| a.span);
        self.commands.sort_by_key(|c| c.span.start);
        let (find_paths, find_roots) = self.finds.into_values().map(|f| (f.paths, f.roots)).unzip();
        Evaluation {
            accesses: self.accesses,
            commands: self.commands,
            find_paths,
            find_roots,
            find_patterns: self.patterns,
            coverage: self.coverage,
        }
    }
}
