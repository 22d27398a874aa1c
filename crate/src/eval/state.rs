//! What the shell knows at one point of a source.
//!
//! Owns variables, working directories, functions, positional parameters and options, and how the states of two ways that
//! meet become one. A state is cheap to copy: ways that change nothing share it. It knows nothing of words or commands.

use crate::path::Directory;
use crate::syntax::tree::Function;
use crate::value::{Hole, Text, Texts};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most directories that a state keeps apart.
const MAX_DIRECTORIES: usize = 8;
/// The longest directory that is followed, in bytes.
const MAX_DIRECTORY: usize = 1024;
/// The most variables that a state keeps apart.
const MAX_VARIABLES: usize = 256;
/// The most functions that a state keeps.
const MAX_FUNCTIONS: usize = 256;

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// One text.
    Scalar(Texts),
    /// These elements.
    Array(Vec<Texts>),
    /// These elements, by subscripts that are names or numbers.
    Keyed(Vec<(String, Texts)>),
    /// Any number of elements, each of them one of these.
    Elements(Texts),
}

impl Value {
    /// What `$name` gives: an array's first element.
    pub(super) fn scalar(&self) -> Texts {
        match self {
            Self::Scalar(texts) | Self::Elements(texts) => texts.clone(),
            Self::Array(elements) => elements.first().cloned().unwrap_or_else(|| Texts::one("")),
            Self::Keyed(_) => self.element("0").cloned().unwrap_or_else(|| Texts::one("")),
        }
    }

    /// The element under a key that is written as it is.
    pub(super) fn element(&self, key: &str) -> Option<&Texts> {
        match self {
            Self::Keyed(elements) => elements.iter().rev().find(|(own, _)| own == key).map(|(_, texts)| texts),
            _ => None,
        }
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    /// `None`: surely unset.
    pub(super) value: Option<Value>,
    /// It may be unset although there is a value.
    pub(super) may_be_unset: bool,
    /// Child processes see it.
    pub(super) exported: bool,
}

impl Variable {
    pub(super) fn set(value: Value) -> Self {
        Self { value: Some(value), may_be_unset: false, exported: false }
    }

    pub(super) fn unset() -> Self {
        Self { value: None, may_be_unset: true, exported: false }
    }

    /// Nothing is known of it, not even whether it is set.
    pub(super) fn unknown() -> Self {
        Self { value: Some(Value::Scalar(Texts::unknown())), may_be_unset: true, exported: true }
    }

    /// The same, with no text of it in more pieces than a value is kept in.
    fn bounded(self) -> Self {
        let long = |texts: &Texts| texts.iter().any(Text::is_long);
        let bounded = |texts: &Texts| texts.map(Text::bounded);
        let value = match self.value {
            Some(Value::Scalar(texts)) if long(&texts) => Some(Value::Scalar(bounded(&texts))),
            Some(Value::Elements(texts)) if long(&texts) => Some(Value::Elements(bounded(&texts))),
            Some(Value::Array(elements)) if elements.iter().any(long) => {
                Some(Value::Array(elements.iter().map(bounded).collect()))
            }
            Some(Value::Keyed(elements)) if elements.iter().any(|(_, texts)| long(texts)) => {
                Some(Value::Keyed(elements.into_iter().map(|(key, texts)| (key, bounded(&texts))).collect()))
            }
            value => value,
        };
        Self { value, ..self }
    }

    fn join(&self, other: &Self) -> Self {
        let value = match (&self.value, &other.value) {
            (None, value) | (value, None) => value.clone(),
            (Some(a), Some(b)) if a == b => Some(a.clone()),
            (Some(Value::Scalar(a)), Some(Value::Scalar(b))) => {
                let mut texts = a.clone();
                texts.join(b);
                Some(Value::Scalar(texts))
            }
            (Some(a), Some(b)) => {
                let mut texts = a.elements();
                texts.join(&b.elements());
                Some(Value::Elements(texts))
            }
        };
        Self { value, may_be_unset: self.may_be_unset || other.may_be_unset, exported: self.exported || other.exported }
    }

