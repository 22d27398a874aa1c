//! Words and quoted texts.
//!
//! Owns what stands within a word: quotes, escapes, expansions, extended patterns, and where a word ends. It knows
//! nothing of commands, and leaves what is in `${…}` to its own file.

use super::cursor::Parser;
use super::keyword::{Terminators, is_meta};
use super::tree::{Arithmetic, Direction, List, Piece, Substitution, Word};
use crate::source::Span;
use std::rc::Rc;

/// Where an unquoted text stands: what ends it, and what is special in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A word of a command.
    Command,
    /// The right side of `==`: extended patterns are always on.
    Pattern,
    /// The right side of `=~`: `|` and parentheses belong to it, and what stands in parentheses does too.
    Regex,
    /// An alternative of an extended pattern, up to `|` or `)`.
    Alternative,
    /// `${…}` up to the closing brace.
    Brace,
    /// `${x/…/` up to the slash or the closing brace.
    BracePattern {
        /// `${x//…/`: a slash that it begins with belongs to it.
        after_slash: bool,
    },
    /// `${x:…:` up to the colon or the closing brace; a `?` takes a colon for itself.
    BraceOffset,
    /// Up to the limit.
    Bracket,
}

impl Place {
    /// Whether `<(…)` is a process substitution here: it is everywhere but in arithmetic.
    fn has_processes(self) -> bool {
        !matches!(self, Self::BraceOffset | Self::Bracket)
    }
}

/// Where a text stands in which `$`, backquotes and backslashes are special and the rest is as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    /// `"…"`
    Double,
    /// The word of `"${x:-…}"`: double quotes open and close in it, and a single quote guards a closing brace.
    Brace,
    /// The body of a here-document; with leading tabs left out or not.
    Body {
        /// `<<-`
        strip_tabs: bool,
    },
    /// An arithmetic expression: double quotes in it are dropped.
    Arithmetic,
}

/// Pieces as they are gathered: adjoining bytes make one literal.
struct Gatherer {
    pieces: Vec<Piece>,
    literal: Option<usize>,
}

impl Gatherer {
    fn new() -> Self {
        Self { pieces: Vec::new(), literal: None }
    }

    /// One more literal character, or several, up to `end`.
    fn literal(&mut self, parser: &mut Parser<'_>, end: usize) {
        self.literal.get_or_insert(parser.at);
        parser.at = end;
    }

    /// Ends the literal at the parser's place.
    fn flush(&mut self, parser: &mut Parser<'_>) {
        if let Some(start) = self.literal.take() {
            parser.count();
            self.pieces.push(Piece::Literal(parser.since(start)));
        }
    }

    fn push(&mut self, parser: &mut Parser<'_>, piece: Piece) {
        parser.count();
        self.pieces.push(piece);
    }

    /// Goes past line continuations, which cut a literal in two.
    fn skip_continuations(&mut self, parser: &mut Parser<'_>) {
        if parser.past_continuations(parser.at) != parser.at {
            self.flush(parser);
            parser.peek();
        }
    }
}

/// Bytes that are themselves in every [`Place`].
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b',' | b'=')
}

