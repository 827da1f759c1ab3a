//! Moves of a problem: what can be played, and the problem after a move.

use super::Problem;
use crate::{Board, View};
use rsshogi::board::MoveList;
use rsshogi::movegen::generate_legal_all;
use rsshogi::types::{Color, Move, Square};

/// Why a move cannot be played in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules of shogi do not allow it.
    #[error("{} is not a legal move", .0.to_usi())]
    Illegal(Move),
    /// The attacker has to give check, and it does not.
    #[error("{} does not give check", .0.to_usi())]
    NoCheck(Move),
}

impl Problem {
    /// The problem after a move. Every move of the attacker must give check.
    ///
    /// ```
    /// use kemuri_core::Problem;
    ///
    /// let problem: Problem = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p".parse()?;
    /// let check = problem.checks()[0];
    /// let after = problem.play(check)?;
    /// assert!(!after.attacker_to_move());
    /// assert!(!after.evasions().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<Self, PlayError> {
        let mut position = self.position();
        if !position.is_legal_move(mv) {
            return Err(PlayError::Illegal(mv));
        }
        position.apply_move(mv);
        let mut board = self.board;
        for square in Square::iter() {
            board[square.to_index()] = position.piece_on(square);
        }
        let next = Self {
            board,
            hands: [Color::BLACK, Color::WHITE].map(|color| position.hand(color).into()),
            turn: self.turn.flip(),
            attacker: self.attacker,
        };
        let defender = self.attacker.flip();
        let king = next.king(defender);
        let in_check = king.is_some_and(|king| position.is_attacked_by(king, self.attacker));
        match next.turn == defender && !in_check {
            true => Err(PlayError::NoCheck(mv)),
            false => Ok(next),
        }
    }

    /// The problems before, between and after the moves of a line.
    pub fn play_line(&self, line: &[Move]) -> Result<Vec<Self>, PlayError> {
        let mut problems = vec![self.clone()];
        for &mv in line {
            let next = problems[problems.len() - 1].play(mv)?;
            problems.push(next);
        }
        Ok(problems)
    }

    /// The problem after the last move of a line.
    pub fn play_all(&self, line: &[Move]) -> Result<Self, PlayError> {
        let mut problem = self.clone();
        for &mv in line {
            problem = problem.play(mv)?;
        }
        Ok(problem)
    }

    /// All moves that the rules of shogi allow, checks or not.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        generate_legal_all(&self.position(), &mut moves);
        moves.as_slice().to_vec()
    }

    /// The moves of the mate problem: [`checks`](Self::checks) or [`evasions`](Self::evasions).
    pub fn moves(&self) -> Vec<Move> {
        match self.attacker_to_move() {
            true => self.checks(),
            false => self.evasions(),
        }
    }

    /// The attacker's legal moves that give check; none if the defender is to move.
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.attacker_to_move() {
            let mut board = Board::new(self);
            let lines = board.king_lines();
            let view = View::of(self);
            board.each_check(&lines, |mv| moves.push(view.mv(mv)));
        }
        moves
    }

    /// The defender's legal moves; none if the attacker is to move, or if it is mate.
    pub fn evasions(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.attacker_to_move() {
            let board = Board::new(self);
            let lines = board.king_lines();
            let view = View::of(self);
            board.each_evasion(&lines, |mv| moves.push(view.mv(mv)));
        }
        moves
    }

    /// Whether the defender is to move and has no legal move.
    pub fn is_mated(&self) -> bool {
        !self.attacker_to_move() && !Board::new(self).has_evasion()
    }
}
