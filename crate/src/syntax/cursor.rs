//! The place in the source, and the bounds of reading it.
//!
//! Owns the parser's state: where it is, how far it may read, how deep it stands, what it missed. Line continuations
//! are taken out here, so that no other file meets them. It knows no token.

use super::heredoc::Pending;
use super::{MAX_NESTING, MAX_NODES, Marks};
use crate::coverage::{Code, Coverage};
use crate::source::Span;
use crate::syntax::keyword::Terminators;
use crate::syntax::tree::{HereDocument, Piece};
use std::collections::BTreeMap;

/// A recursive-descent parser over one text.
///
/// A production that fails notes what it missed and returns what it has: a tree never loses what was read.
pub(super) struct Parser<'a> {
    pub(super) source: &'a str,
    /// The next byte.
    pub(super) at: usize,
    /// The byte after the last that may be read; a production that stands in brackets lowers it.
    pub(super) limit: usize,
    pub(super) coverage: Coverage,
    pub(super) marks: Marks,
    /// What ends a list that is open here, within the innermost substitution.
    pub(super) awaited: Terminators,
    /// Here-documents whose bodies begin after the next line break.
    pub(super) pending: Vec<Pending>,
    /// Bodies that were read, by the start of their redirection.
    pub(super) bodies: BTreeMap<u32, HereDocument>,
    /// Within `$(…)`, where a `)` after the delimiter of a here-document ends both.
    pub(super) in_parentheses: bool,
    /// Where `extglob` stands first, once it was asked for: it may be on for what is read after that line.
    extglob: Option<Option<usize>>,
    /// The first byte behind the last line break that was read between commands.
    pub(super) line: usize,
    /// Extended patterns may be on.
    pub(super) extended: bool,
    /// Where the first command of the innermost substitution begins.
    pub(super) opened: Option<usize>,
    /// How often a closing bracket was looked for to the end and not found.
    lost: usize,
    depth: usize,
    nodes: usize,
    halted: bool,
    /// How often a byte was looked at: what the tests of linear time count.
    #[cfg(test)]
    pub(super) steps: std::cell::Cell<usize>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self {
            source,
            at: 0,
            limit: source.len(),
            coverage: Coverage::default(),
            marks: Marks::default(),
            awaited: Terminators::NONE,
            pending: Vec::new(),
            bodies: BTreeMap::new(),
            in_parentheses: false,
            extglob: None,
            line: 0,
            extended: false,
            opened: None,
            lost: 0,
            depth: 0,
            nodes: 0,
            halted: false,
            #[cfg(test)]
            steps: Default::default(),
        }
    }

    /// A parser for a text that was taken out of this one's: it shares the bounds.
    pub(super) fn inner<'b>(&self, source: &'b str) -> Parser<'b> {
        Parser { depth: self.depth, nodes: self.nodes, extended: self.extended, ..Parser::new(source) }
    }

    /// Takes back what an inner parser used up and missed; `span` is where its text stands.
    pub(super) fn join(&mut self, inner: Parser<'_>, span: Span) {
        self.nodes = inner.nodes;
        #[cfg(test)]
        self.steps.set(self.steps.get() + inner.steps.get());
        self.coverage.absorb(&inner.coverage, Some(span));
        self.halted |= inner.halted;
        self.structured();
    }

    /// The byte at `at`, if it may be read.
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        #[cfg(test)]
        self.steps.set(self.steps.get() + 1);
        if at < self.limit && !self.halted { self.source.as_bytes().get(at).copied() } else { None }
    }

    /// `at`, or the first byte behind the line continuations that begin there.
    pub(super) fn past_continuations(&self, mut at: usize) -> usize {
        while self.byte(at) == Some(b'\\') && self.byte(at + 1) == Some(b'\n') {
            at += 2;
        }
        at
    }

    /// Goes past line continuations and gives the byte behind them.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let at = self.past_continuations(self.at);
        if at != self.at {
            self.at = at;
            self.structured();
        }
        self.byte(at)
    }

    /// The place behind `text`, which may have line continuations between its bytes, if the source goes on with it.
    pub(super) fn looking_at(&self, text: &str) -> Option<usize> {
        let mut at = self.at;
        for expected in text.bytes() {
            at = self.past_continuations(at);
            if self.byte(at) != Some(expected) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// Reads `text` if the source goes on with it.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let end = self.looking_at(text);
        self.at = end.unwrap_or(self.at);
        end.is_some()
    }

    /// The byte after the next one, line continuations left out.
    pub(super) fn peek_second(&mut self) -> Option<u8> {
        self.peek()?;
        self.byte(self.past_continuations(self.at + 1))
    }

    /// Goes past one character.
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1..self.limit).find(|&at| self.source.is_char_boundary(at)).unwrap_or(self.limit);
    }

    /// Goes past bytes while `wanted` holds.
    pub(super) fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    /// Spaces and tabs.
    pub(super) fn skip_blanks(&mut self) {
        self.skip_while(|b| matches!(b, b' ' | b'\t'));
    }

    /// The span from `start` to here.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// Runs `read` with the source ending at `limit`, and goes there.
    pub(super) fn within<T>(&mut self, limit: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.limit;
        self.limit = limit.min(outer);
        let result = read(self);
        self.at = self.limit;
        self.limit = outer;
        result
    }

    /// Notes that a part was not understood.
    pub(super) fn refuse(&mut self, code: Code, start: usize, end: usize) {
        if !self.halted {
            self.coverage.miss(code, Span::new(start, end));
        }
    }

    /// Reads what bash reads only when it expands the word around it: the faults in it are set apart. A bound that is passed
    /// is passed for all of the source.
    pub(super) fn deferred<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, Vec<Span>) {
        let outer = std::mem::take(&mut self.coverage);
        let result = read(self);
        let inner = std::mem::replace(&mut self.coverage, outer);
        if inner.codes().any(|code| code != Code::Syntax) {
            self.coverage.absorb(&inner, None);
            return (result, Vec::new());
        }
        (result, inner.spans().to_vec())
    }

    /// Notes that a line of the text begins here. Bash reads a line with all that is open in it, and then runs it: a
    /// `shopt -s extglob` counts from the next on.
    pub(super) fn begin_line(&mut self) {
        if self.depth == 0 && self.at > 0 {
            let option = *self.extglob.get_or_insert_with(|| self.source.find("extglob"));
            self.extended |= option.is_some_and(|option| option < self.at);
        }
    }

    /// Notes a fault of syntax from `start` to here.
    pub(super) fn fault(&mut self, start: usize) {
        self.refuse(Code::Syntax, start, self.at.max(start + 1).min(self.source.len().max(start)));
    }

    /// A name at `span`. One that a line continuation cuts through is not the text of its span, and so not understood.
    pub(super) fn name(&mut self, span: Span) -> Span {
        if span.of(self.source).contains('\n') {
            self.refuse(Code::Syntax, span.start as usize, span.end as usize);
        }
        span
    }

    /// Reads no further: a bound is passed.
    fn halt(&mut self, code: Code) {
        self.refuse(code, self.at, self.limit);
        self.halted = true;
    }

    /// Whether a bound is passed.
    pub(super) fn is_halted(&self) -> bool {
        self.halted
    }

    /// Counts a node.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            self.halt(Code::NodeLimit);
        }
    }

    /// Goes one level deeper, if there is one. Every production that can contain itself stands between this and
    /// [`Self::leave`]: that is what keeps the stack bounded.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= MAX_NESTING {
            self.halt(Code::NestingLimit);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Comes back from a level.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Notes that a command word, a keyword or a function's name begins at `start`.
    pub(super) fn mark_start(&mut self, start: usize) {
        self.marks.starts.push(Span::new(start, start).start);
    }

    /// Notes a text in which no command begins.
    pub(super) fn mark_text(&mut self, span: Span) {
        self.marks.texts.push(span);
    }

    /// Notes that the literals among `pieces` are texts.
    pub(super) fn mark_texts(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if let Piece::Literal(span) = piece {
                self.mark_text(*span);
            }
        }
    }

    /// Notes that the source is more than a flat list of words.
    pub(super) fn structured(&mut self) {
        self.marks.structured = true;
    }

    /// Where `close` stands that belongs to an `open` just before `from`: a flat look ahead over quotes and brackets,
    /// made where one character decides between two readings of all that follows. It goes no deeper than its own
    /// stack, and an expansion's closing brace ends it where none was opened.
    pub(super) fn closing(&mut self, from: usize, open: u8, close: u8) -> Option<usize> {
        // Each look that finds nothing goes to the end: one from every opening would take quadratic time.
        if self.lost > MAX_NESTING {
            self.refuse(Code::Syntax, from.saturating_sub(1), from);
            return None;
        }
        let mut stack = vec![close];
        let mut at = from;
        while let (Some(byte), Some(&wanted)) = (self.byte(at), stack.last()) {
            let quoted = wanted == b'"';
            match byte {
                b'\\' => at += 1,
                _ if byte == wanted => {
                    stack.pop();
                    if stack.is_empty() {
                        return Some(at);
                    }
                }
                b'\'' if !quoted => at = self.quote_end(at + 1).unwrap_or(self.limit),
                b'"' | b'`' => stack.push(byte),
                b'$' if self.byte(at + 1) == Some(b'{') => {
                    stack.push(b'}');
                    at += 1;
                }
                b'$' if self.byte(at + 1) == Some(b'(') => {
                    stack.push(b')');
                    at += 1;
                }
                b'}' if stack.len() == 1 && open == b'[' => return None,
                b'(' if !quoted && wanted == b')' => stack.push(b')'),
                b'[' if !quoted && open == b'[' && wanted == b']' => stack.push(b']'),
                _ => {}
            }
            at += 1;
        }
        self.lost += 1;
        None
    }

    /// Where the single quote stands that ends a quoted text beginning at `from`.
    pub(super) fn quote_end(&self, from: usize) -> Option<usize> {
        self.find(from, b'\'')
    }

    /// Where `wanted` stands, from `from` on.
    pub(super) fn find(&self, from: usize, wanted: u8) -> Option<usize> {
        let bytes = self.source.as_bytes().get(from..self.limit)?;
        let found = bytes.iter().position(|&b| b == wanted).map(|n| from + n);
        #[cfg(test)]
        self.steps.set(self.steps.get() + found.unwrap_or(self.limit) - from);
        found
    }
}
