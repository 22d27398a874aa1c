//! Tilde expansion.
//!
//! Owns what `~`, `~+`, `~-` and `~name` stand for, and where in a word they are looked for (Bash manual, 3.5.2).

use super::expand::is_name;
use super::state::State;
use super::{Evaluator, pattern};
use crate::value::{Piece, Text, Texts};

impl Evaluator<'_> {
    /// `~`, `~/x`, `~+`, `~-`, `~name` at the beginning of a word.
    pub(super) fn tilde(&mut self, state: &State, text: &str, whole: bool) -> Texts {
        if text.starts_with('~') {
            return self.tilde_prefix(state, text, whole, pattern::live);
        }
        Texts::one(pattern::live(text))
    }

    /// The same in a word that has the form of an assignment but is an argument, where globs are live: `dd of=~/x`.
    pub(super) fn tilde_assignment(&mut self, state: &State, text: &str, whole: bool) -> Texts {
        match text.split_once('=') {
            Some((name, value)) if is_name(name) && value.contains('~') => {
                Texts::one(format!("{name}=")).concat(&self.tilde_parts(state, value, whole, pattern::live))
            }
            _ => Texts::one(pattern::live(text)),
        }
    }

    /// On the right side of an assignment `:` begins a new prefix, and globs are text.
    pub(super) fn tilde_value(&mut self, state: &State, text: &str, whole: bool) -> Texts {
        if !text.contains('~') {
            return Texts::one(text);
        }
        self.tilde_parts(state, text, whole, |text| Text::literal(text))
    }

    /// Whether `name` is whom Pi runs for, as the environment says it.
    pub(super) fn is_user(&self, name: &str) -> bool {
        let said = |variable| self.environment.env.and_then(|env| env.get(variable)).is_some_and(|user| user == name);
        self.base.home.is_some() && (said("USER") || said("LOGNAME"))
    }

    fn tilde_parts(&mut self, state: &State, text: &str, whole: bool, rest_as: fn(&str) -> Text) -> Texts {
        let mut out = Texts::one("");
        let count = text.split(':').count();
        for (at, part) in text.split(':').enumerate() {
            if at > 0 {
                out = out.concat(&Texts::one(":"));
            }
            let texts = if part.starts_with('~') {
                self.tilde_prefix(state, part, whole || at + 1 < count, rest_as)
            } else {
                Texts::one(rest_as(part))
            };
            out = out.concat(&texts);
        }
        out
    }

    /// `whole`: nothing follows `text` that could belong to the prefix.
    fn tilde_prefix(&mut self, state: &State, text: &str, whole: bool, rest_as: fn(&str) -> Text) -> Texts {
        let after = text.strip_prefix('~').unwrap_or(text);
        let (name, rest) = match after.find(['/', ':']) {
            Some(at) => after.split_at(at),
            None if whole => (after, ""),
            None => return Texts::one(rest_as(text)),
        };
        let home = match name {
            // Without `HOME` it is the directory that the system has for the user.
            "" => match self.variable(state, "HOME").value {
                Some(value) => value.scalar(),
                None => self.base.variable("HOME").value.map_or_else(Texts::unknown, |value| value.scalar()),
            },
            "+" => self.value(state, "PWD"),
            "-" => self.value(state, "OLDPWD"),
            "root" => Texts::one("/root"),
            _ if self.is_user(name) => self.base.variable("HOME").value.map_or_else(Texts::unknown, |v| v.scalar()),
            _ if name.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()) => Texts::unknown(),
            _ if name.contains(['*', '?', '[', '=', '~', '!', '%', '#']) => return Texts::one(rest_as(text)),
            _ => {
                let mut text = Text::default();
                text.push(Piece::Home(name.into()));
                Texts::one(text)
            }
        };
        home.concat(&Texts::one(rest_as(rest)))
    }
}
