//! What has been found so far.
//!
//! Owns the merging: accesses of one place and mode are one, and all is in source order at the end.

use super::{Command, Evaluation};
use crate::access::{Access, Boundary};
use crate::coverage::Coverage;
use crate::source::Span;

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
    commands: Vec<Command>,
    finds: Vec<Find>,
    /// Directories that bash lists for a pattern.
    listed: Vec<Access>,
    pub(super) coverage: Coverage,
}

impl Report {
    pub(super) fn access(&mut self, access: Access) {
        let same = self.accesses.iter_mut().find(|a| a.mode == access.mode && a.place == access.place);
        match same {
            Some(before) => {
                before.certainty = before.certainty.min(access.certainty);
                before.role = before.role.min(access.role);
                before.span = before.span.min(access.span);
            }
            None => self.accesses.push(access),
        }
    }

    pub(super) fn listed(&mut self, access: Access) {
        self.listed.push(access);
    }

    pub(super) fn command(&mut self, command: Command) {
        if !self.commands.contains(&command) {
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
        Evaluation { accesses: self.accesses, commands: self.commands, find_paths, find_roots, coverage: self.coverage }
    }
}
