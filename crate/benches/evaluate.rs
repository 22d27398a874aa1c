//! How long it takes to evaluate a command, and that the time is linear in its length.
//!
//! `cargo bench -p foregate`. The first table at the end gives nanoseconds for each command and each byte in five size classes,
//! with the witness (`whole`) and without it, and its last line the median of all commands of at most 100 bytes; the second one
//! what texts cost that are long in one way, for each byte. Each command's time is its least: what other processes take away
//! is not the evaluator's.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a bench reads the clock")]
#![allow(clippy::print_stdout, clippy::indexing_slicing, missing_docs)]

use criterion::{Criterion, Throughput};
use foregate::eval::{Environment, evaluate};
use foregate::path::{Flavor, Listed, Platform, Surroundings, Table};
use foregate::syntax;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Forty commands of each size; `{}` is filled in, so that no two are the same.
const SHORT: [&str; 10] = [
    "ls -la",
    "git status",
    "cd src{}",
    "pwd",
    "cat a{}.txt",
    "npm test",
    "rm -f x{}",
    "echo {}",
    "wc -l f{}",
    "make -j{}",
];
const LINE: [&str; 10] = [
    "grep -rn \"needle{}\" src --include='*.ts'",
    "cat package.json | head -n {}",
    "git log --oneline -n {} && git diff",
    "find . -name '*.rs' -mtime -{}",
    "mkdir -p out/{}/logs && cd out/{}",
    "sed -n '{},40p' src/main.rs 2>/dev/null",
    "python3 -m pytest tests/test_{}.py -x -q",
    "for f in a b c; do echo $f{}; done",
    "X={} npm run build >build.log 2>&1",
    "tar -czf out{}.tgz -C build .",
];
const LONG: [&str; 10] = [
    "cd services/api && npm ci && npm run lint -- --max-warnings {} && npm test -- --coverage --reporter=dot",
    "if [ -f .env.{} ]; then set -a; . ./.env.{}; set +a; else echo \"no environment\" >&2; exit 1; fi",
    "git fetch origin main && git rebase origin/main || { git rebase --abort; echo 'conflict {}'; exit 2; }",
    "docker run --rm -v \"$PWD\":/work -w /work node:{} sh -c 'npm ci && npm run build' 2>&1 | tail -n 40",
    "find src tests -type f \\( -name '*.ts' -o -name '*.tsx' \\) -print0 | xargs -0 grep -ln \"useEffect{}\"",
    "for d in packages/*/; do (cd \"$d\" && echo \"== $d {}\" && cat package.json | jq -r .version); done",
    "curl -fsSL \"https://example.org/releases/{}/x.tar.gz\" -o /tmp/x{}.tgz && tar -xzf /tmp/x{}.tgz -C vendor",
    "DIR=$(mktemp -d) && cp -r src \"$DIR/src{}\" && (cd \"$DIR\" && ls -R | wc -l) && rm -rf \"$DIR\"",
    "ps aux | awk '/node{}/ {print $2}' | sort -u | head -n 5 | while read -r pid; do echo \"kill $pid\"; done",
    "awk -F: '{ print $1, $NF }' data/users{}.txt | sort -k2 | uniq -c | sort -rn | tee out/users{}.txt",
];

struct Class {
    name: &'static str,
    commands: Vec<String>,
}

fn classes() -> Vec<Class> {
    let fill = |templates: &[&str], join: usize, joint: &str| -> Vec<String> {
        (0..40)
            .map(|n| {
                (0..join)
                    .map(|k| templates[(n + k * 3) % templates.len()].replace("{}", &(n * 7 + k).to_string()))
                    .collect::<Vec<_>>()
                    .join(joint)
            })
            .collect()
    };
    let script = |n: usize| {
        let body = fill(&LINE, 4, "\n  ");
        format!(
            "set -eu\nroot=$(pwd)\nfor step in one two three; do\n  {}\ndone\ncat <<EOF > \"$root/out/{n}.txt\"\nstep $step of $root\nEOF\n",
            body[n]
        )
    };
    vec![
        Class { name: "word", commands: fill(&SHORT, 1, "") },
        Class { name: "line", commands: fill(&LINE, 1, "") },
        Class { name: "long line", commands: fill(&LONG, 1, "") },
        Class { name: "script", commands: (0..40).map(script).collect() },
        Class { name: "long script", commands: fill(&LONG, 12, "\n") },
    ]
}

