//! Promises about verdicts: these need the search itself, not only the program around it.

use crate::common::{LINE, MATE, NO_MATE, file, run};

#[test]
fn the_bundled_problem_is_solved() {
    let ran = run(&["solve"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    for part in [
        "Mate in 5 plies",
        "▲２二銀",
        "△１二玉",
        "▲１三銀",
        "△２三玉",
        "▲３三金",
    ] {
        assert!(ran.out.contains(part), "'{part}' is not in:\n{}", ran.out);
    }
    let japanese = run(&["solve", "--lang", "ja"]);
    assert!(japanese.out.contains("5手"), "{}", japanese.out);
}

#[test]
fn mates_and_no_mates_are_told_apart() {
    let path = file(
        "verdicts",
        "two.tsv",
        format!("a\t{MATE}\t5\nb\t{NO_MATE}\tnomate\n"),
    );
    let proven = run(&["bench", "--verify", "--hash", "64K", &path]);
    assert_eq!(proven.code, 0, "{}{}", proven.out, proven.err);
    assert!(proven.out.contains("2 of 2 verified"), "{}", proven.out);
    let ran = run(&["solve", "--json", "--hash", "64K", &path]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let answers = ran.json();
    let moves: Vec<&str> = LINE.split(' ').collect();
    assert_eq!(answers[0]["verdict"], "mate");
    assert_eq!(answers[0]["moves"], serde_json::json!(moves));
    assert_eq!(answers[1]["verdict"], "nomate");
}

#[test]
fn a_contradicted_collection_is_reported_loudly() {
    let path = file(
        "contradicted",
        "wrong.tsv",
        format!("a\t{MATE}\tnomate\nb\t{NO_MATE}\t3\n"),
    );
    let ran = run(&["bench", &path]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(
        ran.err.contains("CONTRADICTION: a: Kemuri says mate"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("CONTRADICTION: b: Kemuri says nomate"),
        "{}",
        ran.err
    );
    assert!(
        ran.out.contains("contradicts the collection at: a, b"),
        "{}",
        ran.out
    );
}

#[test]
fn the_signature_is_the_same_every_time() {
    let first = run(&["bench", "--signature", "--json"]);
    assert_eq!(first.code, 0, "{}", first.err);
    assert_eq!(run(&["bench", "--signature", "--json"]).out, first.out);
    let object = &first.json()[0];
    assert!(object["signature"].as_u64() > Some(1000), "{object}");
    assert!(object["mates"].as_u64() >= Some(20), "{object}");
    assert!(object["nomates"].as_u64() >= Some(5), "{object}");
}
