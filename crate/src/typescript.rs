//! TypeScript's types, from Rust's.
//!
//! Owns `ts-shim/src/generated.ts`: one test holds it against the types, another, which has to be asked for, writes it.

use crate::error::Error;
use crate::options::Options;
use crate::{access, coverage, gate, path, policy, record};
use ts_rs::{Config, TS};

const WRITTEN: &str = include_str!("../../ts-shim/src/generated.ts");

fn declare<T: TS>(out: &mut String) {
    let config = Config::new();
    out.push('\n');
    // A variant of a union cannot carry its documentation; the type's own can.
    out.push_str(&T::docs().unwrap_or_default());
    out.push_str("export ");
    for line in T::decl(&config).lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn generated() -> String {
    let mut out =
        "// Generated from the Rust types; not to be edited: cargo test -p foregate --lib typescript -- --ignored\n"
            .to_owned();
    declare::<path::Platform>(&mut out);
    declare::<gate::Skill>(&mut out);
    declare::<Options>(&mut out);
    declare::<policy::schema::File>(&mut out);
    declare::<policy::schema::Permission>(&mut out);
    declare::<policy::schema::Rules>(&mut out);
    declare::<policy::schema::Decision>(&mut out);
    declare::<policy::schema::Detailed>(&mut out);
    declare::<policy::schema::Lenient>(&mut out);
    declare::<policy::schema::BlockFindRoot>(&mut out);
    declare::<policy::schema::ShellTool>(&mut out);
    declare::<policy::Sources>(&mut out);
    declare::<policy::SourceFile>(&mut out);
    declare::<policy::Scope>(&mut out);
    declare::<policy::Kind>(&mut out);
    declare::<record::Caller>(&mut out);
    declare::<record::ToolCall>(&mut out);
    declare::<policy::Action>(&mut out);
    declare::<record::Patch>(&mut out);
    declare::<record::Reason>(&mut out);
    declare::<record::Verdict>(&mut out);
    declare::<record::SessionRule>(&mut out);
    declare::<record::Ask>(&mut out);
    declare::<record::Question>(&mut out);
    declare::<record::Checked>(&mut out);
    declare::<access::Mode>(&mut out);
    declare::<access::Boundary>(&mut out);
    declare::<access::Certainty>(&mut out);
    declare::<access::Role>(&mut out);
    declare::<record::AccessRecord>(&mut out);
    declare::<record::CommandRecord>(&mut out);
    declare::<coverage::Code>(&mut out);
    declare::<record::CoverageKind>(&mut out);
    declare::<record::CoverageRecord>(&mut out);
    declare::<record::Analysis>(&mut out);
    declare::<policy::Configuration>(&mut out);
    declare::<policy::Problem>(&mut out);
    declare::<policy::RuleReport>(&mut out);
    declare::<policy::SettingReport>(&mut out);
    declare::<policy::Origin>(&mut out);
    declare::<policy::Migration>(&mut out);
    declare::<Error>(&mut out);
    out
}

#[test]
fn typescript_has_the_types_of_rust() {
    assert!(WRITTEN == generated(), "cargo test -p foregate --lib typescript -- --ignored");
}

#[test]
#[ignore = "writes the file"]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the one place that writes, and only when it is asked to"
)]
fn write_typescript() {
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../ts-shim/src/generated.ts"), generated()).unwrap();
}
