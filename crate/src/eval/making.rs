//! What commands make, for the commands after them.
//!
//! Owns what goes into the overlay when a program has run: directories, files and links, made, copied, moved or removed. It knows
//! nothing of how look-ups see them.

use super::Evaluator;
use super::state::State;
use crate::access::{Mode, Role};
use crate::command::{Argument, AtLink, Effect, Effects};
use crate::coverage::Code;
use crate::path::{Directory, Entry, FileSystem, Platform};
use crate::value::Text;

impl Evaluator<'_> {
    /// What the command puts into the file system or takes out of it, for the commands after it.
    pub(super) fn overlay_effects(&mut self, argv: &[Argument], effects: &Effects, state: &State) {
        let name = argv.first().and_then(|a| a.text.known()).unwrap_or_default();
        let base = name.rsplit('/').next().unwrap_or(name);
        if matches!(base, "cp" | "gcp" | "mv" | "gmv" | "rsync")
            || base == "git" && argv.iter().any(|a| a.text.known() == Some("mv"))
        {
            self.copies(effects, state);
        }
        let is_target = |e: &&Effect| e.mode == Mode::Link || base == "ln" && e.mode != Mode::Write;
        let targets: Vec<&Effect> = effects.accesses.iter().filter(is_target).collect();
        for effect in &effects.accesses {
            match effect.mode {
                Mode::Delete => {
                    if let Some(path) = self.real_path(state, &effect.text) {
                        self.overlay.remove(&path);
                    }
                }
                Mode::Write if base == "mkdir" => self.made(state, &effect.text, Entry::Directory),
                Mode::Write if base == "git" && argv.iter().any(|a| a.text.known() == Some("clone")) => {
                    self.made(state, &effect.text, Entry::Directory);
                }
                Mode::Write if base == "ln" => {
                    for directory in state.directories() {
                        // Several go into a directory, each by its name.
                        let into = self.surroundings().look(directory, &effect.text) == Entry::Directory;
                        let named = |target: &&&Effect| {
                            targets.len() == 1 || into || last_name(&target.text) == last_name(&effect.text)
                        };
                        for target in targets.iter().filter(named) {
                            self.link(directory, target, &effect.text, argv);
                        }
                    }
                }
                Mode::Write if effect.role == Role::Known && effect.base.is_none() => {
                    self.made(state, &effect.text, Entry::File);
                }
                _ => {}
            }
        }
    }

    /// What a copy or a move that keeps links puts where it writes: in a directory that has its name, what it was given.
    fn copies(&mut self, effects: &Effects, state: &State) {
        for directory in state.directories() {
            self.copies_in(directory, effects);
        }
    }

    fn copies_in(&mut self, directory: &Directory, effects: &Effects) {
        let real = |effect: &Effect, itself| {
            let based = effect.base.as_ref().map(|base| self.surroundings().change(directory, base, true));
            let place = self.place_word(based.as_ref().unwrap_or(directory), &effect.text, Mode::Metadata, itself)?;
            place.canonical.as_ref().and_then(Text::known).map(str::to_owned)
        };
        let keeps = |effect: &&Effect| match effect.link {
            AtLink::Follows => effect.mode == Mode::Search,
            AtLink::Stays => matches!(effect.mode, Mode::Search | Mode::Read),
            // What is below a tree goes with it.
            AtLink::Walks => false,
        };
        let targets: Vec<&Effect> = effects.accesses.iter().filter(|effect| effect.mode == Mode::Write).collect();
        let mut copied = Vec::new();
        for source in effects.accesses.iter().filter(keeps) {
            let Some(from) = real(source, source.link == AtLink::Stays) else { continue };
            let named = |target: &&&Effect| targets.len() == 1 || last_name(&target.text) == last_name(&source.text);
            let chosen: Vec<&&Effect> = targets.iter().filter(named).collect();
            // The content of a directory goes into the target itself: `rsync -a src/ out`.
            let chosen = if chosen.is_empty() { targets.iter().take(1).collect() } else { chosen };
            for target in chosen {
                for to in [real(target, true), real(target, false)].into_iter().flatten() {
                    // What may be a directory may be copied into.
                    if let (Entry::Unknown, Some(name)) = (self.overlay.entry(&to), last_name(&source.text)) {
                        copied.push((source.span, from.clone(), format!("{}/{name}", to.trim_end_matches('/'))));
                    }
                    copied.push((source.span, from.clone(), to));
                }
            }
        }
        copied.dedup();
        for (span, from, to) in copied {
            if from != to && !self.overlay.copy(&from, &to) {
                self.miss(Code::ExpansionLimit, span);
            }
        }
    }

    /// Whether something of unknown name may have been made: a tree was copied or moved, or a program ran.
    pub(super) fn stirs(&self, effects: &Effects, state: &State) -> bool {
        let any = |mode| effects.accesses.iter().any(|effect| effect.mode == mode);
        let unknown = |effect: &Effect| {
            effect.role == Role::Guessed || effect.base.is_some() || self.real_path(state, &effect.text).is_none()
        };
        any(Mode::Delete)
            || any(Mode::Execute)
            || any(Mode::Write)
                && (any(Mode::Search)
                    || effects.accesses.iter().any(|effect| effect.mode == Mode::Write && unknown(effect)))
    }

    /// `ln target name`: a hard link is the same file, which a link tells as well.
    fn link(&self, directory: &Directory, target: &Effect, name: &Text, argv: &[Argument]) {
        let Some(written) = target.text.known() else { return };
        let real = |text| Some(self.surroundings().real(directory, text)?.known()?.to_owned());
        let Some(mut path) = real(name) else { return };
        let direct = argv.iter().any(|a| {
            a.text.known().is_some_and(|t| {
                t == "--no-target-directory"
                    || t == "--no-dereference"
                    || (t.starts_with('-') && !t.starts_with("--") && t.contains(['n', 'T']))
            })
        });
        if self.overlay.entry(&path) == Entry::Directory && !direct {
            let last = written.trim_end_matches('/').rsplit('/').next().unwrap_or(written);
            path = format!("{}/{last}", path.trim_end_matches('/'));
        }
        let symbolic = target.mode == Mode::Link;
        // Git Bash writes where its word leads.
        let converted = self.surroundings().platform == Platform::Win32 && written.starts_with('/');
        let to = if symbolic && !converted { Some(written.to_owned()) } else { real(&target.text) };
        if let Some(to) = to.filter(|to| *to != path) {
            self.overlay.put(&path, Entry::Link(to));
        }
    }
}

/// The last component of a known path.
fn last_name(text: &Text) -> Option<&str> {
    text.known().and_then(|known| known.trim_end_matches('/').rsplit('/').next())
}
