//! Problems from texts, files and collections, as a program that embeds the library
//! reads them.

use crate::common::{LINE, START, bytes, folder};
use kemuri_core::Color;
use kemuri_formats::{
    ConvertOptions, Expected, Format, InputErrorKind, ProblemReader, ReadOptions, convert,
    parse_position_command, read_problem,
};

#[test]
fn a_text_in_any_format_is_a_problem() {
    let options = ReadOptions::default();
    for name in ["rest.kif", "length_header.kif"] {
        let entry = read_problem(&bytes(name), options).unwrap();
        assert_eq!(entry.problem.to_string(), START, "{name}");
    }
    let bare = read_problem(START.as_bytes(), options).unwrap();
    assert_eq!((bare.id, bare.title), (None, None));
    let named = read_problem(format!("one\t{START}\t5\n").as_bytes(), options).unwrap();
    assert_eq!(named.id.as_deref(), Some("one"));
    assert_eq!(named.expected, Expected::Mate(5));
    let error = read_problem(b"# nothing\n", options).unwrap_err();
    assert!(matches!(error.kind, InputErrorKind::NoProblem));
    assert_eq!(error.to_string(), "text: there is no problem in it");
}

#[test]
fn a_file_is_streamed() {
    let path = folder("fixtures").join("length_header.kif");
    let entries: Vec<_> = ProblemReader::open(&path, ReadOptions::default())
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(entries.len(), 1);
    let missing = folder("fixtures").join("not-there.kif");
    let error = ProblemReader::open(&missing, ReadOptions::default()).err();
    assert!(error.unwrap().to_string().contains("there is no such file"));
}

#[test]
fn moves_after_a_problem_are_its_solution_if_that_is_asked_for() {
    let line = format!("position sfen {START} moves {LINE} 1a1b");
    let options = ReadOptions::default().with_solutions();
    let entry = read_problem(line.as_bytes(), options).unwrap();
    assert_eq!(entry.problem.to_string(), START);
    let given = entry.move_line().unwrap();
    assert_eq!(given.moves.len(), 5);
    assert!(given.mates);
    assert_eq!(entry.solution_error.unwrap().ply, 6);
}

#[test]
fn moves_before_a_problem_are_kept() {
    let line = format!("position sfen {START} moves S*2b 1a1b");
    let entry = read_problem(line.as_bytes(), ReadOptions::default()).unwrap();
    let given = entry.move_line().unwrap();
    assert_eq!(given.moves.len(), 2);
    assert!(!given.mates);
    assert_eq!(entry.preceding.unwrap().start.to_string(), START);
    let there = parse_position_command(&line).unwrap();
    assert_eq!(
        (there.board, there.turn),
        (*entry.problem.board(), entry.problem.turn())
    );
    assert_eq!(there.number, 3);
}

/// Every format with moves, and the position after each of them.
#[test]
fn a_problem_may_begin_after_some_moves_of_a_record() {
    let usi = format!("position sfen {START} moves {LINE}");
    let mut texts = vec![usi.clone()];
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let record = convert(usi.as_bytes(), ConvertOptions::new(format)).unwrap();
        texts.push(String::from_utf8(record.bytes).unwrap());
    }
    let moves: Vec<&str> = LINE.split(' ').collect();
    for text in &texts {
        for ply in 0..=5 {
            let played = match ply {
                0 => format!("position sfen {START}"),
                _ => format!("position sfen {START} moves {}", moves[..ply].join(" ")),
            };
            let there = parse_position_command(&played).unwrap();
            for options in [
                ReadOptions::default(),
                ReadOptions::default().with_solutions(),
            ] {
                let entry = read_problem(text.as_bytes(), options.with_ply(Some(ply))).unwrap();
                assert_eq!(entry.problem.board(), &there.board, "{ply}\n{text}");
                assert_eq!(entry.problem.turn(), there.turn);
                assert_eq!(entry.problem.attacker(), Color::BLACK);
                let preceding = entry.preceding.map(|preceding| preceding.moves.len());
                assert_eq!(preceding.unwrap_or(0), ply);
                let solution = entry.solution.map(|moves| moves.len());
                assert_eq!(solution.unwrap_or(0), 5 - ply);
                assert_eq!(entry.expected, Expected::Unstated);
            }
        }
        let options = ReadOptions::default().with_ply(Some(6));
        let error = read_problem(text.as_bytes(), options).unwrap_err();
        assert!(
            matches!(error.kind, InputErrorKind::NoSuchPly { asked: 6, moves: 5 }),
            "{error}"
        );
        assert!(error.to_string().contains("there are 5 plies"), "{error}");
    }
    let error = read_problem(START.as_bytes(), ReadOptions::default().with_ply(Some(1)));
    assert!(error.unwrap_err().to_string().contains("there are 0 plies"));
}

/// Who attacks is decided where the problem begins, not where the record does.
#[test]
fn the_rules_of_reading_hold_for_the_position_after_some_moves() {
    let game = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b";
    for (ply, attacker) in [(0, Color::BLACK), (1, Color::WHITE), (4, Color::BLACK)] {
        let options = ReadOptions::default().with_ply(Some(ply));
        let entry = read_problem(game.as_bytes(), options).unwrap();
        assert_eq!(entry.problem.attacker(), attacker, "{ply}");
    }
    // A record of which only the moves before the broken one are asked for, and one
    // of which the broken one is.
    let broken = "position startpos moves 7g7f 3c3d 9a9i";
    let at = |ply| {
        read_problem(
            broken.as_bytes(),
            ReadOptions::default().with_ply(Some(ply)),
        )
    };
    let entry = at(2).unwrap();
    assert_eq!(entry.solution_error.unwrap().ply, 1);
    assert!(matches!(
        at(3).unwrap_err().kind,
        InputErrorKind::Move { number: 3, .. }
    ));
}
