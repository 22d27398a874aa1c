//! Ours against bash on sources that nobody wrote.
//!
//! Without bash 5.2 nothing is compared.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "the judge is a process, and the figure is to be seen"
)]

#[path = "../../tests/syntax/bash.rs"]
mod bash;
#[path = "../../tests/syntax/generate.rs"]
mod generate;

use foregate::syntax::parse;

const SEED: u64 = 1;
const COUNT: usize = 500;
/// In a thousand.
const WANTED: usize = 995;

#[test]
fn bash_and_we_accept_the_same_of_what_is_generated() {
    if !bash::is_5_2() {
        return;
    }
    let sources = generate::sources(SEED, COUNT);
    let (mut accepted, mut silent) = (0, 0);
    let mut disagreements = Vec::new();
    for source in &sources {
        let (bash, ours) = (bash::accepts(source), parse(source).coverage.is_full());
        accepted += usize::from(bash);
        if bash && !ours && bash::stops_silently(source) {
            silent += 1;
        } else if bash != ours {
            disagreements.push(format!("{source:?}: bash {bash}, ours {ours}"));
        }
    }
    let agreed = COUNT - disagreements.len();
    println!("{agreed} of {COUNT} agree; bash accepts {accepted}, {silent} of them without reading them to the end");
    println!("{}", disagreements.join("\n"));
    // Neither of them says always the same.
    assert!((COUNT / 4..COUNT * 3 / 4).contains(&accepted), "bash accepts {accepted} of {COUNT}");
    assert!(agreed * 1000 >= COUNT * WANTED, "{agreed} of {COUNT} agree\n{}", disagreements.join("\n"));
}
