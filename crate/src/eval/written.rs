//! What the text itself writes into files, and then runs or reads.
//!
//! Owns how commands change the contents that are kept in `contents.rs`, and the way into a file that a later command executes:
//! `cat > s.sh <<E … E; mv s.sh t; sh t` runs what stands there as much as `sh -c` does. A file of a text that nobody knows is
//! unknown code to whoever executes it; what a build makes of the project's files is as much the project's as they are.

use super::Evaluator;
use super::call::Written;
use super::contents::Content;
use super::state::State;
use super::world::World;
use crate::access::{Certainty, Mode, Role};
use crate::command::{self, Argument, Effect, Effects, Output, Run, Runnable, Writes};
use crate::coverage::Code;
use crate::path::{Directory, Entry, FileSystem};
use crate::source::Span;
use crate::value::{Text, Texts};

const SHELLS: [&str; 6] = ["sh", "bash", "dash", "zsh", "ksh", "ash"];

/// What interpreters put behind the name of a file that they do not find (Node.js 20, Modules: CommonJS modules, "All together";
/// Ruby 3.1, Kernel#require; GNU Awk 5.2, gawk(1)).
fn endings(program: &str) -> &'static [&'static str] {
    match program {
        "node" | "nodejs" => &[".js", ".cjs", ".mjs", "/index.js"],
        "ruby" => &[".rb", ".so"],
        "awk" | "gawk" => &[".awk"],
        _ => &[],
    }
}

/// Where a command's output goes.
#[derive(Clone, Debug)]
pub(super) struct Sink {
    /// One of these.
    paths: Vec<String>,
    /// What was there before stays.
    append: bool,
}

/// A command that executes a file.
#[derive(Clone, Copy)]
struct Execution<'x> {
    argv: &'x [Argument],
    /// Which of its arguments names the file.
    at: Option<usize>,
    /// The program's name.
    name: &'x str,
    span: Span,
    how: &'x Written<'x>,
    state: &'x State,
}

