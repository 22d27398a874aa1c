//! `wasm-bindgen-test-runner`.
fn main() -> impl std::process::Termination {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
