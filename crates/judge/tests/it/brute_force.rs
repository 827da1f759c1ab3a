//! The judge against brute force: random small problems, whose whole game the
//! oracle writes down, and every fact asked of it again.
//!
//! Every interposition counts here, for so it does for the oracle.

use crate::brute::Case;
use kemuri_core::Problem;
use kemuri_judge::{Author, CheckOptions, FactKind, Judge};
use kemuri_oracle::random::Rng;
use kemuri_solver::{Budget, Futile, Goal, Options, Solver};
use std::collections::BTreeMap;

/// Random positions that are tried; a few in a hundred are mates worth a check.
const POSITIONS: u64 = 6_000;
/// The same of pawns alone.
const TOFU: u64 = 30_000;
/// Positions the oracle may look at before it gives up.
const CAP: usize = 400;

/// The pieces of random problems: on the board and in hand, the attacker's and
/// the defender's.
struct Supply {
    on_board: [&'static [&'static str]; 2],
    in_hand: [&'static [&'static str]; 2],
    /// Most pieces of each side on the board.
    most: [usize; 2],
}

/// Any pieces, the attacker's steppers more often than his sliders.
const ANY: Supply = Supply {
    on_board: [
        &[
            "P", "L", "N", "S", "G", "B", "R", "+P", "+P", "+P", "S", "G", "N", "+B", "+R",
        ],
        &["p", "l", "n", "s", "g", "+p", "b"],
    ],
    in_hand: [
        &["G", "S", "N", "P", "L", "R"],
        &["p", "g", "s", "l", "n", "b"],
    ],
    most: [5, 3],
};
/// Pawns alone, as in tofu problems: fewer positions can arise, and the oracle
/// has an answer more often.
const PAWNS: Supply = Supply {
    on_board: [&["P", "+P", "+P", "+P"], &["p", "+p"]],
    in_hand: [&["P"], &["p"]],
    most: [6, 6],
};

/// A king in or near the corner, attacked by a few pieces; `None` if chance makes
/// no problem of it.
fn random_problem(rng: &mut Rng, supply: &Supply) -> Option<Problem> {
    let mut cells = vec![""; 81];
    let king = (rng.below(3), rng.below(3));
    cells[king.1 * 9 + 8 - king.0] = "k";
    for (list, most, least) in [(0, supply.most[0], 2), (1, supply.most[1], 0)] {
        let list = supply.on_board[list];
        for _ in 0..rng.between(least, most) {
            let (file, rank) = (rng.below(5), rng.below(5));
            let cell = &mut cells[rank * 9 + 8 - file];
            if cell.is_empty() {
                *cell = list[rng.below(list.len())];
            }
        }
    }
    let rows = cells.chunks(9).map(|row| {
        let words = row
            .iter()
            .map(|cell| if cell.is_empty() { "1" } else { cell });
        words.collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    let mut hands = String::new();
    for list in supply.in_hand {
        for _ in 0..rng.between(0, 2) {
            hands += list[rng.below(list.len())];
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    Problem::from_sfen(&format!("{} b {hands} 1", rows.join("/"))).ok()
}

/// Whether a glance shows a mate that is long enough to have alternatives.
fn is_worth_it(solver: &mut Solver, problem: &Problem) -> bool {
    solver.clear();
    let goal = Goal::Shortest(Futile::None);
    let budget = Budget::default().with_nodes(500);
    let outcome = solver.solve(problem, goal, &budget, &mut |_| ());
    let mate = outcome.verdict.mate();
    mate.is_some_and(|mate| mate.exact && (3..=7).contains(&mate.length))
}

/// Checks that many random positions; returns the problems among them, the
/// questions that the oracle was asked and answered, and the facts by class.
fn compare(supply: &Supply, positions: u64) -> (u32, u32, u32, BTreeMap<FactKind, u32>) {
    let options = Options::default().with_hash(1 << 20);
    let mut solver = Solver::new(options.clone()).unwrap();
    let mut judge = Judge::new(&options).unwrap();
    let options = CheckOptions::default().with_futile(Futile::None);
    let mut tally: BTreeMap<FactKind, u32> = BTreeMap::new();
    let (mut problems, mut asked, mut silent) = (0, 0, 0);
    for seed in 0..positions {
        let Some(problem) = random_problem(&mut Rng::new(5_000_000 + seed), supply) else {
            continue;
        };
        if !is_worth_it(&mut solver, &problem) {
            continue;
        }
        let budget = Budget::default().with_nodes(20_000);
        let report = judge.check(&problem, Author::default(), &options, &budget, &mut |_| ());
        let case = Case::new(&problem, report, CAP);
        let context = format!("{} seed {seed}", problem.to_sfen());
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            case.checks();
            case.defences();
        }));
        assert!(checked.is_ok(), "{context}");
        problems += 1;
        asked += case.asked();
        silent += case.silent();
        for fact in case.report.findings() {
            *tally.entry(fact.kind).or_default() += 1;
        }
    }
    println!("{problems} problems, {asked} questions, {silent} without an answer: {tally:?}");
    (problems, asked, asked - silent, tally)
}

fn assert_all(kinds: &[FactKind], tally: &BTreeMap<FactKind, u32>) {
    for kind in kinds {
        assert!(tally.contains_key(kind), "no {}", kind.name());
    }
}

#[test]
fn every_fact_stands_up_to_brute_force() {
    let (problems, _, answered, tally) = compare(&ANY, POSITIONS);
    assert!(problems > 200 && answered > 1_500);
    assert_all(
        &[
            FactKind::Cook,
            FactKind::Detour,
            FactKind::PromotionDual,
            FactKind::DistanceDual,
            FactKind::EqualVariation,
            FactKind::LastMoveDual,
        ],
        &tally,
    );
}

#[test]
fn problems_of_pawns_stand_up_to_brute_force() {
    let (problems, asked, answered, tally) = compare(&PAWNS, TOFU);
    assert!(problems > 120 && answered * 2 > asked);
    assert_all(
        &[FactKind::Cook, FactKind::Detour, FactKind::Transposition],
        &tally,
    );
}
