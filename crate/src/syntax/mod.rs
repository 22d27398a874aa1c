//! Bash source to a typed tree.
//!
//! Owns bash's grammar: tokens, quoting, here-documents, compound commands, and what of a source was not
//! understood. It expands nothing and knows nothing of files or rules.
//!
//! ```
//! use foregate::syntax::{parse, tree::Command};
//!
//! let source = "cat <in | sort";
//! let parse = parse(source);
//! assert!(parse.coverage.is_full());
//! let Command::Simple(cat) = &parse.list.items[0].chain.first.commands[0] else { panic!() };
//! assert_eq!(cat.words[0].span.of(source), "cat");
//! assert_eq!(cat.redirections[0].target.span.of(source), "in");
//! ```

#[cfg(test)]
mod bounds;
mod command;
mod compound;
mod condition;
mod cursor;
mod heredoc;
mod keyword;
#[cfg(test)]
mod ledger;
mod parameter;
#[cfg(test)]
mod print;
mod redirection;
#[cfg(test)]
mod tests;
pub mod tree;
mod witness;
mod word;

use crate::coverage::{Code, Coverage};
use crate::source::Span;
use cursor::Parser;

/// The longest source that is read, in bytes.
pub const MAX_SOURCE: usize = 256 * 1024;
/// How deep substitutions and compound commands may stand in one another.
pub const MAX_NESTING: usize = 128;
/// How many nodes a tree may have.
pub const MAX_NODES: usize = 200_000;

/// A parsed source.
#[derive(Debug, Default)]
pub struct Parse {
    /// What was understood.
    pub list: tree::List,
    /// Whether that is all of it.
    pub coverage: Coverage,
    /// What the witness is told of the places in the source.
    marks: Marks,
}

/// Where commands, keywords and texts stand: what the tree alone does not say.
#[derive(Debug, Default)]
struct Marks {
    /// The first byte of every command word, keyword and function name.
    starts: Vec<u32>,
    /// Quoted text, comments, bodies of here-documents: no command can begin there.
    texts: Vec<Span>,
    /// More than words, quotes, plain redirections and separators.
    structured: bool,
}

/// [`parse`], and the second opinion of another parser on the result: where that one sees a command and this one none,
/// the coverage is partial.
#[must_use]
pub fn read(source: &str) -> Parse {
    let mut parse = parse(source);
    for span in witness::objections(source, &parse) {
        parse.coverage.miss(Code::Witness, span);
    }
    parse
}

/// Parses `source`. Never fails: what it does not understand is in the coverage.
///
/// Bash executes a text line by line, so commands before a fault do run: they are in the tree, and so is what
/// could be read after it.
#[must_use]
pub fn parse(source: &str) -> Parse {
    parse_with(&mut Parser::new(source))
}

fn parse_with(parser: &mut Parser<'_>) -> Parse {
    let source = parser.source;
    // A C string ends at a NUL: what bash would see of such a text is not known.
    if let Some(at) = source.bytes().position(|b| b == 0) {
        parser.refuse(Code::Nul, at, at + 1);
        parser.limit = at;
    }
    if parser.limit > MAX_SOURCE {
        let end = source.floor_char_boundary(MAX_SOURCE);
        parser.refuse(Code::SourceLimit, end, source.len());
        parser.limit = end;
    }
    let mut list = parser.script();
    parser.place_bodies(&mut list);
    Parse { list, coverage: std::mem::take(&mut parser.coverage), marks: std::mem::take(&mut parser.marks) }
}
