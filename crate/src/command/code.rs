//! Code of other languages in an argument: `python -c`, `node -e`.
//!
//! Owns what becomes of the strings in such code: a light reading of the calls that they are given to. A string that a known function
//! opens is a path, one that it only looks at is none, and of any other its shape decides. It does not know the languages: what the
//! code does besides stays unknown.

use super::acting::Acting;
use super::calls::{self, Use};
use super::catalog::{Entry, Language, Role};
use super::paths::{UNKNOWN, flatten, join, unflatten};
use super::shape::{is_url, path_shaped};
use super::tokens::{Dialect, Token, tokens};
use super::{Argument, Context, Effect, Effects, Runnable};
use crate::access::{Certainty, Mode};
use crate::value::{Piece, Text};

/// How many texts that are evaluated as code are looked into.
const MAX_EVALUATED: usize = 16;

/// Notes what the code does with its strings.
pub(super) fn search(acting: &mut Acting<'_>, argument: &Argument) {
    acting.effects.opaque = true;
    let code = flatten(&argument.text);
    if argument.text.has_hole() && code.chars().all(|c| c == UNKNOWN || c.is_whitespace()) {
        acting.effects.unknown_code.push(argument.span);
    }
    let dialect = Dialect::of(acting.name);
    let mut waiting = vec![code];
    let mut left = MAX_EVALUATED;
    while let Some(code) = waiting.pop() {
        let tokens = tokens(&code, dialect);
        let mut reader = Reader {
            tokens: &tokens,
            dialect,
            frames: vec![Frame::default()],
            evaluated: Vec::new(),
            acting,
            argument,
        };
        for at in 0..tokens.len() {
            reader.token(at);
        }
        while reader.frames.len() > 1 {
            reader.close(tokens.len());
        }
        reader.guess_all();
        let evaluated = std::mem::take(&mut reader.evaluated);
        for code in evaluated.into_iter().take(left) {
            left -= 1;
            waiting.push(code);
        }
    }
}

/// What the code in a file does that the program `name` runs.
pub(super) fn of_file(name: &str, code: &Argument, context: &dyn Context) -> Effects {
    let mut acting = Acting::new(code, name, context);
    let language = Entry::of(name).and_then(Entry::language).unwrap_or(Language::Other);
    acting.apply(Role::Script(language), code);
    acting.effects
}

/// Many strings hold a slash: routes, types, formats, patterns. One is taken for a path if it has no blank, no character
/// that file names rarely have, and, where it is absolute and the file system is known, a first directory that is there.
fn is_path(literal: &str, context: &dyn Context) -> bool {
    let known = literal.split('\u{fffc}').next().unwrap_or("");
    let odd = |c: char| c.is_whitespace() || c.is_control() || "<>|?\"'`$()[]^\\,;=&%#!".contains(c);
    if known.contains(odd) || known.len() < 2 || literal.contains("//") {
        return false;
    }
    if let Some(rest) = known.strip_prefix('/') {
        let first = rest.split('/').next().unwrap_or("");
        return !first.is_empty()
            && !first.contains('*')
            && (!context.exists("/") || context.exists(&format!("/{first}")));
    }
    known.starts_with("~/")
        || known.starts_with("../")
        || known.starts_with("./")
        || known.contains('.')
        || context.exists(known)
}

/// The text of a literal; a `*` in it may be a pattern of file names.
fn globbed(literal: &str) -> Text {
    let mut out = Text::default();
    for (at, part) in literal.split('*').enumerate() {
        if at > 0 {
            out.push(Piece::Glob("*".into()));
        }
        out.append(&unflatten(part));
    }
    out
}

/// Words that stand before a parenthesis and call nothing.
const WORDS: [&str; 14] =
    ["if", "while", "in", "and", "or", "not", "return", "for", "elsif", "elif", "unless", "until", "my", "foreach"];

/// A call or a bracket that is open.
#[derive(Default)]
struct Frame {
    /// The bracket; `None`: a call without parentheses.
    open: Option<char>,
    /// It stands behind a function's name.
    called: bool,
    /// How many accesses had been noted before it.
    before: usize,
    /// What the function does with its arguments.
    known: Option<Use>,
    /// The arguments before the one that is being read.
    arguments: Vec<Given>,
    given: Given,
    /// Strings of which nothing has been said yet.
    loose: Vec<String>,
}

