//! Filters that change each line in a way that is known.
//!
//! Owns the few programs of `sed`, `tr` and `awk` that keep a line or put something around it: `s/.*/"&"/`, `tr '\n' '\0'`,
//! `{print $1}`. Of any other program nothing is known of what it prints.

use super::options::Reading;
use crate::value::{Hole, Piece, Text};

/// What becomes of a line.
pub(super) enum Rewrite {
    /// It stands between these.
    Around(String, String),
    /// One of its words is left, counted from the front; 0 is all of it.
    Word(usize),
    /// Its last word is left.
    LastWord,
}

impl Rewrite {
    /// `None` where the program does more, or less.
    pub(super) fn of(name: &str, reading: &Reading) -> Option<Self> {
        let level = reading.levels.last()?;
        let operands: Vec<&str> = level.operands().map(|operand| operand.text.known()).collect::<Option<_>>()?;
        let options: Vec<&str> = level.options().map(|(option, _)| option.main).collect();
        match (name, operands.as_slice(), options.as_slice()) {
            ("tr", ["\\n" | "\n", "\\0" | "\\000"], []) => Some(Self::Word(0)),
            ("sed", [script], [] | ["-E" | "-r" | "--regexp-extended"]) => substitution(script),
            ("sed", [], ["-e"]) => substitution(level.options().next()?.1.first()?.text.known()?),
            ("awk", [program], []) => {
                let program: String = program.chars().filter(|c| !c.is_whitespace()).collect();
                match program.as_str() {
                    "{print}" | "{print$0}" | "1" => Some(Self::Word(0)),
                    "{print$NF}" => Some(Self::LastWord),
                    program => program.strip_prefix("{print$")?.strip_suffix('}')?.parse().ok().map(Self::Word),
                }
            }
            _ => None,
        }
    }

    /// What the line becomes; `None` where that cannot be known.
    pub(super) fn apply(&self, line: &Text) -> Option<Text> {
        match self {
            Self::Word(0) => Some(line.clone()),
            Self::Around(before, after) => {
                Some(Text::literal(before.as_str()).concat(line).concat(&after.as_str().into()))
            }
            Self::Word(_) | Self::LastWord => match line.known() {
                Some(known) => {
                    let mut words = known.split_whitespace();
                    let word = if let Self::Word(at) = self { words.nth(at - 1) } else { words.last() };
                    Some(Text::literal(word.unwrap_or("")))
                }
                // Names and paths are taken to have no blanks.
                None => (matches!(self, Self::Word(1) | Self::LastWord) && is_word(line)).then(|| line.clone()),
            },
        }
    }
}

/// Whether a text that is not known has no blank in it.
fn is_word(text: &Text) -> bool {
    text.pieces().iter().all(|piece| match piece {
        Piece::Literal(literal) => !literal.contains(char::is_whitespace),
        piece => *piece != Piece::Hole(Hole::Any),
    })
}

/// `s/.*/…&…/`, `s/^/…/`, `s/$/…/`.
fn substitution(script: &str) -> Option<Rewrite> {
    let mut chars = script.trim().strip_prefix('s')?.chars();
    let delimiter = chars.next().filter(char::is_ascii_punctuation)?;
    let parts: Vec<&str> = chars.as_str().split(delimiter).collect();
    let [pattern, replacement, "" | "g"] = parts.as_slice() else { return None };
    let (before, after) = match *pattern {
        "^" => (*replacement, ""),
        "$" => ("", *replacement),
        ".*" | "^.*$" => replacement.split_once('&')?,
        r"\(.*\)" | r"^\(.*\)$" | "(.*)" | "^(.*)$" => replacement.split_once(r"\1")?,
        _ => return None,
    };
    let plain = |part: &str| {
        let mut out = String::new();
        let mut chars = part.chars();
        while let Some(c) = chars.next() {
            out.push(match c {
                '&' => return None,
                '\\' => chars.next().filter(|c| c.is_ascii_punctuation())?,
                c => c,
            });
        }
        Some(out)
    };
    Some(Rewrite::Around(plain(before)?, plain(after)?))
}

#[cfg(test)]
mod tests {
    use super::{Rewrite, substitution};

    #[test]
    fn a_substitution_puts_something_around_a_line() {
        for (script, line) in [
            ("s/.*/\"&\"/", Some("\"a b\"")),
            ("s@^@/usr/@", Some("/usr/a b")),
            ("s/$/.bak/", Some("a b.bak")),
            (r"s/\(.*\)/mv \1/", Some("mv a b")),
            ("s/.*/& &/", None),
            ("s/a/b/", None),
            ("s/^/x/;d", None),
        ] {
            let rewritten = substitution(script).and_then(|rewrite| rewrite.apply(&"a b".into()));
            assert_eq!(rewritten.as_ref().and_then(|text| text.known()), line, "{script}");
        }
        assert_eq!(Rewrite::Word(2).apply(&"a b".into()), Some("b".into()));
    }
}
