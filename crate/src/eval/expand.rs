//! Words to fields.
//!
//! Owns bash's order of expansions (Bash manual, 3.5): brace, tilde, then parameter, command and arithmetic, then splitting,
//! pathname expansion and quote removal. What cannot be known becomes a hole in a field, or an open field.

use super::brace::{self, Part};
use super::state::{Positional, State, Value, Variable, directory_text};
use super::{Evaluator, MAX_EXPANSIONS, ansi, pattern};
use crate::command::Output;
use crate::coverage::Code;
use crate::path::Directory;
use crate::source::Span;
use crate::syntax::tree::{Arithmetic, Direction, Element, Piece, Substitution, Word};
use crate::value::{Hole, Piece as Part_, Text, Texts};
use std::borrow::Cow;
use std::cell::Cell;

/// One argument: what it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) texts: Texts,
    /// It may be no argument at all, or several.
    pub(super) open: bool,
    /// The word that it comes from, in the outermost source.
    pub(super) span: Span,
    /// The elements of `name=(…)`, where the field is `name=`.
    pub(super) array: Option<Value>,
}

/// What one part of a word gives.
enum Gives {
    /// Text that is neither split nor globbed; an empty one keeps the field if `keeps`.
    Fixed { texts: Texts, keeps: bool },
    /// The value of an unquoted expansion.
    Split(Texts),
    /// A field for each element: `"$@"`, `"${a[@]}"`.
    Each(Vec<Texts>),
    /// Any number of fields, each one of these.
    Open(Texts),
}

/// Fields of one word while they are built.
struct Fields {
    done: Vec<Field>,
    current: Option<(Texts, bool)>,
    span: Span,
}

impl Fields {
    fn glue(&mut self, texts: &Texts, open: bool) {
        self.current = Some(match self.current.take() {
            Some((before, was_open)) => (before.concat(texts), was_open || open),
            None => (texts.clone(), open),
        });
    }

    fn end(&mut self) {
        if let Some((texts, open)) = self.current.take() {
            self.done.push(Field { texts, open, span: self.span, array: None });
        }
    }
}

