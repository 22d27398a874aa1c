//! May the call leave the working directory for this path?
//!
//! The surface `external_directory` and its directions, for every access that is surely outside. A new link's target is
//! not opened: whoever goes through the link later is asked then.

use super::finding::Request;
use super::question::Standing;
use super::{Call, Finding, telling};
use crate::access::{Boundary, Mode};
use crate::policy::{Family, Policy};

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
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
            Finding::of_rules(judgement, &surface, Standing::Outside, request)
        })
        .collect()
}
