//! `find`: starting points and an expression.
//!
//! Owns find's own grammar (GNU findutils 4.9, find(1)), and which found files a starting point stands for. It knows nothing
//! of where they are.

use super::acting::Acting;
use super::found::{Found, Listing};
use super::{Argument, AtLink, Context, Effects, Output, Runnable};
use crate::access::{Certainty, Mode};
use crate::path::Platform;
use crate::value::{Piece, Text};

/// Tests and actions with one argument that is no path.
pub(super) const TEXT: &[&str] = &[
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-iwholename",
    "-regex",
    "-iregex",
    "-lname",
    "-ilname",
    "-type",
    "-xtype",
    "-size",
    "-mtime",
    "-atime",
    "-ctime",
    "-mmin",
    "-amin",
    "-cmin",
    "-perm",
    "-user",
    "-group",
    "-uid",
    "-gid",
    "-maxdepth",
    "-mindepth",
    "-regextype",
    "-printf",
    "-inum",
    "-links",
    "-fstype",
    "-used",
    "-context",
    "-newermt",
    "-newerat",
    "-newerct",
    "-newerBt",
    "-flags",
    "-Btime",
    "-Bmin",
    "-Bnewer",
];

/// Options, tests, actions and operators of GNU's find that take no argument.
const ALONE: &[&str] = &[
    "-a",
    "-and",
    "-d",
    "-daystart",
    "-delete",
    "-depth",
    "-empty",
    "-executable",
    "-false",
    "-follow",
    "-help",
    "--help",
    "-ignore_readdir_race",
    "-ls",
    "-mount",
    "-nogroup",
    "-noignore_readdir_race",
    "-noleaf",
    "-nouser",
    "-nowarn",
    "-o",
    "-or",
    "-not",
    "-print",
    "-print0",
    "-prune",
    "-quit",
    "-readable",
    "-true",
    "-version",
    "--version",
    "-warn",
    "-writable",
    "-xdev",
];

/// What `find` does with `arguments`, which stand after the command word.
pub(super) fn find(word: &Argument, arguments: &[Argument], context: &dyn Context) -> Effects {
    let mut acting = Acting::new(word, "find", context);
    let (starts, expression) = split(arguments);
    let options = arguments.get(..arguments.len() - expression.len()).unwrap_or(&[]);
    let links = at_links(options, expression);
    let here = Argument { text: ".".into(), ..word.clone() };
    let mut passed: Vec<Argument> = starts.iter().map(|start| (*start).clone()).collect();
    // Words that may be none at all may leave the working directory.
    let open = !starts.is_empty() && starts.iter().all(|start| start.open);
    if open {
        passed.push(here.clone());
    }
    acting.effects.find = Some(passed);
    let mut roots = starts;
    if open || roots.is_empty() && !expression.iter().any(|argument| argument.text.known() == Some("-files0-from")) {
        roots.push(&here);
    }
    if let Some(lost) = misplaced(expression).filter(|_| context.platform() != Platform::Darwin) {
        // GNU's find looks whether a word that is out of place is a file, says so, and searches nothing.
        acting.effect(lost, lost.text.clone(), Mode::Metadata);
        acting.effects.find = Some(vec![lost.clone()]);
        for root in &roots {
            acting.possible(root.span, root.text.clone(), Mode::Search);
        }
        acting.effects.output = Output::Nothing;
        return acting.effects;
    } else {
        for root in &roots {
            match links {
                AtLink::Walks => acting.through(root, &[Mode::Metadata]),
                AtLink::Follows => acting.path(root, &[Mode::Search]),
                AtLink::Stays => acting.itself(root, &[Mode::Search]),
            }
        }
    }
    let found = Found::new(&roots, expression, links, context);
    let mut listing = Listing::of(links, &roots, expression, context);
    let mut printed = true;
    let mut rest = expression.iter();
    loop {
        let at = expression.len() - rest.as_slice().len();
        let Some(argument) = rest.next() else { break };
        let token = argument.text.known().unwrap_or("");
        match token {
            "-exec" | "-execdir" | "-ok" | "-okdir" | "-delete" => {
                printed = false;
                let given = if token == "-delete" { None } else { Some(command(&mut rest)) };
                let nothing = listing.as_ref().is_some_and(|listing| listing.is_empty(at));
                let found = listing.as_ref().map_or_else(|| found.clone(), |listing| listing.at(at, &found));
                match given {
                    // A rule against the command is one against writing it, so it is told. It runs for no file.
                    Some((command, _)) if nothing => {
                        let vector: Vec<Argument> = command.into_iter().cloned().collect();
                        acting.told(Runnable::Vector(vector), format!("find {token}"));
                    }
                    Some((command, many)) => execute(&mut acting, token, command, many, &found),
                    None => {
                        found.files.iter().for_each(|(span, text)| acting.possible(*span, text.clone(), Mode::Delete));
                    }
                }
                // What runs for a file may make others, which are found in their turn.
                listing = listing.filter(|_| nothing);
            }
            "-fprint" | "-fprint0" | "-fls" | "-fprintf" => {
                if let Some(file) = rest.next() {
                    acting.effect(file, file.text.clone(), Mode::Write);
                }
                if token == "-fprintf" {
                    rest.next();
                }
                printed = false;
            }
            "-files0-from" => {
                if let Some(file) = rest.next() {
                    acting.list(file, &[Mode::Search]);
                }
            }
            "-printf" | "-ls" | "-quit" => {
                printed = false;
                if token == "-printf" {
                    rest.next();
                }
            }
            "-print" | "-print0" => printed = true,
            _ if TEXT.contains(&token) => _ = rest.next(),
            _ if token == "-samefile" || token.starts_with("-newer") || matches!(token, "-anewer" | "-cnewer") => {
                if let Some(file) = rest.next() {
                    acting.effect(file, file.text.clone(), Mode::Metadata);
                }
            }
            _ => {}
        }
    }
    let explicit = expression.iter().any(|argument| matches!(argument.text.known(), Some("-print" | "-print0")));
    if printed || explicit && !expression.iter().any(|argument| argument.text.known() == Some("-printf")) {
        acting.effects.output = match listing {
            Some(listing) => listing.printed(&found),
            None => Output::Lines(found.files.into_iter().map(|(_, text)| text).collect()),
        };
    }
    acting.effects
}

