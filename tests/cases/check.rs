//! Case files: how they are read, and how an answer is held against one.
//!
//! Owns the meaning of a case file's keys (`tests/cases/README.md`) for the two runners in Rust; `cases.test.mjs` owns it for
//! the one in Node. It knows nothing of how an answer is made: a record goes in as a line, and an answer comes out as a line.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use toml::Table;

/// Keys that describe the call; the rest of a case is what is expected of the answer.
const CALL: [&str; 13] = [
    "name", "command", "tool", "input", "line", "platform", "cwd", "home", "env", "files", "config", "sources", "peer",
];
const EXPECT: [&str; 17] = [
    "action",
    "accesses",
    "contains",
    "external",
    "either",
    "noticed",
    "commands",
    "via",
    "findRoots",
    "coverage",
    "codes",
    "reasons",
    "reasonsLack",
    "surfaces",
    "patch",
    "spans",
    "error",
];

/// One call, and what is expected of its answer.
struct Case {
    name: String,
    /// The record, as one line.
    line: String,
    cwd: String,
    expect: Map<String, Value>,
}

/// What came of a run.
#[derive(Default)]
pub(crate) struct Report {
    /// How many cases held.
    pub(crate) passed: usize,
    /// What is wrong with the others, one text each.
    pub(crate) failures: Vec<String>,
}

/// Runs the cases of `files` (name and text of each); `shared` is the text of `shared.toml`.
pub(crate) fn run(files: &[(&str, &str)], shared: &str, answer: impl Fn(&str) -> String) -> Report {
    let mut report = Report::default();
    for (file, text) in files {
        match read(text, shared) {
            Err(message) => report.failures.push(format!("{file}: {message}")),
            Ok(cases) => {
                for case in cases {
                    let differences = case.check(&answer(&case.line));
                    if differences.is_empty() {
                        report.passed += 1;
                    } else {
                        report.failures.push(case.message(file, &differences));
                    }
                }
            }
        }
    }
    report
}

