//! One line for each entry of the catalog: a command, and what it touches.
//!
//! The lines are in `tests/catalog/lines.txt`, where their form is explained. `tests/catalog/strace.mjs` runs the same lines for
//! real. With `FOREGATE_LINES=print` the test prints each line with what is answered now.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the lines are read from the source tree")]
#![allow(clippy::disallowed_macros, reason = "cargo's variables say where the source tree is")]
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a test says what is wrong and stops")]

use serde_json::{Map, Value, json};

const HOME: &str = "/t/home";
const HERE: &str = "/t/w";

#[test]
fn every_entry_has_its_line_and_every_line_holds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/catalog/lines.txt");
    let source = std::fs::read_to_string(path).expect("tests/catalog/lines.txt is there");
    let printing = std::env::var("FOREGATE_LINES").is_ok_and(|value| value == "print");
    let mut files = Map::new();
    let mut wrong = Vec::new();
    let mut vectors: Vec<Vec<String>> = Vec::new();
    for line in source.lines() {
        if let Some(fixtures) = line.strip_prefix("fixtures: ") {
            files = fixtures.split_whitespace().map(fixture).collect();
            continue;
        }
        if line.is_empty() || line.starts_with('#') {
            if printing {
                println!("{line}");
            }
            continue;
        }
        let (command, expected) = line.split_once(" => ").unwrap_or((line.trim_end_matches(" =>"), ""));
        let answer = answer(command.trim_start_matches("! "), &files);
        let said = accesses(&answer);
        if printing {
            println!("{command} => {said}");
        } else if said != expected {
            wrong.push(format!("{command}\n  is       {said}\n  expected {expected}"));
        }
        for command in answer["commands"].as_array().into_iter().flatten() {
            let words = command["argv"].as_array().into_iter().flatten();
            vectors.push(words.filter_map(|word| Some(word.as_str()?.to_owned())).collect());
            // `exec x` is told as `x` alone.
            let via = command["via"].as_array().into_iter().flatten();
            vectors.extend(via.filter_map(|via| Some(vec![via.as_str()?.to_owned()])));
        }
    }
    for names in foregate::command::catalogued() {
        if !names.iter().any(|name| vectors.iter().any(|vector| names_it(vector, name))) {
            wrong.push(format!("no line for {}", names.join(", ")));
        }
    }
    assert!(wrong.is_empty() || printing, "{} faults\n{}", wrong.len(), wrong.join("\n"));
}

/// Whether the vector begins with the program and has its subcommands after it, in that order.
fn names_it(vector: &[String], name: &str) -> bool {
    let mut words = vector.iter();
    let mut names = name.split(' ');
    words.next().map(String::as_str) == names.next() && names.all(|name| words.any(|word| word == name))
}

/// `a` is a file, `d/` a directory, `../o/x` a file outside.
fn fixture(name: &str) -> (String, Value) {
    let kind = if name.ends_with('/') { "directory" } else { "file" };
    let name = name.trim_end_matches('/');
    let path = name.strip_prefix("../").map_or(format!("{HERE}/{name}"), |name| format!("/t/{name}"));
    (path, json!(kind))
}

fn answer(command: &str, files: &Map<String, Value>) -> Value {
    let call = json!({
        "id": command, "tool": "bash", "input": { "command": command }, "cwd": HERE, "home": HOME, "files": files,
        "env": { "HOME": HOME, "PWD": HERE, "PATH": "/usr/local/bin:/usr/bin:/bin" },
    });
    serde_json::from_str(&foregate::batch::answer(&call.to_string())).expect("an answer is JSON")
}

/// `read a, may write ../o/b, guess read c`: a path below the working directory, or beside it, is written from there.
fn accesses(answer: &Value) -> String {
    let mut out: Vec<String> = Vec::new();
    for access in answer["accesses"].as_array().into_iter().flatten() {
        let text = |field: &str| access[field].as_str().unwrap_or("?").to_owned();
        let path = text("path");
        let path = match path.strip_prefix(HERE) {
            Some("") => ".".to_owned(),
            Some(rest) => rest.trim_start_matches('/').to_owned(),
            None => path.strip_prefix("/t/").map_or(path.clone(), |rest| format!("../{rest}")),
        };
        let doubt = match (text("role").as_str(), text("certainty").as_str()) {
            ("guessed", _) => "guess ",
            (_, "possible") => "may ",
            _ => "",
        };
        out.push(format!("{doubt}{} {path}", text("mode")));
    }
    out.join(", ")
}
