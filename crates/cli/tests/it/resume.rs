//! `kemuri check --resume` and its file of verdicts: several processes, damage, and
//! files that are none.

use crate::common::{directory, file, kemuri, run};
use kemuri_testing::problems::{MATE, NO_MATE};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

const COMPLETE: &str = "7k1/9/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";

/// Several processes are started on one file at once. Each is refused in one line, or
/// does its work; no verdict is lost.
#[test]
fn processes_on_one_file_do_not_overwrite_each_other() {
    const PROBLEMS: usize = 60;
    let folder = directory("resume-several");
    let (input, done) = (folder.join("all.tsv"), folder.join("done.jsonl"));
    let problem = |n: usize| format!("p{n}\t{}\n", [COMPLETE, NO_MATE, MATE][n % 3]);
    fs::write(&input, (0..PROBLEMS).map(problem).collect::<String>()).expect("a file");
    let start = || {
        let mut command = kemuri();
        command.arg("check").arg(&input).arg("--resume").arg(&done);
        command.args(["--threads", "1", "--hash", "1M"]);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    };
    let children: Vec<_> = (0..4).map(|_| start()).collect();
    let mut worked = 0;
    for child in children {
        let ended = child.wait_with_output().expect("an end");
        let err = String::from_utf8_lossy(&ended.stderr);
        match ended.status.code() {
            Some(2) => {
                assert!(err.contains("another process is using this file"), "{err}");
                assert_eq!(err.lines().count(), 1, "{err}");
            }
            Some(1) => worked += 1,
            code => panic!("{code:?}: {err}"),
        }
    }
    assert!(worked > 0);
    let text = fs::read_to_string(&done).expect("a file");
    let names = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("a whole line");
        line["id"].as_str().expect("a name").to_string()
    });
    let names: BTreeSet<String> = names.collect();
    assert_eq!((names.len(), text.lines().count()), (PROBLEMS, PROBLEMS));
}

#[test]
fn a_damaged_file_is_salvaged_and_said_so() {
    let done = file("resume-damaged", "done.jsonl", "");
    for sfen in [COMPLETE, NO_MATE, MATE] {
        run(&["check", sfen, "--resume", &done]);
    }
    let text = fs::read_to_string(&done).expect("a file");
    let lines: Vec<&str> = text.lines().collect();
    let damaged = format!("{}\n\0\0\0\n{}\n{}\n", lines[0], &lines[1][7..], lines[2]);
    let original = format!("{done}.damaged");
    for (lang, sentence) in [
        (
            "en",
            "2 damaged lines (2–3) are left out; the file as it was is kept as",
        ),
        ("ja", "壊れた行が 2 行（2–3 行目）あり、除きました"),
    ] {
        fs::write(&done, &damaged).expect("a file");
        let ran = run(&["check", COMPLETE, "--resume", &done, "--lang", lang]);
        // A line that is wrapped goes on with spaces.
        let sentences = |text: &str| text.lines().filter(|line| !line.starts_with(' ')).count();
        assert_eq!((ran.code, sentences(&ran.out)), (0, 1), "{}", ran.out);
        assert_eq!(sentences(&ran.err), 1, "{}", ran.err);
        assert!(
            ran.err.contains(sentence) && ran.err.contains(&original),
            "{}",
            ran.err
        );
        assert_eq!(fs::read_to_string(&original).expect("a file"), damaged);
        fs::remove_file(&original).expect("removed");
        let left = fs::read_to_string(&done).expect("a file");
        assert_eq!(left, format!("{}\n{}\n", lines[0], lines[2]));
    }
    // The other two are known, and this one is checked again.
    let known = |sfen| {
        let out = run(&["check", sfen, "--resume", &done, "--lang", "en"]).out;
        // The sentence may be wrapped anywhere.
        let words: Vec<&str> = out.split_whitespace().collect();
        words.join(" ").contains("judged before")
    };
    assert!(known(MATE));
    assert!(!known(NO_MATE));
    let whole = fs::read_to_string(&done).expect("a file");
    assert_eq!(whole.lines().count(), 3);
}

/// A pipe would wait for ever, and a device has no end.
#[cfg(target_os = "linux")]
#[test]
fn what_is_no_ordinary_file_is_refused_at_once() {
    let folder = directory("resume-no-file");
    let [pipe, round, missing] = ["pipe", "loop", "no/such"].map(|name| folder.join(name));
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    std::os::unix::fs::symlink(&round, &round).expect("a link");
    let [folder, pipe, round, missing] =
        [&folder, &pipe, &round, &missing].map(|path| path.to_str().expect("UTF-8"));
    for (path, english, japanese) in [
        ("/dev/full", "not an ordinary file", "通常のファイル"),
        ("/dev/zero", "not an ordinary file", "通常のファイル"),
        ("/dev/stdin", "not an ordinary file", "通常のファイル"),
        (folder, "not an ordinary file", "通常のファイル"),
        (pipe, "not an ordinary file", "通常のファイル"),
        (round, "symbolic links", "使えません"),
        (missing, "No such file", "使えません"),
    ] {
        for (lang, sentence) in [("en", english), ("ja", japanese)] {
            let ran = run(&["check", COMPLETE, "--resume", path, "--lang", lang]);
            ran.assert_refused(&["--resume", path, sentence]);
        }
    }
}

/// A line without an end takes no more memory than a line may have.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_line_is_refused_in_little_memory() {
    let path = file("resume-endless", "zeros.jsonl", "");
    let zeros = fs::File::options().write(true).open(&path).expect("a file");
    zeros.set_len(1 << 30).expect("a sparse file");
    let ran = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 600000; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_kemuri"))
        .args(["check", COMPLETE, "--hash", "1M", "--resume", &path])
        .env("LANG", "C")
        .output()
        .expect("a run");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{err}");
    assert!(err.contains("line 1: this is no verdict"), "{err}");
    assert_eq!(fs::metadata(&path).expect("a file").len(), 1 << 30);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let path = file("resume-read-only", "done.jsonl", "");
    let permissions = fs::Permissions::from_mode(0o444);
    fs::set_permissions(&path, permissions).expect("permissions");
    if fs::File::options().write(true).open(&path).is_ok() {
        println!("skipped: this user may write every file");
        return;
    }
    let ran = run(&["check", COMPLETE, "--resume", &path]);
    ran.assert_refused(&["--resume", "done.jsonl", "Permission denied"]);
}
