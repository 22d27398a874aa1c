//! The second opinion of tree-sitter-bash.
//!
//! Owns one question put to it: at which byte does a command word begin? Each that it names must be a command, a
//! keyword or a text of ours. The shape of its tree is not compared: its faults are mostly shape. No other file
//! names tree-sitter.

use super::Parse;
use crate::source::Span;
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, ParseState, Parser};

/// The longest text that it is asked about: on garbage its time is quadratic.
const MAX_SOURCE: usize = 4 * 1024;
/// How often it may report progress before it is stopped. It does so every hundred operations of its parser.
const MAX_STEPS: usize = 20_000;

/// The command words that tree-sitter sees in `source` where `parse` has neither a command, a keyword nor a text.
///
/// It is not asked about what was not understood anyway, nor about a flat list of words, and it abstains within what it
/// does not understand itself. The grammar's faults (tree-sitter-bash 0.25.1) need no exceptions of their own: where it
/// takes text for a command, in a delimiter, an array, an extended pattern or escaped backquotes, that is marked as text.
pub(super) fn objections(source: &str, parse: &Parse) -> Vec<Span> {
    if !parse.coverage.is_full() || !parse.marks.structured || source.len() > MAX_SOURCE {
        return Vec::new();
    }
    let mut starts = parse.marks.starts.clone();
    starts.sort_unstable();
    let known = |word: Span| {
        starts.binary_search(&word.start).is_ok() || parse.marks.texts.iter().any(|text| text.contains(word.start))
    };
    command_words(source).into_iter().filter(|&word| !known(word)).collect()
}

/// The command words of tree-sitter's tree, outside of what it does not understand.
fn command_words(source: &str) -> Vec<Span> {
    let mut words = Vec::new();
    let Some(tree) = tree(source) else { return words };
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let understood = !node.is_error() && !node.is_missing();
        if understood {
            words.extend(command_word(node));
        }
        if understood && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return words;
            }
        }
    }
}

fn command_word(node: Node<'_>) -> Option<Span> {
    let word = match node.kind() {
        "command_name" => node,
        // Their first child is the word itself.
        "declaration_command" | "unset_command" | "test_command" => node.child(0)?,
        _ => return None,
    };
    // An empty word is one that is missing.
    (word.start_byte() < word.end_byte()).then(|| Span::new(word.start_byte(), word.end_byte()))
}

/// Tree-sitter's tree; `None` if it takes too long over it.
fn tree(source: &str) -> Option<tree_sitter::Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    let mut steps = 0;
    let mut progress = |_: &ParseState| {
        steps += 1;
        if steps > MAX_STEPS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let bytes = source.as_bytes();
    parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or_default(), None, Some(options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Code;
    use crate::syntax::{parse, read};

    /// What the witness says of `source` if the parser had taken it for `mistaken`, a text of the same length.
    fn objected(source: &'static str, mistaken: &str) -> Vec<&'static str> {
        assert_eq!(source.len(), mistaken.len());
        objections(source, &parse(mistaken)).into_iter().map(|span| span.of(source)).collect()
    }

    #[test]
    fn sees_a_command_that_the_parser_does_not() {
        assert_eq!(objected("a $(b c; rm x)", "a $(b c, rm x)"), ["rm"]);
        assert_eq!(objected("(a) && b; export x", "(a) && b, export x"), ["export"]);
    }

    #[test]
    fn agrees_with_what_is_a_command_a_keyword_or_a_text() {
        for source in [
            "a $(b) && (c)",
            "time a $(b)",
            "coproc a | $(b)",
            "r\\\nm x",
            "cat <<'E' | sh\n$(rm x)\nE\n",
            "cat <<'' ; a\nb\n\n(c)",
            "x=(rm y) a",
            "x=1 export a=(b)",
            "ls @(a|b)",
            "a $()",
            "echo `a \\`b\\``",
            "(a) # $(b)",
        ] {
            assert_eq!(objections(source, &parse(source)), [], "{source:?}");
        }
    }

    #[test]
    fn is_not_asked_about_flat_lists_long_texts_and_what_was_not_understood() {
        assert_eq!(objected("a b; c d", "a b, c d"), [] as [&str; 0]);
        assert_eq!(objected("a $(b; c", "a $(b, c"), [] as [&str; 0]);
        let long = format!("a $(b; c) {}", "d".repeat(MAX_SOURCE));
        assert_eq!(objections(&long, &parse(&long.replace(';', ","))), []);
    }

    #[test]
    fn an_objection_makes_the_coverage_partial() {
        assert!(read("a $(b)").coverage.is_full());
        assert!(read("a $(b").coverage.codes().all(|code| code == Code::Syntax));
    }
}
