//! Readings of an argument vector to effects.
//!
//! Owns which argument has which role, and what all readings together say. It knows nothing of how options are spelled or
//! what a role means, and nothing of single programs but those that need more than a table.

use super::acting::Acting;
use super::catalog::{Entry, Language, Operand, Opt, Prints, Role, Special, When, modes};
use super::copy::{self, Target};
use super::exact::is_exact;
use super::options::{Item, Level, Reading, readings};
use super::{Argument, Context, Effect, Effects, Output, Run, Runnable, Writes};
use super::{find, output, paths, setting, temporary, unknown, xargs};
use crate::access::{self, Certainty, Mode};
use crate::path::Platform;
use crate::source::Span;
use crate::value::{Hole, Text};
use std::borrow::Cow;

/// What the argument vector does; its first argument is the command word.
pub(super) fn interpret(arguments: &[Argument], context: &dyn Context) -> Effects {
    let Some((word, rest)) = arguments.split_first() else { return Effects::default() };
    let (directory, name) = command_name(&word.text, context.platform());
    let entry = name.as_deref().and_then(|name| Entry::on(context.platform(), name));
    let mut acting = Acting::new(word, name.as_deref().unwrap_or(""), context);
    if directory.is_some() {
        acting.effect(word, word.text.clone(), Mode::Execute);
    }
    let start = acting.effects;
    let mut ways = match entry {
        Some(entry) if entry.special == Special::Find => vec![find::find(word, rest, context)],
        Some(entry) => readings(entry, rest, context.platform())
            .iter()
            .map(|reading| perform(reading, word, name.as_deref().unwrap_or(""), arguments, context))
            .collect(),
        None => vec![Effects { meant: inner(rest, context.platform()), ..unknown::unknown(rest, context) }],
    };
    // A program of the project may have the name of a known one: `./test`.
    let strange =
        directory.as_deref().is_some_and(|directory| !directory.trim_end_matches(['/', '\\']).ends_with("bin"));
    if strange && entry.is_some_and(|entry| entry.special != Special::Find && !entry.project) {
        ways.push(unknown::unknown(rest, context));
    }
    let mut effects = merge(ways);
    effects.exact = !strange && entry.is_some() && name.as_deref().is_some_and(|name| is_exact(name, rest));
    if !start.accesses.is_empty() {
        effects.accesses.splice(0..0, start.accesses);
    }
    effects
}

/// The directory that is written before the name, and the name under which the catalog has it.
pub(super) fn command_name(word: &Text, platform: Platform) -> (Option<String>, Option<String>) {
    let Some(word) = word.known() else {
        // `$HOME/bin/rg` is still some `rg`.
        let plain = word.plain();
        let (directory, _) = plain.rsplit_once('/').unwrap_or_default();
        let name = paths::base_name(word).known().filter(|_| !directory.is_empty()).map(str::to_owned);
        return (plain.contains('/').then(|| directory.to_owned()), name);
    };
    let windows = platform == Platform::Win32;
    let cut = word.rfind(|c| c == '/' || windows && c == '\\');
    let (directory, name) = match cut {
        Some(at) => (word.get(..=at).map(str::to_owned), word.get(at + 1..).unwrap_or("")),
        None => (None, word),
    };
    if windows {
        let lower = name.to_ascii_lowercase();
        return (directory, Some(lower.strip_suffix(".exe").unwrap_or(name).to_owned()));
    }
    (directory, Some(name.to_owned()))
}

