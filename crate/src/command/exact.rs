//! Programs that make no file but those that their arguments name.
//!
//! Owns the question whether the file system is still known once a program has run: `cp a b` has made `b`, `make` may have made
//! anything. It knows nothing of what the arguments name.

use super::Argument;

/// By name, sorted: what coreutils and their kind do follows from their arguments alone.
const EXACT: &[&str] = &[
    ":",
    "[",
    "awk",
    "base32",
    "base64",
    "basename",
    "bc",
    "cat",
    "chmod",
    "chown",
    "cksum",
    "cmp",
    "column",
    "comm",
    "cp",
    "cut",
    "date",
    "dd",
    "df",
    "diff",
    "dirname",
    "du",
    "echo",
    "egrep",
    "env",
    "expr",
    "false",
    "fgrep",
    "file",
    "find",
    "fold",
    "gawk",
    "grep",
    "head",
    "hexdump",
    "hostname",
    "id",
    "join",
    "jq",
    "kill",
    "less",
    "ls",
    "md5sum",
    "mkdir",
    "nice",
    "nl",
    "nohup",
    "nproc",
    "od",
    "paste",
    "pgrep",
    "printenv",
    "printf",
    "ps",
    "pwd",
    "readlink",
    "realpath",
    "rev",
    "rg",
    "sed",
    "seq",
    "sha1sum",
    "sha256sum",
    "sha512sum",
    "shuf",
    "sleep",
    "sort",
    "sponge",
    "stat",
    "strings",
    "sudo",
    "tac",
    "tail",
    "tee",
    "test",
    "time",
    "timeout",
    "touch",
    "tr",
    "tree",
    "true",
    "truncate",
    "tty",
    "type",
    "uname",
    "uniq",
    "wc",
    "whereis",
    "which",
    "whoami",
    "xargs",
    "xxd",
];

/// git's subcommands that change nothing in the working tree.
const GIT: &[&str] = &[
    "blame",
    "cat-file",
    "diff",
    "grep",
    "log",
    "ls-files",
    "ls-tree",
    "remote",
    "rev-list",
    "rev-parse",
    "show",
    "status",
];

/// Whether the program of that name, called with these arguments, makes nothing but what its effects say.
pub(super) fn is_exact(name: &str, arguments: &[Argument]) -> bool {
    if name == "git" {
        let first = arguments.first().and_then(|first| first.text.known());
        return first.is_some_and(|subcommand| GIT.binary_search(&subcommand).is_ok());
    }
    EXACT.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lists_are_sorted() {
        assert!(super::EXACT.is_sorted() && super::GIT.is_sorted());
    }
}
