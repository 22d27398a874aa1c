//! Rules written into a configuration's text.
//!
//! Owns where a new rule goes, so that it decides; the comments, the order and the indentation of the text stay as they are.

use super::config::Action;
use super::jsonc::{self, Lines};
use crate::error::Error;
use crate::record::SessionRule;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use std::collections::BTreeMap;

/// What is known of the policy that the text is a part of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Around<'a> {
    /// Whether a text that begins here has to name the preset to keep it.
    pub preset: bool,
    /// The action of a surface that is one action in an earlier text: without it in front, a first pattern would take it away.
    pub whole: Option<&'a BTreeMap<String, Action>>,
}

/// `text` with `rules` in it; without a text a new one.
///
/// # Errors
///
/// A text that cannot be read, or that holds something else where the rules belong.
pub(crate) fn add_rules(text: Option<&str>, rules: &[SessionRule], around: Around<'_>) -> Result<String, Error> {
    let fresh = if around.preset {
        "{\n\t\"preset\": true,\n\t\"permission\": {}\n}\n"
    } else {
        "{\n\t\"permission\": {}\n}\n"
    };
    let text = text.filter(|text| !text.trim().is_empty()).unwrap_or(fresh);
    jsonc::parse(text).map_err(|fault| {
        let lines = Lines::new(text);
        let place = format!("line {}, column {}", lines.line(fault.at), lines.column(fault.at));
        Error { field: None, message: format!("{} ({place})", fault.message) }
    })?;
    let (mark, bare) = match text.strip_prefix('\u{feff}') {
        Some(bare) => ("\u{feff}", bare),
        None => ("", text),
    };
    let root = CstRootNode::parse(bare, &jsonc::SYNTAX)
        .map_err(|error| Error { field: None, message: jsonc::sentence(&error) })?;
    let object =
        root.object_value().ok_or_else(|| Error { field: None, message: "The file must hold an object.".into() })?;
    let permission = inner(&object, "permission", "permission")?;
    permission.ensure_multiline();
    for rule in rules {
        add(&permission, rule, around)?;
    }
    Ok(format!("{mark}{root}"))
}

/// The object under `name`, new if there is none.
fn inner(object: &CstObject, name: &str, field: &str) -> Result<CstObject, Error> {
    match object.get(name) {
        None => Ok(object.object_value_or_set(name)),
        Some(property) => property.object_value().ok_or_else(|| Error::new(field, "must be an object")),
    }
}

