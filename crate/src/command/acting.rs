//! What an argument does, by its role.
//!
//! Owns the meaning of each role, and what is noted while a program's arguments are walked. It knows nothing of which
//! program has which roles.

use super::catalog::{Language, Onto, Role, walked};
use super::shape::{has_drive, is_url, path_shaped, remote_host};
use super::{Argument, AtLink, Context, Effect, Effects, Output, Run, Runnable};
use super::{
    address, awk, code, cron, ed, interpret, lines, make, output, paths, quoted, sed, setting, tcl, unknown, variable,
};
use crate::access::{self, Certainty, Mode};
use crate::path::Platform;
use crate::source::Span;
use crate::value::{Hole, Piece, Text};

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
    pub(super) base: Option<Text>,
    /// The argument that names that directory.
    pub(super) based: Option<Span>,
    /// What is noted now is done so at a link.
    link: AtLink,
    root: Option<Text>,
    assignments: Vec<(String, Text)>,
}

impl<'a> Acting<'a> {
    pub(super) fn new(word: &'a Argument, name: &'a str, context: &'a dyn Context) -> Self {
        let (effects, assignments) = (Effects::default(), Vec::new());
        Self { word, name, context, effects, base: None, based: None, link: AtLink::Follows, root: None, assignments }
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
        let effect = Effect { text, mode, role, certainty, span, base, link: self.link };
        self.effects.accesses.push(effect);
    }

    pub(super) fn path(&mut self, argument: &Argument, modes: &[Mode]) {
        // A lone dash is standard input or output; programs that fetch take a URL for a file.
        // A directory may be called `https:`: what climbs out of it is a path.
        let climbs = || argument.text.plain().split('/').any(|component| component == "..");
        let from_elsewhere = is_url(argument.text.prefix()) && !climbs() && !modes.contains(&Mode::Write);
        if from_elsewhere && modes.contains(&Mode::Execute) {
            self.effects.unknown_code.push(argument.span);
        }
        if argument.text.known() == Some("-") || from_elsewhere {
            return;
        }
        for mode in modes {
            self.effect(argument, argument.text.clone(), *mode);
        }
    }

    /// Notes what is done to a path's last component itself, where that is a link.
    pub(super) fn itself(&mut self, argument: &Argument, modes: &[Mode]) {
        let before = std::mem::replace(&mut self.link, AtLink::Stays);
        self.path(argument, modes);
        self.link = before;
    }

    /// Notes what is done to the files of a tree that is walked through the links in it.
    pub(super) fn through(&mut self, argument: &Argument, files: &'static [Mode]) {
        let directories = walked(files);
        self.path(argument, directories);
        let Some(known) = argument.text.known() else { return };
        let based = self.base.as_ref().map(|base| paths::join(base, &argument.text));
        let Some(out) = self.context.outgoing(based.as_ref().map_or(Some(known), Text::known).unwrap_or("")) else {
            return;
        };
        for (link, directory) in &out.links {
            let text = paths::join(&argument.text, &Text::literal(link.as_str()));
            for mode in if *directory { directories } else { files } {
                self.met(argument, text.clone(), *mode);
            }
        }
        // What only reads is not asked about for what was not looked at; what writes is.
        if !out.all && files.contains(&Mode::Write) {
            self.met(argument, Text::hole(Hole::Any), Mode::Write);
        }
    }

    /// Notes what is done through a link that a walk comes to.
    pub(super) fn met(&mut self, argument: &Argument, text: Text, mode: Mode) {
        let before = std::mem::replace(&mut self.link, AtLink::Walks);
        self.possible(argument.span, text, mode);
        self.link = before;
    }

