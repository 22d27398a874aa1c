//! Several configurations, the later over the earlier.
//!
//! Owns what a later one does to an earlier, as pi-permission-system documents it (20.7.3, docs/configuration.md, "Merge
//! Precedence" and "`shellTools`"), and how one that may only tighten is kept apart. It reads no text.

use super::config::{Action, Config, Origin, Rule, Tier};
use super::jsonc::quoted;
use super::layer::{Entry, Layer, Set};
use std::collections::BTreeMap;

/// What the layers so far come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Merged {
    layer: Layer,
    /// Where in the layer a surface is.
    places: BTreeMap<String, usize>,
    tiers: Vec<Tier>,
    /// Actions of whole surfaces that a map has taken the place of, and the map.
    dropped: Vec<(Rule, Rule)>,
}

impl Merged {
    /// Puts `later` over what there is: texts and scalars replace; two maps of patterns become one, in which a pattern keeps
    /// its first place and takes its last action; of a map and a single action the later stands alone.
    pub(super) fn over(&mut self, later: Layer) {
        self.tighten(later.unreadable.clone());
        let layer = &mut self.layer;
        for (surface, entry) in later.surfaces {
            match self.places.get(&surface).and_then(|&at| layer.surfaces.get_mut(at)) {
                None => {
                    self.places.insert(surface.clone(), layer.surfaces.len());
                    layer.surfaces.push((surface, entry));
                }
                Some((_, known)) => match (&mut *known, entry) {
                    (Entry::Patterns(known), Entry::Patterns(rules)) => merge(known, rules),
                    (Entry::Whole(whole), Entry::Patterns(rules)) => {
                        if let Some(first) = rules.first().filter(|_| rules.iter().all(|rule| rule.pattern != "*")) {
                            self.dropped.push((whole.clone(), first.clone()));
                        }
                        *known = Entry::Patterns(rules);
                    }
                    (_, entry) => *known = entry,
                },
            }
        }
        for tool in later.shell_tools {
            layer.shell_tools.retain(|known| known.tool != tool.tool);
            layer.shell_tools.push(tool);
        }
        layer.session.extend(later.session);
        layer.notices.extend(later.notices);
        replace(&mut layer.fallback, later.fallback);
        replace(&mut layer.forbidden_paths, later.forbidden_paths);
        replace(&mut layer.block_bash, later.block_bash);
        replace(&mut layer.default_timeout, later.default_timeout);
        replace(&mut layer.unknown_path, later.unknown_path);
        replace(&mut layer.temporary, later.temporary);
        replace(&mut layer.prefix, later.prefix);
        replace(&mut layer.user_bash, later.user_bash);
        replace(&mut layer.prompt_timeout, later.prompt_timeout);
        replace(&mut layer.review_log, later.review_log);
    }

    /// Puts a layer beside what there is that may tighten it and loosen nothing.
    pub(super) fn beside(&mut self, untrusted: Layer) {
        self.tighten(untrusted.unreadable.clone());
        let fallback = untrusted.fallback.as_ref().map_or(Action::Allow, |set| set.value);
        let rules: Vec<Rule> = untrusted.surfaces.into_iter().flat_map(|(_, entry)| entry.into_rules()).collect();
        if !rules.is_empty() || fallback != Action::Allow {
            self.tiers.push(Tier { fallback, rules });
        }
        let layer = &mut self.layer;
        layer.notices.extend(untrusted.notices);
        let yes = |set: &Set<bool>| set.value;
        replace(&mut layer.block_bash, untrusted.block_bash.filter(yes));
        replace(&mut layer.user_bash, untrusted.user_bash.filter(yes));
        replace(&mut layer.review_log, untrusted.review_log.filter(yes));
        let asks = |set: &Set<Action>| set.value == Action::Ask;
        replace(&mut layer.unknown_path, untrusted.unknown_path.filter(asks));
        replace(&mut layer.temporary, untrusted.temporary.filter(asks));
        if let Some(more) = untrusted.forbidden_paths {
            let known = layer
                .forbidden_paths
                .get_or_insert_with(|| Set { value: Config::empty().forbidden_paths, origin: Origin::default() });
            known.value.extend(more.value);
        }
    }

