//! A typed tree to accesses and commands.
//!
//! Owns what bash does when it runs: expansion, variables, the working directory, flow, and the way into payloads that are
//! parsed again. It asks `command/` what programs do and `path/` where words point. It knows nothing of policy.

mod ansi;
mod arithmetic;
mod brace;
mod builtin;
mod call;
mod condition;
mod contents;
mod directory;
mod expand;
mod flow;
mod glob;
mod lookup;
mod making;
mod outgoing;
mod overlay;
mod parameter;
mod pattern;
mod print;
mod report;
mod simple;
mod split;
mod state;
#[cfg(test)]
mod tests;
mod tilde;
mod world;
mod written;

use crate::access::{Access, Mode};
use crate::command::{Argument, Output};
use crate::coverage::{Code, Coverage};
use crate::path::{Bounds, Directory, Place, Surroundings};
use crate::source::Span;
use crate::syntax;
use crate::syntax::tree::Substitution;
use crate::value::{Text, Texts};
use contents::Contents;
use flow::Outcome;
use overlay::Overlay;
use report::Report;
use state::{Definition, State, Value, Variable};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most arguments that the expansions of one command may make.
pub const MAX_EXPANSIONS: usize = 1_000;
/// The most commands that are evaluated for one source, payloads, loops and calls included.
pub const MAX_COMMANDS: usize = 10_000;
/// How deep payloads and function calls may stand in one another.
pub const MAX_DEPTH: usize = 24;

/// How deep commands may stand in one another, of whatever kind: what a stack of 1 MiB holds, as WebAssembly has it.
const MAX_FRAMES: usize = 40;

/// A command that may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The evaluated vector.
    pub argv: Vec<Argument>,
    /// The text that rules are tested against: one space between arguments, places taken out, and before it the
    /// assignments that can run or load something (`PATH=`, `LD_PRELOAD=`).
    pub canonical: Text,
    /// Other texts that a rule against the command means as well: without the options before a subcommand, or what stands in it
    /// like a command.
    pub meant: Vec<Text>,
    /// Where it is written.
    pub span: Span,
    /// How many wrappers and payloads stand above it.
    pub level: usize,
    /// Their names.
    pub via: Vec<String>,
    /// Nothing runs here that what it wraps does not: a transparent wrapper, a call of a function of the text. An `allow` need
    /// not match it.
    pub transparent: bool,
    /// As it is written.
    pub source: String,
}

/// What a call's meaning depends on.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// Paths and the file system.
    pub surroundings: Surroundings<'a>,
    /// The shell's variables; `None`: every variable but `HOME` and `PWD` is a hole.
    pub env: Option<&'a BTreeMap<String, String>>,
    /// Evaluated before the command; its accesses are not judged.
    pub prefix: Option<&'a str>,
}

/// What a command would do.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// In source order, merged.
    pub accesses: Vec<Access>,
    /// Temporary files in a directory that is there for them, where the text has a say in their names: no accesses, but a rule that
    /// denies them means them.
    pub made: Vec<Access>,
    /// Every simple command that may run, in source order.
    pub commands: Vec<Command>,
    /// For each `find` that may run: its starting points as passed.
    pub find_paths: Vec<Vec<String>>,
    /// For each: its starting points as places.
    pub find_roots: Vec<Vec<Access>>,
    /// The patterns that starting points came from, as places: `find /*` is given the names in `/`, and is a search of `/`.
    pub find_patterns: Vec<Access>,
    /// What was not understood.
    pub coverage: Coverage,
}

/// What `command` would do.
///
/// Never fails: what cannot be understood or followed is in the coverage. Spans are bytes of `command`.
#[must_use]
pub fn evaluate(command: &str, environment: &Environment<'_>) -> Evaluation {
    let mut evaluator = Evaluator::new(environment);
    let mut state = State::new(Directory::Known(environment.surroundings.cwd.to_owned()));
    if environment.env.is_some_and(|env| env.keys().any(|k| k == "BASH_ENV" || k.starts_with("BASH_FUNC_"))) {
        evaluator.miss(Code::Environment, Span::new(0, command.len()));
    }
    if let Some(prefix) = environment.prefix {
        state = evaluator.prefix(prefix, state, Span::new(0, command.len()));
    }
    evaluator.whole(command, state);
    evaluator.report.finish()
}

/// Whether `$_` stands in the text: it is kept where it is asked for alone, so that states stay shared.
fn asks_last(source: &str) -> bool {
    source.split('$').skip(1).any(|rest| rest.starts_with('_') || rest.starts_with("{_"))
}

/// Variables that the text has not touched.
struct Base<'a> {
    env: Option<&'a BTreeMap<String, String>>,
    home: Option<&'a str>,
}

