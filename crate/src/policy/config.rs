//! The user's configuration: what may be written, and what it means.
//!
//! Owns the keys, their defaults, and the errors of a configuration, each with the way to its field. It reads data that
//! somebody else found and merged: it knows no file, and it matches nothing.

use super::json::Json;
use crate::error::Error;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `permission["*"]`: the action of a surface in which no rule matches.
    pub fallback: Action,
    /// The rules of `permission`, in the order in which they are written.
    pub rules: Vec<Rule>,
    /// `blockFindRoot.forbiddenPaths`.
    pub forbidden_paths: Vec<String>,
    /// `blockFindRoot.blockBash`: whether bash's `find` is governed like the tool.
    pub block_bash: bool,
    /// The timeout, in seconds, of a bash call that has none.
    pub default_timeout: u32,
    /// What a path means of which it cannot be known whether it is outside.
    pub unknown_path: Action,
    /// `shellTools`: other tools that run a command as `bash` does.
    pub shell_tools: Vec<ShellTool>,
    /// What the user answered "for this session".
    pub session: Vec<Rule>,
    /// Keys that are not carried here, as sentences. None of them makes an answer looser.
    pub notices: Vec<String>,
}

/// Where there is no configuration at all: the inside is free, the outside is asked about.
impl Default for Config {
    fn default() -> Self {
        let external =
            Rule { surface: "external_directory".into(), pattern: "*".into(), action: Action::Ask, reason: None };
        Self { fallback: Action::Allow, rules: vec![external], ..Self::empty() }
    }
}

impl Config {
    /// The defaults once there is a configuration.
    fn empty() -> Self {
        Self {
            fallback: Action::Ask,
            rules: Vec::new(),
            forbidden_paths: vec!["/".into()],
            block_bash: false,
            default_timeout: 120,
            unknown_path: Action::Ask,
            shell_tools: Vec::new(),
            session: Vec::new(),
            notices: Vec::new(),
        }
    }

    /// Reads a configuration that is the field `field` of something.
    ///
    /// # Errors
    ///
    /// The first value that cannot be understood, with the way to it. A key that is not known is a notice, no error.
    pub fn read(json: &Json, field: &str) -> Result<Self, Error> {
        let mut config = Self::empty();
        for (key, value) in entries(json, field)? {
            let at = format!("{field}.{key}");
            match key.as_str() {
                "permission" => config.permission(value, &at)?,
                "blockFindRoot" => config.block_find_root(value, &at)?,
                "defaultTimeout" => config.default_timeout = timeout(value, &at)?,
                "unknownPath" => {
                    config.unknown_path = match value.as_str() {
                        Some("ask") => Action::Ask,
                        Some("allow") => Action::Allow,
                        _ => return Err(Error::new(at, "must be \"ask\" or \"allow\"")),
                    }
                }
                "session" => config.session = session(value, &at)?,
                "shellTools" => {
                    let tools = entries(value, &at)?.iter();
                    config.shell_tools = tools
                        .map(|(tool, value)| shell_tool(tool, value, &format!("{at}.{tool}")))
                        .collect::<Result<_, _>>()?;
                }
                "$schema" => {}
                _ => config.notice(&at),
            }
        }
        Ok(config)
    }

    fn notice(&mut self, at: &str) {
        self.notices.push(format!("{at} is not known to foregate and has no effect."));
    }

    fn permission(&mut self, json: &Json, field: &str) -> Result<(), Error> {
        for (surface, value) in entries(json, field)? {
            let at = format!("{field}.{surface}");
            if surface == "*" {
                self.fallback = action(value, &at)?;
            } else if let Json::Object(patterns) = value {
                for (pattern, value) in patterns {
                    let (action, reason) = self.decision(value, &format!("{at}.{pattern}"))?;
                    self.rules.push(Rule { surface: surface.clone(), pattern: pattern.clone(), action, reason });
                }
            } else {
                let action = action(value, &at)?;
                self.rules.push(Rule { surface: surface.clone(), pattern: "*".into(), action, reason: None });
            }
        }
        Ok(())
    }

