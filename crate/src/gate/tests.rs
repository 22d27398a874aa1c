//! Verdicts on calls that are made by hand.

use super::*;
use crate::access::{Access, Boundary, Certainty, Mode, Role};
use crate::command::Argument;
use crate::coverage::Code;
use crate::eval::Command;
use crate::path::{NoFileSystem, Place, Platform, Surroundings};
use crate::policy::Config;
use crate::source::Span;
use crate::value::{Hole, Text};
use serde_json::json;

fn policy(config: &Value) -> Policy {
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: Some("/home/u"), fs: &NoFileSystem };
    let json = serde_json::from_str(&config.to_string()).unwrap();
    Policy::new(Config::read(&json, "config").unwrap(), &surroundings).unwrap()
}

/// `$x` is a hole of which nothing is known.
fn access(mode: Mode, path: &str) -> Access {
    let unknown = path == "$x";
    let text = if unknown { Text::hole(Hole::Any) } else { Text::literal(path) };
    let known = (!unknown).then(|| text.clone());
    let boundary = match known {
        None => Boundary::Either,
        Some(_) if path.starts_with("/w") => Boundary::Inside,
        Some(_) => Boundary::Outside,
    };
    let place =
        Place { typed: text, lexical: known.clone(), canonical: known, faithful: true, boundary, literal_only: false };
    Access { place, mode, certainty: Certainty::Definite, role: Role::Known, span: None }
}

fn command(level: usize, transparent: bool, canonical: &str) -> Command {
    let argv = canonical.split(' ').map(|word| Argument { text: word.into(), span: Span::default(), open: false });
    Command {
        argv: argv.collect(),
        canonical: canonical.into(),
        meant: Vec::new(),
        span: Span::default(),
        level,
        via: Vec::new(),
        transparent,
        source: canonical.to_owned(),
    }
}

fn check(tool: &str, input: &Value, evaluation: &Evaluation, config: &Value) -> Checked {
    let source = (tool == "bash").then(|| input.get("command").and_then(Value::as_str).unwrap_or(""));
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: Some("/home/u"), fs: &NoFileSystem };
    let (kind, origin, skills) = (Kind::of(tool, &[]), Caller::Model, &Skills::default());
    judge(&Call { tool, kind, origin, input, source, evaluation, surroundings, skills }, &policy(config))
}

fn bash(evaluation: &Evaluation, config: &Value) -> Checked {
    check("bash", &json!({"command": "x", "timeout": 1}), evaluation, config)
}

fn of_accesses(accesses: Vec<Access>) -> Evaluation {
    Evaluation { accesses, ..Evaluation::default() }
}

/// Action and subjects.
fn told(checked: &Checked) -> (Action, Vec<&str>) {
    (checked.verdict.action, checked.verdict.reasons.iter().map(|reason| reason.subject.as_str()).collect())
}

#[test]
fn only_what_is_not_allowed_is_named() {
    use Action::{Allow, Ask, Deny};
    let read = |paths: &[&str]| of_accesses(paths.iter().map(|path| access(Mode::Read, path)).collect());
    for (external, paths, action, subjects) in [
        (json!({"*": "ask", "/tmp/*": "allow"}), vec!["/tmp/x"], Allow, vec![]),
        (json!({"*": "ask", "/tmp/*": "allow"}), vec!["/tmp/x", "/opt/y"], Ask, vec!["/opt/y"]),
        (json!({"*": "ask", "/etc/*": "deny"}), vec!["/opt/y", "/etc/x"], Deny, vec!["/opt/y", "/etc/x"]),
        (json!("ask"), vec!["/w/x"], Allow, vec![]),
        (json!("ask"), vec!["/a", "/b", "/a"], Ask, vec!["/a", "/b"]),
        (json!("deny"), vec!["$x"], Ask, vec!["a path that cannot be known"]),
    ] {
        let config = json!({"permission": {"*": "allow", "external_directory": external}});
        assert_eq!(told(&bash(&read(&paths), &config)), (action, subjects), "{config} {paths:?}");
    }
}

