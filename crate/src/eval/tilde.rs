//! Tilde expansion.
//!
//! Owns what `~`, `~+`, `~-` and `~name` stand for, and where in a word they are looked for (Bash manual, 3.5.2).

use super::expand::is_name;
use super::state::State;
use super::{Evaluator, pattern};
use crate::value::{Piece, Text, Texts};

impl Evaluator<'_> {
    /// `~`, `~/x`, `~+`, `~-`, `~name` at the beginning of a word, and after `=` in a word of an assignment's shape.
    pub(super) fn tilde(&mut self, state: &State, text: &str, whole: bool) -> Texts {
        if text.starts_with('~') {
            return self.tilde_prefix(state, text, whole, pattern::live);
        }
        if let Some((name, value)) = text.split_once('=')
            && value.starts_with('~')
            && is_name(name)
        {
            return Texts::one(format!("{name}=")).concat(&self.tilde_prefix(state, value, whole, pattern::live));
        }
        Texts::one(pattern::live(text))
    }

    /// The same on the right side of an assignment, where `:` begins a new prefix and globs are text.
    pub(super) fn tilde_value(&mut self, state: &State, text: &str, whole: bool) -> Texts {
        if !text.contains('~') {
            return Texts::one(text);
        }
        let mut out = Texts::one("");
        let count = text.split(':').count();
        for (at, part) in text.split(':').enumerate() {
            if at > 0 {
                out = out.concat(&Texts::one(":"));
            }
            let texts = if part.starts_with('~') {
                self.tilde_prefix(state, part, whole || at + 1 < count, |text| Text::literal(text))
            } else {
                Texts::one(part)
            };
            out = out.concat(&texts);
        }
        out
    }

    /// `whole`: nothing follows `text` that could belong to the prefix.
    fn tilde_prefix(&mut self, state: &State, text: &str, whole: bool, rest_as: fn(&str) -> Text) -> Texts {
        let after = text.strip_prefix('~').unwrap_or(text);
        let (name, rest) = match after.find('/') {
            Some(at) => after.split_at(at),
            None if whole => (after, ""),
            None => return Texts::one(rest_as(text)),
        };
        let home = match name {
            "" => self.value(state, "HOME"),
            "+" => self.value(state, "PWD"),
            "-" => self.value(state, "OLDPWD"),
            "root" => Texts::one("/root"),
            _ if name.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()) => Texts::unknown(),
            _ if name.contains(['*', '?', '[', '=', '~', '!', '%', '#']) => return Texts::one(rest_as(text)),
            _ => {
                let mut text = Text::default();
                text.push(Piece::Home(name.to_owned()));
                Texts::one(text)
            }
        };
        home.concat(&Texts::one(rest_as(rest)))
    }
}
