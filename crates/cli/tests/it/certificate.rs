//! Promises about certificates that the program writes.

use crate::common::{MATE, NO_MATE, Ran, file, run};
use std::path::{Path, PathBuf};

/// An empty folder for a test.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kemuri-{test}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn solve(certificate: &Path, more: &[&str]) -> Ran {
    let mut words = vec!["solve", "--certificate", certificate.to_str().unwrap()];
    words.extend(more);
    run(&words)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn a_certificate_is_written_and_can_be_verified() {
    let folder = folder("written");
    for (name, sfen, quick, claim) in [
        ("exact", MATE, false, "mate in exactly 5 plies"),
        ("first", MATE, true, "mate within 5 plies"),
        ("none", NO_MATE, false, "no mate"),
    ] {
        let path = folder.join(name);
        let quick: &[&str] = if quick { &["--quick"] } else { &[] };
        let ran = solve(&path, &[quick, &["--hash", "64K", sfen]].concat());
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        assert!(ran.out.contains(&format!("s: {claim}\n")), "{}", ran.out);
        let words: Vec<&str> = ran.out.split_whitespace().collect();
        assert!(words.join(" ").contains("for each entry"), "{}", ran.out);
        let verified = run(&["verify", path.to_str().unwrap(), sfen]);
        assert_eq!(verified.code, 0, "{}", verified.err);
        let sentence = format!("Verified: {claim}\n");
        assert!(verified.out.contains(&sentence), "{}", verified.out);
    }
    assert_eq!(names(&folder).len(), 3, "{:?}", names(&folder));
    let japanese = solve(&folder.join("none"), &["--lang", "ja", NO_MATE]);
    assert!(japanese.out.contains("検証済み: 不詰"), "{}", japanese.out);
}

/// Large enough for every thread to be called, and small enough for a test.
#[test]
fn what_threads_find_together_is_certified() {
    const LARGE: &str = "5+S1k1/7bg/7N1/4+b4/9/9/9/9/9 b 2NLP2r3g3sn3l17p 1";
    let path = folder("threads").join("c");
    for threads in ["2", "3"] {
        for hash in ["256K", "28M"] {
            let ran = solve(&path, &["--threads", threads, "--hash", hash, LARGE]);
            assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
            assert!(ran.out.contains("s: no mate\n"), "{}", ran.out);
        }
    }
}

#[test]
fn json_tells_of_the_certificate() {
    let folder = folder("json");
    let path = folder.join("c");
    let ran = solve(&path, &["--json", MATE]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let certificate = &ran.json()[0]["certificate"];
    assert_eq!(certificate["verified"], true);
    let bytes = std::fs::metadata(&path).unwrap().len();
    assert_eq!(certificate["bytes"].as_u64(), Some(bytes));
}

#[test]
fn an_unknown_verdict_leaves_nothing_behind() {
    let folder = folder("unknown");
    let nodes = ["--nodes", "1", "5B1n1/8k/5R3/7S1/9/9/9/9/9 b P"];
    let ran = solve(&folder.join("c"), &nodes);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let sentence = "no certificate was written: the verdict is unknown";
    assert!(ran.err.contains(sentence), "{}", ran.err);
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
}

#[test]
fn a_certificate_belongs_to_one_problem() {
    let folder = folder("several");
    for json in [&[][..], &["--json"]] {
        let ran = solve(&folder.join("c"), &[json, &[MATE, NO_MATE]].concat());
        assert_eq!(ran.code, 2, "{}", ran.out);
        assert!(ran.err.contains("several are given"), "{}", ran.err);
        assert_eq!(ran.out.lines().count(), json.len(), "{}", ran.out);
        assert_eq!(ran.out.contains("\"error\""), !json.is_empty());
    }
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
}

#[test]
fn a_place_that_cannot_be_written_is_refused_at_once() {
    let folder = folder("unwritable");
    for (path, what) in [
        (folder.clone(), "is a directory"),
        (folder.join("none").join("c"), "there is no directory"),
        ("-".into(), "is not the name of a file"),
        ("".into(), "is not the name of a file"),
    ] {
        let ran = solve(&path, &[MATE]);
        assert_eq!(ran.code, 2, "{path:?}: {}", ran.out);
        assert!(ran.err.contains(what), "{path:?}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
}

#[test]
fn a_bench_verifies_what_it_claims() {
    let path = file(
        "bench-verify",
        "two.tsv",
        format!("a\t{MATE}\t5\nb\t{NO_MATE}\tnomate\n"),
    );
    let ran = run(&["bench", "--verify", "--hash", "1M", &path]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let sentence = "Certificates: 2 of 2 verified";
    assert!(ran.out.contains(sentence), "{}", ran.out);
    let json = run(&["bench", "--verify", "--json", &path]).json();
    for run in &json[..2] {
        let certificate = &run["certificate"];
        assert!(certificate["bytes"].as_u64() > Some(50), "{run}");
        assert!(certificate["entries"].as_u64() > Some(0), "{run}");
        assert!(certificate["verify_ms"].as_f64() >= Some(0.0), "{run}");
    }
    let summary = &json[2]["certificates"];
    assert_eq!(summary["verified"], 2);
    assert_eq!(summary["wrong"], serde_json::json!([]));
    assert!(summary["ratio"].as_f64() > Some(0.0), "{summary}");
    let none = run(&["bench", "--json", &path]).json();
    assert!(none[0].get("certificate").is_none(), "{}", none[0]);
    assert_eq!(run(&["bench", "--verify", "--signature"]).code, 2);
}
