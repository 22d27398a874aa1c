//! Readings of an argument vector to effects.
//!
//! Owns what a role means. It knows nothing of how options are spelled, and nothing of single programs but those that
//! need more than a table.

use super::catalog::{Entry, Language, Operand, Prints, Role, Special, When, modes};
use super::options::{Item, Reading, readings};
use super::shape::{is_url, path_shaped, remote_host};
use super::{Argument, Context, Effect, Effects, Output, Run, Runnable};
use super::{awk, code, find, output, paths, sed, unknown, xargs};
use crate::access::{self, Certainty, Mode};
use crate::path::Platform;
use crate::source::Span;
use crate::value::{Hole, Text};

/// What the argument vector does; its first argument is the command word.
pub(super) fn interpret(arguments: &[Argument], context: &dyn Context) -> Effects {
    let Some((word, rest)) = arguments.split_first() else { return Effects::default() };
    let (directory, name) = command_name(&word.text, context.platform());
    let entry = name.as_deref().and_then(Entry::of);
    let mut acting = Acting::new(word, name.as_deref().unwrap_or(""), context);
    if directory.is_some() || word.text.prefix().contains('/') {
        acting.effect(word, word.text.clone(), Mode::Execute);
    }
    let start = acting.effects;
    let mut ways = match entry {
        Some(entry) if entry.special == Special::Find => vec![find::find(word, rest, context)],
        Some(entry) => readings(entry, rest, context.platform())
            .iter()
            .map(|reading| perform(reading, word, name.as_deref().unwrap_or(""), arguments, context))
            .collect(),
        None => vec![unknown::unknown(rest, context)],
    };
    // A program of the project may have the name of a known one: `./test`.
    let strange = directory.is_some_and(|directory| !directory.trim_end_matches(['/', '\\']).ends_with("bin"));
    if strange && entry.is_some_and(|entry| entry.special != Special::Find) {
        ways.push(unknown::unknown(rest, context));
    }
    let mut effects = merge(ways);
    effects.accesses.splice(0..0, start.accesses);
    effects
}

/// The directory that is written before the name, and the name under which the catalog has it.
fn command_name(word: &Text, platform: Platform) -> (Option<String>, Option<String>) {
    let Some(word) = word.known() else { return (None, None) };
    let windows = platform == Platform::Win32;
    let cut = word.rfind(|c| c == '/' || windows && c == '\\');
    let (directory, name) = match cut {
        Some(at) => (word.get(..=at).map(str::to_owned), word.get(at + 1..).unwrap_or("")),
        None => (None, word),
    };
    let lower = name.to_ascii_lowercase();
    let name = if windows { lower.strip_suffix(".exe").unwrap_or(name) } else { name };
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
            let same =
                |other: &Effect| other.text == effect.text && other.mode == effect.mode && other.base == effect.base;
            if !out.accesses.iter().any(same) {
                out.accesses.push(Effect { certainty: Certainty::Possible, ..effect });
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
        if out.output != way.output {
            out.output = Output::Unknown;
        }
        out.opaque |= way.opaque;
        out.unknown_code.extend(way.unknown_code);
    }
    out.unknown_code.sort_unstable();
    out.unknown_code.dedup();
    // What is known of an argument in one reading is not guessed in another.
    let known: Vec<_> = out.accesses.iter().filter(|e| e.role == access::Role::Known).map(|e| e.span).collect();
    out.accesses.retain(|effect| effect.role == access::Role::Known || !known.contains(&effect.span));
    out
}

/// What a program does, while its arguments are walked.
pub(super) struct Acting<'a> {
    /// The command word.
    pub(super) word: &'a Argument,
    /// The program's name.
    pub(super) name: &'a str,
    /// Who answers.
    pub(super) context: &'a dyn Context,
    /// What was found.
    pub(super) effects: Effects,
    /// The directory that it changed into.
    base: Option<Text>,
    root: Option<Text>,
    assignments: Vec<(String, Text)>,
}

impl<'a> Acting<'a> {
    pub(super) fn new(word: &'a Argument, name: &'a str, context: &'a dyn Context) -> Self {
        let (effects, assignments) = (Effects::default(), Vec::new());
        Self { word, name, context, effects, base: None, root: None, assignments }
    }

