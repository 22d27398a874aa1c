//! Configuration files, as the host read them, to one policy.
//!
//! Owns which files count and in which order, what an untrusted project may say, what a broken file means, and the report of it
//! all. It opens nothing: texts come in, with the host's words for what could not be read.

use super::config::{Action, Config, Origin, Rule};
use super::cursor::{Cursor, Flaw};
use super::examples;
use super::frontmatter;
use super::json::Json;
use super::jsonc::{Fault, Lines};
use super::layer::{self, Dialect, Layer};
use super::merge::Merged;
use super::preset::{self, Directories};
use super::report::{Configuration, Problem, RuleReport, SettingReport};
use super::salvage;
use crate::error::Error;
use crate::path::Surroundings;

/// The configuration files of a session.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Sources {
    /// Whether Pi trusts the project. One that it does not trust can only tighten.
    pub trusted: bool,
    /// Pi's agent directory.
    #[cfg_attr(test, ts(optional))]
    pub agent_dir: Option<String>,
    /// The directory of the Pi package.
    #[cfg_attr(test, ts(optional))]
    pub package_dir: Option<String>,
    /// Every file that is there, in any order.
    pub files: Vec<SourceFile>,
}

/// A configuration file that is there.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourceFile {
    /// Whose it is.
    pub scope: Scope,
    /// What it is.
    pub kind: Kind,
    /// How it is named to people.
    pub path: String,
    /// What it holds.
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
    /// Why it cannot be read, in the host's words.
    #[cfg_attr(test, ts(optional))]
    pub error: Option<String>,
}

/// Whose a configuration file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum Scope {
    /// The user's.
    Global,
    /// The project's.
    Project,
}

/// What a configuration file is: `foregate.json`, pi-permission-system's `config.json`, Pi's `settings.json`, or an agent's file with
/// `permission` in its frontmatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum Kind {
    /// `extensions/foregate.json`.
    Foregate,
    /// `extensions/pi-permission-system/config.json`.
    Peer,
    /// `settings.json`.
    Settings,
    /// `agents/<name>.md`.
    Agent,
}

/// The later goes over the earlier.
const ORDER: [(Scope, &[Kind]); 4] = [
    (Scope::Global, &[Kind::Settings, Kind::Foregate, Kind::Peer]),
    (Scope::Project, &[Kind::Settings, Kind::Foregate, Kind::Peer]),
    (Scope::Global, &[Kind::Agent]),
    (Scope::Project, &[Kind::Agent]),
];

impl Sources {
    /// Reads what the host says of the files.
    pub(crate) fn read(at: &Cursor<'_>) -> Result<Self, Flaw> {
        at.entries()?;
        let mut files = Vec::new();
        for item in at.needed("files")?.items("files")? {
            item.entries()?;
            let scope = item.needed("scope")?;
            let scope = match scope.json.as_str() {
                Some("global") => Scope::Global,
                Some("project") => Scope::Project,
                _ => return Err(scope.flaw("must be \"global\" or \"project\"")),
            };
            let kind = item.needed("kind")?;
            let kind = match kind.json.as_str() {
                Some("foregate") => Kind::Foregate,
                Some("peer") => Kind::Peer,
                Some("settings") => Kind::Settings,
                Some("agent") => Kind::Agent,
                _ => return Err(kind.flaw("must be \"foregate\", \"peer\", \"settings\" or \"agent\"")),
            };
            let path = item.needed("path")?.text()?;
            files.push(SourceFile { scope, kind, path, text: item.optional("text")?, error: item.optional("error")? });
        }
        let trusted = at.needed("trusted")?.boolean()?;
        Ok(Self { trusted, agent_dir: at.optional("agentDir")?, package_dir: at.optional("packageDir")?, files })
    }

