//! May `find` start here?
//!
//! The setting `blockFindRoot`: always for the tool, for bash's `find` only if it says so.

use super::finding::{Advice, Request};
use super::question::Standing;
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
            let request = telling::request(call, root);
            let what = if action == Action::Deny { "is" } else { "may be" };
            let forbids =
                format!("{what} no place for a search to begin (blockFindRoot: {})", telling::quoted(forbidden));
            let begins = if call.source.is_some() { "runs find in" } else { "begins a search in" };
            let request = Request {
                statement: format!(
                    "{} {begins} {}, which {forbids}",
                    telling::actor(call),
                    telling::quoted(&request.subject),
                ),
                place: Some(forbids),
                ..request
            };
            let finding = Finding::of_setting("blockFindRoot", action, Some(forbidden), Standing::Ruled, request);
            Some(Finding { advice: Some(Advice::Elsewhere), ..finding })
        })
        .collect()
}
