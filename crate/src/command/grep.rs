//! Which lines `grep` prints.
//!
//! Owns patterns of plain characters, `.`, `^` and `$` (GNU grep 3.8, grep(1)). Any other pattern may match any line. It knows nothing
//! of where the lines come from.

use super::options::Reading;
use crate::value::Text;

/// Options that change nothing of which whole lines are printed.
const HARMLESS: &[&str] = &[
    "-E",
    "-F",
    "-G",
    "-a",
    "-h",
    "-s",
    "-v",
    "-i",
    "-m",
    "-e",
    "--line-buffered",
    "--color",
    "-U",
    "--extended-regexp",
    "--fixed-strings",
    "--basic-regexp",
    "--invert-match",
    "--ignore-case",
    "--no-filename",
    "--text",
];

/// What a line is held against.
pub(super) struct Grep {
    /// `None`: any character.
    pattern: Vec<Option<char>>,
    /// At the line's beginning, at its end.
    anchored: (bool, bool),
    fold: bool,
    inverted: bool,
}

impl Grep {
    /// `None` where the pattern is not known, or more than plain.
    pub(super) fn of(reading: &Reading) -> Option<Self> {
        let level = reading.levels.last()?;
        if level.options().any(|(option, _)| !HARMLESS.contains(&option.main)) {
            return None;
        }
        let given = |names: [&str; 2]| level.options().any(|(option, _)| names.contains(&option.main));
        let mut patterns =
            level.options().filter(|(option, _)| option.main == "-e").filter_map(|(_, values)| values.first());
        let pattern = match (patterns.next(), patterns.next()) {
            (None, _) => level.operands().next()?,
            (Some(one), None) => one,
            _ => return None,
        };
        let fold = given(["-i", "--ignore-case"]);
        let pattern = pattern.text.known().filter(|_| !pattern.open)?;
        let pattern = if fold { pattern.to_lowercase() } else { pattern.to_owned() };
        let inverted = given(["-v", "--invert-match"]);
        if given(["-F", "--fixed-strings"]) {
            let plain = (!pattern.contains('\n')).then(|| pattern.chars().map(Some).collect())?;
            return Some(Self { pattern: plain, anchored: (false, false), fold, inverted });
        }
        let (start, rest) = pattern.strip_prefix('^').map_or((false, pattern.as_str()), |rest| (true, rest));
        let end = rest.ends_with('$') && !rest.ends_with("\\$");
        let rest = if end { rest.get(..rest.len() - 1)? } else { rest };
        let mut out = Vec::new();
        let mut chars = rest.chars();
        while let Some(c) = chars.next() {
            out.push(match c {
                '.' => None,
                '\\' => Some(chars.next().filter(|c| c.is_ascii_punctuation() && !"|(){}+?<>'`".contains(*c))?),
                c if "[]*^$+?(){}|\n".contains(c) => return None,
                c => Some(c),
            });
        }
        Some(Self { pattern: out, anchored: (start, end), fold, inverted })
    }

    /// Whether the line is or may be printed.
    pub(super) fn may_print(&self, line: &Text) -> bool {
        match line.known() {
            Some(line) if self.fold => self.matches(&line.to_lowercase()) != self.inverted,
            Some(line) => self.matches(line) != self.inverted,
            None => true,
        }
    }

    fn matches(&self, line: &str) -> bool {
        let line: Vec<char> = line.chars().collect();
        let at = |start: usize| {
            let part = line.get(start..start + self.pattern.len());
            part.is_some_and(|part| {
                part.iter().zip(&self.pattern).all(|(c, wanted)| wanted.is_none_or(|wanted| wanted == *c))
            })
        };
        let Some(last) = line.len().checked_sub(self.pattern.len()) else { return false };
        match self.anchored {
            (true, true) => last == 0 && at(0),
            (true, false) => at(0),
            (false, true) => at(last),
            (false, false) => (0..=last).any(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Argument;
    use super::super::catalog::Entry;
    use super::super::options::readings;
    use super::*;
    use crate::path::Platform;

    #[test]
    fn plain_patterns_keep_or_drop_a_line() {
        for (words, printed) in [
            ("TS", false),
            ("-i TS", true),
            ("-v x", false),
            ("-v y", true),
            (r"\.ts$", true),
            (r"\.t$", false),
            ("^x", true),
            ("^ts", false),
            ("-F x.t", true),
            ("x.ts", true),
            ("-e q", false),
            ("[q]", true),
            ("-f list", true),
            ("-w q", true),
        ] {
            let arguments: Vec<Argument> =
                words.split(' ').map(|word| Argument { text: word.into(), ..Argument::default() }).collect();
            let readings = readings(Entry::of("grep").unwrap(), &arguments, Platform::Linux);
            let grep = Grep::of(readings.first().unwrap());
            assert_eq!(grep.is_none_or(|grep| grep.may_print(&"x.ts".into())), printed, "grep {words}");
        }
    }
}
