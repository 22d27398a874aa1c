//! May this run in PowerShell?
//!
//! The surface `powershell`. Nobody here reads PowerShell, so each call is asked about, unless a rule says of its text that it may run.

use super::approval::exactly;
use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::policy::{Action, Judgement, Policy};
use crate::tool::Kind;
use crate::value::Text;
use serde_json::Value;

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    if call.kind != Kind::PowerShell {
        return Vec::new();
    }
    let text = Text::literal(call.input.get("command").and_then(Value::as_str).unwrap_or("").trim());
    let said = policy.texts("powershell", std::slice::from_ref(&text), &[]);
    let judgement = if said.rule.is_some() { said } else { Judgement::fallback(said.action.max(Action::Ask)) };
    let subject = text.plain();
    let request = Request {
        verb: Verb::Run,
        place: Some("PowerShell, which is not analyzed".to_owned()),
        excess: None,
        span: None,
        statement: format!("The tool powershell runs {}, which is not analyzed", telling::quoted(&subject)),
        patterns: exactly(&text).into_iter().collect(),
        subject,
    };
    Finding::of_rules(judgement, "powershell", Standing::Ruled, request).into_iter().collect()
}
