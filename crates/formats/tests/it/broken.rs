//! Broken records: where, what, and what a lenient reader keeps.

use crate::common::{LINE, START, bytes, lines};
use kemuri_formats::{MAX_SIZE, RecordError, RecordErrorKind, read};

#[test]
fn every_error_is_told_with_its_place() {
    let (mut told, mut expected) = (Vec::new(), Vec::new());
    for (name, sentence) in [
        (
            "illegal_move.kif",
            "line 18, column 6, move 3: illegal: there is no gold in hand",
        ),
        (
            "half_diagram.bod",
            "line 7, column 1: 9 rows expected in the diagram, 4 found",
        ),
        (
            "short_row.bod",
            "line 7, column 2: 9 squares expected in a row of the diagram, 8 found",
        ),
        (
            "unknown_piece.bod",
            "line 5, column 15: '象' is not a piece",
        ),
        (
            "two_rests.kif",
            "line 14, column 7: both sides cannot have all that is left",
        ),
        (
            "branch_too_late.kif",
            "line 22, column 4: a branch at move 9, but the line before it has 5 moves",
        ),
        (
            "bad_time.kif",
            "line 16, column 13, move 1: '( 0:x/00:00:01)' is not a time",
        ),
        (
            "wrong_side.csa",
            "line 5, column 1, move 2: the other side is to move",
        ),
        ("no_diagram.kif", "line 2, column 1: the diagram is missing"),
        (
            "ambiguous.ki2",
            "line 3, column 33, move 7: '５八金' can be made by several pieces",
        ),
        (
            "broken.json",
            "line 2, column 45: broken JSON: trailing comma",
        ),
        (
            "wrong_number.kif",
            "line 18, column 4: move number 3 expected, '4' found",
        ),
        (
            "noise.txt",
            "line 1, column 1: this is no record in a known format (SFEN, USI, KIF, KI2, CSA, JKF, BOD)",
        ),
    ] {
        let error = read(&bytes(&format!("broken/{name}")), false).unwrap_err();
        told.push((name, error.to_string()));
        expected.push((name, sentence.to_string()));
    }
    assert_eq!(told, expected);
}

#[test]
fn a_hand_is_told_once() {
    let rest = String::from_utf8(bytes("rest.kif")).unwrap();
    let hand = rest
        .lines()
        .position(|line| line.starts_with("攻方の持駒："))
        .unwrap();
    let mut lines: Vec<&str> = rest.lines().collect();
    lines.insert(hand + 1, "  持駒：金");
    let twice = lines.join("\n");
    let error = read(twice.as_bytes(), false).unwrap_err();
    assert_eq!(
        error,
        RecordError {
            line: Some(hand + 2),
            column: Some(3),
            ply: None,
            told_ply: None,
            kind: RecordErrorKind::HandTwice
        }
    );
    assert_eq!(
        error.kind.to_string(),
        "the hand of this side has been told already"
    );
    // The first one counts for who wants to go on.
    let reading = read(twice.as_bytes(), true).unwrap();
    assert_eq!(reading.record.start().to_string(), START);
}

#[test]
fn the_number_of_moves_before_is_told_once() {
    let twice = "手合割：平手\n手数＝6  ▲７六歩  まで\n手数＝60  まで\n";
    let error = read(twice.as_bytes(), false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3, column 1: how many moves were made before has been told already"
    );
    let json = r#"{"header":{"手合割":"平手","手数＝6":"","手数＝60":""},"moves":[]}"#;
    assert_eq!(
        read(json.as_bytes(), false).unwrap_err().kind,
        RecordErrorKind::NumberTwice
    );
    for text in [twice, json, "$手数＝6:\n$手数＝60:\nPI\n+\n"] {
        let reading = read(text.as_bytes(), true).unwrap();
        assert_eq!(reading.record.start().number, 7);
        assert_eq!(reading.warnings.len(), 1, "{text}");
    }
}

#[test]
fn what_is_quoted_looks_as_it_was_typed() {
    let error = |text: &str| read(text.as_bytes(), false).unwrap_err().to_string();
    assert_eq!(
        error("手合割：平手\nこれは　\"何\"\u{1b}[2J\u{202e}か\n"),
        "line 2, column 1: 'これは　\"何\"\\u{1b}[2J\\u{202e}か' means nothing here"
    );
}

