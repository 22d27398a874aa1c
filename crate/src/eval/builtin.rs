//! Builtins that change the shell.
//!
//! Owns what `export`, `read`, `eval` and their kind do to the state (Bash manual, 4). The working directory is `directory.rs`'s; builtins
//! that only read their arguments (`echo`, `test`) are the catalog's.

use super::call::{Scope, Written};
use super::contents::Content;
use super::expand::{Field, is_name};
use super::flow::Outcome;
use super::simple::DECLARATIONS;
use super::state::{Positional, State, Value, Variable};
use super::written::is_stream;
use super::{Evaluator, print};
use crate::access::Mode;
use crate::command::{Argument, Output};
use crate::coverage::Code;
use crate::value::{Hole, Piece, Text, Texts};

/// Builtins that touch no file and change nothing that is followed here.
const HARMLESS: [&str; 16] = [
    "unalias", "umask", "ulimit", "wait", "jobs", "fg", "bg", "disown", "times", "help", "compopt", "caller", "dirs",
    "kill", "logout", "suspend",
];

impl Evaluator<'_> {
    /// Runs a builtin; gives the state back if `name` is none.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        argv: &[Argument],
        written: &Written<'_>,
        state: State,
    ) -> Result<Outcome, State> {
        let arguments = argv.get(1..).unwrap_or(&[]);
        let noted = |shell: &mut Self| shell.record(argv, None, written, false);
        let outcome = match name {
            "cd" => {
                noted(self);
                self.cd(arguments, state)
            }
            "pushd" => {
                noted(self);
                self.pushd(arguments, state)
            }
            "popd" => {
                noted(self);
                let before = state.clone();
                let mut state = state;
                match state.pop_directories() {
                    Some(directories) => {
                        self.enter(&mut state, directories);
                        let failure = before.may_lack_directories().then_some(before);
                        Outcome { failure, ..Outcome::success(state) }
                    }
                    None => Outcome::failure(state),
                }
            }
            "pwd" => {
                noted(self);
                let texts = match arguments.first().and_then(|a| a.text.known()) {
                    Some("-P") => self.real_path(&state, &Text::literal(".")).map_or_else(Texts::unknown, Texts::one),
                    _ => self.value(&state, "PWD"),
                };
                Outcome { output: Output::Text(texts.concat(&Texts::one("\n"))), ..Outcome::success(state) }
            }
            "unset" => {
                noted(self);
                let mut state = state;
                let functions = arguments.iter().any(|a| a.text.known() == Some("-f"));
                for argument in arguments {
                    match argument.text.known() {
                        Some(name) if functions => state.undefine(name),
                        Some(name) if is_name(name) => state.set(name, Variable::unset()),
                        _ => {}
                    }
                }
                Outcome::success(state)
            }
            "set" => {
                noted(self);
                self.set_options(arguments, state)
            }
            "shift" => {
                noted(self);
                let mut state = state;
                let count = arguments.first().map_or(Some(1), |a| a.text.known().and_then(|t| t.parse::<usize>().ok()));
                let shifted = match (state.positional(), count) {
                    (Positional::Known(elements), Some(count)) => {
                        Positional::Known(elements.iter().skip(count).cloned().collect())
                    }
                    (Positional::Known(elements), None) => {
                        Positional::Any(elements.iter().flat_map(Texts::iter).cloned().collect())
                    }
                    (any, _) => any.clone(),
                };
                state.set_positional(shifted);
                Outcome::either(state, Output::Nothing)
            }
            "read" => {
                noted(self);
                self.read(arguments, state)
            }
            "mapfile" | "readarray" => {
                noted(self);
                for (option, value) in arguments.iter().zip(arguments.iter().skip(1)) {
                    if option.text.known() == Some("-C") {
                        let texts = Texts::one(value.text.clone());
                        self.subshell(|shell| {
                            shell.payload(&texts, value.span, "mapfile -C", state.child(), Vec::new())
                        });
                    }
                }
                let mut state = state;
                let name =
                    operands(arguments, "dnOsuCc").last().and_then(|a| a.text.known()).unwrap_or("MAPFILE").to_owned();
                let elements = match self.lines(arguments) {
                    Some(lines) => lines,
                    None => Texts::unknown(),
                };
                state.set(&name, Variable::set(Value::Elements(elements)));
                Outcome::success(state)
            }
            "printf" if arguments.first().and_then(|a| a.text.known()) == Some("-v") => {
                noted(self);
                let mut state = state;
                if let Some(name) = arguments.get(1).and_then(|a| a.text.known()) {
                    let texts = match print::printed(argv) {
                        Some(Output::Text(texts)) => texts.map(|text| text.without('\0')),
                        _ => Texts::unknown(),
                    };
                    state.set(name, Variable::set(Value::Scalar(texts)));
                }
                Outcome::success(state)
            }
            "getopts" => {
                noted(self);
                let mut state = state;
                if let Some(name) = arguments.get(1).and_then(|a| a.text.known()) {
                    state.set(name, Variable::set(Value::Scalar(Texts::hole(Hole::Name))));
                }
                state.set("OPTARG", Variable::unknown());
                Outcome::either(state, Output::Nothing)
            }
            "let" => {
                noted(self);
                let mut state = state;
                for argument in arguments {
                    self.arithmetic_value(&mut state, &Texts::one(argument.text.clone()));
                }
                Outcome::either(state, Output::Nothing)
            }
            "eval" => {
                noted(self);
                let mut script = Text::default();
                for (at, argument) in arguments.iter().enumerate() {
                    if at > 0 {
                        script.push_str(" ");
                    }
                    if argument.open {
                        script.push(Piece::Hole(Hole::Any));
                    } else {
                        script.append(&argument.text.unglobbed());
                    }
                }
                let span = arguments.iter().map(|a| a.span).reduce(crate::source::Span::to).unwrap_or(written.span);
                if script.is_empty() {
                    Outcome::success(state)
                } else {
                    self.payload(&Texts::one(script), span, "eval", state, Vec::new())
                }
            }
            "source" | "." => {
                noted(self);
                self.source_file(arguments, state)
            }
            "trap" => {
                noted(self);
                let mut words = operands(arguments, "").into_iter();
                if let (Some(script), Some(_)) = (words.next(), words.next())
                    && !matches!(script.text.known(), Some("-" | ""))
                {
                    self.traps.push((Texts::one(script.text.clone()), script.span));
                }
                Outcome::success(state)
            }
            "exec" => {
                let words = operands_after_options(arguments, "a");
                if words.is_empty() {
                    noted(self);
                    return Ok(Outcome::success(state));
                }
                let argv = words.to_vec();
                self.through("exec", argv, written, state.clone(), Scope::Programs);
                self.leave_shell(state)
            }
            "command" => {
                let query = arguments
                    .iter()
                    .map_while(|a| a.text.known().filter(|t| t.starts_with('-')))
                    .any(|t| t != "--" && t.contains(['v', 'V']));
                let words = operands_after_options(arguments, "");
                if query || words.is_empty() {
                    noted(self);
                    let output = self.looked_up(words, &state);
                    return Ok(Outcome::either(state, output));
                }
                self.record(argv, None, written, true);
                self.through("command", words.to_vec(), written, state, Scope::Builtins)
            }
            "builtin" => {
                let words = operands_after_options(arguments, "");
                self.record(argv, None, written, true);
                self.through("builtin", words.to_vec(), written, state, Scope::Builtins)
            }
            "exit" => {
                noted(self);
                self.leave_shell(state)
            }
            "return" if self.flow.in_function() => {
                noted(self);
                self.leave_function(state)
            }
            "return" => {
                noted(self);
                Outcome::failure(state)
            }
            "break" | "continue" => {
                noted(self);
                let levels = arguments.first().and_then(|a| a.text.known()).and_then(|t| t.parse().ok()).unwrap_or(1);
                self.leave_loop(state, levels, name == "continue")
            }
            "true" | ":" => {
                noted(self);
                Outcome::success(state)
            }
            "false" => {
                noted(self);
                Outcome::failure(state)
            }
            "shopt" => {
                noted(self);
                let mut state = state;
                let mut switches = state.switches();
                let named = |text: &str| arguments.iter().any(|a| a.text.known() == Some(text));
                if named("expand_aliases") {
                    switches.aliases = !named("-u");
                    state.set_switches(switches);
                }
                Outcome::either(state, Output::Unknown)
            }
            "alias" => {
                noted(self);
                // A name that stands for a text is not followed. `sh` expands aliases always, bash where it is told to.
                let sh = self
                    .frame
                    .via
                    .last()
                    .is_some_and(|via| ["sh", "dash", "ash", "zsh"].iter().any(|s| via.starts_with(s)));
                let defines = arguments.iter().any(|a| a.text.known().is_none_or(|t| t.contains('=')));
                if defines && (sh || state.switches().aliases) {
                    self.miss(Code::UnknownCode, written.span);
                }
                Outcome::success(state)
            }
            "compgen" | "complete" | "hash" | "bind" => {
                noted(self);
                self.loading(name, arguments, &state);
                Outcome::either(state, Output::Unknown)
            }
            "type" => {
                noted(self);
                let path = arguments.first().and_then(|a| a.text.known()).is_some_and(|t| matches!(t, "-p" | "-P"));
                let output =
                    if path { self.looked_up(arguments.get(1..).unwrap_or(&[]), &state) } else { Output::Unknown };
                Outcome::either(state, output)
            }
            _ if HARMLESS.contains(&name) => {
                noted(self);
                Outcome::either(state, Output::Unknown)
            }
            _ => return Err(state),
        };
        Ok(outcome)
    }

    /// What the options of `compgen`, `hash` and `bind` run and open.
    fn loading(&mut self, name: &str, arguments: &[Argument], state: &State) {
        for (option, value) in arguments.iter().zip(arguments.iter().skip(1)) {
            let texts = Texts::one(value.text.clone());
            match (name, option.text.known()) {
                ("compgen", Some("-C")) => {
                    self.subshell(|shell| shell.payload(&texts, value.span, "compgen -C", state.child(), Vec::new()));
                }
                ("compgen", Some("-G")) => {
                    let texts = texts.map(|text| text.known().map_or_else(|| text.clone(), super::pattern::live));
                    self.touch(state, &texts, Mode::List, value.span);
                }
                ("hash", Some("-p")) => self.touch(state, &texts, Mode::Execute, value.span),
                ("bind", Some("-f")) => self.touch(state, &texts, Mode::Read, value.span),
                _ => {}
            }
        }
    }

    /// A builtin that runs the command after it in the same shell.
    fn through(
        &mut self,
        via: &str,
        argv: Vec<Argument>,
        written: &Written<'_>,
        state: State,
        scope: Scope,
    ) -> Outcome {
        let Some(first) = argv.first() else { return Outcome::success(state) };
        if first.open || first.text.known().is_none() {
            self.miss(Code::UnknownCommand, first.span);
        }
        let mut frame = self.frame.clone();
        frame.via.push(via.to_owned());
        let source = argv.iter().map(|a| a.text.plain()).collect::<Vec<_>>().join(" ");
        let written = Written { source: &source, ..written.clone() };
        self.in_frame(frame, |shell| shell.vector(argv, &written, state, scope))
    }

    /// `declare`, `typeset`, `local`, `export`, `readonly`; `None` if the command is another.
    pub(super) fn declaration(
        &mut self,
        argv: &[Argument],
        fields: &[Field],
        state: &State,
        written: &Written<'_>,
    ) -> Option<Outcome> {
        let at = argv.iter().position(|a| !matches!(a.text.known(), Some("builtin" | "command")))?;
        let name = argv.get(at)?.text.known().filter(|n| DECLARATIONS.contains(n))?;
        if !state.functions(name).is_empty() {
            return None;
        }
        self.subscripts(argv);
        self.record(argv, None, written, false);
        let mut state = state.clone();
        if name == "local" && self.locals.is_empty() {
            return Some(Outcome::failure(state));
        }
        let mut exported = name == "export";
        let mut global = name == "export" || name == "readonly" || self.locals.is_empty();
        let mut pointer = false;
        for (argument, field) in argv.iter().zip(fields).skip(at + 1) {
            if let Some(option) = argument.text.known().filter(|t| t.starts_with(['-', '+']) && t.len() > 1) {
                let on = option.starts_with('-');
                exported = if option.contains('x') { on } else { exported };
                exported &= !(name == "export" && option.contains('n'));
                global |= option.contains('g');
                pointer |= option.contains('n') && name != "export";
                if option.contains(['f', 'F', 'p']) {
                    return Some(Outcome::either(state, Output::Unknown));
                }
                continue;
            }
            let (target, value) = match argument.text.split_once('=') {
                Some((target, value)) => (target, Some(value)),
                None => match argument.text.known() {
                    Some(target) => (target.to_owned(), None),
                    None => continue,
                },
            };
            let append = target.ends_with('+');
            let target = target.trim_end_matches('+').split('[').next().unwrap_or_default().to_owned();
            if !is_name(&target) {
                continue;
            }
            let before = state.variable(&target).cloned();
            if !global
                && let Some(locals) = self.locals.last_mut()
                && !locals.iter().any(|(name, _)| *name == target)
            {
                locals.push((target.clone(), before.clone()));
            }
            let current = self.variable(&state, &target);
            let mut variable = match (&field.array, value) {
                (Some(array), _) => Variable::set(array.clone()),
                (None, Some(value)) if append => {
                    let texts = current.value.as_ref().map_or_else(|| Texts::one(""), Value::scalar);
                    Variable::set(Value::Scalar(texts.concat(&Texts::one(value))))
                }
                (None, Some(value)) => Variable::set(Value::Scalar(Texts::one(value))),
                (None, None) if global => current.clone(),
                (None, None) => Variable::unset(),
            };
            if pointer {
                variable = Variable::unknown();
            }
            variable.exported = exported || current.exported && global && before.is_some();
            // Without a value, what the text gave it before is handed on.
            let given = argument.text.known().is_none_or(|text| text.contains('=')) || exported && before.is_some();
            let texts = variable.value.as_ref().filter(|_| given && !pointer).map(Value::scalar);
            state.set(&target, variable);
            if let Some(texts) = texts {
                self.variable_effects(&target, &texts, argument.span, &state);
            }
        }
        Some(Outcome::success(state))
    }

    fn set_options(&mut self, arguments: &[Argument], state: State) -> Outcome {
        let mut state = state;
        let mut switches = state.switches();
        let mut rest = arguments;
        while let Some((first, after)) = rest.split_first() {
            let Some(option) = first.text.known() else { break };
            let on = option.starts_with('-');
            if option == "--" {
                self.positional(&mut state, after);
                break;
            }
            if !option.starts_with(['-', '+']) || option.len() == 1 {
                self.positional(&mut state, rest);
                break;
            }
            rest = after;
            if option.contains('e') {
                (switches.exit_on_error, switches.may_exit_on_error) = (on, on);
            }
            if option.contains('f') {
                switches.no_glob = on;
            }
            if option.contains('a') {
                switches.exports = on;
            }
            if option.contains('P') {
                switches.physical = on;
            }
            // With `-C` what is there may stay as it is, whatever is written to it.
            self.stirred |= option.contains('C');
            self.contents.unsure |= option.contains('C');
            if option.contains('o') {
                match rest.first().and_then(|a| a.text.known()) {
                    Some("errexit") => (switches.exit_on_error, switches.may_exit_on_error) = (on, on),
                    Some("noglob") => switches.no_glob = on,
                    Some("allexport") => switches.exports = on,
                    Some("physical") => switches.physical = on,
                    Some("noclobber") => (self.stirred, self.contents.unsure) = (true, true),
                    _ => {}
                }
                rest = rest.get(1..).unwrap_or(&[]);
            }
        }
        if rest.first().is_some_and(|a| a.text.known().is_none()) {
            self.positional(&mut state, rest);
        }
        state.set_switches(switches);
        Outcome::success(state)
    }

    fn positional(&self, state: &mut State, arguments: &[Argument]) {
        state.set_positional(if arguments.iter().any(|a| a.open) {
            Positional::Any(arguments.iter().map(|a| a.text.clone()).collect())
        } else {
            Positional::Known(arguments.iter().map(|a| Texts::one(a.text.clone())).collect())
        });
    }

    /// The lines of the standard input, each one of these; `None` where they cannot be known.
    fn lines(&self, arguments: &[Argument]) -> Option<Texts> {
        let end = delimiter(arguments)?;
        match &self.stdin {
            Output::Lines(lines) if !lines.is_empty() => Some(lines.iter().cloned().collect()),
            Output::Text(texts) if texts.iter().all(|t| !t.prefix().is_empty() || !t.has_hole() || t.len() > 2) => {
                Some(texts.iter().flat_map(|text| text.lines(end)).collect())
            }
            _ => None,
        }
    }

    fn read(&mut self, arguments: &[Argument], state: State) -> Outcome {
        let failed = state.clone();
        let elsewhere = arguments.iter().any(|a| a.text.known().is_some_and(|t| t.starts_with("-u")));
        if !elsewhere && matches!(&self.stdin, Output::Text(texts) if texts.iter().all(Text::is_empty)) {
            return Outcome::failure(failed);
        }
        let mut state = state;
        let array = arguments.iter().any(|a| a.text.known().is_some_and(|t| t.starts_with('-') && t.ends_with('a')));
        let names: Vec<String> =
            operands(arguments, "dinNptu").iter().filter_map(|a| a.text.known().map(str::to_owned)).collect();
        let lines = self.lines(arguments).filter(|_| !elsewhere);
        let is_known = lines.is_some();
        match names.as_slice() {
            [name] if array => {
                let elements = lines.as_ref().map(words).unwrap_or_else(Texts::unknown);
                state.set(name, Variable::set(Value::Elements(elements)));
            }
            [] | [_] => {
                let name = names.first().map_or("REPLY", String::as_str);
                state.set(name, Variable::set(Value::Scalar(lines.unwrap_or_else(Texts::unknown))));
            }
            names => {
                // Several names: each gets a word, the last one the rest.
                for (at, name) in names.iter().enumerate() {
                    let part = lines.as_ref().map(|lines| {
                        lines.map(|line| match line.known() {
                            Some(line) => {
                                let mut words = line.split_whitespace().skip(at);
                                if at + 1 == names.len() {
                                    Text::literal(words.collect::<Vec<_>>().join(" "))
                                } else {
                                    Text::literal(words.next().unwrap_or_default())
                                }
                            }
                            None => Text::hole(Hole::Any),
                        })
                    });
                    let default = self.default_split(&failed);
                    let texts = part.filter(|_| default).unwrap_or_else(Texts::unknown);
                    state.set(name, Variable::set(Value::Scalar(texts)));
                }
            }
        }
        // At the end of the input each name is set all the same: to the line that no line break ends, or to nothing.
        let mut ended = state.clone();
        for name in names.iter().map(String::as_str).chain(names.is_empty().then_some("REPLY")) {
            let mut value = self.variable(&ended, name).value.map_or_else(|| Texts::one(""), |value| value.elements());
            value.insert(Text::default());
            ended.set(name, Variable::set(if array { Value::Elements(value) } else { Value::Scalar(value) }));
        }
        // Where it is not known what is read, it may be that nothing can be.
        let failed = Some(failed).filter(|_| !is_known);
        Outcome { success: Some(state), failure: self.join(Some(ended), failed), output: Output::Nothing }
    }

    fn default_split(&self, state: &State) -> bool {
        self.value(state, "IFS").known() == Some(" \t\n")
    }

    fn source_file(&mut self, arguments: &[Argument], state: State) -> Outcome {
        let mut state = state;
        let Some(file) = operands_after_options(arguments, "").first() else { return Outcome::failure(state) };
        let stream = is_stream(&file.text);
        let content = self.sourced(&state, &file.text);
        if file.text.is_unknown() || content.as_ref().map_or(stream, Content::is_unread) {
            self.miss(Code::UnknownCode, file.span);
        }
        self.stir();
        if !stream {
            self.touch(&state, &Texts::one(file.text.clone()), Mode::Execute, file.span);
        }
        let mut switches = state.switches();
        switches.sourced = true;
        state.set_switches(switches);
        match content.map(|content| content.output) {
            Some(Output::Text(texts)) => {
                let arguments = arguments.get(1..).unwrap_or(&[]).to_vec();
                self.payload(&texts, file.span, "source", state, arguments)
            }
            Some(Output::Files(files)) => {
                self.touch(&state, &files.into_iter().map(Text::literal).collect(), Mode::Execute, file.span);
                Outcome::either(state, Output::Unknown)
            }
            _ => Outcome::either(state, Output::Unknown),
        }
    }
}