    /// What is left when a loop goes on changing it.
    fn widened(&self) -> Self {
        let hole = |texts: &Texts| {
            let digits = texts.iter().all(|t| {
                t.pieces().iter().all(|p| match p {
                    crate::value::Piece::Literal(text) => text.bytes().all(|b| b.is_ascii_digit()),
                    crate::value::Piece::Hole(hole) => *hole == Hole::Digits,
                    _ => false,
                })
            });
            Texts::hole(if digits { Hole::Digits } else { Hole::Any })
        };
        let value = match &self.value {
            None => None,
            Some(Value::Scalar(texts)) => Some(Value::Scalar(hole(texts))),
            Some(value) => Some(Value::Elements(hole(&value.elements()))),
        };
        Self { value, ..self.clone() }
    }
}

impl Value {
    /// What any element may be.
    pub(super) fn elements(&self) -> Texts {
        match self {
            Self::Scalar(texts) | Self::Elements(texts) => texts.clone(),
            Self::Keyed(elements) if elements.is_empty() => Texts::one(""),
            Self::Keyed(elements) => elements.iter().flat_map(|(_, texts)| texts.iter()).cloned().collect(),
            Self::Array(elements) => elements.iter().flat_map(Texts::iter).cloned().collect(),
        }
    }
}

/// `$1`, `$2` …
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Positional {
    /// All of them are known.
    Known(Vec<Texts>),
    /// Any number, each of them one of these.
    Any(Texts),
}

/// A function and the source that its spans count in.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) function: Rc<Function>,
    pub(super) source: Rc<str>,
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.function, &other.function)
    }
}
impl Eq for Definition {}

/// Options of `set` and `shopt` that change what is touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Switches {
    /// `set -e`.
    pub(super) exit_on_error: bool,
    /// `set -e` on one of the ways here.
    pub(super) may_exit_on_error: bool,
    /// `set -f`.
    pub(super) no_glob: bool,
    /// `set -P`: `cd` follows links.
    pub(super) physical: bool,
    /// `shopt -s expand_aliases`.
    pub(super) aliases: bool,
    /// `set -a`, on one of the ways here: what is assigned is handed to programs.
    pub(super) exports: bool,
    /// A file was sourced: a variable that the text does not set may have been set there.
    pub(super) sourced: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    variables: BTreeMap<Rc<str>, Rc<Variable>>,
    /// What every other variable may be, once there were more than are kept apart.
    others: Option<Rc<Variable>>,
    directories: Vec<Directory>,
    stack: Vec<Vec<Directory>>,
    /// The stack may be deeper, or empty.
    ragged: bool,
    functions: BTreeMap<Rc<str>, Vec<Definition>>,
    positional: Positional,
    switches: Switches,
}

/// What the shell knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    inner: Rc<Inner>,
}

impl Inner {
    fn variable(&self, name: &str) -> Option<&Rc<Variable>> {
        self.variables.get(name).or(self.others.as_ref())
    }
}

impl State {
    /// A shell that has just started in `directory`.
    pub(super) fn new(directory: Directory) -> Self {
        Self {
            inner: Rc::new(Inner {
                variables: BTreeMap::new(),
                others: None,
                directories: vec![directory],
                stack: Vec::new(),
                ragged: false,
                functions: BTreeMap::new(),
                positional: Positional::Known(Vec::new()),
                switches: Switches::default(),
            }),
        }
    }

    /// What a child shell starts with: the same directories, and the variables that are exported.
    pub(super) fn child(&self) -> Self {
        let mut child = self.clone();
        let inner = Rc::make_mut(&mut child.inner);
        inner.variables.retain(|_, v| v.exported);
        inner.functions.clear();
        inner.positional = Positional::Known(Vec::new());
        inner.switches = Switches { sourced: inner.switches.sourced, ..Switches::default() };
        inner.stack.clear();
        inner.ragged = false;
        child
    }