/// All that one of the ways does; what not all of them do is possible.
fn merge(ways: Vec<Effects>) -> Effects {
    let mut ways = ways.into_iter();
    let Some(mut out) = ways.next() else { return Effects::default() };
    for way in ways {
        for effect in &mut out.accesses {
            if !way.accesses.iter().any(|other| other == effect) {
                effect.certainty = Certainty::Possible;
            }
        }
        for effect in way.accesses {
            let same = |other: &Effect| {
                (&other.text, other.mode, &other.base, other.link)
                    == (&effect.text, effect.mode, &effect.base, effect.link)
            };
            if !out.accesses.iter().any(same) {
                out.accesses.push(Effect { certainty: Certainty::Possible, ..effect });
            }
        }
        for effect in way.makes {
            if !out.makes.contains(&effect) {
                out.makes.push(effect);
            }
        }
        for meant in way.meant {
            if !out.meant.contains(&meant) {
                out.meant.push(meant);
            }
        }
        for run in &mut out.runs {
            if !way.runs.contains(run) {
                run.certainty = Certainty::Possible;
            }
        }
        for run in way.runs {
            if !out.runs.iter().any(|other| other.what == run.what) {
                out.runs.push(Run { certainty: Certainty::Possible, ..run });
            }
        }
        out.output = match (std::mem::take(&mut out.output), way.output) {
            (before, other) if before == other => other,
            (Output::Lines(before), Output::Lines(other)) => {
                let more: Vec<Text> = other.into_iter().filter(|line| !before.contains(line)).collect();
                Output::Lines([before, more].concat())
            }
            _ => Output::Unknown,
        };
        out.opaque |= way.opaque;
        if out.writes != way.writes {
            out.writes = Writes::Unknown;
        }
        out.unknown_code.extend(way.unknown_code);
    }
    out.unknown_code.sort_unstable();
    out.unknown_code.dedup();
    // What is known of an argument in one reading is not guessed in another.
    if out.accesses.iter().any(|effect| effect.role == access::Role::Guessed) {
        let known = out.accesses.iter().filter(|effect| effect.role == access::Role::Known);
        let known: Vec<(Span, Text)> = known.map(|effect| (effect.span, effect.text.clone())).collect();
        let is_known = |guess: &Effect| known.iter().any(|(span, text)| *span == guess.span && *text == guess.text);
        out.accesses.retain(|effect| effect.role == access::Role::Known || !is_known(effect));
    }
    out
}

