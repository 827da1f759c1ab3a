//! Probes of one table against the oracle.

use kemuri_core::{Board, Color, Problem};
use kemuri_oracle::random::{Rng, random_small};
use kemuri_oracle::tsume::{OracleAnswer, solve_board};
use kemuri_solver::{Budget, Options, ProbeResult, Reason, Solver};

fn solver() -> Solver {
    Solver::new(Options::default().with_hash(1 << 20)).unwrap()
}

#[test]
fn answers_agree_with_the_oracle_within_any_number_of_plies() {
    let (mut solver, budget) = (solver(), Budget::default());
    let mut silent = |_: &_| ();
    let mut probe = solver.probe(&budget, &mut silent);
    let (mut mates, mut no_mates) = (0, 0);
    for seed in 0..600 {
        let random = random_small(&mut Rng::new(seed));
        let answer = solve_board(&random.board, random.attacker, 1000);
        let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap();
        let board = Board::new(&problem);
        let mut ask = |plies| probe.mate_within(&board, plies, Some(50_000));
        match answer {
            OracleAnswer::TooLarge => {}
            OracleAnswer::NoMate => {
                no_mates += 1;
                for plies in [Some(1), Some(4), Some(9), None] {
                    assert_eq!(
                        ask(plies),
                        ProbeResult::NoMate,
                        "{}: {plies:?}",
                        random.sfen()
                    );
                }
            }
            OracleAnswer::Mate { length } => {
                mates += 1;
                let length = length as u16;
                assert_eq!(
                    ask(Some(length)),
                    ProbeResult::Mate(length),
                    "{}",
                    random.sfen()
                );
                if length > 0 {
                    assert_eq!(
                        ask(Some(length - 1)),
                        ProbeResult::NoMate,
                        "{}",
                        random.sfen()
                    );
                }
                assert!(matches!(ask(None), ProbeResult::Mate(n) if n >= length));
            }
        }
    }
    assert!(mates > 50 && no_mates > 100, "{mates}, {no_mates}");
}

#[test]
fn each_question_has_nodes_of_its_own() {
    let (mut solver, budget) = (solver(), Budget::default());
    let mut silent = |_: &_| ();
    let mut probe = solver.probe(&budget, &mut silent);
    // A mate in five, which no single node shows.
    let sfen = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
    let problem = Problem::from_sfen_with(sfen, Some(Color::BLACK)).unwrap();
    let board = Board::new(&problem);
    let few = probe.mate_within(&board, None, Some(1));
    assert_eq!(few, ProbeResult::Unknown(Reason::Nodes));
    let spent = probe.nodes();
    assert!(matches!(
        probe.mate_within(&board, None, Some(100_000)),
        ProbeResult::Mate(_)
    ));
    assert!(probe.nodes() > spent);
}
