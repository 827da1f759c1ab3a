//! Decisions on candidates against the oracle.

use kemuri_compose::final_positions::final_positions;
use kemuri_compose::{Condition, PackedPosition, each_unmove};
use kemuri_core::{Board, Color, Move, Problem};
use kemuri_judge::extension::{Decision, ExtensionCheck};
use kemuri_oracle::Board as Rules;
use kemuri_oracle::random::{Rng, random_small};
use kemuri_oracle::tsume::{OracleAnswer, solve_board};
use kemuri_solver::{Budget, Options, Solver};
use rsshogi::types::HandPiece;
use std::collections::BTreeMap;

/// Positions that the oracle may write down for one question.
const ORACLE: usize = 1000;

fn solver() -> Solver {
    let options = Options::default().with_hash(4 << 20);
    Solver::new(options).unwrap()
}

#[test]
fn decisions_agree_with_the_oracle() {
    let (mut solver, budget) = (solver(), Budget::default());
    let mut silent = |_: &_| ();
    let mut probe = solver.probe(&budget, &mut silent);
    let mut judge = ExtensionCheck::new(&mut probe, 100_000);
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
    for mate in final_positions(&condition) {
        each_unmove(&mate.board(condition.material), |one, _| {
            each_unmove(one, |two, mv| {
                candidates.insert(PackedPosition::canonical(two).0, (two.clone(), mv));
            });
        });
    }
    let (mut solver, budget) = (solver(), Budget::default());
    let mut silent = |_: &_| ();
    let mut probe = solver.probe(&budget, &mut silent);
    let mut judge = ExtensionCheck::new(&mut probe, 100_000);
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

/// The oracle's length of a mate.
fn mate_length(rules: &Rules) -> Option<u32> {
    match solve_board(rules, Color::BLACK, 100_000) {
        OracleAnswer::Mate { length } => Some(length),
        OracleAnswer::NoMate => None,
        OracleAnswer::TooLarge => panic!("{} is too large", rules.to_sfen()),
    }
}

/// Whether best play from a mate in `length` leaves the attacker nothing, by the
/// definition and the oracle's lengths alone.
fn leaves_nothing(rules: &Rules, length: u32) -> bool {
    if length == 0 {
        return HandPiece::iter().all(|kind| rules.in_hand(Color::BLACK, kind) == 0);
    }
    let attacks = rules.turn() == Color::BLACK;
    let moves = if attacks {
        rules.checks()
    } else {
        rules.legal_moves()
    };
    let mut best = moves
        .into_iter()
        .map(|mv| rules.after(mv))
        .filter(|after| mate_length(after) == Some(length - 1));
    if attacks {
        best.all(|after| leaves_nothing(&after, length - 1))
    } else {
        best.any(|after| leaves_nothing(&after, length - 1))
    }
}

/// Equal defences that last longer than a mate in one, of five pawns, and every
/// fifth of the problems that have none.
#[test]
fn long_equal_defences_agree_with_the_oracle() {
    let text = "name = \"five\"\n[material]\npawn = 5\n[final]\npieces = 4\n\
                [attacker]\nunique = \"all-but-last\"\n";
    let condition = Condition::parse(text).unwrap();
    let (mut solver, budget) = (solver(), Budget::default());
    let mut silent = |_: &_| ();
    let mut probe = solver.probe(&budget, &mut silent);
    let mut judge = ExtensionCheck::new(&mut probe, 100_000);
    let mut generation: BTreeMap<PackedPosition, Board> = final_positions(&condition)
        .into_iter()
        .map(|packed| (packed, packed.board(condition.material)))
        .collect();
    let mut seen = [0; 7];
    for plies in 1..=8u16 {
        let mut next = BTreeMap::new();
        for board in generation.values() {
            each_unmove(board, |before, mv| {
                if before.occupied() & !condition.region != 0 {
                    return;
                }
                let mut before = before.clone();
                let decision = if plies % 2 == 0 {
                    judge.best_defence(&mut before, mv, plies - 1)
                } else if plies > 1 {
                    judge.only_mating_check(&mut before, mv)
                } else {
                    Decision::Sound
                };
                let sound = matches!(decision, Decision::Sound | Decision::Equal);
                let deep = plies % 2 == 0 && plies > 2;
                if sound && deep {
                    seen[decision as usize] += 1;
                }
                let sampled = decision == Decision::Equal || seen[decision as usize] % 5 == 0;
                if sound && deep && sampled {
                    let sfen = Problem::of_board(&before).unwrap().to_sfen();
                    let rules = Rules::from_sfen(&sfen).unwrap();
                    let length = u32::from(plies) - 1;
                    let others = rules.legal_moves().into_iter().filter(|&other| other != mv);
                    let equal = others.map(|other| rules.after(other)).any(|after| {
                        mate_length(&after) == Some(length) && leaves_nothing(&after, length)
                    });
                    assert_eq!(decision == Decision::Equal, equal, "{sfen} {}", mv.to_usi());
                }
                if sound {
                    next.insert(PackedPosition::canonical(&before).0, before);
                }
            });
        }
        generation = next;
    }
    let [_, sound, equal, ..] = seen;
    assert!(sound > 100 && equal > 10, "{seen:?}");
}
