//! One text with holes.
//!
//! Owns concatenation, the questions "is it wholly known?" and "what does it begin with?", and how a text with holes
//! is written in a record.

use ecow::EcoString;
use smallvec::SmallVec;

/// The most bytes that a value is followed to: as long as the longest source. Whoever puts values together past it says that the
/// result is not known.
pub const MAX_TEXT: usize = 256 * 1024;

/// The most pieces that a value is kept in.
const MAX_PIECES: usize = 64;

/// What can stand in a part of a text that cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hole {
    /// Digits: `$?`, `$((…))`, `${#x}`.
    Digits,
    /// Anything without a slash: `$(date …)`, `$(basename …)`.
    Name,
    /// A relative path that never climbs: what a list of the files below a directory holds.
    Below,
    /// Anything.
    Any,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// Known text; a character in it is itself, however it was quoted.
    Literal(EcoString),
    /// A live pattern of file names, as typed: `*`, `?`, `[a-z]`, `@(a|b)`. It matches no slash.
    Glob(EcoString),
    /// Unknown text.
    Hole(Hole),
    /// The home directory of the named user, which is not known: `~name`. Only ever the first piece.
    Home(EcoString),
    /// The letters and digits that `mktemp` puts behind this beginning of a path: nobody knows them before. Behind any other
    /// beginning they name something else.
    Made(EcoString),
}

/// Literal pieces, globs and holes, one after another. Neighbouring literals are one piece; no piece is empty.
///
/// Most texts are one short literal: they are made and copied without an allocation, and copies of longer ones share them.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text {
    pieces: SmallVec<[Piece; 1]>,
}

impl Clone for Text {
    fn clone(&self) -> Self {
        let pieces = match self.pieces.as_slice() {
            [piece] => SmallVec::from_buf([piece.clone()]),
            pieces => pieces.iter().cloned().collect(),
        };
        Self { pieces }
    }
}

impl Text {
    /// A known text.
    #[must_use]
    pub fn literal(text: impl Into<EcoString>) -> Self {
        let text = text.into();
        Self { pieces: if text.is_empty() { SmallVec::new() } else { SmallVec::from_buf([Piece::Literal(text)]) } }
    }

    /// A text of which nothing but `hole` is known.
    #[must_use]
    pub fn hole(hole: Hole) -> Self {
        Self { pieces: SmallVec::from_buf([Piece::Hole(hole)]) }
    }

