//! Catalog files to Rust source.
//!
//! Owns the words of `catalog/*.toml` and what is wrong with an entry. `build.rs` runs it; it knows none of the crate's
//! types, only how they are written.

use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong with an entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    file: String,
    line: usize,
    reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// A byte of the file, and why it is wrong.
type Flaw = (usize, String);
type Compiled<T> = Result<T, Flaw>;

/// The tables of all `files` (name, contents) as Rust source.
pub(crate) fn tables(files: &[(String, String)]) -> Result<String, Fault> {
    let mut programs: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let mut code = String::new();
    for (file, source) in files {
        let fault = |(at, reason): Flaw| {
            let line = source.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1;
            Fault { file: file.clone(), line, reason }
        };
        let document = DeTable::parse(source)
            .map_err(|error| fault((error.span().map_or(0, |span| span.start), error.message().to_owned())))?;
        for (key, value) in in_order(document.get_ref()) {
            let at = key.span().start;
            let entry = table(value).and_then(|body| {
                if !body.iter().any(|(key, _)| key.get_ref() == "source") {
                    return Err((at, "`source` is missing: the manual page and its version".into()));
                }
                entry(key.get_ref(), body, &[])
            });
            let entry = entry.map_err(fault)?;
            let number = programs.len();
            code.push_str(&format!("static ENTRY_{number}: Entry = {entry};\n"));
            for name in key.get_ref().split_whitespace() {
                let before = programs.insert(name.to_owned(), (file.clone(), number));
                if let Some((other, _)) = before {
                    return Err(fault((at, format!("`{name}` is already in {other}"))));
                }
            }
        }
    }
    code.push_str("pub(super) static PROGRAMS: &[(&str, &Entry)] = &[\n");
    for (name, (_, number)) in &programs {
        code.push_str(&format!("({name:?}, &ENTRY_{number}),\n"));
    }
    code.push_str("];\n");
    Ok(code)
}

type Key<'a, 'i> = &'a Spanned<std::borrow::Cow<'i, str>>;
type Value<'a, 'i> = &'a Spanned<DeValue<'i>>;

/// The pairs as they stand in the file.
fn in_order<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(Key<'a, 'i>, Value<'a, 'i>)> {
    let mut pairs: Vec<_> = table.iter().collect();
    pairs.sort_by_key(|(key, _)| key.span().start);
    pairs
}

fn table<'a, 'i>(value: Value<'a, 'i>) -> Compiled<&'a DeTable<'i>> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => Err((value.span().start, "a table belongs here".into())),
    }
}

fn string<'a>(value: Value<'a, '_>) -> Compiled<&'a str> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text),
        _ => Err((value.span().start, "a string belongs here".into())),
    }
}

fn yes(value: Value<'_, '_>) -> Compiled<bool> {
    match value.get_ref() {
        DeValue::Boolean(true) => Ok(true),
        _ => Err((value.span().start, "only `true` can stand here".into())),
    }
}

/// Every name of an option and its first name.
type Names = BTreeMap<String, String>;

