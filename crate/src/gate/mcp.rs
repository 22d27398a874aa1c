//! May the MCP proxy be used for this?
//!
//! The surface `mcp`: its patterns are matched with targets, from the particular to the general, and a rule for all of them stands
//! behind one that names a target (pi-permission-system 20.7.3, docs/configuration.md, "`mcp` Surface" and "MCP Discovery Only").

use super::approval::exactly;
use super::finding::Request;
use super::question::{Standing, Verb};
use super::{Call, Finding, telling};
use crate::policy::{Action, Judgement, Policy};
use crate::tool::Kind;
use crate::value::Text;
use serde_json::Value;

/// What any `allow` on the surface allows as well, unless a rule speaks of it: finding out what there is.
const DISCOVERY: [&str; 5] = ["mcp_status", "mcp_list", "mcp_search", "mcp_describe", "mcp_connect"];
/// What the call is, whatever it is about.
const OPERATIONS: [&str; 7] =
    ["mcp_call", "mcp_status", "mcp_list", "mcp_search", "mcp_describe", "mcp_connect", "mcp"];
/// How many servers a tool's name is tried to end with.
const MAX_SERVERS: usize = 16;

/// What a call of the proxy is about.
#[derive(Default)]
struct Targets {
    /// For people.
    name: String,
    /// From the particular to the general.
    targets: Vec<String>,
    /// What a rule against a server may mean, where the call does not say which server it is.
    guessed: Vec<Text>,
}

pub(super) fn findings(call: &Call<'_>, policy: &Policy) -> Vec<Finding> {
    if call.kind != Kind::Mcp {
        return Vec::new();
    }
    let asked = Targets::of_action(call.input).into_iter().chain([Targets::of(call.input)]);
    asked
        .filter_map(|Targets { name, targets, guessed }| {
            let request = Request {
                verb: Verb::Use,
                subject: format!("mcp {name}"),
                place: None,
                excess: None,
                span: None,
                statement: format!("The tool mcp is used for {}", telling::quoted(&name)),
                patterns: targets.first().and_then(|target| exactly(&target.as_str().into())).into_iter().collect(),
            };
            Finding::of_rules(judge(&targets, &guessed, policy), "mcp", Standing::Ruled, request)
        })
        .collect()
}

/// The first target that a rule names decides; one for all of them only where none does. What the call is (`mcp_call`, `mcp_list`)
/// is named by its whole name alone: a pattern that matches it too (`mcp_*`) may only be stricter.
fn judge(targets: &[String], guessed: &[Text], policy: &Policy) -> Judgement {
    let any_allow = policy.config().rules.iter().any(|rule| rule.surface == "mcp" && rule.action == Action::Allow);
    let mut of_all: Option<Judgement> = None;
    let mut first: Option<Judgement> = None;
    for target in targets {
        let judgement = policy.texts("mcp", &[Text::literal(target.as_str())], guessed);
        match &judgement.rule {
            Some(rule) if rule.pattern.bytes().all(|byte| byte == b'*') => {
                of_all.get_or_insert(judgement);
            }
            Some(rule) if OPERATIONS.contains(&target.as_str()) && rule.pattern != *target => {
                return stricter(of_all, judgement);
            }
            Some(_) => return judgement,
            None if any_allow && DISCOVERY.contains(&target.as_str()) => return Judgement::fallback(Action::Allow),
            None => {
                first.get_or_insert(judgement);
            }
        }
    }
    of_all.or(first).unwrap_or(Judgement::fallback(Action::Ask))
}

fn stricter(one: Option<Judgement>, other: Judgement) -> Judgement {
    one.filter(|one| one.action > other.action).unwrap_or(other)
}

fn text<'i>(input: &'i Value, field: &str) -> Option<&'i str> {
    input.get(field).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}

fn of_server(server: &str) -> [String; 2] {
    [format!("mcp_server_{server}"), server.to_owned()]
}

impl Targets {
    /// A server is installed or signed in to, whatever else the call says (pi-mcp-adapter 2.36, README, "Usage").
    fn of_action(input: &Value) -> Option<Self> {
        let name = format!("mcp_{}", text(input, "action")?.replace('-', "_"));
        let server = text(input, "server").into_iter().flat_map(of_server);
        let targets = std::iter::once(name.clone()).chain(server).chain(["mcp".to_owned()]).collect();
        Some(Self { name, targets, guessed: Vec::new() })
    }

