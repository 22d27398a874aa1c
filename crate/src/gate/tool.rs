//! Is this tool allowed, for this path?
//!
//! The surface with the tool's own name: patterns of paths for Pi's file tools, of targets for `mcp`. `bash` has a gate of
//! its own, by commands.

use super::approval::exactly;
use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::policy::{Judgement, Policy};
use crate::value::{Hole, Text};
use serde_json::Value;

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    match call.tool {
        "bash" => Vec::new(),
        // A tool that is like bash is judged by its commands, and by its own name where a rule says it.
        tool if call.source.is_some() => {
            let judgement = policy.texts(tool, &[Text::hole(Hole::Any)], &[]);
            other(call, judgement).into_iter().filter(|finding| finding.reason.rule.is_some()).collect()
        }
        tool if Policy::is_file_tool(tool) => file_tool(call, policy),
        "mcp" => other(call, mcp(call.input, policy)).into_iter().collect(),
        // What another tool does with its input is not known here: a pattern may match it, whatever it is.
        tool => other(call, policy.texts(tool, &[Text::hole(Hole::Any)], &[])).into_iter().collect(),
    }
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
        span: None,
        statement: format!("The tool {} is used", telling::quoted(call.tool)),
        patterns: if call.tool == "mcp" { Vec::new() } else { vec!["*".to_owned()] },
    };
    Finding::of_rules(judgement, call.tool, Standing::Ruled, request)
}

/// What a call of an MCP proxy is about, from the particular to the general; the first that a rule speaks of decides
/// (pi-permission-system 20.7.3, docs/configuration.md, "`mcp` Surface").
fn mcp(input: &Value, policy: &Policy) -> Judgement {
    let text = |field: &str| input.get(field).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let server = text("server");
    let mut targets: Vec<String> = Vec::new();
    let mut tool_of = |reference: &str| {
        let (server, tool) = match (server, reference.split_once(':')) {
            (Some(server), Some((_, tool))) => (Some(server), tool),
            (Some(server), None) => (Some(server), reference),
            (None, Some((server, tool))) => (Some(server), tool),
            (None, None) => (None, reference),
        };
        if let Some(server) = server {
            targets.extend([format!("{server}_{tool}"), format!("{server}:{tool}"), server.to_owned()]);
        }
        targets.extend([tool.to_owned(), reference.to_owned()]);
    };
    if let Some(tool) = text("tool") {
        tool_of(tool);
        targets.push("mcp_call".into());
    } else if let Some(server) = text("connect") {
        targets.extend([format!("mcp_connect_{server}"), server.to_owned(), "mcp_connect".into()]);
    } else if let Some(tool) = text("describe") {
        tool_of(tool);
        targets.push("mcp_describe".into());
    } else {
        targets.extend(server.into_iter().flat_map(|server| [format!("mcp_server_{server}"), server.to_owned()]));
        let operation = match (text("search"), server) {
            (Some(query), _) => {
                targets.push(query.to_owned());
                "mcp_search"
            }
            (None, Some(_)) => "mcp_list",
            (None, None) => "mcp_status",
        };
        targets.push(operation.into());
    }
    let judgements = targets.into_iter().map(|target| policy.texts("mcp", &[Text::literal(target)], &[]));
    let mut last = None;
    for judgement in judgements {
        if judgement.rule.is_some() {
            return judgement;
        }
        last = Some(judgement);
    }
    last.unwrap_or_else(|| policy.texts("mcp", &[Text::hole(Hole::Any)], &[]))
}