    /// What an argument in this role does.
    pub(super) fn apply(&mut self, role: Role, argument: &Argument) {
        let text = &argument.text;
        match role {
            Role::Path(modes) | Role::Into(modes, Onto::File) | Role::Tree(modes) => self.path(argument, modes),
            Role::Itself(modes) => self.itself(argument, modes),
            Role::Through(modes, remote) => {
                if !(remote && self.is_elsewhere(text)) {
                    self.through(argument, modes);
                }
            }
            // Into a directory a link leads; any other link is replaced.
            Role::Into(modes, Onto::Name) => match text.known() {
                Some(known) if !self.context.is_directory(known) => self.itself(argument, modes),
                _ => self.path(argument, modes),
            },
            Role::Replaced => {
                self.path(argument, &[Mode::Read]);
                self.itself(argument, &[Mode::Write]);
            }
            Role::Chdir(_) => self.change(argument),
            Role::Login => self.change(&Argument { text: self.context.home_of(text), ..argument.clone() }),
            Role::Root => {
                self.effect(argument, text.clone(), Mode::Chdir);
                self.root = Some(text.clone());
            }
            Role::Url => self.url(argument),
            Role::Remote(_) if text.prefix().starts_with("file://") => self.url(argument),
            Role::Remote(_) if self.helped(argument) => {}
            Role::Remote(modes) | Role::Into(modes, Onto::Remote) => {
                if !self.is_elsewhere(text) {
                    self.path(argument, modes);
                }
            }
            Role::At => {
                if let Some(file) = text.strip_prefix("@") {
                    self.path(&Argument { text: file, ..argument.clone() }, &[Mode::Read]);
                }
            }
            Role::Field => self.field(argument),
            Role::Mount => self.mount(argument),
            Role::Revision(modes) => self.revision(argument, modes),
            Role::From(modes) => self.list(argument, modes),
            // `split -d x part`: what is opened begins so, `partaa`.
            Role::Stem(modes) => {
                let name = text.clone().concat(&Text::hole(Hole::Name));
                self.path(&Argument { text: name, ..argument.clone() }, modes);
            }
            // `gzip x` makes `x.gz`, `gunzip x.gz` makes `x`.
            Role::Repacked(modes) => {
                self.path(argument, modes);
                if text.known() != Some("-") {
                    let base = paths::base_name(text);
                    let stem = base.known().and_then(|name| name.rsplit_once('.')).map(|(stem, _)| stem);
                    let stem = match stem.filter(|stem| !stem.is_empty()) {
                        Some(stem) if text.plain().contains('/') => {
                            paths::join(&paths::directory_name(text), &Text::literal(stem))
                        }
                        Some(stem) => Text::literal(stem),
                        None => text.clone(),
                    };
                    self.effect(argument, stem.concat(&Text::hole(Hole::Name)), Mode::Write);
                }
            }
            // `zip a b`: a name without an ending gets one.
            Role::Ending(ending, modes) => {
                let named = paths::base_name(text).known().is_some_and(|name| !name.is_empty() && !name.contains('.'));
                let name = if named { text.clone().concat(&ending.into()) } else { text.clone() };
                self.path(&Argument { text: name, ..argument.clone() }, modes);
            }
            Role::Assignment => {
                if let Some((name, value)) = text.split_once('=') {
                    variable::assigned(self, &name, &Argument { text: value.clone(), ..argument.clone() });
                    self.assignments.push((name, value));
                }
            }
            Role::Setting => setting::given(self, argument),
            // `npm config set a=b` is both at once.
            Role::Key if text.prefix().contains('=') => setting::given(self, argument),
            Role::Alias => setting::set(self, &Text::literal("alias.x"), argument),
            Role::Repository(modes) => self.repository(argument, modes),
            Role::Paths(modes) => {
                let separator = if self.context.platform() == Platform::Win32 { ';' } else { ':' };
                let mut rest = text.clone();
                while let Some((path, after)) = rest.split_once(separator) {
                    self.path(&Argument { text: Text::literal(path), ..argument.clone() }, modes);
                    rest = after;
                }
                self.path(&Argument { text: rest, ..argument.clone() }, modes);
            }
            Role::Import => self.imported(&text.plain()),
            Role::Cloned => self.apply(Role::Remote(&[Mode::Search]), argument),
            Role::Module => {
                // `./hook`, `/opt/hook`; any other name is looked up among what is installed.
                if text.prefix().starts_with("data:") {
                    self.apply(Role::Script(Language::Other), argument);
                } else if text.prefix().starts_with(['.', '/', '~']) {
                    self.path(argument, &[Mode::Execute]);
                }
            }
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
            Role::Program(language) => self.program(language, argument),
            Role::Shaped(modes) => self.shaped(argument, modes),
            Role::Unassigned(modes) => {
                if text.known().is_some_and(|known| !known.contains('=')) {
                    self.path(argument, modes);
                }
            }
            Role::Listed(modes) => match text.strip_prefix("@") {
                Some(list) => self.list(&Argument { text: list, ..argument.clone() }, modes),
                None => self.path(argument, modes),
            },
            Role::Pairs(modes) => self.pairs(argument, modes),
            Role::Braced(modes) => {
                let known = text.known().and_then(|known| known.strip_prefix('{')?.strip_suffix('}'));
                match known {
                    Some(several) => {
                        for one in several.split(',') {
                            self.path(&Argument { text: Text::literal(one), ..argument.clone() }, modes);
                        }
                    }
                    None => self.path(argument, modes),
                }
            }
            Role::Prefixed(modes) => self.prefixed(argument, modes),
            Role::Passed(program) => self.passed(argument, program),
            Role::Address => address::address(self, argument),
            Role::Macro(installs) => make::operand(self, argument, installs),
            // An absolute path of which not even the beginning is there is a route, and no file.
            Role::Handed => {
                let routed = text.known().is_some_and(|known| is_route(known, self.context));
                let value = text.known().and_then(|known| known.split_once('=')).map(|(_, value)| value);
                if !routed && !value.is_some_and(|value| is_route(value, self.context)) {
                    self.apply(Role::Guess, argument);
                }
            }
            Role::Text | Role::Backup | Role::Command | Role::Arguments(_) | Role::Key | Role::Value => {}
        }
    }

