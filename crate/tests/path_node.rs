//! The path algebra against Node's own `path.posix` and `path.win32`.

use foregate::path::Flavor;

#[path = "../src/path/node.rs"]
mod node;

#[test]
#[allow(clippy::disallowed_types, reason = "Node is the judge here; the core itself starts nothing")]
fn agrees_with_node() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/paths/node-vectors.mjs");
    let run = std::process::Command::new("node").args([script, "100000", "20260101"]).output().expect("node runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let lines = String::from_utf8(run.stdout).expect("JSON is UTF-8");
    assert_eq!(lines.lines().count(), 200_000);
    lines.lines().for_each(node::check);
}
