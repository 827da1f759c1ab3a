//! Proof hands and disproof hands (Seo 1999, section 5, and its mirror image).
//!
//! The *proof hand* of a mate is a small hand with which it still is a mate,
//! the *disproof hand* of a no-mate a large one with which it still is none.
//! Both are computed from the leaves up; with them one stored result covers
//! every hand that contains, or is contained in, its own.
//!
//! Pawn-drop mate does not disturb this: a pawn drop gives check from the next
//! square and cannot be interposed, so whether it mates depends on the board
//! alone, and a larger hand never takes a legal move away from the attacker.

use kemuri_core::board::KingLines;
use kemuri_core::{Board, Hand, Move};

/// The kind dropped by `mv`, by number.
#[inline]
fn dropped(mv: Move) -> Option<usize> {
    mv.is_drop().then_some(usize::from(mv.raw() >> 7 & 7))
}

/// Adds to a proof hand what the defender must not have.
///
/// If the check can be interposed and the defender holds none of a kind that
/// could be dropped there, the mate may rest on the attacker holding them all.
pub(crate) fn with_monopolies(board: &Board, lines: &KingLines, mut proof: Hand) -> Hand {
    let kinds = board.interposable_kinds(lines);
    if kinds == 0 {
        return proof;
    }
    let (attacker, defender) = (board.attacker_hand(), board.defender_hand());
    for kind in 1..8 {
        if kinds & 1 << kind != 0 && !defender.has(kind) {
            proof = proof.with(kind, attacker.count(kind));
        }
    }
    proof
}

/// The proof hand before the attacker's move `mv`, given the one after it.
pub(crate) fn proof_before(mv: Move, captured: u8, after: Hand) -> Hand {
    match (dropped(mv), captured) {
        (Some(kind), _) => after.plus(kind),
        (None, 0) => after,
        (None, piece) => after.minus_or_none(usize::from(piece & 7)),
    }
}

/// The disproof hand before the attacker's move `mv`, given the one after it.
pub(crate) fn disproof_before(mv: Move, captured: u8, after: Hand) -> Hand {
    proof_before(mv, captured, after)
}

/// The largest hand there can be: every piece that is not on the board.
pub(crate) fn everything(board: &Board) -> Hand {
    board.both_hands()
}

/// Takes out of a disproof hand the kinds that the attacker does not hold but
/// could drop with check: those checks were never searched.
pub(crate) fn without_unsearched(board: &mut Board, mut disproof: Hand) -> Hand {
    let kinds = board.unheld_drop_checks();
    for kind in 1..8 {
        if kinds & 1 << kind != 0 {
            disproof = disproof.with(kind, 0);
        }
    }
    disproof
}

/// The disproof hand of a position in which the defender escapes by `mv`: what
/// he drops he must hold.
pub(crate) fn disproof_of_escape(board: &Board, mv: Move, after: Hand) -> Hand {
    match dropped(mv) {
        Some(kind) => {
            let most = board.both_hands().count(kind) - 1;
            after.with(kind, after.count(kind).min(most))
        }
        None => after,
    }
}
