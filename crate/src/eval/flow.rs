//! Which way the shell goes.
//!
//! Owns lists, `&&` and `||`, pipelines, compound commands, and the states that leave them by `exit`, `return`, `break` and
//! `continue`. A command's outcome is two states, one for success and one for failure; what cannot happen is absent.

use super::expand::Field;
use super::pattern::Pattern;
use super::state::{Definition, Positional, State, Value, Variable};
use super::{Evaluator, Frame, MAX_FRAMES};
use crate::command::Output;
use crate::coverage::Code;
use crate::syntax::tree::{
    AndOr, Arm, ArmEnd, Command, Compound, Connector, List, Operator, Pipeline, Redirection, Word,
};
use crate::value::{Hole, MAX_TEXT, MAX_TEXTS, Text, Texts};

/// How many words of a `for` are gone through one by one.
const MAX_ROUNDS: usize = 6;
/// How many different lines of what a list prints are kept apart.
const MAX_LINES: usize = 256;

/// Programs that read a pipe and make nothing of their own before they have.
const FILTERS: [&str; 20] = [
    "xargs", "grep", "egrep", "fgrep", "sort", "uniq", "head", "tail", "wc", "sed", "awk", "tr", "cut", "cat", "nl",
    "rev", "column", "less", "more", "jq",
];

/// What a command leads to.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) success: Option<State>,
    pub(super) failure: Option<State>,
    pub(super) output: Output,
}

impl Outcome {
    /// It may succeed or fail, and changes nothing that differs between the two.
    pub(super) fn either(state: State, output: Output) -> Self {
        Self { success: Some(state.clone()), failure: Some(state), output }
    }

    pub(super) fn success(state: State) -> Self {
        Self { success: Some(state), failure: None, output: Output::Nothing }
    }

    pub(super) fn failure(state: State) -> Self {
        Self { success: None, failure: Some(state), output: Output::Nothing }
    }

    /// The shell goes elsewhere.
    pub(super) fn gone() -> Self {
        Self { success: None, failure: None, output: Output::Nothing }
    }

    fn map(self, mut change: impl FnMut(State) -> State) -> Self {
        Self { success: self.success.map(&mut change), failure: self.failure.map(change), output: self.output }
    }
}

/// The states that leave a loop.
#[derive(Debug, Default)]
struct Loop {
    breaks: Option<State>,
    continues: Option<State>,
}

/// The ways out that are open.
#[derive(Debug, Default)]
pub(super) struct Flow {
    loops: Vec<Loop>,
    /// `None` outside of a function; the states that return.
    call: Option<Option<State>>,
    exits: Option<State>,
    /// A way out was taken that is not surely taken: what follows may not run.
    doubt: Doubt,
    /// Inside a condition `set -e` does nothing.
    condition: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Doubt {
    exit: bool,
    call: bool,
    /// The outermost loop that was left, or begun again.
    round: Option<usize>,
}

impl Doubt {
    /// What is left of it behind the loop number `at`, before which it was `before`.
    fn behind_loop(self, at: usize, before: Self) -> Self {
        let outer = self.round.filter(|&round| round < at);
        Self { round: outer.into_iter().chain(before.round).min(), ..self }
    }
}

impl Flow {
    pub(super) fn take_exits(&mut self) -> Option<State> {
        self.exits.take()
    }

