//! The limits hold, and no input makes the parser overflow or slow.

use super::cursor::Parser;
use super::print::print;
use super::{MAX_NESTING, MAX_SOURCE, parse, parse_with, read};
use crate::coverage::Code;

/// Openings of what can stand in itself.
const NESTING: &[&str] = &[
    "(",
    "( ",
    "{ ",
    "((",
    "$(",
    "$((",
    "${",
    "${a",
    "${a:-",
    "${a[",
    "${a#",
    "${a/",
    "${a:",
    "\"",
    "\"$(",
    "\"${a:-",
    "`",
    "\\`",
    "<(",
    "a <(",
    "a=(",
    "a=($(",
    "a[",
    "a[$(",
    "declare a=(",
    "if ",
    "if a; then ",
    "while ",
    "while a; do ",
    "for x in $(",
    "for x; do ",
    "for ((",
    "for ((;;)) { ",
    "case a in b) ",
    "case $(",
    "case a in (",
    "[[ ",
    "[[ (",
    "[[ ! ",
    "[[ $(",
    "[[ a && ",
    "[[ a =~ (",
    "! ",
    "time ",
    "! time ",
    "coproc ",
    "coproc a ",
    "f() ",
    "f() { ",
    "function f ",
    "a | ",
    "a && ",
    "a|",
    "a || ",
    "a;",
    "a &",
    "a\n",
    "@(",
    "a @(",
    "$[",
    "$[$[",
];

/// What else has been slow or deep in one parser or another.
const OTHERS: &[&str] = &[
    "<<E ",
    "<<E\n",
    "a <<E $(",
    "cat <<E\n$(",
    "<<-E\n\t",
    ">",
    "> $(",
    "a ",
    "a",
    "'",
    "\\",
    "\\\n",
    "#",
    "# a\n",
    ")",
    "}",
    ";;",
    "]]",
    "fi ",
    "|",
    "&",
    ";",
    "<",
    "$",
    "{a,",
    "é",
    "\"a\" ",
    "a=b ",
    "${a[b}",
    "${a[b} ",
    "a[b\n",
    "((a\n",
    "((a #(\n) )\n",
    "a[ #\n",
    "((a) b\n",
    "$((a) ",
    "$((a)b) ",
    "`$(",
    "$(`",
    "\"`",
    "'\"",
    "a=([b]=",
    "<<E <<F ",
    "<<E\\\n",
    "&|<>",
    "\0",
    "\r\n",
    "${!",
    "${#",
    "$'",
    "$\"",
    "~",
    "*",
    "[",
    "{fd}>",
    "1",
    "1>",
    "a[1]=",
    "a[1",
    "select x in a\n",
    "[[ a\n",
    "elif ",
    "in ",
    "(a)",
    "{ a; } ",
];

/// Those of [`NESTING`] whose productions take different ways through the parser.
const WAYS: &[&str] =
    &["(", "{ ", "$(", "\"${a:-", "<(", "a=($(", "a[$(", "if ", "case a in b) ", "f() ", "coproc ", "[[ $("];

fn openings() -> impl Iterator<Item = &'static str> {
    NESTING.iter().chain(OTHERS).copied()
}
fn filled(opening: &str, length: usize) -> String {
    opening.repeat(length / opening.len())
}

fn steps(source: &str) -> usize {
    let mut parser = Parser::new(source);
    parse_with(&mut parser);
    parser.steps.get()
}

/// WebAssembly has 1 MiB of stack for all of the core; half of it must do. Frames that are not optimised are three
/// times as large, so an unoptimised test gets half as much again.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let size = if cfg!(debug_assertions) { 768 * 1024 } else { 512 * 1024 };
    std::thread::Builder::new().stack_size(size).spawn(run).unwrap().join().unwrap();
}

#[test]
fn nesting_never_overflows() {
    on_a_small_stack(|| {
        for opening in openings() {
            drop(parse(&filled(opening, 4 * 1024)));
        }
    });
}

#[test]
fn mixed_nesting_never_overflows() {
    on_a_small_stack(|| {
        for first in WAYS {
            for second in openings() {
                drop(parse(&format!("{first}{second}").repeat(MAX_NESTING + 8)));
            }
        }
    });
}

#[test]
fn time_is_linear() {
    for opening in openings() {
        let (short, long) = (steps(&filled(opening, MAX_SOURCE / 64)), steps(&filled(opening, MAX_SOURCE / 8)));
        assert!(long <= 12 * short + 100_000, "{opening:?}: {short} steps, and {long} for eight times the length");
        assert!(long <= 64 * MAX_SOURCE, "{opening:?}: {long} steps");
    }
}

#[test]
fn time_is_linear_at_the_longest_source() {
    let inputs = super::ledger::inputs().join("\n");
    for source in WAYS.iter().copied().chain([inputs.as_str(), "a ", "a <<E\n$(b)\nE\n"]) {
        let length = MAX_SOURCE / source.len().min(MAX_SOURCE);
        let taken = steps(&source.repeat(length));
        // A bracket is looked for to the end, and in vain, so often and no more.
        assert!(taken <= (MAX_NESTING + 64) * MAX_SOURCE, "{:?}: {taken} steps", source.get(..8));
    }
}

#[test]
fn every_place_is_one_that_can_be_cut() {
    for opening in openings() {
        let source = filled(opening, 512);
        for span in parse(&source).coverage.spans() {
            assert!(source.get(span.start as usize..span.end as usize).is_some(), "{opening:?}: {span:?}");
        }
    }
}

#[test]
fn nesting_below_the_limit_is_understood() {
    let source = format!("{}a{}", "$(".repeat(MAX_NESTING), ")".repeat(MAX_NESTING));
    assert!(parse(&source).coverage.is_full());
}

#[test]
fn nesting_past_the_limit_keeps_what_was_read() {
    let source = format!("rm x; {}a{}", "$(".repeat(MAX_NESTING + 1), ")".repeat(MAX_NESTING + 1));
    let parse = parse(&source);
    assert!(print(&source, &parse).starts_with("(rm x); "));
    assert_eq!(parse.coverage.codes().collect::<Vec<_>>(), [Code::NestingLimit]);
    assert_eq!(parse.coverage.spans()[0].start as usize, 6 + 2 * MAX_NESTING + 2);
}

#[test]
fn nodes_past_the_limit_keep_what_was_read() {
    let source = format!("rm x; {}", "a ".repeat(100_000));
    let parse = parse(&source);
    assert!(print(&source, &parse).starts_with("(rm x); (a a a"));
    assert_eq!(parse.coverage.codes().collect::<Vec<_>>(), [Code::NodeLimit]);
}

#[test]
fn source_past_the_limit_keeps_what_was_read() {
    let source = format!("rm x; : '{}' é; a", "é".repeat(MAX_SOURCE / 2));
    let parse = parse(&source);
    assert!(print(&source, &parse).starts_with("(rm x); (:"));
    assert!(parse.coverage.codes().any(|code| code == Code::SourceLimit));
    let exact = format!(": {}", "a".repeat(MAX_SOURCE - 2));
    assert!(super::parse(&exact).coverage.is_full());
}

#[test]
fn nul_is_refused_and_what_stands_before_it_kept() {
    let source = "rm x; a\0b";
    let parse = parse(source);
    assert_eq!(print(source, &parse), "(rm x); (a) !Nul");
    assert_eq!(parse.coverage.spans()[0].of(source), "\0");
}

#[test]
fn witness_bears_garbage() {
    for opening in openings() {
        drop(read(&filled(opening, 4096)));
    }
}
