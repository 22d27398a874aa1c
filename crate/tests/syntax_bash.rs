//! Ours against bash: what bash accepts we understand, and what it refuses we do not.
//!
//! `tests/syntax/inputs.jsonl` has at least one right and one wrong input for each production. A known disagreement
//! carries its reason beside it, and is a failure once it is none any more. `bash -n` runs no `shopt`: a text whose first
//! line turns `extglob` on, and which needs it on the lines after, is asked of a bash that is started with it (`options`).
//! Without bash 5.2 nothing is compared.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::unwrap_used,
    reason = "the judge is a process, and its cases a file"
)]

#[path = "../../tests/syntax/bash.rs"]
mod bash;

use foregate::syntax::{parse, read};
use std::collections::BTreeMap;

#[derive(serde::Deserialize)]
struct Input {
    production: String,
    command: String,
    #[serde(default)]
    options: Vec<String>,
    known: Option<String>,
}

fn inputs() -> Vec<Input> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/syntax/inputs.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn bash_and_we_accept_the_same() {
    if !bash::is_5_2() {
        return;
    }
    let mut faults = Vec::new();
    for Input { production, command, options, known } in inputs() {
        let (bash, ours) = (bash::accepts_with(&options, &command), parse(&command).coverage.is_full());
        if (bash == ours) == known.is_some() {
            faults.push(format!("{production}: {command:?}: bash {bash}, ours {ours}, known {known:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_production_has_a_right_and_a_wrong_input() {
    // These have no wrong form: any text is one.
    const ALWAYS_RIGHT: &[&str] = &["brace expansion", "tilde", "glob"];
    let mut seen: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let inputs = inputs();
    assert!(inputs.len() >= 400);
    for input in inputs {
        let (right, wrong) = seen.entry(input.production).or_default();
        *if parse(&input.command).coverage.is_full() { right } else { wrong } += 1;
    }
    for (production, (right, wrong)) in seen {
        assert!(right > 0 && (wrong > 0 || ALWAYS_RIGHT.contains(&&*production)), "{production}: {right}, {wrong}");
    }
}

#[test]
fn the_second_parser_objects_to_none_of_it() {
    for Input { command, .. } in inputs() {
        assert_eq!(parse(&command).coverage, read(&command).coverage, "{command:?}");
    }
}