    pub(super) fn in_function(&self) -> bool {
        self.call.is_some()
    }
}

/// What one command prints after another.
pub(super) fn after(before: Output, next: Output) -> Output {
    match (before, next) {
        (Output::Nothing, other) | (other, Output::Nothing) => other,
        (Output::Files(before), Output::Files(next)) => Output::Files([before, next].concat()),
        (Output::Unknown | Output::Files(_), _) | (_, Output::Unknown | Output::Files(_)) => Output::Unknown,
        (Output::Text(before), Output::Text(next)) if before.len() * next.len() <= MAX_TEXTS => {
            if before.longest() + next.longest() > MAX_TEXT {
                Output::Unknown
            } else {
                Output::Text(before.concat(&next))
            }
        }
        (before, next) => {
            let mut all = lines(before);
            for line in lines(next) {
                if !all.contains(&line) {
                    all.push(line);
                }
            }
            if all.len() > MAX_LINES { Output::Unknown } else { Output::Lines(all) }
        }
    }
}

/// Every line that may be among what is printed.
pub(super) fn lines(output: Output) -> Vec<Text> {
    match output {
        Output::Text(texts) => texts.iter().flat_map(|text| text.lines('\n')).collect(),
        Output::Lines(lines) => lines,
        Output::Nothing | Output::Unknown | Output::Files(_) => Vec::new(),
    }
}

/// What is printed on one of two ways.
fn either(a: Output, b: Output) -> Output {
    match (a, b) {
        (Output::Text(mut a), Output::Text(b)) => {
            a.join(&b);
            Output::Text(a)
        }
        (Output::Nothing, Output::Text(mut a)) | (Output::Text(mut a), Output::Nothing) => {
            a.insert(Text::default());
            Output::Text(a)
        }
        (a, b) if a == b => a,
        (Output::Files(_), Output::Files(_)) => Output::Unknown,
        (a, b) => after(a, b),
    }
}

impl Evaluator<'_> {
    pub(super) fn list(&mut self, list: &List, state: State) -> Outcome {
        let certain = self.certain;
        let mut outcome = Outcome::success(state);
        let mut output = Output::Nothing;
        for item in &list.items {
            let Some(state) = self.join(outcome.success.take(), outcome.failure.take()) else { break };
            outcome = if item.background {
                // It runs beside what comes after it.
                self.stir();
                self.subshell(|shell| shell.and_or(&item.chain, state.clone()));
                Outcome::success(state)
            } else {
                self.and_or(&item.chain, state)
            };
            output = after(output, std::mem::take(&mut outcome.output));
            if !self.flow.condition && outcome.failure.as_ref().is_some_and(|s| s.switches().may_exit_on_error) {
                let surely = outcome.failure.as_ref().is_some_and(|s| s.switches().exit_on_error);
                let left = if surely { outcome.failure.take() } else { outcome.failure.clone() };
                let exits = self.flow.exits.take();
                self.flow.exits = self.join(exits, left);
                self.flow.doubt.exit = true;
            }
            if self.flow.doubt != Doubt::default() {
                self.certain = false;
            }
        }
        self.certain = certain;
        Outcome { output, ..outcome }
    }

    fn and_or(&mut self, chain: &AndOr, state: State) -> Outcome {
        if chain.rest.is_empty() {
            return self.pipeline(&chain.first, state);
        }
        let condition = std::mem::replace(&mut self.flow.condition, true);
        let mut outcome = self.pipeline(&chain.first, state);
        let count = chain.rest.len();
        for (at, (connector, pipeline)) in chain.rest.iter().enumerate() {
            if at + 1 == count {
                self.flow.condition = condition;
            }
            let (go, skip) = match connector {
                Connector::And => (outcome.success.take(), outcome.failure.take()),
                Connector::Or => (outcome.failure.take(), outcome.success.take()),
            };
            let before = std::mem::take(&mut outcome.output);
            let mut next = match go {
                Some(state) => {
                    let certain = self.certain;
                    self.certain &= skip.is_none();
                    let next = self.pipeline(pipeline, state);
                    self.certain = certain;
                    next
                }
                None => Outcome::gone(),
            };
            match connector {
                Connector::And => next.failure = self.join(skip, next.failure),
                Connector::Or => next.success = self.join(skip, next.success),
            }
            next.output = after(before, next.output);
            outcome = next;
        }
        self.flow.condition = condition;
        outcome
    }

    fn pipeline(&mut self, pipeline: &Pipeline, state: State) -> Outcome {
        let negated = pipeline.negated;
        let condition = self.flow.condition;
        self.flow.condition |= negated;
        let mut outcome = match pipeline.commands.as_slice() {
            [] => Outcome::success(state),
            [command] => self.command(command, state),
            commands => {
                let mut stdin = self.stdin.clone();
                let mut last = Outcome::success(state.clone());
                self.stirred |= !commands.iter().skip(1).all(|command| self.is_filter(command));
                for (at, command) in commands.iter().enumerate() {
                    let before = state.clone();
                    let heard = self.heard || at + 1 < commands.len();
                    last = self.hearing(heard, |shell| {
                        shell.with_stdin(stdin, |shell| shell.subshell(|shell| shell.command(command, before)))
                    });
                    stdin = match last.output.clone() {
                        // What comes through a pipe without text is a pipe all the same.
                        Output::Nothing => Output::Text(Texts::one("")),
                        output => output,
                    };
                }
                Outcome {
                    success: Some(state.clone()).filter(|_| last.success.is_some() || last.failure.is_none()),
                    failure: Some(state).filter(|_| last.failure.is_some() || last.success.is_none()),
                    output: last.output,
                }
            }
        };
        self.flow.condition = condition;
        if negated {
            std::mem::swap(&mut outcome.success, &mut outcome.failure);
        }
        outcome
    }

