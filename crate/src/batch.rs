//! One record in, one answer out: `foregate analyze --batch`.
//!
//! Owns the record's fields and their errors. Whatever the line is, there is an answer.

use crate::error::Error;
use crate::guard::Guard;
use crate::options::Options;
use crate::path::{FileSystem, Flavor, NoFileSystem, Table};
use crate::policy::Json;
use crate::record::{Analysis, ToolCall};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

/// The answer to a line that could not be used.
#[derive(Serialize)]
struct Failure {
    id: Value,
    error: Error,
}

/// Answers one line; the answer has no line break in it.
///
/// ```
/// let line = r#"{"id": "1", "tool": "bash", "input": {"command": 7}, "cwd": "/w"}"#;
/// assert_eq!(
///     foregate::batch::answer(line),
///     r#"{"id":"1","error":{"field":"input.command","message":"must be a string"}}"#,
/// );
/// ```
#[must_use]
pub fn answer(line: &str) -> String {
    let record: Json = match serde_json::from_str(&whole_characters(line)) {
        Ok(record) => record,
        Err(error) => return failure(Value::Null, Error { field: None, message: format!("is no JSON: {error}") }),
    };
    if !matches!(record, Json::Object(_)) {
        let message = format!("must be an object, not {}", record.kind());
        return failure(Value::Null, Error { field: None, message });
    }
    let id = match record.get("id") {
        Some(id @ (Json::String(_) | Json::Number(_))) => Value::from(id.clone()),
        None => return failure(Value::Null, Error::new("id", "is missing")),
        Some(other) => {
            let message = format!("must be a string or a number, not {}", other.kind());
            return failure(Value::Null, Error::new("id", message));
        }
    };
    match analyze(&record) {
        Ok(analysis) => {
            let answer = Analysis { id: Some(id.clone()), ..analysis };
            serde_json::to_string(&answer).unwrap_or_else(|error| {
                failure(id, Error { field: None, message: format!("the answer cannot be written: {error}") })
            })
        }
        Err(error) => failure(id, error),
    }
}

/// The line with U+FFFD for every escaped half of a surrogate pair: JSON allows them, and no text can hold them.
fn whole_characters(line: &str) -> Cow<'_, str> {
    if !line.contains("\\ud") && !line.contains("\\uD") {
        return Cow::Borrowed(line);
    }
    let unit =
        |text: &str| text.strip_prefix("\\u").and_then(|t| t.get(..4)).and_then(|h| u16::from_str_radix(h, 16).ok());
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('\\') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let pair = unit(from).zip(from.get(6..).and_then(unit));
        let taken = match (unit(from), pair) {
            (_, Some((0xd800..=0xdbff, 0xdc00..=0xdfff))) => 12,
            (Some(0xd800..=0xdfff), _) => {
                out.push('\u{fffd}');
                rest = from.get(6..).unwrap_or("");
                continue;
            }
            // Any other escape is a backslash and one character at least.
            _ => 1 + from.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (escape, after) = from.split_at_checked(taken).unwrap_or((from, ""));
        out.push_str(escape);
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn failure(id: Value, error: Error) -> String {
    serde_json::to_string(&Failure { id, error }).unwrap_or_default()
}

fn analyze(record: &Json) -> Result<Analysis, Error> {
    let tool = required(record, "tool")?;
    let input = match record.get("input") {
        Some(input @ Json::Object(_)) => Value::from(input.clone()),
        Some(other) => return Err(wrong("input", "an object", other)),
        None => return Err(Error::new("input", "is missing")),
    };
    let options = Options::read(record)?;
    let fs = files(record, options.platform.flavor())?;
    Guard::new(options, fs)?.analyze(&ToolCall::new(tool, input))
}

/// A field that is there and not `null`.
fn present<'a>(record: &'a Json, field: &str) -> Option<&'a Json> {
    record.get(field).filter(|value| **value != Json::Null)
}

fn required(record: &Json, field: &str) -> Result<String, Error> {
    match record.get(field) {
        Some(Json::String(text)) => Ok(text.clone()),
        Some(other) => Err(wrong(field, "a string", other)),
        None => Err(Error::new(field, "is missing")),
    }
}

fn wrong(field: &str, expected: &str, found: &Json) -> Error {
    Error::new(field, format!("must be {expected}, not {}", found.kind()))
}