    /// Notes an effect that surely happens.
    pub(super) fn effect(&mut self, argument: &Argument, text: Text, mode: Mode) {
        self.note(argument.span, text, mode, access::Role::Known, Certainty::Definite);
    }

    /// Notes one that may happen.
    pub(super) fn possible(&mut self, span: Span, text: Text, mode: Mode) {
        self.note(span, text, mode, access::Role::Known, Certainty::Possible);
    }

    /// Notes one that nobody but the text's shape speaks for.
    pub(super) fn guess(&mut self, span: Span, text: Text, mode: Mode) {
        self.note(span, text, mode, access::Role::Guessed, Certainty::Possible);
    }

    fn note(&mut self, span: Span, text: Text, mode: Mode, role: access::Role, certainty: Certainty) {
        if text.is_empty() {
            return;
        }
        let base = self.base.clone().filter(|_| !paths::is_absolute(&text));
        let effect = Effect { text, mode, role, certainty, span, base };
        if !self.effects.accesses.contains(&effect) {
            self.effects.accesses.push(effect);
        }
    }

    fn path(&mut self, argument: &Argument, modes: &[Mode]) {
        // A lone dash is standard input or output.
        if argument.text.known() == Some("-") {
            return;
        }
        for mode in modes {
            self.effect(argument, argument.text.clone(), *mode);
        }
    }

    /// What an argument in this role does.
    fn apply(&mut self, role: Role, argument: &Argument) {
        let text = &argument.text;
        match role {
            Role::Path(modes) | Role::Into(modes, false) => self.path(argument, modes),
            Role::Chdir(_) => self.change(argument),
            Role::Root => {
                self.effect(argument, text.clone(), Mode::Chdir);
                self.root = Some(text.clone());
            }
            Role::Url => self.url(argument),
            Role::Remote(modes) | Role::Into(modes, true) => {
                if remote_host(&text.plain(), self.context.platform()).is_none() && !is_url(text.prefix()) {
                    self.path(argument, modes);
                }
            }
            Role::At => {
                if let Some(file) = text.strip_prefix("@") {
                    self.path(&Argument { text: file, ..argument.clone() }, &[Mode::Read]);
                }
            }
            Role::Field => {
                let value = text.split_once('=').map(|(_, value)| value).unwrap_or_default();
                if let Some(file) = value.strip_prefix("@").or_else(|| value.strip_prefix("<")) {
                    let (path, _) =
                        file.split_once(';').map_or((file.clone(), ()), |(path, _)| (path.as_str().into(), ()));
                    self.path(&Argument { text: path, ..argument.clone() }, &[Mode::Read]);
                }
            }
            Role::Mount => self.mount(argument),
            Role::Revision(modes) => {
                let known = text.known().unwrap_or("");
                let path = text.prefix().starts_with(['/', '~'])
                    || text.prefix().starts_with("./")
                    || text.prefix().starts_with("../")
                    || matches!(known, "." | "..")
                    || (!known.is_empty() && self.context.exists(known));
                for mode in modes.iter().filter(|_| path) {
                    self.possible(argument.span, text.clone(), *mode);
                }
            }
            Role::From(modes) => self.list(argument, modes),
            Role::Assignment => {
                if let Some((name, value)) = text.split_once('=') {
                    self.assignments.push((name, value));
                }
            }
            Role::Setting => self.setting(argument),
            Role::Guess => {
                for text in unknown::parts(text, false) {
                    if path_shaped(&text, self.context) {
                        for mode in [Mode::Read, Mode::Write] {
                            self.guess(argument.span, text.clone(), mode);
                        }
                    }
                }
            }
            Role::Script(language) => self.script(language, argument),
            Role::Text | Role::Backup | Role::Command => {}
        }
    }

    fn change(&mut self, argument: &Argument) {
        self.effect(argument, argument.text.clone(), Mode::Chdir);
        let next = match &self.base {
            Some(base) => paths::join(base, &argument.text),
            None => argument.text.clone(),
        };
        self.base = Some(next);
    }

