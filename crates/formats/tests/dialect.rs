//! The tsume dialect, one fixture for each case that general readers get wrong.

mod common;

use common::{LINE, START, bytes, fixture, lines};
use kemuri_formats::{Encoding, Ending, Format, Header, Record, Time, decode, encode, read, write};
use std::time::Duration;

/// What is written in the format that was read is the same when it is read again.
fn survives(name: &str) -> Record {
    let reading = fixture(name);
    let written = write(&reading.record, reading.format);
    assert!(written.losses.is_empty(), "{name}: {:?}", written.losses);
    let again = read(written.text.as_bytes(), false);
    let again = again.unwrap_or_else(|error| panic!("{name}: {error}\n{}", written.text));
    assert_eq!(again.record, reading.record, "{name}\n{}", written.text);
    assert_eq!(again.format, reading.format, "{name}");
    reading.record
}

fn time(spent: u64, total: u64) -> Time {
    Time {
        spent: Duration::from_secs(spent),
        total: Some(Duration::from_secs(total)),
    }
}

#[test]
fn a_header_that_tells_the_length_is_a_header() {
    let record = survives("length_header.kif");
    assert_eq!(record.header("手数"), Some("5"));
    assert_eq!(lines(&record), [format!("{LINE} 詰み")]);
}

#[test]
fn branches_after_the_mate_are_kept() {
    for (name, end) in [
        ("branch_after_tsumi.kif", ""),
        ("branch_after_tsume.kif", ""),
        ("branch_after_made.kif", " 中断"),
    ] {
        let record = survives(name);
        assert_eq!(record.start().to_string(), START);
        let expected = [
            format!("{LINE} 詰み"),
            "S*2b 1a1b S*1c 1b2c 2b2a+".into(),
            format!("S*2b 1a1b S*2c 1b2c 3b3c{end}"),
        ];
        assert_eq!(lines(&record), expected, "{name}");
    }
    let made = fixture("branch_after_made.kif").record;
    let end = *made.main_line().last().unwrap();
    assert_eq!(made.node(end).ending(), Some(&Ending::Mate));
    assert_eq!(made.node(end).closing.as_deref(), Some("まで5手詰"));
}

#[test]
fn bookmarks_are_kept() {
    let record = survives("bookmarks.kif");
    let marks: Vec<_> = record
        .nodes()
        .map(|node| node.bookmarks.join(","))
        .collect();
    assert_eq!(marks, ["はじめに", "第一の山", ""]);
    assert_eq!(record.node(2).bookmarks, [""]);
    assert_eq!(record.node(1).comments, ["一手目"]);
}

#[test]
fn the_number_of_moves_before_is_a_number() {
    let record = survives("made_zero.kif");
    assert_eq!(record.start().to_string(), START);
    assert!(record.headers.is_empty());
    assert_eq!(lines(&record), [LINE]);
    let later = survives("made_last_move.bod");
    assert_eq!(later.start().number, 60);
    assert_eq!(
        later.headers,
        [Header::Line("手数＝59  ▲３二金  まで".into())]
    );
}

#[test]
fn a_rotated_board_is_the_same_board() {
    let record = survives("rotated.kif");
    assert_eq!(record.start().to_string(), START);
    assert_eq!(record.headers[0], Header::Line("盤面回転".into()));
    assert_eq!(record.header("作者"), Some("煙"));
}

#[test]
fn two_columns_of_times_are_kept() {
    let record = survives("double_times.kif");
    assert_eq!(record.node(1).times, [time(1, 1), time(7, 7)]);
    assert_eq!(record.node(2).times, [time(2, 2), time(3, 3)]);
    assert_eq!(record.node(3).times, [time(65, 66)]);
    assert_eq!(lines(&record), ["S*2b 1a1b S*1c", "S*2b 中断"]);
}

#[test]
fn the_rest_is_everything_that_is_left() {
    for name in ["rest.kif", "rest.csa"] {
        let record = survives(name);
        assert_eq!(record.start().to_string(), START, "{name}");
        assert!(lines(&record)[0].starts_with(LINE), "{name}");
    }
}

#[test]
fn headers_are_kept_in_order() {
    let record = survives("headers.kif");
    let names: Vec<&str> = record
        .headers
        .iter()
        .map(|header| match header {
            Header::Field { name, .. } => name.as_str(),
            Header::Line(line) => line,
        })
        .collect();
    let expected = [
        "作品名",
        "作者",
        "発表誌",
        "発表年月",
        "出典",
        "完全性",
        "分類",
        "手数",
        "受賞",
        "備考",
        "備考",
        "独自の項目",
        "手合割",
    ];
    assert_eq!(names, expected);
    assert_eq!(record.header("出典"), Some("『煙』第1番: 改作"));
    assert_eq!(record.header("独自の項目"), Some("値：コロンつき"));
    let kif = write(&record, Format::Kif).text;
    let order: Vec<usize> = expected
        .iter()
        .filter_map(|n| kif.find(&format!("{n}：")))
        .collect();
    assert!(order.is_sorted(), "{kif}");
}

