//! The case files of `tests/cases`, through the core as WebAssembly in Node.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::disallowed_macros, reason = "cargo's variables say where the build script put the case files")]

#[path = "../../tests/cases/check.rs"]
mod check;

use wasm_bindgen_test::{console_log, wasm_bindgen_test};

const SHARED: &str = include_str!("../../tests/cases/shared.toml");

#[wasm_bindgen_test]
fn every_case_holds() {
    let files = include!(concat!(env!("OUT_DIR"), "/cases.rs"));
    let report = check::run(&files, SHARED, foregate::batch::answer);
    for failure in &report.failures {
        console_log!("{failure}");
    }
    assert!(report.failures.is_empty(), "{} cases do not hold", report.failures.len());
    assert!(report.passed > 400, "only {} cases were found", report.passed);
}