    /// Whether a part of a pipeline makes nothing before something comes in: the parts run beside one another.
    fn is_filter(&self, command: &Command) -> bool {
        let source = self.source();
        let quiet = |redirections: &[Redirection]| {
            redirections.iter().all(|redirection| match redirection.operator {
                Operator::Input | Operator::HereDocument | Operator::HereString | Operator::DuplicateOutput => true,
                _ => redirection.target.span.of(&source) == "/dev/null",
            })
        };
        match command {
            Command::Simple(simple) => {
                let name = simple.words.first().map_or("", |word| word.span.of(&source));
                FILTERS.contains(&name) && quiet(&simple.redirections)
            }
            // `while read f`
            Command::Compound { body: Compound::While { condition, .. }, redirections, .. } => {
                let first = condition.items.first().and_then(|item| item.chain.first.commands.first());
                let read = matches!(first, Some(Command::Simple(simple)) if simple.words.iter().any(|word| word.span.of(&source) == "read"));
                read && quiet(redirections)
            }
            _ => false,
        }
    }

    pub(super) fn command(&mut self, command: &Command, state: State) -> Outcome {
        if self.frames >= MAX_FRAMES {
            self.miss(Code::NestingLimit, self.at);
            return Outcome::either(state, Output::Unknown);
        }
        self.frames += 1;
        let outcome = self.one_command(command, state);
        self.frames -= 1;
        outcome
    }

    fn one_command(&mut self, command: &Command, state: State) -> Outcome {
        match command {
            Command::Simple(simple) => self.simple(simple, state),
            Command::Function(function) => {
                let mut state = state;
                let source = self.source();
                let definition =
                    Definition { function: std::rc::Rc::clone(function), source: std::rc::Rc::clone(&source) };
                if !state.define(function.name.of(&source), definition.clone()) {
                    self.miss(Code::NodeLimit, self.span(function.name));
                } else if !self.defined.iter().any(|(d, ..)| *d == definition) {
                    self.defined.push((definition, self.frame.clone(), state.clone(), false));
                }
                Outcome::success(state)
            }
            Command::Coprocess { body, .. } => {
                self.stir();
                self.with_stdin(Output::Unknown, |shell| shell.subshell(|shell| shell.command(body, state.clone())));
                Outcome::success(state)
            }
            Command::Compound { body, redirections, .. } => {
                let mut state = state;
                let opened = self.redirections(&mut state, redirections);
                let stdin = opened.stdin.clone().unwrap_or_else(|| self.stdin.clone());
                let heard = self.heard || opened.sink.is_some();
                let mut outcome =
                    self.hearing(heard, |shell| shell.with_stdin(stdin, |shell| shell.compound(body, state)));
                if let Some(sink) = &opened.sink {
                    self.wrote(sink, opened.sunk(&outcome.output));
                }
                if opened.stdout_elsewhere {
                    outcome.output = Output::Nothing;
                }
                outcome
            }
        }
    }

