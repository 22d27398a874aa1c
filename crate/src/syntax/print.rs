//! Trees as text, for tests.

use super::Parse;
use super::tree::*;
use crate::source::Span;
use std::fmt::Write;

/// The tree of `parse` as one line: commands as `(word word >target)`, what was missed as `!code`.
pub(super) fn print(source: &str, parse: &Parse) -> String {
    let mut out = Printer { source, out: String::new(), leaves: Vec::new() };
    out.list(&parse.list);
    for code in parse.coverage.codes() {
        let _ = write!(out.out, " !{code:?}");
    }
    out.out
}

/// Where the tree's texts stand in `source`: all that is printed from it.
pub(super) fn leaves(source: &str, parse: &Parse) -> Vec<Span> {
    let mut out = Printer { source, out: String::new(), leaves: Vec::new() };
    out.list(&parse.list);
    out.leaves
}

struct Printer<'a> {
    source: &'a str,
    out: String,
    leaves: Vec<Span>,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn span(&mut self, span: Span) {
        let text = span.of(self.source).replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r");
        self.leaves.push(span);
        self.put(&text);
    }

    fn list(&mut self, list: &List) {
        for (n, item) in list.items.iter().enumerate() {
            self.put(if n > 0 { "; " } else { "" });
            self.pipeline(&item.chain.first);
            for (connector, pipeline) in &item.chain.rest {
                self.put(if *connector == Connector::And { " && " } else { " || " });
                self.pipeline(pipeline);
            }
            self.put(if item.background { " &" } else { "" });
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        self.put(if pipeline.negated { "! " } else { "" });
        self.put(if pipeline.timed { "time " } else { "" });
        for (n, command) in pipeline.commands.iter().enumerate() {
            self.put(if n > 0 { " | " } else { "" });
            self.command(command);
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => {
                self.put("(");
                let mut gap = "";
                for assignment in &simple.assignments {
                    self.put(gap);
                    gap = " ";
                    self.span(assignment.name);
                    self.subscript(&assignment.subscript);
                    self.put(if assignment.append { "+=" } else { "=" });
                    match &assignment.value {
                        Value::Scalar(word) => self.word(word),
                        Value::Array(elements) => self.elements(elements),
                    }
                }
                for word in &simple.words {
                    self.put(gap);
                    gap = " ";
                    self.word(word);
                }
                self.redirections(&simple.redirections, gap);
                self.put(")");
            }
            Command::Compound { body, redirections, .. } => {
                self.put("{");
                self.compound(body);
                self.redirections(redirections, " ");
                self.put("}");
            }
            Command::Function(function) => {
                self.put("function ");
                self.span(function.name);
                self.put(" ");
                self.command(&function.body);
            }
            Command::Coprocess { name, body, .. } => {
                self.put("coproc ");
                if let Some(name) = name {
                    self.span(*name);
                    self.put(" ");
                }
                self.command(body);
            }
        }
    }

    fn redirections(&mut self, redirections: &[Redirection], mut gap: &'static str) {
        for redirection in redirections {
            self.put(gap);
            gap = " ";
            match redirection.descriptor {
                Some(Descriptor::Number(span)) => self.span(span),
                Some(Descriptor::Variable(span)) => {
                    self.put("{");
                    self.span(span);
                    self.put("}");
                }
                None => {}
            }
            self.put(match redirection.operator {
                Operator::Input => "<",
                Operator::Output => ">",
                Operator::Clobber => ">|",
                Operator::Append => ">>",
                Operator::ReadWrite => "<>",
                Operator::DuplicateInput => "<&",
                Operator::DuplicateOutput => ">&",
                Operator::Both => "&>",
                Operator::BothAppend => "&>>",
                Operator::HereDocument => "<<",
                Operator::HereString => "<<<",
            });
            self.word(&redirection.target);
            if let Some(body) = &redirection.body {
                self.put(if body.quoted { "'[" } else { "[" });
                self.pieces(&body.pieces);
                self.put("]");
            }
        }
    }

    fn compound(&mut self, compound: &Compound) {
        match compound {
            Compound::Group(list) => {
                self.put("group ");
                self.list(list);
            }
            Compound::Subshell(list) => {
                self.put("subshell ");
                self.list(list);
            }
            Compound::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.put("if ");
                    self.list(condition);
                    self.put(" then ");
                    self.list(body);
                    self.put(" ");
                }
                if let Some(list) = otherwise {
                    self.put("else ");
                    self.list(list);
                }
            }
            Compound::While { until, condition, body } => {
                self.put(if *until { "until " } else { "while " });
                self.list(condition);
                self.put(" do ");
                self.list(body);
            }
            Compound::For { name, words, body, select } => {
                self.put(if *select { "select " } else { "for " });
                self.span(*name);
                if let Some(words) = words {
                    self.put(" in");
                    for word in words {
                        self.put(" ");
                        self.word(word);
                    }
                }
                self.put(" do ");
                self.list(body);
            }
            Compound::ForArithmetic { parts, body } => {
                self.put("for");
                for part in parts {
                    self.put(" ((");
                    self.pieces(&part.pieces);
                    self.put("))");
                }
                self.put(" do ");
                self.list(body);
            }
            Compound::Case { subject, arms } => {
                self.put("case ");
                self.word(subject);
                for arm in arms {
                    self.put(" [");
                    for (n, pattern) in arm.patterns.iter().enumerate() {
                        self.put(if n > 0 { "|" } else { "" });
                        self.word(pattern);
                    }
                    self.put(" -> ");
                    self.list(&arm.body);
                    self.put(match arm.end {
                        ArmEnd::Break => "]",
                        ArmEnd::FallThrough => " ;&]",
                        ArmEnd::Continue => " ;;&]",
                    });
                }
            }
            Compound::Arithmetic(expression) => {
                self.put("((");
                self.pieces(&expression.pieces);
                self.put("))");
            }
            Compound::Condition(condition) => {
                self.put("[[ ");
                self.condition(condition);
                self.put(" ]]");
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Word(word) => self.word(word),
            Condition::Unary(operator, word) => {
                self.span(*operator);
                self.put(" ");
                self.word(word);
            }
            Condition::Binary(operator, words) => {
                self.word(&words.0);
                self.put(" ");
                self.span(*operator);
                self.put(" ");
                self.word(&words.1);
            }
            Condition::Not(inner) => {
                self.put("! ");
                self.condition(inner);
            }
            Condition::And(both) | Condition::Or(both) => {
                self.put("(");
                self.condition(&both.0);
                self.put(if matches!(condition, Condition::And(_)) { " && " } else { " || " });
                self.condition(&both.1);
                self.put(")");
            }
        }
    }

    fn elements(&mut self, elements: &[Element]) {
        self.put("(");
        for (n, element) in elements.iter().enumerate() {
            self.put(if n > 0 { " " } else { "" });
            if element.subscript.is_some() {
                self.subscript(&element.subscript);
                self.put("=");
            }
            self.word(&element.value);
        }
        self.put(")");
    }

    fn subscript(&mut self, subscript: &Option<Word>) {
        if let Some(word) = subscript {
            self.put("[");
            self.word(word);
            self.put("]");
        }
    }

    fn word(&mut self, word: &Word) {
        self.pieces(&word.pieces);
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        let mut literal = false;
        for piece in pieces {
            // Two literals side by side are two pieces.
            if literal && matches!(piece, Piece::Literal(_)) {
                self.put("·");
            }
            literal = matches!(piece, Piece::Literal(_));
            self.piece(piece);
        }
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Literal(span) => self.span(*span),
            Piece::Escaped(span) => {
                self.put("\\");
                self.span(*span);
            }
            Piece::Single(span) => {
                self.put("'");
                self.span(*span);
                self.put("'");
            }
            Piece::Ansi(span) => {
                self.put("$'");
                self.span(*span);
                self.put("'");
            }
            Piece::Double(pieces) => {
                self.put("\"");
                self.pieces(pieces);
                self.put("\"");
            }
            Piece::Parameter(parameter) => self.parameter(parameter),
            Piece::Arithmetic(expression) => {
                self.put("$((");
                self.pieces(&expression.pieces);
                self.put("))");
            }
            Piece::Command(substitution) => self.substitution("$(", substitution),
            Piece::Process(Direction::Input, substitution) => self.substitution("<(", substitution),
            Piece::Process(Direction::Output, substitution) => self.substitution(">(", substitution),
            Piece::Extended(span, words) => {
                self.span(Span { end: span.start + 1, ..*span });
                self.put("(");
                for (n, word) in words.iter().enumerate() {
                    self.put(if n > 0 { "|" } else { "" });
                    self.word(word);
                }
                self.put(")");
            }
            Piece::Array(elements) => self.elements(elements),
        }
    }

    fn substitution(&mut self, opening: &str, substitution: &Substitution) {
        self.put(opening);
        let text = substitution.source.clone();
        let source = text.as_deref().unwrap_or(self.source);
        let mut inner = Printer { source, out: String::new(), leaves: Vec::new() };
        inner.list(&substitution.script);
        self.leaves.extend(if text.is_some() { vec![substitution.span] } else { inner.leaves });
        let printed = inner.out;
        self.put(&printed);
        self.put(")");
    }

    fn parameter(&mut self, parameter: &Parameter) {
        self.put("${");
        self.put(if parameter.length { "#" } else { "" });
        self.put(if parameter.indirect { "!" } else { "" });
        self.span(parameter.name);
        self.subscript(&parameter.subscript);
        if let Some(operation) = &parameter.operation {
            self.operation(operation);
        }
        self.put("}");
    }

    fn operation(&mut self, operation: &Operation) {
        match operation {
            Operation::Default { colon, word } => self.operator(if *colon { ":-" } else { "-" }, word),
            Operation::Assign { colon, word } => self.operator(if *colon { ":=" } else { "=" }, word),
            Operation::Error { colon, word } => self.operator(if *colon { ":?" } else { "?" }, word),
            Operation::Alternative { colon, word } => self.operator(if *colon { ":+" } else { "+" }, word),
            Operation::RemovePrefix { longest, pattern } => self.operator(if *longest { "##" } else { "#" }, pattern),
            Operation::RemoveSuffix { longest, pattern } => self.operator(if *longest { "%%" } else { "%" }, pattern),
            Operation::Replace { which, pattern, replacement } => {
                let text = match which {
                    Matches::First => "/",
                    Matches::All => "//",
                    Matches::Prefix => "/#",
                    Matches::Suffix => "/%",
                };
                self.operator(text, pattern);
                self.operator("/", replacement);
            }
            Operation::Substring { offset, length } => {
                self.operator(":", offset);
                if let Some(length) = length {
                    self.operator(":", length);
                }
            }
            Operation::Case { upper, all, pattern } => {
                let text = match (upper, all) {
                    (true, true) => "^^",
                    (true, false) => "^",
                    (false, true) => ",,",
                    (false, false) => ",",
                };
                self.operator(text, pattern);
            }
            Operation::Transform(span) => {
                self.put("@");
                self.span(*span);
            }
            Operation::Names => self.put("*"),
            Operation::Bad => self.put(" bad"),
        }
    }

    fn operator(&mut self, text: &str, word: &Word) {
        self.put(text);
        self.word(word);
    }
}