impl Evaluator<'_> {
    /// The arguments that `words` stand for. With `declaration`, a word `name=value` is expanded as an assignment.
    pub(super) fn fields(&mut self, state: &mut State, words: &[Word], declaration: bool) -> Vec<Field> {
        let mut fields = Vec::with_capacity(words.len());
        for word in words {
            self.word_fields(state, word, declaration, &mut fields);
            if fields.len() > MAX_EXPANSIONS {
                let span = self.span(word.span);
                self.miss(Code::ExpansionLimit, span);
                fields.truncate(MAX_EXPANSIONS);
                fields.push(Field { texts: Texts::unknown(), open: true, span, array: None });
                break;
            }
        }
        fields
    }

    fn word_fields(&mut self, state: &mut State, word: &Word, declaration: bool, out: &mut Vec<Field>) {
        let source = self.source();
        let span = self.span(word.span);
        if let [Piece::Literal(plain)] = word.pieces.as_slice() {
            let text = plain.of(&source);
            if !text.contains(['{', '~', '*', '?', '[']) {
                out.push(Field { texts: Texts::one(text), open: false, span, array: None });
                return;
            }
        }
        if declaration && let Some(field) = self.declaration_field(state, word) {
            out.push(field);
            return;
        }
        let parts: Vec<Part<'_>> = word
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) => Part::Live(Cow::Borrowed(text.of(&source))),
                piece => Part::Piece(piece),
            })
            .collect();
        let Ok(words) = brace::expand(parts, MAX_EXPANSIONS) else {
            self.miss(Code::ExpansionLimit, span);
            out.push(Field { texts: Texts::unknown(), open: true, span, array: None });
            return;
        };
        for parts in words {
            let mut fields = Fields { done: Vec::new(), current: None, span };
            self.build(state, &parts, &mut fields);
            fields.end();
            for field in fields.done {
                self.glob_field(state, field, out);
            }
        }
    }

    fn build(&mut self, state: &mut State, parts: &[Part<'_>], fields: &mut Fields) {
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Live(text) => {
                    let whole = parts.len() == 1;
                    let texts = if at == 0 { self.tilde(state, text, whole) } else { Texts::one(pattern::live(text)) };
                    fields.glue(&texts, false);
                }
                Part::Piece(piece) => match self.gives(state, piece) {
                    Gives::Fixed { texts, keeps } => {
                        if keeps || fields.current.is_some() || texts.known() != Some("") {
                            fields.glue(&texts, false);
                        }
                    }
                    Gives::Split(texts) => self.split(state, &texts, fields),
                    Gives::Each(elements) => {
                        let last = elements.len().saturating_sub(1);
                        for (i, texts) in elements.iter().enumerate() {
                            fields.glue(texts, false);
                            if i < last {
                                fields.end();
                            }
                        }
                    }
                    Gives::Open(texts) => fields.glue(&texts, true),
                },
            }
        }
    }

    /// `name=value` as an argument of a declaration builtin.
    fn declaration_field(&mut self, state: &mut State, word: &Word) -> Option<Field> {
        let source = self.source();
        let (first, rest) = word.pieces.split_first()?;
        let Piece::Literal(head) = first else { return None };
        let (name, value) = head.of(&source).split_once('=')?;
        if !is_name(name.strip_suffix('+').unwrap_or(name).split('[').next().unwrap_or("")) {
            return None;
        }
        let span = self.span(word.span);
        if let [Piece::Array(elements)] = rest {
            let array = self.array(state, elements);
            return Some(Field { texts: Texts::one(format!("{name}=")), open: false, span, array: Some(array) });
        }
        let mut texts = Texts::one(format!("{name}="));
        texts = texts.concat(&self.tilde_value(state, value, rest.is_empty()));
        for piece in rest {
            texts = texts.concat(&self.text_of(state, piece));
        }
        Some(Field { texts, open: false, span, array: None })
    }

    /// The elements of an array assignment.
    pub(super) fn array(&mut self, state: &mut State, elements: &[Element]) -> Value {
        if elements.iter().any(|e| e.subscript.is_some()) {
            let values: Vec<Texts> = elements.iter().map(|e| self.text(state, &e.value)).collect();
            return match values.is_empty() {
                true => Value::Array(Vec::new()),
                false => Value::Elements(values.iter().flat_map(Texts::iter).cloned().collect()),
            };
        }
        let mut fields = Vec::new();
        for element in elements {
            self.word_fields(state, &element.value, false, &mut fields);
        }
        if fields.iter().any(|f| f.open) || fields.len() > MAX_EXPANSIONS {
            Value::Elements(fields.iter().flat_map(|f| f.texts.iter()).cloned().collect())
        } else {
            Value::Array(fields.into_iter().map(|f| f.texts).collect())
        }
    }

    /// What a word is where it is neither split nor globbed: the right side of an assignment, a `case` subject.
    pub(super) fn text(&mut self, state: &mut State, word: &Word) -> Texts {
        let source = self.source();
        let mut out = Texts::one("");
        for (at, piece) in word.pieces.iter().enumerate() {
            let texts = match piece {
                Piece::Literal(span) if at == 0 => self.tilde_value(state, span.of(&source), word.pieces.len() == 1),
                piece => self.text_of(state, piece),
            };
            out = if at == 0 { texts } else { out.concat(&texts) };
        }
        out
    }

    /// The pieces of a here-document or of an arithmetic expression, as in double quotes.
    pub(super) fn quoted(&mut self, state: &mut State, pieces: &[Piece]) -> Texts {
        let mut out = Texts::one("");
        for piece in pieces {
            out = out.concat(&self.text_of(state, piece));
        }
        out
    }

    /// A word as a pattern: unquoted `*`, `?`, `[` are live, quoted ones are not.
    pub(super) fn pattern_text(&mut self, state: &mut State, word: &Word) -> Texts {
        let source = self.source();
        let mut out = Texts::one("");
        for piece in &word.pieces {
            let texts = match piece {
                Piece::Literal(span) => Texts::one(pattern::live(span.of(&source))),
                Piece::Extended(span, _) => {
                    let mut text = Text::default();
                    text.push(Part_::Glob(span.of(&source).to_owned()));
                    Texts::one(text)
                }
                Piece::Parameter(_) | Piece::Command(_) => self.text_of(state, piece).map(relive),
                piece => self.text_of(state, piece),
            };
            out = out.concat(&texts);
        }
        out
    }

    /// One piece as text: nothing is split or globbed.
    fn text_of(&mut self, state: &mut State, piece: &Piece) -> Texts {
        match self.gives(state, piece) {
            Gives::Fixed { texts, .. } | Gives::Split(texts) => texts,
            Gives::Each(elements) => {
                let mut out = Texts::one("");
                for (i, texts) in elements.iter().enumerate() {
                    if i > 0 {
                        out = out.concat(&Texts::one(" "));
                    }
                    out = out.concat(texts);
                }
                out
            }
            Gives::Open(texts) => texts,
        }
    }

    fn gives(&mut self, state: &mut State, piece: &Piece) -> Gives {
        let source = self.source();
        let fixed = |texts: Texts| Gives::Fixed { texts, keeps: true };
        match piece {
            Piece::Literal(span) | Piece::Escaped(span) | Piece::Single(span) => fixed(Texts::one(span.of(&source))),
            Piece::Ansi(span) => fixed(Texts::one(ansi::decode(span.of(&source)))),
            Piece::Double(pieces) => self.double(state, pieces),
            Piece::Parameter(parameter) => {
                let value = self.parameter(state, parameter, false);
                match value {
                    super::parameter::Expanded::One(texts) => Gives::Split(texts),
                    super::parameter::Expanded::Each(elements) => {
                        // Unquoted, each element is split; that is told by an open field where it may matter.
                        let plain = elements.iter().all(|t| t.iter().all(|t| !splits(t)));
                        if plain {
                            Gives::Each(elements.into_iter().filter(|t| t.known() != Some("")).collect())
                        } else {
                            Gives::Open(elements.iter().flat_map(words_of).collect())
                        }
                    }
                    super::parameter::Expanded::Any(texts) => Gives::Open(texts),
                }
            }
            Piece::Arithmetic(arithmetic) => Gives::Split(self.arithmetic(state, arithmetic)),
            Piece::Command(substitution) => match self.substitution(state, substitution) {
                Output::Text(texts) => Gives::Split(texts),
                Output::Nothing => Gives::Split(Texts::one("")),
                Output::Lines(lines) => Gives::Open(lines.into_iter().collect()),
                Output::Unknown => Gives::Split(Texts::unknown()),
            },
            Piece::Process(direction, substitution) => {
                self.process(state, *direction, substitution);
                fixed(Texts::one("/dev/fd/63"))
            }
            Piece::Extended(span, words) => {
                for word in words {
                    self.pattern_text(state, word);
                }
                let mut text = Text::default();
                text.push(Part_::Glob(span.of(&source).to_owned()));
                fixed(Texts::one(text))
            }
            Piece::Array(elements) => {
                let value = self.array(state, elements);
                Gives::Open(value.elements())
            }
        }
    }

    fn double(&mut self, state: &mut State, pieces: &[Piece]) -> Gives {
        if let [Piece::Parameter(parameter)] = pieces {
            return match self.parameter(state, parameter, true) {
                super::parameter::Expanded::One(texts) => Gives::Fixed { texts, keeps: true },
                super::parameter::Expanded::Each(elements) => Gives::Each(elements),
                super::parameter::Expanded::Any(texts) => Gives::Open(texts),
            };
        }
        let mut texts = Texts::one("");
        for (at, piece) in pieces.iter().enumerate() {
            let next = match piece {
                Piece::Parameter(parameter) => match self.parameter(state, parameter, true) {
                    super::parameter::Expanded::One(texts) | super::parameter::Expanded::Any(texts) => texts,
                    super::parameter::Expanded::Each(elements) => joined(&elements),
                },
                Piece::Command(substitution) => match self.substitution(state, substitution) {
                    Output::Text(texts) => texts,
                    Output::Nothing => Texts::one(""),
                    Output::Lines(lines) => lines.into_iter().collect(),
                    Output::Unknown => Texts::unknown(),
                },
                piece => self.text_of(state, piece),
            };
            texts = if at == 0 { next } else { texts.concat(&next) };
        }
        Gives::Fixed { texts, keeps: true }
    }

    /// Splitting and the reviving of glob characters, for the value of an unquoted expansion.
    fn split(&mut self, state: &State, texts: &Texts, fields: &mut Fields) {
        if let Some(text) = texts.single() {
            if text.known().is_some_and(|t| !t.contains([' ', '\t', '\n'])) && state.variable("IFS").is_none() {
                // No white space: one word, or none if it is empty and stands alone.
                if !text.is_empty() || fields.current.is_some() {
                    fields.glue(&Texts::one(relive(text)), false);
                }
                return;
            }
            let Some(separators) = self.separators(state) else {
                fields.glue(&Texts::unknown(), true);
                return;
            };
            let open = text.pieces().iter().any(|p| matches!(p, Part_::Hole(Hole::Any | Hole::Name | Hole::Below)));
            for (gap, part) in words(text, &separators) {
                if gap {
                    fields.end();
                }
                if !part.is_empty() {
                    fields.glue(&Texts::one(relive(&part)), open);
                }
            }
            return;
        }
        if texts.iter().all(|t| !splits(t)) {
            let may_vanish = texts.iter().any(Text::is_empty) && fields.current.is_none();
            let kept: Texts = texts.iter().filter(|t| !may_vanish || !t.is_empty()).map(relive).collect();
            fields.glue(&kept, may_vanish);
        } else {
            let all: Texts = texts
                .iter()
                .flat_map(|t| words(t, &[' ', '\t', '\n']).into_iter().map(|(_, part)| relive(&part)))
                .collect();
            fields.glue(&all, true);
        }
    }

    /// The characters at which values are split; `None` where they cannot be known.
    fn separators(&self, state: &State) -> Option<Vec<char>> {
        match state.variable("IFS").map(|variable| &variable.value) {
            None | Some(None) => Some(vec![' ', '\t', '\n']),
            Some(Some(value)) => value.scalar().known().map(|text| text.chars().collect()),
        }
    }

    /// `~`, `~/x`, `~+`, `~-`, `~name` at the beginning of a word, and after `=` in a word of an assignment's shape.
    fn tilde(&mut self, state: &State, text: &str, whole: bool) -> Texts {
        if text.starts_with('~') {
            return self.tilde_prefix(state, text, whole, pattern::live);
        }
        if let Some((name, value)) = text.split_once('=')
            && value.starts_with('~')
            && is_name(name)
        {
            return Texts::one(format!("{name}=")).concat(&self.tilde_prefix(state, value, whole, pattern::live));
        }
        Texts::one(pattern::live(text))
    }

    /// The same on the right side of an assignment, where `:` begins a new prefix and globs are text.
    fn tilde_value(&mut self, state: &State, text: &str, whole: bool) -> Texts {
        if !text.contains('~') {
            return Texts::one(text);
        }
        let mut out = Texts::one("");
        let count = text.split(':').count();
        for (at, part) in text.split(':').enumerate() {
            if at > 0 {
                out = out.concat(&Texts::one(":"));
            }
            let texts = if part.starts_with('~') {
                self.tilde_prefix(state, part, whole || at + 1 < count, |text| Text::literal(text))
            } else {
                Texts::one(part)
            };
            out = out.concat(&texts);
        }
        out
    }

    /// `whole`: nothing follows `text` that could belong to the prefix.
    fn tilde_prefix(&mut self, state: &State, text: &str, whole: bool, rest_as: fn(&str) -> Text) -> Texts {
        let after = text.strip_prefix('~').unwrap_or(text);
        let (name, rest) = match after.find('/') {
            Some(at) => after.split_at(at),
            None if whole => (after, ""),
            None => return Texts::one(rest_as(text)),
        };
        let home = match name {
            "" => self.value(state, "HOME"),
            "+" => self.value(state, "PWD"),
            "-" => self.value(state, "OLDPWD"),
            "root" => Texts::one("/root"),
            _ if name.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()) => Texts::unknown(),
            _ if name.contains(['*', '?', '[', '=', '~', '!', '%', '#']) => return Texts::one(rest_as(text)),
            _ => {
                let mut text = Text::default();
                text.push(Part_::Home(name.to_owned()));
                Texts::one(text)
            }
        };
        home.concat(&Texts::one(rest_as(rest)))
    }

    /// What `$name` is.
    pub(super) fn value(&self, state: &State, name: &str) -> Texts {
        match self.variable(state, name).value {
            Some(value) => value.scalar(),
            None => Texts::one(""),
        }
    }

    /// A variable: what the text made of it, else what the environment says.
    pub(super) fn variable(&self, state: &State, name: &str) -> Variable {
        if let Some(variable) = state.variable(name) {
            return variable.clone();
        }
        if name == "PWD" {
            let texts = state.directories().iter().map(directory_text).collect();
            return Variable { exported: true, ..Variable::set(Value::Scalar(texts)) };
        }
        let variable = self.base.variable(name);
        if variable.value.is_none() && state.switches().sourced { Variable::unknown() } else { variable }
    }

    /// An arithmetic expansion: its value where it is known, else digits.
    pub(super) fn arithmetic(&mut self, state: &mut State, arithmetic: &Arithmetic) -> Texts {
        let texts = self.quoted(state, &arithmetic.pieces);
        match self.arithmetic_value(state, &texts) {
            Some(value) => Texts::one(value.to_string()),
            None => Texts::hole(Hole::Digits),
        }
    }

    /// The number that an expression comes to; its assignments are carried out.
    pub(super) fn arithmetic_value(&mut self, state: &mut State, texts: &Texts) -> Option<i64> {
        let plain = texts.single().map(Text::plain).unwrap_or_default();
        let known = texts.known().is_some();
        // A subscript in a variable's value is expanded when the value is evaluated: `x='a[$(cmd)]'; $((x))`.
        let runs = Cell::new(plain.contains("$(") || plain.contains('`'));
        let result = {
            let look_up = |name: &str| {
                let variable = self.variable(state, name);
                match &variable.value {
                    Some(_) if variable.may_be_unset => None,
                    Some(value) => value.scalar().known().and_then(|text| {
                        runs.set(runs.get() || text.contains("$(") || text.contains('`'));
                        text.trim().parse().ok()
                    }),
                    None => Some(0),
                }
            };
            super::arithmetic::evaluate(&plain, &look_up)
        };
        if runs.get() {
            self.miss(Code::UnknownCode, self.at);
        }
        for (name, value) in result.assigned {
            let texts = match value {
                Some(value) if known => Texts::one(value.to_string()),
                _ => Texts::hole(Hole::Digits),
            };
            state.set(&name, Variable::set(Value::Scalar(texts)));
        }
        result.value.filter(|_| known)
    }

    fn substitution(&mut self, state: &State, substitution: &Substitution) -> Output {
        let outcome =
            self.nested(substitution, |shell| shell.subshell(|shell| shell.list(&substitution.script, state.clone())));
        outcome.output
    }

    /// What a process substitution prints.
    pub(super) fn process(&mut self, state: &State, direction: Direction, substitution: &Substitution) -> Output {
        let outcome = self.nested(substitution, |shell| {
            let stdin = match direction {
                Direction::Input => Output::Nothing,
                Direction::Output => Output::Unknown,
            };
            shell.with_stdin(stdin, |shell| shell.subshell(|shell| shell.list(&substitution.script, state.clone())))
        });
        outcome.output
    }

    /// Pathname expansion of one field.
    fn glob_field(&mut self, state: &State, field: Field, out: &mut Vec<Field>) {
        if field.texts.iter().all(|t| !t.has_glob()) {
            out.push(field);
            return;
        }
        if state.switches().no_glob {
            out.push(Field { texts: field.texts.map(Text::unglobbed), ..field });
            return;
        }
        self.globbed(state, &field);
        let [Directory::Known(directory)] = state.directories() else {
            out.push(field);
            return;
        };
        if let Some(text) = field.texts.single() {
            match self.glob(directory, text) {
                Some(matches) if !matches.is_empty() => {
                    for path in matches {
                        out.push(Field { texts: Texts::one(path), ..field.clone() });
                    }
                }
                _ => out.push(field),
            }
            return;
        }
        let mut texts: Vec<Text> = Vec::new();
        let mut open = field.open;
        for text in &field.texts {
            match self.glob(directory, text) {
                Some(matches) if text.has_glob() && !matches.is_empty() => {
                    open |= matches.len() > 1;
                    texts.extend(matches.into_iter().map(Text::literal));
                }
                _ => texts.push(text.clone()),
            }
        }
        out.push(Field { texts: texts.into_iter().collect(), open, ..field });
    }
}

