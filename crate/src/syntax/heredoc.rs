//! Here-documents.
//!
//! Owns their delimiters and bodies: where a body ends, what is live in it, and to which redirection it belongs. A
//! body stands after the line of its operator, when commands around it may still be open; so bodies are kept aside
//! and placed in the finished tree.

use super::cursor::Parser;
use super::tree::{
    AndOr, Command, Compound, Condition, Element, HereDocument, List, Operation, Parameter, Piece, Pipeline,
    Redirection, Simple, Value, Word,
};
use super::word::Quoted;
use crate::coverage::Code;
use crate::source::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A here-document whose body has not been read.
pub(super) struct Pending {
    /// Where its redirection begins.
    redirection: u32,
    delimiter: String,
    quoted: bool,
    strip_tabs: bool,
}

impl Pending {
    pub(super) fn new(redirection: u32, word: &str, strip_tabs: bool) -> Self {
        let (delimiter, quoted) = remove_quotes(word);
        Self { redirection, delimiter, quoted, strip_tabs }
    }
}

/// The delimiter that `word` stands for, and whether any of it was quoted. Nothing is expanded in it.
fn remove_quotes(word: &str) -> (String, bool) {
    let mut text = String::new();
    let mut quote = None;
    let mut quoted = false;
    let mut characters = word.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '$') if matches!(characters.peek(), Some('\'' | '"')) => {}
            (None, '\'' | '"') => {
                quote = Some(character);
                quoted = true;
            }
            (Some(open), _) if open == character => quote = None,
            (None | Some('"'), '\\') => match characters.next() {
                Some('\n') => {}
                Some(next) => {
                    quoted = true;
                    if quote.is_some() && !matches!(next, '$' | '`' | '"' | '\\') {
                        text.push('\\');
                    }
                    text.push(next);
                }
                None => text.push('\\'),
            },
            _ => text.push(character),
        }
    }
    (text, quoted)
}

impl Parser<'_> {
    /// Reads the bodies of the here-documents of the line that ended just before.
    pub(super) fn read_bodies(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            let start = self.at;
            let (end, after) = self.body_end(&pending);
            let (mut pieces, mut faults) = (Vec::new(), Vec::new());
            if pending.quoted {
                self.text_lines(start, end, pending.strip_tabs, &mut pieces);
                self.mark_text(Span::new(start, end));
            } else if self.enter() {
                let place = Quoted::Body { strip_tabs: pending.strip_tabs };
                (pieces, faults) = self.deferred(|parser| parser.within(end, |parser| parser.quoted(place)));
                self.mark_texts(&pieces);
                self.leave();
            }
            self.at = after;
            self.mark_text(Span::new(end, after));
            let Pending { redirection, quoted, strip_tabs, .. } = pending;
            let span = self.since(start);
            self.bodies.insert(redirection, HereDocument { quoted, strip_tabs, pieces, faults, span });
        }
    }

    /// Where the body that begins here ends, and where the line of its delimiter does. Without a delimiter
    /// it goes on to the end of the text: bash warns, and takes it so.
    fn body_end(&self, pending: &Pending) -> (usize, usize) {
        let mut line = self.at;
        let mut joined = String::new();
        let mut first = line;
        while line < self.limit {
            let end = self.find(line, b'\n').unwrap_or(self.limit);
            let text = self.source.get(line..end).unwrap_or("");
            let after = (end + 1).min(self.limit);
            if joined.is_empty() {
                first = line;
            }
            let backslashes = text.bytes().rev().take_while(|&b| b == b'\\').count();
            if !pending.quoted && backslashes % 2 == 1 && end < self.limit {
                joined.push_str(text.get(..text.len() - 1).unwrap_or(""));
                // An empty part is a part too: what follows does not begin a line.
                if joined.is_empty() && !pending.delimiter.is_empty() {
                    first = line;
                }
                line = after;
                continue;
            }
            let whole = if joined.is_empty() { text.to_owned() } else { std::mem::take(&mut joined) + text };
            let stripped = if pending.strip_tabs { whole.trim_start_matches('\t') } else { &whole };
            if stripped == pending.delimiter {
                return (first, after);
            }
            // In `$(…)` the parenthesis may stand in the line of the delimiter.
            if self.in_parentheses && stripped.starts_with(&pending.delimiter) && stripped.contains(')') {
                return (first, end - (stripped.len() - pending.delimiter.len()).min(end - line));
            }
            line = after;
        }
        (self.limit, self.limit)
    }

    fn text_lines(&mut self, start: usize, end: usize, strip_tabs: bool, pieces: &mut Vec<Piece>) {
        let mut at = start;
        while at < end {
            let stop = if strip_tabs { self.find(at, b'\n').map_or(end, |n| n + 1).min(end) } else { end };
            let text = self.source.get(at..stop).unwrap_or("");
            let tabs = if strip_tabs { text.len() - text.trim_start_matches('\t').len() } else { 0 };
            self.count();
            pieces.push(Piece::Single(Span::new(at + tabs, stop)));
            at = stop;
        }
    }

    /// Puts the bodies that were read into `list`.
    pub(super) fn place_bodies(&mut self, list: &mut List) {
        if self.bodies.is_empty() {
            return;
        }
        let mut placer = Placer { bodies: std::mem::take(&mut self.bodies) };
        placer.list(list);
        for body in placer.bodies.into_values() {
            self.refuse(Code::Syntax, body.span.start as usize, body.span.end as usize);
        }
    }
}

