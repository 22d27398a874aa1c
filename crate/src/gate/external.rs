//! May the call leave the working directory for this path?
//!
//! The surface `external_directory` and its directions, for every access that is surely outside. A new link's target is
//! not opened: whoever goes through the link later is asked then.

use super::{Call, Finding, itself, telling};
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
            let subject = telling::subject(call, access);
            let statement = format!(
                "{} {} {}, {}",
                telling::actor(call),
                telling::verb(access.mode),
                telling::quoted(&subject),
                telling::outside(access)
            );
            let surface = Policy::surface_name(Family::ExternalDirectory, access.mode);
            let judgement = policy.access(Family::ExternalDirectory, access);
            Finding::new(judgement, &surface, subject, &statement, itself(access))
        })
        .collect()
}
