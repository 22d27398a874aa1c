//! sed scripts.
//!
//! Owns what a script reads, writes and runs (GNU sed 4.9): `r`, `R`, `w`, `W`, `e`, and the flags `w` and `e` of `s`. It knows
//! nothing of sed's options.

use super::Argument;
use super::interpret::Acting;
use super::paths::{flatten, unflatten};
use crate::access::{Certainty, Mode};
use std::iter::Peekable;
use std::str::Chars;

/// Notes what the script does besides editing.
pub(super) fn script(acting: &mut Acting<'_>, argument: &Argument) {
    let text = flatten(&argument.text);
    let mut script = Script { chars: text.chars().peekable(), acting, argument };
    while script.command().is_some() {}
}

struct Script<'a, 'b> {
    chars: Peekable<Chars<'a>>,
    acting: &'a mut Acting<'b>,
    argument: &'a Argument,
}

impl Script<'_, '_> {
    /// One command; `None` at the end, or where the rest is no sed.
    fn command(&mut self) -> Option<()> {
        self.skip(|c| c.is_whitespace() || matches!(c, ';' | '{' | '}'));
        self.address()?;
        self.skip(|c| c.is_whitespace() || c == '!');
        match self.chars.next()? {
            's' => {
                let end = self.chars.next()?;
                self.until(end, true)?;
                self.until(end, false)?;
                self.flags();
            }
            'y' => {
                let end = self.chars.next()?;
                self.until(end, false)?;
                self.until(end, false)?;
            }
            'r' | 'R' => self.file(Mode::Read),
            'w' | 'W' => self.file(Mode::Write),
            'e' => {
                self.skip(|c| c == ' ' || c == '\t');
                let command = self.line();
                self.execute(&command);
            }
            // Their text goes to the end of the line; a backslash before it continues it.
            'a' | 'i' | 'c' => while self.line().ends_with('\\') {},
            'b' | 't' | 'T' | ':' | 'q' | 'Q' | 'l' | 'L' | 'v' => {
                self.skip(|c| !matches!(c, ';' | '\n' | '}'));
            }
            '#' => _ = self.line(),
            _ => {}
        }
        Some(())
    }

    fn address(&mut self) -> Option<()> {
        loop {
            match self.chars.peek()? {
                '/' => {
                    self.chars.next();
                    self.until('/', true)?;
                    self.skip(|c| matches!(c, 'I' | 'M'));
                }
                '\\' => {
                    self.chars.next();
                    let end = self.chars.next()?;
                    self.until(end, true)?;
                    self.skip(|c| matches!(c, 'I' | 'M'));
                }
                c if c.is_ascii_digit() || matches!(c, '$' | ',' | '~' | '+' | ' ' | '\u{fffc}') => {
                    _ = self.chars.next()
                }
                _ => return Some(()),
            }
        }
    }

    /// Past the next `end` that is not escaped and, in an expression, in no brackets.
    fn until(&mut self, end: char, expression: bool) -> Option<()> {
        let mut bracket = false;
        while let Some(c) = self.chars.next() {
            match c {
                '\\' => _ = self.chars.next()?,
                '[' if expression && !bracket && end != '[' => {
                    bracket = true;
                    // A bracket at the beginning is a member.
                    self.chars.next_if_eq(&'^');
                    self.chars.next_if_eq(&']');
                }
                ']' => bracket = false,
                c if c == end && !bracket => return Some(()),
                _ => {}
            }
        }
        None
    }

    fn flags(&mut self) {
        while let Some(c) = self.chars.peek().copied() {
            match c {
                'w' => {
                    self.chars.next();
                    return self.file(Mode::Write);
                }
                'e' => {
                    self.chars.next();
                    // What is executed is the edited line: it is not known.
                    self.acting.effects.unknown_code.push(self.argument.span);
                }
                c if c.is_ascii_alphanumeric() => _ = self.chars.next(),
                _ => return,
            }
        }
    }

    fn file(&mut self, mode: Mode) {
        self.skip(|c| c == ' ' || c == '\t');
        let name = self.line();
        let name = name.trim_end();
        if !name.is_empty() {
            self.acting.possible(self.argument.span, unflatten(name), mode);
        }
    }

    fn execute(&mut self, command: &str) {
        if command.trim().is_empty() {
            self.acting.effects.unknown_code.push(self.argument.span);
            return;
        }
        let script = Argument { text: unflatten(command), ..self.argument.clone() };
        self.acting.shell(script, Vec::new(), "sed e".to_owned(), false);
        if let Some(run) = self.acting.effects.runs.last_mut() {
            run.certainty = Certainty::Possible;
        }
    }

    fn line(&mut self) -> String {
        self.chars.by_ref().take_while(|c| *c != '\n').collect()
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        while self.chars.next_if(|c| skipped(*c)).is_some() {}
    }
}
