//! What is wrong with what the host passed in.
//!
//! Owns the one error that the public face knows. A call that is only *understood* in part is no error: that is
//! [`crate::coverage`].

use serde::Serialize;
use std::fmt;

/// A value from the host that cannot be used, with the field that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GuardError"))]
pub struct Error {
    /// The field's name, as a way from the top: `config.permission.bash`. `null` where the whole is no JSON.
    pub field: Option<String>,
    /// What is wrong with it, as a sentence.
    pub message: String,
}

impl Error {
    /// An error in `field`.
    #[must_use]
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: Some(field.into()), message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "{field}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