fn entry(spelled: &str, body: &DeTable<'_>, above: &[&Names]) -> Compiled<String> {
    let mut names = Names::new();
    let mut options = BTreeMap::new();
    let words = body.iter().any(|(key, _)| key.get_ref() == "words");
    for (key, value) in in_order(body) {
        match key.get_ref().as_ref() {
            "flags" => flags(value, words, &mut names, &mut options)?,
            "groups" => {
                for word in string(value)?.split_whitespace() {
                    options.insert(word.to_owned(), written_option(word, word, "Flag", ""));
                }
            }
            "options" => options_of(table(value)?, &mut names, &mut options)?,
            _ => {}
        }
    }
    let mut scope = above.to_vec();
    scope.push(&names);
    let (mut operands, mut default, mut also) = (String::new(), String::new(), String::new());
    let (mut when, mut places, mut darwin) = (String::new(), String::new(), String::new());
    let mut subcommands = BTreeMap::new();
    let (mut prints, mut input, mut special) = ("Unknown".to_owned(), "None".to_owned(), "None".to_owned());
    let (mut writes, mut runs) = ("None".to_owned(), String::new());
    let mut switches: BTreeMap<&str, bool> =
        ["transparent", "elsewhere", "project", "words", "stops", "permutes", "bundled", "everywhere"]
            .map(|name| (name, false))
            .into();
    for (key, value) in in_order(body) {
        match key.get_ref().as_ref() {
            "source" => _ = string(value)?,
            "flags" | "options" | "groups" => {}
            "operands" => operands = operand_list(value)?,
            "default" => default = effects(value)?,
            "also" => also = effects(value)?,
            "places" => {
                for name in string(value)?.split_whitespace() {
                    places.push_str(&format!("{:?}, ", main_name(name, &scope, value.span().start)?));
                }
            }
            "prints" => prints = word(value, PRINTS)?,
            "input" => input = format!("Some({})", language(string(value)?, value.span().start)?),
            "writes" => writes = format!("Some(Writes::{})", word(value, WRITES)?),
            "runs" => runs = string(value)?.split_whitespace().map(|name| format!("{name:?}, ")).collect(),
            "special" => special = word(value, &["find", "xargs", "parallel"])?,
            "darwin" => {
                let mut only = BTreeMap::new();
                options_of(table(value)?, &mut Names::new(), &mut only)?;
                darwin = join(only.values());
            }
            "when" => {
                for (condition, change) in in_order(table(value)?) {
                    when.push_str(&change_of(condition, change, &scope)?);
                }
            }
            "commands" => {
                for (key, value) in in_order(table(value)?) {
                    let below = match value.get_ref() {
                        DeValue::Array(_) => {
                            let list = operand_list(value)?;
                            written(&[("names", format!("{:?}", key.get_ref().replace(',', " "))), ("operands", list)])
                        }
                        _ => entry(&key.get_ref().replace(',', " "), table(value)?, &scope)?,
                    };
                    // `install,i` is one subcommand with two names.
                    for names in key.get_ref().split_whitespace() {
                        let main = names.split(',').next().unwrap_or(names);
                        for name in names.split(',') {
                            let code = format!("({name:?}, {main:?}, &{below}), ");
                            if subcommands.insert(name.to_owned(), code).is_some() {
                                return Err((key.span().start, format!("the subcommand `{name}` stands here twice")));
                            }
                        }
                    }
                }
            }
            name => match switches.get_mut(name) {
                Some(switch) => *switch = yes(value)?,
                None => return Err((key.span().start, format!("`{name}` is no word of the catalog"))),
            },
        }
    }
    let mut fields = vec![
        ("names", format!("{spelled:?}")),
        ("options", join(options.values())),
        ("darwin", darwin),
        ("operands", operands),
        ("default", default),
        ("also", also),
        ("when", when),
        ("subcommands", join(subcommands.values())),
        ("places", places),
        ("prints", format!("Prints::{prints}")),
        ("input", input),
        ("writes", writes),
        ("runs", runs),
        ("special", format!("Special::{special}")),
    ];
    fields.extend(switches.into_iter().map(|(name, on)| (name, on.to_string())));
    Ok(written(&fields))
}

