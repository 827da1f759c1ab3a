//! Reads a certificate for the first time, to learn which entries are referred to.
//!
//! Nothing is believed of it. If it is wrong, the certificate is refused, because an
//! entry that is referred to is missing. So it checks no more than it needs to find the
//! entries, and leaves out those that have nothing below them.

use super::refutation::ChecksToRead;
use super::{Marks, Pass, SectionReader, VerifiedCertificate, VerifyError, entries, read};
use crate::claim::{Claim, Depth, Section};
use crate::encoding::{Continuation, HAND_FOLLOWS, decode_hand, decode_move};
use crate::error::FaultKind;
use crate::rules::{ATTACKER, DEFENDER, HandCounts};
use crate::stream::ChecksummedInput;
use crate::watch::Watch;
use kemuri_core::{Budget, Move, Phase, Problem, Progress};
use std::io::Read;

/// Which entries of a certificate are referred to, and so how much memory its
/// verification takes.
pub struct Survey {
    sections: Vec<Marks>,
}

impl Survey {
    /// Reads a certificate for the first time. Of an invalid one it reads as far as
    /// entries can be told apart.
    ///
    /// # Errors
    /// When the source cannot be read, the budget is spent or there is too little memory.
    pub fn of(
        source: impl Read,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Self, VerifyError> {
        let mut input = ChecksummedInput::new(source);
        let watch = Watch::new(Phase::Verifying, super::CHECK_EVERY, budget, on_progress);
        let mut pass = Pass::First(Vec::new());
        match read(&mut input, None, &mut watch.uncharged(), &mut pass) {
            // What is wrong is said when the certificate is verified.
            Ok(_) | Err(VerifyError::Malformed(_) | VerifyError::Wrong(_)) => {}
            Err(error) => return Err(error),
        }
        let mut sections = match pass {
            Pass::First(sections) => sections,
            Pass::Only | Pass::Second(_) => Vec::new(),
        };
        for marks in &mut sections {
            let bytes = marks.bytes();
            marks.count().map_err(|_| VerifyError::Memory { bytes })?;
        }
        Ok(Self { sections })
    }

    /// Returns how many bytes of memory the entries will take.
    pub fn memory(&self) -> u64 {
        // The marks of both sections, and the entries of one at a time.
        let marks = self.sections.iter().map(Marks::bytes).sum::<u64>();
        let kept = self.sections.iter().map(entries::kept_bytes).max();
        marks + kept.unwrap_or_default()
    }

    /// Verifies the certificate as [`verify_within`](super::verify_within) does, and keeps
    /// no more entries in memory than are referred to.
    ///
    /// # Errors
    /// As [`verify_within`](super::verify_within).
    pub fn verify(
        self,
        source: impl Read,
        expected: Option<&Problem>,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<VerifiedCertificate, VerifyError> {
        let pass = Pass::Second(self.sections.into_iter());
        super::verify_pass(source, expected, budget, on_progress, pass)
    }
}

impl<R: Read> SectionReader<'_, '_, R> {
    /// Marks the entries of this section that are referred to.
    pub(super) fn survey(&mut self, claim: Claim) -> Result<(), VerifyError> {
        match (self.section, claim.mate(), claim.refutation()) {
            (Section::Mate, Some(length), _) => self.survey_mate(length),
            (Section::Refutation, _, Some(depth)) => self.survey_refutation(depth),
            _ => Ok(()),
        }
    }

    fn survey_mate(&mut self, length: u16) -> Result<(), VerifyError> {
        let mut levels = Vec::new();
        self.make_room(&mut levels)?;
        if !self.position.attacker_to_move() {
            levels.push(self.replies(length, None)?);
        } else if let Some((mv, hand, rank)) = self.survey_mate_entry(length, None)? {
            levels.push(self.survey_move(mv, hand, rank)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&reply) = self.moves.get(level.next) else {
                self.end_replies(&mut levels);
                continue;
            };
            level.next += 1;
            let allowed = level.allowed;
            match self.number()? {
                0 => {
                    if let Some((mv, hand, rank)) = self.survey_mate_entry(allowed, Some(reply))? {
                        self.make_room(&mut levels)?;
                        levels.push(self.survey_move(mv, hand, rank)?);
                    }
                }
                back => self.entries.mark(back),
            }
        }
        Ok(())
    }

    /// Reads an entry and, unless nothing is below it, makes the reply that leads to it and
    /// takes its hand. Returns its move, the hand before, and its rank.
    fn survey_mate_entry(
        &mut self,
        allowed: u16,
        reply: Option<Move>,
    ) -> Result<Option<(Move, HandCounts, u16)>, VerifyError> {
        let word = self.word()?;
        let spare = match word & HAND_FOLLOWS != 0 {
            true => self.number()?,
            false => 0,
        };
        let rank = self.rank(word, allowed)?;
        self.pass_over()?;
        if rank <= 1 {
            return Ok(None);
        }
        if let Some(reply) = reply {
            self.position.make(reply);
        }
        let hand = self.position.hand(ATTACKER);
        let proof = decode_hand(spare, hand).and_then(|spare| hand.without(spare));
        let proof = proof.ok_or_else(|| self.fault(FaultKind::NoHand { number: spare }))?;
        self.position.set_hand(proof);
        let mv = decode_move(word).ok_or_else(|| self.fault(FaultKind::NoMove { word }))?;
        Ok(Some((mv, hand, rank)))
    }

    /// Makes the move of an entry and lists the replies.
    fn survey_move(
        &mut self,
        mv: Move,
        hand: HandCounts,
        rank: u16,
    ) -> Result<super::mate::RepliesToRead, VerifyError> {
        if !self.position.is_legal_attack(mv) {
            return Err(self.fault(FaultKind::IllegalMove { mv }));
        }
        self.position.make(mv);
        self.replies(rank - 1, Some(hand))
    }

    fn survey_refutation(&mut self, depth: Depth) -> Result<(), VerifyError> {
        let mut levels = Vec::new();
        self.make_room(&mut levels)?;
        if self.position.attacker_to_move() {
            let next = self.root_continuation()?;
            levels.extend(self.survey_refutation_entry(next, depth, &[])?);
        } else if depth != Depth::Plies(0) {
            levels.extend(self.survey_reply(depth.after(1), None)?);
        }
        while let Some(level) = levels.last_mut() {
            let Some(&check) = self.moves.get(level.next) else {
                self.end_checks(&mut levels);
                continue;
            };
            level.next += 1;
            let needed = level.needed;
            if let Some(level) = self.survey_reply(needed, Some(check))? {
                self.make_room(&mut levels)?;
                levels.push(level);
            }
        }
        Ok(())
    }

    /// Reads the reply to a check, and the entry or reference after it.
    fn survey_reply(
        &mut self,
        needed: Depth,
        check: Option<Move>,
    ) -> Result<Option<ChecksToRead>, VerifyError> {
        let word = self.word()?;
        let next = Continuation::from_bits(word >> 14);
        if next == Continuation::Known {
            let back = self.number()?;
            self.entries.mark(back);
            return Ok(None);
        }
        let reply = decode_move(word).ok_or_else(|| self.fault(FaultKind::NoMove { word }))?;
        match check {
            Some(check) => self.survey_refutation_entry(next, needed, &[check, reply]),
            None => self.survey_refutation_entry(next, needed, &[reply]),
        }
    }

    /// Reads an entry and, unless nothing is below it, makes the moves that lead to it and
    /// lists its checks.
    fn survey_refutation_entry(
        &mut self,
        next: Continuation,
        needed: Depth,
        moves: &[Move],
    ) -> Result<Option<ChecksToRead>, VerifyError> {
        let more = match next {
            Continuation::Hand | Continuation::HandAndDepth => self.number()?,
            Continuation::Known | Continuation::Plain => 0,
        };
        let depth = match next {
            Continuation::HandAndDepth => self.depth(needed)?,
            _ => needed,
        };
        self.pass_over()?;
        if depth <= Depth::Plies(1) {
            return Ok(None);
        }
        for &mv in moves {
            if !self.position.attacker_to_move() && !self.position.is_legal_reply(mv) {
                return Err(self.fault(FaultKind::IllegalReply { mv }));
            }
            self.position.make(mv);
        }
        let hand = self.position.hand(ATTACKER);
        let more = decode_hand(more, self.position.hand(DEFENDER))
            .ok_or_else(|| self.fault(FaultKind::NoHand { number: more }))?;
        self.position.set_hand(hand.together(more));
        let start = self.list_checks();
        Ok(Some(ChecksToRead {
            start,
            next: start,
            needed: depth.after(2),
            hand,
            moves_to_undo: moves.len() as u8,
        }))
    }
}
