//! The tofu smokes that ship with Kemuri: all are complete, and what is said of
//! a mutation of them is what brute force finds.
//!
//! The whole game of a smoke is too large to be written down (more than 300,000
//! positions), but those that start beside its main line often are not: every
//! check and every defence is a question to the oracle, and those that it can
//! answer are compared. They are more for positions near the end of a
//! solution, so every other mutation is one of these. `KEMURI_MUTATIONS`,
//! `KEMURI_MUTATION_CAP` and `KEMURI_MUTATION_SEED` ask for others than those of
//! an ordinary or a full run.

use crate::brute::Case;
use kemuri_core::{Move, Piece, PieceType, Problem, Square};
use kemuri_judge::{Author, CheckOptions, FactKind, Judge, PieceChange, Proof, Report, Soundness};
use kemuri_oracle::random::Rng;
use kemuri_oracle::sample::Sample;
use kemuri_solver::{Budget, Futile, Options};
use std::collections::BTreeMap;

/// Mutations of a full run.
const MUTATIONS: u64 = 1_000;
/// Positions that the oracle may look at for a question in an ordinary run.
const CAP: u64 = 1_000;

fn problems() -> Vec<(Problem, Vec<Move>)> {
    let lines = include_str!("../../../compose/data/tofu-smoke.tsv").lines();
    let problems = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, sfen, _, moves] = columns[..] else {
            panic!("{line}")
        };
        let moves = moves.split(' ').map(|mv| Move::from_usi(mv).unwrap());
        (Problem::from_sfen(sfen).unwrap(), moves.collect())
    });
    problems.collect()
}

fn judge() -> Judge {
    Judge::new(&Options::default().with_hash(64 << 20)).unwrap()
}

fn check(judge: &mut Judge, problem: &Problem, line: Option<&[Move]>) -> Report {
    let options = CheckOptions::default().with_futile(Futile::None);
    let author = Author {
        line,
        ..Author::default()
    };
    judge.check(problem, author, &options, &Budget::default(), &mut |_| ())
}

#[test]
fn all_are_complete_and_leave_the_attacker_no_choice() {
    let mut judge = judge();
    let problems = problems();
    assert_eq!(problems.len(), 58);
    for (number, (problem, line)) in problems.into_iter().enumerate() {
        let sfen = problem.to_sfen();
        // Without a line ours is the same; that need not be seen every time.
        let unsaid = number % 10 == 0;
        for author in [Some(&line[..]), None]
            .into_iter()
            .take(1 + usize::from(unsaid))
        {
            let report = check(&mut judge, &problem, author);
            assert_eq!(report.verdict, Soundness::Complete, "{sfen}");
            assert_eq!(report.main_line.len(), 51, "{sfen}");
            assert_eq!(report.by_author, author.is_some());
            // Nothing that mates but the moves of the line, the last apart; of
            // the defences nothing that counts.
            for fact in report.findings() {
                assert_eq!(
                    (fact.kind, fact.ply, fact.proof),
                    (FactKind::LastMoveDual, 51, Proof::Proven),
                    "{sfen}"
                );
            }
            assert!(report.refuted() > 20, "{sfen}");
        }
    }
}

/// The problem that is left after some moves.
fn after(problem: &Problem, moves: &[Move]) -> Option<Problem> {
    let mut position = problem.position();
    moves.iter().for_each(|&mv| position.apply_move(mv));
    Problem::from_sfen(&position.to_sfen(None)).ok()
}

/// A smoke, or what is left of one, with a piece added, removed or shifted by a
/// square.
fn mutation(rng: &mut Rng, problems: &[(Problem, Vec<Move>)]) -> Option<Problem> {
    // All pawns are on the board, so what is added is something else.
    const ADDED: [PieceType; 4] = [
        PieceType::LANCE,
        PieceType::KNIGHT,
        PieceType::SILVER,
        PieceType::GOLD,
    ];
    let (smoke, line) = rng.pick(problems);
    let played = line.len() - 1 - 2 * rng.between(1, 12);
    let problem = &match rng.chance(1, 2) {
        true => smoke.clone(),
        false => after(smoke, &line[..played])?,
    };
    let squares: Vec<Square> = Square::iter().collect();
    let (pieces, empty): (Vec<Square>, Vec<Square>) =
        (squares.iter()).partition(|square| problem.piece_on(**square) != Piece::NONE);
    let from = *rng.pick(&pieces);
    let piece = problem.piece_on(from);
    let edit = match rng.below(3) {
        0 => {
            let color = match rng.chance(1, 2) {
                true => problem.attacker(),
                false => problem.attacker().flip(),
            };
            // Where the play goes on.
            let near =
                |square: &&Square| square.file().to_index() < 6 && square.rank().to_index() < 7;
            let empty: Vec<Square> = empty.iter().filter(near).copied().collect();
            PieceChange::Add {
                square: *rng.pick(&empty),
                piece: Piece::from_parts(color, *rng.pick(&ADDED)),
            }
        }
        1 if piece.piece_type() != PieceType::KING => PieceChange::Remove {
            square: from,
            piece,
        },
        _ => {
            let is_near = |to: &&Square| {
                let files = from.file().to_index().abs_diff(to.file().to_index());
                let ranks = from.rank().to_index().abs_diff(to.rank().to_index());
                files.max(ranks) == 1
            };
            let near: Vec<Square> = empty.iter().filter(is_near).copied().collect();
            if near.is_empty() {
                return None;
            }
            let to = *rng.pick(&near);
            PieceChange::Move { from, to, piece }
        }
    };
    edit.apply(problem)
}

fn asked(name: &str, otherwise: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.map_or(otherwise, |said| said.parse().expect("a number"))
}

#[test]
fn mutations_are_judged_as_by_brute_force() {
    let problems = problems();
    let mut judge = judge();
    let cap = asked("KEMURI_MUTATION_CAP", CAP) as usize;
    let most = asked("KEMURI_MUTATIONS", Sample::one_in(25).of(MUTATIONS));
    let mut seed = asked("KEMURI_MUTATION_SEED", 0);
    let (mut tried, mut questions, mut silent) = (0, 0, 0);
    // By verdict: how many, and how many of them brute force vouches for.
    let mut verdicts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    while tried < most {
        seed += 1;
        let Some(problem) = mutation(&mut Rng::new(seed), &problems) else {
            continue;
        };
        tried += 1;
        let report = check(&mut judge, &problem, None);
        assert_ne!(report.verdict, Soundness::Undecided, "seed {seed}");
        let case = Case::new(&problem, report, cap);
        let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            case.checks();
            case.defences();
            case.is_vouched_for()
        }));
        let Ok(vouched) = compared else {
            panic!("{} seed {seed}", problem.to_sfen());
        };
        questions += case.asked();
        silent += case.silent();
        let (all, sure) = verdicts.entry(case.report.verdict.name()).or_default();
        *all += 1;
        *sure += u32::from(vouched);
    }
    println!("{tried} mutations, {questions} questions, {silent} without an answer: {verdicts:?}");
    assert!(silent * 3 < questions * 2);
}
