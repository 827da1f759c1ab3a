//! Checking a mating line with rules code that the search does not use.
//!
//! Every mate that is reported goes through [`verify_mate`] first, so that a
//! collision of keys or a mistake in our own move generator ends as a loud
//! error and never as a false mate.

use crate::Problem;
use rsshogi::board::{MoveList, Position};
use rsshogi::movegen::generate_legal_all;
use rsshogi::types::{Color, Move};
use std::collections::HashMap;

/// Why a line is not a mate. Plies are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A move is against the rules.
    #[error("ply {ply}: {} is not a legal move", .mv.to_usi())]
    Illegal {
        /// Which ply.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// The attacker made a move that does not check.
    #[error("ply {ply}: {} does not give check", .mv.to_usi())]
    NoCheck {
        /// Which ply.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// A position came up for the second time, where the attacker has to change.
    #[error("ply {ply}: the position is the same as after ply {first}")]
    Repetition {
        /// The ply that repeats it.
        ply: usize,
        /// The ply after which it stood before, 0 for the start.
        first: usize,
    },
    /// The line ends where the attacker is to move.
    #[error("the line ends after ply {ply} with the attacker to move")]
    Unfinished {
        /// The length of the line.
        ply: usize,
    },
    /// The line ends, but the defender can still move.
    #[error("the line ends after ply {ply}, but {} is a defence", .defence.to_usi())]
    NotMate {
        /// The length of the line.
        ply: usize,
        /// A legal move of the defender.
        defence: Move,
    },
}

/// Plays `line` from `problem` and checks that it mates.
///
/// Every move must be legal, every move of the attacker must give check, no
/// position may come up twice, and at the end the defender must be in check
/// without a legal move. The first move is the attacker's or the defender's,
/// as the problem says.
pub fn verify_mate(problem: &Problem, line: &[Move]) -> Result<(), ReplayError> {
    let attacker = problem.attacker();
    let mut position = problem.position();
    let mut seen = HashMap::from([(position.to_sfen(Some(-1)), 0)]);
    for (index, &mv) in line.iter().enumerate() {
        let ply = index + 1;
        if !legal_moves(&position).as_slice().contains(&mv) {
            return Err(ReplayError::Illegal { ply, mv });
        }
        let mover = position.turn();
        position
            .try_apply_move32(position.move32_from_move(mv))
            .map_err(|_| ReplayError::Illegal { ply, mv })?;
        if mover == attacker && !in_check(&position, attacker.flip()) {
            return Err(ReplayError::NoCheck { ply, mv });
        }
        if let Some(first) = seen.insert(position.to_sfen(Some(-1)), ply) {
            return Err(ReplayError::Repetition { ply, first });
        }
    }
    let ply = line.len();
    if position.turn() == attacker {
        return Err(ReplayError::Unfinished { ply });
    }
    // The defender is in check here: the last move gave check, or the problem
    // started with the defender in check and the line is empty.
    match legal_moves(&position).as_slice().first() {
        Some(&defence) => Err(ReplayError::NotMate { ply, defence }),
        None => Ok(()),
    }
}

fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    generate_legal_all(position, &mut moves);
    moves
}

/// Asked of the board itself, not of what `position` remembers of the last move.
fn in_check(position: &Position, color: Color) -> bool {
    let king = position.king_square(color);
    !king.is_none() && position.is_attacked_by(king, color.flip())
}
