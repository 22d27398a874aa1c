//! May a path be used of which it cannot be known whether it is outside?
//!
//! The setting `unknownPath`, for the paths that bash or the catalog knows to be paths.

use super::finding::Request;
use super::question::Standing;
use super::{Call, Finding, telling};
use crate::access::{Access, Boundary, Mode, Role};
use crate::policy::{Action, Policy};

/// Whether the setting holds up an access.
pub(super) fn holds_up(access: &Access, policy: &Policy) -> bool {
    policy.config().unknown_path != Action::Allow
        && access.place.boundary == Boundary::Either
        && access.role == Role::Known
        && access.mode != Mode::Link
}

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let action = policy.config().unknown_path;
    let unknown = call.evaluation.accesses.iter().filter(|access| holds_up(access, policy));
    unknown
        .map(|access| {
            let request = telling::request(call, access);
            let request = Request {
                statement: format!(
                    "{}, and whether that is inside the project cannot be known before it runs",
                    request.statement
                ),
                place: Some("may be outside the project".to_owned()),
                ..request
            };
            Finding::of_setting("unknownPath", action, None, Standing::Unknown, request)
        })
        .collect()
}
