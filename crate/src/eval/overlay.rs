//! What the text itself makes, over the file system of the moment before.
//!
//! Owns the links, directories and files that earlier commands of the same text make or may have removed. Look-ups see
//! them first. It only grows: what one branch makes, another sees too, which can lead to a question more, never to one less.
//! What is copied or moved is at its new name what the host has at the old one; that is no chain that could close, since what
//! is known of a name are places of the host.

use crate::path::{Entry, FileSystem, Flavor};
use std::cell::{Cell, RefCell, RefMut};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The most names that copies and moves may give to what there is.
const MAX_COPIED: usize = 256;
/// The most entries that are gone through for the links in copied directories.
const MAX_SEARCHED: usize = 256;
/// The most names of the host's directories that are remembered.
const MAX_LISTED: usize = 100_000;

pub(super) struct Overlay<'a> {
    base: &'a dyn FileSystem,
    separator: char,
    /// What the host said: it is asked about a path once.
    seen: RefCell<BTreeMap<Box<str>, Entry>>,
    /// What it said is in directories.
    lists: RefCell<Lists>,
    changed: RefCell<Changed>,
    /// How often the text changed something.
    age: Cell<usize>,
}

/// The names in directories of the host.
#[derive(Default)]
struct Lists {
    seen: BTreeMap<Box<str>, Option<Rc<[String]>>>,
    /// How many names they have together.
    names: usize,
}

/// What the text changed.
#[derive(Default)]
struct Changed {
    entries: BTreeMap<String, Entry>,
    /// What was in a directory that may have been removed since. An entry of the same path is younger.
    lost: BTreeSet<String>,
    /// Where the host has what was copied or moved to a path, and what is below it.
    origins: BTreeMap<String, BTreeSet<String>>,
}

