//! Decisions on candidates against the oracle.

use kemuri_compose::soundness::{Decision, Judge};
use kemuri_core::{Board, Color, Problem};
use kemuri_oracle::random::{Rng, random_small};
use kemuri_oracle::tsume::{OracleAnswer, solve_board};
use kemuri_solver::{Limits, Options, Solver};

/// Positions that the oracle may write down for one question.
const ORACLE: usize = 1000;

fn solver() -> Solver {
    let options = Options {
        hash: 4 << 20,
        ..Options::default()
    };
    Solver::new(options).unwrap()
}

#[test]
fn decisions_agree_with_the_oracle() {
    let (mut solver, limits) = (solver(), Limits::default());
    let mut silent = |_: &_| ();
    let mut questions = solver.questions(&limits, &mut silent);
    let mut judge = Judge::new(&mut questions, 100_000);
    let mut seen = [0; 7];
    for seed in 0..600 {
        let mut random = random_small(&mut Rng::new(seed));
        if random.attacker == Color::WHITE {
            random.board = random.board.turned();
        }
        let rules = random.board;
        let attacks = rules.turn() == Color::BLACK;
        let moves = if attacks {
            rules.checks()
        } else {
            rules.legal_moves()
        };
        let answers: Vec<_> = moves
            .iter()
            .map(|&mv| (mv, solve_board(&rules.after(mv), Color::BLACK, ORACLE)))
            .collect();
        if answers.iter().any(|(_, a)| *a == OracleAnswer::TooLarge) {
            continue;
        }
        let mates: Vec<_> = answers
            .iter()
            .filter_map(|&(mv, ref answer)| match answer {
                OracleAnswer::Mate { length } => Some((mv, *length)),
                _ => None,
            })
            .collect();
        let problem = Problem::from_sfen_with(&rules.to_sfen(), Some(Color::BLACK)).unwrap();
        let mut board = Board::new(&problem);
        for &(main, length) in &mates {
            let decision = if attacks {
                judge.only_mating_check(&mut board, main)
            } else {
                judge.best_defence(&mut board, main, length as u16)
            };
            let longest = mates.iter().map(|m| m.1).max();
            let expected: &[Decision] = match attacks {
                true if mates.len() == 1 => &[Decision::Sound],
                true => &[Decision::Cook],
                false if mates.len() < moves.len() => &[Decision::Escape],
                false if longest > Some(length) => &[Decision::Longer],
                false => &[Decision::Sound, Decision::Equal],
            };
            assert!(
                expected.contains(&decision),
                "{} {}: {decision:?}, not {expected:?}",
                rules.to_sfen(),
                main.to_usi()
            );
            seen[decision as usize] += 1;
        }
    }
    for decision in Decision::ALL {
        let times = seen[decision as usize];
        assert!(
            times > 5 || decision == Decision::Open,
            "{decision:?}: {seen:?}"
        );
    }
}