/// Ways to be long: what begins a text, what is repeated in it, and what ends it.
const LONG_TEXTS: [(&str, [&str; 3]); 8] = [
    ("a\\|", ["", "a|", "a"]),
    ("<<E", ["", "cat <<E\nline of text\nE\n", ""]),
    ("$(", ["", "echo $(echo $(pwd)/x)\n", ""]),
    ("words", ["echo", " word", ""]),
    ("quoted", ["echo \"", "text $x ", "\""]),
    ("ls\\n", ["", "ls\n", ""]),
    ("cd a; ", ["", "cd a; ", ""]),
    ("a && ", ["", "a && ", "a"]),
];

fn long([start, repeated, end]: [&str; 3], bytes: usize) -> String {
    format!("{start}{}{end}", repeated.repeat((bytes - start.len() - end.len()) / repeated.len()))
}

/// The least time of several rounds.
fn time(mut work: impl FnMut(), rounds: usize) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(once).min().unwrap_or_default()
}

/// What one command costs, in nanoseconds.
struct Cost {
    bytes: usize,
    whole: u128,
    without: u128,
    parse: u128,
}

impl Cost {
    fn of(command: &str, environment: &Environment<'_>) -> Self {
        let each = |work: &dyn Fn()| time(work, 101).as_nanos();
        let whole = each(&|| drop(black_box(evaluate(command, environment))));
        let read = each(&|| drop(black_box(syntax::read(command))));
        let parse = each(&|| drop(black_box(syntax::parse(command))));
        // The witness reads the source, and is asked about each payload too, which this leaves in.
        Self { bytes: command.len(), whole, without: whole.saturating_sub(read.saturating_sub(parse)), parse }
    }

    fn row(name: &str, costs: &[Self]) {
        let median = |value: &dyn Fn(&Self) -> u128| {
            let mut values: Vec<u128> = costs.iter().map(value).collect();
            values.sort_unstable();
            values[values.len() / 2]
        };
        let bytes = median(&|cost| cost.bytes as u128);
        let (whole, without, parse) = (median(&|c| c.whole), median(&|c| c.without), median(&|c| c.parse));
        println!("| {name} | {bytes} | {whole} | {} | {without} | {} | {parse} |", whole / bytes, without / bytes);
    }
}

fn main() {
    let files: BTreeMap<String, Listed> =
        ["/work/src/main.rs", "/work/package.json", "/work/packages/a/package.json", "/home/u/.bashrc"]
            .into_iter()
            .map(|path| (path.to_owned(), Listed::File))
            .collect();
    let table = Table::new(Flavor::Posix, files);
    let env: BTreeMap<String, String> =
        [("HOME".to_owned(), "/home/u".to_owned()), ("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into();
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/work", home: Some("/home/u"), fs: &table };
    let environment = Environment { surroundings, env: Some(&env), prefix: None };
    let classes = classes();

    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    let mut group = criterion.benchmark_group("evaluate");
    for class in &classes {
        group.throughput(Throughput::Bytes(class.commands.iter().map(|c| c.len() as u64).sum()));
        group.bench_function(class.name, |b| {
            b.iter(|| {
                class
                    .commands
                    .iter()
                    .map(|command| evaluate(black_box(command), &environment).accesses.len())
                    .sum::<usize>()
            })
        });
    }
    group.finish();

    println!(
        "\n| class | median bytes | whole, ns | ns/byte | without the witness, ns | ns/byte | parse, ns |\n|---|---|---|---|---|---|---|"
    );
    let mut short = Vec::new();
    for class in &classes {
        let costs: Vec<Cost> = class.commands.iter().map(|command| Cost::of(command, &environment)).collect();
        Cost::row(class.name, &costs);
        short.extend(costs.into_iter().filter(|cost| cost.bytes <= 100));
    }
    Cost::row("all up to 100 bytes", &short);
    println!("\n| text | 1 KiB | 4 KiB | 16 KiB | 64 KiB | 256 KiB | ns/byte, each |\n|---|---|---|---|---|---|---|");
    for (name, parts) in LONG_TEXTS {
        let times: Vec<(usize, Duration)> = [1, 4, 16, 64, 256]
            .into_iter()
            .map(|kib| {
                let text = long(parts, kib * 1024);
                (text.len(), time(|| drop(black_box(evaluate(&text, &environment))), if kib > 16 { 3 } else { 9 }))
            })
            .collect();
        let row: Vec<String> = times.iter().map(|(_, t)| format!("{:.2} ms", t.as_secs_f64() * 1e3)).collect();
        let slope: Vec<String> = times.iter().map(|(bytes, t)| (t.as_nanos() / *bytes as u128).to_string()).collect();
        println!("| `{name}` | {} | {} |", row.join(" | "), slope.join(" "));
    }
}
