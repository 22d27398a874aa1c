//! Lists, pipelines and simple commands.
//!
//! Owns how commands are joined and ended, and what a simple command is made of. Compound commands are in their
//! own file.

use super::cursor::Parser;
use super::keyword::{Keyword, Terminators, is_meta};
use super::parameter::is_name;
use super::tree::{
    AndOr, Assignment, Command, Connector, Element, Function, Item, List, Piece, Pipeline, Simple, Value, Word,
};
use super::word::Place;
use crate::coverage::Code;
use crate::source::Span;
use std::rc::Rc;

/// The builtins whose arguments may be array assignments, if the word is written without quotes. (Bash 5.2: those
/// with `ASSIGNMENT_BUILTIN`; `command declare a=(x)` is an error.)
const DECLARATIONS: &[&str] = &["alias", "declare", "eval", "export", "let", "local", "readonly", "typeset"];

/// The beginning of an assignment.
struct Head {
    name: Span,
    append: bool,
    /// Where the value begins.
    value: usize,
}

/// Whether a command is words to whoever takes its first word for an argument: no parenthesis stands in it.
fn is_flat(command: &Command) -> bool {
    let Command::Simple(simple) = command else { return false };
    let is_array = |piece: &Piece| matches!(piece, Piece::Array(_));
    !simple.assignments.iter().any(|assignment| matches!(assignment.value, Value::Array(_)))
        && !simple.words.iter().any(|word| word.pieces.iter().any(is_array))
}