/// What the given options make of an entry.
struct Spec {
    operands: Cow<'static, [Operand]>,
    default: Cow<'static, [(&'static str, Role)]>,
    also: Vec<(&'static str, Role)>,
    replace: Vec<(Role, Role)>,
    values: Vec<(&'static str, Role)>,
    prints: Prints,
    input: Option<Language>,
    writes: Writes,
    /// An option says that code comes from standard input.
    reads_code: bool,
    /// The option that chose the operands.
    by: Option<&'static str>,
}

impl Spec {
    fn of(reading: &Reading) -> Option<Self> {
        let entry = reading.levels.last()?.entry;
        let mut spec = Self {
            operands: Cow::Borrowed(entry.operands),
            default: Cow::Borrowed(entry.default),
            also: entry.also.to_vec(),
            replace: Vec::new(),
            values: Vec::new(),
            prints: entry.prints,
            input: entry.input,
            writes: reading.levels.iter().rev().find_map(|level| level.entry.writes).unwrap_or_default(),
            reads_code: false,
            by: None,
        };
        let atom = |atom: &str| match atom.strip_prefix('@') {
            Some(operand) => reading.levels.last().is_some_and(|level| level.holds(operand)),
            None => reading.levels.iter().any(|level| level.meets(atom)),
        };
        let given = |condition: &&str| condition.split('&').all(atom);
        for when in entry.when.iter().filter(|when| when.options.iter().any(given) != when.absent) {
            spec.change(when);
        }
        if !spec.replace.is_empty() {
            for operand in spec.operands.to_mut() {
                operand.role = replaced(operand.role, &spec.replace);
            }
            for (_, role) in spec.default.to_mut() {
                *role = replaced(*role, &spec.replace);
            }
        }
        Some(spec)
    }

    fn change(&mut self, when: &When) {
        if let Some(operands) = when.operands {
            self.operands = Cow::Borrowed(operands);
            self.by = when.options.first().copied().filter(|name| name.starts_with('-') && !name.contains('&'));
        }
        if let Some(default) = when.default {
            self.default = Cow::Borrowed(default);
        }
        self.also.extend(when.also);
        self.replace.extend(when.replace);
        self.values.extend(when.values);
        self.prints = when.prints.unwrap_or(self.prints);
        self.reads_code |= when.input.is_some();
        self.input = when.input.or(self.input);
        self.writes = when.writes.unwrap_or(self.writes);
    }
}

fn replaced(role: Role, changes: &[(Role, Role)]) -> Role {
    changes.iter().fold(role, |role, (from, to)| if role == *from { *to } else { role })
}

/// The role of each operand: from the front, from the end, and the rest between.
fn allot(operands: &[&Argument], spec: &[Operand]) -> Vec<Role> {
    let mut spec = spec;
    let mut roles = Vec::new();
    if let Some((Operand { role: Role::Assignment, .. }, after)) = spec.split_first() {
        let count = operands.iter().take_while(|operand| operand.text.prefix().contains('=')).count();
        roles.extend(std::iter::repeat_n(Role::Assignment, count));
        spec = after;
    }
    let many = spec.iter().position(|operand| operand.many).unwrap_or(spec.len());
    let front = spec.get(..many).unwrap_or(&[]);
    let back = spec.get(many + 1..).unwrap_or(&[]);
    roles.extend(front.iter().map(|operand| operand.role));
    let left = operands.len().saturating_sub(roles.len());
    match spec.get(many) {
        Some(operand) => {
            let count = left.saturating_sub(back.len()).max(left.min(1));
            roles.extend(std::iter::repeat_n(operand.role, count));
            roles.extend(back.iter().map(|operand| operand.role));
        }
        None => {
            let last = front.last().map(|operand| operand.role);
            let rest = if last.is_some_and(follows) { last.unwrap_or(Role::Guess) } else { Role::Guess };
            roles.extend(std::iter::repeat_n(rest, left));
        }
    }
    roles.truncate(operands.len());
    roles
}

/// Whether an operand of this role changes the directory, before anything else is done.
fn first(role: Role) -> bool {
    matches!(role, Role::Login | Role::Chdir(false))
}

/// Whether all that follows an operand of this role belongs to it.
fn follows(role: Role) -> bool {
    matches!(role, Role::Command | Role::Script(Language::Sh) | Role::Arguments(_))
}

fn perform(reading: &Reading, word: &Argument, name: &str, arguments: &[Argument], context: &dyn Context) -> Effects {
    let mut acting = Acting::new(word, name, context);
    let (Some(level), Some(spec)) = (reading.levels.last(), Spec::of(reading)) else { return acting.effects };
    let operands: Vec<&Argument> = level.operands().collect();
    let roles = allot(&operands, &spec.operands);
    let target = Target::of(level, &operands, &roles);
    let searched = operands.iter().zip(&roles).filter(|(_, role)| modes(**role).contains(&Mode::Search));
    let searched: Vec<&Argument> = searched.map(|(operand, _)| *operand).collect();
    // A program changes its directory before it does anything else.
    let other = |option: &Opt| spec.values.iter().find(|(main, _)| *main == option.main).map(|(_, role)| role);
    for (option, values) in reading.levels.iter().flat_map(Level::options) {
        for (role, value) in option.values.iter().zip(values) {
            let role = other(option).unwrap_or(role);
            if matches!(role, Role::Chdir(false) | Role::Root | Role::Login) {
                acting.apply(*role, value);
            }
        }
    }
    for (operand, role) in operands.iter().zip(&roles).filter(|(_, role)| first(**role)) {
        acting.apply(*role, operand);
    }
    if acting.base.is_none() && spec.default.iter().any(|(_, role)| *role == Role::Login) {
        implied(&mut acting, &spec.default);
    }
    let outside = acting.base.clone();
    let mut inside = outside.clone();
    let mut place = 0;
    let mut payload = None;
    let mut for_found = Vec::new();
    for item in reading.levels.iter().flat_map(|level| &level.items) {
        match item {
            Item::Option { option, values, .. } => {
                if option.values == [Role::Command] {
                    for_found.push((option.main, values));
                }
                for (role, value) in option.values.iter().zip(values) {
                    let role = other(option).unwrap_or(role);
                    match role {
                        Role::Chdir(true) => {
                            acting.base.clone_from(&inside);
                            acting.apply(*role, value);
                            inside = std::mem::replace(&mut acting.base, outside.clone());
                        }
                        Role::Chdir(false) | Role::Root | Role::Login | Role::Command => {}
                        Role::Into(..) | Role::Tree(_) => {
                            copy::into(&mut acting, *role, value, &operands, &searched, true)
                        }
                        role => acting.apply(*role, value),
                    }
                }
            }
            Item::Guess(argument) => acting.apply(Role::Guess, argument),
            Item::Operand(argument, after_dashes) => {
                let role = roles.get(place).copied().unwrap_or(Role::Guess);
                // No revision stands after `--`.
                let role = if *after_dashes { certain(role) } else { role };
                place += 1;
                if first(role) {
                    continue;
                }
                if follows(role) {
                    payload = payload.or(Some((role, place - 1)));
                    continue;
                }
                acting.base.clone_from(&inside);
                if role == Role::Value {
                    let key = place.checked_sub(2).and_then(|key| operands.get(key));
                    key.iter().for_each(|key| setting::set(&mut acting, &key.text, argument));
                }
                operand(&mut acting, role, argument, &operands, &searched, target);
                acting.base.clone_from(&outside);
            }
        }
    }
    acting.base = inside;
    if !roles.iter().any(|role| !modes(*role).is_empty()) && spec.default.iter().all(|(_, role)| *role != Role::Login) {
        implied(&mut acting, &spec.default);
    }
    implied(&mut acting, &spec.also);
    backups(&mut acting, reading, &operands, &roles);
    acting.base = outside;
    for (option, command) in for_found {
        let roots: Vec<Text> = searched.iter().map(|root| root.text.clone()).collect();
        let below = output::below(&roots, &acting.effects, acting.context);
        below.iter().for_each(|text| each_found(&mut acting, option, command, text));
    }
    if let Some((role, at)) = payload {
        let (runs, unknown) = (acting.effects.runs.len(), acting.effects.unknown_code.len());
        run(&mut acting, reading, &spec, role, operands.get(at..).unwrap_or(&[]));
        if reading.levels.iter().any(|level| level.entry.elsewhere) {
            acting.effects.runs.iter_mut().skip(runs).for_each(|run| run.elsewhere = true);
            // What is not known there does not matter here.
            acting.effects.unknown_code.truncate(unknown);
        }
    }
    let is_code = |role: &Role| matches!(role, Role::Script(_) | Role::Program(_) | Role::Command);
    let optional = reading.levels.iter().flat_map(Level::options).any(|(option, _)| option.values.iter().any(is_code));
    let operand = |role: &Role| is_code(role) || *role == EXECUTED;
    let given = optional || spec.by.is_some() || roles.iter().any(operand);
    let dash = operands.first().is_some_and(|first| matches!(first.text.known(), Some("-" | "/dev/stdin")));
    if let Some(language) = spec.input.filter(|_| !given || dash || spec.reads_code) {
        let skipped = usize::from(!spec.reads_code && dash);
        let arguments: Vec<Argument> = operands.iter().skip(skipped).map(|operand| (*operand).clone()).collect();
        let runs = spec.operands.iter().any(|operand| operand.role == EXECUTED);
        input(&mut acting, language, runs, arguments);
    }
    acting.effects.writes = spec.writes;
    if !optional {
        let language = level.entry.language().unwrap_or(Language::Sh);
        level.entry.runs.iter().for_each(|name| acting.implied(language, name));
    }
    let shown: Vec<&Argument> = operands
        .iter()
        .zip(&roles)
        .filter(|(_, role)| shows(spec.prints, **role))
        .map(|(operand, _)| *operand)
        .collect();
    acting.effects.output = output::of(spec.prints, reading, &shown, &acting.effects, acting.context);
    if spec.prints == Prints::Temporary {
        acting.effects.makes = temporary::makes(reading, &shown, arguments, acting.context);
    }
    acting.effects.canonical = canonical(reading, arguments);
    acting.effects.meant.extend(bare(reading, arguments));
    acting.effects
}

/// Whether what is printed depends on an operand of this role.
fn shows(prints: Prints, role: Role) -> bool {
    match prints {
        Prints::Operands
        | Prints::Format
        | Prints::Dirname
        | Prints::Basename
        | Prints::Temporary
        | Prints::Program => true,
        // `tee` prints what it reads, whatever it writes.
        Prints::Lines | Prints::Matching | Prints::Edited | Prints::Input => {
            modes(role).iter().any(|mode| matches!(mode, Mode::Read | Mode::Search))
        }
        _ => !modes(role).is_empty() && !matches!(role, Role::Revision(_)),
    }
}

fn operand(
    acting: &mut Acting<'_>,
    role: Role,
    argument: &Argument,
    operands: &[&Argument],
    searched: &[&Argument],
    target: Option<Target<'_>>,
) {
    match role {
        Role::Into(..) | Role::Tree(_) => {
            let sources: Vec<&Argument> =
                operands.iter().filter(|other| !std::ptr::eq(**other, argument)).copied().collect();
            copy::into(acting, role, argument, &sources, searched, false);
        }
        Role::Path(modes) if modes.contains(&Mode::Link) => {
            // A link's text is relative to where the link is.
            let outer = acting.base.clone();
            if let Some(Target { argument: target, directory }) = target {
                let directory = if copy::is_directory(acting, &target.text, directory) {
                    target.text.clone()
                } else {
                    paths::directory_name(&target.text)
                };
                acting.base = Some(outer.as_ref().map_or(directory.clone(), |base| paths::join(base, &directory)));
            }
            acting.path(argument, modes);
            acting.base = outer;
            if target.is_none() && operands.len() == 1 {
                acting.effect(argument, paths::base_name(&argument.text), Mode::Write);
            }
        }
        Role::Cloned => {
            acting.apply(role, argument);
            // The last part of the URL that has something of a name in it (git-clone(1)).
            let plain = argument.text.plain();
            let plain = plain.trim_end_matches('/').trim_end_matches("/.git");
            let name = plain.rsplit(['/', ':']).next().unwrap_or("").trim_end_matches(".git");
            if operands.len() == 1 && !argument.text.has_hole() && !matches!(name, "" | "." | "..") {
                acting.effect(argument, Text::literal(name), Mode::Write);
            }
        }
        Role::Path([Mode::Write]) => {
            acting.apply(role, argument);
            searched.iter().for_each(|source| copy::over(acting, argument, source, &Text::default()));
        }
        role => acting.apply(role, argument),
    }
}

/// The role without its doubt.
fn certain(role: Role) -> Role {
    match role {
        Role::Revision(modes) => Role::Path(modes),
        role => role,
    }
}

/// Effects that no argument names.
fn implied(acting: &mut Acting<'_>, effects: &[(&'static str, Role)]) {
    // The word that names the place, if one does.
    let span = acting.based.filter(|_| acting.base.is_some()).unwrap_or(acting.word.span);
    let word = Argument { span, ..acting.word.clone() };
    for (path, role) in effects {
        // As records write a text that cannot be known.
        let text = if *path == "**" { Text::hole(Hole::Any) } else { acting.at_home(&Text::literal(*path)) };
        acting.apply(*role, &Argument { text, ..word.clone() });
    }
}

