//! Is this tool allowed, for this path?
//!
//! The surface with the tool's own name: patterns of paths for Pi's file tools. A tool of another extension that seems to run commands is
//! asked about, unless a rule or `shellTools` names it.

use super::approval::exactly;
use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::policy::{Action, Judgement, Policy};
use crate::tool::{Kind, likely_command};
use crate::value::{Hole, Text};
use serde_json::Value;

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    // What a tool does with its input is not known here: a pattern may match it, whatever it is.
    let anything = || policy.texts(call.tool, &[Text::hole(Hole::Any)], &[]);
    match call.kind {
        // Gates of their own, by what they run or use.
        Kind::Mcp | Kind::Skill | Kind::PowerShell => Vec::new(),
        Kind::Shell { .. } if call.tool == "bash" => Vec::new(),
        // A tool that is like bash is judged by its commands, and by its own name where a rule says it.
        Kind::Shell { .. } => other(call, anything()).into_iter().filter(|found| found.reason.rule.is_some()).collect(),
        Kind::File(_) => file_tool(call, policy),
        Kind::Other => {
            let judgement = anything();
            match likely_command(call.input).filter(|_| judgement.rule.is_none()) {
                Some(command) => unread(call, command, judgement.action).into_iter().collect(),
                None => other(call, judgement).into_iter().collect(),
            }
        }
    }
}

/// A tool that seems to run a command, and of which no rule speaks: nobody has said that its commands are bash's.
fn unread(call: &Call<'_>, command: &str, action: Action) -> Option<Finding> {
    let tool = telling::quoted(call.tool);
    let request = Request {
        verb: Verb::Run,
        subject: command.to_owned(),
        place: Some(format!("by the tool {}, not analyzed", call.tool)),
        excess: None,
        span: None,
        statement: format!("The tool {tool} runs {}, which is not analyzed", telling::quoted(command)),
        patterns: vec!["*".to_owned()],
    };
    Finding::of_rules(Judgement::fallback(action.max(Action::Ask)), call.tool, Standing::Ruled, request)
}

fn file_tool(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    let tool = call.tool;
    let used = |request: Request| Request {
        statement: format!("The tool {tool} is used on {}", telling::quoted(&request.subject)),
        ..request
    };
    let accesses = &call.evaluation.accesses;
    if accesses.is_empty() {
        // A safe device is no access, but it is an input.
        let path = Text::literal(call.input.get("path").and_then(Value::as_str).unwrap_or("."));
        let judgement = policy.texts(tool, std::slice::from_ref(&path), &[]);
        let request = used(Request {
            verb: Verb::Use,
            subject: path.plain(),
            place: None,
            excess: None,
            span: None,
            statement: String::new(),
            patterns: exactly(&path).into_iter().collect(),
        });
        return Finding::of_rules(judgement, tool, Standing::Ruled, request).into_iter().collect();
    }
    accesses
        .iter()
        .filter_map(|access| {
            let request = used(telling::request(call, access));
            Finding::of_rules(policy.file_tool(tool, access), tool, Standing::Ruled, request)
        })
        .collect()
}

fn other(call: &Call<'_>, judgement: Judgement) -> Option<Finding> {
    let request = Request {
        verb: Verb::Use,
        subject: call.tool.to_owned(),
        place: None,
        excess: None,
        span: None,
        statement: format!("The tool {} is used", telling::quoted(call.tool)),
        patterns: vec!["*".to_owned()],
    };
    Finding::of_rules(judgement, call.tool, Standing::Ruled, request)
}
