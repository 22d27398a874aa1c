//! Calls of tools, whole: what is touched, what is asked, what is changed.

use crate::path::{Flavor, Table};
use crate::policy::Action::{self, Allow, Ask, Deny};
use crate::record::{Caller, ToolCall};
use crate::{Guard, Options};
use serde_json::{Value, json};

/// In `/w` of user `u` (a table of `json!` has its keys in the order of the alphabet); `/skills/pdf` is a skill with files, `/skills/mail.md` one that is a file, and `/w/notes` leads into the first.
fn guard(config: Value) -> Guard {
    let skill = |name: &str, file: &str, base: &str| json!({"name": name, "filePath": file, "baseDir": base});
    let options: Options = serde_json::from_value(json!({
        "platform": "linux", "cwd": "/w", "home": "/home/u", "config": config,
        "skills": [skill("mail", "/skills/mail.md", "/skills"), skill("pdf", "/skills/pdf/SKILL.md", "/skills/pdf")]
    }))
    .unwrap();
    let files = json!({"/skills/pdf/SKILL.md": "file", "/skills/mail.md": "file", "/w/notes": {"link": "/skills/pdf"}});
    Guard::new(options, Box::new(Table::new(Flavor::Posix, serde_json::from_value(files).unwrap()))).unwrap()
}

fn free() -> Guard {
    guard(json!({"permission": {"*": "allow", "external_directory": "ask"}}))
}

fn touched(call: &ToolCall) -> Vec<String> {
    let accesses = free().analyze(call).unwrap().accesses;
    accesses.iter().map(|a| format!("{:?} {}", a.mode, a.path.as_deref().unwrap_or("?")).to_lowercase()).collect()
}

fn from(source: &str, tool: &str, input: Value) -> ToolCall {
    ToolCall { source: Some(source.to_owned()), ..ToolCall::new(tool, input) }
}

#[test]
fn a_tool_that_has_a_path_touches_it() {
    for (tool, input, accesses) in [
        ("outline", json!({"path": "src/a.c"}), vec!["read /w/src/a.c", "write /w/src/a.c"]),
        ("outline", json!({"path": "/etc/hosts"}), vec!["read /etc/hosts", "write /etc/hosts"]),
        ("outline", json!({"path": "~/x"}), vec!["read /home/u/x", "write /home/u/x"]),
        ("outline", json!({"path": ["a", "b"]}), vec!["read /w/a", "write /w/a", "read /w/b", "write /w/b"]),
        ("outline", json!({"path": "/dev/null"}), vec![]),
        ("outline", json!({"path": 7, "file": "/etc/hosts"}), vec![]),
        ("mcp", json!({"tool": "x", "arguments": {"path": "/srv/a"}}), vec!["read /srv/a", "write /srv/a"]),
        ("mcp", json!({"tool": "x", "args": {"path": "/srv/a"}}), vec!["read /srv/a", "write /srv/a"]),
        ("mcp", json!({"tool": "x", "args": "{\"path\": \"/srv/a\"}"}), vec!["read /srv/a", "write /srv/a"]),
        ("mcp", json!({"tool": "x", "args": "path"}), vec![]),
        ("mcp", json!({"tool": "x", "path": "/srv/a"}), vec![]),
        ("skill", json!({"name": "x", "path": "/srv/a"}), vec!["read /srv/a", "write /srv/a"]),
    ] {
        assert_eq!(touched(&ToolCall::new(tool, input.clone())), accesses, "{tool} {input}");
    }
}

#[test]
fn rules_for_paths_are_for_every_tool_with_a_path() {
    let guard = guard(json!({"permission": {
        "*": "allow", "external_directory": "ask", "path": {"*.env": "deny"}, "path_write": {"/w/lib/*": "ask"}
    }}));
    for (input, action) in [("a.c", Allow), (".env", Deny), ("/srv/x", Ask), ("lib/a.c", Ask)] {
        let check = |tool: &str, input: Value| guard.check(&ToolCall::new(tool, input)).verdict.action;
        assert_eq!(check("outline", json!({"path": input})), action, "{input}");
        assert_eq!(check("mcp", json!({"tool": "x", "arguments": {"path": input}})), action, "{input}");
    }
}

