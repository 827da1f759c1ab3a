//! Journals and resume files: no panic on any file, one that is refused is left as it is, and
//! one that is opened has the same lines ever after.
#![no_main]

use kemuri_judge::batch::{BatchOptions, ResumeFile};
use kemuri_runstore::{Journal, LineFormat, OtherHeader};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::path::Path;

fuzz_target!(|input: (u8, &[u8])| {
    let (kind, bytes) = input;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    fs::write(&path, bytes).expect("a file");
    if kind % 5 == 4 {
        if ResumeFile::open(&path, &BatchOptions::default()).is_err() {
            assert_eq!(fs::read(&path).expect("the file"), bytes);
        } else {
            ResumeFile::open(&path, &BatchOptions::default()).expect("the same file");
        }
        return;
    }
    let format = LineFormat {
        header: if kind & 8 == 0 { "header" } else { "" },
        line_start: if kind & 16 == 0 { "" } else { "a" },
        is_self_delimiting: kind & 32 != 0,
        other_header: match kind >> 6 {
            0 => OtherHeader::Refused,
            1 => OtherHeader::Replaced,
            _ => OtherHeader::Damaged,
        },
    };
    let Some(mut lines) = lines(&path, &format) else {
        assert_eq!(fs::read(&path).expect("the file"), bytes);
        return;
    };
    let mut journal = Journal::open(&path, &format, |_| true).expect("the same file");
    journal.append("a line").expect("room");
    drop(journal);
    lines.push("a line".into());
    assert_eq!(self::lines(&path, &format), Some(lines));
});

/// The lines of a journal; `None` if it is refused. Lines with an `x` are damaged.
fn lines(path: &Path, format: &LineFormat<'_>) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    let read = Journal::open(path, format, |line| {
        let is_good = !line.contains('x');
        if is_good {
            lines.push(line.to_string());
        }
        is_good
    });
    read.is_ok().then_some(lines)
}