/// What ends a line for `read` and `mapfile`: the first character of what follows `-d`, a NUL where that is empty. `None` where that
/// cannot be known.
fn delimiter(arguments: &[Argument]) -> Option<char> {
    let options = arguments.iter().zip(arguments.iter().skip(1));
    for (option, value) in options {
        let cluster = option.text.known().and_then(|text| text.strip_prefix('-')).unwrap_or("");
        match cluster.split_once('d') {
            Some((_, "")) => return Some(value.text.known()?.chars().next().unwrap_or('\0')),
            Some((_, glued)) => return glued.chars().next(),
            None => {}
        }
    }
    Some('\n')
}

/// The words of lines, as `read -a` splits them.
fn words(lines: &Texts) -> Texts {
    lines
        .iter()
        .flat_map(|line| match line.known() {
            Some(line) => line.split_whitespace().map(Text::literal).collect(),
            None => vec![Text::hole(Hole::Any)],
        })
        .collect()
}

/// What stands after the options; the letters in `valued` take an argument.
fn operands<'a>(arguments: &'a [Argument], valued: &str) -> Vec<&'a Argument> {
    operands_after_options(arguments, valued).iter().collect()
}

pub(super) fn operands_after_options<'a>(arguments: &'a [Argument], valued: &str) -> &'a [Argument] {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        let Some(option) = first.text.known().filter(|t| t.starts_with('-') && t.len() > 1) else { break };
        rest = after;
        if option == "--" {
            break;
        }
        // The first letter with a value has it glued on, or in the next argument.
        if option.chars().skip(1).position(|c| valued.contains(c)).is_some_and(|at| at + 2 == option.len()) {
            rest = rest.get(1..).unwrap_or(&[]);
        }
    }
    rest
}
