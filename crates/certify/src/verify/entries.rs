//! The entries of a section that the verifier has read.

use crate::rules::HandCounts;

/// One entry: 24 bytes.
#[derive(Clone, Copy)]
pub(super) struct StoredEntry {
    key: [u64; 2],
    /// [`HandCounts::number`].
    hand: u32,
    /// Rank or depth.
    pub(super) plies: u32,
}

impl StoredEntry {
    pub(super) fn new(key: u128, hand: HandCounts, plies: u32) -> Self {
        Self {
            key: [key as u64, (key >> 64) as u64],
            hand: hand.number(),
            plies,
        }
    }

    #[inline]
    pub(super) fn is_for(&self, key: u128) -> bool {
        self.key == [key as u64, (key >> 64) as u64]
    }

    #[inline]
    pub(super) fn hand(&self) -> HandCounts {
        HandCounts::from_number(self.hand)
    }
}

const CHUNK: usize = 1 << 14;

/// All entries so far, in chunks: growing copies nothing and allocates no more than
/// a chunk too much.
#[derive(Default)]
pub(super) struct Entries {
    chunks: Vec<Vec<StoredEntry>>,
    count: u64,
}

impl Entries {
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn push(&mut self, entry: StoredEntry) {
        if self.count.is_multiple_of(CHUNK as u64) {
            // The first chunk grows as needed: most sections are small.
            let room = if self.chunks.is_empty() { 0 } else { CHUNK };
            self.chunks.push(Vec::with_capacity(room));
        }
        if let Some(last) = self.chunks.last_mut() {
            last.push(entry);
            self.count += 1;
        }
    }

    /// Returns the entry `back` entries back, 1 being the last, and its number from 1.
    #[inline]
    pub(super) fn back(&self, back: u64) -> Option<(u64, StoredEntry)> {
        let index = self.count.checked_sub(back)?;
        let chunk = self.chunks.get(usize::try_from(index).ok()? / CHUNK)?;
        let entry = chunk.get(index as usize % CHUNK)?;
        Some((index + 1, *entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_their_distance() {
        let mut entries = Entries::default();
        assert!(entries.back(0).is_none() && entries.back(1).is_none());
        let count = 3 * CHUNK as u64 + 5;
        for n in 0..count {
            entries.push(StoredEntry::new(
                u128::from(n) << 60,
                HandCounts::NONE,
                n as u32,
            ));
        }
        for back in [1, 2, 5, 6, CHUNK as u64, count - 1, count] {
            let (number, entry) = entries.back(back).expect("an entry");
            assert_eq!(number, count - back + 1);
            assert!(entry.is_for(u128::from(count - back) << 60));
            assert!(!entry.is_for(u128::from(count - back) << 61 | 1));
        }
        for back in [0, count + 1, u64::MAX] {
            assert!(entries.back(back).is_none(), "{back}");
        }
    }
}
