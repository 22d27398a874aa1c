//! The catalog's tables, as `build.rs` writes them from `catalog/*.toml`.
//!
//! Owns what can be said of a program; the words of the files are explained in `docs/catalog.md`. It knows nothing of
//! argument vectors.

use super::Writes;
use crate::access::Mode;
use crate::path::Platform;

#[allow(clippy::disallowed_macros, reason = "cargo names the directory of what build.rs wrote in this way only")]
mod tables {
    use super::{Arity, Entry, Language, Onto, Operand, Opt, Prints, Role, Special, When, Writes};
    use crate::access::Mode;
    include!(concat!(env!("OUT_DIR"), "/catalog.rs"));
}

/// A program, or one of its subcommands.
#[derive(Debug)]
pub(super) struct Entry {
    /// All that it is called, with blanks between.
    pub(super) names: &'static str,
    /// Sorted by name.
    pub(super) options: &'static [Opt],
    /// Stand before `options` on macOS.
    pub(super) darwin: &'static [Opt],
    /// By position.
    pub(super) operands: &'static [Operand],
    /// What it does where no operand is given.
    pub(super) default: &'static [(&'static str, Role)],
    /// What it does besides.
    pub(super) also: &'static [(&'static str, Role)],
    /// What given options change, in order.
    pub(super) when: &'static [When],
    /// Sorted by name; the second is the first of its names.
    pub(super) subcommands: &'static [(&'static str, &'static str, &'static Entry)],
    /// Options that choose a place, and are no part of what a rule calls the command.
    pub(super) places: &'static [&'static str],
    /// What it prints.
    pub(super) prints: Prints,
    /// What it executes from standard input where no operand is given.
    pub(super) input: Option<Language>,
    /// Files whose code it runs without being told, by their names where it is.
    pub(super) runs: &'static [&'static str],
    /// What is in the files that it writes; `None`: as the level above says.
    pub(super) writes: Option<Writes>,
    /// It needs more than a table.
    pub(super) special: Special,
    /// It changes nothing that a rule cares for.
    pub(super) transparent: bool,
    /// What it runs sees other files than we do.
    pub(super) elsewhere: bool,
    /// It belongs to a project: with a directory before its name it is the same.
    pub(super) project: bool,
    /// A dash and several letters are one option.
    pub(super) words: bool,
    /// Options end at the first operand.
    pub(super) stops: bool,
    /// Options may follow the operands before the command that is run.
    pub(super) permutes: bool,
    /// The first word is a cluster of options, without a dash too.
    pub(super) bundled: bool,
    /// Options of this level may stand after the subcommand too.
    pub(super) everywhere: bool,
}

/// An option under one of its names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Opt {
    /// `-x`, `--long`, `-word`, `name=` (an operand of that form), `-#` (digits), `+` (all that begins with it).
    pub(super) name: &'static str,
    /// Its first name, which conditions use.
    pub(super) main: &'static str,
    /// Whether it takes values.
    pub(super) arity: Arity,
    /// What they are.
    pub(super) values: &'static [Role],
}

/// Whether an option takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arity {
    /// None.
    Flag,
    /// One, glued or after `=`.
    Optional,
    /// One or several, in the following arguments too.
    Required,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    /// What it is.
    pub(super) role: Role,
    /// It stands for any number.
    pub(super) many: bool,
}

