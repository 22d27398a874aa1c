//! What people are asked, for commands as they are written.

use crate::path::{Flavor, Table};
use crate::record::{Ask, Question, ToolCall};
use crate::source::Span;
use crate::{Guard, Options};
use serde_json::{Value, json};

/// The question about a call in `/w` of user `u`; `/w/link` leads to `/etc/passwd`, `/w/.pi/agents` and
/// `~/.ssh` are there, and `exec` is a tool like `bash`.
fn question(tool: &str, input: Value, permission: Value) -> Option<Question> {
    let config = json!({"permission": permission, "shellTools": {"exec": {"commandArgument": "cmd"}}});
    let options = json!({"platform": "linux", "cwd": "/w", "home": "/home/u", "config": config});
    let options: Options = serde_json::from_value(options).unwrap();
    let files = serde_json::from_value(json!({
        "/w/link": {"link": "/etc/passwd"}, "/etc/passwd": "file", "/w/.pi/agents": "directory", "/home/u/.ssh": "directory"
    })).unwrap();
    let guard = Guard::new(options, Box::new(Table::new(Flavor::Posix, files))).unwrap();
    let checked = guard.check(&ToolCall::new(tool, input));
    assert_eq!(checked.question.is_some(), checked.verdict.action == crate::Action::Ask);
    checked.question
}

fn asks(tool: &str, input: Value, permission: Value) -> Vec<Ask> {
    question(tool, input, permission).map_or(Vec::new(), |question| question.asks)
}

