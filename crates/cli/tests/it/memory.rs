//! Every command under a limit of address space: an answer or a sentence, never a signal.

use crate::common::{
    self, HARD, MATE, NO_MATE, Ran, finish, in_english, interrupt, run, start, wait,
};
use crate::composing::SMALL;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::Command;

/// The limits, in MiB.
const LIMITS: [u64; 3] = [100, 200, 400];

/// The words of a command line, and what comes on standard input.
struct Case {
    words: Vec<String>,
    input: Vec<u8>,
}

fn case(words: &[&str]) -> Case {
    piped(words, b"")
}

fn piped(words: &[&str], input: &[u8]) -> Case {
    Case {
        words: words.iter().map(ToString::to_string).collect(),
        input: input.to_vec(),
    }
}

/// The program with so many MiB of address space.
fn within(mib: u64, words: &[String]) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
        .arg((mib << 10).to_string())
        .arg(env!("CARGO_BIN_EXE_kemuri"))
        .args(words);
    in_english(shell)
}

/// Runs the program with so many MiB of address space.
fn run_within(mib: u64, case: &Case) -> Ran {
    match case.words[0].as_str() {
        "web" => serve_within(mib, &case.words),
        _ => finish(&mut within(mib, &case.words), &case.input),
    }
}

/// Starts the server with so many MiB of address space, and ends it once it serves.
fn serve_within(mib: u64, words: &[String]) -> Ran {
    let mut child = start(&mut within(mib, words));
    let mut out = String::new();
    let printed = child.stdout.as_mut().expect("a pipe");
    BufReader::new(printed).read_line(&mut out).expect("a line");
    if !out.is_empty() {
        interrupt(&child);
    }
    let code = wait(&mut child);
    let mut err = String::new();
    let said = child.stderr.as_mut().expect("a pipe");
    said.read_to_string(&mut err).expect("UTF-8");
    Ran {
        program: "kemuri".into(),
        code,
        out,
        err,
    }
}

/// Every command of the program, as its help lists them.
fn commands() -> BTreeSet<String> {
    let help = run(&["--help"]).out;
    let list = help.split("Commands:").nth(1).expect("a list");
    let list = list.split("\n\n").next().expect("a list");
    // Descriptions that are wrapped go on farther to the right.
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter_map(|line| line.split(' ').next());
    names
        .filter(|name| !name.is_empty())
        .map(String::from)
        .collect()
}

/// Several inputs for every command, some of which ask for more than there is.
fn cases() -> Vec<Case> {
    let folder = common::directory("memory");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let certificate = path("problem.cert");
    assert_eq!(run(&["solve", "--certificate", &certificate, MATE]).code, 0);
    let bytes = std::fs::read(&certificate).expect("a certificate");
    let many = (0..200).map(|n| format!("p{n}\t{MATE}\n"));
    let collection = path("many.tsv");
    std::fs::write(&collection, many.collect::<String>()).expect("a file");
    let long = path("long.kif");
    let comments = "*a comment\n".repeat(80_000);
    std::fs::write(&long, format!("手合割：平手\n{comments}")).expect("a file");
    let usi = format!(
        "usi\nsetoption name Threads value 64\nisready\nposition sfen {MATE}\ngo mate 500\nquit\n"
    );
    let condition = path("small.toml");
    std::fs::write(&condition, SMALL.replace("11", "5")).expect("a file");
    let title = "長い題".repeat(20_000);
    vec![
        case(&["solve", MATE]),
        case(&["solve", "--hash", "1G", MATE]),
        case(&["solve", "--hash", "1M", "--threads", "64", MATE]),
        case(&[
            "solve",
            "--hash",
            "32M",
            "--threads",
            "64",
            "--nodes",
            "20000",
            HARD,
        ]),
        case(&["solve", "--hash", "1M", "--tree", MATE]),
        case(&["solve", "--hash", "1M", "--tree=json", NO_MATE]),
        case(&[
            "solve",
            "--hash",
            "16M",
            "--certificate",
            &path("new.cert"),
            MATE,
        ]),
        case(&["solve", "--hash", "1M", "--nodes", "10", &collection]),
        case(&[
            "bench",
            "--hash",
            "16M",
            "--threads",
            "32",
            "--verify",
            MATE,
        ]),
        case(&["bench", "--hash", "3G", MATE]),
        case(&[
            "check",
            "--hash",
            "32M",
            "--threads",
            "16",
            "--nodes",
            "1000",
            MATE,
            NO_MATE,
        ]),
        case(&[
            "check",
            "--hash",
            "1M",
            "--threads",
            "64",
            "--nodes",
            "100",
            HARD,
            MATE,
        ]),
        case(&["check", "--profile", "/dev/zero", MATE]),
        case(&["verify", &certificate]),
        piped(&["verify", "-"], &bytes),
        piped(&["verify", "-"], &[&bytes[..], &vec![0; 1 << 20]].concat()),
        case(&["show", "--png", &path("a.png"), "--size", "20000", MATE]),
        case(&[
            "show",
            "--svg",
            &path("a.svg"),
            "--title",
            &title[..90_000],
            MATE,
        ]),
        case(&["show", "--moves", "end", MATE]),
        case(&["show", &collection]),
        piped(&["usi"], usi.as_bytes()),
        case(&["convert", "--to", "jkf", &long]),
        case(&["convert", "--to", "kif", MATE]),
        case(&[
            "enumerate",
            &condition,
            "--hash",
            "1M",
            "--out",
            &path("run"),
            "--threads",
            "64",
        ]),
        case(&["enumerate", "/dev/zero", "--out", &path("none")]),
        case(&["compose", "--hash", "1M", "--nodes", "100", MATE]),
        case(&["web", "--no-open", "--port", "0", "--jobs", "64"]),
        case(&["options"]),
        case(&["completions", "bash"]),
        case(&["man"]),
    ]
}

#[test]
#[cfg(target_os = "linux")]
fn no_command_dies_for_want_of_memory() {
    let cases = cases();
    let tried = cases.iter().map(|case| case.words[0].clone()).collect();
    assert_eq!(commands(), tried, "every command has a case");
    let mut refused = 0;
    for mib in LIMITS {
        for case in &cases {
            let ran = run_within(mib, case);
            let start = |word: &String| word.chars().take(40).collect::<String>();
            let shown: Vec<String> = case.words.iter().map(start).collect();
            assert!(
                [0, 1, 2].contains(&ran.code),
                "{mib} {shown:?}: {}",
                ran.err
            );
            for word in ["panicked", "memory allocation of"] {
                assert!(!ran.err.contains(word), "{mib} {shown:?}: {}", ran.err);
            }
            let sentences = ran.err.lines().count();
            assert!(
                ran.code != 2 || sentences >= 1,
                "{mib} {shown:?}: {}",
                ran.err
            );
            refused += usize::from(ran.code == 2);
        }
    }
    // Some ask for too much under every limit.
    assert!(refused >= LIMITS.len());
}

/// The table is split between threads, but nobody asked for a part of it.
#[test]
#[cfg(target_os = "linux")]
fn the_size_that_was_asked_for_is_named() {
    let words = ["check", "--hash", "320M", "--threads", "8", MATE, NO_MATE];
    let ran = run_within(200, &case(&words));
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("320.0 MiB"), "{}", ran.err);
}
