//! What holds where nothing is configured.
//!
//! Owns the preset and the two directories of Pi that its patterns name. It is a configuration like any other, and is read
//! like one. Outside the project everything is asked about, but what systems and tool chains are made of may be read. Secrets
//! are asked about wherever they are and whatever is done to them, and so is writing what decides what the agent may do.

use super::config::Origin;
use super::cursor::Cursor;
use super::json::Json;
use super::jsonc;
use super::layer::{self, Dialect, Entry, Layer};

/// The preset as it is published.
pub(super) const TEXT: &str = include_str!("preset.json");

/// The directories of Pi that the preset names.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Directories<'a> {
    /// Pi's agent directory.
    pub agent: Option<&'a str>,
    /// The directory of the Pi package.
    pub package: Option<&'a str>,
}

/// The preset as a layer. A rule about a directory that is not known is left out.
pub(super) fn layer(directories: Directories<'_>) -> Layer {
    let json = jsonc::parse(TEXT).map_or(Json::Null, |parsed| parsed.json);
    let mut layer = layer::read(&Cursor::new(&json, None, ""), Dialect::Foregate, &|_| Origin::default());
    for (_, entry) in &mut layer.surfaces {
        if let Entry::Patterns(rules) = entry {
            rules.retain_mut(|rule| match expand(&rule.pattern, directories) {
                Some(pattern) => {
                    rule.pattern = pattern;
                    true
                }
                None => false,
            });
        }
    }
    layer
}

fn expand(pattern: &str, directories: Directories<'_>) -> Option<String> {
    for (name, directory) in [("${agentDir}", directories.agent), ("${packageDir}", directories.package)] {
        if let Some(rest) = pattern.strip_prefix(name) {
            // A directory whose own name has a wildcard in it cannot be named by a pattern.
            let directory = directory.filter(|directory| !directory.contains(['*', '?']))?;
            return Some(format!("{}{rest}", directory.trim_end_matches(['/', '\\'])));
        }
    }
    Some(pattern.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_without_a_flaw() {
        let layer = layer(Directories { agent: Some("/home/u/.pi/agent/"), package: None });
        assert_eq!((layer.flaws, layer.notices), (Vec::new(), Vec::new()));
        let patterns: Vec<&str> = layer
            .surfaces
            .iter()
            .flat_map(|(_, entry)| match entry {
                Entry::Whole(_) => &[][..],
                Entry::Patterns(rules) => rules,
            })
            .map(|rule| rule.pattern.as_str())
            .collect();
        assert!(patterns.contains(&"/home/u/.pi/agent/auth.json"));
        assert!(!patterns.iter().any(|pattern| pattern.contains("${")), "{patterns:?}");
    }

    #[test]
    fn what_is_published_is_what_holds() {
        assert!(include_str!("../../../npm/preset.json") == TEXT, "cp crate/src/policy/preset.json npm/preset.json");
    }
}
