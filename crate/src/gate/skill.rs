//! May this skill be used?
//!
//! The surface `skill`, by a skill's name: for a call that loads it, for whoever reads its file or a file beside it, and for a command
//! that does anything to them. Where skills are, the host says.

use super::approval::exactly;
use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::access::Mode;
use crate::path::{Flavor, Place, Surroundings};
use crate::policy::{Action, Judgement, Policy};
use crate::source::Span;
use crate::tool::Kind;
use crate::value::{Hole, Piece, Text};
use serde::Deserialize;
use serde_json::Value;

/// A skill, as Pi has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Skill {
    /// Its name, which rules are matched with.
    pub name: String,
    /// The file that says what to do, absolute.
    pub file_path: String,
    /// The directory of its other files, absolute.
    pub base_dir: String,
}

/// The skills of a session, with where their paths lead.
#[derive(Debug, Default)]
pub struct Skills {
    flavor: Option<Flavor>,
    skills: Vec<Found>,
}

#[derive(Debug)]
struct Found {
    name: String,
    files: Vec<String>,
    directories: Vec<String>,
}

impl Skills {
    /// Looks up where the skills lead, as the file system is now.
    #[must_use]
    pub fn new(skills: &[Skill], at: &Surroundings<'_>) -> Self {
        let flavor = at.platform.flavor();
        let both = |path: &str| {
            let lexical = flavor.normalize(path);
            let canonical = at.canonical(path).filter(|canonical| *canonical != lexical);
            std::iter::once(lexical).chain(canonical).collect()
        };
        let found = |skill: &Skill| Found {
            name: skill.name.clone(),
            files: both(&skill.file_path),
            directories: both(&skill.base_dir),
        };
        Self { flavor: Some(flavor), skills: skills.iter().map(found).collect() }
    }

    /// The skills that a path belongs to, or may; with `tree` also those that are below it.
    fn of(&self, place: &Place, tree: bool) -> Vec<(&str, Hold)> {
        let Some(flavor) = self.flavor else { return Vec::new() };
        let texts = || [&place.lexical, &place.canonical].into_iter().flatten();
        let forms: Vec<&str> = texts().filter_map(Text::known).collect();
        let mut out = Vec::new();
        let own = self
            .skills
            .iter()
            .find(|skill| skill.files.iter().any(|file| forms.iter().any(|form| is(flavor, form, file))));
        out.extend(own.or_else(|| self.nearest(flavor, &forms)).map(|skill| (skill.name.as_str(), Hold::Surely)));
        // What is not wholly known lies in a directory that is, mostly.
        let open: Vec<Open<'_>> =
            texts().filter(|text| text.known().is_none()).filter_map(|text| Open::new(flavor, text)).collect();
        let directories: Vec<&str> = open.iter().map(|open| open.directory).collect();
        out.extend(self.nearest(flavor, &directories).map(|skill| (skill.name.as_str(), Hold::Surely)));
        for skill in &self.skills {
            let places = || skill.files.iter().chain(&skill.directories);
            let above = |path: &str| places().any(|place| flavor.is_below(place, path) && !is(flavor, place, path));
            // A skill is a file, or the directory of its `SKILL.md` (Pi 1.6.0, docs/skills.md).
            let beside = |path: &str| {
                skill.files.iter().any(|file| {
                    let directory = flavor.parent(file);
                    let above =
                        directory.filter(|_| file.ends_with("SKILL.md")).and_then(|within| flavor.parent(within));
                    [directory, above].into_iter().flatten().any(|place| is(flavor, place, path))
                })
            };
            if tree && forms.iter().any(|form| above(form)) {
                let near = forms.iter().any(|form| beside(form));
                out.push((&skill.name, if near { Hold::Surely } else { Hold::Perhaps }));
            }
            if open
                .iter()
                .any(|open| above(open.directory) && (tree || places().any(|place| open.reaches(flavor, place))))
            {
                out.push((&skill.name, Hold::Perhaps));
            }
        }
        out.sort_unstable();
        out.dedup_by(|(one, _), (other, _)| one == other);
        out
    }

