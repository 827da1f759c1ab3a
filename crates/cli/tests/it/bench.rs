//! `kemuri bench` against engines that behave and engines that do not.
//!
//! The engine is a shell script that plays a part.
#![cfg(unix)]

use crate::common::{LINE, MATE, NO_MATE, Ran, directory, file, finish, kemuri, run};
use serde_json::Value;
use std::path::PathBuf;

/// Speaks USI and answers `go` as its first argument says.
const SCRIPT: &str = r#"
part=$1
while read -r line; do
    echo "$line" >> heard.log
    case "$line" in
    usi) echo "id name Fake $part"; echo "id author nobody"; echo usiok ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    stop) echo "checkmate timeout" ;;
    go*) case "$part" in
         mate) echo "info time 1 nodes 5"; echo "info nodes 42 pv S*2b"
               echo "info string nodes 9"; echo "checkmate $ANSWER" ;;
         nomate) echo "checkmate nomate" ;;
         futile) echo "checkmate 1e3c+" ;;
         sulk) sleep 0.2; echo "checkmate nomate" ;;
         notimplemented) echo "checkmate notimplemented" ;;
         nonsense) echo "checkmate perhaps" ;;
         wait) : ;;
         crash) exit 3 ;;
         crash-once) if [ -e crashed ]; then echo "checkmate nomate"; else : > crashed; exit 3; fi ;;
         hang) exec sleep 600 ;;
         esac ;;
    esac
done
"#;

/// A directory with the script and a shell in it, so that the engine is at home there.
struct Stage(PathBuf);

impl Stage {
    fn new(test: &str) -> Self {
        let path = directory(test);
        std::fs::write(path.join("fake.sh"), SCRIPT).expect("a script");
        std::os::unix::fs::symlink("/bin/sh", path.join("sh")).expect("a shell");
        Self(path)
    }

    /// The value of `--engine` for a part.
    fn engine(&self, part: &str) -> String {
        format!(
            "\"{}\" fake.sh {part} USI_Hash=64 \"Big Name=a b\"",
            self.0.join("sh").display()
        )
    }

    /// What the engines of this stage were told.
    fn heard(&self) -> String {
        std::fs::read_to_string(self.0.join("heard.log")).unwrap_or_default()
    }

    /// A bench of `parts` over `problems`.
    fn bench(&self, problems: &str, parts: &[&str], more: &[&str]) -> Ran {
        let collection = self.0.join("problems.tsv");
        std::fs::write(&collection, problems).expect("a collection");
        let mut command = kemuri();
        command
            .env("ANSWER", LINE)
            .arg("bench")
            .arg(collection)
            .args(more);
        for part in parts {
            command.args(["--engine", &self.engine(part)]);
        }
        finish(&mut command, b"")
    }
}

/// The object of an engine at a problem.
#[track_caller]
fn of<'a>(objects: &'a [Value], id: &str, engine: &str) -> &'a Value {
    objects
        .iter()
        .find(|o| o["id"] == id && o["engine"] == engine)
        .unwrap_or_else(|| panic!("nothing of {engine} at {id}: {objects:?}"))
}

fn collection() -> String {
    format!("a\t{MATE}\t5\nb\t{NO_MATE}\tnomate\n")
}

