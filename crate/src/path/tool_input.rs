//! How Pi's file tools resolve the path in their input.
//!
//! Owns the steps that Pi takes (`resolveToCwd` and `resolveReadPath` in `core/tools/path-utils.ts`, Pi 0.79.10 and 1.6.0),
//! and the places that follow. A tool's input is no bash token: on Windows `/dev/null` is `C:\dev\null`.

use super::route::Route;
use super::{Entry, Flavor, Place, Platform, Surroundings, canonical, file_url, read_spellings};
use crate::access::Mode;
use crate::value::Text;
use std::fmt;

/// What Pi on Windows makes of `/c/x`, `/mnt/c/x` and `/cygdrive/c/x` in a tool's input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DriveMounts {
    /// A path on the current drive: Pi before 0.84.0.
    Kept,
    /// `C:\x`: Pi from 0.84.0 on.
    #[default]
    Translated,
}

/// Why a tool's input has no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputError {
    /// Pi's tool fails: the text after `file://` is no URL.
    Url,
    /// Pi's tool fails: a `file:` URL names another machine.
    UrlHost,
    /// Pi's tool fails: a `file:` URL has an escaped separator, or on Windows no drive.
    UrlPath,
    /// Pi's tool fails: the escapes of a `file:` URL are no UTF-8.
    UrlEncoding,
    /// It begins with `~`, and the home directory is not known.
    NoHome,
    /// A `file:` URL whose host cannot be read here; Pi may find a path in it.
    Unclear,
}

impl InputError {
    /// Whether Pi's tool fails for it, and so touches nothing.
    #[must_use]
    pub fn is_refusal(self) -> bool {
        !matches!(self, Self::NoHome | Self::Unclear)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Url => "it is not a valid URL",
            Self::UrlHost => "its file: URL names another machine",
            Self::UrlPath => "its file: URL does not name a path",
            Self::UrlEncoding => "its file: URL has broken escapes",
            Self::NoHome => "the home directory is not known",
            Self::Unclear => "its file: URL has a host that cannot be read",
        })
    }
}

impl std::error::Error for InputError {}

/// The absolute path that Pi's tools make of `input`, as `resolveToCwd` does.
///
/// ```
/// use foregate::path::{DriveMounts, Platform, resolve};
/// let at = |input| resolve(Platform::Linux, "/w", Some("/home/u"), input, DriveMounts::Translated);
/// assert_eq!(at("@~/a/../b").as_deref(), Ok("/home/u/b"));
/// assert_eq!(at("file:///etc/hosts").as_deref(), Ok("/etc/hosts"));
/// ```
pub fn resolve(
    platform: Platform,
    cwd: &str,
    home: Option<&str>,
    input: &str,
    mounts: DriveMounts,
) -> Result<String, InputError> {
    let flavor = platform.flavor();
    let spaced: String = input.chars().map(|c| if is_unicode_space(c) { ' ' } else { c }).collect();
    let mut path = spaced.strip_prefix('@').unwrap_or(&spaced).to_owned();
    if flavor == Flavor::Windows && mounts == DriveMounts::Translated {
        path = translate_mount(&path).unwrap_or(path);
    }
    if let Some(below) = path.strip_prefix('~').filter(|below| starts_component(flavor, below)) {
        let home = home.ok_or(InputError::NoHome)?;
        return Ok(flavor.resolve(cwd, &format!("{home}{}{below}", flavor.separator())));
    }
    if path.starts_with("file://") {
        path = file_url::to_path(flavor, &path)?;
    }
    Ok(flavor.resolve(cwd, &path))
}

fn is_unicode_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

fn starts_component(flavor: Flavor, text: &str) -> bool {
    text.is_empty() || text.starts_with(|c| flavor.is_separator(c))
}

/// `C:\x` for `/c/x`, `/mnt/c/x` and `/cygdrive/c/x`.
fn translate_mount(path: &str) -> Option<String> {
    let path = path.strip_prefix('/').filter(|_| !path.contains('\\'))?;
    let below = |mount: &str| {
        let (start, rest) = path.split_at_checked(mount.len())?;
        start.eq_ignore_ascii_case(mount).then_some(rest)
    };
    let path = below("mnt/").or_else(|| below("cygdrive/")).unwrap_or(path);
    let mut rest = path.chars();
    let drive = rest.next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    match rest.as_str() {
        "" => Some(format!("{drive}:\\")),
        // Pi's pattern matches no line terminator.
        rest if rest.starts_with('/') && !rest.contains(['\n', '\r', '\u{2028}', '\u{2029}']) => {
            Some(format!("{drive}:{}", rest.replace('/', "\\")))
        }
        _ => None,
    }
}

