//! The canonical form: a path as the kernel walks it.
//!
//! Owns the walk through links, component by component: one forward pass, linear in the length. `link/..` is the parent of
//! the link's *target*. What is not a directory cannot be walked through: after a file, a missing or an unknown
//! component the rest is taken by text, and a `..` takes that component away by text. It knows nothing of boundaries.

use super::route::{Part, Route, parts};
use super::{Entry, FileSystem, Flavor};
use crate::value::Text;

/// The most links that one walk follows, as on Linux (path_resolution(7)).
pub const MAX_LINKS: usize = 40;
/// The longest path in bytes that can name a file (`PATH_MAX`, limits.h).
pub const MAX_PATH: usize = 4096;

/// Where a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Resolution {
    /// As far as links could be followed; the rest by text.
    pub(super) route: Route,
    /// Whether every component was seen or is known to be missing: the route is the canonical form.
    pub(super) known: bool,
    /// What is there. Never a link: one that was not to be followed counts as a file.
    pub(super) entry: Entry,
}

/// What the rest of a walk is taken by text for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    File,
    Missing,
    Unknown,
}

struct Walk<'f> {
    fs: &'f dyn FileSystem,
    flavor: Flavor,
    route: Route,
    /// The route as text, as long as all of it is known.
    path: String,
    /// How long `path` was before each part.
    lengths: Vec<usize>,
    /// How many parts there were when the first was met that cannot be walked through, and what it is.
    stop: Option<(usize, Stop)>,
    known: bool,
    links: usize,
}

/// Walks the parts of `route`, `.` and `..` among them, from its root. With `follow` a link at the very end is followed too.
pub(super) fn resolve(fs: &dyn FileSystem, flavor: Flavor, route: Route, follow: bool) -> Resolution {
    let Route { root, parts: mut pending } = route;
    pending.reverse();
    let mut walk = Walk {
        fs,
        flavor,
        path: root.clone(),
        route: Route { root, parts: Vec::with_capacity(pending.len()) },
        lengths: Vec::new(),
        stop: None,
        known: true,
        links: 0,
    };
    // The kernel refuses such a text as a whole, wherever its components lead.
    if pending.iter().filter_map(Part::name).map(|name| name.len() + 1).sum::<usize>() > MAX_PATH {
        walk.give_up();
    }
    while let Some(part) = pending.pop() {
        match part.name() {
            Some(".") => {}
            Some("..") => walk.climb(),
            _ => walk.step(part, &mut pending, follow),
        }
    }
    let at_end = |at: usize| at == walk.route.parts.len();
    let entry = match walk.stop {
        None => Entry::Directory,
        Some((_, Stop::Unknown)) => Entry::Unknown,
        Some((at, Stop::File)) if at_end(at) => Entry::File,
        Some((_, Stop::File | Stop::Missing)) => Entry::Missing,
    };
    Resolution { route: walk.route, known: walk.known, entry }
}

