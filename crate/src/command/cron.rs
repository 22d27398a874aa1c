//! Tables for cron.
//!
//! Owns which part of a line a shell gets (cron 3.0, crontab(5)). It knows nothing of when.

use super::Argument;
use super::acting::Acting;
use super::paths::{flatten, unflatten};

/// Notes the command of each line.
pub(super) fn table(acting: &mut Acting<'_>, argument: &Argument) {
    for line in flatten(&argument.text).lines() {
        let line = line.trim_start();
        let setting = line.split_once('=').is_some_and(|(name, _)| !name.trim_end().contains([' ', '*', '/', '\t']));
        if line.is_empty() || line.starts_with('#') || setting {
            continue;
        }
        // `@reboot`, or the five fields of a time.
        let fields = if line.starts_with('@') { 1 } else { 5 };
        let mut rest = line;
        for _ in 0..fields {
            rest = rest.split_once(char::is_whitespace).map_or("", |(_, after)| after.trim_start());
        }
        // What follows a percent sign is the command's standard input.
        let end = rest.match_indices('%').find(|(at, _)| !rest.get(..*at).unwrap_or("").ends_with('\\'));
        let command = end.and_then(|(at, _)| rest.get(..at)).unwrap_or(rest).replace("\\%", "%");
        if !command.is_empty() {
            acting.perhaps(argument, unflatten(&command));
        }
    }
}