    fn compound(&mut self, compound: &Compound, state: State) -> Outcome {
        match compound {
            Compound::Group(list) => self.list(list, state),
            Compound::Subshell(list) => {
                let inner = self.subshell(|shell| {
                    let mut outcome = shell.list(list, state.clone());
                    if shell.flow.exits.is_some() {
                        outcome.success = Some(state.clone());
                        outcome.failure = Some(state.clone());
                    }
                    outcome
                });
                let lost = inner.success.is_none() && inner.failure.is_none();
                Outcome {
                    success: inner.success.map(|_| state.clone()).or_else(|| lost.then(|| state.clone())),
                    failure: inner.failure.map(|_| state.clone()).or_else(|| lost.then_some(state)),
                    output: inner.output,
                }
            }
            Compound::If { branches, otherwise } => self.conditional(branches, otherwise.as_ref(), state),
            Compound::While { until, condition, body } => self.repeat(state, |shell, state| {
                let tested = shell.condition(condition, state);
                let (go, stop) =
                    if *until { (tested.failure, tested.success) } else { (tested.success, tested.failure) };
                (go, stop, body)
            }),
            Compound::For { name, words, body, select } => {
                let name = name.of(&self.source()).to_owned();
                self.each(&name, words.as_deref(), body, *select, state)
            }
            Compound::ForArithmetic { parts, body } => {
                let mut state = state;
                if let Some(first) = parts.first() {
                    self.arithmetic(&mut state, first);
                }
                self.repeat(state, |shell, mut state| {
                    let mut rest = parts.iter().skip(1);
                    let tested = rest.next().map(|part| shell.arithmetic(&mut state, part));
                    let certain = tested.as_ref().and_then(Texts::known).map(|t| t != "0");
                    // The step runs after the body; that it runs before it too changes nothing that is known.
                    let mut stepped = state.clone();
                    for step in rest {
                        shell.arithmetic(&mut stepped, step);
                    }
                    let go = state.clone().join(&stepped, &|name| shell.base.variable(name));
                    match certain {
                        Some(false) => (None, Some(state), body),
                        _ => (Some(go), tested.map(|_| state), body),
                    }
                })
            }
            Compound::Case { subject, arms } => self.case(subject, arms, state),
            Compound::Arithmetic(arithmetic) => {
                let mut state = state;
                let value = self.arithmetic(&mut state, arithmetic);
                match value.known() {
                    Some("0") => Outcome::failure(state),
                    Some(_) => Outcome::success(state),
                    None => Outcome::either(state, Output::Nothing),
                }
            }
            Compound::Condition(condition) => {
                let mut state = state;
                match self.test(condition, &mut state) {
                    Some(true) => Outcome::success(state),
                    Some(false) => Outcome::failure(state),
                    None => Outcome::either(state, Output::Nothing),
                }
            }
        }
    }

    fn condition(&mut self, list: &List, state: State) -> Outcome {
        let before = std::mem::replace(&mut self.flow.condition, true);
        let outcome = self.list(list, state);
        self.flow.condition = before;
        outcome
    }

    fn conditional(&mut self, branches: &[(List, List)], otherwise: Option<&List>, state: State) -> Outcome {
        let certain = self.certain;
        let mut done = Outcome::gone();
        let mut rest = Some(state);
        let mut entered = false;
        for (condition, body) in branches {
            let Some(state) = rest.take() else { break };
            let tested = self.condition(condition, state);
            rest = tested.failure;
            if let Some(state) = tested.success {
                entered = true;
                let before = self.certain;
                self.certain &= rest.is_none();
                let outcome = self.list(body, state);
                self.certain = before;
                done = self.merge(done, outcome);
            }
            self.certain = false;
        }
        self.certain = certain;
        if let Some(state) = rest {
            let outcome = match otherwise {
                Some(body) => {
                    self.certain &= !entered;
                    let outcome = self.list(body, state);
                    self.certain = certain;
                    outcome
                }
                None => Outcome::success(state),
            };
            done = self.merge(done, outcome);
        }
        done
    }

    /// Where two ways meet.
    fn merge(&self, a: Outcome, b: Outcome) -> Outcome {
        let first = a.success.is_none() && a.failure.is_none() && a.output == Output::Nothing;
        Outcome {
            success: self.join(a.success, b.success),
            failure: self.join(a.failure, b.failure),
            output: if first { b.output } else { either(a.output, b.output) },
        }
    }

