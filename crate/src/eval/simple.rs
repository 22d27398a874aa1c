//! Simple commands.
//!
//! Owns the order of a simple command (Bash manual, 3.7.1): words are expanded, redirections made, assignments carried out, and
//! then the command runs. It also owns how an effect becomes an access.

use super::expand::Field;
use super::flow::Outcome;
use super::state::{State, Value, Variable};
use super::written::Sink;
use super::{Evaluator, MAX_COMMANDS};
use crate::access::{Access, Boundary, Certainty, Mode, Role};
use crate::command::{Argument, AtLink, Effect, Output};
use crate::coverage::Code;
use crate::path::{Directory, Entry, FileSystem, Flavor, Place, is_network};
use crate::source::Span;
use crate::syntax::tree::{self, Assignment, Descriptor, Operator, Piece, Redirection, Simple, Word};
use crate::value::{Hole, Text, Texts};

/// Builtins whose arguments are expanded as assignments.
pub(super) const DECLARATIONS: [&str; 5] = ["declare", "typeset", "local", "export", "readonly"];

/// How many vectors one command is evaluated as, where its arguments may be one of several texts.
const MAX_WAYS: usize = 64;

/// What redirections did.
#[derive(Debug, Default)]
pub(super) struct Opened {
    /// What the command reads now, if it no longer reads what the shell reads.
    pub(super) stdin: Option<Output>,
    /// What it prints does not reach the shell's standard output.
    pub(super) stdout_elsewhere: bool,
    /// What it complains of does.
    pub(super) complaints: bool,
    /// The file that what it prints goes into.
    pub(super) sink: Option<Sink>,
}

impl Opened {
    /// What goes into the file that standard output is, where the command prints `output`.
    pub(super) fn sunk(&self, output: &Output) -> Output {
        if self.complaints { Output::Unknown } else { output.clone() }
    }
}

/// Variables that the shell itself expands or runs, handed on or not (Bash manual 5.2, 5.2).
const SHELL_OWN: [&str; 5] = ["PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4"];

