//! `kemuri enumerate` and `kemuri compose`, as a user runs them.

use crate::common;

use crate::common::{kemuri, run};
#[cfg(target_os = "linux")]
use kemuri_compose::{
    Condition,
    enumerate::{EnumerateOptions, EnumerationFolder, enumerate},
};
#[cfg(target_os = "linux")]
use kemuri_core::{Phase, Progress};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::tempdir;

/// The tofu smoke up to eleven plies.
pub const SMALL: &str = "name = \"small\"\n\n[material]\npawn = 18\n\n[final]\npieces = 4\n\n\
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

/// Numbers that are different each time: no moment must be special.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) % most
    }
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
    // is there each time, and after it any part of the next is under way.
    let mut random = Random(RandomState::new().build_hasher().finish());
    let mut kills = 0;
    for i in 0..10 {
        let mut child = kemuri()
            .args(words(&killed, if i % 2 == 0 { "1" } else { "3" }))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let generations = lines.take(i + 1).count();
        std::thread::sleep(Duration::from_micros(random.below(30_000)));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
        assert_eq!(generations, i + 1);
    }
    assert!(kills >= 8, "{kills}");
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

/// Runs an enumeration on a disk that is full after one block of a file, of 512
/// or 1024 bytes. It must end with one line, which is returned.
#[cfg(target_os = "linux")]
fn run_on_full_disk(words: &[&str]) -> String {
    // No signal but an error.
    let ran = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_kemuri"))
        .args(words)
        .output()
        .unwrap();
    let err = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    err
}

/// What happens in an enumeration.
#[cfg(target_os = "linux")]
enum Event<'a> {
    Progress(&'a Progress),
    Generation(u32),
}

#[cfg(target_os = "linux")]
impl Event<'_> {
    fn is_in(&self, phase: Phase) -> bool {
        matches!(self, Self::Progress(progress) if progress.phase == phase)
    }
}

/// Runs the enumeration of `condition` in the folder `out` until `is_enough`.
#[cfg(target_os = "linux")]
fn begin(condition: &str, out: &Path, is_enough: impl Fn(&Event<'_>) -> bool) {
    let mut options = EnumerateOptions::default();
    options.hash = 1 << 20;
    options.nodes = 1_000_000;
    let condition = Condition::parse(condition).unwrap();
    let folder = EnumerationFolder::open(out, &condition).unwrap();
    let event = |event: Event<'_>| {
        if is_enough(&event) {
            options.budget.stop();
        }
    };
    let stopped = enumerate(
        &condition,
        &folder,
        &options,
        &mut |progress| event(Event::Progress(progress)),
        &mut |generation, _| event(Event::Generation(generation)),
    );
    assert!(stopped.is_err());
}