fn read(text: &str, shared: &str) -> Result<Vec<Case>, String> {
    // The order of keys is the order of rules, and stays.
    let parse = |text: &str| text.parse::<Table>().map_err(|error| error.to_string());
    let (file, shared) = (parse(text)?, parse(shared)?);
    let none = Table::new();
    let defaults = file.get("defaults").and_then(toml::Value::as_table).unwrap_or(&none);
    let cases = file.get("case").and_then(toml::Value::as_array).ok_or("no [[case]]")?;
    let mut names = BTreeSet::new();
    let mut out = Vec::new();
    for case in cases {
        let own = case.as_table().ok_or("a case is a table")?;
        let name = own.get("name").and_then(toml::Value::as_str).ok_or("a case without a name")?;
        if !names.insert(name) {
            return Err(format!("two cases are named \"{name}\""));
        }
        if let Some(key) = own.keys().find(|key| !CALL.contains(&key.as_str()) && !EXPECT.contains(&key.as_str())) {
            return Err(format!("{name}: no such key: {key}"));
        }
        if !own.keys().any(|key| EXPECT.contains(&key.as_str())) {
            return Err(format!("{name}: nothing is expected"));
        }
        out.push(Case::new(name, own, defaults, &shared).map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(out)
}

impl Case {
    fn new(name: &str, own: &Table, defaults: &Table, shared: &Table) -> Result<Self, String> {
        let mut record = Table::new();
        record.insert("id".to_owned(), name.into());
        if let Some(command) = own.get("command") {
            record.insert("tool".to_owned(), "bash".into());
            record.insert("input".to_owned(), Table::from_iter([("command".to_owned(), command.clone())]).into());
        }
        for key in ["tool", "input", "platform", "cwd", "home", "env", "files", "config", "sources"] {
            let value = match own.get(key).or_else(|| defaults.get(key)) {
                // A name stands for an entry of shared.toml; "none" takes a default away.
                Some(toml::Value::String(text)) if text == "none" => continue,
                Some(toml::Value::String(text)) if key == "files" || key == "config" => shared
                    .get(key)
                    .and_then(|table| table.get(text))
                    .ok_or_else(|| format!("shared.toml has no {key}.{text}"))?,
                Some(value) => value,
                None => continue,
            };
            record.insert(key.to_owned(), value.clone());
        }
        let cwd = record.get("cwd").and_then(toml::Value::as_str).unwrap_or_default().to_owned();
        let line = match own.get("line").and_then(toml::Value::as_str) {
            Some(line) => line.to_owned(),
            None => serde_json::to_string(&record).map_err(|error| error.to_string())?,
        };
        let expect = own.iter().filter(|(key, _)| EXPECT.contains(&key.as_str()));
        let expect = expect.map(|(key, value)| Ok((key.clone(), serde_json::to_value(value)?)));
        let expect = expect.collect::<Result<_, serde_json::Error>>().map_err(|error| error.to_string())?;
        Ok(Self { name: name.to_owned(), line, cwd, expect })
    }

    fn message(&self, file: &str, differences: &[String]) -> String {
        let record: Value = serde_json::from_str(&self.line).unwrap_or(Value::Null);
        let mut out = format!("{file}: {}\n", self.name);
        match record.pointer("/input/command").and_then(Value::as_str) {
            Some(command) => {
                for line in command.lines() {
                    let seen = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
                    let _ = writeln!(out, "    $ {}", line.chars().map(seen).collect::<String>());
                }
            }
            None => {
                let _ = match (text(&record, "tool"), record.get("input")) {
                    (tool, Some(input)) if !tool.is_empty() => writeln!(out, "    {tool} {input}"),
                    _ => writeln!(out, "    {}", self.line),
                };
            }
        }
        for difference in differences {
            let _ = writeln!(out, "  {difference}");
        }
        out
    }

    /// Where the answer differs from what is expected; empty when it holds.
    fn check(&self, answer: &str) -> Vec<String> {
        let Ok(answer) = serde_json::from_str::<Value>(answer) else {
            return vec![format!("no JSON: {answer}")];
        };
        if !self.expect.contains_key("error")
            && let Some(error) = answer.get("error")
        {
            return vec![format!("error: {error}")];
        }
        if !self.expect.contains_key("error") && answer.get("verdict").is_none() {
            return vec![format!("no verdict: {answer}")];
        }
        let mut out = Vec::new();
        for (key, want) in &self.expect {
            let (want, got) = self.compare(key, want, &answer);
            if want != got {
                out.push(format!("{key}: expected {want}\n  {:width$}  got      {got}", "", width = key.len()));
            }
        }
        out
    }

    /// What is expected and what there is, in a form in which they are equal if the case holds.
    fn compare(&self, key: &str, want: &Value, answer: &Value) -> (Value, Value) {
        let at = |pointer: &str| answer.pointer(pointer).cloned().unwrap_or(Value::Null);
        let accesses = list(answer, "/accesses");
        let standing = |boundary: &str| {
            let there = accesses.iter().filter(|a| text(a, "boundary") == boundary);
            sorted(there.map(|a| shown(a).to_owned()))
        };
        let reasons = at("/verdict/reasons").to_string();
        let in_reasons = |part: &&Value| {
            let escaped = json!(part.as_str()).to_string();
            reasons.contains(escaped.trim_matches('"'))
        };
        match key {
            "accesses" => (self.entries(want), sorted(accesses.iter().map(entry))),
            "contains" => {
                let there: Vec<String> = accesses.iter().map(entry).collect();
                let lacks = strings(want).into_iter().map(|e| self.absolute(&e)).any(|e| !there.contains(&e));
                (self.entries(want), if lacks { sorted(there.into_iter()) } else { self.entries(want) })
            }
            "external" => (self.paths(want), standing("outside")),
            "either" => (self.paths(want), standing("either")),
            "noticed" => {
                let open = accesses.iter().any(|a| text(a, "boundary") != "inside");
                (want.clone(), json!(open || answer.pointer("/coverage/kind") != Some(&json!("full"))))
            }
            "commands" => {
                let canonical = list(answer, "/commands").iter().map(|c| text(c, "canonical").to_owned());
                (want.clone(), json!(canonical.collect::<Vec<_>>()))
            }
            "via" => {
                let ways =
                    list(answer, "/commands").iter().map(|c| c.get("via").map(strings).unwrap_or_default().join(" > "));
                (want.clone(), json!(ways.collect::<Vec<_>>()))
            }
            "findRoots" => (want.clone(), at("/findRoots")),
            "action" => (want.clone(), at("/verdict/action")),
            "coverage" => (want.clone(), at("/coverage/kind")),
            "codes" => (sorted(strings(want).into_iter()), sorted(strings(&at("/coverage/codes")).into_iter())),
            "surfaces" => {
                let surfaces = list(answer, "/verdict/reasons").iter().map(|r| text(r, "surface").to_owned());
                (sorted(strings(want).into_iter()), sorted(surfaces))
            }
            "reasons" => {
                let holds = want.as_array().is_some_and(|parts| parts.iter().all(|part| in_reasons(&part)));
                (want.clone(), if holds { want.clone() } else { at("/verdict/reasons") })
            }
            "reasonsLack" => {
                let holds = want.as_array().is_some_and(|parts| !parts.iter().any(|part| in_reasons(&part)));
                (want.clone(), if holds { want.clone() } else { at("/verdict/reasons") })
            }
            "patch" => (want.clone(), answer.pointer("/verdict/input").cloned().unwrap_or_else(|| json!({}))),
            "spans" => {
                let spans = want.as_object().into_iter().flatten().map(|(path, span)| (self.path(path), span.clone()));
                let want: Map<String, Value> = spans.collect();
                let there =
                    accesses.iter().map(|a| (shown(a).to_owned(), a.get("span").cloned().unwrap_or(Value::Null)));
                let got = there.filter(|(path, _)| want.contains_key(path)).collect::<Map<_, _>>();
                (Value::Object(want), Value::Object(got))
            }
            "error" => {
                let field = at("/error/field");
                (
                    want.clone(),
                    if at("/error").is_null() { json!("no error") } else { json!(field.as_str().unwrap_or("")) },
                )
            }
            _ => (want.clone(), Value::Null),
        }
    }

    /// A path of a case is seen from the working directory.
    fn path(&self, path: &str) -> String {
        let absolute = path.starts_with(['/', '\\', '~', '(']) || path.get(1..2) == Some(":");
        let separator = if self.cwd.contains('\\') { '\\' } else { '/' };
        match path {
            "." => self.cwd.clone(),
            _ if absolute => path.to_owned(),
            _ => format!("{}{separator}{path}", self.cwd),
        }
    }

    fn absolute(&self, entry: &str) -> String {
        match entry.split_once(' ') {
            Some((mode, path)) => format!("{mode} {}", self.path(path)),
            None => entry.to_owned(),
        }
    }

    fn entries(&self, want: &Value) -> Value {
        sorted(strings(want).into_iter().map(|e| self.absolute(&e)))
    }

    fn paths(&self, want: &Value) -> Value {
        sorted(strings(want).into_iter().map(|p| self.path(&p)))
    }
}

/// `read /etc/group`, or `read? /etc/group` where the access is possible only.
fn entry(access: &Value) -> String {
    let mark = if text(access, "certainty") == "possible" { "?" } else { "" };
    format!("{}{mark} {}", text(access, "mode"), shown(access))
}

fn shown(access: &Value) -> &str {
    access.get("path").and_then(Value::as_str).unwrap_or("(unknown)")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'a>(answer: &'a Value, pointer: &str) -> &'a [Value] {
    answer.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn sorted(texts: impl Iterator<Item = String>) -> Value {
    json!(texts.collect::<BTreeSet<_>>())
}