/// An entry's expression; a field that is not in `fields` says nothing.
fn written(fields: &[(&str, String)]) -> String {
    let mut out = "Entry { ".to_owned();
    for (name, silent) in [
        ("names", "\"\""),
        ("options", "[]"),
        ("darwin", "[]"),
        ("operands", "[]"),
        ("default", "[]"),
        ("also", "[]"),
        ("when", "[]"),
        ("subcommands", "[]"),
        ("places", "[]"),
        ("prints", "Prints::Unknown"),
        ("input", "None"),
        ("writes", "None"),
        ("runs", "[]"),
        ("special", "Special::None"),
        ("transparent", "false"),
        ("elsewhere", "false"),
        ("project", "false"),
        ("words", "false"),
        ("stops", "false"),
        ("permutes", "false"),
        ("bundled", "false"),
        ("everywhere", "false"),
    ] {
        let given = fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.as_str());
        let value = match (silent, given) {
            ("[]", given) => format!("&[{}]", given.unwrap_or("")),
            (silent, given) => given.unwrap_or(silent).to_owned(),
        };
        out.push_str(&format!("{name}: {value}, "));
    }
    out.push('}');
    out
}

/// What is in the files that a program writes.
const WRITES: &[&str] = &["unknown", "edited", "built", "copied", "input", "appended", "kept"];

const PRINTS: &[&str] = &[
    "unknown",
    "nothing",
    "digits",
    "name",
    "directory",
    "toplevel",
    "operands",
    "format",
    "dirname",
    "basename",
    "temporary",
    "names",
    "program",
    "below",
    "paths",
    "lines",
    "matching",
    "edited",
    "input",
];

fn join<'a>(parts: impl Iterator<Item = &'a String>) -> String {
    parts.map(String::as_str).collect()
}

/// One of `words`, as an enum writes it.
fn word(value: Value<'_, '_>, words: &[&str]) -> Compiled<String> {
    let text = string(value)?;
    if !words.contains(&text) {
        return Err((value.span().start, format!("`{text}` is none of: {}", words.join(", "))));
    }
    Ok(capital(text))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// `-abc --long`: each letter of the first and the second; where options are `words`, both as they stand. `-q,--quiet` is one flag with
/// two names.
fn flags(value: Value<'_, '_>, words: bool, names: &mut Names, options: &mut BTreeMap<String, String>) -> Compiled<()> {
    let at = value.span().start;
    for text in string(value)?.split_whitespace() {
        let single = text.strip_prefix('-').filter(|rest| !rest.starts_with('-') && !words && !rest.contains(','));
        match single {
            Some(letters) => {
                for letter in letters.chars() {
                    option(&[&format!("-{letter}")], "Flag", "", at, names, options)?;
                }
            }
            None => option(&text.split(',').collect::<Vec<_>>(), "Flag", "", at, names, options)?,
        }
    }
    Ok(())
}

fn options_of(table: &DeTable<'_>, names: &mut Names, options: &mut BTreeMap<String, String>) -> Compiled<()> {
    for (key, value) in in_order(table) {
        let text = string(value)?;
        let at = value.span().start;
        let spelled: Vec<&str> = key.get_ref().split_whitespace().collect();
        if spelled.is_empty() {
            return Err((key.span().start, "an option has a name".into()));
        }
        let (arity, text) = match text.strip_suffix('?') {
            Some(rest) => ("Optional", rest),
            None if text.is_empty() => ("Flag", text),
            None => ("Required", text),
        };
        let mut values = String::new();
        for part in text.split_whitespace() {
            values.push_str(&format!("{}, ", role(part, at)?));
        }
        option(&spelled, arity, &values, at, names, options)?;
    }
    Ok(())
}

fn option(
    spelled: &[&str],
    arity: &str,
    values: &str,
    at: usize,
    names: &mut Names,
    options: &mut BTreeMap<String, String>,
) -> Compiled<()> {
    let Some(main) = spelled.first() else { return Ok(()) };
    for name in spelled {
        if !name.starts_with(['-', '+']) && !name.ends_with('=') {
            return Err((at, format!("`{name}` is no option: it begins with `-` or `+`, or ends with `=`")));
        }
        if names.insert((*name).to_owned(), (*main).to_owned()).is_some() {
            return Err((at, format!("the option `{name}` stands here twice")));
        }
        options.insert((*name).to_owned(), written_option(name, main, arity, values));
    }
    Ok(())
}

fn written_option(name: &str, main: &str, arity: &str, values: &str) -> String {
    format!("Opt {{ name: {name:?}, main: {main:?}, arity: Arity::{arity}, values: &[{values}] }}, ")
}

fn main_name(name: &str, scope: &[&Names], at: usize) -> Compiled<String> {
    let known = scope.iter().rev().find_map(|names| names.get(name));
    known.cloned().ok_or_else(|| (at, format!("`{name}` is no option of this program")))
}

fn change_of(condition: Key<'_, '_>, change: Value<'_, '_>, scope: &[&Names]) -> Compiled<String> {
    let at = condition.span().start;
    let (absent, condition) = match condition.get_ref().strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, condition.get_ref().as_ref()),
    };
    let mut options = String::new();
    for both in condition.split_whitespace() {
        let atoms: Vec<String> = both.split('&').map(|name| atom(name, scope, at)).collect::<Compiled<_>>()?;
        options.push_str(&format!("{:?}, ", atoms.join("&")));
    }
    let none = || "None".to_owned();
    let (mut operands, mut default, mut also, mut replace) = (none(), none(), String::new(), String::new());
    let (mut prints, mut input, mut writes, mut values) = (none(), none(), none(), String::new());
    if matches!(change.get_ref(), DeValue::Array(_)) {
        operands = format!("Some(&[{}])", operand_list(change)?);
    } else {
        for (key, value) in in_order(table(change)?) {
            match key.get_ref().as_ref() {
                "operands" => operands = format!("Some(&[{}])", operand_list(value)?),
                "default" => default = format!("Some(&[{}])", effects(value)?),
                "also" => also = effects(value)?,
                "prints" => prints = format!("Some(Prints::{})", word(value, PRINTS)?),
                "input" => input = format!("Some({})", language(string(value)?, value.span().start)?),
                "writes" => writes = format!("Some(Writes::{})", word(value, WRITES)?),
                name if name.starts_with('-') => {
                    let name = main_name(name, scope, key.span().start)?;
                    values.push_str(&format!("({name:?}, {}), ", role(string(value)?, value.span().start)?));
                }
                from => {
                    let from = role(from, key.span().start)?;
                    replace.push_str(&format!("({from}, {}), ", role(string(value)?, value.span().start)?));
                }
            }
        }
    }
    Ok(format!(
        "When {{ options: &[{options}], absent: {absent}, operands: {operands}, default: {default}, also: &[{also}], \
         replace: &[{replace}], values: &[{values}], prints: {prints}, input: {input}, writes: {writes} }}, "
    ))
}

