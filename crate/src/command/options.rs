//! An argument vector, split into options, their values, and operands.
//!
//! Owns the ways in which programs spell options, and keeps every reading where there is more than one: an option that
//! is not in the catalog may take the next argument or not, an unknown text may be an option or an operand. It knows
//! nothing of what the arguments mean.

use super::Argument;
use super::catalog::{Arity, Entry, Opt, Role};
use crate::path::Platform;
use crate::value::{Hole, Piece};
use ecow::EcoString;
use std::ops::Range;

/// How many readings are kept; past it the most likely meaning of what follows is taken alone.
const MAX_READINGS: usize = 12;

/// One way to understand an argument vector.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The program, and the subcommands below it.
    pub(super) levels: Vec<Level>,
}

/// A program or subcommand with its own arguments.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// What the catalog says.
    pub(super) entry: &'static Entry,
    /// Its arguments in order.
    pub(super) items: Vec<Item>,
}

/// What an argument is.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// An option with its values, and the arguments that it fills.
    Option {
        /// What the catalog says.
        option: &'static Opt,
        /// As many as were found.
        values: Vec<Argument>,
        /// Whole arguments.
        whole: Range<usize>,
    },
    /// An operand, and whether it stands after `--`.
    Operand(Argument, bool),
    /// The value of an option that is not in the catalog, or one that does not belong there.
    Guess(Argument),
}

impl Level {
    /// Whether the option with this first name was given.
    pub(super) fn given(&self, main: &str) -> bool {
        self.options().any(|(option, _)| option.main == main)
    }

    /// Whether an option was given, with that value where the condition names one: `-i=inplace`.
    pub(super) fn meets(&self, condition: &str) -> bool {
        match condition.split_once('=').filter(|(_, value)| !value.is_empty()) {
            None => self.given(condition),
            Some((main, wanted)) => self.options().any(|(option, values)| {
                option.main == main && values.iter().any(|value| value.text.known() == Some(wanted))
            }),
        }
    }

    /// Whether there are that many operands, or one of that name.
    pub(super) fn holds(&self, operand: &str) -> bool {
        match operand.parse::<usize>() {
            Ok(count) => self.operands().count() >= count,
            Err(_) => self.operands().any(|argument| argument.text.known() == Some(operand)),
        }
    }

    /// The options with their values.
    pub(super) fn options(&self) -> impl Iterator<Item = (&'static Opt, &[Argument])> {
        self.items.iter().filter_map(|item| match item {
            Item::Option { option, values, .. } => Some((*option, values.as_slice())),
            _ => None,
        })
    }

    /// The operands.
    pub(super) fn operands(&self) -> impl Iterator<Item = &Argument> {
        self.items.iter().filter_map(|item| match item {
            Item::Operand(argument, _) => Some(argument),
            _ => None,
        })
    }
}

/// Every way to understand `arguments`, which stand after the command word; the most likely first.
pub(super) fn readings(entry: &'static Entry, arguments: &[Argument], platform: Platform) -> Vec<Reading> {
    let mut reader = Reader { arguments, platform, waiting: Vec::new(), finished: Vec::new() };
    let start = State {
        at: 0,
        ended: false,
        dashes: false,
        operands: 0,
        above: Vec::new(),
        level: Level { entry, items: Vec::new() },
    };
    let mut next = Some(start);
    while let Some(state) = next {
        reader.run(state);
        next = reader.waiting.pop();
    }
    reader.finished
}

struct Reader<'a> {
    arguments: &'a [Argument],
    platform: Platform,
    waiting: Vec<State>,
    finished: Vec<Reading>,
}

/// A reading that is being made.
#[derive(Clone)]
struct State {
    at: usize,
    /// No option can follow.
    ended: bool,
    /// A `--` was seen.
    dashes: bool,
    /// How many operands of this level were seen.
    operands: usize,
    above: Vec<Level>,
    level: Level,
}

impl State {
    /// Whether a dash and several letters are one option.
    fn words(&self) -> bool {
        self.level.entry.words || self.above.iter().any(|level| level.entry.words && level.entry.everywhere)
    }

