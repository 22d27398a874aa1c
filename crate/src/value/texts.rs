//! A bounded set of texts: what a value may be.

use super::{Hole, Text};

/// How many texts a set holds before it becomes a hole.
pub const MAX_TEXTS: usize = 32;

/// What a value may be: at least one text, in the order in which they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    texts: Vec<Text>,
}

impl Texts {
    /// One text.
    #[must_use]
    pub fn one(text: impl Into<Text>) -> Self {
        Self { texts: vec![text.into()] }
    }

    /// Anything that `hole` can be.
    #[must_use]
    pub fn hole(hole: Hole) -> Self {
        Self { texts: vec![Text::hole(hole)] }
    }

    /// Nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Self::hole(Hole::Any)
    }

    /// The texts.
    pub fn iter(&self) -> std::slice::Iter<'_, Text> {
        self.texts.iter()
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Never: a value is at least one text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The text, if there is one alone.
    #[must_use]
    pub fn single(&self) -> Option<&Text> {
        match self.texts.as_slice() {
            [text] => Some(text),
            _ => None,
        }
    }

    /// The text, if there is one alone and all of it is known.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        self.single().and_then(Text::known)
    }

    /// Takes another text in; past the bound the set becomes a hole.
    pub fn insert(&mut self, text: Text) {
        if self.texts.contains(&text) {
            return;
        }
        if self.texts.len() >= MAX_TEXTS {
            self.texts = vec![Text::hole(Hole::Any)];
        } else {
            self.texts.push(text);
        }
    }

    /// Either of the two.
    pub fn join(&mut self, other: &Self) {
        for text in &other.texts {
            self.insert(text.clone());
        }
    }

    /// How many bytes of its longest text are known.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.texts.iter().map(Text::len).max().unwrap_or(0)
    }

    /// Each text of this set and then each of `other`.
    #[must_use]
    pub fn concat(mut self, other: &Self) -> Self {
        if let ([a], [b]) = (self.texts.as_mut_slice(), other.texts.as_slice()) {
            a.append(b);
            return self;
        }
        if self.texts.len() * other.texts.len() > MAX_TEXTS {
            return Self::unknown();
        }
        self.texts.iter().flat_map(|a| other.texts.iter().map(|b| a.clone().concat(b))).collect()
    }

    /// Each text changed by `change`.
    #[must_use]
    pub fn map(&self, change: impl FnMut(&Text) -> Text) -> Self {
        let mut changed = self.texts.iter().map(change);
        let mut out = Self { texts: changed.next().into_iter().collect() };
        for text in changed {
            out.insert(text);
        }
        out
    }
}

impl From<Text> for Texts {
    fn from(text: Text) -> Self {
        Self::one(text)
    }
}

impl FromIterator<Text> for Texts {
    /// An unknown set where there is no text.
    fn from_iter<I: IntoIterator<Item = Text>>(texts: I) -> Self {
        let mut out = Self { texts: Vec::new() };
        for text in texts {
            out.insert(text);
        }
        if out.texts.is_empty() { Self::unknown() } else { out }
    }
}

impl<'a> IntoIterator for &'a Texts {
    type Item = &'a Text;
    type IntoIter = std::slice::Iter<'a, Text>;
    fn into_iter(self) -> Self::IntoIter {
        self.texts.iter()
    }
}
