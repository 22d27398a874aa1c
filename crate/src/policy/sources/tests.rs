//! What files come to together.

use crate::path::NoFileSystem;
use crate::policy::Configuration;
use crate::record::{SessionRule, ToolCall};
use crate::{Action, Guard, Options};
use serde_json::{Value, json};

const GLOBAL: &str = "/a/extensions/foregate.json";

/// A guard of files: `scope kind` and the text.
fn guard(trusted: bool, files: &[(&str, &str)]) -> Guard {
    let files: Vec<Value> = files
        .iter()
        .map(|(name, text)| {
            let (scope, kind) = name.split_once(' ').unwrap();
            let directory = if scope == "global" { "/a" } else { "/w/.pi" };
            let path = match kind {
                "foregate" => format!("{directory}/extensions/foregate.json"),
                "peer" => format!("{directory}/extensions/pi-permission-system/config.json"),
                "settings" => format!("{directory}/settings.json"),
                _ => format!("{directory}/agents/x.md"),
            };
            json!({"scope": scope, "kind": kind, "path": path, "text": text})
        })
        .collect();
    made(json!({"trusted": trusted, "agentDir": "/a", "packageDir": "/opt/pi", "files": files}))
}

fn made(sources: Value) -> Guard {
    let options = json!({"platform": "linux", "cwd": "/w", "home": "/home/u", "sources": sources});
    let options: Options = serde_json::from_value(options).unwrap();
    Guard::new(options, Box::new(NoFileSystem)).unwrap()
}

fn bash(guard: &Guard, command: &str) -> Action {
    guard.check(&ToolCall::new("bash", json!({"command": command}))).verdict.action
}

fn problems(guard: &Guard) -> Vec<String> {
    let at = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
    let problems = &guard.configuration().problems;
    problems.iter().map(|p| format!("{}:{}:{}: {}", p.file, at(p.line), at(p.column), p.message)).collect()
}

fn setting(configuration: &Configuration, key: &str) -> (Value, Option<String>) {
    let found = configuration.settings.iter().find(|setting| setting.key == key).unwrap();
    (found.value.clone(), found.origin.file.clone())
}

