//! A rule's pattern, and what it says of a text that is not wholly known.
//!
//! Owns the syntax: `*` is any text, slashes too, and `**` is the same; `?` is one character; ` *` at the end also matches
//! nothing; every other character is itself, `[`, `{`, `!` and `\` too. It knows nothing of paths: what is to be folded or
//! expanded was before.

/// What a pattern says of a set of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// It matches none of them.
    Cannot,
    /// It matches some of them, or that cannot be ruled out.
    May,
    /// It matches all of them.
    Must,
}

/// A part of a text that may not be wholly known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// This character.
    Char(char),
    /// Any number of any characters.
    Any,
    /// The same, of a file in a tree that is known: the first of them is not this one (a separator).
    Below(char),
    /// Any number of characters that are not this one (a separator).
    Not(char),
    /// Any number of digits and signs.
    Digits,
}

impl Letter {
    /// Whether `c` may stand in this part.
    fn admits(self, c: char) -> bool {
        match self {
            Self::Char(own) => own == c,
            Self::Any | Self::Below(_) => true,
            Self::Not(separator) => c != separator,
            Self::Digits => c.is_ascii_digit() || c == '-',
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Char(char),
    One,
    Many,
}

/// What is asked of a text with holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holes {
    /// Some of its texts match: a hole may be whatever it admits.
    Some,
    /// All of its texts match: a hole has to lie in a `*` whole.
    All,
    /// Some match, though what is known lies in wildcards.
    Alone,
}

/// A parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    units: Vec<Unit>,
}

