//! The typed tree of a bash source.
//!
//! Owns the shape of bash as the Bash manual's grammar has it. It holds spans and never text: a node is read with
//! the source it was parsed from. It knows nothing of what a word expands to.

use crate::source::Span;
use std::rc::Rc;

/// A sequence of and-or lists, one after another (`;`, `&` or a line break between them).
#[derive(Debug, Default)]
pub struct List {
    /// In source order.
    pub items: Vec<Item>,
}

/// One and-or list and how it is ended.
#[derive(Debug)]
pub struct Item {
    /// The pipelines joined by `&&` and `||`.
    pub chain: AndOr,
    /// Ended by `&`: it runs in a subshell of its own, beside what follows.
    pub background: bool,
}

/// Pipelines joined by `&&` and `||`, which bind alike and to the left.
#[derive(Debug)]
pub struct AndOr {
    /// The first pipeline.
    pub first: Pipeline,
    /// The others, each with the operator before it.
    pub rest: Vec<(Connector, Pipeline)>,
}

/// `&&` or `||`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connector {
    /// `&&`: what follows runs if what came before succeeded.
    And,
    /// `||`: what follows runs if what came before failed.
    Or,
}

/// Commands joined by `|` and `|&`.
#[derive(Debug)]
pub struct Pipeline {
    /// An odd number of `!` before it.
    pub negated: bool,
    /// The keyword `time` before it.
    pub timed: bool,
    /// At least one, but for `!` or `time` alone.
    pub commands: Vec<Command>,
    /// From the first keyword to the last command.
    pub span: Span,
}

/// One command of a pipeline.
#[derive(Debug)]
pub enum Command {
    /// Assignments, words and redirections.
    Simple(Simple),
    /// A compound command with the redirections after it.
    Compound {
        /// The command.
        body: Compound,
        /// The redirections after its closing word; they hold for all of it.
        redirections: Vec<Redirection>,
        /// With the redirections.
        span: Span,
    },
    /// A definition: it runs nothing.
    Function(Rc<Function>),
    /// `coproc [NAME] command`: runs beside what follows, in a subshell.
    Coprocess {
        /// The array that holds its descriptors; `COPROC` where none is named.
        name: Option<Span>,
        /// The command.
        body: Box<Command>,
        /// From the keyword on.
        span: Span,
    },
}

/// A simple command. The three kinds may be mixed in the source; each list is in source order.
#[derive(Debug, Default)]
pub struct Simple {
    /// `NAME=value` before the command word.
    pub assignments: Vec<Assignment>,
    /// The command word and its arguments. After a declaration builtin (`export`, `local`, …) array
    /// assignments stand here as [`Piece::Array`].
    pub words: Vec<Word>,
    /// Anywhere in the command.
    pub redirections: Vec<Redirection>,
    /// All of it.
    pub span: Span,
}

/// `NAME=value`, `NAME+=value`, `NAME[subscript]=value`.
#[derive(Debug)]
pub struct Assignment {
    /// The name alone.
    pub name: Span,
    /// What stands between `[` and `]`.
    pub subscript: Option<Word>,
    /// `+=`.
    pub append: bool,
    /// What is assigned.
    pub value: Value,
    /// All of it.
    pub span: Span,
}

/// The right side of an assignment.
#[derive(Debug)]
pub enum Value {
    /// One word, maybe empty. `(x)y` is one too.
    Scalar(Word),
    /// `( … )`.
    Array(Vec<Element>),
}

/// One element of an array assignment.
#[derive(Debug)]
pub struct Element {
    /// `[subscript]=` before the value.
    pub subscript: Option<Word>,
    /// The value.
    pub value: Word,
}

/// A word: what bash expands to zero, one or more arguments.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// In source order; line continuations are left out.
    pub pieces: Vec<Piece>,
    /// All of it.
    pub span: Span,
}

