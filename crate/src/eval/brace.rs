//! Brace expansion.
//!
//! Owns `{a,b}` and `{1..3}` (Bash manual, 3.5.1). It works on the parts of a word before anything else is expanded: quoted
//! parts and expansions are opaque to it.

use crate::syntax::tree::Piece;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A part of a word on its way through expansion.
#[derive(Clone, Debug)]
pub(super) enum Part<'t> {
    /// Unquoted text: tilde and glob characters in it are live.
    Live(Cow<'t, str>),
    /// Anything else.
    Piece(&'t Piece),
}

/// More words than the limit.
pub(super) struct TooMany;

/// The words that a word stands for: itself alone where it has no brace expression.
pub(super) fn expand<'t>(parts: Vec<Part<'t>>, most: usize) -> Result<Vec<Vec<Part<'t>>>, TooMany> {
    let has_brace = parts.iter().any(|p| matches!(p, Part::Live(text) if text.contains('{')));
    if !has_brace {
        return Ok(vec![parts]);
    }
    let mut tokens = Vec::new();
    for part in parts {
        match part {
            Part::Live(text) => split(&text, &mut tokens),
            Part::Piece(piece) => tokens.push(Token::Piece(piece)),
        }
    }
    let pairs = pairs(&tokens)?;
    let words = Expander { tokens: &tokens, pairs: &pairs, most }.words(0, tokens.len(), 0)?;
    Ok(words)
}

#[derive(Clone, Debug)]
enum Token<'t> {
    Text(String),
    Open,
    Close,
    Comma,
    Piece(&'t Piece),
}

fn split(text: &str, tokens: &mut Vec<Token<'_>>) {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}', ',']) {
        let (before, from) = rest.split_at(at);
        if !before.is_empty() {
            tokens.push(Token::Text(before.to_owned()));
        }
        let (mark, after) = from.split_at(1);
        tokens.push(match mark {
            "{" => Token::Open,
            "}" => Token::Close,
            _ => Token::Comma,
        });
        rest = after;
    }
    if !rest.is_empty() {
        tokens.push(Token::Text(rest.to_owned()));
    }
}

/// The most tokens that are looked at to find partners.
const MAX_STEPS: usize = 200_000;

/// For each opening brace with a partner: where the partner is, and the commas between them at this level.
///
/// A closing brace is a partner only behind a comma or `..` of its level: `{a}b,c}` is `a}b` and `c`. At the beginning of a word
/// `{}` is text.
fn pairs(tokens: &[Token<'_>]) -> Result<BTreeMap<usize, (usize, Vec<usize>)>, TooMany> {
    let mut pairs = BTreeMap::new();
    let mut steps = 0;
    for (start, token) in tokens.iter().enumerate() {
        if !matches!(token, Token::Open) || start == 0 && matches!(tokens.get(1), Some(Token::Close)) {
            continue;
        }
        let mut commas = Vec::new();
        let mut sequence = false;
        let mut level = 0usize;
        for (at, token) in tokens.iter().enumerate().skip(start + 1) {
            steps += 1;
            match token {
                Token::Open => level += 1,
                Token::Close if level > 0 => level -= 1,
                Token::Close if sequence || !commas.is_empty() => {
                    pairs.insert(start, (at, commas));
                    break;
                }
                Token::Comma if level == 0 => commas.push(at),
                Token::Text(text) if level == 0 => sequence |= text.contains(".."),
                _ => {}
            }
        }
        if steps > MAX_STEPS {
            return Err(TooMany);
        }
    }
    Ok(pairs)
}

struct Expander<'a, 't> {
    tokens: &'a [Token<'t>],
    pairs: &'a BTreeMap<usize, (usize, Vec<usize>)>,
    most: usize,
}

