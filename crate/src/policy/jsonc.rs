//! JSON with comments and trailing commas: from text to values that know where they stand.
//!
//! Owns the bounds of a file, the sentences for what is no JSON, and lines and columns. What the values mean is `layer.rs`'s;
//! `jsonc_parser`'s tree stays here and in `edit.rs`.

use super::json::Json;
use jsonc_parser::ast::{ObjectPropName, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use std::collections::BTreeSet;
use std::str::FromStr;

/// The longest configuration that is read, in bytes. A long one by hand has ten thousand.
pub const MAX_BYTES: usize = 1 << 20;

/// JSON, with comments and trailing commas, and nothing else that JSON5 has.
pub(super) const SYNTAX: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Where a value and the values in it stand: a tree of the value's own shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    /// The byte at which the value's key begins; for what has no key, the value itself.
    pub key: usize,
    /// The byte at which the value begins.
    pub value: usize,
    /// Those of an array's items or an object's values, in order.
    pub inner: Vec<Places>,
}

/// Something wrong, and the byte at which it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: usize,
    /// A sentence.
    pub message: String,
}

/// A text that was read.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub json: Json,
    pub places: Places,
    /// What is wrong, though it can be read: a key that is written twice.
    pub faults: Vec<Fault>,
    /// Whether all of the text was read.
    pub whole: bool,
}

/// Reads a text.
///
/// # Errors
///
/// The first place at which it is no JSON, or the bound that it is past.
pub(super) fn parse(text: &str) -> Result<Parsed, Fault> {
    if text.len() > MAX_BYTES {
        let message = format!("The file has {} bytes; foregate reads no more than {MAX_BYTES}.", text.len());
        return Err(Fault { at: 0, message });
    }
    // Some editors write a byte-order mark. It is no part of the text, but it is part of its offsets.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let bare = text.get(mark..).unwrap_or("");
    let tree = parse_to_ast(bare, &CollectOptions::default(), &SYNTAX)
        .map_err(|error| Fault { at: mark + error.range().start, message: sentence(&error) })?;
    let Some(value) = tree.value else {
        return Err(Fault { at: mark, message: "The file is empty; an object {} is expected.".into() });
    };
    let mut faults = Vec::new();
    let at = mark + value.range().start;
    let (json, places) = convert(value, at, mark, &mut faults);
    Ok(Parsed { json, places, faults, whole: true })
}

/// Recursion is bounded by the parser's own limit of 512 levels.
fn convert(value: Value<'_>, key: usize, mark: usize, faults: &mut Vec<Fault>) -> (Json, Places) {
    let at = mark + value.range().start;
    let mut inner = Vec::new();
    let json = match value {
        Value::NullKeyword(_) => Json::Null,
        Value::BooleanLit(literal) => Json::Bool(literal.value),
        Value::NumberLit(literal) => serde_json::Number::from_str(literal.value).map_or(Json::Null, Json::Number),
        Value::StringLit(literal) => Json::String(literal.value.into_owned()),
        Value::Array(array) => {
            let items = array.elements.into_iter().map(|item| {
                let at = mark + item.range().start;
                let (json, places) = convert(item, at, mark, faults);
                inner.push(places);
                json
            });
            Json::Array(items.collect())
        }
        Value::Object(object) => {
            let mut seen = BTreeSet::new();
            let mut entries = Vec::with_capacity(object.properties.len());
            for property in object.properties {
                let key = mark + property.range.start;
                let name = match property.name {
                    ObjectPropName::String(name) => name.value.into_owned(),
                    ObjectPropName::Word(name) => name.value.to_owned(),
                };
                if !seen.insert(name.clone()) {
                    let message = format!("The key {} is written twice.", quoted(&name));
                    faults.push(Fault { at: key, message });
                }
                let (json, places) = convert(property.value, key, mark, faults);
                inner.push(places);
                entries.push((name, json));
            }
            Json::Object(entries)
        }
    };
    (json, Places { key, value: at, inner })
}