fn files(record: &Json, flavor: Flavor) -> Result<Box<dyn FileSystem>, Error> {
    match present(record, "files") {
        None => Ok(Box::new(NoFileSystem)),
        Some(files) => {
            let files = serde_json::from_value(Value::from(files.clone()))
                .map_err(|error| Error::new("files", format!("cannot be read: {error}")))?;
            Ok(Box::new(Table::new(flavor, files)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answered(line: &str) -> Value {
        let answer = answer(line);
        assert!(!answer.contains('\n'));
        serde_json::from_str(&answer).unwrap()
    }

    #[test]
    fn half_a_surrogate_pair_is_a_replacement_character() {
        let id = |escaped: &str| {
            let line = format!(r#"{{"id":"{escaped}","tool":"bash","input":{{"command":"ls"}},"cwd":"/w"}}"#);
            answered(&line)["id"].as_str().map(str::to_owned)
        };
        assert_eq!(id(r"a\\ud800b").as_deref(), Some(r"a\ud800b"));
        assert_eq!(id(r"a\ud800b").as_deref(), Some("a\u{fffd}b"));
        assert_eq!(id(r"\udc00\ud83d\ude00").as_deref(), Some("\u{fffd}😀"));
    }

    #[test]
    fn a_line_that_cannot_be_used_is_answered_with_its_field() {
        let record = |changes: Value| {
            let mut record = json!({"id": "a", "tool": "bash", "input": {"command": "ls"}, "cwd": "/w"});
            for (key, value) in changes.as_object().unwrap() {
                match value {
                    Value::Null => drop(record.as_object_mut().unwrap().remove(key)),
                    value => record[key] = value.clone(),
                }
            }
            record.to_string()
        };
        for (line, id, field) in [
            ("".to_owned(), Value::Null, Value::Null),
            ("{\"id\": \"a\"".to_owned(), Value::Null, Value::Null),
            ("[1]".to_owned(), Value::Null, Value::Null),
            ("[".repeat(100_000), Value::Null, Value::Null),
            (record(json!({"id": null})), Value::Null, json!("id")),
            (record(json!({"id": ["a"]})), Value::Null, json!("id")),
            (record(json!({"tool": null})), json!("a"), json!("tool")),
            (record(json!({"tool": 1, "id": 7})), json!(7), json!("tool")),
            (record(json!({"input": null})), json!("a"), json!("input")),
            (record(json!({"input": "ls"})), json!("a"), json!("input")),
            (record(json!({"input": {}})), json!("a"), json!("input.command")),
            (record(json!({"input": {"command": ["ls"]}})), json!("a"), json!("input.command")),
            (record(json!({"tool": "read"})), json!("a"), json!("input.path")),
            (record(json!({"tool": "ls", "input": {"path": 1}})), json!("a"), json!("input.path")),
            (record(json!({"cwd": null})), json!("a"), json!("cwd")),
            (record(json!({"cwd": "w"})), json!("a"), json!("cwd")),
            (record(json!({"cwd": "C:w", "platform": "win32"})), json!("a"), json!("cwd")),
            (record(json!({"platform": "beos"})), json!("a"), json!("platform")),
            (record(json!({"home": 1})), json!("a"), json!("home")),
            (record(json!({"env": ["A=1"]})), json!("a"), json!("env")),
            (record(json!({"env": {"A": 1}})), json!("a"), json!("env.A")),
            (record(json!({"files": []})), json!("a"), json!("files")),
            (record(json!({"config": {"permission": {"bash": 1}}})), json!("a"), json!("config.permission.bash")),
        ] {
            let answer = answered(&line);
            assert_eq!((&answer["id"], &answer["error"]["field"]), (&id, &field), "{line:.200}");
            assert!(answer["error"]["message"].is_string(), "{answer}");
        }
    }

    #[test]
    fn an_answer_has_every_field_of_the_contract() {
        let line = r#"{"id": "a", "tool": "bash", "input": {"command": "sleep 1"}, "cwd": "/w", "config": {"permission": {"*": "ask"}}}"#;
        let answer = answered(line);
        let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(keys(&answer), "accesses commands coverage findRoots id verdict");
        assert_eq!(keys(&answer["verdict"]), "action input reasons");
        assert_eq!(keys(&answer["verdict"]["reasons"][0]), "action message rule subject surface");
        assert_eq!(answer["verdict"]["reasons"][0]["rule"], Value::Null);
        assert_eq!(answer["verdict"]["input"], json!({"timeout": 120}));
    }

    #[test]
    fn without_a_configuration_the_outside_is_asked_about_and_the_rest_is_free() {
        let line = r#"{"id": 1, "tool": "web", "input": {}, "cwd": "C:\\w", "platform": "win32"}"#;
        assert_eq!(answered(line)["verdict"], json!({"action": "allow", "reasons": []}));
    }
}
