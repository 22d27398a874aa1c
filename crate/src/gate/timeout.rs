//! Has a bash call a timeout that Pi takes?
//!
//! One that has none gets `defaultTimeout`, and one that is too long the longest. It asks and denies nothing.

use super::Call;
use crate::policy::{MAX_TIMEOUT, Policy};
use crate::record::{Caller, Patch};
use serde_json::Value;

/// A timeout that is missing, null, no number, not finite or not above 0 counts as not written. What the user runs has none.
pub(super) fn patch(call: &Call<'_>, policy: &Policy) -> Option<Patch> {
    if call.tool != "bash" || call.origin == Caller::User {
        return None;
    }
    let written =
        call.input.get("timeout").and_then(Value::as_f64).filter(|seconds| seconds.is_finite() && *seconds > 0.0);
    match written {
        None => Some(Patch { timeout: policy.config().default_timeout }),
        Some(seconds) => (seconds > f64::from(MAX_TIMEOUT)).then_some(Patch { timeout: MAX_TIMEOUT }),
    }
}