    /// An action, or `{"action": "deny", "reason": text}`.
    fn decision(&mut self, json: &Json, field: &str) -> Result<(Action, Option<String>), Error> {
        let Json::Object(parts) = json else { return Ok((action(json, field)?, None)) };
        if json.get("action").and_then(Json::as_str) != Some("deny") {
            return Err(Error::new(format!("{field}.action"), "must be \"deny\": only a denial has a reason"));
        }
        for (key, value) in parts {
            match (key.as_str(), value) {
                ("action", _) | ("reason", Json::String(_)) => {}
                _ => self.notice(&format!("{field}.{key}")),
            }
        }
        Ok((Action::Deny, json.get("reason").and_then(Json::as_str).map(str::to_owned)))
    }

    fn block_find_root(&mut self, json: &Json, field: &str) -> Result<(), Error> {
        for (key, value) in entries(json, field)? {
            let at = format!("{field}.{key}");
            match (key.as_str(), value) {
                ("forbiddenPaths", Json::Array(paths)) => {
                    self.forbidden_paths = paths
                        .iter()
                        .enumerate()
                        .map(|(i, path)| string(path, &format!("{at}.{i}")))
                        .collect::<Result<_, _>>()?;
                }
                ("forbiddenPaths", other) => return Err(wrong(&at, "an array of paths", other)),
                ("blockBash", Json::Bool(value)) => self.block_bash = *value,
                ("blockBash", other) => return Err(wrong(&at, "a boolean", other)),
                _ => self.notice(&at),
            }
        }
        Ok(())
    }
}

fn wrong(field: &str, expected: &str, found: &Json) -> Error {
    Error::new(field, format!("must be {expected}, not {}", found.kind()))
}

fn entries<'a>(json: &'a Json, field: &str) -> Result<&'a [(String, Json)], Error> {
    match json {
        Json::Object(entries) => Ok(entries),
        other => Err(wrong(field, "an object", other)),
    }
}

fn string(json: &Json, field: &str) -> Result<String, Error> {
    json.as_str().map(str::to_owned).ok_or_else(|| wrong(field, "a string", json))
}

fn action(json: &Json, field: &str) -> Result<Action, Error> {
    json.as_str().and_then(Action::named).ok_or_else(|| Error::new(field, "must be \"allow\", \"ask\" or \"deny\""))
}

/// A whole number of seconds that Pi takes; what is longer than the longest is the longest.
fn timeout(json: &Json, field: &str) -> Result<u32, Error> {
    let seconds = match json {
        Json::Number(number) => number.as_f64().unwrap_or(0.0),
        other => return Err(wrong(field, "a number of seconds", other)),
    };
    if seconds > 0.0 {
        Ok(seconds.ceil().min(f64::from(MAX_TIMEOUT)) as u32)
    } else {
        Err(Error::new(field, "must be above 0"))
    }
}

fn shell_tool(tool: &str, json: &Json, field: &str) -> Result<ShellTool, Error> {
    entries(json, field)?;
    let argument = |key: &str| json.get(key).map(|value| string(value, &format!("{field}.{key}"))).transpose();
    let command =
        argument("commandArgument")?.ok_or_else(|| Error::new(format!("{field}.commandArgument"), "is missing"))?;
    Ok(ShellTool { tool: tool.to_owned(), command, workdir: argument("workdirArgument")? })
}

fn session(json: &Json, field: &str) -> Result<Vec<Rule>, Error> {
    let Json::Array(rules) = json else { return Err(wrong(field, "an array", json)) };
    rules
        .iter()
        .enumerate()
        .map(|(i, rule)| {
            let part = |key: &str| {
                let at = format!("{field}.{i}.{key}");
                (rule.get(key).unwrap_or(&Json::Null), at)
            };
            let ((surface, surface_at), (pattern, pattern_at), (act, act_at)) =
                (part("surface"), part("pattern"), part("action"));
            Ok(Rule {
                surface: string(surface, &surface_at)?,
                pattern: string(pattern, &pattern_at)?,
                action: action(act, &act_at)?,
                reason: None,
            })
        })
        .collect()
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
            (r#"{"permission": {"bash": {"git *": {"action": "ask"}}}}"#, "config.permission.bash.git *.action"),
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
