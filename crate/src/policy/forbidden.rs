//! The paths that `find` must not start from.
//!
//! Owns `blockFindRoot.forbiddenPaths`: equal or below, the root alone for `/`. It knows nothing of who runs `find`.

use super::config::Action;
use super::forms::{expand_home, fold, letters};
use super::pattern::{Letter, Match, Pattern};
use crate::access::Mode;
use crate::path::{Directory, Place, Surroundings};
use crate::value::{Piece, Text};

/// The forbidden paths, compiled.
pub(super) struct Forbidden {
    folds: bool,
    /// As written, and what is forbidden by it.
    entries: Vec<(String, Vec<Pattern>)>,
}

impl Forbidden {
    pub(super) fn new(paths: &[String], surroundings: &Surroundings<'_>) -> Self {
        let folds = super::folds(surroundings.platform.flavor());
        let entries = paths.iter().map(|written| (written.clone(), patterns(written, surroundings, folds))).collect();
        Self { folds, entries }
    }

    /// Whether a starting point is forbidden, or may be, and by what.
    pub(super) fn judge(&self, place: &Place) -> Option<(Action, &str)> {
        let mut forms: Vec<Vec<Letter>> =
            [&place.lexical, &place.canonical].into_iter().flatten().map(|text| self.root(text)).collect();
        if forms.is_empty() {
            forms.push(vec![Letter::Any]);
        }
        let relation = |patterns: &[Pattern]| {
            forms.iter().flat_map(|form| patterns.iter().map(|pattern| pattern.relation(form))).max()
        };
        let mut may = None;
        for (written, patterns) in &self.entries {
            match relation(patterns) {
                Some(Match::Must) => return Some((Action::Deny, written)),
                Some(Match::May) if may.is_none() => may = Some((Action::Ask, written.as_str())),
                _ => {}
            }
        }
        may
    }

    /// A starting point without the wildcards at its end: `/etc/*` searches all of `/etc`.
    fn root(&self, text: &Text) -> Vec<Letter> {
        if let Some(known) = text.known() {
            return bare(&fold(self.folds, known)).chars().map(Letter::Char).collect();
        }
        let mut pieces = text.pieces();
        while let [before @ .., Piece::Glob(glob)] = pieces {
            let ends = match before.last() {
                Some(Piece::Literal(known)) => known.ends_with(['/', '\\']),
                _ => false,
            };
            if !ends || !glob.chars().all(|c| c == '*') {
                break;
            }
            pieces = before;
        }
        let mut rest = Text::default();
        for piece in pieces {
            rest.push(piece.clone());
        }
        match rest.known() {
            Some(known) => bare(&fold(self.folds, known)).chars().map(Letter::Char).collect(),
            None => letters(&rest, self.folds),
        }
    }
}

/// What a written entry forbids: as it is written, and where it points.
fn patterns(written: &str, surroundings: &Surroundings<'_>, folds: bool) -> Vec<Pattern> {
    let separator = if folds { '\\' } else { '/' };
    let expanded = expand_home(written, surroundings.home);
    let path = bare(&expanded);
    let directory = Directory::Known(surroundings.cwd.to_owned());
    let place = surroundings.place(&directory, &path.into(), Mode::Search);
    let mut forms = vec![fold(folds, path)];
    for form in place.iter().flat_map(|place| [&place.lexical, &place.canonical]).flatten().filter_map(Text::known) {
        let form = fold(folds, bare(form));
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    let mut out = Vec::new();
    for form in forms {
        out.push(Pattern::equal(&form));
        let root = form.trim_end_matches(separator);
        if root.is_empty() && folds {
            // On Windows each drive has a root of its own.
            out.extend(('a'..='z').map(|drive| Pattern::equal(&format!("{drive}:\\"))));
        } else if !(root.is_empty() || folds && root.ends_with(':')) {
            out.push(Pattern::below(root, separator));
        }
    }
    out
}

/// Without wildcards and separators at its end; a root keeps its separator.
fn bare(path: &str) -> &str {
    let mut rest = path;
    loop {
        let cut = rest.trim_end_matches('*');
        // `/etc/ab*` names entries, not the directory: its last component is more than a wildcard.
        let next =
            if cut.is_empty() || cut.ends_with(['/', '\\']) { trim_separators(cut) } else { trim_separators(rest) };
        if next == rest {
            return rest;
        }
        rest = next;
    }
}

fn trim_separators(path: &str) -> &str {
    let cut = path.trim_end_matches(['/', '\\']);
    if cut.is_empty() || cut.ends_with(':') {
        // One separator is the root.
        path.get(..(cut.len() + 1).min(path.len())).unwrap_or(path)
    } else {
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Boundary;
    use crate::path::{NoFileSystem, Platform};
    use crate::value::Hole;

    #[test]
    fn wildcards_at_the_end_are_dropped() {
        for (path, rest) in [
            ("/etc/*", "/etc"),
            ("/etc/**/*", "/etc"),
            ("/etc/", "/etc"),
            ("/*", "/"),
            ("//", "/"),
            ("/etc/ab*", "/etc/ab*"),
            ("C:\\*", "C:\\"),
            ("C:\\x\\*", "C:\\x"),
            ("*", ""),
        ] {
            assert_eq!(bare(path), rest, "{path}");
        }
    }

    fn judge(forbidden: &str, root: Text) -> Option<Action> {
        let surroundings =
            Surroundings { platform: Platform::Linux, cwd: "/w", home: Some("/home/u"), fs: &NoFileSystem };
        let place = Place {
            typed: root.clone(),
            lexical: Some(root.clone()),
            canonical: Some(root),
            faithful: true,
            boundary: Boundary::Outside,
            literal_only: false,
        };
        Forbidden::new(&[forbidden.to_owned()], &surroundings).judge(&place).map(|(action, _)| action)
    }

    #[test]
    fn equal_or_below() {
        for (forbidden, root, action) in [
            ("/etc", "/etc", Some(Action::Deny)),
            ("/etc", "/etc/ssl", Some(Action::Deny)),
            ("/etc", "/etcfoo", None),
            ("/etc", "/", None),
            ("/etc/*", "/etc", Some(Action::Deny)),
            ("/etc", "/etc/*", Some(Action::Deny)),
            ("/", "/", Some(Action::Deny)),
            ("/*", "/", Some(Action::Deny)),
            ("/", "/*", Some(Action::Deny)),
            ("/", "/usr", None),
            ("~/x", "/home/u/x/y", Some(Action::Deny)),
            ("/a[b]", "/a[b]/c", Some(Action::Deny)),
        ] {
            assert_eq!(judge(forbidden, root.into()), action, "{forbidden} {root}");
        }
    }

    #[test]
    fn a_hole_asks_where_it_may_be_forbidden() {
        let open = |before: &str, hole: Hole| Text::literal(before).concat(&Text::hole(hole));
        assert_eq!(judge("/etc", open("/", Hole::Name)), Some(Action::Ask));
        assert_eq!(judge("/etc", open("/etc/", Hole::Any)), Some(Action::Deny));
        assert_eq!(judge("/etc", open("/usr/", Hole::Any)), None);
        let mut glob = Text::literal("/etc/");
        glob.push(Piece::Glob("*".into()));
        assert_eq!(judge("/etc", glob), Some(Action::Deny));
    }
}
