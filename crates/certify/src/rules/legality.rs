//! What is attacked, and which moves the rules allow.

use super::grid::{CELLS, Cell, OUTSIDE, next, ranks_ahead};
use super::pieces::{
    ATTACKER, Code, EMPTY, code, kind, may_enter, owner, promoted, ranks_needed, vector,
};
use super::position::Position;
use kemuri_core::{Move, PieceType};

/// A move of a piece, to look ahead without making it.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    /// The cell that becomes empty; [`OUTSIDE`] for a drop.
    pub(super) from: Cell,
    /// The cell that the piece stands on then; what stood there is captured.
    pub(super) to: Cell,
}

impl Shift {
    /// No move.
    pub(super) const NONE: Self = Self {
        from: OUTSIDE,
        to: OUTSIDE,
    };

    /// A drop.
    pub(super) fn drop(to: Cell) -> Self {
        let from = OUTSIDE;
        Self { from, to }
    }
}

impl Position {
    /// Whether the piece on `from` attacks `to`.
    #[inline]
    pub(super) fn attacks(&self, from: Cell, to: Cell) -> bool {
        let vector = vector(from, to);
        vector.pieces.has(self.on(from)) && self.is_clear(from, to, vector.step, Shift::NONE)
    }

    /// Whether nothing stands between two cells after a move.
    #[inline]
    pub(super) fn is_clear(&self, from: Cell, to: Cell, step: i8, shift: Shift) -> bool {
        let mut cell = next(from, step);
        while cell != to {
            if cell == shift.to || self.on(cell) != EMPTY && cell != shift.from {
                return false;
            }
            cell = next(cell, step);
        }
        true
    }

    /// Whether `side` attacks a cell after a move of the other side.
    #[inline]
    fn is_attacked(&self, side: usize, cell: Cell, shift: Shift) -> bool {
        self.pieces_of(side).iter().any(|&from| {
            let vector = vector(from, cell);
            vector.pieces.has(self.on(from))
                && from != shift.to
                && self.is_clear(from, cell, vector.step, shift)
        })
    }

    /// Whether the king of `side`, if there is one, is safe after a move of his side.
    #[inline]
    pub(super) fn is_king_safe(&self, side: usize, shift: Shift) -> bool {
        let king = self.king(side);
        let cell = if king == shift.from { shift.to } else { king };
        king == OUTSIDE || !self.is_attacked(1 - side, cell, shift)
    }

    /// Whether `side` has an unpromoted pawn on the file of a cell.
    #[inline]
    fn has_pawn_on_file(&self, side: usize, cell: Cell) -> bool {
        let first = cell - ranks_ahead(ATTACKER, cell);
        let pawn = code(side, PieceType::PAWN);
        (first..first + 9).any(|cell| self.on(cell) == pawn)
    }

    /// Whether `side` may drop a piece on an empty cell: it has a move from there, and
    /// it is not a second pawn on the file.
    #[inline]
    pub(super) fn may_drop(&self, side: usize, kind: PieceType, to: Cell) -> bool {
        ranks_ahead(side, to) >= ranks_needed(kind)
            && (kind != PieceType::PAWN || !self.has_pawn_on_file(side, to))
    }

    /// Whether a move of `side` is legal. Whether it mates by a pawn drop is not
    /// looked at.
    #[inline]
    pub(super) fn is_legal(&self, side: usize, mv: Move) -> bool {
        let to = CELLS[mv.to_sq().to_index()];
        if let Some(kind) = mv.dropped_piece() {
            return self.on(to) == EMPTY
                && self.hand(side).has(kind.to_index())
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

/// Whether a piece may promote when it moves.
#[inline]
pub(super) fn may_promote(piece: Code, from: Cell, to: Cell) -> bool {
    let side = owner(piece);
    promoted(piece).is_some() && (ranks_ahead(side, from) < 3 || ranks_ahead(side, to) < 3)
}

/// Whether a piece may move without promoting: it must have a move afterwards.
#[inline]
pub(super) fn may_stay(piece: Code, to: Cell) -> bool {
    ranks_ahead(owner(piece), to) >= ranks_needed(kind(piece))
}
