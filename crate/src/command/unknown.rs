//! A program that is not in the catalog.
//!
//! Owns the guess: an argument of a path's shape is read and written. It knows nothing of programs.

use super::shape::path_shaped;
use super::{Argument, AtLink, Context, Effect, Effects};
use crate::access::{Certainty, Mode, Role};
use crate::value::Text;

/// What a program that nobody knows may do with `arguments`, which stand after the command word.
pub(super) fn unknown(arguments: &[Argument], context: &dyn Context) -> Effects {
    let mut effects = Effects::default();
    let mut options = true;
    for argument in arguments {
        if argument.text.known() == Some("--") {
            options = false;
            continue;
        }
        for text in parts(&argument.text, options) {
            if path_shaped(&text, context) {
                for mode in [Mode::Read, Mode::Write] {
                    effects.accesses.push(Effect {
                        text: text.clone(),
                        mode,
                        role: Role::Guessed,
                        certainty: Certainty::Possible,
                        span: argument.span,
                        base: None,
                        link: AtLink::Follows,
                    });
                }
            }
        }
    }
    effects
}

/// The texts of an argument that may be a path: an operand itself, what follows the `=`, what is glued to a letter.
pub(super) fn parts(text: &Text, options: bool) -> Vec<Text> {
    let value = text.split_once('=').filter(|(name, _)| is_name(name)).map(|(_, value)| value);
    if options && text.prefix().starts_with('-') {
        if let Some(value) = value {
            return vec![value];
        }
        let letter: String = text.prefix().chars().take(2).collect();
        let glued = text.strip_prefix(&letter).filter(|rest| rest.prefix().starts_with(['/', '~', '.']));
        return glued.into_iter().collect();
    }
    match value {
        Some(value) => vec![value],
        None => vec![text.clone()],
    }
}

/// What follows the first such character behind what is not known.
pub(super) fn after(text: &Text, separator: char) -> Option<Text> {
    let flat = super::paths::flatten(text);
    flat.split_once(separator).map(|(_, rest)| super::paths::unflatten(rest))
}

/// `NAME` or `--name-of`, and no path.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}