/// The elements with a space between them: `"$*"`, or `"$@"` inside a longer text.
pub(super) fn joined(elements: &[Texts]) -> Texts {
    let mut out = Texts::one("");
    for (at, texts) in elements.iter().enumerate() {
        if at > 0 {
            out = out.concat(&Texts::one(" "));
        }
        out = out.concat(texts);
    }
    out
}

/// Whether `text` has the form of a variable's name.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Literal glob characters become live, as they are in the value of an unquoted expansion.
fn relive(text: &Text) -> Text {
    let mut out = Text::default();
    for piece in text.pieces() {
        match piece {
            Part_::Literal(text) if text.contains(['*', '?', '[']) => out.append(&pattern::live(text)),
            piece => out.push(piece.clone()),
        }
    }
    out
}

/// Whether splitting would change it.
fn splits(text: &Text) -> bool {
    text.pieces().iter().any(|p| match p {
        Part_::Literal(text) => text.contains([' ', '\t', '\n']),
        Part_::Hole(hole) => *hole != Hole::Digits,
        _ => false,
    })
}

/// The words of a value, as splitting at white space makes them.
fn words_of(texts: &Texts) -> Vec<Text> {
    texts.iter().flat_map(|t| words(t, &[' ', '\t', '\n']).into_iter().map(|(_, part)| relive(&part))).collect()
}

