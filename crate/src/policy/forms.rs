//! The forms in which a path or a text meets a pattern, and the forms of a pattern.
//!
//! Owns which forms of a path an `allow` may match and which an `ask` or a `deny`, relative forms, the folding of Windows, and
//! the expansion of a pattern. It knows no action but these, and asks `path/` where a pattern's literal prefix points.

use super::pattern::Letter;
use crate::access::Mode;
use crate::path::{Directory, Place, Surroundings};
use crate::value::{Hole, Piece, Text};

/// One form, ready to be matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// All of it is known.
    Known(String),
    /// It has holes.
    Open(Vec<Letter>),
}

/// The forms of one path or text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// What an `allow` may match: the file itself.
    pub allow: Vec<Form>,
    /// What an `ask` or a `deny` may match: every way to write it.
    pub strict: Vec<Form>,
    /// Where a whole tree is touched: what every path in it begins with.
    pub trees: Vec<String>,
    /// Whether they are of a path.
    pub path: bool,
}

/// The working directory as patterns see it.
pub(super) struct Cwd {
    folds: bool,
    /// Lexical and canonical, folded, with a separator at the end.
    prefixes: Vec<String>,
}

impl Cwd {
    pub(super) fn new(surroundings: &Surroundings<'_>) -> Self {
        let folds = super::folds(surroundings.platform.flavor());
        let separator = separator(folds);
        let mut prefixes: Vec<String> = Vec::new();
        for form in [Some(surroundings.cwd.to_owned()), surroundings.canonical(surroundings.cwd)].into_iter().flatten()
        {
            let mut prefix = fold(folds, &form);
            if !prefix.ends_with(separator) {
                prefix.push(separator);
            }
            if !prefixes.contains(&prefix) {
                prefixes.push(prefix);
            }
        }
        Self { folds, prefixes }
    }

    fn separator(&self) -> char {
        separator(self.folds)
    }

    fn separators(&self) -> &'static [char] {
        separators(self.folds)
    }
}

/// The separator of folded paths.
fn separator(folds: bool) -> char {
    if folds { '\\' } else { '/' }
}

fn separators(folds: bool) -> &'static [char] {
    if folds { &['/', '\\'] } else { &['/'] }
}

impl Forms {
    /// Of a path. An `allow` matches the canonical form alone, or the lexical one where that is unknown; a path whose place
    /// depends on the install is itself as typed. A form that still climbs is no file's name.
    ///
    /// `tree`: all that is below the path is touched too.
    pub(super) fn of(place: &Place, tree: bool, cwd: &Cwd) -> Self {
        let form = |text: &Text| Form::new(text, cwd.folds);
        let mut forms = Self { path: true, ..Self::default() };
        // What a hole of a literal-only path may climb to is not known.
        let climbs = |text: &Text| text.pieces().iter().any(|p| matches!(p, Piece::Hole(Hole::Any | Hole::Name)));
        let itself = place.itself().filter(|text| !(place.literal_only && climbs(text)));
        match itself {
            Some(text) => {
                let itself = form(&named_home(text));
                if !itself.climbs() {
                    forms.allow.extend(itself.below(cwd));
                    // `/tmp/` is the directory, and matches `/tmp/*`.
                    if let (Form::Known(path), true) = (&itself, place.typed.suffix().ends_with(cwd.separators())) {
                        forms.allow.push(Form::Known(format!("{path}{}", cwd.separator())));
                    }
                    forms.allow.insert(0, itself);
                }
            }
            None if !place.literal_only => forms.allow.push(Form::Open(vec![Letter::Any])),
            None => {}
        }
        // Another user's home is written `~name`, and is anywhere.
        let mut written = vec![form(&named_home(&place.typed)), form(&place.typed)];
        for text in [&place.lexical, &place.canonical].into_iter().flatten() {
            let absolute = form(text);
            written.extend(absolute.below(cwd));
            written.push(absolute);
        }
        if tree {
            let paths = [&place.lexical, &place.canonical].into_iter().flatten().filter_map(Text::known);
            let separator = cwd.separator();
            forms.trees =
                paths.map(|path| format!("{}{separator}", fold(cwd.folds, path).trim_end_matches(separator))).collect();
            forms.trees.dedup();
        }
        if place.lexical.is_none() && place.canonical.is_none() {
            // Somewhere: `x` in an unknown directory is `…/x`.
            let mut somewhere = vec![Letter::Any, Letter::Char(cwd.separator())];
            somewhere.extend(letters(&place.typed, cwd.folds));
            written.push(Form::Open(somewhere));
        }
        if cwd.folds {
            let plain: Vec<Form> = written.iter().filter_map(Form::plain).collect();
            written.extend(plain);
        }
        forms.strict = distinct(written);
        forms
    }

