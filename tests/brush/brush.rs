//! The simple commands of brush-parser's tree.

use brush_parser::ast::{AndOr, Command, CompoundCommand, CompoundList, Pipeline};
use brush_parser::{ParserOptions, parse_tokens, tokenize_str_with_options};

/// How many there are; `None` where the text is refused, or where brush panics on it.
pub(crate) fn commands(source: &str) -> Option<usize> {
    let options = ParserOptions { enable_extended_globbing: false, ..ParserOptions::default() };
    let read = || parse_tokens(&tokenize_str_with_options(source, &options.tokenizer_options()).ok()?, &options).ok();
    let program = std::panic::catch_unwind(read).ok()??;
    Some(program.complete_commands.iter().map(list).sum())
}

fn list(list: &CompoundList) -> usize {
    let pipelines = list.0.iter().flat_map(|item| {
        let rest = item.0.additional.iter().map(|(AndOr::And(next) | AndOr::Or(next))| next);
        std::iter::once(&item.0.first).chain(rest)
    });
    pipelines.map(pipeline).sum()
}

fn pipeline(pipeline: &Pipeline) -> usize {
    pipeline.seq.iter().map(command).sum()
}

fn command(command: &Command) -> usize {
    match command {
        Command::Simple(_) => 1,
        Command::Compound(body, _) => compound(body),
        Command::Function(function) => compound(&function.body.0),
        Command::ExtendedTest(..) => 0,
    }
}

fn compound(body: &CompoundCommand) -> usize {
    match body {
        CompoundCommand::Arithmetic(_) => 0,
        CompoundCommand::ArithmeticForClause(clause) => list(&clause.body.list),
        CompoundCommand::BraceGroup(group) => list(&group.list),
        CompoundCommand::Subshell(subshell) => list(&subshell.list),
        CompoundCommand::ForClause(clause) => list(&clause.body.list),
        CompoundCommand::CaseClause(clause) => clause.cases.iter().filter_map(|case| case.cmd.as_ref()).map(list).sum(),
        CompoundCommand::IfClause(clause) => {
            let elses = clause.elses.iter().flatten();
            let elses = elses.map(|part| part.condition.as_ref().map_or(0, list) + list(&part.body));
            list(&clause.condition) + list(&clause.then) + elses.sum::<usize>()
        }
        CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
            list(&clause.0) + list(&clause.1.list)
        }
        CompoundCommand::Coprocess(coprocess) => command(&coprocess.body),
    }
}
