//! Places in a source text.
//!
//! Owns the span, and the one change of unit at the edge: inside the core a span counts bytes, in a record
//! it counts UTF-16 code units, as JavaScript's strings do. It knows nothing of what the text means.

use serde::{Serialize, Serializer, ser::SerializeTuple};

/// A range of bytes `[start, end)` of one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets; offsets past 4 GiB cannot occur below [`crate::syntax::MAX_SOURCE`].
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: narrow(start), end: narrow(end) }
    }

    /// The text of `source` that the span covers; empty where it does not fit.
    #[must_use]
    pub fn of(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `offset` lies in the span.
    #[must_use]
    pub fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }
}

/// Spans go out as `[start, end]`.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.start)?;
        pair.serialize_element(&self.end)?;
        pair.end()
    }
}

/// Turns byte spans of one source into spans of UTF-16 code units.
#[derive(Debug)]
pub struct Utf16 {
    /// For each non-ASCII character: the byte after it, and how many code units fewer than bytes stand before that byte.
    shifts: Vec<(u32, u32)>,
}

impl Utf16 {
    /// Reads `source` once.
    #[must_use]
    pub fn new(source: &str) -> Self {
        let mut lost = 0u32;
        let shifts = source
            .char_indices()
            .filter(|(_, c)| !c.is_ascii())
            .map(|(at, c)| {
                lost += (c.len_utf8() - c.len_utf16()) as u32;
                (Span::new(0, at + c.len_utf8()).end, lost)
            })
            .collect();
        Self { shifts }
    }

    fn offset(&self, byte: u32) -> u32 {
        let after = self.shifts.partition_point(|&(at, _)| at <= byte);
        let lost = after.checked_sub(1).and_then(|i| self.shifts.get(i)).map_or(0, |&(_, lost)| lost);
        byte.saturating_sub(lost)
    }

    /// The span in UTF-16 code units.
    #[must_use]
    pub fn span(&self, span: Span) -> Span {
        Span { start: self.offset(span.start), end: self.offset(span.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_code_units() {
        let source = "é😀x";
        let utf16 = Utf16::new(source);
        assert_eq!(utf16.span(Span::new(0, 2)), Span::new(0, 1));
        assert_eq!(utf16.span(Span::new(2, 6)), Span::new(1, 3));
        assert_eq!(utf16.span(Span::new(6, 7)), Span::new(3, 4));
        assert_eq!(Span::new(6, 7).of(source), "x");
    }
}
