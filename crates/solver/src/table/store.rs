//! Entering positions and storing what was found of them.

use super::bucket::{BucketGuard, WAYS, empty};
use super::{NO_SLOT, Query, Table};
use crate::entry::{Entry, EntryKind, Meta, Open};
use crate::path::{short, signature};
use crate::value::{NO_LIMIT, State, Value};
use kemuri_core::Hand;

/// What becomes of the open entry of a position that leaves the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// It stays as it is.
    Undone,
    /// It stays, for the position is decided on some condition.
    Decided,
    /// It is of no more use.
    Closed,
}

impl Table {
    /// Asks the processor to bring the line into its cache into which a new entry
    /// of a board will be written, unless another has to give way to it.
    #[inline]
    pub(crate) fn prepare(&mut self, key: u64) {
        let bucket = self.buckets.of(key);
        if let Some(way) = empty(&bucket.metas()).next() {
            bucket.prefetch(way);
        }
    }

    /// Finds or makes the open entry of a position and protects it while the
    /// position is on the path. `NO_SLOT` if paths fill half the bucket.
    pub(crate) fn enter(&mut self, query: Query, found: u32, pn: u32, dn: u32, parent: u32) -> u32 {
        let shared = self.buckets.is_shared();
        let mut bucket = self.buckets.of(query.key);
        let metas = bucket.metas();
        if metas.iter().filter(|m| m.is_protected()).count() >= WAYS / 2 {
            // Results need room too; the node lives on the stack alone.
            return NO_SLOT;
        }
        let way = if shared {
            // Another thread may have made it, or dropped it, since it was looked for.
            open_of(&bucket, query)
        } else {
            (found != NO_SLOT).then_some(found as usize % WAYS)
        };
        debug_assert!(way.is_none() || way == open_of(&bucket, query));
        if let Some(way) = way {
            let Some(meta) = metas[way].on_path() else {
                return NO_SLOT;
            };
            bucket.set_meta(way, meta);
            drop(bucket);
            return self.slot(query.key, way);
        }
        let open = Open {
            pn,
            dn,
            min_depth: query.depth,
            parent,
        };
        let entry = Entry::open(query.key, query.hand, open);
        let meta = Meta::new(EntryKind::Open, 1);
        let way = self.policy.entry_to_replace(&metas);
        if let Some(way) = way {
            bucket.put(way, query.key, meta.on_path().unwrap_or(meta), entry);
        }
        drop(bucket);
        self.filled(query.key, way, &metas)
    }

    /// The slot of the open entry of a position, or `NO_SLOT`.
    pub(crate) fn slot_of(&mut self, query: Query) -> u32 {
        let way = open_of(&self.buckets.of(query.key), query);
        way.map_or(NO_SLOT, |way| self.slot(query.key, way))
    }

    /// Counts a slot that was filled and names it.
    fn filled(&mut self, key: u64, way: Option<usize>, before: &[Meta; WAYS]) -> u32 {
        let Some(way) = way else { return NO_SLOT };
        if before[way].is_empty() {
            self.buckets.count(1);
        }
        self.slot(key, way)
    }

    /// The bucket of a slot and the way in it.
    #[inline]
    fn at(&mut self, slot: u32) -> (BucketGuard<'_>, usize) {
        let (index, way) = (slot as usize / WAYS, slot as usize % WAYS);
        (self.buckets.find(index), way)
    }

    /// Ends the protection of a position that leaves the path; `amount` nodes
    /// were spent on it so far.
    pub(crate) fn leave(&mut self, slot: u32, leaving: Leaving, amount: u64) {
        if slot == NO_SLOT {
            return;
        }
        let (mut bucket, way) = self.at(slot);
        let meta = bucket.meta(way).off_path();
        if leaving == Leaving::Undone && meta.kind() == EntryKind::Open {
            bucket.set_meta(way, meta);
            return;
        }
        let others = meta.is_protected();
        let meta = match leaving {
            Leaving::Undone => meta,
            Leaving::Decided if !others => meta.with_amount(amount),
            Leaving::Decided | Leaving::Closed => meta.with_kind(EntryKind::Settled),
        };
        let goes = !others && meta.kind() == EntryKind::Settled;
        bucket.set_meta(way, if goes { Meta::EMPTY } else { meta });
        drop(bucket);
        if goes {
            self.buckets.count(-1);
        }
        if others && leaving != Leaving::Undone {
            self.buckets.note_settled();
        }
    }