    /// Rules that are tested apart: the most restrictive of all answers counts.
    pub(super) fn tighten(&mut self, rules: Vec<Rule>) {
        if !rules.is_empty() {
            self.tiers.push(Tier { fallback: Action::Allow, rules });
        }
    }

    /// A layer of which nothing is known asks about everything.
    pub(super) fn unknown(&mut self) {
        let tier = Tier { fallback: Action::Ask, rules: Vec::new() };
        if !self.tiers.contains(&tier) {
            self.tiers.push(tier);
        }
    }

    /// Pi's `shellCommandPrefix`.
    pub(super) fn prefix(&self) -> Option<String> {
        self.layer.prefix.as_ref().map(|set| set.value.clone())
    }

    /// What is decided by, with the defaults for what is not said; and where each setting is from.
    pub(super) fn finish(self) -> (Config, Vec<(&'static str, Origin)>) {
        let mut config = Config::empty();
        let mut origins = Vec::new();
        let layer = self.layer;
        take(&mut config.fallback, "permission.*", layer.fallback, &mut origins);
        take(&mut config.forbidden_paths, "blockFindRoot.forbiddenPaths", layer.forbidden_paths, &mut origins);
        take(&mut config.block_bash, "blockFindRoot.blockBash", layer.block_bash, &mut origins);
        take(&mut config.default_timeout, "defaultTimeout", layer.default_timeout, &mut origins);
        take(&mut config.unknown_path, "unknownPath", layer.unknown_path, &mut origins);
        take(&mut config.temporary, "temporary", layer.temporary, &mut origins);
        take(&mut config.user_bash, "userBash", layer.user_bash, &mut origins);
        let prompt = layer.prompt_timeout.map(|set| Set { value: Some(set.value), origin: set.origin });
        take(&mut config.prompt_timeout, "promptTimeout", prompt, &mut origins);
        take(&mut config.review_log, "reviewLog", layer.review_log, &mut origins);
        for (surface, entry) in layer.surfaces {
            if let Entry::Whole(rule) = &entry {
                config.whole.insert(surface, rule.action);
            }
            config.rules.extend(entry.into_rules());
        }
        config.tiers = self.tiers;
        config.shell_tools = layer.shell_tools;
        config.session = layer.session;
        config.notices = layer.notices;
        let looser = self.dropped.iter().filter(|(whole, _)| whole.action > config.fallback);
        config.notices.extend(looser.map(|(whole, map)| {
            let (earlier, surface) = (whole.origin.prefix(), &whole.surface);
            let action = quoted(whole.action.name());
            format!(
                "{}permission.{surface} takes the place of {action} for all of {surface} ({}). To keep that, write \"*\": {action} before its first rule.",
                map.origin.prefix(),
                earlier.trim_end_matches([':', ' ']),
            )
        }));
        (config, origins)
    }
}

fn replace<T>(earlier: &mut Option<T>, later: Option<T>) {
    if later.is_some() {
        *earlier = later;
    }
}

fn take<T>(field: &mut T, key: &'static str, set: Option<Set<T>>, origins: &mut Vec<(&'static str, Origin)>) {
    let mut origin = Origin::default();
    if let Some(set) = set {
        *field = set.value;
        origin = set.origin;
    }
    origins.push((key, origin));
}

fn merge(known: &mut Vec<Rule>, later: Vec<Rule>) {
    let mut places: BTreeMap<String, usize> =
        known.iter().enumerate().map(|(at, rule)| (rule.pattern.clone(), at)).collect();
    for rule in later {
        match places.get(&rule.pattern).and_then(|&at| known.get_mut(at)) {
            Some(place) => *place = rule,
            None => {
                places.insert(rule.pattern.clone(), known.len());
                known.push(rule);
            }
        }
    }
}
