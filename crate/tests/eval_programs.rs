//! Generated programs against real bash 5.2: in which directory a command runs, and with which arguments.
//!
//! A program `p` in `PATH` writes down where it runs and what it is given. Each of these must be among the predictions; and what is
//! predicted as certain must have happened.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the other side of the comparison is bash itself"
)]
#![allow(clippy::expect_used, clippy::print_stderr, clippy::indexing_slicing, clippy::string_slice)]
#![allow(unreachable_pub, dead_code, reason = "a part that several test crates share")]

#[path = "../../tests/eval/support.rs"]
mod support;

use foregate::access::{Certainty, Mode};
use foregate::command::Argument;
use foregate::eval::{Environment, Evaluation, evaluate};
use foregate::path::{Platform, Surroundings};
use foregate::value::Text;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use support::{Choices, Real, admits, quoted, text_admits};

/// How many programs are run.
const PROGRAMS: usize = 2_000;

struct Programs {
    choices: Choices,
    /// How often `p` stands in the program: each has a number of its own.
    count: usize,
}

impl Programs {
    fn program(&mut self) -> String {
        self.count = 0;
        let count = 1 + self.choices.below(4);
        (0..count).map(|_| self.statement(3)).collect::<Vec<_>>().join("\n")
    }

    /// A call of the recording program. The redirection tells where it ran.
    fn probe(&mut self) -> String {
        self.count += 1;
        let arguments = match self.choices.below(12) {
            0..=3 => "",
            4 => " $x",
            5 => " \"$x\" $y",
            6 => " \"$@\"",
            7 => " $1 \"$#\"",
            8 => " \"${v[@]}\"",
            9 => " \"$PWD\"",
            10 => " ${x:-d} ${y:+s}",
            _ => " $i $l",
        };
        format!("p {}{arguments}", self.count)
    }