#[test]
fn a_mate_is_replayed_and_measured() {
    let stage = Stage::new("bench-mate");
    let ran = stage.bench(
        &format!("a\t{MATE}\t5\n"),
        &["mate"],
        &["--json", "--time", "10s"],
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let objects = ran.json();
    let fake = of(&objects, "a", "Fake mate");
    assert_eq!(fake["verdict"], "mate");
    assert_eq!(fake["length"], 5);
    assert_eq!(fake["nodes"], 42);
    assert_eq!(fake["expected"], "5");
    assert_eq!(fake["sfen"], MATE);
    let summary = objects.last().expect("a summary");
    assert_eq!(summary["summary"][0]["engine"], "Kemuri");
    assert_eq!(summary["summary"][1]["solved"], 1);
    assert_eq!(summary["disagreements"], serde_json::json!([]));
    let heard = stage.heard();
    for line in [
        "setoption name USI_Hash value 64",
        "setoption name Big Name value a b",
        "usinewgame",
        &format!("position sfen {MATE}"),
        "go mate 10000",
        "quit",
    ] {
        assert!(
            heard.lines().any(|l| l == line),
            "'{line}' is not in:\n{heard}"
        );
    }
}

#[test]
fn a_mate_that_is_none_is_marked() {
    let stage = Stage::new("bench-bad-line");
    let ran = stage.bench(&format!("b\t{NO_MATE}\n"), &["mate"], &["--json"]);
    let objects = ran.json();
    assert_eq!(of(&objects, "b", "Fake mate")["verdict"], "mate?");
    assert!(
        ran.err.contains("b: the line of Fake mate does not mate"),
        "{}",
        ran.err
    );
    assert_eq!(
        objects.last().expect("a summary")["summary"][1]["solved"],
        0
    );
    assert!(stage.heard().contains("go mate infinite"));
}

/// After 3三馬 only drops on 1五 are left, which the dragon takes with mate.
#[test]
fn a_line_may_stop_before_futile_drops_only_if_they_do_not_count() {
    let stage = Stage::new("bench-futile");
    let problem = "a\t9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1\n";
    for (flags, verdict, length) in [
        (&[][..], "mate", Some(1)),
        (&["--futile", "standard"], "mate", Some(1)),
        (&["--futile", "none"], "mate?", Some(3)),
        (&["--verify"], "mate?", Some(3)),
        (&["--quick"], "mate?", None),
    ] {
        let ran = stage.bench(problem, &["futile"], &[&["--json"], flags].concat());
        let objects = ran.json();
        let found = &of(&objects, "a", "Fake futile")["verdict"];
        assert_eq!(found, verdict, "{flags:?}");
        let kemuri = of(&objects, "a", "Kemuri");
        assert_eq!(kemuri["verdict"], "mate", "{flags:?}");
        if let Some(length) = length {
            assert_eq!(kemuri["length"], length, "{flags:?}");
        }
        let refused = ran.err.contains("does not mate");
        assert_eq!(refused, verdict == "mate?", "{flags:?}: {}", ran.err);
    }
}

#[test]
fn other_answers_of_the_protocol_are_understood() {
    let stage = Stage::new("bench-others");
    let parts = ["nomate", "notimplemented"];
    let ran = stage.bench(&format!("b\t{NO_MATE}\n"), &parts, &["--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let objects = ran.json();
    assert_eq!(of(&objects, "b", "Fake nomate")["verdict"], "nomate");
    let none = of(&objects, "b", "Fake notimplemented");
    assert_eq!(
        (&none["verdict"], &none["reason"]),
        (&"unknown".into(), &"notimplemented".into())
    );
}

#[test]
fn no_mate_after_the_time_limit_is_no_verdict() {
    let stage = Stage::new("bench-sulk");
    let limits = ["--json", "--time", "100ms"];
    let ran = stage.bench(&format!("a\t{MATE}\n"), &["sulk"], &limits);
    let objects = ran.json();
    let fake = of(&objects, "a", "Fake sulk");
    assert_eq!(
        (&fake["verdict"], &fake["reason"]),
        (&"unknown".into(), &"time".into())
    );
}

#[test]
fn nonsense_is_a_failure() {
    let stage = Stage::new("bench-nonsense");
    let ran = stage.bench(&format!("b\t{NO_MATE}\n"), &["nonsense"], &["--json"]);
    let objects = ran.json();
    let fake = of(&objects, "b", "Fake nonsense");
    assert_eq!(
        (&fake["verdict"], &fake["reason"]),
        (&"failed".into(), &"nonsense".into())
    );
    assert!(ran.err.contains("checkmate perhaps"), "{}", ran.err);
}

#[test]
fn an_engine_that_dies_is_started_again() {
    let stage = Stage::new("bench-crash");
    let ran = stage.bench(&collection(), &["crash-once"], &["--json"]);
    let objects = ran.json();
    let first = of(&objects, "a", "Fake crash-once");
    assert_eq!(
        (&first["verdict"], &first["reason"]),
        (&"failed".into(), &"died".into())
    );
    assert_eq!(of(&objects, "b", "Fake crash-once")["verdict"], "nomate");
    assert!(
        ran.err.contains("a: Fake crash-once: ended by itself"),
        "{}",
        ran.err
    );
    assert_eq!(ran.code, 0);
    // The options are set again, too.
    assert_eq!(stage.heard().matches("setoption name USI_Hash").count(), 2);
}

#[test]
fn an_engine_that_hangs_is_killed() {
    let stage = Stage::new("bench-hang");
    let limits = ["--json", "--time", "50ms", "--grace", "50ms"];
    let ran = stage.bench(&collection(), &["hang"], &limits);
    let objects = ran.json();
    for id in ["a", "b"] {
        let hung = of(&objects, id, "Fake hang");
        assert_eq!(
            (&hung["verdict"], &hung["reason"]),
            (&"failed".into(), &"hung".into())
        );
    }
}

#[test]
fn an_engine_that_heeds_stop_is_not_killed() {
    let stage = Stage::new("bench-stop");
    let limits = ["--json", "--time", "50ms", "--grace", "1s"];
    let ran = stage.bench(&format!("b\t{NO_MATE}\n"), &["wait"], &limits);
    let objects = ran.json();
    let late = of(&objects, "b", "Fake wait");
    assert_eq!(
        (&late["verdict"], &late["reason"]),
        (&"unknown".into(), &"time".into())
    );
    assert!(stage.heard().lines().any(|l| l == "stop"));
}

#[test]
fn an_engine_that_never_works_is_refused() {
    let stage = Stage::new("bench-true");
    let collection = file("bench-true-file", "one.tsv", collection());
    let silent = format!("\"{}\" -c true", stage.0.join("sh").display());
    run(&["bench", &collection, "--engine", &silent]).assert_refused(&["--engine", "ended"]);
}

#[test]
fn engines_that_disagree_are_named() {
    let stage = Stage::new("bench-disagree");
    let ran = stage.bench(&format!("a\t{MATE}\n"), &["mate", "nomate"], &[]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("DISAGREEMENT: a: "), "{}", ran.err);
    assert!(
        ran.err.contains("Fake mate: mate, Fake nomate: nomate"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("Verdicts disagree at: a"), "{}", ran.out);
}

#[test]
fn the_table_has_a_row_for_each_problem_and_a_total_for_each_engine() {
    let stage = Stage::new("bench-table");
    let ran = stage.bench(&collection(), &["crash", "crash"], &["--repeat", "3"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(
        lines[0].contains("| Kemuri") && lines[0].contains("| Fake crash"),
        "{}",
        ran.out
    );
    assert!(
        lines[2].starts_with("a ") && lines[3].starts_with("b "),
        "{}",
        ran.out
    );
    assert!(lines[2].matches("died").count() == 2, "{}", ran.out);
    // Two engines of one name are told apart.
    assert!(
        lines.iter().any(|l| l.starts_with("Fake crash (2)")),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.err.matches("a: Fake crash: ended by itself").count(),
        3,
        "{}",
        ran.err
    );
    let japanese = stage.bench(&collection(), &["crash"], &["--lang", "ja"]);
    assert!(japanese.out.contains("エンジン"), "{}", japanese.out);
}

#[test]
fn the_table_is_japanese_for_japanese_users() {
    let stage = Stage::new("bench-ja");
    let problems = format!("a\t{MATE}\t5\nb\t{NO_MATE}\tnomate\nc\t{MATE}\tnomate\n");
    let parts = ["mate", "nomate", "crash", "nonsense", "notimplemented"];
    let ran = stage.bench(&problems, &parts, &["--lang", "ja"]);
    // Past the heads, which have the names of the engines in them.
    let rows: Vec<&str> = ran.out.lines().skip(2).take(3).collect();
    for word in ["詰み", "詰み?", "不詰", "不明", "異常終了", "応答不正"] {
        assert!(
            rows.iter().any(|row| row.contains(word)),
            "{word}: {rows:?}"
        );
    }
    for row in rows {
        let letters = row.chars().filter(|c| c.is_ascii_alphabetic()).count();
        assert_eq!(letters, 1, "only the name of the problem: {row}");
    }
    assert!(
        ran.err.contains("Kemuri の判定は詰み、問題集の想定は不詰"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("Kemuri: 詰み"), "{}", ran.err);
}

#[test]
fn an_engine_is_not_asked_what_go_mate_does_not_mean() {
    let stage = Stage::new("bench-defender");
    // In check by the rook, with and without a king to strike back at.
    let (alone, both) = ("8k/9/9/9/8R/9/9/9/9 w - 1", "8k/9/9/9/8R/9/9/9/K8 w - 1");
    let told = ["--json", "--attacker", "black"];
    let ran = stage.bench(&format!("a\t{alone}\nb\t{both}\n"), &["mate"], &told);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(!stage.heard().contains("go mate"), "{}", stage.heard());
    let objects = ran.json();
    for id in ["a", "b"] {
        assert_eq!(of(&objects, id, "Kemuri")["verdict"], "nomate");
        let fake = of(&objects, id, "Fake mate");
        assert_eq!(fake["verdict"], "n/a");
        for key in ["length", "reason", "nodes", "time_ms", "ratio"] {
            assert!(fake[key].is_null(), "{fake}");
        }
    }
    let totals = &objects.last().expect("a summary")["summary"][1];
    for key in ["solved", "unknown", "failed"] {
        assert_eq!(totals[key], 0, "{totals}");
    }
    // Without --attacker the side to move attacks, and that can be asked.
    let table = stage.bench(&format!("a\t{alone}\nb\t{both}\n"), &["nomate"], &[]);
    let rows: Vec<&str> = table.out.lines().skip(2).take(2).collect();
    assert!(rows[0].contains("| n/a "), "{}", table.out);
    assert!(!rows[1].contains("n/a"), "{}", table.out);
    assert_eq!(stage.heard().matches("go mate").count(), 1);
}
