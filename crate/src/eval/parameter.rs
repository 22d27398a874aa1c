//! `$name` and `${…}`.
//!
//! Owns the operators of parameter expansion (Bash manual, 3.5.3). Exact on known values; on a value with holes each operator
//! gives no more than what surely holds.

use super::expand::positional;
use super::pattern::Pattern;
use super::state::{State, Value, Variable};
use super::{Evaluator, ansi};
use crate::coverage::Code;
use crate::syntax::tree::{Operation, Parameter, Word};
use crate::value::{Hole, Piece, Text, Texts};

/// What a parameter expansion gives.
#[derive(Debug)]
pub(super) enum Expanded<'t> {
    /// One value.
    One(Texts),
    /// An element each: `$@`, `${a[@]}`.
    Each(Vec<Texts>),
    /// Any number of elements, each one of these.
    Any(Texts),
    /// The operand, which is read as a part of the word: what `${x:-word}` gives where `x` is unset.
    Word(&'t Word),
}

/// A parameter before its operator.
enum Base {
    One(Variable),
    Each(Vec<Texts>),
    Any(Texts),
}

impl Evaluator<'_> {
    pub(super) fn parameter<'t>(&mut self, state: &mut State, parameter: &'t Parameter, quoted: bool) -> Expanded<'t> {
        let source = self.source();
        let name = parameter.name.of(&source).to_owned();
        if matches!(parameter.operation, Some(Operation::Bad)) {
            self.misread(&[parameter.span]);
            return Expanded::One(Texts::unknown());
        }
        if matches!(parameter.operation, Some(Operation::Names)) {
            return Expanded::Any(Texts::hole(Hole::Name));
        }
        let base = if parameter.indirect {
            self.indirect(state, &name, parameter)
        } else {
            self.base_of(state, &name, parameter)
        };
        if parameter.length {
            return Expanded::One(match base {
                Base::Each(elements) => Texts::one(elements.len().to_string()),
                Base::Any(_) => Texts::hole(Hole::Digits),
                Base::One(variable) => match variable.value.map(|v| v.scalar()) {
                    Some(texts) if !variable.may_be_unset => match texts.known() {
                        Some(text) => Texts::one(text.chars().count().to_string()),
                        None => Texts::hole(Hole::Digits),
                    },
                    Some(_) => Texts::hole(Hole::Digits),
                    None => Texts::one("0"),
                },
            });
        }
        if let Some(word) = operand(&base, parameter.operation.as_ref()) {
            return Expanded::Word(word);
        }
        let star = name == "*" || parameter.subscript.as_ref().is_some_and(|w| self.is_text(w, "*"));
        match base {
            Base::One(variable) => Expanded::One(self.operate(state, &name, variable, parameter.operation.as_ref())),
            Base::Each(elements) => {
                let positional = parameter.subscript.is_none();
                let elements = self.operate_each(state, elements, positional, parameter.operation.as_ref());
                match elements {
                    Expanded::Each(elements) if star && quoted => {
                        let separator = match self.separators(state) {
                            Some(separators) => separators.first().map(char::to_string).unwrap_or_default(),
                            None => return Expanded::One(Texts::unknown()),
                        };
                        Expanded::One(self.joined(&elements, &separator))
                    }
                    other => other,
                }
            }
            Base::Any(texts) => {
                let texts =
                    self.operate(state, &name, Variable::set(Value::Scalar(texts)), parameter.operation.as_ref());
                if star && quoted { Expanded::One(Texts::unknown()) } else { Expanded::Any(texts) }
            }
        }
    }

    fn is_text(&self, word: &Word, text: &str) -> bool {
        word.span.of(&self.source()) == text
    }

    fn base_of(&mut self, state: &mut State, name: &str, parameter: &Parameter) -> Base {
        match name {
            "@" | "*" => {
                return match positional(state) {
                    Ok(elements) => Base::Each(elements.to_vec()),
                    Err(texts) => Base::Any(texts.clone()),
                };
            }
            "#" => {
                let count = positional(state).ok().map(|elements| elements.len().to_string());
                return one(count.map_or_else(|| Texts::hole(Hole::Digits), Texts::one));
            }
            "?" | "$" | "!" => return one(Texts::hole(Hole::Digits)),
            "-" => return one(Texts::hole(Hole::Name)),
            "0" | "_" => {
                return match state.variable(name) {
                    Some(variable) => Base::One(variable.clone()),
                    None => one(Texts::unknown()),
                };
            }
            _ => {}
        }
        if let Ok(index) = name.parse::<usize>() {
            return match positional(state) {
                Ok(elements) => Base::One(match elements.get(index.wrapping_sub(1)) {
                    Some(texts) => Variable::set(Value::Scalar(texts.clone())),
                    None => Variable::unset(),
                }),
                Err(texts) => Base::One(Variable { may_be_unset: true, ..Variable::set(Value::Scalar(texts.clone())) }),
            };
        }
        let variable = self.variable(state, name);
        let Some(subscript) = &parameter.subscript else { return Base::One(variable) };
        if self.is_text(subscript, "@") || self.is_text(subscript, "*") {
            return match variable.value {
                None => Base::Each(Vec::new()),
                Some(Value::Array(elements)) if !variable.may_be_unset => Base::Each(elements),
                Some(Value::Scalar(texts))
                    if !variable.may_be_unset && texts.single().is_some_and(|t| !t.is_unknown()) =>
                {
                    Base::Each(vec![texts])
                }
                Some(Value::Keyed(elements)) if !variable.may_be_unset => {
                    Base::Each(elements.into_iter().map(|(_, texts)| texts).collect())
                }
                Some(value) => Base::Any(value.elements()),
            };
        }
        let index = self.text(state, subscript);
        let keyed = index.known().and_then(|key| variable.value.as_ref().and_then(|value| value.element(key)));
        if let Some(texts) = keyed {
            return Base::One(Variable { value: Some(Value::Scalar(texts.clone())), ..variable });
        }
        let index = self.arithmetic_value(state, &index);
        // A negative subscript counts from the end.
        let count = match &variable.value {
            Some(Value::Array(elements)) => elements.len(),
            _ => 1,
        };
        let index = index.and_then(|i| {
            if i < 0 { count.checked_sub(usize::try_from(i.unsigned_abs()).ok()?) } else { usize::try_from(i).ok() }
        });
        Base::One(match (&variable.value, index) {
            (Some(Value::Scalar(texts)), Some(0)) => Variable { value: Some(Value::Scalar(texts.clone())), ..variable },
            (Some(Value::Array(elements)), Some(index)) => match elements.get(index) {
                Some(texts) => Variable { value: Some(Value::Scalar(texts.clone())), ..variable },
                None => Variable::unset(),
            },
            (Some(value), _) => {
                let elements = value.elements();
                Variable { value: Some(Value::Scalar(elements)), may_be_unset: true, exported: false }
            }
            (None, _) => Variable::unset(),
        })
    }

    fn indirect(&mut self, state: &mut State, name: &str, parameter: &Parameter) -> Base {
        if parameter.subscript.is_some() {
            // `${!a[@]}`: the subscripts.
            return match self.variable(state, name) {
                Variable { value: Some(Value::Array(elements)), may_be_unset: false, .. } => {
                    Base::Each((0..elements.len()).map(|at| Texts::one(at.to_string())).collect())
                }
                Variable { value: None, .. } => Base::Each(Vec::new()),
                _ => Base::Any(Texts::unknown()),
            };
        }
        let pointer = self.variable(state, name);
        match pointer.value.map(|v| v.scalar()).as_ref().and_then(Texts::known) {
            Some(target) if super::expand::is_name(target) => Base::One(self.variable(state, target)),
            _ => one(Texts::unknown()),
        }
    }

    fn operate_each<'t>(
        &mut self,
        state: &mut State,
        elements: Vec<Texts>,
        positional: bool,
        operation: Option<&'t Operation>,
    ) -> Expanded<'t> {
        match operation {
            Some(Operation::Substring { offset, length }) => {
                let from = self.number(state, offset);
                let count = length.as_ref().map(|l| self.number(state, l));
                let mut elements = elements;
                if positional {
                    // `$@` counts from 1; at 0 stands `$0`.
                    elements.insert(
                        0,
                        state.variable("0").and_then(|v| v.value.as_ref()).map_or_else(Texts::unknown, Value::scalar),
                    );
                }
                let (Some(from), None | Some(Some(0..))) = (from, count) else {
                    return Expanded::Any(elements.iter().flat_map(Texts::iter).cloned().collect());
                };
                let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
                let from = if from < 0 { length.saturating_add(from) } else { from };
                let Ok(skip) = usize::try_from(from) else { return Expanded::Each(Vec::new()) };
                let take = count.flatten().and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
                Expanded::Each(elements.into_iter().skip(skip).take(take).collect())
            }
            None
            | Some(
                Operation::Default { .. }
                | Operation::Assign { .. }
                | Operation::Error { .. }
                | Operation::Alternative { .. },
            ) => Expanded::Each(if matches!(operation, Some(Operation::Alternative { .. })) {
                Vec::new()
            } else {
                elements
            }),
            Some(operation) => Expanded::Each(
                elements
                    .into_iter()
                    .map(|texts| self.operate(state, "", Variable::set(Value::Scalar(texts)), Some(operation)))
                    .collect(),
            ),
        }
    }

    /// A word that is expanded on one of two ways.
    fn possible_text(&mut self, state: &mut State, word: &Word) -> Texts {
        let certain = std::mem::replace(&mut self.certain, false);
        let texts = self.text(state, word);
        self.certain = certain;
        texts
    }

    fn number(&mut self, state: &mut State, word: &Word) -> Option<i64> {
        let texts = self.text(state, word);
        self.arithmetic_value(state, &texts)
    }

    fn operate(&mut self, state: &mut State, name: &str, variable: Variable, operation: Option<&Operation>) -> Texts {
        let value = variable.value.as_ref().map(Value::scalar);
        let Some(operation) = operation else { return maybe_empty(value, variable.may_be_unset) };
        match operation {
            Operation::Default { colon, word } => match presence(&variable, *colon) {
                Presence::Set => value.unwrap_or_else(Texts::unknown),
                Presence::Unset => self.text(state, word),
                Presence::Either => {
                    let mut texts = non_empty(value, *colon);
                    texts.join(&self.possible_text(state, word));
                    texts
                }
            },
            Operation::Assign { colon, word } => {
                let texts = match presence(&variable, *colon) {
                    Presence::Set => return value.unwrap_or_else(Texts::unknown),
                    Presence::Unset => self.text(state, word),
                    Presence::Either => {
                        let mut texts = non_empty(value, *colon);
                        texts.join(&self.possible_text(state, word));
                        texts
                    }
                };
                state
                    .set(name, Variable { exported: variable.exported, ..Variable::set(Value::Scalar(texts.clone())) });
                texts
            }
            Operation::Error { colon, word } => {
                match presence(&variable, *colon) {
                    Presence::Set => {}
                    Presence::Unset => {
                        self.text(state, word);
                        self.fatal = true;
                    }
                    Presence::Either => drop(self.possible_text(state, word)),
                }
                non_empty(value, *colon)
            }
            Operation::Alternative { colon, word } => match presence(&variable, *colon) {
                Presence::Set => self.text(state, word),
                Presence::Unset => Texts::one(""),
                Presence::Either => {
                    let mut both = self.possible_text(state, word);
                    both.insert(Text::default());
                    both
                }
            },
            Operation::RemovePrefix { longest, pattern } => {
                let pattern = self.pattern_text(state, pattern);
                strip(&maybe_empty(value, variable.may_be_unset), &pattern, true, *longest)
            }
            Operation::RemoveSuffix { longest, pattern } => {
                let pattern = self.pattern_text(state, pattern);
                strip(&maybe_empty(value, variable.may_be_unset), &pattern, false, *longest)
            }
            Operation::Replace { which, pattern, replacement } => {
                let pattern = self.pattern_text(state, pattern);
                let replacement = self.replacement(state, replacement);
                let slashless = |texts: &Texts| texts.iter().all(|t| !t.plain().contains('/') && !t.has_hole());
                let plain = slashless(&pattern) && pattern.known().is_some() && slashless(&replacement);
                let pattern = pattern.single().and_then(Pattern::new);
                let written = replacement.single().filter(|t| !t.has_hole());
                if value.is_none() {
                    return Texts::one("");
                }
                maybe_empty(value, variable.may_be_unset).map(|text| match (text.known(), &pattern, written) {
                    (Some(text), Some(pattern), Some(replacement)) => {
                        Text::literal(pattern.replace(text, *which, &|found| replaced(replacement, found)))
                    }
                    (None, Some(pattern), _) if plain && !text.pieces().contains(&Piece::Hole(Hole::Any)) => {
                        renamed(text, pattern)
                    }
                    _ => {
                        let slashless = slashless(&replacement) && !may_hold_slash(text);
                        Text::hole(if slashless { Hole::Name } else { Hole::Any })
                    }
                })
            }
            Operation::Substring { offset, length } => {
                let from = self.number(state, offset);
                let count = length.as_ref().map(|l| self.number(state, l));
                maybe_empty(value, variable.may_be_unset).map(|text| match (text.known(), from, count) {
                    (Some(text), Some(from), None) => substring(text, from, None),
                    (Some(text), Some(from), Some(Some(count))) => substring(text, from, Some(count)),
                    _ => Text::hole(part_of(text)),
                })
            }
            Operation::Case { upper, all, pattern } => {
                let pattern = self.pattern_text(state, pattern);
                let every = pattern.known() == Some("");
                let pattern = pattern.single().and_then(Pattern::new);
                maybe_empty(value, variable.may_be_unset).map(|text| match (text.known(), &pattern) {
                    (Some(text), Some(pattern)) => {
                        Text::literal(change_case(text, *upper, *all, |c| every || pattern.matches(c)))
                    }
                    _ => Text::hole(part_of(text)),
                })
            }
            Operation::Transform(letter) => {
                let source = self.source();
                // `@P` expands the value once more, as a prompt.
                let runs = |text: &Text| text.plain().contains("$(") || text.plain().contains('`');
                if letter.of(&source) == "P" && value.as_ref().is_some_and(|texts| texts.iter().any(runs)) {
                    self.miss(Code::UnknownCode, self.at);
                }
                match letter.of(&source) {
                    "U" | "u" | "L" => {
                        maybe_empty(value, variable.may_be_unset).map(|text| match (text.known(), letter.of(&source)) {
                            (Some(text), "U") => Text::literal(text.to_uppercase()),
                            (Some(text), "L") => Text::literal(text.to_lowercase()),
                            (Some(text), _) => Text::literal(change_case(text, true, false, |_| true)),
                            (None, _) => Text::hole(part_of(text)),
                        })
                    }
                    "E" => maybe_empty(value, variable.may_be_unset).map(|text| match text.known() {
                        Some(text) => Text::literal(ansi::decode(text, ansi::Kind::Quoted).text),
                        None => Text::hole(Hole::Any),
                    }),
                    "Q" if value.is_none() => Texts::one(""),
                    "Q" => maybe_empty(value, variable.may_be_unset).map(|text| match text.known() {
                        Some(text) if !text.contains(|c: char| c.is_control()) => {
                            Text::literal(format!("'{}'", text.replace('\'', "'\\''")))
                        }
                        _ => Text::hole(Hole::Any),
                    }),
                    "a" => Texts::hole(Hole::Name),
                    _ => Texts::unknown(),
                }
            }
            Operation::Names => Texts::hole(Hole::Name),
            Operation::Bad => Texts::unknown(),
        }
    }
}

