//! Paths that lead straight down.
//!
//! Owns the common case: a known POSIX word without `.` and `..`, on whose way no link stands. It is normalised as it is
//! written, and its lexical form is its canonical one. For all else there is no answer here: the walk (`canonical`) has it,
//! and would come to the same.

use super::{Directory, Entry, Flavor, MAX_PATH, Surroundings};
use crate::value::Text;
use ecow::EcoString;

impl Surroundings<'_> {
    /// The absolute form of a word that needs no normalising.
    pub(super) fn straight(&self, directory: &Directory, word: &Text) -> Option<EcoString> {
        let word = word.known().filter(|_| self.platform.flavor() == Flavor::Posix)?;
        let (base, names) = match (word.strip_prefix('/'), directory) {
            (Some(names), _) => ("", names),
            (None, Directory::Known(base)) => (base.strip_suffix('/').unwrap_or(base), word),
            (None, _) => return None,
        };
        // A name that begins with a dot is left to the walk too.
        let crooked = |pair: &[u8]| matches!(pair, [b'/', b'/' | b'.']);
        let odd = |text: &str| text.bytes().any(|byte| byte < b' ') || text.as_bytes().windows(2).any(crooked);
        let is_odd = odd(base) || odd(names) || names.starts_with(['/', '.']) || names.ends_with('/');
        if is_odd || names.is_empty() || base.len() + word.len() >= MAX_PATH {
            return None;
        }
        let mut path = EcoString::with_capacity(base.len() + 1 + names.len());
        path.push_str(base);
        path.push('/');
        path.push_str(names);
        Some(path)
    }

    /// What is at the end of a straight path, if no link stands on its way and all that does is known. With `follow` none may
    /// stand at its end either.
    pub(super) fn clear(&self, path: &str, follow: bool) -> Option<Entry> {
        let ends = path.match_indices('/').skip(1).map(|(at, _)| at).chain([path.len()]);
        for end in ends {
            let last = end == path.len();
            match self.fs.entry(path.get(..end)?) {
                Entry::Directory if !last => {}
                Entry::Link(_) if last && !follow => return Some(Entry::File),
                Entry::Link(_) | Entry::Unknown => return None,
                entry if last => return Some(entry),
                _ => return Some(Entry::Missing),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Platform, Table};
    use super::*;
    use crate::access::Mode;

    /// What is said of a straight path is what the walk says of the same path with a detour in it.
    #[test]
    fn the_walk_comes_to_the_same() {
        let files =
            r#"{"/w/src/a": "file", "/w/out": {"link": "/tmp"}, "/w/end": {"link": "src/a"}, "/tmp/x": "file"}"#;
        let table = Table::new(Flavor::Posix, serde_json::from_str(files).unwrap());
        let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: None, fs: &table };
        let directory = Directory::Known("/w".to_owned());
        for word in
            ["src", "src/a", "src/b", "src/a/b", "no/b", "out", "out/x", "end", "/w", "/wx", "/tmp/x", "/dev/tty"]
        {
            let crooked = match word.strip_prefix('/') {
                Some(rest) => format!("/./{rest}"),
                None => format!("./{word}"),
            };
            let (straight, crooked) = (Text::from(word), Text::from(crooked));
            for mode in [Mode::Read, Mode::Delete, Mode::Write] {
                let walked = surroundings.place(&directory, &crooked, mode);
                let walked = walked.map(|place| super::super::Place { typed: straight.clone(), ..place });
                assert_eq!(surroundings.place(&directory, &straight, mode), walked, "{word} {mode:?}");
            }
            assert_eq!(surroundings.look(&directory, &straight), surroundings.look(&directory, &crooked), "{word}");
            assert_eq!(surroundings.real(&directory, &straight), surroundings.real(&directory, &crooked), "{word}");
            for physical in [false, true] {
                let change = |target| surroundings.change(&directory, target, physical);
                assert_eq!(change(&straight), change(&crooked), "{word}");
            }
        }
    }
}
