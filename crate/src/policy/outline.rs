//! An object in a configuration's text, and the ways to change it.
//!
//! Owns the text around its properties: where one ends, its comma, its indentation. Whatever is not changed stays as it is, to the
//! byte. It knows nothing of what the keys mean.

use super::jsonc;
use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, parse_to_ast};
use std::ops::Range;

/// Where an object and its properties stand.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// From brace to brace.
    range: Range<usize>,
    properties: Vec<Property>,
}

/// How the lines of an object are laid out.
struct Style<'t> {
    /// What ends a line.
    line: &'static str,
    /// What the line of its braces begins with.
    outer: &'t str,
    /// What the lines of its properties begin with.
    inner: String,
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(super) struct Property {
    name: String,
    range: Range<usize>,
    value: Range<usize>,
}

impl Property {
    /// Its value as it is written.
    pub(super) fn value<'t>(&self, text: &'t str) -> &'t str {
        part(text, self.value.clone())
    }

    /// `text` with another value here.
    pub(super) fn with_value(&self, text: &str, value: &str) -> String {
        replaced(text, self.value.clone(), value)
    }
}

impl Outline {
    /// The object at the end of the way from the top; `None` if there is none.
    pub(super) fn of(text: &str, way: &[&str]) -> Option<Self> {
        let tree = parse_to_ast(text, &CollectOptions::default(), &jsonc::SYNTAX).ok()?;
        let mut value = tree.value?;
        for name in way {
            let Value::Object(object) = value else { return None };
            value = object.properties.into_iter().find(|property| property.name.as_str() == *name)?.value;
        }
        match value {
            Value::Object(object) => Some(Self::new(&object)),
            _ => None,
        }
    }

    fn new(object: &Object<'_>) -> Self {
        let properties = object.properties.iter().map(|property| Property {
            name: property.name.as_str().to_owned(),
            range: property.range.start..property.range.end,
            value: property.value.range().start..property.value.range().end,
        });
        Self { range: object.range.start..object.range.end, properties: properties.collect() }
    }

    /// The property of this name.
    pub(super) fn get(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// `text` with each property on a line of its own, if all of the object is on one; comments stay before what they stand before.
    pub(super) fn spread(&self, text: &str) -> Option<String> {
        if self.properties.is_empty() || part(text, self.range.clone()).contains('\n') {
            return None;
        }
        let Style { line, outer, inner } = self.style(text);
        let mut out = part(text, 0..self.range.start + 1).to_owned();
        let mut at = self.range.start + 1;
        for property in &self.properties {
            out.push_str(part(text, at..property.range.start).trim_end());
            out.push_str(line);
            out.push_str(&inner);
            out.push_str(part(text, property.range.clone()));
            at = property.range.end;
        }
        out.push_str(part(text, at..self.range.end - 1).trim_end());
        out.push_str(line);
        out.push_str(outer);
        out.push_str(part(text, self.range.end - 1..text.len()));
        Some(out)
    }

    /// `text` with a property at the end of the object, on a line of its own.
    pub(super) fn with(&self, text: &str, property: &str) -> String {
        let Style { line, outer, inner } = self.style(text);
        let at = self.properties.last().map_or(self.range.start + 1, |last| last.range.end);
        let mut out = part(text, 0..at).to_owned();
        let rest = part(text, at..self.range.end - 1);
        let comma = comma(rest).is_some();
        if !self.properties.is_empty() && !comma {
            out.push(',');
        }
        out.push_str(rest.trim_end());
        out.push_str(line);
        out.push_str(&inner);
        out.push_str(property);
        // Who ends each line with a comma goes on with that.
        if comma {
            out.push(',');
        }
        out.push_str(line);
        out.push_str(outer);
        out.push_str(part(text, self.range.end - 1..text.len()));
        out
    }

    fn style<'t>(&self, text: &'t str) -> Style<'t> {
        let outer = indentation(text, self.range.start);
        let first = self.properties.first().map(|first| first.range.start);
        let inner = match first.filter(|&first| part(text, self.range.start..first).contains('\n')) {
            Some(first) => indentation(text, first).to_owned(),
            None => format!("{outer}{}", unit(text)),
        };
        Style { line: if text.contains("\r\n") { "\r\n" } else { "\n" }, outer, inner }
    }

    /// `text` with the property of this name moved to the end of the object; comments beside it stay where they are. `None` where it
    /// is there already.
    pub(super) fn to_end(&self, text: &str, name: &str) -> Option<String> {
        let at = self.properties.iter().position(|property| property.name == name)?;
        let property = self.properties.get(at)?;
        self.properties.get(at + 1)?;
        let behind = part(text, property.range.end..text.len());
        let comma = property.range.end + comma(behind)?;
        let moved = part(text, property.range.clone()).to_owned();
        let before = part(text, 0..property.range.start);
        let between = part(text, property.range.end..comma);
        let after = part(text, comma + 1..text.len());
        let end = after.find('\n').unwrap_or(after.len());
        let alone = between.trim().is_empty()
            && part(after, 0..end).trim().is_empty()
            && before.trim_end_matches([' ', '\t']).ends_with('\n');
        let without = if alone {
            // With its line.
            format!("{}{}", before.trim_end_matches([' ', '\t']), part(after, end + 1..after.len()))
        } else {
            format!("{before}{}{after}", between.trim_end_matches([' ', '\t']))
        };
        let start = self.range.start;
        let tree = parse_to_ast(&without, &CollectOptions::default(), &jsonc::SYNTAX).ok()?;
        let rest = object_at(tree.value?, start)?;
        Some(rest.with(&without, &moved))
    }
}

/// The object that begins at a byte.
fn object_at(value: Value<'_>, start: usize) -> Option<Outline> {
    let Value::Object(object) = value else { return None };
    if object.range.start == start {
        return Some(Outline::new(&object));
    }
    let holds = |value: &Value<'_>| value.range().start <= start && start < value.range().end;
    let property = object.properties.into_iter().find(|property| holds(&property.value))?;
    object_at(property.value, start)
}

/// The comma behind a value, past blanks and comments.
fn comma(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let blank = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        at += blank;
        if rest.starts_with(',') {
            return Some(at);
        }
        at += match rest.strip_prefix("/*") {
            Some(inner) => inner.find("*/")? + 4,
            None if rest.starts_with("//") => rest.find('\n')?,
            None => return None,
        };
    }
}

fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

fn replaced(text: &str, range: Range<usize>, with: &str) -> String {
    format!("{}{with}{}", part(text, 0..range.start), part(text, range.end..text.len()))
}

/// What the line of a byte begins with.
fn indentation(text: &str, at: usize) -> &str {
    let before = part(text, 0..at);
    let line = before.rfind('\n').map_or(before, |start| part(before, start + 1..before.len()));
    let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
    part(line, 0..blank)
}

/// By what the text indents a level.
fn unit(text: &str) -> &str {
    let indented = text.lines().find(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
    indented.map_or("  ", |line| part(line, 0..line.len() - line.trim_start_matches([' ', '\t']).len()))
}
