//! The mate section: a move in each position of the attacker, all replies in each
//! position of the defender, and a rank that falls by two.

use super::{SectionReader, StoredEntry};
use crate::encoding::{HAND_FOLLOWS, RANK_FOLLOWS, decode_hand, decode_move};
use crate::error::{FaultKind, VerifyError};
use crate::rules::{ATTACKER, HandCounts, is_pawn_drop};
use kemuri_core::Move;
use std::io::Read;

/// A position of the defender, and which of its replies comes next.
pub(super) struct RepliesToRead {
    /// Where its replies start among the moves of all levels.
    pub(super) start: usize,
    /// The next reply.
    pub(super) next: usize,
    /// The rank that the positions after the replies may have.
    pub(super) allowed: u16,
    /// The attacker's hand before the proof hand took its place; `None` at a
    /// root where the defender is to move.
    pub(super) hand: Option<HandCounts>,
}

impl<R: Read> SectionReader<'_, '_, R> {
    /// Verifies that the position is a mate within `length` plies.
    pub(super) fn mate(&mut self, length: u16) -> Result<(), VerifyError> {
        let mut levels = Vec::new();
        self.make_room(&mut levels)?;
        if self.position.attacker_to_move() {
            levels.push(self.mate_entry(length)?);
        } else {
            levels.push(self.replies(length, None)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&reply) = self.moves.get(level.next) else {
                self.end_replies(&mut levels);
                continue;
            };
            level.next += 1;
            let allowed = level.allowed;
            self.links += 1;
            match self.number()? {
                0 => {
                    self.make_room(&mut levels)?;
                    self.position.make(reply);
                    levels.push(self.mate_entry(allowed)?);
                }
                back => self.check_mate_reference(reply, back, allowed)?,
            }
        }
        Ok(())
    }

    /// Goes back from a position whose replies were all read.
    pub(super) fn end_replies(&mut self, levels: &mut Vec<RepliesToRead>) {
        let Some(level) = levels.pop() else { return };
        self.moves.truncate(level.start);
        // To the position before the attacker's move ...
        if let Some(hand) = level.hand {
            self.position.undo();
            self.position.set_hand(hand);
        }
        // ... and before the reply that led to it.
        if !levels.is_empty() {
            self.position.undo();
        }
    }

    /// Checks that the entry referred to covers the position after `reply`.
    fn check_mate_reference(
        &self,
        reply: Move,
        back: u64,
        allowed: u16,
    ) -> Result<(), VerifyError> {
        let (entry, found) = self.referred(reply, back)?;
        let mv = self.seen(reply);
        // The defender's move leaves the attacker's hand as it is.
        if !self.position.hand(ATTACKER).covers(found.hand()) {
            return Err(self.fault(FaultKind::OtherHand { mv, entry }));
        }
        if found.plies() > u32::from(allowed) {
            return Err(self.fault(FaultKind::TooSlow {
                mv,
                entry,
                has: found.plies() as u16,
                wants: allowed,
            }));
        }
        Ok(())
    }

    /// Reads an entry whose rank may be `allowed`, and makes its move.
    fn mate_entry(&mut self, allowed: u16) -> Result<RepliesToRead, VerifyError> {
        let word = self.word()?;
        let hand = self.position.hand(ATTACKER);
        let mut proof = hand;
        if word & HAND_FOLLOWS != 0 {
            // The pieces that are not needed.
            let number = self.number()?;
            let spare = decode_hand(number, hand);
            let Some(rest) = spare.and_then(|spare| hand.without(spare)) else {
                return Err(self.fault(FaultKind::NoHand { number }));
            };
            proof = rest;
            self.position.set_hand(proof);
        }
        let rank = self.rank(word, allowed)?;
        let Some(mv) = decode_move(word) else {
            return Err(self.fault(FaultKind::NoMove { word }));
        };
        self.remember(StoredEntry::new(self.position.key(), proof, rank.into()))?;
        let seen = self.seen(mv);
        if rank < 1 {
            return Err(self.fault(FaultKind::Rank));
        }
        if !self.position.is_legal_attack(mv) {
            return Err(self.fault(FaultKind::IllegalMove { mv: seen }));
        }
        self.position.make(mv);
        if !self.position.in_check() {
            return Err(self.fault(FaultKind::NoCheck { mv: seen }));
        }
        let level = self.replies(rank - 1, Some(hand))?;
        if level.next == self.moves.len() && is_pawn_drop(mv) {
            return Err(self.fault(FaultKind::PawnDropMate { mv: seen }));
        }
        Ok(level)
    }

    /// Reads the rank of an entry whose rank may be `allowed`.
    pub(super) fn rank(&mut self, word: u16, allowed: u16) -> Result<u16, VerifyError> {
        if word & RANK_FOLLOWS == 0 {
            return Ok(allowed);
        }
        let less = self.number()?.checked_mul(2);
        let rank = less.and_then(|less| u64::from(allowed).checked_sub(less));
        // It is at most what is allowed.
        rank.map(|rank| rank as u16)
            .ok_or_else(|| self.fault(FaultKind::Rank))
    }

    /// Lists the replies of the defender, who is to be mated within `plies`.
    pub(super) fn replies(
        &mut self,
        plies: u16,
        hand: Option<HandCounts>,
    ) -> Result<RepliesToRead, VerifyError> {
        let start = self.moves.len();
        self.position.for_each_reply(|mv| self.moves.push(mv));
        let replies = &mut self.moves[start..];
        replies.sort_unstable();
        if let (Some(&reply), 0) = (replies.first(), plies) {
            let reply = self.seen(reply);
            return Err(self.fault(FaultKind::NotMate { reply }));
        }
        Ok(RepliesToRead {
            start,
            next: start,
            allowed: plies.saturating_sub(1),
            hand,
        })
    }
}