#[test]
fn every_gate_speaks_and_the_strictest_wins() {
    let evaluation = Evaluation {
        accesses: vec![access(Mode::Read, "/w/.env"), access(Mode::Write, "/opt/x")],
        commands: vec![command(0, false, "npm install")],
        ..Evaluation::default()
    };
    let config = json!({"permission": {
        "*": "allow", "external_directory": "ask", "path": {"*.env": "ask"},
        "bash": {"npm *": {"action": "deny", "reason": "Use pnpm."}}
    }});
    let checked = bash(&evaluation, &config);
    assert_eq!(told(&checked), (Action::Deny, vec!["/opt/x", "/w/.env", "npm install"]));
    assert!(checked.approvals.is_empty());
    let message = checked.message.unwrap();
    assert!(
        message.contains("npm install") && message.contains("Use pnpm.") && !message.contains("/opt/x"),
        "{message}"
    );
}

#[test]
fn path_speaks_only_by_a_rule_of_its_own() {
    let evaluation = of_accesses(vec![access(Mode::Read, "/w/a")]);
    let quiet = json!({"permission": {"*": "ask", "bash": "allow", "path": {"*.env": "deny"}}});
    assert_eq!(bash(&evaluation, &quiet).verdict.action, Action::Allow);
    let speaks = json!({"permission": {"*": "allow", "path": "ask"}});
    assert_eq!(bash(&evaluation, &speaks).verdict.action, Action::Ask);
}

#[test]
fn unknown_paths_are_asked_about_where_they_are_known_to_be_paths() {
    let with = |role: Role, mode: Mode| of_accesses(vec![Access { role, ..access(mode, "$x") }]);
    let env = json!({"*": "allow", "path": {"*.env": "deny"}});
    for (config, evaluation, action) in [
        (json!({"permission": {"*": "allow"}}), with(Role::Known, Mode::Read), Action::Ask),
        (json!({"permission": {"*": "allow"}, "unknownPath": "allow"}), with(Role::Known, Mode::Read), Action::Allow),
        (json!({"permission": {"*": "allow"}}), with(Role::Guessed, Mode::Read), Action::Allow),
        (json!({"permission": {"*": "allow"}}), with(Role::Known, Mode::Link), Action::Allow),
        (json!({"permission": env, "unknownPath": "allow"}), with(Role::Known, Mode::Read), Action::Ask),
        (json!({"permission": env}), with(Role::Guessed, Mode::Read), Action::Allow),
    ] {
        assert_eq!(bash(&evaluation, &config).verdict.action, action, "{config}");
    }
}

#[test]
fn a_link_that_leads_outside_is_not_asked_about() {
    let config = json!({"permission": {"*": "allow", "external_directory": "deny"}});
    let evaluation = of_accesses(vec![access(Mode::Link, "/etc"), access(Mode::Write, "/w/etc")]);
    assert_eq!(bash(&evaluation, &config).verdict.action, Action::Allow);
}

#[test]
fn what_was_not_understood_is_asked_about_and_still_denied() {
    let mut evaluation = of_accesses(vec![access(Mode::Read, "/etc/x")]);
    evaluation.coverage.miss(Code::UnknownCode, Span::new(0, 1));
    let config = |external: &str| json!({"permission": {"*": "allow", "external_directory": external}});
    let allowed = bash(&evaluation, &config("allow"));
    assert_eq!(told(&allowed), (Action::Ask, vec!["x"]));
    assert!(allowed.approvals.is_empty());
    assert_eq!(bash(&evaluation, &config("deny")).verdict.action, Action::Deny);
}

