//! Whether a text looks like a path.
//!
//! Owns the guess for arguments that nobody says anything of. It knows nothing of programs.

use super::Context;
use crate::path::Platform;
use crate::value::Text;
use std::borrow::Cow;

/// Whether an argument of a program that is not known is taken for a path.
pub(crate) fn path_shaped(text: &Text, context: &dyn Context) -> bool {
    if text.prefix().is_empty() && text.suffix().is_empty() && text.has_hole() {
        return text.pieces().iter().any(|piece| matches!(piece, crate::value::Piece::Home(_)));
    }
    let plain = text.known().map_or_else(|| Cow::Owned(text.plain()), Cow::Borrowed);
    if plain.contains(['\n', '\r']) || is_url(&plain) || is_scoped(&plain) || is_range(&plain) {
        return false;
    }
    let windows = context.platform() == Platform::Win32;
    if windows && (plain.contains('\\') || has_drive(&plain)) {
        return true;
    }
    if remote_host(&plain, context.platform()).is_some() {
        return false;
    }
    plain.contains('/')
        || plain.starts_with('~')
        || plain == "."
        || plain == ".."
        || text.known().is_some_and(|name| !name.is_empty() && context.exists(name))
}

/// `https://…`, `git+ssh://…`.
pub(super) fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    rest.starts_with("//")
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// `@scope/name` of a package, with a version or a path below it.
fn is_scoped(text: &str) -> bool {
    text.strip_prefix('@').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// `main..feature/x`, `HEAD~2...HEAD`: two dots that are no component of a path.
fn is_range(text: &str) -> bool {
    if !text.contains('.') || text.split('/').any(|component| component == "..") {
        return false;
    }
    text.match_indices("..").any(|(at, _)| {
        let before = text.get(..at).unwrap_or("");
        let after = text.get(at..).unwrap_or("").trim_start_matches('.');
        !before.is_empty() && !before.ends_with(['/', '.']) && !after.is_empty() && !after.starts_with('/')
    })
}

/// `C:` at the beginning.
pub(super) fn has_drive(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':')
}

/// The host of `host:path`: a colon before any slash. A drive is no host on Windows.
pub(super) fn remote_host(text: &str, platform: Platform) -> Option<&str> {
    if platform == Platform::Win32 && has_drive(text) {
        return None;
    }
    let (host, _) = text.split_once(':')?;
    (!host.is_empty() && !host.contains('/')).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Output;

    struct Here(Platform);

    impl Context for Here {
        fn platform(&self) -> Platform {
            self.0
        }
        fn exists(&self, path: &str) -> bool {
            path == "Makefile"
        }
        fn is_directory(&self, _: &str) -> bool {
            false
        }
        fn stdin(&self) -> &Output {
            &Output::Unknown
        }
    }

    #[test]
    fn a_path_has_a_shape() {
        let posix = Here(Platform::Linux);
        for shaped in ["/etc", "a/b", "~", "~root", ".", "..", "../x", "Makefile", "@/x", "a..b/../c"] {
            assert!(path_shaped(&shaped.into(), &posix), "{shaped}");
        }
        for other in
            ["", "x", "https://a/b", "@scope/name", "host:path/x", "user@host:/x", "main..topic/x", "a\nb/c", "C:\\x"]
        {
            assert!(!path_shaped(&other.into(), &posix), "{other}");
        }
        for shaped in ["C:\\x", "C:x", "a\\b", "D:/x"] {
            assert!(path_shaped(&shaped.into(), &Here(Platform::Win32)), "{shaped}");
        }
    }
}
