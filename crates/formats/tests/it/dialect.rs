//! The tsume dialect, one fixture for each case that general readers get wrong.

use crate::common::{LINE, START, bytes, fixture, lines};
use kemuri_formats::{
    Encoding, Ending, Format, Header, MoveTime, Record, RecordErrorKind, decode, encode, read,
    write,
};
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

fn time(spent: u64, total: u64) -> MoveTime {
    MoveTime {
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
fn moves_may_be_numbered_from_the_start_of_the_game() {
    let record = survives("made_later.kif");
    assert_eq!(record.start().number, 61);
    assert_eq!(lines(&record), [LINE, "S*2b 1a1b S*2c 1b2c"]);
    // Rows and branches are counted alike, and errors in the numbers of the file.
    let text = decode(&bytes("made_later.kif")).unwrap().0;
    let told = |text: String| read(text.as_bytes(), false).unwrap_err().to_string();
    assert_eq!(
        told(text.replace("変化：63手", "変化：3手")),
        "line 23, column 4: a branch at move 3, but the first move is number 61"
    );
    assert_eq!(
        told(text.replace("  62 １二玉", "   2 １二玉")),
        "line 18, column 4: move number 62 expected, '2' found"
    );
    assert_eq!(
        told(text.replace("  62 １二玉(11)", "  62 １二金(11)")),
        "line 18, column 6, move 62: illegal: there is a king on 1a, not a gold"
    );
}

#[test]
fn numbers_may_be_wide() {
    let record = survives("made_wide.kif");
    assert_eq!((record.start().number, record.headers.len()), (1, 0));
    let text = decode(&bytes("made_wide.kif")).unwrap().0;
    for (made, number) in [("５９　まで", 60), ("１0", 11), ("0", 1)] {
        let text = text.replace("０　まで", made);
        let record = read(text.as_bytes(), false).unwrap().record;
        assert_eq!(record.start().number, number, "{made}");
    }
    for made in ["　まで", "９９９９９９９９９９９", "五"] {
        let text = text.replace("０　まで", made);
        assert!(read(text.as_bytes(), false).is_err(), "{made}");
    }
}

#[test]
fn a_time_may_follow_without_a_space() {
    let record = survives("tight_times.kif");
    assert_eq!(lines(&record), [format!("{LINE} 詰み")]);
    assert_eq!(record.node(1).times, [time(725, 725)]);
    assert_eq!(record.node(2).times, [time(65, 65)]);
}

#[test]
fn a_rotated_board_is_the_same_board() {
    let below = survives("rotated_below.kif");
    assert_eq!(below.headers, [Header::Line("盤面回転".into())]);
    assert_eq!(lines(&below), [LINE]);

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
fn only_what_means_the_rest_is_the_rest() {
    let text = decode(&bytes("rest.kif")).unwrap().0;
    for rest in ["残り", "残り全部", "残りすべて", "残り駒全部"] {
        let record = read(text.replace("残り全部", rest).as_bytes(), false);
        let record = record
            .unwrap_or_else(|error| panic!("{rest}: {error}"))
            .record;
        assert_eq!(record.start().to_string(), START, "{rest}");
    }
    for junk in ["残り物", "残り金", "残り全部と歩", "残"] {
        let error = read(text.replace("残り全部", junk).as_bytes(), false).unwrap_err();
        assert_eq!(error.kind, RecordErrorKind::NotPiece(junk.into()), "{junk}");
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
fn what_the_guide_lists_is_accepted() {
    let moves = |text: &str| -> String {
        let reading = read(text.as_bytes(), false);
        let record = reading
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .record;
        let moves = record.main_moves();
        moves
            .iter()
            .map(|m| m.to_usi())
            .collect::<Vec<_>>()
            .join(" ")
    };
    for position in [
        "8k/9/9/9/9/9/9/9/9 b 2SG",
        "sfen 8k/9/9/9/9/9/9/9/9 b G2S 1",
        "position sfen 8k/9/9/9/9/9/9/9/9 b G2S 1",
        "a problem\t8k/9/9/9/9/9/9/9/9 b G2S 1\t3",
        "startpos",
        "position startpos moves",
    ] {
        assert_eq!(moves(position), "", "{position}");
    }
    // Half of it wide, the names of ranks left out, other dots, other names.
    let board = "｜．．．．．．．．ｖ玉｜\n| . . . . . . . . .|\n".to_string()
        + &"| □ □ □ □ □ □ □ □ □|\n".repeat(5)
        + "| ･ ･ ･ ･ 全 ･ 竜 ･ ･|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let kif = format!("{board}作者:煙\n持駒：金２\n  1 22金打\n*x\n備考：下\n  2 封じ手\n");
    assert_eq!(moves(&kif), "G*2b");
    assert_eq!(
        moves(&format!("{board}持駒：なし\n手番：後手\n  1 １二玉(11)\n")),
        "1a1b"
    );
    for ki2 in [
        "手合割：平手\n☗７六歩 ☖３四歩 ☗２２角生\n",
        "手合割：平手\n⛊７六歩\n⛉３四歩 ▲２二角不成 まで3手で中断\n",
        "▲７六歩▽３四歩▲２二角不成\nまで3手で中断\n",
    ] {
        assert_eq!(moves(ki2), "7g7f 3c3d 8h2b", "{ki2}");
    }
    let csa = "V1\n'a remark\nPI82HI\nP+00HI\n-\n-3334FU,T1.5\n+0055HI\n";
    assert_eq!(moves(csa), "3c3d R*5e");
    let mv = r#""to":{"x":7,"y":6},"piece":"FU""#;
    for jkf in [
        format!(
            r#"{{"header":{{}},"initial":{{"preset":"HIRATE"}},"moves":[{{}},{{"move":{{{mv}}}}},{{"special":"投了"}}]}}"#
        ),
        format!(
            r#"{{"header":{{"手合割":"平手"}},"moves":[{{}},{{"move":{{{mv},"relative":"C"}}}},{{"special":"TORYO"}}]}}"#
        ),
    ] {
        assert_eq!(moves(&jkf), "7g7f", "{jkf}");
    }
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
        let message = write(&record, format).losses.to_string();
        assert_eq!(message, told, "{format:?}");
    }
    let mut order = fixture("length_header.kif").record;
    order.headers = ["備考", "作者", "備考", "先手"]
        .map(|name| Header::Field {
            name: name.into(),
            value: "x".into(),
        })
        .into();
    for (format, told) in [
        (Format::Kif, ""),
        (Format::Jkf, "the order of 2 headers"),
        (Format::Csa, "the order of 4 headers"),
    ] {
        let message = write(&order, format).losses.to_string();
        assert_eq!(message, told, "{format:?}");
    }
    let times = fixture("double_times.kif").record;
    let csa = write(&times, Format::Csa);
    // Two second columns, and the ending of the branch with its time.
    assert_eq!(csa.losses.to_string(), "1 ending, 3 times");
    let times_of = |text: &str| -> Vec<String> {
        let is_time = |line: &&str| line.starts_with('T');
        text.lines().filter(is_time).map(String::from).collect()
    };
    assert_eq!(times_of(&csa.text), ["T1", "T2", "T65"]);
    // The reader adds up what a side has used; another sum is lost.
    let text = decode(&bytes("double_times.kif")).unwrap().0;
    let text = text.replace("00:01:06", "00:09:59");
    let sum = read(text.as_bytes(), false).unwrap().record;
    let csa = write(&sum, Format::Csa);
    assert_eq!(csa.losses.to_string(), "1 ending, 4 times");
    let twice = "PI\n+\n+7776FU\nT1\nT2\n";
    let error = read(twice.as_bytes(), false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 5, column 2: this move has a time already"
    );
    let kept = read(twice.as_bytes(), true).unwrap().record;
    assert_eq!(kept.node(1).times, [time(1, 1)]);
    let ki2 = write(&times, Format::Ki2);
    assert_eq!(ki2.losses.to_string(), "6 times");
}

#[test]
fn the_first_colon_ends_the_name_of_a_header() {
    let text = "手合割：平手\n作品名: 煙：第一番\n";
    let record = read(text.as_bytes(), false).unwrap().record;
    assert_eq!(record.header("作品名"), Some("煙：第一番"));
}

#[test]
fn numbers_of_moves_and_branches_may_be_wide() {
    let text = "手合割：平手\n１ ７六歩(77)\n２　３四歩(33)\n変化：２手\n２ ８四歩(83)\n";
    let record = read(text.as_bytes(), false).unwrap().record;
    assert_eq!(lines(&record), ["7g7f 3c3d", "7g7f 8c8d"]);
}

#[test]
fn handicaps_may_lack_their_last_letter() {
    let text = "手合割：二枚落\n1 ６二銀(71)\n";
    let record = read(text.as_bytes(), false).unwrap().record;
    assert_eq!(lines(&record), ["7a6b"]);
    let written = write(&record, Format::Kif);
    assert_eq!(read(written.text.as_bytes(), false).unwrap().record, record);
}