#[test]
fn every_command_has_to_be_allowed() {
    use Action::{Allow, Ask, Deny};
    let one = |text: &str| vec![command(0, false, text)];
    let timed = |inner: &str| vec![command(0, true, &format!("timeout 5 {inner}")), command(1, false, inner)];
    let root = |inner: &str| vec![command(0, false, &format!("sudo {inner}")), command(1, false, inner)];
    for (rules, commands, action) in [
        (json!({"*": "ask", "git *": "allow"}), one("git push"), Allow),
        (json!({"*": "ask", "git *": "allow"}), [one("git push"), one("rm x")].concat(), Ask),
        (json!({"*": "ask", "git *": "allow"}), timed("git push"), Allow),
        (json!({"*": "ask", "git *": "allow"}), timed("rm x"), Ask),
        (json!({"*": "ask", "timeout *": "allow"}), timed("rm x"), Ask),
        (json!({"git *": "allow", "timeout *": "deny"}), timed("git push"), Deny),
        (json!({"timeout *": "deny", "git *": "allow"}), timed("git push"), Deny),
        (json!({"*": "deny", "git *": "allow"}), timed("git push"), Allow),
        (json!({"timeout *": "deny", "timeout 5 *": "allow", "git *": "allow"}), timed("git push"), Allow),
        (json!({"*": "ask", "git *": "allow"}), root("git push"), Ask),
        (json!({"*": "ask", "sudo *": "allow"}), root("git push"), Ask),
        (json!({"*": "ask", "sudo *": "allow", "git *": "allow"}), root("git push"), Allow),
        (json!({"*": "allow", "rm *": "deny"}), root("rm x"), Deny),
        (json!("deny"), vec![], Deny),
        (json!({"*": "allow", "rm *": "deny"}), [one("git push"), timed("git x"), one("rm x")].concat(), Deny),
    ] {
        let evaluation = Evaluation { commands: commands.clone(), ..Evaluation::default() };
        let config = json!({"permission": {"*": "allow", "bash": rules}});
        let canonical: Vec<_> = commands.iter().map(|command| command.canonical.plain()).collect();
        assert_eq!(bash(&evaluation, &config).verdict.action, action, "{config} {canonical:?}");
    }
}

#[test]
fn the_tools_own_surface() {
    use Action::{Allow, Ask, Deny};
    let none = Evaluation::default();
    let env = || of_accesses(vec![access(Mode::Read, "/w/.env")]);
    for (tool, input, evaluation, permission, action) in [
        ("read", json!({"path": ".env"}), env(), json!({"*": "allow", "read": {"*": "allow", "*.env": "deny"}}), Deny),
        ("read", json!({"path": ".env"}), env(), json!({"*": "ask", "read": {"/w/*": "allow"}}), Allow),
        ("read", json!({"path": "/dev/null"}), none.clone(), json!({"*": "allow", "read": "deny"}), Deny),
        ("write", json!({"path": "x"}), none.clone(), json!({"*": "allow", "read": "deny"}), Allow),
        ("web", json!({}), none.clone(), json!({"*": "allow"}), Allow),
        ("web", json!({}), none.clone(), json!({}), Ask),
        ("web", json!({}), none.clone(), json!({"*": "allow", "web": {"*": "allow", "x": "deny"}}), Ask),
        ("mcp", json!({"tool": "exa:del"}), none.clone(), json!({"*": "allow", "mcp": {"exa:del": "deny"}}), Deny),
        ("mcp", json!({"tool": "exa:del"}), none.clone(), json!({"mcp": {"exa:del": "deny", "exa": "allow"}}), Deny),
        ("mcp", json!({"tool": "get", "server": "exa"}), none.clone(), json!({"mcp": {"exa:*": "allow"}}), Allow),
        ("mcp", json!({}), none.clone(), json!({"mcp": {"mcp_status": "allow"}}), Allow),
        ("mcp", json!({"search": "x"}), none.clone(), json!({"mcp": {"mcp_status": "deny"}}), Ask),
    ] {
        let config = json!({"permission": permission});
        assert_eq!(check(tool, &input, &evaluation, &config).verdict.action, action, "{tool} {input} {config}");
    }
}

#[test]
fn find_starts_where_it_may() {
    use Action::{Allow, Ask, Deny};
    let roots = |paths: &[&str]| Evaluation {
        find_roots: vec![paths.iter().map(|path| access(Mode::Search, path)).collect()],
        ..Evaluation::default()
    };
    let searched = |path: &str| of_accesses(vec![access(Mode::Search, path)]);
    let on =
        json!({"permission": {"*": "allow"}, "blockFindRoot": {"forbiddenPaths": ["/", "/etc"], "blockBash": true}});
    let off = json!({"permission": {"*": "allow"}, "blockFindRoot": {"forbiddenPaths": ["/etc"]}});
    for (tool, evaluation, config, action) in [
        ("find", searched("/etc/ssl"), &off, Deny),
        ("find", searched("/usr"), &on, Allow),
        ("grep", searched("/etc"), &on, Allow),
        ("bash", roots(&["/etc"]), &off, Allow),
        ("bash", roots(&["/w", "/etc"]), &on, Deny),
        ("bash", roots(&["/"]), &on, Deny),
        ("bash", roots(&["/usr"]), &on, Allow),
        ("bash", roots(&["$x"]), &on, Ask),
    ] {
        let verdict = check(tool, &json!({"command": "x"}), &evaluation, config).verdict;
        assert_eq!(verdict.action, action, "{tool} {config}");
    }
}