impl Evaluator<'_> {
    /// The file that output goes into; `None` where it cannot be known.
    pub(super) fn sink(&self, state: &State, text: &Text, append: bool) -> Option<Sink> {
        let paths: Option<Vec<String>> = self.places(state, text, None).into_iter().collect();
        paths.map(|paths| Sink { paths, append })
    }

    /// `output` went into a file.
    pub(super) fn wrote(&mut self, sink: &Sink, output: Output) {
        if self.frame.elsewhere {
            return;
        }
        let surely = self.surely() && sink.paths.len() == 1;
        for path in &sink.paths {
            if sink.append {
                let before = self.host(path) != Entry::Missing;
                self.contents.append(path, output.clone(), surely, before);
            } else {
                self.contents.put(path, Content::printed(output.clone()), surely);
            }
            // What cannot be written is what it was.
            if self.loops > 0 || self.contents.unsure || self.host(path) != Entry::Missing {
                self.contents.doubt(path);
            }
        }
    }

    /// Something that is not followed goes into the file.
    pub(super) fn overwrote(&mut self, state: &State, text: &Text) {
        if self.frame.elsewhere || text.prefix().starts_with("/dev/") {
            return;
        }
        for place in self.places(state, text, None) {
            match place {
                Some(path) => self.contents.put(&path, Content::foreign(), true),
                None => self.contents.scattered = true,
            }
        }
    }

    /// What a program does to the contents of files.
    pub(super) fn changes(&mut self, argv: &[Argument], effects: &Effects, state: &State) {
        if self.frame.elsewhere {
            return;
        }
        // What code of another language writes is not known, even where its place is.
        let known = |effect: &&Effect| effect.role == Role::Known || effects.opaque;
        let of = |mode: Mode| effects.accesses.iter().filter(move |effect| effect.mode == mode);
        let writes: Vec<&Effect> = of(Mode::Write).filter(known).collect();
        let surely = self.surely();
        for guess in of(Mode::Write).filter(|effect| !known(effect)) {
            for path in self.all_places(&[guess], state) {
                self.contents.doubt(&path);
            }
        }
        if !writes.is_empty() {
            match effects.writes {
                Writes::Kept => {}
                Writes::Copied => self.copied(effects, &writes, state),
                Writes::Input | Writes::Appended => self.fed(effects, &writes, state),
                Writes::Built if !self.is_foreign(effects, state) => {
                    for path in self.all_places(&writes, state) {
                        if !self.is_directory_now(&path) {
                            self.contents.put(&path, Content::own(), surely);
                        }
                    }
                }
                Writes::Edited if !self.is_foreign(effects, state) => {
                    // A file of the project stays one; of what the call itself put there the text is no longer known.
                    let files = self.all_places(&writes, state).into_iter().filter(|path| !self.is_directory_now(path));
                    for path in files.collect::<Vec<_>>() {
                        let written = self.content(&path).is_some();
                        let content = if written { Content::edited() } else { Content::own() };
                        self.contents.put(&path, content, surely);
                    }
                }
                Writes::Built | Writes::Edited | Writes::Unknown => {
                    self.brought(argv, effects, &writes, state, &Content::foreign());
                }
            }
        }
        // A hard link keeps what its target's name loses.
        let surely = surely && !self.overlay.has_links();
        for gone in of(Mode::Delete) {
            let surely = surely && gone.certainty == Certainty::Definite;
            for path in self.all_places(&[gone], state) {
                self.contents.remove(&path, surely);
            }
        }
        let name = argv.first().and_then(|word| word.text.known()).unwrap_or_default();
        if effects.opaque {
            self.contents.scattered = true;
        } else if effects.writes == Writes::Built || of(Mode::Execute).next().is_some() || !command::is_catalogued(name)
        {
            // What is new may well be what a program of the project made.
            self.contents.scattered = false;
        }
    }

    /// Each target is one of the sources.
    fn copied(&mut self, effects: &Effects, writes: &[&Effect], state: &State) {
        let is_source = |e: &&Effect| matches!(e.mode, Mode::Read | Mode::Search) && e.role == Role::Known;
        let sources: Vec<&Effect> = effects.accesses.iter().filter(is_source).collect();
        let surely = self.surely();
        let all = self.all_places(writes, state);
        for (from, content) in sources.iter().flat_map(|source| self.sources(source, state)).collect::<Vec<_>>() {
            let name = from.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
            let named = |path: &String| writes.len() == 1 || path.rsplit(['/', '\\']).next() == Some(&name);
            let mut targets: Vec<&String> = all.iter().filter(|path| named(path)).collect();
            // What is in a directory goes into the target itself: `rsync -a src/ out`.
            targets.extend(all.first().filter(|_| targets.is_empty()));
            for to in targets.into_iter().filter(|to| **to != from) {
                let entry = self.overlay.entry(to);
                let single = writes.len() == 1;
                if !single || entry != Entry::Directory || self.host(&from) == Entry::Directory {
                    self.contents.copy(&from, to, content.clone(), surely);
                }
                if single && matches!(entry, Entry::Directory | Entry::Unknown) {
                    self.contents.copy(&from, &format!("{to}/{name}"), content.clone(), surely);
                }
            }
        }
        if sources.is_empty() {
            // From another machine.
            for path in &all {
                self.spilled(path, true);
            }
        }
    }

    /// The places of a source, each with what is there.
    fn sources(&self, source: &Effect, state: &State) -> Vec<(String, Content)> {
        let places = self.all_places(&[source], state).into_iter();
        let content = |path: String| {
            let content = self.content(&path).unwrap_or_else(|| Content::printed(Output::Files(vec![path.clone()])));
            (path, content)
        };
        places.map(content).collect()
    }

    /// `tee`, `dd of=`: what it reads.
    fn fed(&mut self, effects: &Effects, writes: &[&Effect], state: &State) {
        let read = effects.accesses.iter().find(|effect| effect.mode == Mode::Read);
        let output = match read {
            Some(source) => self.reading(state, &source.text),
            None => self.stdin.clone(),
        };
        for effect in writes {
            for path in self.places(state, &effect.text, effect.base.as_ref()) {
                match path {
                    Some(path) => {
                        let append = effects.writes == Writes::Appended;
                        self.wrote(&Sink { paths: vec![path], append }, output.clone());
                    }
                    None => self.contents.scattered |= Content::printed(output.clone()).unknown,
                }
            }
        }
    }

    /// What nobody knows came into files.
    fn brought(&mut self, argv: &[Argument], effects: &Effects, writes: &[&Effect], state: &State, content: &Content) {
        let over = self.is_foreign(effects, state);
        let patched = self.patched(effects, state);
        for effect in writes {
            for path in self.places(state, &effect.text, effect.base.as_ref()) {
                let Some(path) = path else {
                    self.contents.scattered = true;
                    continue;
                };
                if !self.is_directory_now(&path) {
                    self.contents.put(&path, content.clone(), true);
                    continue;
                }
                // `curl -O URL`: by the name that the URL ends in.
                let fetched = argv.iter().filter_map(|word| word.text.known()?.split_once("://"));
                let fetched = fetched.filter_map(|(_, rest)| rest.split(['?', '#']).next()?.rsplit_once('/'));
                let mut named: Vec<String> = fetched.map(|(_, name)| name.to_owned()).collect();
                named.extend(patched.iter().flatten().cloned());
                for name in named.iter().filter(|name| !name.is_empty()) {
                    self.contents.put(&format!("{path}/{name}"), content.clone(), true);
                }
                if patched.is_none() {
                    self.spilled(&path, over);
                }
            }
        }
    }

    fn spilled(&mut self, path: &str, over: bool) {
        if self.is_directory_now(path) {
            self.contents.spill(path, over);
        } else {
            self.contents.put(path, Content::foreign(), true);
        }
    }

    /// The files that a patch changes which the text itself holds, with and without their first directories; `None` where what is
    /// read is not known, or no patch.
    fn patched(&self, effects: &Effects, state: &State) -> Option<Vec<String>> {
        let read = effects.accesses.iter().filter(|effect| effect.mode == Mode::Read);
        let inputs = read.map(|effect| self.reading(state, &effect.text)).chain([self.stdin.clone()]);
        let texts = inputs.filter_map(|input| if let Output::Text(texts) = input { Some(texts) } else { None });
        let mut names = Vec::new();
        for text in texts.flat_map(|texts| texts.iter().map(Text::plain).collect::<Vec<_>>()) {
            let headers = text.lines().filter_map(|line| line.strip_prefix("+++ ")?.split_whitespace().next());
            for header in headers {
                let ends = header.match_indices('/').map(|(at, _)| at + 1).chain([0]);
                names.extend(ends.filter_map(|at| header.get(at..)).map(str::to_owned));
            }
        }
        (!names.is_empty()).then_some(names)
    }

    /// Whether what a command makes is made of something that nobody knows.
    fn is_foreign(&self, effects: &Effects, state: &State) -> bool {
        let read = effects.accesses.iter().filter(|effect| matches!(effect.mode, Mode::Read | Mode::Search));
        let read: Vec<&Effect> = read.collect();
        let mut read = self.all_places(&read, state).into_iter();
        self.stdin == Output::Unknown || read.any(|path| self.content(&path).is_some_and(|content| content.foreign))
    }

    /// Runs what the text wrote into files that a command executes.
    pub(super) fn executed(&mut self, argv: &[Argument], effects: &Effects, how: &Written<'_>, state: &State) {
        if self.frame.elsewhere {
            return;
        }
        for effect in effects.accesses.iter().filter(|effect| effect.mode == Mode::Execute) {
            let at = argv.iter().position(|argument| argument.text == effect.text);
            let word = argv.first().and_then(|word| word.text.known()).unwrap_or("");
            let name = word.rsplit('/').next().unwrap_or(word);
            let execution = Execution { argv, at, name, span: effect.span, how, state };
            if is_stream(&effect.text) {
                let content = self.sourced(state, &effect.text).unwrap_or_else(Content::foreign);
                self.execute(content, &execution);
            } else if !self.contents.is_empty() {
                self.execute_file(effect, &execution);
            }
        }
    }

    fn execute_file(&mut self, effect: &Effect, execution: &Execution<'_>) {
        for path in self.all_places(&[effect], execution.state) {
            let ended = || endings(execution.name).iter().find_map(|ending| self.content(&format!("{path}{ending}")));
            match self.content(&path).filter(|_| !self.is_directory_now(&path)).or_else(ended) {
                Some(content) => self.execute(content, execution),
                None if self.contents.scattered && self.overlay.entry(&path) == Entry::Missing => {
                    self.miss(Code::UnknownCode, execution.span);
                }
                None => {}
            }
        }
    }

    fn execute(&mut self, content: Content, execution: &Execution<'_>) {
        if content.unknown {
            self.miss(Code::UnknownCode, execution.span);
        }
        match content.output {
            Output::Text(texts) => texts.iter().for_each(|text| self.execute_text(text, execution)),
            // A copy is run as what it was copied from.
            Output::Files(files) => {
                let texts: Texts = files.into_iter().map(Text::literal).collect();
                self.touch(execution.state, &texts, Mode::Execute, execution.span);
            }
            Output::Nothing => {}
            Output::Lines(_) | Output::Unknown => self.miss(Code::UnknownCode, execution.span),
        }
    }

    fn execute_text(&mut self, text: &Text, execution: &Execution<'_>) {
        let Execution { argv, at, name, span, how, state } = *execution;
        if self.depth >= super::MAX_DEPTH {
            return self.miss(Code::NestingLimit, span);
        }
        let script = Argument { text: text.clone(), span, open: false };
        self.depth += 1;
        if at == Some(0) {
            // The kernel puts the interpreter before it (execve(2)).
            let word = |word: String| Argument { text: Text::literal(word), span, open: false };
            let vector: Vec<Argument> = interpreter(text).into_iter().map(word).chain(argv.iter().cloned()).collect();
            let effects = self.interpret(&vector, state);
            self.act(&vector, effects, how, state);
        } else if SHELLS.contains(&name) {
            let arguments = at.and_then(|at| argv.get(at..)).unwrap_or(&[]).to_vec();
            self.run(shell(script, arguments, name.to_owned()), how, state);
        } else {
            let effects = command::code(name, &script, &World { shell: self, state });
            effects.accesses.iter().for_each(|effect| self.effect(state, effect));
            effects.unknown_code.iter().for_each(|span| self.miss(Code::UnknownCode, *span));
            for run in effects.runs {
                self.run(run, how, state);
            }
        }
        self.depth -= 1;
    }

    /// What a file is to whoever reads it.
    pub(super) fn reading(&self, state: &State, text: &Text) -> Output {
        match text.known() {
            Some("/dev/null") => return Output::Nothing,
            Some("-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") => return self.stdin.clone(),
            _ => {}
        }
        let mut places = self.places(state, text, None).into_iter();
        match (places.next().flatten(), places.next()) {
            (Some(path), None) if !self.frame.elsewhere && self.frame.root.is_none() => match self.content(&path) {
                Some(content) => content.read(),
                None if path.starts_with("/dev/") || path.starts_with("/proc/") => Output::Unknown,
                None => Output::Files(vec![path]),
            },
            _ => Output::Unknown,
        }
    }

    /// What of a file runs if it is code. What cannot be known was there before, as far as anybody knows.
    pub(super) fn code_in(&self, state: &State, text: &Text) -> Output {
        self.sourced(state, text).map_or(Output::Nothing, Content::code)
    }

    /// What may be in a file that is sourced; `None` where the text did not change it.
    pub(super) fn sourced(&self, state: &State, text: &Text) -> Option<Content> {
        match text.known() {
            Some("/dev/stdin" | "/dev/fd/0") => return Some(Content::printed(self.stdin.clone())),
            _ if self.frame.elsewhere => return None,
            _ => {}
        }
        let places: Vec<Option<String>> = self.places(state, text, None);
        places.into_iter().flatten().find_map(|path| self.content(&path))
    }

    /// What is in a file, if the text changed it.
    fn content(&self, path: &str) -> Option<Content> {
        self.contents.of(path, || self.host(path) == Entry::File)
    }

    /// What was at a path when the call began.
    fn host(&self, path: &str) -> Entry {
        self.environment.surroundings.fs.entry(path)
    }

    fn is_directory_now(&self, path: &str) -> bool {
        self.overlay.entry(path) == Entry::Directory
    }

    /// What happens now happens on each way that the call can take.
    fn surely(&self) -> bool {
        self.certain && self.loops == 0 && !self.contents.unsure
    }

    /// The real paths of effects, as far as they are known.
    fn all_places(&self, effects: &[&Effect], state: &State) -> Vec<String> {
        let places = effects.iter().flat_map(|effect| self.places(state, &effect.text, effect.base.as_ref()));
        places.flatten().collect()
    }

    /// The real paths that `text` may be, one for each directory that the command may run in.
    fn places(&self, state: &State, text: &Text, base: Option<&Text>) -> Vec<Option<String>> {
        if text.prefix().starts_with("/dev/fd/") {
            return vec![text.known().map(str::to_owned)];
        }
        let surroundings = self.surroundings();
        let place = |directory: &Directory| {
            let based = base.map(|base| surroundings.change(directory, base, true));
            surroundings.real(based.as_ref().unwrap_or(directory), text)?.known().map(str::to_owned)
        };
        state.directories().iter().map(place).collect()
    }
}

