//! The `permission:` of an agent's file.
//!
//! Owns the part of YAML that is read: nested maps of `key: value`, with quotes and comments, as pi-permission-system 20.7.3
//! has it (docs/configuration.md, "Frontmatter Limitations"). Lists, texts of several lines and anchors are said to be no part of
//! it. The other keys of the file are other people's and are passed over.

use super::json::Json;
use super::jsonc::{Fault, MAX_BYTES, Parsed, Places, quoted};
use std::collections::BTreeSet;

/// Maps deeper than this are nobody's permissions.
const MAX_DEPTH: usize = 16;

/// A map that is being read.
struct Map {
    /// How far its key is indented; its own keys stand further right.
    indent: usize,
    name: String,
    places: Places,
    entries: Vec<(String, Json)>,
}

impl Map {
    fn new(indent: usize, name: &str, at: usize) -> Self {
        let places = Places { key: at, value: at, inner: Vec::new() };
        Self { indent, name: name.to_owned(), places, entries: Vec::new() }
    }

    fn add(&mut self, name: String, value: Json, places: Places) {
        self.entries.push((name, value));
        self.places.inner.push(places);
    }

    /// A key that is written again is said, and both stay: what either denies is to hold.
    fn finish(self, faults: &mut Vec<Fault>) -> (Json, Places) {
        let mut seen = BTreeSet::new();
        for ((name, _), places) in self.entries.iter().zip(&self.places.inner) {
            if !seen.insert(name) {
                faults.push(Fault { at: places.key, message: format!("The key {} is there twice.", quoted(name)) });
            }
        }
        (Json::Object(self.entries), self.places)
    }
}

/// Reads the frontmatter of `text`: an object with at most the key `permission`. Where a line of the permissions cannot be read,
/// what stands before it is.
pub(super) fn parse(text: &str) -> Parsed {
    let mut open: Vec<Map> = vec![];
    let mut root = Map::new(0, "", 0);
    let mut faults = Vec::new();
    let fault = read(text, &mut open, &mut root, &mut faults).err();
    close(&mut open, &mut root, 0, &mut faults);
    let (json, places) = root.finish(&mut faults);
    let whole = fault.is_none();
    faults.extend(fault);
    Parsed { json, places, faults, whole }
}

fn read(text: &str, open: &mut Vec<Map>, root: &mut Map, faults: &mut Vec<Fault>) -> Result<(), Fault> {
    if text.len() > MAX_BYTES {
        let message = format!("The file has {} bytes; foregate reads no more than {MAX_BYTES}.", text.len());
        return Err(Fault { at: 0, message });
    }
    // Whether the lines are those of `permission`.
    let mut ours = false;
    // Whether there was a key that is not indented: a line that is belongs to it.
    let mut begun = false;
    for (at, line) in lines(text) {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let at = at + indent;
        if indent == 0 {
            close(open, root, 0, faults);
            begun = true;
            ours = matches!(key(content), Some(("permission", _)));
        }
        let fault = |message: &str| Fault { at, message: message.to_owned() };
        if !ours {
            if (indent == 0 || !begun) && hides(content, indent) {
                return Err(fault(
                    "This may be the permissions of the agent; write permission: at the beginning of a line.",
                ));
            }
            continue;
        }
        if line.get(..indent).is_some_and(|space| space.contains('\t')) {
            return Err(fault("YAML is indented by spaces, not by tabs."));
        }
        if content.starts_with("- ") || content == "-" {
            return Err(fault("A list has no meaning in the permissions of an agent; write key: value."));
        }
        let Some((name, value)) = key(content) else {
            return Err(fault("A line of the permissions of an agent must be key: value."));
        };
        close(open, root, indent, faults);
        if value.is_empty() {
            if open.len() >= MAX_DEPTH {
                return Err(fault("The maps are nested too deeply."));
            }
            open.push(Map::new(indent, name, at));
            continue;
        }
        if value.starts_with(['[', '{', '|', '>', '&', '*', '!']) {
            return Err(fault("The permissions of an agent are plain words and nested maps; write key: value."));
        }
        let Some(value) = scalar(value) else { return Err(fault("A quote is not closed on its line.")) };
        let places = Places { key: at, value: at, inner: Vec::new() };
        open.last_mut().unwrap_or(&mut *root).add(name.to_owned(), Json::String(value), places);
    }
    Ok(())
}

/// The lines between the two `---`, each with where it begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let all = text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    });
    let fence = |line: &str| line.trim_start_matches('\u{feff}').trim_end() == "---";
    let mut all = all.peekable();
    let begins = all.next_if(|(_, line)| fence(line)).is_some();
    // Without an end there is no frontmatter, only a text that begins with a rule.
    let lines: Vec<_> = if begins { all.collect() } else { Vec::new() };
    let end = lines.iter().position(|(_, line)| line.starts_with("---")).unwrap_or(0);
    lines.into_iter().take(end)
}

