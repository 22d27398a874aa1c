//! Variables that name what programs run or read.
//!
//! Owns the few names of the environment that programs take for a command or for paths, each from its program's manual. It
//! knows nothing of how a variable is set.

use super::acting::Acting;
use super::catalog::Role;
use super::{Argument, Context, Effects};
use crate::access::{Certainty, Mode};
use crate::value::Text;

/// What a program that is started with the variable does because of it: Git 2.39, git(1); CPython 3.11, python(1); ld.so(8);
/// Node.js 20, node(1); OpenJDK 17, java(1); Ruby 3.1, ruby(1); Perl 5.36, perlrun(1); curl 7.88, curl(1); GNU Wget 1.21, wget(1).
#[must_use]
pub fn assignment(name: &str, value: &Argument, context: &dyn Context) -> Effects {
    let mut acting = Acting::new(value, name, context);
    assigned(&mut acting, name, value);
    acting.effects
}

/// Which program runs the file that a variable names.
#[must_use]
pub fn reader(variable: &str) -> &'static str {
    match variable {
        "BASH_ENV" | "ENV" => "sh",
        "PYTHONSTARTUP" => "python",
        "NODE_OPTIONS" => "node",
        "PERL5OPT" => "perl",
        "RUBYOPT" => "ruby",
        "LUA_INIT" => "lua",
        _ => "",
    }
}

/// The same, noted with what the wrapper does that sets it (`env`, `sudo`).
pub(super) fn assigned(acting: &mut Acting<'_>, name: &str, value: &Argument) {
    if value.text.is_empty() {
        return;
    }
    if is_code(name, &value.text) {
        acting.effects.unknown_code.push(value.span);
    }
    let role = match name {
        "GIT_DIR" | "GIT_WORK_TREE" | "GIT_INDEX_FILE" | "GIT_OBJECT_DIRECTORY" | "GIT_COMMON_DIR" => {
            Role::Path(&[Mode::Read, Mode::Write])
        }
        "GIT_CONFIG_GLOBAL"
        | "GIT_CONFIG_SYSTEM"
        | "GIT_CONFIG"
        | "RIPGREP_CONFIG_PATH"
        | "CURL_HOME"
        | "WGETRC"
        | "SYSTEM_WGETRC" => Role::Path(&[Mode::Read]),
        // Makefiles, apart by blanks, that are read first (GNU Make 4.3 manual, 3.4).
        "MAKEFILES" => {
            for word in value.text.plain().split_whitespace() {
                acting.possible(value.span, Text::literal(word), Mode::Read);
            }
            return;
        }
        // One that is to be expanded first names no file yet.
        "BASH_ENV" | "ENV" if substitutes(&value.text) => return,
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

/// Whether the value is code, or settings that may name some.
fn is_code(name: &str, text: &Text) -> bool {
    match name {
        // The name of the file is expanded (Bash manual, 6.2).
        "BASH_ENV" | "ENV" => substitutes(text),
        // Expanded before each line that is traced or asked for.
        "PS0" | "PS1" | "PS2" | "PS4" | "PROMPT_COMMAND" => text.has_hole() || substitutes(text),
        "NODE_OPTIONS" | "RUBYOPT" | "PERL5OPT" => loads(text),
        // What is in the makefiles is run.
        "GIT_CONFIG_COUNT" | "GIT_CONFIG_PARAMETERS" | "MAKEFILES" => true,
        _ => name.starts_with("GIT_CONFIG_VALUE_") || name.starts_with("BASH_FUNC_"),
    }
}

/// Whether the shell would run something where it expands the text.
fn substitutes(text: &Text) -> bool {
    let plain = text.plain();
    ["$(", "`", "${"].iter().any(|opening| plain.contains(opening))
}

/// Whether options of an interpreter make it load a file: `--require`, `--import`, `-r`, `-I`, `-M`.
fn loads(text: &Text) -> bool {
    let plain = text.plain();
    let loads = |word: &str| {
        ["--require", "--import", "--loader", "--experimental-loader", "-r", "-I", "-M", "-m", "-d", "-x"]
            .iter()
            .any(|option| word.starts_with(option))
    };
    text.has_hole() || plain.split_whitespace().any(loads)
}

/// Whether programs hand the value to a shell.
fn runs(name: &str) -> bool {
    matches!(name, "GIT_SSH_COMMAND" | "GIT_SSH" | "GIT_EXTERNAL_DIFF" | "GIT_PROXY_COMMAND" | "VISUAL" | "BROWSER")
        || matches!(name, "GIT_ASKPASS" | "SSH_ASKPASS" | "SUDO_ASKPASS" | "LESSOPEN" | "LESSCLOSE" | "RSYNC_RSH")
        || name.ends_with("PAGER")
        || name.ends_with("EDITOR")
}
