//! Where a word of a command points.
//!
//! Owns the place: the forms of one path, and how they follow from a word, the directory that it is seen from, and the
//! session. It knows nothing of how a word was expanded, of programs, or of rules.

use super::boundary::boundary;
use super::route::{Part, Route, climbs, parts};
use super::{Directory, Entry, Flavor, Platform, Surroundings, canonical, device, msys};
use crate::access::{Boundary, Mode};
use crate::value::{Hole, Piece, Text};

/// Where a word or a tool's input points: the forms of one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// As it was after expansion, before it was made absolute.
    pub typed: Text,
    /// Absolute and normalised by text alone; `None` where it cannot be made absolute. A literal-only path: as typed.
    pub lexical: Option<Text>,
    /// Resolved component by component through links; `None` where it cannot be known.
    pub canonical: Option<Text>,
    /// The lexical form names the same file as the canonical one. `link/../x` does not: the parent of a link is its
    /// target's.
    pub faithful: bool,
    /// Where it stands.
    pub boundary: Boundary,
    /// Outside wherever it is, and never turned into another path: a Git Bash mount, another user's home.
    pub literal_only: bool,
}

impl Place {
    /// A path of which nothing is known but how it is written.
    pub(crate) fn unknown(typed: &Text) -> Self {
        Self {
            typed: typed.clone(),
            lexical: None,
            canonical: None,
            faithful: true,
            boundary: Boundary::Either,
            literal_only: false,
        }
    }

    /// A path that is outside wherever it is, and stays as it is written in `path`.
    fn literal(typed: &Text, path: Text) -> Self {
        Self { lexical: Some(path), boundary: Boundary::Outside, literal_only: true, ..Self::unknown(typed) }
    }

    /// The form that people see: the lexical one if it names the same file as the canonical one, else the canonical one.
    #[must_use]
    pub fn shown(&self) -> Option<&Text> {
        self.canonical.as_ref().filter(|_| !self.faithful).or(self.lexical.as_ref())
    }

    /// The form that names the file itself: the canonical one, or the lexical one where that is unknown.
    #[must_use]
    pub fn itself(&self) -> Option<&Text> {
        self.canonical.as_ref().or(self.lexical.as_ref())
    }

    /// [`Place::shown`] as a record has it; `None` where it cannot be known.
    #[must_use]
    pub fn record_path(&self) -> Option<String> {
        self.shown().map(Text::record)
    }

    /// Whether a part of it is not known, or a glob.
    #[must_use]
    pub fn is_pattern(&self) -> bool {
        self.shown().unwrap_or(&self.typed).known().is_none()
    }

    /// Whether it is what `mktemp` makes, where it makes it, or below that.
    #[must_use]
    pub fn is_made(&self) -> bool {
        let made = |text: &Text| match text.pieces() {
            // As it was printed, but normalised; the beginning of a name is at its end.
            [Piece::Literal(before), Piece::Made(behind), ..] => {
                let written = format!("{behind}_");
                before == behind || Flavor::Posix.normalize(&written).strip_suffix('_') == Some(before.as_str())
            }
            _ => false,
        };
        self.lexical.as_ref().is_some_and(made)
    }

    /// Whether it is surely outside.
    #[must_use]
    pub fn external(&self) -> bool {
        self.boundary == Boundary::Outside
    }
}

/// What a word comes to before any file is looked at.
enum Aim {
    /// A safe device of Git Bash.
    Device,
    /// Outside, and only ever written so.
    Literal(Text),
    /// It cannot be made absolute.
    Unknown,
    /// An absolute path that is not normalised, and how many of its parts are the directory's.
    Route(Route, usize),
}

/// What the boundary is drawn around: the session's working directory, as far as links can be followed.
#[derive(Clone, Debug)]
pub struct Bounds {
    route: Route,
    text: Text,
}

impl Bounds {
    /// Where a straight path stands.
    fn boundary(&self, path: &str) -> Boundary {
        let cwd = self.text.known().unwrap_or("").trim_end_matches('/');
        let inside = path.strip_prefix(cwd).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if inside { Boundary::Inside } else { Boundary::Outside }
    }
}