/// One part of a condition: an option, one with a value (`-i=inplace`), an operand (`@install`), a number of them (`@2`).
fn atom(name: &str, scope: &[&Names], at: usize) -> Compiled<String> {
    if name.starts_with('@') {
        return Ok(name.to_owned());
    }
    let valued = name.split_once('=').filter(|(_, value)| !value.is_empty());
    Ok(match valued {
        Some((name, value)) => format!("{}={value}", main_name(name, scope, at)?),
        None => main_name(name, scope, at)?,
    })
}

/// `{ "." = "write" }`: effects that no argument names.
fn effects(value: Value<'_, '_>) -> Compiled<String> {
    let mut out = String::new();
    for (path, value) in in_order(table(value)?) {
        out.push_str(&format!("({:?}, {}), ", path.get_ref(), role(string(value)?, value.span().start)?));
    }
    Ok(out)
}

fn operand_list(value: Value<'_, '_>) -> Compiled<String> {
    let DeValue::Array(array) = value.get_ref() else {
        return Err((value.span().start, "operands are a list: [\"read...\", \"write\"]".into()));
    };
    let (mut out, mut lists) = (String::new(), 0);
    for item in array.iter() {
        let at = item.span().start;
        let text = string(item)?;
        let (text, many) = text.strip_suffix("...").map_or((text, false), |rest| (rest, true));
        let role = role(text, at)?;
        // Assignments are told from what follows by their form, so they are no list that a second one competes with.
        lists += usize::from(many && text != "assignment");
        if lists > 1 {
            return Err((at, "only one of the operands can stand for any number".into()));
        }
        out.push_str(&format!("Operand {{ role: {role}, many: {many} }}, "));
    }
    Ok(out)
}

