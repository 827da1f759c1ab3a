//! Whether a problem is one of a condition, so that it can be extended to others.
//!
//! What a condition says of every problem on the way has to hold of this one and
//! of all that its solution leads to: the squares that pieces stand on, and the
//! mate in the end.

use crate::condition::{Condition, Unique};
use crate::finals::is_final;
use kemuri_core::{Board, Move, Problem, View};

/// Why a problem is none of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// A piece stands where none may.
    #[error("a piece stands outside the files and ranks of the condition{}", when(*.ply))]
    Region {
        /// After how many plies of the solution.
        ply: usize,
    },
    /// The mate is none of its final positions.
    #[error("the mate in the end is none of those that the condition begins with")]
    Final,
}

fn when(ply: usize) -> String {
    match ply {
        0 => String::new(),
        ply => format!(" after ply {ply}"),
    }
}

/// The solution of a sound problem by which it is one of `condition`: `line`, or
/// where the attacker may choose his last move, `line` with another.
pub fn fitting_line(
    condition: &Condition,
    problem: &Problem,
    line: &[Move],
) -> Result<Vec<Move>, Misfit> {
    // Boards always have the attacker below.
    let view = View::of(problem);
    let mut board = Board::new(problem);
    let is_outside = |board: &Board| board.occupied() & !condition.region != 0;
    let Some((&last, rest)) = line.split_last() else {
        return Err(Misfit::Final);
    };
    for (ply, mv) in rest.iter().map(|&mv| Some(mv)).chain([None]).enumerate() {
        if is_outside(&board) {
            return Err(Misfit::Region { ply });
        }
        if let Some(mv) = mv {
            board.make(view.mv(mv));
        }
    }
    let mut lasts = vec![view.mv(last)];
    if condition.unique == Unique::AllButLast {
        board.each_check(&board.king_lines(), |mv| lasts.push(mv));
    }
    let mut misfit = Misfit::Final;
    for mv in lasts {
        let undo = board.make(mv);
        if is_final(condition, &board) {
            if !is_outside(&board) {
                return Ok(rest.iter().copied().chain([view.mv(mv)]).collect());
            }
            misfit = Misfit::Region { ply: line.len() };
        }
        board.undo(mv, undo);
    }
    Err(misfit)
}
