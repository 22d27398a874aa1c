//! Commands of programs that are spoken to line by line: debuggers, database shells, `sftp`, nginx.
//!
//! Owns, for each of them, which commands name files and which run something, from its manual. It knows nothing of the programs'
//! options.

use super::acting::Acting;
use super::paths::{flatten, unflatten};
use super::{Argument, code};
use crate::access::Mode;

/// What one program understands.
pub(super) struct Dialect {
    /// The first of its names that a word is, or begins, counts.
    commands: &'static [(&'static str, Does)],
    /// What commands begin with; without it, the text is of another language (SQL).
    mark: Option<char>,
    /// How many letters of a name are enough.
    letters: usize,
    /// What may stand between two commands, besides the end of a line.
    between: Option<char>,
    /// Functions of the language between the commands, whose first argument is a path.
    functions: &'static [(&'static str, &'static [Mode])],
    /// The other language is searched for paths.
    searched: bool,
}

/// What a command does with the words after it.
#[derive(Clone, Copy)]
enum Does {
    /// A shell gets the rest of the line.
    Runs,
    /// It is a shell's arguments for a program that is known otherwise: only its redirections count.
    Redirects,
    /// Code of another language.
    Code,
    /// The first word is a path.
    First(&'static [Mode]),
    /// The last one is, if there are as many words.
    Last(usize, &'static [Mode]),
    /// The one before the last.
    Before(&'static [Mode]),
    /// Each word that looks like one is.
    Each(&'static [Mode]),
    /// psql's `\copy t from 'x'`, `\copy t to program 'x'`.
    Copied,
}

use Does::{Before, Code, Copied, Each, First, Last, Redirects, Runs};

const READ: &[Mode] = &[Mode::Read];
const WRITE: &[Mode] = &[Mode::Write];
const BOTH: &[Mode] = &[Mode::Read, Mode::Write];
const EXECUTE: &[Mode] = &[Mode::Execute];
const CHDIR: &[Mode] = &[Mode::Chdir];

/// SQLite 3.40, sqlite3(1) and `.help`; SQL itself opens a file by `ATTACH`, `VACUUM INTO` and the shell's own functions.
pub(super) static SQLITE: Dialect = Dialect {
    commands: &[
        (".shell", Runs),
        (".system", Runs),
        (".output", First(WRITE)),
        (".once", Last(1, WRITE)),
        (".read", First(READ)),
        (".restore", Last(1, READ)),
        (".load", First(EXECUTE)),
        (".backup", Last(1, WRITE)),
        (".save", Last(1, WRITE)),
        (".clone", First(WRITE)),
        (".log", First(WRITE)),
        (".trace", Last(1, WRITE)),
        (".testcase", First(WRITE)),
        (".open", Last(1, BOTH)),
        // The table is last: `.import --csv FILE TABLE`.
        (".import", Before(READ)),
        (".cd", First(CHDIR)),
        (".archive", Each(BOTH)),
    ],
    mark: Some('.'),
    letters: 2,
    between: None,
    functions: &[
        ("readfile", READ),
        ("writefile", WRITE),
        ("load_extension", EXECUTE),
        ("fsdir", &[Mode::Search]),
        ("attach database", BOTH),
        ("attach", BOTH),
        ("into", WRITE),
    ],
    searched: false,
};

/// GDB 13, gdb(1) and `help`; LLDB 14, `help`.
pub(super) static GDB: Dialect = Dialect {
    commands: &[
        ("shell", Runs),
        ("!", Runs),
        ("make", Runs),
        ("pipe", Runs),
        ("|", Runs),
        ("platform shell", Runs),
        ("run", Redirects),
        ("start", Redirects),
        ("starti", Redirects),
        ("set args", Redirects),
        ("source", First(EXECUTE)),
        ("command source", Last(1, EXECUTE)),
        ("command script import", Last(1, EXECUTE)),
        ("file", First(READ)),
        ("exec-file", First(READ)),
        ("symbol-file", First(READ)),
        ("core-file", First(READ)),
        ("add-symbol-file", First(READ)),
        ("restore", First(READ)),
        ("target create", First(READ)),
        ("dump", Each(WRITE)),
        ("append", Each(WRITE)),
        ("save", Last(1, WRITE)),
        ("process save-core", Last(1, WRITE)),
        ("generate-core-file", First(WRITE)),
        ("gcore", First(WRITE)),
        ("set logging file", Last(1, WRITE)),
        ("cd", First(CHDIR)),
        ("python", Code),
        ("py", Code),
        ("pi", Code),
        ("python-interactive", Code),
        ("guile", Code),
        ("script", Code),
        ("call", Code),
        ("print", Code),
        ("p", Code),
        ("expression", Code),
    ],
    mark: None,
    letters: 3,
    between: None,
    functions: &[],
    searched: false,
};

/// PostgreSQL 15, psql(1), Meta-Commands.
pub(super) static PSQL: Dialect = Dialect {
    commands: &[
        ("\\!", Runs),
        ("\\copy", Copied),
        ("\\i", First(READ)),
        ("\\ir", First(READ)),
        ("\\include", First(READ)),
        ("\\include_relative", First(READ)),
        ("\\o", First(WRITE)),
        ("\\out", First(WRITE)),
        ("\\g", Last(1, WRITE)),
        ("\\gx", Last(1, WRITE)),
        ("\\w", First(WRITE)),
        ("\\write", First(WRITE)),
        ("\\s", First(WRITE)),
        ("\\e", First(BOTH)),
        ("\\edit", First(BOTH)),
        ("\\lo_import", First(READ)),
        ("\\lo_export", Last(2, WRITE)),
        ("\\cd", First(CHDIR)),
    ],
    mark: Some('\\'),
    letters: usize::MAX,
    between: None,
    functions: &[],
    searched: true,
};

/// MariaDB 10.11, mariadb(1), mariadb Commands.
pub(super) static MYSQL: Dialect = Dialect {
    commands: &[
        ("source", First(READ)),
        ("\\.", First(READ)),
        ("system", Runs),
        ("\\!", Runs),
        ("pager", Runs),
        ("\\P", Runs),
        ("tee", First(WRITE)),
        ("\\T", First(WRITE)),
    ],
    mark: None,
    letters: usize::MAX,
    between: Some(';'),
    functions: &[],
    searched: true,
};

/// OpenSSH 9.2, sftp(1), INTERACTIVE COMMANDS; LFTP 4.9, lftp(1).
pub(super) static SFTP: Dialect = Dialect {
    commands: &[
        ("!", Runs),
        ("put", First(READ)),
        ("reput", First(READ)),
        ("mput", Each(READ)),
        ("get", Last(2, WRITE)),
        ("reget", Last(2, WRITE)),
        ("lcd", First(CHDIR)),
        ("lmkdir", First(WRITE)),
        ("lls", Runs),
        ("source", First(READ)),
        ("mirror", Each(BOTH)),
    ],
    mark: None,
    letters: usize::MAX,
    between: Some(';'),
    functions: &[],
    searched: false,
};

/// nginx 1.22, the core module's directives.
pub(super) static NGINX: Dialect = Dialect {
    commands: &[
        ("pid", First(WRITE)),
        ("lock_file", First(WRITE)),
        ("error_log", First(WRITE)),
        ("working_directory", First(CHDIR)),
        ("include", First(READ)),
        ("load_module", First(EXECUTE)),
    ],
    mark: None,
    letters: usize::MAX,
    between: Some(';'),
    functions: &[],
    searched: false,
};

/// Notes what the commands of a text do.
pub(super) fn commands(acting: &mut Acting<'_>, argument: &Argument, dialect: &Dialect) {
    let text = flatten(&argument.text);
    for line in text.lines() {
        // A `-` or `@` before a command says what becomes of its failure, and of its echo.
        let line = line.trim_start_matches([' ', '\t', '-', '@']);
        for command in line.split(|c| Some(c) == dialect.between) {
            one(acting, argument, dialect, command.trim());
        }
        if dialect.mark == Some('\\') {
            inside(acting, argument, dialect, line);
        }
    }
    if dialect.searched {
        code::search(acting, argument);
    }
    let marked = |line: &&str| !dialect.mark.is_some_and(|mark| line.trim_start().starts_with(mark));
    let rest: Vec<&str> = text.lines().filter(marked).collect();
    functions(acting, argument, dialect, &rest.join("\n"));
}

/// Commands that follow SQL, and each other; what a shell gets, and `\copy`, go to the end of the line.
fn inside(acting: &mut Acting<'_>, argument: &Argument, dialect: &Dialect, line: &str) {
    let mut at = line.find('\\').unwrap_or(line.len());
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let whole = rest.starts_with("\\!") || rest.starts_with("\\copy");
        let next = rest.get(1..).and_then(|rest| rest.find('\\')).map(|next| next + 1).filter(|_| !whole);
        // The first command of a line is known already.
        if at > 0 {
            one(acting, argument, dialect, rest.get(..next.unwrap_or(rest.len())).unwrap_or(rest).trim_end());
        }
        at += next.unwrap_or(rest.len());
    }
}

fn one(acting: &mut Acting<'_>, argument: &Argument, dialect: &Dialect, line: &str) {
    let Some((does, rest)) = dialect.commands.iter().find_map(|(name, does)| {
        let rest = rest(line, name, dialect.letters)?;
        Some((*does, rest.trim()))
    }) else {
        return;
    };
    let words = words(rest);
    let path = |acting: &mut Acting<'_>, word: Option<&String>, modes: &[Mode]| {
        let Some(word) = word.filter(|word| !word.is_empty()) else { return };
        if let Some(command) = word.strip_prefix('|') {
            return acting.perhaps(argument, unflatten(command));
        }
        modes.iter().for_each(|mode| acting.possible(argument.span, unflatten(word), *mode));
    };
    // `.once |command`: it goes to the end of the line.
    if let (First(_) | Last(..), Some(command)) = (does, rest.strip_prefix('|')) {
        return acting.perhaps(argument, unflatten(command));
    }
    match does {
        Runs => acting.perhaps(argument, unflatten(rest.rsplit_once(" | ").map_or(rest, |(_, last)| last))),
        Redirects if rest.contains(['<', '>', '|', '&', ';', '$', '`']) => {
            acting.perhaps(argument, unflatten(&format!(": {rest}")));
        }
        Redirects => {}
        Code => code::search(acting, &Argument { text: unflatten(rest), ..argument.clone() }),
        First(modes) => path(acting, words.first(), modes),
        Last(least, modes) => path(acting, words.last().filter(|_| words.len() >= least), modes),
        Before(modes) => path(acting, words.iter().rev().nth(1), modes),
        Each(modes) => {
            let shaped = words.iter().filter(|word| word.contains('/') || word.contains('.'));
            shaped.for_each(|word| path(acting, Some(word), modes));
        }
        Copied => copied(acting, argument, &words),
    }
}

/// `\copy t from 'x'`, `\copy (select …) to program 'command'`.
fn copied(acting: &mut Acting<'_>, argument: &Argument, words: &[String]) {
    for (at, word) in words.iter().enumerate() {
        let mode = match word.to_ascii_lowercase().as_str() {
            "from" => Mode::Read,
            "to" => Mode::Write,
            _ => continue,
        };
        match words.get(at + 1).map(|next| (next, next.to_ascii_lowercase())) {
            Some((_, next)) if next == "program" => {
                let command = words.get(at + 2).map_or("", String::as_str);
                acting.perhaps(argument, unflatten(command));
            }
            Some((_, next)) if matches!(next.as_str(), "stdin" | "stdout" | "pstdin" | "pstdout") => {}
            Some((file, _)) => acting.possible(argument.span, unflatten(file), mode),
            None => {}
        }
    }
}

/// `readfile('x')`, `attach 'x' as y`, `vacuum into 'x'`.
fn functions(acting: &mut Acting<'_>, argument: &Argument, dialect: &Dialect, text: &str) {
    let lower = text.to_ascii_lowercase();
    for (name, modes) in dialect.functions {
        for (at, _) in lower.match_indices(name) {
            let rest = text.get(at + name.len()..).unwrap_or("").trim_start_matches([' ', '(', '\n']);
            let quoted = ['\'', '"'].iter().find_map(|quote| rest.strip_prefix(*quote)?.split_once(*quote));
            if let Some((path, _)) = quoted {
                modes.iter().for_each(|mode| acting.possible(argument.span, unflatten(path), *mode));
            }
        }
    }
}

/// What follows the command of that name, of which so many letters are enough.
fn rest<'l>(line: &'l str, name: &str, letters: usize) -> Option<&'l str> {
    // A name of signs needs no blank behind it.
    let sign = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    if let Some(rest) = line.strip_prefix(name) {
        let apart = rest.is_empty() || rest.starts_with(sign) || name.ends_with(sign);
        return apart.then_some(rest);
    }
    let word = line.split(|c: char| c.is_whitespace()).next().unwrap_or("");
    let begins = word.len() >= letters && name.starts_with(word) && !name.contains(' ');
    begins.then(|| line.get(word.len()..).unwrap_or(""))
}

/// The words of a line; quotes hold one together.
fn words(line: &str) -> Vec<String> {
    let (mut out, mut word, mut open) = (Vec::new(), String::new(), None);
    for c in line.chars() {
        match (open, c) {
            (Some(quote), c) if c == quote => open = None,
            (None, '\'' | '"') => open = Some(c),
            (None, c) if c.is_whitespace() || c == ';' => {
                if !word.is_empty() {
                    out.push(std::mem::take(&mut word));
                }
            }
            (_, c) => word.push(c),
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}
