//! Lengths that leave futile interpositions (無駄合) out, word for word.
//!
//! The rule, with the names `V`, `A`, `Si`, `c` and `bi` that are used here, is in the
//! book: `docs/src/techniques/futile.md`.
//!
//! Nothing is shared with the search, and nothing is clever: a position is
//! searched to a number of plies, and again for another number.

use crate::board::Board;
use crate::graph::TooLarge;
use rsshogi::types::{Color, Move, Piece, PieceType};
use std::collections::HashMap;

/// The rule, or the rule with one clause read otherwise: what tells the readings
/// apart makes a good test of the clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The rule as it stands.
    Standard,
    /// Another piece that captures with mate does not make a drop futile.
    SliderAlone,
    /// Drops are compared with `b0` on every square.
    FirstBound,
    /// The slider does not promote.
    Unpromoted,
    /// The attacker keeps what he captures.
    Kept,
    /// Drops are compared with the replies that do not interpose.
    DropsAlone,
    /// Moves of pieces between slider and king are judged like drops: `c` is without
    /// the piece that moved, and `b0` leaves out all moves and drops onto the
    /// squares. This is a rule of its own.
    WithMoves,
}

/// Counts plies under the rule.
pub struct StandardLength {
    attacker: Color,
    reading: Reading,
    known: HashMap<(Board, u32), Option<u32>>,
    cap: usize,
}

impl StandardLength {
    /// The side that mates.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// A count that looks at no more than `cap` positions.
    pub fn new(attacker: Color, cap: usize) -> Self {
        Self::read_as(Reading::Standard, attacker, cap)
    }

    /// The same under another reading.
    pub fn read_as(reading: Reading, attacker: Color, cap: usize) -> Self {
        Self {
            attacker,
            reading,
            known: HashMap::new(),
            cap,
        }
    }

    /// The length of the mate in `board`, if it is at most `most`.
    pub fn within(&mut self, board: &Board, most: u32) -> Result<Option<u32>, TooLarge> {
        let key = (board.clone(), most);
        if let Some(&length) = self.known.get(&key) {
            return Ok(length);
        }
        if self.known.len() >= self.cap {
            return Err(TooLarge);
        }
        let length = if board.turn() == self.attacker {
            self.shortest(board, most)?
        } else {
            self.longest(board, most)?
        };
        self.known.insert(key, length);
        Ok(length)
    }

    fn shortest(&mut self, board: &Board, most: u32) -> Result<Option<u32>, TooLarge> {
        let mut shortest = None;
        if most == 0 {
            return Ok(None);
        }
        for check in board.checks() {
            let limit = shortest.map_or(most, |length: u32| length - 1);
            if limit > 0
                && let Some(length) = self.within(&board.after(check), limit - 1)?
            {
                shortest = Some(length + 1);
            }
        }
        Ok(shortest)
    }

    fn longest(&mut self, board: &Board, most: u32) -> Result<Option<u32>, TooLarge> {
        Ok(self.counted(board, most)?.1)
    }

    /// The replies that count, and the plies that they last if that is at most `most`;
    /// if it is more, some replies may be missing.
    fn counted(&mut self, board: &Board, most: u32) -> Result<(Vec<Move>, Option<u32>), TooLarge> {
        let between = squares_between(board);
        let king = board.king(board.turn());
        let judged = |mv: &Move| {
            let moves = self.reading == Reading::WithMoves;
            mv.is_drop() || moves && Some(mv.from_sq().to_index()) != king
        };
        let (interpositions, mut replies): (Vec<Move>, Vec<Move>) =
            (board.legal_moves().into_iter())
                .partition(|mv| judged(mv) && between.squares.contains(&mv.to_sq().to_index()));
        let Some(mut bound) = self.greatest(board, &replies, 0, most)? else {
            return Ok((replies, None));
        };
        let first_bound = self.first_bound(board, &replies, &between, bound, most)?;
        for &square in &between.squares {
            let compared = first_bound.unwrap_or(bound);
            let here =
                (interpositions.iter().copied()).filter(|mv| mv.to_sq().to_index() == square);
            let (drops, moves): (Vec<Move>, Vec<Move>) = here.partition(|mv| mv.is_drop());
            // Whatever is dropped, one question for all.
            let mut counted = Vec::new();
            if !drops.is_empty() && !self.is_futile(board, between.slider, drops[0], compared)? {
                counted.extend(drops);
            }
            for mv in moves {
                let mut without = board.clone();
                without.set_piece(mv.from_sq().to_index(), Piece::NONE);
                if !self.is_futile(&without, between.slider, mv, compared)? {
                    counted.push(mv);
                }
            }
            let greater = self.greatest(board, &counted, bound, most)?;
            replies.extend(counted);
            match greater {
                Some(greater) => bound = greater,
                None => return Ok((replies, None)),
            }
        }
        Ok((replies, Some(bound)))
    }

