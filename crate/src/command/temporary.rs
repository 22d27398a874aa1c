//! `mktemp`: a new file under a name that nobody knows before it is made.
//!
//! Owns where it is made and what of its name is known (GNU coreutils 9.1, mktemp(1); macOS 14, mktemp(1)). Whether that is an
//! access is not known here.

use super::options::Reading;
use super::{Argument, AtLink, Context, Effect, paths};
use crate::access::{Certainty, Mode, Role};
use crate::value::{Text, Texts};

/// What is made: each path that it may be, and the argument that says where, if one does.
struct Made<'a> {
    paths: Texts,
    by: Option<&'a Argument>,
}

/// What is printed.
pub(super) fn prints(reading: &Reading, operands: &[&Argument], context: &dyn Context) -> Texts {
    made(reading, operands, context).paths
}

/// The files that are made where the text says; a name with nothing to it but chance in the usual directory is none of them.
pub(super) fn makes(
    reading: &Reading,
    operands: &[&Argument],
    arguments: &[Argument],
    context: &dyn Context,
) -> Vec<Effect> {
    let made = made(reading, operands, context);
    let chosen = arguments.first().filter(|_| context.temporary().1);
    let dry = ["-u", "--dry-run"].iter().any(|option| reading.levels.iter().any(|level| level.given(option)));
    let Some(by) = made.by.or(chosen).filter(|_| !dry) else { return Vec::new() };
    let effect = |text: &Text| Effect {
        text: text.clone(),
        mode: Mode::Write,
        role: Role::Known,
        certainty: Certainty::Definite,
        span: by.span,
        base: None,
        link: AtLink::Follows,
    };
    made.paths.iter().map(effect).collect()
}

fn made<'a>(reading: &'a Reading, operands: &[&'a Argument], context: &dyn Context) -> Made<'a> {
    let given = |main: &str| reading.levels.iter().any(|level| level.given(main));
    let value = |main: &str| {
        let mut options = reading.levels.iter().flat_map(|level| level.options());
        options.find(|(option, _)| option.main == main).and_then(|(_, values)| values.first())
    };
    let template = operands.first().copied();
    // On macOS `-t` has a value: what the name begins with.
    let stem = value("-t");
    let (temporary, chosen) = context.temporary();
    let named = value("-p").or_else(|| value("--tmpdir")).filter(|_| !(chosen && given("-t")));
    let directory = match named {
        Some(named) => Some(Texts::one(named.text.clone())),
        None if template.is_none() || given("-t") || given("--tmpdir") => Some(temporary),
        None => None,
    };
    let mut name = match (template, stem) {
        (Some(template), _) => filled(&template.text),
        (None, Some(stem)) => Parts { before: stem.text.clone().concat(&".".into()), after: Some(Text::default()) },
        (None, None) => Parts { before: "tmp.".into(), after: Some(Text::default()) },
    };
    if let (Some(after), Some(suffix)) = (&mut name.after, value("--suffix")) {
        after.append(&suffix.text);
    }
    let path = |directory: &Text| name.below(directory);
    let paths = directory.map_or_else(|| path(&Text::default()).into(), |directories| directories.map(path));
    Made { paths, by: named.or(template).or(stem) }
}

/// A name: what stands before the part that is made, and after it if there is one.
struct Parts {
    before: Text,
    after: Option<Text>,
}

impl Parts {
    fn below(&self, directory: &Text) -> Text {
        let mut path = paths::join(directory, &self.before);
        if let Some(after) = &self.after {
            path.push_made();
            path.append(after);
        }
        path
    }
}

/// A template: its last run of `X`, three at least, is what is made.
fn filled(template: &Text) -> Parts {
    let end = template.known().and_then(|known| Some((known, known.rfind("XXX")? + 3)));
    let Some((known, end)) = end else { return Parts { before: template.clone(), after: None } };
    let before = known.get(..end).unwrap_or("").trim_end_matches('X').into();
    Parts { before, after: known.get(end..).map(Text::literal) }
}
