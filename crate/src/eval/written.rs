//! What the text itself writes into files, and then runs or reads.
//!
//! Owns the contents that redirections and `tee` put into files as far as they are known, and the way into them when a later command
//! executes such a file: `cat > s.sh <<E … E; sh s.sh` runs what stands there as much as `sh -c` does. A list that is read again is what
//! was written: `find src > list; xargs rm < list`.

use super::Evaluator;
use super::call::{World, Written};
use super::flow::after;
use super::state::State;
use crate::access::{Certainty, Mode};
use crate::command::{self, Argument, Effects, Output, Run, Runnable};
use crate::value::{Text, Texts};

/// How many files are remembered.
const MAX_FILES: usize = 64;

/// Programs that change a file, but not what is in it.
const KEEP: [&str; 6] = ["chmod", "chown", "chgrp", "touch", "chattr", "setfacl"];

const SHELLS: [&str; 5] = ["sh", "bash", "dash", "zsh", "ksh"];

/// What is in a file.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    output: Output,
    /// This and nothing else: all of it was surely written by the text.
    sure: bool,
}

impl Contents {
    /// The one text that it is, if it is one.
    fn text(&self) -> Option<&Text> {
        match &self.output {
            Output::Text(texts) => texts.single(),
            _ => None,
        }
    }
}

/// Where a command's output goes.
#[derive(Clone, Debug)]
pub(super) struct Sink {
    pub(super) path: String,
    /// What was there before stays.
    pub(super) append: bool,
    /// Nothing was there: what cannot be written cannot be read either.
    pub(super) fresh: bool,
}

impl Evaluator<'_> {
    /// `output` went into a file.
    pub(super) fn wrote(&mut self, sink: &Sink, output: &Output) {
        let before = self.contents.remove(&sink.path);
        let sure = self.certain && (sink.fresh || before.as_ref().is_some_and(|before| before.sure));
        let output = match before.filter(|_| sink.append) {
            Some(before) => after(before.output, output.clone()),
            None => output.clone(),
        };
        if output != Output::Unknown && self.contents.len() < MAX_FILES {
            self.contents.insert(sink.path.clone(), Contents { output, sure });
        }
    }

    /// What goes into these files is not followed.
    pub(super) fn forget(&mut self, state: &State, texts: &Texts) {
        for text in texts.iter() {
            if let Some(path) = self.real_path(state, text) {
                self.contents.remove(&path);
            }
        }
    }

    /// What is in the file that `path` names, if that is what the text wrote and no more may have come to it since.
    pub(super) fn held(&self, state: &State, path: &Text) -> Output {
        if self.stirred || self.contents.is_empty() || self.frame.elsewhere || self.frame.root.is_some() {
            return Output::Unknown;
        }
        let contents = self.real_path(state, path).and_then(|path| self.contents.get(&path));
        contents.filter(|contents| contents.sure).map_or(Output::Unknown, |contents| contents.output.clone())
    }

    /// What a program does to the contents that are remembered.
    pub(super) fn rewrites(&mut self, name: &str, effects: &Effects, state: &State) {
        let name = name.rsplit('/').next().unwrap_or(name);
        if self.contents.is_empty() && name != "tee" || KEEP.contains(&name) {
            return;
        }
        for effect in effects.accesses.iter().filter(|effect| matches!(effect.mode, Mode::Write | Mode::Delete)) {
            let Some(path) = self.real_path(state, &effect.text) else { continue };
            let output = if name == "tee" { self.stdin.clone() } else { Output::Unknown };
            self.wrote(&Sink { path, append: false, fresh: false }, &output);
        }
    }

    /// Runs what the text wrote into a file that a command executes.
    pub(super) fn written(&mut self, argv: &[Argument], effects: &Effects, how: &Written, state: &State) {
        if self.contents.is_empty() || self.frame.elsewhere {
            return;
        }
        for effect in effects.accesses.iter().filter(|effect| effect.mode == Mode::Execute) {
            let Some(text) =
                self.real_path(state, &effect.text).and_then(|path| self.contents.get(&path)?.text().cloned())
            else {
                continue;
            };
            let at = argv.iter().position(|argument| argument.text == effect.text).unwrap_or(0);
            let name = match argv.first().and_then(|word| word.text.known()) {
                Some(name) if at > 0 => name.rsplit('/').next().unwrap_or(name).to_owned(),
                _ => interpreter(&text),
            };
            // What cannot be known of a file is no more than is not known of any other.
            let coverage = text.has_hole().then(|| self.report.coverage.clone());
            let script = Argument { text, span: effect.span, open: false };
            let runs = if SHELLS.contains(&name.as_str()) {
                let arguments = argv.get(at..).unwrap_or(&[]).to_vec();
                vec![shell(script, arguments, name)]
            } else {
                let effects = command::code(&name, &script, &World { shell: self, state });
                effects.accesses.iter().for_each(|effect| self.effect(state, effect));
                effects.runs
            };
            for run in runs {
                self.run(run, how, state);
            }
            if let Some(coverage) = coverage {
                self.report.coverage = coverage;
            }
        }
    }

    /// The contents of a file, if the text wrote them.
    pub(super) fn contents(&self, state: &State, path: &Text) -> Option<Text> {
        self.contents.get(&self.real_path(state, path)?)?.text().cloned()
    }
}

fn shell(script: Argument, arguments: Vec<Argument>, via: String) -> Run {
    Run {
        what: Runnable::Shell { script, arguments },
        via,
        transparent: true,
        certainty: Certainty::Possible,
        directory: None,
        root: None,
        elsewhere: false,
        assignments: Vec::new(),
    }
}

/// Who runs a script that is executed itself: its first line says it (execve(2)); without one, a shell does.
fn interpreter(text: &Text) -> String {
    let line = text.prefix().lines().next().unwrap_or("").strip_prefix("#!").unwrap_or("sh");
    let mut words = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    words.find(|word| *word != "env" && !word.starts_with('-')).unwrap_or("sh").to_owned()
}