impl Parser<'_> {
    /// A word of a command; `None` where none begins, or a comment does.
    pub(super) fn word(&mut self, place: Place) -> Option<Word> {
        if self.peek()? == b'#' {
            return None;
        }
        let start = self.at;
        let pieces = self.unquoted(place);
        (self.at > start).then(|| self.finish_word(start, pieces))
    }

    /// A word that may be empty, as those in brackets are.
    pub(super) fn operand(&mut self, place: Place) -> Word {
        let start = self.at;
        let pieces = self.unquoted(place);
        self.finish_word(start, pieces)
    }

    fn finish_word(&mut self, start: usize, pieces: Vec<Piece>) -> Word {
        self.count();
        Word { pieces, span: self.since(start) }
    }

    /// Unquoted text up to what ends it in its place.
    pub(super) fn unquoted(&mut self, place: Place) -> Vec<Piece> {
        let mut gatherer = Gatherer::new();
        let mut parentheses = 0usize;
        let mut questions = 0usize;
        let first = self.at;
        loop {
            gatherer.skip_continuations(self);
            let Some(byte) = self.byte(self.at) else { break };
            let start = self.at;
            if self.begins_piece(byte, place) {
                gatherer.flush(self);
                let piece = self.piece(byte, place);
                gatherer.push(self, piece);
                continue;
            }
            match byte {
                b'(' if matches!(place, Place::Regex | Place::Alternative) => {
                    parentheses += 1;
                    gatherer.literal(self, start + 1);
                }
                b')' if parentheses > 0 => {
                    parentheses -= 1;
                    gatherer.literal(self, start + 1);
                }
                b'|' if place == Place::Regex => gatherer.literal(self, start + 1),
                b'|' | b')' if place == Place::Alternative && parentheses == 0 => break,
                _ if is_meta(byte)
                    && parentheses == 0
                    && matches!(place, Place::Command | Place::Pattern | Place::Regex) =>
                {
                    break;
                }
                b'}' if matches!(place, Place::Brace | Place::BracePattern { .. } | Place::BraceOffset) => break,
                b'/' if matches!(place, Place::BracePattern { after_slash } if !(after_slash && start == first)) => {
                    break;
                }
                b':' if place == Place::BraceOffset && questions == 0 => break,
                _ => {
                    if place == Place::BraceOffset {
                        questions = match byte {
                            b'?' => questions + 1,
                            b':' => questions - 1,
                            _ => questions,
                        };
                    }
                    gatherer.literal(self, start);
                    self.advance();
                    while self.byte(self.at).is_some_and(is_plain) {
                        self.at += 1;
                    }
                }
            }
        }
        if parentheses > 0 {
            self.fault(self.at);
        }
        gatherer.flush(self);
        gatherer.pieces
    }

    /// Whether something other than plain text begins here, in unquoted text.
    fn begins_piece(&mut self, byte: u8, place: Place) -> bool {
        match byte {
            b'\'' | b'"' | b'`' | b'\\' => true,
            b'$' => self.begins_expansion(false),
            b'<' | b'>' => place.has_processes() && self.peek_second() == Some(b'('),
            b'?' | b'*' | b'+' | b'@' | b'!' => {
                matches!(place, Place::Command | Place::Pattern | Place::Alternative) && self.begins_extended(place)
            }
            _ => false,
        }
    }

    fn piece(&mut self, byte: u8, place: Place) -> Piece {
        match byte {
            b'\'' => self.single(),
            b'"' => self.double(),
            b'`' => self.backquoted(false),
            b'\\' => self.escaped(),
            b'$' => self.dollar(false),
            b'<' | b'>' => self.process(byte),
            _ => self.extended(place),
        }
    }

    /// Text in which only `$`, backquotes and backslashes are special, up to what ends it.
    pub(super) fn quoted(&mut self, place: Quoted) -> Vec<Piece> {
        let mut gatherer = Gatherer::new();
        let mut guarded = false;
        let mut line_begins = true;
        loop {
            gatherer.skip_continuations(self);
            let Some(byte) = self.byte(self.at) else { break };
            let start = self.at;
            if place == (Quoted::Body { strip_tabs: true }) && line_begins && byte == b'\t' {
                gatherer.flush(self);
                self.at += 1;
                continue;
            }
            line_begins = byte == b'\n';
            if self.begins_quoted_piece(byte, place, guarded) {
                gatherer.flush(self);
                let piece = self.quoted_piece(byte, place);
                gatherer.push(self, piece);
                continue;
            }
            match byte {
                b'"' if place == Quoted::Double => break,
                b'}' if place == Quoted::Brace && !guarded => break,
                b'"' if place == Quoted::Arithmetic => {
                    gatherer.flush(self);
                    self.at += 1;
                }
                b'\\' => {
                    gatherer.literal(self, start + 1);
                    if self.at < self.limit {
                        self.advance();
                    }
                }
                _ => {
                    guarded ^= byte == b'\'' && place == Quoted::Brace;
                    gatherer.literal(self, start);
                    self.advance();
                }
            }
        }
        gatherer.flush(self);
        gatherer.pieces
    }

    /// Whether something other than plain text begins here, in a quoted text.
    fn begins_quoted_piece(&mut self, byte: u8, place: Quoted, guarded: bool) -> bool {
        match byte {
            b'"' => place == Quoted::Brace && !guarded,
            b'\\' => self.escapes_in(place),
            b'$' => self.begins_expansion(true),
            b'`' => true,
            _ => false,
        }
    }

    fn quoted_piece(&mut self, byte: u8, place: Quoted) -> Piece {
        match byte {
            b'"' => self.double(),
            b'\\' => self.escaped(),
            b'`' => self.backquoted(place == Quoted::Double),
            _ => self.dollar(true),
        }
    }

    /// Whether the backslash here escapes what follows it, in a quoted text.
    fn escapes_in(&self, place: Quoted) -> bool {
        match self.byte(self.at + 1) {
            Some(b'$' | b'`' | b'\\') => true,
            Some(b'"') => matches!(place, Quoted::Double | Quoted::Brace | Quoted::Arithmetic),
            Some(b'}') => place == Quoted::Brace,
            _ => false,
        }
    }

    /// A backslash and a character. At the end of the text bash takes the backslash for itself.
    fn escaped(&mut self) -> Piece {
        let start = self.at;
        self.at += 1;
        if self.byte(self.at).is_none() {
            return Piece::Literal(self.since(start));
        }
        self.advance();
        let span = self.since(start + 1);
        self.mark_text(self.since(start));
        Piece::Escaped(span)
    }

    /// `'…'`
    fn single(&mut self) -> Piece {
        let start = self.at;
        let end = self.quote_end(start + 1);
        self.at = end.unwrap_or(self.limit);
        let span = self.since(start + 1);
        self.mark_text(span);
        self.close_quote(end, start);
        Piece::Single(span)
    }

    /// `$'…'`, in which a backslash guards a quote; the place is the quote.
    fn ansi(&mut self) -> Piece {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.byte(self.at).filter(|&b| b != b'\'') {
            self.at = (self.at + 1 + usize::from(byte == b'\\')).min(self.limit);
        }
        let end = (self.at < self.limit).then_some(self.at);
        let span = self.since(start + 1);
        self.mark_text(span);
        self.close_quote(end, start);
        Piece::Ansi(span)
    }

    fn close_quote(&mut self, end: Option<usize>, start: usize) {
        match end {
            Some(end) => self.at = end + 1,
            None => self.fault(start),
        }
    }

    /// `"…"`; the place is the quote.
    fn double(&mut self) -> Piece {
        let start = self.at;
        if !self.enter() {
            return Piece::Double(Vec::new());
        }
        self.at += 1;
        let pieces = self.quoted(Quoted::Double);
        self.mark_texts(&pieces);
        if self.byte(self.at) == Some(b'"') {
            self.at += 1;
        } else {
            self.fault(start);
        }
        self.leave();
        Piece::Double(pieces)
    }

    /// Whether the `$` here begins an expansion or a quote; else it is a dollar sign and no more.
    fn begins_expansion(&mut self, quoted: bool) -> bool {
        match self.peek_second() {
            Some(b'\'' | b'"') => !quoted,
            Some(b'(' | b'{' | b'[' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' | b'_') => true,
            Some(next) => next.is_ascii_alphanumeric(),
            None => false,
        }
    }

    /// What begins with the `$` here.
    fn dollar(&mut self, quoted: bool) -> Piece {
        let start = self.at;
        let second = self.past_continuations(start + 1);
        match self.byte(second) {
            Some(b'\'') => {
                self.at = second;
                self.ansi()
            }
            Some(b'"') => {
                self.at = second;
                self.double()
            }
            Some(b'(') => self.dollar_parenthesis(start),
            Some(b'[') => {
                let end = self.closing(second + 1, b'[', b']');
                self.expression(start, second + 1, end, 1)
            }
            Some(b'{') => self.braced(start, quoted),
            _ => self.plain_parameter(start),
        }
    }

    /// `$(…)` or `$((…))`: arithmetic only if the parenthesis that closes the inner one is followed by another.
    fn dollar_parenthesis(&mut self, start: usize) -> Piece {
        if let Some(inner) = self.looking_at("$((") {
            let end = self.closing(inner, b'(', b')');
            if let Some(end) = end.filter(|&end| self.byte(self.past_continuations(end + 1)) == Some(b')')) {
                return self.expression(start, inner, Some(end), 2);
            }
        }
        let posix = self.looking_at("$((").is_some();
        self.at = self.looking_at("$(").unwrap_or(self.at);
        if posix && let Some(end) = self.closing(self.at, b'(', b')') {
            // Bash counts its parentheses, takes it for arithmetic, and learns better when it expands the word.
            let (script, faults) = self.deferred(|parser| parser.within(end, |parser| parser.own_script()));
            self.at = end + 1;
            return self.substitution(start, script, None, faults);
        }
        let script = self.parenthesized(start);
        self.substitution(start, script, None, Vec::new())
    }

    /// A text of its own within this one.
    fn own_script(&mut self) -> List {
        self.structured();
        if !self.enter() {
            return List::default();
        }
        let script = self.script();
        self.leave();
        script
    }

    /// The piece that began at `start` and ends here.
    fn substitution(&mut self, start: usize, script: List, source: Option<Rc<str>>, faults: Vec<Span>) -> Piece {
        let span = self.since(start);
        if !faults.is_empty() {
            self.mark_text(span);
        }
        Piece::Command(Rc::new(Substitution { script, source, faults, span }))
    }

    /// An arithmetic expansion from `from` to `end`, and its `brackets` closing brackets.
    fn expression(&mut self, start: usize, from: usize, end: Option<usize>, brackets: usize) -> Piece {
        self.at = from;
        self.structured();
        let expression = self.arithmetic(end.unwrap_or(self.limit));
        for _ in 0..brackets {
            if self.peek().is_some() {
                self.at += 1;
            }
        }
        if end.is_none() {
            self.fault(start);
        }
        Piece::Arithmetic(Rc::new(expression))
    }

    /// An arithmetic expression from here to `end`.
    pub(super) fn arithmetic(&mut self, end: usize) -> Arithmetic {
        let start = self.at;
        let mut pieces = Vec::new();
        if self.enter() {
            pieces = self.within(end, |parser| parser.quoted(Quoted::Arithmetic));
            self.leave();
        }
        let span = self.since(start);
        self.mark_text(span);
        Arithmetic { pieces, span }
    }

    /// The commands up to the parenthesis that closes a substitution which began at `start`.
    fn parenthesized(&mut self, start: usize) -> List {
        self.structured();
        if !self.enter() {
            return List::default();
        }
        let awaited = std::mem::replace(&mut self.awaited, Terminators::NONE);
        let outer = std::mem::take(&mut self.pending);
        let in_parentheses = std::mem::replace(&mut self.in_parentheses, true);
        self.skip_blanks();
        self.opened = Some(self.at);
        let script = self.list(Terminators::PARENTHESIS);
        if self.peek() == Some(b')') {
            self.at += 1;
        } else {
            self.fault(start);
        }
        self.awaited = awaited;
        self.in_parentheses = in_parentheses;
        // A body that has not begun before the parenthesis begins after the next line break outside.
        let inner = std::mem::replace(&mut self.pending, outer);
        self.pending.extend(inner);
        self.leave();
        script
    }

    /// `<(…)` or `>(…)`.
    fn process(&mut self, byte: u8) -> Piece {
        let start = self.at;
        self.at = self.past_continuations(start + 1) + 1;
        let script = self.parenthesized(start);
        let direction = if byte == b'<' { Direction::Input } else { Direction::Output };
        Piece::Process(
            direction,
            Rc::new(Substitution { script, source: None, faults: Vec::new(), span: self.since(start) }),
        )
    }

    /// `` `…` ``. Its text is read to the next backquote without a backslash, and then on its own: within it
    /// a backslash escapes `$`, a backquote and itself, and in double quotes the double quote.
    fn backquoted(&mut self, in_double: bool) -> Piece {
        let start = self.at;
        let mut end = start + 1;
        let mut escapes = false;
        let escaped = |b: u8| matches!(b, b'$' | b'`' | b'\\') || (in_double && b == b'"');
        while let Some(byte) = self.byte(end).filter(|&b| b != b'`') {
            let escape = byte == b'\\' && self.byte(end + 1).is_some();
            escapes |= escape && self.byte(end + 1).is_some_and(escaped);
            end += 1 + usize::from(escape);
        }
        let closed = self.byte(end).is_some();
        self.at = start + 1;
        let ((script, source), faults) = self.deferred(|parser| {
            if escapes {
                parser.escaped_script(start, end, escaped)
            } else {
                (parser.within(end, Self::own_script), None)
            }
        });
        self.at = (end + usize::from(closed)).min(self.limit);
        if !closed {
            self.fault(start);
        }
        self.substitution(start, script, source, faults)
    }

    /// The commands in backquotes from `start` to `end` with escapes in them, and the text without those.
    fn escaped_script(&mut self, start: usize, end: usize, escaped: impl Fn(u8) -> bool) -> (List, Option<Rc<str>>) {
        let text = self.unescape(start + 1, end, escaped);
        let mut inner = self.inner(&text);
        let mut script = inner.own_script();
        inner.place_bodies(&mut script);
        self.at = end;
        self.join(inner, self.since(start));
        self.mark_text(self.since(start));
        (script, Some(text.into()))
    }

    /// The text from `start` to `end` without the backslashes before what `escaped` names.
    fn unescape(&self, start: usize, end: usize, escaped: impl Fn(u8) -> bool) -> String {
        let mut text = String::new();
        let mut characters = self.source.get(start..end).unwrap_or("").chars().peekable();
        while let Some(character) = characters.next() {
            match characters.peek() {
                Some(&next) if character == '\\' => {
                    if !(next.is_ascii() && escaped(next as u8)) {
                        text.push('\\');
                    }
                    text.push(next);
                    characters.next();
                }
                _ => text.push(character),
            }
        }
        text
    }

    /// Whether an extended pattern begins here. Without `extglob` it is a function's name that ends before `()`.
    pub(super) fn begins_extended(&mut self, place: Place) -> bool {
        if self.peek_second() != Some(b'(') {
            return false;
        }
        if self.extended || place != Place::Command {
            return true;
        }
        let inside = self.past_continuations(self.at + 1) + 1;
        self.byte(self.past_continuations(inside)) != Some(b')')
    }

    /// An extended pattern. Bash has them without `extglob` behind `==` alone, and refuses them elsewhere.
    fn extended(&mut self, place: Place) -> Piece {
        let start = self.at;
        if !self.extended && place == Place::Command {
            self.fault(start);
        }
        self.structured();
        self.at = self.past_continuations(start + 1) + 1;
        let mut alternatives = Vec::new();
        if self.enter() {
            loop {
                let alternative = self.operand(Place::Alternative);
                self.mark_texts(&alternative.pieces);
                alternatives.push(alternative);
                if !self.eat("|") {
                    break;
                }
            }
            if !self.eat(")") {
                self.fault(start);
            }
            self.leave();
        }
        Piece::Extended(self.since(start), alternatives)
    }
}
