//! Sentences about files and folders of long runs.

use crate::{Lang, quote, tr};
use kemuri_runstore::{FileError, FolderError, JournalError};
use std::path::Path;

/// Says which file cannot be read or written, and why.
pub fn file_error(lang: Lang, error: &FileError) -> String {
    let path = shown(&error.path);
    tr!(lang, "runstore-file", path, error = error.source)
}

/// Says why the folder of a run cannot be used.
pub fn folder_error(lang: Lang, error: &FolderError) -> String {
    match error {
        FolderError::File(error) => file_error(lang, error),
        FolderError::NotAFolder { path } => tr!(lang, "runstore-not-a-folder", path = shown(path)),
        FolderError::NotEmpty { path } => tr!(lang, "runstore-not-empty", path = shown(path)),
        FolderError::Busy { path } => tr!(lang, "runstore-busy-folder", path = shown(path)),
        FolderError::OtherRun { path, found, asked } => tr!(
            lang,
            "runstore-other-run",
            path = shown(path),
            found = quote(found),
            asked = quote(asked),
        ),
        error => error.to_string(),
    }
}

/// Says why a journal cannot be used.
pub fn journal_error(lang: Lang, error: &JournalError) -> String {
    match error {
        JournalError::File(error) => file_error(lang, error),
        JournalError::Busy { path } => tr!(lang, "runstore-busy-file", path = shown(path)),
        JournalError::OtherHeader { path, .. } => {
            tr!(lang, "runstore-other-journal", path = shown(path))
        }
        JournalError::Damaged { path, line } => {
            tr!(lang, "runstore-damaged", path = shown(path), line)
        }
        error => error.to_string(),
    }
}

/// Says that the run was interrupted and can go on.
pub fn interrupted(lang: Lang) -> String {
    tr!(lang, "runstore-interrupted")
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_a_sentence_in_both_languages() {
        let path = || "out".into();
        let folder = [
            FolderError::NotAFolder { path: path() },
            FolderError::NotEmpty { path: path() },
            FolderError::Busy { path: path() },
            FolderError::OtherRun {
                path: path(),
                found: "a\u{1b}".into(),
                asked: "b".into(),
            },
        ];
        for error in &folder {
            let english = error.to_string().replace('\u{1b}', "\\u{1b}");
            assert_eq!(folder_error(Lang::En, error), english);
            let japanese = folder_error(Lang::Ja, error);
            assert!(!japanese.is_ascii() && japanese.starts_with("out: "));
        }
        let busy = JournalError::Busy { path: path() };
        assert_eq!(journal_error(Lang::En, &busy), busy.to_string());
        let damaged = JournalError::Damaged {
            path: path(),
            line: 1234,
        };
        assert!(journal_error(Lang::En, &damaged).starts_with("out, line 1234: "));
        assert!(journal_error(Lang::Ja, &damaged).starts_with("out 1234 行目: "));
    }
}
