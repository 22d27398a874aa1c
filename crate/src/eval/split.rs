//! Word splitting.
//!
//! Owns the fields of one word while they are built, and where the value of an unquoted expansion is split (Bash manual,
//! 3.5.7): white space of `IFS` counts as one separator however much of it there is, any other character ends a field
//! each time.

use super::Evaluator;
use super::expand::{Field, relive};
use super::state::State;
use crate::source::Span;
use crate::value::{Hole, MAX_TEXT, Piece, Text, Texts};

/// Fields of one word while they are built.
pub(super) struct Fields {
    done: Vec<Field>,
    current: Option<(Texts, bool)>,
    span: Span,
    overflow: bool,
}

impl Fields {
    pub(super) fn new(span: Span) -> Self {
        Self { done: Vec::new(), current: None, span, overflow: false }
    }

    /// Puts `texts` at the end of the field that is being built. `open`: there may be no such field, or several.
    pub(super) fn glue(&mut self, texts: &Texts, open: bool) {
        self.current = Some(match self.current.take() {
            Some((before, _)) if before.longest() + texts.longest() > MAX_TEXT => {
                self.overflow = true;
                (Texts::unknown(), true)
            }
            Some((before, was_open)) => (before.concat(texts), was_open || open),
            None => (texts.clone(), open),
        });
    }

    /// Ends the field that is being built, if there is one.
    pub(super) fn end(&mut self) {
        if let Some((texts, open)) = self.current.take() {
            self.done.push(Field { texts, open, span: self.span, array: None });
        }
    }

    /// Whether a text was longer than [`MAX_TEXT`].
    pub(super) fn overflows(&self) -> bool {
        self.overflow
    }

    pub(super) fn done(mut self) -> Vec<Field> {
        self.end();
        self.done
    }

    /// The fields of one value.
    fn split(&mut self, text: &Text, separators: &[char]) {
        let mut white = false;
        for piece in text.pieces() {
            let Piece::Literal(literal) = piece else {
                let mut text = Text::default();
                text.push(piece.clone());
                self.glue(&Texts::one(text), may_split(piece));
                continue;
            };
            let mut rest = literal.as_str();
            loop {
                let (word, from) = rest.split_at(rest.find(separators).unwrap_or(rest.len()));
                if !word.is_empty() {
                    self.glue(&Texts::one(relive(&Text::literal(word))), false);
                }
                let mut chars = from.chars();
                let Some(separator) = chars.next() else { break };
                rest = chars.as_str();
                if self.current.is_some() {
                    self.end();
                    white = is_white(separator);
                } else if !is_white(separator) {
                    // The white space before it belongs to it; without any it ends an empty field.
                    if !white {
                        self.glue(&Texts::one(""), false);
                        self.end();
                    }
                    white = false;
                }
            }
        }
    }
}

impl Evaluator<'_> {
    /// Splitting and the reviving of glob characters, for the value of an unquoted expansion.
    pub(super) fn split(&mut self, state: &State, texts: &Texts, fields: &mut Fields) {
        let Some(separators) = self.separators(state) else {
            fields.glue(&Texts::unknown(), true);
            return;
        };
        if let Some(text) = texts.single() {
            fields.split(text, &separators);
        } else if texts.iter().all(|t| !splits(t, &separators)) {
            let may_vanish = texts.iter().any(Text::is_empty) && fields.current.is_none();
            let kept: Texts = texts.iter().filter(|t| !may_vanish || !t.is_empty()).map(relive).collect();
            fields.glue(&kept, may_vanish);
        } else {
            let all: Texts = texts.iter().flat_map(|t| words(t, &separators)).map(|t| relive(&t)).collect();
            fields.glue(&all, true);
        }
    }

    /// The characters at which values are split; `None` where they cannot be known.
    pub(super) fn separators(&self, state: &State) -> Option<Vec<char>> {
        match state.variable("IFS").map(|variable| &variable.value) {
            None | Some(None) => Some(vec![' ', '\t', '\n']),
            Some(Some(value)) => value.scalar().known().map(|text| text.chars().collect()),
        }
    }
}

/// The words that a value is split into.
pub(super) fn words(text: &Text, separators: &[char]) -> Vec<Text> {
    let mut fields = Fields::new(Span::default());
    fields.split(text, separators);
    fields.done().into_iter().flat_map(|field| field.texts.iter().cloned().collect::<Vec<_>>()).collect()
}

fn is_white(separator: char) -> bool {
    matches!(separator, ' ' | '\t' | '\n')
}

/// Whether an unknown part may hold what separates fields.
fn may_split(piece: &Piece) -> bool {
    matches!(piece, Piece::Hole(Hole::Any | Hole::Name | Hole::Below))
}

/// Whether splitting would change it.
fn splits(text: &Text, separators: &[char]) -> bool {
    text.pieces().iter().any(|piece| match piece {
        Piece::Literal(text) => text.contains(separators),
        piece => may_split(piece),
    })
}
