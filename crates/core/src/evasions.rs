//! Generation of all evasions: every legal move of the defender in check.

use crate::attacks::{
    DEFENDER_ZONE, STEP, Squares, between, bit, code, dead_squares, each, piece_attacks,
};
use crate::board::{ATTACKER, Board, DEFENDER_SIDE, KingLines, square};
use code::{BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, PROMOTED, ROOK, SILVER};
use rsshogi::types::{Move, PieceType};
use std::ops::ControlFlow;

/// Kinds in the order in which drops on one square are generated: the cheapest
/// first, whose refutation is the likeliest to refute the others too.
const DROP_ORDER: [u8; 7] = [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK];

/// The square of a set that has but one.
#[inline]
fn only(set: Squares) -> Option<usize> {
    (set != 0 && set & (set - 1) == 0).then(|| set.trailing_zeros() as usize)
}

impl Board {
    /// Calls `found` with every legal move of the defender, who is in check.
    ///
    /// `lines` is [`Board::king_lines`] of this position. King moves come first,
    /// then captures and moves in between, then drops square by square from the
    /// king outwards, on each square the cheapest piece first.
    #[inline]
    pub fn each_evasion(&self, lines: &KingLines, mut found: impl FnMut(Move)) {
        let _ = self.try_each_evasion(lines, |mv| {
            found(mv);
            ControlFlow::Continue(())
        });
    }

