//! Backslash escapes.
//!
//! Owns the escapes of `$'…'` (Bash manual, 3.1.2.4), and those of `echo -e` and `printf` (4.2), which differ from them a little.

/// Where the escapes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The contents of `$'…'`, without the quotes.
    Quoted,
    /// An argument of `echo -e`, or of `%b`: an octal number begins with a zero, and `\c` ends the output.
    Echo,
    /// The format of `printf`.
    Format,
}

/// What escapes stand for.
pub(super) struct Decoded {
    /// The text. Bytes that are no UTF-8 become U+FFFD; a NUL ends the text between quotes.
    pub(super) text: String,
    /// `\c`: nothing more is printed.
    pub(super) ends: bool,
}

/// Reads the escapes of `contents`.
pub(super) fn decode(contents: &str, kind: Kind) -> Decoded {
    let mut out: Vec<u8> = Vec::with_capacity(contents.len());
    let mut chars = contents.chars().peekable();
    let mut ends = false;
    while let Some(c) = chars.next() {
        if c != '\\' {
            push(&mut out, c);
            continue;
        }
        let Some(escape) = chars.next() else {
            out.push(b'\\');
            break;
        };
        match escape {
            'a' => out.push(7),
            'b' => out.push(8),
            'e' | 'E' => out.push(27),
            'f' => out.push(12),
            'n' => out.push(b'\n'),
            'r' => out.push(b'\r'),
            't' => out.push(b'\t'),
            'v' => out.push(11),
            '\\' => out.push(b'\\'),
            '\'' | '"' | '?' if kind != Kind::Echo => push(&mut out, escape),
            '0' if kind == Kind::Echo => {
                let (found, _) = digits(&mut chars, 8, 3);
                out.push((found.iter().fold(0, |n, d| n * 8 + d) & 0xff) as u8);
            }
            '0'..='7' if kind != Kind::Echo => {
                let first = escape.to_digit(8).unwrap_or(0);
                let rest = digits(&mut chars, 8, 2);
                let value = rest.0.iter().fold(first, |n, d| n * 8 + d);
                out.push((value & 0xff) as u8);
            }
            'x' => {
                let (found, _) = digits(&mut chars, 16, 2);
                if found.is_empty() {
                    out.extend(b"\\x");
                } else {
                    out.push((found.iter().fold(0, |n, d| n * 16 + d) & 0xff) as u8);
                }
            }
            'u' | 'U' => {
                let (found, _) = digits(&mut chars, 16, if escape == 'u' { 4 } else { 8 });
                if found.is_empty() {
                    out.push(b'\\');
                    push(&mut out, escape);
                } else {
                    let value = found.iter().fold(0u32, |n, d| n.wrapping_mul(16).wrapping_add(*d));
                    push(&mut out, char::from_u32(value).unwrap_or('\u{fffd}'));
                }
            }
            'c' if kind == Kind::Echo => {
                ends = true;
                break;
            }
            'c' if kind == Kind::Quoted => match chars.next() {
                Some(control) => out.push((control as u32 & 0x1f) as u8),
                None => out.extend(b"\\c"),
            },
            other => {
                out.push(b'\\');
                push(&mut out, other);
            }
        }
    }
    if kind == Kind::Quoted
        && let Some(end) = out.iter().position(|&b| b == 0)
    {
        out.truncate(end);
    }
    let text = String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
    Decoded { text, ends }
}

fn push(out: &mut Vec<u8>, c: char) {
    out.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// At most `most` digits, and how many there were.
fn digits(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, radix: u32, most: usize) -> (Vec<u32>, usize) {
    let mut found = Vec::new();
    while found.len() < most {
        let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
        found.push(digit);
        chars.next();
    }
    let count = found.len();
    (found, count)
}

#[cfg(test)]
mod tests {
    use super::{Kind, decode};

    // Each right side is what bash 5.2 prints for `printf %s $'…'`.
    #[test]
    fn escapes() {
        for (contents, text) in [
            (r"\x2fetc/passwd", "/etc/passwd"),
            (r"\057etc", "/etc"),
            (r"a\tb\n", "a\tb\n"),
            (r"\u00e9\U0001f600", "é😀"),
            (r"it\'s", "it's"),
            (r"a\0b", "a"),
            (r"\xc3\xa9", "é"),
            (r"\q\x", r"\q\x"),
            (r"\cA", "\u{1}"),
            (r"\1234", "S4"),
        ] {
            assert_eq!(decode(contents, Kind::Quoted).text, text, "{contents}");
        }
    }
}
