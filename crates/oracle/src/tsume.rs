//! The game of tsume-shogi as a graph, and what the oracle says of it.
//!
//! Attacker nodes lead to the positions after every legal move that gives
//! check, defender nodes to those after every legal move. A defender without
//! legal moves is mated.

use rsshogi::types::{Color, Move};

use crate::board::Board;
use crate::fixpoint::{Outcome, mate_length, outcomes};
use crate::graph::{Explored, Graph, NodeKind, TooLarge};

/// Tsume-shogi with one side attacking; its nodes are [`Board`]s.
#[derive(Clone, Copy, Debug)]
pub struct Tsume {
    /// The side that tries to mate.
    pub attacker: Color,
}

impl Tsume {
    /// The legal moves of the game: checks for the attacker, anything legal for
    /// the defender.
    pub fn moves(&self, board: &Board) -> Vec<Move> {
        match self.kind(board) {
            NodeKind::Or => board.checks(),
            NodeKind::And => board.legal_moves(),
        }
    }
}

impl Graph for Tsume {
    type Node = Board;

    fn kind(&self, board: &Board) -> NodeKind {
        if board.turn() == self.attacker {
            NodeKind::Or
        } else {
            NodeKind::And
        }
    }

    fn successors(&self, board: &Board) -> Vec<Board> {
        self.moves(board)
            .into_iter()
            .map(|mv| board.after(mv))
            .collect()
    }
}

/// What the oracle says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OracleAnswer {
    /// The attacker mates.
    Mate {
        /// The rank, in plies.
        length: u32,
    },
    /// The attacker does not mate.
    NoMate,
    /// The graph has more nodes than allowed: nothing is known.
    TooLarge,
}

/// A position with everything that can arise from it, all decided.
#[derive(Clone, Debug)]
pub struct Solution {
    game: Tsume,
    graph: Explored<Board>,
    outcomes: Vec<Outcome>,
}

impl Solution {
    /// Decides `board` and every position that can arise from it, at most `cap`
    /// of them.
    pub fn of(board: &Board, attacker: Color, cap: usize) -> Result<Self, TooLarge> {
        let game = Tsume { attacker };
        let graph = Explored::from_root(&game, board.clone(), cap)?;
        let outcomes = outcomes(&graph);
        Ok(Self {
            game,
            graph,
            outcomes,
        })
    }

    /// The game.
    pub fn game(&self) -> Tsume {
        self.game
    }

    /// The answer for the position itself.
    pub fn answer(&self) -> OracleAnswer {
        answer_of(self.outcomes[0])
    }

    /// The outcome of the position itself, which also tells an escape from a
    /// run in circles.
    pub fn outcome(&self) -> Outcome {
        self.outcomes[0]
    }

    /// The outcome of a position that can arise.
    pub fn outcome_of(&self, board: &Board) -> Option<Outcome> {
        self.graph
            .number_of(board)
            .map(|number| self.outcomes[number])
    }

    /// Every position that can arise, the position itself first, with its
    /// outcome.
    pub fn positions(&self) -> impl Iterator<Item = (&Board, Outcome)> {
        self.graph.nodes().iter().zip(self.outcomes.iter().copied())
    }

    /// Whether some position can arise twice.
    pub fn has_cycle(&self) -> bool {
        self.graph.has_cycle()
    }

    /// A best line: shortest mate against longest resistance. Empty when there
    /// is no mate.
    pub fn best_line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut board = self.graph.nodes()[0].clone();
        while let Some(Outcome::Mate(length)) = self.outcome_of(&board) {
            let next = self.game.moves(&board).into_iter().find(|&mv| {
                length > 0 && self.outcome_of(&board.after(mv)) == Some(Outcome::Mate(length - 1))
            });
            let Some(mv) = next else { break };
            board = board.after(mv);
            line.push(mv);
        }
        line
    }
}

fn answer_of(outcome: Outcome) -> OracleAnswer {
    match outcome {
        Outcome::Mate(length) => OracleAnswer::Mate { length },
        Outcome::Escape(_) | Outcome::Circle => OracleAnswer::NoMate,
    }
}

/// Decides a position, looking at no more than `cap` nodes.
///
/// # Panics
/// When `sfen` is not an SFEN, the defender has no king, or the king of the
/// side not to move could be taken: the oracle is for tests, and such a test
/// is wrong.
pub fn solve(sfen: &str, attacker_is_black: bool, cap: usize) -> OracleAnswer {
    solve_after(sfen, attacker_is_black, &[], cap)
}

/// As [`solve`], after `moves` have been played from `sfen`.
///
/// # Panics
/// As [`solve`], and when one of the moves is not legal in the game.
pub fn solve_after(
    sfen: &str,
    attacker_is_black: bool,
    moves: &[Move],
    cap: usize,
) -> OracleAnswer {
    let attacker = if attacker_is_black {
        Color::BLACK
    } else {
        Color::WHITE
    };
    let mut board = read(sfen);
    assert!(
        board.king(attacker.flip()).is_some(),
        "the defender has no king: {sfen}"
    );
    for &mv in moves {
        let legal = Tsume { attacker }.moves(&board);
        assert!(
            legal.contains(&mv),
            "{} is not legal in {}",
            mv.to_usi(),
            board.to_sfen()
        );
        board = board.after(mv);
    }
    solve_board(&board, attacker, cap)
}

/// As [`solve`], on a [`Board`].
pub fn solve_board(board: &Board, attacker: Color, cap: usize) -> OracleAnswer {
    match mate_length(&Tsume { attacker }, board, cap) {
        Ok(Some(length)) => OracleAnswer::Mate { length },
        Ok(None) => OracleAnswer::NoMate,
        Err(TooLarge) => OracleAnswer::TooLarge,
    }
}

/// The legal checks of the side to move, sorted.
///
/// # Panics
/// When `sfen` is not an SFEN or the king of the side not to move could be
/// taken.
pub fn legal_checks(sfen: &str) -> Vec<Move> {
    let mut moves = read(sfen).checks();
    moves.sort_unstable();
    moves
}

/// The legal moves of the side to move, sorted; when it is in check, its
/// evasions.
///
/// # Panics
/// When `sfen` is not an SFEN or the king of the side not to move could be
/// taken.
pub fn legal_evasions(sfen: &str) -> Vec<Move> {
    let mut moves = read(sfen).legal_moves();
    moves.sort_unstable();
    moves
}

fn read(sfen: &str) -> Board {
    let board = Board::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
    assert!(
        !board.in_check(board.turn().flip()),
        "a king can be taken: {sfen}"
    );
    board
}
