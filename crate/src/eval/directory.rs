//! The builtins that change the working directory.
//!
//! Owns what `cd` and `pushd` do to the set of directories that a command may run in (Bash manual, 4.1, 6.8.1).

use super::Evaluator;
use super::builtin::operands_after_options;
use super::flow::Outcome;
use super::state::{State, Value, Variable, directory_text};
use crate::access::Mode;
use crate::command::{Argument, Output};
use crate::path::{Directory, Entry};
use crate::value::{Text, Texts};

impl Evaluator<'_> {
    pub(super) fn cd(&mut self, arguments: &[Argument], state: State) -> Outcome {
        let mut state = state;
        let physical = arguments
            .iter()
            .map_while(|a| a.text.known().filter(|t| t.starts_with('-') && t.len() > 1))
            .any(|t| !t.starts_with("--") && t.contains('P'))
            || state.switches().physical;
        let words = operands_after_options(arguments, "");
        let span = arguments.iter().map(|a| a.span).reduce(crate::source::Span::to).unwrap_or_default();
        let targets = match words {
            [] => self.value(&state, "HOME"),
            [one] if one.text.known() == Some("-") => {
                let before = self.variable(&state, "OLDPWD");
                match before.value {
                    Some(value) => value.scalar(),
                    None => return Outcome::failure(state),
                }
            }
            [one] => {
                let mut targets = Texts::one(one.text.clone());
                if one.open && one.text.known().is_some() {
                    // A variable that may be unset: there may be no word at all.
                    targets.join(&self.value(&state, "HOME"));
                }
                targets
            }
            _ => return Outcome::failure(state),
        };
        let span = words.first().map_or(span, |a| a.span);
        self.change(&mut state, &targets, physical, span)
    }

    /// Changes the directory to one of `targets`.
    fn change(&mut self, state: &mut State, targets: &Texts, physical: bool, span: crate::source::Span) -> Outcome {
        let failed = state.clone();
        let mut next = Vec::new();
        let mut sure = true;
        let bases = self.search_path(state, targets);
        for directory in state.directories().to_vec() {
            for target in targets {
                if target.is_empty() {
                    next.push(directory.clone());
                    continue;
                }
                for base in &bases {
                    let from = match base {
                        Some(base) => self.surroundings().change(&directory, base, false),
                        None => directory.clone(),
                    };
                    let changed = self.surroundings().change(&from, target, physical);
                    // A `..` takes nothing away that is not there: `cd missing/..` fails.
                    let climbs = target.plain().contains("..");
                    sure = sure
                        && bases.len() == 1
                        && self.surroundings().look(&from, target) == Entry::Directory
                        && (!climbs || self.is_directory(&changed) && self.leads_up(&from, target));
                    if !sure && !physical && climbs {
                        // Where the logical way leads nowhere, bash takes the physical one.
                        let led = self.surroundings().change(&from, target, true);
                        if led != changed {
                            self.touch(state, &Texts::one(target.clone()), Mode::Chdir, span);
                            next.push(led);
                        }
                    }
                    if base.is_some() {
                        let text = directory_text(&changed);
                        self.touch(state, &Texts::one(text), Mode::Chdir, span);
                    }
                    next.push(changed);
                }
            }
        }
        let shown: Vec<&Text> = targets.iter().filter(|t| !t.is_empty()).collect();
        for target in &shown {
            let certain = self.certain;
            self.certain &= shown.len() == 1;
            if !physical && target.plain().contains("..") {
                // The logical way: `cd link/..` leads back, not to the parent of where the link points.
                self.moved(state, target, span);
            } else {
                self.touch(state, &Texts::one((*target).clone()), Mode::Chdir, span);
            }
            self.certain = certain;
        }
        self.enter(state, next);
        if sure {
            Outcome::success(state.clone())
        } else {
            Outcome { success: Some(state.clone()), failure: Some(failed), output: Output::Nothing }
        }
    }

    /// Whether what stands before each `..` of `target` is a directory.
    fn leads_up(&self, from: &Directory, target: &Text) -> bool {
        let Some(path) = target.known() else { return false };
        path.match_indices("..").all(|(at, _)| {
            let before = path.get(..at).unwrap_or("");
            before.is_empty() || self.surroundings().look(from, &Text::literal(before)) == Entry::Directory
        })
    }

    /// The access of a logical `cd`: the place that it comes to, as it was typed.
    fn moved(&mut self, state: &State, target: &Text, span: crate::source::Span) {
        for directory in state.directories() {
            let text = directory_text(&self.surroundings().change(directory, target, false));
            let texts = if text.is_unknown() { target.clone() } else { text };
            self.touch_as(state, texts, target, Mode::Chdir, span);
        }
    }

    /// Where `cd` looks: here, and in the directories of a known `CDPATH`.
    fn search_path(&self, state: &State, targets: &Texts) -> Vec<Option<Text>> {
        let mut bases = vec![None];
        let relative =
            targets.iter().all(|t| !t.prefix().starts_with(['/', '.', '~']) && !t.prefix().contains(['\\', ':']));
        if let Some(list) = self.variable(state, "CDPATH").value.filter(|_| relative)
            && let Some(list) = list.scalar().known()
        {
            bases.extend(list.split(':').filter(|d| !d.is_empty() && *d != ".").map(|d| Some(Text::literal(d))));
        }
        bases
    }

    /// The file system says that it is there, and no earlier command may have taken it away.
    pub(super) fn is_directory(&self, directory: &Directory) -> bool {
        let Directory::Known(path) = directory else { return false };
        self.surroundings().look(directory, &Text::literal(path.as_str())) == Entry::Directory
    }

    pub(super) fn enter(&mut self, state: &mut State, directories: Vec<Directory>) {
        let before: Texts = state.directories().iter().map(directory_text).collect();
        state.set("OLDPWD", Variable { exported: true, ..Variable::set(Value::Scalar(before)) });
        state.restore("PWD", None);
        state.set_directories(directories);
    }

    pub(super) fn pushd(&mut self, arguments: &[Argument], state: State) -> Outcome {
        let mut state = state;
        let words: Vec<&Argument> = arguments.iter().filter(|a| a.text.known() != Some("-n")).collect();
        match words.as_slice() {
            [] => match state.pop_directories() {
                Some(directories) => {
                    let before = state.clone();
                    state.push_directories();
                    self.enter(&mut state, directories);
                    let failure = before.may_lack_directories().then_some(before);
                    Outcome { failure, ..Outcome::success(state) }
                }
                None => Outcome::failure(state),
            },
            [one] => {
                let rotates = one.text.known().is_some_and(|t| {
                    t.strip_prefix(['+', '-']).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
                });
                let before = state.clone();
                state.push_directories();
                if rotates {
                    self.enter(&mut state, vec![Directory::Unknown]);
                    return Outcome::success(state);
                }
                let outcome = self.change(&mut state, &Texts::one(one.text.clone()), false, one.span);
                Outcome { failure: outcome.failure.map(|_| before), ..outcome }
            }
            _ => Outcome::failure(state),
        }
    }
}