    fn of(input: &Value) -> Self {
        let text = |field: &str| text(input, field);
        let server = text("server");
        let mut out = Self::default();
        let operation = if let Some(tool) = text("tool") {
            out.tool(tool, server);
            "mcp_call"
        } else if let Some(server) = text("connect") {
            out.targets.extend([format!("mcp_connect_{server}"), server.to_owned()]);
            "mcp_connect"
        } else if let Some(tool) = text("describe") {
            out.tool(tool, server);
            "mcp_describe"
        } else if let Some(server) = text("instructions") {
            out.targets.extend(of_server(server));
            "mcp_describe"
        } else {
            out.targets.extend(server.into_iter().flat_map(of_server));
            match (text("search"), server) {
                (Some(query), _) => {
                    out.targets.push(query.to_owned());
                    "mcp_search"
                }
                (None, Some(_)) => "mcp_list",
                (None, None) => "mcp_status",
            }
        };
        if operation != "mcp_call" {
            let of = if out.name.is_empty() { out.targets.last().map_or("", String::as_str) } else { &out.name };
            out.name = format!("{operation} {of}").trim_end().to_owned();
        }
        out.targets.extend([operation.to_owned(), "mcp".to_owned()]);
        out
    }

    /// A tool, by its name or as `server:tool`.
    fn tool(&mut self, reference: &str, server: Option<&str>) {
        let parts = reference.split_once(':').map(|(server, tool)| (server.trim(), tool.trim()));
        let qualified = parts.filter(|(server, tool)| !server.is_empty() && !tool.is_empty());
        let tool = qualified.map_or(reference, |(_, tool)| tool);
        match server.or(qualified.map(|(server, _)| server)) {
            Some(server) => {
                self.name = format!("{server}:{tool}");
                self.targets.extend([format!("{server}_{tool}"), self.name.clone(), server.to_owned()]);
            }
            None => {
                self.name = tool.to_owned();
                // A tool of the server `exa` may be called `search_exa`.
                let ends = tool.rmatch_indices('_').take(MAX_SERVERS).filter_map(|(at, _)| tool.get(at + 1..));
                let servers = ends.filter(|end| !end.is_empty());
                self.guessed = servers
                    .flat_map(|server| [format!("{server}_{tool}"), format!("{server}:{tool}"), server.to_owned()])
                    .map(Text::from)
                    .collect();
            }
        }
        self.targets.extend([tool.to_owned(), reference.to_owned()]);
    }
}

#[cfg(test)]
mod tests {
    use crate::policy::Action::{self, Allow, Ask, Deny};
    use crate::record::ToolCall;
    use crate::{Guard, Options, path::NoFileSystem};
    use serde_json::{Value, json};

    fn action(permission: &Value, input: &Value) -> Action {
        let options = json!({"cwd": "/w", "config": {"permission": permission}});
        let options: Options = serde_json::from_value(options).unwrap();
        let guard = Guard::new(options, Box::new(NoFileSystem)).unwrap();
        guard.check(&ToolCall::new("mcp", input.clone())).verdict.action
    }

