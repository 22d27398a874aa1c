//! Compiles the catalog.
fn main() {}
