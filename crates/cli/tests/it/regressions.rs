//! What once went wrong. Each test bears the name of the fault.

use crate::common::{finish, kemuri};
use crate::composing::{SMALL, THREE};
use std::fs;
use tempfile::tempdir;
use unicode_width::UnicodeWidthStr;

/// A file is not passed over for the shipped condition of its name, nor read in
/// part; a folder is no file.
#[test]
fn a_condition_was_passed_over_or_read_in_part() {
    let folder = tempdir().unwrap();
    let name = folder.path().join("tofu-smoke");
    let words = ["compose", THREE, "--condition", "tofu-smoke", "--top", "1"];
    let there = || {
        let ran = kemuri().args(words).current_dir(folder.path()).output();
        let ran = ran.unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        (ran.status.code(), err)
    };
    fs::create_dir(&name).unwrap();
    assert_eq!(there(), (Some(0), String::new()));
    fs::remove_dir(&name).unwrap();
    let long = format!("{SMALL}{}", "#\n".repeat(1 << 19));
    for bytes in [b"\xff\xfe".to_vec(), long.into_bytes()] {
        fs::write(&name, bytes).unwrap();
        let (code, err) = there();
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains("tofu-smoke: cannot be read"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

/// Notes of deep lines, and the list of pieces out of play, were up to 105 columns wide.
#[test]
fn notes_were_wider_than_the_terminal() {
    let cook = "7k1/9/5+PP+P1/9/9/9/9/9/9 b - 1";
    let (mut broken, mut narrow) = (0, 0);
    for (columns, width) in [("", 80), ("50", 50)] {
        for lang in ["en", "ja"] {
            for words in [&["check", "-v", "--tries", cook][..], &["solve", cook]] {
                let mut command = kemuri();
                command
                    .args(words)
                    .args(["--lang", lang])
                    .env("COLUMNS", columns);
                let ran = finish(&mut command, b"");
                let lines: Vec<&str> = ran.out.lines().chain(ran.err.lines()).collect();
                for line in &lines {
                    assert!(line.width() <= width, "{lang} {width}: {line}");
                }
                broken += usize::from(ran.err.lines().count() > 1);
                narrow += lines.iter().filter(|line| line.width() > 50).count();
                // No move is broken.
                assert!(
                    !ran.out
                        .lines()
                        .any(|line| line.trim_end().ends_with(['▲', '△']))
                );
            }
        }
    }
    assert!(broken > 4 && narrow > 4, "{broken} {narrow}");
}

/// A length that a limit left open has neither the order that was asked for nor an
/// explanation, and both are said.
#[test]
fn an_order_and_an_explanation_were_missing_without_a_word() {
    let problem = "4B3r/7k1/7p1/4N2R1/8B/9/9/9/9 b GN3g4s2n4l17p 1";
    for (flags, said) in [
        (&["--order", "edo"][..], "Edo order not determined"),
        (&["--explain"][..], "could not be shown"),
    ] {
        let limit = ["solve", "--nodes", "100", problem, "--lang", "en"];
        let ran = finish(kemuri().args(limit).args(flags), b"");
        let all = ran.out + &ran.err;
        assert_eq!(ran.code, 1, "{all}");
        assert!(all.contains("Mate within 7 plies"), "{all}");
        assert!(all.contains(said) && all.contains("node limit"), "{all}");
    }
}
