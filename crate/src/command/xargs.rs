//! `xargs` and `parallel`: arguments that come in on standard input.
//!
//! Owns how lines become arguments. It knows nothing of where they come from.

use super::acting::Acting;
use super::find::replace;
use super::options::Level;
use super::{Argument, Output, Runnable, output};
use crate::access::Certainty;
use crate::value::{Hole, Piece, Text};

/// How many lines are told apart where each is a command of its own.
const MAX_LINES: usize = 64;

/// `xargs … command` (GNU findutils 4.9, xargs(1)).
pub(super) fn xargs(acting: &mut Acting<'_>, level: &Level, command: Vec<Argument>) {
    let mark = level.options().find(|(option, _)| matches!(option.main, "-I" | "-i" | "-J"));
    let mark = mark.map(|(_, values)| values.first().and_then(|value| value.text.known()).unwrap_or("{}").to_owned());
    let ends = match mark {
        _ if level.given("-0") || level.given("--null") => Ends::Nul,
        _ if level.given("-d") => Ends::Lines,
        Some(_) => Ends::Quoted,
        None => Ends::Blanks,
    };
    let source = source(acting, level);
    let lines = lines(&source, ends);
    let certainty = if lines.is_some() && matches!(&source, Output::Text(texts) if texts.len() == 1) {
        Certainty::Definite
    } else {
        Certainty::Possible
    };
    let span = acting.word.span;
    if mark.is_some() && lines.as_ref().is_some_and(Vec::is_empty) {
        return acting.told(Runnable::Vector(command), "xargs".to_owned());
    }
    let vectors: Vec<Vec<Argument>> = match (mark, lines) {
        (Some(mark), lines) => {
            let lines = lines.filter(|lines| lines.len() <= MAX_LINES);
            let lines = lines.unwrap_or_else(|| vec![Text::hole(Hole::Any)]);
            let fill = |line: &Text| {
                let put =
                    |argument: &Argument| Argument { text: replace(&argument.text, &mark, line), ..argument.clone() };
                command.iter().map(put).collect()
            };
            lines.iter().map(fill).collect()
        }
        (None, lines) => {
            let fed = match lines {
                Some(lines) => lines.into_iter().map(|text| Argument { text, span, open: false }).collect(),
                None => vec![Argument { text: Text::hole(Hole::Any), span, open: true }],
            };
            vec![command.into_iter().chain(fed).collect()]
        }
    };
    for vector in vectors {
        acting.run(Runnable::Vector(vector), "xargs".to_owned(), true);
        if let Some(run) = acting.effects.runs.last_mut() {
            run.certainty = certainty;
        }
    }
}

/// `parallel … command ::: arguments` (GNU parallel, parallel(1)): a shell runs the filled-in line.
pub(super) fn parallel(acting: &mut Acting<'_>, level: &Level, words: Vec<Argument>) {
    let is_source = |word: &Argument| matches!(word.text.known(), Some(":::" | ":::+" | "::::" | "::::+"));
    let at = words.iter().position(is_source).unwrap_or(words.len());
    let (command, sources) = words.split_at_checked(at).unwrap_or((&[], &[]));
    let mut lines: Vec<Text> = Vec::new();
    let mut files = false;
    for word in sources {
        match word.text.known() {
            Some(":::" | ":::+") => files = false,
            Some("::::" | "::::+") => files = true,
            _ if files => {
                acting.effect(word, word.text.clone(), crate::access::Mode::Read);
                lines.push(Text::hole(Hole::Any));
            }
            _ => lines.push(word.text.clone()),
        }
    }
    if sources.is_empty() {
        let fed = self::lines(&source(acting, level), Ends::Lines);
        lines = fed.unwrap_or_else(|| vec![Text::hole(Hole::Any)]);
    }
    if lines.len() > MAX_LINES {
        lines = vec![Text::hole(Hole::Any)];
    }
    let Some(first) = command.first() else {
        // Without a command the lines are commands.
        for text in lines {
            let script = Argument { text, ..acting.word.clone() };
            acting.shell(script, Vec::new(), "parallel".to_owned(), true);
        }
        return;
    };
    let span = command.iter().fold(first.span, |span, word| span.to(word.span));
    let filled = command.iter().any(|word| word.text.prefix().contains('{'));
    for line in lines {
        let mut text = Text::default();
        for (at, word) in command.iter().enumerate() {
            if at > 0 {
                text.push_str(" ");
            }
            let mut part = word.text.clone();
            for mark in ["{}", "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}"] {
                let by = if matches!(mark, "{}" | "{1}") { line.clone() } else { Text::hole(Hole::Any) };
                part = replace(&part, mark, &by);
            }
            text.append(&part);
        }
        if !filled {
            text.push_str(" ");
            text.append(&line);
        }
        // Arguments that are filled in are data: parallel quotes them.
        let what = Runnable::Shell { script: Argument { text, span, open: false }, arguments: Vec::new() };
        acting.run(what, "parallel".to_owned(), true);
    }
}

