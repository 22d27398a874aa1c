//! What the text itself makes, over the file system of the moment before.
//!
//! Owns the links, directories and files that earlier commands of the same text make or may have removed. Look-ups see
//! them first. It only grows: what one branch makes, another sees too, which can lead to a question more, never to one less.

use crate::path::{Entry, FileSystem, Flavor};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Overlay<'a> {
    base: &'a dyn FileSystem,
    separator: char,
    /// What the host said: it is asked about a path once.
    seen: RefCell<BTreeMap<Box<str>, Entry>>,
    changed: RefCell<Changed>,
}

/// What the text changed.
#[derive(Default)]
struct Changed {
    entries: BTreeMap<String, Entry>,
    /// What was in a directory that may have been removed since. An entry of the same path is younger.
    lost: BTreeSet<String>,
}

impl Changed {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.lost.is_empty()
    }

    fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path).or_else(|| self.lost.contains(path).then_some(&Entry::Unknown))
    }

    /// The entries whose paths begin with `below`.
    fn below<'s>(&'s self, below: &'s str) -> impl Iterator<Item = (&'s String, &'s Entry)> {
        let entries = self.entries.range(below.to_owned()..).take_while(move |(path, _)| path.starts_with(below));
        let lost = self.lost.range(below.to_owned()..).take_while(move |path| path.starts_with(below));
        entries.chain(lost.filter(|path| !self.entries.contains_key(*path)).map(|path| (path, &Entry::Unknown)))
    }
}

impl<'a> Overlay<'a> {
    pub(super) fn new(base: &'a dyn FileSystem, flavor: Flavor) -> Self {
        Self { base, separator: flavor.separator(), seen: RefCell::default(), changed: RefCell::default() }
    }

    fn before(&self, path: &str) -> Entry {
        if let Some(entry) = self.seen.borrow().get(path) {
            return entry.clone();
        }
        let entry = self.base.entry(path);
        self.seen.borrow_mut().insert(Box::from(path), entry.clone());
        entry
    }

    /// What the path of everything below `path` begins with.
    fn inside(&self, path: &str) -> String {
        let mut below = path.trim_end_matches(self.separator).to_owned();
        below.push(self.separator);
        below
    }

    /// `path` now is `entry`.
    pub(super) fn put(&self, path: &str, entry: Entry) {
        self.changed.borrow_mut().entries.insert(path.to_owned(), entry);
    }

    /// `path` and all below it may be gone.
    pub(super) fn remove(&self, path: &str) {
        let mut changed = self.changed.borrow_mut();
        let below = self.inside(path);
        let gone = changed.entries.range(below.clone()..).map(|(made, _)| made);
        let gone: Vec<String> = gone.take_while(|made| made.starts_with(&below)).cloned().collect();
        for made in gone {
            changed.entries.remove(&made);
            changed.lost.insert(made);
        }
        // What was a link stays one: that it may be gone must not hide where it led.
        if !matches!(changed.entry(path), Some(Entry::Link(_))) && !matches!(self.before(path), Entry::Link(_)) {
            changed.entries.insert(path.to_owned(), Entry::Missing);
        }
    }

    /// Whether the text made or removed something below `path`.
    fn touched(&self, path: &str) -> bool {
        let changed = self.changed.borrow();
        !changed.is_empty() && changed.below(&self.inside(path)).next().is_some()
    }
}

impl FileSystem for Overlay<'_> {
    fn entry(&self, path: &str) -> Entry {
        if let Some(entry) = self.changed.borrow().entry(path) {
            return entry.clone();
        }
        match self.before(path) {
            Entry::Missing if self.touched(path) => Entry::Directory,
            entry => entry,
        }
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let below = self.inside(path);
        let changed = self.changed.borrow();
        let mut names = match self.before(path) {
            Entry::Missing if changed.entries.contains_key(path) => Vec::new(),
            _ => self.base.list(path)?,
        };
        let known: BTreeSet<String> = names.iter().cloned().collect();
        let made = changed.below(&below).filter(|(_, entry)| **entry != Entry::Missing);
        let made = made.filter_map(|(made, _)| made.strip_prefix(&below)?.split(self.separator).next());
        let made: BTreeSet<&str> = made.filter(|name| !known.contains(*name)).collect();
        names.extend(made.into_iter().map(str::to_owned));
        Some(names)
    }
}
