//! Addresses of socat's: `FILE:/x`, `EXEC:command`, `OPENSSL:host:443,cert=x`.
//!
//! Owns which of them open a file or run something (socat 1.7, socat(1), ADDRESS TYPES). It knows nothing of what is connected.

use super::Argument;
use super::acting::Acting;
use super::paths::{flatten, unflatten};
use crate::access::Mode;

/// Notes what an address does; `A!!B` is one for each direction.
pub(super) fn address(acting: &mut Acting<'_>, argument: &Argument) {
    for one in flatten(&argument.text).split("!!") {
        let mut parts = options(one);
        let first = if parts.is_empty() { String::new() } else { parts.remove(0) };
        let (keyword, rest) = first.split_once(':').unwrap_or((&first, ""));
        let modes: &[Mode] = match keyword.to_ascii_uppercase().as_str() {
            "EXEC" | "SYSTEM" | "SHELL" => {
                acting.perhaps(argument, unflatten(rest));
                &[]
            }
            "FILE" | "OPEN" | "GOPEN" | "PIPE" | "FIFO" => &[Mode::Read, Mode::Write],
            "CREATE" | "CREAT" => &[Mode::Write],
            name if name.starts_with("UNIX") || name == "LOCAL" => &[Mode::Read, Mode::Write],
            // A path is opened as it is.
            _ if keyword.contains('/') => {
                note(acting, argument, &first, &[Mode::Read, Mode::Write]);
                &[]
            }
            _ => &[],
        };
        note(acting, argument, rest, modes);
        for option in parts {
            let Some((name, value)) = option.split_once('=') else { continue };
            let modes: &[Mode] = match name {
                "cert" | "certificate" | "key" | "cafile" | "ca" | "capath" | "dhparams" | "egd" => &[Mode::Read],
                "chroot" | "cd" | "chdir" => &[Mode::Chdir],
                "link" | "symbolic-link" | "pty-link" | "lockfile" | "waitlock" | "unlink" | "history" => {
                    &[Mode::Write]
                }
                _ => continue,
            };
            note(acting, argument, value, modes);
        }
    }
}

fn note(acting: &mut Acting<'_>, argument: &Argument, path: &str, modes: &[Mode]) {
    for mode in modes {
        acting.possible(argument.span, unflatten(path.trim_matches('"')), *mode);
    }
}

/// The parts between commas; quotes, brackets and a backslash keep one.
fn options(address: &str) -> Vec<String> {
    let (mut out, mut part, mut depth, mut open) = (Vec::new(), String::new(), 0_usize, None);
    let mut chars = address.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => part.extend(chars.next()),
            '"' | '\'' if open.is_none_or(|quote| quote == c) => {
                open = if open.is_some() { None } else { Some(c) };
                part.push(c);
            }
            ',' if depth == 0 && open.is_none() => out.push(std::mem::take(&mut part)),
            _ => {
                match c {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                part.push(c);
            }
        }
    }
    out.push(part);
    out
}