impl<'t> Expander<'_, 't> {
    fn words(&self, from: usize, to: usize, depth: usize) -> Result<Vec<Vec<Part<'t>>>, TooMany> {
        if depth > 32 {
            return Err(TooMany);
        }
        let mut words: Vec<Vec<Part<'t>>> = vec![Vec::new()];
        let mut at = from;
        while at < to {
            let pair = self.pairs.get(&at).filter(|(close, _)| *close < to);
            let alternatives = match pair {
                Some((close, commas)) if !commas.is_empty() => {
                    let mut alternatives = Vec::new();
                    let mut start = at + 1;
                    for end in commas.iter().chain([close]) {
                        alternatives.extend(self.words(start, *end, depth + 1)?);
                        start = end + 1;
                    }
                    at = close + 1;
                    alternatives
                }
                Some((close, _)) => match self.sequence(at + 1, *close)? {
                    Some(sequence) => {
                        at = close + 1;
                        sequence.into_iter().map(|text| vec![Part::Live(Cow::Owned(text))]).collect()
                    }
                    None => {
                        at += 1;
                        vec![vec![Part::Live(Cow::Borrowed("{"))]]
                    }
                },
                None => {
                    let part = match self.tokens.get(at) {
                        Some(Token::Text(text)) => Part::Live(Cow::Owned(text.clone())),
                        Some(Token::Piece(piece)) => Part::Piece(piece),
                        Some(Token::Open) => Part::Live(Cow::Borrowed("{")),
                        Some(Token::Close) => Part::Live(Cow::Borrowed("}")),
                        Some(Token::Comma) => Part::Live(Cow::Borrowed(",")),
                        None => break,
                    };
                    at += 1;
                    for word in &mut words {
                        push(word, part.clone());
                    }
                    continue;
                }
            };
            if words.len() * alternatives.len() > self.most {
                return Err(TooMany);
            }
            words = words
                .iter()
                .flat_map(|word| {
                    alternatives.iter().map(move |alternative| {
                        let mut longer = word.clone();
                        for part in alternative {
                            push(&mut longer, part.clone());
                        }
                        longer
                    })
                })
                .collect();
        }
        Ok(words)
    }

    /// `x..y` or `x..y..step` between the braces.
    fn sequence(&self, from: usize, to: usize) -> Result<Option<Vec<String>>, TooMany> {
        let (Some(Token::Text(text)), true) = (self.tokens.get(from), to == from + 1) else { return Ok(None) };
        let ends: Vec<&str> = text.split("..").collect();
        let (first, last, step) = match ends.as_slice() {
            [first, last] => (*first, *last, None),
            [first, last, step] => match step.parse::<i64>() {
                Ok(step) => (*first, *last, Some(step)),
                Err(_) => return Ok(None),
            },
            _ => return Ok(None),
        };
        let numbers = first.parse::<i64>().ok().zip(last.parse::<i64>().ok());
        let letter = |end: &str| {
            let mut chars = end.chars();
            chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none()).map(|c| i64::from(c as u32))
        };
        let letters = letter(first).zip(letter(last));
        let Some((start, end)) = numbers.or(letters) else { return Ok(None) };
        let step = step.unwrap_or(1).unsigned_abs().max(1);
        let count = start.abs_diff(end) / step + 1;
        if count > self.most as u64 {
            return Err(TooMany);
        }
        // Leading zeros: all are written as wide as the widest end.
        let padded = |end: &str| end.trim_start_matches('-').len() > 1 && end.trim_start_matches('-').starts_with('0');
        let width = if numbers.is_some() && (padded(first) || padded(last)) { first.len().max(last.len()) } else { 0 };
        Ok(Some(
            (0..count)
                .map(|i| {
                    let distance = i64::try_from(i * step).unwrap_or(0);
                    let value = if start <= end { start + distance } else { start - distance };
                    match numbers {
                        Some(_) => format!("{value:0width$}"),
                        None => u8::try_from(value).map(|b| (b as char).to_string()).unwrap_or_default(),
                    }
                })
                .collect(),
        ))
    }
}

/// Live texts that touch become one, so that a tilde or a bracket expression is seen whole.
fn push<'t>(word: &mut Vec<Part<'t>>, part: Part<'t>) {
    if let (Some(Part::Live(last)), Part::Live(next)) = (word.last_mut(), &part) {
        last.to_mut().push_str(next);
    } else {
        word.push(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let expanded = expand(vec![Part::Live(Cow::Borrowed(text))], 1000).unwrap_or_default();
        let words: Vec<String> = expanded
            .iter()
            .map(|w| w.iter().map(|p| if let Part::Live(t) = p { t.as_ref() } else { "" }).collect::<String>())
            .collect();
        words.join(" ")
    }

    // Each right side is what bash 5.2 prints for `echo` of the left side.
    #[test]
    fn braces_expand_as_bash_does() {
        for (text, expected) in [
            ("{a,b}c", "ac bc"),
            ("x{a,{b,c}}", "xa xb xc"),
            ("{a}", "{a}"),
            ("{}", "{}"),
            ("{a,b", "{a,b"),
            ("{a,{b,c}", "{a,b {a,c"),
            ("{1..3}", "1 2 3"),
            ("{3..1}", "3 2 1"),
            ("{01..3}", "01 02 03"),
            ("{a..c}", "a b c"),
            ("{1..9..4}", "1 5 9"),
            ("{1..x}", "{1..x}"),
            ("{,a}b", "b ab"),
            ("/etc/{passwd,shadow}", "/etc/passwd /etc/shadow"),
            ("{a,b}{c,d}", "ac ad bc bd"),
            ("a{},x,y}", "a} ax ay"),
            ("{},x,y}", "{},x,y}"),
            ("{a,{},b}", "a {} b"),
            ("a{}{x,y}", "a{}x a{}y"),
            ("{{},x}", "{} x"),
            ("{a,b}},c}", "a},c} b},c}"),
            ("{a}b,c}", "a}b c"),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn past_the_limit_there_are_no_words() {
        assert!(expand(vec![Part::Live(Cow::Borrowed("{1..5000}"))], 1000).is_err());
        assert!(
            expand(vec![Part::Live(Cow::Borrowed("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"))], 1000)
                .is_err()
        );
    }
}
