//! Repairs: the small changes after which a problem is complete.
//!
//! What a composer tries first is tried: take a piece off, move one by a square,
//! put one more near the play. Each candidate is checked as any problem is, with
//! a limit of its own, so that one hard candidate does not keep the others from
//! being tried.

use crate::edit::{Edit, pieces};
use crate::judge::Judge;
use crate::profile::Verdict;
use crate::report::{Author, Report, Settings};
use kemuri_core::{Budget, Phase, Piece, PieceType, Problem, Progress, Square};
use std::collections::BTreeSet;

/// A change that makes a problem complete.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The change.
    pub edit: Edit,
    /// The problem after it.
    pub problem: Problem,
    /// Its length in plies.
    pub length: u32,
    /// Whether the main line is the same.
    pub same_line: bool,
}

/// Nodes for one candidate.
const NODES: u64 = 300_000;
/// Kinds that are worth a try beside the play.
const KINDS: [PieceType; 7] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::GOLD,
    PieceType::PRO_PAWN,
    PieceType::BISHOP,
];

/// The changes of one piece that make `problem`, of which `report` tells,
/// complete under the settings: the best first, which keep the main line, then
/// those of the most similar length. The budget is for all candidates together.
pub fn suggest(
    judge: &mut Judge,
    problem: &Problem,
    report: &Report,
    settings: &Settings,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Vec<Repair> {
    let budget = budget.part();
    let settings = Settings {
        refutations: false,
        ..settings.clone()
    };
    let length = report.answer.as_ref().map_or(0, |answer| answer.length);
    let mut repairs = Vec::new();
    let candidates = candidates(problem, report);
    let total = candidates.len() as u64;
    for (edit, done) in candidates.into_iter().zip(0..) {
        if budget.exhausted().is_some() {
            break;
        }
        let Some(changed) = edit.apply(problem) else {
            continue;
        };
        let before = budget.spent();
        let part = budget.at_most_nodes(NODES);
        let author = Author::default();
        let then = judge.check_once(&changed, author, &settings, &part, &mut |check| {
            let mut progress = check.clone();
            progress.phase = Phase::Repairs;
            (progress.done, progress.total) = (done, Some(total));
            progress.nodes += before;
            progress.elapsed = budget.elapsed();
            on_progress(&progress);
        });
        if then.verdict == Verdict::Complete
            && let Some(answer) = then.answer
        {
            repairs.push(Repair {
                edit,
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

fn candidates(problem: &Problem, report: &Report) -> Vec<Edit> {
    let mut edits: Vec<Edit> = pieces(problem)
        .map(|(square, piece)| Edit::Remove { square, piece })
        .collect();
    let empty = |square: &Square| problem.piece_on(*square) == Piece::NONE;
    for (from, piece) in all(problem) {
        let near = around(from).filter(empty);
        edits.extend(near.map(|to| Edit::Move { from, to, piece }));
    }
    for square in stage(problem, report).into_iter().filter(empty) {
        for color in [problem.attacker().flip(), problem.attacker()] {
            let pieces = KINDS.map(|kind| Piece::from_parts(color, kind));
            edits.extend(pieces.map(|piece| Edit::Add { square, piece }));
        }
    }
    edits
}

/// Every piece, the defender's king among them.
fn all(problem: &Problem) -> impl Iterator<Item = (Square, Piece)> {
    let king = problem
        .defender_king()
        .map(|square| (square, problem.piece_on(square)));
    pieces(problem).chain(king)
}

/// Where the play goes on, and the squares around it.
fn stage(problem: &Problem, report: &Report) -> BTreeSet<Square> {
    let lines = report.findings().map(|fact| &fact.line[..]);
    let moves = lines.chain([&report.main_line[..]]).flatten();
    let squares = moves.map(|mv| mv.to_sq()).chain(problem.defender_king());
    let squares: BTreeSet<Square> = squares.collect();
    let near = squares.iter().flat_map(|&square| around(square));
    near.chain(squares.iter().copied()).collect()
}

fn around(square: Square) -> impl Iterator<Item = Square> {
    Square::iter().filter(move |other| {
        let files = (other.file().raw() - square.file().raw()).abs();
        let ranks = (other.rank().raw() - square.rank().raw()).abs();
        files.max(ranks) == 1
    })
}
