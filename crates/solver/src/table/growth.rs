//! Growth: the table takes its memory into use as it fills.
//!
//! A problem of a few thousand nodes touches a few hundred kilobytes, whatever
//! the table was allowed. Bucket `i` of a doubling becomes buckets `2i` and
//! `2i + 1`, and an entry keeps its way in the one it goes to. A doubling goes
//! on from the last bucket to the first, a slice at a time between two turns of
//! the search, so that no turn waits for all of it: the buckets not yet split
//! are the first ones, and those they will become lie behind them.

use super::Table;
use crate::entry::{Bucket, WAYS};
use bytemuck::Zeroable;

/// Buckets split in one go.
const SLICE: usize = 64;

impl Table {
    /// Whether more buckets should be taken into use before going on.
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.unsplit > 0
            || self.active < self.buckets.len()
                && self.used > self.active as u64 * (WAYS as u64 / 2)
    }

    /// Splits a slice of the buckets in use, of a new doubling if none is under way.
    #[cold]
    pub(crate) fn grow(&mut self) {
        if self.unsplit == 0 {
            self.unsplit = self.active;
            self.active *= 2;
            self.doublings -= 1;
        }
        for _ in 0..SLICE.min(self.unsplit) {
            self.unsplit -= 1;
            let bucket = std::mem::replace(&mut self.buckets[self.unsplit], Bucket::zeroed());
            for way in (0..WAYS).filter(|&way| !bucket.metas[way].is_empty()) {
                let to = self.index(bucket.entries[way].key(bucket.tags[way]));
                let half = &mut self.buckets[to];
                half.tags[way] = bucket.tags[way];
                half.metas[way] = bucket.metas[way];
                half.entries[way] = bucket.entries[way];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::path::Path;
    use crate::table::NO_SLOT;
    use crate::table::testing::{keys, place, recount};

    /// Entries are found, and their slots keep their numbers, before, during and
    /// after every doubling.
    #[test]
    fn growing_loses_nothing_at_any_moment() {
        let mut table = Table::new(&Options {
            hash: 8 << 20,
            ..Options::default()
        })
        .unwrap();
        let path = Path::new();
        let mut stored = Vec::new();
        let mut slices = 0;
        for (i, key) in keys(60_000).enumerate() {
            if table.is_crowded() {
                let before = table.unsplit;
                table.grow();
                slices += 1;
                assert!(before == 0 || before - table.unsplit <= SLICE);
                assert_eq!(table.used, recount(&table));
            }
            let slot = table.enter(place(key), NO_SLOT, 3, 4, NO_SLOT);
            table.leave(slot);
            stored.push((key, slot));
            if i % 512 == 0 {
                // A bucket that overflowed before it was split has replaced an entry.
                let kept = stored.iter().filter(|&&(key, slot)| {
                    let found = table.look_up(place(key), &path, 0);
                    found.visited && found.slot == slot && table.open_at(slot).is_some()
                });
                let kept = kept.count();
                assert!(kept * 100 > stored.len() * 97, "{kept} of {}", stored.len());
            }
        }
        assert!(slices > 100, "only {slices} slices");
        assert_eq!(table.used, recount(&table));
    }
}
