//! A rule's own examples.
//!
//! Owns the one question whether a rule matches what it says it matches. Which rule decides is not asked: an example is about
//! one pattern.

use super::config::{Action, Rule};
use super::cursor::Flaw;
use super::forms::{expand_home, fold, path_patterns, text_patterns};
use super::layer::Layer;
use super::pattern::Pattern;
use super::surface;
use crate::access::Mode;
use crate::path::{Directory, Surroundings};
use crate::value::Text;

/// The examples that do not hold.
pub(super) fn flaws(layer: &Layer, surroundings: &Surroundings<'_>) -> Vec<Flaw> {
    let wrong =
        layer.examples.iter().filter(|(rule, example)| matches(rule, &example.text, surroundings) != example.matches);
    wrong.map(|(_, example)| example.flaw.clone()).collect()
}

fn matches(rule: &Rule, example: &str, surroundings: &Surroundings<'_>) -> bool {
    let allows = rule.action == Action::Allow;
    if !surface::holds_paths(&rule.surface) {
        let patterns = text_patterns(&rule.pattern, allows, surroundings.home);
        return patterns.iter().any(|pattern| Pattern::new(pattern).matches(example));
    }
    let folds = super::folds(surroundings.platform.flavor());
    let written = expand_home(example, surroundings.home);
    let directory = Directory::Known(surroundings.cwd.to_owned());
    let place = surroundings.place(&directory, &Text::literal(written.as_str()), Mode::Metadata);
    let mut forms = vec![fold(folds, &written)];
    forms.extend(place.iter().filter_map(|place| place.lexical.as_ref()?.known()).map(|path| fold(folds, path)));
    let patterns = path_patterns(&rule.pattern, allows, surroundings);
    patterns.iter().map(|pattern| Pattern::new(pattern)).any(|pattern| forms.iter().any(|form| pattern.matches(form)))
}
