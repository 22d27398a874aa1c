//! Configuration to rules to an action.
//!
//! Owns surfaces and what their rules say to a path, a command's text or a tool. It knows nothing of bash, of how an access
//! was found, or of how an answer is told: `eval/` and `gate/` do.

mod config;
mod forbidden;
mod forms;
mod json;
mod pattern;
mod rules;
mod surface;

pub use config::{Action, Config, MAX_TIMEOUT, Rule, ShellTool};
pub use forms::{Form, Forms};
pub use json::Json;
pub use pattern::{Letter, Match, Pattern};
pub use rules::Judgement;
pub use surface::Family;

use crate::access::{Access, Mode};
use crate::error::Error;
use crate::path::{Flavor, Place, Surroundings};
use crate::value::Text;
use forbidden::Forbidden;
use forms::Cwd;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use surface::Surface;

/// A configuration, compiled once for a session.
pub struct Policy {
    config: Config,
    cwd: Cwd,
    /// By name: every surface of the files, every tool that the configuration names.
    surfaces: BTreeMap<String, Surface>,
    home: Option<String>,
    forbidden: Forbidden,
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
        let mut surfaces = BTreeMap::new();
        for (family, direction) in surface::directed() {
            let chain = surface::chain(family, direction);
            let name = chain.last().cloned().unwrap_or_default();
            surfaces.insert(name, Surface::of_paths(&config, &chain, surroundings)?);
        }
        for tool in FILE_TOOLS {
            surfaces.insert(tool.to_owned(), Surface::of_paths(&config, &[tool.to_owned()], surroundings)?);
        }
        let named = config.rules.iter().chain(&config.session).map(|rule| rule.surface.clone());
        for name in named.chain(["bash".to_owned()]) {
            if let Entry::Vacant(place) = surfaces.entry(name) {
                let surface = Surface::of_texts(&config, place.key(), surroundings.home)?;
                place.insert(surface);
            }
        }
        let forbidden = Forbidden::new(&config.forbidden_paths, surroundings);
        let home = surroundings.home.map(str::to_owned);
        Ok(Self { cwd: Cwd::new(surroundings), home, forbidden, config, surfaces })
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
        let fallback = match family {
            Family::Path => Action::Allow,
            Family::ExternalDirectory => self.config.fallback,
        };
        surface::directions(access.mode)
            .iter()
            .map(|&direction| {
                let chain = surface::chain(family, direction);
                self.judge(chain.last().map_or("", String::as_str), &forms, fallback)
            })
            .max_by_key(|judgement| judgement.action)
            .unwrap_or(Judgement::fallback(self.config.fallback))
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
        self.judge(tool, &self.forms(&access.place, access.mode), self.config.fallback)
    }

    /// What a surface of texts says: `allowed` are the texts that an `allow` may match, `other` those that an `ask` or a
    /// `deny` may match besides.
    #[must_use]
    pub fn texts(&self, surface: &str, allowed: &[Text], other: &[Text]) -> Judgement {
        self.judge(surface, &Forms::texts(allowed, other), self.config.fallback)
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

    fn judge(&self, surface: &str, forms: &Forms, fallback: Action) -> Judgement {
        match self.surfaces.get(surface) {
            Some(surface) => surface.judge(forms, fallback),
            // A tool that is not named, but that a key with a wildcard may mean.
            None => match Surface::of_texts(&self.config, surface, self.home.as_deref()) {
                Ok(surface) => surface.judge(forms, fallback),
                Err(_) => Judgement::fallback(fallback.max(Action::Ask)),
            },
        }
    }
}

/// Windows compares paths without regard to case and takes either separator; POSIX does neither.
fn folds(flavor: Flavor) -> bool {
    flavor == Flavor::Windows
}

#[cfg(test)]
mod tests;
