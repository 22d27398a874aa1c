//! What a tool takes.
//!
//! Owns, for each kind of tool, which parts of an input are a command, a path or a name, and what is done to a path. It knows nothing
//! of bash, and no rule.

use crate::access::{Access, Certainty, Mode, Role};
use crate::command::{Context, Output, path_shaped};
use crate::error::Error;
use crate::path::{DriveMounts, Entry, Place, Platform, Surroundings};
use crate::policy::ShellTool;
use crate::record::ToolCall;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// What is known of a tool by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// It runs a command as bash does.
    Shell {
        /// The field of the command.
        command: &'a str,
        /// The field of the directory that it runs in.
        workdir: Option<&'a str>,
    },
    /// It runs a command that nobody here can read.
    PowerShell,
    /// One of Pi's tools for files.
    File(FileTool),
    /// The proxy for MCP servers.
    Mcp,
    /// It loads a skill.
    Skill,
    /// Anything else.
    Other,
}

/// What one of Pi's file tools does with its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileTool {
    modes: &'static [Mode],
    /// A path left out is the working directory.
    optional: bool,
}

/// A call's input, read.
#[derive(Debug, Default)]
pub(crate) struct Input<'c> {
    /// The command of a call that runs one.
    pub(crate) command: Option<&'c str>,
    /// The directory that it runs in.
    pub(crate) workdir: Option<&'c str>,
    /// What the call does to paths in its input by itself.
    pub(crate) accesses: Vec<Access>,
}

impl<'a> Kind<'a> {
    /// By the tool's name; `shells` are the tools that the configuration says to be like bash.
    #[must_use]
    pub fn of(tool: &str, shells: &'a [ShellTool]) -> Self {
        if let Some(shell) = shells.iter().find(|shell| shell.tool == tool) {
            return Self::Shell { command: &shell.command, workdir: shell.workdir.as_deref() };
        }
        let (modes, optional): (&[Mode], bool) = match tool {
            "bash" => return Self::Shell { command: "command", workdir: None },
            "powershell" => return Self::PowerShell,
            "mcp" => return Self::Mcp,
            "skill" => return Self::Skill,
            "read" => (&[Mode::Read], false),
            "write" => (&[Mode::Write], false),
            "edit" => (&[Mode::Read, Mode::Write], false),
            "grep" | "find" => (&[Mode::Search], true),
            "ls" => (&[Mode::List], true),
            _ => return Self::Other,
        };
        Self::File(FileTool { modes, optional })
    }
}

/// The fields of MCP's proxy that say what it does (pi-mcp-adapter 2.36, README, "Usage").
const MCP: [&str; 7] = ["tool", "server", "connect", "describe", "instructions", "search", "action"];

/// The parameters of Pi's own tools (Pi 1.6.0): what a path in another one means is not known.
fn parameters(tool: &str) -> &'static [&'static str] {
    match tool {
        "bash" => &["command", "timeout"],
        "read" => &["path", "offset", "limit"],
        "write" => &["path", "content"],
        "edit" => &["path", "edits"],
        "find" => &["pattern", "path", "limit"],
        "grep" => &["pattern", "path", "glob", "ignoreCase", "literal", "context", "limit"],
        "ls" => &["path", "limit"],
        _ => &[],
    }
}

/// Reads the input of a call.
///
/// # Errors
///
/// An input that is not what the tool takes: the field, and what is wrong with it.
pub(crate) fn read<'c>(call: &'c ToolCall, kind: Kind<'_>, at: Surroundings<'_>) -> Result<Input<'c>, Error> {
    if call.tool.is_empty() {
        return Err(Error::new("tool", "must not be empty"));
    }
    let Value::Object(fields) = &call.input else { return Err(Error::new("input", "must be an object")) };
    let mut input = Input::default();
    match kind {
        Kind::Shell { command, workdir } => {
            input.command = Some(text(fields, command)?.ok_or_else(|| missing(command))?);
            input.workdir = workdir.map(|field| text(fields, field)).transpose()?.flatten();
            if let Some((field, path)) = workdir.zip(input.workdir) {
                input.accesses = accesses(at, field, path, &[Mode::Chdir])?;
            }
        }
        Kind::PowerShell => {
            text(fields, "command")?.ok_or_else(|| missing("command"))?;
        }
        Kind::File(tool) => {
            let path = match (text(fields, "path"), tool.optional) {
                (Ok(Some(path)), _) => Some(path),
                (Ok(None), true) => Some(at.cwd),
                // Whoever took the name over may take something else.
                _ if call.is_foreign() => None,
                (path, _) => return Err(path.err().unwrap_or_else(|| missing("path"))),
            };
            if let Some(path) = path {
                input.accesses = accesses(at, "path", path, tool.modes)?;
            }
        }
        Kind::Mcp => {
            for field in MCP {
                text(fields, field)?;
            }
            let arguments = ["arguments", "args"].into_iter().filter_map(|field| object(fields.get(field)?));
            input.accesses = arguments.flat_map(|arguments| conventional(at, &arguments)).collect();
        }
        Kind::Skill | Kind::Other => input.accesses = conventional(at, fields),
    }
    let own = parameters(&call.tool);
    if call.is_foreign() && !own.is_empty() {
        let others = fields.iter().filter(|(field, _)| !own.contains(&field.as_str())).map(|(_, value)| value);
        let paths = strings(others).filter(|text| looks_like_path(at, text));
        input.accesses.extend(paths.flat_map(|path| guessed(at, path)));
    }
    Ok(input)
}

