//! Settings that name what a program runs or reads: `git -c core.pager=…`, `git config core.hooksPath …`, `ssh -o ProxyCommand=…`.
//!
//! Owns the names of such settings, each from its program's manual. It knows nothing of how a setting is given.

use super::Argument;
use super::acting::Acting;
use super::paths::{flatten, unflatten};
use super::shape::path_shaped;
use crate::access::{Certainty, Mode};
use crate::value::Text;

/// What a program does with a setting's value.
#[derive(Clone, Copy)]
enum Use {
    /// A shell gets it, or it is a program with its arguments.
    Runs,
    /// The same, but only after a `!`.
    Bang,
    /// After a `!` a shell's, else a subcommand with its arguments.
    Alias,
    /// After a `!` or with a slash a shell's, else what follows `git credential-`.
    Helper,
    /// A path, if it has a slash or stands in the working directory.
    Path(&'static [Mode]),
    /// Another repository.
    Repository,
    /// A file of patterns, which are never shown.
    Patterns,
}

use Use::{Alias, Bang, Helper, Path, Patterns, Repository, Runs};

const READ: Use = Path(&[Mode::Read]);
const WRITE: Use = Path(&[Mode::Write]);
const BOTH: Use = Path(&[Mode::Read, Mode::Write]);
const EXECUTE: Use = Path(&[Mode::Execute]);

/// By name, in lower case; a star is any text. What has no dot or colon has no dash and no underscore here either: wget's
/// `use_askpass`, npm's `script-shell`.
const SETTINGS: &[(&str, Use)] = &[
    // Git 2.39, git-config(1); Cargo 1.80, the Cargo Book, Configuration.
    ("alias.*", Alias),
    ("credential.helper", Helper),
    ("credential.*.helper", Helper),
    ("submodule.*.update", Bang),
    ("core.excludesfile", Patterns),
    ("core.attributesfile", Patterns),
    ("core.fsmonitor", Runs),
    ("core.pager", Runs),
    ("core.editor", Runs),
    ("core.sshcommand", Runs),
    ("core.askpass", Runs),
    ("core.gitproxy", Runs),
    ("core.alternaterefscommand", Runs),
    ("pager.*", Runs),
    ("sequence.editor", Runs),
    ("diff.external", Runs),
    ("diff.*.textconv", Runs),
    ("diff.*.command", Runs),
    ("filter.*.clean", Runs),
    ("filter.*.smudge", Runs),
    ("filter.*.process", Runs),
    ("merge.*.driver", Runs),
    ("*tool.*.cmd", Runs),
    ("*tool.*.path", EXECUTE),
    ("browser.*.cmd", Runs),
    ("browser.*.path", EXECUTE),
    ("man.*.cmd", Runs),
    ("man.*.path", EXECUTE),
    ("interactive.difffilter", Runs),
    ("trailer.*.command", Runs),
    ("trailer.*.cmd", Runs),
    ("uploadpack.packobjectshook", Runs),
    ("remote.*.uploadpack", Runs),
    ("remote.*.receivepack", Runs),
    ("remote.*.url", Repository),
    ("remote.*.pushurl", Repository),
    ("sendemail.*cmd", Runs),
    ("sendemail.smtpserver", EXECUTE),
    ("tar.*.command", Runs),
    ("gpg.program", Runs),
    ("gpg.*.program", Runs),
    ("gpg.ssh.defaultkeycommand", Runs),
    ("instaweb.httpd", Runs),
    ("hook.*.command", Runs),
    ("core.hookspath", EXECUTE),
    ("core.worktree", BOTH),
    ("include.path", READ),
    ("includeif.*.path", READ),
    ("commit.template", READ),
    ("init.templatedir", READ),
    ("mailmap.file", READ),
    ("blame.ignorerevsfile", READ),
    ("format.signaturefile", READ),
    ("fsck.skiplist", READ),
    ("gpg.ssh.*file", READ),
    ("http.*cookiefile", READ),
    ("http.*ssl*", READ),
    ("trace2.*target", WRITE),
    ("build.rustc*", Runs),
    ("build.rustdoc", Runs),
    ("build.target-dir", WRITE),
    ("target.*.runner", Runs),
    ("target.*.linker", Runs),
    ("host.*.linker", Runs),
    ("doc.browser", Runs),
    ("registr*.credential-provider", Runs),
    ("source.*.directory", READ),
    ("source.*.local-registry", READ),
    // OpenSSH 9.2, ssh_config(5).
    ("proxycommand", Runs),
    ("localcommand", Runs),
    ("knownhostscommand", Runs),
    ("identityfile", READ),
    ("certificatefile", READ),
    ("include", READ),
    ("globalknownhostsfile", READ),
    ("userknownhostsfile", BOTH),
    ("revokedhostkeys", READ),
    ("identityagent", BOTH),
    ("controlpath", BOTH),
    ("pkcs11provider", EXECUTE),
    ("securitykeyprovider", EXECUTE),
    ("xauthlocation", EXECUTE),
    // GNU tar 1.34, the manual, Checkpoints.
    ("exec", Runs),
    // npm 9, config(7).
    ("scriptshell", Runs),
    ("shell", Runs),
    ("editor", Runs),
    ("viewer", Runs),
    ("git", Runs),
    ("prefix", WRITE),
    ("cache", WRITE),
    ("initmodule", EXECUTE),
    ("userconfig", READ),
    ("globalconfig", READ),
    ("cafile", READ),
    // GitHub CLI 2.40, gh config.
    ("pager", Runs),
    ("browser", Runs),
    // pip 23, pip(1), Configuration: the long options' names.
    ("global.target", WRITE),
    ("install.target", WRITE),
    ("*.cache-dir", WRITE),
    ("*.log", WRITE),
    ("*.requirement", READ),
    ("*.constraint", READ),
    ("*.find-links", READ),
    ("*.client-cert", READ),
    // GNU Wget 1.21, wget(1), Wgetrc Commands.
    ("useaskpass", Runs),
    ("outputdocument", WRITE),
    ("logfile", WRITE),
    ("dirprefix", WRITE),
    ("savecookies", WRITE),
    ("hstsfile", WRITE),
    ("rejectedlog", WRITE),
    ("warcfile", WRITE),
    ("postfile", READ),
    ("bodyfile", READ),
    ("input", READ),
    ("loadcookies", READ),
    ("cacertificate", READ),
    ("certificate", READ),
    ("privatekey", READ),
    // apt 2.6, apt.conf(5).
    ("*invoke*", Runs),
    ("*::proxy-auto-detect*", Runs),
    ("*::proxyautodetect*", Runs),
    ("dpkg::pre-install-pkgs*", Runs),
    ("dir", BOTH),
    ("dir::*", BOTH),
    // systemd 252, systemd.exec(5), systemd.service(5).
    ("exec*", Runs),
    ("workingdirectory", READ),
    ("rootdirectory", READ),
    ("environmentfile", READ),
    ("standardoutput", WRITE),
    ("standarderror", WRITE),
    ("standardinput", READ),
];

/// `name=value`, `name value`; cargo writes the value as TOML. Where there is no name, the argument is a file of settings.
pub(super) fn given(acting: &mut Acting<'_>, argument: &Argument) {
    let text = &argument.text;
    let end = text.prefix().find(['=', ' ', '\t']);
    let Some(name) = end.and_then(|end| text.prefix().get(..end)) else {
        if text.has_hole() {
            acting.effects.unknown_code.push(argument.span);
        } else if path_shaped(text, acting.context) {
            acting.possible(argument.span, text.clone(), Mode::Read);
        }
        return;
    };
    let value = text.strip_prefix(name).map(|rest| flatten(&rest)).unwrap_or_default();
    let value = value.trim_start().strip_prefix('=').unwrap_or(&value).trim();
    let quoted = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    let text = unflatten(quoted.unwrap_or(value));
    set(acting, &Text::literal(name), &Argument { text, ..argument.clone() });
}

/// What follows from setting `name` to `value`, now or when the program runs next.
pub(super) fn set(acting: &mut Acting<'_>, name: &Text, value: &Argument) {
    let text = &value.text;
    let plain = flatten(name).to_ascii_lowercase();
    let plain = if plain.contains(['.', ':']) { plain } else { plain.replace(['-', '_'], "") };
    if name.has_hole() && may_run(&plain) {
        acting.effects.unknown_code.push(value.span);
    }
    if text.known().is_some_and(|known| is_switch(known.trim())) {
        return;
    }
    let known = SETTINGS.iter().find(|(pattern, _)| matches(pattern, &plain)).map(|(_, used)| *used);
    let used = known.or_else(|| by_ending(&plain, text));
    let script = match used {
        None | Some(Patterns) => return,
        Some(Path(modes)) => {
            let text = acting.at_home(text);
            let shaped = text.has_hole() || path_shaped(&text, acting.context);
            for mode in modes.iter().filter(|_| shaped) {
                acting.possible(value.span, text.clone(), *mode);
            }
            return;
        }
        Some(Repository) => return acting.repository(value, &[Mode::Read]),
        Some(Runs) => text.clone(),
        Some(Bang) => match text.strip_prefix("!") {
            Some(rest) => rest,
            None => return,
        },
        Some(Alias) => {
            let subcommand = || Text::literal(format!("{} ", acting.name)).concat(text);
            text.strip_prefix("!").unwrap_or_else(subcommand)
        }
        Some(Helper) => match text.strip_prefix("!") {
            Some(rest) => rest,
            None if text.prefix().starts_with('/') => text.clone(),
            None => Text::literal("git credential-").concat(text),
        },
    };
    let via = acting.name.to_owned();
    acting.shell(Argument { text: script, ..value.clone() }, Vec::new(), via, false);
    if let Some(run) = acting.effects.runs.last_mut() {
        run.certainty = Certainty::Possible;
    }
}

/// A name that is not in the table may say by its end what it is.
fn by_ending(name: &str, value: &Text) -> Option<Use> {
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if ends(&["file", "path"]) && value.prefix().contains(['/', '~']) {
        return Some(READ);
    }
    ends(&["pager", "editor", "command", "external", "textconv", "helper", "askpass", "fsmonitor"]).then_some(Runs)
}

/// Whether a name of which a part is not known may be one that runs something.
fn may_run(name: &str) -> bool {
    let unknown = |part: Option<&str>| part.is_none_or(|part| part.contains(super::paths::UNKNOWN));
    let (first, last) = (name.split('.').next(), name.rsplit('.').next());
    let section = |pattern: &str| pattern.split('.').next() == first;
    unknown(first) || unknown(last) && SETTINGS.iter().any(|(pattern, _)| section(pattern))
}

/// Values that switch something on or off, and name nothing.
fn is_switch(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    ["", "true", "false", "yes", "no", "on", "off", "0", "1", "none", "auto", "always", "never", "ask"]
        .contains(&value.as_str())
}

/// Whether the name has the pattern's form: a star is any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(part) = last.replace(part) {
            let Some((_, after)) = rest.split_once(part) else { return false };
            rest = after;
        }
    }
    last.map_or(rest.is_empty(), |part| rest.ends_with(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name, same) in [
            ("core.pager", "core.pager", true),
            ("core.pager", "core.pagers", false),
            ("filter.*.clean", "filter.a.b.clean", true),
            ("filter.*.clean", "filter.clean", false),
            ("*tool.*.cmd", "difftool.x.cmd", true),
            ("*tool.*.cmd", "difftool.x.path", false),
            ("*invoke*", "apt::update::pre-invoke::", true),
            ("sendemail.*cmd", "sendemail.cccmd", true),
        ] {
            assert_eq!(matches(pattern, name), same, "{pattern} {name}");
        }
    }

    #[test]
    fn a_name_that_is_known_in_part_may_run_something() {
        for (name, may) in [
            ("\u{fffc}", true),
            ("core.\u{fffc}", true),
            ("user.\u{fffc}", false),
            ("branch.\u{fffc}.remote", false),
            ("url.\u{fffc}.insteadof", false),
        ] {
            assert_eq!(may_run(name), may, "{name}");
        }
    }
}
