//! Argument vectors to accesses, by the catalog.
//!
//! Owns what programs do with their arguments: the catalog's tables, wrappers, scripts in other languages, and the guess
//! for a program that is not in the catalog. It knows nothing of bash's words, of where a path points, or of rules.

mod acting;
mod address;
mod awk;
mod calls;
mod catalog;
mod code;
#[cfg(test)]
mod compile;
mod copy;
mod cron;
mod ed;
mod exact;
mod expression;
mod find;
mod found;
mod grep;
mod interpret;
mod lines;
mod make;
mod options;
mod output;
mod paths;
mod quoted;
mod respell;
mod rewrite;
mod sed;
mod setting;
mod shape;
mod tcl;
mod temporary;
mod tokens;
mod unknown;
mod variable;
mod walk;
mod xargs;

#[cfg(test)]
mod tests;

use crate::access::{Certainty, Mode, Role};
use crate::path::{Entry, Platform};
use crate::source::Span;
use crate::value::{Text, Texts};
use std::rc::Rc;

pub(crate) use respell::respelled;
pub(crate) use shape::path_shaped;
pub use variable::{assignment, reader};

/// One argument of a command, after expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Argument {
    /// What it is.
    pub text: Text,
    /// The word that it comes from.
    pub span: Span,
    /// It comes from an unquoted hole: it may be no argument at all, or several.
    pub open: bool,
}

/// What a command reads on its standard input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// It cannot be known.
    #[default]
    Unknown,
    /// Nothing is printed, or nothing that matters: `true`, `cd src`.
    Nothing,
    /// One of these texts, without the line breaks at its end.
    Text(Texts),
    /// Any number of lines, each of them one of these: what `find src -name '*.ts'` prints.
    Lines(Vec<Text>),
    /// What is in these files, one after the other, which nobody has changed: `cat a b`.
    Files(Vec<String>),
}

/// Where the text comes from that a program puts into the files that it writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writes {
    /// From elsewhere: nobody knows it.
    #[default]
    Unknown,
    /// An edit made it of what was there.
    Edited,
    /// A compiler, a build or a formatter made it of files of the project.
    Built,
    /// It is what is in the files that it reads.
    Copied,
    /// It is what it reads, of a file or of its standard input.
    Input,
    /// The same, behind what was there before.
    Appended,
    /// It does not change.
    Kept,
}

/// What a command may ask while its arguments are read.
pub trait Context {
    /// Where Pi runs.
    fn platform(&self) -> Platform;
    /// Whether the text names something that is there, seen from the directory that the command runs in.
    /// `false` where it cannot be found out.
    fn exists(&self, path: &str) -> bool;
    /// Whether it names a directory, as far as can be found out.
    fn is_directory(&self, path: &str) -> bool;
    /// What comes in on standard input.
    fn stdin(&self) -> &Output;
    /// What runs where a file's text is code, if the call put it there.
    fn code(&self, _path: &Text) -> Output {
        Output::Nothing
    }
    /// Whether there may be more, or less, than is seen: earlier commands, or those that run beside this one, may have made or removed
    /// what nobody can name.
    fn stirred(&self) -> bool {
        false
    }
    /// Where a path really is, a link at its end not followed, and what is seen there; `None` where that cannot be known.
    fn seen(&self, _path: &str) -> Option<(String, Entry)> {
        None
    }
    /// The same where what is seen is what there is.
    fn entry(&self, path: &str) -> Option<(String, Entry)> {
        if self.stirred() { None } else { self.seen(path) }
    }
    /// What is in a file, if that is known.
    fn held(&self, _path: &Text) -> Output {
        Output::Unknown
    }
    /// What is at a path that leads through no link.
    fn entry_of(&self, _real: &str) -> Entry {
        Entry::Unknown
    }
    /// The names in such a directory.
    fn list(&self, _real: &str) -> Option<Vec<String>> {
        None
    }
    /// The links in the tree below a directory that lead out of it; `None` where nothing is known of it.
    fn outgoing(&self, _directory: &str) -> Option<Rc<Outgoing>> {
        None
    }
    /// The links that earlier commands made below a directory, each seen from it.
    fn links(&self, _directory: &str) -> Vec<String> {
        Vec::new()
    }
    /// Whether what is printed matters: it is a value, or another command reads it.
    fn heard(&self) -> bool {
        false
    }
    /// The directories that programs are looked up in.
    fn search_path(&self) -> Option<Vec<String>> {
        None
    }
    /// The directory of temporary files, and whether it is the text that chose it.
    fn temporary(&self) -> (Texts, bool) {
        (Texts::one("/tmp"), false)
    }
    /// What programs take for the home directory of whom they run for.
    fn home(&self) -> Text {
        Text::hole(crate::value::Hole::Any)
    }
    /// The home directory of a user: known of root, and of whom it runs for.
    fn home_of(&self, user: &Text) -> Text {
        match user.known() {
            Some("root") => Text::literal("/root"),
            Some(name) if !name.is_empty() => Text::home(name),
            _ => Text::hole(crate::value::Hole::Any),
        }
    }
    /// The directory that the command runs in: what `pwd` prints.
    fn directory(&self) -> Texts {
        Texts::unknown()
    }
}

