//! Decides whether best play leaves the attacker nothing in hand.
//!
//! The defender aims at nothing left, since his defence then equals the main line;
//! the attacker aims at something left. Both play only shortest mates and longest
//! defences, so the tree is small, but as deep as the mate: the walk uses its own
//! stack and a bounded table of positions.

use super::ExtensionCheck;
use kemuri_core::board::Undo;
use kemuri_core::{Board, Hand, Move};
use std::collections::HashMap;

/// Nodes of a question for each position that may be compared.
const NODES_PER_COMPARISON: u64 = 4;
/// Positions in the table at most: a few megabytes.
const MAX_COMPARED: u64 = 1 << 17;

/// Finds out what equally long defences leave in hand.
pub(super) struct Leftovers<'j, 'q, 'a> {
    check: &'j mut ExtensionCheck<'q, 'a>,
    seen: HashMap<(u64, Hand), bool>,
    most: usize,
}

/// A position on the stack.
struct OpenPosition {
    key: (u64, Hand),
    /// The plies of its mate.
    length: u16,
    attacks: bool,
    /// The moves to try, the last one first.
    moves: Vec<Move>,
}

impl OpenPosition {
    fn new(board: &mut Board, length: u16) -> Self {
        let attacks = board.attacker_to_move();
        let lines = board.king_lines();
        let mut moves = Vec::new();
        if attacks {
            board.each_check(&lines, |mv| moves.push(mv));
        } else {
            board.each_evasion(&lines, |mv| moves.push(mv));
        }
        moves.reverse();
        Self {
            key: key(board),
            length,
            attacks,
            moves,
        }
    }
}

fn key(board: &Board) -> (u64, Hand) {
    (board.key(), board.attacker_hand())
}

impl<'j, 'q, 'a> Leftovers<'j, 'q, 'a> {
    /// Takes `nodes` for each question to `check`.
    pub(super) fn new(check: &'j mut ExtensionCheck<'q, 'a>, nodes: u64) -> Self {
        let most = (nodes / NODES_PER_COMPARISON).min(MAX_COMPARED);
        Self {
            check,
            seen: HashMap::new(),
            most: most as usize,
        }
    }

    /// Decides the position after `mv`, a mate in exactly `length` plies; `None` if
    /// the nodes do not suffice.
    pub(super) fn nothing_left_after(
        &mut self,
        board: &mut Board,
        mv: Move,
        length: u16,
    ) -> Option<bool> {
        let mut played = vec![(mv, board.make(mv))];
        let clean = self.walk(board, length, &mut played);
        for (mv, undo) in played.into_iter().rev() {
            board.undo(mv, undo);
        }
        clean
    }

    /// Decides the position on the board. The moves in `played` led to it; in the
    /// end those that are still played are there.
    fn walk(
        &mut self,
        board: &mut Board,
        length: u16,
        played: &mut Vec<(Move, Undo)>,
    ) -> Option<bool> {
        let mut stack = Vec::new();
        let mut clean = self.enter(board, length, &mut stack)?;
        loop {
            let Some(top) = stack.last_mut() else {
                return clean;
            };
            let mut settled = None;
            if let Some(child) = clean {
                let (mv, undo) = played.pop()?;
                board.undo(mv, undo);
                settled = (child != top.attacks).then_some(child);
            }
            let next = match settled {
                Some(_) => None,
                None => self.next_best(board, top)?,
            };
            clean = if let Some(mv) = next {
                let left = top.length - 1;
                played.push((mv, board.make(mv)));
                self.enter(board, left, &mut stack)?
            } else {
                let value = settled.unwrap_or(top.attacks);
                self.seen.insert(top.key, value);
                stack.pop();
                Some(value)
            };
        }
    }

    /// Returns what is known about the position on the board. If nothing is, it is
    /// put on the stack, unless there are too many positions already.
    fn enter(
        &self,
        board: &mut Board,
        length: u16,
        stack: &mut Vec<OpenPosition>,
    ) -> Option<Option<bool>> {
        if length == 0 {
            return Some(Some(board.attacker_hand().is_empty()));
        }
        let known = self.seen.get(&key(board)).copied();
        if known.is_none() {
            if self.seen.len() + stack.len() >= self.most {
                return None;
            }
            stack.push(OpenPosition::new(board, length));
        }
        Some(known)
    }

    /// Returns the next of the attacker's shortest mates or the defender's longest
    /// defences; `None` if the nodes do not suffice.
    fn next_best(&mut self, board: &mut Board, node: &mut OpenPosition) -> Option<Option<Move>> {
        while let Some(mv) = node.moves.pop() {
            let best = if node.attacks {
                self.check.mates_within(board, mv, node.length - 1)?
            } else {
                match node.length.checked_sub(3) {
                    None => true,
                    Some(less) => !self.check.mates_within(board, mv, less)?,
                }
            };
            if best {
                return Some(Some(mv));
            }
        }
        Some(None)
    }
}
