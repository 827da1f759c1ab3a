//! `kemuri enumerate` and `kemuri compose`, as a user runs them.

mod common;

use common::{kemuri, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::tempdir;

/// The tofu smoke up to eleven plies.
const SMALL: &str = "name = \"small\"\n\n[material]\npawn = 18\n\n[final]\npieces = 4\n\n\
                     [attacker]\nunique = \"all-but-last\"\n\n[limits]\nlength = 11\n";

fn small(folder: &Path) -> String {
    let file = folder.join("small.toml");
    fs::write(&file, SMALL).unwrap();
    file.to_str().unwrap().into()
}

/// Every file of a run but its lock, those of its folders too.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let within = files(&path).into_iter();
            all.extend(within.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else if name != "lock" {
            all.insert(name, fs::read(&path).unwrap());
        }
    }
    all
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_with_the_same_files() {
    let folder = tempdir().unwrap();
    let condition = small(folder.path());
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let words = |out: &Path, threads: &str| {
        let out = out.to_str().unwrap();
        let words = [
            "enumerate",
            &condition,
            "--out",
            out,
            "--threads",
            threads,
            "--hash",
            "16M",
        ];
        words.map(String::from)
    };
    let ran = run(&words(&whole, "2"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    // Moments that spread over the run, whatever the machine: a generation more
    // is there each time, and the next is under way.
    let mut kills = 0;
    for (i, pause) in [0, 3, 7, 12, 20, 30, 45, 60, 80, 110]
        .into_iter()
        .enumerate()
    {
        let mut child = kemuri()
            .args(words(&killed, if i % 2 == 0 { "1" } else { "3" }))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(kills > 0);
    let ran = run(&words(&killed, "1"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let (whole, killed) = (files(&whole), files(&killed));
    assert_eq!(
        whole.keys().collect::<Vec<_>>(),
        killed.keys().collect::<Vec<_>>()
    );
    assert!(whole == killed);
    for name in [
        "problems.tsv",
        "problems.html",
        "kif/problem-001.kif",
        "plot.svg",
    ] {
        assert!(whole.contains_key(name), "{name}: {:?}", whole.keys());
    }
}

#[test]
fn an_enumeration_says_what_it_found() {
    let folder = tempdir().unwrap();
    let condition = folder.path().join("three.toml");
    fs::write(&condition, SMALL.replace("length = 11", "length = 3")).unwrap();
    let out = folder.path().join("out");
    let ran = run(&[
        "enumerate".as_ref(),
        condition.as_os_str(),
        "--out".as_ref(),
        out.as_os_str(),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("250 candidates,       122 sound"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("The longest problems have 3 plies: 122 of them"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("Nothing is left open"), "{}", ran.out);
    assert!(
        ran.out.contains("all 122 problems are sound"),
        "{}",
        ran.out
    );
    // What it writes is a collection that solve reads.
    let collection = out.join("problems.tsv");
    let solved = run(&["solve".as_ref(), collection.as_os_str(), "--json".as_ref()]);
    assert_eq!(solved.code, 0);
    let mates = solved.out.lines().filter(|l| l.contains("\"length\":3"));
    assert_eq!(mates.count(), 122);
}

/// Three pawns in a corner: the longest problems have five plies.
const THREE_PAWNS: &str = "name = \"three\"\n[material]\npawn = 3\n[final]\npieces = 3\n\
                           [attacker]\nunique = \"all-but-last\"\n\
                           [limits]\nlength = 9\nfiles = [1, 3]\nranks = [1, 3]\n";

/// What `enumerate` prints of three pawns with `from` in their condition
/// replaced.
fn three_pawns(from: &str, to: &str, lang: &str) -> String {
    let folder = tempdir().unwrap();
    let condition = folder.path().join("three.toml");
    assert!(THREE_PAWNS.contains(from));
    fs::write(&condition, THREE_PAWNS.replace(from, to)).unwrap();
    let out = folder.path().join("out");
    let [condition, out] = [&condition, &out].map(|path| path.to_str().unwrap());
    let ran = run(&["enumerate", condition, "--out", out, "--lang", lang]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out
}

#[test]
fn nothing_is_claimed_beyond_the_limit_of_length() {
    // Six plies are those of the defender, of which there are some; seven has none.
    for (length, beyond) in [(1, true), (3, true), (6, true), (7, false), (9, false)] {
        for (lang, claim, limit) in [
            ("en", "there are no others", "Longer problems were not"),
            ("ja", "漏れなし", "長い作品は調べていません"),
        ] {
            let said = three_pawns("length = 9", &format!("length = {length}"), lang);
            assert_eq!(said.contains(claim), !beyond, "{length}: {said}");
            assert_eq!(said.contains(limit), beyond, "{length}: {said}");
        }
    }
}

#[test]
fn one_and_none_are_not_many() {
    let said = three_pawns("length = 9", "length = 1", "en");
    assert!(said.contains("  1 ply:          17 candidates, "), "{said}");
    assert!(said.contains("problems have 1 ply: 17 of"), "{said}");
    assert!(said.contains("open up to 1 ply\n"), "{said}");
    let said = three_pawns("length = 9", "length = 7", "en");
    assert!(said.contains("  7 plies:         1 candidate,  "), "{said}");
    // No problem of three pawns has all of them and the king on the board and
    // three more in hand.
    let none = "[problem]\npieces = 4\nattacker-hand = 3\n[limits]";
    for (lang, nothing, checked) in [
        ("en", "No finished problem", "from scratch"),
        ("ja", "完成作はありません", "再検査"),
    ] {
        let said = three_pawns("[limits]", none, lang);
        assert!(said.contains(nothing), "{said}");
        assert!(!said.contains(checked), "{said}");
    }
}

#[test]
fn bad_conditions_and_folders_are_refused_in_one_line() {
    let folder = tempdir().unwrap();
    let good = small(folder.path());
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, SMALL.replace("pawn", "prawn")).unwrap();
    let bad = bad.to_str().unwrap();
    let full = folder.path().to_str().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    // A folder that a run of another condition of the same name began.
    let begun = folder.path().join("begun");
    let begun = begun.to_str().unwrap();
    let shorter = folder.path().join("shorter.toml");
    fs::write(&shorter, SMALL.replace("length = 11", "length = 1")).unwrap();
    let ran = run(&["enumerate", shorter.to_str().unwrap(), "--out", begun]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let cases: [(&[&str], &str, &str); 9] = [
        (
            &["enumerate", &good, "--out", &good],
            "this is a file, not a folder",
            "フォルダーではなくファイルです",
        ),
        (
            &["enumerate", &good, "--out", begun],
            "the condition differs",
            "内容の違う条件",
        ),
        (&["enumerate"], "needs a condition", "条件"),
        (&["enumerate", "tofu-smoke"], "needs a folder", "フォルダー"),
        (
            &["enumerate", "nothing", "--out", out],
            "nor a shipped condition",
            "付属の条件",
        ),
        (
            &["enumerate", bad, "--out", out],
            "line 4: there is no key 'prawn'",
            "4 行目",
        ),
        (
            &["enumerate", &good, "--out", full],
            "neither empty nor",
            "空でも",
        ),
        (&["compose"], "needs a problem", "逆算する問題"),
        (
            &["enumerate", &good, "--out", out, "--threads", "0"],
            "--threads",
            "1 以上の整数",
        ),
    ];
    for (words, english, japanese) in cases {
        for (lang, sentence) in [("en", english), ("ja", japanese)] {
            let ran = run(&[words, &["--lang", lang]].concat());
            assert_eq!(ran.code, 2, "{words:?}: {}", ran.err);
            assert!(ran.err.contains(sentence), "{words:?}: {}", ran.err);
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        }
    }
    assert!(!Path::new(out).exists());
}

/// A sound problem of three plies.
const THREE: &str = "9/8k/6+PP1/9/8+P/9/9/9/9 b 15p 1";

/// A mate in three with a rook to spare, so that other checks mate too.
const COOKED: &str = "9/8k/6+PP1/9/8+P/9/9/9/9 b R15p 1";

#[test]
fn compose_extends_a_sound_problem() {
    let ran = run(&["compose", THREE, "--steps", "2", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lengths: Vec<u64> = ran
        .out
        .lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let moves = row["moves"].as_array().unwrap().len() as u64;
            assert_eq!(row["length"], moves);
            moves
        })
        .collect();
    assert!(!lengths.is_empty() && lengths.len() <= 20);
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    let one = run(&["compose", THREE, "--top", "1", "--condition", "tofu-smoke"]);
    assert_eq!(one.code, 0, "{}", one.err);
    assert!(one.out.contains("1. 5 plies"), "{}", one.out);
}

#[test]
fn compose_refuses_what_is_not_sound() {
    for (lang, undecided) in [
        ("en", "not decided: the node limit was reached"),
        ("ja", "未判定です（制限ノード数に達しました）"),
    ] {
        let ran = run(&["compose", THREE, "--nodes", "1", "--lang", lang]);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains(undecided), "{}", ran.err);
        assert!(!ran.err.contains("not sound"), "{}", ran.err);
        assert!(!ran.err.contains("完全ではありません"), "{}", ran.err);
    }
    // Moves as the readers of each language write them.
    for (lang, other) in [("en", "ply 1: "), ("ja", "1 手目 ▲")] {
        let ran = run(&["compose", COOKED, "--lang", lang]);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains(other), "{}", ran.err);
    }
    let ran = run(&["compose", common::NO_MATE]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("not sound: there is no mate"),
        "{}",
        ran.err
    );
}
