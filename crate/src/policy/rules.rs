//! An ordered list of rules, compiled.
//!
//! Owns "the last matching rule wins", for known forms in one pass through globset and for forms with holes by what each
//! rule cannot, may or must match. It knows nothing of what the forms are of.

use super::config::{Action, Rule};
use super::forms::{Form, Forms};
use super::pattern::{Letter, Match, Pattern};
use globset::{Candidate, GlobBuilder, GlobSet, GlobSetBuilder};

/// What rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What is to be done.
    pub action: Action,
    /// The rule that says so; `None` where none matched.
    pub rule: Option<Rule>,
    /// A `deny` may match: no approval turns this into an `allow`.
    pub may_deny: bool,
    /// The rule is only about something inside the tree that is touched: this name in it.
    pub within: Option<String>,
}

impl Judgement {
    /// No rule matched.
    #[must_use]
    pub fn fallback(action: Action) -> Self {
        Self { action, rule: None, may_deny: action == Action::Deny, within: None }
    }

    fn by(rule: &Rule) -> Self {
        Self { rule: Some(rule.clone()), ..Self::fallback(rule.action) }
    }
}

/// The rules of one surface, in order.
pub(super) struct Rules {
    rules: Vec<(Rule, Vec<Pattern>)>,
    allow: Side,
    strict: Side,
}

/// The rules whose action is an `allow`, or is none: they are tested on different forms.
struct Side {
    set: GlobSet,
    /// For each glob of the set: whose it is.
    owners: Vec<usize>,
    /// Patterns that are no globs, and whose they are.
    rest: Vec<(Pattern, usize)>,
}

impl Rules {
    /// Compiles rules, each with the ways in which its pattern is tried.
    pub(super) fn new(rules: impl IntoIterator<Item = (Rule, Vec<String>)>) -> Result<Self, globset::Error> {
        let rules: Vec<(Rule, Vec<Pattern>)> = rules
            .into_iter()
            .map(|(rule, patterns)| (rule, patterns.iter().map(|pattern| Pattern::new(pattern)).collect()))
            .collect();
        Ok(Self { allow: Side::new(&rules, true)?, strict: Side::new(&rules, false)?, rules })
    }

    pub(super) fn judge(&self, forms: &Forms, fallback: Action) -> Judgement {
        let known = |forms: &[Form]| forms.iter().all(|form| matches!(form, Form::Known(_)));
        let enters = self.rules.iter().any(|(rule, patterns)| names_within(rule, patterns, &forms.trees).is_some());
        if known(&forms.allow) && known(&forms.strict) && !enters {
            let last = self.allow.last(&forms.allow).max(self.strict.last(&forms.strict));
            let rule = last.and_then(|at| self.rules.get(at));
            return rule.map_or(Judgement::fallback(fallback), |(rule, _)| Judgement::by(rule));
        }
        self.judge_open(forms, fallback)
    }

    /// From the last rule backwards: what cannot match is passed over, what may match is noted, what must match is noted and
    /// ends it. Only one action noted: that. Otherwise `ask`.
    fn judge_open(&self, forms: &Forms, fallback: Action) -> Judgement {
        let mut noted: Vec<Judgement> = Vec::new();
        let mut certain = false;
        for (rule, patterns) in self.rules.iter().rev() {
            let tried = if rule.action == Action::Allow { &forms.allow } else { &forms.strict };
            let within = names_within(rule, patterns, &forms.trees);
            let guess =
                |form: &Form, pattern: &Pattern| forms.path && rule.action != Action::Allow && form.is_guess(pattern);
            let itself = tried
                .iter()
                .flat_map(|form| patterns.iter().map(move |pattern| (form, pattern)))
                .map(|(form, pattern)| match form.relation(pattern) {
                    Match::May if guess(form, pattern) => Match::Cannot,
                    relation => relation,
                })
                .max()
                .unwrap_or(Match::Cannot);
            let relation = itself.max(if within.is_some() { Match::May } else { Match::Cannot });
            if relation != Match::Cannot {
                noted.push(Judgement { within: within.filter(|_| itself == Match::Cannot), ..Judgement::by(rule) });
            }
            certain = relation == Match::Must;
            if certain {
                break;
            }
        }
        if !certain {
            noted.push(Judgement::fallback(fallback));
        }
        let may_deny = noted.iter().any(|judgement| judgement.may_deny);
        let first = noted.first().map_or(Action::Ask, |judgement| judgement.action);
        let action = if noted.iter().all(|judgement| judgement.action == first) { first } else { Action::Ask };
        // The rule to be shown: of those that hold the call up, the last in the list.
        let rule =
            noted.into_iter().find(|j| j.action == action || (action == Action::Ask && j.action != Action::Allow));
        let (rule, within) = rule.map_or((None, None), |judgement| (judgement.rule, judgement.within));
        Judgement { action, rule, may_deny, within }
    }
}

/// What an `ask` or a `deny` names inside a tree that is touched as a whole: its name there. One that begins with a wildcard
/// (`*.env`) names nothing: it would hold up every search.
fn names_within(rule: &Rule, patterns: &[Pattern], trees: &[String]) -> Option<String> {
    if trees.is_empty() || rule.action == Action::Allow {
        return None;
    }
    patterns.iter().find_map(|pattern| {
        let prefix = pattern.prefix();
        let rest = trees.iter().find_map(|tree| prefix.strip_prefix(tree.as_str()))?;
        Some(rest.split(['/', '\\']).next().unwrap_or(rest).to_owned())
    })
}

impl Form {
    fn relation(&self, pattern: &Pattern) -> Match {
        match self {
            Self::Known(text) if pattern.matches(text) => Match::Must,
            Self::Known(_) => Match::Cannot,
            Self::Open(letters) => pattern.relation(letters as &[Letter]),
        }
    }

    /// Whether a pattern that begins with a wildcard may match a path only because a name in it, or below a known directory,
    /// is not known: `*.env` and `src/*`. It would hold up every list of files, as it would every search.
    fn is_guess(&self, pattern: &Pattern) -> bool {
        match self {
            Self::Known(_) => false,
            Self::Open(letters) => !letters.contains(&Letter::Any) && pattern.guesses(letters),
        }
    }
}

impl Side {
    fn new(rules: &[(Rule, Vec<Pattern>)], allows: bool) -> Result<Self, globset::Error> {
        let mut set = GlobSetBuilder::new();
        let (mut owners, mut rest) = (Vec::new(), Vec::new());
        let own = rules.iter().enumerate().filter(|(_, (rule, _))| (rule.action == Action::Allow) == allows);
        for (at, pattern) in own.flat_map(|(at, (_, patterns))| patterns.iter().map(move |pattern| (at, pattern))) {
            match pattern.globs() {
                Some(globs) => {
                    for glob in globs {
                        set.add(GlobBuilder::new(&glob).literal_separator(false).backslash_escape(true).build()?);
                        owners.push(at);
                    }
                }
                None => rest.push((pattern.clone(), at)),
            }
        }
        Ok(Self { set: set.build()?, owners, rest })
    }

    /// The last rule that matches one of the forms.
    fn last(&self, forms: &[Form]) -> Option<usize> {
        let mut hits = Vec::new();
        let mut last = None;
        for form in forms {
            let Form::Known(text) = form else { continue };
            self.set.matches_candidate_into(&Candidate::new(text), &mut hits);
            let globs = hits.iter().filter_map(|&hit| self.owners.get(hit).copied()).max();
            let rest = self.rest.iter().filter(|(pattern, _)| pattern.matches(text)).map(|&(_, at)| at).max();
            last = last.max(globs).max(rest);
        }
        last
    }
}
