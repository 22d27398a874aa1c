//! The face to JavaScript.
//!
//! Owns the one place where `JsValue` is known: it turns JavaScript's values into the core's and back, lends the core the host's
//! file system, and throws `{field, message}` for what the core refuses. It decides nothing.
//!
//! Values go through serde-wasm-bindgen. Measured in Node 20 over the commands of `tests/bench`, processor time a call: a
//! check takes 97 us so and 89 us as one JSON string each way, an analysis 108 us and 112 us. The string is no clear gain,
//! and it would refuse what Pi passes on: a lone surrogate, which becomes U+FFFD here as it does on the way to bash.

#![allow(unreachable_pub, reason = "what JavaScript calls has to be `pub`; Rust does not see it")]

use crate::path::{Entry, FileSystem, NoFileSystem};
use crate::{Error, Guard, Options, SessionRule, ToolCall};
use js_sys::{Array, Function, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

/// Prints a panic with its place before the trap that follows it.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// A [`Guard`], for `index.ts`.
#[wasm_bindgen]
pub struct Core {
    guard: Guard,
}

#[wasm_bindgen]
impl Core {
    /// `options` as [`Options`]; `fs` as `FileSystem` in `fs.ts`, or undefined.
    ///
    /// # Errors
    /// `{field, message}` for options that mean nothing.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue, fs: JsValue) -> Result<Self, JsValue> {
        let options = Options::read(&take(options)?).map_err(|error| thrown(&error))?;
        let fs: Box<dyn FileSystem> = if fs.is_undefined() { Box::new(NoFileSystem) } else { Box::new(Host::new(fs)?) };
        Ok(Self { guard: Guard::new(options, fs).map_err(|error| thrown(&error))? })
    }

    /// [`Guard::notices`].
    #[must_use]
    pub fn notices(&self) -> Vec<String> {
        self.guard.notices().to_vec()
    }

    /// [`Guard::configuration`].
    ///
    /// # Errors
    /// None that can be caused by a configuration.
    pub fn configuration(&self) -> Result<JsValue, JsValue> {
        give(self.guard.configuration())
    }

    /// [`Guard::hidden`].
    #[must_use]
    pub fn hidden(&self, tools: Vec<String>) -> Vec<String> {
        self.guard.hidden(&tools)
    }

    /// [`Guard::add_rules`].
    ///
    /// # Errors
    /// `{field, message}` for a text that cannot be understood.
    #[wasm_bindgen(js_name = addRules)]
    pub fn add_rules(&self, text: Option<String>, rules: JsValue) -> Result<String, JsValue> {
        self.guard.add_rules(text.as_deref(), &take::<Vec<SessionRule>>(rules)?).map_err(|error| thrown(&error))
    }

    /// [`Guard::prompt_note`].
    #[wasm_bindgen(js_name = promptNote)]
    #[must_use]
    pub fn prompt_note(&self) -> Option<String> {
        self.guard.prompt_note()
    }

    /// [`Guard::check`].
    ///
    /// # Errors
    /// `{field, message}` for what is no tool call.
    pub fn check(&self, call: JsValue) -> Result<JsValue, JsValue> {
        give(&self.guard.check(&tool_call(call)?))
    }

    /// [`Guard::analyze`].
    ///
    /// # Errors
    /// `{field, message}` for a call that cannot be analyzed.
    pub fn analyze(&self, call: JsValue) -> Result<JsValue, JsValue> {
        give(&self.guard.analyze(&tool_call(call)?).map_err(|error| thrown(&error))?)
    }

    /// [`Guard::explain`].
    ///
    /// # Errors
    /// `{field, message}` for a call that cannot be analyzed.
    pub fn explain(&self, call: JsValue) -> Result<String, JsValue> {
        self.guard.explain(&tool_call(call)?).map_err(|error| thrown(&error))
    }
}

/// [`crate::batch::answer`].
#[wasm_bindgen(js_name = answerRecord)]
#[must_use]
pub fn answer_record(line: &str) -> String {
    crate::batch::answer(line)
}

/// [`crate::extract_find_paths`].
///
/// # Errors
/// None that can be caused by `command`.
#[wasm_bindgen(js_name = extractFindPaths)]
pub fn extract_find_paths(command: &str) -> Result<JsValue, JsValue> {
    give(&crate::extract_find_paths(command))
}

/// [`crate::add_rules`].
///
/// # Errors
/// `{field, message}` for a text that cannot be understood.
#[wasm_bindgen(js_name = addRules)]
pub fn add_rules(text: Option<String>, rules: JsValue) -> Result<String, JsValue> {
    crate::add_rules(text.as_deref(), &take::<Vec<SessionRule>>(rules)?).map_err(|error| thrown(&error))
}

/// [`crate::migrate`].
///
/// # Errors
/// `{field, message}` for a text that cannot be understood.
#[wasm_bindgen]
pub fn migrate(text: &str) -> Result<JsValue, JsValue> {
    give(&crate::migrate(text).map_err(|error| thrown(&error))?)
}

/// The host's file system. Whatever it throws or answers beside the point means that nothing is known.
struct Host {
    fs: JsValue,
    entry: Function,
    list: Function,
}

impl Host {
    fn new(fs: JsValue) -> Result<Self, JsValue> {
        let method = |name: &str| -> Result<Function, JsValue> {
            let error = || thrown(&Error::new(format!("fs.{name}"), "must be a function"));
            Reflect::get(&fs, &name.into()).ok().and_then(|value| value.dyn_into().ok()).ok_or_else(error)
        };
        Ok(Self { entry: method("entry")?, list: method("list")?, fs })
    }
}

impl FileSystem for Host {
    fn entry(&self, path: &str) -> Entry {
        let Ok(answer) = self.entry.call1(&self.fs, &path.into()) else { return Entry::Unknown };
        match answer.as_string().as_deref() {
            Some("missing") => Entry::Missing,
            Some("file") => Entry::File,
            Some("directory") => Entry::Directory,
            Some(_) => Entry::Unknown,
            None => Reflect::get(&answer, &"link".into())
                .ok()
                .and_then(|target| target.as_string())
                .map_or(Entry::Unknown, Entry::Link),
        }
    }

    fn list(&self, path: &str) -> Option<Vec<String>> {
        let names: Array = self.list.call1(&self.fs, &path.into()).ok()?.dyn_into().ok()?;
        names.iter().map(|name| name.as_string()).collect()
    }
}

/// A tool call; what is none is told in our own words.
fn tool_call(value: JsValue) -> Result<ToolCall, JsValue> {
    serde_wasm_bindgen::from_value(value.clone()).or_else(|_| Err(thrown(&ToolCall::fault(&take(value)?))))
}

/// A value of JavaScript's as one of ours.
fn take<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| thrown(&Error { field: None, message: error.to_string() }))
}

/// One of our values as JavaScript's: maps as plain objects, what is absent as `null`.
fn give<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| thrown(&Error { field: None, message: error.to_string() }))
}

/// What is thrown for an error: a plain object, of which `load.ts` makes a `ForegateError`.
fn thrown(error: &Error) -> JsValue {
    give(error).unwrap_or_else(|_| JsValue::from_str(&error.message))
}