    /// The first of these slots, those of a path, whose position another thread
    /// has decided.
    pub(crate) fn first_settled(&mut self, slots: impl Iterator<Item = u32>) -> Option<usize> {
        self.heard = self.buckets.settled();
        for (at, slot) in slots.enumerate() {
            if slot == NO_SLOT {
                continue;
            }
            let (bucket, way) = self.at(slot);
            if bucket.meta(way).kind() == EntryKind::Settled {
                return Some(at);
            }
        }
        None
    }

    /// Makes a settled entry open again, because its result does not hold on this
    /// path.
    pub(crate) fn unsettle(&mut self, slot: u32) {
        let (mut bucket, way) = self.at(slot);
        let meta = bucket.meta(way);
        bucket.set_meta(way, meta.with_kind(EntryKind::Open));
    }

    /// About how many nodes were spent on the entry in `slot`.
    pub(crate) fn amount(&mut self, slot: u32) -> u64 {
        if slot == NO_SLOT {
            return 0;
        }
        let (bucket, way) = self.at(slot);
        bucket.meta(way).amount()
    }

    /// Stores the numbers of an open position that leaves the path in its slot.
    pub(crate) fn store_open(&mut self, slot: u32, query: Query, pn: u32, dn: u32, amount: u64) {
        if slot == NO_SLOT {
            return;
        }
        let (mut bucket, way) = self.at(slot);
        let numbers = bucket.entry(way).numbers();
        let open = Open {
            pn,
            dn,
            min_depth: numbers.min_depth.min(query.depth),
            ..numbers
        };
        *bucket.entry_mut(way) = Entry::open(query.key, query.hand, open);
        let meta = bucket.meta(way).with_amount(amount);
        if meta.kind() == EntryKind::Open {
            bucket.set_meta(way, meta.off_path());
        } else {
            drop(bucket);
            self.leave(slot, Leaving::Undone, amount);
        }
    }

    /// Stores what one look at a position has decided, for good.
    pub(crate) fn store(&mut self, key: u64, value: &Value) {
        self.store_decided(key, value, 1);
    }

    /// Stores what holds on every path, `amount` nodes having been spent on it;
    /// entries that it makes useless go.
    pub(crate) fn store_decided(&mut self, key: u64, value: &Value, amount: u64) {
        let kind = match value.state {
            State::Proven => EntryKind::Proven,
            State::Disproven => EntryKind::Disproven,
            State::Open => return,
        };
        let new = Entry::decided(key, value.hand, value.len).for_hand(value.exact_hand);
        let is_known = self.sweep(
            key,
            |theirs, old| match kind {
                EntryKind::Proven => theirs == kind && new.proves(old),
                _ => theirs != EntryKind::Proven && theirs != EntryKind::Open && new.refutes(old),
            },
            |theirs, old| match kind {
                EntryKind::Proven => theirs == kind && old.proves(&new),
                _ => theirs == kind && old.refutes(&new),
            },
        );
        if !is_known {
            self.insert(key, Meta::new(kind, amount), new);
        }
    }

    /// Stores that a board is no mate whatever the hands, and keeps that until
    /// the table is cleared.
    pub(crate) fn forbid(&mut self, key: u64, both_hands: Hand) {
        let meta = Meta::new(EntryKind::Disproven, u64::MAX);
        let meta = meta.on_path().unwrap_or(meta);
        self.insert(key, meta, Entry::decided(key, both_hands, NO_LIMIT));
    }

    /// Stores a no-mate that depends on one or two ancestors.
    pub(crate) fn store_on_heads(
        &mut self,
        query: Query,
        value: &Value,
        heads: [(u64, Hand); 2],
        amount: u64,
    ) {
        let (hand, len) = (value.hand, value.len);
        let heads = heads.map(|(key, hand)| signature(key, hand));
        let (kind, entry) = if heads[0] == heads[1] {
            (
                EntryKind::OnHead,
                Entry::on_head(query.key, hand, len, heads[0]),
            )
        } else {
            let heads = heads.map(short);
            (
                EntryKind::OnHeads,
                Entry::on_heads(query.key, hand, len, heads),
            )
        };
        let entry = entry.for_hand(value.exact_hand);
        self.insert_instead(query.key, Meta::new(kind, amount), entry, |theirs, old| {
            theirs == kind && old.names_same_heads(&entry) && entry.refutes(old)
        });
    }