#[test]
fn hands_are_read_as_magazines_print_them() {
    let text = decode(&bytes("rest.kif")).unwrap().0;
    assert!(text.contains("攻方の持駒：銀二\n"), "{text}");
    for hand in [
        "持駒　銀二",
        "攻方持駒　銀二",
        "持駒 銀2",
        "攻方の持駒：銀2枚",
        "持ち駒　銀二枚",
    ] {
        let text = text.replace("攻方の持駒：銀二", hand);
        let reading = read(text.as_bytes(), false);
        let reading = reading.unwrap_or_else(|error| panic!("{hand}: {error}"));
        assert_eq!(reading.record.start().to_string(), START, "{hand}");
    }
    let text = text.replace("攻方の持駒：銀二", "持駒　銀枚");
    assert!(read(text.as_bytes(), false).is_err());
}

#[test]
fn hands_are_written_in_one_order() {
    let record = survives("unordered_hands.sfen");
    assert_eq!(write(&record, Format::Sfen).text.trim_end(), START);
}

#[test]
fn the_same_problem_in_every_format() {
    for (name, format) in [
        ("mate.ki2", Format::Ki2),
        ("inline_end.ki2", Format::Ki2),
        ("rest.csa", Format::Csa),
        ("mate.usi", Format::Usi),
        ("length_header.kif", Format::Kif),
    ] {
        assert_eq!(fixture(name).format, format, "{name}");
        let record = survives(name);
        assert_eq!(record.start().to_string(), START, "{name}");
        let moves: Vec<String> = record.main_moves().iter().map(|m| m.to_usi()).collect();
        assert_eq!(moves.join(" "), LINE, "{name}");
        if format != Format::Usi {
            assert_eq!(lines(&record), [format!("{LINE} 詰み")], "{name}");
        }
    }
    let line = fixture("collection_line.tsv").record;
    assert_eq!(
        (line.header("作品名"), line.header("手数")),
        (Some("五手詰"), Some("5"))
    );
}

#[test]
fn games_are_read_too() {
    let game = fixture("game.kif");
    assert_eq!(game.encoding, Encoding::ShiftJis);
    let record = survives("game.kif");
    assert_eq!(lines(&record), ["7g7f 3c3d 8h2b+ 3a2b 投了", "2g2f"]);
    assert_eq!(record.header("手合割"), Some("平手"));
    assert_eq!(record.node(Record::ROOT).comments, ["開始"]);
    assert_eq!(
        lines(&survives("handicap.ki2")),
        ["7a6b 7g7f 5c5d 4g4f 中断"]
    );
    let handicap = survives("handicap.csa");
    assert_eq!(lines(&handicap), ["7a6b 7g7f 中断"]);
    assert_eq!(handicap.start(), fixture("handicap.ki2").record.start());
    let json = survives("minimal.json");
    assert_eq!(
        lines(&json),
        ["7g7f 3c3d 8h2b+ 3a2b 投了", "7g7f 8c8d 中断"]
    );
    assert_eq!(json.headers.len(), 3);
}

#[test]
fn diagrams_with_two_kings_and_promoted_pieces() {
    let record = survives("kings.bod");
    assert_eq!(
        record.start().to_string(),
        "lnsgkg1n1/1r6+n/p1pppp1p+l/6p2/9/2P6/PP+PPPPPPP/1+R5+B1/L1+SGKGSN1 w BS 1"
    );
}

#[test]
fn encodings_marks_and_line_ends_do_not_matter() {
    let text = decode(&bytes("headers.kif")).unwrap().0;
    let plain = fixture("headers.kif").record;
    let crlf = text.replace('\n', "\r\n");
    let (sjis, missing) = encode(&crlf, Encoding::ShiftJis);
    assert!(missing.is_empty());
    for bytes in [
        text.clone().into_bytes(),
        crlf.clone().into_bytes(),
        format!("\u{feff}{crlf}").into_bytes(),
        text.replace('\n', "\r").into_bytes(),
        sjis,
    ] {
        assert_eq!(read(&bytes, false).unwrap().record, plain);
    }
    for name in ["rest.csa", "mate.ki2", "minimal.json", "mate.usi"] {
        let text = decode(&bytes(name)).unwrap().0.replace('\n', "\r");
        let reading = read(text.as_bytes(), false).unwrap();
        assert_eq!(reading.record, fixture(name).record, "{name}");
    }
    let broken = decode(&bytes("broken/broken.json")).unwrap().0;
    let error = read(broken.replace('\n', "\r").as_bytes(), false).unwrap_err();
    assert_eq!((error.line, error.column), (Some(2), Some(45)));
}

#[test]
fn what_a_format_cannot_hold_is_told() {
    let record = fixture("branch_after_made.kif").record;
    for (format, told) in [
        (Format::Kif, ""),
        (Format::Ki2, ""),
        (Format::Jkf, ""),
        (
            Format::Csa,
            "4 moves of branches, 1 ending, 1 closing sentence",
        ),
        (
            Format::Usi,
            "4 moves of branches, 2 endings, 1 closing sentence",
        ),
        (
            Format::Sfen,
            "5 moves, 4 moves of branches, 2 endings, 1 closing sentence",
        ),
        (
            Format::Bod,
            "5 moves, 4 moves of branches, 2 endings, 1 closing sentence",
        ),
    ] {
        let message = write(&record, format).losses.message(kemuri_core::Lang::En);
        assert_eq!(message, told, "{format:?}");
    }
    let times = fixture("double_times.kif").record;
    let ki2 = write(&times, Format::Ki2)
        .losses
        .message(kemuri_core::Lang::Ja);
    assert_eq!(ki2, "時間 6");
}