/// The operand, where it surely stands in for the value.
fn operand<'t>(base: &Base, operation: Option<&'t Operation>) -> Option<&'t Word> {
    let (colon, word, instead) = match operation? {
        Operation::Default { colon, word } => (*colon, word, false),
        Operation::Alternative { colon, word } => (*colon, word, true),
        _ => return None,
    };
    let set = match base {
        Base::One(variable) => match presence(variable, colon) {
            Presence::Set => true,
            Presence::Unset => false,
            Presence::Either => return None,
        },
        Base::Each(elements) => match elements.as_slice() {
            [] => false,
            [one] if colon => one.known() != Some(""),
            _ => true,
        },
        Base::Any(_) => return None,
    };
    (set == instead).then_some(word)
}

fn one(texts: Texts) -> Base {
    Base::One(Variable::set(Value::Scalar(texts)))
}

enum Presence {
    Set,
    Unset,
    Either,
}

/// Whether the parameter counts as set; with a colon an empty value does not.
fn presence(variable: &Variable, colon: bool) -> Presence {
    let Some(value) = &variable.value else { return Presence::Unset };
    let texts = value.scalar();
    let empty = texts.iter().filter(|t| t.is_empty()).count();
    let surely_not_empty =
        texts.iter().all(|t| t.pieces().iter().any(|p| !matches!(p, Piece::Hole(_))) || is_digits(t));
    if variable.may_be_unset {
        Presence::Either
    } else if !colon || surely_not_empty {
        Presence::Set
    } else if empty == texts.len() {
        Presence::Unset
    } else {
        Presence::Either
    }
}

