//! Configuration to rules to an action.
//!
//! Owns surfaces and what their rules say to a path, a command's text or a tool. It knows nothing of bash, of how an access
//! was found, or of how an answer is told: `eval/` and `gate/` do.

mod config;
mod cursor;
mod edit;
mod examples;
mod forbidden;
mod forms;
mod frontmatter;
mod json;
mod jsonc;
mod layer;
mod merge;
mod migrate;
mod outline;
mod pattern;
mod preset;
mod report;
mod rules;
mod salvage;
#[cfg(test)]
pub(crate) mod schema;
mod slip;
mod sources;
mod surface;

pub use config::{Action, Config, MAX_TIMEOUT, Origin, Rule, ShellTool, Tier};
pub(crate) use cursor::{Cursor, Flaw};
pub(crate) use edit::{Around, add_rules};
pub use forms::{Form, Forms};
pub use json::Json;
pub use jsonc::MAX_BYTES;
pub use migrate::{Migration, migrate};
pub use pattern::{Letter, Match, Pattern};
pub use report::{Configuration, Problem, RuleReport, SettingReport};
pub use rules::Judgement;
pub(crate) use sources::Resolved;
pub use sources::{Kind, Scope, SourceFile, Sources};
pub use surface::Family;

use crate::access::{Access, Mode};
use crate::error::Error;
use crate::path::{Flavor, Place, Surroundings};
use crate::value::Text;
use forbidden::Forbidden;
use forms::Cwd;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use surface::{Choice, Source, Surface};

/// A configuration, compiled once for a session.
pub struct Policy {
    config: Config,
    cwd: Cwd,
    /// The configuration's own rules, then those that can only tighten.
    tiers: Vec<Compiled>,
    home: Option<String>,
    forbidden: Forbidden,
}

/// Rules that answer together.
struct Compiled {
    fallback: Action,
    /// By name: every surface of the files, every tool that the rules name.
    surfaces: BTreeMap<String, Arc<Surface>>,
}

/// The tools whose surface holds patterns of paths.
const FILE_TOOLS: [&str; 6] = ["read", "write", "edit", "grep", "find", "ls"];

impl Policy {
    /// Compiles the rules of `config`; patterns of paths are made canonical as the file system is now.
    ///
    /// # Errors
    ///
    /// A surface whose rules cannot be compiled, which only their size can bring about.
    pub fn new(config: Config, surroundings: &Surroundings<'_>) -> Result<Self, Error> {
        let own = std::iter::once((config.fallback, config.rules.as_slice()));
        let all = own.chain(config.tiers.iter().map(|tier| (tier.fallback, tier.rules.as_slice())));
        let tiers = all
            .map(|(fallback, rules)| Compiled::new(fallback, Source { rules, session: &config.session }, surroundings))
            .collect::<Result<_, _>>()?;
        let forbidden = Forbidden::new(&config.forbidden_paths, surroundings);
        let home = surroundings.home.map(str::to_owned);
        Ok(Self { cwd: Cwd::new(surroundings), home, forbidden, tiers, config })
    }

    /// The configuration that was compiled.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What the rules of `family` say to an access; for [`Family::Path`] a path that no rule matches is allowed.
    #[must_use]
    pub fn access(&self, family: Family, access: &Access) -> Judgement {
        let forms = self.forms(&access.place, access.mode);
        let judgements = surface::directions(access.mode).iter().map(|&direction| {
            let chain = surface::chain(family, direction);
            self.judge(chain.last().map_or("", String::as_str), &forms, family == Family::Path)
        });
        most_restrictive(judgements).unwrap_or(Judgement::fallback(self.config.fallback))
    }

    /// Whether a path is what `mktemp` makes, or below it, and the setting `temporary` frees that: a name that nobody can know
    /// before the call is nobody's yet.
    #[must_use]
    pub fn frees(&self, place: &Place) -> bool {
        self.config.temporary == Action::Allow && place.is_made()
    }

    /// The name of the surface that answers for `family` and `mode` alone: what a session's approval is written to.
    #[must_use]
    pub fn surface_name(family: Family, mode: Mode) -> String {
        match surface::directions(mode) {
            [direction] => surface::chain(family, *direction).into_iter().next_back().unwrap_or_default(),
            _ => family.name().to_owned(),
        }
    }

