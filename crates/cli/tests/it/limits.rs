//! What ends a search that would go on: Ctrl-C, time, nodes.

use crate::common;

use crate::common::{HARD, Ran, run};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Asserts that the one answer is `unknown` for this reason, with exit code 1.
#[track_caller]
fn assert_unknown(ran: &Ran, reason: &str) -> Value {
    let answers = ran.json();
    assert_eq!(answers.len(), 1, "{}", ran.out);
    let answer = &answers[0];
    assert_eq!(answer["verdict"], "unknown", "{answer}");
    assert_eq!(answer["reason"], reason, "{answer}");
    assert!(answer["moves"].is_null(), "{answer}");
    assert_eq!(ran.code, 1, "{}", ran.err);
    answer.clone()
}

#[test]
fn a_time_limit_ends_a_search() {
    let started = Instant::now();
    let ran = run(&["solve", "--json", "--hash", "64K", "--time", "300ms", HARD]);
    // The limit counts from before the search, so `time_ms` may be a little less.
    assert!(started.elapsed() >= Duration::from_millis(300));
    let answer = assert_unknown(&ran, "time");
    assert!(answer["nodes"].as_u64() > Some(0), "{answer}");
    assert_eq!(ran.err, "");
}

#[test]
fn a_node_limit_ends_a_search() {
    let ran = run(&["solve", "--json", "--hash", "64K", "--nodes", "1000", HARD]);
    let answer = assert_unknown(&ran, "nodes");
    assert!(answer["nodes"].as_u64() >= Some(1000), "{answer}");
    assert_eq!(ran.err, "");
}

/// Limits are those of each problem, not of all together.
#[test]
fn a_limit_ends_one_problem_of_many() {
    let text = format!("a\t{HARD}\nb\t{}\n", common::MATE);
    let path = common::file("limits", "two.tsv", text);
    let ran = run(&["solve", "--json", "--hash", "64K", "--nodes", "1000", &path]);
    let answers = ran.json();
    assert_eq!(answers[0]["reason"], "nodes", "{}", ran.out);
    assert_eq!(answers[1]["verdict"], "mate", "{}", ran.out);
    assert_eq!(ran.code, 1);
}

#[test]
fn a_collection_says_why_a_problem_is_unknown() {
    let text = format!("a\t{HARD}\nb\t{}\n", common::MATE);
    let path = common::file("limits-why", "two.tsv", text);
    for (lang, why, summary) in [
        (
            "en",
            "unknown (nodes)",
            "2 problems: 1 mate, 0 no mates, 1 unknown",
        ),
        ("ja", "不明（ノード）", "2 題"),
    ] {
        let limits = ["--hash", "64K", "--nodes", "1000"];
        let ran = run(&[&["solve", "--lang", lang, &path][..], &limits].concat());
        assert!(ran.out.contains(why), "{}", ran.out);
        assert!(ran.out.contains(summary), "{}", ran.out);
    }
}

