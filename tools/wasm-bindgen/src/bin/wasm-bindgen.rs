//! `wasm-bindgen`.
fn main() -> impl std::process::Termination {
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os())
}
