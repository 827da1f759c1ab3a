//! Playing the moves of a record forwards and backwards.

use crate::illegal::{IllegalReason, why_illegal};
use kemuri_core::{Color, Move, Square};
use rsshogi::board::Position;

/// A position and the moves that led to it.
pub(crate) struct Cursor {
    position: Position,
    moves: Vec<Move>,
}

impl Cursor {
    pub(crate) fn new(position: Position) -> Self {
        Self {
            position,
            moves: Vec::new(),
        }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn turn(&self) -> Color {
        self.position.turn()
    }

    pub(crate) fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Where the last move went.
    pub(crate) fn previous(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to_sq())
    }

    /// Plays a move, or says why it cannot be played.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), IllegalReason> {
        if let Some(illegal) = why_illegal(&self.position, mv) {
            return Err(illegal);
        }
        self.position
            .try_apply_move32(self.position.move32_from_move(mv))
            .map_err(|_| IllegalReason::Unreachable)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, as every move of a record is.
    pub(crate) fn replay(&mut self, mv: Move) {
        self.position.apply_move(mv);
        self.moves.push(mv);
    }

    /// Takes moves back until `ply` are left.
    pub(crate) fn back_to(&mut self, ply: usize) {
        while self.moves.len() > ply
            && let Some(mv) = self.moves.pop()
        {
            // Only what was played is taken back.
            let _ = self.position.undo_move(mv);
        }
    }
}