impl Surroundings<'_> {
    /// The places that a file tool touches for the `input` that stands for its path, without devices that are safe for
    /// `mode`. More than one only for [`Mode::Read`]: where nothing is at the path, or nobody can tell, every other
    /// spelling that may be there counts.
    pub fn place_input(&self, input: &str, mode: Mode, mounts: DriveMounts) -> Result<Vec<Place>, InputError> {
        let typed = Text::from(input);
        let path = match resolve(self.platform, self.cwd, self.home, input, mounts) {
            Ok(path) => path,
            Err(error) if error.is_refusal() => return Err(error),
            Err(_) => return Ok(vec![Place::unknown(&typed)]),
        };
        let mut paths = vec![path.clone()];
        if mode == Mode::Read && matches!(self.entry(&path), Entry::Missing | Entry::Unknown) {
            paths.extend(read_spellings(&path).into_iter().filter(|path| self.entry(path) != Entry::Missing));
        }
        let flavor = self.platform.flavor();
        Ok(paths
            .iter()
            .filter_map(|path| self.settle(&self.bounds(), &typed, Route::of(flavor, path), 0, mode, false))
            .collect())
    }

    fn entry(&self, path: &str) -> Entry {
        let flavor = self.platform.flavor();
        canonical::resolve(self.fs, flavor, Route::of(flavor, path), true).entry
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NoFileSystem, Table};
    use super::*;
    use crate::access::Boundary;

    fn places(platform: Platform, fs: &dyn super::super::FileSystem, input: &str, mode: Mode) -> Vec<String> {
        let cwd = if platform == Platform::Win32 { "C:\\w" } else { "/w" };
        let session = Surroundings { platform, cwd, home: None, fs };
        let places = session.place_input(input, mode, DriveMounts::Translated).unwrap();
        places.iter().map(|p| format!("{:?} {}", p.boundary, p.record_path().unwrap_or_default())).collect()
    }

    #[test]
    fn a_missing_file_is_read_under_the_spellings_that_are_there() {
        let json = "{\"/w/it\u{2019}s\": {\"link\": \"/etc/x\"}, \"/w/a'b\": \"file\"}";
        let fs = Table::new(Flavor::Posix, serde_json::from_str(json).unwrap());
        let at = |input, mode| places(Platform::Linux, &fs, input, mode);
        assert_eq!(at("a'b", Mode::Read), ["Inside /w/a'b"]);
        assert_eq!(at("it's", Mode::Read), ["Inside /w/it's"]);
        assert_eq!(at("it's", Mode::Write), ["Inside /w/it's"]);
        let json = "{\"/w/it\u{2019}s\": {\"link\": \"/etc/x\"}, \"/etc/x\": \"file\"}";
        let fs = Table::new(Flavor::Posix, serde_json::from_str(json).unwrap());
        assert_eq!(places(Platform::Linux, &fs, "it's", Mode::Read), ["Inside /w/it's", "Outside /w/it\u{2019}s"]);
        assert_eq!(places(Platform::Linux, &NoFileSystem, "it's", Mode::Read).len(), 2);
    }

    #[test]
    fn devices_are_posix() {
        assert_eq!(places(Platform::Linux, &NoFileSystem, "/dev/null", Mode::Read), [] as [&str; 0]);
        assert_eq!(places(Platform::Win32, &NoFileSystem, "/dev/null", Mode::Read), ["Outside C:\\dev\\null"]);
    }

    #[test]
    fn what_cannot_be_resolved_is_either() {
        let session = Surroundings { platform: Platform::Linux, cwd: "/w", home: None, fs: &NoFileSystem };
        let place = session.place_input("~/x", Mode::Read, DriveMounts::Kept).unwrap().remove(0);
        assert_eq!((place.boundary, place.lexical), (Boundary::Either, None));
        assert_eq!(session.place_input("file://h/x", Mode::Read, DriveMounts::Kept), Err(InputError::UrlHost));
    }
}
