//! Compares the path algebra with a line that `tests/paths/node-vectors.mjs` wrote.
//!
//! Owns nothing but the comparison; the unit tests and the integration test share it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test: a line that cannot be read must fail it")]

use super::Flavor;
use serde_json::Value;

/// Fails if the line's answers are not ours.
pub(crate) fn check(line: &str) {
    let row: Vec<Value> = serde_json::from_str(line).unwrap();
    let [flavor, base, path, answers @ ..] = row.as_slice() else { panic!("{line}") };
    let flavor = if flavor == "posix" { Flavor::Posix } else { Flavor::Windows };
    let (base, path) = (base.as_str().unwrap(), path.as_str().unwrap());
    let resolved = flavor.resolve(base, path);
    let ours = [
        Value::from(flavor.is_absolute(path)),
        Value::from(flavor.normalize(path)),
        Value::from(flavor.join(base, path)),
        Value::from(resolved.as_str()),
        Value::from(flavor.relative(base, &resolved)),
        Value::from(flavor.dirname(path)),
        Value::from(flavor.basename(path)),
    ];
    let names = ["is_absolute", "normalize", "join", "resolve", "relative", "dirname", "basename"];
    assert_eq!(answers.len(), ours.len(), "{line}");
    for ((name, node), ours) in names.iter().zip(answers).zip(&ours) {
        assert!(node.is_null() || node == ours, "{name}({base:?}, {path:?}): Node {node}, ours {ours}");
    }
}
