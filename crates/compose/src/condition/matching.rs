//! Decides whether a problem belongs to a condition, so that its extensions do.
//!
//! The region must hold for every position of the solution, and its mate must be a
//! final position of the condition.

use super::{Condition, Unique};
use crate::final_positions::is_final;
use kemuri_core::{Board, Move, Problem, View};

/// Why a problem does not belong to a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionMismatch {
    /// A piece stands where none may.
    #[error("a piece stands outside the files and ranks of the condition{}", when(*.ply))]
    Region {
        /// After how many plies of the solution.
        ply: usize,
    },
    /// The mate is not a final position of the condition.
    #[error("the mate in the end is none of those that the condition begins with")]
    Final,
}

fn when(ply: usize) -> String {
    match ply {
        0 => String::new(),
        ply => format!(" after ply {ply}"),
    }
}

impl Condition {
    /// Returns the solution of a sound problem by which it belongs to the
    /// condition: `line`, or, if the attacker may choose his last move, `line` with
    /// another last move.
    pub fn matching_line(
        &self,
        problem: &Problem,
        line: &[Move],
    ) -> Result<Vec<Move>, ConditionMismatch> {
        // Boards always have the attacker below.
        let view = View::of(problem);
        let mut board = Board::new(problem);
        let is_outside = |board: &Board| board.occupied() & !self.region != 0;
        let Some((&last, rest)) = line.split_last() else {
            return Err(ConditionMismatch::Final);
        };
        for (ply, mv) in rest.iter().map(|&mv| Some(mv)).chain([None]).enumerate() {
            if is_outside(&board) {
                return Err(ConditionMismatch::Region { ply });
            }
            if let Some(mv) = mv {
                board.make(view.mv(mv));
            }
        }
        let mut lasts = vec![view.mv(last)];
        if self.soundness.unique == Unique::AllButLast {
            board.each_check(&board.king_lines(), |mv| lasts.push(mv));
        }
        let mut mismatch = ConditionMismatch::Final;
        for mv in lasts {
            let undo = board.make(mv);
            if is_final(self, &board) {
                if !is_outside(&board) {
                    return Ok(rest.iter().copied().chain([view.mv(mv)]).collect());
                }
                mismatch = ConditionMismatch::Region { ply: line.len() };
            }
            board.undo(mv, undo);
        }
        Err(mismatch)
    }
}
