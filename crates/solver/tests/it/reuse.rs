//! One solver, many problems: what is in the table from one must not lie about
//! another.

use kemuri_core::{Color, Problem};
use kemuri_oracle::board::Board;
use kemuri_oracle::fixpoint::Outcome as Rank;
use kemuri_oracle::random::{RandomProblem, Rng, random_small};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::{OracleAnswer, Solution, solve_board};
use kemuri_solver::{Budget, Futile, Goal, Options, Outcome, Reason, Solver, Verdict};

pub fn verdict_of(solver: &mut Solver, problem: &Problem) -> Outcome {
    let budget = Budget::default().with_nodes(200_000);
    solver.solve(problem, Goal::FirstMate, &budget, &mut |_| ())
}

pub fn agrees(outcome: &Outcome, answer: &OracleAnswer) -> bool {
    match (&outcome.verdict, answer) {
        (Verdict::Mate(mate), OracleAnswer::Mate { length: least }) => mate.length >= *least,
        (Verdict::NoMate, OracleAnswer::NoMate) | (Verdict::Unknown(Reason::Nodes), _) => true,
        (Verdict::Unknown(_), _) => false,
        (_, OracleAnswer::TooLarge) => true,
        _ => false,
    }
}

#[test]
fn a_table_that_is_never_cleared_tells_no_lies() {
    let mut solver = Solver::new(Options::default().with_hash(256 << 10)).unwrap();
    let sample = Sample::one_in(3);
    let mut decided = 0;
    for seed in 0..sample.of(1500) {
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
    assert!(decided > sample.of(500), "{decided}");
}

/// Solves and certifies; what the solver knows afterwards is asked for by the
/// caller. Nothing if there is no certificate.
fn certified(random: &RandomProblem, hash: u64) -> Option<Solver> {
    let mut solver = Solver::new(Options::default().with_hash(hash)).unwrap();
    let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap();
    let outcome = shortest(&mut solver, &problem);
    let (budget, mut file) = (Budget::default(), Vec::new());
    let built = solver.certify(&outcome, 1 << 20, &mut file, &budget, &mut |_| ());
    built.is_ok().then_some(solver)
}

fn shortest(solver: &mut Solver, problem: &Problem) -> Outcome {
    let budget = Budget::default().with_nodes(200_000);
    solver.solve(problem, Goal::Shortest(Futile::None), &budget, &mut |_| ())
}

/// Building a certificate stores what it finds on its way down as true on every
/// path: positions that can arise in the game are asked about afterwards.
#[test]
fn a_certificate_leaves_no_lies_behind() {
    let sample = Sample::one_in(5);
    let (mut mates, mut no_mates) = (0, 0);
    for seed in 0..sample.of(1500) {
        let mut rng = Rng::new(2_000_000 + seed);
        let random = random_small(&mut rng);
        let Some(mut solver) = certified(&random, [64 << 10, 1 << 20][seed as usize % 2]) else {
            continue;
        };
        for _ in 0..12 {
            let mut board = random.board.clone();
            for _ in 0..rng.between(1, 8) {
                let moves = match board.turn() == random.attacker {
                    true => board.checks(),
                    false => board.legal_moves(),
                };
                if !moves.is_empty() {
                    board = board.after(*rng.pick(&moves));
                }
            }
            let answer = solve_board(&board, random.attacker, 800);
            let sfen = board.to_sfen();
            let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
            let outcome = shortest(&mut solver, &problem);
            let exactly = match (&outcome.verdict, &answer) {
                (Verdict::Mate(mate), OracleAnswer::Mate { length: least }) => {
                    mates += 1;
                    !mate.exact || mate.length == *least
                }
                (Verdict::NoMate, OracleAnswer::NoMate) => {
                    no_mates += 1;
                    true
                }
                _ => true,
            };
            assert!(
                exactly && agrees(&outcome, &answer),
                "{sfen} after {}: {outcome:?}, the oracle says {answer:?}",
                random.sfen()
            );
        }
    }
    println!("{mates} mates, {no_mates} no mates");
    assert!(mates > sample.of(100) && no_mates > sample.of(5_000));
}

/// The same where nothing but cycles saves the king: every position is met again
/// below every other.
#[test]
fn a_certificate_of_a_chase_leaves_no_lies_behind() {
    let mut asked = 0;
    for sfen in [
        "5+R2k/9/9/9/9/9/9/9/9 w - 1",
        "9/9/6k2/9/5+R3/9/9/9/9 b - 1",
        "9/7k1/9/4+B4/9/9/9/9/9 b - 1",
    ] {
        let random = RandomProblem {
            board: Board::from_sfen(sfen).unwrap(),
            attacker: Color::BLACK,
        };
        let solution = Solution::of(&random.board, random.attacker, 50_000).unwrap();
        assert!(solution.has_cycle());
        let mut solver = certified(&random, 8 << 20).unwrap();
        for (board, rank) in solution.positions().step_by(3) {
            let sfen = board.to_sfen();
            let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
            let outcome = shortest(&mut solver, &problem);
            let right = match (&outcome.verdict, rank) {
                (Verdict::Mate(mate), Rank::Mate(least)) => {
                    mate.length == least || !mate.exact && mate.length > least
                }
                (Verdict::NoMate, Rank::Escape(_) | Rank::Circle) => true,
                _ => false,
            };
            assert!(right, "{sfen}: {outcome:?}, the oracle says {rank:?}");
            asked += 1;
        }
    }
    assert!(asked > 3_000, "{asked}");
}
