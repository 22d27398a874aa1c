//! The file system, as far as the core asks for it.
//!
//! Owns the trait by which a host lends it and the table that stands in for it in tests. The core itself opens
//! nothing.

use super::route::Route;
use super::{Flavor, canonical};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing.
    Missing,
    /// A file, or anything else that is neither directory nor link.
    File,
    /// A directory.
    Directory,
    /// A symbolic link and its target, as it is written in the link.
    Link(String),
    /// It could not be found out.
    Unknown,
}

/// A file system before the call runs. Paths are absolute, in the platform's flavor.
pub trait FileSystem {
    /// What is at `path`, not following a link at its end.
    fn entry(&self, path: &str) -> Entry;
    /// The names in the directory `path`, at most 1,000; `None` if there are more or they cannot be found out.
    fn list(&self, path: &str) -> Option<Vec<String>>;
}

/// No file system: nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFileSystem;

impl FileSystem for NoFileSystem {
    fn entry(&self, _path: &str) -> Entry {
        Entry::Unknown
    }
    fn list(&self, _path: &str) -> Option<Vec<String>> {
        None
    }
}

/// The most names that a directory is listed with.
pub const MAX_NAMES: usize = 1_000;

/// What a [`Table`] has at a path, as a record writes it: `"file"`, `"directory"`, `{"link": target}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Listed {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link and its target.
    Link(String),
}

/// A file system that is written down: the listed paths and nothing else. The parents of a listed path are directories.
#[derive(Clone, Debug)]
pub struct Table {
    flavor: Flavor,
    /// By [`Flavor::key`] of the whole path.
    entries: BTreeMap<String, Entry>,
    /// Whether a link is among them.
    has_links: bool,
    /// The names in each directory, by the key of the directory and of the name.
    names: BTreeMap<String, BTreeMap<String, String>>,
}

impl Table {
    /// The file system with these absolute paths. On Windows case does not count.
    #[must_use]
    pub fn new(flavor: Flavor, files: BTreeMap<String, Listed>) -> Self {
        let has_links = files.values().any(|listed| matches!(listed, Listed::Link(_)));
        let mut table = Self { flavor, has_links, entries: BTreeMap::new(), names: BTreeMap::new() };
        for (path, listed) in files {
            let path = flavor.resolve("", &path);
            let entry = match listed {
                Listed::File => Entry::File,
                Listed::Directory => Entry::Directory,
                Listed::Link(target) => Entry::Link(target),
            };
            table.entries.insert(flavor.key(&path), entry);
            let mut below = path.as_str();
            while let Some(parent) = flavor.parent(below) {
                let key = flavor.key(parent);
                let name = flavor.basename(below);
                table.names.entry(key.clone()).or_default().entry(flavor.key(name)).or_insert_with(|| name.to_owned());
                table.entries.entry(key).or_insert(Entry::Directory);
                below = parent;
            }
        }
        table
    }

    /// What is listed at a path that leads through no link.
    fn listed(&self, path: &str) -> Option<&Entry> {
        match self.flavor {
            Flavor::Posix => self.entries.get(path),
            Flavor::Windows => self.entries.get(&self.flavor.key(path)),
        }
    }

    /// The path without links, the last component apart unless `follow` is set.
    fn real(&self, path: &str, follow: bool) -> String {
        let route = Route::of(self.flavor, path);
        canonical::resolve(&Direct(self), self.flavor, route, follow).route.text(self.flavor).plain()
    }
}

/// The table seen without following any link: what a walk that follows them itself asks.
struct Direct<'t>(&'t Table);

impl FileSystem for Direct<'_> {
    fn entry(&self, path: &str) -> Entry {
        self.0.listed(path).cloned().unwrap_or(Entry::Missing)
    }
    fn list(&self, _path: &str) -> Option<Vec<String>> {
        None
    }
}

impl FileSystem for Table {
    fn entry(&self, path: &str) -> Entry {
        let listed = self.listed(path);
        let listed = if self.has_links { listed.or_else(|| self.listed(&self.real(path, false))) } else { listed };
        listed.cloned().unwrap_or(Entry::Missing)
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let path = self.real(path, true);
        match self.listed(&path)? {
            Entry::Directory => {
                let mut names: Vec<String> = self
                    .names
                    .get(&self.flavor.key(&path))
                    .into_iter()
                    .flat_map(|names| names.values().cloned())
                    .collect();
                names.sort_unstable();
                (names.len() <= MAX_NAMES).then_some(names)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(flavor: Flavor, json: &str) -> Table {
        Table::new(flavor, serde_json::from_str(json).unwrap())
    }

    #[test]
    fn parents_of_listed_paths_are_directories() {
        let files =
            table(Flavor::Posix, r#"{"/w/src/b.c": "file", "/w/src/a.c": "file", "/w/out": {"link": "/tmp/out"}}"#);
        assert_eq!(files.entry("/w/src/a.c"), Entry::File);
        assert_eq!(files.entry("/w/src/"), Entry::Directory);
        assert_eq!(files.entry("/"), Entry::Directory);
        assert_eq!(files.entry("/w/out"), Entry::Link("/tmp/out".to_owned()));
        assert_eq!(files.entry("/w/SRC"), Entry::Missing);
        assert_eq!(files.list("/w/src").unwrap(), ["a.c", "b.c"]);
        assert_eq!(files.list("/w").unwrap(), ["out", "src"]);
        assert_eq!(files.list("/w/src/a.c"), None);
        assert_eq!(files.list("/tmp/out"), None);
    }

    #[test]
    fn links_above_a_path_are_followed() {
        let files =
            table(Flavor::Posix, r#"{"/w/link": {"link": "/srv"}, "/srv/x": "file", "/w/loop": {"link": "loop"}}"#);
        assert_eq!(files.entry("/w/link/x"), Entry::File);
        assert_eq!(files.list("/w/link").unwrap(), ["x"]);
        assert_eq!(files.entry("/w/loop/x"), Entry::Missing);
    }

    #[test]
    fn windows_finds_in_any_case_and_keeps_the_case_that_is_listed() {
        let files = table(Flavor::Windows, r#"{"C:\\Code\\Src\\A.c": "file", "c:/code/b": "directory"}"#);
        assert_eq!(files.entry("c:\\CODE\\src\\a.C"), Entry::File);
        assert_eq!(files.entry("C:/code"), Entry::Directory);
        assert_eq!(files.list("C:\\code").unwrap(), ["Src", "b"]);
    }

    #[test]
    fn a_long_directory_is_not_listed() {
        let files = (0..=MAX_NAMES).map(|i| (format!("/d/{i}"), Listed::File)).collect();
        assert_eq!(Table::new(Flavor::Posix, files).list("/d"), None);
    }

    #[test]
    fn nothing_listed_is_nothing_there() {
        assert_eq!(table(Flavor::Posix, "{}").entry("/w"), Entry::Missing);
    }
}
