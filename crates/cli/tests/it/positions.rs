//! Which position is solved: pieces that stand nowhere, hands that a file does not
//! give, and moves that were played before.

use crate::common::{LINE, MATE, directory, file, run, run_with};
use serde_json::{Value, json};

/// A rook mates a king that nobody can help; with pieces in his hand somebody can.
const BARE: &str = "7lk/7p1/9/9/9/9/9/9/R8 b - 1";
/// What is missing of it, in an SFEN and in words.
const MISSING: (&str, &str) = ("R2B4G4S4N3L17P", "飛 角2 金4 銀4 桂4 香3 歩17");
/// The same with the defender's hand.
const FULL: &str = "7lk/7p1/9/9/9/9/9/9/R8 b r2b4g4s4n3l17p 1";

/// The diagram of `BARE` with a line above it.
fn kif(above: &str) -> String {
    let ran = run(&["convert", BARE, "--to", "bod"]);
    ran.out.replace("後手の持駒：なし\n", above)
}

#[test]
fn pieces_that_stand_nowhere_are_named() {
    let ran = run(&["solve", BARE]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Mate in 1 ply"), "{}", ran.out);
    let expected = format!(
        "kemuri: pieces out of play: {} (--rest gives them to\n  the defender)\n",
        MISSING.1
    );
    assert_eq!(ran.err, expected);
    let ran = run(&["solve", BARE, "--lang", "ja"]);
    assert!(
        ran.err.contains("盤上にも持駒にもない駒: 飛 角二 金四"),
        "{}",
        ran.err
    );
    // The reading of magazines.
    let ran = run(&["solve", BARE, "--rest"]);
    assert!(ran.out.contains("\nNo mate\n"), "{}", ran.out);
    assert!(
        ran.out
            .contains("\nDefender's hand: all the rest (--rest)\n"),
        "{}",
        ran.out
    );
    assert_eq!(ran.err, "");
    // Where nothing is missing there is nothing to say.
    let ran = run(&["solve", FULL, "--rest"]);
    assert!(!ran.out.contains("--rest"), "{}", ran.out);
    assert_eq!(ran.err, "");
    for words in [
        &["check", BARE][..],
        &["bench", BARE],
        &["show", BARE],
        &["compose", BARE],
        &["solve", "--tree", BARE],
        &["solve", "--tree=kif", BARE],
    ] {
        let ran = run(words);
        assert!(ran.err.contains(&expected), "{words:?}: {}", ran.err);
        assert_eq!(ran.err.matches("out of play").count(), 1, "{words:?}");
        let ran = run(&[words, &["--rest"]].concat());
        assert!(!ran.err.contains("out of play"), "{words:?}: {}", ran.err);
    }
}

/// Kings are no pieces of a hand, and with two of them the defender is who is attacked.
#[test]
fn kings_are_not_counted() {
    let two = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let ran = run(&["solve", two, "--json", "--rest"]);
    let answer = &ran.json()[0];
    assert_eq!(
        answer["sfen"],
        "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"
    );
    assert_eq!(answer["assumed_rest"], "2R2B3G4S4N4L17P");
    assert!(answer["unaccounted"].is_null(), "{answer}");
    let turned = "4k4/9/9/9/9/9/4p4/9/4K4 w g 1";
    let ran = run(&["solve", turned, "--json", "--rest"]);
    let sfen = ran.json()[0]["sfen"].clone();
    assert_eq!(sfen, "4k4/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1");
    let ran = run(&["solve", two, "--json"]);
    assert_eq!(ran.json()[0]["unaccounted"], "2R2B3G4S4N4L17P");
}

#[test]
fn json_says_which_pieces_and_standard_error_does_not() {
    for command in ["solve", "check", "bench"] {
        let text = format!("bare\t{BARE}\nfull\t{FULL}\n");
        let ran = run_with(&[command, "-", "--json"], text.as_bytes());
        assert_eq!(ran.err, "", "{command}");
        let answers = ran.json();
        assert_eq!(answers[0]["unaccounted"], MISSING.0, "{command}");
        assert_eq!(answers[1].get("unaccounted"), None, "{command}");
        let ran = run_with(&[command, "-", "--json", "--rest"], text.as_bytes());
        let answers = ran.json();
        assert_eq!(answers[0]["sfen"], FULL, "{command}");
        assert_eq!(answers[0]["assumed_rest"], MISSING.0, "{command}");
        assert_eq!(answers[0].get("unaccounted"), None, "{command}");
        assert_eq!(answers[1].get("assumed_rest"), None, "{command}");
    }
    let ran = run(&["solve", "--tree=json", BARE]);
    assert_eq!(ran.err, "");
    assert_eq!(ran.json()[0]["unaccounted"], MISSING.0);
}

#[test]
fn a_collection_gets_one_line() {
    let bare = |number: usize| format!("p{number}\t{BARE}\n");
    let mut text: String = (1..=5).map(bare).collect();
    text += &format!("full\t{FULL}\n");
    for command in ["solve", "check", "bench", "show"] {
        let ran = run_with(&[command, "-"], text.as_bytes());
        assert_eq!(
            ran.err,
            "kemuri: pieces are out of play in 5 of 6 problems: p1, p2, p3, … (--rest gives\n  \
             them to the defender)\n",
            "{command}"
        );
        let ran = run_with(&[command, "-", "--rest"], text.as_bytes());
        assert_eq!(ran.err, "", "{command}");
    }
    let ran = run_with(&["solve", "-", "--lang", "ja"], text.as_bytes());
    assert!(ran.err.contains("6 題中 5 題"), "{}", ran.err);
    assert_eq!(ran.err.matches("kemuri:").count(), 1);
}

#[test]
fn a_diagram_without_the_defenders_hand_means_the_rest() {
    let folder = directory("positions-kif");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let open = write("open.bod", &kif(""));
    let none = write("none.bod", &kif("後手の持駒：なし\n"));
    let rest = write("rest.bod", &kif("後手の持駒：残り全部\n"));
    let note = "Defender's hand: not given in the file, all the rest assumed";
    let ran = run(&["solve", &open]);
    assert!(
        ran.out.contains(&format!("\n{note}\n\nNo mate\n")),
        "{}",
        ran.out
    );
    assert_eq!(ran.err, "");
    let ran = run(&["solve", &open, "--lang", "ja"]);
    assert!(
        ran.out.contains("玉方持駒: 記載がないため残り全部とみなす"),
        "{}",
        ran.out
    );
    let ran = run(&["check", &open]);
    assert!(ran.out.contains(note), "{}", ran.out);
    let ran = run(&["solve", &none]);
    assert!(ran.out.contains("Mate in 1 ply"), "{}", ran.out);
    assert!(ran.err.contains("out of play"), "{}", ran.err);
    let ran = run(&["solve", &none, "--rest"]);
    assert!(ran.out.contains("No mate"), "{}", ran.out);
    let ran = run(&["solve", &rest]);
    assert!(
        ran.out.contains("No mate") && !ran.out.contains("assumed"),
        "{}",
        ran.out
    );
    let answers = run(&["solve", "--json", &open, &none, &rest]).json();
    let assumed: Vec<&Value> = answers.iter().map(|a| &a["assumed_rest"]).collect();
    assert_eq!(assumed, [&json!(MISSING.0), &Value::Null, &Value::Null]);
    // Where the diagram is not shown, standard error says it.
    for words in [
        &["show", &open][..],
        &["bench", &open],
        &["convert", &open, "--to", "sfen"],
    ] {
        let ran = run(words);
        assert!(ran.err.contains(note), "{words:?}: {}", ran.err);
    }
    let ran = run(&["solve", &open, &none]);
    assert!(
        ran.err
            .contains("the defender's hand is not given in 1 of 2 problems"),
        "{}",
        ran.err
    );
    let ran = run(&["convert", &open, "--to", "sfen"]);
    assert_eq!(ran.out, format!("{FULL}\n"));
    let ran = run(&["convert", BARE, "--to", "sfen"]);
    assert_eq!((&*ran.out, &*ran.err), (&*format!("{BARE}\n"), ""));
    let ran = run(&["convert", BARE, "--to", "sfen", "--rest"]);
    assert_eq!(ran.out, format!("{FULL}\n"));
    // Reports say it, too.
    for (name, lines) in [("a.html", 1), ("a.md", 1), ("a.kif", 1)] {
        let path = folder.join(name);
        let path = path.to_str().expect("UTF-8");
        run(&["check", &open, "--report", path]);
        let report = std::fs::read_to_string(path).expect("a report");
        let report = report.replace("&#39;", "'");
        assert_eq!(report.matches(note).count(), lines, "{report}");
    }
}

#[test]
fn a_certificate_belongs_to_the_problem_with_the_rest() {
    let path = directory("positions-certificate").join("rest.cert");
    let path = path.to_str().expect("UTF-8");
    let ran = run(&["solve", BARE, "--rest", "--certificate", path]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(run(&["verify", path, BARE]).code, 2);
    assert_eq!(run(&["verify", path, BARE, "--rest"]).code, 0);
    run(&["verify", path, "--rest"]).assert_refused(&["--rest", "INPUT"]);
}

#[test]
fn the_output_says_which_position_was_solved() {
    let moves: Vec<&str> = LINE.split(' ').collect();
    let played = format!("position sfen {MATE} moves {}", moves[..2].join(" "));
    let ran = run(&["solve", &played]);
    assert!(
        ran.out
            .contains("\nAfter move 2, △１二玉\n\nMate in 3 plies\n"),
        "{}",
        ran.out
    );
    let ran = run(&["solve", &played, "--lang", "ja"]);
    assert!(
        ran.out.contains("\n2手目△１二玉までの局面\n"),
        "{}",
        ran.out
    );
    let answer = run(&["solve", &played, "--json"]).json().remove(0);
    assert_eq!(answer["length"], 3);
    assert_eq!(
        answer["played"],
        json!({ "from": MATE, "moves": moves[..2] })
    );
    let text = format!("one\t{MATE}\ntwo\t{played}\n");
    let ran = run_with(&["solve", "-"], text.as_bytes());
    let rows: Vec<&str> = ran.out.lines().collect();
    assert!(!rows[0].contains("ply"), "{}", ran.out);
    assert!(rows[1].ends_with("s (ply 2)"), "{}", ran.out);
    // The same moves are the author's line to a check, which says so.
    let ran = run(&["check", &played]);
    assert!(ran.out.contains("mate in 5"), "{}", ran.out);
    assert!(!ran.out.contains("After move"), "{}", ran.out);
    assert!(
        ran.out.contains("Author's line does not mate"),
        "{}",
        ran.out
    );
    // Unless there is nothing to check where they start.
    let game = format!(
        "position sfen {} moves 1b1a",
        MATE.replace("8k/6G2", "9/6G1k").replace(" b ", " w ")
    );
    let ran = run(&["check", &game]);
    assert!(ran.out.contains("After move 1, △１一玉"), "{}", ran.out);
    let answer = run(&["check", &game, "--json"]).json().remove(0);
    assert_eq!(answer["played"]["moves"], json!(["1b1a"]));
}

#[test]
fn a_position_of_a_record_is_solved() {
    let usi = format!("position sfen {MATE} moves {LINE}");
    let folder = directory("positions-ply");
    let mut inputs = vec![usi.clone()];
    for format in ["kif", "ki2", "csa", "jkf"] {
        let path = folder.join(format!("record.{format}"));
        let path = path.to_str().expect("UTF-8");
        let ran = run(&["convert", &usi, "--to", format, "--out", path]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        inputs.push(path.to_owned());
    }
    for input in &inputs {
        for (ply, sentence) in [
            ("0", "Mate in 5 plies"),
            ("1", "Mate in 4 plies"),
            ("2", "Mate in 3 plies"),
            ("5", "Mate: the king is mated already"),
        ] {
            let ran = run(&["solve", input, "--ply", ply]);
            assert_eq!((ran.code, &*ran.err), (0, ""), "{input} {ply}");
            assert!(ran.out.contains(sentence), "{input} {ply}: {}", ran.out);
            let said = ran.out.contains(&format!("After move {ply}, "));
            assert_eq!(said, ply != "0", "{input} {ply}: {}", ran.out);
        }
        let ran = run(&["solve", input, "--ply", "6"]);
        ran.assert_refused(&["after ply 6", "there are 5 plies"]);
        let ran = run(&["solve", input, "--ply", "6", "--lang", "ja"]);
        ran.assert_refused(&["6 手目", "5 手"]);
    }
    // Without it a record is solved at its start, and a position after its moves.
    assert!(run(&["solve", &inputs[1]]).out.contains("Mate in 5 plies"));
    assert!(run(&["solve", &usi]).out.contains("mated already"));
    for bad in ["-1", "end", "1.5"] {
        run(&["solve", &usi, &format!("--ply={bad}")]).assert_refused(&["--ply"]);
    }
    run(&["solve", MATE, "--ply", "1"]).assert_refused(&["there are 0 plies"]);
}

/// A game in which White is mated by checks after Black's fifth move.
#[test]
fn a_position_of_a_game_is_solved_for_the_side_to_move() {
    let text = "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同銀 ▲４五角\n";
    let path = file("positions-game", "game.ki2", text);
    for (ply, attacker) in [("3", "white"), ("4", "black"), ("5", "white")] {
        let ran = run(&["solve", &path, "--ply", ply, "--json", "--nodes", "100000"]);
        let answer = &ran.json()[0];
        assert_eq!(answer["attacker"], attacker, "{answer}");
        assert_eq!(answer["verdict"], "nomate", "{answer}");
        assert_eq!(
            answer["played"]["moves"].as_array().map(Vec::len),
            ply.parse().ok()
        );
    }
}