/// Each kind of file that a run writes, in turn, meets a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_one_line_and_the_run_goes_on_later() {
    let folder = tempdir().unwrap();
    let condition = folder.path().join("three.toml");
    fs::write(&condition, THREE_PAWNS).unwrap();
    let condition = condition.to_str().unwrap();
    let [whole, full] = ["whole", "full"].map(|name| folder.path().join(name));
    let ran = run(&["enumerate", condition, "--out", whole.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let out = full.to_str().unwrap();
    type Stage = fn(&Event<'_>) -> bool;
    let stages: [(&str, Stage); 4] = [
        ("plies-0000.positions", |event| {
            event.is_in(Phase::MatedPositions)
        }),
        ("plies-0002.candidates", |event| {
            matches!(event, Event::Generation(1))
        }),
        ("plies-0002.positions", |event| {
            let all = |p: &Progress| p.total == Some(p.done);
            let all = matches!(event, Event::Progress(progress) if all(progress));
            all && event.is_in(Phase::Candidates { generation: 2 })
        }),
        ("problems.html", |event| {
            event.is_in(Phase::Candidates { generation: 7 })
        }),
    ];
    for (name, is_enough) in stages {
        begin(THREE_PAWNS, &full, is_enough);
        for (lang, sentence) in [("en", "File too large"), ("ja", "読み書きできません")] {
            let err = run_on_full_disk(&["enumerate", condition, "--out", out, "--lang", lang]);
            assert!(err.contains(sentence), "{err}");
            assert!(err.contains(name), "{err}");
        }
        // Nothing unfinished is left behind.
        let left = files(&full);
        assert!(!left.contains_key(name), "{name}");
        assert!(left.keys().all(|name| !name.starts_with('.')), "{name}");
    }
    let ran = run(&["enumerate", condition, "--out", out]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(files(&full) == files(&whole));
}

/// The log of decisions meets a disk that is full after a block or two, and
/// candidates are there from before.
#[cfg(target_os = "linux")]
#[test]
fn decisions_that_cannot_be_written_down_are_made_again() {
    let folder = tempdir().unwrap();
    let text = SMALL.replace("length = 11", "length = 3");
    let condition = folder.path().join("small.toml");
    fs::write(&condition, &text).unwrap();
    let [whole, full] = ["whole", "full"].map(|name| folder.path().join(name));
    let condition = condition.to_str().unwrap();
    let words = |out| ["enumerate", condition, "--out", out];
    let ran = run(&words(whole.to_str().unwrap()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    begin(&text, &full, |event| {
        event.is_in(Phase::Candidates { generation: 2 })
    });
    let err = run_on_full_disk(&words(full.to_str().unwrap()));
    assert!(err.contains("plies-0002.decisions"), "{err}");
    assert!(full.join("plies-0002.decisions").metadata().unwrap().len() > 0);
    let ran = run(&words(full.to_str().unwrap()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(files(&full) == files(&whole));
}

/// Of a damaged list of decisions the whole lines are kept.
#[cfg(target_os = "linux")]
#[test]
fn damaged_decisions_are_told_and_made_again() {
    let folder = tempdir().unwrap();
    let text = SMALL.replace("length = 11", "length = 3");
    let condition = folder.path().join("small.toml");
    fs::write(&condition, &text).unwrap();
    let [whole, damaged] = ["whole", "damaged"].map(|name| folder.path().join(name));
    let condition = condition.to_str().unwrap();
    let words = |out| ["enumerate", condition, "--out", out];
    let ran = run(&words(whole.to_str().unwrap()));
    assert_eq!((ran.code, &*ran.err), (0, ""));
    begin(&text, &damaged, |event| {
        let some = |event: &Event<'_>| matches!(event, Event::Progress(p) if p.done > 128);
        event.is_in(Phase::Candidates { generation: 2 }) && some(event)
    });
    let log = damaged.join("plies-0002.decisions");
    let decisions = fs::read_to_string(&log).unwrap();
    let mut lines: Vec<&str> = decisions.lines().collect();
    assert!(lines.len() > 2, "{decisions}");
    lines[1] = "0 1\0\0";
    fs::write(&log, lines.join("\n") + "\n").unwrap();
    let ran = run(&words(damaged.to_str().unwrap()));
    assert_eq!((ran.code, ran.err.lines().count()), (0, 1), "{}", ran.err);
    let sentence = "plies-0002.decisions: 1 damaged line (2) is left out";
    assert!(ran.err.contains(sentence), "{}", ran.err);
    let mut left = files(&damaged);
    let original = left.remove("plies-0002.decisions.damaged");
    assert_eq!(original, Some((lines.join("\n") + "\n").into_bytes()));
    assert!(left == files(&whole), "{:?}", left.keys());
}

/// Records of problems that are none any more go; other files stay.
#[test]
fn old_records_do_not_stay() {
    let folder = tempdir().unwrap();
    let condition = folder.path().join("three.toml");
    fs::write(&condition, THREE_PAWNS).unwrap();
    let condition = condition.to_str().unwrap();
    let out = folder.path().join("out");
    let words = ["enumerate", condition, "--out", out.to_str().unwrap()];
    assert_eq!(run(&words).code, 0);
    let expected = files(&out);
    assert!(expected.keys().any(|name| name.starts_with("kif/problem-")));
    for name in ["problem-007777.kif", "problem-mine.kif", "letter.txt"] {
        fs::write(out.join("kif").join(name), "dear").unwrap();
    }
    assert_eq!(run(&words).code, 0);
    let mut after = files(&out);
    for name in ["kif/problem-mine.kif", "kif/letter.txt"] {
        assert_eq!(after.remove(name).as_deref(), Some(&b"dear"[..]), "{name}");
    }
    assert!(after == expected, "{:?}", after.keys());
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
    assert!(ran.out.contains("Nothing is undecided"), "{}", ran.out);
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
pub const THREE_PAWNS: &str = "name = \"three\"\n[material]\npawn = 3\n[final]\npieces = 3\n\
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
    assert!(said.contains("undecided up to 1 ply\n"), "{said}");
    let said = three_pawns("length = 9", "length = 7", "en");
    assert!(said.contains("  7 plies:         1 candidate,  "), "{said}");
    // Nobody mates with nothing.
    let none = "[problem]\nattacker = 0\nattacker-hand = 0\n[limits]";
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
            "1 以上 1024 以下",
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
pub const THREE: &str = "9/8k/6+PP1/9/8+P/9/9/9/9 b 15p 1";

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
fn compose_keeps_to_the_material_and_the_length_of_a_condition() {
    let folder = tempdir().unwrap();
    let condition = folder.path().join("short.toml");
    fs::write(&condition, SMALL.replace("length = 11", "length = 5")).unwrap();
    let condition = condition.to_str().unwrap();
    let words = ["compose", THREE, "--steps", "3", "--condition", condition];
    let ran = run(&words);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("1. 5 plies"), "{}", ran.out);
    assert!(!ran.out.contains("7 plies"), "{}", ran.out);
    let other = THREE.replace("15p", "g14p");
    for (lang, sentence) in [
        (
            "en",
            "the problem has 17 pawns, 1 gold in play, but the condition 18 pawns",
        ),
        ("ja", "問題の駒は歩17枚・金1枚ですが、条件の駒は歩18枚です"),
    ] {
        let ran = run(&["compose", &other, "--condition", condition, "--lang", lang]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(sentence), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1);
    }
}

/// A condition with its `[problem]` says which extensions are finished, and they
/// come first among those of a length.
#[test]
fn compose_tells_finished_problems_and_refuses_other_mates() {
    let folder = tempdir().unwrap();
    let condition = folder.path().join("finished.toml");
    let finished = SMALL.replace("[limits]", "[problem]\npieces = 5\n[limits]");
    fs::write(&condition, &finished).unwrap();
    let condition = condition.to_str().unwrap();
    let words = ["compose", THREE, "--condition", condition, "--top", "1"];
    for (lang, heading, summary) in [
        ("en", "1. 5 plies, finished\n", "1 shown, 2 finished"),
        ("ja", "1. 5 手、完成\n", "（表示 1 局）、完成 2 局"),
    ] {
        let ran = run(&[&words[..], &["--lang", lang]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(heading), "{}", ran.out);
        assert!(ran.out.contains(summary), "{}", ran.out);
    }
    let ran = run(&[&words[..], &["--json"]].concat());
    assert!(ran.out.contains("\"finished\":true"), "{}", ran.out);
    let plain = run(&["compose", THREE, "--json"]);
    assert!(!plain.out.contains("finished"), "{}", plain.out);

    // A pawn that has nothing to do, and a king outside.
    let idle = THREE.replace("/9 b 15p", "/P8 b 14p");
    assert_eq!(run(&["compose", &idle]).code, 0);
    let narrow = folder.path().join("narrow.toml");
    fs::write(&narrow, format!("{SMALL}files = [2, 9]\n")).unwrap();
    let narrow = narrow.to_str().unwrap();
    for (problem, condition, english, japanese) in [
        (
            &*idle,
            condition,
            "none of those",
            "詰上りが条件に合いません",
        ),
        (THREE, narrow, "outside the files", "条件の筋と段の外"),
    ] {
        for (lang, sentence) in [("en", english), ("ja", japanese)] {
            let ran = run(&["compose", problem, "--condition", condition, "--lang", lang]);
            assert_eq!(ran.code, 2, "{}", ran.err);
            assert!(ran.err.contains(sentence), "{}", ran.err);
            assert_eq!(ran.err.lines().count(), 1);
        }
    }
}

#[test]
fn compose_refuses_what_is_not_sound() {
    for (lang, undecided) in [
        ("en", "not decided: the node limit was reached"),
        ("ja", "未決着です（制限ノード数に達しました）"),
    ] {
        let ran = run(&["compose", THREE, "--nodes", "1", "--lang", lang]);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains(undecided), "{}", ran.err);
        assert!(!ran.err.contains("not sound"), "{}", ran.err);
        assert!(!ran.err.contains("完全ではありません"), "{}", ran.err);
    }
    // Moves as the readers of each language write them.
    for (lang, other) in [("en", "not sound: Cook: ▲"), ("ja", "（余詰: 1手目 ▲")] {
        let ran = run(&["compose", COOKED, "--lang", lang]);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains(other), "{}", ran.err);
    }
    let ran = run(&["compose", common::NO_MATE]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("not sound: No mate: there is none at all"),
        "{}",
        ran.err
    );
}
