//! Shell patterns against known texts.
//!
//! Owns `*`, `?` and bracket expressions (Bash manual, 3.5.8.1), as pathname expansion, `case` and `${x#…}` use them.
//! Extended patterns are not read: what they match is not known here.

use crate::value::{Piece, Text};

#[derive(Debug)]
enum Token {
    Char(char),
    One,
    Star,
    Set { negated: bool, members: Vec<Member> },
}

#[derive(Debug)]
enum Member {
    Range(char, char),
    Class(String),
}

/// A pattern that is wholly known.
#[derive(Debug)]
pub(super) struct Pattern {
    tokens: Vec<Token>,
}

impl Pattern {
    /// Reads a text whose live characters are [`Piece::Glob`]s; `None` if it has a hole or an extended pattern.
    pub(super) fn new(text: &Text) -> Option<Self> {
        let mut tokens = Vec::new();
        for piece in text.pieces() {
            match piece {
                Piece::Literal(text) => tokens.extend(text.chars().map(Token::Char)),
                Piece::Glob(glob) => match glob.as_str() {
                    "*" => tokens.push(Token::Star),
                    "?" => tokens.push(Token::One),
                    escaped if escaped.starts_with('\\') => {
                        tokens.push(Token::Char(escaped.chars().nth(1).unwrap_or('\\')));
                    }
                    set => tokens.push(bracket(set.strip_prefix('[')?.strip_suffix(']')?)),
                },
                Piece::Hole(_) | Piece::Home(_) | Piece::Made(_) => return None,
            }
        }
        Some(Self { tokens })
    }

    /// Whether it matches all of `text`. A `*` matches slashes too.
    pub(super) fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        self.matches_chars(&text)
    }

    /// The greedy walk with one point to go back to: at most tokens × characters steps.
    fn matches_chars(&self, text: &[char]) -> bool {
        let (mut t, mut c) = (0, 0);
        let mut back: Option<(usize, usize)> = None;
        loop {
            let token = self.tokens.get(t);
            match (token, text.get(c)) {
                (Some(Token::Star), _) => {
                    back = Some((t + 1, c));
                    t += 1;
                    continue;
                }
                (Some(token), Some(&character)) if token.takes(character) => {
                    t += 1;
                    c += 1;
                    continue;
                }
                (None, None) => return true,
                _ => {}
            }
            let Some((star, from)) = back else { return false };
            if from >= text.len() {
                return false;
            }
            back = Some((star, from + 1));
            t = star;
            c = from + 1;
        }
    }

    /// `text` without the part that `${x#…}` (`front`) or `${x%…}` takes off.
    pub(super) fn strip<'t>(&self, text: &'t str, front: bool, longest: bool) -> &'t str {
        let mut cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        if front == longest {
            cuts.reverse();
        }
        for cut in cuts {
            let (before, after) = (text.get(..cut).unwrap_or(""), text.get(cut..).unwrap_or(""));
            let (part, rest) = if front { (before, after) } else { (after, before) };
            if self.matches(part) {
                return rest;
            }
        }
        text
    }

    /// `text` with the longest matches replaced, as `${x/…/…}` does it.
    pub(super) fn replace(
        &self,
        text: &str,
        which: crate::syntax::tree::Matches,
        replacement: &dyn Fn(&str) -> String,
    ) -> String {
        use crate::syntax::tree::Matches;
        let chars: Vec<char> = text.chars().collect();
        let longest_at = |from: usize| {
            (from..=chars.len()).rev().find(|&to| chars.get(from..to).is_some_and(|part| self.matches_chars(part)))
        };
        let collect = |range: &[char]| range.iter().collect::<String>();
        match which {
            Matches::Prefix => match longest_at(0) {
                Some(to) => {
                    let (found, rest) = chars.split_at(to.min(chars.len()));
                    format!("{}{}", replacement(&collect(found)), collect(rest))
                }
                None => text.to_owned(),
            },
            Matches::Suffix => {
                for from in 0..=chars.len() {
                    let (before, found) = chars.split_at(from);
                    if self.matches_chars(found) {
                        return format!("{}{}", collect(before), replacement(&collect(found)));
                    }
                }
                text.to_owned()
            }
            Matches::First | Matches::All if chars.is_empty() && !self.tokens.is_empty() && self.matches_chars(&[]) => {
                replacement("")
            }
            Matches::First | Matches::All => {
                let mut out = String::new();
                let mut at = 0;
                let mut done = false;
                while at < chars.len() {
                    match longest_at(at).filter(|&to| !done && to > at) {
                        Some(to) => {
                            out.push_str(&replacement(&collect(chars.get(at..to).unwrap_or(&[]))));
                            at = to;
                            done = which == Matches::First;
                        }
                        None => {
                            out.extend(chars.get(at));
                            at += 1;
                        }
                    }
                }
                out
            }
        }
    }
}

impl Token {
    fn takes(&self, c: char) -> bool {
        match self {
            Self::Char(own) => *own == c,
            Self::One => true,
            Self::Star => false,
            Self::Set { negated, members } => members.iter().any(|m| m.takes(c)) != *negated,
        }
    }
}