#[test]
fn a_lenient_reader_keeps_what_it_can() {
    let lenient = |name: &str| read(&bytes(&format!("broken/{name}")), true).unwrap();
    let illegal = lenient("illegal_move.kif");
    assert_eq!(
        lines(&illegal.record),
        ["S*2b 1a1b エラー", "S*2b 1a1b S*2c 1b2c 3b3c"]
    );
    assert_eq!(illegal.warnings.len(), 2, "{:?}", illegal.warnings);
    let late = lenient("branch_too_late.kif");
    assert_eq!(lines(&late.record), [LINE]);
    assert_eq!(late.warnings.len(), 1);
    assert_eq!(lines(&lenient("wrong_number.kif").record), [LINE]);
    assert_eq!(lines(&lenient("bad_time.kif").record), ["S*2b"]);
    assert_eq!(lines(&lenient("wrong_side.csa").record), ["7g7f エラー"]);
    // Without a position there is nothing to keep.
    assert!(read(&bytes("broken/half_diagram.bod"), true).is_err());
    assert!(read(&bytes("broken/noise.txt"), true).is_err());
}

#[test]
fn a_broken_encoding_costs_no_more_than_its_characters() {
    let mut bytes = bytes("headers.kif");
    let place = bytes.windows(3).position(|w| w == "煙".as_bytes()).unwrap();
    bytes[place] = 0xff;
    assert_eq!(
        read(&bytes, false).unwrap_err().kind,
        RecordErrorKind::Encoding
    );
    let reading = read(&bytes, true).unwrap();
    assert_eq!(reading.warnings.len(), 1);
    assert_eq!(lines(&reading.record), [format!("{LINE} 詰み")]);
}

#[test]
fn noise_of_any_size_is_refused() {
    let noise: Vec<u8> = (0..40u32 << 20)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 | 1)
        .collect();
    assert_eq!(
        read(&noise, true).unwrap_err().kind,
        RecordErrorKind::TooLarge
    );
    assert!(read(&noise[..MAX_SIZE], true).is_err());
    let rows = "   1 ２二銀打\n".repeat(200_000);
    assert!(read(rows.as_bytes(), false).is_err());
    let reading = read(rows.as_bytes(), true).unwrap();
    assert!(reading.warnings.len() + reading.more_warnings > 0);
}

#[test]
fn what_is_wrong_with_a_position_as_a_whole_has_a_place() {
    let kif = String::from_utf8(bytes("rest.kif")).unwrap();
    let row = 1 + kif.lines().position(|line| line.ends_with("|九")).unwrap();
    let error = |text: &str| read(text.as_bytes(), false).unwrap_err();
    let golds = error(&kif.replace("攻方の持駒：銀二", "攻方の持駒：金五"));
    assert!(
        matches!(golds.kind, RecordErrorKind::Position(_)),
        "{golds}"
    );
    assert_eq!((golds.line, golds.column), (Some(row), Some(1)));
    let half = error("P1 * \nP2 * \n+\n");
    assert_eq!(
        half.to_string(),
        "line 2, column 1: 9 rows expected in the diagram, 2 found"
    );
    let kings = error("PI\nP+55OU\n+\n");
    assert!(
        matches!(kings.kind, RecordErrorKind::Position(_)),
        "{kings}"
    );
    assert_eq!((kings.line, kings.column), (Some(2), Some(1)));
    let moves = error("V2.2\n+7776FU\n");
    assert_eq!(
        moves.to_string(),
        "line 2, column 1: the diagram is missing"
    );
    let board = error("{\n\"initial\": {\"preset\":\"OTHER\",\"data\":{\"board\":[[]]}}}");
    assert_eq!(
        board.to_string(),
        "line 2, column 12: 9 rows expected in the diagram, 1 found"
    );
}

#[test]
fn an_unknown_handicap_is_named_where_it_stands() {
    let error = read("手合割：トンボ\n1 ４二玉(51)\n".as_bytes(), false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 5: 'トンボ' is not the name of a handicap"
    );
}

#[test]
fn a_lost_move_of_a_usi_line_leaves_a_mark() {
    let reading = read(b"position startpos moves 7g7f 7g7f", true).unwrap();
    assert_eq!(lines(&reading.record), ["7g7f エラー"]);
}

#[test]
fn one_move_is_not_several() {
    let text = "手合割：平手\n1 ７六歩(77)\n変化：9手\n";
    let told = read(text.as_bytes(), false).unwrap_err().to_string();
    assert!(told.ends_with("the line before it has 1 move"), "{told}");
}
