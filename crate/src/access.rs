//! One effect on the file system.
//!
//! Owns the access and its answers: what is done, whether it surely happens, where it stands, and who says so. It
//! knows nothing of how it was found or of what is allowed.

use crate::path::Place;
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// What is done to a path. `Search` is a recursive read: `find /etc` reads all that is below `/etc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Mode {
    /// Its contents are read.
    Read,
    /// It is created or its contents are changed.
    Write,
    /// It is removed.
    Delete,
    /// It is run as a program or a script.
    Execute,
    /// It and all that is below it are read.
    Search,
    /// The names in it are read.
    List,
    /// Whether it is there, its size, its times, its owner.
    Metadata,
    /// It becomes the working directory.
    Chdir,
    /// It is the target of a new link; nothing is opened.
    Link,
    /// A network connection (bash's `/dev/tcp/HOST/PORT`).
    Network,
}

/// Whether an access surely happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Certainty {
    /// It happens if the call runs.
    Definite,
    /// It happens on one of the ways that the call can run.
    Possible,
}

/// Where a path stands to the working directory of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Boundary {
    /// It or below it.
    Inside,
    /// Anywhere else: the path is *external*.
    Outside,
    /// Some texts of an unknown value are inside and some are not.
    Either,
}

/// Who says that an argument is a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Role {
    /// bash or the catalog.
    Known,
    /// Nobody: an unknown program was given an argument of a path's shape.
    Guessed,
}

/// One effect on the file system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Which path.
    pub place: Place,
    /// What is done to it.
    pub mode: Mode,
    /// Whether it surely happens.
    pub certainty: Certainty,
    /// Who says so.
    pub role: Role,
    /// Where in the command it is written; `None` for a tool's input.
    pub span: Option<Span>,
}
