//! Entering positions and storing what was found of them.

use super::{NO_SLOT, Place, Table};
use crate::entry::{Entry, Kind, Meta, Open, WAYS};
use crate::path::{short, signature};
use crate::value::{NO_LIMIT, State, Value};
use kemuri_core::Hand;

impl Table {
    /// Finds or makes the open entry of a position and protects it while the
    /// position is on the path. `NO_SLOT` if the path fills half the bucket.
    pub(crate) fn enter(&mut self, place: Place, found: u32, pn: u32, dn: u32, parent: u32) -> u32 {
        let bucket = &self.buckets[self.index(place.key)];
        if bucket.metas.iter().filter(|m| m.is_protected()).count() >= WAYS / 2 {
            // Results need room too; the node lives on the stack alone.
            return NO_SLOT;
        }
        let slot = if found != NO_SLOT {
            debug_assert!(self.is_open(found, place));
            found
        } else {
            let open = Open {
                pn,
                dn,
                min_depth: place.depth,
                parent,
            };
            let entry = Entry::open(place.key, place.hand, open);
            self.insert(place.key, Meta::new(Kind::Open, 1), entry)
        };
        if slot != NO_SLOT {
            self.meta(slot).protect(true);
        }
        slot
    }

    fn is_open(&self, slot: u32, place: Place) -> bool {
        self.open_at(slot)
            .is_some_and(|(key, hand, _)| key == place.key && hand == place.hand)
    }

    fn meta(&mut self, slot: u32) -> &mut Meta {
        {
            let (index, way) = self.position(slot);
            &mut self.buckets[index].metas[way]
        }
    }

    /// Ends the protection of a position that leaves the path.
    pub(crate) fn leave(&mut self, slot: u32) {
        if slot != NO_SLOT {
            self.meta(slot).protect(false);
        }
    }

    /// About how many nodes were spent on the entry in `slot`.
    pub(crate) fn amount(&self, slot: u32) -> u64 {
        if slot == NO_SLOT {
            return 0;
        }
        let (index, way) = self.position(slot);
        self.buckets[index].metas[way].amount()
    }

    /// Stores the numbers of an open position in its slot.
    pub(crate) fn store_open(&mut self, slot: u32, place: Place, pn: u32, dn: u32, amount: u64) {
        if slot == NO_SLOT {
            return;
        }
        let (index, way) = self.position(slot);
        let bucket = &mut self.buckets[index];
        let numbers = bucket.entries[way].numbers();
        let open = Open {
            pn,
            dn,
            min_depth: numbers.min_depth.min(place.depth),
            ..numbers
        };
        bucket.entries[way] = Entry::open(place.key, place.hand, open);
        bucket.metas[way] = Meta::new(Kind::Open, amount);
    }

    /// Frees the slot of an open entry that is of no more use.
    pub(crate) fn free(&mut self, slot: u32) {
        if slot != NO_SLOT {
            *self.meta(slot) = Meta::EMPTY;
            self.used -= 1;
        }
    }

    /// Stores what one look at a position has decided, for good.
    pub(crate) fn store(&mut self, key: u64, value: &Value) {
        match value.state {
            State::Proven => self.store_proven(key, value.hand, value.len, 1),
            State::Disproven => self.store_disproven(key, value.hand, value.len, 1),
            State::Open => {}
        }
    }

    /// Stores a mate under its proof hand; entries that it makes useless go.
    pub(crate) fn store_proven(&mut self, key: u64, hand: Hand, len: u16, amount: u64) {
        let known = self.sweep(
            key,
            |kind, theirs, their_len| match kind {
                Kind::Proven => theirs.contains(hand) && their_len >= len,
                _ => false,
            },
            |kind, theirs, their_len| {
                kind == Kind::Proven && hand.contains(theirs) && their_len <= len
            },
        );
        if !known {
            let meta = Meta::new(Kind::Proven, amount);
            self.insert(key, meta, Entry::decided(key, hand, len));
        }
    }

    /// Stores a no-mate under its disproof hand; entries that it makes useless go.
    pub(crate) fn store_disproven(&mut self, key: u64, hand: Hand, len: u16, amount: u64) {
        let known = self.sweep(
            key,
            |kind, theirs, their_len| {
                kind != Kind::Proven
                    && kind != Kind::Open
                    && hand.contains(theirs)
                    && their_len <= len
            },
            |kind, theirs, their_len| {
                kind == Kind::Disproven && theirs.contains(hand) && their_len >= len
            },
        );
        if !known {
            let meta = Meta::new(Kind::Disproven, amount);
            self.insert(key, meta, Entry::decided(key, hand, len));
        }
    }