/// A role, as `Role` writes it.
fn role(text: &str, at: usize) -> Compiled<String> {
    Ok(match text {
        "text" | "number" | "pattern" | "prose" | "revision" => "Role::Text".into(),
        "url" => "Role::Url".into(),
        "command" => "Role::Command".into(),
        "assignment" => "Role::Assignment".into(),
        "setting" => "Role::Setting".into(),
        "mount" => "Role::Mount".into(),
        "@read" => "Role::At".into(),
        "field" => "Role::Field".into(),
        "root" => "Role::Root".into(),
        "login" => "Role::Login".into(),
        "replaced" => "Role::Replaced".into(),
        "guess" => "Role::Guess".into(),
        "cloned" => "Role::Cloned".into(),
        "import" => "Role::Import".into(),
        "module" => "Role::Module".into(),
        "backup" => "Role::Backup".into(),
        "chdir" => "Role::Chdir(false)".into(),
        "chdir:operands" => "Role::Chdir(true)".into(),
        "remote" | "container" => "Role::Remote(&[])".into(),
        "repository" => "Role::Repository(&[])".into(),
        "key" => "Role::Key".into(),
        "value" => "Role::Value".into(),
        "alias" => "Role::Alias".into(),
        "address" => "Role::Address".into(),
        "handed" => "Role::Handed".into(),
        "macro" => "Role::Macro(false)".into(),
        "macro:install" => "Role::Macro(true)".into(),
        _ => {
            if let Some(rest) = text.strip_prefix("into:") {
                let ways = [("remote+", "Remote"), ("itself+", "Name"), ("", "File")];
                let (rest, onto) = ways
                    .iter()
                    .find_map(|(prefix, onto)| Some((rest.strip_prefix(prefix)?, onto)))
                    .unwrap_or((rest, &""));
                return Ok(format!("Role::Into(&[{}], Onto::{onto})", modes(rest, at)?));
            }
            if let Some(name) = text.strip_prefix("program:") {
                return Ok(format!("Role::Program({})", language(name, at)?));
            }
            for (prefix, variant) in [("passed:", "Passed"), ("of:", "Arguments")] {
                if let Some(program) = text.strip_prefix(prefix) {
                    return Ok(format!("Role::{variant}({program:?})"));
                }
            }
            if let Some(name) = text.strip_prefix("script:") {
                return Ok(format!("Role::Script({})", language(name, at)?));
            }
            if let Some(rest) = text.strip_prefix("ending:") {
                let Some((ending, rest)) = rest.split_once(':') else {
                    return Err((at, format!("`{text}` is no role: `ending:.zip:write`")));
                };
                return Ok(format!("Role::Ending({ending:?}, &[{}])", modes(rest, at)?));
            }
            for (prefix, remote) in [("remote+through:", true), ("through:", false)] {
                if let Some(rest) = text.strip_prefix(prefix) {
                    return Ok(format!("Role::Through(&[{}], {remote})", modes(rest, at)?));
                }
            }
            let prefixes = [
                ("itself:", "Itself"),
                ("stem:", "Stem"),
                ("repacked:", "Repacked"),
                ("tree:", "Tree"),
                ("remote+", "Remote"),
                ("container+", "Remote"),
                ("revision+", "Revision"),
                ("from:", "From"),
                ("paths:", "Paths"),
                ("repository+", "Repository"),
                ("shaped:", "Shaped"),
                ("unassigned:", "Unassigned"),
                ("listed:", "Listed"),
                ("pairs:", "Pairs"),
                ("braced:", "Braced"),
                ("prefixed:", "Prefixed"),
                ("", "Path"),
            ];
            for (prefix, variant) in prefixes {
                if let Some(rest) = text.strip_prefix(prefix) {
                    return Ok(format!("Role::{variant}(&[{}])", modes(rest, at)?));
                }
            }
            return Err((at, format!("`{text}` is no role")));
        }
    })
}

