//! What is said of a configuration to people.
//!
//! Owns the shape of the report; `sources.rs` fills it.

use super::config::{Action, Origin};
use serde::Serialize;

/// The configuration in force: its rules and settings with where each is from, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Configuration {
    /// What is broken. What stands beside it allows nothing.
    pub problems: Vec<Problem>,
    /// Sentences to be said at start.
    pub notices: Vec<String>,
    /// The rules in force, in order; those that can only tighten at the end.
    pub rules: Vec<RuleReport>,
    /// The settings in force.
    pub settings: Vec<SettingReport>,
    /// Pi's `shellCommandPrefix`, if the settings were among the files.
    pub prefix: Option<String>,
    /// Whether a command that the user types with `!` is to be checked too.
    pub user_bash: bool,
    /// The seconds after which a question that nobody answered is a no.
    pub prompt_timeout: Option<f64>,
    /// Whether decisions are to be written down.
    pub review_log: bool,
}

/// Something that is wrong with a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1; `null` for the file as a whole.
    pub line: Option<u32>,
    /// The column, from 1, in characters.
    pub column: Option<u32>,
    /// A sentence.
    pub message: String,
}

/// A rule in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleReport {
    /// What it is about.
    pub surface: String,
    /// As it is written.
    pub pattern: String,
    /// What a match means.
    pub action: Action,
    /// The user's own words for a denial.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<String>,
    /// Where it is written.
    pub origin: Origin,
    /// Whether it asks only because something is wrong with its file.
    pub degraded: bool,
}

/// A setting in force.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingReport {
    /// Its key, as a way from the top.
    pub key: String,
    /// Its value.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub value: serde_json::Value,
    /// Where it is written.
    pub origin: Origin,
}