    /// `host:path`, or a URL.
    fn is_elsewhere(&self, text: &Text) -> bool {
        remote_host(&text.plain(), self.context.platform()).is_some() || is_url(text.prefix())
    }

    fn change(&mut self, argument: &Argument) {
        self.effect(argument, argument.text.clone(), Mode::Chdir);
        let next = match &self.base {
            Some(base) => paths::join(base, &argument.text),
            None => argument.text.clone(),
        };
        self.base = Some(next);
        self.based = Some(argument.span);
    }

    /// `file:///x`, `FILE:/x`: the scheme has no case (RFC 3986, 3.1).
    fn url(&mut self, argument: &Argument) {
        let scheme = argument.text.prefix().get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:"));
        let Some(rest) = scheme.and_then(|scheme| argument.text.strip_prefix(scheme)) else { return };
        let path = rest
            .strip_prefix("//")
            .map(|rest| rest.strip_prefix("localhost").filter(|rest| rest.prefix().starts_with('/')).unwrap_or(rest));
        self.path(&Argument { text: path.unwrap_or(rest), ..argument.clone() }, &[Mode::Read]);
    }

    /// What git takes for another repository: a path, a URL, or a command that speaks for one (gitremote-helpers(7)).
    pub(super) fn repository(&mut self, argument: &Argument, modes: &[Mode]) {
        let text = &argument.text;
        if text.prefix().starts_with("file:") {
            return self.url(argument);
        }
        if self.helped(argument) {
            return;
        }
        let known = text.known().unwrap_or("");
        let there = || !known.is_empty() && self.context.exists(known);
        if text.prefix().starts_with(['/', '~', '.']) || has_drive(text.prefix()) || there() {
            for mode in modes {
                self.possible(argument.span, text.clone(), *mode);
            }
        }
    }

    /// `ext::command`: git runs it, without a shell; `% ` is a blank in a word (git-remote-ext(1)).
    fn helped(&mut self, argument: &Argument) -> bool {
        let Some(command) = argument.text.strip_prefix("ext::") else { return false };
        let words = paths::flatten(&command).replace("% ", "\\ ").replace("%%", "%");
        self.perhaps(argument, paths::unflatten(&words));
        true
    }