#[test]
fn scopes_are_merged_as_the_peer_merges_them() {
    use Action::{Allow, Ask, Deny};
    for (global, project, command, action) in [
        // One action replaces another.
        (r#""ask""#, r#""allow""#, "ls", Allow),
        // Two maps are one: a pattern keeps its place and takes the later action.
        (r#"{"*": "ask", "git *": "deny"}"#, r#"{"ls *": "allow"}"#, "ls", Allow),
        (r#"{"*": "ask", "git *": "deny"}"#, r#"{"ls *": "allow"}"#, "git push", Deny),
        (r#"{"*": "ask", "git *": "deny"}"#, r#"{"git *": "allow"}"#, "git push", Allow),
        (r#"{"*": "ask", "git *": "allow"}"#, r#"{"*": "deny"}"#, "git push", Allow),
        (r#"{"*": "ask", "git *": "allow"}"#, r#"{"*": "deny"}"#, "ls", Deny),
        // Of a map and an action the later stands alone.
        (r#"{"*": "allow", "git *": "deny"}"#, r#""allow""#, "git push", Allow),
        (r#""deny""#, r#"{"git *": "allow"}"#, "git push", Allow),
        (r#""deny""#, r#"{"git *": "allow"}"#, "ls", Ask),
    ] {
        let text = |rules: &str| format!(r#"{{"permission": {{"bash": {rules}}}}}"#);
        let (global_text, project_text) = (text(global), text(project));
        for kind in ["foregate", "peer"] {
            let (first, second) = (format!("global {kind}"), format!("project {kind}"));
            let guard = guard(true, &[(&second, &project_text), (&first, &global_text)]);
            assert_eq!(bash(&guard, command), action, "{global} {project} {command}");
            assert_eq!(problems(&guard), [""; 0]);
        }
    }
}

#[test]
fn agents_go_over_files_and_the_project_s_over_the_user_s() {
    let files = [
        (
            "global foregate",
            r#"{"permission": {"*": "ask", "bash": {"a": "allow", "b": "allow", "c": "allow", "d": "allow"}}}"#,
        ),
        ("project foregate", r#"{"permission": {"bash": {"b": "ask", "c": "ask", "d": "ask"}}}"#),
        ("global agent", "---\nname: x\npermission:\n  bash:\n    c: deny\n    d: deny\n---\n"),
        ("project agent", "---\npermission:\n  bash:\n    d: allow\n---\n"),
    ];
    let guard = guard(true, &files);
    let found: Vec<Action> = ["a", "b", "c", "d"].iter().map(|command| bash(&guard, command)).collect();
    assert_eq!(found, [Action::Allow, Action::Ask, Action::Deny, Action::Allow]);
    let rules = &guard.configuration().rules;
    assert_eq!(rules.iter().find(|rule| rule.pattern == "c").unwrap().origin.line, Some(5));
}

#[test]
fn settings_are_taken_key_by_key() {
    let guard = guard(
        true,
        &[
            (
                "global settings",
                r#"{"theme": "x", "defaultTimeout": 5, "blockFindRoot": {"forbiddenPaths": ["/etc"]}, "shellCommandPrefix": "a"}"#,
            ),
            ("project settings", r#"{"blockFindRoot": {"blockBash": true}, "shellCommandPrefix": "cd /etc"}"#),
        ],
    );
    let configuration = guard.configuration();
    let file = |path: &str| Some(path.to_owned());
    assert_eq!(setting(configuration, "defaultTimeout"), (json!(5), file("/a/settings.json")));
    assert_eq!(setting(configuration, "blockFindRoot.forbiddenPaths"), (json!(["/etc"]), file("/a/settings.json")));
    assert_eq!(setting(configuration, "blockFindRoot.blockBash"), (json!(true), file("/w/.pi/settings.json")));
    assert_eq!(setting(configuration, "unknownPath"), (json!("ask"), None));
    assert_eq!(configuration.prefix.as_deref(), Some("cd /etc"));
    assert_eq!(bash(&guard, "cat hosts"), Action::Ask);
    assert!(configuration.notices.is_empty());
    // The preset holds: nothing else is configured.
    assert_eq!(bash(&guard, "ls /w"), Action::Allow);
}

#[test]
fn without_a_file_of_ours_the_peer_s_is_used() {
    let peer = r#"{"permission": {"*": "deny"}, "debugLog": true, "yoloMode": true, "permissionReviewLog": false}"#;
    let alone = guard(true, &[("global peer", peer)]);
    assert_eq!(bash(&alone, "ls"), Action::Deny);
    assert!(!alone.configuration().review_log);
    let notices = alone.configuration().notices.join("\n");
    for says in ["pi-permission-system is used", "debugLog", "yoloMode is not carried"] {
        assert!(notices.contains(says), "{notices}");
    }
    let ours = (r"global foregate", r#"{"permission": {"*": "allow"}}"#);
    let both = guard(true, &[("global peer", peer), ours]);
    assert_eq!(bash(&both, "ls"), Action::Allow);
    assert_eq!(both.configuration().notices.len(), 1);
    // A project that is not trusted cannot turn it off.
    let untrusted = guard(false, &[("global peer", peer), ("project foregate", ours.1)]);
    assert_eq!(bash(&untrusted, "ls"), Action::Deny);
}

#[test]
fn directories_that_the_peer_may_read_lift_no_denial() {
    let peer = |external: &str| {
        format!(
            r#"{{"piInfrastructureReadPaths": ["/srv/pi"], "permission": {{"*": "allow", "external_directory": {external}}}}}"#
        )
    };
    let guard = |external: &str| guard(true, &[("global peer", &peer(external))]);
    let asks = guard(r#""ask""#);
    assert_eq!(bash(&asks, "cat /srv/pi/docs/x"), Action::Allow);
    assert_eq!(bash(&asks, "rm /srv/pi/docs/x"), Action::Ask);
    assert_eq!(bash(&guard(r#"{"*": "ask", "/srv/*": "deny"}"#), "cat /srv/pi/docs/x"), Action::Deny);
    let own = guard(r#""ask", "external_directory_read": {"*": "ask", "/srv/*": "deny"}"#);
    assert_eq!(bash(&own, "cat /srv/pi/docs/x"), Action::Deny);
}

#[test]
fn a_project_that_is_not_trusted_can_tighten_alone() {
    let global = r#"{"permission": {"*": "allow", "bash": {"*": "ask", "ls *": "allow", "rm *": "deny"}}}"#;
    let project = r#"{
        "permission": {"*": "allow", "bash": {"*": "allow", "ls *": "deny", "rm *": "allow"}, "web": "ask"},
        "unknownPath": "allow", "reviewLog": false, "shellTools": {"exec": {"commandArgument": "x"}}, "defaultTimeout": 9,
        "blockFindRoot": {"forbiddenPaths": ["/srv"], "blockBash": true}
    }"#;
    let settings = r#"{"shellCommandPrefix": "ls() { rm; }"}"#;
    let guard =
        guard(false, &[("global foregate", global), ("project foregate", project), ("project settings", settings)]);
    assert_eq!(bash(&guard, "ls"), Action::Deny);
    assert_eq!(bash(&guard, "rm x"), Action::Deny);
    assert_eq!(bash(&guard, "make"), Action::Ask);
    assert_eq!(bash(&guard, "cat $x"), Action::Ask);
    let tool = |name: &str| guard.check(&ToolCall::new(name, json!({}))).verdict.action;
    assert_eq!((tool("web"), tool("exec")), (Action::Ask, Action::Allow));
    let configuration = guard.configuration();
    assert!(configuration.review_log && configuration.prefix.is_none());
    assert_eq!(setting(configuration, "defaultTimeout").0, json!(120));
    assert_eq!(setting(configuration, "blockFindRoot.forbiddenPaths").0, json!(["/", "/srv"]));
    assert!(configuration.notices.iter().any(|notice| notice.contains("can only tighten")));
    assert_eq!(bash(&guard, "find / -name x"), Action::Deny);
}

#[test]
fn a_file_that_cannot_be_read_asks_about_everything_and_lifts_no_denial() {
    let project = ("project foregate", r#"{"permission": {"*": "allow", "bash": {"*": "allow", "rm *": "deny"}}}"#);
    for (text, says) in [
        ("", "1:1: The file is empty"),
        ("{\n  \"permission\": {\"*\": \"allow\"\n", "2:17: This object is not closed"),
        ("[]", "1:1: The file must be an object, not an array."),
        ("{\"permission\": \"allow\"}", "1:16: permission must be an object, not a string."),
    ] {
        let guard = guard(true, &[("global foregate", text), project]);
        let problems = problems(&guard);
        assert!(problems.len() == 1 && problems[0].starts_with(&format!("{GLOBAL}:{says}")), "{problems:?}");
        assert_eq!(bash(&guard, "ls"), Action::Ask, "{text}");
        assert_eq!(bash(&guard, "rm x"), Action::Deny, "{text}");
        let other = guard.check(&ToolCall::new("web", json!({})));
        assert_eq!(other.verdict.action, Action::Ask);
    }
    let unreadable =
        json!({"scope": "global", "kind": "foregate", "path": GLOBAL, "error": "EISDIR: it is a directory"});
    let guard = made(json!({"trusted": true, "files": [unreadable]}));
    assert_eq!(problems(&guard), [format!("{GLOBAL}:-:-: The file cannot be read (EISDIR: it is a directory).")]);
    assert_eq!(bash(&guard, "ls"), Action::Ask);
}

#[test]
fn a_scope_with_something_wrong_in_it_allows_nothing() {
    for (text, says) in [
        (
            "{\"permission\": {\n\"bash\": {\"*\": \"allow\", \"git *\": \"maybe\"}}}",
            "2:33: permission.bash.git * must be",
        ),
        ("{\"permission\": {\n\"web\": 7, \"bash\": \"allow\"}}", "2:8: permission.web must be"),
        (
            "{\"permission\": {\"bash\": \"allow\"},\n\"defaultTimeout\": \"1\"}",
            "2:19: defaultTimeout must be a number",
        ),
        (
            "{\"permission\": {\"bash\": {\"a\": \"deny\"},\n\"bash\": {\"*\": \"allow\"}}}",
            "2:1: The key \"bash\" is written twice.",
        ),
        (
            "{\"permission\": {\"bash\": {\n\"*\": {\"action\": \"allow\", \"match\": [\"ls\"]},\n\"git *\": {\"action\": \"allow\", \"match\": [\"gitk\"]}}}}",
            "3:40: permission.bash.git *.match.0 is an example that the pattern \"git *\" does not match.",
        ),
        (
            "{\"permission\": {\"bash\": \"allow\", \"path\": {\n\"*.env\": {\"action\": \"deny\", \"notMatch\": [\"src/a.env\"]}}}}",
            "2:42: permission.path.*.env.notMatch.0 is an example that the pattern \"*.env\" matches.",
        ),
    ] {
        let guard = guard(true, &[("global foregate", text)]);
        let problems = problems(&guard);
        assert!(problems.len() == 1 && problems[0].starts_with(&format!("{GLOBAL}:{says}")), "{problems:?}");
        assert_eq!(bash(&guard, "ls"), Action::Ask, "{text}");
        assert!(guard.configuration().rules.iter().any(|rule| rule.degraded), "{text}");
    }
    // What another scope says stays.
    let broken = r#"{"permission": {"bash": {"*": "allow", "rm *": 1}}, "x": 1}"#;
    let other = r#"{"permission": {"*": "allow", "bash": {"mv *": "deny", "make *": "allow"}}}"#;
    let guard = guard(true, &[("global foregate", other), ("project foregate", broken)]);
    assert_eq!(bash(&guard, "rm x"), Action::Ask);
    let tool = guard.check(&ToolCall::new("web", json!({})));
    assert_eq!(tool.verdict.action, Action::Allow);
}

#[test]
fn what_something_broken_denies_stays_denied() {
    for bash_rules in [
        r#""bash": {"*": "allow", "rm x": {"action": "deny", "match": "rm x"}}"#,
        r#""bash": {"rm *": "deny"}, "bash": {"*": "allow"}"#,
        r#""bash": "deny", "bash": "allow""#,
        r#""bash": {"rm *": {"action": "deny", "action": "allow"}}"#,
        r#""bash": {"rm *": "deny"}}} garbage {{"#,
        r#""bash": {"rm *": "deny"}}}, {"permission": {"*": "allow""#,
        r#""bash": {"rm *": "deny", "ls": 'allow'}"#,
        r#""bash": {"rm *": "deny", "ls": "all"#,
        r#""bash": {"rm *": "deny" "ls": "allow"}"#,
        r#""bash": {"rm *": "deny"}, "read": {"#,
    ] {
        let text = format!(r#"{{"permission": {{"*": "allow", {bash_rules}}}}}"#);
        let guard = guard(true, &[("global foregate", &text)]);
        assert_eq!(problems(&guard).len(), 1, "{text}");
        assert_eq!(bash(&guard, "rm x"), Action::Deny, "{text}");
        assert_ne!(bash(&guard, "ls"), Action::Allow, "{text}");
    }
    let agent = "---\npermission:\n  bash:\n    rm *: deny\n  read: [a]\n---\n";
    let guard = guard(true, &[("global foregate", r#"{"permission": {"*": "allow"}}"#), ("global agent", agent)]);
    assert_eq!((bash(&guard, "rm x"), bash(&guard, "ls")), (Action::Deny, Action::Ask));
}

#[test]
fn of_what_is_written_twice_the_stricter_counts() {
    for (text, tool) in [
        (r#"{"permission": {"*": "deny", "*": "allow"}}"#, ToolCall::new("web", json!({}))),
        (r#"{"permission": {"*": "deny"}, "permission": {"*": "allow"}}"#, ToolCall::new("web", json!({}))),
        (
            r#"{"permission": {"*": "allow"}, "blockFindRoot": {"forbiddenPaths": ["/srv"], "forbiddenPaths": []}}"#,
            ToolCall::new("find", json!({"pattern": "*", "path": "/srv"})),
        ),
    ] {
        let guard = guard(true, &[("global foregate", text)]);
        assert_eq!(problems(&guard).len(), 1, "{text}");
        assert_eq!(guard.check(&tool).verdict.action, Action::Deny, "{text}");
    }
}

#[test]
fn an_agent_s_key_that_is_there_twice_is_a_problem() {
    for permissions in [
        "permission:\n  bash: deny\n  bash: allow\n",
        "permission:\n  bash: deny\npermission:\n  bash: allow\n",
        "permission:\n  bash:\n    rm *: deny\n    rm *: allow\n",
    ] {
        let agent = format!("---\nname: x\n{permissions}---\n");
        let guard = guard(true, &[("global foregate", r#"{"permission": {"*": "allow"}}"#), ("global agent", &agent)]);
        assert!(problems(&guard)[0].contains("twice"), "{:?}", problems(&guard));
        assert_eq!(bash(&guard, "rm x"), Action::Deny, "{permissions}");
    }
}

#[test]
fn a_tool_that_is_known_is_not_said_to_be_like_bash() {
    for tool in ["bash", "read", "write"] {
        let text =
            format!(r#"{{"permission": {{"*": "ask"}}, "shellTools": {{"{tool}": {{"commandArgument": "x"}}}}}}"#);
        let guard = guard(true, &[("global foregate", &text)]);
        assert!(problems(&guard).iter().any(|problem| problem.contains("foregate knows")), "{:?}", problems(&guard));
    }
}

#[test]
fn examples_that_hold_are_no_problem() {
    let text = r#"{"permission": {
        "bash": {"git status *": {"action": "allow", "match": ["git status", "git status -s"], "notMatch": ["git push"]}},
        "path": {"*.pem": {"action": "deny", "reason": "No keys.", "match": ["key.pem", "/etc/x.pem"]},
                 "~/.ssh/*": {"action": "ask", "match": ["~/.ssh/id"]}, "src/*": {"action": "allow", "match": ["src/a/b"]}}
    }}"#;
    let guard = guard(true, &[("global foregate", text)]);
    assert_eq!(problems(&guard), [""; 0]);
    let rules = &guard.configuration().rules;
    assert_eq!(rules[1].reason.as_deref(), Some("No keys."));
    assert_eq!((rules[1].origin.file.as_deref(), rules[1].origin.line), (Some(GLOBAL), Some(3)));
}

#[test]
fn a_name_that_is_likely_a_slip_is_told() {
    for (text, problem, notice) in [
        // What would be lost may be a denial.
        (r#"{"permissions": {}}"#, "1:17: permissions is not known to foregate; is permission meant?", ""),
        (r#"{"premission": {"bash": "deny"}}"#, "is permission meant?", ""),
        (r#"{"bash": {"rm *": "deny"}}"#, "write it into permission", ""),
        (r#"{"permission": {"external_directry": "deny"}}"#, "surface external_directory meant?", ""),
        (r#"{"permission": {"external_dir": "ask"}}"#, "surface external_directory meant?", ""),
        (r#"{"permission": {"path_read_write": "deny"}}"#, "surface path meant?", ""),
        (r#"{"permission": {"Bash": "ask"}}"#, "surface bash meant?", ""),
        (r#"{"permission": {"bsh": {"rm *": "deny"}}}"#, "surface bash meant?", ""),
        (r#"{"permission": {"git *": "deny"}}"#, "a rule for a command stands in bash", ""),
        (r#"{"permission": {"": "deny"}}"#, "empty name", ""),
        // A tool's name may be near one of ours.
        (r#"{"permission": {"lsp": "deny"}}"#, "", "surface ls meant?"),
        (r#"{"permission": {"webfetch": {"https://evil*": "deny"}}}"#, "", "\"*\" alone can match"),
        (r#"{"permission": {"webfetch": {"*": "deny"}, "web": "ask", "chrome_*": "deny"}}"#, "", ""),
        (r#"{"_comment": "x"}"#, "", "A comment may stand behind //"),
        (r#"{"colour": "x"}"#, "", "colour is not known"),
        (r#"{"permission": {"bash": {"rm *": {"action": "ask", "reason": "x"}}}}"#, "", "only a denial has a reason"),
    ] {
        let guard = guard(true, &[("global foregate", text)]);
        let (problems, notices) = (problems(&guard).join("\n"), guard.configuration().notices.join("\n"));
        assert!(problems.contains(problem) && problems.is_empty() == problem.is_empty(), "{text}: {problems}");
        assert!(notices.contains(notice) && notices.is_empty() == notice.is_empty(), "{text}: {notices}");
    }
}

#[test]
fn a_rule_that_does_not_say_what_it_looks_like_is_told() {
    for (rules, told) in [
        (r#"{"Bash(rm:*)": "deny"}"#, "here it is written \"rm *\""),
        (r#"{"^rm .*$": "deny"}"#, "no regular expression"),
        (r#"{"{rm,mv} *": "deny"}"#, "braces stand for themselves"),
        (r#"{"/bin/rm *": "deny"}"#, "write \"rm *\""),
        (r#"{"rm *": "deny", "*": "allow"}"#, "Write \"*\" first"),
        (r#"{"*": "ask", "rm *": "deny", "awk '{print}' *": "allow", "./run *": "allow"}"#, ""),
        (r#"{"rm *": "deny", "*": "deny"}"#, ""),
    ] {
        let guard = guard(true, &[("global foregate", &format!(r#"{{"permission": {{"bash": {rules}}}}}"#))]);
        let notices = guard.configuration().notices.join("\n");
        assert!(notices.contains(told) && notices.is_empty() == told.is_empty(), "{rules}: {notices}");
    }
}

#[test]
fn a_map_that_takes_an_action_s_place_is_told() {
    let yours = r#"{"permission": {"*": "allow", "external_directory": "deny"}}"#;
    for (theirs, told) in [
        (r#"{"permission": {"external_directory": {"/srv/x": "deny"}}}"#, true),
        (r#"{"permission": {"external_directory": {"*": "deny", "/srv/x": "allow"}}}"#, false),
        (r#"{"permission": {"external_directory": "ask"}}"#, false),
        (r#"{"permission": {"*": "deny", "external_directory": {"/srv/x": "allow"}}}"#, false),
    ] {
        let guard = guard(true, &[("global foregate", yours), ("project foregate", theirs)]);
        let notices = &guard.configuration().notices;
        let says = |notice: &String| notice.contains("takes the place of \"deny\" for all of external_directory");
        assert_eq!(notices.iter().any(says), told, "{theirs}: {notices:?}");
    }
}

#[test]
fn a_new_file_keeps_the_preset() {
    let rules = [SessionRule { surface: "path_read".into(), pattern: "/etc/x".into(), action: Action::Allow }];
    for (files, keeps) in [
        (&[][..], true),
        (&[("project foregate", r#"{"preset": true}"#)][..], true),
        (&[("project foregate", r#"{"permission": {}}"#)][..], false),
    ] {
        let text = guard(true, files).add_rules(None, &rules).unwrap();
        assert_eq!(text.contains("\"preset\": true"), keeps, "{text}");
    }
}

#[test]
fn the_preset_asks_about_the_outside_whatever_a_map_adds() {
    for text in [
        r#"{"preset": true, "permission": {"external_directory": {"/tmp/*": "allow"}}}"#,
        r#"{"preset": true, "permission": {"external_directory": {"/srv/data": "deny"}}}"#,
    ] {
        let guard = guard(true, &[("global foregate", text)]);
        for command in ["cat /etc/shadow", "echo x > ~/.bashrc"] {
            assert_eq!(bash(&guard, command), Action::Ask, "{text}: {command}");
        }
    }
}

#[test]
fn a_rule_for_bash_that_no_command_can_match_is_told() {
    let text = r#"{"permission": {"bash": {"cd * && make *": "deny", "git log > *": "allow", "cat < *": "ask", "grep 'a|b' *": "allow"}}}"#;
    let guard = guard(true, &[("global foregate", text)]);
    let configuration = guard.configuration();
    let told: Vec<bool> =
        ["cd *", "git log", "cat", "grep"].map(|rule| configuration.notices.iter().any(|n| n.contains(rule))).into();
    assert_eq!(told, [true, true, false, false], "{:?}", configuration.notices);
}

#[test]
fn the_preset_holds_without_a_configuration_or_by_its_name() {
    use Action::{Allow, Ask, Deny};
    let own = r#"{"preset": true, "permission": {"bash": {"make *": "deny"}, "external_directory": {"*": "ask", "/srv/*": "allow"}}}"#;
    for (files, cases) in [
        (&[][..], &[("make", Allow), ("cat /srv/x", Ask)][..]),
        (&[("global foregate", own)][..], &[("make", Deny), ("cat /srv/x", Allow)][..]),
    ] {
        let guard = guard(true, files);
        for (command, action) in [
            ("ls", Allow),
            ("cat /etc/hosts", Ask),
            ("ls /usr/include", Allow),
            ("grep -r x /usr/include", Allow),
            ("cat ~/.cargo/registry/src/x/lib.rs", Allow),
            ("cat /opt/pi/docs/x.md", Allow),
            ("rm /opt/pi/docs/x.md", Ask),
            ("cat /a/skills/x/SKILL.md", Allow),
            ("cat .env", Ask),
            ("cat src/.env.local", Ask),
            ("cat .env.example", Allow),
            ("cat environment", Allow),
            ("echo x > .pi/settings.json", Ask),
            ("cat .pi/settings.json", Allow),
            ("rm -r .pi", Ask),
            ("cat certs/key.pem", Ask),
            ("cat ~/.ssh/config", Ask),
            ("echo x > /dev/null", Allow),
            ("f=$(mktemp); echo x > $f; rm $f", Allow),
            ("d=$(mktemp -d); cd $d && touch x", Allow),
            ("echo x > /tmp/tmp.abc", Ask),
            ("cat /tmp/tmp.$(basename $x)", Ask),
            ("d=$(mktemp -d); cat $d/../../etc/passwd", Ask),
            ("d=$(mktemp -d); ln -s /etc $d/l; cat $d/l/passwd", Ask),
            ("wc -l src/*.py", Allow),
            ("find docs -type f -exec wc -l {} +", Allow),
            ("find . -name .env | xargs cat", Ask),
            ("find / -name x", Deny),
        ] {
            assert_eq!(bash(&guard, command), action, "{command}");
        }
        for &(command, action) in cases {
            assert_eq!(bash(&guard, command), action, "{command}");
        }
    }
}

#[test]
fn always_keeps_what_the_configuration_says() {
    let rule: Vec<crate::SessionRule> =
        serde_json::from_value(json!([{"surface": "external_directory", "pattern": "/srv/x", "action": "allow"}]))
            .unwrap();
    let before = guard(true, &[]);
    let text = before.add_rules(None, &rule).unwrap();
    let after = guard(true, &[("global foregate", &text)]);
    for (command, action) in [("cat /srv/x", Action::Allow), ("cat /srv/y", Action::Ask), ("ls", Action::Allow)] {
        assert_eq!(bash(&after, command), action, "{command}: {text}");
    }
    // A first pattern in the project does not open what the user's file closes as a whole.
    let global = ("global foregate", r#"{"permission": {"*": "allow", "external_directory": "ask"}}"#);
    let text = guard(true, &[global]).add_rules(Some("{}"), &rule).unwrap();
    let after = guard(true, &[global, ("project foregate", &text)]);
    for (command, action) in [("cat /srv/x", Action::Allow), ("cat /srv/y", Action::Ask)] {
        assert_eq!(bash(&after, command), action, "{command}: {text}");
    }
}

#[test]
fn what_is_denied_whatever_it_is_called_with_is_hidden() {
    let text = r#"{"permission": {
        "*": "allow", "bash": "deny", "write": {"*": "deny", "src/*": "allow"}, "edit": {"*": "deny"}, "web_*": "deny", "ls": "ask"
    }, "shellTools": {"exec": {"commandArgument": "cmd"}}}"#;
    let tools = ["bash", "write", "edit", "web_fetch", "ls", "exec", "read"].map(str::to_owned);
    assert_eq!(guard(true, &[("global foregate", text)]).hidden(&tools), ["bash", "edit", "web_fetch", "exec"]);
}
