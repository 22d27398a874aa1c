//! Is this path allowed?
//!
//! The surface `path` and its directions, for every access, wherever it is. It speaks only by a rule of its own.

use super::extent::Extent;
use super::question::Standing;
use super::{Call, Finding, telling, unknown};
use crate::access::{Access, Boundary, Mode, Role};
use crate::path::{Directory, Entry};
use crate::policy::{Action, Family, Policy};
use crate::value::Text;

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    // An unknown argument of an unknown program is no path that anyone knows of.
    let judged = call.evaluation.accesses.iter().filter(|access| {
        let bare = access.place.typed.is_unknown() && access.place.boundary == Boundary::Either;
        !(bare && access.role == Role::Guessed)
    });
    let made = call.evaluation.made.iter().filter_map(|access| finding(call, policy, access));
    judged.filter_map(|access| finding(call, policy, access)).chain(made.filter(Finding::speaks_of_place)).collect()
}

fn finding(call: &Call<'_>, policy: &Policy, access: &Access) -> Option<Finding> {
    let surface = Policy::surface_name(Family::Path, access.mode);
    let judgement = policy.access(Family::Path, access);
    // Of what nothing is known every rule may speak: which one does is no help to who is asked anyway.
    let blank = access.place.shown().is_none_or(Text::is_unknown);
    if judgement.action == Action::Allow
        || blank && judgement.action == Action::Ask && !judgement.may_deny && unknown::holds_up(access, policy)
    {
        return None;
    }
    let named = judgement.rule.as_ref().is_some_and(|rule| rule.pattern != "*");
    let standing = if named { Standing::Named } else { Standing::Ruled };
    let mut request = telling::request(call, access);
    if named && access.mode != Mode::Search {
        // What a rule names is not thrown in with the directory that it is in.
        request.patterns.truncate(1);
    }
    let extent = request.removed();
    let held = judgement.within.as_deref().and_then(|name| held(call, access, extent, name));
    for note in extent.map(Extent::name).into_iter().chain(held.as_deref()) {
        request.statement = format!("{}, {note}", request.statement);
    }
    // What is all of a directory needs no rule to be said; what is in a tree says more than the rule that names it.
    let plain = extent.is_none() && held.is_none() || judgement.within.is_none() && !access.place.is_pattern();
    let told = plain || judgement.may_deny;
    let finding = Finding::of_rules(judgement, &surface, standing, request)?;
    let rule = finding.rule.filter(|_| told).or(held);
    Some(Finding { rule, ..finding })
}

/// What of a tree a rule names, as far as it is there and not a matter of course.
fn held(call: &Call<'_>, access: &Access, extent: Option<Extent>, name: &str) -> Option<String> {
    if !matches!(extent, None | Some(Extent::Home | Extent::Project)) {
        return None;
    }
    let tree = access.place.itself().and_then(Text::known)?;
    let entry = call.surroundings.look(&Directory::Known(tree.to_owned()), &name.into());
    (!name.is_empty() && entry != Entry::Missing).then(|| format!("with {} in it", telling::quoted(name)))
}