/// Ends the maps whose keys do not stand left of `indent`.
fn close(open: &mut Vec<Map>, root: &mut Map, indent: usize, faults: &mut Vec<Fault>) {
    while let Some(map) = open.pop_if(|map| map.indent >= indent) {
        let name = map.name.clone();
        let (json, places) = map.finish(faults);
        open.last_mut().unwrap_or(&mut *root).add(name, json, places);
    }
}

/// A key, and what follows its colon. The colon stands before a blank or at the end: `exa:*: ask` is about `exa:*`.
fn key(content: &str) -> Option<(&str, &str)> {
    if let Some(quote @ ('"' | '\'')) = content.chars().next() {
        let (name, rest) = content.get(1..)?.split_once(quote)?;
        return Some((name, value(rest.trim_start().strip_prefix(':')?)));
    }
    let (name, rest) = match content.split_once(": ") {
        Some(parts) => parts,
        None => (content.split(" #").next()?.trim_end().strip_suffix(':')?, ""),
    };
    Some((name.trim_end(), value(rest)))
}

/// Whether a line at the root that is not read may be about permissions: YAML has more ways to write a key than are read here.
fn hides(content: &str, indent: usize) -> bool {
    let escaped = content.starts_with('"') && content.contains('\\');
    let plain = indent == 0 && !content.starts_with(['?', '{', '!', '&', '*', '[']) && key(content).is_some();
    escaped || (!plain && content.contains("permission"))
}

/// Without a comment that is all there is.
fn value(rest: &str) -> &str {
    let rest = rest.trim();
    if rest.starts_with('#') { "" } else { rest }
}

/// Without quotes, or without the comment behind it.
fn scalar(value: &str) -> Option<String> {
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value.get(1..)?.split_once(quote).map(|(text, _)| text.to_owned()),
        _ => Some(value.split(" #").next().unwrap_or(value).trim_end().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> String {
        serde_json::Value::from(parse(text).json).to_string()
    }

    #[test]
    fn scalars_and_nested_maps() {
        for (yaml, expected) in [
            ("", "{}"),
            ("# no frontmatter\n", "{}"),
            ("---\nname: x\n", "{}"),
            ("---\nname: x\ntools: [a, b]\ndescription: >\n  permission: x\n---\npermission: no\n", "{}"),
            ("---\npermission:\n  write: deny\n---\n", r#"{"permission":{"write":"deny"}}"#),
            ("---\r\npermission:\r\n  write: deny # why\r\n---\r\n", r#"{"permission":{"write":"deny"}}"#),
            (
                "---\npermission:\n  bash:\n    \"*\": 'ask'\n\n    git status: allow\n  mcp:\n    exa:*: ask\nname: x\n---\n",
                r#"{"permission":{"bash":{"*":"ask","git status":"allow"},"mcp":{"exa:*":"ask"}}}"#,
            ),
            ("---\npermission:\n  bash:\n  read: deny\n---", r#"{"permission":{"bash":{},"read":"deny"}}"#),
            (
                "---\npermission:\n  bash:\n    npm *:\n      action: deny\n      reason: Use pnpm: it is faster\n---",
                r#"{"permission":{"bash":{"npm *":{"action":"deny","reason":"Use pnpm: it is faster"}}}}"#,
            ),
            ("---\npermission: allow\n---", r#"{"permission":"allow"}"#),
        ] {
            assert_eq!(json(yaml), expected, "{yaml}");
        }
    }

    #[test]
    fn permissions_in_another_form_are_no_silence() {
        for (line, hides) in [
            ("  permission:", true),
            ("? permission", true),
            (r#""permi\x73sion":"#, true),
            ("{permission: {bash: deny}}", true),
            ("&a permission:", true),
            ("description: about permission", false),
            ("permissions: x", false),
        ] {
            assert_eq!(!parse(&format!("---\n{line}\n  bash: deny\n---\n")).whole, hides, "{line}");
        }
    }

    #[test]
    fn what_is_not_read_is_said() {
        for (line, says) in [
            ("  - write", "list"),
            ("  write: [deny]", "plain words"),
            ("  write: |", "plain words"),
            ("  write: *x", "plain words"),
            ("\twrite: deny", "tabs"),
            ("  write", "key: value"),
            ("  write: \"deny", "quote"),
        ] {
            let text = format!("---\nname: x\npermission:\n  bash: deny\n{line}\n---\n");
            let parsed = parse(&text);
            let fault = &parsed.faults[0];
            assert!(fault.message.contains(says), "{line}: {}", fault.message);
            assert_eq!(super::super::jsonc::Lines::new(&text).line(fault.at), 5, "{line}");
            assert_eq!(json(&text), r#"{"permission":{"bash":"deny"}}"#, "{line}");
        }
    }
}