/// Walks a finished tree. Its depth is that of the tree, which is bounded.
struct Placer {
    bodies: BTreeMap<u32, HereDocument>,
}

impl Placer {
    fn list(&mut self, list: &mut List) {
        for item in &mut list.items {
            let AndOr { first, rest } = &mut item.chain;
            self.pipeline(first);
            rest.iter_mut().for_each(|(_, pipeline)| self.pipeline(pipeline));
        }
    }

    fn pipeline(&mut self, pipeline: &mut Pipeline) {
        pipeline.commands.iter_mut().for_each(|command| self.command(command));
    }

    fn command(&mut self, command: &mut Command) {
        match command {
            Command::Simple(Simple { assignments, words, redirections, .. }) => {
                for assignment in assignments {
                    self.words(&mut assignment.subscript);
                    match &mut assignment.value {
                        Value::Scalar(word) => self.word(word),
                        Value::Array(elements) => self.elements(elements),
                    }
                }
                self.words(words);
                self.redirections(redirections);
            }
            Command::Compound { body, redirections, .. } => {
                self.compound(body);
                self.redirections(redirections);
            }
            Command::Function(function) => {
                if let Some(function) = Rc::get_mut(function) {
                    self.command(&mut function.body);
                }
            }
            Command::Coprocess { body, .. } => self.command(body),
        }
    }

    fn compound(&mut self, compound: &mut Compound) {
        match compound {
            Compound::Group(list) | Compound::Subshell(list) => self.list(list),
            Compound::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.list(condition);
                    self.list(body);
                }
                otherwise.iter_mut().for_each(|list| self.list(list));
            }
            Compound::While { condition, body, .. } => {
                self.list(condition);
                self.list(body);
            }
            Compound::For { words, body, .. } => {
                self.words(words.iter_mut().flatten());
                self.list(body);
            }
            Compound::ForArithmetic { parts, body } => {
                parts.iter_mut().for_each(|part| self.pieces(&mut part.pieces));
                self.list(body);
            }
            Compound::Case { subject, arms } => {
                self.word(subject);
                for arm in arms {
                    self.words(&mut arm.patterns);
                    self.list(&mut arm.body);
                }
            }
            Compound::Arithmetic(expression) => self.pieces(&mut expression.pieces),
            Compound::Condition(condition) => self.condition(condition),
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        match condition {
            Condition::Word(word) | Condition::Unary(_, word) => self.word(word),
            Condition::Binary(_, words) => {
                self.word(&mut words.0);
                self.word(&mut words.1);
            }
            Condition::Not(inner) => self.condition(inner),
            Condition::And(both) | Condition::Or(both) => {
                self.condition(&mut both.0);
                self.condition(&mut both.1);
            }
        }
    }

    fn redirections(&mut self, redirections: &mut [Redirection]) {
        for redirection in redirections {
            self.word(&mut redirection.target);
            let Some(mut body) = self.bodies.remove(&redirection.span.start) else { continue };
            self.pieces(&mut body.pieces);
            redirection.body = Some(body);
        }
    }

    fn elements(&mut self, elements: &mut [Element]) {
        for element in elements {
            self.words(&mut element.subscript);
            self.word(&mut element.value);
        }
    }

    fn words<'a>(&mut self, words: impl IntoIterator<Item = &'a mut Word>) {
        words.into_iter().for_each(|word| self.word(word));
    }

    fn word(&mut self, word: &mut Word) {
        self.pieces(&mut word.pieces);
    }

    fn pieces(&mut self, pieces: &mut [Piece]) {
        for piece in pieces {
            match piece {
                Piece::Literal(_) | Piece::Escaped(_) | Piece::Single(_) | Piece::Ansi(_) => {}
                Piece::Double(pieces) => self.pieces(pieces),
                Piece::Parameter(parameter) => {
                    if let Some(parameter) = Rc::get_mut(parameter) {
                        self.parameter(parameter);
                    }
                }
                Piece::Arithmetic(expression) => {
                    if let Some(expression) = Rc::get_mut(expression) {
                        self.pieces(&mut expression.pieces);
                    }
                }
                Piece::Command(substitution) | Piece::Process(_, substitution) => {
                    // One with a text of its own had its bodies placed where that was read.
                    if let Some(substitution) = Rc::get_mut(substitution).filter(|s| s.source.is_none()) {
                        self.list(&mut substitution.script);
                    }
                }
                Piece::Extended(_, words) => self.words(words),
                Piece::Array(elements) => {
                    if let Some(elements) = Rc::get_mut(elements) {
                        self.elements(elements);
                    }
                }
            }
        }
    }

    fn parameter(&mut self, parameter: &mut Parameter) {
        self.words(&mut parameter.subscript);
        match &mut parameter.operation {
            None | Some(Operation::Transform(_) | Operation::Names | Operation::Bad) => {}
            Some(
                Operation::Default { word, .. }
                | Operation::Assign { word, .. }
                | Operation::Error { word, .. }
                | Operation::Alternative { word, .. }
                | Operation::RemovePrefix { pattern: word, .. }
                | Operation::RemoveSuffix { pattern: word, .. }
                | Operation::Case { pattern: word, .. },
            ) => self.word(word),
            Some(Operation::Replace { pattern, replacement, .. }) => {
                self.word(pattern);
                self.word(replacement);
            }
            Some(Operation::Substring { offset, length }) => {
                self.word(offset);
                self.words(length);
            }
        }
    }
}
