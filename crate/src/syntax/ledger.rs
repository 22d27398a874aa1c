//! Nothing of a source is lost: what was understood lies in the tree, in a text or comment, or is one of bash's own tokens.

use super::print::leaves;
use super::{Parse, parse};
use crate::source::Span;

/// The reserved words, and the option of `time`.
const WORDS: &[&str] = &[
    "time", "p", "coproc", "function", "if", "then", "elif", "else", "fi", "while", "until", "for", "select", "do",
    "done", "case", "esac", "in",
];

/// What operators, brackets and quotes are made of.
const TOKENS: &str = ";&|()<>{}[]!$'\"`\\=+-:?#%/^,@*\n\t ";

/// The runs of bytes of `source` that are in none of `spans`.
fn gaps(source: &str, mut spans: Vec<Span>) -> Vec<&str> {
    spans.sort_unstable();
    spans.push(Span::new(source.len(), source.len()));
    let mut at = 0;
    let mut gaps = Vec::new();
    for span in spans {
        let (start, end) = (span.start as usize, span.end as usize);
        if start > at {
            gaps.push(source.get(at..start).unwrap_or(""));
        }
        at = at.max(end);
    }
    gaps
}

/// What of an understood source is nowhere.
fn lost(source: &str, parse: &Parse) -> Vec<String> {
    let mut spans = leaves(source, parse);
    spans.extend(&parse.marks.texts);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = |gap: &&str| gap.replace("\\\n", "").split(|c| !is_word(c)).map(str::to_owned).collect::<Vec<_>>();
    let gaps = gaps(source, spans);
    let strange = gaps.iter().flat_map(|gap| gap.chars()).filter(|&c| !is_word(c) && !TOKENS.contains(c));
    let mut lost: Vec<String> = strange.map(String::from).collect();
    lost.extend(gaps.iter().flat_map(words).filter(|word| !word.is_empty() && !WORDS.contains(&word.as_str())));
    lost
}

/// The sources in `tests/syntax/inputs.jsonl`.
pub(super) fn inputs() -> Vec<String> {
    let text = include_str!("../../../tests/syntax/inputs.jsonl");
    let command =
        |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["command"].as_str().unwrap().to_owned();
    text.lines().map(command).collect()
}

#[test]
fn every_byte_of_what_is_understood_is_somewhere() {
    let mut faults = Vec::new();
    for source in inputs().into_iter().chain(generated::sources(7, 300)) {
        let parse = parse(&source);
        let lost = if parse.coverage.is_full() { lost(&source, &parse) } else { Vec::new() };
        if !lost.is_empty() {
            faults.push(format!("{source:?}: {lost:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_word_that_is_nowhere_is_found() {
    assert_eq!(lost("a b; c é", &parse("a  ; c  ")), ["b", "é"]);
}

#[path = "../../../tests/syntax/generate.rs"]
mod generated;
