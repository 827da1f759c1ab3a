//! Writing the mate section.

use super::index::IndexEntry;
use super::{BuildError, KnownMate, SectionWriter, Strategy, WrongAnswer};
use crate::encoding::{HAND_FOLLOWS, RANK_FOLLOWS, encode_hand, encode_move};
use crate::rules::{ATTACKER, HandCounts, is_pawn_drop};
use crate::verify::DEEPEST;
use std::io::Write;

/// A position of the defender whose replies are being written; as in the verifier.
struct RepliesToWrite {
    start: usize,
    next: usize,
    allowed: u16,
    hand: Option<HandCounts>,
}

impl<S: Strategy, W: Write> SectionWriter<'_, '_, S, W> {
    /// Writes that the position is a mate within `length` plies.
    pub(super) fn mate(&mut self, length: u16) -> Result<(), BuildError<S::Error>> {
        let mut levels = Vec::new();
        if self.position.attacker_to_move() {
            levels.push(self.mate_entry(length)?);
        } else {
            levels.push(self.replies(length, None)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&reply) = self.moves.get(level.next) else {
                self.moves.truncate(level.start);
                let hand = level.hand;
                levels.pop();
                if let Some(hand) = hand {
                    self.undo();
                    self.set_hand(hand);
                }
                if !levels.is_empty() {
                    self.undo();
                }
                continue;
            };
            level.next += 1;
            let allowed = level.allowed;
            let hand = self.position.hand(ATTACKER);
            let known = self.index.of(self.position.key_after(reply));
            let nearest = known
                .filter(|entry| entry.mates(hand, allowed))
                .map(|entry| entry.number)
                .max();
            if let Some(number) = nearest {
                self.output.number(self.back(number))?;
                continue;
            }
            if levels.len() >= DEEPEST {
                return Err(BuildError::TooDeep);
            }
            self.output.number(0)?;
            self.make(reply);
            levels.push(self.mate_entry(allowed)?);
        }
        Ok(())
    }

    /// Writes an entry whose rank may be `allowed`, and makes its move.
    fn mate_entry(&mut self, allowed: u16) -> Result<RepliesToWrite, BuildError<S::Error>> {
        let hand = self.position.hand(ATTACKER);
        let KnownMate { hand: proof, rank } =
            self.strategy.mate(allowed).map_err(BuildError::Strategy)?;
        let Some(spare) = hand.without(proof) else {
            return Err(self.bad(WrongAnswer::Bounds));
        };
        if rank > allowed || rank % 2 == 0 {
            return Err(self.bad(WrongAnswer::Bounds));
        }
        self.set_hand(proof);
        let mv = self
            .strategy
            .mating_move(rank)
            .map_err(BuildError::Strategy)?;
        if !self.position.is_legal_check(mv) {
            return Err(self.bad(WrongAnswer::Attack));
        }
        let mut word = encode_move(mv);
        if proof != hand {
            word |= HAND_FOLLOWS;
        }
        if rank != allowed {
            word |= RANK_FOLLOWS;
        }
        self.output.word(word)?;
        if proof != hand {
            self.output.number(encode_hand(spare, hand))?;
        }
        if rank != allowed {
            self.output.number(u64::from((allowed - rank) / 2))?;
        }
        let entry = IndexEntry {
            hand: proof,
            plies: rank.into(),
            number: self.count,
        };
        let key = self.position.key();
        self.index.add(key, entry, |old| {
            old.plies >= entry.plies && old.hand.covers(proof)
        });
        self.begin()?;
        self.make(mv);
        let level = self.replies(rank - 1, Some(hand))?;
        if level.next == self.moves.len() && is_pawn_drop(mv) {
            return Err(self.bad(WrongAnswer::Attack));
        }
        Ok(level)
    }

    /// Lists the replies of the defender, who is to be mated within `plies`.
    fn replies(
        &mut self,
        plies: u16,
        hand: Option<HandCounts>,
    ) -> Result<RepliesToWrite, BuildError<S::Error>> {
        let start = self.moves.len();
        self.position.for_each_reply(|mv| self.moves.push(mv));
        self.moves[start..].sort_unstable();
        if plies == 0 && self.moves.len() > start {
            return Err(self.bad(WrongAnswer::LastMove));
        }
        Ok(RepliesToWrite {
            start,
            next: start,
            allowed: plies.saturating_sub(1),
            hand,
        })
    }
}
