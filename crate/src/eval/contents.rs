//! What may stand in the files that the text wrote.
//!
//! Owns the contents by real paths: a text, what stood in other files before, or something that nobody knows. What is in no file
//! of this list is as it was before the call. It knows nothing of commands.

use crate::command::Output;
use crate::value::MAX_TEXT;
use std::collections::BTreeMap;

/// How many files are remembered.
const MAX_FILES: usize = 256;

/// What may stand in a file by now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    /// What the text put there.
    pub(super) output: Output,
    /// Or something that nobody knows.
    pub(super) unknown: bool,
    /// Which came from the network or out of an archive, and was not only edited.
    pub(super) foreign: bool,
    /// Or what stood there before, or what a program of the project made of it since.
    pub(super) doubt: bool,
}

impl Content {
    /// It came from elsewhere.
    pub(super) fn foreign() -> Self {
        Self { foreign: true, ..Self::edited() }
    }

    /// A file of the project was changed.
    pub(super) fn edited() -> Self {
        Self { output: Output::Unknown, unknown: true, foreign: false, doubt: false }
    }

    /// It is as much the project's own as what the call found.
    pub(super) fn own() -> Self {
        Self { output: Output::Nothing, unknown: false, foreign: false, doubt: true }
    }

    /// What was printed into it.
    pub(super) fn printed(output: Output) -> Self {
        let known = match &output {
            Output::Text(texts) => texts.longest() <= MAX_TEXT,
            Output::Files(_) | Output::Lines(_) | Output::Nothing => true,
            Output::Unknown => false,
        };
        Self { output, unknown: !known, foreign: !known, doubt: false }
    }

    /// It or the other.
    fn or(self, other: Self) -> Self {
        let (unknown, foreign) = (self.unknown || other.unknown, self.foreign || other.foreign);
        let mut doubt = self.doubt || other.doubt;
        let output = match (self.output, other.output) {
            (a, b) if a == b => a,
            (Output::Text(mut a), Output::Text(b)) => {
                a.join(&b);
                Output::Text(a)
            }
            (Output::Files(mut a), Output::Files(b)) => {
                a.extend(b);
                Output::Files(a)
            }
            // What stands in no text of the call is no text that could be followed.
            (text @ Output::Text(_), _) | (_, text @ Output::Text(_)) => {
                doubt = true;
                text
            }
            _ => {
                doubt = true;
                Output::Unknown
            }
        };
        Self { output, unknown, foreign, doubt }
    }

    /// What it is to whoever reads it.
    pub(super) fn read(self) -> Output {
        if self.unknown || self.doubt { Output::Unknown } else { self.output }
    }

    /// Whether nobody knows what runs if it is code.
    pub(super) fn is_unread(&self) -> bool {
        self.unknown || matches!(self.output, Output::Lines(_))
    }

    /// What of it runs if it is code: what may stand there besides is the project's own.
    pub(super) fn code(self) -> Output {
        if self.unknown { Output::Unknown } else { self.output }
    }
}

/// All that the text wrote.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// What stands for a directory stands for all below it that is not here itself.
    files: BTreeMap<String, Content>,
    /// Files of unknown names were made of texts that nobody knows: any that was not there before may be one.
    pub(super) scattered: bool,
    /// A file that is there may be left as it is (`set -C`).
    pub(super) unsure: bool,
}

impl Contents {
    /// What is in the file, if the text changed it. `before`: it was there when the call began.
    pub(super) fn of(&self, path: &str, before: impl FnOnce() -> bool) -> Option<Content> {
        if let Some(content) = self.files.get(path) {
            return Some(content.clone());
        }
        let ends = path.rmatch_indices(['/', '\\']).map(|(at, _)| at);
        let (content, rest) = ends.filter_map(|at| path.split_at_checked(at)).find_map(|(above, rest)| {
            let content = self.files.get(above).filter(|content| !matches!(content.output, Output::Text(_)))?;
            Some((content, rest))
        })?;
        // An archive may hold anything; that it holds what was there already is not thought.
        if content.unknown && content.doubt && before() {
            return None;
        }
        let output = match &content.output {
            Output::Files(files) => Output::Files(files.iter().map(|file| format!("{file}{rest}")).collect()),
            output => output.clone(),
        };
        Some(Content { output, ..content.clone() })
    }

