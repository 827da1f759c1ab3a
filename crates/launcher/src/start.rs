//! Starts a program in the place of this one.

use crate::named;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Replaces this process by the program. Returns only if that fails.
#[cfg(unix)]
pub fn start(
    program: &Path,
    name: &OsStr,
    arguments: impl Iterator<Item = OsString>,
) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    let error = Command::new(program).arg0(name).args(arguments).exec();
    Err(named(error, "cannot start", program))
}

/// Runs the program and ends with its exit code. A process cannot be replaced here: this one
/// waits, also when Ctrl-C is pressed, which is for the program.
#[cfg(windows)]
pub fn start(
    program: &Path,
    _name: &OsStr,
    arguments: impl Iterator<Item = OsString>,
) -> io::Result<ExitCode> {
    ctrlc::set_handler(|| ()).map_err(io::Error::other)?;
    let ran = Command::new(program).args(arguments).status();
    let status = ran.map_err(|error| named(error, "cannot start", program))?;
    std::process::exit(status.code().unwrap_or(2))
}