#[test]
fn a_question_is_about_the_text_that_its_spans_are_in() {
    let text = |tool, input| question(tool, input, json!({"*": "ask"})).map(|question| question.text);
    assert_eq!(text("bash", json!({"command": "ls"})).as_deref(), Some("ls"));
    assert_eq!(text("exec", json!({"cmd": "ls", "dir": "."})).as_deref(), Some("ls"));
    assert_eq!(text("read", json!({"path": "a b"})).as_deref(), Some("a b"));
    assert_eq!(text("web", json!({"url": "x"})).as_deref(), Some(r#"{"url":"x"}"#));
}

fn lines(asks: &[Ask]) -> Vec<String> {
    let line = |ask: &Ask| match &ask.place {
        Some(place) => format!("{} {} ({place})", ask.verb, ask.subject),
        None => format!("{} {}", ask.verb, ask.subject),
    };
    asks.iter().map(line).collect()
}

macro_rules! questions {
    ($($name:ident => $permission:expr, $command:expr => [$($line:expr),*];)*) => { $(
        #[test]
        fn $name() {
            let permission: Value = serde_json::from_str($permission).unwrap();
            let asked = asks("bash", json!({"command": $command, "timeout": 1}), permission);
            let expected: &[&str] = &[$($line),*];
            assert_eq!(lines(&asked), expected, "{}", $command);
        }
    )* };
}

const OUTSIDE: &str = r#"{"*": "allow", "external_directory": "ask"}"#;

questions! {
    a_path_of_which_nothing_is_known_is_nobodys_rule => r#"{"*": "allow", "path": {"*.pem": "ask", "~/.ssh/*": "ask"}}"#,
        "cat $(curl x)" => ["read $(curl x) (may be outside the project)"];
    nothing_is_asked_of_what_is_allowed => OUTSIDE, "ls" => [];
    the_access_in_words => OUTSIDE, "echo x > /etc/motd" => ["write /etc/motd (outside the project)"];
    the_most_serious_first => OUTSIDE, "cd /srv; ls /opt; cat /srv/a; rm /srv/b; touch /srv/c" => [
        "delete /srv/b (outside the project)", "write /srv/c (outside the project)", "read /srv/a (outside the project)",
        "list /opt (outside the project)", "change into /srv (outside the project)"];
    what_is_done_to_one_path_is_one_line => OUTSIDE, "frobnicate /srv/x" => ["write, read /srv/x (outside the project)"];
    a_path_that_a_rule_names_comes_first => r#"{"*": "allow", "external_directory": "ask", "path": {"*.pem": "ask"}}"#,
        "rm /srv/b; cat /srv/key.pem" => [
        "read /srv/key.pem (outside the project; rule \"*.pem\" for paths)", "delete /srv/b (outside the project)"];
    a_command_by_its_rule => r#"{"*": "allow", "bash": {"*": "allow", "rm *": "ask"}}"#, "r\\m  -rf 'x'" => [
        "run rm -rf x (rule \"rm *\" for commands)"];
    every_command => r#"{"*": "allow", "bash": "ask"}"#, "make | tee log" => ["run make", "run tee log"];
    text_that_is_executed => OUTSIDE, "eval \"$x\"" => [
        "execute text that cannot be known before it runs", "run a program whose name cannot be known before it runs"];
    a_path_that_is_not_known_is_as_it_is_written => OUTSIDE, "cat $f" => ["read $f (may be outside the project)"];
    what_stands_in_an_unknown_directory => OUTSIDE, "cd $d && rm old" => [
        "delete old (may be outside the project)", "change into $d (may be outside the project)"];
    what_comes_in_on_standard_input => OUTSIDE, "sudo xargs -0 rm < l" => [
        "delete what xargs reads (may be outside the project)"];
    what_is_not_known_in_a_payload => OUTSIDE, "bash -c 'xargs cat < l'" => [
        "read a path that cannot be known (may be outside the project)"];
    outside_before_what_may_be => OUTSIDE, "cat $f /srv/x" => [
        "read /srv/x (outside the project)", "read $f (may be outside the project)"];
    where_a_link_leads => OUTSIDE, "cat link" => ["read /w/link (leads to /etc/passwd, outside the project)"];
    what_a_rule_may_deny => r#"{"*": "allow", "path": {"*.env": "deny"}}"#, "cat \"$f\"" => [
        "read \"$f\" (may be outside the project; may be denied by the rule \"*.env\" for paths)"];
    the_whole_project => OWN, "rm -rf ." => ["delete /w (the whole project; with .pi in it)"];
    all_that_is_in_it => OWN, "rm -rf ~/*" => ["delete /home/u/* (outside the project; the whole home directory)"];
    the_whole_disk => OWN, "rm -rf /" => ["delete / (outside the project; the whole disk)"];
    a_home_with_what_is_named_in_it => OWN, "rm -rf ~" => [
        "delete /home/u (outside the project; the whole home directory; with .ssh in it)"];
    what_is_not_there_is_not_named => OWN, "rm -rf /home/u/.cache" => ["delete /home/u/.cache (outside the project)"];
    a_directory_that_is_named_in_part => OWN, "rm -rf .pi" => ["delete /w/.pi (with agents in it)"];
    a_command_that_is_not_understood => OUTSIDE, "cat <(" => ["run a command that is not bash that could be understood"];
}

/// A secret of the home directory and a directory of the project are named by rules.
const OWN: &str = r#"{"*": "allow", "external_directory": "ask", "path": {"~/.ssh/*": "ask"}, "path_write": {".pi/agents/*": "ask"}}"#;

