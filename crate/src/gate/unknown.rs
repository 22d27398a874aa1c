//! May a path be used of which it cannot be known whether it is outside?
//!
//! The setting `unknownPath`, for the paths that bash or the catalog knows to be paths.

use super::{Call, Finding, telling};
use crate::access::{Boundary, Mode, Role};
use crate::policy::{Action, Policy};

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let action = policy.config().unknown_path;
    if action == Action::Allow {
        return Vec::new();
    }
    let unknown = call.evaluation.accesses.iter().filter(|access| {
        access.place.boundary == Boundary::Either && access.role == Role::Known && access.mode != Mode::Link
    });
    unknown
        .map(|access| {
            let subject = telling::subject(call, access);
            let message = format!(
                "{} {} {}, and whether that is inside the project cannot be known before it runs.",
                telling::actor(call),
                telling::verb(access.mode),
                telling::quoted(&subject)
            );
            Finding::of_setting("unknownPath", action, None, subject, message)
        })
        .collect()
}
