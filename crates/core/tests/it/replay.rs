//! What `replay::verify_mate` promises: it takes mates and nothing else.

use kemuri_core::replay::{ReplayError, verify_mate};
use kemuri_core::{Color, Move, Problem};
use rsshogi::board::{MoveList, Position};
use rsshogi::movegen::generate_legal_all;
use std::collections::HashSet;

fn mv(usi: &str) -> Move {
    Move::from_usi(usi).unwrap()
}

fn verify(sfen: &str, usi: &str) -> Result<(), ReplayError> {
    let line: Vec<Move> = usi.split_whitespace().map(mv).collect();
    verify_mate(&Problem::from_sfen(sfen).unwrap(), &line)
}

const HEAD_GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G";
const TWO_KINGS_IN_CHECK: &str = "4k4/9/4P4/9/9/9/4r4/9/4K4 b G";

#[test]
fn a_mate_is_a_mate() {
    assert_eq!(verify(HEAD_GOLD, "G*5b"), Ok(()));
    assert_eq!(verify("9/9/9/9/9/9/4p4/9/4K4 w g", "G*5h"), Ok(()));
    assert_eq!(
        verify("7k1/9/6P2/6S2/9/9/9/9/9 b G", "3c3b+ 2a1a G*2b"),
        Ok(())
    );
}

#[test]
fn a_mated_start_needs_no_move() {
    assert_eq!(verify("4k4/4G4/4P4/9/9/9/9/9/9 w -", ""), Ok(()));
}

#[test]
fn the_defender_may_move_first() {
    let sfen = "k8/2+P6/1+P7/9/9/9/9/9/9 b G";
    assert_eq!(verify(sfen, "G*9b"), Ok(()));
    let sfen = "4k4/9/3+P1+P3/9/9/9/9/9/4L4 w 3G";
    assert_eq!(Problem::from_sfen(sfen).unwrap().attacker(), Color::BLACK);
    assert_eq!(verify(sfen, "5a6a G*6b"), Ok(()));
    assert_eq!(
        verify(sfen, "5a6a"),
        Err(ReplayError::Unfinished { ply: 1 })
    );
    assert!(matches!(
        verify(sfen, ""),
        Err(ReplayError::NotMate { ply: 0, .. })
    ));
}

#[test]
fn an_illegal_move_is_found_on_its_ply() {
    let illegal = |sfen, line, ply, usi| {
        assert_eq!(
            verify(sfen, line),
            Err(ReplayError::Illegal { ply, mv: mv(usi) }),
            "{line}"
        );
    };
    illegal(HEAD_GOLD, "S*5b", 1, "S*5b"); // not in hand
    illegal(HEAD_GOLD, "5a5b", 1, "5a5b"); // not his piece
    illegal(HEAD_GOLD, "G*5b 5a5b", 2, "5a5b"); // protected
    illegal("6G1k/9/7S1/9/9/9/9/9/9 b P", "P*1b", 1, "P*1b"); // mate by a pawn drop
    illegal(TWO_KINGS_IN_CHECK, "G*5b", 1, "G*5b"); // his own king stays in check
    illegal(HEAD_GOLD, "resign", 1, "resign");
    let garbage = Move::from_raw(u16::MAX);
    assert_eq!(
        verify_mate(&Problem::from_sfen(HEAD_GOLD).unwrap(), &[garbage]),
        Err(ReplayError::Illegal {
            ply: 1,
            mv: garbage
        })
    );
}

#[test]
fn a_lance_may_mate_where_a_pawn_may_not() {
    assert_eq!(verify("6G1k/9/7S1/9/9/9/9/9/9 b L", "L*1b"), Ok(()));
}

#[test]
fn not_promoting_is_legal_and_may_be_needed() {
    // A horse on 2c would guard 2b, and the pawn drop would be mate at once.
    let sfen = "5B1n1/8k/5R3/7S1/9/9/9/9/9 b P";
    assert_eq!(verify(sfen, "4a2c 1b1a P*1b 1a2b 4c4b+"), Ok(()));
    assert_eq!(
        verify(sfen, "4a2c+ 1b1a P*1b"),
        Err(ReplayError::Illegal {
            ply: 3,
            mv: mv("P*1b")
        })
    );
}