/// `sed -i.bak`: a written operand's copy. A `*` in the suffix stands for the name.
fn backups(acting: &mut Acting<'_>, reading: &Reading, operands: &[&Argument], roles: &[Role]) {
    let suffixes: Vec<&Argument> = reading
        .levels
        .iter()
        .flat_map(|level| level.options())
        .filter(|(option, _)| option.values == [Role::Backup])
        .filter_map(|(_, values)| values.first())
        .filter(|suffix| !suffix.text.is_empty())
        .collect();
    let written = |role: &Role| modes(*role).contains(&Mode::Write);
    for (operand, _) in operands.iter().zip(roles).filter(|(_, role)| written(role)) {
        for suffix in &suffixes {
            // No file is called like the option: a pattern stays as it is.
            let suffix = suffix.text.unglobbed();
            let name = match suffix.known().filter(|known| known.contains('*')) {
                Some(pattern) => {
                    let base = paths::base_name(&operand.text);
                    let mut parts = pattern.split('*');
                    let mut name = Text::literal(parts.next().unwrap_or(""));
                    for part in parts {
                        name.append(&base);
                        name.push_str(part);
                    }
                    if pattern.contains('/') { name } else { paths::join(&paths::directory_name(&operand.text), &name) }
                }
                None => operand.text.clone().concat(&suffix),
            };
            acting.effect(operand, name, Mode::Write);
        }
    }
}