/// What an argument is to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// No path.
    Text,
    /// A path.
    Path(&'static [Mode]),
    /// A path whose link at the end is not followed.
    Itself(&'static [Mode]),
    /// A tree that is walked, through the links in it: what is done to its files. `true`: unless it is `host:path`.
    Through(&'static [Mode], bool),
    /// A file that is read, and replaced by another of its name.
    Replaced,
    /// The file, or the directory for files, that the other operands become.
    Into(&'static [Mode], Onto),
    /// The directory that everything is relative to; `true`: only the operands after it.
    Chdir(bool),
    /// The root directory of what is run.
    Root,
    /// A user, into whose home directory is changed.
    Login,
    /// A URL; one of the scheme `file` is a path that is read.
    Url,
    /// `host:path` or `container:path`, which is not here, or a path.
    Remote(&'static [Mode]),
    /// A path after `@`, any other text is itself.
    At,
    /// `name=@path` and `name=<path`.
    Field,
    /// `source:target`, or `type=bind,source=…`.
    Mount,
    /// A revision, unless it is surely a path.
    Revision(&'static [Mode]),
    /// A file that holds a list of paths.
    From(&'static [Mode]),
    /// The beginning of the names of files.
    Stem(&'static [Mode]),
    /// A path that gets this ending where its name has none.
    Ending(&'static str, &'static [Mode]),
    /// A file that another one is made of, whose name begins alike: `x` and `x.gz`.
    Repacked(&'static [Mode]),
    /// The directory that the other operands are copied below with their own directories.
    Tree(&'static [Mode]),
    /// Paths with `:` between them, `;` on Windows.
    Paths(&'static [Mode]),
    /// `NAME=value` for what is run.
    Assignment,
    /// `name=value` of a configuration, where some names hold a command.
    Setting,
    /// The name of a setting, whose value the next operand is.
    Key,
    /// The value of the setting that the operand before it names.
    Value,
    /// What a subcommand of the user's own stands for.
    Alias,
    /// Another repository of git's: a path, a URL, a command.
    Repository(&'static [Mode]),
    /// A path, if it has the shape of one.
    Shaped(&'static [Mode]),
    /// A path, unless it has a `=`.
    Unassigned(&'static [Mode]),
    /// A path, or `@` and a file that holds some.
    Listed(&'static [Mode]),
    /// A path, or several in braces with commas between.
    Braced(&'static [Mode]),
    /// `key=path,key=path`, or a path.
    Pairs(&'static [Mode]),
    /// A path with the name of a format or protocol before it: `png:x`.
    Prefixed(&'static [Mode]),
    /// Arguments of that program, with commas between.
    Passed(&'static str),
    /// It and all that follows are arguments of that program.
    Arguments(&'static str),
    /// An address of socat's.
    Address,
    /// An operand of make's; `true`: it installs.
    Macro(bool),
    /// It is handed on to a program of the project's: a guess, but a path whose first directory is not there is none.
    Handed,
    /// It and all that follows is an argument vector.
    Command,
    /// Code.
    Script(Language),
    /// A file that holds code.
    Program(Language),
    /// A suffix for copies of the operands.
    Backup,
    /// A repository, whose name the directory gets that it is copied into, if no other is given.
    Cloned,
    /// A module of Python, by its name.
    Import,
    /// A file that is executed, if it is none that was installed.
    Module,
    /// It may be a path.
    Guess,
}

/// What becomes of a target that is no directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Onto {
    /// It is opened, through a link too.
    File,
    /// The same, unless it is `host:path`.
    Remote,
    /// Another file gets its name.
    Name,
}

/// A language that arguments are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// The shell's.
    Sh,
    /// sed's.
    Sed,
    /// awk's.
    Awk,
    /// The sqlite3 shell's.
    Sqlite,
    /// Line editors'.
    Ed,
    /// make's.
    Make,
    /// cron's tables.
    Cron,
    /// Tcl, as expect speaks it.
    Tcl,
    /// jq's.
    Jq,
    /// yq's.
    Yq,
    /// rpm's macros.
    Rpm,
    /// nginx's directives.
    Nginx,
    /// Emacs Lisp.
    Lisp,
    /// The debuggers'.
    Gdb,
    /// psql's.
    Psql,
    /// The mysql shell's.
    Mysql,
    /// sftp's.
    Sftp,
    /// Any other; it is searched for literal paths.
    Other,
    /// One that is not read at all: what it does is unknown.
    Unread,
}

impl Language {
    /// What is piped into programs of the language is data as often as it is code.
    pub(super) fn is_data(self) -> bool {
        matches!(
            self,
            Self::Other
                | Self::Sqlite
                | Self::Psql
                | Self::Mysql
                | Self::Cron
                | Self::Gdb
                | Self::Jq
                | Self::Yq
                | Self::Sftp
        )
    }
}

/// What given options change.
#[derive(Debug)]
pub(super) struct When {
    /// Any of these.
    pub(super) options: &'static [&'static str],
    /// None of them, instead.
    pub(super) absent: bool,
    /// Other operands.
    pub(super) operands: Option<&'static [Operand]>,
    /// Another default.
    pub(super) default: Option<&'static [(&'static str, Role)]>,
    /// More effects.
    pub(super) also: &'static [(&'static str, Role)],
    /// Roles of operands that stand for others.
    pub(super) replace: &'static [(Role, Role)],
    /// Other roles of options' values.
    pub(super) values: &'static [(&'static str, Role)],
    /// Another output.
    pub(super) prints: Option<Prints>,
    /// What is executed from standard input.
    pub(super) input: Option<Language>,
    /// What is in the files that it writes.
    pub(super) writes: Option<Writes>,
}

/// What a program prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prints {
    /// It cannot be known.
    Unknown,
    /// Nothing that matters.
    Nothing,
    /// Digits.
    Digits,
    /// Text without a slash.
    Name,
    /// The working directory.
    Directory,
    /// The working tree's root.
    Toplevel,
    /// Its operands.
    Operands,
    /// Its first operand, filled in with the others.
    Format,
    /// The directory of each operand.
    Dirname,
    /// The last component of each operand.
    Basename,
    /// The name of a new temporary file.
    Temporary,
    /// The names of what is in its operands.
    Names,
    /// Where its operands are found in `PATH`.
    Program,
    /// Paths below its operands.
    Below,
    /// Some of its operands that are paths.
    Paths,
    /// Some of the lines that it reads, if it reads standard input.
    Lines,
    /// Those that match its pattern.
    Matching,
    /// Each line that it reads, changed by its program.
    Edited,
    /// What it reads, if it reads standard input.
    Input,
}

/// Programs that need more than a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// Most do not.
    None,
    /// `find`: an expression.
    Find,
    /// `xargs`: arguments from standard input.
    Xargs,
    /// `parallel`: the same, through a shell.
    Parallel,
}

/// The names of all programs, sorted.
#[cfg(test)]
pub(super) fn programs() -> impl Iterator<Item = &'static str> {
    tables::PROGRAMS.iter().map(|(name, _)| *name)
}

/// What every entry is called, one list an entry; a subcommand's names stand after each of its program's: `git add`.
pub(super) fn entries() -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = Vec::new();
    let mut waiting: Vec<(Vec<String>, &Entry)> =
        tables::PROGRAMS.iter().rev().map(|(_, entry)| (vec![String::new()], *entry)).collect();
    while let Some((above, entry)) = waiting.pop() {
        let below = |program: &String| {
            let program = program.clone();
            entry.names.split_whitespace().map(move |name| format!("{program} {name}").trim_start().to_owned())
        };
        let names: Vec<String> = above.iter().flat_map(below).collect();
        if !out.contains(&names) {
            waiting.extend(entry.subcommands.iter().rev().map(|(_, _, entry)| (names.clone(), *entry)));
            out.push(names);
        }
    }
    out
}

impl Entry {
    /// The program of that name. Case does not count: file systems differ, and a guard does not rely on theirs.
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        let known = |name: &str| find(tables::PROGRAMS, name);
        known(name).or_else(|| known(&name.to_ascii_lowercase())).or_else(|| known(unversioned(name)?))
    }

    /// The language of the code that it runs.
    pub(super) fn language(&self) -> Option<Language> {
        let mut roles = self.operands.iter().map(|operand| operand.role);
        let mut values = self.options.iter().flat_map(|option| option.values).copied();
        let of = |role| if let Role::Script(language) | Role::Program(language) = role { Some(language) } else { None };
        self.input.or_else(|| roles.find_map(of)).or_else(|| values.find_map(of))
    }

    /// The program of that name there. Windows knows some without their `.exe` that mean nothing elsewhere.
    pub(super) fn on(platform: Platform, name: &str) -> Option<&'static Self> {
        Self::of(name).or_else(|| Self::of(&format!("{name}.exe")).filter(|_| platform == Platform::Win32))
    }

    /// The subcommand of that name.
    pub(super) fn subcommand(&self, name: &str) -> Option<&'static Self> {
        self.subcommands.get(self.place(name)?).map(|(_, _, entry)| *entry)
    }

    /// Whether these are two names of one subcommand.
    pub(super) fn same(&self, name: &str, other: &str) -> bool {
        let main = |name: &str| self.subcommands.get(self.place(name)?).map(|(_, main, _)| *main);
        main(name).is_some_and(|name| Some(name) == main(other))
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.subcommands.binary_search_by(|(known, _, _)| (*known).cmp(name)).ok()
    }

    /// Whether it matters which operand is the first: a list of files alone has no places.
    pub(super) fn positional(&self) -> bool {
        !self.subcommands.is_empty() || self.operands.len() > 1 || self.is_wrapper()
    }

    /// Whether an operand is what is run.
    pub(super) fn is_wrapper(&self) -> bool {
        self.operands
            .iter()
            .any(|operand| matches!(operand.role, Role::Command | Role::Script(Language::Sh) | Role::Arguments(_)))
    }
}

/// `python3.11` is `python`, `gcc-12` is `gcc`.
fn unversioned(name: &str) -> Option<&str> {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
    let version = name.strip_prefix(base)?;
    (version.contains(['.', '-']) && version.contains(|c: char| c.is_ascii_digit())).then_some(base)
}

fn find(table: &'static [(&'static str, &'static Entry)], name: &str) -> Option<&'static Entry> {
    let at = table.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    table.get(at).map(|(_, entry)| *entry)
}

/// What is done to the directories of a tree, to whose files this is done.
pub(super) fn walked(modes: &'static [Mode]) -> &'static [Mode] {
    if matches!(modes, [Mode::Read | Mode::Metadata]) { &[Mode::Search] } else { modes }
}

/// The modes of a role that is a path here.
pub(super) fn modes(role: Role) -> &'static [Mode] {
    match role {
        Role::Path(modes)
        | Role::Itself(modes)
        | Role::Into(modes, _)
        | Role::Remote(modes)
        | Role::Revision(modes)
        | Role::Repository(modes)
        | Role::Shaped(modes)
        | Role::Unassigned(modes)
        | Role::Listed(modes)
        | Role::Pairs(modes)
        | Role::Braced(modes)
        | Role::Prefixed(modes)
        | Role::From(modes)
        | Role::Stem(modes)
        | Role::Ending(_, modes)
        | Role::Repacked(modes)
        | Role::Tree(modes) => modes,
        Role::Through(modes, _) => walked(modes),
        Role::Login => &[Mode::Chdir],
        Role::Replaced => &[Mode::Read, Mode::Write],
        Role::Program(_) => &[Mode::Read],
        _ => &[],
    }
}