impl Base<'_> {
    fn variable(&self, name: &str) -> Variable {
        let set = |text: &str| Variable { exported: true, ..Variable::set(Value::Scalar(Texts::one(text))) };
        match name {
            "HOME" if self.home.is_some() => return set(self.home.unwrap_or_default()),
            "IFS" => return set(" \t\n"),
            "RANDOM" | "SECONDS" | "LINENO" | "UID" | "EUID" | "PPID" | "BASHPID" | "EPOCHSECONDS" | "SRANDOM"
            | "OPTIND" | "SHLVL" | "COLUMNS" | "LINES" => {
                return Variable::set(Value::Scalar(Texts::hole(crate::value::Hole::Digits)));
            }
            _ => {}
        }
        match self.env {
            None => Variable::unknown(),
            Some(env) => match env.get(name) {
                Some(text) => set(text),
                None => match name {
                    // bash sets these itself; what they hold has no slash.
                    "HOSTNAME" | "HOSTTYPE" | "OSTYPE" | "MACHTYPE" | "BASH_VERSION" => {
                        Variable::set(Value::Scalar(Texts::hole(crate::value::Hole::Name)))
                    }
                    "BASH" | "BASH_SOURCE" | "SHELL" => Variable::unknown(),
                    _ => Variable::unset(),
                },
            },
        }
    }
}

/// The text that is being evaluated and the way to it.
#[derive(Clone)]
struct Frame {
    source: Rc<str>,
    /// `$_` stands in it.
    asks_last: bool,
    /// In a payload: the word of the outermost source that holds it.
    outer: Option<Span>,
    via: Vec<String>,
    /// Paths are on another machine or in a container.
    elsewhere: bool,
    /// Paths lie below this directory (`chroot`).
    root: Option<Text>,
}

struct Evaluator<'a> {
    environment: &'a Environment<'a>,
    base: Base<'a>,
    overlay: Overlay<'a>,
    /// How many entries walks have looked at.
    looked: Cell<usize>,
    /// Patterns that were resolved.
    globs: RefCell<glob::Globs>,
    /// Trees that were searched for links.
    searched: outgoing::Searched,
    /// What the boundary is drawn around, once it was asked for.
    bounds: OnceCell<Bounds>,
    report: Report,
    frame: Frame,
    stdin: Output,
    /// What is evaluated now runs if the call runs.
    certain: bool,
    /// What is printed now matters: it is a value, or another command reads it.
    heard: bool,
    /// What the text wrote into files.
    contents: Contents,
    /// How many process substitutions were met: each is a file of its own.
    processes: usize,
    /// A command ran that may have made files which nobody can name: what the file system held before the call is no longer all.
    stirred: bool,
    flow: flow::Flow,
    /// The simple command that is being evaluated.
    at: Span,
    /// An expansion ended the shell: `${x:?}` of a parameter that is surely unset.
    fatal: bool,
    /// Patterns that were resolved for the commands that are being evaluated, by the words that they stand in.
    patterns: Vec<(Span, Text)>,
    commands: usize,
    depth: usize,
    frames: usize,
    loops: usize,
    /// Functions that the text defines, each with whether it is called.
    defined: Vec<(Definition, Frame, State, bool)>,
    /// The functions that are being called.
    calls: Vec<Definition>,
    /// What `trap` was given.
    traps: Vec<(Texts, Span)>,
    /// For each call of a function: the variables that are local in it, with what they were before.
    locals: Vec<Vec<(String, Option<Variable>)>>,
}

impl<'a> Evaluator<'a> {
    fn new(environment: &'a Environment<'a>) -> Self {
        Self {
            environment,
            base: Base { env: environment.env, home: environment.surroundings.home },
            overlay: Overlay::new(environment.surroundings.fs, environment.surroundings.platform.flavor()),
            looked: Cell::new(0),
            globs: RefCell::default(),
            searched: outgoing::Searched::default(),
            bounds: OnceCell::new(),
            report: Report::default(),
            frame: Frame {
                source: Rc::from(""),
                asks_last: false,
                outer: None,
                via: Vec::new(),
                elsewhere: false,
                root: None,
            },
            stdin: Output::Nothing,
            certain: true,
            heard: false,
            stirred: false,
            contents: Contents::default(),
            processes: 0,
            flow: flow::Flow::default(),
            at: Span::default(),
            fatal: false,
            patterns: Vec::new(),
            commands: 0,
            depth: 0,
            frames: 0,
            loops: 0,
            defined: Vec::new(),
            calls: Vec::new(),
            traps: Vec::new(),
            locals: Vec::new(),
        }
    }

