//! How tool inputs resolve, against what two versions of Pi itself made of them (`tests/vectors/pi-resolve.mjs`).

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test: a line that cannot be read must fail it")]

use foregate::path::{DriveMounts, InputError, Platform, read_spellings, resolve};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Head {
    sessions: BTreeMap<String, Session>,
}

#[derive(Deserialize)]
struct Session {
    platform: Platform,
    home: String,
    cwd: String,
}

#[derive(Deserialize)]
struct Row {
    session: String,
    input: String,
    path: Option<String>,
    error: Option<String>,
    #[serde(default)]
    tried: Vec<String>,
}

fn code(error: InputError) -> &'static str {
    match error {
        InputError::Url => "ERR_INVALID_URL",
        InputError::UrlHost => "ERR_INVALID_FILE_URL_HOST",
        InputError::UrlPath => "ERR_INVALID_FILE_URL_PATH",
        InputError::UrlEncoding => "URIError",
        _ => "not Pi's",
    }
}

/// Holds every line against ours, and gives how many there are and the inputs of which we do not claim to know the path.
fn compare(vectors: &str, mounts: DriveMounts) -> (usize, Vec<String>) {
    let mut lines = vectors.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap_or_default()).expect("the first line names the sessions");
    let mut count = 0;
    let mut unclear = Vec::new();
    for line in lines {
        let row: Row = serde_json::from_str(line).expect("a line is a row");
        let session = &head.sessions[&row.session];
        count += 1;
        match resolve(session.platform, &session.cwd, Some(&session.home), &row.input, mounts) {
            Ok(path) => {
                assert_eq!(Some(&path), row.path.as_ref(), "{line}");
                assert_eq!(read_spellings(&path), row.tried, "{line}");
            }
            Err(InputError::Unclear) => unclear.push(row.input),
            Err(error) => assert_eq!(Some(code(error)), row.error.as_deref(), "{line}"),
        }
    }
    unclear.sort_unstable();
    unclear.dedup();
    (count, unclear)
}

const UNCLEAR: [&str; 5] =
    ["file://127.0.0.1/x", "file://[::1]/x", "file://bücher/x", "file://xn--bcher-kva/x", "file://ｌocalhost/x"];

#[test]
fn resolves_as_pi_1_6_0() {
    let (count, unclear) = compare(include_str!("../../tests/vectors/pi-resolve-1.6.0.jsonl"), DriveMounts::Translated);
    assert!(count >= 3 * 130);
    assert_eq!(unclear, UNCLEAR);
}

#[test]
fn resolves_as_pi_0_79_10() {
    let (count, unclear) = compare(include_str!("../../tests/vectors/pi-resolve-0.79.10.jsonl"), DriveMounts::Kept);
    assert!(count >= 3 * 130);
    assert_eq!(unclear, UNCLEAR);
}
