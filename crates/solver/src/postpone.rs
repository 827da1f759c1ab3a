//! Interpositions that are one question asked several times.
//!
//! A drop on a square between king and checker can be refuted in the same way
//! whatever is dropped: the proof hand found for one kind usually settles the
//! others at once by dominance. So of all drops on a square only the first is
//! searched; the next one is looked at when the first is settled. Drops on
//! squares that nothing protects wait for each other too, and so do promotion
//! and non-promotion of a piece that hardly ever gains by staying as it is.
//! A node is closed only when every chain has come to its end, so nothing is
//! left out.

use crate::node::{Child, NO_CHILD};
use kemuri_core::Board;
use kemuri_core::attacks::{STEP, bit, code};
use kemuri_core::board::{DEFENDER_SIDE, KingLines};

/// Links the defender's replies that wait for one another.
pub(crate) fn link(board: &Board, lines: &KingLines, children: &mut [Child]) {
    let king = board.defender_king();
    let around = STEP[usize::from(code::KING)][king];
    let mut unprotected: Option<usize> = None;
    let mut previous: Option<usize> = None;
    let mut protected = false;
    for i in 0..children.len() {
        let mv = children[i].mv;
        let to = mv.to_sq().to_index();
        let mut before = None;
        if mv.is_drop() {
            let same_square = previous
                .filter(|&p| children[p].mv.is_drop() && children[p].mv.to_sq() == mv.to_sq());
            // Drops come square by square.
            if same_square.is_none() {
                protected = around & bit(to) != 0
                    || board.attackers_to(DEFENDER_SIDE, to, board.occupied())
                        & !lines.pinned
                        & !bit(king)
                        != 0;
            }
            if protected {
                before = same_square;
            } else {
                before = same_square.or(unprotected);
                unprotected = Some(i);
            }
        } else if let Some(p) = previous {
            let twin = children[p].mv;
            let kind = board.piece(mv.from_sq().to_index()) & 15;
            let alike = matches!(kind, code::PAWN | code::BISHOP | code::ROOK)
                || kind == code::LANCE && to % 9 == 7;
            if alike
                && !twin.is_drop()
                && twin.is_promotion()
                && twin.from_sq() == mv.from_sq()
                && twin.to_sq() == mv.to_sq()
            {
                before = previous;
            }
        }
        if let Some(p) = before
            && children[p].next == NO_CHILD
        {
            children[p].next = i as u16;
            children[i].hidden = true;
        }
        previous = Some(i);
    }
}
