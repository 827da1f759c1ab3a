//! What `kemuri solve` promises whatever the verdicts are.

use crate::common::{MATE, NO_MATE, file, finish, kemuri, run, run_with};
use serde_json::Value;

/// The keys of the contract.
const KEYS: [&str; 20] = [
    "version",
    "id",
    "sfen",
    "attacker",
    "goal",
    "futile_profile",
    "verdict",
    "length",
    "exact",
    "uncounted",
    "moves",
    "reason",
    "rest",
    "hand_left",
    "nodes",
    "time_ms",
    "hash_permille",
    "peak_table_bytes",
    "collections",
    "max_depth",
];

#[track_caller]
fn assert_contract(answer: &Value) {
    let object = answer.as_object().expect("an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    let mut expected = KEYS.to_vec();
    // Beside the moves, if there are any.
    let has_moves = answer["moves"]
        .as_array()
        .is_some_and(|moves| !moves.is_empty());
    expected.extend(has_moves.then_some("moves_japanese"));
    keys.sort_unstable();
    expected.sort_unstable();
    assert_eq!(keys, expected);
    for number in ["nodes", "time_ms", "hash_permille", "peak_table_bytes"] {
        assert!(answer[number].is_u64(), "{number} of {answer}");
    }
    let mate = answer["verdict"] == "mate";
    assert_eq!(answer["length"].is_u64(), mate, "{answer}");
    assert_eq!(answer["exact"].is_boolean(), mate, "{answer}");
    assert_eq!(answer["moves"].is_array(), mate, "{answer}");
    if let Some(moves) = answer["moves"].as_array() {
        assert_eq!(answer["length"], moves.len(), "{answer}");
    }
    match answer["verdict"].as_str().expect("a verdict") {
        "mate" | "nomate" => assert!(answer["reason"].is_null(), "{answer}"),
        "unknown" => {
            let reason = answer["reason"].as_str().expect("a reason");
            assert!(
                ["time", "nodes", "memory", "interrupted"].contains(&reason),
                "{answer}"
            );
        }
        other => panic!("verdict {other}"),
    }
}

#[test]
fn json_has_the_keys_of_the_contract() {
    let input = format!("a\t{MATE}\t5\nb\t{NO_MATE}\tnomate\nposition sfen {MATE}\n");
    let ran = run_with(&["solve", "--json", "--hash", "1M", "-"], input.as_bytes());
    assert_eq!(ran.err, "");
    let answers = ran.json();
    answers.iter().for_each(assert_contract);
    let named: Vec<_> = answers
        .iter()
        .map(|a| (a["id"].clone(), a["sfen"].clone()))
        .collect();
    assert_eq!(
        named,
        [
            ("a".into(), MATE.into()),
            ("b".into(), NO_MATE.into()),
            ("-:3".into(), MATE.into())
        ]
    );
    let undecided = answers.iter().any(|a| a["verdict"] == "unknown");
    assert_eq!(ran.code, i32::from(undecided));
}

#[test]
fn an_sfen_is_taken_with_and_without_quotes() {
    for arguments in [vec![MATE], MATE.split(' ').collect()] {
        let ran = run(&[vec!["solve", "--json"], arguments].concat());
        assert_eq!(ran.json()[0]["sfen"], MATE);
        assert!(ran.json()[0]["id"].is_null());
    }
}

#[test]
fn without_input_the_bundled_problem_is_shown() {
    let ran = run(&["solve"]);
    assert_eq!(ran.err, "");
    for part in ["v玉|一", " 金 ", "Attacker's hand: 銀2", "nodes", "Table:"] {
        assert!(ran.out.contains(part), "'{part}' is not in:\n{}", ran.out);
    }
    let japanese = run(&["solve", "--lang", "ja"]);
    for part in ["攻方持駒: 銀二", "玉方持駒: 飛二 角二", "ノード", "置換表"] {
        assert!(
            japanese.out.contains(part),
            "'{part}' is not in:\n{}",
            japanese.out
        );
    }
}

#[test]
fn the_locale_chooses_the_language() {
    let speaks = |name: &str, value: &str| {
        let ran = finish(kemuri().env(name, value).args(["solve", "--help"]), b"");
        assert_eq!(ran.code, 0);
        if ran.out.contains("使い方") {
            "ja"
        } else {
            "en"
        }
    };
    assert_eq!(speaks("LANG", "ja_JP.UTF-8"), "ja");
    assert_eq!(speaks("LC_ALL", "ja_JP.UTF-8"), "ja");
    assert_eq!(speaks("LC_MESSAGES", "ja_JP.UTF-8"), "ja");
    assert_eq!(speaks("LANG", "de_DE.UTF-8"), "en");
    let overruled = finish(
        kemuri()
            .env("LANG", "ja_JP")
            .args(["options", "--lang", "en"]),
        b"",
    );
    assert!(overruled.out.starts_with("option "), "{}", overruled.out);
}

#[test]
fn a_collection_gets_a_line_a_problem_and_a_summary() {
    let text = format!("\u{feff}# 問題集\r\na\t{MATE}\r\nb\t{NO_MATE}\r\n");
    let path = file("collection", "two.tsv", text);
    let ran = run(&["solve", &path]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.out);
    assert!(
        lines[0].starts_with("a ") && lines[1].starts_with("b "),
        "{}",
        ran.out
    );
    assert!(lines[2].starts_with("2 problems:"), "{}", ran.out);
    let verbose = run(&["solve", "--verbose", &path]);
    assert_eq!(
        verbose.out.matches("+---------------------------+").count(),
        4
    );
    assert!(verbose.out.contains("2 problems:"), "{}", verbose.out);
}

#[test]
fn a_file_with_one_problem_is_shown_in_full() {
    for text in [
        format!("{MATE}\n"),
        format!("one\t{MATE}"),
        format!("position sfen {MATE}\n"),
    ] {
        let path = file("single", "one.sfen", text);
        assert!(run(&["solve", &path]).out.contains("v玉|一"));
    }
}

#[test]
fn the_attacker_can_be_named() {
    // Both kings; Black is to move and in check from the rook.
    let both = "4k4/9/9/9/4r4/9/9/9/4K4 b r2b4g4s4n4l18p 1";
    for (side, label) in [
        ("black", "Attacker's hand: none"),
        ("white", "Defender's hand: none"),
    ] {
        let ran = run(&["solve", "--nodes", "1000", "--attacker", side, both]);
        assert!(ran.out.contains(label), "{side}:\n{}{}", ran.out, ran.err);
    }
    run(&["solve", "--attacker", "white", MATE]).assert_refused(&["White", "king"]);
}

#[test]
fn a_reader_who_leaves_is_no_accident() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let text = format!("a\t{MATE}\n").repeat(2000);
    let path = file("pipe", "many.tsv", text);
    let mut child = kemuri()
        .args(["solve", "--json", "--hash", "64K", "--nodes", "1", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_wait_for_more() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = kemuri()
        .args(["solve", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The pipe stays open: the program waits for more after its first answer.
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "{MATE}").expect("written");
    let mut answer = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut answer).expect("an answer at once");
    assert_contract(&serde_json::from_str(&answer).expect("JSON"));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .expect("kill")
            .success()
    );
    assert_eq!(child.wait().expect("an end").code(), Some(1));
}

#[test]
fn the_options_table_lists_every_option() {
    use kemuri_text::{Lang, solver::option_help};
    let (en, ja) = (run(&["options"]), run(&["options", "--lang", "ja"]));
    assert_eq!((en.code, ja.code), (0, 0));
    for spec in kemuri_solver::options::TABLE {
        // The meaning stands below the name.
        let is_told = |out: &str, help: &str| {
            let rest = out.lines().skip_while(|line| !line.starts_with(spec.name));
            let below = rest.skip(1).take_while(|line| line.starts_with("    "));
            let told: String = below
                .flat_map(|line| line.chars().filter(|&c| c != ' '))
                .collect();
            told.ends_with(&help.replace(' ', ""))
        };
        assert!(is_told(&en.out, spec.help), "{}", spec.name);
        assert!(
            is_told(&ja.out, &option_help(Lang::Ja, spec)),
            "{}",
            spec.name
        );
    }
}

/// The shell takes a position apart that has no quotes around it.
#[test]
fn quotes_around_a_position_may_be_left_out() {
    for text in [
        "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b",
        "sfen 8k/9/8P/9/9/9/9/9/9 b G 1",
        "8k/9/8P/9/9/9/9/9/9 b G moves G*1b",
    ] {
        let quoted = run(&["solve", "--json", text]).json();
        let words: Vec<&str> = ["solve", "--json"]
            .into_iter()
            .chain(text.split(' '))
            .collect();
        let unquoted = run(&words).json();
        assert_eq!((quoted.len(), unquoted.len()), (1, 1), "{text}");
        assert_eq!(quoted[0]["sfen"], unquoted[0]["sfen"]);
        assert_eq!(quoted[0]["length"], unquoted[0]["length"]);
    }
}

#[test]
fn one_is_not_many() {
    let ran = run(&["solve", "8k/9/8P/9/9/9/9/9/9 b G 1"]);
    assert!(ran.out.contains("Mate in 1 ply\n"), "{}", ran.out);
    assert!(ran.out.contains("1 node in"), "{}", ran.out);
}
