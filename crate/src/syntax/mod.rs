//! Bash source to a typed tree.
//!
//! Owns bash's grammar: tokens, quoting, here-documents, compound commands, and what of a source was not
//! understood. It expands nothing and knows nothing of files or rules.

pub mod tree;

use crate::coverage::Coverage;

/// The longest source that is read, in bytes.
pub const MAX_SOURCE: usize = 256 * 1024;
/// How deep substitutions and compound commands may stand in one another.
pub const MAX_NESTING: usize = 128;
/// How many nodes a tree may have.
pub const MAX_NODES: usize = 200_000;

/// A parsed source.
#[derive(Debug, Default)]
pub struct Parse {
    /// What was understood.
    pub list: tree::List,
    /// Whether that is all of it.
    pub coverage: Coverage,
}

/// Reads `source`. Never fails: what it does not understand is in the coverage.
#[must_use]
pub fn read(source: &str) -> Parse {
    let _ = source;
    Parse::default()
}
