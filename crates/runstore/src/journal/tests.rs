//! Tests of journals.

use super::*;
use std::fs;
use std::ops::RangeInclusive;

const FORMAT: LineFormat<'_> = LineFormat {
    header: "numbers, from 1",
    other_header: OtherHeader::Refused,
    line_start: "n ",
    is_self_delimiting: false,
};

/// Opens a journal of lines such as `n 12`.
fn open(path: &Path, format: &LineFormat<'_>) -> Result<(Journal, Vec<u32>), JournalError> {
    let mut numbers = Vec::new();
    let journal = Journal::open(path, format, |line| {
        let number: Option<u32> = line.strip_prefix("n ").and_then(|n| n.parse().ok());
        numbers.extend(number);
        number.is_some()
    })?;
    Ok((journal, numbers))
}

fn refused(path: &Path, text: &str, format: &LineFormat<'_>) -> JournalError {
    fs::write(path, text).unwrap();
    let error = open(path, format).unwrap_err();
    assert_eq!(fs::read_to_string(path).unwrap(), text);
    error
}

#[test]
fn a_journal_cut_anywhere_keeps_its_complete_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let bytes = b"numbers, from 1\nn 10\nn 200\nn 3000\n";
    let all = [10, 200, 3000];
    for length in 0..=bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let (mut journal, numbers) = open(&path, &FORMAT).unwrap();
        assert_eq!(numbers, all[..numbers.len()], "cut at {length}");
        for number in &all[numbers.len()..] {
            journal.append(&format!("n {number}")).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut at {length}");
    }
}

#[test]
fn a_last_line_that_is_complete_needs_no_line_break() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let format = LineFormat {
        is_self_delimiting: true,
        ..FORMAT
    };
    fs::write(&path, "numbers, from 1\nn 1\nn 2").unwrap();
    let (mut journal, numbers) = open(&path, &format).unwrap();
    assert_eq!(numbers, [1, 2]);
    journal.append("n 3").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "numbers, from 1\nn 1\nn 2\nn 3\n");
}

#[test]
fn files_of_others_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    for text in ["numbers, from 2\nn 1\n", "Dear Sir,", "Dear Sir,\n", "\n"] {
        let error = refused(&path, text, &FORMAT);
        assert!(matches!(error, JournalError::OtherHeader { .. }), "{error}");
    }
    let headless = LineFormat {
        header: "",
        ..FORMAT
    };
    for text in ["Dear Sir,", "Dear Sir,\nhow are you\n", "\0\0\0\0", "\n\n"] {
        let error = refused(&path, text, &headless);
        assert!(error.to_string().contains("line 1:"), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn whole_lines_of_a_damaged_journal_are_kept_and_the_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let headless = LineFormat {
        header: "",
        ..FORMAT
    };
    let anew = LineFormat {
        other_header: OtherHeader::Damaged,
        ..FORMAT
    };
    let too_long = format!("n 1\n{}\nn 2\n", "x".repeat(70 << 20));
    type Case<'a> = (
        &'a LineFormat<'a>,
        &'a str,
        &'a [u32],
        &'a [RangeInclusive<u64>],
    );
    let cases: [Case<'_>; 10] = [
        (&headless, "n 1\nDear Sir,\n", &[1], &[2..=2]),
        (&headless, "Dear Sir,\nn 1\n", &[1], &[1..=1]),
        (&headless, "n 1\nn two\n\0\0\n\nn 3\n", &[1, 3], &[2..=4]),
        (
            &headless,
            "n 1\nn\nn 2\nn x\nn 3\nn 4",
            &[1, 2, 3],
            &[2..=2, 4..=4, 6..=6],
        ),
        (&headless, "n 1n 2\n", &[], &[1..=1]),
        (&headless, &too_long, &[1, 2], &[2..=2]),
        (
            &FORMAT,
            "numbers, from 1\nn 1\nx\nn 3",
            &[1],
            &[3..=3, 4..=4],
        ),
        (&FORMAT, "numbers, from 1\n\0\0\0\0", &[], &[2..=2]),
        (&anew, "numb\nn 1\n", &[1], &[1..=1]),
        (&anew, "n 1\nn 2\n", &[2], &[1..=1]),
    ];
    for (number, (format, text, kept, lines)) in (1..).zip(cases) {
        fs::write(&path, text).unwrap();
        let (mut journal, numbers) = open(&path, format).unwrap();
        assert_eq!(numbers, kept, "{number}");
        let salvage = journal.salvage().unwrap().clone();
        assert_eq!(salvage.lines, lines, "{number}");
        let original = salvage.original.unwrap();
        let name = match number {
            1 => "journal.damaged".into(),
            _ => format!("journal.damaged-{number}"),
        };
        assert_eq!(original, folder.path().join(name));
        assert!(fs::read_to_string(original).unwrap() == text, "{number}");
        let busy = open(&path, format).unwrap_err();
        assert!(matches!(busy, JournalError::Busy { .. }), "{busy}");
        journal.append("n 7").unwrap();
        drop(journal);
        let (journal, numbers) = open(&path, format).unwrap();
        assert_eq!(numbers, [kept, &[7]].concat(), "{number}");
        assert_eq!(journal.salvage(), None);
    }
    // A run that is killed after it has kept the file does not keep it again.
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let before = files();
    fs::write(&path, cases[0].1).unwrap();
    open(&path, &headless).unwrap();
    assert_eq!(files(), before);
}

