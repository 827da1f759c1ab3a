//! What once went wrong. Each test bears the name of the fault.

use crate::common::{LINE, START, bytes, lines};
use kemuri_core::Color;
use kemuri_formats::{
    InputErrorKind, ProblemEntry, ReadOptions, RecordErrorKind, RecordStep, read, read_problem,
};

#[test]
fn notes_were_read_as_the_start_of_a_game() {
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
fn moves_of_a_second_game_were_added_to_the_first() {
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

#[test]
fn a_branch_took_the_place_of_a_broken_line() {
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
fn remarks_on_lost_moves_went_to_other_moves() {
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

/// `rest.kif` with other rows of moves.
fn with_rows(rows: &str) -> String {
    let text = String::from_utf8(bytes("rest.kif")).unwrap();
    let (head, _) = text.split_once("   1 ").unwrap();
    format!("{head}{rows}")
}

#[test]
fn a_position_after_rows_that_are_lost_was_another_position() {
    let rows = "   1 ２二銀打\n   2 １二玉(11)\n   5 １三銀打\n   6 ２三玉(12)\n   7 ３三金(32)\n";
    let kif = with_rows(rows);
    let at = |text: &str, ply| {
        let options = ReadOptions::default().with_ply(Some(ply));
        read_problem(text.as_bytes(), options)
    };
    // What stands before the gap is where it was.
    for ply in 0..=2 {
        let entry = at(&kif, ply).unwrap();
        assert_eq!(entry.played().map_or(0, |(_, moves)| moves.len()), ply);
    }
    for ply in 3..=5 {
        let error = at(&kif, ply).unwrap_err();
        let InputErrorKind::Record(record) = &error.kind else {
            panic!("{error}");
        };
        let found = "5".into();
        let expected = 3;
        assert_eq!(record.kind, RecordErrorKind::Number { expected, found });
        assert!(record.line.is_some(), "{error}");
    }
    // The same where the rows count on from the moves made before.
    let rows = "   7 ２二銀打\n   8 １二玉(11)\n  11 １三銀打\n";
    let kif = format!("手数＝6  まで\n{}", with_rows(rows));
    assert!(at(&kif, 2).is_ok());
    assert!(at(&kif, 3).is_err());
    // A gap that is not listed for want of room is a gap as well.
    let cycle = ["７八飛(28)", "３二飛(82)", "２八飛(78)", "８二飛(32)"];
    let mut rows: String = (0..24)
        .map(|i| format!("{:4} {}   ( x)\n", i + 1, cycle[i % 4]))
        .collect();
    rows += "  27 ７八飛(28)\n";
    let game = format!("手合割：平手\n{rows}");
    let error = at(&game, 25).unwrap_err();
    assert!(matches!(error.kind, InputErrorKind::Record(_)), "{error}");
}

#[test]
fn an_illegal_move_was_lost_where_rows_count_on_from_moves_before() {
    let read_it = |text: &str| {
        let options = ReadOptions::default().with_solutions();
        read_problem(text.as_bytes(), options).unwrap()
    };
    for (number, plain) in [(1, 1), (7, 1), (8, 2)] {
        let first = if plain == 2 {
            "   7 ２二銀打\n"
        } else {
            ""
        };
        let kif = with_rows(&format!("{first}{number:4} ９九金(32)\n"));
        let kif = match number {
            1 => kif,
            _ => format!("手数＝6  まで\n{kif}"),
        };
        let entry = read_it(&kif);
        let error = entry.solution_error.unwrap_or_else(|| panic!("{kif}"));
        assert_eq!(error.ply, plain, "{kif}");
        assert!(matches!(error.kind, RecordErrorKind::Illegal(_)), "{kif}");
        assert_eq!(entry.faults, [], "{kif}");
        // The sentence has the number that stands in the file.
        let strict = read(kif.as_bytes(), false).unwrap_err();
        assert_eq!(strict.ply, Some(plain));
        let told = strict.to_string();
        assert!(told.contains(&format!("move {number}: ")), "{told}");
    }
}

/// Two kings, and a check on the side to move: who attacks is a matter of choice.
const TWO_KINGS: &str = "8k/9/8P/9/r8/9/9/9/K8 b Gr2b3g4s4n4l17p 1";

/// A link of the workbench.
fn link_to(sfen: &str, more: &str) -> String {
    let sfen = sfen.replace(' ', "_");
    format!("http://127.0.0.1:8008/#sfen={sfen}{more}")
}

#[test]
fn a_link_lost_its_attacker_and_its_line() {
    let problem = |link: &str, options: ReadOptions| -> ProblemEntry {
        read_problem(link.as_bytes(), options).unwrap_or_else(|error| panic!("{link}: {error}"))
    };
    let plain = ReadOptions::default();
    // The problem is the position, whether the line is asked for or not.
    let moves = LINE.replace(' ', "_");
    for link in [
        link_to(START, &format!("&moves={moves}")),
        link_to(
            START,
            &format!("&moves={}&title=a", moves.replace('*', "%2A")),
        ),
    ] {
        for options in [plain, plain.with_solutions()] {
            let entry = problem(&link, options);
            assert_eq!(entry.problem.to_sfen(), START);
            let words: Vec<String> = entry
                .solution
                .iter()
                .flatten()
                .map(|m| m.to_usi())
                .collect();
            assert_eq!(words.join(" "), LINE);
            assert_eq!(entry.solution_error, None);
        }
        let entry = problem(&link, plain.with_ply(Some(2)));
        assert_eq!(entry.played().unwrap().1.len(), 2);
        assert_eq!(entry.solution.unwrap().len(), 3);
        let record = read(link.as_bytes(), false).unwrap().record;
        assert_eq!(lines(&record), [LINE]);
        assert_eq!(record.start().to_string(), START);
    }
    // A line that breaks off.
    let broken = problem(&link_to(START, "&moves=S*2b_9i9h"), plain.with_solutions());
    assert_eq!(broken.solution.unwrap().len(), 1);
    assert_eq!(broken.solution_error.unwrap().ply, 2);
    // A word of a link has no place of its own, a word of a line has.
    for (text, column) in [
        (link_to(START, "&moves=S*2b_9i9h"), 1),
        (format!("position sfen {START} moves S*2b 9i9h"), 70),
        (format!("{}&moves=%FF", link_to(START, "")), 1),
    ] {
        let error = read(text.as_bytes(), false).unwrap_err();
        assert_eq!(
            (error.line, error.column),
            (Some(1), Some(column)),
            "{text}"
        );
    }
    // Who attacks.
    for (name, color) in [("black", Color::BLACK), ("white", Color::WHITE)] {
        let link = link_to(TWO_KINGS, &format!("&attacker={name}"));
        assert_eq!(problem(&link, plain).problem.attacker(), color);
        // Who asks for the other side gets it.
        let other = plain.with_attacker(Some(color.flip()));
        assert_eq!(problem(&link, other).problem.attacker(), color.flip());
    }
    let link = link_to(TWO_KINGS, "&attacker=green");
    let error = read_problem(link.as_bytes(), plain).unwrap_err();
    let told = "'attacker=green' means nothing here";
    assert!(error.to_string().contains(told), "{error}");
    let error = read(link.as_bytes(), false).unwrap_err();
    assert!(error.to_string().contains(told), "{error}");
    // What other pages mean by these words is not known.
    let other = format!(
        "https://example.org/?sfen={}&moves=x",
        START.replace(' ', "_")
    );
    assert_eq!(problem(&other, plain).solution, None);
}
