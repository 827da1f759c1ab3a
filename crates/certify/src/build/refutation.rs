//! Writing the refutation section.

use super::index::{Known, plies_of};
use super::{Answer, BuildError, Refutation, Strategy, Walk};
use crate::claim::Depth;
use crate::code::{Next, encode_hand, encode_move};
use crate::rules::{ATTACKER, DEFENDER};
use crate::verify::DEEPEST;
use kemuri_core::{Hand, Move};
use std::io::Write;

/// An attacker's position whose checks are being written; as in the verifier.
struct Level {
    start: usize,
    next: usize,
    needed: Depth,
    hand: Hand,
    led_here: u8,
}

impl<S: Strategy, W: Write> Walk<'_, '_, S, W> {
    /// Writes that the position stands `depth`.
    pub(super) fn refutation(&mut self, depth: Depth) -> Result<(), BuildError<S::Error>> {
        let mut levels: Vec<Level> = Vec::new();
        if self.position.attacker_to_move() {
            levels.push(self.refutation_entry(None, depth, 0)?);
        } else if depth == Depth::Plies(0) {
            if !self.position.has_reply() {
                return Err(self.bad(Answer::Mates));
            }
        } else {
            let needed = match depth {
                Depth::Plies(n) => Depth::Plies(n - 1),
                Depth::Forever => Depth::Forever,
            };
            let reply = self.ask_reply(needed)?;
            self.make(reply);
            levels.push(self.refutation_entry(Some(reply), needed, 1)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&check) = self.moves.get(level.next) else {
                self.moves.truncate(level.start);
                let (hand, led_here) = (level.hand, level.led_here);
                levels.pop();
                self.path.leave(self.position.key());
                self.set_hand(hand);
                for _ in 0..led_here {
                    self.undo();
                }
                continue;
            };
            level.next += 1;
            let needed = level.needed;
            self.make(check);
            if let Some((reply, number)) = self.covered_reply(needed) {
                self.output
                    .word(encode_move(reply) | Next::Known.bits() << 14)?;
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
            return Err(self.bad(Answer::Reply));
        }
        Ok(reply)
    }

    /// The reply that leads to the entry written last, of all that lead to one
    /// that is good enough.
    fn covered_reply(&mut self, needed: Depth) -> Option<(Move, u64)> {
        let hand = self.position.hand(ATTACKER);
        let start = self.moves.len();
        self.position.for_each_reply(|reply| self.moves.push(reply));
        let replies = &self.moves[start..];
        let key = |reply: &Move| self.position.key_after(*reply);
        self.index.warm(replies.iter().map(key));
        let mut best: Option<(Move, u64)> = None;
        for reply in replies {
            let key = key(reply);
            for known in self.index.of(key).chain(self.path.of(key)) {
                if known.stands(hand, needed) && best.is_none_or(|(_, n)| n < known.number) {
                    best = Some((*reply, known.number));
                }
            }
        }
        self.moves.truncate(start);
        best
    }

    /// Writes an entry that must stand `needed`, with the reply that led to it,
    /// and lists its checks.
    fn refutation_entry(
        &mut self,
        reply: Option<Move>,
        needed: Depth,
        led_here: u8,
    ) -> Result<Level, BuildError<S::Error>> {
        let hand = self.position.hand(ATTACKER);
        let rest = self.position.hand(DEFENDER);
        let Refutation {
            hand: disproof,
            depth,
        } = self
            .strategy
            .refutation(needed)
            .map_err(BuildError::Strategy)?;
        let odd = !matches!(depth, Depth::Plies(n) if n % 2 == 0);
        let both = self.position.both_hands();
        if !disproof.contains(hand) || !both.contains(disproof) || depth < needed || !odd {
            return Err(self.bad(Answer::Bounds));
        }
        let next = match (disproof != hand, depth != needed) {
            (_, true) => Next::HandAndDepth,
            (true, false) => Next::Hand,
            (false, false) => Next::Plain,
        };
        match reply {
            Some(reply) => self.output.word(encode_move(reply) | next.bits() << 14)?,
            None => self.output.bytes(&[next.bits() as u8])?,
        }
        if next != Next::Plain {
            let more = encode_hand(disproof.difference(hand), rest);
            self.output.number(more)?;
        }
        if next == Next::HandAndDepth {
            self.output.number(match (depth, needed) {
                (Depth::Plies(depth), Depth::Plies(least)) => u64::from(depth - least) / 2 + 1,
                _ => 0,
            })?;
        }
        self.set_hand(disproof);
        let key = self.position.key();
        let entry = Known {
            hand: disproof,
            plies: plies_of(depth),
            number: self.count,
        };
        self.index.add(key, entry, |old| {
            old.plies <= entry.plies && disproof.contains(old.hand)
        });
        self.path.enter(key, entry);
        self.begin()?;

        let start = self.moves.len();
        self.position.for_each_check(|mv| self.moves.push(mv));
        self.moves[start..].sort_unstable();
        if depth <= Depth::Plies(1) {
            for at in start..self.moves.len() {
                if self.position.mates(self.moves[at]) {
                    return Err(self.bad(Answer::Mates));
                }
            }
            self.moves.truncate(start);
        }
        Ok(Level {
            start,
            next: start,
            needed: depth.two_less(),
            hand,
            led_here,
        })
    }
}
