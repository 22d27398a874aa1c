//! The questions asked of a tool call, one file each.
//!
//! Owns which questions there are and how their answers become one verdict: every one is asked before anyone is; a denial
//! needs no prompt, and several asks are one. Each gate asks the policy and nothing else.

mod command;
mod coverage;
mod external;
mod find;
mod path;
mod telling;
mod timeout;
mod tool;
mod unknown;

use crate::access::Access;
use crate::eval::Evaluation;
use crate::policy::{Action, Judgement, Policy};
use crate::record::{Checked, Reason, SessionRule, Verdict};
use crate::value::Text;
use serde_json::Value;

/// A call and what it would do.
pub struct Call<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// The tool's input.
    pub input: &'a Value,
    /// The command of a call that runs one: of `bash`, or of a tool that is said to be like it.
    pub source: Option<&'a str>,
    /// What the call would do.
    pub evaluation: &'a Evaluation,
}

/// Something that did not come out as `allow`.
struct Finding {
    reason: Reason,
    /// The rule that an approval for the session adds; `None` where no rule says just this.
    approval: Option<SessionRule>,
}

impl Finding {
    /// From what the rules of `surface` say; `None` if they allow. `statement` is a clause without its full stop; `pattern`
    /// says just what is asked about.
    fn new(
        judgement: Judgement,
        surface: &str,
        subject: String,
        statement: &str,
        pattern: Option<String>,
    ) -> Option<Self> {
        let Judgement { action, rule, may_deny } = judgement;
        if action == Action::Allow {
            return None;
        }
        let message = telling::sentence(statement, surface, action, rule.as_ref());
        let approval = pattern.filter(|_| action == Action::Ask && !may_deny);
        Some(Self {
            approval: approval.map(|pattern| SessionRule {
                surface: surface.to_owned(),
                pattern,
                action: Action::Allow,
            }),
            reason: Reason {
                surface: rule.as_ref().map_or_else(|| surface.to_owned(), |rule| rule.surface.clone()),
                action,
                rule: rule.map(|rule| rule.pattern),
                subject,
                message,
            },
        })
    }

    /// From a setting that is no rule.
    fn of_setting(setting: &str, action: Action, rule: Option<&str>, subject: String, message: String) -> Self {
        let reason = Reason { surface: setting.to_owned(), action, rule: rule.map(str::to_owned), subject, message };
        Self { reason, approval: None }
    }
}

/// Asks everything, and makes one answer of it.
#[must_use]
pub fn judge(call: &Call<'_>, policy: &Policy) -> Checked {
    let mut findings: Vec<Finding> = Vec::new();
    for gate in [
        path::findings,
        external::findings,
        tool::findings,
        command::findings,
        find::findings,
        unknown::findings,
        coverage::findings,
    ] {
        for finding in gate(call, policy) {
            if !findings.iter().any(|known| known.reason == finding.reason && known.approval == finding.approval) {
                findings.push(finding);
            }
        }
    }
    let action = findings.iter().map(|finding| finding.reason.action).max().unwrap_or(Action::Allow);
    let approvals = if action == Action::Ask {
        findings.iter().map(|finding| finding.approval.clone()).collect::<Option<Vec<_>>>().unwrap_or_default()
    } else {
        Vec::new()
    };
    let mut reasons: Vec<Reason> = Vec::new();
    for Finding { reason, .. } in findings {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let input = if action == Action::Deny { None } else { timeout::patch(call, policy) };
    Checked { message: telling::message(action, &reasons), verdict: Verdict { action, reasons, input }, approvals }
}

/// The pattern that an `allow` needs for the file that an access touches, and for nothing else.
fn itself(access: &Access) -> Option<String> {
    access.place.itself().and_then(exactly)
}

/// The pattern that matches `text` and nothing else, if there is one: a pattern has no way to write a `*` that is a `*`.
fn exactly(text: &Text) -> Option<String> {
    let known = text.known()?;
    let expands = ["~", "$HOME", "${HOME}"].iter().any(|name| known.starts_with(name));
    (!known.is_empty() && !known.contains(['*', '?']) && !expands).then(|| known.to_owned())
}

#[cfg(test)]
mod tests;