impl Surroundings<'_> {
    /// What the boundary is drawn around.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let flavor = self.platform.flavor();
        let route = canonical::resolve(self.fs, flavor, Route::of(flavor, self.cwd), true).route;
        Bounds { text: route.text(flavor), route }
    }

    /// Where `word`, an argument after expansion, points for a command that runs in `directory`; `None` if it is a device
    /// that is safe for `mode`, or empty: the empty word names nothing (path_resolution(7)).
    ///
    /// A relative word starts at the *physical* directory, where links on the way to it have been followed. A link at the
    /// end of the word is followed too, but not for [`Mode::Delete`]: what is removed is the link. With
    /// [`Mode::Network`] the word is no path at all, and stays as it is typed.
    #[must_use]
    pub fn place(&self, directory: &Directory, word: &Text, mode: Mode) -> Option<Place> {
        self.place_within(&self.bounds(), directory, word, mode, mode == Mode::Delete)
    }

    /// The same, for who asks often and has the [`Surroundings::bounds`] at hand, where `itself` says that a link at the end of the
    /// word is meant and not followed.
    #[must_use]
    pub fn place_within(
        &self,
        bounds: &Bounds,
        directory: &Directory,
        word: &Text,
        mode: Mode,
        itself: bool,
    ) -> Option<Place> {
        if word.is_empty() {
            return None;
        }
        if mode == Mode::Network {
            return Some(Place::literal(word, word.clone()));
        }
        if let Some(path) = self.straight(directory, word)
            && self.clear(&path, mode != Mode::Delete).is_some()
        {
            let boundary = bounds.boundary(&path);
            let path = Text::literal(path);
            let place = Place { lexical: Some(path.clone()), boundary, ..Place::unknown(word) };
            return (!device::is_safe(&path, mode)).then_some(Place { canonical: Some(path), ..place });
        }
        match self.aim(directory, word) {
            Aim::Device => None,
            Aim::Literal(path) => Some(Place::literal(word, path)),
            Aim::Unknown => Some(Place::unknown(word)),
            Aim::Route(route, given) => self.settle(bounds, word, route, given, mode, itself),
        }
    }

    /// The directory after `cd target`. `physical`: as `cd -P` does, through links.
    #[must_use]
    pub fn change(&self, directory: &Directory, target: &Text, physical: bool) -> Directory {
        if target.is_empty() {
            return directory.clone();
        }
        if let Some(path) = self.straight(directory, target)
            && (!physical || self.clear(&path, true).is_some())
        {
            return Directory::Known(path.into());
        }
        let flavor = self.platform.flavor();
        let route = match self.aim(directory, target) {
            Aim::Device => return Directory::Literal(target.plain()),
            Aim::Literal(path) => {
                return path.known().map_or(Directory::Unknown, |path| Directory::Literal(path.to_owned()));
            }
            Aim::Unknown => return Directory::Unknown,
            Aim::Route(route, _) if physical => canonical::resolve(self.fs, flavor, route, true).route,
            Aim::Route(route, _) => route.normal(),
        };
        let text = route.text(flavor);
        match text.known() {
            Some(path) => Directory::Known(path.to_owned()),
            None => Directory::Pattern(text),
        }
    }

    /// What is at `word`, seen from `directory`, with every link followed: never [`Entry::Link`].
    #[must_use]
    pub fn look(&self, directory: &Directory, word: &Text) -> Entry {
        if let Some(entry) = self.straight(directory, word).and_then(|path| self.clear(&path, true)) {
            return entry;
        }
        match self.aim(directory, word) {
            _ if word.is_empty() => Entry::Missing,
            Aim::Device => Entry::File,
            Aim::Literal(_) | Aim::Unknown => Entry::Unknown,
            Aim::Route(route, _) => canonical::resolve(self.fs, self.platform.flavor(), route, true).entry,
        }
    }

    /// Where `word` really is, seen from `directory`: its canonical form as far as that is known, and the rest by text; `None`
    /// where it cannot be made absolute, or is a device.
    #[must_use]
    pub fn real(&self, directory: &Directory, word: &Text) -> Option<Text> {
        let flavor = self.platform.flavor();
        let text = match self.straight(directory, word).filter(|path| self.clear(path, true).is_some()) {
            Some(path) => Text::literal(path),
            None => match self.aim(directory, word) {
                _ if word.is_empty() => return None,
                Aim::Device | Aim::Unknown => return None,
                Aim::Literal(path) => return Some(path),
                Aim::Route(route, _) => canonical::resolve(self.fs, flavor, route, true).route.text(flavor),
            },
        };
        let device = self.platform != Platform::Win32 && device::is_safe(&text, Mode::Metadata);
        (!device).then_some(text)
    }

    /// The canonical form of an absolute path; `None` where it cannot be known.
    #[must_use]
    pub fn canonical(&self, path: &str) -> Option<String> {
        let flavor = self.platform.flavor();
        let end = canonical::resolve(self.fs, flavor, Route::of(flavor, path), true);
        end.known.then(|| end.route.text(flavor).plain())
    }

    /// The forms of an absolute path whose first `given` parts are the directory's.
    pub(super) fn settle(
        &self,
        bounds: &Bounds,
        typed: &Text,
        route: Route,
        given: usize,
        mode: Mode,
        itself: bool,
    ) -> Option<Place> {
        let flavor = self.platform.flavor();
        let lexical = route.normal();
        let detour = climbs(route.parts.get(given..).unwrap_or_default());
        // A separator at the end, or a dot, stands for the directory that a link leads to.
        let to_link = itself
            && !typed.suffix().ends_with(|c| flavor.is_separator(c))
            && route.parts.last().and_then(Part::name) != Some(".");
        let end = canonical::resolve(self.fs, flavor, route, !to_link);
        let text = lexical.text(flavor);
        let straight = lexical == end.route;
        let canonical = end.known.then(|| if straight { text.clone() } else { end.route.text(flavor) });
        let faithful = !detour || canonical::resolve(self.fs, flavor, lexical, !to_link).route == end.route;
        if self.platform != Platform::Win32 && faithful && device::is_safe(&text, mode) {
            return None;
        }
        Some(Place {
            typed: typed.clone(),
            lexical: Some(text),
            canonical,
            faithful,
            boundary: boundary(flavor, &end.route, &bounds.route),
            literal_only: false,
        })
    }

    fn aim(&self, directory: &Directory, word: &Text) -> Aim {
        match word.pieces().first() {
            Some(Piece::Home(_)) => return Aim::Literal(as_typed(word)),
            Some(Piece::Hole(Hole::Any)) => return Aim::Unknown,
            _ => {}
        }
        let flavor = self.platform.flavor();
        let translated;
        let path = match flavor {
            Flavor::Posix => word,
            Flavor::Windows => match msys::read(word) {
                msys::Reading::Device => return Aim::Device,
                msys::Reading::Literal => return Aim::Literal(word.clone()),
                msys::Reading::Unknown => return Aim::Unknown,
                msys::Reading::Windows(path) => {
                    translated = path;
                    &translated
                }
            },
        };
        let prefix = path.prefix();
        let root = flavor.root(prefix);
        // `C:` or `\\server` before a hole: the hole may go on with the root.
        if path.known().is_none() && flavor == Flavor::Windows && goes_on(flavor, prefix) {
            return Aim::Unknown;
        }
        let absolute = root.absolute && (flavor == Flavor::Posix || !root.device.is_empty());
        let base = match directory {
            _ if absolute => Text::default(),
            Directory::Known(base) => Text::from(base.as_str()),
            Directory::Pattern(base) => base.clone(),
            Directory::Literal(base) if root.len == 0 => return join_literal(flavor, base, path),
            Directory::Literal(_) | Directory::Unknown => return Aim::Unknown,
        };
        let anchor = flavor.anchor(base.prefix(), prefix);
        let mut all = if anchor.on_base { parts(flavor, &base, flavor.root(base.prefix()).len) } else { Vec::new() };
        let given = all.len();
        all.extend(parts(flavor, path, root.len));
        Aim::Route(Route { root: anchor.root, parts: all }, given)
    }
}

