//! First proof and disproof numbers of new positions (df-pn+, Nagai & Imai).
//!
//! To mate after a check every reply has to be answered, so the replies are
//! counted and the proof number grows with them; drops on one square count once,
//! since one refutation mostly serves them all. To escape after a reply every
//! check has to be parried, so there the disproof number grows with the checks.
//! Cheap counts at the target square of the move, who bears on it and what is
//! captured, shift the numbers a little. One unit is [`UNIT`], so that parts of
//! a unit can be told apart.
//!
//! The weights were last tuned on positions made by `examples/positions.rs`.

use kemuri_core::board::{ATTACKER, DEFENDER_SIDE};
use kemuri_core::{Board, Move};

/// What a position without any knowledge counts.
pub(crate) const UNIT: u32 = 4;

/// Numbers of the position after the attacker's check `mv`, not yet made, to
/// which there are so many replies.
pub(crate) fn after_check(board: &Board, mv: Move, replies: u32) -> (u32, u32) {
    let to = mv.to_sq().to_index();
    let occupied = board.occupied();
    let support = board.attackers_to(ATTACKER, to, occupied).count_ones() + u32::from(mv.is_drop());
    let cover = board.attackers_to(DEFENDER_SIDE, to, occupied).count_ones();
    let mut pn = 2 * UNIT * replies;
    let mut dn = UNIT;
    if cover >= 2 {
        pn += UNIT;
    }
    if support > cover {
        dn += 2 * UNIT;
    } else {
        pn += 2 * UNIT;
    }
    // Found by tuning. It seems that a new check should look a little better
    // than one that was searched in vain, and more so if it wins a piece.
    let ahead = if board.piece(to) == 0 { UNIT } else { 2 * UNIT };
    (pn.saturating_sub(ahead).max(1), dn)
}

/// Numbers of the position after the defender's reply `mv`, not yet made, which
/// leaves the attacker so many checks.
pub(crate) fn after_reply(board: &Board, mv: Move, checks: u32) -> (u32, u32) {
    let dn = UNIT / 2 * (1 + checks);
    let to = mv.to_sq().to_index();
    if board.piece(to) != 0 {
        return (2 * UNIT, dn);
    }
    if !mv.is_drop() && mv.from_sq().to_index() == board.defender_king() {
        return (UNIT, dn);
    }
    let occupied = board.occupied();
    let bearing = board.attackers_to(ATTACKER, to, occupied).count_ones();
    let cover =
        board.attackers_to(DEFENDER_SIDE, to, occupied).count_ones() + u32::from(mv.is_drop());
    (if bearing < cover { 2 * UNIT } else { UNIT }, dn)
}

/// The disproof number `dn` of a new position when a mate within `len` plies is
/// asked for.
///
/// Refuting a mate within few plies is little work, within many it is much. With
/// numbers that say so the search finishes one refutation before it looks into
/// another; numbers that do not make it return from every new node at once,
/// since the sum over the checks exceeds what was expected. Fitted to the
/// searches that prove a length.
pub(crate) fn dn_within(dn: u32, len: u16) -> u32 {
    let len = u32::from(len).min(64);
    dn * (1 + 4 * len * len)
}
