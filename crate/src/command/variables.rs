//! Variables that name a file or a command for the program they are set for.
//!
//! Owns the table. It knows nothing of how a variable came to its value, or of what the program does besides.

use crate::access::Mode;

/// What a variable's value is to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A path.
    Path(Mode),
    /// Paths with a colon between them.
    Paths(Mode),
    /// A path, or a name that is looked up in `PATH`.
    Program,
    /// A text that a shell runs.
    Script,
}

/// What `name` is; `None` where its value is no file and no command. `PATH` is none of these: that a program is looked for in a
/// directory opens nothing there.
///
/// Sources: bash(1) 5.2, ld.so(8), git(1) 2.39, python3(1) 3.11, cargo(1), make(1) 4.3 for `CC` and its kind.
#[must_use]
pub fn named(name: &str) -> Option<Named> {
    Some(match name {
        "BASH_ENV" | "ENV" | "PYTHONSTARTUP" => Named::Path(Mode::Execute),
        "LD_PRELOAD" | "LD_AUDIT" => Named::Paths(Mode::Execute),
        "PYTHONPATH"
        | "LD_LIBRARY_PATH"
        | "NODE_PATH"
        | "PERL5LIB"
        | "RUBYLIB"
        | "GIT_ALTERNATE_OBJECT_DIRECTORIES" => Named::Paths(Mode::Read),
        "GIT_DIR"
        | "GIT_WORK_TREE"
        | "GIT_INDEX_FILE"
        | "GIT_OBJECT_DIRECTORY"
        | "GIT_CONFIG_GLOBAL"
        | "GIT_CONFIG_SYSTEM" => Named::Path(Mode::Read),
        "CARGO_TARGET_DIR" | "GOBIN" | "PIP_TARGET" => Named::Path(Mode::Write),
        "RUSTC_WRAPPER" | "RUSTC" | "CC" | "CXX" | "LD" | "GIT_EXEC_PATH" | "GIT_ASKPASS" | "SSH_ASKPASS" => {
            Named::Program
        }
        "PAGER"
        | "GIT_PAGER"
        | "MANPAGER"
        | "EDITOR"
        | "VISUAL"
        | "GIT_EDITOR"
        | "GIT_SEQUENCE_EDITOR"
        | "GIT_SSH_COMMAND"
        | "GIT_SSH"
        | "GIT_EXTERNAL_DIFF" => Named::Script,
        _ => return None,
    })
}
