//! The expression of a `find`, held against files that are known.
//!
//! Owns which of them each action is reached with (GNU findutils 4.9, find(1)): operators, the tests that names and kinds decide,
//! and depths. Any other test may hold or not. It knows nothing of what the actions do.

use super::Argument;
use super::find::{TEXT, command};
use super::found::matches;
use super::walk::Seen;
use crate::path::Entry;
use std::collections::BTreeMap;

/// How deep parentheses and negations may stand in one another.
const MAX_NESTING: usize = 16;

/// Whether a part of an expression holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Truth {
    No,
    Maybe,
    Yes,
}

impl Truth {
    fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Maybe => Self::Maybe,
            Self::Yes => Self::No,
        }
    }

    pub(super) fn of(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// A part of an expression.
#[derive(Debug)]
enum Node {
    Constant(Truth),
    /// `-name`, `-path`; with `fold` case does not count.
    Name {
        pattern: String,
        whole: bool,
        fold: bool,
    },
    /// `-type`.
    Kind(String),
    Prune,
    /// An action, by the place of its word, and whether it holds.
    Action(usize, Truth),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
    /// `,`: all are looked at, the last one counts.
    Each(Vec<Self>),
}

/// An expression that was understood.
#[derive(Debug)]
pub(super) struct Expression {
    root: Node,
    at_most: usize,
    at_least: usize,
    /// `-depth`: what is below is gone through first, and `-prune` cannot stop it.
    below_first: bool,
    /// Where no action prints or runs, what the expression holds for is printed.
    acts: bool,
}

/// What came of one file.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// The actions that are or may be carried out, by the places of their words.
    pub(super) actions: Vec<(usize, Truth)>,
    /// Whether it is printed for want of an action.
    pub(super) printed: Option<Truth>,
    /// What is below is gone through too.
    pub(super) descends: bool,
}

impl Expression {
    /// `None` where a word of it cannot be known, or is none of find's.
    pub(super) fn parse(words: &[Argument]) -> Option<Self> {
        let mut parser =
            Parser { rest: words.iter(), count: words.len(), numbers: BTreeMap::new(), below: false, acts: false };
        let root = parser.each(0)?;
        parser.rest.as_slice().is_empty().then_some(())?;
        let number = |name| parser.numbers.get(name).copied();
        Some(Self {
            root,
            at_most: number("-maxdepth").unwrap_or(usize::MAX),
            at_least: number("-mindepth").unwrap_or(0),
            below_first: parser.below,
            acts: parser.acts,
        })
    }

    /// What the expression does with a file.
    pub(super) fn apply(&self, seen: &Seen) -> Reached {
        let mut reached = Reached { descends: seen.depth < self.at_most, ..Reached::default() };
        if seen.depth >= self.at_least && seen.depth <= self.at_most {
            let mut pruned = false;
            let holds = self.root.apply(seen, Truth::Yes, &mut reached.actions, &mut pruned);
            reached.printed = Some(holds).filter(|holds| !self.acts && *holds != Truth::No);
            reached.descends &= !pruned || self.below_first;
        }
        reached
    }
}

impl Node {
    /// Whether it holds for `seen`, where it is looked at if `reach` holds.
    fn apply(&self, seen: &Seen, reach: Truth, actions: &mut Vec<(usize, Truth)>, pruned: &mut bool) -> Truth {
        match self {
            Self::Constant(truth) => *truth,
            Self::Name { pattern, whole, fold } => {
                let name = if *whole { &seen.path } else { seen.name() };
                if *fold { matches(&pattern.to_lowercase(), &name.to_lowercase()) } else { matches(pattern, name) }
            }
            Self::Kind(letters) => {
                let letter = match seen.entry {
                    Entry::Directory => 'd',
                    Entry::Link(_) => 'l',
                    _ => 'f',
                };
                // What is neither directory nor link may be a socket.
                let other = letter == 'f' && letters.contains(['b', 'c', 'p', 's', 'D']);
                if other { Truth::Maybe } else { Truth::of(letters.contains(letter)) }
            }
            Self::Prune => {
                *pruned |= reach == Truth::Yes;
                Truth::Yes
            }
            Self::Action(at, holds) => {
                actions.push((*at, reach));
                *holds
            }
            Self::Not(inner) => inner.apply(seen, reach, actions, pruned).not(),
            Self::All(parts) => {
                let mut holds = Truth::Yes;
                for part in parts {
                    holds = holds.min(part.apply(seen, reach.min(holds), actions, pruned));
                    if holds == Truth::No {
                        break;
                    }
                }
                holds
            }
            Self::Any(parts) => {
                let mut holds = Truth::No;
                for part in parts {
                    holds = holds.max(part.apply(seen, reach.min(holds.not()), actions, pruned));
                    if holds == Truth::Yes {
                        break;
                    }
                }
                holds
            }
            Self::Each(parts) => {
                let each = parts.iter().map(|part| part.apply(seen, reach, actions, pruned));
                each.last().unwrap_or(Truth::Yes)
            }
        }
    }
}

