//! Broken records: where, what, and what a lenient reader keeps.

use crate::common::{LINE, START, bytes, lines};
use kemuri_formats::{MAX_SIZE, RecordError, RecordErrorKind, RecordStep, read};

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
fn a_text_without_a_position_is_not_the_start_of_a_game() {
    for text in [
        "note: hello\n",
        "https://example.com\n",
        "#KIF version=2.0 encoding=UTF-8\n開始日時：2020/01/01\n",
        "先手：甲\n後手：乙\n手合割：\n",
        "先手：甲\n手数----指手---------消費時間--\n",
        "手数＝0  まで\n後手番\n",
        "作者：煙\nまで5手で詰み\n",
        "変化：1手\n",
        "{}",
        r#"{"header":{"先手":"甲"},"moves":[{"comments":["x"]}]}"#,
    ] {
        for lenient in [false, true] {
            let error = read(text.as_bytes(), lenient).unwrap_err();
            assert_eq!(error.kind, RecordErrorKind::NoPosition, "{text}");
        }
    }
    assert_eq!(
        RecordErrorKind::NoPosition.to_string(),
        "there is no position in it"
    );
    // A start that is named, or a move, is enough.
    for text in [
        "手合割：平手\n",
        "先手：甲\n   1 ７六歩(77)\n",
        "先手：甲\n▲７六歩\n",
        r#"{"header":{"手合割":"平手"},"moves":[]}"#,
        r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#,
    ] {
        let reading = read(text.as_bytes(), false);
        let reading = reading.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(*reading.record.start(), kemuri_formats::even_game());
    }
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
fn the_moves_of_a_second_game_are_not_those_of_the_first() {
    let head = "手数----指手---------消費時間--\n";
    let twice = format!("手合割：平手\n{head}   1 ７六歩(77)\n{head}   2 ３四歩(33)\n*二局目\n");
    let error = read(twice.as_bytes(), false).unwrap_err();
    assert_eq!(
        (error.line, error.kind),
        (Some(4), RecordErrorKind::Several)
    );
    let reading = read(twice.as_bytes(), true).unwrap();
    assert_eq!(lines(&reading.record), ["7g7f"]);
    assert_eq!(reading.record.node(1).comments, [""; 0]);
    assert_eq!(reading.warnings.len(), 1);
}

/// What is said of each move of a lenient reading, and what it complains of.
fn remarks(text: &str) -> (Vec<String>, Vec<String>) {
    let reading = read(text.as_bytes(), true).unwrap();
    let said = reading.record.nodes().map(|node| {
        let step = match node.step() {
            Some(RecordStep::Move(mv)) => mv.to_usi(),
            Some(RecordStep::End(ending)) => ending.word().into(),
            None => String::new(),
        };
        let all: Vec<&String> = node.comments.iter().chain(&node.bookmarks).collect();
        format!("{step}{all:?}")
    });
    let warnings = reading.warnings.iter();
    (said.collect(), warnings.map(|c| c.to_string()).collect())
}

#[test]
fn a_branch_never_takes_the_place_of_a_broken_line() {
    // The first move of the main line is broken, and a branch leaves right there.
    let kif = "手合割：平手\n   1 ７六玉(77)\n\n変化：1手\n   1 ２六歩(27)\n   2 ３四歩(33)\n";
    let record = read(kif.as_bytes(), true).unwrap().record;
    assert_eq!(record.main_moves(), []);
    assert_eq!(lines(&record), ["エラー", "2g2f 3c3d"]);
    let ki2 = "手合割：平手\n▲７六玉\n変化：1手\n▲２六歩\n";
    let record = read(ki2.as_bytes(), true).unwrap().record;
    assert_eq!(lines(&record), ["エラー", "2g2f"]);
    let mv = |from: u32, to: u32, piece: &str| {
        format!(
            r#"{{"move":{{"from":{{"x":2,"y":{from}}},"to":{{"x":2,"y":{to}}},"piece":"{piece}"}}"#
        )
    };
    let jkf = format!(
        r#"{{"header":{{"手合割":"平手"}},"moves":[{{}},{},"forks":[[{}}}]]}},{},"forks":[[{}}}]]}}]}}"#,
        mv(7, 6, "OU"),
        mv(7, 6, "FU"),
        mv(3, 4, "FU"),
        mv(3, 4, "FU"),
    );
    let reading = read(jkf.as_bytes(), true).unwrap();
    assert_eq!(lines(&reading.record), ["エラー", "2g2f"]);
    // The branch that leaves the part that is lost is lost, and that is told.
    assert_eq!(reading.warnings.len(), 2, "{:?}", reading.warnings);
}

#[test]
fn remarks_on_lost_moves_stay_where_the_line_breaks_off() {
    let (said, warnings) = remarks(
        "手合割：平手\n   1 ７六歩(77)\n*a\n   2 ３四金(33)\n*b\n   3 ２六歩(27)\n&c\n\n\
         変化：9手\n   9 ２六歩(27)\n*d\n\n変化：1手\n   1 ２六歩(27)\n*e\n",
    );
    assert_eq!(
        said,
        ["[]", r#"7g7f["a"]"#, r#"エラー["b", "c"]"#, r#"2g2f["e"]"#]
    );
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert_eq!(
        warnings[2],
        "line 11, column 2: 'd' is a remark on a move that is not there"
    );
    let (said, warnings) =
        remarks("PI\n+\n+7776FU\n'*a\nTx\n'*b\n-3334KI\n'*c\n+2726FU\nT1\n'*d\n");
    assert_eq!(said, ["[]", r#"7g7f["a", "b"]"#, r#"エラー["c", "d"]"#]);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    let (said, warnings) = remarks("PI\n+\n%TORYO\n'*a\n+7776FU\n'*b\n/\n'*another game\n");
    assert_eq!(said, ["[]", r#"投了["a"]"#]);
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    let (said, _) = remarks(
        r#"{"header":{"手合割":"平手"},"moves":[{},{"special":"X","comments":["a"]},{"bookmarks":["b"]}]}"#,
    );
    assert_eq!(said, ["[]", r#"エラー["a", "b"]"#]);
    let (said, warnings) = remarks(
        r#"{"header":{"手合割":"平手"},"moves":[{},{"special":"TORYO","closing":"?"},{"comments":["b"]}]}"#,
    );
    assert_eq!(said, ["[]", "投了[]"]);
    assert_eq!(warnings.len(), 3, "{warnings:?}");
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
