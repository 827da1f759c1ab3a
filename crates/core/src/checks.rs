//! Generation of all checks: every move of the attacker that attacks the
//! defender's king, every drop and every non-promotion included.

use crate::attacks::{
    ATTACKER_ZONE, CHECK_CANDIDATES, SOUTH, STEP, Squares, bishop_attacks, bit, code, dead_squares,
    each, line, ray_attacks, rook_attacks,
};
use crate::board::{ATTACKER, Board, KingLines, square};
use code::{
    BISHOP, DEFENDER, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, PRO_PAWN, PRO_SILVER, ROOK,
    SILVER,
};
use rsshogi::types::{Move, PieceType};

/// The squares from which a piece of each kind would attack the king.
pub(crate) struct CheckSquares {
    by_kind: [Squares; 16],
}

impl CheckSquares {
    #[inline]
    pub(crate) fn new(board: &Board) -> Self {
        let king = board.defender_king();
        let occupied = board.occupied();
        let reverse = |kind: u8| STEP[usize::from(kind | DEFENDER)][king];
        let diagonal = bishop_attacks(king, occupied);
        let orthogonal = rook_attacks(king, occupied);
        let around = STEP[usize::from(KING)][king];
        let mut by_kind = [0; 16];
        by_kind[usize::from(PAWN)] = reverse(PAWN);
        by_kind[usize::from(LANCE)] = ray_attacks(SOUTH, king, occupied);
        by_kind[usize::from(KNIGHT)] = reverse(KNIGHT);
        by_kind[usize::from(SILVER)] = reverse(SILVER);
        by_kind[usize::from(BISHOP)] = diagonal;
        by_kind[usize::from(ROOK)] = orthogonal;
        let golden = reverse(GOLD);
        by_kind[usize::from(GOLD)] = golden;
        by_kind[usize::from(PRO_PAWN)..=usize::from(PRO_SILVER)].fill(golden);
        by_kind[usize::from(HORSE)] = diagonal | around;
        by_kind[usize::from(DRAGON)] = orthogonal | around;
        Self { by_kind }
    }

    #[inline]
    pub(crate) fn of(&self, kind: u8) -> Squares {
        self.by_kind[usize::from(kind & 15)]
    }
}

/// Moves but for the square they go to.
#[derive(Clone, Copy)]
enum CheckingMove {
    Normal(usize),
    Promotion(usize),
    Drop(u8),
}

impl CheckingMove {
    #[inline]
    fn to(self, to: usize) -> Move {
        match self {
            Self::Normal(from) => Move::normal(square(from), square(to)),
            Self::Promotion(from) => Move::promotion(square(from), square(to)),
            Self::Drop(kind) => Move::drop(PieceType::new(kind as i8), square(to)),
        }
    }
}

impl Board {
    /// Calls `found` with every legal check of the attacker, who is to move.
    ///
    /// `lines` is [`Board::king_lines`] of this position.
    #[inline]
    pub fn each_check(&mut self, lines: &KingLines, mut found: impl FnMut(Move)) {
        let targets = CheckSquares::new(self);
        if self.attacker_king().is_none() {
            let mut all = |way: CheckingMove, to| each(to).for_each(|to| found(way.to(to)));
            self.moving_checks(lines, &targets, &mut all);
            self.drop_checks(&targets, |_, way, to| all(way, to));
            return;
        }
        // Two kings: leave out what exposes the attacker's own king.
        let mut safe = |board: &Self, way: CheckingMove, to| {
            for mv in each(to).map(|to| way.to(to)) {
                if board.attacker_safe_after(mv) {
                    found(mv);
                }
            }
        };
        self.moving_checks(lines, &targets, |way, to| safe(self, way, to));
        self.drop_checks(&targets, safe);
    }

    /// How many legal checks the attacker, who is to move, has.
    ///
    /// `lines` is [`Board::king_lines`] of this position.
    pub fn count_checks(&mut self, lines: &KingLines) -> u32 {
        let mut count = 0;
        if self.attacker_king().is_some() {
            self.each_check(lines, |_| count += 1);
            return count;
        }
        let targets = CheckSquares::new(self);
        self.moving_checks(lines, &targets, |_, to| count += to.count_ones());
        self.drop_checks(&targets, |_, _, to| count += to.count_ones());
        count
    }

