//! Broken records: where, what, and what a lenient reader keeps.

mod common;

use common::{LINE, START, bytes, lines};
use kemuri_core::Lang;
use kemuri_formats::{Flaw, MAX_SIZE, RecordError, read};

#[test]
fn every_flaw_is_told_with_its_place() {
    let (mut told, mut expected) = (Vec::new(), Vec::new());
    for (name, en, ja) in [
        (
            "illegal_move.kif",
            "line 18, column 6, move 3: illegal: there is no gold in hand",
            "18 行目 6 文字目 3 手目: 指せない手です（持駒に金がありません）",
        ),
        (
            "half_diagram.bod",
            "line 7, column 1: 9 rows expected in the diagram, 4 found",
            "7 行目 1 文字目: 盤面が 4 段です（9 段必要です）",
        ),
        (
            "short_row.bod",
            "line 7, column 2: 9 squares expected in a row of the diagram, 8 found",
            "7 行目 2 文字目: 盤面の段が 8 マスです（9 マス必要です）",
        ),
        (
            "unknown_piece.bod",
            "line 5, column 15: '象' is not a piece",
            "5 行目 15 文字目: 「象」は駒ではありません",
        ),
        (
            "two_rests.kif",
            "line 14, column 7: both sides cannot have all that is left",
            "14 行目 7 文字目: 両方の持駒を残り全部にはできません",
        ),
        (
            "branch_too_late.kif",
            "line 22, column 4: a branch at move 9, but the line before it has 5 moves",
            "22 行目 4 文字目: 9 手目からの変化ですが、直前の手順は 5 手しかありません",
        ),
        (
            "bad_time.kif",
            "line 16, column 13, move 1: '( 0:x/00:00:01)' is not a time",
            "16 行目 13 文字目 1 手目: 「( 0:x/00:00:01)」は時間ではありません",
        ),
        (
            "wrong_side.csa",
            "line 5, column 1, move 2: the other side is to move",
            "5 行目 1 文字目 2 手目: 相手の手番です",
        ),
        (
            "no_diagram.kif",
            "line 2, column 1: the diagram is missing",
            "2 行目 1 文字目: 盤面がありません",
        ),
        (
            "ambiguous.ki2",
            "line 3, column 33, move 7: '５八金' can be made by several pieces",
            "3 行目 33 文字目 7 手目: 「５八金」に当てはまる駒が二つ以上あります",
        ),
        (
            "broken.json",
            "line 2, column 45: broken JSON: trailing comma",
            "2 行目 45 文字目: JSON が壊れています（trailing comma）",
        ),
        (
            "wrong_number.kif",
            "line 18, column 4: move number 3 expected, '4' found",
            "18 行目 4 文字目: 3 手目のはずが「4」です",
        ),
        (
            "noise.txt",
            "line 1, column 1: this is no record in a known format (SFEN, USI, KIF, KI2, CSA, JKF, BOD)",
            "1 行目 1 文字目: 対応する形式（SFEN, USI, KIF, KI2, CSA, JKF, BOD）の棋譜ではありません",
        ),
    ] {
        let error = read(&bytes(&format!("broken/{name}")), false).unwrap_err();
        told.push((name, error.to_string(), error.message(Lang::Ja)));
        expected.push((name, en.to_string(), ja.to_string()));
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
            flaw: Flaw::HandTwice
        }
    );
    assert_eq!(
        error.flaw.message(Lang::En),
        "the hand of this side has been told already"
    );
    // The first one counts for who wants to go on.
    let reading = read(twice.as_bytes(), true).unwrap();
    assert_eq!(reading.record.start().to_string(), START);
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
            assert_eq!(error.flaw, Flaw::NoPosition, "{text}");
        }
    }
    assert_eq!(
        Flaw::NoPosition.message(Lang::En),
        "there is no position in it"
    );
    assert_eq!(Flaw::NoPosition.message(Lang::Ja), "局面がありません");
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
    assert_eq!(lines(&illegal.record), ["S*2b 1a1b S*2c 1b2c 3b3c"]);
    assert_eq!(illegal.complaints.len(), 2, "{:?}", illegal.complaints);
    let late = lenient("branch_too_late.kif");
    assert_eq!(lines(&late.record), [LINE]);
    assert_eq!(late.complaints.len(), 1);
    assert_eq!(lines(&lenient("wrong_number.kif").record), [LINE]);
    assert_eq!(lines(&lenient("wrong_side.csa").record), ["7g7f"]);
    // Without a position there is nothing to keep.
    assert!(read(&bytes("broken/half_diagram.bod"), true).is_err());
    assert!(read(&bytes("broken/noise.txt"), true).is_err());
}

#[test]
fn a_broken_encoding_costs_no_more_than_its_characters() {
    let mut bytes = bytes("headers.kif");
    let place = bytes.windows(3).position(|w| w == "煙".as_bytes()).unwrap();
    bytes[place] = 0xff;
    assert_eq!(read(&bytes, false).unwrap_err().flaw, Flaw::Encoding);
    let reading = read(&bytes, true).unwrap();
    assert_eq!(reading.complaints.len(), 1);
    assert_eq!(lines(&reading.record), [format!("{LINE} 詰み")]);
}

#[test]
fn noise_of_any_size_is_refused() {
    let noise: Vec<u8> = (0..40u32 << 20)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 | 1)
        .collect();
    assert_eq!(read(&noise, true).unwrap_err().flaw, Flaw::TooLarge);
    assert!(read(&noise[..MAX_SIZE], true).is_err());
    let rows = "   1 ２二銀打\n".repeat(200_000);
    assert!(read(rows.as_bytes(), false).is_err());
    let reading = read(rows.as_bytes(), true).unwrap();
    assert!(reading.complaints.len() + reading.more_complaints > 0);
}
