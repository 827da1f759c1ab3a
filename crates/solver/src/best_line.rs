//! The line a person expects of a mate whose length is proven shortest.
//!
//! It follows proven lengths alone: the attacker's move is one after which the
//! mate is proven within what is left, the defender's reply one after which a mate
//! in fewer plies is refuted, and which is not futile. Where there are several:
//!
//! - A line that leaves the attacker nothing in hand at the end comes first.
//! - The defender then prefers to capture the checking piece, then to move his
//!   king, then to interpose.
//! - The attacker prefers the cheaper piece, then to place it nearer to the king,
//!   then to promote it.
//!
//! All replies that last longest are known from the proof. Whether another check
//! mates as soon is not, and is asked for with a few nodes; a check that needs
//! more is left out. If the line then leaves something in hand, it is read again: those
//! checks that mate at all, at whatever length, get more. Positions are compared up to a
//! number, and all checks together get a share of the nodes of the proof.

use crate::futile::Futile;
use crate::line::{known, legal_moves, within};
use crate::search::Search;
use crate::shortest::{longest_replies, shortest_check};
use crate::value::NO_LIMIT;
use kemuri_core::attacks::{bit, code};
use kemuri_core::board::Undo;
use kemuri_core::{Board, Hand, Move, Reason};
use std::collections::HashSet;

/// Positions with several equal moves that are compared by what their lines leave
/// in hand; beyond that the first move is taken.
const COMPARED: u32 = 2000;
/// Nodes to find out whether a check mates as soon as the one that is known.
const NODES_PER_CHECK: u64 = 1000;
/// The same of a check that is known to mate, when a line is read again.
const NODES_PER_MATE: u64 = 100_000;
/// Nodes to find out whether it mates at all.
const NODES_FOR_A_MATE: u64 = 10_000;
/// Nodes for all of them, beside a share of those that the proof has cost.
const FEW_NODES: u64 = 5000;
const SHARE: u64 = 4;
const MOST_NODES: u64 = 500_000;

/// Returns the best line from the board's position, a mate in exactly `len` plies.
pub(crate) fn read(search: &mut Search<'_>, len: u16) -> Result<Vec<Move>, Reason> {
    let mut reader = LineReader {
        nodes_left: (FEW_NODES + search.nodes / SHARE).min(MOST_NODES),
        search,
        played: Vec::new(),
        choices: Vec::new(),
        unclean: HashSet::new(),
        left: COMPARED,
        is_thorough: false,
        left_out: false,
    };
    let (line, is_clean) = reader.read(len)?;
    if is_clean || !reader.left_out {
        return Ok(line);
    }
    reader.is_thorough = true;
    match reader.read(len) {
        Ok((better, true)) => Ok(better),
        Err(Reason::Contradiction) => Err(Reason::Contradiction),
        _ => Ok(line),
    }
}

/// Plays the best line: depth first over the positions with several equal moves,
/// until one line leaves the attacker nothing in hand.
struct LineReader<'s, 'a> {
    search: &'s mut Search<'a>,
    /// The moves on the board.
    played: Vec<(Move, Undo)>,
    /// The positions in between with several equal moves.
    choices: Vec<Choice>,
    /// Positions from which every line that was compared leaves something in hand.
    unclean: HashSet<(u64, Hand)>,
    /// How many more choices may be compared.
    left: u32,
    /// Nodes that may be spent on checks that are not known to mate.
    nodes_left: u64,
    /// Whether checks that mate at all get more of them.
    is_thorough: bool,
    /// Whether there were too few for a check.
    left_out: bool,
}

/// A position with several equal moves.
struct Choice {
    /// The moves played before it.
    ply: usize,
    /// The plies it lasts.
    len: u16,
    /// The moves not yet played.
    moves: std::vec::IntoIter<Move>,
    /// The position after the move on the board.
    reached: (u64, Hand),
    /// The line of the first move.
    first: Option<Vec<Move>>,
}

impl LineReader<'_, '_> {
    /// The best line from a position that is a mate in exactly `len`, and whether it
    /// leaves nothing in hand.
    fn read(&mut self, len: u16) -> Result<(Vec<Move>, bool), Reason> {
        self.choices.clear();
        self.unclean.clear();
        self.left = COMPARED;
        let result = self.play_best(len);
        let line = self.played.iter().map(|&(mv, _)| mv).collect();
        let is_clean = self.search.board.attacker_hand() == Hand::EMPTY;
        self.undo_to(0);
        result.map(|()| (line, is_clean))
    }