    /// The content of a file, or of all in a directory, is this now. `surely`: it does not depend on the way that the call takes.
    pub(super) fn put(&mut self, path: &str, content: Content, surely: bool) {
        let path = path.trim_end_matches(['/', '\\']);
        let content = match self.files.remove(path) {
            _ if surely => content,
            Some(before) => before.or(content),
            None => Content { doubt: !content.unknown, ..content },
        };
        if self.files.len() < MAX_FILES {
            self.files.insert(path.to_owned(), content);
        } else {
            // Too many to tell apart: any may be this one.
            self.files.insert(String::new(), Content::foreign());
        }
    }

    /// More is in the file than was.
    pub(super) fn append(&mut self, path: &str, output: Output, surely: bool, before: bool) {
        let appended = Content::printed(output);
        let content = match self.files.get(path).cloned() {
            // What was there before is no text of the call.
            None => Content { doubt: before, ..appended },
            Some(content) => {
                let both = match (content.output, appended.output) {
                    (Output::Nothing, output) | (output, Output::Nothing) => output,
                    (Output::Text(a), Output::Text(b)) => Output::Text(a.concat(&b)),
                    (text @ Output::Text(_), _) | (_, text @ Output::Text(_)) => text,
                    _ => Output::Unknown,
                };
                let long = matches!(&both, Output::Text(texts) if texts.longest() > MAX_TEXT);
                let unknown = content.unknown || appended.unknown || long;
                let foreign = content.foreign || appended.foreign;
                Content { output: both, unknown, foreign, doubt: content.doubt }
            }
        };
        self.put(path, content, surely);
    }

    /// Everything below a directory may be something that nobody knows. `over`: what was there before as well.
    pub(super) fn spill(&mut self, directory: &str, over: bool) {
        let directory = directory.trim_end_matches(['/', '\\']);
        for (path, content) in &mut self.files {
            if over && is_below(path, directory) {
                (content.unknown, content.foreign) = (true, true);
            }
        }
        let doubt = !over && self.files.get(directory).is_none_or(|content| content.doubt);
        self.put(directory, Content { doubt, ..Content::foreign() }, true);
    }

    /// What is at `from` and below it may be at `to` as well. `content`: what is at `from` itself.
    pub(super) fn copy(&mut self, from: &str, to: &str, content: Content, surely: bool) {
        let moved = |path: &str| path.strip_prefix(from).map(|rest| format!("{to}{rest}"));
        let below = self.files.iter().filter(|(path, _)| is_below(path, from));
        let below: Vec<_> = below.filter_map(|(path, content)| Some((moved(path)?, content.clone()))).collect();
        self.put(to, content, surely);
        for (path, content) in below {
            self.put(&path, content, surely);
        }
    }

    /// It and all below it is gone, or may be.
    pub(super) fn remove(&mut self, path: &str, surely: bool) {
        if surely {
            self.files.retain(|other, _| other != path && !is_below(other, path));
        }
    }

    /// Something that nobody knows may have gone into any of the files.
    pub(super) fn mix_all(&mut self) {
        for content in self.files.values_mut() {
            (content.unknown, content.foreign) = (true, true);
        }
    }

    /// Something may have changed the file.
    pub(super) fn doubt(&mut self, path: &str) {
        if let Some(content) = self.files.get_mut(path) {
            content.doubt = true;
        }
    }

    /// Something may have changed any of the files.
    pub(super) fn doubt_all(&mut self) {
        for content in self.files.values_mut().filter(|content| !content.unknown) {
            content.doubt = true;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty() && !self.scattered
    }
}

fn is_below(path: &str, directory: &str) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| rest.starts_with(['/', '\\']))
}
