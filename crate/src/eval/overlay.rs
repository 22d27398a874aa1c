//! What the text itself makes, over the file system of the moment before.
//!
//! Owns the links, directories and files that earlier commands of the same text make or may have removed. Look-ups see
//! them first. It only grows: what one branch makes, another sees too, which can lead to a question more, never to one less.

use crate::path::{Entry, FileSystem};
use std::cell::RefCell;
use std::collections::BTreeMap;

pub(super) struct Overlay<'a> {
    base: &'a dyn FileSystem,
    entries: RefCell<BTreeMap<String, Entry>>,
}

impl<'a> Overlay<'a> {
    pub(super) fn new(base: &'a dyn FileSystem) -> Self {
        Self { base, entries: RefCell::new(BTreeMap::new()) }
    }

    /// `path` now is `entry`.
    pub(super) fn put(&self, path: &str, entry: Entry) {
        self.entries.borrow_mut().insert(path.to_owned(), entry);
    }

    /// `path` and all below it may be gone.
    pub(super) fn remove(&self, path: &str) {
        let mut entries = self.entries.borrow_mut();
        let below = format!("{}/", path.trim_end_matches(['/', '\\']));
        for (made, entry) in entries.iter_mut() {
            if made.starts_with(&below) {
                *entry = Entry::Unknown;
            }
        }
        // What was a link stays one: that it may be gone must not hide where it led.
        if !matches!(entries.get(path), Some(Entry::Link(_))) && !matches!(self.base.entry(path), Entry::Link(_)) {
            entries.insert(path.to_owned(), Entry::Missing);
        }
    }

    /// Whether the text made or removed something at or below `path`.
    fn touched(&self, path: &str) -> bool {
        let below = format!("{}/", path.trim_end_matches(['/', '\\']));
        let entries = self.entries.borrow();
        entries.range(below.clone()..).next().is_some_and(|(made, _)| made.starts_with(&below))
    }
}

impl FileSystem for Overlay<'_> {
    fn entry(&self, path: &str) -> Entry {
        if let Some(entry) = self.entries.borrow().get(path) {
            return entry.clone();
        }
        match self.base.entry(path) {
            Entry::Missing if self.touched(path) => Entry::Directory,
            entry => entry,
        }
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let below = format!("{}/", path.trim_end_matches(['/', '\\']));
        let entries = self.entries.borrow();
        let made: Vec<String> = entries
            .range(below.clone()..)
            .take_while(|(made, _)| made.starts_with(&below))
            .filter(|(_, entry)| **entry != Entry::Missing)
            .filter_map(|(made, _)| {
                made.strip_prefix(&below).and_then(|rest| rest.split('/').next()).map(str::to_owned)
            })
            .collect();
        let base = match self.base.entry(path) {
            Entry::Missing if entries.contains_key(path) => Some(Vec::new()),
            _ => self.base.list(path),
        };
        let mut names = base?;
        for name in made {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Some(names)
    }
}
