//! Where the links lead that a walk through a tree comes to.
//!
//! Owns the search for links that lead out of a tree, for programs that follow them. It is bounded, nearest links first, and goes on where
//! a link leads, as such a program does. It knows nothing of programs.

use super::Evaluator;
use super::state::State;
use crate::command::Outgoing;
use crate::path::{Directory, Entry, FileSystem, Flavor};
use crate::value::Text;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// The most names that are looked at for one tree.
const MAX_NAMES: usize = 4_000;
/// The most that are looked at for one source.
const MAX_ALL: usize = 20_000;
/// The most links of a tree that are told.
const MAX_LINKS: usize = 64;

/// What was searched for one source.
#[derive(Debug)]
pub(super) struct Searched {
    left: Cell<usize>,
    /// By the tree's root, with the overlay's age when it was searched.
    trees: RefCell<BTreeMap<String, (usize, Rc<Outgoing>)>>,
}

impl Default for Searched {
    fn default() -> Self {
        Self { left: Cell::new(MAX_ALL), trees: RefCell::default() }
    }
}

/// A directory: where it really is, and where the walk sees it from its root.
struct Seen {
    real: String,
    path: String,
}

impl Evaluator<'_> {
    /// The links in the tree below `directory` that lead out of it.
    pub(super) fn outgoing(&self, state: &State, directory: &str) -> Option<Rc<Outgoing>> {
        let mut all: Option<Rc<Outgoing>> = None;
        for from in state.directories() {
            let found = self.outgoing_from(from, directory)?;
            all = Some(match all {
                None => found,
                Some(before) => Rc::new(Outgoing {
                    links: before.links.iter().chain(&found.links).cloned().collect(),
                    all: before.all && found.all,
                }),
            });
        }
        all
    }

    fn outgoing_from(&self, from: &Directory, directory: &str) -> Option<Rc<Outgoing>> {
        let root = self.surroundings().real(from, &Text::literal(directory))?.known()?.to_owned();
        match self.overlay.entry(&root) {
            Entry::Directory => {}
            Entry::Unknown | Entry::Link(_) => return None,
            Entry::Missing | Entry::File => return Some(Rc::new(Outgoing { links: Vec::new(), all: true })),
        }
        let age = self.overlay.age();
        if let Some((_, known)) = self.searched.trees.borrow().get(&root).filter(|(then, _)| *then == age) {
            return Some(Rc::clone(known));
        }
        let found = Rc::new(self.search(&root));
        self.searched.trees.borrow_mut().insert(root, (age, Rc::clone(&found)));
        Some(found)
    }

    fn search(&self, root: &str) -> Outgoing {
        let surroundings = self.surroundings();
        let mut left = MAX_NAMES.min(self.searched.left.get());
        let before = left;
        let mut out = Outgoing { links: Vec::new(), all: true };
        // Trees that the walk goes through; what a link in one of them leads to in another is seen there.
        let mut trees = vec![root.to_owned()];
        let mut waiting = VecDeque::from([Seen { real: root.to_owned(), path: String::new() }]);
        // What a link leads to comes after all that is below the root.
        let mut later = VecDeque::new();
        'walk: while let Some(at) = waiting.pop_front().or_else(|| later.pop_front()) {
            let listed = if left > 0 { self.overlay.listed(&at.real) } else { None };
            let Some(names) = listed else {
                out.all = false;
                continue;
            };
            for name in names.iter() {
                let Some(fewer) = left.checked_sub(1).filter(|_| out.links.len() < MAX_LINKS) else {
                    out.all = false;
                    break 'walk;
                };
                left = fewer;
                let real = self.below(&at.real, name);
                let path = if at.path.is_empty() { name.clone() } else { format!("{}/{name}", at.path) };
                match self.overlay.entry(&real) {
                    Entry::Directory => waiting.push_back(Seen { real, path }),
                    Entry::Link(_) => {
                        let there =
                            surroundings.look(&Directory::Known(at.real.clone()), &Text::literal(name.as_str()));
                        let end = surroundings.canonical(&real);
                        let stays = end.as_ref().is_some_and(|end| trees.iter().any(|tree| self.is_in(tree, end)));
                        if there == Entry::Missing || stays {
                            continue;
                        }
                        out.links.push((path.clone(), there != Entry::File));
                        if let (Entry::Directory, Some(end)) = (there, end) {
                            trees.push(end.clone());
                            later.push_back(Seen { real: end, path });
                        }
                    }
                    Entry::File | Entry::Missing | Entry::Unknown => {}
                }
            }
        }
        self.searched.left.set(self.searched.left.get() - (before - left));
        out
    }

    fn below(&self, directory: &str, name: &str) -> String {
        let separator = self.flavor().separator();
        format!("{}{separator}{name}", directory.trim_end_matches(separator))
    }

    fn is_in(&self, tree: &str, path: &str) -> bool {
        let separator = self.flavor().separator();
        let rest = path.strip_prefix(tree.trim_end_matches(separator));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(separator))
    }

    fn flavor(&self) -> Flavor {
        self.environment.surroundings.platform.flavor()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, evaluate};
    use super::*;
    use crate::access::Boundary;
    use crate::path::{Listed, Platform, Surroundings, Table};

    /// Where `source` reaches out of `/w`, in which `files` are; `?` where that cannot be known.
    fn outside(source: &str, files: Vec<(String, Listed)>) -> Vec<String> {
        let etc = [("/etc/a", Listed::File), ("/etc/s", Listed::Link("/srv".into())), ("/srv/b", Listed::File)];
        let etc = etc.map(|(path, listed)| (path.to_owned(), listed));
        let table = Table::new(Flavor::Posix, files.into_iter().chain(etc).collect());
        let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: None, fs: &table };
        let evaluation = evaluate(source, &Environment { surroundings, env: None, prefix: None });
        let out = evaluation.accesses.iter().filter(|access| access.place.boundary != Boundary::Inside);
        out.map(|access| access.place.record_path().unwrap_or_else(|| "?".to_owned())).collect()
    }

    fn link(path: &str, target: &str) -> (String, Listed) {
        (path.to_owned(), Listed::Link(target.to_owned()))
    }

    /// Ten directories of so many files each.
    fn many(files: usize) -> impl Iterator<Item = (String, Listed)> {
        (0..10 * files).map(move |n| (format!("/w/d{}/{n}", n % 10), Listed::File))
    }

    #[test]
    fn what_is_near_is_seen_in_a_large_tree() {
        let files = || many(900).chain([link("/w/d9/z", "/etc"), link("/w/z", "/etc/a")]).collect();
        assert_eq!(outside("grep -R x .", files()), ["/w/z"]);
        assert_eq!(outside("cd d9; grep -R x .", files()), ["/w/d9/z", "/w/d9/z/s"]);
    }

    #[test]
    fn who_writes_is_asked_about_what_was_not_seen() {
        assert_eq!(outside("chown -RL ana .", many(900).collect()), ["?"]);
        assert!(outside("chown -RL ana .", many(300).collect()).is_empty());
        assert!(outside("chown -R ana .", many(900).collect()).is_empty());
    }

    #[test]
    fn a_directory_too_long_to_be_listed_is_not_seen() {
        let files = || (0..2_000).map(|n| (format!("/w/long/{n}"), Listed::File)).chain([link("/w/z/l", "/etc/a")]);
        assert_eq!(outside("grep -R x .", files().collect()), ["/w/z/l"]);
        assert_eq!(outside("chown -RL ana .", files().collect()), ["/w/z/l", "?"]);
    }

    #[test]
    fn a_tree_is_searched_again_once_it_changed() {
        let files = || vec![("/w/a".to_owned(), Listed::File)];
        assert_eq!(outside("grep -R x .; ln -s /etc/a l; grep -R x .", files()), ["/etc/a", "/w/l"]);
    }

    #[test]
    fn many_searches_end() {
        let commands = (0..500).map(|n| format!("touch n{n}; grep -R x .\n")).collect::<String>();
        assert!(outside(&commands, many(300).collect()).is_empty());
    }
}
