//! Sentences about files.

use crate::{Lang, tr};
use std::io::{Error, ErrorKind};

/// Says why a file cannot be read, to be put after its name.
pub fn read_error(lang: Lang, error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => tr!(lang, "input-not-found"),
        ErrorKind::PermissionDenied => tr!(lang, "input-permission"),
        ErrorKind::IsADirectory => tr!(lang, "input-directory"),
        _ => tr!(lang, "input-unreadable", error),
    }
}

/// Says why output cannot be written.
pub fn write_error(lang: Lang, error: &Error) -> String {
    tr!(lang, "input-unwritable", error)
}