#[test]
fn every_attacking_move_must_check() {
    assert_eq!(
        verify(HEAD_GOLD, "G*5d"),
        Err(ReplayError::NoCheck {
            ply: 1,
            mv: mv("G*5d")
        })
    );
    assert_eq!(
        verify(HEAD_GOLD, "G*4b 5a4b 5c5b"),
        Err(ReplayError::NoCheck {
            ply: 3,
            mv: mv("5c5b")
        })
    );
}

#[test]
fn an_interposition_is_a_defence() {
    assert_eq!(verify("k8/9/1G7/9/9/9/9/9/9 b R", "R*5a"), Ok(()));
    assert!(matches!(
        verify("k8/9/1G7/9/9/9/9/9/9 b Rp", "R*5a"),
        Err(ReplayError::NotMate { ply: 1, defence }) if defence.is_drop()
    ));
}

#[test]
fn a_line_that_stops_early_is_no_mate() {
    assert_eq!(
        verify(HEAD_GOLD, ""),
        Err(ReplayError::Unfinished { ply: 0 })
    );
    assert_eq!(
        verify(HEAD_GOLD, "G*4b 5a4b"),
        Err(ReplayError::Unfinished { ply: 2 })
    );
    assert_eq!(
        verify(HEAD_GOLD, "G*4b"),
        Err(ReplayError::NotMate {
            ply: 1,
            defence: mv("5a4b")
        })
    );
}

#[test]
fn a_repeated_position_is_a_failure() {
    assert_eq!(
        verify("8k/R8/9/9/9/9/9/9/9 b -", "9b9a 1a1b 9a9b 1b1a"),
        Err(ReplayError::Repetition { ply: 4, first: 0 })
    );
}

#[test]
fn errors_name_the_ply() {
    let error = verify(HEAD_GOLD, "G*5d").unwrap_err();
    assert_eq!(error.to_string(), "ply 1: G*5d does not give check");
}

/// A line of checks and evasions in which no position comes twice, found by
/// walking on and, where there is no way on, back.
fn long_chase(problem: &Problem, plies: usize) -> Vec<Move> {
    let start = problem.position();
    let mut seen = HashSet::from([start.to_sfen(Some(-1))]);
    let mut path = vec![(next_moves(&start, problem.attacker()), start)];
    let mut line = Vec::new();
    while line.len() < plies {
        let (untried, position) = path.last_mut().expect("the chase is long enough");
        let Some(mv) = untried.pop() else {
            path.pop();
            line.pop();
            continue;
        };
        let next = played(position, mv);
        if seen.insert(next.to_sfen(Some(-1))) {
            path.push((next_moves(&next, problem.attacker()), next));
            line.push(mv);
        }
    }
    line
}

/// Moves that keep a chase going: checks that do not mate, evasions, no captures.
fn next_moves(position: &Position, attacker: Color) -> Vec<Move> {
    let mut list = MoveList::new();
    generate_legal_all(position, &mut list);
    let goes_on = |mv: &&Move| {
        let next = played(position, **mv);
        let check = position.turn() != attacker || next.is_in_check() && !next.is_mated();
        check && position.piece_on(mv.to_sq()).is_empty()
    };
    list.iter().filter(goes_on).copied().collect()
}

fn played(position: &Position, mv: Move) -> Position {
    let mut next = Position::from_sfen(&position.to_sfen(Some(1))).unwrap();
    next.apply_move(mv);
    next
}

#[test]
fn lines_of_thousands_of_plies_are_replayed() {
    const PLIES: usize = 2501;
    let problem = Problem::from_sfen("4k4/9/9/9/9/9/9/1+B1+R5/9 b -").unwrap();
    let line = long_chase(&problem, PLIES);
    assert!(matches!(
        verify_mate(&problem, &line),
        Err(ReplayError::NotMate { ply: PLIES, .. })
    ));
}