/// A part of a word. Spans of quoted pieces are those of the *contents*, without the quotes.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Unquoted text as it stands: brace, tilde and glob characters in it are live.
    Literal(Span),
    /// A backslash and one character, outside quotes or in double quotes; the span is the character.
    Escaped(Span),
    /// `'…'`.
    Single(Span),
    /// `$'…'`, escapes not yet read.
    Ansi(Span),
    /// `"…"` and `$"…"`: the pieces within are [`Piece::Literal`] (not live), [`Piece::Escaped`] and expansions.
    Double(Vec<Piece>),
    /// `$name`, `${…}`.
    Parameter(Rc<Parameter>),
    /// `$((…))` and `$[…]`: a text in which expansions are done as in double quotes.
    Arithmetic(Rc<Arithmetic>),
    /// `$(…)`, `` `…` ``, and bash's `${ …; }` where it is understood.
    Command(Rc<Substitution>),
    /// `<(…)` and `>(…)`.
    Process(Direction, Rc<Substitution>),
    /// An extended pattern, `?(…)`, `*(…)`, `+(…)`, `@(…)`, `!(…)`; the span is all of it.
    Extended(Span, Vec<Word>),
    /// `name=(…)` as an argument of a declaration builtin: the elements; the name and `=` stand before as literals.
    Array(Rc<Vec<Element>>),
}

/// Which end of a process substitution the command gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `<(…)`: reads its output.
    Input,
    /// `>(…)`: writes to its input.
    Output,
}

/// `$name` or `${…}`.
#[derive(Debug)]
pub struct Parameter {
    /// The name or special character: `x`, `1`, `@`, `?` …
    pub name: Span,
    /// `[…]` after the name.
    pub subscript: Option<Word>,
    /// `${!…}`.
    pub indirect: bool,
    /// `${#…}`.
    pub length: bool,
    /// What follows the name.
    pub operation: Option<Operation>,
    /// From `$` on.
    pub span: Span,
}

/// What a parameter expansion does to the value.
#[derive(Debug)]
pub enum Operation {
    /// `:-`, `-`: the word if unset (with a colon: or empty).
    Default {
        /// With a colon.
        colon: bool,
        /// What stands in for the value.
        word: Word,
    },
    /// `:=`, `=`: as `Default`, and assigned.
    Assign {
        /// With a colon.
        colon: bool,
        /// What is assigned.
        word: Word,
    },
    /// `:?`, `?`: the shell ends if unset.
    Error {
        /// With a colon.
        colon: bool,
        /// The message.
        word: Word,
    },
    /// `:+`, `+`: the word if set.
    Alternative {
        /// With a colon.
        colon: bool,
        /// What stands in for the value.
        word: Word,
    },
    /// `#`, `##`: the shortest or longest match of the pattern taken off the front.
    RemovePrefix {
        /// `##`.
        longest: bool,
        /// The pattern.
        pattern: Word,
    },
    /// `%`, `%%`: off the end.
    RemoveSuffix {
        /// `%%`.
        longest: bool,
        /// The pattern.
        pattern: Word,
    },
    /// `/`, `//`, `/#`, `/%`.
    Replace {
        /// Which matches.
        which: Matches,
        /// The pattern.
        pattern: Word,
        /// Empty where there is none.
        replacement: Word,
    },
    /// `:offset` and `:offset:length`, arithmetic expressions.
    Substring {
        /// The offset.
        offset: Word,
        /// The length.
        length: Option<Word>,
    },
    /// `^`, `^^`, `,`, `,,`.
    Case {
        /// To upper case.
        upper: bool,
        /// All characters, not the first alone.
        all: bool,
        /// Which characters.
        pattern: Word,
    },
    /// `@Q`, `@E`, … with its letter.
    Transform(Span),
    /// `${!prefix*}`, `${!prefix@}`: names.
    Names,
    /// Not followed. No operator of bash 5.2, which says "bad substitution" once it expands the word, and runs neither the
    /// command nor what stands in the braces; or a line continuation cuts the name, which no span gives then.
    Bad,
}

/// Which matches a replacement concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matches {
    /// `/`: the first.
    First,
    /// `//`: all.
    All,
    /// `/#`: at the beginning.
    Prefix,
    /// `/%`: at the end.
    Suffix,
}

/// An arithmetic expression: its text, with the expansions in it.
#[derive(Debug)]
pub struct Arithmetic {
    /// As in double quotes.
    pub pieces: Vec<Piece>,
    /// The expression without its brackets.
    pub span: Span,
}

