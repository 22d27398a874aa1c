//! Puts the case files into the test's binary: there is no file system where it runs.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a build script reads the source tree")]
#![allow(clippy::disallowed_macros, clippy::print_stdout, reason = "a build script talks to cargo")]
#![allow(clippy::expect_used, reason = "a build script that fails says why")]

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let directory = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases"));
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("tests/cases is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "toml") && path.file_stem().is_some_and(|s| s != "shared"))
        .collect();
    paths.sort();
    let mut list = String::from("[\n");
    for path in &paths {
        let _ = writeln!(list, "    ({:?}, include_str!({path:?})),", path.file_stem().unwrap_or_default());
    }
    list.push_str("]\n");
    let out = std::env::var_os("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&out).join("cases.rs"), list).expect("cargo's own directory can be written");
}
