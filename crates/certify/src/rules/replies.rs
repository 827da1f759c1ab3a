//! The defender's legal moves in check.

use super::position::{ATTACKER, DEFENDER, Position, drop, drop_kind, square};
use super::tables::{STEP, Set, ZONE, between, bit, code, dead, file, squares, way};
use kemuri_core::Move;
use std::ops::ControlFlow::{self, Break, Continue};

/// What stands on the lines to the defender's king.
struct Lines {
    checkers: Set,
    pinned: Set,
}

impl Position {
    /// Whether the defender's king is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.attackers(ATTACKER, self.king(), self.occupied()) != 0
    }

    /// Calls `found` with every legal move of the defender, who is in check.
    #[inline]
    pub fn for_each_reply(&self, mut found: impl FnMut(Move)) {
        let _ = self.try_replies(|mv| {
            found(mv);
            Continue(())
        });
    }

    /// Whether the defender, who is in check, has a legal move.
    pub fn has_reply(&self) -> bool {
        self.try_replies(|_| Break(())).is_break()
    }

    #[inline]
    fn try_replies(&self, mut found: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let king = self.king();
        let around = STEP[DEFENDER][way::NEAR][king] & !self.side(DEFENDER);
        if around != 0 {
            for to in squares(around & !self.guarded()) {
                found(Move::normal(square(king), square(to)))?;
            }
        }
        let Lines { checkers, pinned } = self.lines();
        if checkers.count_ones() != 1 {
            return Continue(());
        }
        let checker = checkers.trailing_zeros() as usize;
        let gap = between(king, checker);
        for to in squares(gap | checkers) {
            let movers = self.attackers(DEFENDER, to, self.occupied());
            for from in squares(movers & !pinned & !bit(king)) {
                let kind = self.piece(from) & 15;
                if kind < code::GOLD && (bit(from) | bit(to)) & ZONE[DEFENDER] != 0 {
                    found(Move::promotion(square(from), square(to)))?;
                }
                if bit(to) & dead(DEFENDER, kind) == 0 {
                    found(Move::normal(square(from), square(to)))?;
                }
            }
        }
        let hand = self.hand(DEFENDER);
        if gap == 0 || hand.is_empty() {
            return Continue(());
        }
        for kind in code::PAWN..=code::GOLD {
            if hand.has(usize::from(kind)) {
                for to in squares(self.droppable(kind, gap)) {
                    found(drop(kind, to))?;
                }
            }
        }
        Continue(())
    }

    /// Checkers, and defenders that may not leave their line to the king.
    #[inline]
    fn lines(&self) -> Lines {
        let (king, occupied) = (self.king(), self.occupied());
        let back = &STEP[DEFENDER];
        let at = |way| self.moving(ATTACKER, way);
        let mut lines = Lines {
            checkers: back[way::PAWN][king] & at(way::PAWN)
                | back[way::KNIGHT][king] & at(way::KNIGHT)
                | back[way::SILVER][king] & at(way::SILVER)
                | back[way::GOLD][king] & at(way::GOLD)
                | back[way::NEAR][king] & at(way::NEAR),
            pinned: 0,
        };
        for slider in squares(self.sliders_towards(ATTACKER, king)) {
            let blockers = between(king, slider) & occupied;
            if blockers == 0 {
                lines.checkers |= bit(slider);
            } else if blockers & (blockers - 1) == 0 {
                // A blocker of the attacker is no defender, and no reply moves it.
                lines.pinned |= blockers;
            }
        }
        lines
    }

    /// Those of the empty squares `gap` on which the defender may drop this kind.
    #[inline]
    fn droppable(&self, kind: u8, gap: Set) -> Set {
        let mut allowed = gap & !dead(DEFENDER, kind);
        if kind == code::PAWN {
            for pawn in squares(self.moving(DEFENDER, way::PAWN)) {
                allowed &= !file(pawn);
            }
            // Only with two kings: the pawn must not mate the attacker's.
            if let Some(own) = self.own_king()
                && !own.is_multiple_of(9)
                && allowed & bit(own - 1) != 0
                && self.pawn_mates_own_king(own)
            {
                allowed &= !bit(own - 1);
            }
        }
        allowed
    }

    /// Whether a defender's pawn dropped in front of the attacker's king on
    /// `own` would mate him. He was not in check before, so the pawn is the
    /// only checker, and there is no room to interpose.
    #[cold]
    fn pawn_mates_own_king(&self, own: usize) -> bool {
        let pawn = own - 1;
        let occupied = self.occupied() | bit(pawn);
        // The king moves away or captures.
        let around = STEP[ATTACKER][way::NEAR][own] & !self.side(ATTACKER);
        for to in squares(around) {
            if self.attackers(DEFENDER, to, occupied & !bit(own)) & !bit(to) == 0 {
                // The pawn itself is not in the sets yet: it attacks `own` alone,
                // which no king's step ends on.
                return false;
            }
        }
        // Another piece captures, unless it is pinned.
        let capturers = self.attackers(ATTACKER, pawn, occupied) & !bit(own);
        squares(capturers).all(|from| self.attackers(DEFENDER, own, occupied & !bit(from)) != 0)
    }

    /// Whether `mv` is a legal move of the defender, who is in check.
    #[inline]
    pub fn is_legal_reply(&self, mv: Move) -> bool {
        let king = self.king();
        let occupied = self.occupied();
        let to = mv.to_sq().to_index();
        if mv.is_drop() {
            let kind = drop_kind(mv);
            return bit(to) & occupied == 0
                && self.hand(DEFENDER).has(usize::from(kind))
                && self.attackers(ATTACKER, king, occupied | bit(to)) == 0
                && self.droppable(kind, bit(to)) != 0;
        }
        let from = mv.from_sq().to_index();
        if bit(from) & self.side(DEFENDER) == 0 || bit(to) & self.side(DEFENDER) != 0 {
            return false;
        }
        if self.reach(from, occupied) & bit(to) == 0 || !may_promote(DEFENDER, self.piece(from), mv)
        {
            return false;
        }
        let cleared = occupied & !bit(from) | bit(to);
        let king_after = if from == king { to } else { king };
        self.attackers(ATTACKER, king_after, cleared) & !bit(to) == 0
    }
}

/// Whether a piece may promote, or not promote, as `mv` says.
#[inline]
pub(super) fn may_promote(side: usize, piece: u8, mv: Move) -> bool {
    let kind = piece & 15;
    let (from, to) = (bit(mv.from_sq().to_index()), bit(mv.to_sq().to_index()));
    if mv.is_promotion() {
        kind < code::GOLD && (from | to) & ZONE[side] != 0
    } else {
        to & dead(side, kind) == 0
    }
}
