//! What is decided by: rules in order, and settings with their defaults.
//!
//! Owns what a configuration means once it is read and merged. How it is written is `layer.rs`'s, which file counts is
//! `sources.rs`'s, and what a rule matches is `rules.rs`'s.

use super::cursor::{Cursor, Flaw};
use super::json::Json;
use super::layer::{self, Dialect};
use super::merge::Merged;
use super::preset::{self, Directories};
use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is to be done with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// It may run.
    Allow,
    /// The user is asked.
    Ask,
    /// It must not run.
    Deny,
}

impl Action {
    /// By its name in a configuration.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "allow" => Some(Self::Allow),
            "ask" => Some(Self::Ask),
            "deny" => Some(Self::Deny),
            _ => None,
        }
    }

    /// Reads a name.
    pub(crate) fn read(at: &Cursor<'_>) -> Result<Self, Flaw> {
        at.json.as_str().and_then(Self::named).ok_or_else(|| at.flaw("must be \"allow\", \"ask\" or \"deny\""))
    }

    /// Its name in a configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// Where something is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Origin {
    /// The file; `null` for the preset, a default, or a configuration that is no file.
    pub file: Option<String>,
    /// Its line, from 1.
    pub line: Option<u32>,
}

impl Origin {
    /// What a sentence begins with that is about this place: `FILE:LINE: `.
    pub(super) fn prefix(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}: "),
            (Some(file), None) => format!("{file}: "),
            (None, _) => String::new(),
        }
    }
}

/// A pattern with an action, on a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What the rule is about; a wildcard in it is one.
    pub surface: String,
    /// As it is written.
    pub pattern: String,
    /// What a match means.
    pub action: Action,
    /// The user's own words for a denial.
    pub reason: Option<String>,
    /// Where it is written.
    pub origin: Origin,
    /// Whether it is an `ask` only because something is wrong with the text that it is written in.
    pub degraded: bool,
}

impl Rule {
    /// A rule that is written nowhere.
    #[must_use]
    pub fn new(surface: &str, pattern: &str, action: Action) -> Self {
        let (surface, pattern) = (surface.to_owned(), pattern.to_owned());
        Self { surface, pattern, action, reason: None, origin: Origin::default(), degraded: false }
    }
}

/// Rules that are tested apart from the others and can only tighten: the most restrictive of all answers counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The action of a surface in which none of them matches.
    pub fallback: Action,
    /// In order.
    pub rules: Vec<Rule>,
}

/// A tool that runs a command as `bash` does (pi-permission-system 20.7.3, docs/configuration.md, "`shellTools`").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellTool {
    /// Its name.
    pub tool: String,
    /// The field of its input that holds the command.
    pub command: String,
    /// The field that holds the directory in which the command runs.
    pub workdir: Option<String>,
}

/// Bash's longest timeout in Pi, in seconds: its timer counts milliseconds in 31 bits.
pub const MAX_TIMEOUT: u32 = 2_147_483;

/// A configuration that was read and found right.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// `permission["*"]`: the action of a surface in which no rule matches.
    pub fallback: Action,
    /// The rules of `permission`, in order.
    pub rules: Vec<Rule>,
    /// The surfaces that are one action and no map of patterns.
    pub whole: BTreeMap<String, Action>,
    /// What can only tighten.
    pub tiers: Vec<Tier>,
    /// `blockFindRoot.forbiddenPaths`.
    pub forbidden_paths: Vec<String>,
    /// `blockFindRoot.blockBash`: whether bash's `find` is governed like the tool.
    pub block_bash: bool,
    /// The timeout, in seconds, of a bash call that has none.
    pub default_timeout: u32,
    /// What a path means of which it cannot be known whether it is outside.
    pub unknown_path: Action,
    /// What leaving the working directory means for what `mktemp` makes in the same call.
    pub temporary: Action,
    /// `shellTools`: other tools that run a command as `bash` does.
    pub shell_tools: Vec<ShellTool>,
    /// `userBash`: whether a command that the user types with `!` is checked too.
    pub user_bash: bool,
    /// `promptTimeout`: the seconds after which a question that nobody answered is a no.
    pub prompt_timeout: Option<f64>,
    /// `reviewLog`: whether decisions are written down.
    pub review_log: bool,
    /// What the user answered "for this session".
    pub session: Vec<Rule>,
    /// Keys that are not carried here, as sentences. None of them makes an answer looser.
    pub notices: Vec<String>,
}

/// Where there is no configuration at all: the inside is free, the outside is asked about.
impl Default for Config {
    fn default() -> Self {
        let external = Rule::new("external_directory", "*", Action::Ask);
        Self { fallback: Action::Allow, rules: vec![external], ..Self::empty() }
    }
}

impl Config {
    /// The defaults once there is a configuration.
    pub(super) fn empty() -> Self {
        Self {
            fallback: Action::Ask,
            rules: Vec::new(),
            whole: BTreeMap::new(),
            tiers: Vec::new(),
            forbidden_paths: vec!["/".into()],
            block_bash: false,
            default_timeout: 120,
            unknown_path: Action::Ask,
            temporary: Action::Ask,
            shell_tools: Vec::new(),
            user_bash: false,
            prompt_timeout: None,
            review_log: true,
            session: Vec::new(),
            notices: Vec::new(),
        }
    }