    /// A loop's rounds. `test` gives the state that goes into the body, the state that leaves the loop, and the body.
    fn repeat<'t>(
        &mut self,
        state: State,
        mut test: impl FnMut(&mut Self, State) -> (Option<State>, Option<State>, &'t List),
    ) -> Outcome {
        let certain = self.certain;
        // What a round makes, the next one finds.
        self.stir();
        let doubt = self.flow.doubt;
        self.flow.loops.push(Loop::default());
        self.loops += 1;
        let (go, mut stop, body) = test(self, state.clone());
        let mut output = Output::Nothing;
        if let Some(entry) = go {
            self.certain &= stop.is_none();
            let end = self.round(body, entry, &mut output);
            self.certain = false;
            if let Some(end) = end {
                // The second round begins with what the first may have changed. Deep in other loops it is left out: theirs
                // bring the change back here.
                let joined = state.clone().join(&end, &|name| self.base.variable(name));
                let again = if joined == state { None } else { Some(state.widen(&joined)) };
                match again {
                    Some(wide) if self.loops <= 3 => {
                        let (go, stop_again, body) = test(self, wide);
                        stop = self.join(stop, stop_again);
                        if let Some(entry) = go {
                            self.round(body, entry, &mut output);
                        }
                    }
                    Some(wide) => stop = self.join(stop, Some(wide)),
                    None => {
                        let (_, stop_again, _) = test(self, end);
                        stop = self.join(stop, stop_again);
                    }
                }
            }
        }
        self.loops -= 1;
        self.certain = certain;
        // How many rounds there are is not known.
        if let Output::Text(_) = output {
            output = Output::Lines(lines(output));
        }
        let left = self.flow.loops.pop().and_then(|l| l.breaks);
        self.flow.doubt = self.flow.doubt.behind_loop(self.flow.loops.len(), doubt);
        match self.join(stop, left) {
            Some(state) => Outcome { success: Some(state), failure: None, output },
            None => Outcome { output, ..Outcome::gone() },
        }
    }

    /// One round: the state at its end, `continue` included.
    fn round(&mut self, body: &List, state: State, output: &mut Output) -> Option<State> {
        let outcome = self.list(body, state);
        *output = after(std::mem::take(output), outcome.output);
        let end = self.join(outcome.success, outcome.failure);
        let continued = self.flow.loops.last_mut().and_then(|l| l.continues.take());
        self.join(end, continued)
    }

    fn each(&mut self, name: &str, words: Option<&[Word]>, body: &List, select: bool, state: State) -> Outcome {
        let mut state = state;
        let fields = match words {
            Some(words) => self.fields(&mut state, words, false),
            None => {
                let span = crate::source::Span::default();
                match state.positional().clone() {
                    Positional::Known(elements) => {
                        elements.into_iter().map(|texts| Field { texts, open: false, span, array: None }).collect()
                    }
                    Positional::Any(texts) => vec![Field { texts, open: true, span, array: None }],
                }
            }
        };
        if fields.is_empty() {
            return Outcome::success(state);
        }
        let known = !select && fields.iter().all(|f| !f.open && !f.texts.iter().any(crate::value::Text::has_glob));
        if known && fields.len() <= MAX_ROUNDS && self.loops < 2 {
            return self.rounds(name, fields, body, state);
        }
        let all: Texts = fields.iter().flat_map(|f| f.texts.iter()).cloned().collect();
        let may_be_none = select || fields.iter().all(|f| f.open);
        self.repeat(state, |_, mut state| {
            let before = state.clone();
            state.set(name, Variable::set(Value::Scalar(all.clone())));
            let stop = if may_be_none { before.join(&state, &|_| Variable::unset()) } else { state.clone() };
            (Some(state), Some(stop), body)
        })
    }

    /// A `for` over few known words, one round after the other.
    fn rounds(&mut self, name: &str, fields: Vec<Field>, body: &List, state: State) -> Outcome {
        let certain = self.certain;
        let doubt = self.flow.doubt;
        self.flow.loops.push(Loop::default());
        self.loops += 1;
        let mut output = Output::Nothing;
        let mut current = Some(state);
        for field in fields {
            let Some(mut state) = current.take() else { break };
            state.set(name, Variable::set(Value::Scalar(field.texts)));
            current = self.round(body, state, &mut output);
            if self.flow.doubt != Doubt::default() {
                self.certain = false;
            }
        }
        self.loops -= 1;
        self.certain = certain;
        let left = self.flow.loops.pop().and_then(|l| l.breaks);
        self.flow.doubt = self.flow.doubt.behind_loop(self.flow.loops.len(), doubt);
        match self.join(current, left) {
            // A loop's status is its last command's.
            Some(state) => Outcome::either(state, output),
            None => Outcome { output, ..Outcome::gone() },
        }
    }

