//! One solver, many problems: what is in the table from one must not lie about
//! another.

use kemuri_core::Problem;
use kemuri_oracle::random::{Rng, random_small};
use kemuri_oracle::tsume::{OracleAnswer, solve, solve_board};
use kemuri_solver::{Goal, Limits, Options, Outcome, Reason, Solver, Verdict};

fn verdict_of(solver: &mut Solver, problem: &Problem) -> Outcome {
    let limits = Limits {
        nodes: Some(200_000),
        ..Limits::default()
    };
    solver.solve(problem, Goal::FirstMate, &limits, &mut |_| ())
}

fn agrees(outcome: &Outcome, answer: &OracleAnswer) -> bool {
    match (&outcome.verdict, answer) {
        (Verdict::Mate { length, .. }, OracleAnswer::Mate { length: least }) => length >= least,
        (Verdict::NoMate, OracleAnswer::NoMate) | (Verdict::Unknown(Reason::Nodes), _) => true,
        (Verdict::Unknown(_), _) => false,
        (_, OracleAnswer::TooLarge) => true,
        _ => false,
    }
}

/// Pairs of problems that one key once stood for: a piece more in play after a
/// capture; a piece key that the key of the material cancelled.
#[test]
fn one_problem_is_not_taken_for_another() {
    let mut solver = Solver::new(Options {
        hash: 1 << 20,
        ..Options::default()
    })
    .unwrap();
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

#[test]
fn a_table_that_is_never_cleared_tells_no_lies() {
    let mut solver = Solver::new(Options {
        hash: 256 << 10,
        ..Options::default()
    })
    .unwrap();
    let mut decided = 0;
    for seed in 0..1500 {
        let random = random_small(&mut Rng::new(1_000_000 + seed));
        let answer = solve_board(&random.board, random.attacker, 1500);
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        let outcome = verdict_of(&mut solver, &problem);
        assert!(
            agrees(&outcome, &answer),
            "{sfen}: {outcome:?}, the oracle says {answer:?}"
        );
        decided += u32::from(answer != OracleAnswer::TooLarge);
    }
    assert!(decided > 500, "{decided}");
}
