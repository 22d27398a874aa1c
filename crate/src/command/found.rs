//! What a `find` may find.
//!
//! Owns the files that its actions and its output stand for: those that there are, where the file system is known and small enough
//! to be gone through, and otherwise what starting points and `-name` say of them. It knows nothing of what is done to them.

use super::expression::{Expression, Truth};
use super::walk::{Seen, Walk};
use super::{Argument, AtLink, Context, Output, paths};
use crate::path::Entry;
use crate::source::Span;
use crate::value::{Hole, Text};
use std::collections::BTreeMap;

/// How many starting points are told apart.
const MAX_ROOTS: usize = 8;
/// How many files are told one by one.
pub(super) const MAX_FILES: usize = 24;

/// Files as they are handed on.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) files: Vec<(Span, Text)>,
    /// The same for what runs where they are: the directory, and the name in it.
    pub(super) inside: Vec<(Text, Text)>,
}

impl Found {
    /// As far as the arguments alone tell.
    pub(super) fn new(roots: &[&Argument], expression: &[Argument], links: AtLink, context: &dyn Context) -> Self {
        let value = |name: &str| {
            let at = expression.iter().position(|argument| argument.text.known() == Some(name))?;
            expression.get(at + 1)?.text.known()
        };
        let plain = !expression.iter().any(|a| matches!(a.text.known(), Some("-o" | "-or" | "!" | "-not" | "(" | ",")));
        let pattern = value("-name").filter(|_| plain);
        let files_only = plain && value("-type") == Some("f");
        let below_only = value("-mindepth").is_some_and(|depth| depth != "0");
        // `-name '*.ts'`, `-name .env`: what is found ends so.
        let ending =
            pattern.and_then(|pattern| pattern.rsplit('*').next()).filter(|rest| !rest.contains(['?', '[', ']', '\\']));
        let mut below = Text::hole(Hole::Below);
        below.push_str(ending.unwrap_or(""));
        let mut name = Text::hole(Hole::Name);
        name.push_str(ending.unwrap_or(""));
        let mut files = Vec::new();
        let mut inside = Vec::new();
        for root in roots.iter().take(MAX_ROOTS) {
            inside.push((paths::join(&root.text, &Text::hole(Hole::Below)), name.clone()));
            // A link may lead elsewhere, which what is below a directory does not tell.
            for link in root.text.known().map(|known| context.links(known)).unwrap_or_default() {
                let base = link.rsplit(['/', '\\']).next().unwrap_or(&link);
                if pattern.is_none_or(|pattern| matches(pattern, base) != Truth::No) {
                    let path = paths::join(&root.text, &Text::literal(link.as_str()));
                    inside.push((paths::directory_name(&path), paths::base_name(&path)));
                    files.push((root.span, path));
                }
            }
            // Where links lead that it follows is what is found below them.
            let walked = root.text.known().filter(|_| links == AtLink::Walks).and_then(|known| context.outgoing(known));
            for (link, directory) in walked.iter().flat_map(|out| &out.links) {
                let path = paths::join(&root.text, &Text::literal(link.as_str()));
                let base = paths::base_name(&path);
                let fits = base.known().zip(pattern).is_none_or(|(base, pattern)| matches(pattern, base) != Truth::No);
                if *directory {
                    inside.push((paths::join(&path, &Text::hole(Hole::Below)), name.clone()));
                    files.push((root.span, paths::join(&path, &below)));
                }
                if fits && !(*directory && files_only) {
                    inside.push((paths::directory_name(&path), base));
                    files.push((root.span, path));
                }
            }
            files.push((root.span, paths::join(&root.text, &below)));
            let directory = root.text.suffix().ends_with('/')
                || root.text.known().is_some_and(|known| matches!(known, "." | "..") || context.is_directory(known));
            let named = pattern.is_some_and(|pattern| {
                let base = paths::base_name(&root.text);
                base.known().is_some_and(|base| matches(pattern, base) == Truth::No)
            });
            if !(below_only || named || files_only && directory) {
                files.push((root.span, root.text.clone()));
            }
        }
        if roots.len() > MAX_ROOTS || roots.is_empty() {
            files = vec![(Span::default(), Text::hole(Hole::Any))];
        }
        Self { files, inside }
    }
}

/// A file that was found.
struct Hit {
    span: Span,
    path: String,
    /// It may lead elsewhere: a link, or a name that makes several words.
    apart: bool,
    /// It may be passed over.
    doubtful: bool,
}

/// What there is, by what reaches it.
pub(super) struct Listing {
    /// By the places of the actions' words.
    actions: BTreeMap<usize, Vec<Hit>>,
    printed: Vec<Hit>,
    /// There may be others.
    open: bool,
}