    /// A text that a shell may get.
    pub(super) fn perhaps(&mut self, argument: &Argument, text: Text) {
        let via = self.name.to_owned();
        self.shell(Argument { text, ..argument.clone() }, Vec::new(), via, false);
        if let Some(run) = self.effects.runs.last_mut() {
            run.certainty = Certainty::Possible;
        }
    }

    /// A path, if it has the shape of one.
    pub(super) fn shaped(&mut self, argument: &Argument, modes: &[Mode]) {
        if path_shaped(&argument.text, self.context) {
            for mode in modes {
                self.possible(argument.span, argument.text.clone(), *mode);
            }
        }
    }

    /// A tilde that the program expands, and no shell.
    pub(super) fn at_home(&self, text: &Text) -> Text {
        match text.strip_prefix("~").filter(|rest| rest.is_empty() || rest.prefix().starts_with('/')) {
            Some(rest) => self.context.home().concat(&rest),
            None => text.clone(),
        }
    }

    /// `HEAD:src/x`, `:x`: what a revision has at a path; it is judged as the file of that name.
    fn revision(&mut self, argument: &Argument, modes: &[Mode]) {
        let text = &argument.text;
        let known = text.known().unwrap_or("");
        let path = text.prefix().starts_with(['/', '~'])
            || text.prefix().starts_with("./")
            || text.prefix().starts_with("../")
            || matches!(known, "." | "..")
            || self.context.platform() == Platform::Win32 && has_drive(text.prefix())
            || (!known.is_empty() && self.context.exists(known));
        let recorded = if path { Some(text.clone()) } else { recorded(text) };
        for mode in modes {
            if let Some(text) = recorded.clone() {
                self.possible(argument.span, text, *mode);
            }
        }
    }

    /// `id=x,src=/o/x`, `type=local,dest=/o`, `k=/o/x`, `/o/x`: what in it has the shape of a path.
    fn pairs(&mut self, argument: &Argument, modes: &[Mode]) {
        for part in paths::split(&argument.text, ',') {
            let value = part.split_once('=').map_or(part.clone(), |(_, value)| value);
            self.shaped(&Argument { text: value, ..argument.clone() }, modes);
        }
    }

    /// `png:/o/x`, `file:/o/x?mode=ro`, `@/o/list`, `|command`: a path with what a program puts before it.
    fn prefixed(&mut self, argument: &Argument, modes: &[Mode]) {
        let text = &argument.text;
        if let Some(command) = text.strip_prefix("|") {
            return self.perhaps(argument, command);
        }
        if let Some(list) = text.strip_prefix("@") {
            return self.list(&Argument { text: list, ..argument.clone() }, modes);
        }
        let named = text.split_once(':').filter(|(name, _)| {
            name.len() > 1 && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_'))
        });
        let Some((name, rest)) = named.filter(|_| !is_url(text.prefix())) else {
            return if text.prefix().starts_with("file:") { self.url(argument) } else { self.path(argument, modes) };
        };
        let cut = |text: &Text| if name == "file" { paths::split(text, '?').swap_remove(0) } else { text.clone() };
        for part in paths::split(&rest, '|') {
            let text = part.strip_prefix("@").unwrap_or(part);
            if path_shaped(&text, self.context) {
                for mode in modes {
                    self.possible(argument.span, cut(&text), *mode);
                }
            }
        }
    }

    /// `-Wl,-Map,x`: arguments of another program, with commas between; where it has no name they are the whole vector.
    fn passed(&mut self, argument: &Argument, program: &'static str) {
        let parts = paths::split(&argument.text, ',').into_iter();
        let mut vector: Vec<Argument> = parts.map(|text| Argument { text, ..argument.clone() }).collect();
        if program.is_empty() {
            let via = self.name.to_owned();
            return self.run(Runnable::Vector(vector), via, false);
        }
        vector.insert(0, Argument { text: Text::literal(program), ..argument.clone() });
        let effects = interpret::interpret(&vector, self.context);
        let given = effects.accesses.into_iter().filter(|effect| effect.role == access::Role::Known);
        self.effects.accesses.extend(given.map(|effect| Effect { certainty: Certainty::Possible, ..effect }));
    }

