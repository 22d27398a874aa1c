//! Languages of which only a few calls open a file or run a command: jq, yq, Emacs Lisp, rpm's macros.
//!
//! Owns those calls (jq 1.6, jq(1), MODULES; yq 4, Load; GNU Emacs 28, Elisp manual, Processes; RPM 4.18, Macro syntax). It does not know the languages.

use super::acting::Acting;
use super::catalog::Language;
use super::paths::{flatten, unflatten};
use super::{Argument, code};
use crate::access::Mode;

/// Notes the files that a filter loads.
pub(super) fn modules(acting: &mut Acting<'_>, argument: &Argument, language: Language) {
    let calls: &[&str] = match language {
        Language::Yq => &["load(", "load_str(", "load_xml(", "load_props(", "load_base64(", "strload("],
        // A module's own name cannot lead out of the directory that is searched.
        _ => &["search:", "search :"],
    };
    for path in called(&flatten(&argument.text), calls) {
        acting.possible(argument.span, unflatten(&path), Mode::Read);
    }
}

/// Notes the commands and the paths in an expression.
pub(super) fn lisp(acting: &mut Acting<'_>, argument: &Argument) {
    for command in called(&flatten(&argument.text), &["shell-command ", "shell-command-to-string ", "compile "]) {
        acting.perhaps(argument, unflatten(&command));
    }
    code::search(acting, argument);
}

/// Notes the commands in `%(command)`.
pub(super) fn macros(acting: &mut Acting<'_>, argument: &Argument) {
    for part in flatten(&argument.text).split("%(").skip(1) {
        let command = part.rsplit_once(')').map_or(part, |(command, _)| command);
        acting.perhaps(argument, unflatten(command));
    }
}

/// The quoted texts that follow one of the calls.
fn called(text: &str, calls: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    for call in calls {
        for (at, _) in text.match_indices(call) {
            let before = text.get(..at).unwrap_or("");
            let rest = text.get(at + call.len()..).unwrap_or("").trim_start();
            let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
            if let Some((argument, _)) = quoted.filter(|_| !before.ends_with(|c: char| c.is_alphanumeric())) {
                out.push(argument.to_owned());
            }
        }
    }
    out
}
