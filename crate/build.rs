//! Compiles the catalog: `catalog/*.toml` to static tables.
//!
//! A bad entry stops the build with its file, its line and the reason.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a build script reads files and reports to cargo; it is no part of the core"
)]

#[path = "src/command/compile.rs"]
mod compile;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs, process};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=catalog");
    println!("cargo:rerun-if-changed=src/command/compile.rs");
    let mut files: Vec<PathBuf> =
        fs::read_dir("catalog")?.map(|file| file.map(|file| file.path())).collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut entries = Vec::new();
    for file in files {
        entries.push((file.display().to_string(), fs::read_to_string(&file)?));
    }
    match compile::tables(&entries) {
        Ok(code) => fs::write(PathBuf::from(env::var("OUT_DIR")?).join("catalog.rs"), code)?,
        Err(fault) => {
            eprintln!("{fault}");
            process::exit(1);
        }
    }
    Ok(())
}
