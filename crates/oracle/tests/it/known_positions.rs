//! Positions whose answer any player knows.

use kemuri_oracle::fixpoint::{Outcome, mate_within};
use kemuri_oracle::tsume::{Tsume, solve_after};
use kemuri_oracle::{Board, OracleAnswer, Solution, legal_checks, legal_evasions, solve};
use rsshogi::types::{Color, Move};

const MATE_IN_1: OracleAnswer = OracleAnswer::Mate { length: 1 };

fn usi(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|mv| mv.to_usi()).collect();
    texts.sort();
    texts
}

fn mv(usi: &str) -> Move {
    Move::from_usi(usi).unwrap()
}

fn solved(sfen: &str, cap: usize) -> Solution {
    Solution::of(&Board::from_sfen(sfen).unwrap(), Color::BLACK, cap).unwrap()
}

#[test]
fn gold_on_the_head_is_mate_in_1() {
    assert_eq!(solve("4k4/9/4P4/9/9/9/9/9/9 b G 1", true, 1000), MATE_IN_1);
    // The same with White attacking.
    assert_eq!(solve("9/9/9/9/9/9/4p4/9/4K4 w g 1", false, 1000), MATE_IN_1);
}

#[test]
fn without_support_the_king_takes_the_gold() {
    assert_eq!(
        solve("4k4/9/9/9/9/9/9/9/9 b G 1", true, 20_000),
        OracleAnswer::NoMate
    );
    let drop = "4k4/9/9/9/9/9/9/9/9 b P 1";
    assert_eq!(solved(drop, 10_000).outcome(), Outcome::Escape(2));
}

/// P*1b drives the king to 2a, where the pawn of 3c mates as a tokin.
#[test]
fn pawn_drop_and_promotion_is_mate_in_3() {
    let sfen = "8k/9/6P+P1/9/9/9/9/9/9 b P 1";
    assert_eq!(solve(sfen, true, 5000), OracleAnswer::Mate { length: 3 });
    let after = |moves: &[&str]| {
        solve_after(
            sfen,
            true,
            &moves.iter().map(|text| mv(text)).collect::<Vec<_>>(),
            5000,
        )
    };
    assert_eq!(after(&["P*1b"]), OracleAnswer::Mate { length: 2 });
    assert_eq!(after(&["P*1b", "1a2a"]), MATE_IN_1);
    assert_eq!(
        after(&["P*1b", "1a2a", "3c3b+"]),
        OracleAnswer::Mate { length: 0 }
    );
    let game = Tsume {
        attacker: Color::BLACK,
    };
    let board = Board::from_sfen(sfen).unwrap();
    assert!(mate_within(&game, &board, 3) && !mate_within(&game, &board, 2));
}

/// A king shut in by its own men: only taking the knight would help.
#[test]
fn smothered_mate_by_a_knight() {
    let shut_in = "7lk/7np/9/9/9/9/9/9/9 b N 1";
    assert_eq!(usi(&legal_checks(shut_in)), ["N*2c"]);
    assert_eq!(solve(shut_in, true, 1000), MATE_IN_1);
    // A pawn on 2b takes the knight.
    assert_eq!(
        solve("7lk/7pp/9/9/9/9/9/9/9 b N 1", true, 1000),
        OracleAnswer::NoMate
    );
}

/// A lone dragon checks for ever and never mates; the king is saved by
/// repetition and by nothing else.
#[test]
fn a_lone_dragon_only_repeats() {
    let solution = solved("8k/9/9/7+R1/9/9/9/9/9 b - 1", 10_000);
    assert_eq!(solution.answer(), OracleAnswer::NoMate);
    assert_eq!(solution.outcome(), Outcome::Circle);
    assert!(solution.has_cycle());
    assert!(solution.best_line().is_empty());
}

/// The gold of 2c guards 1b and 2b, the knight of 3c guards 2a.
#[test]
fn a_pawn_drop_may_not_mate_but_a_lance_drop_may() {
    let pawn = "8k/9/6NG1/9/9/9/9/9/9 b P 1";
    assert!(!legal_checks(pawn).contains(&mv("P*1b")));
    let lance = "8k/9/6NG1/9/9/9/9/9/9 b L 1";
    assert!(legal_checks(lance).contains(&mv("L*1b")));
    assert_eq!(solve(lance, true, 1000), MATE_IN_1);
    // Without the knight the king has 2a, so the pawn may be dropped.
    assert!(legal_checks("8k/9/7G1/9/9/9/9/9/9 b P 1").contains(&mv("P*1b")));
    // A pawn that moves may mate.
    let step = "8k/9/6NGP/9/9/9/9/9/9 b - 1";
    assert_eq!(solve(step, true, 1000), MATE_IN_1);
}

/// White, in check from the rook of 4h, may interpose a pawn on 6h, but not on
/// 5h: there it would mate the king of 5i, for the rook is pinned by 2f.
#[test]
fn the_defender_may_not_mate_by_a_pawn_drop_either() {
    let evasions = legal_evasions("9/9/9/9/9/7b1/3gn4/2k2R3/4K4 w p 1");
    assert!(evasions.contains(&mv("P*6h")));
    assert!(!evasions.contains(&mv("P*5h")));
    // Unpinned, the rook can take, and the pawn may be dropped.
    let unpinned = legal_evasions("9/9/9/9/9/9/3gn4/2k2R3/4K4 w p 1");
    assert!(unpinned.contains(&mv("P*5h")));
}

#[test]
fn the_attackers_king_may_support() {
    assert_eq!(solve("4k4/9/4K4/9/9/9/9/9/9 b G 1", true, 1000), MATE_IN_1);
}

/// Black's king is in check from the rook of 1i.
#[test]
fn an_attacker_in_check_must_parry_with_check() {
    assert_eq!(
        solve("4k4/9/4P4/9/9/9/9/9/K7r b G 1", true, 1000),
        OracleAnswer::NoMate
    );
    assert!(legal_checks("4k4/9/4P4/9/9/9/9/9/K7r b G 1").is_empty());
    let knight = "9/9/9/9/9/9/4k4/9/K7r b N 1";
    assert_eq!(usi(&legal_checks(knight)), ["N*4i", "N*6i"]);
}

#[test]
fn every_non_promotion_is_a_move() {
    let rook = legal_checks("4k4/9/9/9/9/9/9/9/R8 b - 1");
    assert_eq!(usi(&rook), ["9i5i", "9i9a", "9i9a+"]);
    let pawn = legal_checks("4k4/9/4P4/9/9/9/9/9/9 b - 1");
    assert_eq!(usi(&pawn), ["5c5b", "5c5b+"]);
    let bishop = legal_checks("4k4/9/9/9/6B2/9/9/9/9 b - 1");
    assert_eq!(usi(&bishop), ["3e2d", "3e6b", "3e6b+"]);
    // On the last rank a pawn must promote, whatever gives the check.
    let last_rank = legal_checks("5k3/4P4/3B5/9/9/9/9/9/9 b - 1");
    assert_eq!(usi(&last_rank), ["5b5a+"]);
}