impl Evaluator<'_> {
    pub(super) fn simple(&mut self, simple: &Simple, state: State) -> Outcome {
        let span = self.span(simple.span);
        self.at = span;
        self.commands += 1;
        if self.commands > MAX_COMMANDS || self.report.is_full() {
            self.miss(Code::ExpansionLimit, span);
            return Outcome::either(state, Output::Unknown);
        }
        let patterns = self.patterns.len();
        let outcome = self.simple_command(simple, span, state);
        self.patterns.truncate(patterns);
        outcome
    }

    fn simple_command(&mut self, simple: &Simple, span: Span, state: State) -> Outcome {
        let mut state = state;
        let declaration = self.is_declaration(&simple.words);
        let fields = self.fields(&mut state, &simple.words, declaration);
        let opened = self.redirections(&mut state, &simple.redirections);
        if std::mem::take(&mut self.fatal) {
            return self.leave_shell(state);
        }
        if fields.is_empty() {
            for assignment in &simple.assignments {
                self.assign(&mut state, assignment, false);
            }
            if std::mem::take(&mut self.fatal) {
                return self.leave_shell(state);
            }
            if simple.words.is_empty() && simple.redirections.iter().any(|r| r.operator == Operator::Input) {
                // `$(<file)` is the file's contents (Bash manual, 3.5.4).
                return Outcome::either(state, opened.stdin.unwrap_or_default());
            }
            if let Some(sink) = &opened.sink {
                // `> file` empties it.
                self.wrote(sink, Output::Nothing);
            }
            let plain = simple.words.is_empty() && simple.redirections.is_empty();
            return if plain && simple.assignments.iter().all(is_plain) {
                Outcome::success(state)
            } else {
                Outcome::either(state, Output::Nothing)
            };
        }
        let mut before: Vec<(String, Option<Variable>)> = Vec::new();
        let mut loaded = Text::default();
        for assignment in &simple.assignments {
            let name = assignment.name.of(&self.source()).to_owned();
            before.push((name.clone(), state.variable(&name).cloned()));
            self.assign(&mut state, assignment, true);
            if is_loading(&name) {
                loaded.push_str(&format!("{name}="));
                loaded.append(self.value(&state, &name).single().unwrap_or(&Text::hole(Hole::Any)));
                loaded.push_str(" ");
            }
        }
        // Kept where it is asked for alone: states that differ in nothing else stay shared.
        let last = if self.frame.asks_last { fields.last().cloned() } else { None };
        if loaded.is_empty()
            && let Some(path) = state.variable("PATH").and_then(|variable| variable.value.as_ref())
        {
            // Set earlier in the text: it decides what a name runs just as well.
            loaded.push_str("PATH=");
            loaded.append(path.scalar().single().unwrap_or(&Text::hole(Hole::Any)));
            loaded.push_str(" ");
        }
        let text = self.source();
        let source = simple.span.of(&text);
        let stdin = opened.stdin.clone().unwrap_or_else(|| self.stdin.clone());
        let lasting = fields.first().and_then(|field| field.texts.known()) == Some("exec");
        let heard = self.heard || opened.sink.is_some();
        let outcome = self.hearing(heard, |shell| {
            shell.with_stdin(stdin, |shell| shell.invoke(fields, super::call::Written { span, source, loaded }, state))
        });
        let mut outcome = Self::in_each(outcome, |mut state| {
            for (name, variable) in before.iter().rev() {
                state.restore(name, variable.clone());
            }
            if let Some(last) = &last {
                state.set("_", Variable::set(Value::Scalar(last.texts.clone())));
            }
            state
        });
        if let Some(sink) = &opened.sink {
            // What comes after it goes there as well.
            let output = if lasting { Output::Unknown } else { opened.sunk(&outcome.output) };
            self.wrote(sink, output);
        }
        if opened.complaints && outcome.output == Output::Nothing {
            outcome.output = Output::Unknown;
        }
        if opened.stdout_elsewhere {
            outcome.output = Output::Nothing;
        }
        outcome
    }

    fn is_declaration(&self, words: &[Word]) -> bool {
        let source = self.source();
        words
            .iter()
            .map(|w| match w.pieces.as_slice() {
                [Piece::Literal(span)] => span.of(&source),
                _ => "",
            })
            .find(|w| !matches!(*w, "builtin" | "command"))
            .is_some_and(|w| DECLARATIONS.contains(&w))
    }

    fn assign(&mut self, state: &mut State, assignment: &Assignment, export: bool) {
        let name = assignment.name.of(&self.source()).to_owned();
        let before = self.variable(state, &name);
        let value = match &assignment.value {
            tree::Value::Scalar(word) => Value::Scalar(self.text(state, word)),
            tree::Value::Array(elements) => self.array(state, elements),
        };
        let value = match (&assignment.subscript, value) {
            (Some(subscript), Value::Scalar(texts)) => {
                let index = self.text(state, subscript);
                let index = self.arithmetic_value(state, &index).and_then(|i| usize::try_from(i).ok());
                with_element(before.value.clone(), index, texts)
            }
            (_, value) if assignment.append => appended(before.value.clone(), value),
            (_, value) => value,
        };
        // Of an environment that is not known nobody says that it has the variable.
        let told = state.variable(&name).is_some() || self.base.env.is_some();
        let handed = before.exported && before.value.is_some();
        let export = export || state.switches().exports;
        state.set(&name, Variable { exported: export || handed, ..Variable::set(value) });
        if export || handed && told || SHELL_OWN.contains(&name.as_str()) {
            let texts = self.value(state, &name);
            self.variable_effects(&name, &texts, self.span(assignment.span), state);
        }
    }

    /// Makes the redirections, in order.
    pub(super) fn redirections(&mut self, state: &mut State, redirections: &[Redirection]) -> Opened {
        let mut opened = Opened::default();
        for redirection in redirections {
            let span = self.span(redirection.span);
            let descriptor = match redirection.descriptor {
                Some(Descriptor::Number(number)) => number.of(&self.source()).parse::<u32>().ok(),
                Some(Descriptor::Variable(name)) => {
                    let name = name.of(&self.source()).to_owned();
                    state.set(&name, Variable::set(Self::digits()));
                    Some(u32::MAX)
                }
                None => None,
            };
            let input = descriptor.is_none_or(|d| d == 0);
            let output = descriptor.is_none_or(|d| d == 1);
            match redirection.operator {
                Operator::HereDocument => {
                    let texts = match &redirection.body {
                        Some(body) => {
                            self.misread(&body.faults);
                            self.quoted(state, &body.pieces)
                        }
                        None => Texts::unknown(),
                    };
                    if input {
                        opened.stdin = Some(Output::Text(texts));
                    }
                }
                Operator::HereString => {
                    let texts = self.text(state, &redirection.target);
                    if input {
                        opened.stdin = Some(Output::Text(texts.concat(&Texts::one("\n"))));
                    }
                }
                Operator::DuplicateInput | Operator::DuplicateOutput => {
                    let Some(texts) = self.file(state, &redirection.target) else { continue };
                    let number = |t: &str| t == "-" || t.trim_end_matches('-').bytes().all(|b| b.is_ascii_digit());
                    let duplicate = texts.known().is_none_or(number);
                    if !duplicate && redirection.operator == Operator::DuplicateOutput {
                        self.open(state, &texts, &[Mode::Write], span);
                        for text in &texts {
                            self.overwrote(state, text);
                        }
                    }
                    // It may be the end of any file that was opened before.
                    let standard = matches!(texts.known(), Some("0" | "1" | "2" | "-"));
                    if !standard && redirection.operator == Operator::DuplicateOutput {
                        self.stirred = true;
                        self.contents.mix_all();
                    }
                    opened.complaints |= descriptor == Some(2) && texts.known() == Some("1");
                    if output && redirection.operator == Operator::DuplicateOutput {
                        opened.stdout_elsewhere = texts.known() != Some("1");
                    }
                    if input && redirection.operator == Operator::DuplicateInput {
                        opened.stdin = Some(Output::Unknown);
                    }
                }
                operator => {
                    if operator == Operator::Input
                        && let [Piece::Process(direction, substitution)] = redirection.target.pieces.as_slice()
                    {
                        let printed = self.process(state, *direction, substitution);
                        if input {
                            opened.stdin = Some(printed);
                        }
                        continue;
                    }
                    let Some(texts) = self.file(state, &redirection.target) else { continue };
                    let modes: &[Mode] = match operator {
                        Operator::Input => &[Mode::Read],
                        Operator::ReadWrite => &[Mode::Read, Mode::Write],
                        _ => &[Mode::Write],
                    };
                    self.open(state, &texts, modes, span);
                    match operator {
                        Operator::Input if input => {
                            let one = texts.single().map(|text| self.reading(state, text));
                            opened.stdin = Some(one.unwrap_or_default());
                        }
                        Operator::ReadWrite if input => opened.stdin = Some(Output::Unknown),
                        Operator::Output | Operator::Clobber | Operator::Append if output => {
                            opened.stdout_elsewhere = true;
                            let append = operator == Operator::Append;
                            opened.sink = texts.single().and_then(|text| self.sink(state, text, append));
                        }
                        Operator::Both | Operator::BothAppend => opened.stdout_elsewhere = true,
                        _ => {}
                    }
                    // What goes into any other file is not followed.
                    let sunk = output
                        && opened.sink.is_some()
                        && matches!(operator, Operator::Output | Operator::Clobber | Operator::Append);
                    if modes.contains(&Mode::Write) && !sunk {
                        for text in &texts {
                            self.overwrote(state, text);
                        }
                    }
                }
            }
        }
        opened
    }

    /// The file that a redirection names. More words than one, or none, are an error in bash, and nothing is opened; with more
    /// than one each is given all the same, because a glob may match less by then.
    fn file(&mut self, state: &mut State, word: &Word) -> Option<Texts> {
        let fields = self.fields(state, std::slice::from_ref(word), false);
        match fields.as_slice() {
            [] => None,
            [field] => Some(field.texts.clone()),
            fields => Some(fields.iter().flat_map(|f| f.texts.iter()).cloned().collect()),
        }
    }

    fn open(&mut self, state: &State, texts: &Texts, modes: &[Mode], span: Span) {
        for text in texts {
            if is_network(text) && self.environment.surroundings.platform.flavor() == Flavor::Posix {
                self.touch(state, &Texts::one(text.clone()), Mode::Network, span);
                continue;
            }
            for &mode in modes {
                self.touch(state, &Texts::one(text.clone()), mode, span);
                if mode == Mode::Write {
                    self.made(state, text, Entry::File);
                    let device = text.known().is_some_and(|path| path.starts_with("/dev/"));
                    if !device && self.real_path(state, text).is_none() {
                        self.stir();
                    }
                }
            }
        }
    }

    /// bash itself, or a known program, does `mode` to a path.
    pub(super) fn touch(&mut self, state: &State, texts: &Texts, mode: Mode, span: Span) {
        let certainty = self.certainty(texts.len());
        for text in texts {
            self.effect(
                state,
                &Effect {
                    text: text.clone(),
                    mode,
                    role: Role::Known,
                    certainty,
                    span,
                    base: None,
                    link: AtLink::Follows,
                },
            );
        }
    }

    /// The same for a path that was typed in another way.
    pub(super) fn touch_as(&mut self, state: &State, text: Text, typed: &Text, mode: Mode, span: Span) {
        if self.frame.elsewhere {
            return;
        }
        let certainty = self.certainty(state.directories().len());
        let effect = Effect { text, mode, role: Role::Known, certainty, span, base: None, link: AtLink::Follows };
        for directory in state.directories() {
            if let Some(mut place) = self.place(directory, &effect) {
                place.typed = typed.clone();
                self.emit(place, mode, Role::Known, certainty, span);
            }
        }
    }

    pub(super) fn certainty(&self, ways: usize) -> Certainty {
        if self.certain && ways <= 1 { Certainty::Definite } else { Certainty::Possible }
    }

    /// An effect of a command that runs in the state's directories.
    pub(super) fn effect(&mut self, state: &State, effect: &Effect) {
        if self.frame.elsewhere {
            return;
        }
        let directories = state.directories();
        let certainty = self.certainty(directories.len()).max(effect.certainty);
        for directory in directories {
            if let Some(place) = self.place(directory, effect) {
                self.emit(place, effect.mode, effect.role, certainty, effect.span);
            }
        }
    }

    /// Where an effect happens, for a command that runs in `directory`.
    pub(super) fn place(&self, directory: &Directory, effect: &Effect) -> Option<Place> {
        let based = effect.base.as_ref().map(|base| self.surroundings().change(directory, base, true));
        let directory = based.as_ref().unwrap_or(directory);
        let itself = effect.link == AtLink::Stays || effect.mode == Mode::Delete;
        let text = match &self.frame.root {
            None => return self.place_word(directory, &effect.text, effect.mode, itself),
            Some(root) if effect.text.prefix().starts_with('/') => root.clone().concat(&effect.text),
            Some(root) => root.clone().concat(&Text::literal("/")).concat(&effect.text),
        };
        self.place_word(directory, &text, effect.mode, itself)
    }

    /// A directory that bash lists for a pattern.
    pub(super) fn listed(&mut self, state: &State, effect: Effect) {
        if self.frame.elsewhere {
            return;
        }
        let certainty = self.certainty(state.directories().len());
        for directory in state.directories() {
            if let Some(place) = self.place(directory, &effect)
                && place.boundary == Boundary::Outside
            {
                let span = Some(effect.span);
                self.report.listed(Access { place, mode: effect.mode, certainty, role: effect.role, span });
            }
        }
    }

    fn emit(&mut self, place: Place, mode: Mode, role: Role, certainty: Certainty, span: Span) {
        self.report.access(Access { place, mode, certainty, role, span: Some(span) });
    }

    /// The text itself puts `entry` at a path.
    pub(super) fn made(&self, state: &State, text: &Text, entry: Entry) {
        let Some(path) = self.real_path(state, text) else { return };
        let before = self.overlay.entry(&path);
        match entry {
            // A file needs a directory to be made in.
            Entry::File => {
                let parent = path.rfind(['/', '\\']).and_then(|at| path.get(..at)).filter(|p| !p.is_empty());
                let nowhere = parent.is_some_and(|parent| self.overlay.entry(parent) == Entry::Missing);
                if before == Entry::Missing && !nowhere {
                    self.overlay.put(&path, entry);
                }
            }
            // What may not be made proves nothing.
            Entry::Directory if !self.certain && before != Entry::Directory => self.overlay.put(&path, Entry::Unknown),
            entry => self.overlay.put(&path, entry),
        }
    }

    /// The one canonical path that `text` is, if it is one.
    pub(super) fn real_path(&self, state: &State, text: &Text) -> Option<String> {
        let [directory] = state.directories() else { return None };
        self.surroundings().real(directory, text)?.known().map(str::to_owned)
    }

    /// Every vector that the fields can be. Past [`MAX_WAYS`] the limit is told, and each text of each field stands in at least
    /// one of them.
    pub(super) fn vectors(&mut self, fields: &[Field]) -> Vec<Vec<Argument>> {
        let argument = |field: &Field, text: &Text| Argument { text: text.clone(), span: field.span, open: field.open };
        let product = fields.iter().fold(1, |ways: usize, field| ways.saturating_mul(field.texts.len()));
        let crossed = product <= MAX_WAYS;
        if !crossed {
            self.miss(Code::ExpansionLimit, self.at);
        }
        let longest = || fields.iter().map(|field| field.texts.len()).max().unwrap_or(1);
        let ways = if crossed { product } else { longest() };
        self.commands += ways - 1;
        let vector = |way: usize| {
            let mut rest = way;
            let choose = |field: &Field| {
                let count = field.texts.len().max(1);
                let at = rest % count;
                rest = if crossed { rest / count } else { rest };
                field.texts.iter().nth(at).map(|text| argument(field, text))
            };
            fields.iter().filter_map(choose).collect()
        };
        (0..ways).map(vector).collect()
    }
}

