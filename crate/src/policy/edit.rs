//! Rules written into a configuration's text.
//!
//! Owns where a new rule goes, so that it decides, and that nothing else of the text is lost: not a comment, not a key, not the order
//! or the indentation. What is written is read again before it is handed out.

use super::config::{Action, Origin, Rule};
use super::cursor::Cursor;
use super::jsonc::{self, Lines, quoted};
use super::layer::{self, Dialect};
use super::outline::Outline;
use super::pattern::Pattern;
use crate::error::Error;
use crate::record::SessionRule;
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
/// A text in which something is wrong, or that holds something else where the rules belong; a rule that no text can hold.
pub(crate) fn add_rules(text: Option<&str>, rules: &[SessionRule], around: Around<'_>) -> Result<String, Error> {
    let fresh = if around.preset {
        "{\n\t\"preset\": true,\n\t\"permission\": {}\n}\n"
    } else {
        "{\n\t\"permission\": {}\n}\n"
    };
    let text = text.filter(|text| !text.trim().is_empty()).unwrap_or(fresh);
    let (mark, bare) = match text.strip_prefix('\u{feff}') {
        Some(bare) => ("\u{feff}", bare),
        None => ("", text),
    };
    let parsed = jsonc::parse(bare).and_then(|parsed| match parsed.faults.first() {
        Some(fault) => Err(fault.clone()),
        None => Ok(parsed),
    });
    parsed.map_err(|fault| {
        let lines = Lines::new(bare);
        let place = format!("line {}, column {}", lines.line(fault.at), lines.column(fault.at));
        Error { field: None, message: format!("{} ({place})", fault.message) }
    })?;
    let mut out = bare.to_owned();
    for rule in rules {
        if rule.surface == "*" {
            let message = "is the action where no rule matches, and holds no patterns; name a surface";
            return Err(Error::new("permission.*", message));
        }
        out = add(&out, rule, around)?;
    }
    in_force(&out, rules)?;
    Ok(format!("{mark}{out}"))
}

/// The last matching rule wins: a new one stands at the end of its surface.
fn add(text: &str, rule: &SessionRule, around: Around<'_>) -> Result<String, Error> {
    let SessionRule { surface, pattern, action } = rule;
    let written = quoted(action.name());
    let field = format!("permission.{surface}");
    for way in [&[][..], &["permission"], &["permission", surface]] {
        if let Some(spread) = Outline::of(text, way).and_then(|object| object.spread(text)) {
            return add(&spread, rule, around);
        }
    }
    let root =
        Outline::of(text, &[]).ok_or_else(|| Error { field: None, message: "The file must hold an object.".into() })?;
    if root.get("permission").is_none() {
        return add(&root.with(text, "\"permission\": {}"), rule, around);
    }
    let rules = Outline::of(text, &["permission"]).ok_or_else(|| Error::new("permission", "must be an object"))?;
    let Some(own) = rules.get(surface) else {
        let draft = rules.with(text, &format!("{}: {{}}", quoted(surface)));
        return match around.whole.and_then(|whole| whole.get(surface)) {
            Some(whole) => {
                let first = SessionRule { pattern: "*".into(), action: *whole, ..rule.clone() };
                add(&add(&draft, &first, Around::default())?, rule, around)
            }
            None => add(&draft, rule, around),
        };
    };
    let Some(patterns) = Outline::of(text, &["permission", surface]) else {
        // One action for all of it is a rule for everything.
        let whole = own.value(text);
        if serde_json::from_str(whole).ok().and_then(|name: String| Action::named(&name)).is_none() {
            return Err(Error::new(field, "must be an action, or an object of patterns"));
        }
        let emptied = own.with_value(text, "{}");
        let draft =
            Outline::of(&emptied, &["permission", surface]).map(|all| all.with(&emptied, &format!("\"*\": {whole}")));
        return add(&draft.unwrap_or(emptied), rule, around);
    };
    let Some(earlier) = patterns.get(pattern) else {
        return Ok(patterns.with(text, &format!("{}: {written}", quoted(pattern))));
    };
    // What else the rule says stays: its examples, and what is said about it.
    let entry = match Outline::of(text, &["permission", surface, pattern]) {
        None => earlier.clone(),
        Some(parts) => {
            if *action != Action::Deny && parts.get("reason").is_some() {
                let message = "is a denial with a reason; take the reason out before it becomes another rule";
                return Err(Error::new(format!("{field}.{pattern}"), message));
            }
            let missing = || Error::new(format!("{field}.{pattern}"), "has no \"action\"");
            parts.get("action").cloned().ok_or_else(missing)?
        }
    };
    let changed = entry.with_value(text, &written);
    let patterns = Outline::of(&changed, &["permission", surface]);
    Ok(patterns.and_then(|patterns| patterns.to_end(&changed, pattern)).unwrap_or(changed))
}

