//! Words to fields.
//!
//! Owns bash's order of expansions (Bash manual, 3.5): brace, tilde, then parameter, command and arithmetic, then splitting,
//! pathname expansion and quote removal. What cannot be known becomes a hole in a field, or an open field.

use super::brace::{self, Part};
use super::contents::Content;
use super::parameter::Expanded;
use super::split::{self, Fields};
use super::state::{Positional, State, Value, Variable, directory_text};
use super::{Evaluator, MAX_EXPANSIONS, ansi, pattern};
use crate::command::Output;
use crate::coverage::Code;
use crate::path::Directory;
use crate::source::Span;
use crate::syntax::tree::{Arithmetic, Direction, Element, Parameter, Piece, Substitution, Word};
use crate::value::{Hole, MAX_TEXT, Piece as Part_, Text, Texts};
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
enum Gives<'t> {
    /// Text that is neither split nor globbed; an empty one is a field.
    Fixed(Texts),
    /// The value of an unquoted expansion.
    Split(Texts),
    /// A field for each element: `"$@"`, `"${a[@]}"`, and what stands around it in the quotes; an open one stands for any number.
    Each(Vec<(Texts, bool)>),
    /// The same without quotes: the elements are split.
    SplitEach(Vec<Texts>),
    /// Any number of fields, each one of these.
    Open(Texts),
    /// The operand that stands in for a value, which is read as part of the word: `${x:-a "b c"}`.
    Operand(&'t Word),
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
        // What braces make is no assignment.
        let assignment = words.len() == 1;
        for parts in words {
            let mut fields = Fields::new(span);
            self.build(state, &parts, assignment, &mut fields);
            if fields.overflows() {
                self.miss(Code::ExpansionLimit, span);
            }
            for field in fields.done() {
                self.glob_field(state, field, out);
            }
        }
    }

    fn build(&mut self, state: &mut State, parts: &[Part<'_>], assignment: bool, fields: &mut Fields) {
        let mut taken = 0;
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Live(text) => {
                    let text = text.get(std::mem::take(&mut taken)..).unwrap_or("");
                    let whole = parts.len() == 1;
                    let texts = match at {
                        0 if text.starts_with('~') => self.tilde(state, text, whole),
                        0 if assignment => self.tilde_assignment(state, text, whole),
                        _ => Texts::one(pattern::live(text)),
                    };
                    if at == 0 || texts.known() != Some("") {
                        fields.glue(&texts, false);
                    }
                }
                Part::Piece(Piece::Parameter(parameter))
                    if let Some(name) = self.longer_name(parameter, parts.get(at + 1)) =>
                {
                    taken = name.len() - parameter.name.of(&self.source()).len();
                    let texts = self.value(state, &name);
                    self.split(state, &texts, fields);
                }
                Part::Piece(piece) => self.piece(state, piece, fields),
            }
        }
    }

    /// `$s{1,2}`: braces are expanded first, and what they bring may go on with the name (`$s1 $s2`).
    fn longer_name(&self, parameter: &Parameter, next: Option<&Part<'_>>) -> Option<String> {
        let Some(Part::Live(next)) = next else { return None };
        let source = self.source();
        let name = parameter.name.of(&source);
        let more: String = next.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let bare = parameter.span.of(&source).len() == name.len() + 1;
        (bare && !more.is_empty() && is_name(name)).then(|| format!("{name}{more}"))
    }

    fn piece(&mut self, state: &mut State, piece: &Piece, fields: &mut Fields) {
        match self.gives(state, piece) {
            Gives::Fixed(texts) => fields.glue(&texts, false),
            Gives::Split(texts) => self.split(state, &texts, fields),
            Gives::Each(elements) => {
                for (at, (texts, open)) in elements.iter().enumerate() {
                    if at > 0 {
                        fields.end();
                    }
                    fields.glue(texts, *open);
                }
            }
            Gives::SplitEach(elements) => {
                for (at, texts) in elements.iter().enumerate() {
                    if at > 0 {
                        fields.end();
                    }
                    self.split(state, texts, fields);
                }
            }
            Gives::Open(texts) => fields.glue(&texts, true),
            Gives::Operand(word) => {
                let source = self.source();
                for (at, piece) in word.pieces.iter().enumerate() {
                    match piece {
                        Piece::Literal(span) => {
                            let text = span.of(&source);
                            let texts = match at {
                                0 if text.starts_with('~') => self.tilde(state, text, word.pieces.len() == 1),
                                _ => Texts::one(text),
                            };
                            self.split(state, &texts, fields);
                        }
                        piece => self.piece(state, piece, fields),
                    }
                }
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
            let next = self.text_of(state, piece);
            texts = self.then(texts, &next);
        }
        Some(Field { texts, open: false, span, array: None })
    }

    /// The elements of an array assignment.
    pub(super) fn array(&mut self, state: &mut State, elements: &[Element]) -> Value {
        if elements.iter().any(|e| e.subscript.is_some()) {
            let mut values: Vec<Texts> = Vec::new();
            let mut keyed: Option<Vec<(String, Texts)>> = Some(Vec::new());
            for element in elements {
                // A subscript is expanded: `a=([$(cmd)]=x)` runs it.
                let key = element.subscript.as_ref().map(|subscript| self.text(state, subscript));
                let texts = self.text(state, &element.value);
                let plain =
                    key.as_ref().and_then(Texts::known).filter(|key| key.bytes().all(|b| b.is_ascii_alphanumeric()));
                match (&mut keyed, plain) {
                    (Some(keyed), Some(key)) => keyed.push((key.to_owned(), texts.clone())),
                    (keyed, _) => *keyed = None,
                }
                values.push(texts);
            }
            if let Some(keyed) = keyed {
                return Value::Keyed(keyed);
            }
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
            out = if at == 0 { texts } else { self.then(out, &texts) };
        }
        out
    }

    /// `before` and then `next`; past the bound of a text, the limit is told and nothing is known.
    pub(super) fn then(&mut self, before: Texts, next: &Texts) -> Texts {
        if before.longest() + next.longest() > MAX_TEXT {
            self.miss(Code::ExpansionLimit, self.at);
            return Texts::unknown();
        }
        before.concat(next)
    }

    /// The pieces of a here-document or of an arithmetic expression, as in double quotes.
    pub(super) fn quoted(&mut self, state: &mut State, pieces: &[Piece]) -> Texts {
        let mut out = Texts::one("");
        for piece in pieces {
            let next = self.text_of(state, piece);
            out = self.then(out, &next);
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
                    text.push(Part_::Glob(span.of(&source).into()));
                    Texts::one(text)
                }
                Piece::Parameter(_) | Piece::Command(_) => self.text_of(state, piece).map(relive),
                piece => self.text_of(state, piece),
            };
            out = self.then(out, &texts);
        }
        out
    }

    /// The right side of `${x/…/…}`: an unquoted `&` is live in it, and stands for what was matched (Bash manual, 3.5.3).
    pub(super) fn replacement(&mut self, state: &mut State, word: &Word) -> Texts {
        let source = self.source();
        let mut out = Texts::one("");
        for (at, piece) in word.pieces.iter().enumerate() {
            let texts = match piece {
                Piece::Literal(span) if at == 0 => {
                    self.tilde_value(state, span.of(&source), word.pieces.len() == 1).map(matched)
                }
                Piece::Literal(_) | Piece::Parameter(_) | Piece::Command(_) => self.text_of(state, piece).map(matched),
                piece => self.text_of(state, piece),
            };
            out = self.then(out, &texts);
        }
        out
    }

    /// One piece as text: nothing is split or globbed.
    fn text_of(&mut self, state: &mut State, piece: &Piece) -> Texts {
        match self.gives(state, piece) {
            Gives::Fixed(texts) | Gives::Split(texts) | Gives::Open(texts) => texts,
            Gives::Each(elements) => {
                let elements: Vec<Texts> = elements.into_iter().map(|(texts, _)| texts).collect();
                self.joined(&elements, " ")
            }
            Gives::SplitEach(elements) => self.joined(&elements, " "),
            Gives::Operand(word) => self.text(state, word),
        }
    }

    /// The elements with `separator` between them: `"$*"`, or `"$@"` where there are no fields.
    pub(super) fn joined(&mut self, elements: &[Texts], separator: &str) -> Texts {
        let separator = Texts::one(separator);
        let mut out = Texts::one("");
        for (at, texts) in elements.iter().enumerate() {
            if at > 0 {
                out = self.then(out, &separator);
            }
            out = self.then(out, texts);
        }
        out
    }

    fn gives<'t>(&mut self, state: &mut State, piece: &'t Piece) -> Gives<'t> {
        let source = self.source();
        match piece {
            Piece::Literal(span) | Piece::Escaped(span) | Piece::Single(span) => {
                Gives::Fixed(Texts::one(span.of(&source)))
            }
            Piece::Ansi(span) => Gives::Fixed(Texts::one(ansi::decode(span.of(&source), ansi::Kind::Quoted).text)),
            Piece::Double(pieces) => self.double(state, pieces),
            Piece::Parameter(parameter) => match self.parameter(state, parameter, false) {
                Expanded::One(texts) => Gives::Split(texts),
                Expanded::Each(elements) => Gives::SplitEach(elements),
                Expanded::Any(texts) => {
                    let separators = self.separators(state).unwrap_or_default();
                    Gives::Open(texts.iter().flat_map(|t| split::words(t, &separators)).map(|t| relive(&t)).collect())
                }
                Expanded::Word(word) => Gives::Operand(word),
            },
            Piece::Arithmetic(arithmetic) => Gives::Split(self.arithmetic(state, arithmetic)),
            Piece::Command(substitution) => match self.substitution(state, substitution) {
                Output::Text(texts) => Gives::Split(texts),
                Output::Nothing => Gives::Split(Texts::one("")),
                Output::Lines(lines) => {
                    let separators = self.separators(state).unwrap_or_default();
                    Gives::Open(lines.iter().flat_map(|t| split::words(t, &separators)).map(|t| relive(&t)).collect())
                }
                Output::Files(_) | Output::Unknown => Gives::Split(Texts::unknown()),
            },
            Piece::Process(direction, substitution) => {
                let printed = self.process(state, *direction, substitution);
                let printed = if *direction == Direction::Input { printed } else { Output::Unknown };
                Gives::Fixed(Texts::one(self.pipe(printed)))
            }
            Piece::Extended(span, words) => {
                for word in words {
                    self.pattern_text(state, word);
                }
                let mut text = Text::default();
                text.push(Part_::Glob(span.of(&source).into()));
                Gives::Fixed(Texts::one(text))
            }
            Piece::Array(elements) => {
                let value = self.array(state, elements);
                Gives::Open(value.elements())
            }
        }
    }

    /// The inside of double quotes: one text, or where `"$@"` stands in it a field for each element.
    fn double<'t>(&mut self, state: &mut State, pieces: &'t [Piece]) -> Gives<'t> {
        let mut done: Vec<(Texts, bool)> = Vec::new();
        let mut current: Option<(Texts, bool)> = None;
        let mut each = false;
        for piece in pieces {
            let gives = match piece {
                Piece::Parameter(parameter) => match self.parameter(state, parameter, true) {
                    Expanded::One(texts) => Gives::Fixed(texts),
                    Expanded::Any(texts) => Gives::Open(texts),
                    Expanded::Each(elements) => Gives::Each(elements.into_iter().map(|texts| (texts, false)).collect()),
                    Expanded::Word(word) => self.double(state, &word.pieces),
                },
                Piece::Double(pieces) => self.double(state, pieces),
                Piece::Command(substitution) => Gives::Fixed(match self.substitution(state, substitution) {
                    Output::Text(texts) => texts,
                    Output::Nothing => Texts::one(""),
                    Output::Lines(lines) => lines.into_iter().collect(),
                    Output::Files(_) | Output::Unknown => Texts::unknown(),
                }),
                piece => Gives::Fixed(self.text_of(state, piece)),
            };
            let elements = match gives {
                Gives::Each(elements) => {
                    each = true;
                    elements
                }
                Gives::Open(texts) => {
                    each = true;
                    vec![(texts, true)]
                }
                Gives::Fixed(texts) | Gives::Split(texts) => vec![(texts, false)],
                Gives::SplitEach(_) | Gives::Operand(_) => vec![(Texts::unknown(), true)],
            };
            for (at, (texts, open)) in elements.into_iter().enumerate() {
                if at > 0 {
                    done.extend(current.take());
                }
                current = Some(match current.take() {
                    Some((before, was_open)) => (self.then(before, &texts), was_open || open),
                    None => (texts, open),
                });
            }
        }
        if each {
            done.extend(current);
            return Gives::Each(done);
        }
        Gives::Fixed(current.map_or_else(|| Texts::one(""), |(texts, _)| texts))
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
        let outcome = self.nested(substitution, |shell| {
            shell.hearing(true, |shell| shell.subshell(|shell| shell.list(&substitution.script, state.clone())))
        });
        match outcome.output {
            // Bash leaves out what no word can hold.
            Output::Text(texts) => Output::Text(texts.map(|text| text.without('\0').trimmed_end('\n'))),
            output => output,
        }
    }

    /// What a process substitution prints.
    pub(super) fn process(&mut self, state: &State, direction: Direction, substitution: &Substitution) -> Output {
        // It runs beside what comes after it.
        self.stir();
        let outcome = self.nested(substitution, |shell| {
            let stdin = match direction {
                Direction::Input => Output::Nothing,
                Direction::Output => Output::Unknown,
            };
            shell.hearing(direction == Direction::Input, |shell| {
                shell.with_stdin(stdin, |shell| shell.subshell(|shell| shell.list(&substitution.script, state.clone())))
            })
        });
        outcome.output
    }

    /// The file that a process substitution is to the command.
    fn pipe(&mut self, printed: Output) -> String {
        let path = format!("/dev/fd/{}", 63 - self.processes % 50);
        self.processes += 1;
        self.contents.put(&path, Content::printed(printed), true);
        path
    }

    /// Pathname expansion of one field.
    fn glob_field(&mut self, state: &State, field: Field, out: &mut Vec<Field>) {
        if field.texts.iter().all(|t| !t.has_glob()) {
            out.push(field);
            return;
        }
        if state.switches().no_glob || !field.texts.iter().any(is_pattern) {
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
                    self.patterns.push((field.span, text.clone()));
                    for path in matches {
                        out.push(Field { texts: Texts::one(path), ..field.clone() });
                    }
                }
                None => {
                    // What cannot be listed has these links in it all the same.
                    for link in self.made_links(directory, text) {
                        out.push(Field { texts: Texts::one(link), open: true, ..field.clone() });
                    }
                    out.push(field);
                }
                Some(_) => out.push(field),
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

/// Whether `text` has the form of a variable's name.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Literal glob characters become live, as they are in the value of an unquoted expansion, and a backslash before a character
/// makes it a plain one if the word turns out to be a pattern.
pub(super) fn relive(text: &Text) -> Text {
    let mut out = Text::default();
    for piece in text.pieces() {
        let Part_::Literal(literal) = piece else {
            out.push(piece.clone());
            continue;
        };
        let mut rest = literal.as_str();
        while let Some(at) = rest.find('\\') {
            let (before, from) = rest.split_at(at);
            out.append(&pattern::live(before));
            let length = from.chars().take(2).map(char::len_utf8).sum();
            let (escaped, after) = from.split_at(length);
            out.push(Part_::Glob(escaped.into()));
            rest = after;
        }
        out.append(&pattern::live(rest));
    }
    out
}

/// Whether it has a character that matches others: backslashes alone make no pattern.
fn is_pattern(text: &Text) -> bool {
    text.pieces().iter().any(|piece| matches!(piece, Part_::Glob(typed) if !typed.starts_with('\\')))
}

/// The live `&` of a replacement.
fn matched(text: &Text) -> Text {
    let mut out = Text::default();
    for piece in text.pieces() {
        let Part_::Literal(literal) = piece else {
            out.push(piece.clone());
            continue;
        };
        for (at, part) in literal.split('&').enumerate() {
            if at > 0 {
                out.push(Part_::Glob("&".into()));
            }
            out.push_str(part);
        }
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
