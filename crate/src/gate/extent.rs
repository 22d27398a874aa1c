//! How much a path is.
//!
//! Owns which directories are too much for a rule that one answer adds: a root, the home directory, the project, and what holds one of
//! these. It knows no rule.

use super::Call;
use crate::path::Surroundings;
use crate::value::{Piece, Text};

/// What a directory is all of, the most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    Root,
    AboveHome,
    AboveProject,
    Home,
    Project,
}

impl Extent {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Root => "the whole disk",
            Self::Home => "the whole home directory",
            Self::Project => "the whole project",
            Self::AboveHome => "a directory above the home directory",
            Self::AboveProject => "a directory above the project",
        }
    }

    /// Of a path, or of everything in it (`/*`).
    pub(super) fn of(call: &Call<'_>, path: &Text) -> Option<Self> {
        let directory = match path.pieces() {
            [Piece::Literal(directory)] => directory,
            [Piece::Literal(directory), Piece::Glob(glob)]
                if glob.chars().all(|c| c == '*') && directory.ends_with(['/', '\\']) =>
            {
                directory
            }
            _ => return None,
        };
        let Surroundings { home, cwd, .. } = call.surroundings;
        let flavor = call.surroundings.platform.flavor();
        if flavor.parent(directory).is_none() {
            return Some(Self::Root);
        }
        // Whether a place is this directory, or below it.
        let is = |place: &str| {
            let canonical = call.surroundings.canonical(place);
            let mut forms = [Some(place), canonical.as_deref()].into_iter().flatten();
            let form = forms.find(|form| flavor.is_below(form, directory))?;
            Some(flavor.is_below(directory, form))
        };
        match (is(cwd), home.and_then(is)) {
            (Some(true), _) => Some(Self::Project),
            (_, Some(true)) => Some(Self::Home),
            (_, Some(false)) => Some(Self::AboveHome),
            (Some(false), None) => Some(Self::AboveProject),
            (None, None) => None,
        }
    }
}
