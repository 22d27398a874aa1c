//! Conditional expressions.
//!
//! Owns `[[ … ]]` (Bash manual, 6.4): which files it looks at, and whether it holds where that is known. It knows nothing of what
//! follows from it.

use super::Evaluator;
use super::pattern::Pattern;
use super::state::State;
use crate::access::{Mode, Role};
use crate::command::{Argument, AtLink, Effect};
use crate::syntax::tree::Condition;

impl Evaluator<'_> {
    /// `[[ … ]]`: whether it holds, where that is known.
    pub(super) fn test(&mut self, condition: &Condition, state: &mut State) -> Option<bool> {
        match condition {
            Condition::Word(word) => {
                let texts = self.text(state, word);
                texts.known().map(|t| !t.is_empty())
            }
            Condition::Unary(operator, word) => {
                let operator = operator.of(&self.source()).to_owned();
                let texts = self.text(state, word);
                match operator.as_str() {
                    "-z" => texts.known().map(str::is_empty),
                    "-n" => texts.known().map(|t| !t.is_empty()),
                    "-v" | "-R" => {
                        let span = self.span(word.span);
                        for text in &texts {
                            self.subscripts(&[Argument { text: text.clone(), span, open: false }]);
                        }
                        None
                    }
                    "-o" | "-t" => None,
                    operator => {
                        let span = self.span(word.span);
                        let link = if matches!(operator, "-L" | "-h") { AtLink::Stays } else { AtLink::Follows };
                        let (mode, role, certainty) = (Mode::Metadata, Role::Known, self.certainty(texts.len()));
                        for text in &texts {
                            let text = text.clone();
                            self.effect(state, &Effect { text, mode, role, certainty, span, base: None, link });
                        }
                        None
                    }
                }
            }
            Condition::Binary(operator, words) => {
                let operator = operator.of(&self.source()).to_owned();
                let (left, right) = words.as_ref();
                let subject = self.text(state, left);
                match operator.as_str() {
                    "=" | "==" | "!=" => {
                        let pattern = self.pattern_text(state, right);
                        let matches = match (subject.known(), pattern.single().and_then(Pattern::new)) {
                            (Some(text), Some(pattern)) => Some(pattern.matches(text)),
                            _ => None,
                        };
                        matches.map(|m| m != (operator == "!="))
                    }
                    "-nt" | "-ot" | "-ef" => {
                        let other = self.text(state, right);
                        for (texts, word) in [(&subject, left), (&other, right)] {
                            let span = self.span(word.span);
                            self.touch(state, texts, Mode::Metadata, span);
                        }
                        None
                    }
                    "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" => {
                        let right = self.text(state, right);
                        self.arithmetic_value(state, &subject);
                        self.arithmetic_value(state, &right);
                        None
                    }
                    _ => {
                        self.text(state, right);
                        None
                    }
                }
            }
            Condition::Not(inner) => self.test(inner, state).map(|b| !b),
            Condition::And(both) => match self.test(&both.0, state) {
                Some(false) => Some(false),
                first => {
                    let second = self.test(&both.1, state);
                    match (first, second) {
                        (_, Some(false)) => Some(false),
                        (Some(true), Some(true)) => Some(true),
                        _ => None,
                    }
                }
            },
            Condition::Or(both) => match self.test(&both.0, state) {
                Some(true) => Some(true),
                first => {
                    let second = self.test(&both.1, state);
                    match (first, second) {
                        (_, Some(true)) => Some(true),
                        (Some(false), Some(false)) => Some(false),
                        _ => None,
                    }
                }
            },
        }
    }
}