#[test]
fn a_tool_that_took_over_a_name_may_do_more() {
    for (call, accesses) in [
        (from("builtin", "read", json!({"path": "a", "base": "/srv/x"})), vec!["read /w/a"]),
        (
            from("npm:ssh", "read", json!({"path": "a", "base": "/srv/x"})),
            vec!["read /w/a", "read /srv/x", "write /srv/x"],
        ),
        (from("npm:ssh", "read", json!({"file": "file:///srv/x"})), vec!["read /srv/x", "write /srv/x"]),
        (from("local", "write", json!({"path": "a", "content": "/srv/x"})), vec!["write /w/a"]),
        // A name of its own promises nothing.
        (from("npm:web", "outline", json!({"task": "/srv/x"})), vec![]),
        (
            from("local", "ls", json!({"in": {"all": ["/srv/x", "x", "see https://a.b"]}})),
            vec!["list /w", "read /srv/x", "write /srv/x"],
        ),
        (
            from("local", "bash", json!({"command": "cat a", "log": "/srv/x"})),
            vec!["read /w/a", "read /srv/x", "write /srv/x"],
        ),
    ] {
        assert_eq!(touched(&call), accesses, "{call:?}");
    }
    assert_eq!(free().check(&from("local", "bash", json!({"cmd": "ls"}))).verdict.action, Deny);
    assert_eq!(free().check(&from("local", "read", json!({"path": 7}))).verdict.action, Allow);
    assert_eq!(free().check(&from("builtin", "read", json!({"path": 7}))).verdict.action, Deny);
}

#[test]
fn powershell_is_asked_about_unless_a_rule_allows_its_text() {
    for (permission, command, action) in [
        (json!({"*": "allow"}), "Get-Date", Ask),
        (json!({"*": "deny"}), "Get-Date", Deny),
        (json!({"*": "allow", "bash": "allow"}), "Get-Date", Ask),
        (json!({"*": "allow", "powershell": {"Get-Date": "allow"}}), " Get-Date\n", Allow),
        (json!({"*": "allow", "powershell": {"Get-Date": "allow"}}), "Get-Date; rm x", Ask),
        (json!({"*": "allow", "powershell": {"Get-*": "allow", "Get-*;*": "deny"}}), "Get-Date; rm x", Deny),
        (json!({"*": "ask", "powershell": "allow"}), "Get-Date", Allow),
    ] {
        let config = json!({"permission": permission});
        let checked = guard(config.clone()).check(&ToolCall::new("powershell", json!({"command": command})));
        assert_eq!(checked.verdict.action, action, "{config} {command}");
        assert_eq!(checked.verdict.input, None);
    }
    let asked = free().check(&ToolCall::new("powershell", json!({"command": "Get-Date"}))).question.unwrap();
    let line = asked.asks.first().map(|ask| (ask.verb.as_str(), ask.subject.as_str(), ask.place.as_deref()));
    assert_eq!(line, Some(("run", "Get-Date", Some("PowerShell, which is not analyzed"))));
}

#[test]
fn skills_are_used_by_name_and_by_file() {
    let guard = guard(json!({"permission": {
        "*": "allow", "external_directory": "allow", "skill": {"*": "allow", "pdf": "ask", "mail": "deny"}
    }}));
    for (tool, input, action) in [
        ("skill", json!({"name": "other"}), Allow),
        ("skill", json!({"name": "pdf"}), Ask),
        ("skill", json!({"name": "mail"}), Deny),
        ("skill", json!({}), Ask),
        ("read", json!({"path": "/skills/pdf/SKILL.md"}), Ask),
        ("read", json!({"path": "/skills/pdf/forms/a.md"}), Ask),
        ("read", json!({"path": "notes/SKILL.md"}), Ask),
        ("read", json!({"path": "/skills/mail.md"}), Deny),
        ("read", json!({"path": "/skills/other/x"}), Deny),
        ("read", json!({"path": "/skill/x"}), Allow),
        ("bash", json!({"command": "cd notes && cat SKILL.md"}), Ask),
        ("grep", json!({"pattern": "x", "path": "/skills/pdf"}), Ask),
        ("bash", json!({"command": "cat /skills/pdf/*"}), Ask),
        ("bash", json!({"command": "cat /skills/m*"}), Deny),
        ("bash", json!({"command": "cat /skills/m$1"}), Deny),
        ("bash", json!({"command": "cd /skills; cat mail.md"}), Deny),
        ("bash", json!({"command": "cp a /skills/mail.md"}), Deny),
        ("bash", json!({"command": "rm /skills/mail.md"}), Deny),
        ("bash", json!({"command": "ls -l /skills/mail.md"}), Deny),
        ("bash", json!({"command": "grep -r x /skills"}), Deny),
        ("bash", json!({"command": "rm -r /skills"}), Deny),
        ("bash", json!({"command": "python3 -c 'print(open(\"/skills/mail.md\").read())'"}), Deny),
        ("bash", json!({"command": "ls /home"}), Allow),
        // Far above it: it may be one of many files.
        ("bash", json!({"command": "grep -r x /"}), Ask),
        ("write", json!({"path": "/skills/mail.md"}), Allow),
    ] {
        assert_eq!(guard.check(&ToolCall::new(tool, input.clone())).verdict.action, action, "{tool} {input}");
    }
    let asked = guard.check(&ToolCall::new("read", json!({"path": "notes/SKILL.md"})));
    let approvals: Vec<_> = asked.approvals.iter().map(|rule| (rule.surface.as_str(), rule.pattern.as_str())).collect();
    assert_eq!(approvals, [("skill", "pdf")]);
    let lines: Vec<_> = asked.question.iter().flat_map(|question| &question.asks).collect();
    assert_eq!(lines.first().map(|ask| (ask.verb.as_str(), ask.subject.as_str())), Some(("use", "skill pdf")));
}

