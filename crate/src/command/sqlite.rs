//! Commands of sqlite3's shell: `.read FILE`, `.backup FILE`.
//!
//! Owns which dot-commands name files (SQLite 3.40, sqlite3(1) and `.help`). SQL itself opens no file but by `ATTACH`.

use super::Argument;
use super::acting::Acting;
use super::paths::{flatten, unflatten};
use crate::access::Mode;

/// Notes the files of the dot-commands and of `ATTACH`.
pub(super) fn commands(acting: &mut Acting<'_>, argument: &Argument) {
    for line in flatten(&argument.text).lines() {
        let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches(['\'', '"', ';'])).collect();
        let (Some(first), Some(last)) = (words.first(), words.last().filter(|_| words.len() > 1)) else { continue };
        // `.output |command`: what is printed goes into it.
        if matches!(*first, ".read" | ".output" | ".once" | ".import")
            && let Some((_, command)) = line.split_once('|')
        {
            let script = Argument { text: unflatten(command.trim_end_matches(['\'', '"'])), ..argument.clone() };
            acting.shell(script, Vec::new(), format!("sqlite3 {first}"), false);
            continue;
        }
        let mode = match *first {
            ".read" | ".restore" | ".load" => Mode::Read,
            ".backup" | ".save" | ".output" | ".once" | ".clone" | ".log" | ".open" => Mode::Write,
            ".import" => {
                // The table is last: `.import --csv FILE TABLE`.
                if let Some(file) = words.iter().rev().nth(1) {
                    acting.possible(argument.span, unflatten(file), Mode::Read);
                }
                continue;
            }
            ".shell" | ".system" => {
                let rest = line.trim_start().split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
                let script = Argument { text: unflatten(rest), ..argument.clone() };
                acting.shell(script, Vec::new(), "sqlite3 .shell".to_owned(), false);
                continue;
            }
            first if first.eq_ignore_ascii_case("attach") => {
                let named = words.iter().skip(1).find(|word| !word.eq_ignore_ascii_case("database"));
                if let Some(file) = named {
                    acting.possible(argument.span, unflatten(file), Mode::Read);
                    acting.possible(argument.span, unflatten(file), Mode::Write);
                }
                continue;
            }
            _ => continue,
        };
        acting.possible(argument.span, unflatten(last), mode);
    }
}
