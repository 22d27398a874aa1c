//! May `find` start here?
//!
//! The setting `blockFindRoot`: always for the tool, for bash's `find` only if it says so.

use super::{Call, Finding, telling};
use crate::access::Access;
use crate::policy::{Action, Policy};

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let roots: Vec<&Access> = match call.source {
        None if call.tool == "find" => call.evaluation.accesses.iter().collect(),
        Some(_) if policy.config().block_bash => {
            call.evaluation.find_roots.iter().flatten().chain(&call.evaluation.find_patterns).collect()
        }
        _ => return Vec::new(),
    };
    roots
        .into_iter()
        .filter_map(|root| {
            let (action, forbidden) = policy.find_root(&root.place)?;
            let subject = telling::subject(call, root);
            let what = if action == Action::Deny { "is" } else { "may be" };
            let message = format!(
                "{} runs find in {}, which {what} forbidden by blockFindRoot ({}). Search a directory of the project instead.",
                telling::actor(call),
                telling::quoted(&subject),
                telling::quoted(forbidden)
            );
            Some(Finding::of_setting("blockFindRoot", action, Some(forbidden), subject, message))
        })
        .collect()
}