struct Parser<'a> {
    rest: std::slice::Iter<'a, Argument>,
    count: usize,
    numbers: BTreeMap<&'static str, usize>,
    below: bool,
    acts: bool,
}

impl Parser<'_> {
    /// The next word, which stays; the outer `None`: there is one and it is not known.
    fn peek(&self) -> Option<Option<&str>> {
        match self.rest.as_slice().first() {
            None => Some(None),
            Some(word) => word.text.known().map(Some),
        }
    }

    fn take(&mut self, words: &[&str]) -> Option<bool> {
        let taken = self.peek()?.is_some_and(|word| words.contains(&word));
        if taken {
            self.rest.next();
        }
        Some(taken)
    }

    fn each(&mut self, nesting: usize) -> Option<Node> {
        let mut parts = vec![self.any(nesting)?];
        while self.take(&[","])? {
            parts.push(self.any(nesting)?);
        }
        Some(Node::Each(parts))
    }

    fn any(&mut self, nesting: usize) -> Option<Node> {
        let mut parts = vec![self.all(nesting)?];
        while self.take(&["-o", "-or"])? {
            parts.push(self.all(nesting)?);
        }
        Some(Node::Any(parts))
    }

    fn all(&mut self, nesting: usize) -> Option<Node> {
        let mut parts = Vec::new();
        while let Some(word) = self.peek()? {
            if matches!(word, ")" | "," | "-o" | "-or") {
                break;
            }
            if !self.take(&["-a", "-and"])? {
                parts.push(self.one(nesting)?);
            }
        }
        Some(Node::All(parts))
    }

    fn one(&mut self, nesting: usize) -> Option<Node> {
        if nesting > MAX_NESTING {
            return None;
        }
        let at = self.count - self.rest.as_slice().len();
        let word = self.rest.next()?.text.known()?;
        let yes = Node::Constant(Truth::Yes);
        Some(match word {
            "!" | "-not" => Node::Not(Box::new(self.one(nesting + 1)?)),
            "(" => {
                let inner = self.each(nesting + 1)?;
                self.take(&[")"])?.then_some(inner)?
            }
            "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-iwholename" => {
                match self.rest.next()?.text.known() {
                    Some(pattern) => Node::Name {
                        pattern: pattern.to_owned(),
                        whole: word.ends_with("path") || word.ends_with("wholename"),
                        fold: word.starts_with("-i"),
                    },
                    None => Node::Constant(Truth::Maybe),
                }
            }
            "-type" => Node::Kind(self.rest.next()?.text.known()?.to_owned()),
            "-maxdepth" | "-mindepth" => {
                let number = self.rest.next()?.text.known()?.parse().ok()?;
                self.numbers.insert(if word == "-maxdepth" { "-maxdepth" } else { "-mindepth" }, number);
                yes
            }
            "-regextype" => {
                self.rest.next()?;
                yes
            }
            "-false" => Node::Constant(Truth::No),
            "-true" | "-daystart" | "-noleaf" | "-warn" | "-nowarn" | "-xdev" | "-mount" => yes,
            "-depth" | "-d" => {
                self.below = true;
                yes
            }
            "-prune" => Node::Prune,
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                self.acts = true;
                command(&mut self.rest);
                Node::Action(at, Truth::Maybe)
            }
            "-delete" => {
                (self.acts, self.below) = (true, true);
                Node::Action(at, Truth::Maybe)
            }
            "-print" | "-print0" | "-ls" => {
                self.acts = true;
                Node::Action(at, Truth::Yes)
            }
            "-printf" | "-fprint" | "-fprint0" | "-fls" => {
                self.acts = true;
                self.rest.next()?;
                Node::Action(at, Truth::Yes)
            }
            "-fprintf" => {
                self.acts = true;
                self.rest.nth(1)?;
                Node::Action(at, Truth::Yes)
            }
            "-empty" | "-executable" | "-readable" | "-writable" | "-nouser" | "-nogroup" | "-quit" => {
                Node::Constant(Truth::Maybe)
            }
            _ if TEXT.contains(&word)
                || word.starts_with("-newer")
                || matches!(word, "-samefile" | "-anewer" | "-cnewer") =>
            {
                self.rest.next()?;
                Node::Constant(Truth::Maybe)
            }
            _ => return None,
        })
    }
}