#[test]
fn too_much_for_a_rule_is_allowed_only_once() {
    let once = |command: &str, permission: &str| {
        let asked = question("bash", json!({"command": command}), serde_json::from_str(permission).unwrap()).unwrap();
        assert_eq!(asked.lasting.is_empty(), asked.once.is_some(), "{command}");
        asked.once
    };
    for (command, what) in [
        ("rm -rf /", "the whole disk"),
        ("rm -rf ~", "the whole home directory"),
        ("chmod -R a+w ~", "the whole home directory"),
        ("rm -rf .", "the whole project"),
        ("git clean -fdx", "the whole project"),
        ("find . -delete", "the whole project"),
        ("rm -rf /home", "a directory above the home directory"),
    ] {
        let told = once(command, OWN).unwrap();
        assert_eq!(told, format!("It can only be allowed once: a rule would be about {what}."), "{command}");
    }
    assert_eq!(once("rm -rf ~/old /srv", OWN), None);
    let options =
        json!({"platform": "linux", "cwd": "/home/u/w/a", "home": "/home/u", "config": {"permission": {"*": "ask"}}});
    let guard = Guard::new(serde_json::from_value(options).unwrap(), Box::new(crate::path::NoFileSystem)).unwrap();
    for (command, what) in [("rm -rf ~", "the whole home directory"), ("rm -rf ..", "a directory above the project")] {
        let asked = guard.check(&ToolCall::new("bash", json!({"command": command}))).question.unwrap();
        assert!(asked.once.unwrap().ends_with(&format!(" {what}.")), "{command}");
    }
    assert_eq!(once("touch ~/old", OWN), None);
    // The text of a command says as much as its path.
    assert!(once("rm -rf /", r#"{"*": "allow", "bash": {"rm *": "ask"}}"#).is_some());
}

#[test]
fn spans_are_in_code_units() {
    let asked = asks("bash", json!({"command": "echo é😀 > /srv/x"}), serde_json::from_str(OUTSIDE).unwrap());
    assert_eq!(asked.first().and_then(|ask| ask.span), Some(Span::new(9, 17)));
    let asked = asks("read", json!({"path": "/srv/x"}), serde_json::from_str(OUTSIDE).unwrap());
    assert_eq!(asked.first().map(|ask| ask.span), Some(None));
}

#[test]
fn tools_are_used_or_do_what_they_do() {
    let ask = |tool: &str, input: Value, permission: Value| lines(&asks(tool, input, permission));
    assert_eq!(ask("weather", json!({"city": "x"}), json!({})), ["use weather"]);
    assert_eq!(
        ask("edit", json!({"path": "a.lock"}), json!({"*": "allow", "edit": {"*.lock": "ask"}})),
        ["write, read /w/a.lock (rule \"*.lock\" for the tool edit)"]
    );
    let message = asks("write", json!({"path": "/srv/x"}), serde_json::from_str(OUTSIDE).unwrap());
    assert!(message.first().unwrap().message.starts_with("The tool write writes /srv/x, which is outside the project"));
}

#[test]
fn an_approval_on_windows_is_bounded_too() {
    let options = json!({
        "platform": "win32", "cwd": "C:\\Users\\u\\w", "home": "C:\\Users\\u",
        "config": {"permission": {"*": "allow", "external_directory": "ask"}}
    });
    let guard = |session: &Value| {
        let mut options = options.clone();
        options["config"]["session"] = session.clone();
        let options: Options = serde_json::from_value(options).unwrap();
        Guard::new(options, Box::new(crate::path::NoFileSystem)).unwrap()
    };
    for (path, approved, later) in [
        ("D:\\lib", vec!["D:\\lib", "D:\\lib\\*"], Some("D:/LIB/a")),
        ("D:\\", vec!["D:\\"], None),
        ("C:\\Users", vec!["C:\\Users"], None),
        ("\\\\host\\share\\x", vec!["\\\\host\\share\\x", "\\\\host\\share\\x\\*"], None),
    ] {
        let asked = guard(&json!([])).check(&ToolCall::new("grep", json!({"pattern": "x", "path": path})));
        let patterns: Vec<_> = asked.approvals.iter().map(|rule| rule.pattern.as_str()).collect();
        assert_eq!(patterns, approved, "{path}");
        if let Some(later) = later {
            let session = serde_json::to_value(&asked.approvals).unwrap();
            let next = guard(&session).check(&ToolCall::new("read", json!({"path": later})));
            assert_eq!(next.verdict.action, crate::Action::Allow, "{later}");
        }
    }
}
