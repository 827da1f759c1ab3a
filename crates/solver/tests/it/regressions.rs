//! What once went wrong. Each test bears the name of the fault.

use crate::reuse::{agrees, verdict_of};
use kemuri_certify::Claim;
use kemuri_core::Problem;
use kemuri_oracle::tsume::solve;
use kemuri_solver::certificate::{Certifiable, MemorySplit};
use kemuri_solver::{Budget, Futile, Goal, Options, Solver, Verdict, certify_and_verify};
use std::io::Cursor;

/// Pairs of problems that one key once stood for: a piece more in play after a
/// capture; a piece key that the key of the material cancelled.
#[test]
fn problems_with_the_same_key_were_taken_for_each_other() {
    let mut solver = Solver::new(Options::default().with_hash(1 << 20)).unwrap();
    for (sfen, black) in [
        ("R7k/8P/4s4/7G1/1R2g4/9/9/9/9 w P 1", true),
        ("R8/8k/4s4/7G1/1R2g4/9/9/9/9 b P 1", true),
        ("k8/2+P6/9/9/P8/9/9/9/9 b L13p 1", true),
        ("k8/2+P6/P8/9/9/9/9/9/9 b L12p 1", true),
    ] {
        let problem = Problem::from_sfen(sfen).unwrap();
        let outcome = verdict_of(&mut solver, &problem);
        let fresh = verdict_of(&mut Solver::new(Options::default()).unwrap(), &problem);
        let kind = std::mem::discriminant::<Verdict>;
        assert_eq!(
            kind(&outcome.verdict),
            kind(&fresh.verdict),
            "{sfen}: {outcome:?}, {fresh:?}"
        );
        let answer = solve(sfen, black, 20_000);
        assert!(
            agrees(&outcome, &answer),
            "{sfen}: {outcome:?}, the oracle says {answer:?}"
        );
        assert!(
            !matches!(outcome.verdict, Verdict::Unknown(_)),
            "{sfen}: {outcome:?}"
        );
    }
}

/// Under a profile the length is no claim of a certificate, which once made the
/// search contradict itself. The mate is certified all the same, and verified.
#[test]
fn a_search_under_a_profile_contradicted_its_certificate() {
    let sfen = "4l4/9/3R+Rs1k1/9/6n2/9/9/9/9 b GN2n 1";
    let problem = Problem::from_sfen(sfen).unwrap();
    let memory = MemorySplit::of(16 << 20);
    let mut solver = Solver::new(Options::default().with_hash(memory.table)).unwrap();
    let budget = Budget::default();
    let goal = Goal::Shortest(Futile::default());
    let outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
    let mate = outcome.verdict.mate().expect("a mate");
    assert!(mate.exact);
    assert_eq!(outcome.certifiable().ok(), Some(Certifiable::Mate));
    let file = Cursor::new(Vec::new());
    let certified = certify_and_verify(solver, &outcome, memory, file, &budget, &mut |_| ());
    let certified = certified.unwrap();
    let claim = certified.verified.expect("verified").report.claim;
    assert_eq!(claim, certified.written.claim);
    // Counted in full the mate takes longer than under the profile.
    let Claim::MateWithin(length) = claim else {
        panic!("{claim:?}");
    };
    assert!(u32::from(length) > mate.length, "{length}");
}

/// A position after a drop was stored as no mate within no ply for every hand,
/// although another piece than the slider mates by capturing there when the
/// defender has one piece less. With that larger hand the drop is futile.
#[test]
fn a_capture_that_does_not_mate_was_forgotten_for_other_hands() {
    for (smaller, larger, lengths) in [
        (
            "9/7p1/7PG/9/4R1N1k/5B3/7GN/6+R2/9 b Nnp 1",
            "9/7p1/7PG/9/3R2N1k/5B3/7GN/6+R2/9 b 2Np 1",
            [3, 1],
        ),
        (
            "9/7p1/8G/9/4R3k/5B3/7GN/6+R2/9 w Ggp 1",
            "9/7p1/8G/9/3R4k/5B3/7GN/6+R2/9 w 2Gp 1",
            [2, 0],
        ),
    ] {
        let mut solver = Solver::new(Options::default().with_hash(1 << 20)).unwrap();
        for (sfen, length) in [smaller, larger].into_iter().zip(lengths) {
            let problem = Problem::from_sfen(sfen).unwrap();
            let goal = Goal::Shortest(Futile::Standard);
            let outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
            let mate = outcome.verdict.mate().expect("a mate");
            assert_eq!((mate.length, mate.exact), (length, true), "{sfen}");
        }
    }
}

/// Beside a literal length no drop is left out.
#[test]
fn drops_beside_a_literal_length_were_called_futile() {
    let problem = Problem::from_sfen("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1").unwrap();
    let mut solver = Solver::new(Options::default().with_hash(1 << 20)).unwrap();
    for (futile, listed) in [(Futile::None, false), (Futile::Standard, true)] {
        let budget = Budget::default();
        let outcome = solver.solve(&problem, Goal::Shortest(futile), &budget, &mut |_| ());
        let drops = solver.futile_drops(&outcome, &budget, &mut |_| ()).unwrap();
        assert_eq!(!drops.is_empty(), listed, "{futile:?}");
    }
}