    /// Checks by moves on the board, not looking at the attacker's own king.
    #[inline]
    fn moving_checks(
        &self,
        lines: &KingLines,
        targets: &CheckSquares,
        mut found: impl FnMut(CheckingMove, Squares),
    ) {
        let king = self.defender_king();
        let discoverers = lines.discoverers;
        let free = !self.side(ATTACKER);
        for kind in [PAWN, KNIGHT, SILVER] {
            let near = CHECK_CANDIDATES[usize::from(kind)][king] | discoverers;
            for from in each(self.pieces(kind) & near) {
                let reach = STEP[usize::from(kind)][from] & free;
                self.emit(kind, from, reach, discoverers, targets, &mut found);
            }
        }
        let near = CHECK_CANDIDATES[usize::from(GOLD)][king] | discoverers;
        for from in each(self.golds(ATTACKER) & near) {
            let reach = STEP[usize::from(GOLD)][from] & free;
            self.emit(GOLD, from, reach, discoverers, targets, &mut found);
        }
        let sliders = self.pieces(LANCE) | self.diagonals(ATTACKER) | self.orthogonals(ATTACKER);
        for from in each(sliders) {
            let reach = self.attacks_from(from) & free;
            self.emit(
                self.piece(from),
                from,
                reach,
                discoverers,
                targets,
                &mut found,
            );
        }
        if let Some(own_king) = self.attacker_king()
            && discoverers & bit(own_king) != 0
        {
            let reach = STEP[usize::from(KING)][own_king] & free;
            found(
                CheckingMove::Normal(own_king),
                reach & !line(king, own_king),
            );
        }
    }

    /// Reports the checks that a piece gives by moving within `reach`.
    #[inline]
    fn emit(
        &self,
        kind: u8,
        from: usize,
        reach: Squares,
        discoverers: Squares,
        targets: &CheckSquares,
        found: &mut impl FnMut(CheckingMove, Squares),
    ) {
        let off_line = if discoverers & bit(from) != 0 {
            reach & !line(self.defender_king(), from)
        } else {
            0
        };
        if kind < GOLD {
            let zone = if bit(from) & ATTACKER_ZONE != 0 {
                reach
            } else {
                reach & ATTACKER_ZONE
            };
            let to = zone & (targets.of(kind | code::PROMOTED) | off_line);
            found(CheckingMove::Promotion(from), to);
        }
        let to = reach & !dead_squares(kind) & (targets.of(kind) | off_line);
        found(CheckingMove::Normal(from), to);
    }

    /// Checks by drops; a pawn drop that mates is left out.
    #[inline]
    fn drop_checks(
        &mut self,
        targets: &CheckSquares,
        mut found: impl FnMut(&Self, CheckingMove, Squares),
    ) {
        let hand = self.attacker_hand();
        if hand.is_empty() {
            return;
        }
        let empty = !self.occupied();
        for kind in [GOLD, SILVER, KNIGHT, LANCE, BISHOP, ROOK] {
            if hand.has(usize::from(kind)) {
                // A square from which a piece attacks is never one it could not leave.
                found(self, CheckingMove::Drop(kind), targets.of(kind) & empty);
            }
        }
        if hand.has(usize::from(PAWN)) {
            let to = targets.of(PAWN) & empty;
            if to != 0 {
                let sq = to.trailing_zeros() as usize;
                let way = CheckingMove::Drop(PAWN);
                if !self.has_pawn_on_file(ATTACKER, sq) && !self.is_pawn_drop_mate(way.to(sq)) {
                    found(self, way, to);
                }
            }
        }
    }

    /// Whether a pawn drop that gives check leaves the defender without a reply.
    pub(crate) fn is_pawn_drop_mate(&mut self, mv: Move) -> bool {
        let undo = self.make(mv);
        let mated = !self.has_evasion();
        self.undo(mv, undo);
        mated
    }

    /// The kinds that the attacker does not hold but could drop with check if he
    /// did, as bits `1 << kind`.
    ///
    /// Used for disproof hands: such a drop was never searched.
    pub fn unheld_drop_checks(&self) -> u8 {
        let targets = CheckSquares::new(self);
        let hand = self.attacker_hand();
        let empty = !self.occupied();
        let mut kinds = 0;
        for kind in [LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD] {
            if !hand.has(usize::from(kind)) && targets.of(kind) & empty != 0 {
                kinds |= 1 << kind;
            }
        }
        let to = targets.of(PAWN) & empty;
        if !hand.has(usize::from(PAWN))
            && to != 0
            && !self.has_pawn_on_file(ATTACKER, to.trailing_zeros() as usize)
        {
            kinds |= 1 << PAWN;
        }
        kinds
    }
}