impl Parser<'_> {
    /// A text of its own, to its end.
    pub(super) fn script(&mut self) -> List {
        let awaited = std::mem::replace(&mut self.awaited, Terminators::NONE);
        let outer = std::mem::take(&mut self.pending);
        let in_parentheses = std::mem::replace(&mut self.in_parentheses, false);
        let list = self.list(Terminators::NONE);
        self.read_bodies();
        self.awaited = awaited;
        self.pending = outer;
        self.in_parentheses = in_parentheses;
        list
    }

    /// Commands up to one of `stop`, which is not read, or to one that an open list around this one waits for.
    pub(super) fn list(&mut self, stop: Terminators) -> List {
        let outer = self.awaited;
        self.awaited = outer.or(stop);
        let mut list = List::default();
        loop {
            let before = self.at;
            self.skip_lines();
            if stop == Terminators::NONE && self.line > before {
                self.begin_line();
            }
            let Some(first) = self.peek() else { break };
            let start = self.at;
            if let Some((terminator, end)) = self.terminator() {
                if self.awaited.meets(terminator) {
                    break;
                }
                self.at = end;
                self.fault(start);
                continue;
            }
            if matches!(first, b';' | b'|') || (first == b'&' && self.peek_second() != Some(b'>')) {
                self.skip_operator();
                self.fault(start);
                continue;
            }
            let chain = self.and_or();
            let background = self.separator();
            if chain.first.span.start < chain.first.span.end {
                list.items.push(Item { chain, background });
            }
            if self.at == start {
                self.advance();
                self.fault(start);
            }
        }
        self.awaited = outer;
        list
    }

    /// A list that must have a command in it.
    pub(super) fn commands(&mut self, stop: Terminators) -> List {
        let start = self.at;
        let list = self.list(stop);
        if list.items.is_empty() {
            self.fault(start);
        }
        list
    }

    /// Blanks, comments and line breaks.
    pub(super) fn skip_lines(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'#') => self.comment(),
                Some(b'\n') => self.line_break(),
                _ => break,
            }
        }
    }

    /// A line break, and the bodies of the here-documents that the line began.
    fn line_break(&mut self) {
        self.at += 1;
        self.line = self.at;
        if !self.pending.is_empty() {
            self.read_bodies();
        }
    }

    /// A comment, up to its line break.
    pub(super) fn comment(&mut self) {
        let start = self.at;
        self.at = self.find(start, b'\n').unwrap_or(self.limit);
        let span = self.since(start);
        self.mark_text(span);
    }

    /// An operator that stands where none can.
    fn skip_operator(&mut self) {
        let operators = ["&&", "||", "|&", "&", "|", ";"];
        let end = operators.iter().find_map(|text| self.looking_at(text));
        self.at = end.unwrap_or(self.at + 1);
    }

    /// What ends an and-or list; whether it is `&`.
    fn separator(&mut self) -> bool {
        self.skip_blanks();
        let Some(next) = self.peek() else { return false };
        match next {
            b'#' => self.comment(),
            b'\n' => {}
            _ if self.terminator().is_some() => {}
            b';' => self.at += 1,
            b'&' => {
                self.at += 1;
                return true;
            }
            _ => self.refuse(Code::Syntax, self.at, self.at + 1),
        }
        false
    }

    fn and_or(&mut self) -> AndOr {
        let mut chain = AndOr { first: self.pipeline(), rest: Vec::new() };
        while self.connected(&mut chain) {}
        chain
    }

    /// One more pipeline of an and-or list.
    fn connected(&mut self, chain: &mut AndOr) -> bool {
        self.skip_blanks();
        let start = self.at;
        let connector = match self.peek() {
            Some(b'&') if self.eat("&&") => Connector::And,
            Some(b'|') if self.eat("||") => Connector::Or,
            _ => return false,
        };
        self.skip_lines();
        let pipeline = self.pipeline();
        let found = pipeline.span.start < pipeline.span.end;
        if found {
            chain.rest.push((connector, pipeline));
        } else {
            self.fault(start);
        }
        found
    }

    /// A pipeline; its span is empty where none begins.
    fn pipeline(&mut self) -> Pipeline {
        self.peek();
        let start = self.at;
        let mut pipeline = Pipeline { negated: false, timed: false, commands: Vec::new(), span: Default::default() };
        self.prefixes(&mut pipeline);
        // Bash 5.2 reads `$(time` as a command of that name, and learns better only when it runs it.
        let misread = pipeline.timed && self.opened == Some(start);
        let prefixed = self.at > start;
        loop {
            let operator = self.at;
            if !pipeline.commands.is_empty() {
                self.skip_lines();
            }
            let command_start = self.at;
            let count = pipeline.commands.len();
            pipeline.commands.extend(self.command(count == 0));
            if pipeline.commands.len() == count {
                // `!` and `time` may stand alone on a line.
                if count > 0 || (prefixed && !self.ends_line()) {
                    self.fault(operator.min(command_start));
                }
                break;
            }
            pipeline.span = self.since(start);
            self.skip_blanks();
            if self.peek() != Some(b'|') || self.looking_at("||").is_some() {
                break;
            }
            if !self.eat("|&") {
                self.at += 1;
            }
        }
        if misread && !pipeline.commands.first().is_none_or(is_flat) {
            self.fault(start);
        }
        if pipeline.commands.is_empty() {
            pipeline.span = if prefixed { self.since(start) } else { Span::new(start, start) };
        }
        pipeline
    }

    /// `!` and `time` before a pipeline, in any order.
    fn prefixes(&mut self, pipeline: &mut Pipeline) {
        loop {
            match self.keyword() {
                Some((Keyword::Bang, end)) => {
                    if self.extended && self.begins_extended(Place::Command) {
                        // With `extglob` it is a pattern, without a negated subshell: which of them is not known here.
                        self.fault(self.at);
                    }
                    self.take_keyword(end);
                    pipeline.negated ^= true;
                }
                Some((Keyword::Time, end)) => {
                    self.take_keyword(end);
                    pipeline.timed = true;
                    self.eat_option("-p");
                    self.eat_option("--");
                }
                _ => return,
            }
            let end = self.at;
            self.skip_blanks();
            if self.peek().is_none_or(|b| matches!(b, b'\n' | b';' | b'#')) {
                self.at = end;
                return;
            }
        }
    }

    /// An option of the keyword `time`.
    fn eat_option(&mut self, option: &str) {
        let end = self.at;
        self.skip_blanks();
        match self.looking_at(option).filter(|&end| self.byte(self.past_continuations(end)).is_none_or(is_meta)) {
            Some(end) => self.at = end,
            None => self.at = end,
        }
    }

    /// Whether a list may end here on its own.
    fn ends_line(&mut self) -> bool {
        self.skip_blanks();
        match self.peek() {
            None | Some(b'\n' | b'#') => true,
            Some(b';') => self.terminator().is_none(),
            _ => false,
        }
    }

    /// A command, if one begins here; after `|` there is no `!` and no `time`.
    fn command(&mut self, first: bool) -> Option<Command> {
        let byte = self.peek()?;
        self.count();
        let start = self.at;
        if byte == b'(' {
            return self.compound_command(start);
        }
        match self.keyword() {
            None => self.simple(start),
            Some((Keyword::Time, _)) if !first => self.simple(start),
            Some((Keyword::Coproc, end)) => self.coprocess(start, end),
            Some((Keyword::Function, end)) => self.function_keyword(start, end),
            Some((keyword, _)) if keyword.begins_compound() => self.compound_command(start),
            Some((keyword, _)) if keyword.terminator().is_some() => None,
            Some((_, end)) => {
                // `in`, `]]`, `time` and `!` where they cannot stand.
                self.take_keyword(end);
                self.fault(start);
                None
            }
        }
    }

    /// A compound command with its redirections.
    pub(super) fn compound_command(&mut self, start: usize) -> Option<Command> {
        self.structured();
        if !self.enter() {
            return None;
        }
        self.mark_start(start);
        let body = self.compound();
        let redirections = self.redirections();
        self.leave();
        let end = self.at;
        self.skip_blanks();
        if !redirections.is_empty() && self.keyword().is_some() {
            // Behind the word of a redirection no keyword is one.
            self.fault(start);
        }
        self.at = end;
        Some(Command::Compound { body: body?, redirections, span: self.since(start) })
    }

    /// Whether a compound command begins here.
    fn begins_compound(&mut self) -> bool {
        self.peek() == Some(b'(') || self.keyword().is_some_and(|(keyword, _)| keyword.begins_compound())
    }

    /// `coproc [NAME] command`.
    fn coprocess(&mut self, start: usize, end: usize) -> Option<Command> {
        if !self.enter() {
            return None;
        }
        self.take_keyword(end);
        self.skip_blanks();
        let (name, body) =
            if self.begins_compound() { (None, self.compound_command(self.at)) } else { self.named_or_simple() };
        self.leave();
        if body.as_ref().is_none_or(|body| matches!(body, Command::Function(_))) {
            self.fault(start);
        }
        Some(Command::Coprocess { name, body: Box::new(body?), span: self.since(start) })
    }

    /// After `coproc`: a name is one if a compound command follows it.
    fn named_or_simple(&mut self) -> (Option<Span>, Option<Command>) {
        let start = self.at;
        if matches!(self.keyword(), Some((Keyword::Bang | Keyword::In | Keyword::CloseCondition, _))) {
            return (None, None);
        }
        let name_end = {
            let mut end = start;
            while self.byte(end).is_some_and(is_name) {
                end += 1;
            }
            end
        };
        if name_end > start && matches!(self.byte(name_end), Some(b' ' | b'\t')) {
            self.at = name_end;
            self.skip_blanks();
            if self.begins_compound() {
                self.mark_start(start);
                return (Some(Span::new(start, name_end)), self.compound_command(self.at));
            }
            self.at = start;
        }
        (None, self.simple(start))
    }

    /// `function name [()] compound`.
    fn function_keyword(&mut self, start: usize, end: usize) -> Option<Command> {
        self.take_keyword(end);
        self.skip_blanks();
        let name_start = self.at;
        let Some(name) = self.word(Place::Command) else {
            self.fault(start);
            return None;
        };
        self.mark_start(name_start);
        self.skip_blanks();
        // In `function f (…)` the parenthesis opens the body.
        self.eat_parentheses();
        self.function(start, name)
    }

    /// The body of a function.
    fn function(&mut self, start: usize, name: Word) -> Option<Command> {
        self.structured();
        if !self.enter() {
            return None;
        }
        self.skip_lines();
        let body = if self.begins_compound() { self.compound_command(self.at) } else { None };
        self.leave();
        let Some(body) = body else {
            self.fault(start);
            return None;
        };
        Some(Command::Function(Rc::new(Function { name: self.name(name.span), body, span: self.since(start) })))
    }

    /// A simple command, or a function's definition, which begins like one.
    fn simple(&mut self, start: usize) -> Option<Command> {
        let mut simple = Simple::default();
        let defines = self.parts(&mut simple, start);
        self.finish_simple(simple, start, defines)
    }

    /// Reads the parts of a simple command, or the name and the parentheses of a function: then true.
    ///
    /// The stack is deepest below here, so nothing is built here that is not used here, and each kind of part has a
    /// function of its own.
    fn parts(&mut self, simple: &mut Simple, start: usize) -> bool {
        let mut declares = false;
        let mut end = start;
        while self.part(simple, &mut declares) {
            end = self.at;
            let alone = simple.words.len() == 1 && simple.assignments.is_empty() && simple.redirections.is_empty();
            if alone && self.eat_parentheses() {
                return true;
            }
        }
        self.at = end;
        false
    }

    fn finish_simple(&mut self, mut simple: Simple, start: usize, defines: bool) -> Option<Command> {
        if defines {
            return self.function(start, simple.words.pop()?);
        }
        simple.span = self.since(start);
        if self.at > start { Some(Command::Simple(simple)) } else { None }
    }

    /// One more part of a simple command.
    fn part(&mut self, simple: &mut Simple, declares: &mut bool) -> bool {
        self.skip_blanks();
        if matches!(self.peek(), None | Some(b'#')) {
            return false;
        }
        self.push_redirection(simple)
            || (simple.words.is_empty() && (self.push_assignment(simple) || self.push_command_word(simple, declares)))
            || self.push_argument(simple, *declares)
    }

    fn push_redirection(&mut self, simple: &mut Simple) -> bool {
        let redirection = self.redirection();
        let found = redirection.is_some();
        simple.redirections.extend(redirection);
        found
    }

    fn push_assignment(&mut self, simple: &mut Simple) -> bool {
        let assignment = self.assignment();
        let found = assignment.is_some();
        simple.assignments.extend(assignment);
        found
    }

    fn push_command_word(&mut self, simple: &mut Simple, declares: &mut bool) -> bool {
        let start = self.at;
        let Some(word) = self.command_word() else { return false };
        self.mark_start(start);
        *declares = self.literal_of(&word).is_some_and(|text| DECLARATIONS.contains(&text.as_str()));
        simple.words.push(word);
        true
    }

    fn push_argument(&mut self, simple: &mut Simple, declares: bool) -> bool {
        if simple.words.is_empty() {
            return false;
        }
        let word = if declares { self.declaration() } else { self.word(Place::Command) };
        let found = word.is_some();
        simple.words.extend(word);
        found
    }

    /// `()` after the first word of a command, which is a function's name then.
    fn eat_parentheses(&mut self) -> bool {
        let end = self.at;
        self.skip_blanks();
        let opened = self.eat("(");
        self.skip_blanks();
        let found = opened && self.eat(")");
        if !found {
            self.at = end;
        }
        found
    }

    /// The text of a word that is a plain literal.
    pub(super) fn literal_of(&self, word: &Word) -> Option<String> {
        word.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Literal(span) => Some(span.of(self.source)),
                _ => None,
            })
            .collect()
    }

    /// The first word of a command. Where it is a name, a bracket after it may hold blanks.
    fn command_word(&mut self) -> Option<Word> {
        let start = self.at;
        let bracket = self.identifier().filter(|_| self.peek() == Some(b'[')).map(|_| self.at);
        self.at = start;
        let Some(end) = bracket.and_then(|bracket| self.bracket_end(bracket)) else {
            return self.word(Place::Command);
        };
        let mut word = self.within(end + 1, |parser| parser.operand(Place::Bracket));
        word.pieces.extend(self.unquoted(Place::Command));
        word.span = self.since(start);
        Some(word)
    }

    /// An argument of a declaration builtin: it may be an array assignment.
    fn declaration(&mut self) -> Option<Word> {
        let start = self.at;
        let head = self.assignment_head();
        self.at = start;
        let Some(opening) = head.map(|head| head.value).filter(|&at| self.byte(at) == Some(b'(')) else {
            return self.word(Place::Command);
        };
        let mut word = self.within(opening, |parser| parser.operand(Place::Bracket));
        match self.value() {
            Value::Array(elements) => word.pieces.push(Piece::Array(Rc::new(elements))),
            Value::Scalar(value) => word.pieces.extend(value.pieces),
        }
        self.count();
        word.span = self.since(start);
        Some(word)
    }

    /// Looks whether an assignment begins here, and reads its name.
    fn assignment_head(&mut self) -> Option<Head> {
        let name = self.identifier()?;
        let mut end = self.at;
        if self.peek() == Some(b'[') {
            // Looked for and not read: what is in the brackets must not be read twice.
            end = self.bracket_end(self.at)? + 1;
        }
        let (append, value) = self.assignment_operator(end)?;
        Some(Head { name, append, value })
    }

    /// `=` or `+=` at `at`: whether it appends, and the place behind it.
    fn assignment_operator(&self, at: usize) -> Option<(bool, usize)> {
        let at = self.past_continuations(at);
        let append = self.byte(at) == Some(b'+');
        let equals = if append { self.past_continuations(at + 1) } else { at };
        (self.byte(equals) == Some(b'=')).then(|| (append, self.past_continuations(equals + 1)))
    }

    /// An assignment before the command word, if one begins here.
    fn assignment(&mut self) -> Option<Assignment> {
        let start = self.at;
        let Some(Head { name, append, value }) = self.assignment_head() else {
            self.at = start;
            return None;
        };
        let name = self.name(name);
        let subscript = if self.peek() == Some(b'[') { self.subscript() } else { None };
        self.at = value;
        self.count();
        let value = if self.peek() == Some(b'(') { self.value() } else { Value::Scalar(self.operand(Place::Command)) };
        Some(Assignment { name, subscript, append, value, span: self.since(start) })
    }

    /// `( … )` on the right side of an assignment: an array, or with something glued to it a text, parentheses and all.
    fn value(&mut self) -> Value {
        let start = self.at;
        let elements = self.elements();
        let end = self.at;
        if self.peek().is_none_or(is_meta) {
            return Value::Array(elements);
        }
        let mut pieces = Vec::new();
        let mut at = start;
        for Element { subscript, value } in elements {
            if subscript.is_some() {
                // The brackets may hold an expansion, and there is none in a literal.
                self.fault(start);
            }
            pieces.push(Piece::Literal(Span { end: value.span.start, ..Span::new(at, at) }));
            at = value.span.end as usize;
            pieces.extend(value.pieces);
        }
        pieces.push(Piece::Literal(Span::new(at, end)));
        self.mark_text(Span::new(end, end + 1));
        pieces.extend(self.unquoted(Place::Command));
        Value::Scalar(Word { pieces, span: self.since(start) })
    }

    /// What stands in the parentheses of an array.
    fn elements(&mut self) -> Vec<Element> {
        let start = self.at;
        let mut elements = Vec::new();
        self.structured();
        if !self.enter() {
            return elements;
        }
        self.at += 1;
        loop {
            self.skip_lines();
            match self.peek() {
                Some(b')') => {
                    self.at += 1;
                    break;
                }
                None => {
                    self.fault(start);
                    break;
                }
                _ => {}
            }
            let element = self.at;
            match self.element() {
                Some(value) => {
                    self.mark_texts(&value.value.pieces);
                    elements.push(value);
                }
                None => {
                    self.advance();
                    self.fault(element);
                }
            }
        }
        self.leave();
        elements
    }

    fn element(&mut self) -> Option<Element> {
        let mut subscript = None;
        if self.peek() == Some(b'[') {
            let end = self.bracket_end(self.at);
            if let Some((_, value)) = end.and_then(|end| self.assignment_operator(end + 1)) {
                subscript = self.subscript();
                self.at = value;
            }
        }
        match subscript {
            Some(_) => Some(Element { subscript, value: self.operand(Place::Command) }),
            None => Some(Element { subscript: None, value: self.word(Place::Command)? }),
        }
    }
}
