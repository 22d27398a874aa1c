//! Configuration to rules to an action.
//!
//! Owns surfaces, patterns, the order of rules, and what a pattern says of a text with holes. It knows nothing of bash: it is
//! given paths in their forms and texts of commands.

use serde::{Deserialize, Serialize};

/// What happens to a call. The order is the order of restriction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// It runs.
    Allow,
    /// The user is asked.
    Ask,
    /// It does not run.
    Deny,
}
