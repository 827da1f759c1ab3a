//! The numbers of each generation.

use crate::position_file::TALLIES;
use kemuri_judge::extension::Decision;

/// The numbers of one generation: the problems of one length. Files store them in
/// this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Tally {
    /// Problems of the generation before from which any un-move leads back.
    pub fertile: u64,
    /// Un-moves of all of them.
    pub unmoves: u64,
    /// Different positions among these, mirror images being the same.
    pub candidates: u64,
    /// Candidates that are sound, those with an equal defence included if the
    /// condition allows them.
    pub sound: u64,
    /// Candidates that are sound, with another defence as long as the main
    /// line that leaves the attacker nothing.
    pub equal: u64,
    /// Candidates in which another check mates.
    pub cook: u64,
    /// Candidates in which a defence escapes.
    pub escape: u64,
    /// Candidates in which a defence lasts longer.
    pub longer: u64,
    /// Candidates that are not decided.
    pub open: u64,
    /// Sound ones without an equal defence anywhere in the main line.
    pub strict: u64,
    /// Sound ones that are finished problems of the condition.
    pub finished: u64,
    /// Finished ones without an equal defence anywhere in the main line.
    pub finished_strict: u64,
}

impl Tally {
    /// Un-moves that led to a position found before.
    pub fn duplicates(&self) -> u64 {
        self.unmoves - self.candidates
    }

    pub(super) fn count(&mut self, decision: Decision) {
        *match decision {
            Decision::Sound => return,
            Decision::Equal => &mut self.equal,
            Decision::Cook => &mut self.cook,
            Decision::Escape => &mut self.escape,
            Decision::Longer => &mut self.longer,
            Decision::Open => &mut self.open,
        } += 1;
    }

    /// Returns the numbers in the order of the fields.
    pub(super) fn to_array(self) -> [u64; TALLIES] {
        bytemuck::cast(self)
    }

    /// The inverse of [`Tally::to_array`].
    pub(super) fn from_array(array: [u64; TALLIES]) -> Self {
        bytemuck::cast(array)
    }
}
