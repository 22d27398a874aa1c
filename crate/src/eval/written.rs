//! What the text itself writes into files, and then runs.
//!
//! Owns the contents that redirections and `tee` put into files as far as they are known, and the way into them when a later command
//! executes such a file: `cat > s.sh <<E … E; sh s.sh` runs what stands there as much as `sh -c` does.

use super::Evaluator;
use super::call::{World, Written};
use super::state::State;
use crate::access::{Certainty, Mode};
use crate::command::{self, Argument, Effects, Output, Run, Runnable};
use crate::value::{MAX_TEXT, Text};

/// How many files are remembered.
const MAX_FILES: usize = 64;

/// Programs that change a file, but not what is in it.
const KEEP: [&str; 6] = ["chmod", "chown", "chgrp", "touch", "chattr", "setfacl"];

const SHELLS: [&str; 5] = ["sh", "bash", "dash", "zsh", "ksh"];

/// Where a command's output goes.
#[derive(Clone, Debug)]
pub(super) struct Sink {
    pub(super) path: String,
    /// What was there before stays.
    pub(super) append: bool,
}

impl Evaluator<'_> {
    /// `output` went into a file.
    pub(super) fn wrote(&mut self, sink: &Sink, output: &Output) {
        let before = self.contents.remove(&sink.path).filter(|_| sink.append).unwrap_or_default();
        if let Output::Text(texts) = output
            && let Some(text) = texts.single()
            && self.contents.len() < MAX_FILES
            && before.len() + text.len() <= MAX_TEXT
        {
            self.contents.insert(sink.path.clone(), before.concat(text));
        }
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
            self.wrote(&Sink { path, append: false }, &output);
        }
    }

    /// Runs what the text wrote into a file that a command executes.
    pub(super) fn written(&mut self, argv: &[Argument], effects: &Effects, how: &Written, state: &State) {
        if self.contents.is_empty() || self.frame.elsewhere {
            return;
        }
        for effect in effects.accesses.iter().filter(|effect| effect.mode == Mode::Execute) {
            let Some(text) = self.real_path(state, &effect.text).and_then(|path| self.contents.get(&path)).cloned()
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
        self.contents.get(&self.real_path(state, path)?).cloned()
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