    fn change(&mut self) -> &mut Inner {
        Rc::make_mut(&mut self.inner)
    }

    /// The variable, if the text has set or unset it, or may have.
    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.inner.variable(name).map(Rc::as_ref)
    }

    pub(super) fn set(&mut self, name: &str, variable: Variable) {
        let variable = variable.bounded();
        if self.variable(name) == Some(&variable) {
            return;
        }
        let inner = self.change();
        if inner.variables.len() < MAX_VARIABLES || inner.variables.contains_key(name) {
            inner.variables.insert(Rc::from(name), Rc::new(variable));
        } else {
            inner.others = Some(Rc::new(Variable::unknown()));
        }
    }

    /// Puts back what was there before, `None` where the text had not set it.
    pub(super) fn restore(&mut self, name: &str, variable: Option<Variable>) {
        match variable {
            Some(variable) => self.set(name, variable),
            None => {
                if self.inner.variables.contains_key(name) {
                    self.change().variables.remove(name);
                }
            }
        }
    }

    /// Where commands may run; never empty.
    pub(super) fn directories(&self) -> &[Directory] {
        &self.inner.directories
    }

    pub(super) fn set_directories(&mut self, directories: impl IntoIterator<Item = Directory>) {
        let mut set: Vec<Directory> = Vec::new();
        for directory in directories {
            let directory = if is_long(&directory) { Directory::Unknown } else { directory };
            if !set.contains(&directory) {
                set.push(directory);
            }
        }
        if set.is_empty() || set.len() > MAX_DIRECTORIES {
            set = vec![Directory::Unknown];
        }
        if set != self.inner.directories {
            self.change().directories = set;
        }
    }

    pub(super) fn push_directories(&mut self) {
        let top = self.inner.directories.clone();
        if self.inner.stack.len() < MAX_DIRECTORIES {
            self.change().stack.push(top);
        }
    }

    pub(super) fn pop_directories(&mut self) -> Option<Vec<Directory>> {
        if self.inner.ragged {
            return Some(vec![Directory::Unknown]);
        }
        if self.inner.stack.is_empty() { None } else { self.change().stack.pop() }
    }

    /// Whether it is not known if the stack of directories has an entry.
    pub(super) fn may_lack_directories(&self) -> bool {
        self.inner.ragged
    }

    pub(super) fn functions(&self, name: &str) -> &[Definition] {
        self.inner.functions.get(name).map_or(&[], Vec::as_slice)
    }

    /// Keeps a function; says whether there was room for it.
    #[must_use]
    pub(super) fn define(&mut self, name: &str, definition: Definition) -> bool {
        let room = self.inner.functions.len() < MAX_FUNCTIONS || self.inner.functions.contains_key(name);
        if room {
            self.change().functions.insert(Rc::from(name), vec![definition]);
        }
        room
    }

    pub(super) fn undefine(&mut self, name: &str) {
        if self.inner.functions.contains_key(name) {
            self.change().functions.remove(name);
        }
    }

    pub(super) fn positional(&self) -> &Positional {
        &self.inner.positional
    }

    pub(super) fn set_positional(&mut self, positional: Positional) {
        if self.inner.positional != positional {
            self.change().positional = positional;
        }
    }

    pub(super) fn switches(&self) -> Switches {
        self.inner.switches
    }

    pub(super) fn set_switches(&mut self, switches: Switches) {
        if self.inner.switches != switches {
            self.change().switches = switches;
        }
    }

    /// The state where two ways meet. `base` says what a variable is that one of them has not touched.
    pub(super) fn join(self, other: &Self, base: &dyn Fn(&str) -> Variable) -> Self {
        if Rc::ptr_eq(&self.inner, &other.inner) || self.inner == other.inner {
            return self;
        }
        let mut joined = self;
        let theirs = &other.inner;
        let inner = joined.change();
        for (name, variable) in &mut inner.variables {
            match theirs.variable(name) {
                Some(their) if variable == their => {}
                Some(their) => *variable = Rc::new(variable.join(their)),
                None => *variable = Rc::new(variable.join(&base(name))),
            }
        }
        for (name, their) in &theirs.variables {
            if !inner.variables.contains_key(name) {
                let ours = inner.others.as_deref().cloned().unwrap_or_else(|| base(name));
                inner.variables.insert(Rc::clone(name), Rc::new(ours.join(their)));
            }
        }
        inner.others = inner.others.take().or_else(|| theirs.others.clone());
        for directory in &theirs.directories {
            if !inner.directories.contains(directory) {
                inner.directories.push(directory.clone());
            }
        }
        if inner.directories.len() > MAX_DIRECTORIES {
            inner.directories = vec![Directory::Unknown];
        }
        // Stacks of one depth are joined entry by entry; of others nothing is known.
        inner.ragged |= theirs.ragged || inner.stack.len() != theirs.stack.len();
        for (ours, their) in inner.stack.iter_mut().zip(&theirs.stack) {
            ours.extend(their.iter().filter(|d| !ours.contains(d)).cloned().collect::<Vec<_>>());
        }
        for (name, definitions) in &theirs.functions {
            let ours = inner.functions.entry(name.clone()).or_default();
            for definition in definitions {
                if !ours.contains(definition) {
                    ours.push(definition.clone());
                }
            }
        }
        if inner.positional != theirs.positional {
            inner.positional = Positional::Any(Texts::unknown());
        }
        inner.switches = Switches {
            exit_on_error: inner.switches.exit_on_error && theirs.switches.exit_on_error,
            may_exit_on_error: inner.switches.may_exit_on_error || theirs.switches.may_exit_on_error,
            exports: inner.switches.exports || theirs.switches.exports,
            no_glob: inner.switches.no_glob && theirs.switches.no_glob,
            physical: inner.switches.physical && theirs.switches.physical,
            aliases: inner.switches.aliases || theirs.switches.aliases,
            sourced: inner.switches.sourced || theirs.switches.sourced,
        };
        joined
    }

    /// The state before a loop's second round, from the one before its first (`self`) and the one after it: what changed is
    /// no longer known.
    pub(super) fn widen(&self, after: &Self) -> Self {
        if Rc::ptr_eq(&self.inner, &after.inner) || self.inner == after.inner {
            return self.clone();
        }
        let mut wide = after.clone();
        let inner = wide.change();
        for (name, variable) in &mut inner.variables {
            if self.inner.variables.get(name) != Some(variable) {
                *variable = Rc::new(variable.widened());
            }
        }
        if inner.directories.iter().any(|d| !self.inner.directories.contains(d)) {
            // Each round may go further; the first round's directories stay beside what is not known.
            if !inner.directories.contains(&Directory::Unknown) {
                inner.directories.push(Directory::Unknown);
            }
            inner
                .directories
                .extend(self.inner.directories.iter().filter(|d| !after.inner.directories.contains(d)).cloned());
        }
        if inner.positional != self.inner.positional {
            inner.positional = Positional::Any(Texts::unknown());
        }
        inner.ragged |= inner.stack != self.inner.stack;
        wide
    }
}

fn is_long(directory: &Directory) -> bool {
    match directory {
        Directory::Known(path) | Directory::Literal(path) => path.len() > MAX_DIRECTORY,
        Directory::Pattern(text) => text.len() > MAX_DIRECTORY,
        Directory::Unknown => false,
    }
}

/// The text of a directory, as `$PWD` has it.
pub(super) fn directory_text(directory: &Directory) -> Text {
    match directory {
        Directory::Known(path) | Directory::Literal(path) => Text::literal(path.as_str()),
        Directory::Pattern(text) => text.clone(),
        Directory::Unknown => Text::hole(Hole::Any),
    }
}
