//! The order of the Edo books, word for word: a defence after which pieces are left
//! in the attacker's hand is ranked below one that leaves none.
//!
//! The attacker mates in the shortest length, and leaves a piece where he can. The
//! *Edo length* of a position is nothing if pieces are left, and otherwise the plies
//! of its line in this order:
//!
//! - With no reply that counts: 0 if the attacker holds nothing.
//! - The defender to move: 1 + the greatest of the replies that count and have one.
//! - The attacker to move: 1 + the least of the checks that mate in the shortest
//!   length, and nothing if one of these has none.

use crate::board::Board;
use crate::fixpoint::Outcome;
use crate::futile::StandardLength;
use crate::graph::TooLarge;
use crate::tsume::Solution;
use rsshogi::types::{Color, HandPiece, Move};
use std::collections::HashMap;

/// Lengths of mates, and the replies that they count.
pub trait Lengths {
    /// The side that mates.
    fn attacker(&self) -> Color;
    /// The length of the mate in `board`, if it is at most `most`.
    fn within(&mut self, board: &Board, most: u32) -> Result<Option<u32>, TooLarge>;
    /// The replies that count in `board`, a mate in `length` plies.
    fn replies(&mut self, board: &Board, length: u32) -> Result<Vec<Move>, TooLarge>;
}

/// Every reply counts.
impl Lengths for Solution {
    fn attacker(&self) -> Color {
        self.game().attacker
    }

    fn within(&mut self, board: &Board, most: u32) -> Result<Option<u32>, TooLarge> {
        Ok(match self.outcome_of(board) {
            Some(Outcome::Mate(length)) if length <= most => Some(length),
            _ => None,
        })
    }

    fn replies(&mut self, board: &Board, _: u32) -> Result<Vec<Move>, TooLarge> {
        Ok(board.legal_moves())
    }
}

/// Futile interpositions do not count.
impl Lengths for StandardLength {
    fn attacker(&self) -> Color {
        self.attacker()
    }

    fn within(&mut self, board: &Board, most: u32) -> Result<Option<u32>, TooLarge> {
        self.within(board, most)
    }

    fn replies(&mut self, board: &Board, length: u32) -> Result<Vec<Move>, TooLarge> {
        self.counting(board, length)
    }
}

/// Computes Edo lengths.
pub struct EdoLength<'l> {
    lengths: &'l mut dyn Lengths,
    known: HashMap<Board, Option<u32>>,
}

impl<'l> EdoLength<'l> {
    /// Knows nothing yet but the lengths.
    pub fn new(lengths: &'l mut dyn Lengths) -> Self {
        let known = HashMap::new();
        Self { lengths, known }
    }

    /// The Edo length of `board`, a mate in exactly `length` plies.
    pub fn of(&mut self, board: &Board, length: u32) -> Result<Option<u32>, TooLarge> {
        if let Some(&known) = self.known.get(board) {
            return Ok(known);
        }
        let attacker = self.lengths.attacker();
        let edo = if length == 0 {
            let is_empty = |kind| board.in_hand(attacker, kind) == 0;
            HandPiece::iter().all(is_empty).then_some(0)
        } else {
            let next: Vec<Option<u32>> = (self.moves(board, length)?.into_iter())
                .map(|(_, edo)| edo.map(|plies| plies + 1))
                .collect();
            if board.turn() != attacker {
                next.into_iter().flatten().max()
            } else {
                next.into_iter().min().flatten()
            }
        };
        self.known.insert(board.clone(), edo);
        Ok(edo)
    }

    /// The length of the mate in `board`, if it is at most `most`.
    pub fn length(&mut self, board: &Board, most: u32) -> Result<Option<u32>, TooLarge> {
        self.lengths.within(board, most)
    }

    /// The moves that are compared in `board`, a mate in exactly `length` plies: the
    /// shortest checks or the replies that count, each with the Edo length after it.
    pub fn moves(
        &mut self,
        board: &Board,
        length: u32,
    ) -> Result<Vec<(Move, Option<u32>)>, TooLarge> {
        let left = length.saturating_sub(1);
        let moves = if board.turn() == self.lengths.attacker() {
            board.checks()
        } else {
            self.lengths.replies(board, length)?
        };
        let mut compared = Vec::new();
        for mv in moves {
            let after = board.after(mv);
            if let Some(length) = self.lengths.within(&after, left)? {
                compared.push((mv, self.of(&after, length)?));
            }
        }
        Ok(compared)
    }
}