    fn directory(&mut self) -> &'static str {
        self.choices.of(&[
            "a",
            "a/b",
            "..",
            "link",
            "link/..",
            "c",
            ".",
            "a/../c",
            "none",
            "link/deep",
            "../work",
            "./a",
            "a/b/..",
            "b",
        ])
    }

    fn cd(&mut self) -> String {
        let directory = self.directory();
        match self.choices.below(16) {
            0..=7 => format!("cd {directory}"),
            8 => format!("cd -P {directory}"),
            9 => format!("cd -L -- {directory}"),
            10 => "cd -".to_owned(),
            11 => format!("pushd {directory}"),
            12 => "popd".to_owned(),
            13 => self
                .choices
                .of(&["cd", "cd ''", "cd ~/h", "cd \"$x\"", "cd a b", "cd \"$PWD\"", "cd $OLDPWD"])
                .to_owned(),
            14 => format!("CDPATH=a:. cd {}", self.choices.of(&["b", "c", "a", "./a"])),
            _ => format!("command cd {directory}"),
        }
    }

    fn assignment(&mut self) -> String {
        self.choices
            .of(&[
                "x=a",
                "x='a b'",
                "y=c",
                "x=$y",
                "y=${x}z",
                "x+=k",
                "v=(a 'b c')",
                "v+=(d)",
                "x=",
                "unset x",
                "v[1]=q",
                "i=1",
                "i=$((i+1))",
                "set -- a b c",
                "set -- 'm n'",
                "shift",
                "set --",
                "export x=e",
                "declare y=d",
                "printf -v x '%s-' a b",
                "read x y <<< 'r1 r2 r3'",
                "read -r x <<E\nfrom $y doc\nE",
                "x=$(echo sub)",
                "x=$(p 0; echo out)",
                "mapfile -t v < <(printf '%s\\n' m1 'm 2')",
                "((i++))",
                "let i=5",
                "x=${y:=dflt}",
                "readarray -t v <<< \"$x\"",
                "IFS=: read x y <<< a:b",
                "l=$(printf 'k\\nl')",
                "x=$(cd a && pwd)",
                "local x=no",
                "x=(p q)",
                "eval 'x=ev'",
                "y=$1",
                "x=\"$*\"",
                "declare -a v=(1 2)",
                "readonly z=1",
                "x=${v[0]}",
                "x=${#v[@]}",
                "x=$(basename \"$PWD\")",
                "unset 'v[0]'",
            ])
            .to_owned()
    }

    fn condition(&mut self) -> String {
        match self.choices.below(10) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            2 => format!("[ -d {} ]", self.directory()),
            3 => self
                .choices
                .of(&[
                    "[[ $x == a* ]]",
                    "[[ -z $x ]]",
                    "[ \"$x\" = a ]",
                    "test -n \"$y\"",
                    "[[ $i -lt 3 ]]",
                    "((i < 2))",
                    "[ $# -gt 1 ]",
                    "[[ $x =~ ^a ]]",
                    "[[ -f f && $x ]]",
                    "[[ ! $y ]]",
                    "! true",
                    "[[ $x < b || $y ]]",
                ])
                .to_owned(),
            4 => format!("! {}", self.probe()),
            5 => self.cd(),
            6 => format!("({})", self.probe()),
            _ => self.probe(),
        }
    }

    fn simple(&mut self) -> String {
        match self.choices.below(8) {
            0..=2 => self.probe(),
            3 | 4 => self.cd(),
            5 => self.assignment(),
            6 => self.condition(),
            _ => self
                .choices
                .of(&[
                    "true",
                    "false",
                    ":",
                    "return 1",
                    "break",
                    "continue",
                    "exit 3",
                    "set -e",
                    "return",
                    "break 2",
                    "continue 2",
                    "set +e",
                    "exec p 98",
                    "exec p 99 $x",
                ])
                .to_owned(),
        }
    }

    fn list(&mut self, depth: usize) -> String {
        let count = 1 + self.choices.below(3);
        let mut out = String::new();
        for at in 0..count {
            if at > 0 {
                out.push_str(if out.contains("<<") || out.ends_with("&") {
                    "\n"
                } else {
                    self.choices.of(&["; ", "\n", "; "])
                });
            }
            out.push_str(&self.statement(depth));
        }
        out
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.simple();
        }
        let inner = depth - 1;
        match self.choices.below(34) {
            0..=5 => self.simple(),
            6..=8 => {
                let operator = self.choices.of(&[" && ", " || "]);
                let (left, right) = (self.simple(), self.simple());
                if left.contains("<<") { left } else { format!("{left}{operator}{right}") }
            }
            9 => format!("{} && {} || {}", self.condition(), self.probe(), self.cd()),
            10 => format!("({})", self.list(inner).replace("exit 3", "exit 4")).replace("E)", "E\n)"),
            11 => format!("{{ {}\n}}", self.list(inner)),
            12 => format!("{} | {}", self.probe(), self.probe()),
            13 => format!(
                "if {}; then {}\nelif {}; then {}\nelse {}\nfi",
                self.condition(),
                self.list(inner),
                self.condition(),
                self.list(inner),
                self.list(inner)
            ),
            14 => format!("if {}; then {}\nfi", self.condition(), self.list(inner)),
            15 | 16 => {
                let words = self.choices.of(&[
                    "1 2",
                    "a c",
                    "$x",
                    "\"$@\"",
                    "a",
                    "\"${v[@]}\"",
                    "{1..3}",
                    "*",
                    "$(echo s t)",
                    "1 2 3 4 5 6 7 8",
                ]);
                format!("for i in {words}; do {}\ndone", self.list(inner))
            }
            17 => format!("for ((i=0; i<{}; i++)); do {}\ndone", self.choices.of(&["0", "1", "2"]), self.list(inner)),
            18 => format!("n{depth}=0; while ((n{depth}++ < 2)); do {}\ndone", self.list(inner)),
            19 => format!(
                "n{depth}=0; until [ $n{depth} -ge 2 ]; do n{depth}=$((n{depth}+1)); {}\ndone",
                self.list(inner)
            ),
            20 => format!("for d in a c none; do (cd $d && {})\ndone", self.probe()),
            21 => {
                let (e1, e2) = (self.choices.of(&[";;", ";&", ";;&"]), self.choices.of(&[";;", ";;&"]));
                let subject = self.choices.of(&["$x", "a", "\"$y\"", "$#", "$1"]);
                format!(
                    "case {subject} in a) {}\n{e1} [b-d]|'a b') {}\n{e2} '') {}\n;; *) {}\nesac",
                    self.list(inner),
                    self.list(inner),
                    self.simple(),
                    self.list(inner)
                )
            }
            22 | 23 => {
                let name = self.choices.of(&["f", "g"]);
                let arguments = self.choices.of(&["", " A", " A 'B C'", " \"$x\" $y", " \"$@\""]);
                let local = self.choices.of(&["", "local x=L; ", "shift; ", "x=G; ", "local y; ", "set -- S; "]);
                format!("{name}() {{ {local}{}\n}}\n{name}{arguments}", self.list(inner))
            }
            24 => format!("eval {}", quoted(&self.list(inner))),
            25 => format!("bash -c {} {}", quoted(&self.list(inner)), self.choices.of(&["", "zero one 'two 2'"])),
            26 => format!("trap {} EXIT", quoted(&self.probe())),
            27 => format!("printf '%s\\n' u 'w z' | while read -r l; do {}\ndone", self.list(inner)),
            28 => format!(
                "printf '%s\\n' u1 u2 | xargs {}{}",
                self.choices.of(&["", "-r "]),
                self.choices.of(&["p xa", "p xb {}", "env p xc"])
            ),
            29 => format!("env -C {} {}", self.choices.of(&["a", "c", "a/b"]), self.probe()),
            30 => format!("{} &\nwait", self.probe()),
            31 => format!("x=$(p {} ) y=\"$(cd a; {})\"", 90, self.probe()),
            32 => format!("while read -r l; do {}\ndone < <(printf '%s\\n' q1 q2)", self.list(inner)),
            _ => format!(
                "[[ {} ]] && {{ {}\n}}",
                self.choices.of(&["-n $x", "$x == a", "-d a", "$# -eq 0"]),
                self.list(inner)
            ),
        }
    }
}