    /// What the files come to.
    pub(crate) fn resolve(&self, surroundings: &Surroundings<'_>) -> Resolved {
        let counts = |file: &&SourceFile| file.scope == Scope::Global || self.trusted;
        let own = self.files.iter().filter(counts).find(|file| file.kind == Kind::Foregate);
        let peer = self.files.iter().filter(counts).find(|file| file.kind == Kind::Peer);
        let mut problems = Vec::new();
        let mut notices = Vec::new();
        match (own, peer) {
            (Some(own), Some(peer)) => notices.push(format!(
                "{} is not used, because there is {}. foregate migrate makes a foregate file of it.",
                peer.path, own.path
            )),
            (None, Some(peer)) => notices.push(format!(
                "The configuration of pi-permission-system is used ({}). foregate migrate makes a foregate file of it.",
                peer.path
            )),
            (_, None) => {}
        }
        let mut layers: Vec<(&SourceFile, Layer)> = Vec::new();
        let mut unknown = false;
        for (scope, kinds) in ORDER {
            for &kind in kinds {
                let files = self.files.iter().filter(|file| file.scope == scope && file.kind == kind);
                for file in files.filter(|file| file.kind != Kind::Peer || own.is_none()) {
                    let (layer, known) = file.layer(surroundings, &mut problems);
                    layers.push((file, layer));
                    unknown |= !known;
                }
            }
        }
        let mut merged = Merged::default();
        let wants_preset = layers.iter().any(|(file, layer)| counts(file) && layer.preset);
        let preset = own.or(peer).is_none() || wants_preset;
        if preset {
            let directories = Directories { agent: self.agent_dir.as_deref(), package: self.package_dir.as_deref() };
            merged.over(preset::layer(directories));
        }
        for (file, layer) in layers {
            if counts(&file) {
                merged.over(layer);
                continue;
            }
            if layer.loosens() {
                notices.push(format!("{} can only tighten, because Pi does not trust the project.", file.path));
            }
            merged.beside(layer);
        }
        if unknown {
            merged.unknown();
        }
        let prefix = merged.prefix();
        let (mut config, origins) = merged.finish();
        notices.append(&mut config.notices);
        config.notices.clone_from(&notices);
        let configuration = Configuration::new(&config, origins, problems, notices, prefix);
        Resolved { config, configuration, preset }
    }
}

/// What a configuration comes to, wherever it is from.
pub(crate) struct Resolved {
    pub config: Config,
    pub configuration: Configuration,
    /// Whether the preset holds.
    pub preset: bool,
}

impl Resolved {
    /// A configuration that is no file.
    ///
    /// # Errors
    ///
    /// The first value that cannot be used.
    pub(crate) fn of_value(config: Option<&Json>) -> Result<Self, Error> {
        let (config, origins) = match config {
            None => (Config::default(), Vec::new()),
            Some(json) => Config::merged(json, "config")?.finish(),
        };
        let notices = config.notices.clone();
        let configuration = Configuration::new(&config, origins, Vec::new(), notices, None);
        Ok(Self { config, configuration, preset: false })
    }
}

