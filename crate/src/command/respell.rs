//! A command in the words of a rule.
//!
//! Owns the answer to "does this command do what the rule's words say?", where a program lets its options be written in more than one
//! way and anywhere: `rm -rf` is also `rm -fr`, `rm -r -v -f`, `rm --recursive --force` and `rm x -rf`. It knows no action and
//! matches no pattern: it writes the command anew, with the rule's options and subcommands where and how the rule has them.

use super::Argument;
use super::catalog::{Arity, Entry, Opt};
use super::interpret::command_name;
use super::options::{Item, Reading, readings};
use crate::path::Platform;
use crate::source::Span;
use crate::value::Text;
use std::collections::BTreeSet;

/// An option that was given: on which level, with which values, in which arguments.
struct Given<'r> {
    level: usize,
    option: &'static Opt,
    values: &'r [Argument],
    whole: std::ops::Range<usize>,
}

/// The ways in which the command `arguments` can be written so that it begins with the words of `pattern` up to the last option
/// that is known there; none if it does not do what they say, or if they name no option.
pub(crate) fn respelled(arguments: &[Argument], pattern: &str, platform: Platform) -> Vec<Vec<Text>> {
    let mut words = pattern.split(' ');
    let Some((first, rest)) = arguments.split_first() else { return Vec::new() };
    let name = command_name(&first.text, platform).1;
    let Some(entry) = name.filter(|name| words.next() == Some(name)).and_then(|name| Entry::of(&name)) else {
        return Vec::new();
    };
    let known: Vec<&str> = words.clone().take_while(|word| !word.contains(['*', '?'])).collect();
    // `--force*` is an option too, or several.
    let open = words.nth(known.len()).and_then(|word| word.strip_suffix('*'));
    let open = open.filter(|start| start.starts_with("--") && !start.contains(['*', '?']));
    let argument = |word: &&str| Argument { text: Text::literal(*word), span: Span::default(), open: false };
    let mut lead: Vec<Argument> = known.iter().map(argument).collect();
    let read = |lead: &[Argument]| readings(entry, lead, platform).into_iter().next();
    let Some(mut wanted) = read(&lead) else { return Vec::new() };
    if open.is_none() {
        // Up to the last option, or else to the last subcommand: nothing but these is spelled in several ways.
        let options = given(&wanted).iter().map(|given| given.whole.end).max();
        let end = options.unwrap_or(wanted.levels.len() - 1);
        lead.truncate(end);
        let Some(shorter) = read(&lead).filter(|_| end > 0) else { return Vec::new() };
        wanted = shorter;
    }
    let mut out: Vec<Vec<Text>> = Vec::new();
    for reading in readings(entry, rest, platform) {
        let Some(left) = left(&reading, rest, &wanted, &lead, open) else { continue };
        let words = lead.iter().map(|argument| argument.text.clone()).chain(left);
        let text: Vec<Text> = pattern.split(' ').next().map(Text::literal).into_iter().chain(words).collect();
        if !out.contains(&text) {
            out.push(text);
        }
    }
    out
}