    /// Stores that a board is no mate whatever the hands, and keeps that until
    /// the table is cleared.
    pub(crate) fn forbid(&mut self, key: u64, both_hands: Hand) {
        let mut meta = Meta::new(Kind::Disproven, u64::MAX);
        meta.protect(true);
        self.insert(key, meta, Entry::decided(key, both_hands, NO_LIMIT));
    }

    /// Stores a no-mate that leans on one or two ancestors.
    pub(crate) fn store_on_heads(
        &mut self,
        place: Place,
        hand: Hand,
        len: u16,
        heads: [(u64, Hand); 2],
        amount: u64,
    ) {
        let heads = heads.map(|(key, hand)| signature(key, hand));
        let (kind, entry) = if heads[0] == heads[1] {
            (Kind::OnHead, Entry::on_head(place.key, hand, len, heads[0]))
        } else {
            let heads = heads.map(short);
            (Kind::OnHeads, Entry::on_heads(place.key, hand, len, heads))
        };
        self.insert_instead(place.key, Meta::new(kind, amount), entry, |theirs, old| {
            theirs == kind && old.names_same_heads(&entry) && hand.contains(old.hand())
        });
    }

    /// Stores a no-mate that leans on many ancestors, for this path alone. Of a
    /// position only the last such path is kept.
    pub(crate) fn store_on_path(
        &mut self,
        place: Place,
        hand: Hand,
        len: u16,
        first: u16,
        path_hash: u64,
        amount: u64,
    ) {
        let entry = Entry::on_path(place.key, hand, len, first, path_hash);
        self.insert_instead(
            place.key,
            Meta::new(Kind::OnPath, amount),
            entry,
            |kind, old| kind == Kind::OnPath && old.hand() == hand,
        );
    }

    /// Puts an entry in place of one of the same board that `old` names, or
    /// wherever there is room.
    fn insert_instead(
        &mut self,
        key: u64,
        meta: Meta,
        entry: Entry,
        old: impl Fn(Kind, &Entry) -> bool,
    ) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let way = (0..WAYS).find(|&way| {
            let theirs = &bucket.entries[way];
            bucket.tags[way] == key as u16
                && !bucket.metas[way].is_empty()
                && theirs.is_for(key)
                && theirs.len() <= entry.len()
                && old(bucket.metas[way].kind(), theirs)
        });
        match way {
            Some(way) => {
                bucket.metas[way] = meta;
                bucket.entries[way] = entry;
            }
            None => {
                self.insert(key, meta, entry);
            }
        }
    }

    /// Notes how many nodes were spent on the open entry in `slot` so far.
    pub(crate) fn note_amount(&mut self, slot: u32, amount: u64) {
        if slot != NO_SLOT {
            *self.meta(slot) = Meta::new(Kind::Open, amount);
        }
    }

    /// Removes the entries of a board that `useless` names, except those on the
    /// path; returns whether one stays that `stronger` names.
    fn sweep(
        &mut self,
        key: u64,
        useless: impl Fn(Kind, Hand, u16) -> bool,
        stronger: impl Fn(Kind, Hand, u16) -> bool,
    ) -> bool {
        let index = self.index(key);
        let dominance = self.dominance;
        let bucket = &mut self.buckets[index];
        let mut matches = bucket.matches(key as u16);
        let mut known = false;
        while matches != 0 && dominance {
            let way = matches.trailing_zeros() as usize;
            matches &= matches - 1;
            let (meta, entry) = (bucket.metas[way], &bucket.entries[way]);
            if meta.is_empty() || !entry.is_for(key) || meta.is_protected() {
                continue;
            }
            if stronger(meta.kind(), entry.hand(), entry.len()) {
                known = true;
            } else if useless(meta.kind(), entry.hand(), entry.len()) {
                bucket.metas[way] = Meta::EMPTY;
                self.used -= 1;
            }
        }
        known
    }

    /// Puts an entry into a free slot of its bucket, or in place of the one
    /// that matters least.
    fn insert(&mut self, key: u64, meta: Meta, entry: Entry) -> u32 {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let way = match bucket.metas.iter().position(|m| m.is_empty()) {
            Some(way) => {
                self.used += 1;
                way
            }
            None if self.small_tree_replacement => {
                let candidates = (0..WAYS).filter(|&w| !bucket.metas[w].is_protected());
                match candidates.min_by_key(|&w| bucket.metas[w].class()) {
                    Some(way) => way,
                    None => return NO_SLOT,
                }
            }
            None => {
                self.victim = (self.victim + 1) % WAYS;
                let start = self.victim;
                let mut order = (0..WAYS).map(|i| (start + i) % WAYS);
                match order.find(|&w| !bucket.metas[w].is_protected()) {
                    Some(way) => way,
                    None => return NO_SLOT,
                }
            }
        };
        bucket.tags[way] = key as u16;
        bucket.metas[way] = meta;
        bucket.entries[way] = entry;
        self.slot(key, way)
    }
}