impl Changed {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.lost.is_empty() && self.origins.is_empty()
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
        let (seen, lists, changed) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self { base, separator: flavor.separator(), seen, lists, changed, age: Cell::new(0) }
    }

    /// What it says stays the same as long as this does.
    pub(super) fn age(&self) -> usize {
        self.age.get()
    }

    fn change(&self) -> RefMut<'_, Changed> {
        self.age.set(self.age.get() + 1);
        self.changed.borrow_mut()
    }

    /// The names that the host has in a directory.
    fn names(&self, path: &str) -> Option<Rc<[String]>> {
        let mut lists = self.lists.borrow_mut();
        if let Some(names) = lists.seen.get(path) {
            return names.clone();
        }
        let names: Option<Rc<[String]>> = self.base.list(path).map(Rc::from);
        lists.names += names.as_ref().map_or(1, |names| names.len());
        if lists.names <= MAX_LISTED {
            lists.seen.insert(Box::from(path), names.clone());
        }
        names
    }

    fn host(&self, path: &str) -> Entry {
        if let Some(entry) = self.seen.borrow().get(path) {
            return entry.clone();
        }
        let entry = self.base.entry(path);
        self.seen.borrow_mut().insert(Box::from(path), entry.clone());
        entry
    }

    /// The places of the host that what is at `path` may come from, itself the first.
    fn sources(&self, changed: &Changed, path: &str) -> Vec<String> {
        let mut out = vec![path.to_owned()];
        if changed.origins.is_empty() {
            return out;
        }
        let ends = path.match_indices(self.separator).map(|(at, _)| at).chain([path.len()]);
        for (above, rest) in ends.filter_map(|end| path.split_at_checked(end)) {
            for origin in changed.origins.get(above).into_iter().flatten() {
                let source = format!("{origin}{rest}");
                if !out.contains(&source) {
                    out.push(source);
                }
            }
        }
        out
    }

    /// What is at `path` if the text changed nothing there but by copies. Of several things that may be, a link is the one that
    /// can lead elsewhere, and most surely one that does not stay beside itself.
    fn before(&self, changed: &Changed, path: &str) -> Entry {
        if changed.origins.is_empty() {
            return self.host(path);
        }
        let rank = |entry: &Entry| match entry {
            Entry::Link(target) if target.starts_with(['/', '\\', '.']) || target.contains(':') => 5,
            Entry::Link(_) => 4,
            Entry::Directory => 3,
            Entry::File => 2,
            Entry::Unknown => 1,
            Entry::Missing => 0,
        };
        let entries = self.sources(changed, path).into_iter().map(|source| self.host(&source));
        entries.max_by_key(rank).unwrap_or(Entry::Unknown)
    }

    /// What the path of everything below `path` begins with.
    fn inside(&self, path: &str) -> String {
        let mut below = path.trim_end_matches(self.separator).to_owned();
        below.push(self.separator);
        below
    }

    /// `path` now is `entry`.
    pub(super) fn put(&self, path: &str, entry: Entry) {
        self.change().entries.insert(path.to_owned(), entry);
    }

    /// What is at `from`, and all below it, may now be at `to` too. `false` where that would be too much to remember.
    pub(super) fn copy(&self, from: &str, to: &str) -> bool {
        let mut changed = self.change();
        let moved = |path: &str| path.strip_prefix(from).map(|rest| format!("{to}{rest}"));
        let below = self.inside(from);
        let covers = |path: &str| path == from || path.starts_with(&below);
        let made: Vec<(String, Entry)> = (changed.entries.iter())
            .filter(|(path, entry)| covers(path) && **entry != Entry::Missing)
            .filter_map(|(path, entry)| Some((moved(path)?, entry.clone())))
            .collect();
        let mut origins: Vec<(String, BTreeSet<String>)> = (changed.origins.iter())
            .filter(|(path, _)| covers(path))
            .filter_map(|(path, sources)| Some((moved(path)?, sources.clone())))
            .collect();
        origins.push((to.to_owned(), self.sources(&changed, from).into_iter().collect()));
        let places: usize =
            changed.origins.values().chain(origins.iter().map(|(_, sources)| sources)).map(BTreeSet::len).sum();
        if places + made.len() > MAX_COPIED {
            return false;
        }
        // What was less than a directory or a link there is no longer all that may be there.
        let below = self.inside(to);
        let replaced = |path: &str| path == to || path.starts_with(&below);
        changed.entries.retain(|path, entry| !replaced(path) || matches!(entry, Entry::Directory | Entry::Link(_)));
        changed.lost.retain(|path| !replaced(path));
        for (path, entry) in made {
            if !matches!(changed.entries.get(&path), Some(Entry::Link(_))) {
                changed.entries.insert(path, entry);
            }
        }
        for (path, sources) in origins {
            changed.origins.entry(path).or_default().extend(sources);
        }
        true
    }

    /// Whether the text made a link.
    pub(super) fn has_links(&self) -> bool {
        self.changed.borrow().entries.values().any(|entry| matches!(entry, Entry::Link(_)))
    }

    /// The links below `path` that the text made, copied or moved, by what follows `path` in theirs.
    pub(super) fn links(&self, path: &str) -> Vec<String> {
        let below = self.inside(path);
        let changed = self.changed.borrow();
        let made =
            changed.entries.iter().filter(|(_, entry)| matches!(entry, Entry::Link(_))).map(|(path, _)| path.clone());
        let mut found: BTreeSet<String> = made.collect();
        // What was named itself comes first: no large directory may stand before it.
        let mut waiting: VecDeque<String> = changed.origins.keys().cloned().collect();
        drop(changed);
        let mut left = waiting.len() + MAX_SEARCHED;
        while let Some(at) = waiting.pop_front() {
            match self.entry(&at) {
                Entry::Link(_) => {
                    found.insert(at);
                }
                Entry::Directory => {
                    let names = self.list(&at).unwrap_or_default();
                    let inside = self.inside(&at);
                    waiting.extend(names.into_iter().take(left).map(|name| format!("{inside}{name}")));
                }
                _ => {}
            }
            let Some(fewer) = left.checked_sub(1) else { break };
            left = fewer;
        }
        found.iter().filter_map(|link| link.strip_prefix(&below)).map(str::to_owned).collect()
    }

    /// `path` and all below it may be gone.
    pub(super) fn remove(&self, path: &str) {
        let mut changed = self.change();
        let below = self.inside(path);
        let gone = changed.entries.range(below.clone()..).map(|(made, _)| made);
        let gone: Vec<String> = gone.take_while(|made| made.starts_with(&below)).cloned().collect();
        for made in gone {
            changed.entries.remove(&made);
            changed.lost.insert(made);
        }
        // What was a link stays one: that it may be gone must not hide where it led.
        let was_link = matches!(self.before(&changed, path), Entry::Link(_));
        if !matches!(changed.entry(path), Some(Entry::Link(_))) && !was_link {
            changed.entries.insert(path.to_owned(), Entry::Missing);
        }
    }

    /// The names in a directory.
    pub(super) fn listed(&self, path: &str) -> Option<Rc<[String]>> {
        let changed = self.changed.borrow();
        if changed.is_empty() {
            return self.names(path);
        }
        let below = self.inside(path);
        let mut names = match self.before(&changed, path) {
            Entry::Missing if changed.entries.contains_key(path) => Vec::new(),
            Entry::Directory if !changed.origins.is_empty() => {
                let sources = self.sources(&changed, path).into_iter();
                let lists = sources.filter(|source| self.host(source) == Entry::Directory);
                let lists: Option<Vec<Rc<[String]>>> = lists.map(|source| self.names(&source)).collect();
                let names: BTreeSet<String> = lists?.iter().flat_map(|names| names.iter()).cloned().collect();
                names.into_iter().collect()
            }
            _ => self.names(path)?.to_vec(),
        };
        let known: BTreeSet<String> = names.iter().cloned().collect();
        let copied = changed.origins.range(below.clone()..).map(|(path, _)| path);
        let copied = copied.take_while(|path| path.starts_with(&below));
        let made = changed.below(&below).filter(|(_, entry)| **entry != Entry::Missing);
        let made = made.map(|(made, _)| made).chain(copied);
        let made = made.filter_map(|made| made.strip_prefix(&below)?.split(self.separator).next());
        let made: BTreeSet<&str> = made.filter(|name| !known.contains(*name)).collect();
        names.extend(made.into_iter().map(str::to_owned));
        Some(names.into())
    }

    /// Whether the text made or removed something below `path`.
    fn touched(&self, path: &str) -> bool {
        let changed = self.changed.borrow();
        if changed.is_empty() {
            return false;
        }
        let below = self.inside(path);
        let copied = changed.origins.range(below.clone()..).next().is_some_and(|(made, _)| made.starts_with(&below));
        copied || changed.below(&below).next().is_some()
    }
}

impl FileSystem for Overlay<'_> {
    fn entry(&self, path: &str) -> Entry {
        if let Some(entry) = self.changed.borrow().entry(path) {
            return entry.clone();
        }
        let before = self.before(&self.changed.borrow(), path);
        match before {
            Entry::Missing if self.touched(path) => Entry::Directory,
            entry => entry,
        }
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        self.listed(path).map(|names| names.to_vec())
    }
}