#[test]
fn a_bash_call_gets_a_timeout() {
    let config = json!({"permission": {"*": "allow"}, "defaultTimeout": 300});
    for (tool, input, patch) in [
        ("bash", json!({"command": "x"}), Some(300)),
        ("bash", json!({"command": "x", "timeout": null}), Some(300)),
        ("bash", json!({"command": "x", "timeout": 0}), Some(300)),
        ("bash", json!({"command": "x", "timeout": -1}), Some(300)),
        ("bash", json!({"command": "x", "timeout": "7"}), Some(300)),
        ("bash", json!({"command": "x", "timeout": [7]}), Some(300)),
        ("bash", json!({"command": "x", "timeout": -0.0}), Some(300)),
        ("bash", json!({"command": "x", "timeout": 2_147_483}), None),
        ("bash", json!({"command": "x", "timeout": 2_147_483.5}), Some(2_147_483)),
        ("bash", json!({"command": "x", "timeout": 1e300}), Some(2_147_483)),
        ("bash", json!({"command": "x", "timeout": u64::MAX}), Some(2_147_483)),
        ("bash", json!({"command": "x", "timeout": 7}), None),
        ("bash", json!({"command": "x", "timeout": 0.5}), None),
        ("read", json!({"path": "x"}), None),
    ] {
        let verdict = check(tool, &input, &Evaluation::default(), &config).verdict;
        assert_eq!(verdict.input.map(|patch| patch.timeout), patch, "{tool} {input}");
    }
    let denied = json!({"permission": {"*": "deny"}});
    assert_eq!(check("bash", &json!({"command": "x"}), &Evaluation::default(), &denied).verdict.input, None);
}

#[test]
fn an_approval_covers_what_was_shown() {
    let config = json!({"permission": {"*": "allow", "external_directory": "ask", "bash": {"git *": "ask"}}});
    let approvals = |evaluation: &Evaluation| {
        let checked = bash(evaluation, &config);
        assert_eq!(checked.verdict.action, Action::Ask);
        checked.approvals.into_iter().map(|rule| (rule.surface, rule.pattern)).collect::<Vec<_>>()
    };
    let rule = |surface: &str, pattern: &str| (surface.to_owned(), pattern.to_owned());
    let read = access(Mode::Read, "/opt/x");
    assert_eq!(approvals(&of_accesses(vec![read.clone()])), [rule("external_directory_read", "/opt/x")]);
    assert_eq!(
        approvals(&of_accesses(vec![access(Mode::Metadata, "/opt"), access(Mode::Write, "/opt")])),
        [rule("external_directory_read", "/opt"), rule("external_directory_write", "/opt")]
    );
    // A directory that is listed or entered is itself alone.
    for mode in [Mode::List, Mode::Chdir] {
        assert_eq!(approvals(&of_accesses(vec![access(mode, "/opt")])), [rule("external_directory_read", "/opt")]);
    }
    // One that is searched is itself and what is in it, once …
    let directory = [rule("external_directory_read", "/opt"), rule("external_directory_read", "/opt/*")];
    for modes in [vec![Mode::Search], vec![Mode::Search, Mode::Chdir], vec![Mode::List, Mode::Read, Mode::Search]] {
        assert_eq!(approvals(&of_accesses(modes.iter().map(|&mode| access(mode, "/opt")).collect())), directory);
    }
    // … with whatever is in it …
    let all = vec![access(Mode::Read, "/opt/a/b"), access(Mode::Search, "/opt"), access(Mode::Search, "/opt/a")];
    assert_eq!(approvals(&of_accesses(all)), directory);
    // … but never everything, nor everything in a home or around one.
    for vast in ["/", "/home", "/home/u"] {
        assert_eq!(approvals(&of_accesses(vec![access(Mode::Search, vast)])), [rule("external_directory_read", vast)]);
    }
    // What is in a directory that a rule names is asked about one by one, unless all of it is read.
    let named = json!({"permission": {"*": "allow", "path": {"/opt/*": "ask"}}});
    for (mode, covered) in [(Mode::List, vec!["/opt/a"]), (Mode::Search, vec!["/opt/a", "/opt/a/*"])] {
        let asked = bash(&of_accesses(vec![access(mode, "/opt/a")]), &named).approvals;
        assert_eq!(asked.iter().map(|rule| rule.pattern.as_str()).collect::<Vec<_>>(), covered);
    }
    // A pattern cannot say "a star", and no rule covers what is unknown: then there is no such answer at all.
    assert_eq!(approvals(&of_accesses(vec![read.clone(), access(Mode::Read, "/opt/a*")])), []);
    assert_eq!(approvals(&of_accesses(vec![read, access(Mode::Read, "$x")])), []);
    let push = Evaluation { commands: vec![command(0, false, "git push")], ..Evaluation::default() };
    assert_eq!(approvals(&push), [rule("bash", "git push")]);
}

