//! What has been found so far.
//!
//! Owns the merging: accesses of one place and mode are one, and all is in source order at the end.

use super::{Command, Evaluation};
use crate::access::{Access, Boundary, Mode};
use crate::coverage::Coverage;
use crate::source::Span;
use crate::value::Text;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many bytes the arguments of all commands may have: a long value that is passed again and again is told only so often.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Where the items of a list stand, by a number that equal ones share: few of each, which are compared whole.
#[derive(Debug, Default)]
struct Index(BTreeSet<(u64, usize)>);

impl Index {
    fn number(key: impl Hash, text: &Text) -> u64 {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        match text.known() {
            Some(known) => known.hash(&mut hasher),
            None => text.hash(&mut hasher),
        }
        hasher.finish()
    }

    /// The places of the items that may be equal.
    fn at(&self, number: u64) -> impl Iterator<Item = usize> {
        self.0.range((number, 0)..=(number, usize::MAX)).map(|(_, at)| *at)
    }

    fn insert(&mut self, number: u64, at: usize) {
        self.0.insert((number, at));
    }
}

/// The starting points of one `find`.
#[derive(Debug, Default)]
struct Find {
    paths: Vec<String>,
    roots: Vec<Access>,
}

#[derive(Debug, Default)]
pub(super) struct Report {
    accesses: Vec<Access>,
    /// `accesses` by mode and path.
    by_path: Index,
    commands: Vec<Command>,
    /// `commands` by place and text.
    by_text: Index,
    /// How many bytes their arguments have.
    bytes: usize,
    finds: BTreeMap<Span, Find>,
    /// Temporary files that the text has a say in.
    made: Vec<Access>,
    /// Directories that bash lists for a pattern.
    listed: Vec<Access>,
    /// Patterns that stand for starting points of `find`.
    patterns: Vec<Access>,
    /// `patterns` by their command and text.
    by_command: Index,
    pub(super) coverage: Coverage,
}

impl Report {
    pub(super) fn access(&mut self, access: Access) {
        let number = Index::number(access.mode, access.place.lexical.as_ref().unwrap_or(&access.place.typed));
        let is_same = |a: &Access| a.mode == access.mode && a.place == access.place;
        let same = self.by_path.at(number).find(|&at| self.accesses.get(at).is_some_and(is_same));
        match same.and_then(|at| self.accesses.get_mut(at)) {
            Some(before) => {
                before.certainty = before.certainty.min(access.certainty);
                before.role = before.role.min(access.role);
                before.span = before.span.min(access.span);
            }
            None => {
                self.by_path.insert(number, self.accesses.len());
                self.accesses.push(access);
            }
        }
    }

    /// A file that gets its name when it is made.
    pub(super) fn made(&mut self, access: Access, temporary: bool) {
        if !temporary {
            self.access(access);
        } else {
            self.made.push(access);
        }
    }

    pub(super) fn listed(&mut self, access: Access) {
        self.listed.push(access);
    }

    pub(super) fn pattern(&mut self, access: Access) {
        let number = Index::number(access.span, &access.place.typed);
        if !self.by_command.at(number).any(|at| self.patterns.get(at) == Some(&access)) {
            self.by_command.insert(number, self.patterns.len());
            self.patterns.push(access);
        }
    }

    pub(super) fn command(&mut self, command: Command) {
        self.bytes += command.argv.iter().map(|argument| argument.text.len()).sum::<usize>();
        let number = Index::number(command.span.start, &command.canonical);
        if !self.by_text.at(number).any(|at| self.commands.get(at) == Some(&command)) {
            self.by_text.insert(number, self.commands.len());
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
        if !self.listed.is_empty() {
            // Where the matches themselves are accesses, they say it.
            // The target of a new link is not opened.
            let outside =
                self.accesses.iter().filter(|a| a.place.boundary == Boundary::Outside && a.mode != Mode::Link);
            let said: BTreeSet<Option<Span>> = outside.map(|a| a.span).collect();
            for listed in std::mem::take(&mut self.listed) {
                if !said.contains(&listed.span) {
                    self.access(listed);
                }
            }
        }
        self.accesses.sort_by_key(|a| a.span);
        self.commands.sort_by_key(|c| c.span.start);
        let (find_paths, find_roots) = self.finds.into_values().map(|f| (f.paths, f.roots)).unzip();
        Evaluation {
            accesses: self.accesses,
            made: self.made,
            commands: self.commands,
            find_paths,
            find_roots,
            find_patterns: self.patterns,
            coverage: self.coverage,
        }
    }
}
