//! Is this path allowed?
//!
//! The surface `path` and its directions, for every access, wherever it is. It speaks only by a rule of its own.

use super::{Call, Finding, itself, telling};
use crate::access::{Boundary, Role};
use crate::policy::{Family, Policy};

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    // An unknown argument of an unknown program is no path that anyone knows of.
    let judged = call.evaluation.accesses.iter().filter(|access| {
        let bare = access.place.typed.is_unknown() && access.place.boundary == Boundary::Either;
        !(bare && access.role == Role::Guessed)
    });
    judged
        .filter_map(|access| {
            let subject = telling::subject(call, access);
            let statement =
                format!("{} {} {}", telling::actor(call), telling::verb(access.mode), telling::quoted(&subject));
            let surface = Policy::surface_name(Family::Path, access.mode);
            Finding::new(policy.access(Family::Path, access), &surface, subject, &statement, itself(access))
        })
        .collect()
}
