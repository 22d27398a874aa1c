//! Surfaces: which rules speak of what.
//!
//! Owns the names of the surfaces of files, their directions, and the place of a session's rules: after all others, turning
//! an `ask` into an `allow` and never a `deny`. It knows nothing of how a rule matches.

use super::config::{Action, Config, Rule};
use super::forms::{Forms, path_patterns, text_patterns};
use super::pattern::Pattern;
use super::rules::{Judgement, Rules};
use crate::access::Mode;
use crate::error::Error;
use crate::path::Surroundings;

/// The two questions that are asked of every access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Is this path allowed?
    Path,
    /// Is it allowed to leave the working directory for it?
    ExternalDirectory,
}

/// What an access does, as far as surfaces tell it apart. The last two refine `Write`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Read,
    Write,
    Delete,
    Execute,
}

impl Family {
    /// The name of its surface without a direction.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::ExternalDirectory => "external_directory",
        }
    }
}

/// Every family with every direction.
pub(super) fn directed() -> impl Iterator<Item = (Family, Direction)> {
    let directions = [Direction::Read, Direction::Write, Direction::Delete, Direction::Execute];
    [Family::Path, Family::ExternalDirectory].into_iter().flat_map(move |f| directions.map(|d| (f, d)))
}

/// The surfaces that speak of `direction`, from the general to the particular: a rule of the particular stands after those of
/// the general, wherever it is written.
pub(super) fn chain(family: Family, direction: Direction) -> Vec<String> {
    let suffixes: &[&str] = match direction {
        Direction::Read => &["", "_read"],
        Direction::Write => &["", "_write"],
        Direction::Delete => &["", "_write", "_delete"],
        Direction::Execute => &["", "_write", "_execute"],
    };
    suffixes.iter().map(|suffix| format!("{}{suffix}", family.name())).collect()
}

/// The directions of a mode. A connection goes both ways.
pub(super) fn directions(mode: Mode) -> &'static [Direction] {
    match mode {
        Mode::Read | Mode::Search | Mode::List | Mode::Metadata | Mode::Chdir | Mode::Link => &[Direction::Read],
        Mode::Write => &[Direction::Write],
        Mode::Delete => &[Direction::Delete],
        Mode::Execute => &[Direction::Execute],
        Mode::Network => &[Direction::Read, Direction::Write],
    }
}

/// The rules that speak of one thing.
pub(super) struct Surface {
    rules: Rules,
    session: Rules,
}

impl Surface {
    pub(super) fn of_paths(config: &Config, chain: &[String], surroundings: &Surroundings<'_>) -> Result<Self, Error> {
        Self::new(config, chain, |rule| path_patterns(&rule.pattern, rule.action == Action::Allow, surroundings))
    }

    pub(super) fn of_texts(config: &Config, name: &str, home: Option<&str>) -> Result<Self, Error> {
        Self::new(config, &[name.to_owned()], |rule| text_patterns(&rule.pattern, rule.action == Action::Allow, home))
    }

    fn new(config: &Config, chain: &[String], patterns: impl Fn(&Rule) -> Vec<String>) -> Result<Self, Error> {
        let compile = |rules: Vec<&Rule>| {
            Rules::new(rules.into_iter().map(|rule| (rule.clone(), patterns(rule)))).map_err(|error| {
                let name = chain.first().map_or("", String::as_str);
                Error::new(format!("config.permission.{name}"), format!("cannot be compiled: {error}"))
            })
        };
        let mut rules: Vec<(usize, &Rule)> =
            config.rules.iter().filter_map(|rule| Some((link(rule, chain)?, rule))).collect();
        rules.sort_by_key(|&(link, _)| link);
        let session = config.session.iter().filter(|rule| link(rule, chain).is_some()).collect();
        Ok(Self { rules: compile(rules.into_iter().map(|(_, rule)| rule).collect())?, session: compile(session)? })
    }

    pub(super) fn judge(&self, forms: &Forms, fallback: Action) -> Judgement {
        let judgement = self.rules.judge(forms, fallback);
        if judgement.action == Action::Deny {
            return judgement;
        }
        let session = self.session.judge(forms, judgement.action);
        let lifts_denial = judgement.may_deny && session.action == Action::Allow;
        if session.rule.is_none() || lifts_denial { judgement } else { session }
    }
}

/// The first surface of the chain that the rule speaks of.
fn link(rule: &Rule, chain: &[String]) -> Option<usize> {
    let name = Pattern::new(&rule.surface);
    chain.iter().position(|surface| name.matches(surface))
}
