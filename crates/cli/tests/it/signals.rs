//! Every command, every signal: a command that is in the middle of its work ends at
//! once, with exit code 1 (a server with 0), and leaves every file old or new.

use crate::common::{HARD, MATE, NO_MATE, directory, kemuri, run};
use kemuri_testing::signals::{Input, Interrupted, Interruption, Middle, SIGNALS, interrupted};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Enough work to be in the middle of it.
const BUSY: Middle = Middle::Busy(Duration::from_millis(150));
/// A mate in fifty-one whose certificate is not written in a moment.
const LONG: &str = "5+P+p1+p/5PPP+P/4+P1p2/6k1P/4+P1+p1+P/4+P+p+P1+P/4+P4/9/9 b -";
/// A command in the middle of its work.
struct Row {
    /// The command.
    command: &'static str,
    /// Its words; `{}` stands for a folder of its own.
    words: &'static [&'static str],
    input: fn() -> Input,
    middle: Middle,
    /// The exit code.
    code: i32,
    /// Puts files into the folder.
    files: fn(&Path),
    /// Looks at what was printed, and at the files.
    holds: fn(&Interrupted, &Path) -> bool,
    unread: bool,
}

/// A row with nothing to read and nothing to look at.
const ROW: Row = Row {
    command: "",
    words: &[],
    input: || Input::Waits(Vec::new()),
    middle: BUSY,
    code: 1,
    files: |_| (),
    holds: |_, _| true,
    unread: false,
};

/// The words for the verdict of an interrupted search.
fn is_unknown(ended: &Interrupted, _: &Path) -> bool {
    ended.out.contains("interrupted")
}

/// The run says that it was interrupted.
fn says_so(ended: &Interrupted, _: &Path) -> bool {
    ended.err.ends_with("kemuri: interrupted\n")
}

/// An endless collection.
fn endless() -> Input {
    Input::Endless(Vec::new(), format!("{MATE}\n").repeat(100).into())
}

/// A collection of which there is no more for the time being.
fn unfinished() -> Input {
    Input::Waits(format!("a\t{MATE}\nb\t{MATE}\n").into())
}

/// A certificate.
fn certificate() -> Vec<u8> {
    static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let path = directory("signals-certificate").join("c");
        let words = ["solve", "--certificate", path.to_str().unwrap(), MATE];
        assert_eq!(run(&words).code, 0);
        fs::read(path).expect("a certificate")
    });
    BYTES.clone()
}

/// A certificate is there already.
fn old_certificate(folder: &Path) {
    let path = folder.join("c");
    let words = ["solve", "--certificate", path.to_str().unwrap(), NO_MATE];
    assert_eq!(run(&words).code, 0);
}

/// The certificate is the old one, whole, and nothing is beside it.
fn is_old_certificate(folder: &Path) -> bool {
    let path = folder.join("c");
    names(folder) == ["c"] && run(&["verify", path.to_str().unwrap(), NO_MATE]).code == 0
}

/// A collection with hard problems behind an easy one.
fn collection(folder: &Path) {
    let hard = format!("a\t{MATE}\nb\t{HARD}\nc\t{HARD}\nd\t{HARD}\n");
    fs::write(folder.join("all.tsv"), hard).expect("written");
}

/// The file names of a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a file").file_name().into_string())
        .map(|name| name.expect("UTF-8"))
        .collect();
    names.sort();
    names
}

/// Nothing in the folder, or in one below it, is half written.
fn is_tidy(folder: &Path) -> bool {
    names(folder).iter().all(|name| {
        let path = folder.join(name);
        match path.is_dir() {
            true => is_tidy(&path),
            false => !name.ends_with(".partial"),
        }
    })
}

/// Whether every file of the folder `pictures` ends with these bytes, and there is one.
fn pictures_end_with(folder: &Path, end: &[u8]) -> bool {
    let folder = folder.join("pictures");
    let names = names(&folder);
    let mut all = names.iter().map(|name| fs::read(folder.join(name)));
    !names.is_empty() && all.all(|bytes| bytes.expect("a file").trim_ascii_end().ends_with(end))
}

/// A collection that was checked in part.
fn kept_verdict_and_report(ended: &Interrupted, folder: &Path) -> bool {
    let [report, kept] = ["report.html", "kept"].map(|name| fs::read_to_string(folder.join(name)));
    let (report, kept) = (report.expect("a report"), kept.expect("verdicts"));
    let is_json = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    ended.out.starts_with("a ")
        && report.trim_end().ends_with("</html>")
        && report.contains(">a<")
        && kept.lines().any(|line| line.contains("\"id\":\"a\""))
        && kept.lines().all(is_json)
}

