//! What an approval for the session covers.
//!
//! Owns the patterns that say just what was asked about: a file for a file, a directory for a directory that is listed or entered, and
//! what is in it too for one that is searched. Never more than that, and never everything below the root, a home or above the project.

use super::extent::Extent;
use super::{Call, Finding};
use crate::access::{Access, Mode};
use crate::record::SessionRule;
use crate::value::Text;
use std::collections::BTreeSet;

/// The patterns that an `allow` needs for what an access touches, and for nothing else; empty where there are none.
pub(super) fn patterns(call: &Call<'_>, access: &Access, excess: Option<Extent>) -> Vec<String> {
    let place = access.place.itself().filter(|_| excess.is_none());
    let Some(itself) = place.and_then(exactly) else { return Vec::new() };
    // Where the home directory is not known, any directory may hold it.
    let narrow = |path| call.surroundings.home.is_some() && Extent::of(call, path).is_none();
    let below = (access.mode == Mode::Search && place.is_some_and(narrow)).then(|| {
        let flavor = call.surroundings.platform.flavor();
        let separator = if access.place.literal_only { '/' } else { flavor.separator() };
        format!("{}{separator}*", itself.trim_end_matches(|c| flavor.is_separator(c)))
    });
    std::iter::once(itself).chain(below).collect()
}

/// The most rules that one answer adds: so many a person looks through.
const MAX_LASTING: usize = 12;

/// The rules that an answer for longer than once adds; or why there is no such answer, in a sentence.
pub(super) fn lasting(call: &Call<'_>, findings: &[Finding]) -> (Vec<SessionRule>, Option<String>) {
    // A rule for the command that removes all of a project is one for that, too.
    let removed = call.evaluation.accesses.iter().filter(|access| access.mode == Mode::Delete);
    let asked = findings.iter().filter_map(|finding| finding.request.excess);
    if let Some(excess) = asked.chain(removed.filter_map(|access| excess(call, access))).min() {
        let once = format!("It can only be allowed once: a rule would be about {}.", excess.name());
        return (Vec::new(), Some(once));
    }
    // One that no rule could cover would be asked about all the same.
    if findings.iter().any(|finding| finding.approvals.is_empty()) {
        return (Vec::new(), Some("It can only be allowed once, because no rule would cover just this.".to_owned()));
    }
    let rules = fewest(super::distinct(findings.iter().flat_map(|finding| finding.approvals.iter().cloned())));
    if rules.len() <= MAX_LASTING {
        return (rules, None);
    }
    let many = rules.len();
    (
        Vec::new(),
        Some(format!("It can only be allowed once: for longer it would take {many} rules, too many to look through.")),
    )
}

/// Without the rules for what is in a directory that another rule covers whole.
fn fewest(rules: Vec<SessionRule>) -> Vec<SessionRule> {
    let whole: BTreeSet<SessionRule> = rules.iter().filter(|rule| rule.pattern.ends_with('*')).cloned().collect();
    let covered = |rule: &SessionRule| {
        let separators = rule.pattern.match_indices(['/', '\\']);
        separators.filter_map(|(at, _)| rule.pattern.get(..=at)).any(|directory| {
            let above = SessionRule { pattern: format!("{directory}*"), ..rule.clone() };
            above != *rule && whole.contains(&above)
        })
    };
    if whole.is_empty() { rules } else { rules.into_iter().filter(|rule| !covered(rule)).collect() }
}

/// How much is written or removed, if that is more than a rule may be about.
pub(super) fn excess(call: &Call<'_>, access: &Access) -> Option<Extent> {
    let changes = matches!(access.mode, Mode::Write | Mode::Delete);
    access.place.itself().filter(|_| changes).and_then(|path| Extent::of(call, path))
}

/// The pattern that matches `text` and nothing else, if there is one: a pattern has no way to write a `*` that is a `*`.
pub(super) fn exactly(text: &Text) -> Option<String> {
    let known = text.known()?;
    let expands = ["~", "$HOME", "${HOME}"].iter().any(|name| known.starts_with(name));
    (!known.is_empty() && !known.contains(['*', '?']) && !expands).then(|| known.to_owned())
}
