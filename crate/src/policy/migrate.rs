//! A configuration of pi-permission-system as one of foregate's.
//!
//! Owns the change of keys; comments and order stay. What has no counterpart is taken out and said.

use super::config::Origin;
use super::cursor::Cursor;
use super::edit::{Around, add_rules};
use super::jsonc::{self, Lines};
use super::layer::{self, Dialect};
use crate::error::Error;
use crate::record::SessionRule;
use jsonc_parser::cst::{CstInputValue, CstRootNode};
use serde::Serialize;

/// Where the JSON Schema is, seen from `extensions/foregate.json`: Pi installs packages in the directory beside it.
pub(super) const SCHEMA: &str = "../npm/node_modules/foregate/foregate.schema.json";

/// A configuration of foregate's, and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Migration {
    /// The text of a `foregate.json`.
    pub text: String,
    /// What is not carried, or means something else.
    pub notices: Vec<String>,
}

/// The peer's keys that mean the same here. Any other has no effect there, or none here, and must not get one by being carried.
const CARRIED: [&str; 2] = ["permission", "shellTools"];

/// Makes a `foregate.json` of a configuration of pi-permission-system.
///
/// # Errors
///
/// The first thing in `text` that cannot be understood, with its place.
pub fn migrate(text: &str) -> Result<Migration, Error> {
    let lines = Lines::new(text);
    let place = |at: usize| format!("line {}, column {}", lines.line(at), lines.column(at));
    let parsed = jsonc::parse(text)
        .map_err(|fault| Error { field: None, message: format!("{} ({})", fault.message, place(fault.at)) })?;
    let origin = |at: Option<usize>| Origin { file: None, line: at.map(|at| lines.line(at)) };
    let layer = layer::read(&Cursor::new(&parsed.json, Some(&parsed.places), ""), Dialect::Peer, &origin);
    if let Some(flaw) = layer.flaws.first() {
        let at = flaw.at.map_or_else(String::new, |at| format!(" ({})", place(at)));
        return Err(Error::new(flaw.field.as_str(), format!("{}{at}", flaw.message)));
    }
    let root = CstRootNode::parse(text.trim_start_matches('\u{feff}'), &jsonc::SYNTAX)
        .map_err(|error| Error { field: None, message: jsonc::sentence(&error) })?;
    let Some(object) = root.object_value() else {
        return Err(Error { field: None, message: "The file must hold an object.".into() });
    };
    for property in object.properties() {
        match property.decoded_name().as_deref() {
            Some("$schema") => property.set_value(CstInputValue::from(SCHEMA)),
            Some("permissionReviewLog") => {
                if let Some(value) = layer.review_log.as_ref() {
                    property.replace_with("reviewLog", CstInputValue::Bool(value.value));
                }
            }
            Some(name) if CARRIED.contains(&name) => {}
            _ => property.remove(),
        }
    }
    let infrastructure: Vec<SessionRule> = layer
        .rules()
        .filter(|rule| layer.infrastructure.contains(&rule.pattern) && rule.surface == "external_directory_read")
        .map(|rule| SessionRule { surface: rule.surface.clone(), pattern: rule.pattern.clone(), action: rule.action })
        .collect();
    let text = match infrastructure.as_slice() {
        [] => root.to_string(),
        rules => add_rules(Some(&root.to_string()), rules, Around::default())?,
    };
    Ok(Migration { text, notices: layer.notices })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_has_no_effect_there_gets_none_here() {
        let keys = [
            r#""unknownPath": "allow""#,
            r#""temporary": "allow""#,
            r#""blockFindRoot": {"blockBash": false}"#,
            r#""defaultTimeout": 9"#,
            r#""preset": true"#,
        ];
        let migration = migrate(&format!(r#"{{{}, "permission": {{"*": "ask"}}}}"#, keys.join(", "))).unwrap();
        assert!(migration.text.contains("permission"), "{}", migration.text);
        for key in ["unknownPath", "temporary", "blockFindRoot", "defaultTimeout", "preset"] {
            assert!(!migration.text.contains(key), "{}", migration.text);
            assert!(migration.notices.iter().any(|notice| notice.contains(key)), "{:?}", migration.notices);
        }
    }

    #[test]
    fn the_keys_are_ours_and_the_rules_are_theirs() {
        let migration = migrate(
            "// mine\n{\n  \"$schema\": \"x\",\n  \"debugLog\": false, // no\n  \"yoloMode\": true,\n  \"permissionReviewLog\": false,\n  \"piInfrastructureReadPaths\": [\"/opt/pi\"],\n  // rules\n  \"permission\": {\n    \"*\": \"ask\",\n    \"bash\": { \"git *\": \"allow\" }\n  }\n}\n",
        )
        .unwrap();
        assert!(migration.text.starts_with("// mine\n{\n"), "{}", migration.text);
        assert!(
            migration.text.contains("  // rules\n  \"permission\": {\n    \"*\": \"ask\",\n"),
            "{}",
            migration.text
        );
        let json = jsonc::parse(&migration.text).unwrap().json;
        let json = serde_json::Value::from(json);
        assert_eq!(json["reviewLog"], false);
        assert_eq!(json["permission"]["external_directory_read"]["/opt/pi/*"], "allow");
        assert_eq!(json.as_object().unwrap().len(), 3, "{}", migration.text);
        assert!(
            migration.notices.iter().any(|notice| notice.contains("yoloMode is not carried")),
            "{:?}",
            migration.notices
        );
    }

    #[test]
    fn what_has_no_effect_there_gets_none_by_the_move() {
        let text = r#"{"temporary": "allow", "unknownPath": "allow", "blockFindRoot": {"forbiddenPaths": []}, "permission": {"*": "ask"}}"#;
        let json = serde_json::Value::from(jsonc::parse(&migrate(text).unwrap().text).unwrap().json);
        assert_eq!(json, serde_json::json!({"permission": {"*": "ask"}}));
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_place() {
        let error = migrate("{\n\"permission\": {\"bash\": {\"x\": \"maybe\"}}}").unwrap_err();
        assert_eq!(error.field.as_deref(), Some("permission.bash.x"));
        assert!(error.message.contains("line 2"), "{}", error.message);
        assert!(migrate("{").unwrap_err().message.contains("line 1"));
    }
}