    fn case(&mut self, subject: &Word, arms: &[Arm], state: State) -> Outcome {
        let mut state = state;
        let subject = self.text(&mut state, subject);
        let certain = self.certain;
        let mut done = Outcome::gone();
        let mut rest = Some(state);
        let mut falls: Option<State> = None;
        let mut entered = false;
        for arm in arms {
            let Some(mut state) = rest.take() else {
                if falls.is_none() {
                    break;
                }
                let outcome = self.arm(arm, falls.take(), &mut falls, &mut rest);
                done = self.merge(done, outcome);
                continue;
            };
            let mut surely = false;
            let mut maybe = false;
            for pattern in &arm.patterns {
                let pattern = self.pattern_text(&mut state, pattern);
                match (subject.known(), pattern.single().and_then(Pattern::new)) {
                    (Some(text), Some(pattern)) => surely |= pattern.matches(text),
                    (None, Some(pattern)) if pattern.matches("") && pattern.matches("/x/") => surely = true,
                    _ => maybe = true,
                }
            }
            let entry = if surely || maybe { Some(state.clone()) } else { None };
            rest = (!surely).then_some(state);
            self.certain = certain && surely && !entered;
            entered |= entry.is_some() && !matches!(arm.end, ArmEnd::Continue);
            let entry = self.join(entry, falls.take());
            let outcome = self.arm(arm, entry, &mut falls, &mut rest);
            done = self.merge(done, outcome);
        }
        self.certain = certain;
        let end = self.join(rest, falls);
        match end {
            Some(state) => self.merge(done, Outcome::success(state)),
            None => done,
        }
    }

    fn arm(&mut self, arm: &Arm, entry: Option<State>, falls: &mut Option<State>, rest: &mut Option<State>) -> Outcome {
        let Some(state) = entry else { return Outcome::gone() };
        let outcome = self.list(&arm.body, state);
        match arm.end {
            ArmEnd::Break => outcome,
            ArmEnd::FallThrough => {
                *falls = self.join(outcome.success, outcome.failure);
                Outcome { output: outcome.output, ..Outcome::gone() }
            }
            ArmEnd::Continue => {
                let next = self.join(outcome.success, outcome.failure);
                *rest = self.join(rest.take(), next);
                Outcome { output: outcome.output, ..Outcome::gone() }
            }
        }
    }

    /// `exit`, and an `exec` that replaces the shell.
    pub(super) fn leave_shell(&mut self, state: State) -> Outcome {
        self.flow.doubt.exit |= !self.certain;
        let exits = self.flow.exits.take();
        self.flow.exits = self.join(exits, Some(state));
        Outcome::gone()
    }

    pub(super) fn leave_function(&mut self, state: State) -> Outcome {
        self.flow.doubt.call |= !self.certain;
        if let Some(returns) = self.flow.call.take() {
            self.flow.call = Some(self.join(returns, Some(state)));
        }
        Outcome::gone()
    }

    /// `break` and `continue`, out of `levels` loops.
    pub(super) fn leave_loop(&mut self, state: State, levels: usize, again: bool) -> Outcome {
        let count = self.flow.loops.len();
        let Some(at) = count.checked_sub(levels.clamp(1, count.max(1))) else { return Outcome::success(state) };
        if !self.certain {
            self.flow.doubt.round = self.flow.doubt.round.into_iter().chain([at]).min();
        }
        let before = self.flow.loops.get_mut(at).map(|l| if again { l.continues.take() } else { l.breaks.take() });
        let joined = self.join(before.flatten(), Some(state));
        if let Some(target) = self.flow.loops.get_mut(at) {
            if again {
                target.continues = joined;
            } else {
                target.breaks = joined;
            }
        }
        Outcome::gone()
    }

    /// A function's body: what returns from it comes out with what runs to its end.
    pub(super) fn body(&mut self, body: &Command, frame: Frame, state: State) -> Outcome {
        let loops = std::mem::take(&mut self.flow.loops);
        let call = self.flow.call.replace(None);
        let doubt = self.flow.doubt.call;
        let outcome = self.in_frame(frame, |shell| shell.command(body, state));
        let returned = std::mem::replace(&mut self.flow.call, call).flatten();
        self.flow.loops = loops;
        self.flow.doubt.call = doubt;
        Outcome {
            success: self.join(outcome.success, returned.clone()),
            failure: self.join(outcome.failure, returned),
            output: outcome.output,
        }
    }

    /// Every state of `outcome`, changed.
    pub(super) fn in_each(outcome: Outcome, change: impl FnMut(State) -> State) -> Outcome {
        outcome.map(change)
    }

    /// A number that cannot be known.
    pub(super) fn digits() -> Value {
        Value::Scalar(Texts::hole(Hole::Digits))
    }
}