    /// The replies that count in `board`, a mate in `length` plies with the defender
    /// to move.
    pub fn counting(&mut self, board: &Board, length: u32) -> Result<Vec<Move>, TooLarge> {
        Ok(self.counted(board, length)?.0)
    }

    /// The greatest of `bound` and the plies that each reply lasts, if that is at
    /// most `most`.
    fn greatest(
        &mut self,
        board: &Board,
        replies: &[Move],
        mut bound: u32,
        most: u32,
    ) -> Result<Option<u32>, TooLarge> {
        for &reply in replies {
            let Some(limit) = most.checked_sub(1) else {
                return Ok(None);
            };
            match self.within(&board.after(reply), limit)? {
                Some(length) => bound = bound.max(length + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(bound))
    }

    /// What drops are compared with whatever the square, under a reading that does
    /// so.
    fn first_bound(
        &mut self,
        board: &Board,
        others: &[Move],
        between: &Between,
        bound: u32,
        most: u32,
    ) -> Result<Option<u32>, TooLarge> {
        match self.reading {
            Reading::FirstBound => Ok(Some(bound)),
            Reading::DropsAlone => {
                let stays = |mv: &Move| !between.squares.contains(&mv.to_sq().to_index());
                let others: Vec<Move> = others.iter().copied().filter(stays).collect();
                self.greatest(board, &others, 0, most)
            }
            _ => Ok(None),
        }
    }

    /// Whether the interposition `mv` is futile if the replies before it last `bound`
    /// plies. A piece that moves is taken off `board`.
    fn is_futile(
        &mut self,
        board: &Board,
        slider: usize,
        mv: Move,
        bound: u32,
    ) -> Result<bool, TooLarge> {
        let defender = board.turn();
        let square = mv.to_sq().to_index();
        let nearer = match self.reading {
            Reading::Kept => after_moves(&board.after(mv), slider, square),
            _ => moved_to(board, slider, square),
        };
        let promoted = board.piece(slider).is_promoted();
        for nearer in nearer {
            if self.reading == Reading::Unpromoted && nearer.piece(square).is_promoted() != promoted
            {
                continue;
            }
            // As a lance promotes it may no longer give check.
            if nearer.in_check(defender) && self.within(&nearer, bound)?.is_some() {
                return Ok(true);
            }
        }
        if self.reading == Reading::SliderAlone {
            return Ok(false);
        }
        let own = |from: &usize| {
            let piece = board.piece(*from);
            *from != slider && piece != Piece::NONE && piece.color() == self.attacker
        };
        let captures = (0..81)
            .filter(own)
            .flat_map(|from| moved_to(board, from, square));
        let mut captures = captures.filter(|after| after.in_check(defender));
        Ok(captures.any(|after| !after.has_legal_move()))
    }
}

/// The slider that alone gives check, and the squares between it and the king,
/// nearest the king first; no squares if there is no such slider.
struct Between {
    slider: usize,
    squares: Vec<usize>,
}

fn squares_between(board: &Board) -> Between {
    let defender = board.turn();
    let king = board.king(defender);
    let checks = |from: &usize| {
        let piece = board.piece(*from);
        let attacks = king.is_some_and(|king| board.attacks(*from, king));
        piece != Piece::NONE && piece.color() != defender && attacks
    };
    let checkers: Vec<usize> = (0..81).filter(checks).collect();
    match (king, &checkers[..]) {
        (Some(king), &[slider]) if board.piece(slider).piece_type() != PieceType::KNIGHT => {
            Between {
                slider,
                squares: crate::board::between(king, slider),
            }
        }
        _ => Between {
            slider: 0,
            squares: Vec::new(),
        },
    }
}

/// The positions with the attacker's piece on `from` standing on `to`, promoted
/// and not, where that is a move of his. The defender is to move.
fn moved_to(board: &Board, from: usize, to: usize) -> Vec<Board> {
    let mut attacking = board.clone();
    attacking.set_turn(board.turn().flip());
    after_moves(&attacking, from, to)
}

/// The positions after the moves from `from` to `to`.
fn after_moves(attacking: &Board, from: usize, to: usize) -> Vec<Board> {
    let goes =
        |mv: &Move| !mv.is_drop() && mv.from_sq().to_index() == from && mv.to_sq().to_index() == to;
    (attacking.legal_moves().into_iter().filter(goes))
        .map(|mv| attacking.after(mv))
        .collect()
}
