//! What the tests against real bash share: a generator of random choices that is the same on every run, the real file
//! system as the core asks for it, and the question whether an argument vector is one of those that were predicted.

use foregate::command::Argument;
use foregate::eval::Command;
use foregate::path::{Entry, FileSystem};
use foregate::value::{Hole, Piece, Text};
use std::path::Path;

/// Random choices from a fixed seed (xorshift64*).
pub struct Choices(u64);

impl Choices {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub fn of<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

/// The file system of this machine.
pub struct Real;

impl FileSystem for Real {
    fn entry(&self, path: &str) -> Entry {
        match std::fs::symlink_metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Entry::Missing,
            Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Entry::Missing,
            Err(_) => Entry::Unknown,
            Ok(data) if data.is_symlink() => match std::fs::read_link(path) {
                Ok(target) => Entry::Link(target.to_string_lossy().into_owned()),
                Err(_) => Entry::Unknown,
            },
            Ok(data) if data.is_dir() => Entry::Directory,
            Ok(_) => Entry::File,
        }
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let entries = std::fs::read_dir(Path::new(path)).ok()?;
        Some(entries.filter_map(|e| Some(e.ok()?.file_name().to_string_lossy().into_owned())).collect())
    }
}

/// Whether all of it is known.
pub fn is_exact(command: &Command) -> bool {
    command.argv.iter().all(|a| !a.open && a.text.known().is_some())
}

/// Whether `actual` is one of the vectors that `predicted` stands for.
pub fn admits(predicted: &[Argument], actual: &[String]) -> bool {
    // One row of the table at a time: `here[i]` says whether the arguments so far can be the first `i` words.
    let mut here = vec![false; actual.len() + 1];
    here[0] = true;
    for argument in predicted {
        let mut next = vec![false; actual.len() + 1];
        for at in 0..=actual.len() {
            if !(here[at] || argument.open && next[at]) {
                continue;
            }
            if argument.open {
                next[at] = true;
            }
            if at < actual.len() && text_admits(&argument.text, &actual[at]) {
                next[at + 1] = true;
            }
            // What comes unquoted out of a hole is split: of the first word the beginning is known, of the others nothing.
            if at < actual.len()
                && argument.open
                && argument.text.has_hole()
                && actual[at].starts_with(argument.text.prefix())
            {
                next[at + 1..].fill(true);
            }
            // An unmatched glob or a list stands for several words.
            if argument.text.has_glob() {
                let mut to = at;
                while to < actual.len() && text_admits(&argument.text, &actual[to]) {
                    to += 1;
                    next[to] = true;
                }
            }
        }
        here = next;
    }
    here[actual.len()]
}

/// Whether `text` can be `actual`.
pub fn text_admits(text: &Text, actual: &str) -> bool {
    fn go(pieces: &[Piece], actual: &str) -> bool {
        let Some((first, rest)) = pieces.split_first() else { return actual.is_empty() };
        let any = |allowed: &dyn Fn(&str) -> bool| {
            actual
                .char_indices()
                .map(|(at, _)| at)
                .chain([actual.len()])
                .any(|at| allowed(&actual[..at]) && go(rest, &actual[at..]))
        };
        match first {
            Piece::Literal(text) => actual.strip_prefix(text.as_str()).is_some_and(|after| go(rest, after)),
            Piece::Glob(typed) => {
                actual.strip_prefix(typed.as_str()).is_some_and(|after| go(rest, after)) || any(&|t| !t.contains('/'))
            }
            Piece::Hole(Hole::Digits) => any(&|t| t.bytes().all(|b| b.is_ascii_digit() || b == b'-')),
            Piece::Hole(Hole::Name) => any(&|t| !t.contains('/')),
            Piece::Hole(Hole::Below) => any(&|t| !t.starts_with('/') && !t.split('/').any(|c| c == "..")),
            Piece::Hole(Hole::Any) => any(&|_| true),
            Piece::Made(_) => any(&|t| t.bytes().all(|b| b.is_ascii_alphanumeric())),
            Piece::Home(name) => any(&|t| t.starts_with('/') || t == format!("~{name}")),
        }
    }
    go(text.pieces(), actual)
}

/// As a word of bash that is just this text.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