/// What is left of `arguments` when the words of `lead` are taken out, read as `wanted`; `None` if they are not all there.
fn left(
    reading: &Reading,
    arguments: &[Argument],
    wanted: &Reading,
    lead: &[Argument],
    open: Option<&str>,
) -> Option<Vec<Text>> {
    let same =
        |(ours, theirs): (&super::options::Level, &super::options::Level)| std::ptr::eq(ours.entry, theirs.entry);
    if wanted.levels.len() > reading.levels.len() || !wanted.levels.iter().zip(&reading.levels).all(same) {
        return None;
    }
    let options = given(reading);
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut out = Vec::new();
    for want in given(wanted) {
        // Where the rule says no value, any will do, and stands behind the option.
        let is = |given: &Given<'_>| {
            given.level == want.level
                && given.option.main == want.option.main
                && (want.values.is_empty()
                    || given.values.iter().map(|v| v.text.known()).eq(want.values.iter().map(|v| v.text.known())))
        };
        let at = options.iter().enumerate().position(|(at, given)| !taken.contains(&at) && is(given))?;
        taken.insert(at);
        let valued = options.get(at).filter(|given| want.values.is_empty() && given.option.arity != Arity::Optional);
        out.extend(valued.iter().flat_map(|given| given.values).map(|value| value.text.clone()));
    }
    // What is no option stands in its order: subcommands and the first operands.
    let mut gone: BTreeSet<usize> = BTreeSet::new();
    let mut plain = plain(arguments, &options);
    for word in self::plain(lead, &given(wanted)) {
        let at = plain.next()?;
        let (ours, theirs) = (arguments.get(at)?.text.known()?, lead.get(word)?.text.known()?);
        if ours != theirs && !reading.levels.iter().any(|level| level.entry.same(ours, theirs)) {
            return None;
        }
        gone.insert(at);
    }
    if let Some(start) = open {
        let begins = |argument: &Argument| argument.text.known().is_some_and(|known| known.starts_with(start));
        if let Some(at) = arguments.iter().position(begins) {
            gone.insert(at);
            out.push(arguments.get(at)?.text.clone());
        } else {
            // `-f`, whose other name begins so.
            let named = |(at, given): (usize, &Given<'_>)| Some((at, other_name(reading, given, start)?));
            let (at, name) = options.iter().enumerate().find_map(named)?;
            taken.insert(at);
            out.push(Text::literal(name));
        }
    }
    for (at, argument) in arguments.iter().enumerate() {
        let here = || options.iter().enumerate().filter(|(_, given)| given.whole.contains(&at));
        if gone.contains(&at) {
            continue;
        }
        if here().all(|(option, _)| !taken.contains(&option)) {
            out.push(argument.text.clone());
        } else if here().any(|(_, given)| given.whole.start == at) {
            out.extend(cluster(here().filter(|(option, _)| !taken.contains(option)).map(|(_, given)| given))?);
        }
    }
    Some(out)
}

/// The name of the same option that begins so.
fn other_name(reading: &Reading, given: &Given<'_>, start: &str) -> Option<&'static str> {
    let options = reading.levels.get(given.level)?.entry.options.iter();
    options
        .filter(|option| option.main == given.option.main)
        .map(|option| option.name)
        .find(|name| name.starts_with(start))
}

fn given(reading: &Reading) -> Vec<Given<'_>> {
    let levels = reading.levels.iter().enumerate();
    levels
        .flat_map(|(level, read)| {
            read.items.iter().filter_map(move |item| match item {
                Item::Option { option, values, whole } => Some(Given { level, option, values, whole: whole.clone() }),
                Item::Operand(..) | Item::Guess(_) => None,
            })
        })
        .collect()
}

