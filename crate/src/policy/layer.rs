//! One configuration as it is written: its rules and settings, and what is wrong with them.
//!
//! Owns the keys and what each may hold. A layer says only what its own text says: the defaults are `config.rs`'s, and what
//! several layers come to together is `merge.rs`'s. It matches nothing.

use super::config::{Action, MAX_TIMEOUT, Origin, Rule, ShellTool};
use super::cursor::{Cursor, Flaw};
use super::json::Json;
use super::jsonc::quoted;
use super::{slip, surface};
use crate::tool::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Whose keys are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Foregate's own.
    Foregate,
    /// pi-permission-system's (20.7.3, docs/configuration.md).
    Peer,
    /// Pi's `settings.json`, which is other people's apart from three keys.
    Settings,
    /// The frontmatter of an agent.
    Agent,
}

/// A value that is set, and where.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Set<T> {
    pub value: T,
    pub origin: Origin,
}

/// What stands under the name of a surface.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// One action for all of it.
    Whole(Rule),
    /// Patterns.
    Patterns(Vec<Rule>),
}

/// A rule's own example, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Example {
    pub text: String,
    /// Whether the rule is to match it.
    pub matches: bool,
    pub flaw: Flaw,
}

/// One configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layer {
    pub fallback: Option<Set<Action>>,
    pub surfaces: Vec<(String, Entry)>,
    /// What could not be read, but whose surface and pattern are known: they ask.
    pub unreadable: Vec<Rule>,
    pub examples: Vec<(Rule, Example)>,
    pub forbidden_paths: Option<Set<Vec<String>>>,
    pub block_bash: Option<Set<bool>>,
    pub default_timeout: Option<Set<u32>>,
    pub unknown_path: Option<Set<Action>>,
    pub temporary: Option<Set<Action>>,
    pub shell_tools: Vec<ShellTool>,
    pub prefix: Option<Set<String>>,
    pub user_bash: Option<Set<bool>>,
    pub prompt_timeout: Option<Set<f64>>,
    pub review_log: Option<Set<bool>>,
    /// Whether the preset's rules come before these.
    pub preset: bool,
    /// The peer's `piInfrastructureReadPaths`, as patterns, where they are carried.
    pub infrastructure: Vec<String>,
    pub session: Vec<Rule>,
    pub notices: Vec<String>,
    pub flaws: Vec<Flaw>,
}

/// Reads one configuration. `origin` says where a byte of it stands.
pub(super) fn read(cursor: &Cursor<'_>, dialect: Dialect, origin: &dyn Fn(Option<usize>) -> Origin) -> Layer {
    let mut reader = Reader { layer: Layer::default(), origin, places: BTreeMap::new(), infrastructure: Vec::new() };
    match cursor.entries() {
        Ok(entries) => {
            for (key, value) in entries {
                if let Err(flaw) = reader.key(key, &value, dialect) {
                    reader.layer.flaws.push(flaw);
                }
            }
        }
        Err(flaw) => reader.layer.flaws.push(flaw),
    }
    reader.infrastructure();
    reader.layer
}

struct Reader<'o> {
    layer: Layer,
    origin: &'o dyn Fn(Option<usize>) -> Origin,
    /// Where in the layer a surface is.
    places: BTreeMap<String, usize>,
    /// The peer's `piInfrastructureReadPaths`, as rules.
    infrastructure: Vec<Rule>,
}