/// Whether the root of a Windows path may go on behind its known beginning: it does until a separator ends it.
fn goes_on(flavor: Flavor, prefix: &str) -> bool {
    let separator = |c| flavor.is_separator(c);
    let root = flavor.root(prefix);
    let half_share =
        root.device.is_empty() && prefix.starts_with(separator) && prefix.chars().nth(1).is_none_or(separator);
    half_share || !root.device.is_empty() && root.len >= prefix.len() && !prefix.ends_with(separator)
}

/// The word with another user's home as plain characters.
fn as_typed(word: &Text) -> Text {
    let mut out = Text::default();
    for piece in word.pieces() {
        match piece {
            Piece::Home(name) => {
                out.push_str("~");
                out.push_str(name);
            }
            piece => out.push(piece.clone()),
        }
    }
    out
}

/// A relative word in a directory whose place is not known: joined to it as text. A `..` may lead anywhere.
fn join_literal(flavor: Flavor, base: &str, word: &Text) -> Aim {
    let steps = parts(flavor, word, 0);
    if climbs(&steps) {
        return Aim::Unknown;
    }
    if steps.iter().all(|part| part.name() == Some(".")) {
        return Aim::Literal(Text::from(base));
    }
    let mut joined = Text::literal(base);
    if !base.ends_with('/') {
        joined.push_str("/");
    }
    let mut word = word.clone();
    while let Some(rest) = word.strip_prefix("./") {
        word = rest;
    }
    Aim::Literal(joined.concat(&word))
}

#[cfg(test)]
#[path = "place_tests.rs"]
mod tests;
