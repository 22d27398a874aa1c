//! What a gate finds.
//!
//! Owns what a gate puts to the policy, and what comes of it if that is no `allow`.

use super::extent::Extent;
use super::question::{Standing, Verb};
use super::telling;
use crate::policy::{Action, Judgement};
use crate::record::{Reason, SessionRule};
use crate::source::Span;

/// What a call would do, as a gate puts it to the policy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Request {
    /// What would be done …
    pub(super) verb: Verb,
    /// … and to what, in full.
    pub(super) subject: String,
    /// Where that is, if it matters.
    pub(super) place: Option<String>,
    /// Where it is written.
    pub(super) span: Option<Span>,
    /// How much that is, if it is more than a rule may be about.
    pub(super) excess: Option<Extent>,
    /// All of it as a clause without its full stop.
    pub(super) statement: String,
    /// The patterns that cover this and nothing else; empty where none does.
    pub(super) patterns: Vec<String>,
}

impl Request {
    /// What it removes all of, if that is more than a rule may be about.
    pub(super) fn removed(&self) -> Option<Extent> {
        self.excess.filter(|_| self.verb == Verb::Delete)
    }
}

/// Something that did not come out as `allow`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Finding {
    pub(super) reason: Reason,
    pub(super) request: Request,
    pub(super) standing: Standing,
    /// What to do instead, if that is said.
    pub(super) advice: Option<Advice>,
    /// The rule that asks, in words; `None` where it asks about everything.
    pub(super) rule: Option<String>,
    /// The rules that an approval for the session adds; empty where no rule says just this.
    pub(super) approvals: Vec<SessionRule>,
}

/// What to do instead of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Advice {
    /// The message ends with the user's own words.
    Own,
    /// To search somewhere else.
    Elsewhere,
}

impl Finding {
    /// From what the rules of `surface` say; `None` if they allow.
    pub(super) fn of_rules(judgement: Judgement, surface: &str, standing: Standing, request: Request) -> Option<Self> {
        let Judgement { action, rule, may_deny, .. } = judgement;
        if action == Action::Allow {
            return None;
        }
        let message = telling::sentence(&request.statement, surface, action, rule.as_ref());
        let approve = |pattern: &String| SessionRule {
            surface: surface.to_owned(),
            pattern: pattern.clone(),
            action: Action::Allow,
        };
        let approvable = action == Action::Ask && !may_deny;
        Some(Self {
            advice: rule.as_ref().and_then(|rule| rule.reason.as_ref()).map(|_| Advice::Own),
            standing,
            rule: rule.as_ref().filter(|rule| rule.pattern != "*").map(|rule| telling::rule(rule, action)),
            approvals: if approvable { request.patterns.iter().map(approve).collect() } else { Vec::new() },
            reason: Reason {
                surface: rule.as_ref().map_or_else(|| surface.to_owned(), |rule| rule.surface.clone()),
                action,
                rule: rule.map(|rule| rule.pattern),
                subject: request.subject.clone(),
                message,
            },
            request,
        })
    }

    /// Whether a denial or a rule for certain places holds it up. No other holds up a temporary file that is made where everyone makes
    /// them.
    pub(super) fn speaks_of_place(&self) -> bool {
        self.reason.action == Action::Deny || self.rule.is_some()
    }

    /// From a setting that is no rule. Nothing that is said once for the session changes a setting.
    pub(super) fn of_setting(
        setting: &str,
        action: Action,
        rule: Option<&str>,
        standing: Standing,
        request: Request,
    ) -> Self {
        let reason = Reason {
            surface: setting.to_owned(),
            action,
            rule: rule.map(str::to_owned),
            subject: request.subject.clone(),
            message: format!("{}.", request.statement),
        };
        Self { reason, request, standing, advice: None, rule: None, approvals: Vec::new() }
    }
}
