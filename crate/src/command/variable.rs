//! Variables that name what programs run or read.
//!
//! Owns the few names of the environment that programs take for a command or for paths, each from its program's manual. It
//! knows nothing of how a variable is set.

use super::acting::Acting;
use super::catalog::Role;
use super::{Argument, Context, Effects};
use crate::access::{Certainty, Mode};

/// What a program that is started with the variable does because of it: Git 2.39, git(1); CPython 3.11, python(1); ld.so(8);
/// Node.js 20, node(1); OpenJDK 17, java(1).
#[must_use]
pub fn assignment(name: &str, value: &Argument, context: &dyn Context) -> Effects {
    let mut acting = Acting::new(value, name, context);
    assigned(&mut acting, name, value);
    acting.effects
}

/// The same, noted with what the wrapper does that sets it (`env`, `sudo`).
pub(super) fn assigned(acting: &mut Acting<'_>, name: &str, value: &Argument) {
    if value.text.is_empty() {
        return;
    }
    let role = match name {
        "GIT_DIR" | "GIT_WORK_TREE" | "GIT_INDEX_FILE" | "GIT_OBJECT_DIRECTORY" | "GIT_COMMON_DIR" => {
            Role::Path(&[Mode::Read, Mode::Write])
        }
        "GIT_CONFIG_GLOBAL" | "GIT_CONFIG_SYSTEM" | "GIT_CONFIG" => Role::Path(&[Mode::Read]),
        "BASH_ENV" | "ENV" | "PYTHONSTARTUP" => Role::Path(&[Mode::Execute]),
        "CARGO_TARGET_DIR" | "PIP_TARGET" | "GOBIN" => Role::Path(&[Mode::Write]),
        // A name without a slash is looked up in `PATH`.
        "CC" | "CXX" | "LD" | "RUSTC" | "RUSTC_WRAPPER" if value.text.prefix().contains('/') => {
            Role::Path(&[Mode::Execute])
        }
        "GIT_TRACE" | "GIT_TRACE2" | "GIT_TRACE2_EVENT" if value.text.prefix().starts_with('/') => {
            Role::Path(&[Mode::Write])
        }
        "PYTHONPATH" | "NODE_PATH" | "PERL5LIB" | "RUBYLIB" | "CLASSPATH" | "LD_LIBRARY_PATH" | "DYLD_LIBRARY_PATH" => {
            Role::Paths(&[Mode::Read])
        }
        "LD_PRELOAD" | "DYLD_INSERT_LIBRARIES" | "LD_AUDIT" => Role::Paths(&[Mode::Execute]),
        _ if runs(name) => {
            acting.shell(value.clone(), Vec::new(), name.to_owned(), false);
            if let Some(run) = acting.effects.runs.last_mut() {
                run.certainty = Certainty::Possible;
            }
            return;
        }
        _ => return,
    };
    let before = acting.effects.accesses.len();
    acting.apply(role, value);
    for effect in acting.effects.accesses.iter_mut().skip(before) {
        // Only programs that know the variable look at it.
        effect.certainty = Certainty::Possible;
    }
}

/// Whether programs hand the value to a shell.
fn runs(name: &str) -> bool {
    matches!(name, "GIT_SSH_COMMAND" | "GIT_SSH" | "GIT_EXTERNAL_DIFF" | "GIT_PROXY_COMMAND" | "VISUAL" | "BROWSER")
        || matches!(name, "GIT_ASKPASS" | "SSH_ASKPASS" | "SUDO_ASKPASS" | "LESSOPEN" | "LESSCLOSE" | "RSYNC_RSH")
        || name.ends_with("PAGER")
        || name.ends_with("EDITOR")
}
