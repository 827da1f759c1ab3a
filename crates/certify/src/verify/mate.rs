//! The mate section: a move in each position of the attacker, all replies in each
//! position of the defender, and a rank that falls by two.

use super::{SectionReader, StoredEntry};
use crate::encoding::{HAND_FOLLOWS, RANK_FOLLOWS, decode_hand, decode_move};
use crate::error::{FaultKind, VerifyError};
use crate::rules::{ATTACKER, HandCounts, is_pawn_drop};
use std::io::Read;

/// A position of the defender, and which of its replies comes next.
struct RepliesToRead {
    /// Where its replies start among the moves of all levels.
    start: usize,
    /// The next reply.
    next: usize,
    /// The rank that the positions after the replies may have.
    allowed: u16,
    /// The attacker's hand before the proof hand took its place; `None` at a
    /// root where the defender is to move.
    hand: Option<HandCounts>,
}

impl<R: Read> SectionReader<'_, '_, R> {
    /// Verifies that the position is a mate within `length` plies.
    pub(super) fn mate(&mut self, length: u16) -> Result<(), VerifyError> {
        let mut levels = Vec::new();
        if self.position.attacker_to_move() {
            levels.push(self.mate_entry(length)?);
        } else {
            levels.push(self.replies(length, None)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&reply) = self.moves.get(level.next) else {
                self.moves.truncate(level.start);
                // Back to the position before the attacker's move ...
                if let Some(hand) = level.hand {
                    self.position.undo();
                    self.position.set_hand(hand);
                }
                levels.pop();
                // ... and before the reply that led to it.
                if !levels.is_empty() {
                    self.position.undo();
                }
                continue;
            };
            level.next += 1;
            let allowed = level.allowed;
            self.links += 1;
            match self.number()? {
                0 => {
                    self.check_depth(levels.len())?;
                    self.position.make(reply);
                    levels.push(self.mate_entry(allowed)?);
                }
                back => {
                    let (entry, found) = self.referred(reply, back)?;
                    let mv = self.seen(reply);
                    // The defender's move leaves the attacker's hand as it is.
                    if !self.position.hand(ATTACKER).covers(found.hand()) {
                        return Err(self.fault(FaultKind::OtherHand { mv, entry }));
                    }
                    if found.plies > u32::from(allowed) {
                        return Err(self.fault(FaultKind::TooSlow {
                            mv,
                            entry,
                            has: found.plies as u16,
                            wants: allowed,
                        }));
                    }
                }
            }
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
        let mut rank = u64::from(allowed);
        if word & RANK_FOLLOWS != 0 {
            let less = self.number()?.checked_mul(2);
            rank = match less.and_then(|less| rank.checked_sub(less)) {
                Some(rank) => rank,
                None => return Err(self.fault(FaultKind::Rank)),
            };
        }
        let Some(mv) = decode_move(word) else {
            return Err(self.fault(FaultKind::NoMove { word }));
        };
        self.remember(StoredEntry::new(self.position.key(), proof, rank as u32))?;
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
        let level = self.replies(rank as u16 - 1, Some(hand))?;
        if level.next == self.moves.len() && is_pawn_drop(mv) {
            return Err(self.fault(FaultKind::PawnDropMate { mv: seen }));
        }
        Ok(level)
    }

    /// Lists the replies of the defender, who is to be mated within `plies`.
    fn replies(
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