    fn option(&mut self, option: &'static Opt, values: Vec<Argument>, whole: Range<usize>) {
        self.level.items.push(Item::Option { option, values, whole });
    }
}

impl Reader<'_> {
    fn run(&mut self, mut state: State) {
        while let Some(argument) = self.arguments.get(state.at) {
            self.step(&mut state, argument);
        }
        state.above.push(state.level);
        self.finished.push(Reading { levels: state.above });
    }

    /// Keeps another reading, which begins where `state` is, if there is room.
    fn fork(&mut self, state: &State, change: impl FnOnce(&mut Self, &mut State)) {
        if self.finished.len() + self.waiting.len() + 1 < MAX_READINGS {
            let mut reading = state.clone();
            change(self, &mut reading);
            self.waiting.push(reading);
        }
    }

    fn step(&mut self, state: &mut State, argument: &Argument) {
        let text = &argument.text;
        let prefix = text.prefix();
        let entry = state.level.entry;
        if entry.bundled && state.at == 0 && !prefix.is_empty() && !prefix.starts_with('-') {
            return self.bundle(state, prefix);
        }
        if state.ended {
            return self.operand(state, argument);
        }
        if text.known() == Some("--") {
            (state.ended, state.dashes) = (true, true);
            state.at += 1;
        } else if prefix.starts_with("--") {
            self.long(state, argument);
        } else if text.known() == Some("-") {
            // To `su` it is an option, to most a file.
            match self.lookup(state, "-") {
                Some(option) => self.take(state, option, None),
                None => self.operand(state, argument),
            }
        } else if prefix.starts_with('-') {
            self.short(state, argument);
        } else if let Some(option) = self.named(state, prefix) {
            let value = text.strip_prefix(option.name).unwrap_or_default();
            // `lsof +D DIR`; a lone `+` and `if=` have their value glued.
            if value.is_empty() && option.name.len() > 1 && option.name.starts_with('+') {
                return self.take(state, option, None);
            }
            state.at += 1;
            state.option(option, vec![Argument { text: value, ..argument.clone() }], state.at - 1..state.at);
        } else if let Some(group) =
            text.known().filter(|_| state.operands == 0).and_then(|word| self.lookup(state, word))
        {
            // `docker container run` is `docker run`.
            state.at += 1;
            state.option(group, Vec::new(), state.at - 1..state.at);
        } else {
            self.operand(state, argument);
        }
    }

    /// `if=FILE`, `+10`: options that look like operands.
    fn named(&self, state: &State, prefix: &str) -> Option<&'static Opt> {
        let name = match prefix.strip_prefix('+') {
            Some(rest) => EcoString::inline("+") + rest.get(..1).unwrap_or(""),
            None => EcoString::from(prefix.split_once('=')?.0) + "=",
        };
        self.lookup(state, &name).or_else(|| name.starts_with('+').then(|| self.lookup(state, "+")).flatten())
    }

    fn operand(&mut self, state: &mut State, argument: &Argument) {
        let entry = state.level.entry;
        if entry.positional() || !entry.when.is_empty() {
            self.doubt(state, argument);
        }
        state.at += 1;
        let below = argument.text.known().filter(|_| state.operands == 0).and_then(|name| entry.subcommand(name));
        if let Some(entry) = below {
            let level = Level { entry, items: Vec::new() };
            state.above.push(std::mem::replace(&mut state.level, level));
            return;
        }
        state.operands += 1;
        state.level.items.push(Item::Operand(argument.clone(), state.dashes));
        let assignment = entry.operands.first().is_some_and(|operand| operand.role == Role::Assignment);
        let assigns = assignment && argument.text.prefix().contains('=');
        let stops =
            if entry.permutes { state.operands >= entry.operands.len() } else { entry.stops || entry.is_wrapper() };
        state.ended |= stops && !assigns;
        if assigns {
            state.operands -= 1;
        }
    }

    /// What a text that is not known may be, besides one operand: nothing, an option, several files.
    fn doubt(&mut self, state: &State, argument: &Argument) {
        // The only operand of a program that was called with one is no option.
        let alone = state.operands == 0 && state.at + 1 == self.arguments.len();
        let option = matches!(argument.text.pieces().first(), Some(Piece::Hole(Hole::Any))) && !state.ended && !alone;
        if argument.open || option {
            self.fork(state, |_, absent| absent.at += 1);
        } else if argument.text.has_glob() && !state.ended {
            self.fork(state, |_, several| {
                let operand = Item::Operand(argument.clone(), false);
                several.level.items.extend([operand.clone(), operand]);
                several.operands += 2;
                several.at += 1;
            });
        }
    }

    fn long(&mut self, state: &mut State, argument: &Argument) {
        let (name, value) = match argument.text.split_once('=') {
            Some((name, value)) => (name, Some(Argument { text: value, ..argument.clone() })),
            None => (argument.text.prefix().to_owned(), None),
        };
        // What follows a hole in an option's name cannot be known.
        let known = value.is_some() || argument.text.known().is_some();
        let mut options = if known { self.long_options(state, &name) } else { Vec::new() };
        let Some(option) = options.pop() else {
            // Every program may have these two, and they take no value.
            if matches!(name.as_str(), "--help" | "--version") {
                state.at += 1;
                return;
            }
            return self.unknown(state, argument, value);
        };
        // An abbreviation may as well be an option that the catalog does not have.
        if option.name.trim_start_matches('-') != name.trim_start_matches('-') {
            self.fork(state, |reader, reading| reader.unknown(reading, argument, value.clone()));
        }
        for other in options {
            self.fork(state, |reader, reading| reader.take(reading, other, value.clone()));
        }
        self.take(state, option, value);
    }

    /// The option of that name, or all those that it abbreviates.
    fn long_options(&self, state: &State, name: &str) -> Vec<&'static Opt> {
        if let Some(option) = self.lookup(state, name) {
            return vec![option];
        }
        let single = name.strip_prefix('-').unwrap_or(name);
        if let Some(option) = self.lookup(state, single).filter(|_| state.words()) {
            return vec![option];
        }
        let mut found: Vec<&'static Opt> = Vec::new();
        for option in state.level.entry.options {
            let abbreviated = option.name.starts_with(name) && name.len() > 2;
            if abbreviated && !found.iter().any(|other| other.main == option.main) {
                found.push(option);
            }
        }
        found
    }

    /// One or several short options, or a single-dash word.
    fn short(&mut self, state: &mut State, argument: &Argument) {
        let prefix = argument.text.prefix();
        let name = prefix.split_once('=').map_or(prefix, |(name, _)| name);
        if let Some(option) = self.lookup(state, name).filter(|_| name.len() > 2) {
            let value = argument.text.strip_prefix(name).and_then(|rest| rest.strip_prefix("="));
            let value = value.map(|text| Argument { text, ..argument.clone() });
            return self.take(state, option, value);
        }
        if state.words() && !self.glued_word(state, argument) {
            return self.unknown(state, argument, None);
        }
        if !state.words() {
            self.cluster(state, argument);
        }
    }

    /// `-I/usr/include`, `-ofile`: the longest word that takes a value and that the argument begins with.
    fn glued_word(&mut self, state: &mut State, argument: &Argument) -> bool {
        let prefix = argument.text.prefix();
        let longest = prefix
            .char_indices()
            .map(|(at, c)| at + c.len_utf8())
            .rev()
            .filter_map(|end| self.lookup(state, prefix.get(..end)?))
            .find(|option| option.arity != Arity::Flag || option.name == prefix);
        let Some(option) = longest else { return false };
        let rest = argument.text.strip_prefix(option.name).unwrap_or_default();
        let value = (!rest.is_empty()).then(|| Argument { text: rest, ..argument.clone() });
        self.take(state, option, value);
        true
    }

    fn cluster(&mut self, state: &mut State, argument: &Argument) {
        let mut rest = argument.text.strip_prefix("-").unwrap_or_default();
        let mut first = true;
        while let Some(letter) = rest.prefix().chars().next() {
            let mut name = EcoString::inline("-");
            name.push(letter);
            let digits = letter.is_ascii_digit().then(|| self.lookup(state, "-#")).flatten();
            let Some(option) = self.lookup(state, &name).or(digits) else {
                if first {
                    return self.unknown(state, argument, None);
                }
                break;
            };
            first = false;
            rest = rest.strip_prefix(letter.encode_utf8(&mut [0; 4])).unwrap_or_default();
            match option.arity {
                Arity::Flag => state.option(option, Vec::new(), state.at..state.at + 1),
                _ => {
                    let value = (!rest.is_empty()).then(|| Argument { text: rest.clone(), ..argument.clone() });
                    return self.take(state, option, value);
                }
            }
        }
        if !rest.is_empty() {
            state.level.items.push(Item::Guess(Argument { text: rest, ..argument.clone() }));
        }
        state.at += 1;
    }

    /// tar's first word: the values of its letters follow in their order.
    fn bundle(&mut self, state: &mut State, letters: &str) {
        state.at += 1;
        for letter in letters.chars() {
            let Some(option) = self.lookup(state, &format!("-{letter}")) else { continue };
            let takes = if option.arity == Arity::Required { option.values.len() } else { 0 };
            let values: Vec<_> = self.arguments.iter().skip(state.at).take(takes).cloned().collect();
            state.at += values.len();
            let end = if values.is_empty() { 1 } else { state.at };
            state.option(option, values, 0..end);
        }
    }

    /// An option that was found; the values that are not glued follow.
    fn take(&mut self, state: &mut State, option: &'static Opt, value: Option<Argument>) {
        let from = state.at;
        state.at += 1;
        let mut values: Vec<Argument> = Vec::new();
        match (option.arity, value) {
            (Arity::Flag, Some(value)) => {
                state.option(option, Vec::new(), from..state.at);
                state.level.items.push(Item::Guess(value));
                return;
            }
            (Arity::Flag | Arity::Optional, None) => {}
            (_, value) => {
                values.extend(value);
                if option.values == [Role::Command] {
                    let rest = self.arguments.iter().skip(state.at).take_while(|next| next.text.known() != Some(";"));
                    let glued = values.len();
                    values.extend(rest.cloned());
                    // The semicolon ends it.
                    state.at += values.len() - glued + 1;
                }
                while values.len() < option.values.len() {
                    let Some(next) = self.arguments.get(state.at) else { break };
                    values.push(next.clone());
                    state.at += 1;
                }
            }
        }
        state.option(option, values, from..state.at);
    }

    /// An option that the catalog does not have.
    fn unknown(&mut self, state: &mut State, argument: &Argument, value: Option<Argument>) {
        state.at += 1;
        if let Some(value) = value {
            state.level.items.push(Item::Guess(value));
            return;
        }
        if let Some(next) = self.arguments.get(state.at).filter(|next| !next.text.prefix().starts_with('-')) {
            self.fork(state, |_, valued| {
                valued.level.items.push(Item::Guess(next.clone()));
                valued.at += 1;
            });
        }
        // `-f/etc/x`: the value may be glued.
        let name: String = argument.text.prefix().chars().take(2).collect();
        if let Some(rest) = argument.text.strip_prefix(&name).filter(|rest| !rest.is_empty() && name != "--") {
            state.level.items.push(Item::Guess(Argument { text: rest, ..argument.clone() }));
        }
    }

    fn lookup(&self, state: &State, name: &str) -> Option<&'static Opt> {
        let own = |level: &Level| {
            let darwin = level.entry.darwin.iter().filter(|_| self.platform == Platform::Darwin);
            darwin.into_iter().find(|option| option.name == name).or_else(|| {
                let at = level.entry.options.binary_search_by(|option| option.name.cmp(name)).ok()?;
                level.entry.options.get(at)
            })
        };
        let above = || state.above.iter().rev().filter(|level| level.entry.everywhere).find_map(own);
        own(&state.level).or_else(above)
    }
}
