//! Was all of the call understood?
//!
//! What was not could do anything: it is asked about, whatever the rules allow.

use super::{Call, Finding, telling};
use crate::policy::{Action, Policy};

pub(super) fn findings(call: &Call<'_>, _policy: &Policy) -> Vec<Finding> {
    let coverage = &call.evaluation.coverage;
    let written = coverage.spans().first().map_or("", |span| span.of(call.source.unwrap_or("")).trim());
    coverage
        .codes()
        .map(|code| {
            let message = format!("This command {}.", code.sentence());
            Finding::of_setting("coverage", Action::Ask, None, telling::cut(written), message)
        })
        .collect()
}