/// Every command in the middle of everything that may take long.
fn rows() -> Vec<Row> {
    let mut rows = searching();
    rows.extend(reading_and_drawing());
    rows.extend(judging_and_composing());
    // A signal is how a server is meant to end.
    rows.push(Row {
        command: "web",
        words: &["web", "--no-open", "--port", "0"],
        middle: Middle::Printed("http://"),
        code: 0,
        ..ROW
    });
    // A command whose output nobody reads.
    for words in [
        &["completions", "bash"][..],
        &["man"],
        &["options"],
        &["convert", MATE, "--to", "kif"],
        &["solve", MATE],
        &["show", MATE],
    ] {
        rows.push(Row {
            command: words[0],
            words,
            middle: Middle::Asleep,
            unread: true,
            ..ROW
        });
    }
    rows
}

/// Commands that search one position after another.
fn searching() -> Vec<Row> {
    vec![
        Row {
            command: "solve",
            words: &["solve", "--hash", "1M", HARD],
            holds: is_unknown,
            ..ROW
        },
        Row {
            command: "solve",
            words: &["solve", "--threads", "4", "--hash", "1M", HARD],
            holds: is_unknown,
            ..ROW
        },
        Row {
            command: "solve",
            words: &["solve", "--json", "-"],
            input: unfinished,
            middle: Middle::Asleep,
            holds: |ended, path| {
                ended.out.matches("\"verdict\":\"mate\"").count() == 2 && says_so(ended, path)
            },
            ..ROW
        },
        Row {
            command: "solve",
            words: &["solve", "-"],
            input: endless,
            ..ROW
        },
        Row {
            command: "solve",
            words: &["solve", "--tree", HARD],
            holds: |ended, _| ended.out.contains("interrupted") && ended.err.contains("no tree"),
            ..ROW
        },
        Row {
            command: "solve",
            words: &["solve", "--certificate", "{}/c", HARD],
            files: old_certificate,
            holds: |ended, folder| is_unknown(ended, folder) && is_old_certificate(folder),
            ..ROW
        },
        // While the certificate is built.
        Row {
            command: "solve",
            words: &["solve", "--hash", "64K", "--certificate", "{}/c", LONG],
            files: old_certificate,
            middle: Middle::Printed("Mate in 51"),
            holds: |ended, folder| {
                ended.err.contains("certificate was interrupted") && is_old_certificate(folder)
            },
            ..ROW
        },
        Row {
            command: "bench",
            words: &["bench", "--json", "{}/all.tsv"],
            files: collection,
            holds: |ended, _| {
                ended.out.contains("\"reason\":\"interrupted\"")
                    && ended.out.contains("\"summary\"")
            },
            ..ROW
        },
        Row {
            command: "bench",
            words: &["bench", "--signature"],
            middle: Middle::Busy(Duration::from_millis(30)),
            ..ROW
        },
        // An engine that hears neither `stop` nor `quit`.
        Row {
            command: "bench",
            words: &["bench", MATE, "--engine", "/bin/sh {}/deaf.sh"],
            files: |folder| {
                let script = "while read -r line; do case $line in\n\
                              usi) echo usiok;; isready) echo readyok;; go*) sleep 1000;;\n\
                              esac; done\n";
                fs::write(folder.join("deaf.sh"), script).expect("written");
            },
            middle: Middle::Asleep,
            holds: is_unknown,
            ..ROW
        },
        Row {
            command: "usi",
            words: &["usi"],
            input: || Input::Waits(format!("position sfen {HARD}\ngo mate infinite\n").into()),
            holds: says_so,
            ..ROW
        },
        Row {
            command: "usi",
            words: &[],
            middle: Middle::Asleep,
            holds: says_so,
            ..ROW
        },
    ]
}

/// Commands that read and draw.
fn reading_and_drawing() -> Vec<Row> {
    vec![
        Row {
            command: "verify",
            words: &["verify", "-"],
            input: || {
                let bytes = certificate();
                Input::Waits(bytes[..bytes.len() / 2].into())
            },
            middle: Middle::Asleep,
            holds: says_so,
            ..ROW
        },
        Row {
            command: "verify",
            words: &["verify", "-"],
            input: || Input::Endless(certificate(), vec![0; 1 << 16]),
            holds: says_so,
            ..ROW
        },
        Row {
            command: "convert",
            words: &["convert", "-", "--to", "kif", "--out", "{}/new.kif"],
            input: || Input::Waits("手合割：平手\n".into()),
            middle: Middle::Asleep,
            holds: |ended, folder| says_so(ended, folder) && names(folder).is_empty(),
            ..ROW
        },
        Row {
            command: "show",
            words: &["show", "-"],
            input: unfinished,
            middle: Middle::Asleep,
            holds: |ended, folder| ended.out.contains("+-----") && says_so(ended, folder),
            ..ROW
        },
        Row {
            command: "show",
            words: &["show", "--svg", "{}/pictures/", "-"],
            input: endless,
            holds: |_, folder| pictures_end_with(folder, b"</svg>") && is_tidy(folder),
            ..ROW
        },
        Row {
            command: "show",
            words: &["show", "--png", "{}/pictures/", "--size", "20000", MATE],
            holds: |ended, folder| {
                ended.err.contains("0 diagrams were drawn")
                    && names(&folder.join("pictures")).is_empty()
            },
            ..ROW
        },
        Row {
            command: "show",
            words: &["show", "--moves", "end", HARD],
            holds: |ended, _| ended.err.contains("0 diagrams were drawn"),
            ..ROW
        },
    ]
}