fn is_digits(text: &Text) -> bool {
    text.pieces().iter().all(|p| matches!(p, Piece::Hole(Hole::Digits))) && !text.is_empty()
}

/// The replacement with what was found in place of its live `&`.
fn replaced(replacement: &Text, found: &str) -> String {
    let mut out = String::new();
    for piece in replacement.pieces() {
        match piece {
            Piece::Glob(_) => out.push_str(found),
            Piece::Literal(text) | Piece::Home(text) => out.push_str(text),
            Piece::Hole(_) | Piece::Made(_) => {}
        }
    }
    out
}

/// The value, and the empty text beside it if it may be unset.
fn maybe_empty(value: Option<Texts>, may_be_unset: bool) -> Texts {
    match value {
        None => Texts::one(""),
        // A hole may be empty as it is.
        Some(texts) if !may_be_unset || texts.iter().any(Text::is_unknown) => texts,
        Some(mut texts) => {
            texts.insert(Text::default());
            texts
        }
    }
}

/// The texts that are not empty.
fn non_empty(value: Option<Texts>, colon: bool) -> Texts {
    match value {
        Some(texts) if colon => texts.iter().filter(|t| !t.is_empty()).cloned().collect(),
        Some(texts) => texts,
        None => Texts::unknown(),
    }
}

