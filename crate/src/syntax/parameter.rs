//! Parameter expansions.
//!
//! Owns `$name` and `${…}`: the name, its subscript, and every operator after it. The words in it are those of
//! their own file.

use super::cursor::Parser;
use super::tree::{Matches, Operation, Parameter, Piece, Word};
use super::word::{Place, Quoted};
use crate::coverage::Code;
use crate::source::Span;
use std::rc::Rc;

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// A byte of a name that is not its first.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}

impl Parser<'_> {
    /// A variable's name, if one begins here.
    pub(super) fn identifier(&mut self) -> Option<Span> {
        self.peek().filter(|&b| is_name_start(b))?;
        let start = self.at;
        let mut end = start;
        while self.peek().is_some_and(is_name) {
            self.at += 1;
            end = self.at;
        }
        self.at = end;
        Some(self.since(start))
    }

    /// `$name`, `$1`, `$?`; `start` is the dollar sign.
    pub(super) fn plain_parameter(&mut self, start: usize) -> Piece {
        self.at = self.past_continuations(start + 1);
        let name_start = self.at;
        if self.identifier().is_none() {
            self.at += 1;
        }
        let mut parameter = self.parameter(start, self.since(name_start));
        if parameter.name.of(self.source).contains('\n') {
            parameter.operation = Some(Operation::Bad);
        }
        Piece::Parameter(Rc::new(parameter))
    }

    fn parameter(&self, start: usize, name: Span) -> Parameter {
        let (subscript, operation) = (None, None);
        Parameter { name, subscript, indirect: false, length: false, operation, span: self.since(start) }
    }

    /// `${…}`; `start` is the dollar sign.
    pub(super) fn braced(&mut self, start: usize, quoted: bool) -> Piece {
        self.at = self.looking_at("${").unwrap_or(self.at);
        let mut parameter = self.parameter(start, Span::default());
        if self.enter() {
            self.braced_inside(&mut parameter, quoted);
            self.leave();
        }
        parameter.span = self.since(start);
        Piece::Parameter(Rc::new(parameter))
    }

    fn braced_inside(&mut self, parameter: &mut Parameter, quoted: bool) {
        parameter.length = self.eat_prefix(b'#');
        parameter.indirect = !parameter.length && self.eat_prefix(b'!');
        let Some(name) = self.parameter_name() else {
            // Bash 5.2 has no `${ …; }`, and finds out about it when it expands the word: what is in it is read
            // for what it may hold.
            self.bad_substitution(parameter);
            return;
        };
        parameter.name = name;
        if self.peek() == Some(b'[') {
            parameter.subscript = self.subscript();
        }
        parameter.operation = self.operation(parameter.indirect && parameter.subscript.is_none(), quoted);
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            self.bad_substitution(parameter);
        }
    }

    /// Reads up to the closing brace what is no parameter expansion.
    fn bad_substitution(&mut self, parameter: &mut Parameter) {
        let start = parameter.span.start as usize;
        self.unquoted(Place::Brace);
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            self.fault(start);
        }
        self.mark_text(self.since(start));
        parameter.operation = Some(Operation::Bad);
    }

    /// `#` or `!` before a name. Either is a name itself, unless a name follows it or a special one that
    /// the brace closes behind.
    fn eat_prefix(&mut self, prefix: u8) -> bool {
        if self.peek() != Some(prefix) {
            return false;
        }
        let second = self.past_continuations(self.at + 1);
        let after = self.byte(self.past_continuations(second + 1));
        let is_prefix =
            self.byte(second).is_some_and(|b| is_name(b) || (is_special(b) && matches!(after, Some(b'}' | b'['))));
        if is_prefix {
            self.at = second;
        }
        is_prefix
    }

    fn parameter_name(&mut self) -> Option<Span> {
        let first = self.peek()?;
        let start = self.at;
        if first.is_ascii_digit() {
            while self.peek().is_some_and(|b| b.is_ascii_digit()) {
                self.at += 1;
            }
        } else if is_special(first) {
            self.at += 1;
        } else {
            self.identifier()?;
        }
        Some(self.name(self.since(start)))
    }

    /// `[…]` after a name; `None`, with nothing read, where the bracket is not closed.
    pub(super) fn subscript(&mut self) -> Option<Word> {
        let end = self.closing(self.at + 1, b'[', b']')?;
        if !self.enter() {
            return None;
        }
        self.at += 1;
        let word = self.within(end, |parser| parser.operand(Place::Bracket));
        self.at = end + 1;
        self.leave();
        Some(word)
    }

    /// Where the bracket is closed that is open at `start`.
    pub(super) fn bracket_end(&mut self, start: usize) -> Option<usize> {
        let end = self.closing(start + 1, b'[', b']');
        if end.is_none() {
            self.refuse(Code::Syntax, start, start + 1);
        }
        end
    }

    /// The operator after the name and what belongs to it.
    fn operation(&mut self, may_be_names: bool, quoted: bool) -> Option<Operation> {
        let first = self.peek()?;
        if may_be_names && (self.looking_at("*}").is_some() || self.looking_at("@}").is_some()) {
            self.at += 1;
            return Some(Operation::Names);
        }
        match first {
            b':' => {
                self.at += 1;
                match self.peek() {
                    Some(b'-' | b'=' | b'?' | b'+') => Some(self.substitute(true, quoted)),
                    _ => Some(self.substring()),
                }
            }
            b'-' | b'=' | b'?' | b'+' => Some(self.substitute(false, quoted)),
            b'#' | b'%' => {
                let longest = self.eat_doubled(first);
                let pattern = self.operand(Place::Brace);
                Some(if first == b'#' {
                    Operation::RemovePrefix { longest, pattern }
                } else {
                    Operation::RemoveSuffix { longest, pattern }
                })
            }
            b'/' => Some(self.replace()),
            b'^' | b',' => {
                let all = self.eat_doubled(first);
                Some(Operation::Case { upper: first == b'^', all, pattern: self.operand(Place::Brace) })
            }
            b'@' => {
                let letter = self.peek_second().filter(u8::is_ascii_alphabetic)?;
                let at = self.past_continuations(self.at + 1);
                if !b"QEPAaKkLUu".contains(&letter) {
                    return None;
                }
                self.at = at + 1;
                Some(Operation::Transform(Span::new(at, at + 1)))
            }
            _ => None,
        }
    }

    /// Reads an operator of one byte, and says whether it is written twice.
    fn eat_doubled(&mut self, operator: u8) -> bool {
        self.at += 1;
        let doubled = self.peek() == Some(operator);
        self.at += usize::from(doubled);
        doubled
    }

    /// `-`, `=`, `?` or `+`, and the word. In double quotes the word is as in double quotes too.
    fn substitute(&mut self, colon: bool, quoted: bool) -> Operation {
        let operator = self.peek();
        self.at += 1;
        let word = if quoted {
            let start = self.at;
            let pieces = self.quoted(Quoted::Brace);
            self.count();
            Word { pieces: vec![Piece::Double(pieces)], span: self.since(start) }
        } else {
            self.operand(Place::Brace)
        };
        match operator {
            Some(b'-') => Operation::Default { colon, word },
            Some(b'=') => Operation::Assign { colon, word },
            Some(b'?') => Operation::Error { colon, word },
            _ => Operation::Alternative { colon, word },
        }
    }

    fn substring(&mut self) -> Operation {
        let offset = self.operand(Place::BraceOffset);
        let length = (self.peek() == Some(b':')).then(|| {
            self.at += 1;
            self.operand(Place::Brace)
        });
        Operation::Substring { offset, length }
    }

    fn replace(&mut self) -> Operation {
        self.at += 1;
        let which = match self.peek() {
            Some(b'/') => Matches::All,
            Some(b'#') => Matches::Prefix,
            Some(b'%') => Matches::Suffix,
            _ => Matches::First,
        };
        if which != Matches::First {
            self.at += 1;
        }
        let pattern = self.operand(Place::BracePattern { after_slash: which == Matches::All });
        if self.peek() == Some(b'/') {
            self.at += 1;
        }
        let replacement = self.operand(Place::Brace);
        Operation::Replace { which, pattern, replacement }
    }
}
