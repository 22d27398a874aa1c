//! `[[ … ]]`.
//!
//! Owns the expressions of conditional commands: their operators, and where a regular expression ends.

use super::cursor::Parser;
use super::keyword::{Keyword, is_meta};
use super::tree::{Condition, Word};
use super::word::Place;
use crate::source::Span;

const UNARY: &[&str] = &[
    "-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-k", "-n", "-o", "-p", "-r", "-s", "-t", "-u", "-v", "-w", "-x",
    "-z", "-G", "-L", "-N", "-O", "-R", "-S",
];

const BINARY: &[&str] = &["=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

impl Parser<'_> {
    /// The expression and the `]]` after it.
    pub(super) fn conditional(&mut self, start: usize) -> Condition {
        let condition = self.disjunction(start);
        self.skip_lines();
        if !self.eat_keyword(Keyword::CloseCondition) {
            // What is left of the brackets is no expression.
            while self.peek().is_some_and(|b| !matches!(b, b'\n' | b';')) && !self.eat_keyword(Keyword::CloseCondition)
            {
                if self.word(Place::Command).is_none() {
                    self.advance();
                }
                self.skip_blanks();
            }
            self.fault(start);
        }
        condition.unwrap_or_else(|| Condition::Word(Word::default()))
    }

    fn disjunction(&mut self, start: usize) -> Option<Condition> {
        let mut terms = Vec::new();
        loop {
            terms.push(self.conjunction(start)?);
            self.skip_lines();
            if !self.eat("||") {
                return balanced(terms, Condition::Or);
            }
        }
    }

    fn conjunction(&mut self, start: usize) -> Option<Condition> {
        let mut terms = Vec::new();
        loop {
            terms.push(self.term(start)?);
            self.skip_lines();
            if !self.eat("&&") {
                return balanced(terms, Condition::And);
            }
        }
    }

    fn term(&mut self, start: usize) -> Option<Condition> {
        self.skip_lines();
        self.count();
        if !self.enter() {
            return None;
        }
        let term = if self.eat("(") {
            let inner = self.disjunction(start);
            self.skip_lines();
            if !self.eat(")") {
                self.fault(start);
            }
            inner
        } else if self.eat_keyword(Keyword::Bang) {
            self.term(start).map(|inner| Condition::Not(Box::new(inner)))
        } else {
            self.test(start)
        };
        self.leave();
        term
    }

    /// `word`, `-f word` or `word operator word`.
    fn test(&mut self, start: usize) -> Option<Condition> {
        if matches!(self.keyword(), Some((Keyword::CloseCondition, _))) {
            self.fault(start);
            return None;
        }
        let first = self.word(Place::Command)?;
        self.skip_blanks();
        if self.is_operator(&first, UNARY) {
            let operand = self.condition_word(Place::Command, start)?;
            return Some(Condition::Unary(first.span, operand));
        }
        let Some(operator) = self.binary_operator() else {
            if matches!(self.peek(), Some(b'\n' | b'#')) {
                // A line break may stand before a word and behind a test, but a word alone wants its operator first.
                self.fault(start);
            }
            return Some(Condition::Word(first));
        };
        self.skip_blanks();
        let place = match operator.of(self.source) {
            "=~" => Place::Regex,
            "=" | "==" | "!=" => Place::Pattern,
            _ => Place::Command,
        };
        let second = self.condition_word(place, start)?;
        Some(Condition::Binary(operator, Box::new((first, second))))
    }

    fn is_operator(&self, word: &Word, operators: &[&str]) -> bool {
        self.literal_of(word).is_some_and(|text| operators.contains(&text.as_str()))
    }

    fn condition_word(&mut self, place: Place, start: usize) -> Option<Word> {
        if matches!(self.keyword(), Some((Keyword::CloseCondition, _))) {
            self.fault(start);
            return None;
        }
        let word = self.word(place);
        if word.is_none() {
            self.fault(start);
        }
        word
    }

    fn binary_operator(&mut self) -> Option<Span> {
        let start = self.at;
        if matches!(self.peek(), Some(b'<' | b'>')) && self.peek_second() != Some(b'(') {
            self.at += 1;
            return Some(self.since(start));
        }
        let ends = BINARY.iter().filter_map(|text| self.looking_at(text));
        let end = ends.into_iter().find(|&end| self.byte(self.past_continuations(end)).is_none_or(is_meta))?;
        self.at = end;
        Some(self.since(start))
    }
}

/// Joins terms into a tree whose depth is the logarithm of their number: `&&` and `||` are associative, and a chain
/// of them must not make a tree that is as deep as it is long.
fn balanced(mut terms: Vec<Condition>, join: fn(Box<(Condition, Condition)>) -> Condition) -> Option<Condition> {
    if terms.len() <= 1 {
        return terms.pop();
    }
    let right = terms.split_off(terms.len() / 2);
    Some(join(Box::new((balanced(terms, join)?, balanced(right, join)?))))
}
