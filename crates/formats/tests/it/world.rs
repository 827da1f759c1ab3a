//! What other programs write, and what they expect of us.

use crate::common::{LINE, START, bytes, fixture, lines};
use kemuri_core::ProblemError;
use kemuri_formats::{
    Encoding, Ending, Format, InputErrorKind, ProblemEntry, ProblemReader, ReadOptions,
    RecordErrorKind, decode, encode, even_game, read, write,
};

fn text(name: &str) -> String {
    decode(&bytes(name)).unwrap().0
}

/// The only problem of a text.
fn problem(text: &[u8], options: ReadOptions) -> Result<ProblemEntry, InputErrorKind> {
    let mut reader = ProblemReader::new("file", text, options);
    let entry = reader.next().expect("a problem");
    assert!(reader.next().is_none());
    entry.map_err(|error| error.kind)
}

#[test]
fn moves_of_ki2_stand_apart_by_narrow_spaces() {
    let written = write(&fixture("branch_after_tsumi.kif").record, Format::Ki2).text;
    let moves: Vec<&str> = written.lines().filter(|l| l.starts_with('▲')).collect();
    assert!(moves.len() > 1, "{written}");
    assert!(!moves.concat().contains('　'), "{written}");
    assert_eq!(
        moves[0],
        "▲２二銀     △１二玉     ▲１三銀打   △２三玉     ▲３三金"
    );
}

#[test]
fn jkf_has_no_keys_but_those_of_its_schema() {
    let mut record = fixture("bookmarks.kif").record;
    let json = |record| serde_json::from_str(&write(record, Format::Jkf).text).unwrap();
    let written: serde_json::Value = json(&record);
    let entries = written["moves"].as_array().unwrap();
    let known = ["comments", "move", "time", "special", "forks"];
    for entry in &entries[1..] {
        let keys = entry.as_object().unwrap().keys();
        assert!(
            keys.clone().all(|key| known.contains(&key.as_str())),
            "{entry}"
        );
    }
    let notes = &written["moves"][0]["kemuri"];
    assert_eq!(notes[0]["bookmarks"][0], "はじめに");
    assert_eq!(notes[1]["entry"], 1);
    record = read(written.to_string().as_bytes(), false).unwrap().record;
    assert_eq!(record, fixture("bookmarks.kif").record);
    // Files that have them in the entries, as older versions wrote them, are read too.
    let old = r#"{"header":{"手合割":"平手"},"moves":[{"bookmarks":["a"]}]}"#;
    let old = read(old.as_bytes(), false).unwrap().record;
    assert_eq!(old.node(0).bookmarks, ["a"]);
}

#[test]
fn jkf_tells_of_a_drop_only_where_a_piece_could_move() {
    let usi = format!("position sfen {START} moves {LINE}");
    let record = read(usi.as_bytes(), false).unwrap().record;
    let written = write(&record, Format::Jkf).text;
    let json: serde_json::Value = serde_json::from_str(&written).unwrap();
    let relative = |i: usize| json["moves"][i]["move"]["relative"].clone();
    assert_eq!(
        (relative(1), relative(3)),
        (serde_json::Value::Null, "H".into())
    );
    assert_eq!(read(written.as_bytes(), false).unwrap().record, record);
}

#[test]
fn csa_opens_with_its_comments_below_the_position() {
    let csa = "'*above\nPI\n+\n'*below\n+7776FU\n'*move\n";
    let record = read(csa.as_bytes(), false).unwrap().record;
    assert_eq!(record.node(0).comments, ["above", "below"]);
    let written = write(&record, Format::Csa).text;
    assert!(
        written.contains("PI\n+\n'*above\n'*below\n+7776FU\n'*move\n"),
        "{written}"
    );
}

