//! Sentences about files and folders of long runs.

use crate::{Lang, quote, tr};
use kemuri_runstore::{FileError, FolderError, JournalError, Salvage};
use std::ops::RangeInclusive;
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
        JournalError::NotAFile { path } => tr!(lang, "runstore-not-a-file", path = shown(path)),
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

/// Lines that are named.
const NAMED: usize = 5;

/// Says what was left out of a damaged journal.
pub fn salvage(lang: Lang, salvage: &Salvage) -> String {
    let (path, count) = (shown(&salvage.path), salvage.count());
    let range = |range: &RangeInclusive<u64>| match range.start() == range.end() {
        true => range.start().to_string(),
        false => format!("{}–{}", range.start(), range.end()),
    };
    let mut lines: Vec<String> = salvage.lines.iter().take(NAMED).map(range).collect();
    if salvage.lines.len() > NAMED {
        lines.push("…".into());
    }
    let lines = lines.join(", ");
    match &salvage.original {
        None => tr!(lang, "runstore-torn", path, lines),
        Some(original) => tr!(
            lang,
            "runstore-salvaged",
            path,
            count,
            lines,
            original = shown(original)
        ),
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
    use kemuri_runstore::{Journal, LineFormat};

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
        let pipe = JournalError::NotAFile { path: path() };
        assert_eq!(journal_error(Lang::En, &pipe), pipe.to_string());
        assert!(journal_error(Lang::Ja, &pipe).contains("通常のファイル"));
        let damaged = JournalError::Damaged {
            path: path(),
            line: 1234,
        };
        assert!(journal_error(Lang::En, &damaged).starts_with("out, line 1234: "));
        assert!(journal_error(Lang::Ja, &damaged).starts_with("out 1234 行目: "));
    }

    #[test]
    fn what_was_left_out_is_told_with_its_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let said = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let format = LineFormat::default();
            let journal = Journal::open(&path, &format, |line| line == "a").unwrap();
            [Lang::En, Lang::Ja].map(|lang| {
                let sentence = salvage(lang, journal.salvage().unwrap());
                sentence.replace(&format!("{}/", folder.path().display()), "")
            })
        };
        assert_eq!(
            said("a\nx\na\nx\nx\na\nx\na\nx\na\nx\na\nx\na\n"),
            [
                "out: 7 damaged lines (2, 4–5, 7, 9, 11, …) are left out; the file as it was \
                 is kept as out.damaged",
                "out: 壊れた行が 7 行（2, 4–5, 7, 9, 11, … 行目）あり、除きました。元のファイルは \
                 out.damaged に残しています",
            ]
        );
        assert_eq!(
            said("a\na\na"),
            [
                "out, line 3: this line was not written to its end and is left out",
                "out 3 行目: 書きかけの行なので除きました",
            ]
        );
    }
}
