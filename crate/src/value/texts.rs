//! A bounded set of texts: what a value may be.

use super::{Hole, Text};
use std::rc::Rc;

/// How many texts a set holds before it becomes a hole.
pub const MAX_TEXTS: usize = 32;

/// What a value may be: at least one text, in the order in which they were found. Copies are cheap: one small text stands in
/// the set itself, and all else is shared.
#[derive(Clone, Debug)]
pub struct Texts {
    texts: Kept,
}

#[derive(Clone, Debug)]
enum Kept {
    One(Text),
    Shared(Rc<Vec<Text>>),
}

/// How many pieces a text that is not shared may have.
const MAX_PIECES: usize = 2;

impl Texts {
    fn of(texts: Vec<Text>) -> Self {
        Self { texts: Kept::Shared(Rc::new(texts)) }
    }

    /// One text.
    #[must_use]
    pub fn one(text: impl Into<Text>) -> Self {
        let text = text.into();
        if text.pieces().len() > MAX_PIECES { Self::of(vec![text]) } else { Self { texts: Kept::One(text) } }
    }

    /// Anything that `hole` can be.
    #[must_use]
    pub fn hole(hole: Hole) -> Self {
        Self::one(Text::hole(hole))
    }

    /// Nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Self::hole(Hole::Any)
    }

    fn as_slice(&self) -> &[Text] {
        match &self.texts {
            Kept::One(text) => std::slice::from_ref(text),
            Kept::Shared(texts) => texts,
        }
    }

    /// The texts.
    pub fn iter(&self) -> std::slice::Iter<'_, Text> {
        self.as_slice().iter()
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Never: a value is at least one text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// The text, if there is one alone.
    #[must_use]
    pub fn single(&self) -> Option<&Text> {
        match self.as_slice() {
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
        if self.as_slice().contains(&text) {
            return;
        }
        if self.len() >= MAX_TEXTS {
            *self = Self::unknown();
            return;
        }
        match &mut self.texts {
            Kept::One(first) => *self = Self::of(vec![std::mem::take(first), text]),
            Kept::Shared(texts) => Rc::make_mut(texts).push(text),
        }
    }

    /// Either of the two.
    pub fn join(&mut self, other: &Self) {
        if let (Kept::Shared(own), Kept::Shared(other)) = (&self.texts, &other.texts)
            && Rc::ptr_eq(own, other)
        {
            return;
        }
        for text in other {
            self.insert(text.clone());
        }
    }

    /// How many bytes of its longest text are known.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.iter().map(Text::len).max().unwrap_or(0)
    }

    /// Each text of this set and then each of `other`.
    #[must_use]
    pub fn concat(mut self, other: &Self) -> Self {
        if let (1, [b]) = (self.len(), other.as_slice()) {
            match &mut self.texts {
                Kept::One(a) => {
                    a.append(b);
                    return Self::one(std::mem::take(a));
                }
                Kept::Shared(texts) => Rc::make_mut(texts).iter_mut().for_each(|a| a.append(b)),
            }
            return self;
        }
        if self.len() * other.len() > MAX_TEXTS {
            return Self::unknown();
        }
        self.iter().flat_map(|a| other.iter().map(|b| a.clone().concat(b))).collect()
    }

    /// Each text changed by `change`.
    #[must_use]
    pub fn map(&self, change: impl FnMut(&Text) -> Text) -> Self {
        self.iter().map(change).collect()
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Texts {}

impl From<Text> for Texts {
    fn from(text: Text) -> Self {
        Self::one(text)
    }
}

impl FromIterator<Text> for Texts {
    /// An unknown set where there is no text.
    fn from_iter<I: IntoIterator<Item = Text>>(texts: I) -> Self {
        let mut texts = texts.into_iter();
        let mut out = texts.next().map_or_else(Self::unknown, Self::one);
        for text in texts {
            out.insert(text);
        }
        out
    }
}

impl<'a> IntoIterator for &'a Texts {
    type Item = &'a Text;
    type IntoIter = std::slice::Iter<'a, Text>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
