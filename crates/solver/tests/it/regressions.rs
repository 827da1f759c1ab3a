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