/// An argument, as far as it can be known.
#[derive(Clone, Default)]
struct Given {
    /// Strings one after another, what is between them is [`UNKNOWN`].
    text: Option<String>,
    /// A string is in it.
    literal: bool,
    /// Where in the text the name of the last function begins, or of what it belongs to.
    name: usize,
    /// The elements of a list.
    items: Vec<String>,
    /// `mode="w"`
    key: Option<String>,
}

impl Given {
    fn push(&mut self, text: &str, literal: bool) {
        self.text.get_or_insert_default().push_str(text);
        self.literal |= literal;
    }
}

struct Reader<'r, 'a> {
    tokens: &'r [Token],
    dialect: Dialect,
    frames: Vec<Frame>,
    /// Texts that the code evaluates in turn.
    evaluated: Vec<String>,
    acting: &'r mut Acting<'a>,
    argument: &'r Argument,
}

impl Reader<'_, '_> {
    fn token(&mut self, at: usize) {
        match self.tokens.get(at) {
            Some(Token::Text(text)) => self.string(at, text),
            Some(Token::Shell(text)) => {
                self.shell(text);
                self.push(&UNKNOWN.to_string(), false);
            }
            Some(Token::Words(words)) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.loose.extend(words.iter().cloned());
                    frame.given.items.extend(words.iter().cloned());
                }
            }
            Some(Token::Name(name)) => self.name(at, name),
            Some(Token::Value) => self.push(&UNKNOWN.to_string(), false),
            Some(Token::Sign(sign)) => self.sign(at, *sign),
            Some(Token::Break) => {
                let goes_on = matches!(self.before(at), Some(Token::Sign(',' | '.' | '+' | '(')));
                if !goes_on && self.dialect != Dialect::Perl && self.dialect != Dialect::Php {
                    self.end_commands(at);
                }
            }
            None => {}
        }
    }

    fn string(&mut self, at: usize, text: &str) {
        let joins = matches!(self.rest(at + 1), [Token::Sign('.'), Token::Name(name), ..] if name == "join");
        if joins || self.is_compared(at) {
            return self.push(&UNKNOWN.to_string(), false);
        }
        self.push(text, true);
        if let Some(frame) = self.frames.last_mut()
            && !text.is_empty()
        {
            frame.loose.push(text.to_owned());
        }
    }

    /// Whether a value stands beside a comparison.
    fn is_compared(&self, at: usize) -> bool {
        let before = self.tokens.get(..at).unwrap_or(&[]);
        let compares = |token: &Token| match token {
            Token::Name(name) => matches!(name.as_str(), "eq" | "ne" | "case" | "when" | "lt" | "gt"),
            Token::Sign(sign) => matches!(sign, '<' | '>'),
            _ => false,
        };
        let equal = |tokens: &[Token]| {
            matches!(tokens, [Token::Sign('=' | '!'), Token::Sign('='), ..] | [Token::Sign('='), Token::Sign('~'), ..])
        };
        let equal_before = matches!(before, [.., Token::Sign('=' | '!'), Token::Sign('=')]);
        let after = self.rest(at + 1);
        // `x in ("/a", "/b")` is asked, `for x in (…)` is not.
        let within = before
            .iter()
            .rev()
            .take(64)
            .find(|token| !matches!(token, Token::Text(_) | Token::Sign(',' | '(' | '[' | '{')));
        let asked = matches!(within, Some(Token::Name(name)) if name == "in") && !self.in_loop(at);
        let contained =
            matches!(after.first(), Some(Token::Name(name)) if name == "in") && self.dialect == Dialect::Python;
        equal_before
            || equal(after)
            || before.last().is_some_and(compares)
            || matches!(after.first(), Some(Token::Name(name)) if matches!(name.as_str(), "eq" | "ne"))
            || asked
            || contained
    }

    /// Whether the `in` before belongs to a `for`.
    fn in_loop(&self, at: usize) -> bool {
        let before = self.tokens.get(..at).unwrap_or(&[]);
        let line = before.iter().rev().take_while(|token| !matches!(token, Token::Break | Token::Sign(';' | ':')));
        line.take(64).any(|token| matches!(token, Token::Name(name) if name == "for"))
    }

    fn name(&mut self, at: usize, name: &str) {
        if self.dialect == Dialect::Python
            && matches!(self.before(at), Some(Token::Name(word)) if matches!(word.as_str(), "import" | "from"))
        {
            self.acting.imported(name);
        }
        if self.before(at) != Some(&Token::Sign('.'))
            && let Some(frame) = self.frames.last_mut()
        {
            frame.given.name = frame.given.text.as_ref().map_or(0, String::len);
        }
        self.push(&UNKNOWN.to_string(), false);
        let next = self.rest(at + 1).first();
        let starts = matches!(next, Some(Token::Text(_) | Token::Words(_)))
            || matches!(next, Some(Token::Name(next)) if next.starts_with(['$', '@']) || name == "open");
        if !self.dialect.has_commands() || !starts {
            return;
        }
        // `system "x"`, `open F, "<x"`
        if let Some(known) = self.function(&self.receiver(at), name) {
            self.frames.push(Frame {
                called: true,
                known: Some(known),
                before: self.acting.effects.accesses.len(),
                ..Frame::default()
            });
        } else if matches!(name, "if" | "unless" | "and" | "or") {
            self.end_commands(at);
        }
    }

    /// What a function does. `exec` runs a shell everywhere but in Python.
    fn function(&self, receiver: &str, name: &str) -> Option<Use> {
        match (self.dialect, receiver, name) {
            (Dialect::Python, "" | "builtins", "exec") => Some(Use::Eval),
            _ => calls::of(receiver, name),
        }
    }

    /// The name before the dot before a name.
    fn receiver(&self, at: usize) -> String {
        match self.tokens.get(..at).unwrap_or(&[]) {
            [.., Token::Name(above), Token::Sign('.'), Token::Name(name), Token::Sign('.')] if above == "sys" => {
                format!("{above}.{name}")
            }
            [.., Token::Name(name), Token::Sign('.')] => name.trim_start_matches('$').to_owned(),
            [.., Token::Text(module), Token::Sign(')'), Token::Sign('.')] => {
                module.trim_start_matches("node:").to_owned()
            }
            [.., Token::Sign('.')] => "?".to_owned(),
            _ => String::new(),
        }
    }

    fn sign(&mut self, at: usize, sign: char) {
        match sign {
            '(' | '[' | '{' => {
                let known = match self.before(at) {
                    Some(Token::Name(name)) if sign == '(' => self.function(&self.receiver(at - 1), name),
                    // `Dir["…"]`; any other subscript is a key.
                    Some(Token::Name(name)) if sign == '[' => calls::of(name, "[]").or(Some(Use::Text)),
                    Some(Token::Sign(')' | ']')) if sign == '[' => Some(Use::Text),
                    _ => None,
                };
                let called = sign == '('
                    && matches!(self.before(at), Some(Token::Name(name)) if !WORDS.contains(&name.as_str()));
                self.frames.push(Frame {
                    open: Some(sign),
                    called,
                    known,
                    before: self.acting.effects.accesses.len(),
                    ..Frame::default()
                });
            }
            ')' | ']' | '}' => {
                self.end_commands(at);
                if self.frames.len() > 1 {
                    self.close(at);
                }
            }
            ',' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.arguments.push(std::mem::take(&mut frame.given));
                }
            }
            ';' => {
                self.end_commands(at);
                self.reset();
            }
            '=' | ':' => {
                let named = match (self.before(at), self.frames.last()) {
                    (Some(Token::Name(name)), Some(frame)) if frame.open == Some('(') => Some(name.clone()),
                    _ => None,
                };
                self.reset();
                if let Some(frame) = self.frames.last_mut() {
                    frame.given.key = named;
                }
            }
            // Strings one after another.
            '+' | '.' => {}
            _ => self.push(&UNKNOWN.to_string(), false),
        }
    }

    /// The value begins anew.
    fn reset(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.given = Given::default();
        }
    }

    fn end_commands(&mut self, at: usize) {
        while self.frames.len() > 1 && self.frames.last().is_some_and(|frame| frame.open.is_none()) {
            self.close(at);
        }
    }

    /// A call or a bracket is complete at a token.
    fn close(&mut self, at: usize) {
        let Some(frame) = self.frames.pop() else { return };
        let Frame { open, called, before, known, mut arguments, given, loose } = frame;
        arguments.push(given);
        let value = match known {
            Some(Use::Text) => None,
            Some(Use::Eval) => {
                self.evaluates(&arguments, before);
                None
            }
            Some(known) => self.called(known, &arguments, &loose, at),
            // A list, or a value in parentheses, is what is around it.
            None if !called && (open != Some('{') || self.dialect == Dialect::Python) => {
                if let Some(outer) = self.frames.last_mut() {
                    outer.loose.extend(loose);
                    let texts = arguments.iter().filter_map(|given| given.text.clone());
                    if open == Some('(') && arguments.len() == 1 {
                        let text = arguments.into_iter().next().and_then(|given| given.text).unwrap_or_default();
                        return self.push(&text, true);
                    }
                    let items: Vec<String> =
                        texts.chain(arguments.iter().flat_map(|given| given.items.clone())).collect();
                    outer.given.items.extend(items);
                }
                return;
            }
            None => {
                loose.iter().for_each(|literal| self.guess(literal));
                None
            }
        };
        // What the call gives stands for its name.
        if called && let Some(Frame { given: Given { text: Some(text), name, .. }, .. }) = self.frames.last_mut() {
            text.truncate(*name);
        }
        self.push(&value.unwrap_or_else(|| UNKNOWN.to_string()), false);
    }

    /// What a call of a known function does; what it gives, where that is a path.
    fn called(&mut self, known: Use, arguments: &[Given], loose: &[String], at: usize) -> Option<String> {
        let text =
            |place: usize| arguments.get(place).filter(|given| given.literal).and_then(|given| given.text.as_deref());
        match known {
            Use::Text | Use::Eval => {}
            Use::Paths(modes) => {
                let positional = arguments.iter().filter(|given| given.key.is_none()).enumerate();
                for (place, given) in positional {
                    let Some(modes) = modes.get(place).or(modes.last()) else { continue };
                    let literal = given.text.iter().filter(|_| given.literal);
                    literal.chain(&given.items).for_each(|path| self.path(path, modes));
                }
            }
            Use::Open => self.opens(arguments),
            Use::Object => {
                let path = text(0)?;
                match self.rest(at + 1) {
                    [Token::Sign('.'), Token::Name(method), ..] if calls::of_object(method).is_some() => {
                        self.path(path, calls::of_object(method).unwrap_or(&[]));
                    }
                    _ => loose.iter().for_each(|literal| self.guess(literal)),
                }
            }
            Use::Join => {
                let parts: Vec<&str> = arguments.iter().filter_map(|given| given.text.as_deref()).collect();
                let mut parts = parts.into_iter().map(unflatten);
                let first = parts.next()?;
                let joined = flatten(&parts.fold(first, |path, part| join(&path, &part)));
                if let Some(frame) = self.frames.last_mut() {
                    frame.loose.push(joined.clone());
                    frame.given.literal = true;
                }
                return Some(joined);
            }
            Use::Module => {
                if let Some(module) = text(0).filter(|module| module.starts_with(['.', '/', '~'])) {
                    self.path(module, &[Mode::Execute]);
                }
            }
            Use::Shell => match arguments {
                [list, ..] if !list.items.is_empty() => self.vector(&list.items),
                [one, two, ..] if self.dialect.has_commands() && two.key.is_none() && one.literal && two.literal => {
                    let words: Vec<String> = arguments.iter().filter_map(|given| given.text.clone()).collect();
                    self.vector(&words);
                }
                _ => text(0).iter().for_each(|text| self.shell(text)),
            },
            Use::Spawn => {
                let first = text(0).map(str::to_owned).unwrap_or_else(|| UNKNOWN.to_string());
                let rest = arguments.iter().skip(1).flat_map(|given| &given.items);
                let lists = || arguments.iter().skip(1).any(|given| !given.items.is_empty());
                match arguments.first() {
                    Some(list) if !list.items.is_empty() => self.vector(&list.items),
                    _ if lists() => self.vector(&[first].into_iter().chain(rest.cloned()).collect::<Vec<_>>()),
                    _ => text(0).iter().for_each(|text| self.shell(text)),
                }
            }
            Use::Exec => {
                let list = arguments.iter().find(|given| !given.items.is_empty()).map(|given| given.items.clone());
                let words = || arguments.iter().skip(1).filter_map(|given| given.text.clone()).collect();
                self.vector(&list.unwrap_or_else(words));
            }
        }
        None
    }

    /// Code of the same language: a text, or what is read for it.
    fn evaluates(&mut self, arguments: &[Given], before: usize) {
        let first = arguments.first().filter(|given| given.literal);
        self.evaluated.extend(first.and_then(|given| given.text.clone()));
        let read = self.acting.effects.accesses.iter().skip(before).filter(|effect| effect.mode == Mode::Read);
        let executed: Vec<Effect> = read.map(|effect| Effect { mode: Mode::Execute, ..effect.clone() }).collect();
        self.acting.effects.accesses.extend(executed);
    }

    /// `open(path, mode)`; in Perl the mode may stand before the path, or in it, and a bar makes it a command.
    fn opens(&mut self, arguments: &[Given]) {
        let given =
            |place: usize| arguments.get(place).filter(|given| given.literal).and_then(|given| given.text.as_deref());
        if self.dialect == Dialect::Perl {
            match (given(1).map(str::trim), given(2)) {
                (Some(mode), Some(command)) if mode.contains('|') => self.shell(command),
                (Some(mode), Some(path)) => self.path(path, calls::opened(mode)),
                (Some(both), None) if arguments.len() == 2 => match (both.strip_prefix('|'), both.strip_suffix('|')) {
                    (Some(command), _) | (None, Some(command)) => self.shell(command),
                    (None, None) => {
                        let path = both.trim_start_matches(['<', '>', '+', ' ']);
                        self.path(path, calls::opened(both.get(..both.len() - path.len()).unwrap_or("")));
                    }
                },
                _ => {}
            }
            return;
        }
        let Some(path) = given(0) else { return };
        if let Some(command) = path.strip_prefix('|').filter(|_| self.dialect == Dialect::Ruby) {
            return self.shell(command);
        }
        let named = arguments.iter().find(|given| given.key.as_deref() == Some("mode"));
        let second = arguments.get(1).filter(|given| given.key.is_none());
        match named.or(second) {
            None => self.path(path, &[Mode::Read]),
            Some(Given { text: Some(mode), literal: true, .. }) => self.path(path, calls::opened(mode)),
            Some(_) => self.path(path, &[Mode::Read, Mode::Write]),
        }
    }

    /// A string that a function takes for a path.
    fn path(&mut self, path: &str, modes: &[Mode]) {
        let path = path.strip_prefix("file://").unwrap_or(path);
        if path.is_empty() || is_url(path) || path.chars().all(|c| c == UNKNOWN) || path.contains('\n') {
            return;
        }
        for mode in modes {
            // What is put together with something unknown may be anywhere: its form decides, as for any other string.
            match path.contains(UNKNOWN) {
                true => self.acting.guess(self.argument.span, globbed(path), *mode),
                false => self.acting.possible(self.argument.span, globbed(path), *mode),
            }
        }
    }

    /// A string that may be a path.
    fn guess(&mut self, literal: &str) {
        let text = globbed(literal);
        if is_path(literal, self.acting.context) && path_shaped(&text, self.acting.context) {
            for mode in [Mode::Read, Mode::Write] {
                self.acting.guess(self.argument.span, text.clone(), mode);
            }
        }
    }

    fn guess_all(&mut self) {
        let loose: Vec<String> = self.frames.iter_mut().flat_map(|frame| std::mem::take(&mut frame.loose)).collect();
        loose.iter().for_each(|literal| self.guess(literal));
    }

    fn shell(&mut self, text: &str) {
        let script = Argument { text: unflatten(text), ..self.argument.clone() };
        self.runs(Runnable::Shell { script, arguments: Vec::new() });
    }

    fn vector(&mut self, words: &[String]) {
        // `[sys.executable, "x.py"]`: what another program does with them is not known.
        if words.first().is_none_or(|program| program.contains(UNKNOWN)) {
            return words.iter().for_each(|word| self.guess(word));
        }
        let word = |word: &String| Argument { text: unflatten(word), ..self.argument.clone() };
        self.runs(Runnable::Vector(words.iter().map(word).collect()));
    }

    fn runs(&mut self, what: Runnable) {
        let via = self.acting.name.to_owned();
        self.acting.run(what, via, false);
        if let Some(run) = self.acting.effects.runs.last_mut() {
            run.certainty = Certainty::Possible;
        }
    }

    fn push(&mut self, text: &str, literal: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.given.push(text, literal);
        }
    }

    fn before(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at.checked_sub(1)?)
    }

    fn rest(&self, at: usize) -> &[Token] {
        self.tokens.get(at..).unwrap_or(&[])
    }
}