    /// What the surface of a file tool says to the path that it is given.
    #[must_use]
    pub fn file_tool(&self, tool: &str, access: &Access) -> Judgement {
        self.judge(tool, &self.forms(&access.place, access.mode), false)
    }

    /// What a surface of texts says: `allowed` are the texts that an `allow` may match, `other` those that an `ask` or a
    /// `deny` may match besides.
    #[must_use]
    pub fn texts(&self, surface: &str, allowed: &[Text], other: &[Text]) -> Judgement {
        self.judge(surface, &Forms::texts(allowed, other), false)
    }

    /// What `blockFindRoot` says to a starting point of `find`: the action, and the forbidden path as it is written.
    #[must_use]
    pub fn find_root(&self, place: &Place) -> Option<(Action, &str)> {
        self.forbidden.judge(place)
    }

    /// Whether a tool's surface holds patterns of paths.
    #[must_use]
    pub fn is_file_tool(tool: &str) -> bool {
        FILE_TOOLS.contains(&tool)
    }

    /// What is searched or removed is the whole tree.
    fn forms(&self, place: &Place, mode: Mode) -> Forms {
        Forms::of(place, matches!(mode, Mode::Search | Mode::Delete), &self.cwd)
    }

    /// `own`: the surface speaks only by a rule of its own.
    fn judge(&self, surface: &str, forms: &Forms, own: bool) -> Judgement {
        let sources =
            std::iter::once(self.config.rules.as_slice()).chain(self.config.tiers.iter().map(|t| t.rules.as_slice()));
        let judgements = self.tiers.iter().zip(sources).map(|(tier, rules)| {
            let fallback = if own { Action::Allow } else { tier.fallback };
            match tier.surfaces.get(surface) {
                Some(surface) => surface.judge(forms, fallback),
                // A tool that is not named, but that a key with a wildcard may mean.
                None => {
                    let source = Source { rules, session: &self.config.session };
                    match Surface::of_texts(source, surface, self.home.as_deref()) {
                        Ok(surface) => surface.judge(forms, fallback),
                        Err(_) => Judgement::fallback(fallback.max(Action::Ask)),
                    }
                }
            }
        });
        most_restrictive(judgements).unwrap_or(Judgement::fallback(self.config.fallback))
    }
}

impl Compiled {
    fn new(fallback: Action, source: Source<'_>, surroundings: &Surroundings<'_>) -> Result<Self, Error> {
        let mut surfaces: BTreeMap<String, Arc<Surface>> = BTreeMap::new();
        // Most surfaces of paths have the same rules, or none: they are compiled once.
        let mut shared: BTreeMap<Choice, Arc<Surface>> = BTreeMap::new();
        let directed = surface::directed().map(|(family, direction)| surface::chain(family, direction));
        for chain in directed.chain(FILE_TOOLS.map(|tool| vec![tool.to_owned()])) {
            let surface = match shared.entry(source.choose(&chain)) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(place) => {
                    let surface = Arc::new(Surface::of_paths(source, place.key(), &chain, surroundings)?);
                    place.insert(surface).clone()
                }
            };
            surfaces.insert(chain.last().cloned().unwrap_or_default(), surface);
        }
        let named = source.rules.iter().chain(source.session).map(|rule| rule.surface.clone());
        for name in named.chain(["bash".to_owned()]) {
            if let Entry::Vacant(place) = surfaces.entry(name) {
                let surface = Surface::of_texts(source, place.key(), surroundings.home)?;
                place.insert(Arc::new(surface));
            }
        }
        Ok(Self { fallback, surfaces })
    }
}

/// Of several answers the one that counts: the first of the most restrictive. No approval lifts a denial that any of them may be.
fn most_restrictive(judgements: impl Iterator<Item = Judgement>) -> Option<Judgement> {
    let mut may_deny = false;
    let counts = judgements.reduce(|first, next| {
        may_deny |= first.may_deny | next.may_deny;
        if next.action > first.action { next } else { first }
    })?;
    Some(Judgement { may_deny: may_deny | counts.may_deny, ..counts })
}

/// Windows compares paths without regard to case and takes either separator; POSIX does neither.
fn folds(flavor: Flavor) -> bool {
    flavor == Flavor::Windows
}

#[cfg(test)]
mod tests;