/// What one argument vector does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Its accesses, in the order of the arguments.
    pub accesses: Vec<Effect>,
    /// New files that get names nobody knows before, where the arguments or a variable of the text say where.
    pub makes: Vec<Effect>,
    /// The commands that it runs in turn: wrappers, `find -exec`, `bash -c`.
    pub runs: Vec<Run>,
    /// The starting points of a `find`, as they were passed; empty where none is written. `None` for any other program.
    pub find: Option<Vec<Argument>>,
    /// What it prints.
    pub output: Output,
    /// It runs code of another language, which was searched for literal paths only.
    pub opaque: bool,
    /// What is in the files that it writes.
    pub writes: Writes,
    /// It makes no file but those that are written here.
    pub exact: bool,
    /// Arguments that will be executed, and are not wholly known.
    pub unknown_code: Vec<Span>,
    /// The arguments without those that choose a place (`git -C DIR`): the vector that a rule's text is made from. The first
    /// is the command word. `None`: all of them.
    pub canonical: Option<Vec<Text>>,
    /// Other vectors that a rule against the command means as well: `git push` for `git -c a.b=c push`, and for a program that
    /// nobody knows, what stands in it like a command.
    pub meant: Vec<Vec<Text>>,
}

/// One effect, before it is known where the path points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The path as the program gets it.
    pub text: Text,
    /// What is done to it.
    pub mode: Mode,
    /// Who says that it is a path.
    pub role: Role,
    /// Whether it surely happens.
    pub certainty: Certainty,
    /// The argument that holds it.
    pub span: Span,
    /// The directory that the program changes into first (`tar -C DIR`, `make -C DIR`), itself relative to the command's.
    pub base: Option<Text>,
    /// What becomes of a link at the path's end.
    pub link: AtLink,
}

/// What a program does at a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtLink {
    /// It follows it.
    #[default]
    Follows,
    /// It means the link itself, not what it leads to (`mv`, `ls -l`).
    Stays,
    /// It came to the link on its way through the tree that an argument names, and follows it (`grep -R`).
    Walks,
}

/// The links in a tree that lead out of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outgoing {
    /// Where they are, seen from the tree's root, and whether each leads to a directory, as far as can be found out.
    pub links: Vec<(String, bool)>,
    /// There are no others.
    pub all: bool,
}

/// A command that a command runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What is run.
    pub what: Runnable,
    /// How the way there is named: `sudo`, `bash -c`, `find -exec`.
    pub via: String,
    /// The wrapper changes nothing that a rule cares for (`timeout`, `nice`): an allow looks through it.
    pub transparent: bool,
    /// Whether it surely runs.
    pub certainty: Certainty,
    /// The directory that it runs in (`env -C DIR`), relative to the command's.
    pub directory: Option<Text>,
    /// Its paths lie below this directory (`chroot DIR`).
    pub root: Option<Text>,
    /// Its paths are on another machine or in a container: they are no accesses here.
    pub elsewhere: bool,
    /// Variables that are set for it.
    pub assignments: Vec<(String, Text)>,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runnable {
    /// An argument vector.
    Vector(Vec<Argument>),
    /// A text that a shell parses, with the arguments after it (`$0`, `$1` …).
    Shell {
        /// The text.
        script: Argument,
        /// What follows it.
        arguments: Vec<Argument>,
    },
    /// A shell that reads its commands from standard input.
    ShellInput {
        /// The shell's own word.
        span: Span,
        /// `$1` …
        arguments: Vec<Argument>,
    },
}

/// What the argument vector does; its first argument is the command word.
#[must_use]
pub fn interpret(arguments: &[Argument], context: &dyn Context) -> Effects {
    interpret::interpret(arguments, context)
}

/// What code of another language does that the program `name` runs from a file.
#[must_use]
pub fn code(name: &str, code: &Argument, context: &dyn Context) -> Effects {
    code::of_file(name, code, context)
}

/// Whether the catalog knows a program of this name.
#[must_use]
pub fn is_catalogued(name: &str) -> bool {
    catalog::Entry::of(name).is_some()
}

/// What every entry of the catalog is called, one list an entry; a subcommand's names stand after each of its program's:
/// `git add`.
#[must_use]
pub fn catalogued() -> Vec<Vec<String>> {
    catalog::entries()
}
