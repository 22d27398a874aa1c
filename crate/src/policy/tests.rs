//! What rules say to paths and texts that are made by hand.

use super::*;
use crate::access::{Boundary, Certainty, Role};
use crate::path::{Directory, NoFileSystem, Platform, Table};
use crate::value::{Hole, Piece};

fn policy(platform: Platform, config: &str) -> Policy {
    let cwd = if platform == Platform::Win32 { r"C:\w" } else { "/w" };
    let home = if platform == Platform::Win32 { r"C:\Users\u" } else { "/home/u" };
    let surroundings = Surroundings { platform, cwd, home: Some(home), fs: &NoFileSystem };
    Policy::new(Config::read(&serde_json::from_str(config).unwrap(), "config").unwrap(), &surroundings).unwrap()
}

/// `<>` a hole of anything, `<n>` one without a slash, `<0>` digits, `<~name>` another user's home.
fn text(written: &str) -> Text {
    let mut out = Text::default();
    for (i, part) in written.split(['<', '>']).enumerate() {
        match part {
            known if i % 2 == 0 => out.push_str(known),
            "" => out.push(Piece::Hole(Hole::Any)),
            "n" => out.push(Piece::Hole(Hole::Name)),
            "0" => out.push(Piece::Hole(Hole::Digits)),
            name => out.push(Piece::Home(name.trim_start_matches('~').into())),
        }
    }
    out
}

/// `typed`, `lexical`, `canonical`; `?` where it is not known.
fn access(mode: Mode, forms: [&str; 3]) -> Access {
    let form = |written: &str| (written != "?").then(|| text(written));
    let [typed, lexical, canonical] = forms;
    Access {
        place: Place {
            typed: text(typed),
            lexical: form(lexical),
            canonical: form(canonical),
            faithful: true,
            boundary: Boundary::Outside,
            literal_only: false,
        },
        mode,
        certainty: Certainty::Definite,
        role: Role::Known,
        span: None,
    }
}