    /// The one of the nearest directory.
    fn nearest(&self, flavor: Flavor, paths: &[&str]) -> Option<&Found> {
        let near = |skill: &Found| {
            let above = |directory: &&String| paths.iter().any(|path| flavor.is_below(path, directory));
            skill.directories.iter().filter(above).map(String::len).max()
        };
        self.skills
            .iter()
            .filter_map(|skill| Some((near(skill)?, skill)))
            .max_by_key(|&(depth, _)| depth)
            .map(|(_, skill)| skill)
    }
}

fn is(flavor: Flavor, one: &str, other: &str) -> bool {
    flavor.is_below(one, other) && flavor.is_below(other, one)
}

/// How sure it is that a skill is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Surely,
    Perhaps,
}

/// A path with holes.
struct Open<'t> {
    /// The directory that it surely begins with.
    directory: &'t str,
    /// How many components it has; `None` where a hole may hold any number.
    depth: Option<usize>,
}

impl<'t> Open<'t> {
    fn new(flavor: Flavor, text: &'t Text) -> Option<Self> {
        let prefix = text.prefix();
        let end = prefix.rfind(|c| flavor.is_separator(c))?;
        let deep =
            text.pieces().iter().any(|piece| matches!(piece, Piece::Hole(Hole::Any | Hole::Below) | Piece::Home(_)));
        let plain = text.plain();
        let depth = (!deep).then(|| flavor.components(&plain).count());
        Some(Self { directory: prefix.get(..end.max(1))?, depth })
    }

    /// Whether it is deep enough to be `place`, or below it.
    fn reaches(&self, flavor: Flavor, place: &str) -> bool {
        self.depth.is_none_or(|depth| depth >= flavor.components(place).count())
    }
}

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    if call.kind == Kind::Skill {
        let name = call.input.get("name").and_then(Value::as_str);
        let text = name.map_or(Text::hole(Hole::Any), Text::from);
        let statement = match name {
            Some(name) => format!("The skill {} is used", telling::quoted(name)),
            None => "A skill that is not named is used".to_owned(),
        };
        let judgement = policy.texts("skill", std::slice::from_ref(&text), &[]);
        return finding(judgement, &text, statement, None).into_iter().collect();
    }
    let touched = call.evaluation.accesses.iter().filter(|access| match access.mode {
        Mode::Read | Mode::Search => true,
        // A tool that writes a skill's file uses no skill; a command may do anything with it.
        mode => call.source.is_some() && mode != Mode::Network,
    });
    let mut out = Vec::new();
    for access in touched {
        let tree = matches!(access.mode, Mode::Search | Mode::Delete);
        for (name, hold) in call.skills.of(&access.place, tree) {
            let said = telling::request(call, access).statement;
            let statement = match hold {
                Hold::Surely => format!("{said}, which is of the skill {}", telling::quoted(name)),
                Hold::Perhaps => format!("{said}, in which the skill {} may be", telling::quoted(name)),
            };
            let used = hold == Hold::Surely && matches!(access.mode, Mode::Read | Mode::Search | Mode::Execute);
            let judgement = judge(policy, name, hold);
            // What does not read it is held up by a denial, or by what a rule says of this skill and not of all.
            let named = judgement.rule.as_ref().is_some_and(|rule| rule.pattern != "*");
            if used || named || judgement.may_deny {
                out.extend(finding(judgement, &name.into(), statement, access.span));
            }
        }
    }
    out
}

fn judge(policy: &Policy, name: &str, hold: Hold) -> Judgement {
    let judgement = policy.texts("skill", &[name.into()], &[]);
    let denied = hold == Hold::Perhaps && judgement.action == Action::Deny;
    if denied { Judgement { action: Action::Ask, may_deny: true, ..judgement } } else { judgement }
}

fn finding(judgement: Judgement, name: &Text, statement: String, span: Option<Span>) -> Option<Finding> {
    let request = Request {
        verb: Verb::Use,
        subject: format!("skill {}", name.plain()),
        place: None,
        excess: None,
        span,
        statement,
        patterns: exactly(name).into_iter().collect(),
    };
    Finding::of_rules(judgement, "skill", Standing::Ruled, request)
}
