//! The simple commands of our tree.

use foregate::syntax::parse;
use foregate::syntax::tree::{Command, Compound, List};

/// How many there are outside of words; `None` where the text is not understood.
pub(crate) fn commands(source: &str) -> Option<usize> {
    let parse = parse(source);
    parse.coverage.is_full().then(|| list(&parse.list))
}

fn list(list: &List) -> usize {
    let pipelines = list.items.iter().flat_map(|item| {
        std::iter::once(&item.chain.first).chain(item.chain.rest.iter().map(|(_, pipeline)| pipeline))
    });
    pipelines.flat_map(|pipeline| &pipeline.commands).map(command).sum()
}

fn command(command_: &Command) -> usize {
    match command_ {
        Command::Simple(_) => 1,
        Command::Compound { body, .. } => compound(body),
        Command::Function(function) => command(&function.body),
        Command::Coprocess { body, .. } => command(body),
    }
}

fn compound(body: &Compound) -> usize {
    match body {
        Compound::Group(body)
        | Compound::Subshell(body)
        | Compound::For { body, .. }
        | Compound::ForArithmetic { body, .. } => list(body),
        Compound::If { branches, otherwise } => {
            let branches = branches.iter().map(|(condition, body)| list(condition) + list(body));
            branches.sum::<usize>() + otherwise.as_ref().map_or(0, list)
        }
        Compound::While { condition, body, .. } => list(condition) + list(body),
        Compound::Case { arms, .. } => arms.iter().map(|arm| list(&arm.body)).sum(),
        Compound::Arithmetic(_) | Compound::Condition(_) => 0,
    }
}
