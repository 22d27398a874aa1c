//! What is in directories, in the moment before the call.
//!
//! Owns the bounded walk down from a starting point, as `find` makes it. It knows nothing of tests and actions, and nothing of what
//! earlier commands may have made: who asks has to know whether that is all.

use super::Context;
use crate::path::{Entry, Platform};

/// The most entries that all starting points of one command may hold together.
const MAX_ENTRIES: usize = 1_000;

/// What a walk comes to.
#[derive(Debug)]
pub(super) struct Seen {
    /// As the program writes it: the starting point and what is below it.
    pub(super) path: String,
    /// What is there; a link is not followed.
    pub(super) entry: Entry,
    /// How far below the starting point.
    pub(super) depth: usize,
}

impl Seen {
    /// Its last component: `.` and the root are called so.
    pub(super) fn name(&self) -> &str {
        let trimmed = self.path.trim_end_matches('/');
        trimmed.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(&self.path)
    }
}

/// How many entries may still be looked at.
pub(super) struct Walk<'c> {
    context: &'c dyn Context,
    left: usize,
}

impl<'c> Walk<'c> {
    pub(super) fn new(context: &'c dyn Context) -> Self {
        Self { context, left: MAX_ENTRIES }
    }

    /// Shows `visit` the starting point and all below it, until it says not to go on below. `None` where not all could be seen.
    pub(super) fn from(&mut self, start: &str, visit: &mut dyn FnMut(&Seen) -> bool) -> Option<()> {
        let separator = if self.context.platform() == Platform::Win32 { '\\' } else { '/' };
        let (real, entry) = self.context.seen(start)?;
        let mut waiting = vec![(real, Seen { path: start.to_owned(), entry, depth: 0 })];
        while let Some((real, seen)) = waiting.pop() {
            self.left = self.left.checked_sub(1)?;
            match seen.entry {
                Entry::Missing => continue,
                Entry::Unknown => return None,
                _ => {}
            }
            if !visit(&seen) || seen.entry != Entry::Directory {
                continue;
            }
            let names = self.context.list(&real)?;
            if names.len() > self.left {
                return None;
            }
            for name in names {
                let real = format!("{}{separator}{name}", real.trim_end_matches(separator));
                let path = format!("{}{}{name}", seen.path, if seen.path.ends_with('/') { "" } else { "/" });
                let entry = self.context.entry_of(&real);
                waiting.push((real, Seen { path, entry, depth: seen.depth + 1 }));
            }
        }
        Some(())
    }
}