    /// What pi-permission-system 20.7.3 documents, and was seen to say but where a line says otherwise.
    #[test]
    fn targets_are_matched_from_the_particular_to_the_general() {
        let some = json!({"*": "ask", "mcp_status": "allow", "maps:*": "ask", "shell": "deny"});
        let maps = json!({"maps:*": "allow"});
        for (rules, input, expected) in [
            (&some, json!({}), Allow),
            (&some, json!({"server": "x"}), Ask),
            (&some, json!({"search": "route"}), Ask),
            // The peer asks: a server's or a query's name is matched by the rule for everything before it comes to these.
            (&json!({"*": "ask", "mcp_list": "allow"}), json!({"server": "x"}), Allow),
            (&json!({"*": "ask", "mcp_search": "allow"}), json!({"search": "route"}), Allow),
            (&json!({"*": "ask", "mcp_list": "allow", "x": "deny"}), json!({"server": "x"}), Deny),
            (&some, json!({"tool": "maps:route"}), Ask),
            // The peer asks: the rule for everything hides the one for the server from it.
            (&some, json!({"tool": "run", "server": "shell"}), Deny),
            (&some, json!({"server": "shell"}), Deny),
            (&some, json!({"connect": "shell"}), Deny),
            (&maps, json!({"tool": "maps:route"}), Allow),
            (&maps, json!({"tool": "route", "server": "maps"}), Allow),
            (&maps, json!({"describe": "maps:route"}), Allow),
            (&maps, json!({"tool": "other:route"}), Ask),
            // An allow of anything allows to find out what there is.
            (&maps, json!({}), Allow),
            (&maps, json!({"search": "route"}), Allow),
            (&maps, json!({"connect": "maps"}), Allow),
            (&maps, json!({"server": "other"}), Allow),
            // The peer denies, for the same reason.
            (&json!({"*": "deny", "maps": "allow"}), json!({"tool": "maps:route"}), Allow),
            (&json!({"*": "deny", "maps": "allow"}), json!({"server": "maps"}), Allow),
            (&json!({"*": "deny", "maps": "allow"}), json!({"connect": "maps"}), Allow),
            (&json!({"*": "deny", "maps": "allow"}), json!({"tool": "shell:run"}), Deny),
            (&json!({"maps": "allow"}), json!({"tool": "maps:route"}), Allow),
            (&json!({"maps": "deny", "maps_route": "allow"}), json!({"tool": "maps:route"}), Allow),
            (&json!({"maps_route": "deny", "maps": "allow"}), json!({"tool": "maps:route"}), Deny),
            (&json!({"route": "deny"}), json!({"tool": "maps:route"}), Deny),
            (&json!({"mcp_server_maps": "deny"}), json!({"server": "maps"}), Deny),
            (&json!({"maps": "deny"}), json!({"tool": "route_maps"}), Deny),
            (&json!({"maps": "deny"}), json!({"tool": "maps_route"}), Ask),
            (&json!({"maps:*": "allow"}), json!({"tool": "maps:"}), Allow),
            (&json!({":*": "allow"}), json!({"tool": ":route"}), Allow),
            (&json!({"*": "deny", "mcp_*": "allow"}), json!({"server": "maps"}), Allow),
            (&json!({"*": "deny", "mcp_*": "allow"}), json!({"tool": "route"}), Deny),
            (&json!({"*": "deny", "mcp_call": "allow"}), json!({"tool": "route"}), Allow),
            (&json!({"mcp_call": "allow"}), json!({"tool": "route"}), Allow),
            (&json!({"mcp": "allow"}), json!({"tool": "route"}), Allow),
            (&json!("allow"), json!({"tool": "route"}), Allow),
            (&json!("deny"), json!({}), Deny),
            // An action is none of what may be found out.
            (&maps, json!({"action": "install", "url": "https://maps.example"}), Ask),
            (&maps, json!({"action": "install", "tool": "maps:route"}), Ask),
            (&maps, json!({"action": "status", "tool": "other:route"}), Ask),
            (&json!({"mcp_auth_start": "deny", "*": "allow"}), json!({"action": "auth-start", "server": "maps"}), Deny),
            (&json!({"*": "allow", "maps": "deny"}), json!({"action": "auth-start", "server": "maps"}), Deny),
            (&json!({"*": "allow", "maps": "deny"}), json!({"instructions": "maps"}), Deny),
            (&maps, json!({"instructions": "other"}), Allow),
            // It is not known what the proxy makes of it: blocked.
            (&json!("allow"), json!({"tool": 7}), Deny),
        ] {
            assert_eq!(action(&json!({"mcp": rules}), &input), expected, "{rules} {input}");
        }
    }

    #[test]
    fn an_approval_is_for_the_same_target() {
        for rules in [json!("ask"), json!({"*": "ask"}), json!({"maps": "ask"})] {
            for (input, other) in [
                (json!({"tool": "maps:route"}), json!({"tool": "maps:place"})),
                (json!({"tool": "route", "server": "maps"}), json!({"tool": "route", "server": "streets"})),
                (json!({"server": "maps"}), json!({"server": "streets"})),
                (json!({}), json!({"search": "x"})),
            ] {
                let config = |session: &Value| json!({"permission": {"mcp": rules}, "session": session});
                let check = |session: &Value, input: &Value| {
                    let options = json!({"cwd": "/w", "config": config(session)});
                    let options: Options = serde_json::from_value(options).unwrap();
                    let guard = Guard::new(options, Box::new(NoFileSystem)).unwrap();
                    guard.check(&ToolCall::new("mcp", input.clone()))
                };
                let asked = check(&json!([]), &input);
                let session = serde_json::to_value(&asked.approvals).unwrap();
                assert_eq!((asked.verdict.action, asked.approvals.len()), (Ask, 1), "{rules} {input}");
                assert_eq!(check(&session, &input).verdict.action, Allow, "{rules} {input} {session}");
                assert_eq!(check(&session, &other).verdict.action, Ask, "{rules} {other} {session}");
            }
        }
    }
}