fn modes(text: &str, at: usize) -> Compiled<String> {
    let mut out = String::new();
    for mode in text.split('+') {
        if !["read", "write", "delete", "execute", "search", "list", "metadata", "link"].contains(&mode) {
            return Err((at, format!("`{mode}` is no role and no mode")));
        }
        out.push_str(&format!("Mode::{}, ", capital(mode)));
    }
    Ok(out)
}

fn language(name: &str, at: usize) -> Compiled<String> {
    Ok(match name {
        "sh" => "Language::Sh",
        "sed" => "Language::Sed",
        "awk" => "Language::Awk",
        "sqlite" => "Language::Sqlite",
        "ed" => "Language::Ed",
        "make" => "Language::Make",
        "cron" => "Language::Cron",
        "tcl" => "Language::Tcl",
        "jq" => "Language::Jq",
        "yq" => "Language::Yq",
        "lisp" => "Language::Lisp",
        "rpm" => "Language::Rpm",
        "nginx" => "Language::Nginx",
        "gdb" => "Language::Gdb",
        "psql" => "Language::Psql",
        "mysql" => "Language::Mysql",
        "sftp" => "Language::Sftp",
        "unread" => "Language::Unread",
        "python" | "node" | "perl" | "ruby" | "php" | "lua" | "other" => "Language::Other",
        _ => return Err((at, format!("`{name}` is no language of the catalog"))),
    }
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(source: &str) -> String {
        match tables(&[("x.toml".into(), source.into())]) {
            Ok(_) => "accepted".into(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn a_bad_entry_is_named_with_its_line() {
        for (source, said) in [
            ("[a]\nsource = \"m\"\noperands = [\"reed\"]", "x.toml:3: `reed` is no role and no mode"),
            ("[a]\noperands = [\"read\"]", "x.toml:1: `source` is missing: the manual page and its version"),
            ("[a]\nsource = \"m\"\n\noption = { }", "x.toml:4: `option` is no word of the catalog"),
            ("[a]\nsource = \"m\"\nwhen = { \"-x\" = [] }", "x.toml:3: `-x` is no option of this program"),
            ("[a]\nsource = \"m\"\nflags = \"-aa\"", "x.toml:3: the option `-a` stands here twice"),
            ("[a]\nsource = \"m\"\n[a]", "x.toml:3: duplicate key"),
            ("[a]\nsource = \"m\"\n[\"b a\"]\nsource = \"m\"", "x.toml:3: `a` is already in x.toml"),
            ("[a]\nsource = \"m\"\nprints = \"tea\"", "x.toml:3: `tea` is none of: "),
            ("[a]\nsource = \"m\"\noptions = { x = \"read\" }", "x.toml:3: `x` is no option: "),
            ("[a]\nsource = \"m\"\noperands = [\"read...\", \"write...\"]", "x.toml:3: only one of the operands "),
            ("[a]\nsource = \"m\"\ncommands.b = { operands = \"read\" }", "x.toml:3: operands are a list: "),
        ] {
            let fault = fault(source);
            assert!(fault.starts_with(said), "{source}\n{fault}");
        }
    }

    #[test]
    fn names_in_a_header_share_an_entry() {
        let code = tables(&[("x.toml".into(), "[\"a b\"]\nsource = \"m\"".into())]).unwrap();
        assert!(code.contains("(\"a\", &ENTRY_0)") && code.contains("(\"b\", &ENTRY_0)"));
    }
}