/// Where the arguments stand that belong to no option and look like none.
fn plain(arguments: &[Argument], options: &[Given<'_>]) -> impl Iterator<Item = usize> {
    let of_options: BTreeSet<usize> = options.iter().flat_map(|given| given.whole.clone()).collect();
    let looks = |argument: &Argument| argument.text.prefix().starts_with('-') && argument.text.known() != Some("-");
    let is_plain =
        move |(at, argument): (usize, &Argument)| (!of_options.contains(&at) && !looks(argument)).then_some(at);
    arguments.iter().enumerate().filter_map(is_plain).collect::<Vec<_>>().into_iter()
}

/// The letters that are left of an argument such as `-rfv`, with the value of the last one; `None` where it is none.
fn cluster<'g>(options: impl Iterator<Item = &'g Given<'g>>) -> Option<Vec<Text>> {
    let mut letters = Text::default();
    let mut values = Vec::new();
    for given in options {
        let letter = given.option.name.strip_prefix('-').filter(|name| name.chars().count() == 1)?;
        if letters.is_empty() {
            letters.push_str("-");
        }
        letters.push_str(letter);
        // One that is an argument of its own stays where it is.
        if given.option.arity != Arity::Flag && given.whole.len() == 1 {
            values.extend(given.values.iter().map(|value| value.text.clone()));
        }
    }
    Some((!letters.is_empty()).then_some(letters).into_iter().chain(values).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(command: &str, pattern: &str) -> Vec<String> {
        let argument = |word: &str| Argument { text: word.into(), span: Span::default(), open: false };
        let arguments: Vec<Argument> = command.split(' ').map(argument).collect();
        let texts = respelled(&arguments, pattern, Platform::Linux);
        texts.iter().map(|words| words.iter().map(Text::plain).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn options_are_what_they_are_however_they_are_written() {
        for (pattern, command, expected) in [
            ("rm -rf *", "rm -rf x", "rm -rf x"),
            ("rm -rf *", "rm -fr x", "rm -rf x"),
            ("rm -rf *", "rm -r -f x y", "rm -rf x y"),
            ("rm -rf *", "rm x -r --force", "rm -rf x"),
            ("rm -rf *", "rm -rvf x", "rm -rf -v x"),
            ("rm -rf *", "rm -R --force -v x", "rm -rf -v x"),
            ("rm -rf *", "/bin/rm -fr x", "rm -rf x"),
            ("rm --recursive --force *", "rm -rf x", "rm --recursive --force x"),
            ("rm -rf /", "rm -fr /", "rm -rf /"),
            ("rm -rf *", "rm -r x", ""),
            ("rm -rf *", "rm -- -rf", ""),
            ("rm *", "rm -r x", ""),
            ("git push --force *", "git push origin main --force", "git push --force origin main"),
            ("git push --force *", "git push -f origin", "git push --force origin"),
            ("git push --force*", "git push origin --force-with-lease", "git push --force-with-lease origin"),
            ("git push origin --force *", "git push --force origin main", "git push origin --force main"),
            ("git push origin --force *", "git push --force other main", ""),
            ("git push --force *", "git pull --force origin", ""),
            ("git push --force *", "git -C x push -f origin", "git push --force -C x origin"),
            ("git clean -fd *", "git clean -xdf", "git clean -fd -x"),
            ("git * --force", "git push --force", ""),
            ("curl -X POST *", "curl --request POST https://a.example", "curl -X POST https://a.example"),
            ("curl -X POST *", "curl -sXPOST https://a.example", "curl -X POST -s https://a.example"),
            ("curl -X POST *", "curl -X GET https://a.example", ""),
            ("sort -u *", "sort -uo out in", "sort -u -o out in"),
            ("sort -o *", "sort in --output=out", "sort -o out in"),
            ("tar -xzf *", "tar xzf a.tgz d", "tar -xzf a.tgz d"),
            ("tar -xzf *", "tar -zxf a.tgz d", "tar -xzf a.tgz d"),
            ("tar -xzf *", "tar --extract --gzip --file=a.tgz", "tar -xzf a.tgz"),
            ("tar -xzf *", "tar zxvf a.tgz", "tar -xzf a.tgz -v"),
            ("tar xzf *", "tar -x -z -f a.tgz", "tar xzf a.tgz"),
            ("tar -xzf *", "tar xf a.tgz", ""),
            ("sed -i *", "sed -i.bak s/a/b/ x", "sed -i s/a/b/ x"),
            ("sed -i *", "sed -n --in-place s/a/b/ x", "sed -i -n s/a/b/ x"),
            ("git push --force*", "git push -f origin", "git push --force origin"),
            ("git push --force*", "git push -uf origin", "git push --force -u origin"),
            ("git push --force *", "git push origin +main", "git push --force main origin"),
            ("npm install *", "npm -g i x", "npm install -g x"),
            ("npm run *", "npm install run", ""),
            ("docker run *", "docker container run x", "docker run container x"),
            ("chmod -R *", "chmod --recursive 777 x", "chmod -R 777 x"),
            ("grep --recursive *", "grep -nr x", "grep --recursive -n x"),
        ] {
            assert_eq!(said(command, pattern).join(" | "), expected, "{pattern}: {command}");
        }
    }
}
