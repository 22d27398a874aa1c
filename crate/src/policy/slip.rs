//! What is likely a slip in a configuration that could be read.
//!
//! Owns which names and rules surely or likely do not say what their author meant, and the words for it. It changes no rule.

use super::config::{Action, Rule};
use super::cursor::Cursor;
use super::jsonc::quoted;
use super::surface;

/// What is likely wrong with the name of a surface that is none of foregate's and so a tool's, and whether it surely is.
pub(super) fn name(name: &str, value: &Cursor<'_>) -> Option<(String, bool)> {
    if name.is_empty() || surface::is_one(name) {
        return None;
    }
    if name.contains(' ') {
        return Some((
            format!("is no surface: a rule for a command stands in bash, as \"bash\": {{ {}: … }}", quoted(name)),
            true,
        ));
    }
    let patterns = value.entries().is_ok_and(|rules| rules.iter().any(|(pattern, _)| *pattern != "*"));
    let Some(meant) = surface::likely(name) else {
        let what = "is taken for a tool's name, and nothing is known of such a tool's calls: of its patterns \"*\" alone can match";
        return patterns.then(|| (what.to_owned(), false));
    };
    // A short name that is near one of ours may well be a tool's.
    let sure = patterns || name.len() >= 8 || name.eq_ignore_ascii_case(&meant);
    Some((format!("is taken for a tool's name; is the surface {meant} meant?"), sure))
}

/// The first rule that a later one for everything takes its say from.
pub(super) fn dead(rules: &[Rule]) -> Option<&Rule> {
    let last = rules.iter().rposition(|rule| rule.pattern == "*")?;
    let all = rules.get(last)?;
    rules.get(..last)?.iter().find(|rule| rule.action != all.action)
}

/// Where programs are: a command is looked at without these.
const BINARIES: [&str; 5] = ["/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin"];

/// Why a rule for bash matches nothing that its author may have meant: what is matched is one command, and an allow sees it without
/// its redirections.
pub(super) fn idle(rule: &Rule) -> Option<String> {
    let has =
        |operators: &[&'static str]| operators.iter().copied().find(|at| rule.pattern.contains(&format!(" {at} ")));
    if rule.surface != "bash" {
        return None;
    }
    if let Some(inner) = ["Bash(", "bash("].iter().find_map(|start| rule.pattern.strip_prefix(start)) {
        let command = inner.trim_end_matches(')').replace(":*", " *");
        return Some(format!("never matches: here it is written {}.", quoted(&command)));
    }
    if rule.pattern.starts_with('^') || rule.pattern.ends_with('$') || rule.pattern.contains(".*") {
        return Some("is no regular expression: * is any text, ? one character, all else itself.".to_owned());
    }
    if rule.pattern.starts_with('{') {
        return Some("never matches: braces stand for themselves. Write a rule for each command.".to_owned());
    }
    let program = rule.pattern.split(' ').next().unwrap_or_default();
    if let Some((_, name)) = program.rsplit_once('/').filter(|(directory, _)| BINARIES.contains(directory)) {
        let plain = rule.pattern.replacen(program, name, 1);
        return Some(format!("matches only where the directory is written; write {}.", quoted(&plain)));
    }
    if let Some(operator) = has(&["&&", "||", "|", ";", "&"]) {
        return Some(format!(
            "never matches, because of its {operator}: each command of a line is looked at by itself. Write a rule for each."
        ));
    }
    let redirection = has(&[">", ">>", "<", "2>", "&>"]).filter(|_| rule.action == Action::Allow)?;
    Some(format!(
        "never matches, because of its {redirection}: a command is looked at without its redirections. What they touch is for path and external_directory."
    ))
}
