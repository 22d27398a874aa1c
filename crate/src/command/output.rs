//! What programs print, as far as it can be known: the value of `$(…)`, and what `xargs` reads.
//!
//! Owns the output of catalogued programs. It knows nothing of what they do.

use super::catalog::Prints;
use super::found::MAX_FILES;
use super::grep::Grep;
use super::options::{Level, Reading};
use super::rewrite::Rewrite;
use super::walk::Walk;
use super::{Argument, AtLink, Context, Effects, Output, paths, temporary};
use crate::access::Mode;
use crate::path::Entry;
use crate::value::{Hole, MAX_TEXT, Text, Texts};

/// How far up the root of a working tree is looked for.
const MAX_PARENTS: usize = 16;

/// What is printed for the operands that may be part of it.
pub(super) fn of(
    prints: Prints,
    reading: &Reading,
    operands: &[&Argument],
    effects: &Effects,
    context: &dyn Context,
) -> Output {
    let given = |main: &str| reading.levels.iter().any(|level| level.given(main));
    let value = |main: &str| {
        let mut options = reading.levels.iter().flat_map(|level| level.options());
        options.find(|(option, _)| option.main == main).and_then(|(_, values)| values.first()).map(|value| &value.text)
    };
    let texts = || operands.iter().map(|operand| operand.text.clone());
    match prints {
        Prints::Unknown => Output::Unknown,
        Prints::Nothing => Output::Nothing,
        Prints::Digits => Output::Text(Texts::hole(Hole::Digits)),
        Prints::Name => Output::Text(Texts::hole(Hole::Name)),
        Prints::Directory => Output::Text(context.directory()),
        Prints::Toplevel => Output::Text(toplevel(context)),
        Prints::Operands => echo(operands),
        Prints::Format => format(operands),
        Prints::Dirname => each(texts().map(|text| paths::directory_name(&text)).collect()),
        Prints::Basename => basename(operands, value("-s"), given("-a")),
        Prints::Temporary => Output::Text(temporary::prints(reading, operands, context)),
        Prints::Names => names(operands, reading, context),
        Prints::Program => programs(operands, context),
        Prints::Below => {
            let roots: Vec<Text> = texts().collect();
            Output::Lines([below(&roots, effects, context), roots].concat())
        }
        Prints::Paths => each(texts().collect()),
        Prints::Input => input(operands, context),
        // Of several files it tells the names as well.
        Prints::Lines | Prints::Matching if operands.len() > 1 => Output::Unknown,
        Prints::Lines => some(input(operands, context), |_| true),
        Prints::Matching => match Grep::of(reading) {
            Some(grep) => some(input(operands, context), |line| grep.may_print(line)),
            None => some(input(operands, context), |_| true),
        },
        Prints::Edited => edited(reading, input(operands, context)),
    }
}

/// What is below the roots, or below the working directory, through the links that a walk through them comes to.
pub(super) fn below(roots: &[Text], effects: &Effects, context: &dyn Context) -> Vec<Text> {
    let any = Text::hole(Hole::Below);
    let here = [Text::default()];
    let roots = if roots.is_empty() { &here } else { roots };
    let mut out = Vec::new();
    for root in roots {
        let at = if root.is_empty() { Some(".") } else { root.known() };
        let links = at.map(|known| context.links(known)).unwrap_or_default();
        out.push(paths::join(root, &any));
        out.extend(links.into_iter().map(|link| paths::join(root, &Text::literal(link))));
    }
    for met in effects.accesses.iter().filter(|effect| effect.link == AtLink::Walks) {
        out.push(if met.mode == Mode::Search { paths::join(&met.text, &any) } else { met.text.clone() });
    }
    out
}

/// One line for each: a text where there is one, lines where there are several.
fn each(mut texts: Vec<Text>) -> Output {
    match (texts.pop(), texts.is_empty()) {
        (None, _) => Output::Unknown,
        (Some(text), true) => Output::Text(text.into()),
        (Some(text), false) => {
            texts.push(text);
            Output::Lines(texts)
        }
    }
}

/// What is read: the files one after the other, or the standard input where there are none.
fn input(operands: &[&Argument], context: &dyn Context) -> Output {
    let each = operands.iter().map(|operand| match operand.text.known() {
        Some("-") => context.stdin().clone(),
        _ if operand.open => Output::Unknown,
        _ => context.held(&operand.text),
    });
    let joined = each.reduce(|before, next| match (before, next) {
        (Output::Nothing, other) | (other, Output::Nothing) => other,
        (Output::Files(before), Output::Files(next)) => Output::Files([before, next].concat()),
        (Output::Text(before), Output::Text(next)) if before.longest() + next.longest() <= MAX_TEXT => {
            Output::Text(before.concat(&next))
        }
        _ => Output::Unknown,
    });
    joined.unwrap_or_else(|| context.stdin().clone())
}

