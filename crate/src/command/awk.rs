//! awk programs.
//!
//! Owns what a program reads, writes and runs besides its operands: redirections of `print` and `getline`, pipes, `system`. It
//! knows nothing of awk's options.

use super::Argument;
use super::acting::Acting;
use super::paths::{flatten, unflatten};
use crate::access::{Certainty, Mode};
use crate::value::{Hole, Text};

/// Notes what the program does besides reading its operands.
pub(super) fn program(acting: &mut Acting<'_>, argument: &Argument) {
    let tokens = tokens(&flatten(&argument.text));
    // A comparison and an output redirection look the same: what a `>` means follows from the statement it is in.
    let mut printing = false;
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        let after = tokens.get(at + 1..).unwrap_or(&[]);
        match token {
            Token::Name(name) if name == "print" || name == "printf" => (printing, depth) = (true, 0),
            Token::Name(name) if name == "system" => {
                execute(acting, argument, operand(after.get(1..).unwrap_or(&[]), &tokens));
            }
            Token::Name(name) if name == "getline" => {
                let taken = after.iter().take(6).position(|token| *token == Token::Sign('<'));
                let ended = after.iter().position(|token| matches!(token, Token::Sign(';' | '\n' | '}' | ')')));
                if let Some(at) = taken.filter(|at| ended.is_none_or(|end| *at < end)) {
                    file(acting, argument, operand(after.get(at + 1..).unwrap_or(&[]), &tokens), Mode::Read);
                }
                let before = tokens.get(..at).unwrap_or(&[]);
                if let [.., Token::Text(command), Token::Sign('|')] = before {
                    execute(acting, argument, Some(unflatten(command)));
                } else if let [.., Token::Name(_), Token::Sign('|')] = before {
                    execute(acting, argument, Some(Text::hole(Hole::Any)));
                }
            }
            // An operand that the program gives itself is read.
            Token::Name(name) if name == "ARGV" => {
                let close = after.iter().take(16).position(|token| *token == Token::Sign(']')).unwrap_or(after.len());
                if let [Token::Sign('='), value @ ..] = after.get(close + 1..).unwrap_or(&[])
                    && value.first() != Some(&Token::Sign('='))
                {
                    file(acting, argument, operand(value, &tokens), Mode::Read);
                }
            }
            Token::Sign('(') => depth += 1,
            Token::Sign(')') => depth = depth.saturating_sub(1),
            Token::Sign(';' | '\n' | '{' | '}') => printing = false,
            Token::Sign('>') if printing && depth == 0 => file(acting, argument, operand(after, &tokens), Mode::Write),
            Token::Sign('|') if printing && depth == 0 => execute(acting, argument, operand(after, &tokens)),
            _ => {}
        }
    }
}

/// The expression at the beginning of `tokens`: strings and names, one after another. `None` if there is none.
fn operand(tokens: &[Token], program: &[Token]) -> Option<Text> {
    let mut text: Option<Text> = None;
    let mut inner = 0usize;
    for token in tokens {
        match token {
            Token::Text(part) => text.get_or_insert_default().append(&unflatten(part)),
            Token::Name(name) if is_number(name, program) => {
                text.get_or_insert_default().append(&Text::hole(Hole::Digits));
            }
            Token::Name(_) | Token::Sign('$') => {
                text.get_or_insert_default().append(&Text::hole(Hole::Any));
            }
            Token::Sign('(') => inner += 1,
            Token::Sign(')') if inner > 0 => inner -= 1,
            _ => break,
        }
    }
    text
}

/// Whether a name stands for a number: awk's counters, and variables that the program only ever counts with.
fn is_number(name: &str, program: &[Token]) -> bool {
    let number =
        |token: Option<&Token>| matches!(token, Some(Token::Name(n)) if n.starts_with(|c: char| c.is_ascii_digit()));
    if matches!(name, "NR" | "FNR" | "NF") || number(Some(&Token::Name(name.to_owned()))) {
        return true;
    }
    let mut counts = false;
    for (at, token) in program.iter().enumerate() {
        if !matches!(token, Token::Name(other) if other == name) {
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| program.get(at));
        let mut after = program.iter().skip(at + 1);
        match (after.next(), after.next()) {
            (Some(Token::Sign('=')), Some(Token::Sign('='))) => {}
            (Some(Token::Sign('=')), value) if number(value) => counts = true,
            (Some(Token::Sign('+' | '-')), Some(Token::Sign('+' | '-' | '='))) => counts = true,
            (Some(Token::Sign('=')), _) => return false,
            (Some(Token::Name(word)), _) if word == "in" => return false,
            _ => {}
        }
        // An argument, or what `getline` sets, may become any text; so may a field's number name a field.
        let set = matches!(before, Some(Token::Sign(',' | '$')))
            || matches!(before, Some(Token::Name(word)) if word == "getline");
        if set {
            return false;
        }
    }
    counts
}

fn file(acting: &mut Acting<'_>, argument: &Argument, text: Option<Text>, mode: Mode) {
    if let Some(text) = text.filter(|text| text.known() != Some("-")) {
        acting.possible(argument.span, text, mode);
    }
}

fn execute(acting: &mut Acting<'_>, argument: &Argument, command: Option<Text>) {
    let Some(text) = command else { return };
    acting.shell(Argument { text, ..argument.clone() }, Vec::new(), "awk".to_owned(), false);
    if let Some(run) = acting.effects.runs.last_mut() {
        run.certainty = Certainty::Possible;
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Text(String),
    /// A name or a number.
    Name(String),
    Sign(char),
}

fn tokens(program: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut chars = program.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let mut text = String::new();
                while let Some(c) = chars.next() {
                    match c {
                        '"' => break,
                        '\\' => match chars.next() {
                            Some('n') => text.push('\n'),
                            Some('t') => text.push('\t'),
                            Some(c) => text.push(c),
                            None => break,
                        },
                        c => text.push(c),
                    }
                }
                out.push(Token::Text(text));
            }
            '#' => while chars.next_if(|c| *c != '\n').is_some() {},
            // After a value a slash divides; anywhere else it begins a regular expression.
            '/' if !matches!(out.last(), Some(Token::Name(_) | Token::Text(_) | Token::Sign(')' | ']'))) => {
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => _ = chars.next(),
                        '/' | '\n' => break,
                        _ => {}
                    }
                }
                out.push(Token::Name(String::new()));
            }
            c if c.is_alphanumeric() || c == '_' || c == '\u{fffc}' => {
                let mut name = c.to_string();
                while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    name.push(c);
                }
                out.push(Token::Name(name));
            }
            '|' if chars.next_if_eq(&'|').is_some() => out.push(Token::Sign('∨')),
            '|' => {
                chars.next_if_eq(&'&');
                out.push(Token::Sign('|'));
            }
            '>' if chars.next_if_eq(&'=').is_some() => out.push(Token::Sign('≥')),
            '>' => {
                chars.next_if_eq(&'>');
                out.push(Token::Sign('>'));
            }
            '<' if chars.next_if_eq(&'=').is_some() => out.push(Token::Sign('≤')),
            ' ' | '\t' | '\r' => {}
            c => out.push(Token::Sign(c)),
        }
    }
    out
}