    /// How many legal moves the defender, who is in check, has, drops on one
    /// square counted once.
    ///
    /// `lines` is [`Board::king_lines`] of this position.
    pub fn count_evasions(&self, lines: &KingLines) -> u32 {
        let king = self.defender_king();
        let around = STEP[usize::from(KING)][king] & !self.side(DEFENDER_SIDE);
        let mut count = (around & !self.guarded_around_king()).count_ones();
        let Some(checker) = only(lines.checkers) else {
            return count;
        };
        let gap = between(king, checker);
        for to in each(gap | bit(checker)) {
            let _ = self.moves_to(to, lines.pinned, &mut |_| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        let hand = self.defender_hand();
        if gap == 0 || hand.is_empty() {
            return count;
        }
        let allowed = self.drop_masks(gap);
        let mut squares = 0;
        for kind in DROP_ORDER {
            if hand.has(usize::from(kind)) {
                squares |= allowed[usize::from(kind)];
            }
        }
        // A pawn that mates must not be dropped, unless another piece can.
        if let Some(to) = self.attacker_king().and_then(|king| king.checked_sub(1))
            && squares & bit(to) != 0
            && !DROP_ORDER[1..].iter().any(|&kind| {
                hand.has(usize::from(kind)) && allowed[usize::from(kind)] & bit(to) != 0
            })
            && self.defender_pawn_drop_mates(to)
        {
            squares ^= bit(to);
        }
        count + squares.count_ones()
    }

    /// Whether the defender's king can step out of the check `mv`, as far as this can be
    /// told without making the move: `false` says nothing.
    ///
    /// `guarded` is [`Board::guarded_around_king`] before the move. After it the attacker
    /// guards at most these squares and those that the moved piece attacks, unless the
    /// move opens a line.
    #[inline]
    pub fn king_surely_flees(&self, mv: Move, guarded: Squares) -> bool {
        let king = self.defender_king();
        let around = STEP[usize::from(KING)][king];
        let free = around & !self.side(DEFENDER_SIDE) & !guarded;
        if free == 0 {
            return false;
        }
        let occupied = self.occupied();
        let moved = if mv.is_drop() {
            (mv.raw() >> 7 & 7) as u8
        } else {
            let from = mv.from_sq().to_index();
            let sliders =
                self.diagonals(ATTACKER) | self.orthogonals(ATTACKER) | self.pieces(LANCE);
            if self.attackers_to(ATTACKER, from, occupied) & sliders != 0 {
                return false;
            }
            self.piece(from) | if mv.is_promotion() { PROMOTED } else { 0 }
        };
        let to = mv.to_sq().to_index();
        free & !piece_attacks(moved, to, (occupied | bit(to)) & !bit(king)) != 0
    }

    /// Whether the defender, who is in check, has a legal move.
    pub fn has_evasion(&self) -> bool {
        self.has_evasion_of(&self.king_lines())
    }

    /// The same if [`Board::king_lines`] of this position is known.
    #[inline]
    pub fn has_evasion_of(&self, lines: &KingLines) -> bool {
        self.try_each_evasion(lines, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// A legal reply of the defender to a check; a drop only if there is no other.
    pub fn first_evasion(&self) -> Option<Move> {
        let mut first = None;
        let _ = self.try_each_evasion(&self.king_lines(), |mv| {
            first = Some(mv);
            ControlFlow::Break(())
        });
        first
    }

    #[inline]
    fn try_each_evasion(
        &self,
        lines: &KingLines,
        mut found: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let king = self.defender_king();
        let around = STEP[usize::from(KING)][king] & !self.side(DEFENDER_SIDE);
        if around != 0 {
            let guarded = self.guarded_around_king();
            for to in each(around & !guarded) {
                found(Move::normal(square(king), square(to)))?;
            }
        }
        let Some(checker) = only(lines.checkers) else {
            return ControlFlow::Continue(());
        };
        let gap = between(king, checker);
        self.moves_to(checker, lines.pinned, &mut found)?;
        if gap == 0 {
            return ControlFlow::Continue(());
        }
        for to in each(gap) {
            self.moves_to(to, lines.pinned, &mut found)?;
        }
        self.drops_between(king, checker, gap, &mut found)
    }

    /// Moves of unpinned pieces other than the king to `to`.
    #[inline]
    fn moves_to(
        &self,
        to: usize,
        pinned: Squares,
        found: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let attackers = self.attackers_to(DEFENDER_SIDE, to, self.occupied());
        let movers = attackers & !pinned & !bit(self.defender_king());
        for from in each(movers) {
            let piece = self.piece(from);
            let kind = piece & 15;
            if kind < GOLD && (bit(from) | bit(to)) & DEFENDER_ZONE != 0 {
                found(Move::promotion(square(from), square(to)))?;
            }
            if bit(to) & dead_squares(piece) == 0 {
                found(Move::normal(square(from), square(to)))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn drops_between(
        &self,
        king: usize,
        checker: usize,
        gap: Squares,
        found: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.defender_hand();
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        let allowed = self.drop_masks(gap);
        let step = (checker as i32 - king as i32) / (gap.count_ones() as i32 + 1);
        let mut to = king as i32 + step;
        while to != checker as i32 {
            for kind in DROP_ORDER {
                if hand.has(usize::from(kind)) && allowed[usize::from(kind)] & bit(to as usize) != 0
                {
                    if kind == PAWN && self.defender_pawn_drop_mates(to as usize) {
                        continue;
                    }
                    found(Move::drop(PieceType::new(kind as i8), square(to as usize)))?;
                }
            }
            to += step;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn drop_masks(&self, gap: Squares) -> [Squares; 8] {
        let mut allowed = [gap; 8];
        for kind in [PAWN, LANCE, KNIGHT] {
            allowed[usize::from(kind)] = self.droppable(DEFENDER_SIDE, kind, gap);
        }
        allowed
    }

    /// The kinds that the defender could drop between king and checker if he
    /// had them, as bits `1 << kind`; none unless a single slider gives check
    /// from afar.
    pub fn interposable_kinds(&self, lines: &KingLines) -> u8 {
        let Some(checker) = only(lines.checkers) else {
            return 0;
        };
        let gap = between(self.defender_king(), checker);
        if gap == 0 {
            return 0;
        }
        let allowed = self.drop_masks(gap);
        let mut kinds = 0;
        for kind in DROP_ORDER {
            if allowed[usize::from(kind)] != 0 {
                kinds |= 1 << kind;
            }
        }
        kinds
    }

    /// Whether the defender's pawn dropped on `to` would mate the attacker's
    /// own king, which is illegal for him too. Only with two kings.
    ///
    /// The pawn checks from the next square, so that nothing can be dropped in
    /// between: the evasions asked for here never ask this again.
    #[cold]
    fn pawn_drop_mates_attacker(&self, to: usize) -> bool {
        let mut after = self.clone();
        after.make(Move::drop(PieceType::PAWN, square(to)));
        // Seen from the other side the attacker is the one who has to evade.
        !after.turned().has_evasion()
    }

    #[inline]
    fn defender_pawn_drop_mates(&self, to: usize) -> bool {
        self.attacker_king() == Some(to + 1) && self.pawn_drop_mates_attacker(to)
    }
}
