//! A path with holes as a root and components.
//!
//! Owns the one way in which a text with holes is cut into components, normalised by text, and written again. It knows
//! nothing of files, of Git Bash, or of where a path stands.

use super::Flavor;
use crate::value::{Hole, Piece, Text};
use ecow::EcoString;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A known name; in a route that is not normalised, also `.` and `..`.
    Name(EcoString),
    /// One name that is not wholly known: `*.c`, `log.$?`, `$(date)`.
    Some(Text),
    /// One name or several that are not known, and never climb.
    Below(Text),
    /// Any number of names that are not known, which may climb.
    Any(Text),
    /// A `..` that text alone cannot take away, because it is not known how much stands before it.
    Up,
}

impl Part {
    fn of(text: Text) -> Self {
        let hole = |piece: &Piece| if let Piece::Hole(hole) = piece { Some(*hole) } else { None };
        match text.pieces() {
            [Piece::Literal(name)] => Self::Name(name.clone()),
            pieces => match pieces.iter().filter_map(hole).max() {
                Some(Hole::Any) => Self::Any(text),
                Some(Hole::Below) => Self::Below(text),
                _ => Self::Some(text),
            },
        }
    }

    /// The known name.
    pub(super) fn name(&self) -> Option<&str> {
        if let Self::Name(name) = self { Some(name) } else { None }
    }

    /// How many bytes it takes with a separator, as far as it is known.
    fn room(&self) -> usize {
        self.name().map_or(0, |name| name.len() + 1)
    }

    fn append_to(&self, text: &mut Text) {
        match self {
            Self::Name(name) => text.push_str(name),
            Self::Some(part) | Self::Below(part) | Self::Any(part) => text.append(part),
            Self::Up => text.push_str(".."),
        }
    }
}

/// Cuts a text, from byte `start` of its known beginning on, at every known separator.
pub(super) fn parts(flavor: Flavor, text: &Text, start: usize) -> Vec<Part> {
    if let Some(known) = text.known() {
        return flavor.components(known.get(start..).unwrap_or("")).map(|name| Part::Name(name.into())).collect();
    }
    let mut out = Vec::new();
    let mut current = Text::default();
    let mut skip = start;
    for piece in text.pieces() {
        let Piece::Literal(literal) = piece else {
            current.push(piece.clone());
            continue;
        };
        let literal = literal.get(std::mem::take(&mut skip)..).unwrap_or("");
        for (index, name) in literal.split(|c| flavor.is_separator(c)).enumerate() {
            if index > 0 && !current.is_empty() {
                out.push(Part::of(std::mem::take(&mut current)));
            }
            current.push_str(name);
        }
    }
    if !current.is_empty() {
        out.push(Part::of(current));
    }
    out
}

/// Whether a `..` is among parts that are not normalised.
pub(super) fn climbs(parts: &[Part]) -> bool {
    parts.iter().any(|part| part.name() == Some(".."))
}

/// An absolute path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    /// `/`, `C:\`, `\\server\share\`.
    pub(super) root: String,
    /// What follows it.
    pub(super) parts: Vec<Part>,
}

impl Route {
    /// An absolute path that is wholly known.
    pub(super) fn of(flavor: Flavor, path: &str) -> Self {
        let anchor = flavor.anchor("", path);
        let parts = flavor.components(path.get(anchor.len..).unwrap_or("")).map(|name| Part::Name(name.into()));
        Self { parts: parts.collect(), root: anchor.root }
    }

    /// The same without `.` and `..`, by text alone.
    pub(super) fn normal(&self) -> Self {
        let mut out = Self { root: self.root.clone(), parts: Vec::with_capacity(self.parts.len()) };
        for part in &self.parts {
            match part {
                Part::Name(name) if name == "." => {}
                Part::Name(name) if name == ".." => out.climb(),
                part => out.parts.push(part.clone()),
            }
        }
        out
    }

    /// Takes the last component away by text.
    pub(super) fn climb(&mut self) {
        match self.parts.last() {
            Some(Part::Below(_) | Part::Any(_) | Part::Up) => self.parts.push(Part::Up),
            _ => {
                self.parts.pop();
            }
        }
    }

    /// Written as text.
    pub(super) fn text(&self, flavor: Flavor) -> Text {
        let separator = flavor.separator();
        let known = self.parts.iter().map_while(Part::name).count();
        let (names, rest) = self.parts.split_at_checked(known).unwrap_or_default();
        let mut text = EcoString::with_capacity(self.root.len() + names.iter().map(Part::room).sum::<usize>());
        text.push_str(&self.root);
        for (index, name) in names.iter().filter_map(Part::name).enumerate() {
            if index > 0 {
                text.push(separator);
            }
            text.push_str(name);
        }
        let mut out = Text::literal(text);
        for (index, part) in rest.iter().enumerate() {
            if index + known > 0 {
                out.push_str(separator.encode_utf8(&mut [0; 4]));
            }
            part.append_to(&mut out);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Piece;

    fn hole(before: &str, hole: Hole, after: &str) -> Text {
        Text::from(before).concat(&Text::hole(hole)).concat(&Text::from(after))
    }

    fn normal(text: &Text) -> String {
        let flavor = Flavor::Posix;
        Route { root: "/".to_owned(), parts: parts(flavor, text, 1) }.normal().text(flavor).record()
    }

    macro_rules! normals {
        ($($name:ident => $text:expr, $normal:expr;)*) => { $(#[test] fn $name() { assert_eq!(normal(&$text), $normal); })* };
    }

    normals! {
        dots_go                        => Text::from("/a/./b/../c"), "/a/c";
        the_root_has_no_parent         => Text::from("/../.."), "/";
        a_hole_is_glued_to_its_name    => hole("/a/log.", Hole::Digits, ".txt/b"), "/a/log.*.txt/b";
        a_name_hole_is_taken_away      => hole("/a/", Hole::Name, "/../b"), "/a/b";
        a_list_is_not_taken_away       => hole("/a/", Hole::Below, "/../b"), "/a/**/../b";
        anything_is_not_taken_away     => hole("/a/", Hole::Any, "/../../b"), "/a/**/../../b";
    }

    #[test]
    fn a_glob_is_one_name() {
        let mut text = Text::from("/a/x");
        text.push(Piece::Glob("*".into()));
        text.push_str("/../b");
        assert_eq!(normal(&text), "/a/b");
    }
}
