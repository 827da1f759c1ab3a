//! Repairs: the small changes after which a problem is complete.
//!
//! What a composer tries first is tried: take a piece off, move one by a square,
//! put one more near the play. Each candidate is checked as any problem is, with
//! a limit of its own, so that one hard candidate does not keep the others from
//! being tried.

use crate::edit::{Edit, pieces};
use crate::judge::Judge;
use crate::profile::Verdict;
use crate::report::{Author, Progress, Report, Settings, Step};
use kemuri_core::{Piece, PieceType, Problem, Square};
use kemuri_solver::Limits;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

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
/// those of the most similar length. The limits are for all candidates together.
pub fn suggest(
    judge: &mut Judge,
    problem: &Problem,
    report: &Report,
    settings: &Settings,
    on_progress: &mut dyn FnMut(&Progress<'_>),
) -> Vec<Repair> {
    let started = Instant::now();
    let mut left = settings.limits.nodes.unwrap_or(u64::MAX);
    let length = report.answer.as_ref().map_or(0, |answer| answer.length);
    let mut repairs = Vec::new();
    let candidates = candidates(problem, report);
    let of = candidates.len();
    for (index, edit) in candidates.into_iter().enumerate() {
        let time = settings.limits.time;
        let time = time.map(|time| time.saturating_sub(started.elapsed()));
        let is_out = time.is_some_and(|time| time.is_zero()) || left == 0;
        if is_out || settings.limits.stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(changed) = edit.apply(problem) else {
            continue;
        };
        let settings = Settings {
            limits: Limits {
                time,
                nodes: Some(left.min(NODES)),
                stop: settings.limits.stop.clone(),
            },
            refutations: false,
            ..settings.clone()
        };
        let step = Step::Repairs {
            tried: index + 1,
            of,
        };
        let then = judge.check_once(&changed, Author::default(), &settings, &mut |progress| {
            on_progress(&Progress { step, ..*progress });
        });
        left = left.saturating_sub(then.nodes);
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