#[test]
fn the_number_of_moves_before_is_a_note_in_kif() {
    for name in ["made_last_move.bod", "made_later.kif"] {
        let record = fixture(name).record;
        for (format, start) in [
            (Format::Kif, "#手数＝"),
            (Format::Ki2, "#手数＝"),
            (Format::Bod, "手数＝"),
        ] {
            let written = write(&record, format).text;
            let is_there = written.lines().any(|line| line.starts_with(start));
            assert!(is_there, "{name}: {written}");
            let again = read(written.as_bytes(), false).unwrap().record;
            assert_eq!(again.start(), record.start(), "{written}");
            assert_eq!(again.headers, record.headers, "{written}");
        }
    }
}

#[test]
fn branches_that_begin_alike_are_one() {
    let kif = "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*a\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n\n\
               変化：1手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*b\n   2 ８四歩(83)\n   3 ２六歩(27)\n   4 投了\n";
    let record = read(kif.as_bytes(), false).unwrap().record;
    assert_eq!(lines(&record), ["7g7f 3c3d", "7g7f 8c8d 2g2f 投了"]);
    let first = record.node(record.main_line()[0]);
    assert_eq!(
        (&first.comments[..], first.times.len()),
        (&["a".into(), "b".into()][..], 1)
    );
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        let written = write(&record, format).text;
        assert_eq!(
            lines(&read(written.as_bytes(), false).unwrap().record),
            lines(&record)
        );
    }
}

#[test]
fn rows_may_name_the_side() {
    let kif = text("length_header.kif");
    let mark = |kif: &str, from: &str, to: &str| {
        assert!(kif.contains(from), "{kif}");
        kif.replace(from, to)
    };
    let marked = mark(&kif, "1 ２二銀打", "1 ▲２二銀打");
    let marked = mark(&marked, "2 １二玉", "2 △ １二玉");
    let record = read(marked.as_bytes(), false).unwrap().record;
    assert_eq!(record, read(kif.as_bytes(), false).unwrap().record);
    let wrong = mark(&kif, "1 ２二銀打", "1 ☖２二銀打");
    let error = read(wrong.as_bytes(), false).unwrap_err();
    assert_eq!(
        (error.ply, error.kind),
        (Some(1), RecordErrorKind::WrongSide)
    );
}

#[test]
fn hands_may_be_named_by_the_mark_of_the_side() {
    let kif = text("rest.kif");
    for (black, white) in [("☗の持駒：", "☖の持駒："), ("▲持駒　", "△持ち駒:")]
    {
        let marked = kif
            .replace("攻方の持駒：", black)
            .replace("玉方の持駒：", white);
        assert_ne!(marked, kif);
        let record = read(marked.as_bytes(), false).unwrap().record;
        assert_eq!(record.start().to_string(), START);
    }
}

#[test]
fn a_usi_line_may_end_in_resignation() {
    let reading = read(b"position startpos moves 7g7f resign", false).unwrap();
    assert_eq!(lines(&reading.record), ["7g7f 投了"]);
    let error = read(b"position startpos moves resign 7g7f", false).unwrap_err();
    assert_eq!(error.kind, RecordErrorKind::AfterEnd);
}

#[test]
fn euc_jp_is_read() {
    for name in ["length_header.kif", "headers.kif", "mate.ki2", "game.kif"] {
        let (bytes, missing) = encode(&text(name), Encoding::EucJp);
        assert_eq!(missing, [], "{name}");
        let reading = read(&bytes, false).unwrap();
        assert_eq!(reading.encoding, Encoding::EucJp, "{name}");
        assert_eq!(reading.record, fixture(name).record, "{name}");
        assert!(problem(&bytes, ReadOptions::default()).is_ok() || name == "game.kif");
    }
}

#[test]
fn links_are_positions() {
    let link = "https://lishogi.org/editor/8k/6G2/9/8l/9/9/9/9/9_b_2S2r2b3g2s4n3l18p_1";
    let entry = problem(link.as_bytes(), ReadOptions::default()).unwrap();
    assert_eq!(entry.problem.to_sfen(), START);
    let line = format!("one\t{link}\t5\n");
    let entry = problem(line.as_bytes(), ReadOptions::default()).unwrap();
    assert_eq!(
        (entry.id.as_deref(), entry.problem.to_sfen()),
        (Some("one"), START.into())
    );
    let record = read(link.as_bytes(), false).unwrap();
    assert_eq!(
        (record.format, record.record.start().to_string()),
        (Format::Sfen, START.into())
    );
    let usen = "https://example.org/?usen=~0.7ku2jm.";
    let record = read(usen.as_bytes(), false).unwrap().record;
    assert_eq!(
        (record.start(), &lines(&record)[..]),
        (&even_game(), &["7g7f 3c3d".into()][..])
    );
}

