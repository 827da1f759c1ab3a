//! The entries of a section that the verifier has read.

use super::marks::Marks;
use crate::rules::HandCounts;
use std::collections::TryReserveError;

/// The bits of a hand, [`HandCounts::number`].
const HAND_BITS: u32 = 23;
/// The bits of a rank or depth, all of them set for the depth that is for ever.
const PLIES_BITS: u32 = 17;

/// One entry: 16 bytes. The lowest bits are the hand and then the plies; the 88 above
/// them are a part of the key of the board.
#[derive(Clone, Copy)]
pub(super) struct StoredEntry([u64; 2]);

impl StoredEntry {
    /// `plies` is a rank, or [`Depth::number`](crate::claim::Depth::number).
    pub(super) fn new(key: u128, hand: HandCounts, plies: u32) -> Self {
        let plies = u128::from(plies & ((1 << PLIES_BITS) - 1));
        let low = plies << HAND_BITS | u128::from(hand.number());
        let word = key >> (HAND_BITS + PLIES_BITS) << (HAND_BITS + PLIES_BITS) | low;
        Self([word as u64, (word >> 64) as u64])
    }

    #[inline]
    pub(super) fn is_for(&self, key: u128) -> bool {
        let bits = HAND_BITS + PLIES_BITS;
        self.0[1] == (key >> 64) as u64 && self.0[0] >> bits == key as u64 >> bits
    }

    #[inline]
    pub(super) fn hand(&self) -> HandCounts {
        HandCounts::from_number(self.0[0] as u32 & ((1 << HAND_BITS) - 1))
    }

    /// Returns the rank or [`Depth::number`](crate::claim::Depth::number).
    #[inline]
    pub(super) fn plies(&self) -> u32 {
        let plies = (self.0[0] >> HAND_BITS) as u32 & ((1 << PLIES_BITS) - 1);
        match plies == (1 << PLIES_BITS) - 1 {
            true => u32::MAX,
            false => plies,
        }
    }
}

/// What is kept of the entries of a section.
pub(super) enum Keep {
    /// All: the file is read once.
    All,
    /// Nothing: the file is read for the first time, to learn which entries are
    /// referred to.
    Nothing(Marks),
    /// Those that were marked when the file was read for the first time.
    Marked(Marks),
}

impl Keep {
    /// Returns how many bytes of memory are needed, as far as that is known.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::All => 0,
            Self::Nothing(marks) => marks.bytes(),
            Self::Marked(marks) => marks.bytes() + kept_bytes(marks),
        }
    }
}

/// Returns how many bytes the entries take that are marked.
pub(super) fn kept_bytes(marks: &Marks) -> u64 {
    marks.total() * size_of::<StoredEntry>() as u64
}

const CHUNK: usize = 1 << 14;

/// Adds a chunk with room for so many entries.
fn add_chunk(chunks: &mut Vec<Vec<StoredEntry>>, room: usize) -> Result<(), TryReserveError> {
    let mut chunk = Vec::new();
    chunk.try_reserve_exact(room)?;
    chunks.try_reserve(1)?;
    chunks.push(chunk);
    Ok(())
}

/// The entries so far, in chunks: growing copies nothing and allocates no more than
/// a chunk too much.
pub(super) struct Entries {
    keep: Keep,
    chunks: Vec<Vec<StoredEntry>>,
    /// How many there were, and how many of them were kept.
    count: u64,
    kept: u64,
}

