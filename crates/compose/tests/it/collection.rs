//! The problems that ship with Kemuri: the 58 longest tofu smokes.

use crate::second_opinion::{Flaw, recheck};
use kemuri_compose::condition::Unique;
use kemuri_core::attacks::code;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Board, Move, Problem};
use kemuri_solver::{Budget, Futile, Goal, Options, ProbeResult, Solver};
use std::collections::BTreeSet;

fn problems() -> Vec<(Problem, Vec<Move>)> {
    read(include_str!("../../data/tofu-smoke.tsv"))
}

/// The others of 51 plies, which have one or two pawns in hand.
fn in_hand() -> Vec<(Problem, Vec<Move>)> {
    read(include_str!("../../data/tofu-smoke-in-hand.tsv"))
}

fn read(collection: &str) -> Vec<(Problem, Vec<Move>)> {
    collection
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [_, sfen, plies, moves] = columns[..] else {
                panic!("{line}")
            };
            let moves: Vec<Move> = moves
                .split(' ')
                .map(|mv| Move::from_usi(mv).unwrap())
                .collect();
            assert_eq!(plies, moves.len().to_string());
            (Problem::from_sfen(sfen).unwrap(), moves)
        })
        .collect()
}

fn solver() -> Solver {
    Solver::new(Options::default().with_hash(64 << 20)).unwrap()
}

#[test]
fn all_are_tofu_smokes_of_51_plies() {
    let problems = problems();
    assert_eq!(problems.len(), 58);
    let mut different = BTreeSet::new();
    for (problem, line) in &problems {
        let mut board = Board::new(problem);
        let pawns = board.material().count(usize::from(code::PAWN));
        assert_eq!((pawns, board.material().total()), (18, 18));
        assert_eq!(board.occupied().count_ones(), 19);
        assert!(board.attacker_hand().is_empty());
        assert_eq!(line.len(), 51);
        verify_mate(problem, line).unwrap();
        for &mv in line {
            board.make(mv);
        }
        assert_eq!(board.occupied().count_ones(), 4);
        assert!(board.attacker_hand().is_empty());
        different.insert(problem.to_sfen());
    }
    assert_eq!(different.len(), 58);
}

/// Where in the main line the defender first moves an unpromoted pawn, if he does.
fn first_move_of_a_defending_pawn(problem: &Problem, line: &[Move]) -> Option<usize> {
    let mut board = Board::new(problem);
    line.iter().position(|&mv| {
        let pawn = code::PAWN | code::DEFENDER;
        let moves = !mv.is_drop() && board.piece(mv.from_sq().to_index()) == pawn;
        board.make(mv);
        moves
    })
}

/// The literature has 76: those in which no unpromoted pawn of the defender ever
/// moves. The others have no other main line, as every defence up to that move
/// is mated sooner, and so they are lost if such moves are not taken back.
#[test]
fn the_four_that_the_literature_has_not_need_a_move_of_a_defending_pawn() {
    let all: Vec<_> = problems().into_iter().chain(in_hand()).collect();
    assert_eq!(all.len(), 80);
    let different: BTreeSet<_> = all.iter().map(|(problem, _)| problem.to_sfen()).collect();
    assert_eq!(different.len(), 80);
    for (problem, line) in &all {
        assert_eq!(line.len(), 51);
        verify_mate(problem, line).unwrap();
    }
    let (others, published): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|(problem, line)| first_move_of_a_defending_pawn(problem, line).is_some());
    assert_eq!((published.len(), others.len()), (76, 4));
    // All that have eighteen on the board are among the published.
    assert!(problems().iter().all(|problem| published.contains(problem)));
    let (mut solver, budget) = (solver(), Budget::default());
    for (problem, line) in &others {
        let until = first_move_of_a_defending_pawn(problem, line);
        assert_eq!(until, Some(9));
        let mut silent = |_: &_| ();
        let mut probe = solver.probe(&budget, &mut silent);
        let mut board = Board::new(problem);
        for (&main, left) in line[..10].iter().zip((0..51).rev()) {
            let mut defences = Vec::new();
            if !board.attacker_to_move() {
                let lines = board.king_lines();
                board.each_evasion(&lines, |mv| defences.push(mv));
                assert!(defences.contains(&main));
            }
            for mv in defences.into_iter().filter(|&mv| mv != main) {
                let undo = board.make(mv);
                let answer = probe.mate_within(&board, Some(left - 2), None);
                assert!(
                    matches!(answer, ProbeResult::Mate(_)),
                    "{}",
                    problem.to_sfen()
                );
                board.undo(mv, undo);
            }
            board.make(main);
        }
    }
    // They are as sound as the rest.
    let (problem, line) = &others[0];
    let unique = Unique::AllButLast;
    let checked = recheck(problem, Some(line), unique, &mut solver, u64::MAX, &budget).unwrap();
    assert_eq!((&checked.line, checked.equal), (line, None));
}

#[test]
fn a_sample_is_sound_from_scratch() {
    let (mut solver, budget) = (solver(), Budget::default());
    let (problem, line) = &problems()[0];
    let checked = recheck(
        problem,
        Some(line),
        Unique::AllButLast,
        &mut solver,
        u64::MAX,
        &budget,
    );
    let checked = checked.unwrap();
    assert_eq!((&checked.line, checked.equal), (line, None));
    // The attacker of a smoke has a choice on his very last move alone.
    let strict = recheck(
        problem,
        Some(line),
        Unique::All,
        &mut solver,
        u64::MAX,
        &budget,
    );
    match strict {
        Ok(_) => {}
        Err(Flaw::Cook { ply, .. }) => assert_eq!(ply, 51),
        Err(flaw) => panic!("{flaw}"),
    }
}

#[test]
fn the_certificate_of_a_sample_is_verified() {
    let (mut solver, budget) = (solver(), Budget::default());
    let (problem, _) = &problems()[57];
    let goal = Goal::Shortest(Futile::None);
    let outcome = solver.solve(problem, goal, &budget, &mut |_| ());
    let mate = outcome.verdict.mate().expect("a mate");
    assert_eq!((mate.length, mate.exact), (51, true));
    let mut certificate = Vec::new();
    solver
        .certify(&outcome, 64 << 20, &mut certificate, &budget, &mut |_| ())
        .unwrap();
    let report = kemuri_certify::verify(&certificate[..], Some(problem)).unwrap();
    assert_eq!(report.claim, kemuri_certify::Claim::MateExactly(51));
}
