//! What has been found so far.
//!
//! Owns the merging: accesses of one place and mode are one, and all is in source order at the end.

use super::{Command, Evaluation};
use crate::access::{Access, Boundary, Mode};
use crate::coverage::Coverage;
use crate::source::Span;
use crate::value::Text;
use std::collections::BTreeMap;

/// The starting points of one `find`.
#[derive(Debug)]
struct Find {
    span: Span,
    paths: Vec<String>,
    roots: Vec<Access>,
}

#[derive(Debug, Default)]
pub(super) struct Report {
    accesses: Vec<Access>,
    /// Where the accesses of a mode and a word stand in `accesses`.
    by_word: BTreeMap<(Mode, Text), Vec<usize>>,
    /// Where the commands that are written at a place stand in `commands`.
    by_start: BTreeMap<Span, Vec<usize>>,
    commands: Vec<Command>,
    finds: Vec<Find>,
    /// Directories that bash lists for a pattern.
    listed: Vec<Access>,
    /// Patterns that stand for starting points of `find`.
    patterns: Vec<Access>,
    pub(super) coverage: Coverage,
}

impl Report {
    pub(super) fn access(&mut self, access: Access) {
        // One typed word has few places, so that what is compared whole is few.
        let index = self.by_word.entry((access.mode, access.place.typed.clone())).or_default();
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
        if !self.patterns.contains(&access) {
            self.patterns.push(access);
        }
    }

    pub(super) fn command(&mut self, command: Command) {
        let index = self.by_start.entry(command.span).or_default();
        if !index.iter().any(|&at| self.commands.get(at) == Some(&command)) {
            index.push(self.commands.len());
            self.commands.push(command);
        }
    }

    /// The starting points of a `find` that stands at `span`; the same one may be met more than once, in a loop.
    pub(super) fn find(&mut self, span: Span, paths: Vec<String>, roots: Vec<Access>) {
        match self.finds.iter_mut().find(|f| f.span == span) {
            Some(find) => {
                find.paths.extend(paths.into_iter().filter(|p| !find.paths.contains(p)).collect::<Vec<_>>());
                for root in roots {
                    if !find.roots.iter().any(|r| r.place == root.place) {
                        find.roots.push(root);
                    }
                }
            }
            None => self.finds.push(Find { span, paths, roots }),
        }
    }

    pub(super) fn finish(mut self) -> Evaluation {
        // Where the matches themselves are accesses, they say it.
        for listed in std::mem::take(&mut self.listed) {
            if !self.accesses.iter().any(|a| a.span == listed.span && a.place.boundary == Boundary::Outside) {
                self.access(listed);
            }
        }
        self.accesses.sort_by_key(|a| a.span);
        self.commands.sort_by_key(|c| c.span.start);
        self.finds.sort_by_key(|f| f.span);
        let (find_paths, find_roots) = self.finds.into_iter().map(|f| (f.paths, f.roots)).unzip();
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