    /// `name=@file`, `name=<file`, `name@file`: the file may be quoted, or be several, and attributes follow it (curl(1), --form).
    fn field(&mut self, argument: &Argument) {
        let mut rest = paths::split(&argument.text, ';').into_iter();
        let first = rest.next().unwrap_or_default();
        let value = match first.split_once('=') {
            Some((_, value)) => value,
            None => first.split_once('@').map(|(_, file)| Text::literal("@").concat(&file)).unwrap_or_default(),
        };
        let headers = rest.filter_map(|attribute| attribute.strip_prefix("headers="));
        for value in std::iter::once(value).chain(headers) {
            let Some(files) = value.strip_prefix("@").or_else(|| value.strip_prefix("<")) else { continue };
            for file in paths::split(&files, ',') {
                let bare = file.known().and_then(|known| known.strip_prefix('"')?.strip_suffix('"'));
                let text = bare.map_or(file.clone(), Text::literal);
                self.path(&Argument { text, ..argument.clone() }, &[Mode::Read]);
            }
        }
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
            let drive = self.context.platform() == Platform::Win32 && has_drive(argument.text.prefix());
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
    pub(super) fn list(&mut self, argument: &Argument, modes: &[Mode]) {
        if argument.text.known() != Some("-") {
            self.effect(argument, argument.text.clone(), Mode::Read);
        }
        let list = self.contents(argument);
        let lines = if matches!(list, Output::Unknown | Output::Files(_)) {
            vec![Text::hole(Hole::Any)]
        } else {
            output::all(list)
        };
        for line in lines {
            for mode in modes {
                self.possible(argument.span, line.clone(), *mode);
            }
        }
    }

    /// What is in the file that an argument names; a dash is standard input.
    pub(super) fn contents(&self, argument: &Argument) -> Output {
        match argument.text.known() {
            Some("-" | "/dev/stdin") => self.context.stdin().clone(),
            _ if argument.open => Output::Unknown,
            _ => self.context.held(&self.based(&argument.text)),
        }
    }

    /// A file that holds code.
    fn program(&mut self, language: Language, argument: &Argument) {
        self.path(argument, &[Mode::Read]);
        let code = match argument.text.known() {
            Some("-" | "/dev/stdin") => match self.context.stdin().clone() {
                // A client of a database, or of cron, is rather fed data.
                Output::Lines(_) | Output::Unknown if language.is_data() => Output::Nothing,
                code => code,
            },
            _ => self.context.code(&self.based(&argument.text)),
        };
        self.code(language, code, argument.span);
    }

    /// A file that is run without being named.
    pub(super) fn implied(&mut self, language: Language, name: &str) {
        let code = self.context.code(&self.based(&Text::literal(name)));
        self.code(language, code, self.word.span);
    }

    /// A module that Python looks up in the directory that it runs in first (Python 3.11, `sys.path`).
    pub(super) fn imported(&mut self, module: &str) {
        let path = module.replace('.', "/");
        for ending in [".py", "/__init__.py", "/__main__.py"] {
            self.implied(Language::Other, &format!("{path}{ending}"));
        }
    }

    /// A path as it is seen from where the command runs.
    fn based(&self, text: &Text) -> Text {
        let base = self.base.as_ref().filter(|_| !paths::is_absolute(text));
        base.map_or_else(|| text.clone(), |base| paths::join(base, text))
    }

    /// Code that is read. What is in a file that was there before the call is not looked into.
    pub(super) fn code(&mut self, language: Language, code: Output, span: Span) {
        match code {
            Output::Text(texts) => {
                for text in &texts {
                    self.script(language, &Argument { text: text.clone(), span, open: false });
                }
            }
            Output::Files(_) | Output::Nothing => {}
            Output::Lines(_) | Output::Unknown => {
                self.effects.opaque |= language == Language::Other;
                self.effects.unknown_code.push(span);
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
            Language::Ed => ed::commands(self, argument),
            Language::Make => make::rules(self, argument),
            Language::Cron => cron::table(self, argument),
            Language::Tcl => tcl::commands(self, argument),
            Language::Jq | Language::Yq => quoted::modules(self, argument, language),
            Language::Rpm => quoted::macros(self, argument),
            Language::Nginx => lines::commands(self, argument, &lines::NGINX),
            Language::Lisp => quoted::lisp(self, argument),
            Language::Sqlite => lines::commands(self, argument, &lines::SQLITE),
            Language::Gdb => lines::commands(self, argument, &lines::GDB),
            Language::Psql => lines::commands(self, argument, &lines::PSQL),
            Language::Mysql => lines::commands(self, argument, &lines::MYSQL),
            Language::Sftp => lines::commands(self, argument, &lines::SFTP),
            Language::Other => code::search(self, argument),
            Language::Unread => self.effects.unknown_code.push(argument.span),
        }
    }

    /// A text that a shell parses.
    pub(super) fn shell(&mut self, script: Argument, arguments: Vec<Argument>, via: String, transparent: bool) {
        if script.text.has_hole() || script.open {
            self.effects.unknown_code.push(script.span);
        }
        self.run(Runnable::Shell { script, arguments }, via, transparent);
    }

    /// Something that would be run in turn, if there were anything to run it for.
    pub(super) fn told(&mut self, what: Runnable, via: String) {
        if matches!(&what, Runnable::Vector(vector) if vector.is_empty()) {
            return;
        }
        self.run(what, via, true);
        if let Some(run) = self.effects.runs.last_mut() {
            run.certainty = Certainty::Possible;
            run.elsewhere = true;
        }
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

/// The path in `HEAD:src/x`, if it is one: no `:/text`, no `host:/x`, no pathspec's `:(magic)`.
fn recorded(text: &Text) -> Option<Text> {
    let path = match text.split_once(':') {
        // The reflog's `main@{10:00}`.
        Some((revision, _)) if revision.ends_with('{') || revision.contains("@{") && !revision.contains('}') => {
            let (_, after) = text.split_once('}')?;
            after.strip_prefix(":")?
        }
        // A stage of the index: `:0:x`.
        Some((revision, rest)) if revision.is_empty() => match rest.split_once(':') {
            Some((stage, path)) if matches!(stage.as_str(), "0" | "1" | "2" | "3") => path,
            _ => rest,
        },
        Some((_, rest)) => rest,
        None => unknown::after(text, ':')?,
    };
    let no_path = |start: &str| start.is_empty() && path.is_empty() || start.starts_with(['/', '(', '!', '^', ':']);
    // No tree has a `..` in it, so what is not known stays below.
    let mut below = Text::default();
    for piece in path.pieces() {
        below.push(if *piece == Piece::Hole(Hole::Any) { Piece::Hole(Hole::Below) } else { piece.clone() });
    }
    (!no_path(path.prefix())).then_some(below)
}

/// Whether the text is absolute, and its first directory is surely not there.
fn is_route(text: &str, context: &dyn Context) -> bool {
    let first = text.strip_prefix('/').and_then(|rest| rest.split('/').next()).filter(|first| !first.is_empty());
    first.is_some_and(|first| context.exists("/") && !context.exists(&format!("/{first}")))
}

/// Variables that choose what is loaded or run.
fn loads(name: &str) -> bool {
    matches!(name, "PATH" | "BASH_ENV" | "ENV" | "IFS" | "NODE_OPTIONS")
        || ["LD_", "DYLD_", "PYTHON", "GIT_"].iter().any(|prefix| name.starts_with(prefix))
        || name.ends_with("PAGER")
        || name.ends_with("EDITOR")
}
