//! One record in, one answer out: `foregate analyze --batch`.
//!
//! Owns the record's fields and their errors. Whatever the line is, there is an answer.

use crate::error::Error;
use crate::guard::{Guard, Options};
use crate::path::{FileSystem, NoFileSystem, Platform};
use crate::policy::Json;
use crate::record::{Analysis, ToolCall};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

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
    let record: Json = match serde_json::from_str(line) {
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
    let options = Options {
        cwd: required(record, "cwd")?,
        platform: match optional(record, "platform")?.as_deref() {
            None | Some("linux") => Platform::Linux,
            Some("darwin") => Platform::Darwin,
            Some("win32") => Platform::Win32,
            Some(_) => return Err(Error::new("platform", "must be \"linux\", \"darwin\" or \"win32\"")),
        },
        home: optional(record, "home")?,
        env: environment(record)?,
        prefix: optional(record, "prefix")?,
        config: present(record, "config").cloned(),
    };
    Guard::new(options, files(record)?)?.analyze(&ToolCall { tool, input })
}

/// A field that is there and not `null`.
fn present<'a>(record: &'a Json, field: &str) -> Option<&'a Json> {
    record.get(field).filter(|value| **value != Json::Null)
}

fn optional(record: &Json, field: &str) -> Result<Option<String>, Error> {
    match present(record, field) {
        None => Ok(None),
        Some(Json::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(wrong(field, "a string", other)),
    }
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

fn environment(record: &Json) -> Result<Option<BTreeMap<String, String>>, Error> {
    let entries = match present(record, "env") {
        None => return Ok(None),
        Some(Json::Object(entries)) => entries,
        Some(other) => return Err(wrong("env", "an object", other)),
    };
    let variable = |(name, value): &(String, Json)| match value {
        Json::String(text) => Ok((name.clone(), text.clone())),
        other => Err(wrong(&format!("env.{name}"), "a string", other)),
    };
    entries.iter().map(variable).collect::<Result<_, _>>().map(Some)
}

fn files(record: &Json) -> Result<Box<dyn FileSystem>, Error> {
    match present(record, "files") {
        None => Ok(Box::new(NoFileSystem)),
        Some(Json::Object(_)) => Ok(Box::new(NoFileSystem)),
        Some(other) => Err(wrong("files", "an object", other)),
    }
}
