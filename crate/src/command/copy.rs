//! Where copies go.
//!
//! Owns the files that come of a copy: the target, what gets its name in a directory, and what a link that is already there leads to. It
//! knows nothing of options and of single programs, but for rsync's slash.

use super::acting::Acting;
use super::catalog::{Onto, Role};
use super::options::Level;
use super::shape::remote_host;
use super::{Argument, paths};
use crate::access::Mode;
use crate::path::Entry;
use crate::value::Text;

/// Where a copy or a link goes, and whether it is surely a directory.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) argument: &'a Argument,
    pub(super) directory: bool,
}

impl<'a> Target<'a> {
    /// The operand or the option's value that is the target.
    pub(super) fn of(level: &'a Level, operands: &[&'a Argument], roles: &[Role]) -> Option<Self> {
        let is_target = |role: &Role| matches!(role, Role::Into(..) | Role::Tree(_));
        let operand = operands.iter().zip(roles).find(|(_, role)| is_target(role));
        let operand = operand.map(|(argument, _)| Self { argument, directory: operands.len() > 2 });
        let mut options = level.options().filter(|(option, _)| option.values.iter().any(is_target));
        let mut option = || options.find_map(|(_, values)| values.first());
        operand.or_else(|| option().map(|argument| Self { argument, directory: true }))
    }
}

/// Whether it names a directory, as far as can be found out.
pub(super) fn is_directory(acting: &Acting<'_>, text: &Text, surely: bool) -> bool {
    surely
        || text.suffix().ends_with('/')
        || text.known().is_some_and(|known| matches!(known, "." | "..") || acting.context.is_directory(known))
}

/// The target of a copy: itself and, in a directory, the files that result. Those of the sources that are `trees` are copied with all
/// that is below them.
pub(super) fn into(
    acting: &mut Acting<'_>,
    role: Role,
    target: &Argument,
    sources: &[&Argument],
    trees: &[&Argument],
    surely: bool,
) {
    acting.apply(role, target);
    let remote = matches!(role, Role::Into(_, Onto::Remote))
        && remote_host(&target.text.plain(), acting.context.platform()).is_some();
    let surely = surely || sources.len() > 1 || matches!(role, Role::Tree(_));
    if remote || !is_directory(acting, &target.text, surely) {
        return;
    }
    let opened = matches!(role, Role::Into(_, Onto::File));
    for source in sources {
        let is_tree = opened && trees.iter().any(|tree| std::ptr::eq(*tree, *source));
        // With a slash at its end a directory is what is in it, to rsync alone (rsync(1), USAGE).
        if acting.name == "rsync" && source.text.suffix().ends_with('/') {
            continue;
        }
        let name = match role {
            // `cp --parents /a/b c` makes `c/a/b`.
            Role::Tree(_) if source.text.prefix().starts_with('/') => source.text.strip_prefix("/").unwrap_or_default(),
            Role::Tree(_) => source.text.clone(),
            _ => paths::base_name(&source.text),
        };
        // What is in a directory, and not the directory, is copied: `src/.`.
        let name = if matches!(name.known(), Some("." | "..")) { Text::default() } else { name };
        if !name.is_empty() {
            acting.effect(target, paths::join(&target.text, &name), Mode::Write);
        }
        if is_tree {
            over(acting, target, source, &name);
        }
    }
}

/// A tree is copied over what there is, `name` in the target: what a link there leads to is written, where the tree has a file of its
/// name. A directory is not copied over a link (GNU coreutils 9.1, cp).
pub(super) fn over(acting: &mut Acting<'_>, target: &Argument, source: &Argument, name: &Text) {
    let root = if name.is_empty() { target.text.clone() } else { paths::join(&target.text, name) };
    let (Some(known), Some(from)) = (root.known(), source.text.known()) else { return };
    let Some(out) = acting.context.outgoing(known) else { return };
    for (link, _) in out.links.iter().filter(|(_, directory)| !directory) {
        let copied = format!("{}/{link}", from.trim_end_matches('/'));
        if !matches!(acting.context.entry(&copied), Some((_, Entry::Missing))) {
            acting.met(target, paths::join(&root, &Text::literal(link.as_str())), Mode::Write);
        }
    }
}