    /// `git -c alias.x='!cmd'`, `core.pager=cmd`, tar's `exec=cmd`.
    fn setting(&mut self, argument: &Argument) {
        let Some((name, value)) = argument.text.split_once('=') else { return };
        let name = name.to_ascii_lowercase();
        let command = if name.starts_with("alias.") { value.strip_prefix("!") } else { Some(value) };
        let runs = name.starts_with("alias.")
            || ["exec", "pager", "editor", "command", "external", "textconv", "helper", "askpass", "fsmonitor"]
                .iter()
                .any(|end| name.ends_with(end));
        if let Some(text) = command.filter(|text| runs && !text.is_empty()) {
            let via = self.name.to_owned();
            self.shell(Argument { text, ..argument.clone() }, Vec::new(), via, false);
            if let Some(run) = self.effects.runs.last_mut() {
                run.certainty = Certainty::Possible;
            }
        }
    }

    fn url(&mut self, argument: &Argument) {
        let Some(rest) = argument.text.strip_prefix("file://") else { return };
        let path = rest.strip_prefix("localhost").filter(|rest| rest.prefix().starts_with('/')).unwrap_or(rest);
        self.path(&Argument { text: path, ..argument.clone() }, &[Mode::Read]);
    }

    /// A directory of this machine that a container sees.
    fn mount(&mut self, argument: &Argument) {
        let mut source = None;
        if argument.text.prefix().starts_with("type=") {
            let mut rest = argument.text.clone();
            while let Some((part, after)) = rest.split_once(',') {
                if let Some((_, value)) = part.split_once('=').filter(|(key, _)| matches!(*key, "source" | "src")) {
                    source = Some(Text::literal(value));
                }
                rest = after;
            }
            let last = ["source=", "src="].iter().find_map(|key| rest.strip_prefix(key));
            source = source.or(last);
        } else {
            let drive = self.context.platform() == Platform::Win32 && super::shape::has_drive(argument.text.prefix());
            let (letter, rest) = if drive {
                let (letter, rest) = argument.text.split_once(':').unwrap_or_default();
                (format!("{letter}:"), rest)
            } else {
                (String::new(), argument.text.clone())
            };
            if let Some((path, _)) = rest.split_once(':') {
                source = Some(Text::literal(letter + &path));
            } else if rest.has_hole() {
                source = Some(rest);
            }
        }
        // A source without a slash is the name of a volume.
        if let Some(source) = source.filter(|source| source.plain().contains(['/', '\\']) || source.plain() == ".") {
            for mode in [Mode::Read, Mode::Write] {
                self.effect(argument, source.clone(), mode);
            }
        }
    }

    /// A file that holds paths; `-` is standard input.
    fn list(&mut self, argument: &Argument, modes: &[Mode]) {
        let lines = if argument.text.known() == Some("-") {
            match self.context.stdin() {
                Output::Unknown => vec![Text::hole(Hole::Any)],
                Output::Nothing => Vec::new(),
                Output::Lines(lines) => lines.clone(),
                Output::Text(texts) => texts.iter().flat_map(output::lines).collect(),
            }
        } else {
            self.effect(argument, argument.text.clone(), Mode::Read);
            vec![Text::hole(Hole::Any)]
        };
        for line in lines {
            for mode in modes {
                self.possible(argument.span, line.clone(), *mode);
            }
        }
    }

    fn script(&mut self, language: Language, argument: &Argument) {
        match language {
            Language::Sh => {
                let script = argument.clone();
                let via = self.name.to_owned();
                self.shell(script, Vec::new(), via, false);
            }
            Language::Sed => sed::script(self, argument),
            Language::Awk => awk::program(self, argument),
            Language::Other => code::search(self, argument),
        }
    }

    /// A text that a shell parses.
    pub(super) fn shell(&mut self, script: Argument, arguments: Vec<Argument>, via: String, transparent: bool) {
        if script.text.has_hole() || script.open {
            self.effects.unknown_code.push(script.span);
        }
        self.run(Runnable::Shell { script, arguments }, via, transparent);
    }

    /// Something is run in turn.
    pub(super) fn run(&mut self, what: Runnable, via: String, transparent: bool) {
        // `env PATH=… x` may run another `x` than the rule means.
        let transparent = transparent && !self.assignments.iter().any(|(name, _)| loads(name));
        self.effects.runs.push(Run {
            what,
            via,
            transparent,
            certainty: Certainty::Definite,
            directory: self.base.clone(),
            root: self.root.clone(),
            elsewhere: false,
            assignments: self.assignments.clone(),
        });
    }
}

