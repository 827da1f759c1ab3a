//! The problems that ship with Kemuri: the 58 longest tofu smokes.

use kemuri_compose::condition::Unique;
use kemuri_compose::recheck::{Flaw, recheck};
use kemuri_core::attacks::code;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Board, Move, Problem};
use kemuri_solver::{Futile, Goal, Limits, Options, Solver, Verdict};
use std::collections::BTreeSet;

fn problems() -> Vec<(Problem, Vec<Move>)> {
    include_str!("../data/tofu-smoke.tsv")
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
    Solver::new(Options {
        hash: 64 << 20,
        ..Options::default()
    })
    .unwrap()
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

#[test]
fn a_sample_is_sound_from_scratch() {
    let (mut solver, limits) = (solver(), Limits::default());
    let (problem, line) = &problems()[0];
    let checked = recheck(
        problem,
        Some(line),
        Unique::AllButLast,
        &mut solver,
        &limits,
    );
    assert_eq!(checked.as_ref(), Ok(line));
    // The attacker of a smoke has a choice on his very last move alone.
    let strict = recheck(problem, Some(line), Unique::All, &mut solver, &limits);
    match strict {
        Ok(_) => {}
        Err(Flaw::Cook { ply, .. }) => assert_eq!(ply, 51),
        Err(flaw) => panic!("{flaw}"),
    }
}

#[test]
fn the_certificate_of_a_sample_is_verified() {
    let (mut solver, limits) = (solver(), Limits::default());
    let (problem, _) = &problems()[57];
    let goal = Goal::Shortest(Futile::None);
    let verdict = solver.solve(problem, goal, &limits, &mut |_| ()).verdict;
    let Verdict::Mate {
        length: 51,
        exact: true,
        ..
    } = verdict
    else {
        panic!("{verdict:?}");
    };
    let mut certificate = Vec::new();
    solver
        .certify(
            problem,
            &verdict,
            64 << 20,
            &limits,
            &mut certificate,
            &mut |_| (),
        )
        .unwrap();
    let report = kemuri_certify::verify(&certificate[..], Some(problem)).unwrap();
    assert_eq!(report.claim, kemuri_certify::Claim::MateExactly(51));
}