fn scratch() -> PathBuf {
    let directory = std::env::temp_dir().join(format!("foregate-programs-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    for path in ["work/a/b", "work/c", "real/deep", "home/h", "bin"] {
        std::fs::create_dir_all(directory.join(path)).expect("a scratch directory");
    }
    std::fs::write(directory.join("work/f"), "").expect("a scratch file");
    std::os::unix::fs::symlink("../real", directory.join("work/link")).expect("a link");
    let body = "printf '%s\\0' \"$PWD\" \"$#\" \"$@\" >> \"$RECORD\"\n[ \"${1%[13579]}\" = \"$1\" ]\n";
    std::fs::write(directory.join("bin/p"), format!("#!/bin/sh\n{body}")).expect("the recording program");
    // Where bash itself runs it, it is a function, which starts no process.
    std::fs::write(directory.join("p.bash"), format!("p() {{\n{body}}}\n")).expect("the recording function");
    std::process::Command::new("chmod").arg("+x").arg(directory.join("bin/p")).status().expect("chmod is there");
    std::fs::canonicalize(directory).expect("it is there")
}

type Record = (String, Vec<String>);

/// What ran, what was predicted, and where.
type Both = (Vec<Record>, Evaluation, Evaluation);

/// What ran; `None` if bash did not end in time or refused the program.
fn run(scratch: &Path, at: usize, source: &str, env: &BTreeMap<String, String>) -> Option<Vec<Record>> {
    let record = scratch.join(format!("record-{at}"));
    let output = std::process::Command::new("timeout")
        .args(["1", "bash", "-c", source])
        .current_dir(scratch.join("work"))
        .env_clear()
        .envs(env)
        .env("RECORD", &record)
        .env("BASH_ENV", scratch.join("p.bash"))
        .stdin(std::process::Stdio::null())
        .output()
        .expect("bash is there");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(124) || error.contains("syntax error") {
        return None;
    }
    let text = std::fs::read(&record).unwrap_or_default();
    let mut parts = text.split(|&b| b == 0).map(|p| String::from_utf8_lossy(p).into_owned());
    let mut out = Vec::new();
    while let (Some(directory), Some(count)) = (parts.next(), parts.next().and_then(|n| n.parse::<usize>().ok())) {
        out.push((directory, parts.by_ref().take(count).collect()));
    }
    Some(out)
}

/// The vectors with which `p` may run.
fn predicted(evaluation: &Evaluation) -> Vec<&[Argument]> {
    evaluation
        .commands
        .iter()
        .filter(|c| c.argv.first().is_some_and(|a| a.text.known() == Some("p")))
        .map(|c| &c.argv[1..])
        .collect()
}

/// The vector with each argument that may be several as any of the texts that stand at its place in one of the others.
fn widened(vector: &[Argument], vectors: &[&[Argument]]) -> Vec<Argument> {
    let mut out = Vec::new();
    for argument in vector {
        let same = |other: &&Argument| other.open && argument.open && other.span == argument.span;
        let others: Vec<Argument> = vectors.iter().flat_map(|v| v.iter()).filter(same).cloned().collect();
        // Twice, because each may come before or after another.
        out.extend(others.iter().chain(&others).cloned());
        if others.is_empty() {
            out.push(argument.clone());
        }
    }
    out
}

#[test]
fn programs_run_what_is_predicted_where_it_is_predicted() {
    let scratch = scratch();
    let mut generator = Programs { choices: Choices::new(7), count: 0 };
    let programs: Vec<String> = (0..PROGRAMS).map(|_| generator.program()).collect();
    let env: BTreeMap<String, String> = [
        ("HOME".to_owned(), scratch.join("home").to_string_lossy().into_owned()),
        ("PATH".to_owned(), format!("{}:/usr/bin:/bin", scratch.join("bin").to_string_lossy())),
    ]
    .into();
    let cwd = scratch.join("work").to_string_lossy().into_owned();
    let home = env["HOME"].clone();
    let both: Vec<Mutex<Option<Both>>> = programs.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (programs, both, scratch, env, cwd, home) = (&programs, &both, &scratch, &env, &cwd, &home);
            scope.spawn(move || {
                let surroundings = Surroundings { platform: Platform::Linux, cwd, home: Some(home), fs: &Real };
                let environment = Environment { surroundings, env: Some(env), prefix: None };
                for at in (half..programs.len()).step_by(2) {
                    let program = &programs[at];
                    *both[at].lock().expect("no panic") = run(scratch, at, program, env)
                        .map(|ran| (ran, evaluate(program, &environment), evaluate(&beside(program), &environment)));
                }
            });
        }
    });
    let (mut compared, mut skipped, mut records) = (0, 0, 0);
    let mut wrong: Vec<(usize, String)> = Vec::new();
    for (program, both) in programs.iter().zip(both) {
        // Where it runs: the same program once more, with a file touched in place of each probe.
        let Some((ran, evaluation, touched)) = both.into_inner().expect("no panic") else {
            skipped += 1;
            continue;
        };
        compared += 1;
        records += ran.len();
        let vectors = predicted(&evaluation);
        let mut problems: BTreeSet<String> = BTreeSet::new();
        for (directory, arguments) in &ran {
            if !vectors.iter().any(|v| admits(v, arguments) || admits(&widened(v, &vectors), arguments)) {
                problems.insert(format!("ran p {arguments:?} in {directory}: not predicted"));
            }
        }
        for (directory, arguments) in &ran {
            let Some(name) = arguments.first() else { continue };
            let path = format!("{directory}/.@{name}");
            let real =
                std::fs::canonicalize(directory).map(|d| format!("{}/.@{name}", d.display())).unwrap_or_default();
            let hit = touched.accesses.iter().filter(|a| a.mode == Mode::Write).any(|a| {
                let place = &a.place;
                let known = [place.lexical.as_ref(), place.canonical.as_ref()];
                known.iter().all(Option::is_none) && text_admits(&place.typed, &format!(".@{name}"))
                    || known.into_iter().flatten().any(|t: &Text| text_admits(t, &path) || text_admits(t, &real))
            });
            if name.parse::<usize>().is_ok_and(|n| (1..90).contains(&n)) && !hit {
                problems.insert(format!("ran {name} in {directory}: not predicted there"));
            }
        }
        for access in touched.accesses.iter().filter(|a| a.mode == Mode::Write && a.certainty == Certainty::Definite) {
            let Some(path) = access.place.canonical.as_ref().and_then(Text::known) else { continue };
            let Some((directory, name)) = path.rsplit_once("/.@") else { continue };
            let happened = ran.iter().any(|(d, arguments)| {
                arguments.first().is_some_and(|a| a == name)
                    && std::fs::canonicalize(d).is_ok_and(|d| d.to_string_lossy() == directory)
            });
            if !happened {
                problems.insert(format!("{name} surely runs in {directory}: it did not"));
            }
        }
        if !problems.is_empty() {
            let said: Vec<Vec<String>> = vectors
                .iter()
                .map(|v| v.iter().map(|a| format!("{}{}", a.text.record(), if a.open { "…" } else { "" })).collect())
                .collect();
            wrong.push((
                program.len(),
                format!(
                    "{program}\n   {}\n   ours: {said:?} {:?}",
                    problems.into_iter().collect::<Vec<_>>().join("\n   "),
                    evaluation.coverage.codes().collect::<Vec<_>>()
                ),
            ));
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    eprintln!(
        "{compared} programs compared with {records} runs, {skipped} not run to their end, {} wrong",
        wrong.len()
    );
    wrong.sort();
    for (_, line) in wrong.iter().take(std::env::var("SHOWN").ok().and_then(|n| n.parse().ok()).unwrap_or(10)) {
        eprintln!("{line}\n");
    }
    assert!(wrong.is_empty(), "{} programs run otherwise in bash", wrong.len());
    assert!(compared > PROGRAMS * 8 / 10, "only {compared} programs could be compared");
}

/// The program with `touch .@1 …` in place of each `p 1 …`: a name that no `*` stands for.
fn beside(program: &str) -> String {
    let mut out = String::new();
    let mut rest = program;
    while let Some(at) = rest.find("p ") {
        let (before, from) = rest.split_at(at);
        let after = &from[2..];
        let alone = before.is_empty() || !before.as_bytes()[before.len() - 1].is_ascii_alphanumeric();
        out.push_str(before);
        out.push_str(if alone && after.starts_with(|c: char| c.is_ascii_digit()) { "touch .@" } else { "p " });
        rest = after;
    }
    out.push_str(rest);
    out
}
