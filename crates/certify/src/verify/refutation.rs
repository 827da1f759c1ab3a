//! The refutation section: for each check a reply that leads to an entry again.

use super::{SectionReader, StoredEntry};
use crate::claim::Depth;
use crate::encoding::{Continuation, decode_hand, decode_move};
use crate::error::{FaultKind, Malformed, VerifyError};
use crate::rules::{ATTACKER, DEFENDER, HandCounts};
use kemuri_core::Move;
use std::io::Read;

/// A position of the attacker, and which of its checks comes next.
pub(super) struct ChecksToRead {
    /// Where its checks start among the moves of all levels.
    pub(super) start: usize,
    /// The next check.
    pub(super) next: usize,
    /// The depth that the positions after the replies must have.
    pub(super) needed: Depth,
    /// The attacker's hand before the disproof hand took its place.
    pub(super) hand: HandCounts,
    /// Moves to undo at the end: none at the root, a reply at a root where the
    /// defender is to move, else a check and a reply.
    pub(super) moves_to_undo: u8,
}

impl<R: Read> SectionReader<'_, '_, R> {
    /// Verifies that the position is no mate within `depth`.
    pub(super) fn refutation(&mut self, depth: Depth) -> Result<(), VerifyError> {
        let mut levels: Vec<ChecksToRead> = Vec::new();
        self.make_room(&mut levels)?;
        if self.position.attacker_to_move() {
            let next = self.root_continuation()?;
            levels.push(self.refutation_entry(next, depth, 0)?);
        } else if depth == Depth::Plies(0) {
            if !self.position.has_reply() {
                return Err(self.fault(FaultKind::Mated));
            }
        } else {
            levels.extend(self.reply(depth.after(1), 1)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&check) = self.moves.get(level.next) else {
                self.end_checks(&mut levels);
                continue;
            };
            level.next += 1;
            let needed = level.needed;
            self.links += 1;
            self.position.make(check);
            match self.reply(needed, 2)? {
                Some(level) => {
                    self.make_room(&mut levels)?;
                    levels.push(level);
                }
                None => self.position.undo(),
            }
        }
        Ok(())
    }

    /// Reads how the entry of the problem itself is written.
    pub(super) fn root_continuation(&mut self) -> Result<Continuation, VerifyError> {
        match self.byte()? {
            bits @ 1..=3 => Ok(Continuation::from_bits(bits.into())),
            _ => {
                let offset = self.input.offset() - 1;
                Err(Malformed::NoSection { offset }.into())
            }
        }
    }

    /// Goes back from a position whose checks were all read.
    pub(super) fn end_checks(&mut self, levels: &mut Vec<ChecksToRead>) {
        let Some(level) = levels.pop() else { return };
        self.moves.truncate(level.start);
        self.position.set_hand(level.hand);
        for _ in 0..level.moves_to_undo {
            self.position.undo();
        }
    }

    /// Reads a reply of the defender, who is in check, and the entry or reference
    /// for the position after it. Returns the level of a new entry.
    fn reply(
        &mut self,
        needed: Depth,
        moves_to_undo: u8,
    ) -> Result<Option<ChecksToRead>, VerifyError> {
        let word = self.word()?;
        let Some(mv) = decode_move(word) else {
            return Err(self.fault(FaultKind::NoMove { word }));
        };
        if !self.position.is_legal_reply(mv) {
            let mv = self.seen(mv);
            return Err(self.fault(FaultKind::IllegalReply { mv }));
        }
        match Continuation::from_bits(word >> 14) {
            Continuation::Known => {
                let back = self.number()?;
                self.check_reference(mv, back, needed)?;
                Ok(None)
            }
            next => {
                self.position.make(mv);
                self.refutation_entry(next, needed, moves_to_undo).map(Some)
            }
        }
    }

    /// Checks that the entry referred to covers the position after `mv`.
    fn check_reference(&mut self, mv: Move, back: u64, needed: Depth) -> Result<(), VerifyError> {
        let (entry, found) = self.referred(mv, back)?;
        if !found.hand().covers(self.position.hand(ATTACKER)) {
            let mv = self.seen(mv);
            return Err(self.fault(FaultKind::OtherHand { mv, entry }));
        }
        let has = Depth::from_number(found.plies());
        if has < needed {
            return Err(self.fault(FaultKind::TooShort {
                mv: self.seen(mv),
                entry,
                has,
                wants: needed,
            }));
        }
        Ok(())
    }

    /// Reads an entry that must have the depth `needed`, and lists its checks.
    fn refutation_entry(
        &mut self,
        next: Continuation,
        needed: Depth,
        moves_to_undo: u8,
    ) -> Result<ChecksToRead, VerifyError> {
        let hand = self.position.hand(ATTACKER);
        let mut disproof = hand;
        if matches!(next, Continuation::Hand | Continuation::HandAndDepth) {
            // The pieces that would not help either.
            let number = self.number()?;
            let Some(more) = decode_hand(number, self.position.hand(DEFENDER)) else {
                return Err(self.fault(FaultKind::NoHand { number }));
            };
            disproof = hand.together(more);
            self.position.set_hand(disproof);
        }
        let depth = match next {
            Continuation::HandAndDepth => self.depth(needed)?,
            Continuation::Known => return Err(self.fault(FaultKind::Depth)),
            Continuation::Plain | Continuation::Hand => needed,
        };
        let entry = StoredEntry::new(self.position.key(), disproof, depth.number());
        self.remember(entry)?;
        let start = self.list_checks();
        if depth <= Depth::Plies(1) {
            self.check_no_mate_in_one(start)?;
        }
        Ok(ChecksToRead {
            start,
            next: start,
            needed: depth.after(2),
            hand,
            moves_to_undo,
        })
    }

    /// Lists the checks of the attacker after the moves of the open levels. Returns where
    /// they start.
    pub(super) fn list_checks(&mut self) -> usize {
        let start = self.moves.len();
        self.position.for_each_check(|mv| self.moves.push(mv));
        self.moves[start..].sort_unstable();
        start
    }

    /// Reads the depth of an entry that must have the depth `needed` at least.
    pub(super) fn depth(&mut self, needed: Depth) -> Result<Depth, VerifyError> {
        let Depth::Plies(least) = needed else {
            return Err(self.fault(FaultKind::Depth));
        };
        let number = self.number()?;
        if number == 0 {
            return Ok(Depth::Forever);
        }
        let more = (number - 1).checked_mul(2);
        let depth = more.and_then(|more| more.checked_add(least.into()));
        match depth.and_then(|depth| u16::try_from(depth).ok()) {
            Some(depth) => Ok(Depth::Plies(depth)),
            None => Err(self.fault(FaultKind::Depth)),
        }
    }

    /// Checks that none of the moves from `start` on mates, and drops them. Nothing
    /// is stored for them.
    fn check_no_mate_in_one(&mut self, start: usize) -> Result<(), VerifyError> {
        for at in start..self.moves.len() {
            let mv = self.moves[at];
            if self.position.mates(mv) {
                let mv = self.seen(mv);
                return Err(self.fault(FaultKind::Mates { mv }));
            }
        }
        self.links += (self.moves.len() - start) as u64;
        self.moves.truncate(start);
        Ok(())
    }
}