/// The command or script that the operands hold.
fn run(acting: &mut Acting<'_>, reading: &Reading, spec: &Spec, role: Role, rest: &[&Argument]) {
    let Some(level) = reading.levels.last() else { return };
    let owned = || rest.iter().map(|argument| (*argument).clone());
    let transparent = level.entry.transparent;
    let via = match spec.by {
        Some(option) => format!("{} {option}", acting.name),
        None => acting.name.to_owned(),
    };
    match level.entry.special {
        Special::Xargs => return xargs::xargs(acting, level, owned().collect()),
        Special::Parallel => return xargs::parallel(acting, level, owned().collect()),
        _ => {}
    }
    if role == Role::Command {
        return acting.run(Runnable::Vector(owned().collect()), via, transparent);
    }
    if let Role::Arguments(program) = role {
        let word = Argument { text: Text::literal(program), ..acting.word.clone() };
        return acting.run(Runnable::Vector(std::iter::once(word).chain(owned()).collect()), via, true);
    }
    let joined = spec.operands.iter().any(|operand| operand.many && operand.role == role);
    let mut all = owned();
    let Some(mut script) = all.next() else { return };
    if joined {
        for part in all {
            script.text.push_str(" ");
            script.text.append(&part.text);
            script.span = script.span.to(part.span);
            script.open |= part.open;
        }
        acting.shell(script, Vec::new(), via, transparent);
    } else {
        acting.shell(script, all.collect(), via, transparent);
    }
}

