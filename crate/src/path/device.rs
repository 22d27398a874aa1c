//! Devices that are never external.
//!
//! Owns the two tables of `/dev` and bash's network names. It takes the lexical form of a path and looks at nothing else:
//! `/dev/stderr` is a link to `/proc/self/fd/2`, and its canonical form says nothing.

use crate::access::Mode;
use crate::value::{Hole, Piece, Text};

/// Safe for everything, in Git Bash too; spelled exactly so.
pub(super) fn is_standard(path: &str) -> bool {
    matches!(path, "/dev/null" | "/dev/stdin" | "/dev/stdout" | "/dev/stderr")
}

/// Whether the POSIX path `lexical`, normalised, is a device that is safe for `mode`.
pub(super) fn is_safe(lexical: &Text, mode: Mode) -> bool {
    // Listing a device, asking for its metadata or searching it does no more than reading it.
    let reads = matches!(mode, Mode::Read | Mode::Metadata | Mode::List | Mode::Search);
    match lexical.known() {
        Some(path) if is_standard(path) => true,
        Some("/dev/zero" | "/dev/full" | "/dev/random" | "/dev/urandom") => reads,
        Some("/dev/tty") => reads || mode == Mode::Write,
        _ => (reads || mode == Mode::Write) && lexical.strip_prefix("/dev/fd/").is_some_and(|name| is_number(&name)),
    }
}

/// Whether every text that it can be is a number.
fn is_number(text: &Text) -> bool {
    !text.is_empty()
        && text.pieces().iter().all(|piece| match piece {
            Piece::Literal(text) => text.bytes().all(|b| b.is_ascii_digit()),
            Piece::Hole(hole) => *hole == Hole::Digits,
            Piece::Glob(_) | Piece::Home(_) | Piece::Made(_) => false,
        })
}

/// Whether bash opens a connection when `word` is the target of a redirection: `/dev/tcp/HOST/PORT`, `/dev/udp/HOST/PORT`
/// as they stand, without any normalisation (Bash manual 5.2, 3.6). A part that cannot be known may make it so.
#[must_use]
pub fn is_network(word: &Text) -> bool {
    ["/dev/tcp/", "/dev/udp/"].iter().filter_map(|prefix| word.strip_prefix(prefix)).any(|rest| {
        rest.pieces().iter().any(|piece| match piece {
            Piece::Literal(text) => text.contains('/'),
            Piece::Hole(hole) => matches!(hole, Hole::Below | Hole::Any),
            Piece::Glob(_) | Piece::Home(_) | Piece::Made(_) => false,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! devices {
        ($($name:ident => $path:expr, $mode:ident, $safe:expr;)*) => {
            $(#[test] fn $name() { assert_eq!(is_safe(&Text::from($path), Mode::$mode), $safe); })*
        };
    }

    devices! {
        null_is_safe_to_write           => "/dev/null", Write, true;
        stderr_is_safe_to_write         => "/dev/stderr", Write, true;
        below_null_is_not_safe          => "/dev/null/x", Read, false;
        case_counts                     => "/DEV/NULL", Read, false;
        zero_is_safe_to_read            => "/dev/zero", Read, true;
        zero_is_not_safe_to_write       => "/dev/zero", Write, false;
        urandom_is_safe_to_read         => "/dev/urandom", Read, true;
        tty_is_safe_to_write            => "/dev/tty", Write, true;
        tty_is_not_safe_to_delete       => "/dev/tty", Delete, false;
        a_descriptor_is_safe            => "/dev/fd/63", Read, true;
        a_descriptor_is_a_number        => "/dev/fd/6x", Read, false;
        the_descriptors_are_no_device   => "/dev/fd/", Read, false;
        a_disk_is_not_safe              => "/dev/sda", Read, false;
    }

    #[test]
    fn a_descriptor_of_unknown_digits_is_safe() {
        assert!(is_safe(&Text::from("/dev/fd/").concat(&Text::hole(Hole::Digits)), Mode::Write));
        assert!(!is_safe(&Text::from("/dev/fd/").concat(&Text::hole(Hole::Any)), Mode::Write));
    }

    #[test]
    fn network_names_have_a_host_and_a_port() {
        assert!(is_network(&Text::from("/dev/tcp/localhost/80")));
        assert!(is_network(&Text::from("/dev/udp/").concat(&Text::hole(Hole::Any))));
        assert!(!is_network(&Text::from("/dev/tcp/localhost")));
        assert!(!is_network(&Text::from("/dev//tcp/localhost/80")));
    }
}