impl Walk<'_> {
    fn climb(&mut self) {
        let before = self.route.parts.len();
        self.route.climb();
        let after = self.route.parts.len();
        if after < before {
            self.path.truncate(self.lengths.pop().unwrap_or(0));
        } else if after > before {
            self.lengths.push(self.path.len());
        }
        if self.stop.is_some_and(|(at, _)| after < at) {
            self.stop = None;
        }
    }

    /// Goes on to a part that is neither `.` nor `..`. A link's target is put before what is `pending`.
    fn step(&mut self, part: Part, pending: &mut Vec<Part>, follow: bool) {
        self.lengths.push(self.path.len());
        let first = self.route.parts.is_empty();
        self.route.parts.push(part);
        if self.stop.is_some() {
            return;
        }
        let Some(name) = self.route.parts.last().and_then(Part::name) else { return self.stop(Stop::Unknown) };
        if !first {
            self.path.push(self.flavor.separator());
        }
        self.path.push_str(name);
        if self.path.len() > MAX_PATH || name.contains('\0') {
            return self.give_up();
        }
        // What holds a line break is most often a text and no path; but a name may hold one.
        let odd = name.contains(['\n', '\r']);
        match self.fs.entry(&self.path) {
            Entry::Directory => {}
            Entry::File | Entry::Missing | Entry::Unknown if odd => self.stop(Stop::Unknown),
            Entry::File => self.stop(Stop::File),
            Entry::Missing => self.stop(Stop::Missing),
            Entry::Unknown => self.give_up(),
            Entry::Link(_) if pending.is_empty() && !follow => self.stop(Stop::File),
            Entry::Link(target) => self.enter(&target, pending),
        }
    }

    fn stop(&mut self, why: Stop) {
        self.stop = Some((self.route.parts.len(), why));
    }

    fn give_up(&mut self) {
        self.known = false;
        self.stop(Stop::Unknown);
    }

    fn enter(&mut self, target: &str, pending: &mut Vec<Part>) {
        self.links += 1;
        if self.links > MAX_LINKS {
            // A loop (ELOOP): it has no canonical form, and nothing is there to be opened.
            self.known = false;
            return self.stop(Stop::Missing);
        }
        if target.is_empty() || target.len() > MAX_PATH {
            return self.give_up();
        }
        self.climb();
        let target = match self.flavor {
            // Windows writes the target of a link in its own namespace: `\\?\C:\x`.
            Flavor::Windows => {
                target.strip_prefix("\\\\?\\").filter(|rest| self.flavor.is_absolute(rest)).unwrap_or(target)
            }
            Flavor::Posix => target,
        };
        let anchor = self.flavor.anchor(&self.route.root, target);
        if self.flavor.root(target).absolute || !anchor.on_base {
            self.path = anchor.root.clone();
            self.route = Route { root: anchor.root, parts: Vec::new() };
            self.lengths.clear();
        }
        pending.extend(parts(self.flavor, &Text::from(target), anchor.len).into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NoFileSystem, Table};
    use super::*;

    fn table(flavor: Flavor, files: &str) -> Table {
        Table::new(flavor, serde_json::from_str(files).unwrap())
    }

    fn walk(fs: &dyn FileSystem, flavor: Flavor, path: &str) -> (String, bool) {
        let end = resolve(fs, flavor, Route::of(flavor, path), true);
        (end.route.text(flavor).plain(), end.known)
    }

    const FILES: &str = r#"{"/w/file": "file", "/w/sub/deep": "directory", "/srv/t/x": "file", "/w/link": {"link": "/srv/t"},
        "/w/rel": {"link": "sub/./deep/.."}, "/w/loop": {"link": "loop"}, "/w/gone": {"link": "nowhere/x"},
        "/w/up": {"link": "../../../etc"}, "/w/twice": {"link": "rel/../link"}}"#;

    macro_rules! walks {
        ($($name:ident => $path:expr, $end:expr;)*) => {
            $(#[test] fn $name() { assert_eq!(walk(&table(Flavor::Posix, FILES), Flavor::Posix, $path), $end); })*
        };
    }
    fn known(path: &str) -> (String, bool) {
        (path.to_owned(), true)
    }

    walks! {
        a_plain_path_is_itself              => "/w/sub/deep", known("/w/sub/deep");
        a_link_is_followed                  => "/w/link/x", known("/srv/t/x");
        a_link_at_the_end_is_followed       => "/w/link", known("/srv/t");
        the_parent_of_a_link_is_its_targets => "/w/link/../y", known("/srv/y");
        a_relative_target_is_beside_it      => "/w/rel", known("/w/sub");
        a_target_can_go_through_a_link      => "/w/twice/x", known("/srv/t/x");
        a_target_stops_at_the_root          => "/w/up/hosts", known("/etc/hosts");
        a_missing_leaf_keeps_its_parent     => "/w/link/new", known("/srv/t/new");
        a_dangling_link_names_its_target    => "/w/gone", known("/w/nowhere/x");
        a_file_is_left_by_text              => "/w/file/../link", known("/srv/t");
        a_missing_name_is_left_by_text      => "/w/a/b/../../link/x", known("/srv/t/x");
        below_a_missing_name_is_text        => "/w/a/link", known("/w/a/link");
        a_line_break_is_text                => "/w/link/a\nb/../c", known("/srv/t/c");
        a_loop_is_not_known                 => "/w/loop/x", ("/w/loop/x".to_owned(), false);
        nul_is_not_known                    => "/w/a\0b", ("/w/a\0b".to_owned(), false);
    }

    #[test]
    fn without_a_file_system_all_is_text() {
        assert_eq!(walk(&NoFileSystem, Flavor::Posix, "/w/link/../y"), ("/w/y".to_owned(), false));
    }

    #[test]
    fn forty_links_are_followed_and_no_more() {
        let chain = |n: usize| -> String {
            let links: Vec<String> = (0..n).map(|i| format!(r#""/l{i}": {{"link": "l{}"}}"#, i + 1)).collect();
            format!("{{{}}}", links.join(","))
        };
        assert_eq!(walk(&table(Flavor::Posix, &chain(40)), Flavor::Posix, "/l0"), known("/l40"));
        assert!(!walk(&table(Flavor::Posix, &chain(41)), Flavor::Posix, "/l0").1);
    }

    #[test]
    fn what_is_too_long_is_never_probed() {
        struct Strict;
        impl FileSystem for Strict {
            fn entry(&self, path: &str) -> Entry {
                assert!(path.len() <= MAX_PATH && !path.contains('\0'), "{path:?}");
                Entry::Directory
            }
            fn list(&self, _: &str) -> Option<Vec<String>> {
                None
            }
        }
        for path in ["/x".repeat(5000), format!("/{}", "y".repeat(5000)), "/\0".to_owned()] {
            assert_eq!(walk(&Strict, Flavor::Posix, &path).0, path);
        }
    }

    #[test]
    fn windows_links_change_drives_and_ignore_case() {
        let files = r#"{"C:\\w\\Link": {"link": "D:\\t"}, "C:\\w\\raw": {"link": "\\\\?\\E:\\t"}, "C:\\w\\sub": "directory",
            "C:\\w\\rel": {"link": "..\\w\\sub"}, "D:\\t\\x": "file"}"#;
        let files = table(Flavor::Windows, files);
        let at = |path| walk(&files, Flavor::Windows, path);
        assert_eq!(at("c:\\W\\LINK\\x"), known("D:\\t\\x"));
        assert_eq!(at("C:\\w\\raw\\x"), known("E:\\t\\x"));
        assert_eq!(at("C:\\w\\rel\\x"), known("C:\\w\\sub\\x"));
    }
}