/// What it does at links: the last of its options counts, and `-follow` wherever it stands.
fn at_links(options: &[Argument], expression: &[Argument]) -> AtLink {
    if expression.iter().any(|word| word.text.known() == Some("-follow")) {
        return AtLink::Walks;
    }
    let chosen = options.iter().rev().find_map(|word| match word.text.known() {
        Some("-L") => Some(AtLink::Walks),
        Some("-H") => Some(AtLink::Follows),
        Some("-P") => Some(AtLink::Stays),
        _ => None,
    });
    chosen.unwrap_or(AtLink::Stays)
}

/// Starting points, and the expression: it begins at the first dash, parenthesis or `!`.
fn split(arguments: &[Argument]) -> (Vec<&Argument>, &[Argument]) {
    let mut at = 0;
    while let Some(argument) = arguments.get(at) {
        let prefix = argument.text.prefix();
        match argument.text.known() {
            Some("-H" | "-L" | "-P") => at += 1,
            Some("-D") => at += 2,
            _ if prefix.starts_with("-O") => at += 1,
            Some("--") => {
                at += 1;
                break;
            }
            _ => break,
        }
    }
    let rest = arguments.get(at..).unwrap_or(&[]);
    // BSD's `-f PATH` is no test of GNU's.
    let mut starts = Vec::new();
    let mut used = 0;
    while let Some(argument) = rest.get(used) {
        if argument.text.known() == Some("-f") {
            starts.extend(rest.get(used + 1));
            used += 2;
            continue;
        }
        let prefix = argument.text.prefix();
        if prefix.starts_with('-') && prefix.len() > 1 || matches!(argument.text.known(), Some("(" | ")" | "!" | ",")) {
            break;
        }
        starts.push(argument);
        used += 1;
    }
    (starts, rest.get(used..).unwrap_or(&[]))
}

/// The first word of the expression that can stand nowhere in it: `find . -name *.c` where several files match. The value
/// of a test that is not known here is none.
fn misplaced(expression: &[Argument]) -> Option<&Argument> {
    let mut rest = expression.iter();
    while let Some(argument) = rest.next() {
        let token = argument.text.known()?;
        match token {
            "(" | ")" | "!" | "," => {}
            "-exec" | "-execdir" | "-ok" | "-okdir" => _ = command(&mut rest),
            "-fprintf" => _ = rest.nth(1),
            "-fprint" | "-fprint0" | "-fls" | "-files0-from" | "-samefile" | "-anewer" | "-cnewer" => _ = rest.next(),
            _ if TEXT.contains(&token) || token.starts_with("-newer") => _ = rest.next(),
            _ if ALONE.contains(&token) => {}
            _ if token.starts_with('-') => return None,
            _ => return Some(argument),
        }
    }
    None
}

/// The command of an `-exec`, and whether it ends in `{} +`.
pub(super) fn command<'a>(rest: &mut std::slice::Iter<'a, Argument>) -> (Vec<&'a Argument>, bool) {
    let mut command: Vec<&Argument> = Vec::new();
    for argument in rest.by_ref() {
        match argument.text.known() {
            Some(";") => return (command, false),
            Some("+") if command.last().is_some_and(|last| last.text.known() == Some("{}")) => return (command, true),
            _ => command.push(argument),
        }
    }
    (command, false)
}

fn execute(acting: &mut Acting<'_>, token: &str, command: Vec<&Argument>, many: bool, found: &Found) {
    let inside = token.ends_with("dir");
    let via = format!("find {token}");
    let texts: Vec<Text> = found.files.iter().map(|(_, text)| text.clone()).collect();
    let groups: Vec<(Vec<Text>, Option<Text>)> = if inside {
        // The name is handed on in its own directory.
        let each = found.inside.iter();
        each.map(|(directory, name)| (vec![Text::literal("./").concat(name)], Some(directory.clone()))).collect()
    } else if many {
        vec![(texts, None)]
    } else {
        texts.into_iter().map(|text| (vec![text], None)).collect()
    };
    for (files, directory) in groups {
        let mut vector = Vec::new();
        for argument in &command {
            if many && argument.text.known() == Some("{}") {
                vector.extend(files.iter().map(|file| Argument { text: file.clone(), ..(*argument).clone() }));
            } else {
                let file = files.first().cloned().unwrap_or_default();
                vector.push(Argument { text: replace(&argument.text, "{}", &file), ..(*argument).clone() });
            }
        }
        if vector.is_empty() {
            continue;
        }
        acting.run(Runnable::Vector(vector), via.clone(), true);
        if let Some(run) = acting.effects.runs.last_mut() {
            run.certainty = Certainty::Possible;
            run.directory = directory;
        }
    }
}

/// The text with every `mark` in its literal pieces replaced.
pub(super) fn replace(text: &Text, mark: &str, by: &Text) -> Text {
    let mut out = Text::default();
    for piece in text.pieces() {
        match piece {
            Piece::Literal(literal) => {
                for (at, part) in literal.split(mark).enumerate() {
                    if at > 0 {
                        out.append(by);
                    }
                    out.push_str(part);
                }
            }
            other => out.push(other.clone()),
        }
    }
    out
}
