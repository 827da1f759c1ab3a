//! What is attacked, and which moves the rules allow.

use super::grid::{CELLS, CellNumber, OUTSIDE, next, ranks_ahead};
use super::pieces::{
    ATTACKER, Code, EMPTY, code, kind, may_enter, owner, promoted, ranks_needed, vector,
};
use super::position::Position;
use kemuri_core::{Move, PieceType};

/// A move of a piece, to look ahead without making it.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    /// The cell that becomes empty; [`OUTSIDE`] for a drop.
    pub(super) from: CellNumber,
    /// The cell that the piece stands on then; what stood there is captured.
    pub(super) to: CellNumber,
}

impl Shift {
    /// No move.
    pub(super) const NONE: Self = Self {
        from: OUTSIDE,
        to: OUTSIDE,
    };

    /// A drop.
    pub(super) fn drop(to: CellNumber) -> Self {
        let from = OUTSIDE;
        Self { from, to }
    }
}

impl Position {
    /// Returns whether the piece on `from` attacks `to`.
    #[inline]
    pub(super) fn attacks(&self, from: CellNumber, to: CellNumber) -> bool {
        let vector = vector(from, to);
        vector.pieces.has(self.on(from)) && self.is_clear(from, to, vector.step, Shift::NONE)
    }

    /// Returns whether nothing stands between two cells after a move.
    #[inline]
    pub(super) fn is_clear(
        &self,
        from: CellNumber,
        to: CellNumber,
        step: i8,
        shift: Shift,
    ) -> bool {
        let mut cell = next(from, step);
        while cell != to {
            if cell == shift.to || self.on(cell) != EMPTY && cell != shift.from {
                return false;
            }
            cell = next(cell, step);
        }
        true
    }

    /// Returns whether `side` attacks a cell after a move of the other side.
    #[inline]
    fn is_attacked(&self, side: usize, cell: CellNumber, shift: Shift) -> bool {
        self.pieces_of(side).iter().any(|&from| {
            let vector = vector(from, cell);
            vector.pieces.has(self.on(from))
                && from != shift.to
                && self.is_clear(from, cell, vector.step, shift)
        })
    }

    /// Returns whether the king of `side`, if there is one, is safe after a move of his
    /// side.
    #[inline]
    pub(super) fn is_king_safe(&self, side: usize, shift: Shift) -> bool {
        let king = self.king(side);
        let cell = if king == shift.from { shift.to } else { king };
        king == OUTSIDE || !self.is_attacked(1 - side, cell, shift)
    }

    /// Returns whether `side` has an unpromoted pawn on the file of a cell.
    #[inline]
    fn has_pawn_on_file(&self, side: usize, cell: CellNumber) -> bool {
        let first = cell - ranks_ahead(ATTACKER, cell);
        let pawn = code(side, PieceType::PAWN);
        (first..first + 9).any(|cell| self.on(cell) == pawn)
    }

    /// Returns whether `side` may drop a piece on an empty cell: it has a move from
    /// there, and it is not a second pawn on the file.
    #[inline]
    pub(super) fn may_drop(&self, side: usize, kind: PieceType, to: CellNumber) -> bool {
        ranks_ahead(side, to) >= ranks_needed(kind)
            && (kind != PieceType::PAWN || !self.has_pawn_on_file(side, to))
    }

    /// Returns whether a move of `side` is legal. Whether it mates by a pawn drop is
    /// not looked at.
    #[inline]
    pub(super) fn is_legal(&self, side: usize, mv: Move) -> bool {
        let to = CELLS[mv.to_sq().to_index()];
        if let Some(kind) = mv.dropped_piece() {
            return self.on(to) == EMPTY
                && self.hand(side).count(kind) > 0
                && self.may_drop(side, kind, to)
                && self.is_king_safe(side, Shift::drop(to));
        }
        let from = CELLS[mv.from_sq().to_index()];
        let piece = self.on(from);
        piece != EMPTY
            && owner(piece) == side
            && may_enter(side, self.on(to))
            && self.attacks(from, to)
            && match mv.is_promotion() {
                true => may_promote(piece, from, to),
                false => may_stay(piece, to),
            }
            && self.is_king_safe(side, Shift { from, to })
    }
}

/// Returns whether a piece may promote when it moves.
#[inline]
pub(super) fn may_promote(piece: Code, from: CellNumber, to: CellNumber) -> bool {
    let side = owner(piece);
    promoted(piece).is_some() && (ranks_ahead(side, from) < 3 || ranks_ahead(side, to) < 3)
}

/// Returns whether a piece may move without promoting: it must have a move afterwards.
#[inline]
pub(super) fn may_stay(piece: Code, to: CellNumber) -> bool {
    ranks_ahead(owner(piece), to) >= ranks_needed(kind(piece))
}
