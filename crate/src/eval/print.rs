//! What `echo` and `printf` print.
//!
//! Owns the two builtins whose whole output follows from their arguments (Bash manual, 4.2): the value of `$(echo …)`, of
//! `printf -v`, and what comes out of `echo … | sh`. It knows nothing of what else programs print.

use super::ansi::{self, Kind};
use crate::command::{Argument, Output};
use crate::value::{Hole, Piece, Text, Texts};

/// What the command prints, to the last line break and with each NUL; `None` if it is neither.
pub(super) fn printed(argv: &[Argument]) -> Option<Output> {
    let (name, arguments) = argv.split_first()?;
    match name.text.known()? {
        "echo" => Some(echo(arguments)),
        "printf" => Some(printf(arguments)),
        _ => None,
    }
}

fn echo(arguments: &[Argument]) -> Output {
    let mut rest = arguments;
    let (mut escapes, mut line) = (false, true);
    while let Some((first, after)) = rest.split_first()
        && let Some(option) = first.text.known().and_then(|t| t.strip_prefix('-'))
        && !option.is_empty()
        && option.bytes().all(|b| matches!(b, b'n' | b'e' | b'E'))
    {
        for letter in option.bytes() {
            match letter {
                b'n' => line = false,
                letter => escapes = letter == b'e',
            }
        }
        rest = after;
    }
    let mut out = Text::default();
    for (at, argument) in rest.iter().enumerate() {
        if argument.open || at == 0 && may_be_option(&argument.text) {
            return Output::Unknown;
        }
        if at > 0 {
            out.push_str(" ");
        }
        if !escapes {
            out.append(&argument.text.unglobbed());
        } else if append_decoded(&mut out, &argument.text) {
            return Output::Text(Texts::one(out));
        }
    }
    if line {
        out.push_str("\n");
    }
    Output::Text(Texts::one(out))
}

/// An unknown word that may turn out to be `-n`.
fn may_be_option(text: &Text) -> bool {
    text.known().is_none() && matches!(text.prefix(), "-" | "-n" | "-e")
}

/// Puts `text` at the end with its escapes read; whether `\c` ended it.
fn append_decoded(out: &mut Text, text: &Text) -> bool {
    for piece in text.unglobbed().pieces() {
        match piece {
            Piece::Literal(literal) => {
                let decoded = ansi::decode(literal, Kind::Echo);
                out.push_str(&decoded.text);
                if decoded.ends {
                    return true;
                }
            }
            piece => out.push(piece.clone()),
        }
    }
    false
}

/// One part of a format.
enum Part {
    Text(String),
    Conversion { minus: bool, zero: bool, plain: bool, width: usize, precision: Option<usize>, letter: char },
}

fn printf(arguments: &[Argument]) -> Output {
    let rest = match arguments.first().and_then(|a| a.text.known()) {
        Some("-v") => arguments.get(2..).unwrap_or(&[]),
        Some("--") => arguments.get(1..).unwrap_or(&[]),
        _ => arguments,
    };
    let Some((format, rest)) = rest.split_first() else { return Output::Unknown };
    let Some(parts) = format.text.unglobbed().known().and_then(parse) else { return Output::Unknown };
    if format.open || rest.iter().any(|argument| argument.open) {
        return Output::Unknown;
    }
    let mut arguments = rest.iter().map(|a| &a.text);
    let mut out = Text::default();
    loop {
        let mut used = false;
        for part in &parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Conversion { letter, .. } => {
                    used = true;
                    let argument = arguments.next();
                    if *letter == 'b' {
                        if argument.is_some_and(|text| append_decoded(&mut out, text)) {
                            return Output::Text(Texts::one(out));
                        }
                    } else {
                        out.append(&converted(part, argument));
                    }
                }
            }
        }
        if !used || arguments.len() == 0 {
            return Output::Text(Texts::one(out));
        }
    }
}

/// The parts of a format; `None` if there is something in it that is not known here.
fn parse(format: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let (before, from) = rest.split_at(at);
        parts.push(Part::Text(ansi::decode(before, Kind::Format).text));
        let spec = from.get(1..)?;
        let flags = spec.find(|c: char| !"-+ #0".contains(c))?;
        let (flags, spec) = spec.split_at(flags);
        let (width, spec) = spec.split_at(spec.find(|c: char| !c.is_ascii_digit())?);
        let (precision, spec) = match spec.strip_prefix('.') {
            Some(spec) => {
                let (digits, spec) = spec.split_at(spec.find(|c: char| !c.is_ascii_digit())?);
                (Some(digits.parse().unwrap_or(0)), spec)
            }
            None => (None, spec),
        };
        let letter = spec.chars().next()?;
        match letter {
            '%' => parts.push(Part::Text("%".to_owned())),
            's' | 'b' | 'q' | 'c' | 'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'e' | 'f' | 'g' => {
                let width = width.parse().unwrap_or(0);
                parts.push(Part::Conversion {
                    minus: flags.contains('-'),
                    zero: flags.contains('0'),
                    plain: flags.chars().all(|c| matches!(c, '-' | '0')) && width <= 4096,
                    width,
                    precision,
                    letter,
                });
            }
            _ => return None,
        }
        rest = spec.get(letter.len_utf8()..)?;
    }
    parts.push(Part::Text(ansi::decode(rest, Kind::Format).text));
    Some(parts)
}

fn converted(part: &Part, argument: Option<&Text>) -> Text {
    let &Part::Conversion { minus, zero, plain, width, precision, letter } = part else { return Text::default() };
    let argument = argument.map(Text::unglobbed).unwrap_or_default();
    let text = match (letter, argument.known()) {
        ('s', Some(text)) if precision.is_none() => text.to_owned(),
        ('s', Some(text)) => text.get(..precision.unwrap_or(0).min(text.len())).unwrap_or(text).to_owned(),
        ('s', None) if width == 0 && precision.is_none() => return argument,
        ('c', Some(text)) => text.chars().take(1).collect(),
        ('d' | 'i' | 'u', Some(text)) if precision.is_none() => match number(text) {
            Some(number) => number.to_string(),
            None => return Text::hole(Hole::Digits),
        },
        ('d' | 'i' | 'u' | 'x' | 'o', _) => return Text::hole(Hole::Name),
        ('q', Some(text)) if !text.is_empty() && text.bytes().all(is_safe) => text.to_owned(),
        ('X' | 'e' | 'f' | 'g', _) => return Text::hole(Hole::Name),
        _ => return Text::hole(Hole::Any),
    };
    if !plain || width > 0 && !text.is_ascii() {
        return Text::hole(Hole::Any);
    }
    let padding = " ".repeat(width.saturating_sub(text.len()));
    Text::literal(if minus {
        format!("{text}{padding}")
    } else if zero && letter != 's' {
        format!("{text:0>width$}")
    } else {
        format!("{padding}{text}")
    })
}

fn number(text: &str) -> Option<i64> {
    match text {
        "" => Some(0),
        _ => text.parse().ok().filter(|_| !text.trim_start_matches(['-', '+']).starts_with('0') || text == "0"),
    }
}

/// What `%q` leaves as it is.
fn is_safe(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'+' | b':' | b'@' | b'%' | b'=')
}
