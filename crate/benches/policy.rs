//! How long the rules take: 300 of them against 100 paths.
//!
//! `cargo bench -p foregate --bench policy`. The bound is half a millisecond for all of the paths.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a bench reads the clock")]
#![allow(clippy::print_stdout, clippy::panic, missing_docs)]

use foregate::access::{Access, Certainty, Mode, Role};
use foregate::path::{Directory, NoFileSystem, Platform, Surroundings};
use foregate::policy::{Config, Family, Policy};
use std::hint::black_box;
use std::time::{Duration, Instant};

const BOUND: Duration = Duration::from_micros(500);

fn main() {
    let rules: Vec<String> = (0..300)
        .map(|i| match i % 5 {
            0 => format!(r#""/data/{i}/*": "allow""#),
            1 => format!(r#""*.ext{i}": "deny""#),
            2 => format!(r#""/opt/*/file{i}": "ask""#),
            3 => format!(r#""~/work{i}/*/src/*": "ask""#),
            _ => format!(r#""/srv/exact{i}": "deny""#),
        })
        .collect();
    let config = format!(r#"{{"permission": {{"*": "ask", "external_directory": {{{}}}}}}}"#, rules.join(","));
    let config = serde_json::from_str(&config).ok().and_then(|json| Config::read(&json, "config").ok());
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: Some("/home/u"), fs: &NoFileSystem };
    let Some(policy) = config.and_then(|config| Policy::new(config, &surroundings).ok()) else {
        panic!("the rules are not read")
    };
    let accesses: Vec<Access> = (0..100)
        .filter_map(|i| {
            let path = match i % 4 {
                0 => format!("/data/{i}/deep/er/file.ts"),
                1 => format!("/opt/tool/file{i}"),
                2 => format!("../other/{i}/a.ext{i}"),
                _ => format!("/home/u/work{i}/x/src/y.rs"),
            };
            let directory = Directory::Known("/w".into());
            let place = surroundings.place(&directory, &path.as_str().into(), Mode::Read)?;
            Some(Access { place, mode: Mode::Read, certainty: Certainty::Definite, role: Role::Known, span: None })
        })
        .collect();
    let mut times: Vec<Duration> = (0..201)
        .map(|_| {
            let start = Instant::now();
            for access in &accesses {
                black_box(policy.access(Family::ExternalDirectory, black_box(access)));
            }
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    println!(
        "{} rules against {} paths: {:.3} ms (at most {:.1} ms)",
        policy.config().rules.len(),
        accesses.len(),
        median.as_secs_f64() * 1e3,
        BOUND.as_secs_f64() * 1e3
    );
    assert!(median <= BOUND, "the rules take longer than they may");
}
