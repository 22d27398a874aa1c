//! What bash accepts.

use std::ffi::OsStr;
use std::process::Command;

/// Whether the judge is the bash that the parser follows.
pub(super) fn is_5_2() -> bool {
    let output = Command::new("bash").args(["-c", "echo ${BASH_VERSION%.*}"]).output();
    output.is_ok_and(|output| output.stdout == b"5.2\n")
}

/// Whether `bash -n` takes `command`. Its status alone does not say: after a fault in `[[ … ]]` it is 0.
pub(super) fn accepts(command: &str) -> bool {
    accepts_with::<&str>(&[], command)
}

/// The same of a bash that is started with `options`.
pub(super) fn accepts_with<S: AsRef<OsStr>>(options: &[S], command: &str) -> bool {
    let output = Command::new("bash").args(options).args(["-n", "-c", "--", command]).env_clear().output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    output.status.success() && messages.lines().all(|line| line.contains("warning:"))
}

/// Whether bash stops in the middle of `command`, says nothing, and ends with status 0, as after `[[ ]]`: then it does not
/// see what is wrong behind it either.
#[allow(dead_code, reason = "not every test asks")]
pub(super) fn stops_silently(command: &str) -> bool {
    accepts(command) && accepts(&format!("{command}\n)"))
}
