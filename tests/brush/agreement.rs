//! Ours against brush-parser: whether a text is accepted, and how many simple commands stand outside of its words.
//!
//! `tests/syntax/brush.jsonl` holds every disagreement: the number each of us counts, `null` where the text is
//! refused; whether `bash -n` accepts it; and who is right, which is what bash says where one of us refuses, and where
//! the numbers differ what bash prints and runs. Where a long text has several causes, `kind` and `why` name one. A new
//! disagreement is a failure, and so is one that is none any more. Without bash 5.2 nothing is compared.

#[path = "../syntax/bash.rs"]
mod bash;
mod brush;
#[path = "../syntax/generate.rs"]
mod generate;
mod ours;

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Brush takes time that is exponential in the parentheses that nothing closes.
const MAX_OPEN: usize = 8;

/// Each text once.
fn sources() -> Vec<String> {
    let mut sources: Vec<String> =
        rows("inputs.jsonl").iter().map(|row| row["command"].as_str().unwrap().to_owned()).collect();
    sources.extend(generate::sources(1, 500));
    let open = |source: &str| source.matches('(').count().saturating_sub(source.matches(')').count());
    sources.retain(|source| open(source) <= MAX_OPEN);
    sources.sort();
    sources.dedup();
    sources
}

fn rows(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(format!("{}/../syntax/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_disagreement_is_known() {
    if !bash::is_5_2() {
        return;
    }
    let mut known: BTreeMap<String, Value> = BTreeMap::new();
    for row in rows("brush.jsonl") {
        for text in ["right", "kind", "why"] {
            assert!(row[text].as_str().is_some_and(|text| !text.is_empty()), "{row}: {text}");
        }
        known.insert(row["command"].as_str().unwrap().to_owned(), row);
    }
    let sources = sources();
    let listed = known.len();
    let mut new = Vec::new();
    for source in &sources {
        let (brush, ours) = (brush::commands(source), ours::commands(source));
        if brush == ours {
            continue;
        }
        let found = json!({ "command": source, "brush": brush, "ours": ours, "bash": bash::accepts(source) });
        let is = |row: &Value| ["brush", "ours", "bash"].iter().all(|key| row[key] == found[key]);
        if !known.remove(source).is_some_and(|row| is(&row)) {
            new.push(found.to_string());
        }
    }
    println!("{} texts, {listed} disagreements listed", sources.len());
    assert!(new.is_empty(), "not listed, or not so:\n{}", new.join("\n"));
    assert!(known.is_empty(), "listed, and none any more: {:#?}", known.keys());
}