    /// Of texts that are no paths.
    pub(super) fn texts(allowed: &[Text], other: &[Text]) -> Self {
        let allow: Vec<Form> = allowed.iter().map(|text| Form::new(text, false)).collect();
        let strict = distinct(allow.iter().cloned().chain(other.iter().map(|text| Form::new(text, false))));
        Self { allow, strict, ..Self::default() }
    }
}

/// Most paths and texts are written as they are: one form then, not three.
fn distinct(forms: impl IntoIterator<Item = Form>) -> Vec<Form> {
    let mut out = Vec::new();
    for form in forms {
        if !out.contains(&form) {
            out.push(form);
        }
    }
    out
}

impl Form {
    fn new(text: &Text, folds: bool) -> Self {
        match text.known() {
            Some(known) => Self::Known(fold(folds, known)),
            None => Self::Open(letters(text, folds)),
        }
    }

    /// The file that Windows opens for it, if it has another name: `.env::$DATA` is a stream of `.env`, and for most programs so
    /// are dots and blanks at the end of a name nothing (Microsoft, "Naming Files, Paths, and Namespaces").
    fn plain(&self) -> Option<Self> {
        let Self::Known(text) = self else { return None };
        let name = |(at, part): (usize, &str)| {
            let part = if at == 0 { part } else { part.split(':').next().unwrap_or(part) };
            let plain = part.trim_end_matches(['.', ' ']);
            if plain.is_empty() { part } else { plain }.to_owned()
        };
        // A stream of a relative path's first name; a drive has one letter.
        let whole = match text.split_once(':') {
            Some((first, _)) if first.len() > 1 && !first.contains('\\') => first,
            _ => text,
        };
        let plain = whole.split('\\').enumerate().map(name).collect::<Vec<_>>().join("\\");
        (plain != *text).then_some(Self::Known(plain))
    }

    /// Seen from the working directory, if it is below it; for the directory itself nothing.
    fn below(&self, cwd: &Cwd) -> Option<Self> {
        cwd.prefixes.iter().find_map(|prefix| match self {
            Self::Known(text) => text.strip_prefix(prefix.as_str()).map(|rest| Self::Known(rest.to_owned())),
            Self::Open(letters) => {
                let mut letters = letters.iter();
                let below = prefix.chars().all(|c| letters.next() == Some(&Letter::Char(c)));
                below.then(|| Self::Open(letters.copied().collect()))
            }
        })
    }

    /// Whether a `.` or a `..` is left in it.
    fn climbs(&self) -> bool {
        let dots = |part: &str| part == "." || part == "..";
        match self {
            Self::Known(text) => text.split(['/', '\\']).any(dots),
            Self::Open(letters) => letters
                .split(|letter| matches!(letter, Letter::Char('/' | '\\')))
                .any(|part| matches!(part, [Letter::Char('.')] | [Letter::Char('.'), Letter::Char('.')])),
        }
    }
}

/// `~name` as it is typed, for a rule that names it so.
fn named_home(text: &Text) -> Text {
    let mut out = Text::default();
    for piece in text.pieces() {
        match piece {
            Piece::Home(name) => out.push_str(&format!("~{name}")),
            other => out.push(other.clone()),
        }
    }
    out
}