/// The lines of what is read as the program rewrites them.
fn edited(reading: &Reading, input: Output) -> Output {
    let name = reading.levels.first().and_then(|level| level.entry.names.split(' ').next()).unwrap_or("");
    let Some(rewrite) = Rewrite::of(name, reading) else { return Output::Unknown };
    match some(input, |_| true) {
        Output::Lines(lines) => {
            let lines: Option<Vec<Text>> = lines.iter().map(|line| rewrite.apply(line)).collect();
            lines.map_or(Output::Unknown, Output::Lines)
        }
        other => other,
    }
}

/// Every line that may be among what is printed.
pub(super) fn all(output: Output) -> Vec<Text> {
    match output {
        Output::Text(texts) => texts.iter().flat_map(lines).collect(),
        Output::Lines(lines) => lines,
        Output::Nothing | Output::Unknown | Output::Files(_) => Vec::new(),
    }
}

/// Those lines of what is read that may be kept.
fn some(input: Output, kept: impl Fn(&Text) -> bool) -> Output {
    let mut all = match input {
        Output::Text(texts) => texts.iter().flat_map(lines).collect::<Vec<_>>(),
        Output::Lines(lines) => lines,
        Output::Nothing => return Output::Nothing,
        Output::Files(_) | Output::Unknown => return Output::Unknown,
    };
    all.retain(kept);
    if all.is_empty() { Output::Nothing } else { Output::Lines(all) }
}

/// The lines of a text that say something.
pub(super) fn lines(text: &Text) -> Vec<Text> {
    let lines = text.lines('\n').into_iter();
    lines.flat_map(|line| line.lines('\0')).filter(|line| !line.is_empty()).collect()
}

/// `echo`: the operands with blanks between. `-n` and `-e` are options only as a cluster of those letters; a backslash
/// may be an escape, by the shell's settings.
fn echo(operands: &[&Argument]) -> Output {
    let mut out = Text::default();
    for (at, operand) in operands.iter().enumerate() {
        if operand.open || operand.text.plain().contains('\\') {
            return Output::Unknown;
        }
        if at > 0 {
            out.push_str(" ");
        }
        out.append(&operand.text);
    }
    Output::Text(out.into())
}

/// `printf FORMAT ARGUMENTS`: `%s` and `%d` are filled in, the format is used again while arguments are left.
fn format(operands: &[&Argument]) -> Output {
    let Some((format, rest)) = operands.split_first() else { return Output::Unknown };
    let Some(format) = format.text.known() else { return Output::Unknown };
    if rest.iter().any(|argument| argument.open) {
        return Output::Unknown;
    }
    let mut arguments = rest.iter();
    let mut out = Text::default();
    loop {
        let mut used = false;
        let mut chars = format.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some('n') => out.push_str("\n"),
                    Some('t') => out.push_str("\t"),
                    Some('\\') => out.push_str("\\"),
                    Some('0') => out.push_str("\0"),
                    _ => return Output::Unknown,
                },
                '%' => {
                    let mut given = String::new();
                    while let Some(flag) = chars.next_if(|c| c.is_ascii_digit() || "-+ #.".contains(*c)) {
                        given.push(flag);
                    }
                    match chars.next() {
                        Some('%') => out.push_str("%"),
                        Some(kind @ ('s' | 'd' | 'i' | 'u' | 'g')) => {
                            used = true;
                            let argument = arguments.next().map(|argument| argument.text.clone()).unwrap_or_default();
                            match padded(&argument, &given, kind) {
                                Some(text) => out.append(&text),
                                None => return Output::Unknown,
                            }
                        }
                        _ => return Output::Unknown,
                    }
                }
                c => out.push_str(c.encode_utf8(&mut [0; 4])),
            }
        }
        if !used || arguments.len() == 0 {
            break;
        }
    }
    // The line breaks at the end are no part of a value.
    match out.known() {
        Some(known) => Output::Text(Text::literal(known.trim_end_matches('\n')).into()),
        None => Output::Text(out.into()),
    }
}

/// `%03d`: a number with zeros before it. Any other width of a known text is left unknown.
fn padded(argument: &Text, given: &str, kind: char) -> Option<Text> {
    if given.is_empty() {
        return Some(argument.clone());
    }
    let width = given.strip_prefix('0')?.parse::<usize>().ok().filter(|width| *width < 20 && kind != 's')?;
    let digits = argument.known().filter(|known| !known.is_empty() && known.chars().all(|c| c.is_ascii_digit()));
    Some(match digits {
        Some(digits) => Text::literal(format!("{:0>width$}", digits.trim_start_matches('0'))),
        None => Text::hole(Hole::Digits),
    })
}

