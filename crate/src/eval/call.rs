//! What a command word leads to.
//!
//! Owns the order in which bash looks a command up (functions, builtins, programs), what the catalog's answer means for the shell, and
//! the way into payloads: texts that a shell parses again.

use super::expand::Field;
use super::flow::{Outcome, after, lines};
use super::state::{Definition, Positional, State, Value, Variable};
use super::world::World;
use super::written::is_stream;
use super::{Command, Evaluator, Frame, MAX_DEPTH, print};
use crate::access::{Access, Certainty, Mode, Role};
use crate::command::{self, Argument, AtLink, Effect, Effects, Output, Run, Runnable};
use crate::coverage::Code;
use crate::path::{Directory, Entry, FileSystem, Place};
use crate::source::Span;
use crate::syntax;
use crate::value::{Hole, Piece, Text, Texts};
use ecow::EcoString;
use std::borrow::Cow;
use std::rc::Rc;

/// Directories that are there for temporary files (hier(7); macOS has the same below `/private`).
const TEMPORARY: [&str; 4] = ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp"];

/// How often a function is followed into itself.
const MAX_CALLS: usize = 16;

/// How a command is written.
#[derive(Clone, Debug)]
pub(super) struct Written<'s> {
    pub(super) span: Span,
    pub(super) source: &'s str,
    /// The assignments before it that can run or load something.
    pub(super) loaded: Text,
}

/// What a command word may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Functions, builtins, programs.
    Shell,
    /// `command x`: no functions.
    Builtins,
    /// What a program starts: programs alone.
    Programs,
}

