//! Writing the refutation section.

use super::index::IndexEntry;
use super::{BuildError, KnownRefutation, SectionWriter, Strategy, WrongAnswer};
use crate::claim::Depth;
use crate::encoding::{Continuation, encode_hand, encode_move};
use crate::rules::{ATTACKER, DEFENDER, HandCounts};
use crate::verify::DEEPEST;
use kemuri_core::Move;
use std::io::Write;

/// A position of the attacker whose checks are being written; as in the verifier.
struct ChecksToWrite {
    start: usize,
    next: usize,
    needed: Depth,
    hand: HandCounts,
    moves_to_undo: u8,
}

impl<S: Strategy, W: Write> SectionWriter<'_, '_, S, W> {
    /// Writes that the position is no mate within `depth`.
    pub(super) fn refutation(&mut self, depth: Depth) -> Result<(), BuildError<S::Error>> {
        let mut levels: Vec<ChecksToWrite> = Vec::new();
        if self.position.attacker_to_move() {
            levels.push(self.refutation_entry(None, depth, 0)?);
        } else if depth == Depth::Plies(0) {
            if !self.position.has_reply() {
                return Err(self.bad(WrongAnswer::Mates));
            }
        } else {
            let needed = depth.after(1);
            let reply = self.ask_reply(needed)?;
            self.make(reply);
            levels.push(self.refutation_entry(Some(reply), needed, 1)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&check) = self.moves.get(level.next) else {
                self.moves.truncate(level.start);
                let (hand, moves_to_undo) = (level.hand, level.moves_to_undo);
                levels.pop();
                self.open.leave(self.position.key());
                self.set_hand(hand);
                for _ in 0..moves_to_undo {
                    self.undo();
                }
                continue;
            };
            level.next += 1;
            let needed = level.needed;
            self.make(check);
            if let Some((reply, number)) = self.covered_reply(needed) {
                self.output
                    .word(encode_move(reply) | Continuation::Known.bits() << 14)?;
                self.output.number(self.back(number))?;
                self.undo();
                continue;
            }
            if levels.len() >= DEEPEST {
                return Err(BuildError::TooDeep);
            }
            let reply = self.ask_reply(needed)?;
            self.make(reply);
            levels.push(self.refutation_entry(Some(reply), needed, 2)?);
        }
        Ok(())
    }

    fn ask_reply(&mut self, needed: Depth) -> Result<Move, BuildError<S::Error>> {
        let reply = self.strategy.reply(needed).map_err(BuildError::Strategy)?;
        if !self.position.is_legal_reply(reply) {
            return Err(self.bad(WrongAnswer::Reply));
        }
        Ok(reply)
    }

    /// Returns a reply that leads to a sufficient entry, and the number of the entry:
    /// of several the one written last.
    fn covered_reply(&mut self, needed: Depth) -> Option<(Move, u64)> {
        let hand = self.position.hand(ATTACKER);
        let start = self.moves.len();
        self.position.for_each_reply(|reply| self.moves.push(reply));
        let replies = &self.moves[start..];
        let key = |reply: &Move| self.position.key_after(*reply);
        self.index.prefetch(replies.iter().map(key));
        let mut best: Option<(Move, u64)> = None;
        for reply in replies {
            let key = key(reply);
            for known in self.index.of(key).chain(self.open.of(key)) {
                if known.refutes(hand, needed) && best.is_none_or(|(_, n)| n < known.number) {
                    best = Some((*reply, known.number));
                }
            }
        }
        self.moves.truncate(start);
        best
    }

    /// Writes an entry that must have the depth `needed`, with the reply that led to
    /// it, and lists its checks.
    fn refutation_entry(
        &mut self,
        reply: Option<Move>,
        needed: Depth,
        moves_to_undo: u8,
    ) -> Result<ChecksToWrite, BuildError<S::Error>> {
        let hand = self.position.hand(ATTACKER);
        let refutation = self.ask_refutation(needed)?;
        self.write_refutation(reply, needed, refutation)?;
        let KnownRefutation {
            hand: disproof,
            depth,
        } = refutation;
        self.set_hand(disproof);
        let key = self.position.key();
        let entry = IndexEntry {
            hand: disproof,
            plies: depth.number(),
            number: self.count,
        };
        self.index.add(key, entry, |old| {
            old.plies <= entry.plies && disproof.covers(old.hand)
        });
        self.open.enter(key, entry);
        self.begin()?;
        let start = self.list_checks(depth)?;
        Ok(ChecksToWrite {
            start,
            next: start,
            needed: depth.after(2),
            hand,
            moves_to_undo,
        })
    }

    fn ask_refutation(&mut self, needed: Depth) -> Result<KnownRefutation, BuildError<S::Error>> {
        let answer = self.strategy.refutation(needed);
        let refutation = answer.map_err(BuildError::Strategy)?;
        let KnownRefutation { hand, depth } = refutation;
        let even = matches!(depth, Depth::Plies(n) if n % 2 == 0);
        let possible =
            hand.covers(self.position.hand(ATTACKER)) && self.position.both_hands().covers(hand);
        if !possible || depth < needed || even {
            return Err(self.bad(WrongAnswer::Bounds));
        }
        Ok(refutation)
    }

    /// Writes the reply that leads to an entry, and how the entry differs from what
    /// is needed.
    fn write_refutation(
        &mut self,
        reply: Option<Move>,
        needed: Depth,
        KnownRefutation { hand, depth }: KnownRefutation,
    ) -> Result<(), BuildError<S::Error>> {
        let current = self.position.hand(ATTACKER);
        let next = match (hand != current, depth != needed) {
            (_, true) => Continuation::HandAndDepth,
            (true, false) => Continuation::Hand,
            (false, false) => Continuation::Plain,
        };
        match reply {
            Some(reply) => self.output.word(encode_move(reply) | next.bits() << 14)?,
            None => self.output.bytes(&[next.bits() as u8])?,
        }
        if next != Continuation::Plain {
            let more = hand.without(current).unwrap_or_default();
            let number = encode_hand(more, self.position.hand(DEFENDER));
            self.output.number(number)?;
        }
        if next == Continuation::HandAndDepth {
            self.output.number(match (depth, needed) {
                (Depth::Plies(depth), Depth::Plies(least)) => u64::from(depth - least) / 2 + 1,
                _ => 0,
            })?;
        }
        Ok(())
    }

    /// Lists the checks of an entry of this depth after the moves of the open
    /// levels; none for depth 1, for which nothing is stored.
    fn list_checks(&mut self, depth: Depth) -> Result<usize, BuildError<S::Error>> {
        let start = self.moves.len();
        self.position.for_each_check(|mv| self.moves.push(mv));
        self.moves[start..].sort_unstable();
        if depth <= Depth::Plies(1) {
            for at in start..self.moves.len() {
                if self.position.mates(self.moves[at]) {
                    return Err(self.bad(WrongAnswer::Mates));
                }
            }
            self.moves.truncate(start);
        }
        Ok(start)
    }
}