/// A command substitution or a process substitution.
#[derive(Debug)]
pub struct Substitution {
    /// The commands.
    pub script: List,
    /// For backquotes with escapes in them: the text that `script`'s spans count in. Otherwise they count in the
    /// source around it.
    pub source: Option<Rc<str>>,
    /// What of it is not understood, in the source around it: bash reads it when it expands the word, and a fault in it is
    /// none of the command around it. Of backquotes, of `$((…)…)`, and of what stands in a here-document.
    pub faults: Vec<Span>,
    /// From `$`, the backquote, `<` or `>` to the closing character.
    pub span: Span,
}

/// A redirection.
#[derive(Debug)]
pub struct Redirection {
    /// `2>`, `{fd}>`.
    pub descriptor: Option<Descriptor>,
    /// The operator.
    pub operator: Operator,
    /// The file, the descriptor or the here-string; for a here-document its delimiter.
    pub target: Word,
    /// Of a here-document alone.
    pub body: Option<HereDocument>,
    /// Without the body.
    pub span: Span,
}

/// The left side of a redirection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// Digits.
    Number(Span),
    /// `{name}`: bash puts the number of a new descriptor in the variable.
    Variable(Span),
}

/// A redirection operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `<`
    Input,
    /// `>`
    Output,
    /// `>|`
    Clobber,
    /// `>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<&`
    DuplicateInput,
    /// `>&`: a duplicate of a descriptor, or, with any other word, both streams to a file.
    DuplicateOutput,
    /// `&>`
    Both,
    /// `&>>`
    BothAppend,
    /// `<<` and `<<-`
    HereDocument,
    /// `<<<`
    HereString,
}

/// The body of a here-document.
#[derive(Debug)]
pub struct HereDocument {
    /// The delimiter was quoted: the body is text.
    pub quoted: bool,
    /// `<<-`: tabs at the beginning of lines are left out of the pieces.
    pub strip_tabs: bool,
    /// As in double quotes; one [`Piece::Single`] a line or more where `quoted`.
    pub pieces: Vec<Piece>,
    /// What of it is not understood: bash finds out when it expands the body.
    pub faults: Vec<Span>,
    /// The lines of the body, with the delimiter's line.
    pub span: Span,
}

/// A compound command.
#[derive(Debug)]
pub enum Compound {
    /// `{ …; }`
    Group(List),
    /// `( … )`
    Subshell(List),
    /// `if`, with `elif` as further branches.
    If {
        /// Condition and body of each.
        branches: Vec<(List, List)>,
        /// `else`.
        otherwise: Option<List>,
    },
    /// `while` and `until`.
    While {
        /// `until`.
        until: bool,
        /// The condition.
        condition: List,
        /// The body.
        body: List,
    },
    /// `for name in words`; `select` is the same to us.
    For {
        /// The variable.
        name: Span,
        /// `None`: the positional parameters.
        words: Option<Vec<Word>>,
        /// The body.
        body: List,
        /// `select`: the value is the user's choice among the words.
        select: bool,
    },
    /// `for ((…; …; …))`
    ForArithmetic {
        /// The three expressions, those that are written.
        parts: Vec<Arithmetic>,
        /// The body.
        body: List,
    },
    /// `case`
    Case {
        /// What is compared.
        subject: Word,
        /// In order.
        arms: Vec<Arm>,
    },
    /// `(( … ))`
    Arithmetic(Arithmetic),
    /// `[[ … ]]`
    Condition(Condition),
}

/// One arm of a `case`.
#[derive(Debug)]
pub struct Arm {
    /// The patterns between `|`.
    pub patterns: Vec<Word>,
    /// What runs.
    pub body: List,
    /// How it ends.
    pub end: ArmEnd,
}

/// What follows an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmEnd {
    /// `;;`: the `case` is over.
    Break,
    /// `;&`: the next body runs too.
    FallThrough,
    /// `;;&`: the next patterns are tried.
    Continue,
}

/// An expression of `[[ … ]]`.
#[derive(Debug)]
pub enum Condition {
    /// A word alone: not empty.
    Word(Word),
    /// `-f word`; the span is the operator.
    Unary(Span, Word),
    /// `word operator word`; the span is the operator.
    Binary(Span, Box<(Word, Word)>),
    /// `!`
    Not(Box<Condition>),
    /// `&&`
    And(Box<(Condition, Condition)>),
    /// `||`
    Or(Box<(Condition, Condition)>),
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Span,
    /// A compound command, with the redirections after it.
    pub body: Command,
    /// All of it.
    pub span: Span,
}
