//! Pathname expansion.
//!
//! Owns the walk of a pattern down the file system (Bash manual, 3.5.8). Where the file system cannot say, there is no answer, and
//! the pattern stands for what it may match.

use super::Evaluator;
use super::expand::Field;
use super::pattern::Pattern;
use super::state::State;
use crate::access::{Certainty, Mode, Role};
use crate::command::{AtLink, Effect};
use crate::path::{Directory, Entry};
use crate::value::{Piece, Text};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most paths that a pattern is resolved to; past it, it stays a pattern.
const MAX_MATCHES: usize = 200;
/// How many patterns are remembered with what they match.
const MAX_REMEMBERED: usize = 256;

/// What patterns match: by directory and pattern, with the overlay's age when it was looked for.
pub(super) type Globs = BTreeMap<(String, String), (usize, Option<Vec<String>>)>;

impl Evaluator<'_> {
    /// bash itself lists the directory in which it looks for matches; that counts where no more is done to what it finds there.
    pub(super) fn globbed(&mut self, state: &State, field: &Field) {
        for text in field.texts.iter().filter(|t| t.has_glob()) {
            let Some(at) = text.prefix().rfind('/') else { continue };
            let directory = text.prefix().get(..at).filter(|d| !d.is_empty()).unwrap_or("/");
            let effect = Effect {
                text: Text::literal(directory),
                mode: Mode::List,
                role: Role::Known,
                certainty: Certainty::Definite,
                span: field.span,
                base: None,
                link: AtLink::Follows,
            };
            self.listed(state, effect);
        }
    }

    /// The paths that `pattern` matches, written as it is written; `None` where they cannot be found out.
    pub(super) fn glob(&self, directory: &str, pattern: &Text) -> Option<Vec<String>> {
        if pattern.has_hole() {
            return None;
        }
        let age = self.overlay.age();
        let key = (directory.to_owned(), pattern.record());
        if let Some((_, found)) = self.globs.borrow().get(&key).filter(|(then, _)| *then == age) {
            return found.clone();
        }
        let found = self.matches(directory, pattern);
        let mut globs = self.globs.borrow_mut();
        if globs.len() < MAX_REMEMBERED || globs.contains_key(&key) {
            globs.insert(key, (age, found.clone()));
        }
        found
    }

    fn matches(&self, directory: &str, pattern: &Text) -> Option<Vec<String>> {
        let mut found: Vec<String> = vec![String::new()];
        for (at, component) in components(pattern).iter().map(widest).enumerate() {
            let mut next = Vec::new();
            for before in &found {
                let base = if at == 0 { String::new() } else { format!("{before}/") };
                match component.known() {
                    Some("") if at > 1 && before.ends_with('/') => next.push(before.clone()),
                    Some(name) => {
                        let path = format!("{base}{name}");
                        // Before the first live component nothing needs to be there yet.
                        if found.len() == 1 && !has_glob_before(pattern, at) || self.is_there(directory, &path)? {
                            next.push(path);
                        }
                    }
                    None => {
                        let matcher = Pattern::new(&component)?;
                        let dotted = component.prefix().starts_with('.');
                        for name in self.names(directory, &base)?.iter() {
                            if (dotted || !name.starts_with('.')) && matcher.matches(name) {
                                next.push(format!("{base}{name}"));
                            }
                        }
                    }
                }
            }
            if next.len() > MAX_MATCHES {
                return None;
            }
            found = next;
        }
        found.sort_unstable();
        Some(found)
    }

    /// The links that the text made and that `pattern` may match, written as it is written.
    pub(super) fn made_links(&self, directory: &str, pattern: &Text) -> Vec<String> {
        let prefix = pattern.prefix();
        let base = prefix.rfind('/').and_then(|at| prefix.get(..=at)).unwrap_or("");
        let Some(real) = self.real(directory, base) else { return Vec::new() };
        let matcher = Pattern::new(&widest(pattern));
        let links = self.overlay.links(&real).into_iter().map(|link| format!("{base}{link}"));
        links.filter(|link| matcher.as_ref().is_none_or(|matcher| matcher.matches(link))).take(MAX_MATCHES).collect()
    }

    /// Where `path` really is.
    fn real(&self, directory: &str, path: &str) -> Option<String> {
        let word = Text::literal(if path.is_empty() { "." } else { path });
        let place = self.place_word(&Directory::Known(directory.to_owned()), &word, Mode::List, false)?;
        place.canonical.as_ref().and_then(Text::known).map(str::to_owned)
    }

    fn names(&self, directory: &str, base: &str) -> Option<Rc<[String]>> {
        match self.look(directory, base) {
            Entry::Directory => self.overlay.listed(&self.real(directory, base)?),
            Entry::Missing | Entry::File => Some(Rc::from([])),
            Entry::Link(_) | Entry::Unknown => None,
        }
    }

    fn is_there(&self, directory: &str, path: &str) -> Option<bool> {
        let only_directory = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
        match self.look(directory, path) {
            Entry::Missing => Some(false),
            Entry::Unknown => None,
            entry => Some(!only_directory || entry == Entry::Directory),
        }
    }

    /// What is at `path`, links followed; one that leads to itself leads nowhere.
    fn look(&self, directory: &str, path: &str) -> Entry {
        let word = Text::literal(if path.is_empty() { "." } else { path });
        self.surroundings().look(&Directory::Known(directory.to_owned()), &word)
    }
}

/// The text split at its slashes.
fn components(text: &Text) -> Vec<Text> {
    let mut out = vec![Text::default()];
    for piece in text.pieces() {
        match piece {
            Piece::Literal(literal) => {
                for (at, part) in literal.split('/').enumerate() {
                    if at > 0 {
                        out.push(Text::default());
                    }
                    if let Some(last) = out.last_mut() {
                        last.push_str(part);
                    }
                }
            }
            piece => {
                if let Some(last) = out.last_mut() {
                    last.push(piece.clone());
                }
            }
        }
    }
    out
}

/// An extended pattern matches no more than `*` does.
fn widest(component: &Text) -> Text {
    let mut out = Text::default();
    for piece in component.pieces() {
        out.push(match piece {
            Piece::Glob(glob) if glob.len() > 1 && glob.ends_with(')') => Piece::Glob("*".into()),
            piece => piece.clone(),
        });
    }
    out
}

fn has_glob_before(pattern: &Text, component: usize) -> bool {
    components(pattern).iter().take(component).any(Text::has_glob)
}