impl SourceFile {
    /// What the file says, as far as it can be read, and whether no more can be missing: of what stands behind a fault nothing is
    /// known.
    fn layer(&self, surroundings: &Surroundings<'_>, problems: &mut Vec<Problem>) -> (Layer, bool) {
        let problem = |line, column, message| Problem { file: self.path.clone(), line, column, message };
        let Some(text) = self.text.as_deref().filter(|_| self.error.is_none()) else {
            let why = self.error.as_deref().unwrap_or("nobody says why");
            let message = format!("The file cannot be read ({}).", why.trim_end_matches('.'));
            problems.push(problem(None, None, message));
            return (Layer::default(), false);
        };
        let lines = Lines::new(text);
        let fault = |Fault { at, message }: Fault| problem(Some(lines.line(at)), Some(lines.column(at)), message);
        let (parsed, dialect) = match self.kind {
            Kind::Foregate => (salvage::read(text), Dialect::Foregate),
            Kind::Peer => (salvage::read(text), Dialect::Peer),
            Kind::Settings => (salvage::read(text), Dialect::Settings),
            Kind::Agent => (frontmatter::parse(text), Dialect::Agent),
        };
        let origin = |at: Option<usize>| Origin { file: Some(self.path.clone()), line: at.map(|at| lines.line(at)) };
        let cursor = Cursor::new(&parsed.json, Some(&parsed.places), "");
        let mut layer = layer::read(&cursor, dialect, &origin);
        layer.flaws.extend(examples::flaws(&layer, surroundings));
        // A key of Pi's own that is written twice is Pi's.
        let faults = if self.kind == Kind::Settings && parsed.whole { Vec::new() } else { parsed.faults };
        let before = problems.len();
        problems.extend(faults.into_iter().map(fault));
        problems.extend(layer.flaws.iter().map(|flaw| {
            let subject = if flaw.field.is_empty() { "The file" } else { &flaw.field };
            let (line, column) = flaw.at.map(|at| (lines.line(at), lines.column(at))).unzip();
            let end = if flaw.message.ends_with('?') { "" } else { "." };
            problem(line, column, format!("{subject} {}{end}", flaw.message))
        }));
        if problems.len() == before {
            return (layer, true);
        }
        layer.degrade();
        // Pi's settings allow nothing that could be taken back; what they were to forbid is not known.
        let lost = !parsed.whole || parsed.json.kind() != "an object" || self.kind == Kind::Settings;
        let known = !lost && !layer.flaws.iter().any(|flaw| flaw.field == "permission");
        (layer, known)
    }
}

impl Layer {
    /// Whether it says anything that an untrusted project has no say in.
    fn loosens(&self) -> bool {
        self.rules().any(|rule| rule.action == Action::Allow)
            || self.fallback.as_ref().is_some_and(|set| set.value == Action::Allow)
            || self.preset
            || !self.shell_tools.is_empty()
            || self.prefix.is_some()
            || self.default_timeout.is_some()
            || self.prompt_timeout.is_some()
            || [&self.unknown_path, &self.temporary].into_iter().flatten().any(|set| set.value == Action::Allow)
    }
}

impl Configuration {
    /// The report of a configuration.
    pub(super) fn new(
        config: &Config,
        origins: Vec<(&'static str, Origin)>,
        problems: Vec<Problem>,
        notices: Vec<String>,
        prefix: Option<String>,
    ) -> Self {
        let report = |rule: &Rule| RuleReport {
            surface: rule.surface.clone(),
            pattern: rule.pattern.clone(),
            action: rule.action,
            reason: rule.reason.clone(),
            origin: rule.origin.clone(),
            degraded: rule.degraded,
        };
        let rules = config.rules.iter().chain(config.tiers.iter().flat_map(|tier| &tier.rules)).map(report).collect();
        let value = |key: &str| match key {
            "permission.*" => serde_json::to_value(config.fallback),
            "blockFindRoot.forbiddenPaths" => serde_json::to_value(&config.forbidden_paths),
            "blockFindRoot.blockBash" => serde_json::to_value(config.block_bash),
            "defaultTimeout" => serde_json::to_value(config.default_timeout),
            "unknownPath" => serde_json::to_value(config.unknown_path),
            "temporary" => serde_json::to_value(config.temporary),
            "userBash" => serde_json::to_value(config.user_bash),
            "promptTimeout" => serde_json::to_value(config.prompt_timeout),
            _ => serde_json::to_value(config.review_log),
        };
        let setting = |(key, origin): (&str, Origin)| SettingReport {
            key: key.to_owned(),
            value: value(key).unwrap_or_default(),
            origin,
        };
        Self {
            problems,
            notices,
            rules,
            settings: origins.into_iter().map(setting).collect(),
            prefix,
            user_bash: config.user_bash,
            prompt_timeout: config.prompt_timeout,
            review_log: config.review_log,
        }
    }
}

#[cfg(test)]
mod tests;