    fn surroundings(&self) -> Surroundings<'_> {
        Surroundings { fs: &self.overlay, ..self.environment.surroundings }
    }

    /// Where `word` points for a command that runs in `directory`.
    fn place_word(&self, directory: &Directory, word: &Text, mode: Mode, itself: bool) -> Option<Place> {
        // The text changes no file before a word of it was placed: this is the file system of the moment before.
        let bounds = self.bounds.get_or_init(|| self.surroundings().bounds());
        self.surroundings().place_within(bounds, directory, word, mode, itself)
    }

    fn source(&self) -> Rc<str> {
        Rc::clone(&self.frame.source)
    }

    /// A span of the text that is being evaluated, as a span of the outermost source.
    fn span(&self, span: Span) -> Span {
        self.frame.outer.unwrap_or(span)
    }

    /// Something ran, or runs beside, of which it is not known what it changes.
    fn stir(&mut self) {
        self.stirred = true;
        self.contents.doubt_all();
    }

    fn miss(&mut self, code: Code, span: Span) {
        self.report.coverage.miss(code, span);
    }

    /// What bash cannot read of a text that it reads when it expands it.
    fn misread(&mut self, faults: &[Span]) {
        for &fault in faults {
            let span = self.span(fault);
            self.miss(Code::Syntax, span);
        }
    }

    fn join(&self, a: Option<State>, b: Option<State>) -> Option<State> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.join(&b, &|name| self.base.variable(name))),
            (a, b) => a.or(b),
        }
    }

    /// The outermost source: its list, its traps, and the functions that it does not call.
    fn whole(&mut self, source: &str, state: State) {
        let parse = syntax::read(source);
        self.report.coverage.absorb(&parse.coverage, None);
        self.frame.source = Rc::from(source);
        self.frame.asks_last = asks_last(source);
        let outcome = self.list(&parse.list, state.clone());
        let left = self.flow.take_exits();
        let end = self.join(self.join(outcome.success, outcome.failure), left).unwrap_or(state);
        self.certain = false;
        self.trapped(&end);
        self.uncalled();
    }

    /// Functions that are defined and not called: somebody meant them to run.
    fn uncalled(&mut self) {
        for _ in 0..MAX_DEPTH {
            let Some(at) = self.defined.iter().position(|(.., called)| !called) else { return };
            let Some((definition, frame, state, called)) = self.defined.get_mut(at) else { return };
            *called = true;
            let (definition, frame, mut state) = (definition.clone(), frame.clone(), state.clone());
            state.set_positional(state::Positional::Any(Texts::unknown()));
            self.in_frame(frame, |shell| {
                shell.subshell(|shell| shell.command(&definition.function.body, state));
            });
        }
    }

    /// Pi's `shellCommandPrefix`: what it does to the shell counts, what it touches does not.
    fn prefix(&mut self, prefix: &str, state: State, span: Span) -> State {
        let parse = syntax::read(prefix);
        self.frame =
            Frame { source: Rc::from(prefix), asks_last: asks_last(prefix), outer: Some(span), ..self.frame.clone() };
        let outcome = self.list(&parse.list, state.clone());
        let after = self.join(outcome.success, outcome.failure).unwrap_or(state);
        self.frame.outer = None;
        self.report = Report::default();
        self.defined.clear();
        self.flow = flow::Flow::default();
        if !parse.coverage.is_full() {
            self.report.coverage.absorb(&parse.coverage, Some(span));
        }
        after
    }

    fn in_frame<T>(&mut self, frame: Frame, body: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.frame, frame);
        let result = body(self);
        self.frame = before;
        result
    }

    /// A substitution, whose spans may count in a text of its own.
    fn nested<T>(&mut self, substitution: &Substitution, body: impl FnOnce(&mut Self) -> T) -> T {
        self.misread(&substitution.faults);
        match &substitution.source {
            None => body(self),
            Some(source) => {
                let outer = Some(self.span(substitution.span));
                self.in_frame(Frame { source: Rc::clone(source), outer, ..self.frame.clone() }, body)
            }
        }
    }

    /// What `body` prints matters.
    fn hearing<T>(&mut self, heard: bool, body: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.heard, heard);
        let result = body(self);
        self.heard = before;
        result
    }

    fn with_stdin<T>(&mut self, stdin: Output, body: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.stdin, stdin);
        let result = body(self);
        self.stdin = before;
        result
    }

    /// What runs in a subshell cannot end or loop the shell around it, and its traps are its own.
    fn subshell(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let flow = std::mem::take(&mut self.flow);
        let traps = std::mem::take(&mut self.traps);
        let certain = self.certain;
        let mut outcome = body(self);
        if !self.traps.is_empty() {
            let left = self.flow.take_exits();
            if let Some(end) = self.join(self.join(outcome.success.clone(), outcome.failure.clone()), left) {
                self.trapped(&end);
                outcome.output = Output::Unknown;
            }
        }
        self.flow = flow;
        self.traps = traps;
        self.certain = certain;
        outcome
    }

    /// What `trap` was given runs where the shell ends.
    fn trapped(&mut self, end: &State) {
        self.certain = false;
        for (script, span) in std::mem::take(&mut self.traps) {
            self.payload(&script, span, "trap", end.clone(), Vec::new());
        }
    }
}