#[cfg(unix)]
mod interrupt {
    use super::{HARD, assert_unknown};
    use crate::common::{MATE, PATIENCE, Ran, directory, file, interrupt, kemuri, start, wait};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Child, ChildStdout, Stdio};
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    /// Starts `solve --json` on an easy problem and then `HARD`. The answer to
    /// the first shows that the program listens to signals; a moment later it
    /// is busy with the second.
    fn searching() -> (Child, BufReader<ChildStdout>) {
        let mut child = start(kemuri().args(["solve", "--json", "--hash", "64K", "-"]));
        let mut stdin = child.stdin.take().expect("a pipe");
        write!(stdin, "{MATE}\n{HARD}\n").expect("written");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, answered) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            reader.read_line(&mut line).expect("an answer");
            let _ = send.send((line, reader));
        });
        let (line, reader) = answered.recv_timeout(PATIENCE).expect("an answer at once");
        assert!(line.contains("\"verdict\":\"mate\""), "{line}");
        std::thread::sleep(Duration::from_millis(500));
        (child, reader)
    }

    #[test]
    fn an_interrupt_ends_a_search_with_an_answer() {
        let (mut child, mut reader) = searching();
        assert_eq!(child.try_wait().expect("a child"), None, "HARD is easy");
        interrupt(&child);
        let code = wait(&mut child);
        let (mut out, mut err) = (String::new(), String::new());
        reader.read_to_string(&mut out).expect("UTF-8");
        let mut stderr = child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut err).expect("UTF-8");
        let answer = assert_unknown(
            &Ran {
                program: "kemuri".into(),
                code,
                out,
                err,
            },
            "interrupted",
        );
        assert_eq!(answer["sfen"], HARD);
        assert!(answer["nodes"].as_u64() > Some(0), "{answer}");
    }

    /// Starts `bench` with nothing to read yet.
    fn benching(arguments: &[&str]) -> Child {
        kemuri()
            .arg("bench")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    #[test]
    fn an_interrupt_ends_a_bench_that_waits_for_its_problems() {
        let mut child = benching(&["-"]);
        let mut stdin = child.stdin.take().expect("a pipe");
        writeln!(stdin, "broken").expect("written");
        // The complaint shows that the program listens to signals.
        let mut complaint = String::new();
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        stderr.read_line(&mut complaint).expect("UTF-8");
        assert!(complaint.contains("line 1"), "{complaint}");
        interrupt(&child);
        // 2, for the broken line, if it was not yet waiting for the next.
        let code = wait(&mut child);
        assert!(matches!(code, 1 | 2), "{code}");
        drop(stdin);
    }

    #[test]
    fn an_interrupt_ends_a_bench_that_waits_for_an_engine() {
        let home = directory("limits-mute");
        let (script, heard) = (home.join("mute.sh"), home.join("heard"));
        // Says nothing to `usi`, nor to anything else.
        std::fs::write(&script, "while read -r line; do : > \"$1\"; done\n").expect("a script");
        let engine = format!("/bin/sh \"{}\" \"{}\"", script.display(), heard.display());
        let problem = file("limits-mute-file", "one.tsv", MATE);
        let mut child = benching(&[&problem, "--engine", &engine]);
        let start = Instant::now();
        while !heard.exists() {
            assert!(start.elapsed() < PATIENCE, "the engine was told nothing");
            std::thread::sleep(Duration::from_millis(10));
        }
        interrupt(&child);
        let start = Instant::now();
        assert_eq!(wait(&mut child), 1);
        // Ten seconds are what an engine gets to answer `usi` when nobody interrupts.
        assert!(start.elapsed() < Duration::from_secs(9));
        let mut err = String::new();
        let mut stderr = child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut err).expect("UTF-8");
        assert!(
            err.contains("interrupted") && !err.contains("--engine"),
            "{err}"
        );
    }

    #[test]
    fn an_interrupted_problem_of_a_bench_is_unknown() {
        let text = format!("a\t{MATE}\nb\t{HARD}\nc\t{MATE}\n");
        let path = file("limits-bench", "three.tsv", text);
        let mut child = kemuri()
            .args(["bench", "--json", "--hash", "64K", &path])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        reader.read_line(&mut first).expect("an answer");
        assert!(first.contains("\"mate\""), "{first}");
        std::thread::sleep(Duration::from_millis(500));
        interrupt(&child);
        assert_eq!(wait(&mut child), 1);
        let mut rest = String::new();
        reader.read_to_string(&mut rest).expect("UTF-8");
        let objects: Vec<serde_json::Value> = rest
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(objects.len(), 2, "{rest}");
        assert_eq!(objects[0]["id"], "b");
        assert_eq!(objects[0]["verdict"], "unknown");
        assert_eq!(objects[0]["reason"], "interrupted");
        assert_eq!(objects[1]["summary"][0]["unknown"], 1, "{rest}");
    }
}
