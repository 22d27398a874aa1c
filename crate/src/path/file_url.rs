//! `file:` URLs as Node turns them into paths.
//!
//! Owns the part of the WHATWG URL standard that a `file://` text goes through, and the rules of Node's `fileURLToPath` after
//! it (Node 22, `node:url`). A host is read in ASCII alone; where its name would go through IDNA or be read as a number,
//! the answer is that it is not clear. It knows nothing of tools or directories.

use super::{Flavor, InputError};

/// The path that `url`, a text that begins with `file://`, names.
pub(super) fn to_path(flavor: Flavor, url: &str) -> Result<String, InputError> {
    // The URL parser drops control characters and spaces at the end, and tabs and line breaks everywhere.
    let url: String = url.trim_end_matches(|c| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let rest = url.strip_prefix("file://").unwrap_or(&url);
    let rest = rest.split(['?', '#']).next().unwrap_or("");
    let (host, path) = rest.split_at(rest.find(['/', '\\']).unwrap_or(rest.len()));
    // `file://C:/x` has no host: its path begins with the drive.
    let (host, path) =
        if is_drive(host) { (String::new(), rest) } else { (read_host(host)?, path.get(1..).unwrap_or("")) };
    let path = walk(path);
    match flavor {
        Flavor::Posix if !host.is_empty() => Err(InputError::UrlHost),
        Flavor::Posix if holds(&path, &["%2f"]) => Err(InputError::UrlPath),
        Flavor::Posix => decode(&path).ok_or(InputError::UrlEncoding),
        Flavor::Windows if holds(&path, &["%2f", "%5c"]) => Err(InputError::UrlPath),
        Flavor::Windows => {
            let path = decode(&path.replace('/', "\\")).ok_or(InputError::UrlEncoding)?;
            if !host.is_empty() {
                return Ok(format!("\\\\{host}{path}"));
            }
            match path.as_bytes() {
                [_, letter, b':', ..] if letter.is_ascii_alphabetic() => Ok(path.get(1..).unwrap_or("").to_owned()),
                _ => Err(InputError::UrlPath),
            }
        }
    }
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn holds(path: &str, escapes: &[&str]) -> bool {
    let path = path.to_ascii_lowercase();
    escapes.iter().any(|escape| path.contains(escape))
}

/// The host's name; empty for this machine.
fn read_host(host: &str) -> Result<String, InputError> {
    let name = decode_lossy(host).to_ascii_lowercase();
    if name == "localhost" {
        return Ok(String::new());
    }
    let last = name.trim_end_matches('.').rsplit('.').next().unwrap_or("");
    let number = last.starts_with(|c: char| c.is_ascii_digit());
    if !name.is_ascii() || name.starts_with('[') || name.split('.').any(|label| label.starts_with("xn--")) || number {
        return Err(InputError::Unclear);
    }
    if name.contains(|c: char| c.is_ascii_control() || " #/:<>?@[\\]^|%".contains(c)) {
        return Err(InputError::Url);
    }
    Ok(name)
}

/// The path of the URL: `/` and its segments, without the dotted ones.
fn walk(path: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut segments = path.split(['/', '\\']).peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
            "." | ".." if segment.is_empty() => {}
            "." => {
                if last {
                    out.push(String::new());
                }
            }
            ".." => {
                // A drive is not climbed out of.
                if !matches!(out.as_slice(), [drive] if is_drive(drive)) {
                    out.pop();
                }
                if last {
                    out.push(String::new());
                }
            }
            _ if out.is_empty() && is_drive(segment) => out.push(segment.replace('|', ":")),
            _ => out.push(segment.to_owned()),
        }
    }
    format!("/{}", out.join("/"))
}

/// The bytes behind `%XX`; a `%` that stands before no two digits is `Err`, with what is to be put in its stead.
fn bytes(text: &str) -> impl Iterator<Item = Result<u8, u8>> + '_ {
    let mut rest = text.as_bytes().iter();
    std::iter::from_fn(move || {
        let byte = *rest.next()?;
        if byte != b'%' {
            return Some(Ok(byte));
        }
        let mut ahead = rest.clone();
        let mut digit = || ahead.next().and_then(|&b| char::from(b).to_digit(16)).and_then(|d| u8::try_from(d).ok());
        match (digit(), digit()) {
            (Some(high), Some(low)) => {
                rest = ahead;
                Some(Ok(high * 16 + low))
            }
            _ => Some(Err(byte)),
        }
    })
}

/// As `decodeURIComponent` does: `None` where it throws.
fn decode(text: &str) -> Option<String> {
    String::from_utf8(bytes(text).collect::<Result<Vec<u8>, u8>>().ok()?).ok()
}

/// As the host parser does, which lets a lone `%` be.
fn decode_lossy(text: &str) -> String {
    let bytes: Vec<u8> = bytes(text).map(|byte| byte.unwrap_or_else(|byte| byte)).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! urls {
        ($($name:ident => $flavor:ident $url:expr, $path:expr;)*) => {
            $(#[test] fn $name() {
                let path: Result<&str, InputError> = $path;
                assert_eq!(to_path(Flavor::$flavor, $url), path.map(str::to_owned));
            })*
        };
    }

    urls! {
        a_path                       => Posix "file:///etc/hosts", Ok("/etc/hosts");
        this_machine_has_a_name      => Posix "file://LOCALhost/etc", Ok("/etc");
        an_escaped_host_is_decoded   => Posix "file://%6cocalhost/etc", Ok("/etc");
        another_machine              => Posix "file://host/etc", Err(InputError::UrlHost);
        a_host_that_only_idna_reads  => Posix "file://ｌocalhost/etc", Err(InputError::Unclear);
        a_broken_host                => Posix "file://a b/etc", Err(InputError::Url);
        escapes_are_decoded          => Posix "file:///%65tc/a%20b", Ok("/etc/a b");
        escaped_dots_are_dots        => Posix "file:///etc/.%2E/root", Ok("/root");
        an_escaped_slash             => Posix "file:///etc%2Fhosts", Err(InputError::UrlPath);
        a_broken_escape              => Posix "file:///a%zz", Err(InputError::UrlEncoding);
        broken_utf8                  => Posix "file:///a%ff", Err(InputError::UrlEncoding);
        the_query_is_no_path         => Posix "file:///a?b#c", Ok("/a");
        a_backslash_is_a_slash       => Posix "file:///a\\..\\b", Ok("/b");
        line_breaks_are_dropped      => Posix "file:///e\ntc ", Ok("/etc");
        a_drive                      => Windows "file:///C:/x", Ok("C:\\x");
        a_drive_with_a_bar           => Windows "file:///C|/x", Ok("C:\\x");
        a_drive_for_a_host           => Windows "file://C:/x", Ok("C:\\x");
        a_drive_is_not_left          => Windows "file:///C:/../../x", Ok("C:\\x");
        a_share                      => Windows "file://host/share/x", Ok("\\\\host\\share\\x");
        no_drive                     => Windows "file:///etc", Err(InputError::UrlPath);
        an_escaped_backslash         => Windows "file:///C:/a%5Cb", Err(InputError::UrlPath);
    }
}