/// Where the arguments come from: a file that an option names, or standard input.
fn source(acting: &Acting<'_>, level: &Level) -> Output {
    let named = level.options().find(|(option, _)| matches!(option.main, "-a" | "--arg-file"));
    match named.and_then(|(_, values)| values.first()) {
        Some(file) => acting.context.held(&file.text),
        None => acting.context.stdin().clone(),
    }
}

/// What is read, as arguments; `None` where it cannot be known.
fn lines(source: &Output, ends: Ends) -> Option<Vec<Text>> {
    match source {
        Output::Files(_) | Output::Unknown => None,
        Output::Nothing => Some(Vec::new()),
        Output::Lines(lines) if matches!(ends, Ends::Lines | Ends::Nul) => Some(lines.clone()),
        Output::Text(texts) if ends == Ends::Nul => Some(texts.iter().flat_map(|text| text.lines('\0')).collect()),
        Output::Lines(lines) => {
            lines.iter().map(|line| items(line, ends)).collect::<Option<Vec<_>>>().map(|all| all.concat())
        }
        Output::Text(texts) => {
            let lines = texts.iter().flat_map(output::lines);
            lines.map(|line| items(&line, ends)).collect::<Option<Vec<_>>>().map(|all| all.concat())
        }
    }
}

/// Where an argument ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// At a blank; quotes and backslashes keep blanks in it.
    Blanks,
    /// At the line's end, quotes taken off (`-I`).
    Quoted,
    /// At the line's end (`-d`).
    Lines,
    /// At a NUL (`-0`).
    Nul,
}

/// The arguments that a line holds; `None` where blanks in a part that is not known would make more of them.
fn items(line: &Text, ends: Ends) -> Option<Vec<Text>> {
    if matches!(ends, Ends::Lines | Ends::Nul) {
        return Some(vec![line.clone()]);
    }
    let split = ends == Ends::Blanks;
    let mut out: Vec<Text> = Vec::new();
    let mut current: Option<Text> = None;
    let mut quote = None;
    for piece in line.pieces() {
        let Piece::Literal(literal) = piece else {
            if split && quote.is_none() && *piece == Piece::Hole(Hole::Any) {
                return None;
            }
            current.get_or_insert_default().push(piece.clone());
            continue;
        };
        let mut chars = literal.chars();
        while let Some(c) = chars.next() {
            match (c, quote) {
                (c, Some(q)) if c == q => quote = None,
                ('\'' | '"', None) => {
                    quote = Some(c);
                    current.get_or_insert_default();
                }
                (c, None) if c.is_ascii_whitespace() && (split || current.is_none()) => out.extend(current.take()),
                (c, _) => {
                    let c = if c == '\\' && quote.is_none() { chars.next().unwrap_or(c) } else { c };
                    current.get_or_insert_default().push_str(c.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }
    out.extend(current);
    Some(out)
}