/// Commands that judge and compose.
fn judging_and_composing() -> Vec<Row> {
    vec![
        Row {
            command: "check",
            words: &["check", "--hash", "1M", HARD],
            holds: is_unknown,
            ..ROW
        },
        Row {
            command: "check",
            words: &[
                "check",
                "--threads",
                "3",
                "--resume",
                "{}/kept",
                "--report",
                "{}/report.html",
                "{}/all.tsv",
            ],
            files: collection,
            middle: Middle::Printed("complete"),
            holds: |ended, folder| kept_verdict_and_report(ended, folder) && is_tidy(folder),
            ..ROW
        },
        Row {
            command: "check",
            words: &["check", "-"],
            input: unfinished,
            middle: Middle::Asleep,
            holds: says_so,
            ..ROW
        },
        Row {
            command: "compose",
            words: &["compose", HARD],
            ..ROW
        },
        Row {
            command: "enumerate",
            words: &["enumerate", "tofu-smoke", "--out", "{}/run"],
            holds: |ended, folder| ended.err.contains("goes on from here") && is_tidy(folder),
            ..ROW
        },
    ]
}

/// The commands that the program knows: each has a page of the manual.
fn commands() -> BTreeSet<String> {
    let folder = directory("signals-commands");
    assert_eq!(run(&["man", "--out", folder.to_str().unwrap()]).code, 0);
    let pages = names(&folder);
    let name = |page: &String| Some(page.strip_prefix("kemuri-")?.strip_suffix(".1")?.to_owned());
    pages.iter().filter_map(name).collect()
}

/// Interrupts a command and looks at what is left.
fn check(number: usize, row: &Row, signal: (&str, u32)) {
    let folder = || PathBuf::from(format!("signals-{number}-{}", signal.0));
    let what = format!("{:?} at {:?}, SIG{}", row.words, row.middle, signal.0);
    let mut path = PathBuf::new();
    let prepare = || {
        path = directory(folder().to_str().unwrap());
        (row.files)(&path);
        let place = path.to_str().expect("UTF-8");
        let mut command = kemuri();
        command.args(row.words.iter().map(|word| word.replace("{}", place)));
        Interruption {
            command,
            input: (row.input)(),
            unread: row.unread,
            middle: row.middle.clone(),
        }
    };
    let ended = interrupted(prepare, signal);
    ended.assert_prompt(row.code, &what);
    assert!((row.holds)(&ended, &path), "{what}: {ended:?}");
}

#[test]
fn every_command_hears_every_signal() {
    let rows = rows();
    let named: BTreeSet<String> = rows.iter().map(|row| row.command.into()).collect();
    assert_eq!(named, commands(), "a command is missing here, or is none");
    let cases: Vec<_> = (rows.iter().enumerate())
        .flat_map(|(number, row)| SIGNALS.map(|signal| (number, row, signal)))
        .collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((number, row, signal)) =
                    cases.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    check(*number, row, *signal);
                }
            });
        }
    });
}

/// Two signals that come at once, while the program cannot run, are heard one after
/// the other: the second ends it, whatever it would still print.
#[test]
fn a_second_signal_ends_a_command_at_once() {
    use crate::common::{start, wait};
    use kemuri_testing::signals::send;
    let mut codes = Vec::new();
    while !codes.contains(&130) {
        assert!(
            codes.len() < 20 && codes.iter().all(|&code| code == 1),
            "{codes:?}"
        );
        let mut child = start(kemuri().args(["solve", "--json", "-"]));
        let mut stdin = child.stdin.take().expect("a pipe");
        let text = format!("{MATE}\n{HARD}\n");
        std::io::Write::write_all(&mut stdin, text.as_bytes()).expect("written");
        // The first answer shows that it listens.
        let out = child.stdout.as_mut().expect("a pipe");
        std::io::Read::read_exact(out, &mut [0]).expect("an answer");
        for signal in ["STOP", "INT", "TERM", "CONT"] {
            send(&child, signal);
        }
        codes.push(wait(&mut child));
    }
}