impl Reader<'_> {
    fn set<T>(&self, at: &Cursor<'_>, value: T) -> Option<Set<T>> {
        Some(Set { value, origin: (self.origin)(at.key_at()) })
    }

    fn notice(&mut self, at: &Cursor<'_>, what: &str) {
        let origin = (self.origin)(at.key_at());
        self.layer.notices.push(format!("{}{} {what}", origin.prefix(), at.field));
    }

    fn key(&mut self, key: &str, at: &Cursor<'_>, dialect: Dialect) -> Result<(), Flaw> {
        match (dialect, key) {
            (Dialect::Agent, "permission") | (Dialect::Foregate | Dialect::Peer, "permission") => {
                self.permission(at, dialect)?
            }
            (Dialect::Agent, _) => {}
            (Dialect::Foregate | Dialect::Settings, "blockFindRoot") => self.block_find_root(at)?,
            (Dialect::Foregate | Dialect::Settings, "defaultTimeout") => {
                let seconds = at.seconds()?.ceil().min(f64::from(MAX_TIMEOUT));
                self.layer.default_timeout = self.set(at, seconds as u32);
            }
            (Dialect::Settings, "shellCommandPrefix") => {
                if *at.json != Json::Null {
                    self.layer.prefix = self.set(at, at.text()?);
                }
            }
            (Dialect::Settings, _) => {}
            (Dialect::Peer, _) => self.peer_key(key, at)?,
            (_, "shellTools") => self.shell_tools(at)?,
            (_, "unknownPath") => self.layer.unknown_path = self.set(at, lenient(at)?),
            (_, "temporary") => self.layer.temporary = self.set(at, lenient(at)?),
            (_, "userBash") => self.layer.user_bash = self.set(at, at.boolean()?),
            (_, "promptTimeout") => {
                if *at.json != Json::Null {
                    self.layer.prompt_timeout = self.set(at, at.seconds()?);
                }
            }
            (_, "reviewLog") => self.layer.review_log = self.set(at, at.boolean()?),
            (_, "preset") => self.layer.preset = at.boolean()?,
            (_, "session") => self.session(at)?,
            (_, "$schema") => {}
            _ if key.starts_with(['_', '$', '/']) => {
                self.notice(at, "has no effect. A comment may stand behind // anywhere in the file.");
            }
            _ if surface::is_one(key) => {
                return Err(at.flaw(format!("has no effect here: write it into permission, as {}", quoted(key))));
            }
            _ => {
                let keys = ["permission", "blockFindRoot", "defaultTimeout", "unknownPath", "shellTools"];
                let own = keys.into_iter().chain(["temporary", "userBash", "promptTimeout", "reviewLog", "preset"]);
                if let Some(name) = surface::nearest(key, own) {
                    return Err(at.flaw(format!("is not known to foregate; is {name} meant?")));
                }
                self.notice(at, "is not known to foregate and has no effect.");
            }
        }
        Ok(())
    }

    /// The keys of the peer. None of those that are not carried makes an answer looser.
    fn peer_key(&mut self, key: &str, at: &Cursor<'_>) -> Result<(), Flaw> {
        match key {
            "shellTools" => self.shell_tools(at)?,
            "permissionReviewLog" => self.layer.review_log = self.set(at, at.boolean()?),
            "yoloMode" if at.boolean()? => {
                self.notice(at, "is not carried: what the rules ask about is asked. To allow it, write \"allow\".");
            }
            "piInfrastructureReadPaths" => {
                for item in at.items("paths")? {
                    let path = item.text()?;
                    let below =
                        (!path.contains(['*', '?'])).then(|| format!("{}/*", path.trim_end_matches(['/', '\\'])));
                    for pattern in std::iter::once(path).chain(below) {
                        let rule = self.rule(&item, "external_directory_read", &pattern, Action::Allow);
                        self.infrastructure.push(rule);
                    }
                }
            }
            "$schema" | "yoloMode" => {}
            "debugLog" | "doublePressToConfirm" | "toolInputPreviewMaxLength" | "toolTextSummaryMaxLength" => {
                self.notice(at, "is about pi-permission-system's own log or dialog, and has no effect here.");
            }
            _ => self.notice(at, "is not known to foregate and has no effect."),
        }
        Ok(())
    }

    /// Directories that the peer's reading tools may read, whatever its rules say. Here a direction says so, which holds for
    /// bash too: so no denial is lifted.
    fn infrastructure(&mut self) {
        let rules = std::mem::take(&mut self.infrastructure);
        let Some(origin) = rules.first().map(|rule| rule.origin.clone()) else { return };
        let own = self.places.contains_key("external_directory_read");
        let denies = self.layer.rules().any(|rule| rule.surface == "external_directory" && rule.action == Action::Deny);
        let what = if own {
            "is not carried, because external_directory_read has rules of its own: write them there."
        } else if denies {
            "is not carried, because external_directory denies something: write rules of external_directory_read."
        } else {
            self.layer.infrastructure = rules.iter().map(|rule| rule.pattern.clone()).collect();
            self.add("external_directory_read", Entry::Patterns(rules));
            "stands as rules of external_directory_read, which hold for bash as well."
        };
        self.layer.notices.push(format!("{}piInfrastructureReadPaths {what}", origin.prefix()));
    }

    /// A surface that is written twice in one text has the rules of both.
    fn add(&mut self, surface: &str, entry: Entry) {
        let place = self.places.get(surface).and_then(|&at| self.layer.surfaces.get_mut(at));
        let Some((_, known)) = place else {
            self.places.insert(surface.to_owned(), self.layer.surfaces.len());
            self.layer.surfaces.push((surface.to_owned(), entry));
            return;
        };
        let mut both = std::mem::replace(known, Entry::Patterns(Vec::new())).into_rules();
        both.extend(entry.into_rules());
        // Which of the two was meant is not known: what either denies stays denied.
        both.sort_by_key(|rule| rule.action == Action::Deny);
        *known = Entry::Patterns(both);
    }

    fn rule(&self, at: &Cursor<'_>, surface: &str, pattern: &str, action: Action) -> Rule {
        let origin = (self.origin)(at.key_at());
        Rule { surface: surface.to_owned(), pattern: pattern.to_owned(), action, reason: None, origin, degraded: false }
    }

    fn permission(&mut self, at: &Cursor<'_>, dialect: Dialect) -> Result<(), Flaw> {
        for (surface, value) in at.entries()? {
            if surface == "*" {
                match Action::read(&value) {
                    // Written twice, the stricter counts.
                    Ok(action) => {
                        let earlier = self.layer.fallback.take().filter(|earlier| earlier.value > action);
                        self.layer.fallback = earlier.or_else(|| self.set(&value, action));
                    }
                    Err(flaw) => self.layer.flaws.push(flaw),
                }
                continue;
            }
            if surface.is_empty() {
                self.layer
                    .flaws
                    .push(value.flaw("has an empty name, which is no surface; write * for the action of all others"));
            }
            match slip::name(surface, &value) {
                // The peer takes each such name for a tool's.
                Some((what, sure)) if sure && dialect != Dialect::Peer => self.layer.flaws.push(value.flaw(what)),
                Some((what, _)) => self.notice(&value, &format!("{what}.")),
                None => {}
            }
            let entry = match value.entries() {
                Ok(patterns) => Entry::Patterns(self.patterns(surface, patterns)),
                Err(_) => match Action::read(&value) {
                    Ok(action) => Entry::Whole(self.rule(&value, surface, "*", action)),
                    Err(_) => {
                        self.layer
                            .flaws
                            .push(value.flaw("must be \"allow\", \"ask\", \"deny\" or an object of patterns"));
                        let rule = self.rule(&value, surface, "*", Action::Ask);
                        self.layer.unreadable.push(rule);
                        continue;
                    }
                },
            };
            self.add(surface, entry);
        }
        Ok(())
    }

    fn patterns(&mut self, surface: &str, patterns: Vec<(&str, Cursor<'_>)>) -> Vec<Rule> {
        let mut rules = Vec::with_capacity(patterns.len());
        for (pattern, value) in patterns {
            let rule = self.rule(&value, surface, pattern, Action::Ask);
            match self.decision(&value, rule.clone()) {
                Ok(rule) => {
                    if let Some(why) = slip::idle(&rule) {
                        self.notice(&value, &why);
                    }
                    rules.push(rule);
                }
                Err(flaw) => {
                    self.layer.flaws.push(flaw);
                    // Whatever else is wrong in it, what it denies is known.
                    if denies(&value) {
                        rules.push(Rule { action: Action::Deny, ..rule });
                    } else {
                        self.layer.unreadable.push(rule);
                    }
                }
            }
        }
        if let Some(rule) = slip::dead(&rules) {
            let what = "has no effect: the rule \"*\" behind it matches all that it matches, and the last one wins. Write \"*\" first.";
            self.layer.notices.push(format!("{}permission.{surface}.{} {what}", rule.origin.prefix(), rule.pattern));
        }
        let distinct: BTreeSet<&str> = rules.iter().map(|rule| rule.pattern.as_str()).collect();
        if distinct.len() < rules.len() {
            rules.sort_by_key(|rule| rule.action == Action::Deny);
        }
        rules
    }

    /// An action, or an object with one, a denial's reason and examples.
    fn decision(&mut self, at: &Cursor<'_>, mut rule: Rule) -> Result<Rule, Flaw> {
        if rule.pattern.is_empty() {
            return Err(at.flaw("has an empty pattern, which matches nothing; write * for everything"));
        }
        if rule.pattern.len() > MAX_PATTERN {
            return Err(at.flaw(format!("has a pattern of more than {MAX_PATTERN} bytes")));
        }
        if at.entries().is_err() {
            rule.action = Action::read(at)?;
            return Ok(rule);
        }
        let chosen = at.get("action").ok_or_else(|| at.flaw("has no \"action\""))?;
        rule.action = if denies(at) { Action::Deny } else { Action::read(&chosen)? };
        for (key, value) in at.entries()? {
            match key {
                "action" => {}
                "reason" if rule.action == Action::Deny => rule.reason = Some(value.text()?),
                "reason" => self.notice(&value, "has no effect: only a denial has a reason."),
                "match" | "notMatch" => {
                    for item in value.items("texts")? {
                        let (text, matches) = (item.text()?, key == "match");
                        let verb = if matches { "does not match" } else { "matches" };
                        let flaw =
                            item.flaw(format!("is an example that the pattern {} {verb}", quoted(&rule.pattern)));
                        self.layer.examples.push((rule.clone(), Example { text, matches, flaw }));
                    }
                }
                _ => self.notice(&value, "is not known to foregate and has no effect."),
            }
        }
        Ok(rule)
    }

    fn block_find_root(&mut self, at: &Cursor<'_>) -> Result<(), Flaw> {
        for (key, value) in at.entries()? {
            match key {
                "forbiddenPaths" => {
                    let earlier = self.layer.forbidden_paths.take().map(|set| set.value).unwrap_or_default();
                    let paths = value.texts("paths")?.into_iter().chain(earlier).collect();
                    self.layer.forbidden_paths = self.set(&value, paths);
                }
                "blockBash" => {
                    let blocks = value.boolean()? || self.layer.block_bash.as_ref().is_some_and(|set| set.value);
                    self.layer.block_bash = self.set(&value, blocks);
                }
                _ => self.notice(&value, "is not known to foregate and has no effect."),
            }
        }
        Ok(())
    }

    fn shell_tools(&mut self, at: &Cursor<'_>) -> Result<(), Flaw> {
        for (tool, value) in at.entries()? {
            if Kind::of(tool, &[]) != Kind::Other {
                self.layer
                    .flaws
                    .push(value.flaw("is a tool that foregate knows: only another's tool can be said to be like bash"));
                continue;
            }
            value.entries()?;
            let (command, workdir) = (value.needed("commandArgument")?.text()?, value.optional("workdirArgument")?);
            let shell = ShellTool { tool: tool.to_owned(), command, workdir };
            self.layer.shell_tools.retain(|known| known.tool != tool);
            self.layer.shell_tools.push(shell);
        }
        Ok(())
    }

    fn session(&mut self, at: &Cursor<'_>) -> Result<(), Flaw> {
        for item in at.items("rules")? {
            let (surface, pattern) = (item.needed("surface")?.text()?, item.needed("pattern")?.text()?);
            let act = Action::read(&item.needed("action")?)?;
            let rule = self.rule(&item, &surface, &pattern, act);
            self.layer.session.push(rule);
        }
        Ok(())
    }
}

