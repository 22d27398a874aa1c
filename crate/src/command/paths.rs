//! Texts with holes, cut and joined at their slashes.
//!
//! Owns the few path operations that programs make before they open anything. It knows nothing of where paths point.

use crate::value::{Hole, Piece, Text};

/// Whether it stands for itself wherever the program is.
pub(super) fn is_absolute(text: &Text) -> bool {
    let prefix = text.prefix();
    prefix.starts_with(['/', '\\', '~'])
        || super::shape::has_drive(prefix)
        || matches!(text.pieces().first(), Some(Piece::Home(_)))
}

/// `name` below `directory`, if it is relative.
pub(super) fn join(directory: &Text, name: &Text) -> Text {
    if is_absolute(name) || directory.is_empty() {
        return name.clone();
    }
    let mut out = directory.clone();
    if !out.suffix().ends_with('/') {
        out.push_str("/");
    }
    out.concat(name)
}

/// The last component; what a hole may hide of it is a name.
pub(super) fn base_name(text: &Text) -> Text {
    let mut parts: Vec<Piece> = Vec::new();
    let mut trimmed = false;
    for piece in text.pieces().iter().rev() {
        match piece {
            Piece::Literal(literal) => {
                let literal = if trimmed { literal } else { literal.trim_end_matches('/') };
                trimmed |= !literal.is_empty();
                match literal.rsplit_once('/') {
                    Some((_, last)) => {
                        parts.push(Piece::Literal(last.into()));
                        break;
                    }
                    None => parts.push(Piece::Literal(literal.into())),
                }
            }
            Piece::Hole(Hole::Any | Hole::Below) => {
                parts.push(Piece::Hole(Hole::Name));
                break;
            }
            other => {
                trimmed = true;
                parts.push(other.clone());
            }
        }
    }
    collect(parts.into_iter().rev())
}

/// The parts between separators that surely stand there.
pub(super) fn split(text: &Text, separator: char) -> Vec<Text> {
    let flat = flatten(text);
    if !flat.contains(separator) {
        return vec![text.clone()];
    }
    flat.split(separator).map(unflatten).collect()
}

/// All before the last component: `.` where there is none, as dirname(1) says.
pub(super) fn directory_name(text: &Text) -> Text {
    let mut pieces = text.pieces().to_vec();
    if let Some(Piece::Literal(last)) = pieces.last_mut() {
        let kept = last.trim_end_matches('/').len();
        last.truncate(if pieces_are_root(text) { 1 } else { kept });
    }
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Literal(literal) => {
                if let Some((before, _)) = literal.rsplit_once('/') {
                    let root = before.is_empty() && pieces.is_empty();
                    pieces.push(Piece::Literal(if root { "/".into() } else { before.into() }));
                    return collect(pieces.into_iter());
                }
            }
            Piece::Hole(hole @ (Hole::Any | Hole::Below)) => {
                pieces.push(Piece::Hole(hole));
                return collect(pieces.into_iter());
            }
            _ => {}
        }
    }
    Text::literal(".")
}

fn pieces_are_root(text: &Text) -> bool {
    text.known().is_some_and(|known| !known.is_empty() && known.trim_matches('/').is_empty())
}

fn collect(pieces: impl Iterator<Item = Piece>) -> Text {
    let mut out = Text::default();
    for piece in pieces {
        out.push(piece);
    }
    out
}

/// Stands for a hole in a text that is scanned as a string.
pub(super) const UNKNOWN: char = '\u{fffc}';

/// The text as a string, holes as one character that no script uses.
pub(super) fn flatten(text: &Text) -> String {
    let mut out = String::new();
    for piece in text.pieces() {
        match piece {
            Piece::Literal(part) | Piece::Glob(part) => out.push_str(part),
            Piece::Hole(_) | Piece::Home(_) | Piece::Made(_) => out.push(UNKNOWN),
        }
    }
    out
}

/// A part of a flattened text.
pub(super) fn unflatten(part: &str) -> Text {
    let mut out = Text::default();
    for (at, known) in part.split(UNKNOWN).enumerate() {
        if at > 0 {
            out.push(Piece::Hole(Hole::Any));
        }
        out.push_str(known);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_cut_as_the_programs_do() {
        for (path, directory, base) in [
            ("a/b", "a", "b"),
            ("/a", "/", "a"),
            ("a", ".", "a"),
            ("a/b/", "a", "b"),
            ("/", "/", ""),
            ("/a/b/c", "/a/b", "c"),
        ] {
            assert_eq!(directory_name(&path.into()).plain(), directory, "{path}");
            assert_eq!(base_name(&path.into()).plain(), base, "{path}");
        }
        let below = Text::literal("src/").concat(&Text::hole(Hole::Below));
        assert_eq!(base_name(&below), Text::hole(Hole::Name));
        assert_eq!(directory_name(&below), below);
    }
}