/// The position is all that is needed of a record whose moves are wrong.
#[test]
fn wrong_moves_do_not_hide_the_position() {
    for name in [
        "illegal_move.kif",
        "branch_too_late.kif",
        "bad_time.kif",
        "wrong_number.kif",
    ] {
        let bytes = bytes(&format!("broken/{name}"));
        let strict = read(&bytes, false).unwrap_err();
        let entry = problem(&bytes, ReadOptions::default()).unwrap();
        assert_eq!(entry.problem.to_sfen(), START, "{name}");
        assert_eq!(entry.faults[0], strict, "{name}");
        // The author's line is told by itself where it breaks off.
        let entry = problem(&bytes, ReadOptions::default().with_solutions()).unwrap();
        let broken = entry.solution_error.is_some();
        assert_eq!(broken, name == "illegal_move.kif");
    }
    // A branch that breaks off is not the author's line.
    let kif = text("branch_after_tsumi.kif").replacen("５ ２一", "５ ９一", 1);
    let kif = kif.replacen("   3 ２三銀打", "   3 ９三銀打", 1);
    let entry = problem(kif.as_bytes(), ReadOptions::default().with_solutions()).unwrap();
    assert_eq!(entry.solution_error, None);
}

#[test]
fn a_damaged_position_is_refused() {
    for name in [
        "unknown_piece.bod",
        "short_row.bod",
        "two_rests.kif",
        "noise.txt",
    ] {
        let bytes = bytes(&format!("broken/{name}"));
        let strict = read(&bytes, false).unwrap_err();
        match problem(&bytes, ReadOptions::default()) {
            Err(InputErrorKind::Record(error)) => assert_eq!(*error, strict, "{name}"),
            Err(_) if name == "noise.txt" => {}
            other => panic!("{name}: {other:?}"),
        }
    }
    let error = problem("1 ９九飛打\n".as_bytes(), ReadOptions::default()).unwrap_err();
    assert!(matches!(error, InputErrorKind::Record(_)), "{error}");
}

#[test]
fn a_position_that_is_no_problem_is_told_with_its_error() {
    let pawns = "9/9/4P4/4P4/9/9/9/9/9 b - 1";
    let bod = text("made_last_move.bod").replace("v玉", " ・");
    for (source, title) in [
        (pawns.to_string(), None),
        (format!("two\t{pawns}"), Some("two")),
        (format!("作品名：煙\n{bod}"), Some("煙")),
    ] {
        let error = problem(source.as_bytes(), ReadOptions::default()).unwrap_err();
        let faulty = error
            .faulty_position()
            .unwrap_or_else(|| panic!("{source}: {error}"));
        assert_eq!(faulty.title.as_deref(), title, "{source}");
        let known = matches!(
            faulty.error,
            ProblemError::TwoPawns { .. } | ProblemError::NoKing
        );
        assert!(known && faulty.start.is_some(), "{source}: {error}");
    }
    let error = problem(b"9/9/x b - 1", ReadOptions::default()).unwrap_err();
    assert!(error.faulty_position().is_none(), "{error}");
}

#[test]
fn a_record_keeps_its_headers_for_answers() {
    let entry = problem(&bytes("headers.kif"), ReadOptions::default()).unwrap();
    let record = fixture("headers.kif").record;
    assert_eq!(entry.headers, record.headers);
    let described: Vec<&str> = entry.described().map(|(name, _)| name).collect();
    assert!(described.contains(&"作者") && !described.contains(&"手合割"));
    assert_eq!(
        record.node(*record.main_line().last().unwrap()).ending(),
        Some(&Ending::Mate)
    );
}
