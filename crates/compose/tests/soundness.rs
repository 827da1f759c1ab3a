//! Decisions on candidates against the oracle.

use kemuri_compose::finals::finals;
use kemuri_compose::soundness::{Decision, Judge};
use kemuri_compose::{Condition, Packed, each_unmove};
use kemuri_core::{Board, Color, Move, Problem};
use kemuri_oracle::Board as Rules;
use kemuri_oracle::random::{Rng, random_small};
use kemuri_oracle::tsume::{OracleAnswer, solve_board};
use kemuri_solver::{Limits, Options, Solver};
use rsshogi::types::HandPiece;
use std::collections::BTreeMap;

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
    for seed in 0..400 {
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
    for decision in [Decision::Sound, Decision::Cook, Decision::Escape] {
        assert!(seen[decision as usize] > 1, "{decision:?}: {seen:?}");
    }
}

/// Whether every mate in one leaves the attacker nothing in hand.
fn ends_clean(rules: &Rules) -> bool {
    rules
        .checks()
        .into_iter()
        .map(|mv| rules.after(mv))
        .filter(|after| !after.has_legal_move())
        .all(|mated| HandPiece::iter().all(|kind| mated.in_hand(Color::BLACK, kind) == 0))
}

/// What the oracle says of a defence after which there is a mate in one.
fn oracle_on_two_plies(rules: &Rules, main: Move) -> Decision {
    let mut decision = Decision::Sound;
    for mv in rules.legal_moves().into_iter().filter(|&mv| mv != main) {
        let after = rules.after(mv);
        let found = match solve_board(&after, Color::BLACK, 100_000) {
            OracleAnswer::TooLarge => panic!("{} is too large", after.to_sfen()),
            OracleAnswer::NoMate => return Decision::Escape,
            OracleAnswer::Mate { length: 1 } if ends_clean(&after) => Decision::Equal,
            OracleAnswer::Mate { length: 1 } => Decision::Sound,
            OracleAnswer::Mate { .. } => Decision::Longer,
        };
        decision = decision.max(found);
    }
    decision
}

#[test]
fn two_plies_of_the_tofu_smoke_agree_with_the_oracle() {
    let condition = Condition::parse(Condition::shipped("tofu-smoke").unwrap()).unwrap();
    let mut candidates = BTreeMap::new();
    for mate in finals(&condition) {
        each_unmove(&mate.board(condition.material), |one, _| {
            each_unmove(one, |two, mv| {
                candidates.insert(Packed::canonical(two).0, (two.clone(), mv));
            });
        });
    }
    let (mut solver, limits) = (solver(), Limits::default());
    let mut silent = |_: &_| ();
    let mut questions = solver.questions(&limits, &mut silent);
    let mut judge = Judge::new(&mut questions, 100_000);
    let mut seen = [0; 7];
    for (board, main) in candidates.values_mut() {
        let sfen = Problem::of_board(board).unwrap().to_sfen();
        let decision = judge.best_defence(board, *main, 1);
        seen[decision as usize] += 1;
        // The many escapes are alike; every tenth will do.
        if decision != Decision::Escape || seen[decision as usize] % 10 == 0 {
            let rules = Rules::from_sfen(&sfen).unwrap();
            let expected = oracle_on_two_plies(&rules, *main);
            assert_eq!(decision, expected, "{sfen} {}", main.to_usi());
        }
    }
    assert_eq!(seen, [0, 380, 100, 0, 3162, 13, 0]);
}
