//! May this skill be used?
//!
//! The surface `skill`, by a skill's name: for a call that loads it, and for whoever reads its file or a file beside it. Where
//! skills are, the host says.

use super::approval::exactly;
use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::access::Mode;
use crate::path::{Flavor, Place, Surroundings};
use crate::policy::Policy;
use crate::source::Span;
use crate::tool::Kind;
use crate::value::{Hole, Text};
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

    /// The skill that a path belongs to: its own file, or else the one of the nearest directory.
    fn of(&self, place: &Place) -> Option<&str> {
        let flavor = self.flavor?;
        let forms: Vec<&str> =
            [&place.lexical, &place.canonical].into_iter().flatten().filter_map(Text::known).collect();
        let is = |one: &str, other: &str| flavor.is_below(one, other) && flavor.is_below(other, one);
        let own =
            self.skills.iter().find(|skill| skill.files.iter().any(|file| forms.iter().any(|form| is(form, file))));
        let near = |skill: &Found| {
            let above = |directory: &&String| forms.iter().any(|form| flavor.is_below(form, directory));
            skill.directories.iter().filter(above).map(String::len).max()
        };
        let nearest =
            || self.skills.iter().filter_map(|skill| Some((near(skill)?, skill))).max_by_key(|&(depth, _)| depth);
        own.or_else(|| nearest().map(|(_, skill)| skill)).map(|skill| skill.name.as_str())
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
        return finding(policy, &text, statement, None).into_iter().collect();
    }
    let reads = call.evaluation.accesses.iter().filter(|access| access.mode == Mode::Read);
    reads
        .filter_map(|access| {
            let name = call.skills.of(&access.place)?;
            let statement = format!(
                "{}, which is of the skill {}",
                telling::request(call, access).statement,
                telling::quoted(name)
            );
            finding(policy, &name.into(), statement, access.span)
        })
        .collect()
}

fn finding(policy: &Policy, name: &Text, statement: String, span: Option<Span>) -> Option<Finding> {
    let request = Request {
        verb: Verb::Use,
        subject: format!("skill {}", name.plain()),
        place: None,
        span,
        statement,
        patterns: exactly(name).into_iter().collect(),
    };
    let judgement = policy.texts("skill", std::slice::from_ref(name), &[]);
    Finding::of_rules(judgement, "skill", Standing::Ruled, request)
}