fn basename(operands: &[&Argument], suffix: Option<&Text>, several: bool) -> Output {
    let several = several || suffix.is_some();
    let suffix = suffix.or_else(|| operands.get(1).filter(|_| !several).map(|second| &second.text));
    let taken = if several { operands.len() } else { 1 };
    let names = operands.iter().take(taken).map(|operand| {
        let name = paths::base_name(&operand.text);
        match (name.known(), suffix.map(Text::known)) {
            (Some(name), Some(Some(suffix))) => {
                Text::literal(name.strip_suffix(suffix).filter(|rest| !rest.is_empty()).unwrap_or(name))
            }
            (_, Some(_)) => Text::hole(Hole::Name),
            _ => name,
        }
    });
    each(names.collect())
}

/// Options of `ls` with which it prints names alone, in some order.
const PLAIN: &[&str] =
    &["-1", "-A", "--almost-all", "-r", "--reverse", "-t", "-S", "-X", "-U", "-v", "-c", "-u", "-h", "--sort"];

/// `ls`: a directory's names, any other operand itself.
fn names(operands: &[&Argument], reading: &Reading, context: &dyn Context) -> Output {
    let options = || reading.levels.iter().flat_map(Level::options);
    let plain = options().all(|(option, _)| PLAIN.contains(&option.main));
    let hidden = options().any(|(option, _)| matches!(option.main, "-A" | "--almost-all"));
    let here = Argument { text: ".".into(), ..Argument::default() };
    let listed: Vec<&Argument> = if operands.is_empty() { vec![&here] } else { operands.to_vec() };
    let mut out = Vec::new();
    for operand in &listed {
        let text = &operand.text;
        let known = text.known();
        let directory = text.suffix().ends_with('/') || known.is_some_and(|known| context.is_directory(known));
        let file = text.has_glob() || known.is_some_and(|known| context.exists(known) && !directory);
        let names = known.filter(|_| context.heard() && plain && listed.len() == 1 && !file);
        match names.and_then(|known| held(known, hidden, context)) {
            Some(names) => out.extend(names),
            None if !file => {
                out.push(Text::hole(Hole::Name));
                out.extend(known.map(|known| context.links(known)).unwrap_or_default().into_iter().map(Text::literal));
            }
            None => {}
        }
        if !directory && known != Some(".") {
            out.extend(lines(text));
        }
    }
    if out.is_empty() { Output::Nothing } else { Output::Lines(out) }
}

/// The names in a directory: each, where there are few; of many the links alone, beside a name that is any.
fn held(directory: &str, hidden: bool, context: &dyn Context) -> Option<Vec<Text>> {
    let mut found: Vec<(String, bool)> = Vec::new();
    // Through a link too: `ls` follows one that it is given.
    Walk::new(context).from(&format!("{}/.", directory.trim_end_matches('/')), &mut |seen| {
        if seen.depth == 1 && (hidden || !seen.name().starts_with('.')) {
            found.push((seen.name().to_owned(), matches!(seen.entry, Entry::Link(_))));
        }
        seen.depth == 0
    })?;
    let many = context.stirred() || found.len() > MAX_FILES;
    // A name of several lines may be that of a directory above.
    let told = found.into_iter().filter(|(name, link)| *link || name.contains('\n') || !many).take(MAX_FILES);
    let mut out: Vec<Text> = told.flat_map(|(name, _)| lines(&Text::literal(name))).collect();
    if many {
        out.push(Text::hole(Hole::Name));
    }
    Some(out)
}

/// `which`: the files of those names in the directories of `PATH`; one that cannot be executed is passed over, which is not seen
/// here.
fn programs(operands: &[&Argument], context: &dyn Context) -> Output {
    let Some(directories) = context.search_path() else { return Output::Unknown };
    let mut out = Vec::new();
    for operand in operands {
        let Some(name) = operand.text.known().filter(|name| !operand.open && !name.contains('/')) else {
            return Output::Unknown;
        };
        for directory in &directories {
            let path = format!("{}/{name}", directory.trim_end_matches('/'));
            match context.entry(&path) {
                Some((_, Entry::Missing)) if directory.starts_with('/') => {}
                Some((_, Entry::File | Entry::Link(_))) if directory.starts_with('/') => out.push(Text::literal(path)),
                Some((_, Entry::Directory)) => {}
                _ => return Output::Unknown,
            }
        }
    }
    if out.is_empty() { Output::Nothing } else { each(out) }
}

/// The working directory or one above it: the first that has a `.git`.
fn toplevel(context: &dyn Context) -> Texts {
    let mut up = String::new();
    for _ in 0..MAX_PARENTS {
        if context.exists(&format!("{up}.git")) {
            let parents = up.matches("../").count();
            return context
                .directory()
                .map(|directory| (0..parents).fold(directory.clone(), |at, _| paths::directory_name(&at)));
        }
        up.push_str("../");
    }
    context.directory()
}