fn may_hold_slash(text: &Text) -> bool {
    text.pieces().iter().any(|p| match p {
        Piece::Literal(text) => text.contains('/'),
        Piece::Hole(hole) => matches!(hole, Hole::Any | Hole::Below),
        Piece::Glob(_) | Piece::Made(_) => false,
        Piece::Home(_) => true,
    })
}

/// What an unknown part of `text` can be.
fn part_of(text: &Text) -> Hole {
    if is_digits(text) {
        Hole::Digits
    } else if may_hold_slash(text) {
        Hole::Any
    } else {
        Hole::Name
    }
}

fn strip(texts: &Texts, pattern: &Texts, front: bool, longest: bool) -> Texts {
    let matcher = pattern.single().and_then(Pattern::new);
    let written = pattern.single().map(Text::plain).unwrap_or_default();
    let each = |text: &Text| match (text.known(), &matcher) {
        (Some(known), Some(matcher)) => vec![Text::literal(matcher.strip(known, front, longest))],
        _ => strip_unknown(text, &written, front, longest),
    };
    texts.iter().flat_map(each).collect()
}

/// The common shapes on a text with holes: `${x##*/}`, `${x%/*}`, `${x%.ext}`.
fn strip_unknown(text: &Text, pattern: &str, front: bool, longest: bool) -> Vec<Text> {
    let unknown = || vec![Text::hole(part_of(text))];
    if front {
        return if pattern == "*/" && longest { vec![last_component(text)] } else { unknown() };
    }
    if pattern == "/*" && !longest {
        return parent(text).map_or_else(unknown, |parent| vec![parent]);
    }
    let matcher = Pattern::new(&super::pattern::live(pattern));
    let (Some(matcher), Some((last, before)), false) = (matcher, text.pieces().split_last(), pattern.contains('/'))
    else {
        return unknown();
    };
    match (last, before) {
        (Piece::Literal(last), _) => {
            let shorter = matcher.strip(last, false, longest);
            if shorter.len() < last.len() && (!longest || last.contains('/')) {
                vec![collect(before.iter().cloned(), shorter)]
            } else if !pattern.contains(['*', '?', '[']) && !pattern.ends_with(last.as_str()) {
                vec![text.clone()]
            } else {
                unknown()
            }
        }
        (Piece::Hole(_) | Piece::Made(_), [] | [Piece::Literal(_)]) => {
            let literal = text.prefix();
            // The hole as a character that no pattern names: what is taken off where it holds no match itself.
            let marked = format!("{literal}\u{1}");
            let cut = Some(matcher.strip(&marked, false, longest)).filter(|cut| cut.len() <= literal.len());
            let cut = cut.map(Text::literal);
            if longest && cut.is_some() {
                return cut.into_iter().collect();
            }
            // Otherwise the match begins in the last component, which is an unknown name then.
            let hole = match last {
                Piece::Hole(hole) if *hole != Hole::Digits => *hole,
                _ => Hole::Name,
            };
            let directory = literal.get(..literal.rfind('/').map_or(0, |at| at + 1)).unwrap_or("");
            let named = Text::literal(directory).concat(&Text::hole(hole));
            cut.into_iter().chain([named]).collect()
        }
        (Piece::Glob(_), _) => vec![text.clone()],
        _ => unknown(),
    }
}

