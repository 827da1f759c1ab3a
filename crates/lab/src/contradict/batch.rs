//! The positions of a run in batches, each a row of a CSV file.

use super::claim::Claim;
use super::examine::Examination;
use kemuri_oracle::random::{PositionKind, Rng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Positions of a batch. What is lost when a run is killed.
const BATCH: u64 = 200;

/// What came of some positions of one kind. The fields are the columns of
/// `results.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchResult {
    /// The name of the kind.
    pub kind: String,
    /// The number of the first position.
    pub first: u64,
    /// Positions.
    pub positions: u64,
    /// Positions that the brute force decided.
    pub decided: u64,
    /// Of these, mates.
    pub mates: u64,
    /// Of these, positions without a mate.
    pub nomates: u64,
    /// Positions that the brute force did not decide, but Kemuri.
    pub beyond: u64,
    /// Certificates that were verified.
    pub certificates: u64,
    /// Of these, those of positions that the brute force did not decide.
    pub beyond_certified: u64,
    /// Lengths that leave interpositions out and were counted by the rule, too.
    pub by_rule: u64,
    /// Searches.
    pub searches: u64,
    /// Searches without a verdict.
    pub undecided: u64,
    /// Answers of engines.
    pub engines: u64,
    /// Contradictions.
    pub contradictions: u64,
}

impl BatchResult {
    /// Adds a position.
    pub fn add(&mut self, position: &Examination) {
        self.positions += 1;
        match position.oracle {
            Some(claim) => {
                self.decided += 1;
                match claim {
                    Claim::NoMate => self.nomates += 1,
                    _ => self.mates += 1,
                }
            }
            None => {
                self.beyond += u64::from(position.kemuri.is_some());
                self.beyond_certified += u64::from(position.verified > 0);
            }
        }
        self.certificates += position.verified;
        self.by_rule += position.by_rule;
        self.searches += position.searches;
        self.undecided += position.undecided;
        self.engines += position.engines;
        self.contradictions += u64::from(position.contradiction.is_some());
    }

    /// Returns the sums of rows.
    pub fn sum<'r>(rows: impl IntoIterator<Item = &'r Self>) -> Self {
        let mut sum = Self::default();
        for row in rows {
            sum.positions += row.positions;
            sum.decided += row.decided;
            sum.mates += row.mates;
            sum.nomates += row.nomates;
            sum.beyond += row.beyond;
            sum.certificates += row.certificates;
            sum.beyond_certified += row.beyond_certified;
            sum.by_rule += row.by_rule;
            sum.searches += row.searches;
            sum.undecided += row.undecided;
            sum.engines += row.engines;
            sum.contradictions += row.contradictions;
        }
        sum
    }

    /// Returns the positions that no brute force decided.
    pub fn not_compared(&self) -> u64 {
        self.positions - self.decided
    }
}

/// Some positions of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The kind.
    pub kind: PositionKind,
    /// The number of the first position.
    pub first: u64,
    /// How many there are.
    pub positions: u64,
}

/// Hands out the batches of a run that have not been done, all kinds in turn.
pub struct Batches {
    kinds: Vec<PositionKind>,
    /// Positions of all kinds together.
    positions: u64,
    /// Positions done, by kind and first number.
    done: BTreeMap<(PositionKind, u64), u64>,
    kind: usize,
    /// Where the block of the kind goes on.
    next: u64,
    /// Where the block of all kinds begins.
    block: u64,
}

impl Batches {
    /// The batches of so many positions, without those of `rows`.
    pub fn new(kinds: &[PositionKind], positions: u64, rows: &[BatchResult]) -> Self {
        let of = |row: &BatchResult| {
            let (_, kind) = PositionKind::ALL
                .iter()
                .find(|(name, _)| *name == row.kind)?;
            Some(((*kind, row.first), row.positions))
        };
        Self {
            kinds: kinds.to_vec(),
            positions,
            done: rows.iter().filter_map(of).collect(),
            kind: 0,
            next: 0,
            block: 0,
        }
    }

    /// Positions of the kind that has this place in the list.
    fn share(&self, place: usize) -> u64 {
        let kinds = self.kinds.len() as u64;
        self.positions / kinds + u64::from((place as u64) < self.positions % kinds)
    }

    /// The next batch of the current kind in the current block.
    fn of_block(&mut self, kind: PositionKind) -> Option<Batch> {
        let end = (self.block.saturating_add(BATCH)).min(self.share(self.kind));
        while self.next < end {
            match self.done.get(&(kind, self.next)) {
                Some(&done) if done > 0 => self.next = self.next.saturating_add(done),
                _ => {
                    let known = self.done.range((kind, self.next + 1)..).next();
                    let known = known.filter(|((other, _), _)| *other == kind);
                    let end = known.map_or(end, |((_, first), _)| end.min(*first));
                    let first = std::mem::replace(&mut self.next, end);
                    let positions = end - first;
                    return Some(Batch {
                        kind,
                        first,
                        positions,
                    });
                }
            }
        }
        None
    }
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        loop {
            if self.kind >= self.kinds.len() {
                self.kind = 0;
                self.block = self.block.checked_add(BATCH)?;
                self.next = self.block;
            }
            // The first kind has the greatest share.
            if self.block >= self.share(0) {
                return None;
            }
            let kind = self.kinds[self.kind];
            if let Some(batch) = self.of_block(kind) {
                return Some(batch);
            }
            self.kind += 1;
            self.next = self.block;
        }
    }
}

/// Returns the random numbers of one position.
pub fn rng(seed: u64, kind: PositionKind, number: u64) -> Rng {
    // Mixed in turn, so that neighbours have nothing in common.
    let mut state = Rng::new(seed).bits();
    for part in [kind as u64, number] {
        state = Rng::new(state ^ part).bits();
    }
    Rng::new(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(batch: Batch, positions: u64) -> BatchResult {
        BatchResult {
            kind: batch.kind.name().into(),
            first: batch.first,
            positions,
            ..BatchResult::default()
        }
    }

    #[test]
    fn every_position_is_handed_out_once_whatever_was_done_before() {
        let kinds = [PositionKind::Playout, PositionKind::TwoKings];
        let mut rows = Vec::new();
        // Runs that are cut off, and then go on for more positions.
        for (positions, cut) in [(501, 2), (501, 3), (900, 3), (1301, usize::MAX)] {
            let batches: Vec<Batch> = Batches::new(&kinds, positions, &rows).collect();
            for (number, &batch) in batches.iter().take(cut).enumerate() {
                // The last one is stopped in the middle.
                let whole = number + 1 < cut;
                rows.push(row(batch, if whole { batch.positions } else { 7 }));
            }
        }
        assert_eq!(Batches::new(&kinds, 1301, &rows).next(), None);
        for (kind, share) in [(kinds[0], 651), (kinds[1], 650)] {
            let mut numbers: Vec<u64> = (rows.iter())
                .filter(|row| row.kind == kind.name())
                .flat_map(|row| row.first..row.first + row.positions)
                .collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..share).collect::<Vec<_>>(), "{kind:?}");
        }
    }

    #[test]
    fn no_end_of_positions_is_no_problem() {
        let kinds = PositionKind::ALL.map(|(_, kind)| kind);
        let batches = Batches::new(&kinds, u64::MAX, &[]);
        let last = batches.take(8).last().unwrap();
        assert_eq!((last.kind, last.first), (kinds[0], BATCH));
    }
}
