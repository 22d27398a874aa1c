//! Path algebra on text, in two flavors.
//!
//! Owns what can be said of a path without a file system: its root, its components, and how two paths compose. It agrees
//! with Node's `path.posix` and `path.win32` (Node 20.20), but for what depends on Node's own process (the working
//! directory of another drive) and for Node's special treatment of reserved device names (`CON:`). It knows nothing of
//! Git Bash, of links, or of boundaries.

use super::Flavor;

/// What a path begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Root {
    /// `C:`, `\\server\share`, `\\?`; empty on POSIX and where a Windows path names none.
    pub(super) device: String,
    /// Whether the path starts at the root of its device.
    pub(super) absolute: bool,
    /// How many bytes of the path it takes.
    pub(super) len: usize,
}

/// Where a path starts once it is seen from a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    /// The absolute root: `/`, `C:\`.
    pub(super) root: String,
    /// Whether the base's own components come first.
    pub(super) on_base: bool,
    /// How many bytes of the path its root takes.
    pub(super) len: usize,
}

/// `path` from byte `start` on.
fn tail(path: &str, start: usize) -> &str {
    path.get(start..).unwrap_or("")
}

/// `path` up to byte `end`.
fn head(path: &str, end: usize) -> &str {
    path.get(..end).unwrap_or(path)
}

/// The server of a path that begins with two separators, where its server ends, and where its share ends.
fn share(path: &str) -> Option<(&str, usize)> {
    let separator = |c| Flavor::Windows.is_separator(c);
    let rest = path.strip_prefix(separator)?.strip_prefix(separator)?;
    let (server, after) = rest.split_at_checked(rest.find(separator)?)?;
    let share = after.trim_start_matches(separator);
    if server.is_empty() || share.is_empty() {
        return None;
    }
    let length = share.find(separator).unwrap_or(share.len());
    Some((server, path.len() - share.len() + length))
}

fn windows_root(path: &str) -> Root {
    let separator = |at: usize| path.as_bytes().get(at).is_some_and(|&b| matches!(b, b'/' | b'\\'));
    if separator(0) {
        return match share(path) {
            Some((server @ ("." | "?"), _)) => Root { device: format!("\\\\{server}"), absolute: true, len: 4 },
            Some((server, end)) => {
                let share = head(path, end).rsplit(|c| Flavor::Windows.is_separator(c)).next().unwrap_or("");
                Root { device: format!("\\\\{server}\\{share}"), absolute: true, len: end }
            }
            None => Root { device: String::new(), absolute: true, len: 1 },
        };
    }
    if has_drive(path) {
        let absolute = separator(2);
        return Root { device: head(path, 2).to_owned(), absolute, len: 2 + usize::from(absolute) };
    }
    Root { device: String::new(), absolute: false, len: 0 }
}

/// Whether it begins with a letter and a colon.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

impl Flavor {
    /// What it puts between components.
    #[must_use]
    pub fn separator(self) -> char {
        match self {
            Self::Posix => '/',
            Self::Windows => '\\',
        }
    }

    /// Whether `c` separates components.
    #[must_use]
    pub fn is_separator(self, c: char) -> bool {
        c == '/' || self == Self::Windows && c == '\\'
    }

    /// Whether two names, devices or whole paths are spelled alike: without regard to case and with either separator
    /// on Windows. Neither is normalised.
    #[must_use]
    pub fn same(self, a: &str, b: &str) -> bool {
        match self {
            Self::Posix => a == b,
            Self::Windows => self.folded(a).eq(self.folded(b)),
        }
    }

