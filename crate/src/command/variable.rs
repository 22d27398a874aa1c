//! Variables that name what programs run or read.
//!
//! Owns the few names of the environment that programs take for a command or for paths, each from its program's manual. It
//! knows nothing of how a variable is set.

use super::acting::Acting;
use super::catalog::{Language, Role};
use super::{Argument, Context, Effects};
use crate::access::{Certainty, Mode};
use crate::value::Text;

/// What a program that is started with the variable does because of it: Git 2.39, git(1); CPython 3.11, python(1); ld.so(8);
/// Node.js 20, node(1); OpenJDK 17, java(1); Ruby 3.1, ruby(1); Perl 5.36, perlrun(1);
/// Lua 5.4, lua(1); GNU Make 4.3 manual, 5.7.3; GNU tar 1.34, tar(1); Vim 9.0, starting.txt; Bundler 2.3, bundle-config(1); curl 7.88, curl(1); GNU Wget 1.21, wget(1).
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
        "BUNDLE_GEMFILE" => "ruby",
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
        "LUA_INIT" => match value.text.strip_prefix("@") {
            Some(file) => {
                acting.possible(value.span, file, Mode::Execute);
                return;
            }
            None => Role::Script(Language::Other),
        },
        "VIMINIT" | "EXINIT" => Role::Script(Language::Ed),
        "NODE_OPTIONS" | "RUBYOPT" | "PERL5OPT" | "JAVA_TOOL_OPTIONS" | "JDK_JAVA_OPTIONS" => {
            let before = acting.effects.accesses.len();
            options(acting, name, value);
            return possible(acting, before);
        }
        // One that is to be expanded first names no file yet.
        "BASH_ENV" | "ENV" if substitutes(&value.text) => return,
        "BASH_ENV" | "ENV" | "PYTHONSTARTUP" | "BUNDLE_GEMFILE" | "GIT_EXEC_PATH" => Role::Path(&[Mode::Execute]),
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
    possible(acting, before);
}

/// Only programs that know the variable look at it.
fn possible(acting: &mut Acting<'_>, before: usize) {
    for effect in acting.effects.accesses.iter_mut().skip(before) {
        effect.certainty = Certainty::Possible;
    }
}

/// Whether the value is code, or settings that may name some.
fn is_code(name: &str, text: &Text) -> bool {
    match name {
        // The name of the file is expanded (Bash manual, 6.2).
        "BASH_ENV" | "ENV" => substitutes(text),
        // Expanded before each line that is traced or asked for.
        "PS0" | "PS1" | "PS2" | "PS4" => text.has_hole() || substitutes(text),
        // A makefile's text, or options that run a command.
        "MAKEFLAGS" | "GNUMAKEFLAGS" => substitutes(text) || text.plain().contains("eval"),
        "TAR_OPTIONS" => ["command", "exec", "program", "script", "-I", "-F"].iter().any(|o| text.plain().contains(o)),
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

/// What options of an interpreter load that stand in a variable: each file that they name is executed.
fn options(acting: &mut Acting<'_>, name: &str, value: &Argument) {
    let plain = value.text.plain();
    let mut words = plain.split_whitespace();
    let mut unknown = value.text.has_hole();
    while let Some(word) = words.next() {
        let module = match name {
            "NODE_OPTIONS" => match word.split_once('=').unwrap_or((word, "")) {
                ("--require" | "-r" | "--import" | "--loader" | "--experimental-loader", "") => words.next(),
                ("--require" | "-r" | "--import" | "--loader" | "--experimental-loader", module) => Some(module),
                _ => None,
            },
            "RUBYOPT" => word.strip_prefix("-r"),
            _ => word.strip_prefix("-javaagent:").or_else(|| word.strip_prefix("-agentpath:")),
        };
        // A directory of modules; a module of Perl, which may have code behind it (perlrun(1), -M).
        unknown |= matches!(name, "RUBYOPT" | "PERL5OPT") && word.starts_with("-I");
        unknown |= name == "PERL5OPT" && ["-M", "-m", "-d"].iter().any(|option| word.starts_with(option));
        if let Some(module) = module {
            acting.apply(Role::Module, &Argument { text: Text::literal(module), ..value.clone() });
        }
    }
    if unknown {
        acting.effects.unknown_code.push(value.span);
    }
}

/// Whether programs hand the value to a shell.
fn runs(name: &str) -> bool {
    matches!(name, "GIT_SSH_COMMAND" | "GIT_SSH" | "GIT_EXTERNAL_DIFF" | "GIT_PROXY_COMMAND" | "VISUAL" | "BROWSER")
        || matches!(
            name,
            "PROMPT_COMMAND" | "GIT_ASKPASS" | "SSH_ASKPASS" | "SUDO_ASKPASS" | "LESSOPEN" | "LESSCLOSE" | "RSYNC_RSH"
        )
        || name.ends_with("PAGER")
        || name.ends_with("EDITOR")
}