impl Pattern {
    /// Reads a pattern; every text is one.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut units = Vec::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c != '*' && c != '?' {
                units.push(Unit::Char(c));
                continue;
            }
            // In a run of wildcards with one `*`, a `*` may stand before and after every `?`: the texts are the same, and a
            // hole finds a `*` to lie in wherever it stands.
            let mut run = vec![c];
            while let Some(c) = chars.next_if(|&c| c == '*' || c == '?') {
                run.push(c);
            }
            let many = run.contains(&'*');
            units.extend(many.then_some(Unit::Many));
            for _ in run.iter().filter(|&&c| c == '?') {
                units.push(Unit::One);
                units.extend(many.then_some(Unit::Many));
            }
        }
        Self { units }
    }

    /// `path` itself, every character being itself.
    pub(super) fn equal(path: &str) -> Self {
        Self { units: path.chars().map(Unit::Char).collect() }
    }

    /// What is below `path`.
    pub(super) fn below(path: &str, separator: char) -> Self {
        let mut pattern = Self::equal(path.trim_end_matches(separator));
        pattern.units.extend([Unit::Char(separator), Unit::Many]);
        pattern
    }

    /// What it begins with, up to its first wildcard.
    pub(super) fn prefix(&self) -> String {
        let known = self.units.iter().map_while(|unit| match unit {
            Unit::Char(c) => Some(*c),
            Unit::One | Unit::Many => None,
        });
        known.collect()
    }

    /// Whether it matches a known text.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        self.run(text.chars().map(Letter::Char), Holes::Some)
    }

    /// Whether nothing that is known of a text speaks for a match: all of it lies in wildcards, and what the pattern names
    /// would have to be in the holes.
    pub(super) fn guesses(&self, text: &[Letter]) -> bool {
        matches!(self.units.first(), Some(Unit::One | Unit::Many)) && self.run(text.iter().copied(), Holes::Alone)
    }

    /// What it says of a text with holes.
    #[must_use]
    pub fn relation(&self, text: &[Letter]) -> Match {
        if !self.run(text.iter().copied(), Holes::Some) {
            Match::Cannot
        } else if self.run(text.iter().copied(), Holes::All) {
            Match::Must
        } else {
            Match::May
        }
    }

    /// Follows `text` through the pattern, all places at once.
    fn run(&self, text: impl Iterator<Item = Letter>, holes: Holes) -> bool {
        let mut places = vec![false; self.units.len() + 1];
        if let Some(first) = places.first_mut() {
            *first = true;
        }
        self.skip_many(&mut places);
        let mut next = vec![false; places.len()];
        for letter in text {
            next.fill(false);
            let mut alive = false;
            if let Letter::Char(c) = letter {
                for (i, unit) in self.units.iter().enumerate().filter(|&(i, _)| places.get(i) == Some(&true)) {
                    let to = match *unit {
                        Unit::Many => i,
                        Unit::One => i + 1,
                        // A separator says nothing of a name.
                        Unit::Char(own) if own == c && (holes != Holes::Alone || matches!(c, '/' | '\\')) => i + 1,
                        Unit::Char(_) => continue,
                    };
                    if let Some(place) = next.get_mut(to) {
                        *place = true;
                        alive = true;
                    }
                }
            } else if holes == Holes::All {
                for (i, unit) in self.units.iter().enumerate() {
                    if let (Unit::Many, Some(true), Some(place)) = (unit, places.get(i), next.get_mut(i)) {
                        *place = true;
                        alive = true;
                    }
                }
            } else {
                // The hole may be empty, and may go on through whatever it admits.
                match letter {
                    Letter::Below(separator) => self.enter(&places, &mut next, separator),
                    _ => next.copy_from_slice(&places),
                }
                alive = true;
                for (i, unit) in self.units.iter().enumerate() {
                    let passes = match *unit {
                        Unit::Char(own) => letter.admits(own),
                        Unit::One | Unit::Many => true,
                    };
                    if let (true, Some(true), Some(place)) = (passes, next.get(i).copied(), next.get_mut(i + 1)) {
                        *place = true;
                    }
                }
                next.iter_mut().zip(&places).for_each(|(next, &empty)| *next |= empty);
            }
            if !alive {
                return false;
            }
            self.skip_many(&mut next);
            std::mem::swap(&mut places, &mut next);
        }
        let ends = |at: usize| places.get(at) == Some(&true);
        ends(self.units.len()) || self.bare().is_some_and(|units| ends(units.len()))
    }

    /// Where one character leads that is not the separator.
    fn enter(&self, places: &[bool], next: &mut [bool], separator: char) {
        for (i, unit) in self.units.iter().enumerate().filter(|&(i, _)| places.get(i) == Some(&true)) {
            let to = match *unit {
                Unit::Char(own) if own == separator => continue,
                Unit::Many => i,
                Unit::One | Unit::Char(_) => i + 1,
            };
            if let Some(place) = next.get_mut(to) {
                *place = true;
            }
        }
    }

    /// A `*` may be empty.
    fn skip_many(&self, places: &mut [bool]) {
        for (i, unit) in self.units.iter().enumerate() {
            if let (Unit::Many, Some(true), Some(place)) = (unit, places.get(i).copied(), places.get_mut(i + 1)) {
                *place = true;
            }
        }
    }

    /// The pattern without a ` *` at its end.
    fn bare(&self) -> Option<&[Unit]> {
        self.units.strip_suffix(&[Unit::Char(' '), Unit::Many])
    }

    /// The same as globs of globset, which together match what the pattern matches. `None` where globset means something
    /// else: its `?` is one byte, and its way to `*.ext` passes over names that end in a full stop (globset 0.4).
    #[must_use]
    pub fn globs(&self) -> Option<Vec<String>> {
        let glob = |units: &[Unit]| {
            if units.last() == Some(&Unit::Char('.')) {
                return None;
            }
            let mut out = String::new();
            for unit in units {
                match *unit {
                    Unit::One => return None,
                    Unit::Many => out.push('*'),
                    Unit::Char(c) => {
                        if matches!(c, '[' | ']' | '{' | '}' | '!' | '\\') {
                            out.push('\\');
                        }
                        out.push(c);
                    }
                }
            }
            Some(out)
        };
        std::iter::once(self.units.as_slice()).chain(self.bare()).map(glob).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts() {
        for (pattern, text, matches) in [
            ("git *", "git status", true),
            ("git *", "git", true),
            ("git *", "gitk", false),
            ("git*", "gitk", true),
            ("git status", "git status --short", false),
            ("yarn", "yarn", true),
            ("yarn", "yarn add x", false),
            ("src/*", "src/deep/a.ts", true),
            ("src/**", "src/deep/a.ts", true),
            ("src/**/a", "src/x/y/a", true),
            ("src/**/a", "src/a", false),
            ("*.env", ".env", true),
            ("*.env", "a/b.env", true),
            ("*.env", "a.envx", false),
            ("?", "é", true),
            ("?", "", false),
            ("a?c", "a/c", true),
            ("*?", "", false),
            ("[ab]", "a", false),
            ("[ab]", "[ab]", true),
            ("{a,b}", "{a,b}", true),
            ("!x", "!x", true),
            (r"a\b", r"a\b", true),
            (r"a\*", r"a\b", true),
            ("echo *", "echo a\nb", true),
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            (" *", "", true),
        ] {
            assert_eq!(Pattern::new(pattern).matches(text), matches, "{pattern:?} on {text:?}");
        }
    }

    #[test]
    fn a_match_by_holes_alone_is_a_guess() {
        for (pattern, text, guess) in [
            ("*.pem", "/w/README<n>", true),
            ("*/.env", "/w/<n>", true),
            ("*/.env.*", "/w/<n>.py", true),
            ("*/.env", "/w/.e<n>", false),
            ("*/.env", "/w/<n>.env", false),
            ("*.env", "/w/<n>.ts", false),
            ("/w/.env", "/w/<n>", false),
        ] {
            assert_eq!(Pattern::new(pattern).guesses(&letters(text)), guess, "{pattern:?} on {text:?}");
        }
    }

    /// `<>` a hole of anything, `<n>` one without a slash, `<0>` one of digits, `<b>` one of a path below.
    fn letters(text: &str) -> Vec<Letter> {
        let mut out = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let hole =
                [("<>", Letter::Any), ("<n>", Letter::Not('/')), ("<0>", Letter::Digits), ("<b>", Letter::Below('/'))];
            if let Some((after, letter)) =
                hole.iter().find_map(|(written, letter)| Some((rest.strip_prefix(written)?, letter)))
            {
                out.push(*letter);
                rest = after;
            } else {
                out.push(Letter::Char(c));
                rest = rest.strip_prefix(c).unwrap_or("");
            }
        }
        out
    }

    #[test]
    fn texts_with_holes() {
        use Match::{Cannot, May, Must};
        for (pattern, text, relation) in [
            ("*", "<>", Must),
            ("/tmp/*", "/tmp/<>", Must),
            ("/tmp/*", "<>", May),
            ("/tmp/*", "/etc/<>", Cannot),
            ("/tmp/*", "/tmp<>", May),
            ("*.env", "/w/<n>.ts", Cannot),
            ("*.env", "/w/<n>", May),
            ("*.env", "<>.env", Must),
            ("/w/a?", "/w/a<0>", May),
            ("/w/ab", "/w/a<0>", Cannot),
            ("/w/a1", "/w/a<0>", May),
            ("/w/x/y", "/w/<n>", Cannot),
            ("/w/x/y", "/w/<>", May),
            ("*?", "<>a", Must),
            ("*?", "a<>", Must),
            ("?*", "a<>", Must),
            ("?*", "<>", May),
            ("/etc/*", "<b>", Cannot),
            ("/etc/*", "./<b>", Cannot),
            ("etc/*", "<b>", May),
            ("*/etc", "<b>", May),
            ("?/etc", "<b>", May),
            ("src/*", "src/<b>", Must),
            ("src", "src<b>", May),
            ("*", "<b>", Must),
            ("git *", "git<>", May),
            ("git *", "git <>", Must),
            ("git push", "git <>", May),
            ("rm *", "<> -rf /", May),
            ("rm *", "git <>", Cannot),
            ("a*b", "a<>b", Must),
            ("a*b", "a<>", May),
        ] {
            assert_eq!(Pattern::new(pattern).relation(&letters(text)), relation, "{pattern:?} on {text:?}");
        }
    }
}