impl Member {
    fn takes(&self, c: char) -> bool {
        match self {
            Self::Range(from, to) => (*from..=*to).contains(&c),
            Self::Class(name) => match name.as_str() {
                "alpha" => c.is_alphabetic(),
                "digit" => c.is_ascii_digit(),
                "alnum" => c.is_alphanumeric(),
                "upper" => c.is_uppercase(),
                "lower" => c.is_lowercase(),
                "space" => c.is_whitespace(),
                "blank" => c == ' ' || c == '\t',
                "punct" => c.is_ascii_punctuation(),
                "xdigit" => c.is_ascii_hexdigit(),
                "cntrl" => c.is_control(),
                "print" => !c.is_control(),
                "graph" => !c.is_control() && !c.is_whitespace(),
                "word" => c.is_alphanumeric() || c == '_',
                _ => false,
            },
        }
    }
}

/// The contents of a bracket expression.
fn bracket(contents: &str) -> Token {
    let (negated, contents) = match contents.strip_prefix(['!', '^']) {
        Some(rest) => (true, rest),
        None => (false, contents),
    };
    let mut members = Vec::new();
    let mut rest = contents;
    while let Some(c) = rest.chars().next() {
        if let Some((name, after)) = rest.strip_prefix("[:").and_then(|r| r.split_once(":]")) {
            members.push(Member::Class(name.to_owned()));
            rest = after;
            continue;
        }
        let (c, after) = escaped(c, rest);
        let range = after.strip_prefix('-').and_then(|r| r.chars().next().map(|end| escaped(end, r)));
        match range {
            Some((end, after)) => {
                members.push(Member::Range(c, end));
                rest = after;
            }
            None => {
                members.push(Member::Range(c, c));
                rest = after;
            }
        }
    }
    Token::Set { negated, members }
}

/// The character that `rest` begins with, a backslash before it taken away, and what follows.
fn escaped(first: char, rest: &str) -> (char, &str) {
    let mut chars = rest.chars();
    chars.next();
    if first == '\\'
        && let Some(c) = chars.next()
    {
        return (c, chars.as_str());
    }
    (first, chars.as_str())
}

/// Unquoted text as a text whose `*`, `?` and bracket expressions are live.
pub(super) fn live(text: &str) -> Text {
    let mut out = Text::default();
    let mut rest = text;
    while let Some(at) = rest.find(['*', '?', '[']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = if from.starts_with('[') { bracket_length(from) } else { Some(1) };
        match length {
            Some(length) => {
                let (glob, after) = from.split_at(length);
                out.push(Piece::Glob(glob.into()));
                rest = after;
            }
            None => {
                let (open, after) = from.split_at(1);
                out.push_str(open);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// How long the bracket expression at the beginning of `text` is; `None` where it is not closed before a slash.
fn bracket_length(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    if let Some((_, '!' | '^')) = chars.peek() {
        chars.next();
    }
    if let Some((_, ']')) = chars.peek() {
        chars.next();
    }
    while let Some((at, c)) = chars.next() {
        match c {
            ']' => return Some(at + 1),
            '/' => return None,
            '[' if matches!(chars.peek(), Some((_, ':'))) => {
                let rest = text.get(at..)?;
                let close = at + rest.find(":]")? + 2;
                while chars.peek().is_some_and(|(next, _)| *next < close) {
                    chars.next();
                }
            }
            '\\' => {
                chars.next();
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tree::Matches;

    fn pattern(text: &str) -> Pattern {
        Pattern::new(&live(text)).unwrap()
    }

    #[test]
    fn patterns_match_whole_texts() {
        for (p, text, matches) in [
            ("*.ts", "a.ts", true),
            ("*.ts", "a.tsx", false),
            ("a?c", "abc", true),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[^a-c]x", "dx", true),
            ("[]a]", "]", true),
            ("[[:digit:]]*", "1a", true),
            ("[a", "[a", true),
            ("*a*b*", "xxaxxbxx", true),
            ("", "", true),
            ("*", "", true),
        ] {
            assert_eq!(pattern(p).matches(text), matches, "{p} {text}");
        }
    }

    // Each right side is what bash 5.2 prints.
    #[test]
    fn strips_and_replaces() {
        assert_eq!(pattern("*/").strip("a/b/c", true, false), "b/c");
        assert_eq!(pattern("*/").strip("a/b/c", true, true), "c");
        assert_eq!(pattern(".*").strip("a.tar.gz", false, false), "a.tar");
        assert_eq!(pattern(".*").strip("a.tar.gz", false, true), "a");
        assert_eq!(pattern("/").replace("a/b/c", Matches::All, &|_| "_".to_owned()), "a_b_c");
        assert_eq!(pattern("?").replace("abc", Matches::First, &|_| "X".to_owned()), "Xbc");
        assert_eq!(pattern("c").replace("abc", Matches::Suffix, &|_| "X".to_owned()), "abX");
    }
}