/// `fd -x command`: it runs for the files that are found, which stand for `{}` or at its end.
fn each_found(acting: &mut Acting<'_>, option: &str, command: &[Argument], below: &Text) {
    let filled =
        |argument: &Argument| Argument { text: find::replace(&argument.text, "{}", below), ..argument.clone() };
    let mut vector: Vec<Argument> = command.iter().map(filled).collect();
    if vector == command {
        vector.extend(command.last().map(|last| Argument { text: below.clone(), ..last.clone() }));
    }
    let via = format!("{} {option}", acting.name);
    acting.run(Runnable::Vector(vector), via, true);
    if let Some(run) = acting.effects.runs.last_mut() {
        run.certainty = Certainty::Possible;
    }
}

/// A file whose code is run.
const EXECUTED: Role = Role::Path(&[Mode::Execute]);

/// Code that comes in on standard input. `runs`: as a file of it would be executed; a client of a database is rather fed data.
fn input(acting: &mut Acting<'_>, language: Language, runs: bool, arguments: Vec<Argument>) {
    if language == Language::Sh {
        let what = Runnable::ShellInput { span: acting.word.span, arguments };
        let via = acting.name.to_owned();
        return acting.run(what, via, false);
    }
    let code = acting.context.stdin().clone();
    let data = !runs && language.is_data();
    if data && matches!(code, Output::Lines(_) | Output::Unknown) {
        acting.effects.opaque = true;
    } else if language == Language::Unread && code != Output::Nothing {
        acting.effects.unknown_code.push(acting.word.span);
    } else {
        acting.code(language, code, acting.word.span);
    }
}

/// The vector without the options that stand before a subcommand; `None` where there are none.
fn bare(reading: &Reading, arguments: &[Argument]) -> Option<Vec<Text>> {
    let global = reading.levels.first().filter(|_| reading.levels.len() > 1)?;
    let taken: Vec<usize> = global
        .items
        .iter()
        .filter_map(|item| match item {
            // The readings count from the argument after the command word.
            Item::Option { whole, .. } => Some(whole.start + 1..whole.end + 1),
            _ => None,
        })
        .flatten()
        .collect();
    let kept = arguments.iter().enumerate().filter(|(at, _)| !taken.contains(at));
    (!taken.is_empty()).then(|| kept.map(|(_, argument)| argument.text.clone()).collect())
}

/// What looks like a command among the arguments of a program that nobody knows: it may be one that runs others.
fn inner(arguments: &[Argument], platform: Platform) -> Vec<Vec<Text>> {
    let named = |argument: &Argument| {
        command_name(&argument.text, platform).1.is_some_and(|name| Entry::on(platform, &name).is_some())
    };
    let starts = arguments.iter().enumerate().filter(|(_, argument)| named(argument)).take(4);
    starts.map(|(at, _)| arguments.iter().skip(at).map(|argument| argument.text.clone()).collect()).collect()
}

/// The vector without what only chooses a place; `None` where nothing is taken out.
fn canonical(reading: &Reading, arguments: &[Argument]) -> Option<Vec<Text>> {
    let mut out: Vec<Option<Text>> = arguments.iter().map(|argument| Some(argument.text.clone())).collect();
    let mut changed = false;
    for level in &reading.levels {
        for item in &level.items {
            let Item::Option { option, whole, .. } = item else { continue };
            if reading.levels.iter().any(|level| level.entry.places.contains(&option.main)) {
                // The readings count from the argument after the command word.
                for slot in out.iter_mut().skip(whole.start + 1).take(whole.len()) {
                    *slot = None;
                    changed = true;
                }
            }
        }
    }
    changed.then(|| out.into_iter().flatten().collect())
}
