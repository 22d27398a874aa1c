//! Paths as text.
//!
//! Owns the two flavors of path algebra, devices, Git Bash's tokens, how Pi resolves a tool's input, the canonical
//! form and the boundary. It asks a file system only through [`FileSystem`], and knows nothing of bash or of rules.

mod algebra;
mod boundary;
mod canonical;
mod device;
mod file_url;
mod fs;
mod msys;
#[cfg(test)]
mod node;
mod place;
mod route;
mod spellings;
mod straight;
mod tool_input;

pub use canonical::{MAX_LINKS, MAX_PATH};
pub use device::is_network;
pub use fs::{Entry, FileSystem, Listed, MAX_NAMES, NoFileSystem, Table};
pub use msys::{Token, classify};
pub use place::{Bounds, Place};
pub use spellings::read_spellings;
pub use tool_input::{DriveMounts, InputError, resolve};

use crate::value::Text;
use serde::{Deserialize, Serialize};

/// Where Pi runs, as Node names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Platform {
    /// Linux.
    #[default]
    Linux,
    /// macOS.
    Darwin,
    /// Windows, where Pi's bash is Git Bash.
    Win32,
}

/// How a path is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flavor {
    /// `/` separates; case counts.
    Posix,
    /// `\` and `/` separate; drives; case does not count.
    Windows,
}

impl Platform {
    /// The flavor of its paths.
    #[must_use]
    pub fn flavor(self) -> Flavor {
        match self {
            Self::Linux | Self::Darwin => Flavor::Posix,
            Self::Win32 => Flavor::Windows,
        }
    }
}

/// What the host says of a session: everything that a path's meaning depends on.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Where Pi runs.
    pub platform: Platform,
    /// The session's working directory, absolute: the boundary is drawn around it.
    pub cwd: &'a str,
    /// The user's home directory, absolute.
    pub home: Option<&'a str>,
    /// The file system as it is before the call.
    pub fs: &'a dyn FileSystem,
}

/// A directory that a command may run in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Directory {
    /// Absolute and normalised, by the logical way that led there (`$PWD`): links are not resolved.
    Known(String),
    /// Absolute up to its holes: `/tmp/tmp.*`.
    Pattern(Text),
    /// A Git Bash path whose place depends on the install (`/tmp` on Windows): relative words are joined to it as text.
    Literal(String),
    /// Nothing is known.
    Unknown,
}
