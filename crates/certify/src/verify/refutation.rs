//! The refutation section: for each of the attacker's checks a reply that leads
//! back into the set of positions without a mate.

use super::{Entry, Walk};
use crate::claim::Depth;
use crate::code::{Next, decode_hand, decode_move};
use crate::fault::{Flaw, Malformed, VerifyError};
use crate::rules::{ATTACKER, DEFENDER};
use kemuri_core::{Hand, Move};
use std::io::Read;

/// An attacker's position whose checks are being gone through.
struct Level {
    /// Where its checks start among the moves of all levels.
    start: usize,
    /// The next check.
    next: usize,
    /// What the positions after the replies must stand.
    needed: Depth,
    /// The attacker's hand before the disproof hand took its place.
    hand: Hand,
    /// Moves to take back on leaving: none at the root, a reply at a root
    /// where the defender is to move, else a check and a reply.
    led_here: u8,
}

/// How a depth is kept in an entry.
const FOREVER: u32 = u32::MAX;

fn depth_of(plies: u32) -> Depth {
    match u16::try_from(plies) {
        Ok(n) => Depth::Plies(n),
        Err(_) => Depth::Forever,
    }
}

impl<R: Read> Walk<'_, '_, R> {
    /// Verifies that the position stands `depth`.
    pub(super) fn refutation(&mut self, depth: Depth) -> Result<(), VerifyError> {
        let mut levels: Vec<Level> = Vec::new();
        if self.position.attacker_to_move() {
            let next = match self.byte()? {
                bits @ 1..=3 => Next::from_bits(bits.into()),
                _ => {
                    let offset = self.input.offset() - 1;
                    return Err(Malformed::NoSection { offset }.into());
                }
            };
            levels.push(self.refutation_entry(next, depth, 0)?);
        } else if depth == Depth::Plies(0) {
            if !self.position.has_reply() {
                return Err(self.fault(Flaw::Mated));
            }
        } else {
            let needed = match depth {
                Depth::Plies(n) => Depth::Plies(n - 1),
                Depth::Forever => Depth::Forever,
            };
            levels.extend(self.reply(needed, 1)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&check) = self.moves.get(level.next) else {
                self.moves.truncate(level.start);
                self.position.set_hand(level.hand);
                for _ in 0..level.led_here {
                    self.position.undo();
                }
                levels.pop();
                continue;
            };
            level.next += 1;
            let needed = level.needed;
            self.links += 1;
            self.position.make(check);
            match self.reply(needed, 2)? {
                Some(level) => {
                    self.check_depth(levels.len())?;
                    levels.push(level);
                }
                None => self.position.undo(),
            }
        }
        Ok(())
    }

    /// Reads a reply of the defender, who is in check, and what covers the
    /// position after it; a new entry is entered.
    fn reply(&mut self, needed: Depth, led_here: u8) -> Result<Option<Level>, VerifyError> {
        let word = self.word()?;
        let Some(mv) = decode_move(word) else {
            return Err(self.fault(Flaw::NoMove { word }));
        };
        if !self.position.is_legal_reply(mv) {
            let mv = self.seen(mv);
            return Err(self.fault(Flaw::IllegalReply { mv }));
        }
        match Next::from_bits(word >> 14) {
            Next::Known => {
                let back = self.number()?;
                self.stands(mv, back, needed)?;
                Ok(None)
            }
            next => {
                self.position.make(mv);
                self.refutation_entry(next, needed, led_here).map(Some)
            }
        }
    }

    /// Checks that the entry referred to covers the position after `mv`.
    fn stands(&mut self, mv: Move, back: u64, needed: Depth) -> Result<(), VerifyError> {
        let (entry, found) = self.referred(mv, back)?;
        if !found.hand().contains(self.position.hand(ATTACKER)) {
            let mv = self.seen(mv);
            return Err(self.fault(Flaw::OtherHand { mv, entry }));
        }
        let has = depth_of(found.plies);
        if has < needed {
            return Err(self.fault(Flaw::TooShort {
                mv: self.seen(mv),
                entry,
                has,
                wants: needed,
            }));
        }
        Ok(())
    }

    /// Reads an entry that must stand `needed`, and lists its checks.
    fn refutation_entry(
        &mut self,
        next: Next,
        needed: Depth,
        led_here: u8,
    ) -> Result<Level, VerifyError> {
        let hand = self.position.hand(ATTACKER);
        let mut disproof = hand;
        if matches!(next, Next::Hand | Next::HandAndDepth) {
            // The pieces that would not help either.
            let number = self.number()?;
            let Some(more) = decode_hand(number, self.position.hand(DEFENDER)) else {
                return Err(self.fault(Flaw::NoHand { number }));
            };
            disproof = hand.union(more);
            self.position.set_hand(disproof);
        }
        let depth = match (next, needed) {
            (Next::HandAndDepth, Depth::Plies(least)) => match self.number()? {
                0 => Depth::Forever,
                more => {
                    let depth = (more - 1).checked_mul(2);
                    let depth = depth.and_then(|d| d.checked_add(u64::from(least)));
                    match depth.and_then(|d| u16::try_from(d).ok()) {
                        Some(depth) => Depth::Plies(depth),
                        None => return Err(self.fault(Flaw::Depth)),
                    }
                }
            },
            (Next::HandAndDepth, Depth::Forever) | (Next::Known, _) => {
                return Err(self.fault(Flaw::Depth));
            }
            _ => needed,
        };
        let plies = match depth {
            Depth::Plies(n) => u32::from(n),
            Depth::Forever => FOREVER,
        };
        self.remember(Entry::new(self.position.key(), disproof, plies))?;
        let start = self.moves.len();
        self.position.for_each_check(|mv| self.moves.push(mv));
        self.moves[start..].sort_unstable();
        if depth <= Depth::Plies(1) {
            // Nothing is stored: no check mates, and that is all there is to it.
            for at in start..self.moves.len() {
                let mv = self.moves[at];
                if self.position.mates(mv) {
                    let mv = self.seen(mv);
                    return Err(self.fault(Flaw::Mates { mv }));
                }
            }
            self.links += (self.moves.len() - start) as u64;
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
