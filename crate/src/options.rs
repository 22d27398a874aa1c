//! What the host says of a session.
//!
//! Owns the options' fields and their errors. It decides nothing by them.

use crate::error::Error;
use crate::gate::Skill;
use crate::path::Platform;
use crate::policy::{Action, Cursor, Flaw, Json, Sources};
use crate::record::SessionRule;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// What the host says of a session.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Options {
    /// Where Pi runs.
    pub platform: Platform,
    /// The session's working directory, absolute.
    pub cwd: String,
    /// The user's home directory.
    #[cfg_attr(test, ts(optional))]
    pub home: Option<String>,
    /// The shell's environment; without it every variable that a command does not set is unknown.
    #[cfg_attr(test, ts(optional))]
    pub env: Option<BTreeMap<String, String>>,
    /// Pi's `shellCommandPrefix`, if it is not among the sources: it runs before every command, and its accesses are not judged.
    #[cfg_attr(test, ts(optional))]
    pub prefix: Option<String>,
    /// The user's configuration; without one the inside is free and the outside is asked about.
    #[cfg_attr(test, ts(optional, type = "Config"))]
    pub config: Option<Json>,
    /// The configuration's files, in place of `config`.
    #[cfg_attr(test, ts(optional))]
    pub sources: Option<Sources>,
    /// What was approved in this session: rules after all others, which lift an `ask` and never a `deny`.
    #[cfg_attr(test, ts(optional))]
    pub session: Option<Vec<SessionRule>>,
    /// The session's skills, for the rules on `skill`.
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Skill>>"))]
    pub skills: Vec<Skill>,
}

impl Options {
    /// Reads options that are fields of a record; fields that are none of them are passed over.
    ///
    /// # Errors
    ///
    /// The first field that cannot be used: `cwd`, `env.PATH`, `sources.files.0.kind`.
    pub fn read(record: &Json) -> Result<Self, Error> {
        Self::take(&Cursor::new(record, None, "")).map_err(|Flaw { field, message, .. }| Error {
            field: Some(field).filter(|field| !field.is_empty()),
            message,
        })
    }

    fn take(at: &Cursor<'_>) -> Result<Self, Flaw> {
        at.entries()?;
        let present = |name: &str| at.get(name).filter(|value| *value.json != Json::Null);
        let cwd = at.needed("cwd")?.text()?;
        let platform = match (at.optional("platform")?.as_deref(), at.get("platform")) {
            (None | Some("linux"), _) => Platform::Linux,
            (Some("darwin"), _) => Platform::Darwin,
            (Some("win32"), _) => Platform::Win32,
            (Some(_), value) => {
                return Err(value.as_ref().unwrap_or(at).flaw("must be \"linux\", \"darwin\" or \"win32\""));
            }
        };
        let absolute = |value: &Cursor<'_>, platform: Platform| {
            let path = value.text()?;
            if platform.flavor().is_absolute(&path) {
                Ok(path)
            } else {
                Err(value.flaw("must be an absolute path of its platform"))
            }
        };
        let variables = |value: Cursor<'_>| {
            let entries = value.entries()?;
            entries.into_iter().map(|(name, value)| Ok((name.to_owned(), value.text()?))).collect::<Result<_, _>>()
        };
        let options = Self {
            platform,
            cwd,
            home: present("home").map(|value| absolute(&value, platform)).transpose()?,
            env: present("env").map(variables).transpose()?,
            prefix: at.optional("prefix")?,
            config: present("config").map(|value| value.json.clone()),
            sources: present("sources").map(|value| Sources::read(&value)).transpose()?,
            session: present("session").map(|value| session_rules(&value)).transpose()?,
            skills: present("skills").map(|value| skills(&value)).transpose()?.unwrap_or_default(),
        };
        if let (Some(_), Some(sources)) = (&options.config, present("sources")) {
            return Err(sources.flaw("cannot stand beside config: what files say comes from files alone"));
        }
        Ok(options)
    }
}

/// Rules as [`SessionRule`] has them.
fn session_rules(at: &Cursor<'_>) -> Result<Vec<SessionRule>, Flaw> {
    let rule = |item: &Cursor<'_>| {
        let action = item.needed("action")?;
        Ok(SessionRule {
            surface: item.needed("surface")?.text()?,
            pattern: item.needed("pattern")?.text()?,
            action: Action::read(&action)?,
        })
    };
    at.items("rules")?.iter().map(rule).collect()
}

/// Skills as [`Skill`] has them.
fn skills(at: &Cursor<'_>) -> Result<Vec<Skill>, Flaw> {
    let skill = |item: &Cursor<'_>| {
        Ok(Skill {
            name: item.needed("name")?.text()?,
            file_path: item.needed("filePath")?.text()?,
            base_dir: item.needed("baseDir")?.text()?,
        })
    };
    at.items("skills")?.iter().map(skill).collect()
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Json::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cannot_be_used_is_named() {
        for (changes, field) in [
            (json!({"cwd": 1}), "cwd"),
            (json!({"platform": "beos"}), "platform"),
            (json!({"env": {"A": 1}}), "env.A"),
            (json!({"session": [{"surface": "bash", "pattern": "ls", "action": "yes"}]}), "session.0.action"),
            (json!({"sources": {"files": []}}), "sources.trusted"),
            (json!({"sources": {"trusted": true, "files": [{"scope": "mine"}]}}), "sources.files.0.scope"),
            (json!({"sources": {"trusted": true, "files": []}, "config": {}}), "sources"),
        ] {
            let mut record = json!({"cwd": "/w"});
            record.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            let record: Json = serde_json::from_value(record).unwrap();
            assert_eq!(Options::read(&record).unwrap_err().field.as_deref(), Some(field));
        }
        assert_eq!(Options::read(&Json::Null).unwrap_err().field, None);
    }
}
