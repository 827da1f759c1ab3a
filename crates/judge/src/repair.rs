//! Finds repairs: changes of one piece after which a problem is complete.
//!
//! The candidates are what composers try first: take a piece off, move one by a
//! square, add one near the play. Each is checked as any problem is, with its own
//! limit, so that a hard candidate does not use up the budget.

use crate::judge::Judge;
use crate::piece_change::{PieceChange, pieces};
use crate::profile::Soundness;
use crate::report::{Author, CheckOptions, Report};
use kemuri_core::{Budget, Phase, Piece, PieceType, Problem, Progress, Square};
use std::collections::BTreeSet;

/// A change that makes a problem complete.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repair {
    /// The change.
    pub change: PieceChange,
    /// The problem after it.
    pub problem: Problem,
    /// Its length in plies.
    pub length: u32,
    /// Whether the main line is the same.
    pub same_line: bool,
}

/// Nodes for one candidate.
const NODES: u64 = 300_000;
/// Kinds that are tried near the play.
const KINDS: [PieceType; 7] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::GOLD,
    PieceType::PRO_PAWN,
    PieceType::BISHOP,
];

/// Returns the changes of one piece that make `problem`, whose check is `report`,
/// complete. Those that keep the main line come first, then those of the most
/// similar length. The budget is for all candidates together.
pub fn suggest(
    judge: &mut Judge,
    problem: &Problem,
    report: &Report,
    options: &CheckOptions,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Vec<Repair> {
    let budget = budget.part();
    let options = options.clone().with_refutations(false);
    let length = report.answer.as_ref().map_or(0, |answer| answer.length);
    let mut repairs = Vec::new();
    let candidates = candidates(problem, report);
    let total = candidates.len() as u64;
    for (change, done) in candidates.into_iter().zip(0..) {
        if budget.exhausted().is_some() {
            break;
        }
        let Some(changed) = change.apply(problem) else {
            continue;
        };
        let before = budget.spent();
        let part = budget.at_most_nodes(NODES);
        let author = Author::default();
        let then = judge.check_once(&changed, author, &options, &part, &mut |check| {
            let mut progress = check.clone();
            progress.phase = Phase::Repairs;
            (progress.done, progress.total) = (done, Some(total));
            progress.nodes += before;
            progress.elapsed = budget.elapsed();
            on_progress(&progress);
        });
        if then.verdict == Soundness::Complete
            && let Some(answer) = then.answer
        {
            repairs.push(Repair {
                change,
                problem: changed,
                length: answer.length,
                same_line: then.main_line == report.main_line,
            });
        }
    }
    // The order of the candidates stays within a group.
    repairs.sort_by_key(|repair| (!repair.same_line, repair.length.abs_diff(length)));
    repairs
}

fn candidates(problem: &Problem, report: &Report) -> Vec<PieceChange> {
    let mut changes: Vec<PieceChange> = pieces(problem)
        .map(|(square, piece)| PieceChange::Remove { square, piece })
        .collect();
    let empty = |square: &Square| problem.piece_on(*square) == Piece::NONE;
    for (from, piece) in with_king(problem) {
        let near = neighbours(from).filter(empty);
        changes.extend(near.map(|to| PieceChange::Move { from, to, piece }));
    }
    for square in play_area(problem, report).into_iter().filter(empty) {
        for color in [problem.attacker().flip(), problem.attacker()] {
            let pieces = KINDS.map(|kind| Piece::from_parts(color, kind));
            changes.extend(pieces.map(|piece| PieceChange::Add { square, piece }));
        }
    }
    changes
}

/// Every piece, with the defender's king.
fn with_king(problem: &Problem) -> impl Iterator<Item = (Square, Piece)> {
    let king = problem
        .defender_king()
        .map(|square| (square, problem.piece_on(square)));
    pieces(problem).chain(king)
}

/// The squares of the play and those around them.
fn play_area(problem: &Problem, report: &Report) -> BTreeSet<Square> {
    let lines = report.findings().map(|fact| &fact.line[..]);
    let moves = lines.chain([&report.main_line[..]]).flatten();
    let squares = moves.map(|mv| mv.to_sq()).chain(problem.defender_king());
    let squares: BTreeSet<Square> = squares.collect();
    let near = squares.iter().flat_map(|&square| neighbours(square));
    near.chain(squares.iter().copied()).collect()
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    Square::iter().filter(move |other| {
        let files = (other.file().raw() - square.file().raw()).abs();
        let ranks = (other.rank().raw() - square.rank().raw()).abs();
        files.max(ranks) == 1
    })
}