#[test]
fn approved_calls_are_not_asked_about_again() {
    let evaluation = Evaluation {
        accesses: vec![access(Mode::Write, "/opt/x"), access(Mode::Network, "/opt/y")],
        commands: vec![command(0, false, "git push")],
        ..Evaluation::default()
    };
    let config = json!({"permission": {"*": "allow", "external_directory": "ask", "bash": {"git *": "ask"}}});
    let approvals = bash(&evaluation, &config).approvals;
    assert_eq!(approvals.len(), 3);
    let mut approved = config;
    approved["session"] = serde_json::to_value(approvals).unwrap();
    assert_eq!(bash(&evaluation, &approved).verdict.action, Action::Allow);
}

#[test]
fn messages_are_sentences_without_surprises() {
    let config = json!({"permission": {"*": "allow", "external_directory": "ask"}});
    let message = |path: &str| bash(&of_accesses(vec![access(Mode::Write, path)]), &config).message.unwrap();
    assert_eq!(
        message("/etc/hosts"),
        "foregate: This runs only if the user allows it. This command writes /etc/hosts, which is outside the project; the rules for \
         paths outside the project ask first. Do the task without this step, or ask the user how to go on."
    );
    assert!(message("/etc/a\u{1b}[2Kb\n").contains(r"/etc/a\u{1b}[2Kb\n,"));
    assert!(message(&format!("/etc/{}", "x".repeat(10_000))).len() < 1_000);
    let env = json!({"permission": {"*": "allow", "path": {"*.env": "deny"}}});
    assert!(bash(&of_accesses(vec![access(Mode::Read, "$x")]), &env).message.unwrap().contains("may deny it"));
    let many = (0..50).map(|i| access(Mode::Read, &format!("/etc/{i}"))).collect();
    assert!(bash(&of_accesses(many), &config).message.unwrap().contains("And 42 more like these."));
}

#[test]
fn many_findings_take_no_longer_each_than_few() {
    let config = json!({"permission": {"*": "allow", "external_directory": "ask"}});
    let reads = (0..20_000).map(|i| access(Mode::Read, &format!("/opt/{}", i % 15_000))).collect();
    let checked = bash(&of_accesses(reads), &config);
    assert_eq!(checked.question.map(|question| question.asks.len()), Some(15_000));
    assert_eq!((checked.verdict.reasons.len(), checked.approvals.len()), (15_000, 0));
}

#[test]
fn what_is_too_much_to_look_through_is_allowed_once_only() {
    let config = json!({"permission": {"*": "allow", "external_directory": "ask"}});
    for (many, offered) in [(1, 1), (12, 12), (13, 0)] {
        let reads = (0..many).map(|i| access(Mode::Read, &format!("/etc/{i}"))).collect();
        let checked = bash(&of_accesses(reads), &config);
        let question = checked.question.unwrap();
        assert_eq!((checked.approvals.len(), question.lasting.len()), (offered, usize::from(offered > 0)));
        assert_eq!(question.once.is_some_and(|once| once.contains("13 rules")), offered == 0);
    }
}