/// What is no JSON, in words.
pub(super) fn sentence(error: &ParseError) -> String {
    use ParseErrorKind as Kind;
    let text = match error.kind() {
        Kind::ExpectedColonAfterObjectKey => "A colon is missing between a key and its value.",
        Kind::ExpectedObjectValue => "A key has no value.",
        Kind::ExpectedStringObjectProperty => "A key must be in double quotes.",
        Kind::ExpectedComma => "A comma is missing here.",
        Kind::MultipleRootJsonValues => "Something follows the end of the object.",
        Kind::SingleQuotedStringsNotAllowed => "A text must be in double quotes, not in single ones.",
        Kind::UnexpectedCloseBrace => "This closing brace closes nothing.",
        Kind::UnexpectedCloseBracket => "This closing bracket closes nothing.",
        Kind::UnexpectedColon => "A colon stands where a value is expected.",
        Kind::UnexpectedComma => "A comma stands where a value is expected.",
        Kind::UnexpectedWord => {
            "A text must be in double quotes; without them only true, false, null and numbers stand."
        }
        Kind::UnterminatedArray => "This array is not closed: a ] is missing.",
        Kind::UnterminatedObject => "This object is not closed: a } is missing.",
        Kind::UnterminatedCommentBlock => "This comment is not closed: a */ is missing.",
        Kind::NestingDepthExceeded => "The values are nested too deeply.",
        Kind::String(jsonc_parser::ParseStringErrorKind::UnterminatedStringLiteral) => {
            "This text is not closed: a double quote is missing."
        }
        Kind::String(_) => {
            "A backslash in a text must be one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; write \\\\ for one backslash."
        }
        Kind::ExpectedDigit
        | Kind::ExpectedDigitFollowingNegativeSign
        | Kind::ExpectedPlusMinusOrDigitInNumberLiteral
        | Kind::HexadecimalNumbersNotAllowed
        | Kind::UnaryPlusNumbersNotAllowed
        | Kind::BareDecimalPointNumbersNotAllowed
        | Kind::NonFiniteNumbersNotAllowed => "This is no number as JSON writes one.",
        Kind::CommentsNotAllowed
        | Kind::TrailingCommasNotAllowed
        | Kind::UnexpectedToken
        | Kind::UnexpectedTokenInObject => {
            "This is no JSON: a key in double quotes, a value or a closing brace is expected."
        }
    };
    text.to_owned()
}

pub(super) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// The lines of a text, for many questions.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    /// Where each line begins.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let after = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(after).collect() }
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, at: usize) -> u32 {
        narrow(self.starts.partition_point(|&start| start <= at))
    }

    /// Its column, from 1, in characters.
    pub(super) fn column(&self, at: usize) -> u32 {
        let start = self.starts.get((self.line(at) as usize).saturating_sub(1)).copied().unwrap_or(0);
        let before = self.text.get(start..at.min(self.text.len())).unwrap_or("");
        narrow(before.trim_start_matches('\u{feff}').chars().count() + 1)
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_json() {
        let text = "\u{feff}// a\n{\"z\": [1, 2,], /* b */ \"a\": {\"x\": \"\\u00e9\",},}\n";
        let parsed = parse(text).unwrap();
        let expected: Json = serde_json::from_str(r#"{"z": [1, 2], "a": {"x": "é"}}"#).unwrap();
        assert_eq!((parsed.json, parsed.faults), (expected, Vec::new()));
        let lines = Lines::new(text);
        let item = &parsed.places.inner[0].inner[1];
        assert_eq!((lines.line(item.value), lines.column(item.value)), (2, 11));
    }

    #[test]
    fn a_fault_has_a_place_and_a_sentence() {
        for (text, line, column, says) in [
            ("", 1, 1, "empty"),
            ("// only this\n", 1, 1, "empty"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 2, 9, "comma is missing"),
            ("{\n  \"é\": \"a\" x\n}", 2, 11, "comma"),
            ("{\"a\": 1", 1, 1, "not closed"),
            ("{\"a\": [1", 1, 7, "not closed"),
            ("{a: 1}", 1, 2, "double quotes"),
            ("{'a': 1}", 1, 2, "double quotes"),
            ("{\"a\": allow}", 1, 7, "double quotes"),
            ("{\"a\": \"b}", 1, 7, "not closed"),
            ("{\"a\": \"C:\\dir\"}", 1, 10, "backslash"),
            ("{\"a\": 0x10}", 1, 7, ""),
            ("{} {}", 1, 4, "follows"),
            ("{\"a\"}", 1, 5, "colon"),
            ("{,}", 1, 2, ""),
            ("{/*", 1, 2, "*/"),
        ] {
            let fault = parse(text).unwrap_err();
            let lines = Lines::new(text);
            let place = (lines.line(fault.at), lines.column(fault.at));
            let right = place == (line, column) && fault.message.contains(says) && fault.message.ends_with('.');
            assert!(right, "{text:?}: {place:?} {}", fault.message);
        }
    }

    #[test]
    fn a_key_written_twice_is_said_and_kept() {
        let parsed = parse("{\"a\": 1,\n\"a\": 2}").unwrap();
        assert!(matches!(&parsed.json, Json::Object(entries) if entries.len() == 2));
        assert_eq!(parsed.faults, [Fault { at: 9, message: "The key \"a\" is written twice.".into() }]);
    }

    #[test]
    fn what_is_too_long_or_too_deep_is_not_read() {
        assert!(parse(&" ".repeat(10 << 20)).unwrap_err().message.contains("1048576"));
        assert!(parse(&"[".repeat(100_000)).unwrap_err().message.contains("deeply"));
        assert!(parse(&format!("{}1{}", "[".repeat(400), "]".repeat(400))).is_ok());
    }
}
