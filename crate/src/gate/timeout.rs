//! Has a bash call a timeout?
//!
//! One that has none gets `defaultTimeout`. It asks and denies nothing.

use super::Call;
use crate::policy::Policy;
use crate::record::Patch;
use serde_json::Value;

/// A timeout that is missing, null, not finite or not above 0 counts as not written.
pub(super) fn patch(call: &Call<'_>, policy: &Policy) -> Option<Patch> {
    let written = call.input.get("timeout").and_then(Value::as_f64);
    let counts = written.is_some_and(|seconds| seconds.is_finite() && seconds > 0.0);
    (call.tool == "bash" && !counts).then(|| Patch { timeout: policy.config().default_timeout })
}