impl Entries {
    /// Makes room for the entries that are known to be kept.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(super) fn new(keep: Keep) -> Result<Self, TryReserveError> {
        let mut entries = Self {
            keep,
            chunks: Vec::new(),
            count: 0,
            kept: 0,
        };
        if let Keep::Marked(marks) = &entries.keep {
            let mut left = marks.total();
            while left > 0 {
                let room = left.min(CHUNK as u64);
                add_chunk(&mut entries.chunks, room as usize)?;
                left -= room;
            }
        }
        Ok(entries)
    }

    /// Returns how many entries there were.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the marks that were set.
    pub(super) fn into_marks(self) -> Option<Marks> {
        match self.keep {
            Keep::Nothing(marks) => Some(marks),
            Keep::All | Keep::Marked(_) => None,
        }
    }

    /// Returns how many bytes of memory this takes.
    pub(super) fn bytes(&self) -> u64 {
        match &self.keep {
            Keep::All => {
                let rooms = self.chunks.iter().map(Vec::capacity);
                (rooms.sum::<usize>() * size_of::<StoredEntry>()) as u64
            }
            keep => keep.bytes(),
        }
    }

    /// Counts an entry that is not to be kept.
    ///
    /// # Errors
    /// When there is no memory for its mark.
    pub(super) fn pass_over(&mut self) -> Result<(), TryReserveError> {
        let number = self.count;
        self.count += 1;
        match &mut self.keep {
            Keep::Nothing(marks) => marks.add(number),
            Keep::All | Keep::Marked(_) => Ok(()),
        }
    }

    /// Adds an entry, which is kept if it is to be.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub(super) fn push(&mut self, entry: StoredEntry) -> Result<(), TryReserveError> {
        let wanted = match &self.keep {
            Keep::All => true,
            Keep::Nothing(_) => false,
            Keep::Marked(marks) => marks.rank(self.count).is_some(),
        };
        if !wanted {
            return self.pass_over();
        }
        self.count += 1;
        let at = (self.kept / CHUNK as u64) as usize;
        if at == self.chunks.len() {
            // The first chunk grows as needed: most sections are small.
            let room = if at == 0 { 0 } else { CHUNK };
            add_chunk(&mut self.chunks, room)?;
        }
        let chunk = &mut self.chunks[at];
        chunk.try_reserve(1)?;
        chunk.push(entry);
        self.kept += 1;
        Ok(())
    }

    /// Marks the entry `back` entries back, if there is one.
    pub(super) fn mark(&mut self, back: u64) {
        if let (Keep::Nothing(marks), Some(entry)) = (&mut self.keep, self.count.checked_sub(back))
        {
            marks.set(entry);
        }
    }

    /// Returns the number of the entry `back` entries back, 1 being the last; from 1.
    pub(super) fn number(&self, back: u64) -> Option<u64> {
        let index = self.count.checked_sub(back)?;
        (index < self.count).then_some(index + 1)
    }

    /// Returns the entry of a number, if it was kept.
    #[inline]
    pub(super) fn get(&self, number: u64) -> Option<StoredEntry> {
        let index = match &self.keep {
            Keep::All => number - 1,
            Keep::Nothing(_) => return None,
            Keep::Marked(marks) => marks.rank(number - 1)?,
        };
        let chunk = self.chunks.get(usize::try_from(index).ok()? / CHUNK)?;
        chunk.get(index as usize % CHUNK).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: u64 = 3 * CHUNK as u64 + 5;

    fn entry(n: u64) -> StoredEntry {
        StoredEntry::new(u128::from(n) << 60, HandCounts::NONE, n as u32)
    }

    fn find(entries: &Entries, back: u64) -> Option<(u64, StoredEntry)> {
        let number = entries.number(back)?;
        Some((number, entries.get(number)?))
    }

    #[test]
    fn an_entry_keeps_what_it_is_made_of() {
        for plies in [0, 1, 1525, u32::from(u16::MAX), u32::MAX] {
            for count in [0, 1, 2, 4] {
                let hand = HandCounts::new(|kind| match kind.to_index() {
                    1 => 18,
                    5 | 6 => count.min(2),
                    _ => count,
                });
                let key = u128::MAX / 7 * u128::from(count);
                let entry = StoredEntry::new(key, hand, plies);
                assert_eq!((entry.hand(), entry.plies()), (hand, plies));
                assert!(entry.is_for(key));
                for bit in HAND_BITS + PLIES_BITS..128 {
                    assert!(!entry.is_for(key ^ 1 << bit), "{bit}");
                }
            }
        }
    }

    #[test]
    fn entries_are_found_by_their_distance() {
        let mut entries = Entries::new(Keep::All).unwrap();
        assert!(find(&entries, 0).is_none() && find(&entries, 1).is_none());
        for n in 0..COUNT {
            entries.push(entry(n)).unwrap();
        }
        for back in [1, 2, 5, 6, CHUNK as u64, COUNT - 1, COUNT] {
            let (number, entry) = find(&entries, back).expect("an entry");
            assert_eq!(number, COUNT - back + 1);
            assert!(entry.is_for(u128::from(COUNT - back) << 60));
            assert!(!entry.is_for(u128::from(COUNT - back) << 60 ^ 1 << 100));
        }
        for back in [0, COUNT + 1, u64::MAX] {
            assert!(find(&entries, back).is_none(), "{back}");
        }
    }

    #[test]
    fn only_what_was_marked_is_kept() {
        // Every third entry is referred to, from 100 entries further on.
        let is_marked = |n: u64| n.is_multiple_of(3) && n + 100 < COUNT;
        let mut first = Entries::new(Keep::Nothing(Marks::default())).unwrap();
        for n in 0..COUNT {
            first.pass_over().unwrap();
            if n >= 100 && is_marked(n - 100) {
                first.mark(101);
            }
        }
        // Neither this entry nor one before the first is there.
        first.mark(0);
        first.mark(u64::MAX);
        assert!(first.bytes() < COUNT);
        let mut marks = first.into_marks().unwrap();
        marks.count().unwrap();
        let mut second = Entries::new(Keep::Marked(marks)).unwrap();
        let bytes = second.bytes();
        for n in 0..COUNT {
            second.push(entry(n)).unwrap();
        }
        for n in 0..COUNT {
            let found = second.get(n + 1);
            assert_eq!(found.is_some(), is_marked(n), "{n}");
            assert!(found.is_none_or(|found| found.is_for(u128::from(n) << 60)));
        }
        // It was all there before the first entry.
        assert_eq!(second.bytes(), bytes);
        assert!(bytes < COUNT * 16 / 3 + COUNT / 7 + 100);
    }
}
