//! Every write meets a fault, and runs are killed at any moment: nothing is lost.
//!
//! An ordinary run takes a sample. `KEMURI_FAULTS` is how many operations of each
//! command meet each kind of fault, `KEMURI_KILLS` how often each command is killed.

use crate::common::{directory, kemuri, run};
use crate::composing::THREE;
use kemuri_testing::faults::{FaultLibrary, Files, Random, Run, Scenario, amount, without_numbers};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Operations of each command that meet each kind of fault in an ordinary run.
const FAULTS: usize = 3;
/// Kills of each command in an ordinary run.
const KILLS: usize = 3;

const COMPLETE: &str = "7k1/9/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";
const COOKED: &str = "7k1/9/5+PP+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l15p 1";
const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";
/// A mate in three, with a few more positions to look at.
const CONDITION: &str = "name = \"three\"\n[material]\npawn = 3\n[final]\npieces = 3\n\
                         [attacker]\nunique = \"all-but-last\"\n\
                         [limits]\nlength = 5\nfiles = [1, 3]\nranks = [1, 3]\n";

fn put(folder: &Path, name: &str, content: impl AsRef<[u8]>) {
    fs::write(folder.join(name), content).expect("a file");
}

/// The program with these words; a word that starts with `@` is a file of the folder.
fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = kemuri();
    for word in words {
        match word.strip_prefix('@') {
            Some(name) => command.arg(folder.join(name)),
            None => command.arg(word),
        };
    }
    command
}

fn collection() -> String {
    let problems = [COOKED, COMPLETE, NO_MATE, THREE];
    let lines = (1..).zip(problems);
    lines.map(|(n, sfen)| format!("p{n}\t{sfen}\n")).collect()
}

const CHECK: &[&str] = &[
    "check",
    "@all.tsv",
    "--resume",
    "@done.jsonl",
    "--json",
    "--threads",
    "1",
    "--hash",
    "1M",
];

/// Files without their times. Of a journal the lines that count, by their problems:
/// others are removed by the next run.
fn normal(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    match name.rsplit('.').next() {
        Some("jsonl") => {
            let text = String::from_utf8_lossy(&bytes);
            let mut last = BTreeMap::new();
            for line in text.lines() {
                match serde_json::from_str::<Value>(line) {
                    Ok(mut value) => {
                        value["time_ms"] = 0.into();
                        let key = format!("{} {}", value["id"], value["settings"]);
                        last.insert(key, format!("{value}\n"));
                    }
                    Err(_) => drop(last.insert(line.into(), format!("{line}\n"))),
                }
            }
            last.into_values().collect::<String>().into_bytes()
        }
        Some("md") => without_numbers(&bytes),
        _ => bytes,
    }
}

/// The names and verdicts of lines of JSON, as far as they are whole.
fn verdicts(text: &str) -> Vec<(Value, Value)> {
    let lines = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    let lines = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    // What could not be done is an object, too.
    let lines = lines.filter(|line| line.get("error").is_none());
    lines
        .map(|line| (line["id"].clone(), line["verdict"].clone()))
        .collect()
}

/// Every verdict that was printed is in the journal, and so is every one that was
/// decided `before`.
fn verdicts_are_kept(run: &Run, files: &Files, before: &[(Value, Value)]) {
    let journal = files.get("done.jsonl").map_or(&b""[..], |bytes| bytes);
    let kept = verdicts(&String::from_utf8_lossy(journal));
    for verdict in verdicts(&run.out).iter().chain(before) {
        assert!(kept.contains(verdict), "{verdict:?} is lost: {kept:?}");
    }
}

/// Every generation that was reported is there.
fn generations_are_kept(run: &Run, files: &Files) {
    let lines = run
        .out
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    for line in lines.filter(|line| line.contains("candidate")) {
        let plies = line
            .split_whitespace()
            .next()
            .and_then(|word| word.parse().ok());
        let plies: u32 = plies.expect("a number");
        let name = format!("out/plies-{plies:04}.positions");
        assert!(files.contains_key(&name), "{name} is lost: {}", run.out);
    }
}

/// A journal of verdicts in which each undecided one stands twice, and one that is
/// damaged.
fn journals(folder: &Path) -> [Vec<u8>; 2] {
    fs::create_dir(folder).expect("a folder");
    put(folder, "all.tsv", collection());
    for nodes in ["10", "11"] {
        let words = [CHECK, &["--nodes", nodes]].concat();
        let ran = command(folder, &words).output().expect("a run");
        assert_eq!(ran.status.code(), Some(1));
    }
    let twice = fs::read(folder.join("done.jsonl")).expect("a file");
    let text = String::from_utf8(twice.clone()).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 5, "{text}");
    let damaged = format!("{}\n\0\0{}\n{}\n", lines[0], &lines[1][..50], lines[2]);
    [twice, damaged.into_bytes()]
}