#[test]
fn what_is_denied_whatever_its_input_is_hidden() {
    for (config, hidden) in [
        (json!({"permission": {"*": "allow"}}), ""),
        (json!({"permission": {"*": "allow", "write": "deny"}}), "write"),
        (json!({"permission": {"*": "allow", "write": {"*": "deny", "src/*": "allow"}}}), ""),
        (json!({"permission": {"*": "allow", "write": {"$src/*": "allow", "*": "deny"}}}), "write"),
        (json!({"permission": {"*": "allow", "write": {"*.lock": "deny"}}}), ""),
        (json!({"permission": {"*": "allow", "bash": "deny"}}), "bash exec"),
        (json!({"permission": {"*": "allow", "exec": "deny"}}), "exec"),
        (json!({"permission": {"*": "deny", "bash": {"git *": "ask"}}}), "write mcp web powershell"),
        (json!({"permission": {"*": "ask", "mcp": "deny", "powershell": "deny"}}), "mcp powershell"),
    ] {
        let mut all = config.clone();
        all["shellTools"] = json!({"exec": {"commandArgument": "cmd"}});
        let tools = ["write", "bash", "exec", "mcp", "web", "powershell"].map(str::to_owned);
        assert_eq!(guard(all).hidden(&tools).join(" "), hidden, "{config}");
    }
}

#[test]
fn the_model_is_told_of_the_timeout_once() {
    let note = |config: Value| guard(config).prompt_note();
    assert!(
        note(json!({"permission": {"*": "allow"}, "defaultTimeout": 45}))
            .is_some_and(|note| note.contains(" 45 seconds"))
    );
    assert_eq!(note(json!({"permission": {"bash": "deny"}})), None);
}

#[test]
fn what_the_user_runs_is_judged_and_left_as_it_is() {
    let guard = guard(
        json!({"permission": {"*": "allow", "external_directory": "ask", "bash": {"*": "allow", "rm *": "deny"}}}),
    );
    let check = |origin: Caller, command: &str| {
        guard.check(&ToolCall { origin, ..ToolCall::new("bash", json!({"command": command})) })
    };
    let actions: [Action; 3] =
        ["ls", "cat /etc/hosts", "rm x"].map(|command| check(Caller::User, command).verdict.action);
    assert_eq!(actions, [Allow, Ask, Deny]);
    assert_eq!(check(Caller::User, "ls").verdict.input, None);
    assert!(check(Caller::Model, "ls").verdict.input.is_some());
    assert!(check(Caller::User, "rm x").message.is_some_and(|message| message.ends_with("a terminal of your own.")));
}

#[test]
fn a_call_may_say_where_it_comes_from() {
    let call: ToolCall =
        serde_json::from_value(json!({"tool": "bash", "input": {}, "origin": "user", "source": "local"})).unwrap();
    assert_eq!((call.origin, call.is_foreign()), (Caller::User, true));
    let call: ToolCall = serde_json::from_value(json!({"tool": "bash", "input": {}})).unwrap();
    assert_eq!((call.origin, call.is_foreign()), (Caller::Model, false));
}
