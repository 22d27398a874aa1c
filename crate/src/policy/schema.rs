//! The JSON Schema of a configuration file, `npm/foregate.schema.json`.
//!
//! Owns the words that an editor shows. These types describe what `layer.rs` reads, and are no part of the core: one test holds
//! the file against them, another, which has to be asked for, writes it.

#![allow(dead_code, reason = "the types are read by schemars alone")]

use super::config::Origin;
use super::cursor::Cursor;
use super::jsonc;
use super::layer::{self, Dialect};
use schemars::{JsonSchema, schema_for};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;

const WRITTEN: &str = include_str!("../../../npm/foregate.schema.json");

/// What foregate lets a coding agent do: extensions/foregate.json in Pi's agent directory or in a project's .pi directory.
#[derive(JsonSchema, TS)]
#[schemars(rename = "foregate", rename_all = "camelCase", deny_unknown_fields)]
#[ts(rename = "Config", rename_all = "camelCase", optional_fields)]
pub(crate) struct File {
    /// The JSON Schema of this file.
    #[schemars(rename = "$schema")]
    #[ts(rename = "$schema")]
    schema: Option<String>,
    /// Whether the rules that hold without a configuration come before these. Default: false.
    preset: Option<bool>,
    /// What is allowed, asked about and denied, by surface. In a surface the last rule that matches wins; between surfaces the
    /// most restrictive.
    permission: Option<Permission>,
    /// What a path means of which it cannot be known whether it is outside. Default: ask.
    unknown_path: Option<Lenient>,
    /// What leaving the project means for what mktemp makes in the same call. Default: ask.
    temporary: Option<Lenient>,
    /// Where a search must not begin.
    block_find_root: Option<BlockFindRoot>,
    /// The timeout, in seconds, of a bash call that has none. Default: 120.
    #[schemars(range(min = 1, max = 2_147_483))]
    default_timeout: Option<f64>,
    /// Tools that run a command as bash does, by name.
    shell_tools: Option<BTreeMap<String, ShellTool>>,
    /// Whether a command that the user types with ! is checked too. Default: false.
    user_bash: Option<bool>,
    /// The seconds after which a question that nobody answered is a no. Default: none.
    prompt_timeout: Option<f64>,
    /// Whether decisions are written to the review log. Default: true.
    review_log: Option<bool>,
}

/// Rules by surface. A key that is none of these is the name of a tool; a * in it stands for any text.
#[derive(JsonSchema, TS)]
#[ts(optional_fields)]
pub(crate) struct Permission {
    /// The action of a surface in which no rule matches. Default: ask.
    #[schemars(rename = "*")]
    #[ts(rename = "*")]
    fallback: Option<Action>,
    /// Each command of a bash call, as its evaluated arguments with one space between them.
    bash: Option<Rules>,
    /// Every path that is touched.
    path: Option<Rules>,
    /// Every path that is read.
    path_read: Option<Rules>,
    /// Every path that is written, deleted or executed.
    path_write: Option<Rules>,
    /// Every path that is deleted.
    path_delete: Option<Rules>,
    /// Every path that is executed.
    path_execute: Option<Rules>,
    /// Every path that is touched outside the project.
    external_directory: Option<Rules>,
    /// Every path that is read outside the project.
    external_directory_read: Option<Rules>,
    /// Every path that is written, deleted or executed outside the project.
    external_directory_write: Option<Rules>,
    /// Every path that is deleted outside the project.
    external_directory_delete: Option<Rules>,
    /// Every path that is executed outside the project.
    external_directory_execute: Option<Rules>,
    /// The tool read, by path.
    read: Option<Rules>,
    /// The tool write, by path.
    write: Option<Rules>,
    /// The tool edit, by path.
    edit: Option<Rules>,
    /// The tool grep, by path.
    grep: Option<Rules>,
    /// The tool find, by path.
    find: Option<Rules>,
    /// The tool ls, by path.
    ls: Option<Rules>,
    /// Calls of the MCP proxy, by server, tool or operation: wiki_search, wiki, mcp_status.
    mcp: Option<Rules>,
    /// Skills, by name.
    skill: Option<Rules>,
    /// PowerShell commands, by their text.
    powershell: Option<Rules>,
    #[schemars(flatten)]
    #[ts(flatten)]
    tools: BTreeMap<String, Rules>,
}

/// One action for the whole surface, or patterns. * is any text, slashes too; ? is one character; " *" at the end also matches
/// nothing; ~ and $HOME at the start are the home directory.
#[derive(JsonSchema, TS)]
#[schemars(untagged)]
#[ts(untagged)]
pub(crate) enum Rules {
    Whole(Action),
    Patterns(BTreeMap<String, Decision>),
}

