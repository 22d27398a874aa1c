//! The spellings under which Pi's `read` looks for a file that is not there.
//!
//! Owns those spellings and nothing else (`resolveReadPath` in `core/tools/path-utils.ts`, Pi 0.79.10 and 1.6.0).
//!
//! One of them is Unicode's NFD. No host can be asked for it in the middle of a pure decision, so its tables come from the
//! crate `unicode-normalization`. Its iterator links the tables of all four forms; the two functions taken here link
//! half of that (26 KB of compressed WebAssembly in place of 56).

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// The spellings that Pi's `read` tries, in this order, for an absolute path at which nothing is: as macOS writes the names
/// of its screenshots (a narrow space before AM and PM), decomposed, with a curly apostrophe, and with both.
/// Those that differ from the path and from one another.
#[must_use]
pub fn read_spellings(path: &str) -> Vec<String> {
    let decomposed = decomposed(path);
    let curly = |path: &str| path.replace('\'', "\u{2019}");
    let mut out: Vec<String> = Vec::new();
    for spelling in [narrow_space(path), decomposed.clone(), curly(path), curly(&decomposed)] {
        if spelling != path && !out.contains(&spelling) {
            out.push(spelling);
        }
    }
    out
}

/// With U+202F in place of the space in ` AM.` and ` PM.`, in any case.
fn narrow_space(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once(' ') {
        out.push_str(before);
        let marked = matches!(after.as_bytes(), [b'a' | b'A' | b'p' | b'P', b'm' | b'M', b'.', ..]);
        out.push(if marked { '\u{202f}' } else { ' ' });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// In Unicode's normalization form D: every character decomposed, marks in the order of their classes (UAX 15).
fn decomposed(path: &str) -> String {
    if path.is_ascii() {
        return path.to_owned();
    }
    let mut chars = Vec::with_capacity(path.len());
    for c in path.chars() {
        decompose_canonical(c, |part| chars.push(part));
    }
    for marks in chars.chunk_by_mut(|_, next| canonical_combining_class(*next) != 0) {
        marks.sort_by_key(|c| canonical_combining_class(*c));
    }
    chars.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::UnicodeNormalization;

    #[test]
    fn spellings_come_in_pis_order() {
        assert_eq!(
            read_spellings("/d/\u{e9}t\u{e9} 'x' at 9 pm.png"),
            [
                "/d/\u{e9}t\u{e9} 'x' at 9\u{202f}pm.png",
                "/d/e\u{301}te\u{301} 'x' at 9 pm.png",
                "/d/\u{e9}t\u{e9} \u{2019}x\u{2019} at 9 pm.png",
                "/d/e\u{301}te\u{301} \u{2019}x\u{2019} at 9 pm.png",
            ]
        );
        assert_eq!(read_spellings("/d/x AM"), [] as [&str; 0]);
    }

    #[test]
    fn decomposition_is_unicodes() {
        let mut chars = (0..0x3_0000).filter_map(char::from_u32).peekable();
        while let Some(c) = chars.next() {
            let next = chars.peek().copied().unwrap_or('a');
            let text: String = [next, '\u{323}', c, '\u{301}', '\u{316}', c].into_iter().collect();
            assert_eq!(decomposed(&text), text.nfd().collect::<String>(), "{text:?}");
        }
    }
}
