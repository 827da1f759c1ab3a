//! The attacker's legal moves that give check.

use super::position::{ATTACKER, DEFENDER, Position, drop, drop_kind, is_pawn_drop, square};
use super::replies::may_promote;
use super::tables::{
    CANDIDATES, DOWN, STEP, Set, ZONE, between, bishop, bit, code, dead, line, rook, slide,
    squares, way,
};
use kemuri_core::Move;

/// From where a piece checks the king, by way to move.
struct Targets {
    by_way: [Set; 9],
}

impl Targets {
    #[inline]
    fn of(&self, kind: u8) -> Set {
        match kind & 15 {
            code::PAWN => self.by_way[way::PAWN],
            code::LANCE => self.by_way[way::LANCE],
            code::KNIGHT => self.by_way[way::KNIGHT],
            code::SILVER => self.by_way[way::SILVER],
            code::BISHOP => self.by_way[way::DIAGONAL],
            code::ROOK => self.by_way[way::ORTHOGONAL],
            code::HORSE => self.by_way[way::DIAGONAL] | self.by_way[way::NEAR],
            code::DRAGON => self.by_way[way::ORTHOGONAL] | self.by_way[way::NEAR],
            // A king checks nobody by himself.
            code::KING => 0,
            _ => self.by_way[way::GOLD],
        }
    }
}

impl Position {
    /// Calls `found` with every legal move of the attacker that gives check.
    #[inline]
    pub fn for_each_check(&mut self, mut found: impl FnMut(Move)) {
        let targets = self.targets();
        self.moving_checks(&targets, |position, mv| {
            if position.own_king_safe_after(mv) {
                found(mv);
            }
        });
        let empty = !self.occupied();
        let hand = self.hand(ATTACKER);
        if hand.is_empty() {
            return;
        }
        for kind in code::LANCE..=code::GOLD {
            if hand.has(usize::from(kind)) {
                // From a square without a further move nothing is attacked.
                for to in squares(targets.of(kind) & empty) {
                    let mv = drop(kind, to);
                    if self.own_king_safe_after(mv) {
                        found(mv);
                    }
                }
            }
        }
        if hand.has(usize::from(code::PAWN)) {
            for to in squares(targets.of(code::PAWN) & empty) {
                let mv = drop(code::PAWN, to);
                if !self.pawn_on_file(ATTACKER, to)
                    && self.own_king_safe_after(mv)
                    && !self.mates(mv)
                {
                    found(mv);
                }
            }
        }
    }

    /// Whether the defender has no reply to a check.
    #[inline]
    pub fn mates(&mut self, check: Move) -> bool {
        self.make(check);
        let mated = !self.has_reply();
        self.undo();
        mated
    }

    #[inline]
    fn targets(&self) -> Targets {
        let (king, occupied) = (self.king(), self.occupied());
        let mut by_way = [0; 9];
        for step in [way::PAWN, way::KNIGHT, way::SILVER, way::GOLD, way::NEAR] {
            by_way[step] = STEP[DEFENDER][step][king];
        }
        by_way[way::LANCE] = slide(DOWN, king, occupied);
        by_way[way::DIAGONAL] = bishop(king, occupied);
        by_way[way::ORTHOGONAL] = rook(king, occupied);
        Targets { by_way }
    }

    /// Checks by moves on the board, not looking at the attacker's own king.
    #[inline]
    fn moving_checks(&self, targets: &Targets, mut found: impl FnMut(&Self, Move)) {
        let (king, occupied) = (self.king(), self.occupied());
        let own = self.side(ATTACKER);
        // Pieces that uncover a slider when they leave its line to the king.
        let mut discoverers = 0;
        for slider in squares(self.sliders_towards(ATTACKER, king)) {
            let blockers = between(king, slider) & occupied;
            if blockers & blockers.wrapping_sub(1) == 0 {
                discoverers |= blockers & own;
            }
        }
        let sliders = self.moving(ATTACKER, way::LANCE)
            | self.moving(ATTACKER, way::DIAGONAL)
            | self.moving(ATTACKER, way::ORTHOGONAL);
        for from in squares(own & (CANDIDATES[king] | discoverers | sliders)) {
            let reach = self.reach(from, occupied) & !own;
            let uncovering = if discoverers & bit(from) != 0 {
                reach & !line(king, from)
            } else {
                0
            };
            let kind = self.piece(from) & 15;
            if kind < code::GOLD {
                let zone = ZONE[ATTACKER];
                let promoting = if bit(from) & zone != 0 {
                    reach
                } else {
                    reach & zone
                };
                let checks = targets.of(kind | code::PROMOTED) & promoting;
                for to in squares(checks | uncovering & promoting) {
                    found(self, Move::promotion(square(from), square(to)));
                }
            }
            let checks = targets.of(kind) & reach | uncovering;
            for to in squares(checks & !dead(ATTACKER, kind)) {
                found(self, Move::normal(square(from), square(to)));
            }
        }
    }

    /// Whether the attacker's own king, if any, is safe after a move of his.
    #[inline]
    fn own_king_safe_after(&self, mv: Move) -> bool {
        let Some(king) = self.own_king() else {
            return true;
        };
        let to = mv.to_sq().to_index();
        let mut occupied = self.occupied() | bit(to);
        let mut king_after = king;
        if !mv.is_drop() {
            let from = mv.from_sq().to_index();
            occupied &= !bit(from);
            if from == king {
                king_after = to;
            }
        }
        self.attackers(DEFENDER, king_after, occupied) & !bit(to) == 0
    }

    /// Whether `mv` is a legal move of the attacker but for pawn-drop mate.
    /// Whether it gives check is not asked.
    #[inline]
    pub fn is_legal_attack(&self, mv: Move) -> bool {
        let to = mv.to_sq().to_index();
        if mv.is_drop() {
            let kind = drop_kind(mv);
            return bit(to) & self.occupied() == 0
                && self.hand(ATTACKER).has(usize::from(kind))
                && bit(to) & dead(ATTACKER, kind) == 0
                && (kind != code::PAWN || !self.pawn_on_file(ATTACKER, to))
                && self.own_king_safe_after(mv);
        }
        let from = mv.from_sq().to_index();
        bit(from) & self.side(ATTACKER) != 0
            && bit(to) & self.side(ATTACKER) == 0
            && self.reach(from, self.occupied()) & bit(to) != 0
            && may_promote(ATTACKER, self.piece(from), mv)
            && self.own_king_safe_after(mv)
    }

    /// Whether `mv` is a legal move of the attacker that gives check.
    pub fn is_legal_check(&mut self, mv: Move) -> bool {
        if !self.is_legal_attack(mv) {
            return false;
        }
        self.make(mv);
        let legal = self.in_check() && (!is_pawn_drop(mv) || self.has_reply());
        self.undo();
        legal
    }
}
