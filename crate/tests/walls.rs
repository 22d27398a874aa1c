//! The walls of the core that no lint can hold: which room may name what.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "the core's walls are looked at from outside, through the files that hold it"
)]

use std::path::{Path, PathBuf};

/// Every file of the core with its text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// The files that name one of `words` in code, and are not in `allowed`.
fn named(words: &[&str], allowed: impl Fn(&str) -> bool) -> Vec<String> {
    let code = |line: &&str| !line.trim_start().starts_with("//");
    sources()
        .into_iter()
        .filter(|(name, text)| {
            !allowed(name) && text.lines().filter(code).any(|line| words.iter().any(|word| line.contains(word)))
        })
        .map(|(name, _)| name)
        .collect()
}

macro_rules! walls {
    ($($name:ident => $words:expr, $allowed:expr;)*) => {
        $(#[test] fn $name() { assert_eq!(named(&$words, $allowed), Vec::<String>::new()); })*
    };
}

walls! {
    tree_sitter_stays_in_the_witness => ["tree_sitter"], |name| name == "syntax/witness.rs";
    javascript_stays_at_the_edge => ["wasm_bindgen", "js_sys", "JsValue"], |name| name == "wasm.rs";
    windows_is_an_argument => ["cfg!(windows", "cfg!(unix", "cfg(windows", "cfg(unix", "target_os"], |_| false;
    policy_knows_no_bash => ["crate::syntax", "crate::eval", "crate::command"], |name| !name.starts_with("policy/");
    eval_knows_no_policy => ["crate::policy", "crate::gate"], |name| !name.starts_with("eval/");
    command_knows_no_words_and_no_rules => ["crate::syntax", "crate::eval", "crate::policy"], |name| !name.starts_with("command/");
    paths_know_no_bash_and_no_rules => ["crate::syntax", "crate::eval", "crate::command", "crate::policy"], |name| !name.starts_with("path/");
    syntax_knows_no_values => ["crate::value", "crate::path", "crate::eval", "crate::policy"], |name| !name.starts_with("syntax/");
    values_know_nothing => ["crate::path", "crate::syntax", "crate::eval", "crate::policy"], |name| !name.starts_with("value/");
}

/// Each room's first line says what it owns.
#[test]
fn every_file_says_what_it_owns() {
    let silent: Vec<String> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(name, _)| name).collect();
    assert_eq!(silent, Vec::<String>::new());
}
