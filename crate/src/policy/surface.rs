//! Surfaces: which rules speak of what.
//!
//! Owns the names of the surfaces of files, their directions, and the place of a session's rules: after all others, turning
//! an `ask` into an `allow` and never a `deny`. It knows nothing of how a rule matches.

use super::config::{Action, Rule};
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

/// The surfaces that are no tool of another extension.
fn known() -> impl Iterator<Item = String> {
    let directed = [Family::Path, Family::ExternalDirectory].into_iter().flat_map(|family| {
        ["", "_read", "_write", "_delete", "_execute"].map(|suffix| format!("{}{suffix}", family.name()))
    });
    let tools = ["bash", "powershell", "mcp", "skill", "read", "write", "edit", "grep", "find", "ls"];
    directed.chain(tools.map(str::to_owned))
}

/// Whether a surface of that name is foregate's own.
pub(super) fn is_one(name: &str) -> bool {
    known().any(|surface| surface == name)
}

/// Whether the patterns of a surface are of paths.
pub(super) fn holds_paths(name: &str) -> bool {
    name.starts_with(Family::Path.name()) && known().any(|surface| surface == name)
        || name.starts_with(Family::ExternalDirectory.name()) && known().any(|surface| surface == name)
        || super::FILE_TOOLS.contains(&name)
}

/// The surface that a name which is none is likely to mean: `Bash`, `external_directry`. Any other name is a tool's.
pub(super) fn likely(name: &str) -> Option<String> {
    if name.contains('*') || is_one(name) {
        return None;
    }
    let of_a_family = match name {
        "external" => Some(Family::ExternalDirectory),
        _ if name.starts_with("external_dir") => Some(Family::ExternalDirectory),
        _ if name.starts_with("path_") => Some(Family::Path),
        _ => None,
    };
    nearest(name, known()).or_else(|| of_a_family.map(|family| family.name().to_owned()))
}

/// Of some names the one that is meant by a name with a slip in it, if it is near enough.
pub(super) fn nearest<S: AsRef<str>>(name: &str, names: impl Iterator<Item = S>) -> Option<String> {
    let written: Vec<char> = name.chars().take(40).flat_map(char::to_lowercase).collect();
    // Two slips in a short word are another word.
    let slips = if written.len() < 8 { 1 } else { 2 };
    let near = names.map(|own| (distance(&written, &own.as_ref().chars().collect::<Vec<_>>()), own));
    let best = near.filter(|&(distance, _)| distance <= slips).min_by_key(|&(distance, _)| distance);
    best.map(|(_, own)| own.as_ref().to_owned())
}

/// How many letters have to be put in, taken out or exchanged to make `b` of `a` (Levenshtein).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        let mut next = vec![left];
        for (y, &above) in b.iter().zip(row.iter().skip(1)) {
            left = (diagonal + usize::from(x != y)).min(above + 1).min(left + 1);
            diagonal = above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

/// The rules of which a surface takes its own.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub rules: &'a [Rule],
    pub session: &'a [Rule],
}

/// The rules that speak of one thing.
pub(super) struct Surface {
    rules: Rules,
    session: Rules,
}

/// Which rules a surface has, in the order in which they count: of the configuration, and of the session.
pub(super) type Choice = (Vec<usize>, Vec<usize>);

impl Source<'_> {
    /// The rules of the surface at the end of `chain`.
    pub(super) fn choose(&self, chain: &[String]) -> Choice {
        let linked = |rules: &[Rule]| {
            let links = rules.iter().enumerate().filter_map(|(at, rule)| Some((link(rule, chain)?, at)));
            links.collect::<Vec<(usize, usize)>>()
        };
        let mut rules = linked(self.rules);
        rules.sort_by_key(|&(link, _)| link);
        let places = |rules: Vec<(usize, usize)>| rules.into_iter().map(|(_, at)| at).collect();
        (places(rules), places(linked(self.session)))
    }
}

impl Surface {
    pub(super) fn of_paths(
        source: Source<'_>,
        choice: &Choice,
        chain: &[String],
        surroundings: &Surroundings<'_>,
    ) -> Result<Self, Error> {
        let patterns = |rule: &Rule| path_patterns(&rule.pattern, rule.action == Action::Allow, surroundings);
        Self::new(source, choice, chain, patterns)
    }

    pub(super) fn of_texts(source: Source<'_>, name: &str, home: Option<&str>) -> Result<Self, Error> {
        let chain = [name.to_owned()];
        let patterns = |rule: &Rule| text_patterns(&rule.pattern, rule.action == Action::Allow, home);
        Self::new(source, &source.choose(&chain), &chain, patterns)
    }

    fn new(
        source: Source<'_>,
        (own, session): &Choice,
        chain: &[String],
        patterns: impl Fn(&Rule) -> Vec<String>,
    ) -> Result<Self, Error> {
        let compile = |rules: &[Rule], chosen: &[usize]| {
            let chosen = chosen.iter().filter_map(|&at| rules.get(at));
            Rules::new(chosen.map(|rule| (rule.clone(), patterns(rule)))).map_err(|error| {
                let name = chain.first().map_or("", String::as_str);
                Error::new(format!("config.permission.{name}"), format!("cannot be compiled: {error}"))
            })
        };
        Ok(Self { rules: compile(source.rules, own)?, session: compile(source.session, session)? })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_slip_in_it_is_likely_a_surface() {
        for (name, meant) in [
            ("external_directry", Some("external_directory")),
            ("External_Directory", Some("external_directory")),
            ("external_directory_wite", Some("external_directory_write")),
            ("Bash", Some("bash")),
            ("bsh", Some("bash")),
            ("skills", Some("skill")),
            ("paths", Some("path")),
            ("external", Some("external_directory")),
            ("external_dir", Some("external_directory")),
            ("external_directory_exec", Some("external_directory")),
            ("path_read_write", Some("path")),
            ("external_search", None),
            ("pathfinder", None),
            ("bash", None),
            ("task", None),
            ("web", None),
            ("chrome_*", None),
            ("lsp", Some("ls")),
            ("todowrite", None),
        ] {
            assert_eq!(likely(name).as_deref(), meant, "{name}");
        }
    }
}