    /// Plays the best line from a position that is a mate in exactly `len`. If the
    /// limits end the comparison of equal lines, the first line stands.
    fn play_best(&mut self, len: u16) -> Result<(), Reason> {
        let mut clean = self.play_to_mate(len)?;
        let first: Vec<Move> = self.played.iter().map(|&(mv, _)| mv).collect();
        while !clean && let Some(len) = self.next_choice() {
            match self.play_to_mate(len) {
                Ok(found) => clean = found,
                Err(Reason::Contradiction) => return Err(Reason::Contradiction),
                Err(_) => {
                    self.undo_to(0);
                    for mv in first {
                        self.play(mv);
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    /// Plays the first best line, noting the choices on it. Returns whether it
    /// leaves the attacker nothing in hand.
    fn play_to_mate(&mut self, mut len: u16) -> Result<bool, Reason> {
        loop {
            let moves = if self.search.board.attacker_to_move() {
                self.shortest_checks(len)?
            } else if len == 0 {
                return Ok(self.search.board.attacker_hand() == Hand::EMPTY);
            } else {
                self.longest_replies(len)?
            };
            let first = *moves.first().ok_or(Reason::Contradiction)?;
            let ply = self.played.len();
            let reached = self.play(first);
            if moves.len() > 1 && self.left > 0 {
                self.left -= 1;
                let mut moves = moves.into_iter();
                moves.next();
                self.choices.push(Choice {
                    ply,
                    len,
                    moves,
                    reached,
                    first: None,
                });
            }
            len -= 1;
        }
    }

    /// The replies that last longest, the one to be preferred first.
    fn longest_replies(&mut self, len: u16) -> Result<Vec<Move>, Reason> {
        let moves = legal_moves(self.search);
        let mut longest = longest_replies(self.search, &moves, len)?;
        sort_replies(&self.search.board, &mut longest);
        Ok(longest)
    }

    /// The checks known to mate within `len` plies, the one to be preferred first.
    fn shortest_checks(&mut self, len: u16) -> Result<Vec<Move>, Reason> {
        let mut moves = legal_moves(self.search);
        let sure = shortest_check(self.search, &moves, len)?;
        sort_checks(&self.search.board, &mut moves);
        moves.retain(|&mv| mv == sure || self.mates(mv, len - 1));
        Ok(moves)
    }

    /// Whether a check is known to mate within `len` plies, or found to with some
    /// nodes.
    fn mates(&mut self, mv: Move, len: u16) -> bool {
        if known(self.search, mv, len).is_some() {
            return true;
        }
        let undo = self.search.board.make(mv);
        let found = match self.is_thorough {
            true => self.mates_thoroughly(len),
            false => self.within(len, NODES_PER_CHECK),
        };
        self.search.board.undo(mv, undo);
        self.left_out |= found.is_err();
        matches!(found, Ok(Some(_)))
    }

    /// The length of the mate in the board's position within `len` plies. A search for
    /// any mate comes first, since most checks have none.
    fn mates_thoroughly(&mut self, len: u16) -> Result<Option<u16>, Reason> {
        let futile = std::mem::replace(&mut self.search.futile, Futile::None);
        let any = self.within(NO_LIMIT, NODES_FOR_A_MATE);
        self.search.futile = futile;
        match any? {
            Some(plies) if plies > len => self.within(len, NODES_PER_MATE),
            any => Ok(any),
        }
    }

    /// The same with at most so many nodes of those that are left.
    fn within(&mut self, len: u16, nodes: u64) -> Result<Option<u16>, Reason> {
        let before = self.search.nodes;
        let nodes = self.nodes_left.min(nodes);
        let found = self.search.with_nodes(nodes, |search| within(search, len));
        self.nodes_left = (self.nodes_left).saturating_sub(self.search.nodes - before);
        found
    }

    /// Plays the next move of the last choice that has one, instead of the line
    /// on the board, which leaves something in hand. Returns the plies after it.
    ///
    /// With no move left the line of the first one is on the board again.
    fn next_choice(&mut self) -> Option<u16> {
        while let Some(mut choice) = self.choices.pop() {
            self.unclean.insert(choice.reached);
            let line = self.played[choice.ply..].iter().map(|&(mv, _)| mv);
            let first = choice.first.take().unwrap_or_else(|| line.collect());
            self.undo_to(choice.ply);
            while let Some(mv) = choice.moves.next() {
                choice.reached = self.play(mv);
                if !self.unclean.contains(&choice.reached) {
                    let len = choice.len - 1;
                    choice.first = Some(first);
                    self.choices.push(choice);
                    return Some(len);
                }
                self.undo_to(choice.ply);
            }
            for mv in first {
                self.play(mv);
            }
        }
        None
    }

    /// Plays a move and returns the position reached.
    fn play(&mut self, mv: Move) -> (u64, Hand) {
        let board = &mut self.search.board;
        self.played.push((mv, board.make(mv)));
        (board.key(), board.attacker_hand())
    }

    /// Takes back all moves but the first `plies`.
    fn undo_to(&mut self, plies: usize) {
        for (mv, undo) in self.played.drain(plies..).rev() {
            self.search.board.undo(mv, undo);
        }
    }
}

/// Puts the reply to be preferred among equal ones first.
pub(crate) fn sort_replies(board: &Board, replies: &mut [Move]) {
    let (king, checkers) = (board.defender_king(), board.king_lines().checkers);
    replies.sort_by_key(|mv| {
        if checkers & bit(mv.to_sq().to_index()) != 0 {
            0
        } else if !mv.is_drop() && mv.from_sq().to_index() == king {
            1
        } else {
            2
        }
    });
}

/// Puts the check to be preferred among equal ones first.
pub(crate) fn sort_checks(board: &Board, checks: &mut [Move]) {
    checks.sort_by_key(|&mv| (value_of(board, mv), distance(board, mv), !mv.is_promotion()));
}

/// What the piece that a check uses is worth, promoted or not.
fn value_of(board: &Board, mv: Move) -> u8 {
    let kind = if mv.is_drop() {
        (mv.raw() >> 7 & 7) as u8
    } else {
        board.piece(mv.from_sq().to_index()) & 15
    };
    match kind & 7 {
        _ if kind == code::KING => 8,
        5 => 6,
        6 => 7,
        7 => 5,
        kind => kind,
    }
}

/// How many steps of a king a check ends from the defender's king.
fn distance(board: &Board, mv: Move) -> usize {
    let (king, to) = (board.defender_king(), mv.to_sq().to_index());
    let apart = |a: usize, b: usize| a.abs_diff(b);
    apart(king / 9, to / 9).max(apart(king % 9, to % 9))
}
