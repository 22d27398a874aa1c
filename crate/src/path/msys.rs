//! What a bash token means on Windows, where Pi's bash is Git Bash.
//!
//! Owns the table by which Git Bash's own paths are told from Windows paths. What depends on an install stays unknown: it
//! never asks where `/tmp` is. It knows nothing of directories or boundaries. A tool's input is no bash token.

use super::device;
use crate::value::{Hole, Piece, Text};

/// What a token means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// A device of the MSYS runtime that is never external.
    Device,
    /// A drive mount: `/c/x` is `C:\x`.
    Mount {
        /// The drive's letter, upper case.
        drive: char,
        /// What follows the mount: empty, or `/` and the rest.
        rest: &'t str,
    },
    /// Any other path from the root: where it lies depends on the install. Always outside, only ever as typed.
    Literal,
    /// A path as Windows reads it.
    Windows,
}

/// The meaning of a token that is wholly known.
#[must_use]
pub fn classify(token: &str) -> Token<'_> {
    let Some(path) = token.strip_prefix('/') else { return Token::Windows };
    if device::is_standard(token) {
        return Token::Device;
    }
    let mut rest = path.chars();
    match rest.next() {
        Some(letter)
            if letter.is_ascii_alphabetic() && (rest.as_str().is_empty() || rest.as_str().starts_with('/')) =>
        {
            Token::Mount { drive: letter.to_ascii_uppercase(), rest: rest.as_str() }
        }
        _ => Token::Literal,
    }
}

/// A bash token in Windows' terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A safe device.
    Device,
    /// A path as Windows reads it.
    Windows(Text),
    /// Outside, as typed.
    Literal,
    /// Which of these cannot be known.
    Unknown,
}

/// Reads a token that may have holes. A mount is told apart as soon as its first component is known.
pub(super) fn read(token: &Text) -> Reading {
    let prefix = token.prefix();
    let next = token.pieces().get(1);
    // Until a separator ends it, the first component goes on into the next piece.
    match (prefix.strip_prefix('/'), next) {
        (Some(""), Some(Piece::Hole(Hole::Name | Hole::Below | Hole::Any))) => return Reading::Unknown,
        (Some(name), Some(piece)) if name.len() == 1 && name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            match piece {
                Piece::Hole(Hole::Below | Hole::Any) => return Reading::Unknown,
                _ => return Reading::Literal,
            }
        }
        _ => {}
    }
    match classify(prefix) {
        Token::Device if token.known().is_some() => Reading::Device,
        Token::Device | Token::Literal => Reading::Literal,
        Token::Windows => Reading::Windows(token.clone()),
        Token::Mount { drive, .. } => {
            let mut path = Text::literal(format!("{drive}:\\"));
            let mount = prefix.get(..2).unwrap_or(prefix);
            path.append(&token.strip_prefix(mount).unwrap_or_default());
            Reading::Windows(path)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! tokens {
        ($($name:ident => $token:expr, $meaning:expr;)*) => {
            $(#[test] fn $name() { assert_eq!(classify($token), $meaning); })*
        };
    }

    tokens! {
        a_device_is_exact           => "/dev/null", Token::Device;
        a_device_has_no_other_case  => "/DEV/NULL", Token::Literal;
        another_device_is_literal   => "/dev/random", Token::Literal;
        below_a_device_is_literal   => "/dev/null/x", Token::Literal;
        a_bare_drive_mount          => "/c", Token::Mount { drive: 'C', rest: "" };
        a_drive_mount_with_a_slash  => "/c/", Token::Mount { drive: 'C', rest: "/" };
        a_drive_mount_in_upper_case => "/D/x/y", Token::Mount { drive: 'D', rest: "/x/y" };
        two_letters_are_no_drive    => "/cc/x", Token::Literal;
        temporary_files_are_literal => "/tmp/x", Token::Literal;
        the_root_is_literal         => "/", Token::Literal;
        a_share_is_literal          => "//server/share", Token::Literal;
        cygdrive_is_literal         => "/cygdrive/c/x", Token::Literal;
        wsl_mounts_are_literal      => "/mnt/c/x", Token::Literal;
        a_drive_is_windows          => "C:/x", Token::Windows;
        a_windows_share_is_windows  => "\\\\server\\share", Token::Windows;
        rooted_is_windows           => "\\x", Token::Windows;
        relative_is_windows         => "a/b", Token::Windows;
    }

    fn with(prefix: &str, hole: Hole) -> Reading {
        read(&Text::from(prefix).concat(&Text::hole(hole)))
    }

    #[test]
    fn a_hole_can_hide_a_mount() {
        assert_eq!(with("/", Hole::Any), Reading::Unknown);
        assert_eq!(with("/", Hole::Name), Reading::Unknown);
        assert_eq!(with("/", Hole::Digits), Reading::Literal);
        assert_eq!(with("/c", Hole::Any), Reading::Unknown);
        assert_eq!(with("/c", Hole::Name), Reading::Literal);
        assert_eq!(with("/tmp", Hole::Any), Reading::Literal);
        let drive = Text::from("C:\\/").concat(&Text::hole(Hole::Any));
        assert_eq!(with("/c/", Hole::Any), Reading::Windows(drive));
    }
}
