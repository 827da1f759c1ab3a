//! The index of the entries that were written, in a fixed number of bytes.

use crate::claim::Depth;
use crate::rules::HandCounts;
use std::collections::HashMap;

/// An entry as the index knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexEntry {
    pub(super) hand: HandCounts,
    /// Rank, or [`Depth::number`].
    pub(super) plies: u32,
    /// From 0, in the order of the file.
    pub(super) number: u64,
}

impl IndexEntry {
    /// Returns whether the entry proves a mate with `hand` within `allowed` plies.
    pub(super) fn mates(&self, hand: HandCounts, allowed: u16) -> bool {
        self.plies <= u32::from(allowed) && hand.covers(self.hand)
    }

    /// Returns whether the entry proves that `hand` does not mate within `needed`.
    pub(super) fn refutes(&self, hand: HandCounts, needed: Depth) -> bool {
        self.plies >= needed.number() && self.hand.covers(hand)
    }
}

/// Key (two words), hand and plies, number + 1; all zero when empty.
type IndexSlot = [u64; 4];
/// Slots that a key may be in.
const BUCKET: usize = 8;

/// A table of a fixed size.
///
/// A key may be in any of the eight slots of its bucket. When all are taken, the
/// entry that was written first is replaced. An entry that was replaced is written
/// a second time when it is needed again: the file grows but stays right.
pub(super) struct Index {
    slots: Vec<IndexSlot>,
}

impl Index {
    /// Creates a table of at most `bytes` bytes, but of one bucket at least. It is
    /// smaller if there is not as much memory.
    pub(super) fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / size_of::<[IndexSlot; BUCKET]>()).max(1);
        let fits = |buckets: usize| {
            Vec::<IndexSlot>::new()
                .try_reserve(buckets * BUCKET)
                .is_ok()
        };
        while buckets > 1 && !fits(buckets) {
            buckets /= 2;
        }
        // The operating system provides the pages when they are first written.
        Self {
            slots: vec![[0; 4]; buckets * BUCKET],
        }
    }

    fn bucket(&self, key: u128) -> usize {
        let buckets = (self.slots.len() / BUCKET) as u128;
        (((key >> 64) * buckets) >> 64) as usize * BUCKET
    }

    /// Returns the entries of a board.
    pub(super) fn of(&self, key: u128) -> impl Iterator<Item = IndexEntry> + '_ {
        let start = self.bucket(key);
        self.slots[start..start + BUCKET]
            .iter()
            // Slots are filled in order and never emptied.
            .take_while(|slot| slot[3] != 0)
            .filter(move |slot| slot[0] == key as u64 && slot[1] == (key >> 64) as u64)
            .map(|slot| IndexEntry {
                hand: HandCounts::from_number(slot[2] as u32),
                plies: (slot[2] >> 32) as u32,
                number: slot[3] - 1,
            })
    }

    /// Loads the buckets of all keys into the cache. A look-up mostly waits for
    /// memory, and many loads can be under way at once.
    pub(super) fn prefetch(&self, keys: impl Iterator<Item = u128>) {
        std::hint::black_box(keys.fold(0, |sum, key| sum ^ self.slots[self.bucket(key)][3]));
    }

    /// Adds an entry. It replaces one of the same board that is `useless` beside it.
    pub(super) fn add(
        &mut self,
        key: u128,
        entry: IndexEntry,
        useless: impl Fn(&IndexEntry) -> bool,
    ) {
        let replaced = self
            .of(key)
            .find(|known| useless(known))
            .map(|known| known.number + 1);
        let start = self.bucket(key);
        let bucket = &mut self.slots[start..start + BUCKET];
        // An empty slot has number 0 and is the oldest of all.
        let slot = match replaced {
            Some(number) => bucket.iter_mut().find(|slot| slot[3] == number),
            None => bucket.iter_mut().min_by_key(|slot| slot[3]),
        };
        if let Some(slot) = slot {
            *slot = [
                key as u64,
                (key >> 64) as u64,
                u64::from(entry.hand.number()) | u64::from(entry.plies) << 32,
                entry.number + 1,
            ];
        }
    }
}

/// The entries that are not complete yet. They must not be forgotten: a cycle that
/// leads back to one of them would otherwise be written for ever.
#[derive(Default)]
pub(super) struct OpenEntries {
    open: HashMap<u128, Vec<IndexEntry>>,
}

impl OpenEntries {
    pub(super) fn enter(&mut self, key: u128, entry: IndexEntry) {
        self.open.entry(key).or_default().push(entry);
    }

    pub(super) fn leave(&mut self, key: u128) {
        if let Some(list) = self.open.get_mut(&key) {
            list.pop();
            if list.is_empty() {
                self.open.remove(&key);
            }
        }
    }

    pub(super) fn of(&self, key: u128) -> impl Iterator<Item = IndexEntry> + '_ {
        self.open.get(&key).into_iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(number: u64) -> IndexEntry {
        IndexEntry {
            hand: HandCounts::new(|_| (number % 8) as u8),
            plies: number as u32,
            number,
        }
    }

    #[test]
    fn a_full_bucket_forgets_its_oldest_entry() {
        let mut index = Index::new(0);
        let key = |n: u64| u128::from(n) << 64 | 7;
        for n in 0..20 {
            index.add(key(n), known(n), |_| false);
        }
        for n in 0..20 {
            let found: Vec<IndexEntry> = index.of(key(n)).collect();
            let expected: Vec<IndexEntry> = (n >= 12).then(|| known(n)).into_iter().collect();
            assert_eq!(found, expected, "{n}");
        }
    }

    #[test]
    fn a_useless_entry_goes_first() {
        let mut index = Index::new(1 << 16);
        for n in 0..3 {
            index.add(9, known(n), |_| false);
        }
        index.add(9, known(5), |old| old.number == 1);
        let mut numbers: Vec<u64> = index.of(9).map(|known| known.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 2, 5]);
    }

    #[test]
    fn open_entries_are_remembered() {
        let mut path = OpenEntries::default();
        path.enter(1, known(0));
        path.enter(1, known(4));
        path.leave(1);
        assert_eq!(path.of(1).collect::<Vec<_>>(), [known(0)]);
        path.leave(1);
        assert_eq!(path.of(1).count(), 0);
    }
}