    /// The home directory of the user `name`, which is not known.
    #[must_use]
    pub fn home(name: impl Into<EcoString>) -> Self {
        Self { pieces: SmallVec::from_buf([Piece::Home(name.into())]) }
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether it is the empty text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The whole text, if all of it is known and no glob is live in it.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// What it surely begins with.
    #[must_use]
    pub fn prefix(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Literal(text)) => text,
            _ => "",
        }
    }

    /// What it surely ends with.
    #[must_use]
    pub fn suffix(&self) -> &str {
        match self.pieces.last() {
            Some(Piece::Literal(text)) => text,
            _ => "",
        }
    }

    /// How many bytes of it are known.
    #[must_use]
    pub fn len(&self) -> usize {
        let length = |piece: &Piece| match piece {
            Piece::Literal(text) | Piece::Glob(text) | Piece::Home(text) => text.len(),
            Piece::Hole(_) | Piece::Made(_) => 1,
        };
        self.pieces.iter().map(length).sum()
    }

    /// The same text without `character` at its end, however often it stands there.
    #[must_use]
    pub fn trimmed_end(&self, character: char) -> Self {
        let mut out = self.clone();
        if let Some(Piece::Literal(last)) = out.pieces.last_mut() {
            last.truncate(last.trim_end_matches(character).len());
            if last.is_empty() {
                out.pieces.pop();
            }
        }
        out
    }

    /// The same without that character.
    #[must_use]
    pub fn without(&self, character: char) -> Self {
        let mut out = Self::default();
        for piece in &self.pieces {
            match piece {
                Piece::Literal(literal) => literal.split(character).for_each(|part| out.push_str(part)),
                piece => out.push(piece.clone()),
            }
        }
        out
    }

    /// Its lines, each without the character that ends it. A hole is held for a part of one line.
    #[must_use]
    pub fn lines(&self, end: char) -> Vec<Self> {
        let mut out = vec![Self::default()];
        for piece in &self.trimmed_one(end).pieces {
            let parts = match piece {
                Piece::Literal(literal) => literal.split(end).map(Self::literal).collect(),
                piece => vec![Self { pieces: SmallVec::from_buf([piece.clone()]) }],
            };
            for (at, part) in parts.into_iter().enumerate() {
                if at > 0 {
                    out.push(Self::default());
                }
                if let Some(line) = out.last_mut() {
                    line.append(&part);
                }
            }
        }
        if self.is_empty() { Vec::new() } else { out }
    }

    fn trimmed_one(&self, end: char) -> Self {
        let mut out = self.clone();
        if let Some(Piece::Literal(last)) = out.pieces.last_mut()
            && last.ends_with(end)
        {
            last.pop();
            if last.is_empty() {
                out.pieces.pop();
            }
        }
        out
    }

    /// Whether a part of it cannot be known.
    #[must_use]
    pub fn has_hole(&self) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Hole(_) | Piece::Home(_) | Piece::Made(_)))
    }

    /// Whether it has a live glob character.
    #[must_use]
    pub fn has_glob(&self) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Glob(_)))
    }

    /// Whether nothing is known but that it may hold anything.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.pieces.as_slice(), [Piece::Hole(Hole::Any)])
    }

    /// Whether it has more pieces than a value is kept in.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.pieces.len() > MAX_PIECES
    }

    /// The same text, of which no more than its beginning is known where it has too many pieces: a value that grows with each
    /// assignment costs no more than another.
    #[must_use]
    pub fn bounded(&self) -> Self {
        if self.is_long() { Self::literal(self.prefix()).concat(&Self::hole(Hole::Any)) } else { self.clone() }
    }

    /// Puts known text at the end.
    pub fn push_str(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Piece::Literal(last)) = self.pieces.last_mut() {
            last.push_str(text);
        } else {
            self.pieces.push(Piece::Literal(text.into()));
        }
    }

    /// Puts a piece at the end; holes that touch become one.
    pub fn push(&mut self, piece: Piece) {
        match (self.pieces.last_mut(), piece) {
            (Some(Piece::Literal(last)), Piece::Literal(next)) => last.push_str(&next),
            (_, Piece::Literal(text)) if text.is_empty() => {}
            (Some(Piece::Hole(last)), Piece::Hole(next)) => *last = (*last).max(next),
            (_, piece) => self.pieces.push(piece),
        }
    }

    /// Puts at the end what `mktemp` makes behind this text.
    pub fn push_made(&mut self) {
        let behind = self.known().unwrap_or("").into();
        self.pieces.push(Piece::Made(behind));
    }

    /// Puts a text at the end.
    pub fn append(&mut self, other: &Self) {
        if self.is_empty() {
            self.clone_from(other);
            return;
        }
        for piece in &other.pieces {
            self.push(piece.clone());
        }
    }

    /// This text and then `other`.
    #[must_use]
    pub fn concat(mut self, other: &Self) -> Self {
        self.append(other);
        self
    }

    /// The same text with its live globs as plain characters: a glob that matches nothing stands for itself.
    #[must_use]
    pub fn unglobbed(&self) -> Self {
        let mut out = Self::default();
        for piece in &self.pieces {
            match piece {
                Piece::Glob(typed) => out.push_str(typed),
                other => out.push(other.clone()),
            }
        }
        out
    }

    /// The rest, if it surely begins with `prefix`.
    #[must_use]
    pub fn strip_prefix(&self, prefix: &str) -> Option<Self> {
        if prefix.is_empty() {
            return Some(self.clone());
        }
        let rest = self.prefix().strip_prefix(prefix)?;
        let mut out = Self::literal(rest);
        for piece in self.pieces.iter().skip(1) {
            out.push(piece.clone());
        }
        Some(out)
    }

    /// Split at the first occurrence of `separator` in a literal piece that stands before any hole or glob.
    #[must_use]
    pub fn split_once(&self, separator: char) -> Option<(String, Self)> {
        let (before, _) = self.prefix().split_once(separator)?;
        let rest = self.strip_prefix(before)?.strip_prefix(separator.encode_utf8(&mut [0; 4]))?;
        Some((before.to_owned(), rest))
    }

    /// As people typed it, as far as it is known: globs as typed, holes as `*` and `**`, nothing escaped.
    #[must_use]
    pub fn plain(&self) -> String {
        self.write(false)
    }

    /// As a record has it (`CONTRACT.md`): known text as it is; in a text with holes or globs, `*` and `**` for holes,
    /// globs as typed, and literal `*`, `?`, `[`, `\` escaped.
    #[must_use]
    pub fn record(&self) -> String {
        match self.known() {
            Some(text) => text.to_owned(),
            None => self.write(true),
        }
    }

    fn write(&self, escape: bool) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Literal(text) if escape => {
                    for c in text.chars() {
                        if matches!(c, '*' | '?' | '[' | '\\') {
                            out.push('\\');
                        }
                        out.push(c);
                    }
                }
                Piece::Literal(text) | Piece::Glob(text) => out.push_str(text),
                Piece::Hole(Hole::Digits | Hole::Name) | Piece::Made(_) => out.push('*'),
                Piece::Hole(Hole::Below | Hole::Any) => out.push_str("**"),
                Piece::Home(name) => {
                    out.push('~');
                    out.push_str(name);
                }
            }
        }
        out
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::literal(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::literal(text)
    }
}
