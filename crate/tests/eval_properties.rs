//! What holds of every command, whatever it is: generated commands, always the same ones.
//!
//! The words hold no tilde and no glob, whose meaning is their quoting, and no command leaves the shell.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test that fails says where")]

use foregate::access::Mode;
use foregate::eval::{Environment, evaluate};
use foregate::path::{Flavor, Listed, Place, Platform, Surroundings, Table};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;

/// How many commands each property is tried on.
const CASES: u32 = 300;

/// A part of a command.
#[derive(Clone, Debug)]
enum Part {
    /// As it is written.
    Source(&'static str),
    /// A word's text; how it is quoted is chosen later.
    Word(String),
}

type Command = Vec<Part>;

/// Ways to quote one text.
#[derive(Clone, Copy, Debug)]
enum Quoting {
    /// Not at all, where the text bears it.
    Plain,
    Single,
    Double,
    Backslash,
    /// `$'…'`.
    Ansi,
    /// One half in one way, the other in another.
    Halves,
}

fn quotings() -> impl Strategy<Value = Vec<Quoting>> {
    use Quoting::{Ansi, Backslash, Double, Halves, Plain, Single};
    vec(prop::sample::select(vec![Plain, Single, Double, Backslash, Ansi, Halves]), 1..8)
}

fn escaped(text: &str, special: impl Fn(char) -> bool) -> String {
    text.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

fn quoted(text: &str, quoting: Quoting) -> String {
    match quoting {
        Quoting::Plain | Quoting::Backslash if text.is_empty() => "''".to_owned(),
        Quoting::Plain if text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-=:,+%@".contains(c)) => {
            text.to_owned()
        }
        Quoting::Backslash => escaped(text, |c| !c.is_alphanumeric()),
        Quoting::Double => format!("\"{}\"", escaped(text, |c| "\\\"$`".contains(c))),
        Quoting::Ansi => format!("$'{}'", escaped(text, |c| "\\'".contains(c))),
        Quoting::Halves => {
            let (left, right) = text.split_at(text.floor_char_boundary(text.len() / 2));
            quoted(left, Quoting::Double) + &quoted(right, Quoting::Single)
        }
        Quoting::Plain | Quoting::Single => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// The command with its words quoted in these ways, in turn.
fn written(command: &Command, quotings: &[Quoting]) -> String {
    let mut ways = quotings.iter().cycle();
    let part = |part: &Part| match part {
        Part::Source(source) => (*source).to_owned(),
        Part::Word(text) => quoted(text, *ways.next().expect("there is one")),
    };
    command.iter().map(part).collect()
}

/// The template's parts, with a text for each `@`.
fn filled(template: &'static str, texts: &[String]) -> Command {
    let mut texts = texts.iter().cycle();
    let mut out = Vec::new();
    for (at, source) in template.split('@').enumerate() {
        if at > 0 {
            out.push(Part::Word(texts.next().expect("there is one").clone()));
        }
        out.push(Part::Source(source));
    }
    out
}

fn word() -> impl Strategy<Value = String> {
    let path = prop::sample::select(vec![
        "a",
        "b",
        "src",
        "src/b.txt",
        "sub/a",
        "./x y",
        "../out",
        "/etc/passwd",
        "link/hosts",
        "/work/sub",
        "..",
        "link",
        "it's",
        "/tmp/new file",
        "é/ü",
        "a;b",
        "$HOME/x",
    ]);
    let piece = prop::sample::select(vec![
        "a", "/", "..", ".", "/etc/", "-", "-r", "--", "=", " ", "'", "\"", "\\", "$v", "$(c)", "`", ";", "#", "&",
        "|", "{", "(", "!", "é", ":", "1", "sub/", ",", "\t",
    ]);
    prop_oneof![3 => path.prop_map(str::to_owned), 1 => vec(piece, 0..4).prop_map(|pieces| pieces.concat())]
}

fn simple() -> impl Strategy<Value = Command> {
    let template = prop::sample::select(vec![
        "cat @ @",
        "rm -rf @",
        "cp @ @",
        "mv -- @ @",
        "ls @",
        "touch @ >@",
        "mkdir -p @",
        "echo @ >>@ 2>@",
        "cat <@",
        "sort -o @ @",
        "grep -r @ @",
        "sed -n @ @",
        "cd @",
        "cd @ && cat b",
        "pushd @",
        "popd",
        "tee @",
        "find @ -name @ -newer @",
        "tar -cf @ @",
        "prog @ --file=@",
        "v=@",
        "v=@ cat \"$v\"",
        "cat \"$v\"",
        "rm $v",
        "cat \"$(dirname @)\"",
        "echo $(cat @)",
        "v=$(cat <@; cd @; pwd)",
        "[ -f @ ]",
        "[[ -d @ ]]",
        "git add @",
        "chmod +x @",
        "ln -s @ @",
        "bash @",
        "env -C @ cat @",
        "sudo rm @",
        "xargs cat <<< @",
        "read -r v <<< @",
        "eval cat @",
        "diff <(cat @) @",
        "export v=@",
        "true",
        "false",
    ]);
    (template, vec(word(), 3)).prop_map(|(template, texts)| filled(template, &texts))
}

/// Complete commands: each may stand before a line break, a semicolon or an operator.
fn command() -> impl Strategy<Value = Command> {
    let shape = prop::sample::select(vec![
        "% ; %",
        "%\n%",
        "% && %",
        "% || %",
        "% | %",
        "(%)",
        "{ %; }",
        "! %",
        "% & %",
        "if %; then %; else %; fi",
        "if %; then %; fi",
        "for v in @ @; do %; done",
        "while %; do %; done",
        "until %; do %; done",
        "case @ in @) %;; *) %;; esac",
        "{ %; } >@",
    ]);
    simple().prop_recursive(3, 12, 3, move |inner| {
        (shape.clone(), vec(inner, 3), vec(word(), 3)).prop_map(|(shape, commands, texts)| {
            let mut commands = commands.into_iter();
            let mut out = Vec::new();
            for (at, source) in shape.split('%').enumerate() {
                if at > 0 {
                    // In a group, so that each shape may hold each other.
                    out.push(Part::Source("{ "));
                    out.extend(commands.next().expect("there is one"));
                    out.push(Part::Source("; }"));
                }
                out.extend(filled(source, &texts));
            }
            out
        })
    })
}

/// What `source` touches.
fn touched(source: &str) -> Vec<(Mode, Place)> {
    let files = ["/work/a", "/work/src/b.txt", "/work/sub/a", "/etc/passwd", "/home/u/x"];
    let files = files.into_iter().map(|path| (path.to_owned(), Listed::File));
    let links = [("/work/link".to_owned(), Listed::Link("/etc".to_owned()))];
    let table = Table::new(Flavor::Posix, files.chain(links).collect());
    let env: BTreeMap<String, String> = [("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into();
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/work", home: Some("/home/u"), fs: &table };
    let evaluation = evaluate(source, &Environment { surroundings, env: Some(&env), prefix: None });
    evaluation.accesses.into_iter().map(|access| (access.mode, access.place)).collect()
}

fn lost<'t>(before: &'t [(Mode, Place)], after: &[(Mode, Place)]) -> Vec<&'t (Mode, Place)> {
    before.iter().filter(|access| !after.contains(access)).collect()
}

/// Holds `property` against values that are the same on every run.
fn holds<S: Strategy>(values: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    if let Err(error) = runner.run(&values, property) {
        panic!("{error}");
    }
}

#[test]
fn no_text_ends_in_a_panic() {
    let token = prop::sample::select(vec![
        "a",
        "cd ",
        "cat ",
        "x=",
        "$",
        "${",
        "}",
        "(",
        ")",
        "((",
        "))",
        "`",
        "'",
        "\"",
        "\\",
        "\n",
        ";",
        "&",
        "|",
        "<",
        ">",
        "<<E\n",
        "E\n",
        "if ",
        "then ",
        "fi ",
        "for x in ",
        "do ",
        "done ",
        "case ",
        "in ",
        "esac ",
        "{ ",
        "[[ ",
        "]]",
        "$(",
        "*",
        "?",
        "[",
        "~",
        "{a,b}",
        "{1..9}",
        "#",
        "%",
        "/",
        ":",
        "!",
        "-",
        "=",
        "@",
        "é",
        "\0",
        "f() ",
        "eval ",
        "bash -c ",
        "xargs ",
        "find ",
        "1",
        "+",
        " ",
    ]);
    holds(vec(token, 0..24), |tokens| {
        touched(&tokens.concat());
        Ok(())
    });
}

#[test]
fn a_command_more_loses_no_access() {
    holds((command(), command(), quotings()), |(first, second, quotings)| {
        let alone = written(&first, &quotings);
        let both = format!("{alone}; {}", written(&second, &quotings));
        let (before, after) = (touched(&alone), touched(&both));
        prop_assert!(lost(&before, &after).is_empty(), "{both}\nlost: {:?}", lost(&before, &after));
        Ok(())
    });
}

#[test]
fn how_a_word_is_quoted_changes_no_access() {
    holds((command(), quotings(), quotings()), |(command, one, other)| {
        let (one, other) = (written(&command, &one), written(&command, &other));
        prop_assert_eq!(touched(&one), touched(&other), "{}\n{}", one, other);
        Ok(())
    });
}

#[test]
fn a_command_in_another_touches_what_it_touches_bare() {
    holds((command(), quotings()), |(command, quotings)| {
        let bare = written(&command, &quotings);
        let before = touched(&bare);
        for wrapped in [
            format!("( {bare} )"),
            format!("{{ {bare}; }}"),
            format!("if true; then {bare}; fi"),
            format!("bash -c {}", quoted(&bare, Quoting::Single)),
        ] {
            let after = touched(&wrapped);
            prop_assert!(lost(&before, &after).is_empty(), "{wrapped}\nlost: {:?}", lost(&before, &after));
            prop_assert!(lost(&after, &before).is_empty(), "{wrapped}\nmore: {:?}", lost(&after, &before));
        }
        Ok(())
    });
}
