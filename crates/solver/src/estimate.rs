//! First proof and disproof numbers of new positions (df-pn+, Nagai & Imai).
//!
//! Cheap counts at the target square of the move that leads there: who bears on
//! it, what is captured, how many checks are left. One unit is [`UNIT`], so that
//! half a unit can be told apart.

use kemuri_core::board::{ATTACKER, DEFENDER_SIDE};
use kemuri_core::{Board, Move};

/// What a position without any knowledge counts.
pub(crate) const UNIT: u32 = 2;

/// Numbers of the position after the attacker's check `mv`.
pub(crate) fn after_check(board: &Board, mv: Move) -> (u32, u32) {
    let to = mv.to_sq().to_index();
    let occupied = board.occupied();
    let support = board.attackers_to(ATTACKER, to, occupied).count_ones() + u32::from(mv.is_drop());
    let cover = board.attackers_to(DEFENDER_SIDE, to, occupied).count_ones();
    let mut pn = UNIT;
    let mut dn = UNIT;
    if cover >= 2 {
        pn += UNIT;
    }
    if support > cover {
        dn += UNIT;
    } else {
        pn += UNIT;
    }
    (pn, dn)
}

/// Numbers of the position after the defender's reply `mv`.
pub(crate) fn after_evasion(board: &Board, mv: Move, king: usize) -> (u32, u32) {
    let to = mv.to_sq().to_index();
    if board.piece(to) != 0 {
        return (2 * UNIT, UNIT);
    }
    if !mv.is_drop() && mv.from_sq().to_index() == king {
        return (UNIT, UNIT);
    }
    let occupied = board.occupied();
    let bearing = board.attackers_to(ATTACKER, to, occupied).count_ones();
    let cover =
        board.attackers_to(DEFENDER_SIDE, to, occupied).count_ones() + u32::from(mv.is_drop());
    if bearing < cover {
        (2 * UNIT, UNIT)
    } else {
        (UNIT, 2 * UNIT)
    }
}
