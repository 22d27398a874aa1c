//! The questions asked of a tool call, one file each.
//!
//! Owns which questions there are and how their answers become one verdict: every one is asked before anyone is; a denial
//! needs no prompt, and several asks are one. Each gate asks the policy and nothing else.

mod approval;
mod command;
mod coverage;
mod extent;
mod external;
mod find;
mod finding;
mod mcp;
mod path;
mod powershell;
mod question;
mod skill;
mod telling;
mod timeout;
mod tool;
mod unknown;

use crate::eval::Evaluation;
use crate::path::Surroundings;
use crate::policy::{Action, Policy};
use crate::record::{Caller, Checked, Reason, Verdict};
use crate::tool::Kind;
use finding::Finding;
use serde_json::Value;
pub use skill::{Skill, Skills};

/// A call and what it would do.
pub struct Call<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// What is known of it.
    pub kind: Kind<'a>,
    /// Who wants the call.
    pub origin: Caller,
    /// The tool's input.
    pub input: &'a Value,
    /// The command of a call that runs one: of `bash`, or of a tool that is said to be like it.
    pub source: Option<&'a str>,
    /// What the call would do.
    pub evaluation: &'a Evaluation,
    /// Where the session is.
    pub surroundings: Surroundings<'a>,
    /// The skills of the session.
    pub skills: &'a Skills,
}

/// Asks everything, and makes one answer of it.
#[must_use]
pub fn judge(call: &Call<'_>, policy: &Policy) -> Checked {
    let gates = [
        external::findings,
        path::findings,
        tool::findings,
        mcp::findings,
        skill::findings,
        powershell::findings,
        command::findings,
        find::findings,
        unknown::findings,
        coverage::findings,
    ];
    let findings = distinct(gates.into_iter().flat_map(|gate| gate(call, policy)));
    let action = findings.iter().map(|finding| finding.reason.action).max().unwrap_or(Action::Allow);
    let asks = action == Action::Ask;
    let (approvals, once) = if asks { approval::lasting(call, &findings) } else { (Vec::new(), None) };
    let question = asks.then(|| question::question(&findings, call, &approvals, once));
    let why = (action != Action::Allow).then(|| telling::why(call.origin, action, &findings));
    let message = why.as_deref().map(|why| telling::message(call.origin, action, why));
    let reasons: Vec<Reason> = distinct(findings.into_iter().map(|finding| finding.reason));
    let input = if action == Action::Deny { None } else { timeout::patch(call, policy) };
    Checked { message, why, verdict: Verdict { action, reasons, input }, approvals, question }
}

/// The first of each, in their order.
fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<(usize, T)> = items.into_iter().enumerate().collect();
    items.sort_by(|(_, a), (_, b)| a.cmp(b));
    items.dedup_by(|(_, a), (_, b)| a == b);
    items.sort_unstable_by_key(|&(at, _)| at);
    items.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod question_tests;
#[cfg(test)]
mod tests;