    fn folded(self, text: &str) -> impl Iterator<Item = char> + '_ {
        text.chars().flat_map(char::to_lowercase).map(move |c| if self.is_separator(c) { self.separator() } else { c })
    }

    /// The text by which equal paths are found in an ordered map.
    pub(super) fn key(self, path: &str) -> String {
        match self {
            Self::Posix => path.to_owned(),
            Self::Windows => self.folded(path).collect(),
        }
    }

    pub(super) fn root(self, path: &str) -> Root {
        match self {
            Self::Posix => {
                let absolute = path.starts_with('/');
                Root { device: String::new(), absolute, len: usize::from(absolute) }
            }
            Self::Windows => windows_root(path),
        }
    }

    /// Where `path` starts when it is seen from the absolute `base`. A path on another drive than the base starts at that
    /// drive's root.
    pub(super) fn anchor(self, base: &str, path: &str) -> Anchor {
        let base = self.root(base);
        let root = self.root(path);
        let on_base = !root.absolute && (root.device.is_empty() || self.same(&root.device, &base.device));
        let mut start = if root.device.is_empty() { base.device } else { root.device };
        start.push(self.separator());
        Anchor { root: start, on_base, len: root.len }
    }

    /// The components of a path without its root; empty ones are left out, `.` and `..` are not.
    pub(crate) fn components(self, rest: &str) -> impl Iterator<Item = &str> {
        rest.split(move |c| self.is_separator(c)).filter(|name| !name.is_empty())
    }

    /// Takes `.` and `..` out by text; a `..` that would climb out of nothing is kept where `keep` says so.
    fn fold<'p>(names: impl Iterator<Item = &'p str>, keep: bool) -> Vec<&'p str> {
        let mut out: Vec<&str> = Vec::new();
        for name in names {
            match name {
                "." => {}
                ".." if out.last().is_some_and(|last| *last != "..") => {
                    out.pop();
                }
                ".." if !keep => {}
                name => out.push(name),
            }
        }
        out
    }

    fn join_names(self, names: &[&str]) -> String {
        names.join(self.separator().encode_utf8(&mut [0; 4]))
    }

    /// Whether the path starts at a root: `/x`; on Windows `C:\x`, `\x` and `\\server\share`, not `C:x`.
    #[must_use]
    pub fn is_absolute(self, path: &str) -> bool {
        self.root(path).absolute
    }

    /// The path without `.`, `..` and doubled separators, by text alone; a separator at its end stays.
    #[must_use]
    pub fn normalize(self, path: &str) -> String {
        let root = self.root(path);
        let names = Self::fold(self.components(tail(path, root.len)), !root.absolute);
        let mut rest = self.join_names(&names);
        if rest.is_empty() && !root.absolute {
            rest.push('.');
        }
        if !rest.is_empty() && path.ends_with(|c| self.is_separator(c)) {
            rest.push(self.separator());
        }
        if root.absolute {
            rest.insert(0, self.separator());
        } else if self == Self::Windows && root.device.is_empty() && self.reads_as_drive(path, &rest) {
            return format!(".\\{rest}");
        }
        format!("{}{rest}", root.device)
    }

    /// Whether a relative path without a drive could be taken for one with a drive once it is normalised (`a\..\C:\x`).
    fn reads_as_drive(self, path: &str, normal: &str) -> bool {
        has_drive(normal)
            || path.match_indices(':').any(|(at, _)| {
                let after = tail(path, at + 1);
                after.is_empty() || after.starts_with(|c| self.is_separator(c))
            })
    }

    /// Both, one after the other, normalised. An absolute `path` is put below `base` all the same.
    #[must_use]
    pub fn join(self, base: &str, path: &str) -> String {
        let parts: Vec<&str> = [base, path].into_iter().filter(|part| !part.is_empty()).collect();
        let joined = self.join_names(&parts);
        let separator = |c| self.is_separator(c);
        let leading = |text: &str| text.len() - text.trim_start_matches(separator).len();
        let first = parts.first().copied().unwrap_or("");
        // Two separators before a name mean a server only if they were written so.
        let server = leading(first) == 2 && first.len() > 2;
        if self == Self::Windows && !server && leading(&joined) >= 2 {
            return self.normalize(&format!("\\{}", joined.trim_start_matches(separator)));
        }
        self.normalize(&joined)
    }

    /// `path` made absolute from the absolute `base`, and normalised; no separator at its end but a root's.
    #[must_use]
    pub fn resolve(self, base: &str, path: &str) -> String {
        let anchor = self.anchor(base, path);
        let below = if anchor.on_base { tail(base, self.root(base).len) } else { "" };
        let names = self.components(below).chain(self.components(tail(path, anchor.len)));
        format!("{}{}", anchor.root, self.join_names(&Self::fold(names, false)))
    }

    /// The way from one absolute path to another: empty if they are the same, `to` itself if they are on different devices.
    #[must_use]
    pub fn relative(self, from: &str, to: &str) -> String {
        let (from, to) = (self.resolve(from, ""), self.resolve(to, ""));
        let (start, end) = (self.root(&from), self.root(&to));
        if !self.same(&start.device, &end.device) {
            return to;
        }
        let from: Vec<&str> = self.components(tail(&from, start.len)).collect();
        let names: Vec<&str> = self.components(tail(&to, end.len)).collect();
        let common = from.iter().zip(&names).take_while(|(a, b)| self.same(a, b)).count();
        let way: Vec<&str> =
            std::iter::repeat_n("..", from.len() - common).chain(names.iter().skip(common).copied()).collect();
        self.join_names(&way)
    }

    /// All but the last component, as written; `.` where there is nothing before it.
    #[must_use]
    pub fn dirname(self, path: &str) -> &str {
        let root = match self {
            Self::Windows => match share(path) {
                Some((_, end)) if end == path.len() => return path,
                Some((_, end)) => end + 1,
                None => self.root(path).len,
            },
            Self::Posix => self.root(path).len,
        };
        let rest = tail(path, root).trim_end_matches(|c| self.is_separator(c));
        match rest.rfind(|c| self.is_separator(c)) {
            // POSIX leaves two slashes at the beginning to the system.
            Some(0) if self == Self::Posix && root == 1 => head(path, 2),
            Some(at) => head(path, root + at),
            None if root > 0 => head(path, root),
            None => ".",
        }
    }

    /// The last component, without separators after it; empty for a root.
    #[must_use]
    pub fn basename(self, path: &str) -> &str {
        let rest = if self == Self::Windows && has_drive(path) { tail(path, 2) } else { path };
        let rest = rest.trim_end_matches(|c| self.is_separator(c));
        rest.rsplit(|c| self.is_separator(c)).next().unwrap_or("")
    }

    /// The directory that holds an absolute, normalised path; `None` for a root.
    #[must_use]
    pub fn parent(self, path: &str) -> Option<&str> {
        let root = self.root(path);
        self.components(tail(path, root.len)).next()?;
        Some(self.dirname(path))
    }

    /// Whether an absolute, normalised path is `directory` or below it.
    #[must_use]
    pub fn is_below(self, path: &str, directory: &str) -> bool {
        let (upper, lower) = (self.root(directory), self.root(path));
        let mut names = self.components(tail(path, lower.len));
        self.same(&upper.device, &lower.device)
            && self
                .components(tail(directory, upper.len))
                .all(|name| names.next().is_some_and(|other| self.same(name, other)))
    }
}