#[test]
fn a_journal_of_something_else_begins_anew_where_the_format_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let format = LineFormat {
        other_header: OtherHeader::Replaced,
        ..FORMAT
    };
    for text in ["numbers, from 2\nn 1\n", "\0\u{1}\u{2}"] {
        fs::write(&path, text).unwrap();
        let (mut journal, numbers) = open(&path, &format).unwrap();
        assert_eq!(numbers, []);
        journal.append("n 7").unwrap();
        drop(journal);
        assert_eq!(open(&path, &FORMAT).unwrap().1, [7]);
    }
}

#[test]
fn the_end_of_a_line_that_was_being_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    fs::write(&path, "numbers, from 1\nn 1\nn 2").unwrap();
    let (journal, numbers) = open(&path, &FORMAT).unwrap();
    assert_eq!(numbers, [1]);
    let salvage = journal.salvage().unwrap();
    assert_eq!((&*salvage.lines, salvage.count()), (&[3..=3][..], 1));
    assert_eq!(salvage.original, None);
}

#[test]
fn lines_are_dropped_from_the_middle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, _) = open(&path, &FORMAT).unwrap();
    for number in 1..=5 {
        journal.append(&format!("n {number}")).unwrap();
    }
    journal.drop_lines(|line| line == 2 || line == 4).unwrap();
    let error = open(&path, &FORMAT).unwrap_err();
    assert!(matches!(error, JournalError::Busy { .. }), "{error}");
    journal.append("n 6").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "numbers, from 1\nn 2\nn 4\nn 5\nn 6\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink(name("loop"), name("loop")).unwrap();
    // A pipe is tried with the program: a child of this process would share the locks
    // of other tests.
    let _socket = std::os::unix::net::UnixListener::bind(name("socket")).unwrap();
    for path in [folder.path(), &name("socket"), Path::new("/dev/null")] {
        let error = open(path, &FORMAT).unwrap_err();
        assert!(matches!(error, JournalError::NotAFile { .. }), "{error}");
    }
    let error = open(&name("loop"), &FORMAT).unwrap_err();
    assert!(matches!(error, JournalError::File(_)), "{error}");
    // A link to a file is one, and stays one.
    fs::write(name("file"), "numbers, from 1\nn 1\nx\n").unwrap();
    std::os::unix::fs::symlink(name("file"), name("link")).unwrap();
    let (journal, numbers) = open(&name("link"), &FORMAT).unwrap();
    assert_eq!(numbers, [1]);
    assert!(matches!(
        open(&name("file"), &FORMAT),
        Err(JournalError::Busy { .. })
    ));
    drop(journal);
    assert!(name("link").is_symlink());
    assert_eq!(open(&name("file"), &FORMAT).unwrap().1, [1]);
}

#[test]
fn a_journal_that_is_open_cannot_be_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let first = open(&path, &FORMAT).unwrap();
    let error = open(&path, &FORMAT).unwrap_err();
    assert!(matches!(error, JournalError::Busy { .. }), "{error}");
    drop(first);
    assert!(open(&path, &FORMAT).is_ok());
}

#[test]
fn a_line_has_no_line_break() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, _) = open(&path, &FORMAT).unwrap();
    let error = journal.append("n 1\nn 2").unwrap_err();
    assert_eq!(error.source.kind(), io::ErrorKind::InvalidInput);
    journal.append("n 3").unwrap();
    drop(journal);
    assert_eq!(open(&path, &FORMAT).unwrap().1, [3]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_with_the_name_of_the_file() {
    let path = Path::new("/dev/full");
    let mut journal = Journal {
        path: path.into(),
        file: OpenOptions::new().write(true).open(path).unwrap(),
        length: 0,
        synced: Instant::now(),
        salvage: None,
    };
    let error = journal.append("n 1").unwrap_err();
    assert!(error.to_string().starts_with("/dev/full: "), "{error}");
    assert_eq!(journal.length, 0);
}
