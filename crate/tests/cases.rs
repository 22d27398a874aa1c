//! The case files of `tests/cases`, through the native core.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the case files are read from the source tree")]
#![allow(clippy::disallowed_macros, reason = "cargo's variables say where the source tree is")]
#![allow(clippy::expect_used, clippy::print_stderr, reason = "a test says what is wrong and stops")]

#[path = "../../tests/cases/check.rs"]
mod check;

use std::path::Path;

#[test]
fn every_case_holds() {
    let directory = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases"));
    let read = |path: &Path| std::fs::read_to_string(path).expect("a case file is text");
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("tests/cases is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "toml") && path.file_stem().is_some_and(|s| s != "shared"))
        .collect();
    paths.sort();
    let texts: Vec<_> = paths.iter().map(|p| (p.file_stem().unwrap_or_default().to_string_lossy(), read(p))).collect();
    let files: Vec<_> = texts.iter().map(|(name, text)| (name.as_ref(), text.as_str())).collect();
    let report = check::run(&files, &read(&directory.join("shared.toml")), foregate::batch::answer);
    for failure in &report.failures {
        eprintln!("{failure}");
    }
    eprintln!("{} cases hold, {} do not", report.passed, report.failures.len());
    assert!(report.failures.is_empty(), "{} cases do not hold", report.failures.len());
    assert!(report.passed > 400, "only {} cases were found", report.passed);
}