#[cfg(test)]
mod tests {
    use super::Flavor::{Posix, Windows};

    macro_rules! lines {
        ($($name:ident => $left:expr, $right:expr;)*) => { $(#[test] fn $name() { assert_eq!($left, $right); })* };
    }

    lines! {
        posix_normalize_takes_dots_out      => Posix.normalize("/a/./b//../c/"), "/a/c/";
        posix_normalize_keeps_what_climbs   => Posix.normalize("../a/../../b"), "../../b";
        posix_normalize_of_nothing_is_a_dot => Posix.normalize(""), ".";
        posix_backslash_is_a_character      => Posix.normalize("a\\..\\b"), "a\\..\\b";
        posix_resolve_stops_at_the_root     => Posix.resolve("/w", "../../../etc/"), "/etc";
        posix_resolve_takes_an_absolute     => Posix.resolve("/w", "//etc"), "/etc";
        posix_relative                      => Posix.relative("/a/b/c", "/a/x"), "../../x";
        windows_normalize                   => Windows.normalize("C:/a/./b\\..\\c"), "C:\\a\\c";
        windows_normalize_share             => Windows.normalize("//srv/share/../x"), "\\\\srv\\share\\x";
        windows_normalize_hides_no_drive    => Windows.normalize("a\\..\\C:\\x"), ".\\C:\\x";
        windows_resolve_on_the_drive        => Windows.resolve("C:\\w", "c:x"), "c:\\w\\x";
        windows_resolve_on_another_drive    => Windows.resolve("C:\\w", "D:x"), "D:\\x";
        windows_resolve_rooted              => Windows.resolve("D:\\w", "\\x"), "D:\\x";
        windows_resolve_share               => Windows.resolve("C:\\w", "\\\\srv\\share\\..\\x"), "\\\\srv\\share\\x";
        windows_relative_ignores_case       => Windows.relative("C:\\A\\b", "c:/a/C"), "..\\C";
        windows_relative_across_drives      => Windows.relative("C:\\a", "D:\\b"), "D:\\b";
        dirname_of_a_name                   => Posix.dirname("a"), ".";
        dirname_of_two_slashes              => Posix.dirname("//a"), "//";
        windows_dirname_of_a_drive          => Windows.dirname("C:\\a"), "C:\\";
        windows_dirname_of_a_share          => Windows.dirname("\\\\srv\\share\\a"), "\\\\srv\\share\\";
        basename_without_separators         => Posix.basename("/a/b//"), "b";
        windows_basename_of_a_drive         => Windows.basename("C:"), "";
        parent_of_a_root_is_none            => Posix.parent("/"), None;
        parent_of_a_drive_is_none           => Windows.parent("C:\\"), None;
        parent_of_a_file                    => Posix.parent("/a/b"), Some("/a");
        a_directory_is_below_itself         => Posix.is_below("/a", "/a"), true;
        a_longer_name_is_not_below          => Posix.is_below("/ab", "/a"), false;
        all_is_below_the_root               => Posix.is_below("/a", "/"), true;
        posix_case_counts                   => Posix.is_below("/A/b", "/a"), false;
        windows_case_does_not_count         => Windows.is_below("c:/CODE/x", "C:\\code"), true;
        windows_drives_differ               => Windows.is_below("D:\\code\\x", "C:\\code"), false;
    }

    /// Lines that Node 20.20 wrote: `tests/paths/node-vectors.mjs 40 7`.
    #[test]
    fn agrees_with_the_sample_that_node_wrote() {
        for line in include_str!("node-sample.jsonl").lines() {
            super::super::node::check(line);
        }
    }
}
