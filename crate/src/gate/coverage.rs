//! Was all of the call understood?
//!
//! What was not could do anything: it is asked about, whatever the rules allow.

use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::coverage::Code;
use crate::policy::{Action, Policy};

pub(super) fn findings(call: &Call<'_>, _policy: &Policy) -> Vec<Finding> {
    let coverage = &call.evaluation.coverage;
    coverage
        .misses()
        .map(|(code, span)| {
            let (verb, subject) = match code {
                Code::UnknownCode => (Verb::Execute, "text that cannot be known before it runs".to_owned()),
                Code::UnknownCommand => (Verb::Run, "a program whose name cannot be known before it runs".to_owned()),
                other => (Verb::Run, format!("a command that {}", other.sentence())),
            };
            let request = Request {
                verb,
                subject,
                place: None,
                excess: None,
                span: Some(span),
                statement: format!("This command {}", code.sentence()),
                patterns: Vec::new(),
            };
            let mut finding = Finding::of_setting("coverage", Action::Ask, None, Standing::Unknown, request);
            finding.reason.subject = telling::cut(span.of(call.source.unwrap_or("")).trim());
            finding
        })
        .collect()
}
