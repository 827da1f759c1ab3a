//! Problems from texts, files and collections, as a program that embeds the library
//! reads them.

use crate::common::{LINE, START, bytes, folder};
use kemuri_formats::{
    Expected, InputErrorKind, ProblemReader, ReadOptions, parse_position_command, read_problem,
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