/// Whether the text says what the rules say, and nothing is wrong with it.
fn in_force(text: &str, rules: &[SessionRule]) -> Result<(), Error> {
    let parsed = jsonc::parse(text).map_err(|fault| Error { field: None, message: fault.message })?;
    let cursor = Cursor::new(&parsed.json, Some(&parsed.places), "");
    let layer = layer::read(&cursor, Dialect::Foregate, &|_| Origin::default());
    if let Some(flaw) = layer.flaws.into_iter().next() {
        return Err(Error::new(flaw.field, flaw.message));
    }
    let all: Vec<Rule> = layer.surfaces.into_iter().flat_map(|(_, entry)| entry.into_rules()).collect();
    for (at, rule) in rules.iter().enumerate() {
        // One of the same call may take it back.
        let again =
            |other: &SessionRule| other.surface == rule.surface && Pattern::new(&other.pattern).matches(&rule.pattern);
        let speaks = |other: &&Rule| {
            Pattern::new(&other.surface).matches(&rule.surface) && Pattern::new(&other.pattern).matches(&rule.pattern)
        };
        let decides = all.iter().rfind(speaks).is_some_and(|last| last.action == rule.action);
        if !decides && !rules.iter().skip(at + 1).any(again) {
            let message = "would not be in force: a rule that stands behind it decides";
            return Err(Error::new(format!("permission.{}.{}", rule.surface, rule.pattern), message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn nothing_else_of_a_rule_is_lost() {
        for (before, pattern, after) in [
            (
                r#"{"permission": {"bash": {"ls": {"action": "ask", /* a */ "match": ["ls"]}, "rm *": "ask"}}}"#,
                "ls",
                r#""ls": {"action": "allow", /* a */ "match": ["ls"]}"#,
            ),
            ("{\"permission\": {\"bash\": /* b */ \"ask\" /* c */}}", "ls", "\"bash\": /* b */ {"),
            (
                "{\"permission\": {\"bash\": {\n\t// why\n\t\"ls\" /* d */ : \"ask\", // e\n\t\"*\": \"ask\" // f\n}}}",
                "ls",
                "{\n\t// why\n\t // e\n\t\"*\": \"ask\", // f\n\t\"ls\" /* d */ : \"allow\"\n",
            ),
        ] {
            let text = add(Some(before), &[("bash", pattern)]).unwrap();
            assert!(text.contains(after), "{before}\n{text}");
        }
    }

    #[test]
    fn what_no_text_can_hold_is_refused() {
        for (text, surface, pattern, field) in [
            ("{}", "*", "ls", "permission.*"),
            ("{}", "bash", "", "permission.bash."),
            (
                "{\"permission\": {\"bash\": {\"ls\": {\"reason\": \"x\", \"action\": \"deny\"}}}}",
                "bash",
                "ls",
                "permission.bash.ls",
            ),
            ("{\"permission\": {\"bash\": {\"x\": 1}}}", "bash", "ls", "permission.bash.x"),
            ("{\"permission\": {\"bash\": {}, \"ba*\": {\"*\": \"deny\"}}}", "bash", "ls", "permission.bash.ls"),
            ("{\"permission\": {\"bash\": {}, \"bash\": {}}}", "bash", "ls", ""),
        ] {
            let error = add(Some(text), &[(surface, pattern)]).unwrap_err();
            assert_eq!(error.field.unwrap_or_default(), field, "{text}");
        }
    }

    /// What stands between two tokens: blanks and comments, each with a number of its own.
    fn gap() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => Just(String::new()),
            2 => Just(" ".to_owned()),
            2 => Just("\n\t".to_owned()),
            1 => Just("\r\n    ".to_owned()),
            1 => Just(" /*#*/ ".to_owned()),
            1 => Just(" //# }\"{,\n".to_owned()),
        ]
    }

    /// The patterns of one surface, with gaps everywhere.
    fn patterns() -> impl Strategy<Value = String> {
        let action = prop_oneof![
            3 => Just("\"ask\"".to_owned()),
            1 => (gap(), gap()).prop_map(|(a, b)| format!("{{{a}\"action\":{b}\"ask\",\"match\":[\"x\"]{a}}}")),
        ];
        let names = prop::sample::subsequence(vec!["ls", "x", "*", "a b", "x*"], 0..=5).prop_shuffle();
        (names, prop::collection::vec((gap(), gap(), gap(), gap(), action), 5), any::<bool>()).prop_map(
            |(names, parts, comma)| {
                let all: Vec<String> = names
                    .iter()
                    .zip(parts)
                    .map(|(name, (a, b, c, d, action))| {
                        let action = if name.contains('x') { action } else { "\"ask\"".to_owned() };
                        format!("{a}\"{name}\"{b}:{c}{action}{d}")
                    })
                    .collect();
                let last = if comma && !all.is_empty() { "," } else { "" };
                format!("{{{}{last}}}", all.join(","))
            },
        )
    }

    fn numbered(text: &str) -> String {
        let parts: Vec<&str> = text.split('#').collect();
        parts
            .iter()
            .enumerate()
            .map(|(at, part)| if at == 0 { (*part).to_owned() } else { format!("#{at}{part}") })
            .collect()
    }

    /// All keys with their ways, apart from what stands under `bash`.
    fn keys(json: &serde_json::Value, way: &str, out: &mut Vec<String>) {
        for (name, value) in json.as_object().into_iter().flatten() {
            out.push(format!("{way}/{name}"));
            keys(value, &format!("{way}/{name}"), out);
        }
    }

    fn json(text: &str) -> serde_json::Value {
        jsonc::parse(text).unwrap().json.into()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

        #[test]
        fn adding_loses_nothing_and_the_rule_holds(
            bash in prop_oneof![4 => patterns(), 1 => Just("\"ask\"".to_owned())],
            path in patterns(),
            gaps in prop::collection::vec(gap(), 8),
            bash_first in any::<bool>(),
            rules in prop::collection::vec((prop::sample::select(vec!["bash", "path", "read"]), prop::sample::select(vec!["ls", "x", "*", "new"])), 1..4),
        ) {
            let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|at| gaps[at].clone());
            let (one, two) = (format!("\"bash\"{a}:{b}{bash}"), format!("\"path\":{path}"));
            let (one, two) = if bash_first { (one, two) } else { (two, one) };
            let before = numbered(&format!("{c}{{{d}\"defaultTimeout\":{e}9,{f}\"permission\":{g}{{{one},{two}{h}}}{a}}}{b}"));
            let after = add(Some(&before), &rules).unwrap();
            for at in 1..before.matches('#').count() + 1 {
                let comment = before.split('#').nth(at).unwrap();
                let end = comment.find(|c: char| !c.is_ascii_digit()).unwrap();
                let mark = format!("#{}", comment.get(..end).unwrap());
                prop_assert_eq!(after.matches(&mark).count(), before.matches(&mark).count(), "{}\n{}", before, after);
            }
            let (mut old, mut new) = (Vec::new(), Vec::new());
            keys(&json(&before), "", &mut old);
            keys(&json(&after), "", &mut new);
            for key in old {
                prop_assert!(new.contains(&key), "{key} of\n{before}\n{after}");
            }
            // Nothing but the rules is another.
            prop_assert_eq!(add(Some(&after), &rules).unwrap().matches('#').count(), before.matches('#').count());
        }
    }

    #[test]
    fn a_byte_order_mark_stays() {
        assert!(add(Some("\u{feff}{}"), &[("bash", "ls")]).unwrap().starts_with("\u{feff}{"));
    }
}