/// What stands before the last slash; a list of files below a directory gives directories below it. `None` where the last slash
/// cannot be placed.
fn parent(text: &Text) -> Option<Text> {
    let pieces = text.pieces();
    for (at, piece) in pieces.iter().enumerate().rev() {
        match piece {
            Piece::Literal(literal) => {
                if let Some(slash) = literal.rfind('/') {
                    return Some(collect(pieces.iter().take(at).cloned(), literal.get(..slash).unwrap_or("")));
                }
            }
            Piece::Hole(Hole::Below) => return Some(collect(pieces.iter().take(at + 1).cloned(), "")),
            Piece::Hole(Hole::Any) | Piece::Home(_) => return None,
            Piece::Glob(_) | Piece::Hole(_) | Piece::Made(_) => {}
        }
    }
    Some(text.clone())
}

/// `text` after a replacement of something without a slash by something without a slash: every component that may have changed is
/// an unknown name, in its place.
fn renamed(text: &Text, pattern: &Pattern) -> Text {
    let mut out = Text::default();
    let mut component = Text::default();
    let settle = |component: &mut Text, out: &mut Text| {
        let done = std::mem::take(component);
        match done.known() {
            Some(known)
                if pattern.replace(known, crate::syntax::tree::Matches::First, &|_| "\0".to_owned()) == known =>
            {
                out.append(&done)
            }
            _ => {
                let below = done.pieces().iter().any(|p| matches!(p, Piece::Hole(Hole::Below)));
                out.push(Piece::Hole(if below { Hole::Below } else { Hole::Name }));
            }
        }
    };
    for piece in text.pieces() {
        let Piece::Literal(literal) = piece else {
            component.push(piece.clone());
            continue;
        };
        for (at, part) in literal.split('/').enumerate() {
            if at > 0 {
                settle(&mut component, &mut out);
                out.push_str("/");
            }
            component.push_str(part);
        }
    }
    settle(&mut component, &mut out);
    out
}