/// Variables that choose what is loaded or run.
fn loads(name: &str) -> bool {
    matches!(name, "PATH" | "BASH_ENV" | "ENV" | "IFS" | "NODE_OPTIONS")
        || ["LD_", "DYLD_", "PYTHON", "GIT_"].iter().any(|prefix| name.starts_with(prefix))
        || name.ends_with("PAGER")
        || name.ends_with("EDITOR")
}

/// What the given options make of an entry.
struct Spec {
    operands: Vec<Operand>,
    default: &'static [(&'static str, Role)],
    also: Vec<(&'static str, Role)>,
    replace: Vec<(Role, Role)>,
    values: Vec<(&'static str, Role)>,
    prints: Prints,
    input: Option<Language>,
    /// An option says that code comes from standard input.
    reads_code: bool,
    /// The option that chose the operands.
    by: Option<&'static str>,
}

impl Spec {
    fn of(reading: &Reading) -> Option<Self> {
        let entry = reading.levels.last()?.entry;
        let mut spec = Self {
            operands: entry.operands.to_vec(),
            default: entry.default,
            also: entry.also.to_vec(),
            replace: Vec::new(),
            values: Vec::new(),
            prints: entry.prints,
            input: entry.input,
            reads_code: false,
            by: None,
        };
        let given = |main: &&str| reading.levels.iter().any(|level| level.given(main));
        for when in entry.when.iter().filter(|when| when.options.iter().any(given) != when.absent) {
            spec.change(when);
        }
        let changed = spec.replace.clone();
        for operand in &mut spec.operands {
            operand.role = replaced(operand.role, &changed);
        }
        Some(spec)
    }

    fn change(&mut self, when: &When) {
        if let Some(operands) = when.operands {
            self.operands = operands.to_vec();
            self.by = when.options.first().copied();
        }
        self.default = when.default.unwrap_or(self.default);
        self.also.extend(when.also);
        self.replace.extend(when.replace);
        self.values.extend(when.values);
        self.prints = when.prints.unwrap_or(self.prints);
        self.reads_code |= when.input.is_some();
        self.input = when.input.or(self.input);
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

/// Whether all that follows an operand of this role belongs to it.
fn follows(role: Role) -> bool {
    matches!(role, Role::Command | Role::Script(Language::Sh))
}

fn perform(reading: &Reading, word: &Argument, name: &str, arguments: &[Argument], context: &dyn Context) -> Effects {
    let mut acting = Acting::new(word, name, context);
    let (Some(level), Some(spec)) = (reading.levels.last(), Spec::of(reading)) else { return acting.effects };
    let operands: Vec<&Argument> = level.operands().collect();
    let roles = allot(&operands, &spec.operands);
    // A program changes its directory before it does anything else.
    for level in &reading.levels {
        for (option, values) in level.options() {
            for (role, value) in option.values.iter().zip(values) {
                if matches!(role, Role::Chdir(false) | Role::Root) {
                    acting.apply(*role, value);
                }
            }
        }
    }
    let outside = acting.base.clone();
    let mut inside = outside.clone();
    let mut place = 0;
    let mut payload = None;
    for item in reading.levels.iter().flat_map(|level| &level.items) {
        match item {
            Item::Option { option, values, .. } => {
                let other = spec.values.iter().find(|(main, _)| *main == option.main).map(|(_, role)| role);
                for (role, value) in option.values.iter().zip(values) {
                    let role = other.unwrap_or(role);
                    match role {
                        Role::Chdir(true) => {
                            acting.base.clone_from(&inside);
                            acting.apply(*role, value);
                            inside = std::mem::replace(&mut acting.base, outside.clone());
                        }
                        Role::Chdir(false) | Role::Root | Role::Command => {}
                        Role::Into(..) => into(&mut acting, *role, value, &operands, true),
                        role => acting.apply(*role, value),
                    }
                }
            }
            Item::Guess(argument) => acting.apply(Role::Guess, argument),
            Item::Operand(argument) => {
                let role = roles.get(place).copied().unwrap_or(Role::Guess);
                place += 1;
                if follows(role) {
                    payload = payload.or(Some((role, place - 1)));
                    continue;
                }
                acting.base.clone_from(&inside);
                operand(&mut acting, role, argument, &operands, &roles);
                acting.base.clone_from(&outside);
            }
        }
    }
    acting.base = inside;
    if !roles.iter().any(|role| !modes(*role).is_empty()) {
        implied(&mut acting, spec.default);
    }
    implied(&mut acting, &spec.also);
    backups(&mut acting, reading, &operands, &roles);
    acting.base = outside;
    let entry = level.entry;
    if let Some((role, at)) = payload {
        run(&mut acting, reading, &spec, role, operands.get(at..).unwrap_or(&[]));
    }
    let script = operands.first().map(|first| first.text.known().unwrap_or(""));
    let from_input = payload.is_none() && matches!(script, None | Some("-" | "/dev/stdin")) || spec.reads_code;
    if let Some(language) = spec.input.filter(|_| from_input) {
        let skipped = usize::from(!spec.reads_code);
        let arguments: Vec<Argument> = operands.iter().skip(skipped).map(|operand| (*operand).clone()).collect();
        input(&mut acting, language, arguments);
    }
    let elsewhere = reading.levels.iter().any(|level| level.entry.elsewhere);
    for run in &mut acting.effects.runs {
        run.elsewhere |= elsewhere;
    }
    let shown: Vec<&Argument> =
        operands.iter().zip(&roles).filter(|(_, role)| shows(entry, **role)).map(|(operand, _)| *operand).collect();
    acting.effects.output = output::of(spec.prints, reading, &shown, acting.context);
    acting.effects.canonical = canonical(reading, arguments);
    acting.effects
}

/// Whether an operand may appear in what is printed.
fn shows(entry: &Entry, role: Role) -> bool {
    let text = matches!(
        entry.prints,
        Prints::Operands | Prints::Format | Prints::Dirname | Prints::Basename | Prints::Temporary
    );
    text || !modes(role).is_empty()
}

fn operand(acting: &mut Acting<'_>, role: Role, argument: &Argument, operands: &[&Argument], roles: &[Role]) {
    let target = operands.iter().zip(roles).find(|(_, role)| matches!(role, Role::Into(..))).map(|(target, _)| *target);
    match role {
        Role::Into(..) => {
            let sources: Vec<&Argument> =
                operands.iter().filter(|other| !std::ptr::eq(**other, argument)).copied().collect();
            into(acting, role, argument, &sources, false);
        }
        Role::Path(modes) if modes.contains(&Mode::Link) => {
            // A link's text is relative to where the link is.
            let outer = acting.base.clone();
            if let Some(target) = target {
                let directory = if is_directory(acting, &target.text, operands.len() > 2) {
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
        role => acting.apply(role, argument),
    }
}

fn is_directory(acting: &Acting<'_>, text: &Text, surely: bool) -> bool {
    surely
        || text.suffix().ends_with('/')
        || text.known().is_some_and(|known| matches!(known, "." | "..") || acting.context.is_directory(known))
}

/// The target of a copy: itself and, in a directory, the files that result.
fn into(acting: &mut Acting<'_>, role: Role, target: &Argument, sources: &[&Argument], surely: bool) {
    acting.apply(role, target);
    let remote =
        matches!(role, Role::Into(_, true)) && remote_host(&target.text.plain(), acting.context.platform()).is_some();
    if remote || !is_directory(acting, &target.text, surely || sources.len() > 1) {
        return;
    }
    for source in sources {
        let name = paths::base_name(&source.text);
        if !name.is_empty() && !matches!(name.known(), Some("." | "..")) {
            acting.effect(target, paths::join(&target.text, &name), Mode::Write);
        }
    }
}

/// Effects that no argument names.
fn implied(acting: &mut Acting<'_>, effects: &[(&'static str, Role)]) {
    let word = acting.word.clone();
    for (path, role) in effects {
        acting.apply(*role, &Argument { text: Text::literal(*path), ..word.clone() });
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
            let name = match suffix.text.known().filter(|known| known.contains('*')) {
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
                None => operand.text.clone().concat(&suffix.text),
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

/// Code that comes in on standard input.
fn input(acting: &mut Acting<'_>, language: Language, arguments: Vec<Argument>) {
    if language == Language::Sh {
        let what = Runnable::ShellInput { span: acting.word.span, arguments };
        let via = acting.name.to_owned();
        return acting.run(what, via, false);
    }
    acting.effects.opaque = true;
    if let Output::Text(texts) = acting.context.stdin() {
        for text in texts {
            let script = Argument { text: text.clone(), span: acting.word.span, open: false };
            acting.apply(Role::Script(language), &script);
        }
    }
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