/// What a match of the pattern means.
#[derive(JsonSchema, TS)]
#[schemars(untagged)]
#[ts(untagged)]
pub(crate) enum Decision {
    Action(Action),
    Detailed(Detailed),
}

/// An action with a denial's reason and the rule's own examples, which are checked when the file is read.
#[derive(JsonSchema, TS)]
#[schemars(rename_all = "camelCase", deny_unknown_fields)]
#[ts(rename_all = "camelCase", optional_fields)]
pub(crate) struct Detailed {
    action: Action,
    /// For a denial: what the model is told.
    reason: Option<String>,
    /// Texts that the pattern has to match.
    #[schemars(rename = "match")]
    #[ts(rename = "match")]
    matches: Option<Vec<String>>,
    /// Texts that it must not match.
    not_match: Option<Vec<String>>,
}

#[derive(JsonSchema, TS)]
#[schemars(rename_all = "lowercase")]
#[ts(rename_all = "lowercase")]
pub(crate) enum Action {
    Allow,
    Ask,
    Deny,
}

#[derive(JsonSchema, TS)]
#[schemars(rename_all = "lowercase")]
#[ts(rename_all = "lowercase")]
pub(crate) enum Lenient {
    Allow,
    Ask,
}

#[derive(JsonSchema, TS)]
#[schemars(rename_all = "camelCase", deny_unknown_fields)]
#[ts(rename_all = "camelCase", optional_fields)]
pub(crate) struct BlockFindRoot {
    /// The paths; / is the root itself, any other also all that is below it. Default: /.
    forbidden_paths: Option<Vec<String>>,
    /// Whether find in bash is held to it too, and not the tool alone. Default: false.
    block_bash: Option<bool>,
}

#[derive(JsonSchema, TS)]
#[schemars(rename_all = "camelCase", deny_unknown_fields)]
#[ts(rename_all = "camelCase", optional_fields)]
pub(crate) struct ShellTool {
    /// The field of the tool's input that holds the command.
    command_argument: String,
    /// The field that holds the directory in which it runs.
    workdir_argument: Option<String>,
}

/// A key may be left out, which Rust's types say by `Option`; its value is never null. Sentences are one line.
fn plain(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(plain),
        Value::Object(entries) => {
            if let Some(Value::Array(types)) = entries.get_mut("type") {
                types.retain(|name| name != "null");
                if let [one] = types.as_slice() {
                    let one = one.clone();
                    entries.insert("type".into(), one);
                }
            }
            if let Some(Value::Array(any)) = entries.get_mut("anyOf") {
                any.retain(|schema| schema["type"] != "null");
                if let [Value::Object(one)] = any.as_slice() {
                    let one = one.clone();
                    entries.remove("anyOf");
                    entries.extend(one);
                }
            }
            if let Some(Value::String(text)) = entries.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            entries.values_mut().for_each(plain);
        }
        _ => {}
    }
}

fn generated() -> String {
    let mut schema = serde_json::to_value(schema_for!(File)).unwrap();
    plain(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).unwrap();
    text.push('\n');
    text
}

#[test]
fn the_schema_is_that_of_the_types() {
    assert!(WRITTEN == generated(), "cargo test -p foregate --lib schema -- --ignored");
}

#[test]
#[ignore = "writes the file"]
#[allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "it writes only when it is asked to")]
fn write_schema() {
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../npm/foregate.schema.json"), generated()).unwrap();
}

#[test]
fn what_the_schema_names_is_read() {
    let text = r#"{
        "$schema": "x", "preset": true, "unknownPath": "allow", "temporary": "allow", "defaultTimeout": 1, "userBash": true,
        "promptTimeout": 1, "reviewLog": false, "shellTools": {"a": {"commandArgument": "b", "workdirArgument": "c"}},
        "blockFindRoot": {"forbiddenPaths": ["/"], "blockBash": true},
        "permission": {"*": "ask", "bash": {"ls": {"action": "deny", "reason": "r", "match": ["ls"], "notMatch": ["l"]}}}
    }"#;
    let json = jsonc::parse(text).unwrap().json;
    let layer = layer::read(&Cursor::new(&json, None, ""), Dialect::Foregate, &|_| Origin::default());
    assert_eq!((layer.flaws, layer.notices), (Vec::new(), Vec::new()));
    let schema: Value = serde_json::from_str(WRITTEN).unwrap();
    let keys = schema["properties"].as_object().unwrap();
    let super::json::Json::Object(entries) = &json else { panic!() };
    assert_eq!(entries.len(), keys.len());
    assert!(entries.iter().all(|(key, _)| keys.contains_key(key)));
}
