//! The file system, as far as the core asks for it.
//!
//! Owns the trait by which a host lends it and the table that stands in for it in tests. The core itself opens
//! nothing.

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
