//! Redirections.
//!
//! Owns the operators, what may stand before one, and what follows it. The bodies of here-documents are read where
//! the line ends.

use super::cursor::Parser;
use super::heredoc::Pending;
use super::tree::{Descriptor, Operator, Redirection, Word};
use super::word::Place;
use crate::source::Span;

/// The longest first, so that each is read whole.
const OPERATORS: &[(&str, Operator)] = &[
    ("&>>", Operator::BothAppend),
    ("&>", Operator::Both),
    ("<<<", Operator::HereString),
    ("<<", Operator::HereDocument),
    ("<&", Operator::DuplicateInput),
    ("<>", Operator::ReadWrite),
    ("<", Operator::Input),
    (">>", Operator::Append),
    (">&", Operator::DuplicateOutput),
    (">|", Operator::Clobber),
    (">", Operator::Output),
];

impl Parser<'_> {
    /// A redirection, if one begins here.
    pub(super) fn redirection(&mut self) -> Option<Redirection> {
        let first = self.peek()?;
        let start = self.at;
        let descriptor = match first {
            b'0'..=b'9' => Some(self.descriptor_number()?),
            b'{' => Some(self.descriptor_variable()?),
            b'<' | b'>' | b'&' => None,
            _ => return None,
        };
        let operator = self.redirection_operator(descriptor.is_some());
        let Some(operator) = operator else {
            self.at = start;
            return None;
        };
        Some(self.redirected(start, descriptor, operator))
    }

    /// All the redirections that stand here.
    pub(super) fn redirections(&mut self) -> Vec<Redirection> {
        let mut redirections = Vec::new();
        loop {
            let end = self.at;
            self.skip_blanks();
            let Some(redirection) = self.redirection() else {
                self.at = end;
                return redirections;
            };
            redirections.push(redirection);
        }
    }

    fn redirection_operator(&mut self, described: bool) -> Option<Operator> {
        let first = self.peek()?;
        // `<(` begins a word, and `2&>f` is the word `2` before an operator that takes no descriptor.
        if (matches!(first, b'<' | b'>') && self.peek_second() == Some(b'(')) || (first == b'&' && described) {
            return None;
        }
        let (end, operator) =
            OPERATORS.iter().find_map(|&(text, operator)| Some((self.looking_at(text)?, operator)))?;
        self.at = end;
        Some(operator)
    }

    /// Digits just before `<` or `>`, if they are a number to bash.
    fn descriptor_number(&mut self) -> Option<Descriptor> {
        let start = self.at;
        let (mut end, mut next) = (start, start);
        while self.byte(next).is_some_and(|b| b.is_ascii_digit()) {
            end = next + 1;
            next = self.past_continuations(end);
        }
        let digits = Span::new(start, end);
        let number = digits.of(self.source).replace("\\\n", "");
        (matches!(self.byte(next), Some(b'<' | b'>')) && number.parse::<i32>().is_ok()).then(|| {
            self.at = next;
            Descriptor::Number(self.name(digits))
        })
    }

    /// `{name}` just before `<` or `>`.
    fn descriptor_variable(&mut self) -> Option<Descriptor> {
        let start = self.at;
        self.peek().filter(|&b| b == b'{')?;
        self.at += 1;
        let name = self.identifier();
        if self.peek() == Some(b'[') && name.is_some() {
            let end = self.find(self.at, b']').unwrap_or(self.at);
            self.at = end + 1;
        }
        let span = self.since(start + 1);
        let closed = name.is_some() && self.eat("}") && matches!(self.peek(), Some(b'<' | b'>'));
        if !closed {
            self.at = start;
        }
        closed.then(|| Descriptor::Variable(self.name(span)))
    }

    /// What follows the operator.
    fn redirected(&mut self, start: usize, descriptor: Option<Descriptor>, operator: Operator) -> Redirection {
        let strip_tabs = operator == Operator::HereDocument && self.eat("-");
        self.count();
        self.skip_blanks();
        let target = self.target(operator, start);
        let span = self.since(start);
        if operator == Operator::HereDocument {
            self.structured();
            self.pending.push(Pending::new(span.start, target.span.of(self.source), strip_tabs));
        }
        Redirection { descriptor, operator, target, body: None, span }
    }

    /// The word after an operator; an empty one where it is missing.
    fn target(&mut self, operator: Operator, start: usize) -> Word {
        let word_start = self.at;
        let duplicates = matches!(operator, Operator::DuplicateInput | Operator::DuplicateOutput);
        if self.peek() == Some(b'-') && duplicates {
            // Bash reads the hyphen for itself: `>&-x` closes, and `x` is a word.
            return self.within(word_start + 1, |parser| parser.operand(Place::Command));
        }
        let descriptor = self.descriptor_number().or_else(|| self.descriptor_variable());
        let descriptor = descriptor.filter(|_| self.redirection_operator(true).is_some());
        self.at = word_start;
        let word = self.word(Place::Command);
        if word.is_none() || descriptor.is_some() {
            // In `> 2> f` the digits are a descriptor, and no word.
            self.fault(start);
        }
        if operator == Operator::HereDocument {
            self.mark_text(self.since(word_start));
        }
        word.unwrap_or_else(|| Word { pieces: Vec::new(), span: Span::new(word_start, word_start) })
    }
}
