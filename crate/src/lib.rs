//! Says which files a coding agent's tool call would touch, and whether the user's policy lets it.
//!
//! ```
//! use foregate::{Action, Guard, Options, ToolCall, path::NoFileSystem};
//!
//! let options: Options = serde_json::from_str(
//!     r#"{"platform": "linux", "cwd": "/work", "config": {"permission": {"*": "allow", "write": {"*.lock": "deny"}}}}"#,
//! )?;
//! let guard = Guard::new(options, Box::new(NoFileSystem))?;
//! let call: ToolCall = serde_json::from_str(r#"{"tool": "write", "input": {"path": "yarn.lock", "content": ""}}"#)?;
//! assert_eq!(guard.check(&call).verdict.action, Action::Deny);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::disallowed_types, reason = "what generates TypeScript's types names std's paths"))]

pub mod access;
pub mod batch;
pub mod command;
pub mod coverage;
pub mod error;
pub mod eval;
mod explain;
pub mod gate;
pub mod guard;
pub mod options;
pub mod path;
pub mod policy;
pub mod record;
pub mod source;
pub mod syntax;
pub mod tool;
#[cfg(test)]
mod tool_tests;
#[cfg(test)]
mod typescript;
pub mod value;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use error::Error;
pub use guard::{Guard, add_rules, extract_find_paths};
pub use options::Options;
pub use policy::{Action, Configuration, Migration, Sources, migrate};
pub use record::{
    AccessRecord, Analysis, Ask, Caller, Checked, CommandRecord, CoverageKind, CoverageRecord, Patch, Question, Reason,
    SessionRule, ToolCall, Verdict,
};