fn says(rules: &str, forms: [&str; 3]) -> Action {
    let policy =
        policy(Platform::Linux, &format!(r#"{{"permission": {{"*": "ask", "external_directory": {rules}}}}}"#));
    policy.access(Family::ExternalDirectory, &access(Mode::Read, forms)).action
}

#[test]
fn the_action_decides_which_form_is_matched() {
    use Action::{Allow, Ask, Deny};
    for (rules, forms, action) in [
        // An allow is of the file itself.
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, ["/tmp/x", "/tmp/x", "/tmp/x"], Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, ["/tmp/l", "/tmp/l", "/etc/passwd"], Ask),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, ["/tmp/../etc/hosts", "/etc/hosts", "/etc/hosts"], Ask),
        (r#"{"*": "ask", "/etc/*": "allow"}"#, ["/tmp/l", "/tmp/l", "/etc/passwd"], Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, ["/tmp/x", "/tmp/x", "?"], Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, ["/tmp/../x", "/tmp/../x", "?"], Ask),
        // A deny or an ask is of any way to write it.
        (r#"{"*": "allow", "/tmp/*": "deny"}"#, ["/tmp/l", "/tmp/l", "/etc/passwd"], Deny),
        (r#"{"*": "allow", "/etc/*": "deny"}"#, ["/tmp/l", "/tmp/l", "/etc/passwd"], Deny),
        (r#"{"*": "allow", "/tmp/../*": "deny"}"#, ["/tmp/../etc/hosts", "/etc/hosts", "/etc/hosts"], Deny),
        (r#"{"*": "allow", "id_rsa": "deny"}"#, ["id_rsa", "/x/id_rsa", "/x/id_rsa"], Deny),
        // The last rule that matches wins.
        (r#"{"*.env": "deny", "*": "allow"}"#, [".env", "/w/.env", "/w/.env"], Allow),
        (
            r#"{"*": "allow", "*.env": "deny", "*.example.env": "allow"}"#,
            ["x.example.env", "/w/x.example.env", "/w/x.example.env"],
            Allow,
        ),
        (r#"{"/x": "allow"}"#, ["/y", "/y", "/y"], Ask),
        // Relative to the working directory, and only below it.
        (r#"{"*": "ask", "src/*": "allow"}"#, ["src/a", "/w/src/a", "/w/src/a"], Allow),
        (r#"{"*": "ask", "src/*": "allow"}"#, ["/w/src/a", "/w/src/a", "/w/src/a"], Allow),
        (r#"{"*": "ask", "src/*": "allow"}"#, ["src/a", "/x/src/a", "/x/src/a"], Ask),
        (r#"{"*": "allow", "src/*": "deny"}"#, ["src/a", "/x/src/a", "/x/src/a"], Deny),
        (r#"{"*": "allow", "dir/*": "deny"}"#, ["../w/dir/x", "/w/dir/x", "/w/dir/x"], Deny),
        // Home.
        (r#"{"*": "ask", "~/dev/*": "allow"}"#, ["~/dev/x", "/home/u/dev/x", "/home/u/dev/x"], Allow),
        (r#"{"*": "ask", "$HOME/dev/*": "allow"}"#, ["x", "/home/u/dev/x", "/home/u/dev/x"], Allow),
        (r#"{"*": "ask", "${HOME}/dev/*": "allow"}"#, ["x", "/home/u/dev/x", "/home/u/dev/x"], Allow),
        (r#"{"*": "allow", "~": "deny"}"#, ["x", "/home/u", "/home/u"], Deny),
        (r#"{"*": "ask", "~x/*": "allow"}"#, ["x", "/home/ux/y", "/home/ux/y"], Ask),
        // Holes.
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, ["/tmp/<0>", "/tmp/<0>", "/tmp/<0>"], Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, ["<>", "?", "?"], Ask),
        (r#"{"*": "allow", "/etc/*": "deny"}"#, ["<>", "?", "?"], Ask),
        (r#"{"*": "allow", "/etc/*": "deny"}"#, ["/etc/<n>", "/etc/<n>", "/etc/<n>"], Deny),
        (r#"{"*": "allow", "/etc/*": "deny"}"#, ["/opt/<n>", "/opt/<n>", "/opt/<n>"], Allow),
        (r#"{"*": "deny", "/etc/x": "deny"}"#, ["/etc/<n>", "/etc/<n>", "/etc/<n>"], Deny),
        (r#"{"*": "allow", "/x/x": "allow"}"#, ["/x/<n>", "/x/<n>", "/x/<n>"], Allow),
        (r#"{"*": "allow", "*/.ssh/*": "deny"}"#, [".ssh/k", "?", "?"], Deny),
        // What a rule names without a place has to be seen, not guessed at.
        (r#"{"*": "allow", "*.env": "deny"}"#, ["/w/<n>", "/w/<n>", "/w/<n>"], Allow),
        (r#"{"*": "allow", "*/.env": "deny"}"#, ["/w/.e<n>", "/w/.e<n>", "/w/.e<n>"], Ask),
        (r#"{"*": "allow", "*/.env": "deny"}"#, ["<>", "?", "?"], Ask),
        (r#""allow""#, ["<>", "?", "?"], Allow),
        (r#""deny""#, ["<>", "?", "?"], Deny),
    ] {
        assert_eq!(says(rules, forms), action, "{rules} on {forms:?}");
    }
}

#[test]
fn windows_opens_one_file_by_several_names() {
    let rules = r#"{"permission": {"*": "allow", "path": {"*/.env": "deny", ".env": "deny"}}}"#;
    let windows = policy(Platform::Win32, rules);
    for (path, action) in [
        (r"C:\w\.env", Action::Deny),
        (r"C:\w\.env::$DATA", Action::Deny),
        (r"C:\w\.ENV:x", Action::Deny),
        (r"C:\w\.env. .", Action::Deny),
        (".env::$DATA", Action::Deny),
        (r"C:\w\x.env", Action::Allow),
        (r"C:\w\.env\x", Action::Allow),
    ] {
        let access = access(Mode::Read, [path, path, path]);
        assert_eq!(windows.access(Family::Path, &access).action, action, "{path}");
    }
    let linux = access(Mode::Read, ["/w/.env.", "/w/.env.", "/w/.env."]);
    assert_eq!(policy(Platform::Linux, rules).access(Family::Path, &linux).action, Action::Allow);
}

#[test]
fn a_literal_only_path_is_matched_as_typed() {
    use Action::{Allow, Ask, Deny};
    for (rules, typed, action) in [
        (r#"{"*": "ask", "/tmp*": "allow"}"#, "/tmp", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/x", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/<0>", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/<>", Ask),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/../x", Ask),
        (r#"{"*": "ask", "C:\\tmp\\*": "allow"}"#, "/tmp/x", Ask),
        (r#"{"*": "allow", "/TMP/*": "deny"}"#, "/tmp/x", Deny),
        (r#"{"*": "ask", "~bob/*": "allow"}"#, "<~bob>/x", Allow),
        (r#"{"*": "allow", "~bob/*": "deny"}"#, "<~bob>/x", Deny),
        (r#"{"*": "allow", "/home/*": "deny"}"#, "<~bob>/x", Ask),
    ] {
        let policy = policy(Platform::Win32, &format!(r#"{{"permission": {{"external_directory": {rules}}}}}"#));
        let mut access = access(Mode::Read, [typed, typed, "?"]);
        access.place.literal_only = true;
        assert_eq!(policy.access(Family::ExternalDirectory, &access).action, action, "{rules} on {typed}");
    }
}

/// A word of a bash command, as the paths room places it.
fn word(platform: Platform, files: &str, rules: &str, word: &str) -> Action {
    let cwd = if platform == Platform::Win32 { r"C:\w" } else { "/w" };
    let fs = Table::new(platform.flavor(), serde_json::from_str(files).unwrap());
    let surroundings = Surroundings { platform, cwd, home: None, fs: &fs };
    let config = format!(r#"{{"permission": {{"external_directory": {rules}}}}}"#);
    let config = Config::read(&serde_json::from_str(&config).unwrap(), "config").unwrap();
    let place = surroundings.place(&Directory::Known(cwd.into()), &text(word), Mode::Read).unwrap();
    let access = Access { place, ..access(Mode::Read, ["x", "?", "?"]) };
    Policy::new(config, &surroundings).unwrap().access(Family::ExternalDirectory, &access).action
}

#[test]
fn a_pattern_begins_where_its_literal_prefix_leads() {
    use Action::{Allow, Ask, Deny};
    let files = r#"{
        "/tmp": {"link": "/private/tmp"}, "/private/tmp/x": "file", "/private/tmp/out": {"link": "/etc/x"}, "/etc/x": "file",
        "/w/src": {"link": "/etc"}, "/w/up/link": {"link": "/etc"}, "/w/own/a": "file", "/sib": {"link": "/real"}
    }"#;
    for (rules, typed, action) in [
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/x", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/private/tmp/x", Allow),
        (r#"{"*": "ask", "/private/tmp/*": "allow"}"#, "/tmp/x", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/out", Ask),
        (r#"{"*": "ask", "/tmp": "allow"}"#, "/tmp", Allow),
        (r#"{"*": "ask", "/tmp/": "allow"}"#, "/tmp", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp", Ask),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, "/tmp/<n>", Allow),
        (r#"{"*": "allow", "/tmp/*": "deny"}"#, "/private/tmp/x", Deny),
        (r#"{"*": "allow", "/etc/*": "deny"}"#, "/tmp/out", Deny),
        // A link in the project does not widen what a relative pattern allows.
        (r#"{"*": "ask", "src/*": "allow"}"#, "src/x", Ask),
        (r#"{"*": "allow", "src/*": "deny"}"#, "/etc/x", Deny),
        (r#"{"*": "ask", "../sib/*": "allow"}"#, "../sib/x", Allow),
        (r#"{"*": "ask", "/*": "allow"}"#, "/etc/x", Allow),
    ] {
        assert_eq!(word(Platform::Linux, files, rules, typed), action, "{rules} on {typed}");
    }
}

#[test]
fn a_pattern_is_read_as_git_bash_reads_a_path() {
    use Action::{Allow, Ask, Deny};
    for (rules, typed, action) in [
        (r#"{"*": "ask", "/c/Other/*": "allow"}"#, "/c/Other/x", Allow),
        (r#"{"*": "ask", "/c/Other/*": "allow"}"#, r"C:\other\x", Allow),
        (r#"{"*": "ask", "c:/other/*": "allow"}"#, "/c/Other/x", Allow),
        (r#"{"*": "allow", "/C/other/*": "deny"}"#, r"c:\Other\x", Deny),
        (r#"{"*": "ask", "C:\\tmp\\*": "allow"}"#, "/tmp/x", Ask),
        (r#"{"*": "ask", "/tmp*": "allow"}"#, "/tmp", Allow),
        (r#"{"*": "ask", "/tmp/*": "allow"}"#, r"C:\tmp\x", Ask),
        (r#"{"*": "ask", "C:\\*": "allow"}"#, "/c/x", Allow),
        (r#"{"*": "ask", "/c/*": "allow"}"#, "/d/x", Ask),
    ] {
        assert_eq!(word(Platform::Win32, "{}", rules, typed), action, "{rules} on {typed}");
    }
}

#[test]
fn windows_folds_case_and_separators() {
    for (rules, path, action) in [
        (r#"{"*": "ask", "c:/other/*": "allow"}"#, r"C:\Other\x", Action::Allow),
        (r#"{"*": "ask", "~/AppData/*": "allow"}"#, r"C:\users\U\appdata\x", Action::Allow),
        (r#"{"*": "allow", "*.ENV": "deny"}"#, r"C:\w\.env", Action::Deny),
        (r#"{"*": "allow", "SRC/*": "deny"}"#, r"C:\W\src\x", Action::Deny),
    ] {
        let policy = policy(Platform::Win32, &format!(r#"{{"permission": {{"external_directory": {rules}}}}}"#));
        let access = access(Mode::Read, [path, path, path]);
        assert_eq!(policy.access(Family::ExternalDirectory, &access).action, action, "{rules} on {path}");
    }
}

#[test]
fn a_direction_speaks_after_the_bare_name() {
    use Action::{Allow, Ask, Deny};
    let rules = r#"{"permission": {
        "external_directory_delete": "deny", "external_directory_read": {"/etc/*": "allow"}, "external_directory": "ask",
        "path_write": {"*.lock": "deny"}
    }}"#;
    let policy = policy(Platform::Linux, rules);
    for (mode, path, external, own) in [
        (Mode::Read, "/etc/x", Allow, Allow),
        (Mode::Search, "/etc/x", Allow, Allow),
        (Mode::Read, "/opt/x", Ask, Allow),
        (Mode::Write, "/etc/x", Ask, Allow),
        (Mode::Delete, "/etc/x", Deny, Allow),
        (Mode::Execute, "/etc/x", Ask, Allow),
        (Mode::Network, "/etc/x", Ask, Allow),
        (Mode::Write, "/x.lock", Ask, Deny),
        (Mode::Delete, "/x.lock", Deny, Deny),
        (Mode::Read, "/x.lock", Ask, Allow),
    ] {
        let access = access(mode, [path, path, path]);
        let found = [Family::ExternalDirectory, Family::Path].map(|family| policy.access(family, &access).action);
        assert_eq!(found, [external, own], "{mode:?} {path}");
    }
}

#[test]
fn a_search_asks_about_what_is_denied_inside() {
    use Action::{Allow, Ask, Deny};
    for (rules, mode, path, action) in [
        (r#"{"docs/private/*": "deny"}"#, Mode::Search, "/w", Ask),
        (r#"{"docs/private": "deny"}"#, Mode::Search, "/w/docs", Ask),
        (r#"{"docs/private/*": "deny"}"#, Mode::Search, "/w/docs/private", Ask),
        (r#"{"docs/private*": "deny"}"#, Mode::Search, "/w/docs/private", Deny),
        (r#"{"docs/private/*": "deny"}"#, Mode::Delete, "/w/docs", Ask),
        (r#"{"docs/private/*": "deny"}"#, Mode::List, "/w/docs", Allow),
        (r#"{"docs/private/*": "deny"}"#, Mode::Search, "/w/src", Allow),
        (r#"{"docs/private/*": "deny", "*": "allow"}"#, Mode::Search, "/w", Allow),
        (r#"{"*.env": "deny"}"#, Mode::Search, "/w", Allow),
        (r#"{"/*": "ask", "/w/docs/*": "allow"}"#, Mode::Search, "/w/docs/x", Allow),
        (r#"{"/etc/*": "deny"}"#, Mode::Search, "/", Ask),
    ] {
        let policy = policy(Platform::Linux, &format!(r#"{{"permission": {{"path": {rules}}}}}"#));
        let found = policy.access(Family::Path, &access(mode, [path, path, path])).action;
        assert_eq!(found, action, "{rules} on {mode:?} {path}");
    }
}

#[test]
fn a_session_lifts_an_ask_and_no_denial() {
    use Action::{Allow, Ask, Deny};
    let config = |session: &str| {
        format!(
            r#"{{"permission": {{"external_directory": {{"*": "ask", "/etc/*": "deny"}}}},
                "session": [{{"surface": "external_directory", "pattern": "{session}", "action": "allow"}}]}}"#
        )
    };
    for (session, path, action) in [
        ("/opt/x", "/opt/x", Allow),
        ("/opt/x", "/opt/xy", Ask),
        ("*", "/opt/x", Allow),
        ("*", "/etc/x", Deny),
        ("*", "/opt/<n>", Allow),
        ("*", "/<n>/x", Ask),
        ("/opt/a", "/opt/<n>", Ask),
    ] {
        let policy = policy(Platform::Linux, &config(session));
        let judgement = policy.access(Family::ExternalDirectory, &access(Mode::Read, [path, path, path]));
        assert_eq!(judgement.action, action, "{session} on {path}");
    }
}

#[test]
fn texts_match_by_themselves_or_as_they_are_written() {
    use Action::{Allow, Ask, Deny};
    for (rules, canonical, written, action) in [
        (r#"{"*": "ask", "git *": "allow"}"#, "git push", "git -C . push", Allow),
        (r#"{"*": "ask", "git -C *": "allow"}"#, "git push", "git -C . push", Ask),
        (r#"{"*": "allow", "git -C *": "deny"}"#, "git push", "git -C . push", Deny),
        (r#"{"*": "ask", "yarn": "allow"}"#, "yarn add x", "yarn add x", Ask),
        (r#"{"*": "ask", "git *": "allow"}"#, "git <>", "git $x", Allow),
        (r#"{"*": "ask", "git *": "allow"}"#, "<> push", "$x push", Ask),
        (r#"{"*": "allow", "rm *": "deny"}"#, "<> -rf", "$x -rf", Ask),
    ] {
        let policy = policy(Platform::Linux, &format!(r#"{{"permission": {{"bash": {rules}}}}}"#));
        assert_eq!(policy.texts("bash", &[text(canonical)], &[text(written)]).action, action, "{rules} on {canonical}");
    }
}

#[test]
fn a_surface_may_be_named_by_a_wildcard() {
    let policy = policy(Platform::Linux, r#"{"permission": {"*": "allow", "chrome_*": "deny", "external_*": "deny"}}"#);
    assert_eq!(policy.texts("chrome_click", &[text("<>")], &[]).action, Action::Deny);
    assert_eq!(policy.texts("click", &[text("<>")], &[]).action, Action::Allow);
    assert_eq!(policy.access(Family::ExternalDirectory, &access(Mode::Read, ["/x", "/x", "/x"])).action, Action::Deny);
}

/// globset and our own matcher are two answers to one question.
#[test]
fn globset_agrees_with_our_own_matcher() {
    let mut seed = 7u32;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % bound
    };
    // Few letters meet often; many are strange.
    for letters in ["a./*", "a. *", "a[]{}!\\\n\u{e9}*,"].map(|letters| letters.chars().collect::<Vec<_>>()) {
        let mut word = |most: usize| (0..below(most)).map(|_| letters[below(letters.len())]).collect::<String>();
        for _ in 0..1_500 {
            let (pattern, value) = (word(6), word(7));
            let rule = Rule::new("x", &pattern, Action::Deny);
            let rules = rules::Rules::new([(rule, vec![pattern.clone()])]).unwrap();
            let forms = Forms { strict: vec![Form::Known(value.clone())], ..Forms::default() };
            let globs = rules.judge(&forms, Action::Allow).action == Action::Deny;
            assert_eq!(globs, Pattern::new(&pattern).matches(&value), "{pattern:?} on {value:?}");
        }
    }
}

/// Compiled once: many paths against many rules is no work. The bound is wide, for a build without optimisation.
#[test]
#[allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a test may look at the clock")]
fn many_rules_and_many_paths() {
    let rules: Vec<String> = (0..300)
        .map(|i| match i % 4 {
            0 => format!(r#""/data/{i}/*": "allow""#),
            1 => format!(r#""*.ext{i}": "deny""#),
            2 => format!(r#""/opt/*/file{i}": "ask""#),
            _ => format!(r#""/srv/exact{i}": "deny""#),
        })
        .collect();
    let policy =
        policy(Platform::Linux, &format!(r#"{{"permission": {{"external_directory": {{{}}}}}}}"#, rules.join(",")));
    let accesses: Vec<Access> = (0..100)
        .map(|i| {
            let path = format!("/data/{i}/deep/er/file.ts");
            access(Mode::Read, [&path, &path, &path])
        })
        .collect();
    let judge =
        || accesses.iter().filter(|a| policy.access(Family::ExternalDirectory, a).action == Action::Allow).count();
    assert_eq!(judge(), 25);
}
