//! The attacker's legal moves that give check.

use super::grid::{CellNumber, next};
use super::hand::held_kinds;
use super::legality::{Shift, may_promote, may_stay};
use super::pieces::{
    ATTACKER, DEFENDER, EMPTY, FAR, PieceSet, Vector, code, directions, kind, may_enter, owner,
    promoted, vector,
};
use super::position::{Position, square};
use kemuri_core::{Move, PieceType};

impl Position {
    /// Calls `found` with every legal move of the attacker that gives check.
    #[inline]
    pub fn for_each_check(&mut self, mut found: impl FnMut(Move)) {
        for &from in self.pieces_of(ATTACKER) {
            self.for_each_moving_check(from, &mut found);
        }
        if !self.hand(ATTACKER).is_empty() {
            self.for_each_drop_check(&mut found);
        }
    }

    /// Returns whether the defender has no reply to a check.
    #[inline]
    pub fn mates(&mut self, check: Move) -> bool {
        self.make(check);
        let mated = !self.has_reply();
        self.undo();
        mated
    }

    /// Returns whether `mv` is a legal move of the attacker but for pawn-drop mate.
    /// Whether it gives check is not asked.
    #[inline]
    pub fn is_legal_attack(&self, mv: Move) -> bool {
        self.is_legal(ATTACKER, mv)
    }

    /// Returns whether `mv` is a legal move of the attacker that gives check.
    pub fn is_legal_check(&mut self, mv: Move) -> bool {
        if !self.is_legal_attack(mv) || self.is_pawn_drop_mate(mv) {
            return false;
        }
        self.make(mv);
        let check = self.in_check();
        self.undo();
        check
    }

    /// Checks by the piece on `from`.
    #[inline]
    fn for_each_moving_check(&self, from: CellNumber, found: &mut impl FnMut(Move)) {
        let (king, piece) = (self.king(DEFENDER), self.on(from));
        let line = vector(from, king);
        let uncovers = self.uncovers(from, line);
        if !uncovers && !line.in_two.has(piece) {
            return;
        }
        let promoted = promoted(piece).unwrap_or(piece);
        let forms = PieceSet::NONE.with(piece).with(promoted);
        for direction in directions(piece) {
            let mut to = next(from, direction.step);
            while may_enter(ATTACKER, self.on(to)) {
                let (vector, shift) = (vector(to, king), Shift { from, to });
                let uncovers = uncovers && vector.step != line.step;
                let attacks = vector.pieces.and(forms) != PieceSet::NONE
                    && self.is_clear(to, king, vector.step, shift);
                if (uncovers || attacks) && self.is_king_safe(ATTACKER, shift) {
                    let gives_check = |form| uncovers || vector.pieces.has(form);
                    if gives_check(promoted) && may_promote(piece, from, to) {
                        found(Move::promotion(square(from), square(to)));
                    }
                    if gives_check(piece) && may_stay(piece, to) {
                        found(Move::normal(square(from), square(to)));
                    }
                }
                if !direction.far || self.on(to) != EMPTY {
                    break;
                }
                to = next(to, direction.step);
            }
        }
    }

    /// Returns whether the piece on `from` gives check by leaving its line to the king.
    #[inline]
    fn uncovers(&self, from: CellNumber, line: Vector) -> bool {
        let (king, step) = (self.king(DEFENDER), line.step);
        // A knight's jump is no line.
        if line.pieces.and(FAR) == PieceSet::NONE || !self.is_clear(from, king, step, Shift::NONE) {
            return false;
        }
        let mut behind = from;
        loop {
            behind = next(behind, -step);
            let piece = self.on(behind);
            if piece != EMPTY {
                return owner(piece) == ATTACKER && vector(behind, king).pieces.has(piece);
            }
        }
    }

    /// Checks by drops: from the king outwards, as far as the cells are empty.
    #[inline]
    fn for_each_drop_check(&mut self, found: &mut impl FnMut(Move)) {
        let (king, hand) = (self.king(DEFENDER), self.hand(ATTACKER));
        let held = held_kinds()
            .filter(|&kind| hand.count(kind) > 0)
            .fold(PieceSet::NONE, |held, kind| held.with(code(ATTACKER, kind)));
        let far = held.and(FAR) != PieceSet::NONE;
        for direction in directions(code(DEFENDER, PieceType::KING)) {
            let mut to = next(king, direction.step);
            while self.on(to) == EMPTY {
                for piece in vector(to, king).pieces.and(held) {
                    self.drop_check(kind(piece), to, found);
                }
                if !far {
                    break;
                }
                to = next(to, direction.step);
            }
        }
        if hand.count(PieceType::KNIGHT) > 0 {
            // A knight checks from where a knight of the other side could go.
            for direction in directions(code(DEFENDER, PieceType::KNIGHT)) {
                let to = next(king, direction.step);
                if self.on(to) == EMPTY {
                    self.drop_check(PieceType::KNIGHT, to, found);
                }
            }
        }
    }

    /// The drop of a piece that gives check, if it is legal.
    #[inline]
    fn drop_check(&mut self, kind: PieceType, to: CellNumber, found: &mut impl FnMut(Move)) {
        let mv = Move::drop(kind, square(to));
        if self.may_drop(ATTACKER, kind, to)
            && self.is_king_safe(ATTACKER, Shift::drop(to))
            && !self.is_pawn_drop_mate(mv)
        {
            found(mv);
        }
    }
}