/// The last matching rule wins: a new one stands at the end of its surface.
fn add(permission: &CstObject, rule: &SessionRule, around: Around<'_>) -> Result<(), Error> {
    let action = |action: Action| CstInputValue::from(action.name());
    let whole = match permission.get(&rule.surface) {
        None => around.whole.and_then(|whole| whole.get(&rule.surface).copied()).map(action),
        Some(property) => match property.value().and_then(|value| value.as_string_lit()) {
            None => None,
            Some(text) => {
                let text = text.decoded_value().map_err(|_| Error::new(rule.surface.as_str(), "must be an action"))?;
                property.set_value(CstInputValue::Object(Vec::new()));
                Some(CstInputValue::String(text))
            }
        },
    };
    let surface = inner(permission, &rule.surface, &format!("permission.{}", rule.surface))?;
    surface.ensure_multiline();
    if let Some(whole) = whole {
        surface.append("*", whole);
    }
    if let Some(earlier) = surface.get(&rule.pattern) {
        if earlier.next_property().is_none() {
            earlier.set_value(action(rule.action));
            return Ok(());
        }
        earlier.remove();
    }
    surface.append(&rule.pattern, action(rule.action));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(text: Option<&str>, rules: &[(&str, &str)]) -> Result<String, Error> {
        let rules: Vec<SessionRule> = rules
            .iter()
            .map(|&(surface, pattern)| SessionRule {
                surface: surface.into(),
                pattern: pattern.into(),
                action: Action::Allow,
            })
            .collect();
        add_rules(text, &rules, Around::default())
    }

    #[test]
    fn a_rule_goes_to_the_end_of_its_surface() {
        for (before, surface, pattern, after) in [
            ("{}", "bash", "ls", "{\n  \"permission\": {\n    \"bash\": {\n      \"ls\": \"allow\"\n    }\n  }\n}"),
            (
                "// mine\n{\n\t\"permission\": {\n\t\t\"*\": \"ask\", // all\n\t\t\"bash\": {\n\t\t\t// look\n\t\t\t\"git *\": \"ask\",\n\t\t\t\"ls\": \"deny\" // why\n\t\t},\n\t},\n}\n",
                "bash",
                "make all",
                "// mine\n{\n\t\"permission\": {\n\t\t\"*\": \"ask\", // all\n\t\t\"bash\": {\n\t\t\t// look\n\t\t\t\"git *\": \"ask\",\n\t\t\t\"ls\": \"deny\", // why\n\t\t\t\"make all\": \"allow\"\n\t\t},\n\t},\n}\n",
            ),
            (
                "{\n  \"permission\": { \"bash\": \"ask\" } // b\n}\n",
                "bash",
                "ls",
                "{\n  \"permission\": {\n    \"bash\": {\n      \"*\": \"ask\",\n      \"ls\": \"allow\"\n    }\n  } // b\n}\n",
            ),
            (
                "{\n  \"permission\": {\n    \"bash\": {\n      \"ls\": \"ask\",\n      \"*\": \"ask\"\n    }\n  }\n}",
                "bash",
                "ls",
                "{\n  \"permission\": {\n    \"bash\": {\n      \"*\": \"ask\",\n      \"ls\": \"allow\"\n    }\n  }\n}",
            ),
            (
                "{\n  \"permission\": {\n    \"bash\": {\n      \"*\": \"ask\",\n      \"ls\": \"ask\" // x\n    }\n  }\n}",
                "bash",
                "ls",
                "{\n  \"permission\": {\n    \"bash\": {\n      \"*\": \"ask\",\n      \"ls\": \"allow\" // x\n    }\n  }\n}",
            ),
        ] {
            assert_eq!(add(Some(before), &[(surface, pattern)]).unwrap(), after, "{before}");
        }
    }

    #[test]
    fn a_new_text_has_the_rules_alone() {
        let text = add(None, &[("bash", "a \"b\""), ("path", "C:\\x")]).unwrap();
        assert_eq!(
            text,
            "{\n\t\"permission\": {\n\t\t\"bash\": {\n\t\t\t\"a \\\"b\\\"\": \"allow\"\n\t\t},\n\t\t\"path\": {\n\t\t\t\"C:\\\\x\": \"allow\"\n\t\t}\n\t}\n}\n"
        );
        assert_eq!(add(Some(" \n"), &[("bash", "a \"b\""), ("path", "C:\\x")]).unwrap(), text);
    }

    #[test]
    fn what_is_around_is_kept() {
        let whole = BTreeMap::from([("bash".to_owned(), Action::Deny)]);
        let rule = SessionRule { surface: "bash".into(), pattern: "ls".into(), action: Action::Allow };
        let around = Around { preset: true, whole: Some(&whole) };
        let text = add_rules(None, &[rule], around).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json, serde_json::json!({"preset": true, "permission": {"bash": {"*": "deny", "ls": "allow"}}}));
        assert!(text.find("\"*\"") < text.find("\"ls\""));
    }

    #[test]
    fn a_text_that_is_not_understood_is_not_touched() {
        for (text, field, says) in [
            ("{\n  \"a\": 1\n  \"b\": 2\n}", None, "line 2, column 9"),
            ("[]", None, "object"),
            ("{\"permission\": \"allow\"}", Some("permission"), "object"),
            ("{\"permission\": {\"bash\": 1}}", Some("permission.bash"), "object"),
        ] {
            let error = add(Some(text), &[("bash", "ls")]).unwrap_err();
            assert_eq!(error.field.as_deref(), field, "{text}");
            assert!(error.message.contains(says), "{text}: {}", error.message);
        }
    }

    #[test]
    fn a_byte_order_mark_stays() {
        assert!(add(Some("\u{feff}{}"), &[("bash", "ls")]).unwrap().starts_with("\u{feff}{"));
    }
}
