//! The legal moves of a side in check: in a problem, of the defender.

use super::grid::{CellNumber, OUTSIDE, next};
use super::hand::held_kinds;
use super::legality::{Shift, may_promote, may_stay};
use super::pieces::{DEFENDER, code, directions, may_enter, vector};
use super::position::{Position, is_pawn_drop, square};
use kemuri_core::{Move, PieceType};
use std::ops::ControlFlow::{self, Break, Continue};

impl Position {
    /// Returns whether the defender's king is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.is_king_safe(DEFENDER, Shift::NONE)
    }

    /// Calls `found` with every legal move of the defender, who is in check.
    #[inline]
    pub fn for_each_reply(&mut self, mut found: impl FnMut(Move)) {
        let _ = self.try_replies(DEFENDER, |mv| {
            found(mv);
            Continue(())
        });
    }

    /// Returns whether the defender, who is in check, has a legal move.
    pub fn has_reply(&mut self) -> bool {
        self.can_reply(DEFENDER)
    }

    /// Returns whether `mv` is a legal move of the defender, who is in check.
    #[inline]
    pub fn is_legal_reply(&mut self, mv: Move) -> bool {
        self.is_legal(DEFENDER, mv) && !self.is_pawn_drop_mate(mv)
    }

    /// Returns whether a legal move of the side to move drops a pawn and mates.
    ///
    /// The pawn checks from the next square: no reply is dropped in between, so
    /// this is not asked again about the replies.
    #[inline]
    pub(super) fn is_pawn_drop_mate(&mut self, mv: Move) -> bool {
        let other = 1 - self.to_move();
        if !is_pawn_drop(mv) || self.king(other) == OUTSIDE {
            return false;
        }
        self.make(mv);
        let safe = self.is_king_safe(other, Shift::NONE);
        let mates = !safe && !self.can_reply(other);
        self.undo();
        mates
    }

    fn can_reply(&mut self, side: usize) -> bool {
        self.try_replies(side, |_| Break(())).is_break()
    }

    /// Calls `found` with every legal move of `side`, which is in check and to move.
    #[inline]
    fn try_replies(
        &mut self,
        side: usize,
        mut found: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let king = self.king(side);
        for direction in directions(code(side, PieceType::KING)) {
            let to = next(king, direction.step);
            if may_enter(side, self.on(to)) && self.is_king_safe(side, Shift { from: king, to }) {
                found(Move::normal(square(king), square(to)))?;
            }
        }
        // Two checks at once leave nothing but these.
        let Some(checker) = self.only_checker(side) else {
            return Continue(());
        };
        let step = vector(checker, king).step;
        let mut to = checker;
        while to != king {
            self.try_moves_to(side, to, &mut found)?;
            if to != checker {
                self.try_drops_on(side, to, &mut found)?;
            }
            to = next(to, step);
        }
        Continue(())
    }

    /// Returns the piece that gives check to `side`, if there is only one.
    #[inline]
    fn only_checker(&self, side: usize) -> Option<CellNumber> {
        let king = self.king(side);
        let mut checkers = self.pieces_of(1 - side).iter().copied();
        let mut next = || checkers.find(|&cell| self.attacks(cell, king));
        let first = next()?;
        next().is_none().then_some(first)
    }

    /// Calls `found` with the legal moves of pieces other than the king to a cell.
    #[inline]
    fn try_moves_to(
        &self,
        side: usize,
        to: CellNumber,
        found: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &from in self.pieces_of(side) {
            if from == self.king(side)
                || !self.attacks(from, to)
                || !self.is_king_safe(side, Shift { from, to })
            {
                continue;
            }
            let piece = self.on(from);
            if may_promote(piece, from, to) {
                found(Move::promotion(square(from), square(to)))?;
            }
            if may_stay(piece, to) {
                found(Move::normal(square(from), square(to)))?;
            }
        }
        Continue(())
    }

    /// Calls `found` with the legal drops on a cell between king and checker.
    #[inline]
    fn try_drops_on(
        &mut self,
        side: usize,
        to: CellNumber,
        found: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for kind in held_kinds() {
            if self.hand(side).count(kind) > 0 && self.may_drop(side, kind, to) {
                let mv = Move::drop(kind, square(to));
                if !self.is_pawn_drop_mate(mv) {
                    found(mv)?;
                }
            }
        }
        Continue(())
    }
}
