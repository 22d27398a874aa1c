//! A value of a configuration, the way to it, and where it stands.
//!
//! Owns the way (`permission.bash.git *`) and the first look at a value: is it of the kind that is wanted? What the value
//! means is `layer.rs`'s.

use super::json::Json;
use super::jsonc::Places;

/// A value on its way.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    pub json: &'a Json,
    places: Option<&'a Places>,
    /// The way from the top; empty for a file's whole.
    pub field: String,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// The way to it.
    pub field: String,
    /// The byte at which it stands, if it is of a text.
    pub at: Option<usize>,
    /// A clause that goes on where the way ends: `must be a string`.
    pub message: String,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(json: &'a Json, places: Option<&'a Places>, field: &str) -> Self {
        Self { json, places, field: field.to_owned() }
    }

    /// Where the key stands, or the value of what has none.
    pub(crate) fn key_at(&self) -> Option<usize> {
        self.places.map(|places| places.key)
    }

    pub(crate) fn flaw(&self, message: impl Into<String>) -> Flaw {
        Flaw { field: self.field.clone(), at: self.places.map(|places| places.value), message: message.into() }
    }

    /// The same for a value that is not what is wanted: `expected` says what is.
    pub(crate) fn wrong(&self, expected: &str) -> Flaw {
        self.flaw(format!("must be {expected}, not {}", self.json.kind()))
    }

    fn step(&self, index: usize, json: &'a Json, name: &str) -> Self {
        Self { json, places: self.places.and_then(|places| places.inner.get(index)), field: self.way(name) }
    }

    fn way(&self, name: &str) -> String {
        if self.field.is_empty() { name.to_owned() } else { format!("{}.{name}", self.field) }
    }

    /// The entries of an object.
    pub(crate) fn entries(&self) -> Result<Vec<(&'a str, Self)>, Flaw> {
        let Json::Object(entries) = self.json else { return Err(self.wrong("an object")) };
        let steps = entries.iter().enumerate();
        Ok(steps.map(|(index, (name, json))| (name.as_str(), self.step(index, json, name))).collect())
    }

    /// The items of an array.
    pub(crate) fn items(&self, of: &str) -> Result<Vec<Self>, Flaw> {
        let Json::Array(items) = self.json else { return Err(self.wrong(&format!("an array of {of}"))) };
        let steps = items.iter().enumerate();
        Ok(steps.map(|(index, json)| self.step(index, json, &index.to_string())).collect())
    }

    /// An array of texts.
    pub(crate) fn texts(&self, of: &str) -> Result<Vec<String>, Flaw> {
        self.items(of)?.iter().map(Self::text).collect()
    }

    /// The last value of `name`; an object without it, or what is no object, has none.
    pub(crate) fn get(&self, name: &str) -> Option<Self> {
        let Json::Object(entries) = self.json else { return None };
        let (index, (name, json)) = entries.iter().enumerate().rfind(|(_, (key, _))| key == name)?;
        Some(self.step(index, json, name))
    }

    /// The value of `name`, which has to be there.
    pub(crate) fn needed(&self, name: &str) -> Result<Self, Flaw> {
        self.get(name).ok_or_else(|| Flaw { field: self.way(name), ..self.flaw("is missing") })
    }

    /// The text of `name`, if it is there and not `null`.
    pub(crate) fn optional(&self, name: &str) -> Result<Option<String>, Flaw> {
        self.get(name).filter(|value| *value.json != Json::Null).map(|value| value.text()).transpose()
    }

    pub(crate) fn text(&self) -> Result<String, Flaw> {
        self.json.as_str().map(str::to_owned).ok_or_else(|| self.wrong("a string"))
    }

    pub(crate) fn boolean(&self) -> Result<bool, Flaw> {
        match self.json {
            Json::Bool(value) => Ok(*value),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// A number above 0.
    pub(crate) fn seconds(&self) -> Result<f64, Flaw> {
        let Json::Number(number) = self.json else { return Err(self.wrong("a number of seconds")) };
        let seconds = number.as_f64().unwrap_or(0.0);
        if seconds > 0.0 { Ok(seconds) } else { Err(self.flaw("must be above 0")) }
    }
}
