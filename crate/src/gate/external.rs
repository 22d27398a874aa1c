//! May the call leave the working directory for this path?
//!
//! The surface `external_directory` and its directions, for every access that is surely outside. A new link's target is
//! not opened: whoever goes through the link later is asked then.

use super::finding::Request;
use super::question::Standing;
use super::{Call, Finding, telling};
use crate::access::{Access, Boundary, Mode};
use crate::policy::{Action, Family, Judgement, Policy};

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let outside = |access: &&Access| access.place.boundary == Boundary::Outside && access.mode != Mode::Link;
    let linked = links_away(call);
    let accesses = call.evaluation.accesses.iter().filter(outside).filter_map(|access| {
        let judgement = policy.access(Family::ExternalDirectory, access);
        let asked = judgement.action == Action::Ask && !judgement.may_deny;
        let free = asked && !linked && access.mode != Mode::Execute && policy.frees(&access.place);
        if free { None } else { finding(call, access, judgement) }
    });
    let made = call.evaluation.made.iter().filter(outside).filter_map(|access| {
        finding(call, access, policy.access(Family::ExternalDirectory, access)).filter(Finding::speaks_of_place)
    });
    accesses.chain(made).collect()
}

fn finding(call: &Call<'_>, access: &Access, judgement: Judgement) -> Option<Finding> {
    if judgement.action == Action::Allow {
        return None;
    }
    let request = telling::request(call, access);
    let (which, place) = match telling::target(access) {
        Some(target) => ("which", format!("leads to {}, outside the project", telling::quoted(target))),
        None => ("which is", "outside the project".to_owned()),
    };
    let statement = format!("{}, {which} {place}", request.statement);
    let request = Request { statement, place: Some(place), ..request };
    let surface = Policy::surface_name(Family::ExternalDirectory, access.mode);
    Finding::of_rules(judgement, &surface, Standing::Outside, request)
}

/// Whether the call makes a link that leads outside: what is in a directory that it makes is not known then.
fn links_away(call: &Call<'_>) -> bool {
    let leads = |access: &Access| access.mode == Mode::Link && access.place.boundary != Boundary::Inside;
    call.evaluation.accesses.iter().any(leads)
}
