//! May the call leave the working directory for this path?
//!
//! The surface `external_directory` and its directions, for every access that is surely outside. A new link's target is
//! not opened: whoever goes through the link later is asked then.

use super::finding::Request;
use super::question::Standing;
use super::{Call, Finding, telling};
use crate::access::{Access, Boundary, Mode};
use crate::eval::Command;
use crate::policy::{Action, Family, Policy};

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let temporary = makes_temporary(call);
    let outside = call
        .evaluation
        .accesses
        .iter()
        .filter(|access| access.place.boundary == Boundary::Outside && access.mode != Mode::Link);
    outside
        .filter_map(|access| {
            let request = telling::request(call, access);
            let (which, place) = match telling::target(access) {
                Some(target) => ("which", format!("leads to {}, outside the project", telling::quoted(target))),
                None => ("which is", "outside the project".to_owned()),
            };
            let statement = format!("{}, {which} {place}", request.statement);
            let request = Request { statement, place: Some(place), ..request };
            let surface = Policy::surface_name(Family::ExternalDirectory, access.mode);
            let judgement = policy.access(Family::ExternalDirectory, access);
            if temporary
                && judgement.action == Action::Ask
                && !judgement.may_deny
                && access.mode != Mode::Execute
                && policy.frees(&access.place)
            {
                return None;
            }
            Finding::of_rules(judgement, &surface, Standing::Outside, request)
        })
        .collect()
}

/// Whether the call makes temporary files of its own. Where it also makes a link that leads outside, what is in them is not known.
fn makes_temporary(call: &Call<'_>) -> bool {
    let named = |command: &Command| command.argv.first().is_some_and(|word| word.text.known() == Some("mktemp"));
    let leads = |access: &Access| access.mode == Mode::Link && access.place.boundary != Boundary::Inside;
    call.evaluation.commands.iter().any(named) && !call.evaluation.accesses.iter().any(leads)
}