    /// Stores a no-mate that depends on many ancestors, for this path alone. Of a
    /// position only the last such path is kept.
    pub(crate) fn store_on_path(
        &mut self,
        query: Query,
        value: &Value,
        path_hash: u64,
        amount: u64,
    ) {
        let first = value.heads.first;
        let entry = Entry::on_path(query.key, value.hand, value.len, first, path_hash);
        self.insert_instead(
            query.key,
            Meta::new(EntryKind::OnPath, amount),
            entry.for_hand(value.exact_hand),
            |kind, old| kind == EntryKind::OnPath && old.hand() == value.hand,
        );
    }

    /// Puts an entry in place of one of the same board that `old` names, or
    /// wherever there is room.
    fn insert_instead(
        &mut self,
        key: u64,
        meta: Meta,
        entry: Entry,
        old: impl Fn(EntryKind, &Entry) -> bool,
    ) {
        let mut bucket = self.buckets.of(key);
        let way = bucket.matches(key).find(|&way| {
            let (meta, theirs) = (bucket.meta(way), bucket.entry(way));
            !meta.is_empty()
                && theirs.is_for(key)
                && theirs.len() <= entry.len()
                && old(meta.kind(), theirs)
        });
        match way {
            Some(way) => bucket.put(way, key, meta, entry),
            None => {
                drop(bucket);
                self.insert(key, meta, entry);
            }
        }
    }

    /// Removes the entries of a board that `useless` names, except those on the
    /// path; returns whether one stays that `stronger` names.
    fn sweep(
        &mut self,
        key: u64,
        useless: impl Fn(EntryKind, &Entry) -> bool,
        stronger: impl Fn(EntryKind, &Entry) -> bool,
    ) -> bool {
        if !self.dominance {
            return false;
        }
        let mut bucket = self.buckets.of(key);
        let (mut known, mut freed) = (false, 0);
        for way in bucket.matches(key) {
            let (meta, entry) = (bucket.meta(way), bucket.entry(way));
            if meta.is_empty() || !entry.is_for(key) || meta.is_protected() {
                continue;
            }
            if stronger(meta.kind(), entry) {
                known = true;
            } else if useless(meta.kind(), entry) {
                bucket.set_meta(way, Meta::EMPTY);
                freed += 1;
            }
        }
        drop(bucket);
        self.buckets.count(-freed);
        known
    }

    /// Puts an entry into a free slot of its bucket, or in place of the one
    /// that matters least.
    fn insert(&mut self, key: u64, meta: Meta, entry: Entry) {
        let mut bucket = self.buckets.of(key);
        let metas = bucket.metas();
        let way = self.policy.entry_to_replace(&metas);
        if let Some(way) = way {
            bucket.put(way, key, meta, entry);
        }
        drop(bucket);
        self.filled(key, way, &metas);
    }
}

/// Which entry of a full bucket gives way.
#[derive(Clone, Copy, Debug)]
pub(super) enum Policy {
    /// That with the smallest subtree.
    SmallTree,
    /// Each in its turn; the last one was this.
    InTurn(usize),
}

impl Policy {
    /// The slot of a bucket for a new entry, unless every position in it is on a
    /// path.
    fn entry_to_replace(&mut self, metas: &[Meta; WAYS]) -> Option<usize> {
        if let Some(free) = empty(metas).next() {
            return Some(free);
        }
        match self {
            Self::SmallTree => {
                let candidates = (0..WAYS).filter(|&w| !metas[w].is_protected());
                candidates.min_by_key(|&w| metas[w].class())
            }
            Self::InTurn(last) => {
                *last = (*last + 1) % WAYS;
                let mut order = (0..WAYS).map(|i| (*last + i) % WAYS);
                order.find(|&w| !metas[w].is_protected())
            }
        }
    }
}

/// The way of the open entry of a position.
fn open_of(bucket: &BucketGuard<'_>, query: Query) -> Option<usize> {
    bucket.matches(query.key).find(|&way| {
        let entry = bucket.entry(way);
        let is_open = matches!(
            bucket.meta(way).kind(),
            EntryKind::Open | EntryKind::Settled
        );
        is_open && entry.is_for(query.key) && entry.hand() == query.hand
    })
}