/// Assignments that can run or load something keep their place in a command's canonical text.
pub(super) fn is_loading(name: &str) -> bool {
    matches!(name, "PATH" | "BASH_ENV" | "ENV" | "IFS" | "NODE_OPTIONS")
        || ["LD_", "PYTHON", "GIT_"].iter().any(|prefix| name.starts_with(prefix))
        || ["PAGER", "EDITOR"].iter().any(|suffix| name.ends_with(suffix))
}

/// Whether the assignment runs nothing: it cannot fail.
fn is_plain(assignment: &Assignment) -> bool {
    match &assignment.value {
        tree::Value::Scalar(word) => word.pieces.iter().all(runs_nothing),
        tree::Value::Array(elements) => elements.iter().all(|e| e.value.pieces.iter().all(runs_nothing)),
    }
}

fn runs_nothing(piece: &Piece) -> bool {
    match piece {
        Piece::Command(_) => false,
        Piece::Double(pieces) => pieces.iter().all(runs_nothing),
        _ => true,
    }
}

fn with_element(before: Option<Value>, index: Option<usize>, texts: Texts) -> Value {
    match (before, index) {
        (Some(Value::Array(mut elements)), Some(index)) if index <= elements.len() => {
            if let Some(slot) = elements.get_mut(index) {
                *slot = texts;
            } else {
                elements.push(texts);
            }
            Value::Array(elements)
        }
        (None, Some(0)) => Value::Array(vec![texts]),
        (None, _) => Value::Elements(texts),
        (Some(value), _) => {
            let mut all = value.elements();
            all.join(&texts);
            Value::Elements(all)
        }
    }
}

fn appended(before: Option<Value>, value: Value) -> Value {
    match (before, value) {
        (None, value) => value,
        (Some(Value::Scalar(a)), Value::Scalar(b)) => Value::Scalar(a.concat(&b)),
        (Some(Value::Array(mut a)), Value::Array(b)) if a.len() + b.len() <= super::MAX_EXPANSIONS => {
            a.extend(b);
            Value::Array(a)
        }
        (Some(a), b) => {
            let mut all = a.elements();
            all.join(&b.elements());
            Value::Elements(all)
        }
    }
}