/// Whether an action of a rule denies: of two that are written, one that does counts.
fn denies(rule: &Cursor<'_>) -> bool {
    let entries = rule.entries().unwrap_or_default();
    entries.iter().any(|(key, value)| *key == "action" && Action::read(value) == Ok(Action::Deny))
}

/// The longest pattern, in bytes: as long as the longest path.
const MAX_PATTERN: usize = 4096;

/// An action that is no denial.
fn lenient(at: &Cursor<'_>) -> Result<Action, Flaw> {
    let action = at.json.as_str().and_then(Action::named).filter(|action| *action != Action::Deny);
    action.ok_or_else(|| at.flaw("must be \"ask\" or \"allow\""))
}

impl Layer {
    /// All its rules.
    pub(super) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.surfaces.iter().flat_map(|(_, entry)| match entry {
            Entry::Whole(rule) => std::slice::from_ref(rule),
            Entry::Patterns(rules) => rules.as_slice(),
        })
    }

    /// What a layer with something wrong in it says: nothing is allowed by it.
    pub(super) fn degrade(&mut self) {
        let rules = self.surfaces.iter_mut().flat_map(|(_, entry)| match entry {
            Entry::Whole(rule) => std::slice::from_mut(rule),
            Entry::Patterns(rules) => rules.as_mut_slice(),
        });
        for rule in rules.filter(|rule| rule.action == Action::Allow) {
            (rule.action, rule.degraded) = (Action::Ask, true);
        }
        for set in [&mut self.fallback, &mut self.unknown_path, &mut self.temporary].into_iter().flatten() {
            set.value = set.value.max(Action::Ask);
        }
        for rule in &mut self.unreadable {
            rule.degraded = true;
        }
    }
}

impl Entry {
    /// As a list of rules.
    pub(super) fn into_rules(self) -> Vec<Rule> {
        match self {
            Self::Whole(rule) => vec![rule],
            Self::Patterns(rules) => rules,
        }
    }
}