pub(super) fn letters(text: &Text, folds: bool) -> Vec<Letter> {
    let name = Letter::Not(if folds { '\\' } else { '/' });
    let mut out = Vec::new();
    for piece in text.pieces() {
        match piece {
            Piece::Literal(known) => out.extend(fold(folds, known).chars().map(Letter::Char)),
            Piece::Glob(typed)
                if typed.chars().all(|c| c.is_alphanumeric() || matches!(c, '*' | '?' | '.' | '-' | '_')) =>
            {
                out.extend(
                    fold(folds, typed).chars().map(|c| if matches!(c, '*' | '?') { name } else { Letter::Char(c) }),
                );
            }
            // It matches no slash; with one in it, it may stand for itself.
            Piece::Glob(typed) => out.push(if typed.contains(['/', '\\']) { Letter::Any } else { name }),
            Piece::Hole(Hole::Digits) => out.push(Letter::Digits),
            Piece::Hole(Hole::Name) | Piece::Made(_) => out.push(name),
            Piece::Hole(Hole::Below) => out.push(Letter::Below(separator(folds))),
            Piece::Hole(Hole::Any) | Piece::Home(_) => out.push(Letter::Any),
        }
    }
    out
}

/// As Windows compares: without regard to case, either separator.
pub(super) fn fold(folds: bool, text: &str) -> String {
    if folds {
        text.chars().flat_map(char::to_lowercase).map(|c| if c == '/' { '\\' } else { c }).collect()
    } else {
        text.to_owned()
    }
}

/// The ways in which a pattern of paths is tried; `allows`: for an `allow`.
///
/// As written, home expanded; and with its own literal prefix made absolute and canonical, so that `/tmp/*` works where
/// `/tmp` is a link. A relative pattern of an `allow` stays in the working directory: a link in it leads nowhere else.
pub(super) fn path_patterns(pattern: &str, allows: bool, surroundings: &Surroundings<'_>) -> Vec<String> {
    let folds = super::folds(surroundings.platform.flavor());
    let separators = separators(folds);
    let expanded = expand_home(pattern, surroundings.home);
    let mut out = vec![expanded.clone()];
    let (prefix, rest) = match expanded.find(['*', '?']) {
        None => (expanded.as_str(), ""),
        Some(wild) => {
            let end = expanded.get(..wild).and_then(|known| known.rfind(separators)).map_or(0, |at| at + 1);
            (expanded.get(..end).unwrap_or(""), expanded.get(end..).unwrap_or(""))
        }
    };
    let directory = Directory::Known(surroundings.cwd.to_owned());
    let place = if prefix.is_empty() { None } else { surroundings.place(&directory, &prefix.into(), Mode::Metadata) };
    if let Some(place) = place.filter(|place| !place.literal_only) {
        let bare = prefix.starts_with(|c: char| c.is_alphanumeric() || c == '_') && prefix.get(1..2) != Some(":");
        let forms = [place.lexical, place.canonical.filter(|_| !(allows && bare))];
        for form in forms.iter().flatten().filter_map(Text::known) {
            let gap = if rest.is_empty() || form.ends_with(separators) {
                ""
            } else if folds {
                "\\"
            } else {
                "/"
            };
            out.push(format!("{form}{gap}{rest}"));
        }
    }
    finish(out, folds)
}

/// The ways in which a pattern of texts is tried.
pub(super) fn text_patterns(pattern: &str, allows: bool, home: Option<&str>) -> Vec<String> {
    let written = (!allows).then(|| pattern.to_owned());
    finish(std::iter::once(expand_home(pattern, home)).chain(written).collect(), false)
}

fn finish(patterns: Vec<String>, folds: bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        let pattern = fold(folds, &pattern);
        if !out.contains(&pattern) {
            out.push(pattern);
        }
    }
    out
}

/// `~`, `$HOME` and `${HOME}` at the beginning, alone or before a separator. Where the home directory is not known, the
/// pattern stays as it is.
pub(super) fn expand_home(pattern: &str, home: Option<&str>) -> String {
    let Some(home) = home else { return pattern.to_owned() };
    for name in ["~", "$HOME", "${HOME}"] {
        if let Some(rest) = pattern.strip_prefix(name)
            && (rest.is_empty() || rest.starts_with(['/', '\\']))
        {
            return format!("{}{rest}", home.trim_end_matches(['/', '\\']));
        }
    }
    pattern.to_owned()
}