fn collect(pieces: impl Iterator<Item = Piece>, rest: &str) -> Text {
    let mut out = Text::default();
    for piece in pieces {
        out.push(piece);
    }
    out.push_str(rest);
    out
}

/// What stands after the last slash.
fn last_component(text: &Text) -> Text {
    let mut out = Text::default();
    for piece in text.pieces() {
        match piece {
            Piece::Literal(literal) => match literal.rfind('/') {
                Some(at) => out = Text::literal(literal.get(at + 1..).unwrap_or("")),
                None => out.push_str(literal),
            },
            Piece::Hole(Hole::Any | Hole::Below) => out = Text::hole(Hole::Name),
            Piece::Home(_) => out = Text::hole(Hole::Name),
            piece => out.push(piece.clone()),
        }
    }
    out
}

fn substring(text: &str, from: i64, count: Option<i64>) -> Text {
    let chars: Vec<char> = text.chars().collect();
    let length = i64::try_from(chars.len()).unwrap_or(i64::MAX);
    let start = if from < 0 { length + from } else { from };
    if start < 0 || start > length {
        return Text::default();
    }
    let end = match count {
        None => length,
        Some(count) if count < 0 => length + count,
        Some(count) => start.saturating_add(count).min(length),
    };
    let range = usize::try_from(start).unwrap_or(0)..usize::try_from(end).unwrap_or(0);
    Text::literal(chars.get(range).map(|c| c.iter().collect::<String>()).unwrap_or_default())
}

/// The first character, or all of them, in another case where `takes` takes it.
fn change_case(text: &str, upper: bool, all: bool, takes: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    for (at, c) in text.chars().enumerate() {
        let own = c.to_string();
        out.push_str(&match takes(&own) && (all || at == 0) {
            true if upper => own.to_uppercase(),
            true => own.to_lowercase(),
            false => own,
        });
    }
    out
}
