//! What stands before the fault in a text that is no JSON to its end.
//!
//! Owns which values of a broken text are whole, so that what they deny is not lost with the rest. What they mean is not known here.

use super::json::Json;
use super::jsonc::{self, Fault, Parsed, Places};

/// How deep values are followed; jsonc-parser itself goes to 512.
const MAX_DEPTH: usize = 500;
/// How often a text is cut again, where the parser takes less than what is whole here.
const MAX_CUTS: usize = 8;

/// Reads a text; where that cannot be done to its end, as far as it can, with the fault.
pub(super) fn read(text: &str) -> Parsed {
    let fault = match jsonc::parse(text) {
        Ok(parsed) => return parsed,
        Err(fault) => fault,
    };
    let mut parsed = if text.len() > jsonc::MAX_BYTES { None } else { before(text) }.unwrap_or_else(|| {
        let (json, places) = (Json::Object(Vec::new()), Places::default());
        Parsed { json, places, faults: Vec::new(), whole: false }
    });
    parsed.faults.insert(0, fault);
    Parsed { whole: false, ..parsed }
}

fn before(text: &str) -> Option<Parsed> {
    let mut end = text.len();
    for _ in 0..MAX_CUTS {
        let part = text.get(..end)?;
        let (cut, open) = whole(part)?;
        let closing: String = open.iter().rev().collect();
        match jsonc::parse(&format!("{}{closing}", part.get(..cut)?)) {
            Ok(parsed) => return Some(parsed),
            Err(Fault { at, .. }) => end = at.min(cut.checked_sub(1)?),
        }
    }
    None
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// Or the end of the object.
    Key,
    Colon,
    /// A comma, or the end of what is open.
    Comma,
    /// A value, or the end of the array.
    Item,
    Nothing,
}

/// Where the last value ends that is whole, and what closes the objects and arrays around it.
fn whole(text: &str) -> Option<(usize, Vec<char>)> {
    let mut scan = Scan { text, at: text.len() - text.trim_start_matches('\u{feff}').len() };
    let mut open: Vec<char> = Vec::new();
    let mut next = Next::Value;
    // The end of the last value, and how many were open around it: none of those has been closed since.
    let mut cut = None;
    while let Some(c) = scan.next_sign() {
        let ends = match (next, c) {
            (Next::Value | Next::Item, '{' | '[') if open.len() < MAX_DEPTH => {
                open.push(if c == '{' { '}' } else { ']' });
                next = if c == '{' { Next::Key } else { Next::Item };
                continue;
            }
            (Next::Key | Next::Comma, '}') | (Next::Item | Next::Comma, ']') if open.last() == Some(&c) => {
                open.pop();
                true
            }
            (Next::Key, '"') => {
                next = Next::Colon;
                scan.string();
                continue;
            }
            (Next::Colon, ':') => {
                next = Next::Value;
                continue;
            }
            (Next::Comma, ',') => {
                next = if open.last() == Some(&'}') { Next::Key } else { Next::Item };
                continue;
            }
            (Next::Value | Next::Item, '"') => scan.string(),
            (Next::Value | Next::Item, _) => scan.word(),
            _ => false,
        };
        if !ends {
            break;
        }
        cut = Some((scan.at, open.len()));
        next = if open.is_empty() { Next::Nothing } else { Next::Comma };
    }
    let (at, depth) = cut?;
    open.truncate(depth);
    Some((at, open))
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Passes blanks and comments, and the character behind them.
    fn next_sign(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            let comment = rest.get(blank..).unwrap_or("");
            let length = if comment.starts_with("//") {
                comment.find('\n').unwrap_or(comment.len())
            } else if let Some(inner) = comment.strip_prefix("/*") {
                inner.find("*/")? + 4
            } else {
                let c = comment.chars().next()?;
                self.at += blank + c.len_utf8();
                return Some(c);
            };
            self.at += blank + length;
        }
    }

    /// Passes the rest of a string; whether it ends.
    fn string(&mut self) -> bool {
        let mut escaped = false;
        for (index, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.at += index + 1;
                    return true;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        false
    }

    /// Passes the rest of a word; whether it is one that JSON has. One at the end of the text may go on.
    fn word(&mut self) -> bool {
        let start =
            self.text.get(..self.at).and_then(|before| before.char_indices().next_back()).map_or(0, |(at, _)| at);
        let end = self.rest().find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.'));
        let Some(end) = end else { return false };
        self.at += end;
        let word = self.text.get(start..self.at).unwrap_or("");
        serde_json::from_str::<serde_json::Value>(word).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_the_fault_is_read() {
        for (text, expected) in [
            (r#"{"a": {"b": "deny"}} x"#, r#"{"a":{"b":"deny"}}"#),
            (r#"{"a": {"b": "deny"}}}"#, r#"{"a":{"b":"deny"}}"#),
            (r#"{"a": {"b": "deny"} "c": 1}"#, r#"{"a":{"b":"deny"}}"#),
            (r#"{"a": {"b": "deny", "c": "de"#, r#"{"a":{"b":"deny"}}"#),
            (r#"{"a": {"b": "deny", "c": tr"#, r#"{"a":{"b":"deny"}}"#),
            (r#"{"a": {"b": {"action": "deny", "reason"#, r#"{"a":{"b":{"action":"deny"}}}"#),
            (r#"{"a": [1, [], {}, [2, 3"#, r#"{"a":[1,[],{},[2]]}"#),
            ("\u{feff}// x\n{\"a\": /* , */ 1, // }\n\"b\": 2, c", r#"{"a":1,"b":2}"#),
            ("{\"a\": 1, /* b", r#"{"a":1}"#),
            (r#"{"a": 1, "b": "\q", "c": 2}"#, r#"{"a":1}"#),
            (r#"{"a": 1, "b": 'x'}"#, r#"{"a":1}"#),
            (r#"{"a": 1, "b": 01}"#, r#"{"a":1}"#),
            ("", "{}"),
            ("{", "{}"),
            ("nonsense", "{}"),
        ] {
            let parsed = read(text);
            assert_eq!(serde_json::Value::from(parsed.json).to_string(), expected, "{text}");
            assert!(!parsed.whole && !parsed.faults.is_empty(), "{text}");
        }
        assert!(read(r#"{"a": 1}"#).whole);
    }

    #[test]
    fn it_takes_linear_time_and_does_not_run_out_of_stack() {
        for text in ["{\"a\":".repeat(100_000), "[".repeat(400_000), format!("[{}", "1,".repeat(400_000))] {
            assert!(!read(&text).whole);
        }
    }
}
