//! Which entries of a section are referred to.

use std::collections::TryReserveError;

/// Entries of a word.
const WORD: u64 = u64::BITS as u64;
/// Words of a block, which are counted one by one.
const BLOCK: usize = 8;

/// A bit for each entry of a section, and how many are set before it.
#[derive(Default)]
pub(super) struct Marks {
    words: Vec<u64>,
    /// How many bits are set before each block.
    before: Vec<u64>,
    /// How many bits are set in all.
    total: u64,
}

impl Marks {
    /// Makes room for the bit of one more entry.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub(super) fn add(&mut self, entry: u64) -> Result<(), TryReserveError> {
        if entry / WORD >= self.words.len() as u64 {
            self.words.try_reserve(1)?;
            self.words.push(0);
        }
        Ok(())
    }

    /// Sets the bit of an entry that was added.
    #[inline]
    pub(super) fn set(&mut self, entry: u64) {
        if let Some(word) = self.words.get_mut((entry / WORD) as usize) {
            *word |= 1 << (entry % WORD);
        }
    }

    /// Counts the bits, once all are set.
    ///
    /// # Errors
    /// When there is no memory for the counts.
    pub(super) fn count(&mut self) -> Result<(), TryReserveError> {
        self.before
            .try_reserve_exact(self.words.len().div_ceil(BLOCK))?;
        for block in self.words.chunks(BLOCK) {
            self.before.push(self.total);
            self.total += block
                .iter()
                .map(|word| u64::from(word.count_ones()))
                .sum::<u64>();
        }
        Ok(())
    }

    /// Returns how many bits are set.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Returns how many bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        ((self.words.len() + self.before.len()) * size_of::<u64>()) as u64
    }

    /// Returns how many bits are set before that of an entry, `None` if its own is not.
    #[inline]
    pub(super) fn rank(&self, entry: u64) -> Option<u64> {
        let at = usize::try_from(entry / WORD).ok()?;
        let (word, bit) = (*self.words.get(at)?, 1 << (entry % WORD));
        if word & bit == 0 {
            return None;
        }
        let block = at / BLOCK;
        let words = self.words[block * BLOCK..at].iter();
        let between: u32 = words.map(|word| word.count_ones()).sum();
        let within = (word & (bit - 1)).count_ones();
        Some(self.before.get(block)? + u64::from(between + within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_entries_are_numbered_in_order() {
        let mut marks = Marks::default();
        let count = 5000;
        let is_marked = |entry: u64| entry % 3 == 1 || entry / 700 == 2;
        for entry in 0..count {
            marks.add(entry).unwrap();
            // Later entries mark earlier ones.
            let earlier = entry.saturating_sub(700);
            if is_marked(earlier) {
                marks.set(earlier);
            }
        }
        for entry in count - 700..count {
            if is_marked(entry) {
                marks.set(entry);
            }
        }
        marks.count().unwrap();
        let mut next = 0;
        for entry in 0..count {
            let expected = is_marked(entry).then_some(next);
            assert_eq!(marks.rank(entry), expected, "{entry}");
            next += u64::from(expected.is_some());
        }
        assert_eq!(marks.total(), next);
        for entry in [count + 64, u64::MAX] {
            assert_eq!(marks.rank(entry), None);
        }
        assert!(marks.bytes() <= count / 8 + count / 64 + 32);
    }
}
