//! Growth: the table takes its memory into use as it fills.
//!
//! A problem of a few thousand nodes touches a few hundred kilobytes, whatever
//! the table was allowed. Bucket `i` of a doubling becomes buckets `2i` and
//! `2i + 1`, and an entry keeps its way in the one it goes to. A doubling goes
//! on from the last bucket to the first, a slice at a time between two turns of
//! the search, so that no turn waits for all of it: the buckets not yet split
//! are the first ones, and those they will become lie behind them.

use super::Table;
use super::bucket::WAYS;

/// Buckets split in one go.
const SLICE: usize = 64;

impl Table {
    /// Whether more buckets should be taken into use before going on.
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        let extent = self.buckets.extent();
        extent.unsplit > 0
            || extent.doublings > 0
                && self.used() > self.buckets.active() as u64 * (WAYS as u64 / 2)
    }

    /// Splits a slice of the buckets in use, of a new doubling if none is under way.
    #[cold]
    pub(crate) fn grow(&mut self) {
        if self.buckets.extent().unsplit == 0 {
            self.buckets.begin_doubling();
        }
        for _ in 0..SLICE.min(self.buckets.extent().unsplit) {
            self.buckets.split_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::path::Path;
    use crate::table::testing::{keys, query, recount};
    use crate::table::{CLEARED_IN_ONE_GO, Leaving, NO_SLOT, NOTHING};
    use crate::value::NO_LIMIT;
    use kemuri_core::Hand;
    use std::cell::Cell;

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
                let before = table.buckets.extent().unsplit;
                table.grow();
                slices += 1;
                assert!(before == 0 || before - table.buckets.extent().unsplit <= SLICE);
                assert_eq!(table.used(), recount(&mut table));
            }
            let slot = table.enter(query(key), NO_SLOT, 3, 4, NO_SLOT);
            table.leave(slot, Leaving::Undone, 1);
            stored.push((key, slot));
            if i % 512 == 0 {
                // A bucket that overflowed before it was split has replaced an entry.
                let kept = stored.iter().filter(|&&(key, slot)| {
                    let found = table.look_up(query(key), &path, 0);
                    found.visited && found.slot == slot && table.open_at(slot).is_some()
                });
                let kept = kept.count();
                assert_eq!(kept as u64, table.used(), "all that is there is found");
                assert!(kept * 100 > stored.len() * 97, "{kept} of {}", stored.len());
            }
        }
        assert!(slices > 100, "only {slices} slices");
        assert_eq!(table.used(), recount(&mut table));
    }

    /// Clearing that is stopped does no more than a little work after it was stopped,
    /// and is finished before the table is used again.
    #[test]
    fn clearing_can_be_stopped_at_any_moment() {
        let options = Options {
            hash: 64 << 20,
            ..Options::default()
        };
        let mut table = Table::new(&options).unwrap();
        let mut stored = 0;
        for key in keys(1_200_000) {
            if table.is_crowded() {
                table.grow();
            }
            let slot = table.enter(query(key), NO_SLOT, 3, 4, NO_SLOT);
            table.store_open(slot, query(key), 5, 6, 1);
            stored += 1;
        }
        let all = recount(&mut table);
        assert!(all * 100 > stored * 90, "{all} of {stored}");
        let steps = table.buckets.active() / CLEARED_IN_ONE_GO;
        assert!(steps > 10, "{steps}");
        let looks = Cell::new(0);
        let stopped_at = |look| {
            looks.set(0);
            move |looks: &Cell<usize>| looks.replace(looks.get() + 1) == look
        };
        let mut left = all;
        for look in [0, 1, 1, steps / 2] {
            let stopped = stopped_at(look);
            assert!(!table.clear_unless(&|| stopped(&looks)));
            assert_eq!(
                looks.get(),
                look + 1,
                "it ends when it sees that it is stopped"
            );
            let now = recount(&mut table);
            assert!(now <= left && now > 0);
            left = now;
        }
        assert!(left < all);
        table.finish_clearing();
        assert_eq!((table.used(), recount(&mut table)), (0, 0));
        assert_eq!(table.bytes(), Table::new(&options).unwrap().bytes());
    }

    /// Whenever it is cleared, in the middle of a doubling or not, a table has
    /// nothing left, and grows again as a new one does.
    #[test]
    fn a_table_that_has_grown_forgets_everything() {
        let options = Options {
            hash: 8 << 20,
            ..Options::default()
        };
        let mut table = Table::new(&options).unwrap();
        let fill = |table: &mut Table, slices: usize| {
            let (mut slots, mut grown) = (Vec::new(), 0);
            for key in keys(60_000) {
                if table.is_crowded() {
                    if grown == slices {
                        break;
                    }
                    table.grow();
                    grown += 1;
                }
                let slot = table.enter(query(key), NO_SLOT, 3, 4, NO_SLOT);
                table.leave(slot, Leaving::Undone, 1);
                slots.push(slot);
            }
            slots
        };
        let mut cut_short = 0;
        for slices in (0..120).step_by(5) {
            let slots = fill(&mut table, slices);
            let fresh = &mut Table::new(&options).unwrap();
            assert_eq!(slots, fill(fresh, slices), "{slices} slices");
            cut_short += u32::from(table.buckets.extent().unsplit > 0);
            // What may not give way goes as well.
            table.enter(query(7), NO_SLOT, 3, 4, NO_SLOT);
            table.forbid(8, Hand::EMPTY);
            table.refuted.note(9 << 40, NO_LIMIT, NOTHING);
            table.clear();
            assert_eq!(table.refuted.plies(9 << 40, 5), None);
            let left = (table.used(), recount(&mut table));
            assert_eq!(left, (0, 0), "{slices} slices");
        }
        assert!(cut_short > 12, "{cut_short} doublings cut short");
    }

    /// Threads write while another makes the table grow: everything is found
    /// again, and counted.
    #[test]
    fn others_go_on_while_it_grows() {
        let mut table = Table::new(&Options {
            hash: 64 << 20,
            ..Options::default()
        })
        .unwrap();
        let mut others: Vec<Table> = (0..3).map(|_| table.share()).collect();
        let share = |thread: usize| keys(60_000).filter(move |key| key % 3 == thread as u64);
        std::thread::scope(|scope| {
            let writers: Vec<_> = (others.iter_mut().enumerate())
                .map(|(thread, table)| {
                    scope.spawn(move || {
                        for key in share(thread) {
                            // Not faster than room can be made.
                            while table.used() > table.buckets.active() as u64 * 12 {
                                std::thread::yield_now();
                            }
                            let slot = table.enter(query(key), NO_SLOT, 3, 4, NO_SLOT);
                            table.store_open(slot, query(key), 5, 6, 1);
                        }
                    })
                })
                .collect();
            while writers.iter().any(|writer| !writer.is_finished()) {
                if table.is_crowded() {
                    table.grow();
                }
            }
        });
        drop(others);
        table.unshare();
        assert!(!table.is_shared());
        assert_eq!(table.used(), recount(&mut table));
        let path = Path::new();
        let found = keys(60_000).filter(|&key| {
            let found = table.look_up(query(key), &path, 0);
            found.visited && (found.value.pn, found.value.dn, found.paths) == (5, 6, 0)
        });
        // A bucket that overflowed before it was split has replaced an entry.
        let found = found.count();
        assert_eq!(found as u64, table.used(), "all that is there is found");
        assert!(found > 57_000, "{found}");
    }
}