impl Evaluator<'_> {
    /// Runs the command that the fields are, in each of the ways that they can be.
    pub(super) fn invoke(&mut self, fields: Vec<Field>, written: Written<'_>, state: State) -> Outcome {
        let certain = self.certain;
        if let Some(first) = fields.first()
            && (first.open || first.texts.iter().any(|t| t.known().is_none()))
        {
            self.miss(Code::UnknownCommand, first.span);
            if first.open && fields.len() > 1 {
                // `$SUDO rm x`: what may be nothing leaves the next word to be the command.
                self.certain = false;
                let rest: Vec<Field> = fields.iter().skip(1).cloned().collect();
                self.subshell(|shell| shell.invoke(rest, written.clone(), state.clone()));
            }
        }
        let vectors = self.vectors(&fields);
        self.certain &= vectors.len() <= 1;
        let mut joined: Option<Outcome> = None;
        for argv in vectors {
            let outcome = match self.declaration(&argv, &fields, &state, &written) {
                Some(outcome) => outcome,
                None => self.vector(argv, &written, state.clone(), Scope::Shell),
            };
            joined = Some(match joined {
                None => outcome,
                Some(before) => Outcome {
                    success: self.join(before.success, outcome.success),
                    failure: self.join(before.failure, outcome.failure),
                    output: if before.output == outcome.output {
                        outcome.output
                    } else {
                        mixed(before.output, outcome.output)
                    },
                },
            });
        }
        self.certain = certain;
        joined.unwrap_or_else(|| Outcome::either(state, Output::Nothing))
    }

    /// Runs one argument vector.
    pub(super) fn vector(&mut self, argv: Vec<Argument>, written: &Written<'_>, state: State, scope: Scope) -> Outcome {
        let Some(name) = argv.first().map(|a| a.text.known().unwrap_or_default().to_owned()) else {
            return Outcome::either(state, Output::Nothing);
        };
        if matches!(
            name.as_str(),
            "test" | "[" | "printf" | "read" | "declare" | "typeset" | "local" | "export" | "unset"
        ) && scope != Scope::Programs
        {
            self.subscripts(&argv);
        }
        if scope == Scope::Shell && !name.is_empty() {
            let functions = state.functions(&name).to_vec();
            if !functions.is_empty() {
                self.record(&argv, None, written, true);
                return self.functions(&functions, &argv, state);
            }
        }
        if scope != Scope::Programs {
            match self.builtin(&name, &argv, written, state) {
                Ok(outcome) => return outcome,
                Err(state) => return self.program(argv, written, state),
            }
        }
        self.program(argv, written, state)
    }

    /// Builtins that take a variable's name evaluate its subscript, and what is substituted in it: `read 'a[$(cmd)]'`.
    pub(super) fn subscripts(&mut self, argv: &[Argument]) {
        for argument in argv {
            let text = argument.text.prefix();
            let named = text.split_once('[').filter(|(name, _)| super::expand::is_name(name));
            if named.is_some_and(|(_, rest)| rest.contains("$(") || rest.contains('`')) {
                self.miss(Code::UnknownCode, argument.span);
            }
        }
    }

    /// What a program does because of a variable that is set for it.
    pub(super) fn variable_effects(&mut self, name: &str, texts: &Texts, span: Span, state: &State) {
        for text in texts {
            let value = Argument { text: text.clone(), span, open: false };
            let effects = command::assignment(name, &value, &World { shell: self, state });
            for effect in &effects.accesses {
                self.effect(state, effect);
            }
            for &span in &effects.unknown_code {
                self.miss(Code::UnknownCode, span);
            }
            let written = Written { span, source: "", loaded: Text::default() };
            let program = Argument { text: Text::literal(command::reader(name)), span, open: false };
            self.executed(&[program], &effects, &written, state);
            for run in effects.runs {
                self.run(run, &written, state);
            }
        }
    }

    /// Notes a command.
    pub(super) fn record(
        &mut self,
        argv: &[Argument],
        effects: Option<&Effects>,
        written: &Written<'_>,
        transparent: bool,
    ) {
        let mut text = written.loaded.clone();
        match effects.and_then(|effects| effects.canonical.as_deref()) {
            Some(texts) => self.line(&mut text, texts.iter()),
            None => self.line(&mut text, argv.iter().map(|a| &a.text)),
        }
        let meant = effects.map_or(&[][..], |effects| &effects.meant);
        let meant = meant.iter().map(|texts| {
            let mut text = Text::default();
            self.line(&mut text, texts.iter());
            text
        });
        let meant = meant.collect();
        self.report.command(Command {
            argv: argv.to_vec(),
            canonical: text,
            meant,
            span: written.span,
            level: self.frame.via.len(),
            via: self.frame.via.clone(),
            transparent,
            source: written.source.to_owned(),
        });
    }

    /// A vector as one text, its first word by its name.
    fn line<'t>(&self, out: &mut Text, texts: impl Iterator<Item = &'t Text>) {
        let mut known = EcoString::with_capacity(64);
        for (at, text) in texts.enumerate() {
            let named = if at > 0 { Cow::Borrowed(text) } else { self.program_name(text) };
            if at > 0 {
                known.push(' ');
            }
            match named.known() {
                Some(text) => known.push_str(text),
                None => {
                    out.push(Piece::Literal(std::mem::take(&mut known)));
                    out.append(&named);
                }
            }
        }
        out.push(Piece::Literal(known));
    }

    /// What the catalog says of an argument vector.
    pub(super) fn interpret(&self, argv: &[Argument], state: &State) -> Effects {
        command::interpret(argv, &World { shell: self, state })
    }

    fn program(&mut self, argv: Vec<Argument>, written: &Written<'_>, state: State) -> Outcome {
        let effects = self.interpret(&argv, &state);
        let transparent =
            effects.find.is_none() && !effects.runs.is_empty() && effects.runs.iter().all(|run| run.transparent);
        self.record(&argv, Some(&effects), written, transparent);
        let output = self.act(&argv, effects, written, &state);
        Outcome::either(state, output)
    }

    /// Does what the catalog says of an argument vector; what is printed.
    pub(super) fn act(&mut self, argv: &[Argument], effects: Effects, written: &Written<'_>, state: &State) -> Output {
        for &span in &effects.unknown_code {
            self.miss(Code::UnknownCode, span);
        }
        if let Some(roots) = &effects.find {
            self.find(state, roots, written.span);
        }
        for effect in &effects.accesses {
            let known = is_stream(&effect.text) || self.is_program(state, &effect.text);
            if !(effect.mode == Mode::Execute && known) {
                self.effect(state, effect);
            }
        }
        for effect in &effects.makes {
            self.makes(state, effect);
        }
        self.found_in_path(argv, written, state);
        self.executed(argv, &effects, written, state);
        let stirs = !effects.exact || self.stirs(&effects, state);
        if !effects.exact {
            self.contents.doubt_all();
        }
        self.changes(argv, &effects, state);
        self.overlay_effects(argv, &effects, state);
        self.stirred |= stirs;
        // What a program prints ends with a line break; what `echo` and `printf` print is known to the last character.
        let mut output = match (print::printed(argv), effects.output) {
            (Some(printed), _) => printed,
            (None, Output::Text(texts)) if effects.runs.is_empty() => Output::Text(texts.concat(&Texts::one("\n"))),
            (None, output) => output,
        };
        if !effects.runs.is_empty() {
            // Several print one after the other; one that may not run may print nothing.
            let (single, sure) =
                (effects.runs.len() == 1, effects.runs.iter().all(|run| run.certainty == Certainty::Definite));
            let mut printed = Output::Nothing;
            for run in effects.runs {
                printed = after(printed, self.run(run, written, state));
            }
            if output == Output::Unknown {
                output = match printed {
                    Output::Text(mut texts) if !sure && single => {
                        texts.insert(Text::default());
                        Output::Text(texts)
                    }
                    Output::Text(_) if !sure => Output::Lines(lines(printed)),
                    printed => printed,
                };
            }
        }
        if let Some(top) = self.top_level(argv, state) {
            output = top;
        }
        output
    }

    /// A new file under a name that nobody knows before: an access, but not in a directory that is there for such files.
    fn makes(&mut self, state: &State, effect: &Effect) {
        if self.frame.elsewhere {
            return;
        }
        let own = self.temporary_directory().trim_end_matches('/').to_owned();
        let temporary = |place: &Place| {
            let path = place.lexical.as_ref().map(Text::plain).unwrap_or_default();
            let directory = path.rsplit_once('/').map(|(directory, _)| directory);
            directory.is_some_and(|directory| directory == own || TEMPORARY.contains(&directory))
        };
        let certainty = self.certainty(state.directories().len()).max(effect.certainty);
        for directory in state.directories() {
            let Some(place) = self.place(directory, effect) else { continue };
            let temporary = temporary(&place);
            let access = Access { place, mode: effect.mode, certainty, role: effect.role, span: Some(effect.span) };
            self.report.made(access, temporary);
        }
    }

    /// The starting points of a `find`: as passed, and as places.
    fn find(&mut self, state: &State, roots: &[Argument], span: Span) {
        if self.frame.elsewhere {
            return;
        }
        let paths = roots.iter().map(|a| a.text.plain()).collect();
        let texts: Vec<(Text, Span)> = match roots {
            [] => vec![(Text::literal("."), span)],
            roots => roots.iter().map(|a| (a.text.clone(), a.span)).collect(),
        };
        let mut places = Vec::new();
        for directory in state.directories() {
            for (text, span) in &texts {
                let effect = Effect {
                    text: text.clone(),
                    mode: Mode::Search,
                    role: Role::Known,
                    certainty: Certainty::Definite,
                    span: *span,
                    base: None,
                    link: AtLink::Follows,
                };
                if let Some(place) = self.place(directory, &effect) {
                    places.push(Access {
                        place,
                        mode: Mode::Search,
                        certainty: effect.certainty,
                        role: Role::Known,
                        span: Some(*span),
                    });
                }
            }
        }
        let patterns: Vec<Text> = self
            .patterns
            .iter()
            .filter(|(written, _)| roots.iter().any(|root| root.span == *written))
            .map(|(_, pattern)| pattern.clone())
            .collect();
        for pattern in patterns {
            for directory in state.directories() {
                if let Some(place) = self.place_word(directory, &pattern, Mode::Search, false) {
                    let (certainty, role) = (Certainty::Definite, Role::Known);
                    self.report.pattern(Access { place, mode: Mode::Search, certainty, role, span: Some(span) });
                }
            }
        }
        self.report.find(span, paths, places);
    }

    /// What `git rev-parse --show-toplevel` prints: the nearest directory with a `.git`.
    fn top_level(&self, argv: &[Argument], state: &State) -> Option<Output> {
        const COMMAND: [&str; 3] = ["git", "rev-parse", "--show-toplevel"];
        if argv.len() != COMMAND.len() || argv.iter().zip(COMMAND).any(|(a, word)| a.text.known() != Some(word)) {
            return None;
        }
        let [Directory::Known(directory)] = state.directories() else { return None };
        let mut at = self.real_path(state, &Text::literal("."))?;
        for _ in 0..directory.len() + 1 {
            match self.overlay.entry(&format!("{}/.git", at.trim_end_matches('/'))) {
                Entry::Missing => {}
                Entry::Unknown => return None,
                _ => return Some(Output::Text(Texts::one(format!("{at}\n")))),
            }
            at = at.rsplit_once('/')?.0.to_owned();
        }
        None
    }

    /// A command that a command runs; what it prints.
    pub(super) fn run(&mut self, run: Run, written: &Written<'_>, state: &State) -> Output {
        if self.depth >= MAX_DEPTH {
            self.miss(Code::NestingLimit, written.span);
            return Output::Unknown;
        }
        self.depth += 1;
        let mut child = state.child();
        let mut certain = true;
        if let Some(target) = &run.directory {
            let changed: Vec<Directory> =
                child.directories().iter().map(|d| self.surroundings().change(d, target, true)).collect();
            // A directory that may not be there: then nothing runs.
            certain = changed.iter().all(|directory| self.is_directory(directory));
            child.set_directories(changed);
        }
        for (name, text) in &run.assignments {
            let value = Value::Scalar(Texts::one(text.clone()));
            child.set(name, Variable { exported: true, ..Variable::set(value) });
        }
        let mut frame = self.frame.clone();
        frame.elsewhere |= run.elsewhere;
        if let Some(root) = run.root {
            frame.root = Some(root);
        }
        let locals = std::mem::take(&mut self.locals);
        let outcome = self.subshell(|shell| {
            shell.certain &= certain && run.certainty == Certainty::Definite;
            shell.in_frame(frame, |shell| match run.what {
                Runnable::Vector(argv) => {
                    shell.frame.via.push(run.via.clone());
                    let source = argv.iter().map(|a| a.text.plain()).collect::<Vec<_>>().join(" ");
                    let written = Written { span: written.span, source: &source, loaded: loaded(&run.assignments) };
                    if let Some(first) = argv.first()
                        && (first.open || first.text.known().is_none())
                    {
                        shell.miss(Code::UnknownCommand, first.span);
                    }
                    shell.vector(argv, &written, child, Scope::Programs)
                }
                Runnable::Shell { script, arguments } => {
                    let mut child = child;
                    if let Some(zeroth) = arguments.first() {
                        child.set("0", Variable::set(Value::Scalar(Texts::one(zeroth.text.clone()))));
                    }
                    let positional = arguments.into_iter().skip(1).collect();
                    shell.payload(&Texts::one(script.text), script.span, &run.via, child, positional)
                }
                Runnable::ShellInput { span, arguments } => match shell.stdin.clone() {
                    Output::Nothing => Outcome::either(child, Output::Nothing),
                    Output::Text(texts) => shell.payload(&texts, span, &run.via, child, arguments),
                    Output::Files(files) => {
                        let files: Texts = files.into_iter().map(Text::literal).collect();
                        shell.touch(&child, &files, Mode::Execute, span);
                        Outcome::either(child, Output::Unknown)
                    }
                    Output::Lines(lines) => {
                        shell.miss(Code::UnknownCode, span);
                        shell.certain = false;
                        let lines = lines.into_iter().filter(|line| !line.prefix().is_empty());
                        shell.payload(&lines.collect(), span, &run.via, child, arguments)
                    }
                    Output::Unknown => {
                        shell.miss(Code::UnknownCode, span);
                        Outcome::either(child, Output::Unknown)
                    }
                },
            })
        });
        self.locals = locals;
        self.depth -= 1;
        outcome.output
    }

    /// Parses and runs a text as a shell does: `bash -c`, `eval`, a trap.
    pub(super) fn payload(
        &mut self,
        scripts: &Texts,
        span: Span,
        via: &str,
        state: State,
        positional: Vec<Argument>,
    ) -> Outcome {
        if self.depth >= MAX_DEPTH {
            self.miss(Code::NestingLimit, span);
            return Outcome::either(state, Output::Unknown);
        }
        self.depth += 1;
        let mut joined = Outcome::gone();
        let mut state = state;
        if !positional.is_empty() {
            let open = positional.iter().any(|a| a.open);
            let texts: Vec<Texts> = positional.into_iter().map(|a| Texts::one(a.text)).collect();
            state.set_positional(match open {
                false => Positional::Known(texts),
                true => Positional::Any(texts.iter().flat_map(Texts::iter).cloned().collect()),
            });
        }
        let certain = self.certain;
        self.certain &= scripts.len() <= 1;
        for script in scripts {
            let mut state = state.clone();
            let source = self.with_placeholders(script, &mut state, span);
            let parse = syntax::read(&source);
            self.report.coverage.absorb(&parse.coverage, Some(span));
            let asks_last = super::asks_last(&source);
            let mut frame = Frame { source: Rc::from(source), asks_last, outer: Some(span), ..self.frame.clone() };
            frame.via.push(via.to_owned());
            let outcome = self.in_frame(frame, |shell| shell.list(&parse.list, state));
            joined = self.together(joined, outcome);
        }
        self.certain = certain;
        self.depth -= 1;
        joined
    }

    /// What one of several ways leads to, beside what the ways before it lead to.
    fn together(&self, before: Outcome, outcome: Outcome) -> Outcome {
        Outcome {
            success: self.join(before.success, outcome.success),
            failure: self.join(before.failure, outcome.failure),
            output: match before.output {
                Output::Nothing => outcome.output,
                output => mixed(output, outcome.output),
            },
        }
    }

    /// The script as a source. A part that is not known stands in it as a variable that is as little known; unless it is digits,
    /// it could be any code.
    fn with_placeholders(&mut self, script: &Text, state: &mut State, span: Span) -> String {
        let mut source = String::new();
        let mut unknown = false;
        for (at, piece) in script.pieces().iter().enumerate() {
            match piece {
                Piece::Literal(text) | Piece::Glob(text) => source.push_str(text),
                Piece::Hole(hole) => {
                    let name = format!("__unknown_{at}");
                    source.push_str(&format!("${{{name}}}"));
                    state.set(&name, Variable { exported: true, ..Variable::set(Value::Scalar(Texts::hole(*hole))) });
                    unknown |= *hole != Hole::Digits;
                }
                // Letters and digits are no code of their own.
                Piece::Made(_) => {
                    let name = format!("__unknown_{at}");
                    source.push_str(&format!("${{{name}}}"));
                    let mut made = Text::default();
                    made.push(piece.clone());
                    state.set(&name, Variable { exported: true, ..Variable::set(Value::Scalar(made.into())) });
                }
                Piece::Home(name) => source.push_str(&format!("~{name}")),
            }
        }
        if unknown {
            self.miss(Code::UnknownCode, span);
        }
        source
    }

    /// Calls what a function's name stands for; where ways met, that may be more than one function.
    fn functions(&mut self, functions: &[Definition], argv: &[Argument], state: State) -> Outcome {
        let span = argv.first().map(|a| a.span).unwrap_or_default();
        if functions.iter().any(|called| self.calls.iter().filter(|call| *call == called).count() >= MAX_CALLS) {
            // A function that calls itself: what it does has been seen by now.
            return Outcome::either(state, Output::Unknown);
        }
        if self.depth >= MAX_DEPTH {
            self.miss(Code::NestingLimit, span);
            return Outcome::either(state, Output::Unknown);
        }
        self.depth += 1;
        let certain = self.certain;
        self.certain &= functions.len() == 1;
        let mut joined = Outcome::gone();
        for definition in functions {
            let mut frame = self.frame.clone();
            frame.source = Rc::clone(&definition.source);
            frame.outer = self.frame.outer.map(|_| span);
            for (defined, at, _, called) in &mut self.defined {
                if defined == definition {
                    *called = true;
                    frame.outer = at.outer;
                }
            }
            let before = state.positional().clone();
            let mut inner = state.clone();
            let arguments = argv.get(1..).unwrap_or(&[]);
            inner.set_positional(if arguments.iter().any(|a| a.open) {
                Positional::Any(arguments.iter().map(|a| a.text.clone()).collect())
            } else {
                Positional::Known(arguments.iter().map(|a| Texts::one(a.text.clone())).collect())
            });
            self.locals.push(Vec::new());
            self.calls.push(definition.clone());
            let outcome = self.body(&definition.function.body, frame, inner);
            self.calls.pop();
            let locals = self.locals.pop().unwrap_or_default();
            let outcome = Self::in_each(outcome, |mut state| {
                state.set_positional(before.clone());
                for (name, variable) in locals.iter().rev() {
                    state.restore(name, variable.clone());
                }
                state
            });
            joined = self.together(joined, outcome);
        }
        self.certain = certain;
        self.depth -= 1;
        joined
    }
}

/// The assignments of `env` that can run or load something.
fn loaded(assignments: &[(String, Text)]) -> Text {
    let mut out = Text::default();
    for (name, text) in assignments {
        if super::simple::is_loading(name) {
            out.push_str(&format!("{name}="));
            out.append(text);
            out.push_str(" ");
        }
    }
    out
}

/// What is printed in one of two ways.
fn mixed(a: Output, b: Output) -> Output {
    match (a, b) {
        (Output::Text(mut a), Output::Text(b)) => {
            a.join(&b);
            Output::Text(a)
        }
        (Output::Lines(mut a), Output::Lines(b)) => {
            a.extend(b);
            Output::Lines(a)
        }
        (a, b) if a == b => a,
        _ => Output::Unknown,
    }
}
