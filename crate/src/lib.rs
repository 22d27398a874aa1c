//! Says which files a coding agent's tool call would touch, and whether the user's policy lets it.

#![forbid(unsafe_code)]

pub mod access;
pub mod command;
pub mod coverage;
pub mod eval;
pub mod gate;
pub mod path;
pub mod policy;
pub mod source;
pub mod syntax;
pub mod value;