/// Calls `test` with every scenario of the program. What they need is made in a new
/// folder.
fn with_scenarios(folder: &Path, mut test: impl FnMut(&Scenario<'_>)) {
    let [twice, damaged] = journals(&folder.join("journals"));
    let decided = |journal: &[u8]| {
        let mut all = verdicts(&String::from_utf8_lossy(journal));
        all.retain(|(_, verdict)| verdict != "undecided");
        all
    };
    for (name, journal) in [
        ("check", None),
        ("check a journal with old lines", Some(&twice)),
        ("check a damaged journal", Some(&damaged)),
    ] {
        let before = journal.map_or_else(Vec::new, |journal| decided(journal));
        test(&Scenario {
            name,
            prepare: &|folder| {
                put(folder, "all.tsv", collection());
                if let Some(journal) = journal {
                    put(folder, "done.jsonl", journal);
                }
            },
            command: &|folder| command(folder, CHECK),
            normal: &normal,
            is_unfinished: &|name| name == "done.jsonl",
            kept: &|run, files| verdicts_are_kept(run, files, &before),
        });
    }
    test(&Scenario {
        name: "enumerate",
        prepare: &|folder| put(folder, "three.toml", CONDITION),
        command: &|folder| {
            let words = [
                "enumerate",
                "@three.toml",
                "--out",
                "@out",
                "--threads",
                "1",
            ];
            command(folder, &[&words[..], &["--hash", "1M"]].concat())
        },
        normal: &normal,
        is_unfinished: &|name| {
            let ends = [".candidates", ".decisions", ".retried", ".run"];
            name.starts_with("out/plies-") && ends.iter().any(|end| name.ends_with(end))
        },
        kept: &generations_are_kept,
    });
    // What ends with one file or with what is printed.
    type Prepare = fn(&Path);
    let outputs: [(&[&str], Prepare); 7] = [
        (
            &[
                "solve",
                COMPLETE,
                "--certificate",
                "@a.cert",
                "--hash",
                "1M",
            ],
            |folder| {
                let name = folder.join("a.cert");
                let name = name.to_str().expect("UTF-8");
                assert_eq!(run(&["solve", NO_MATE, "--certificate", name]).code, 0);
            },
        ),
        (
            &[
                "check",
                "@all.tsv",
                "--report",
                "@report.md",
                "--threads",
                "1",
            ],
            |folder| {
                put(folder, "all.tsv", collection());
                let name = folder.join("report.md");
                let name = name.to_str().expect("UTF-8");
                assert_eq!(run(&["check", COMPLETE, "--report", name]).code, 0);
            },
        ),
        (
            &["convert", "@a.sfen", "--to", "kif", "--out", "@a.kif"],
            |folder| put(folder, "a.sfen", COMPLETE),
        ),
        (
            &["show", "@all.tsv", "--svg", "@pictures/{id}.svg"],
            |folder| put(folder, "all.tsv", collection()),
        ),
        (&["show", COMPLETE, "--png", "@a.png"], |_| ()),
        (&["man", "--out", "@pages"], |_| ()),
        (&["compose", THREE, "--hash", "1M"], |_| ()),
    ];
    for (words, prepare) in outputs {
        test(&Scenario {
            name: words[0],
            prepare: &prepare,
            command: &|folder| command(folder, words),
            normal: &normal,
            is_unfinished: &|_| false,
            kept: &|_, _| (),
        });
    }
}

#[test]
fn every_file_operation_may_fail() {
    let folder = directory("faults");
    let library = FaultLibrary::build(&folder);
    let most = amount("KEMURI_FAULTS", FAULTS);
    with_scenarios(&folder, |scenario| {
        let sweep = scenario.sweep(&library, &folder.join("work"), most);
        println!("{}: {sweep}", scenario.name);
        assert!(sweep.faults > 0, "{}", scenario.name);
    });
}

#[test]
fn a_command_that_is_killed_at_any_moment_goes_on() {
    let folder = directory("kills");
    let most = amount("KEMURI_KILLS", KILLS);
    let mut random = Random::of_environment();
    let mut kills = 0;
    with_scenarios(&folder, |scenario| {
        let killed = scenario.kill(&folder.join("work"), &mut random, most);
        println!(
            "{}: {killed} of {most} killed before the end",
            scenario.name
        );
        kills += killed;
    });
    assert!(kills > 0, "nothing was killed");
}