fn missing(field: &str) -> Error {
    Error::new(format!("input.{field}"), "is missing")
}

fn text<'c>(fields: &'c Map<String, Value>, field: &str) -> Result<Option<&'c str>, Error> {
    match fields.get(field) {
        Some(Value::String(text)) => Ok(Some(text)),
        None | Some(Value::Null) => Ok(None),
        Some(_) => Err(Error::new(format!("input.{field}"), "must be a string")),
    }
}

/// An object, or a text that is one in JSON.
fn object(value: &Value) -> Option<Cow<'_, Map<String, Value>>> {
    match value {
        Value::Object(fields) => Some(Cow::Borrowed(fields)),
        Value::String(text) => serde_json::from_str(text).ok().map(Cow::Owned),
        _ => None,
    }
}

/// What a tool that says so does to the path in `field`; nothing for a safe device.
fn accesses(at: Surroundings<'_>, field: &str, path: &str, modes: &[Mode]) -> Result<Vec<Access>, Error> {
    let mut out = Vec::new();
    for &mode in modes {
        let places = at
            .place_input(path, mode, DriveMounts::default())
            .map_err(|error| Error::new(format!("input.{field}"), format!("cannot be resolved: {error}")))?;
        out.extend(places.into_iter().map(|place| access(place, mode, Certainty::Definite, Role::Known)));
    }
    Ok(out)
}

/// What tools of which nothing is known call a path, as all of Pi's own do, or many others.
const PATHS: [&str; 3] = ["path", "file_path", "filePath"];

/// A tool that has a `path` touches it. Whether it reads or writes nobody says.
fn conventional(at: Surroundings<'_>, fields: &Map<String, Value>) -> Vec<Access> {
    PATHS.iter().flat_map(|field| strings(fields.get(*field))).flat_map(|path| guessed(at, path)).collect()
}

/// The command that a tool of which nothing is known is likely to run. A single word is rather one of the tool's own verbs.
pub(crate) fn likely_command(input: &Value) -> Option<&str> {
    let text = ["command", "cmd"].iter().find_map(|field| input.get(field)?.as_str())?.trim();
    text.contains(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-')).then_some(text)
}

/// What may be done to a path by a tool of which nothing is known. What Pi could not resolve may still be a path to it.
fn guessed(at: Surroundings<'_>, path: &str) -> Vec<Access> {
    [Mode::Read, Mode::Write]
        .into_iter()
        .flat_map(|mode| {
            let places = at.place_input(path, mode, DriveMounts::default());
            let places = places.unwrap_or_else(|_| vec![Place::unknown(&path.into())]);
            places.into_iter().map(move |place| access(place, mode, Certainty::Possible, Role::Guessed))
        })
        .collect()
}

fn access(place: Place, mode: Mode, certainty: Certainty, role: Role) -> Access {
    Access { place, mode, certainty, role, span: None }
}

/// Every string in the values, however deep.
fn strings<'c>(values: impl IntoIterator<Item = &'c Value>) -> impl Iterator<Item = &'c str> {
    let mut left: Vec<&Value> = values.into_iter().collect();
    left.reverse();
    std::iter::from_fn(move || {
        loop {
            match left.pop()? {
                Value::String(text) => return Some(text.as_str()),
                Value::Array(items) => left.extend(items.iter().rev()),
                Value::Object(fields) => left.extend(fields.values().rev()),
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
    })
}

fn looks_like_path(at: Surroundings<'_>, text: &str) -> bool {
    text.starts_with("file://") || path_shaped(&text.into(), &Here(at))
}

/// The working directory, as a tool sees it.
struct Here<'a>(Surroundings<'a>);

impl Here<'_> {
    fn entry(&self, path: &str) -> Entry {
        self.0.look(&crate::path::Directory::Known(self.0.cwd.to_owned()), &path.into())
    }
}

impl Context for Here<'_> {
    fn platform(&self) -> Platform {
        self.0.platform
    }

    fn exists(&self, path: &str) -> bool {
        matches!(self.entry(path), Entry::File | Entry::Directory)
    }

    fn is_directory(&self, path: &str) -> bool {
        self.entry(path) == Entry::Directory
    }

    fn stdin(&self) -> &Output {
        &Output::Nothing
    }
}