impl Listing {
    /// `None` where it cannot be known, or nobody asks.
    pub(super) fn of(
        links: AtLink,
        roots: &[&Argument],
        expression: &[Argument],
        context: &dyn Context,
    ) -> Option<Self> {
        let runs =
            |word: &Argument| matches!(word.text.known(), Some("-exec" | "-execdir" | "-ok" | "-okdir" | "-delete"));
        if !(context.heard() || expression.iter().any(runs)) || links != AtLink::Stays {
            return None;
        }
        let parsed = Expression::parse(expression)?;
        let mut listing = Self { actions: BTreeMap::new(), printed: Vec::new(), open: context.stirred() };
        let mut walk = Walk::new(context);
        for root in roots {
            let start = root.text.known().filter(|start| !root.open && !start.is_empty())?;
            walk.from(start, &mut |seen: &Seen| {
                let reached = parsed.apply(seen);
                let hit = |truth, path: &str| Hit {
                    span: root.span,
                    path: path.to_owned(),
                    apart: matches!(seen.entry, Entry::Link(_)) || strays(&seen.path),
                    doubtful: truth != Truth::Yes,
                };
                // A name with a line break in it is printed as several lines.
                let lines =
                    |truth| seen.path.split('\n').filter(|line| !line.is_empty()).map(move |line| hit(truth, line));
                for &(action, truth) in &reached.actions {
                    match expression.get(action).and_then(|word| word.text.known()) {
                        Some("-print") => listing.printed.extend(lines(truth)),
                        Some("-print0") => listing.printed.push(hit(truth, &seen.path)),
                        _ => listing.actions.entry(action).or_default().push(hit(truth, &seen.path)),
                    }
                }
                listing.printed.extend(reached.printed.into_iter().flat_map(lines));
                reached.descends
            })?;
        }
        Some(listing)
    }

    /// Whether nothing reaches the action.
    pub(super) fn is_empty(&self, action: usize) -> bool {
        !self.open && !self.actions.contains_key(&action)
    }

    /// What reaches the action; `found` stands for what are too many to be told one by one.
    pub(super) fn at(&self, action: usize, found: &Found) -> Found {
        self.told(self.actions.get(&action).map_or(&[], Vec::as_slice), found)
    }

    /// What is printed.
    pub(super) fn printed(&self, found: &Found) -> Output {
        match self.told(&self.printed, found).files {
            files if self.printed.is_empty() && !self.open || files.is_empty() => Output::Nothing,
            files => Output::Lines(files.into_iter().map(|(_, text)| text).collect()),
        }
    }

    /// Few files are told one by one, if all of them are surely found. Otherwise those are that may lead elsewhere.
    fn told(&self, hits: &[Hit], found: &Found) -> Found {
        let many = self.open || hits.len() > MAX_FILES || hits.iter().any(|hit| hit.doubtful);
        let each = || hits.iter().filter(|hit| hit.apart || !many).take(MAX_FILES);
        let mut out = if many { found.clone() } else { Found { files: Vec::new(), inside: Vec::new() } };
        out.files.extend(each().map(|hit| (hit.span, Text::literal(hit.path.as_str()))));
        out.inside.extend(each().map(|hit| {
            let path = Text::literal(hit.path.as_str());
            (paths::directory_name(&path), paths::base_name(&path))
        }));
        out
    }
}

/// Whether a part of the path behind a blank or a line break is a path of its own that leaves the tree: `./a\n/etc/passwd`.
fn strays(path: &str) -> bool {
    let mut parts = path.split(|c: char| c.is_ascii_whitespace()).skip(1);
    parts.any(|part| part.starts_with('/') || part.split('/').any(|name| name == ".."))
}

/// Whether a file name matches; a bracket expression is not looked into.
pub(super) fn matches(pattern: &str, name: &str) -> Truth {
    if pattern.contains(['[', '\\']) { Truth::Maybe } else { Truth::of(fits(pattern, name)) }
}

/// Whether a name matches a pattern of `*` and `?` alone.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let starts = |part: &str, at: &str| {
        part.chars().count() <= at.chars().count() && part.chars().zip(at.chars()).all(|(p, c)| p == '?' || p == c)
    };
    if !starts(first, name) {
        return false;
    }
    if !pattern.contains('*') {
        return first.chars().count() == name.chars().count();
    }
    let mut rest: String = name.chars().skip(first.chars().count()).collect();
    let tail: Vec<&str> = parts.collect();
    for (at, part) in tail.iter().enumerate() {
        let length = part.chars().count();
        let room = rest.chars().count();
        if at + 1 == tail.len() {
            let end: String = rest.chars().skip(room.saturating_sub(length)).collect();
            return length <= room && starts(part, &end);
        }
        let Some(skip) = (0..=room).find(|skip| starts(part, &rest.chars().skip(*skip).collect::<String>())) else {
            return false;
        };
        rest = rest.chars().skip(skip + length).collect();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Truth, matches};

    #[test]
    fn names_match_as_fnmatch_does() {
        for (pattern, name, yes) in [
            ("*.ts", "a.ts", true),
            ("*.ts", ".", false),
            ("a?c", "abc", true),
            ("a*c*", "abcd", true),
            ("*", "", true),
            ("x", "xy", false),
            ("*a*b", "aab", true),
        ] {
            assert_eq!(matches(pattern, name), Truth::of(yes), "{pattern} {name}");
        }
    }
}