    /// Reads a configuration that is the field `field` of something, and no file.
    ///
    /// # Errors
    ///
    /// The first value that cannot be understood, with the way to it. A key that is not known is a notice, no error.
    pub fn read(json: &Json, field: &str) -> Result<Self, Error> {
        Ok(Self::merged(json, field)?.finish().0)
    }

    /// The same before the defaults.
    pub(super) fn merged(json: &Json, field: &str) -> Result<Merged, Error> {
        let cursor = Cursor::new(json, None, field);
        let layer = layer::read(&cursor, Dialect::Foregate, &|_| Origin::default());
        if let Some(Flaw { field, message, .. }) = layer.flaws.first().cloned() {
            return Err(Error::new(field, message));
        }
        let mut merged = Merged::default();
        if layer.preset {
            merged.over(preset::layer(Directories::default()));
        }
        merged.over(layer);
        Ok(merged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, Error> {
        Config::read(&serde_json::from_str(text).unwrap(), "config")
    }

    #[test]
    fn defaults_once_there_is_a_configuration() {
        let config = read("{}").unwrap();
        assert_eq!(config, Config::empty());
        assert_eq!((config.fallback, config.default_timeout, config.block_bash), (Action::Ask, 120, false));
    }

    #[test]
    fn rules_keep_their_order() {
        let config =
            read(r#"{"permission": {"*": "allow", "bash": {"z": "ask", "a": "deny"}, "read": "deny"}}"#).unwrap();
        let rules: Vec<_> = config.rules.iter().map(|r| (r.surface.as_str(), r.pattern.as_str(), r.action)).collect();
        assert_eq!(rules, [("bash", "z", Action::Ask), ("bash", "a", Action::Deny), ("read", "*", Action::Deny)]);
    }

    #[test]
    fn a_denial_may_have_a_reason() {
        let config = read(r#"{"permission": {"bash": {"npm *": {"action": "deny", "reason": "Use pnpm."}}}}"#).unwrap();
        assert_eq!(config.rules.first().and_then(|r| r.reason.as_deref()), Some("Use pnpm."));
    }

    #[test]
    fn wrong_values_name_their_field() {
        for (text, field) in [
            (r#"[]"#, "config"),
            (r#"{"permission": "allow"}"#, "config.permission"),
            (r#"{"permission": {"*": "yes"}}"#, "config.permission.*"),
            (r#"{"permission": {"*": {"x": "ask"}}}"#, "config.permission.*"),
            (r#"{"permission": {"bash": 1}}"#, "config.permission.bash"),
            (r#"{"permission": {"bash": {"git *": "maybe"}}}"#, "config.permission.bash.git *"),
            (r#"{"permission": {"bash": {"git *": {"action": 1}}}}"#, "config.permission.bash.git *.action"),
            (r#"{"permission": {"bash": {"git *": {}}}}"#, "config.permission.bash.git *"),
            (r#"{"permission": {"bash": {"a": {"action": "ask", "match": "x"}}}}"#, "config.permission.bash.a.match"),
            (r#"{"permission": {"bash": {"": "ask"}}}"#, "config.permission.bash."),
            (r#"{"promptTimeout": -1}"#, "config.promptTimeout"),
            (r#"{"userBash": 1}"#, "config.userBash"),
            (r#"{"blockFindRoot": {"forbiddenPaths": "/"}}"#, "config.blockFindRoot.forbiddenPaths"),
            (r#"{"blockFindRoot": {"forbiddenPaths": ["/", 1]}}"#, "config.blockFindRoot.forbiddenPaths.1"),
            (r#"{"blockFindRoot": {"blockBash": "yes"}}"#, "config.blockFindRoot.blockBash"),
            (r#"{"defaultTimeout": "1"}"#, "config.defaultTimeout"),
            (r#"{"defaultTimeout": 0}"#, "config.defaultTimeout"),
            (r#"{"unknownPath": "deny"}"#, "config.unknownPath"),
            (r#"{"shellTools": {"exec": {}}}"#, "config.shellTools.exec.commandArgument"),
            (r#"{"session": [{"surface": "path", "action": "allow"}]}"#, "config.session.0.pattern"),
            (r#"{"session": [{"surface": "path", "pattern": "x", "action": "no"}]}"#, "config.session.0.action"),
        ] {
            assert_eq!(read(text).unwrap_err().field.as_deref(), Some(field), "{text}");
        }
    }

    #[test]
    fn a_timeout_is_a_whole_number_that_pi_takes() {
        for (written, seconds) in [("300", 300), ("1.5", 2), ("0.1", 1), ("3000000000", MAX_TIMEOUT)] {
            assert_eq!(read(&format!(r#"{{"defaultTimeout": {written}}}"#)).unwrap().default_timeout, seconds);
        }
    }

    #[test]
    fn unknown_keys_are_named() {
        let config = read(r#"{"$schema": "x", "yoloMode": true, "blockFindRoot": {"depth": 1}}"#).unwrap();
        assert_eq!(config.notices.len(), 2);
        assert!(config.notices.iter().any(|n| n.starts_with("config.blockFindRoot.depth ")));
    }
}