/// The words between separators; `true` where a separator stands before the word. White space among the separators counts as one
/// however much of it there is, any other separator ends a word each time (Bash manual, 3.5.7). A last empty word tells of white
/// space at the end.
fn words(text: &Text, separators: &[char]) -> Vec<(bool, Text)> {
    let mut out: Vec<(bool, Text)> = Vec::new();
    let mut current = Text::default();
    let mut gap = false;
    for piece in text.pieces() {
        let Part_::Literal(literal) = piece else {
            current.push(piece.clone());
            continue;
        };
        let mut rest = literal.as_str();
        while let Some(at) = rest.find(separators) {
            let (before, from) = rest.split_at(at);
            current.push_str(before);
            let blank = |c: char| separators.contains(&c) && c.is_ascii_whitespace();
            let after = from.trim_start_matches(blank);
            let hard = after.starts_with(separators);
            let mut chars = after.chars();
            if hard {
                chars.next();
            }
            if !current.is_empty() || hard {
                out.push((gap, std::mem::take(&mut current)));
            }
            gap = true;
            rest = chars.as_str().trim_start_matches(blank);
        }
        current.push_str(rest);
    }
    if !current.is_empty() || gap {
        out.push((gap, current));
    }
    out
}

/// Positional parameters as elements.
pub(super) fn positional(state: &State) -> std::result::Result<&[Texts], &Texts> {
    match state.positional() {
        Positional::Known(elements) => Ok(elements),
        Positional::Any(texts) => Err(texts),
    }
}