/// Whether a path is what the command is given as an open file.
pub(super) fn is_stream(text: &Text) -> bool {
    text.prefix().starts_with("/dev/fd/") || text.known() == Some("/dev/stdin")
}

fn shell(script: Argument, arguments: Vec<Argument>, via: String) -> Run {
    Run {
        what: Runnable::Shell { script, arguments },
        via,
        transparent: true,
        certainty: Certainty::Possible,
        directory: None,
        root: None,
        elsewhere: false,
        assignments: Vec::new(),
    }
}

/// Who runs a script that is executed itself, with its argument: its first line says it; without one, a shell does.
fn interpreter(text: &Text) -> Vec<String> {
    let line = text.prefix().lines().next().unwrap_or("").strip_prefix("#!").unwrap_or("sh").trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if first.rsplit('/').next() != Some("env") {
        let argument = Some(rest.trim()).filter(|rest| !rest.is_empty());
        return [first].into_iter().chain(argument).map(str::to_owned).collect();
    }
    // `env` looks it up, and with `-S` takes the rest apart.
    let words = rest.split_whitespace().skip_while(|word| word.starts_with('-') || word.contains('='));
    let words: Vec<String> = words.map(str::to_owned).collect();
    if words.is_empty() { vec!["sh".to_owned()] } else { words }
}
