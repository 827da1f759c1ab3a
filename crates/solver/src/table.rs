//! The transposition table: keyed by the board alone, in fixed memory.
//!
//! All entries of a board stand in one bucket, so that one look-up sees every
//! hand of it and can use dominance in both directions (Seo 1999, sections 2
//! and 3): a proven entry proves every hand that contains its own, a disproven
//! one disproves every hand it contains, and the numbers of open entries bound
//! ours from below. In a full bucket the entry with the smallest subtree gives
//! way (SmallTreeReplacement, Nagai & Imai); see [`crate::gc`] for the rest.

use crate::entry::{BUCKET_BYTES, Bucket, Entry, Kind, Meta, Open, WAYS};
use crate::memory::Memory;
use crate::options::Options;
use crate::path::{Heads, Path, short, signature};
use bytemuck::Zeroable;
use kemuri_core::Hand;

/// No limit on the length of a mate.
pub(crate) const NO_LIMIT: u16 = u16::MAX;
/// No slot.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Neither mate nor no mate is known.
    Open,
    /// Mate within `len` with any hand that contains `hand`.
    Proven,
    /// No mate within `len` with any hand contained in `hand`, as long as the
    /// heads are on the path.
    Disproven,
}

/// A result of a search or of a look-up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) state: State,
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// Proof or disproof hand of a decided position.
    pub(crate) hand: Hand,
    /// Length of a decided position.
    pub(crate) len: u16,
    /// What a no-mate leans on.
    pub(crate) heads: Heads,
}

/// Above every number that a position can have while it is open.
pub(crate) const INFINITE: u32 = 1 << 30;

impl Value {
    pub(crate) fn open(pn: u32, dn: u32) -> Self {
        Self {
            state: State::Open,
            pn,
            dn,
            hand: Hand::EMPTY,
            len: 0,
            heads: Heads::NONE,
        }
    }

    pub(crate) fn proven(hand: Hand, len: u16) -> Self {
        Self {
            state: State::Proven,
            pn: 0,
            dn: INFINITE,
            hand,
            len,
            heads: Heads::NONE,
        }
    }

    pub(crate) fn disproven(hand: Hand, len: u16, heads: Heads) -> Self {
        Self {
            state: State::Disproven,
            pn: INFINITE,
            dn: 0,
            hand,
            len,
            heads,
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state == State::Open
    }
}

/// What a look-up finds.
pub(crate) struct Found {
    pub(crate) value: Value,
    /// Whether the very position was visited before.
    pub(crate) visited: bool,
    /// Least depth of an entry whose numbers were used; [`u16::MAX`] if none were.
    pub(crate) min_depth: u16,
    /// Slot of the position's own open entry.
    pub(crate) slot: u32,
}

/// A position in the table's terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) key: u64,
    pub(crate) hand: Hand,
    pub(crate) depth: u16,
    /// Plies within which the mate is asked for.
    pub(crate) len: u16,
}

/// A table starts with at most so many buckets (448 KiB), which fit into a
/// second-level cache together with everything else a small problem touches.
const FIRST_BUCKETS: usize = 1024;

/// The table.
pub(crate) struct Table {
    pub(crate) buckets: Memory,
    /// Buckets in use: a power of two of the first few, up to all there are.
    active: usize,
    first: usize,
    /// How often `active` can still double.
    doublings: u32,
    pub(crate) used: u64,
    dominance: bool,
    small_tree_replacement: bool,
    victim: usize,
}

/// Of two conditional no-mates the one whose heads are deeper is closed sooner.
fn keep_deepest(best: &mut Option<Value>, value: Value) {
    if best.is_none_or(|b| b.heads.first < value.heads.first) {
        *best = Some(value);
    }
}

impl Table {
    pub(crate) fn new(options: &Options) -> Option<Self> {
        let most = usize::try_from(options.hash / BUCKET_BYTES as u64)
            .ok()?
            .max(1);
        let mut doublings = 0;
        while most >> doublings > FIRST_BUCKETS {
            doublings += 1;
        }
        let first = most >> doublings;
        Some(Self {
            buckets: Memory::new(first << doublings)?,
            active: first,
            first,
            doublings,
            used: 0,
            dominance: options.dominance,
            small_tree_replacement: options.small_tree_replacement,
            victim: 0,
        })
    }

    /// Entries there is room for.
    pub(crate) fn capacity(&self) -> u64 {
        self.buckets.len() as u64 * WAYS as u64
    }

    /// Bytes of the buckets in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.active as u64 * BUCKET_BYTES as u64
    }

    /// Share of slots in use, in thousandths.
    pub(crate) fn permille(&self) -> u32 {
        (self.used * 1000 / self.capacity()) as u32
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.victim = 0;
        self.used = 0;
        self.buckets[..self.active].fill(Bucket::zeroed());
        self.active = self.first;
        self.doublings = (self.buckets.len() / self.first).ilog2();
    }

    /// The bucket of a board once every bucket is in use.
    #[inline]
    fn final_index(&self, key: u64) -> usize {
        (((key >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        self.final_index(key) >> self.doublings
    }

    /// The number of a slot: that which it has once every bucket is in use, so
    /// that it stays the same however the table grows.
    #[inline]
    fn slot(&self, key: u64, way: usize) -> u32 {
        (self.final_index(key) * WAYS + way) as u32
    }

    /// Where a slot is now.
    #[inline]
    fn position(&self, slot: u32) -> (usize, usize) {
        (
            (slot as usize / WAYS) >> self.doublings,
            slot as usize % WAYS,
        )
    }

    /// Whether more buckets should be taken into use before going on.
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.active < self.buckets.len() && self.used > self.active as u64 * (WAYS as u64 / 2)
    }

    /// Doubles the number of buckets in use: bucket `i` becomes buckets `2i` and
    /// `2i + 1`, and an entry keeps its way in the one it goes to.
    pub(crate) fn grow(&mut self) {
        let old = self.active;
        self.active = old * 2;
        self.doublings -= 1;
        for index in (0..old).rev() {
            let bucket = self.buckets[index];
            self.buckets[index * 2] = Bucket::zeroed();
            self.buckets[index * 2 + 1] = Bucket::zeroed();
            for way in (0..WAYS).filter(|&way| !bucket.metas[way].is_empty()) {
                let to = self.index(bucket.entries[way].key(bucket.tags[way]));
                let half = &mut self.buckets[to];
                half.tags[way] = bucket.tags[way];
                half.metas[way] = bucket.metas[way];
                half.entries[way] = bucket.entries[way];
            }
        }
    }

    /// Asks the processor to bring the tags of a board into its cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = &self.buckets[self.index(key)];
            // SAFETY: a prefetch of a valid address has no effect but on the cache.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Everything the table knows of a position on the current path.
    #[inline]
    pub(crate) fn look_up(&mut self, place: Place, path: &Path, path_hash: u64) -> Found {
        let Place {
            key,
            hand,
            depth,
            len,
        } = place;
        let index = self.index(key);
        let slot_base = self.slot(key, 0);
        let bucket = &mut self.buckets[index];
        let mut found = Found {
            value: Value::open(1, 1),
            visited: false,
            min_depth: u16::MAX,
            slot: NO_SLOT,
        };
        let mut conditional = None;
        let mut matches = bucket.matches(key as u16);
        while matches != 0 {
            let way = matches.trailing_zeros() as usize;
            matches &= matches - 1;
            let meta = bucket.metas[way];
            let entry = &mut bucket.entries[way];
            if meta.is_empty() || !entry.is_for(key) {
                continue;
            }
            let theirs = entry.hand();
            let exact = theirs == hand;
            if !exact && !self.dominance {
                continue;
            }
            match meta.kind() {
                Kind::Open => {
                    let numbers = entry.numbers();
                    if exact {
                        found.visited = true;
                        found.slot = slot_base + way as u32;
                        found.value.pn = found.value.pn.max(numbers.pn);
                        found.value.dn = found.value.dn.max(numbers.dn);
                        found.min_depth = found.min_depth.min(numbers.min_depth);
                        if numbers.min_depth > depth {
                            entry.set_min_depth(depth);
                        }
                    } else if numbers.min_depth <= depth {
                        // Numbers found deeper than we are may contain our own.
                        if hand.contains(theirs) {
                            if numbers.dn > found.value.dn {
                                found.value.dn = numbers.dn;
                                found.min_depth = found.min_depth.min(numbers.min_depth);
                            }
                        } else if theirs.contains(hand) && numbers.pn > found.value.pn {
                            found.value.pn = numbers.pn;
                            found.min_depth = found.min_depth.min(numbers.min_depth);
                        }
                    }
                }
                Kind::Proven => {
                    if len >= entry.len() && hand.contains(theirs) {
                        found.value = Value::proven(theirs, entry.len());
                        return found;
                    }
                }
                Kind::Disproven => {
                    if len <= entry.len() && theirs.contains(hand) {
                        found.value = Value::disproven(theirs, entry.len(), Heads::NONE);
                        return found;
                    }
                }
                Kind::OnHead if len <= entry.len() && theirs.contains(hand) => {
                    if let Some(depth) = path.depth_of(entry.head()) {
                        let value = Value::disproven(theirs, entry.len(), Heads::one(depth));
                        keep_deepest(&mut conditional, value);
                    }
                }
                Kind::OnHeads if len <= entry.len() && theirs.contains(hand) => {
                    let [a, b] = entry.heads();
                    if let (Some(a), Some(b)) = (path.depth_of_short(a), path.depth_of_short(b)) {
                        let heads = Heads::one(a).union(Heads::one(b));
                        keep_deepest(
                            &mut conditional,
                            Value::disproven(theirs, entry.len(), heads),
                        );
                    }
                }
                Kind::OnPath if len <= entry.len() && theirs.contains(hand) => {
                    let (first, hash) = entry.path();
                    if hash == path_hash {
                        let heads = Heads {
                            first,
                            second: first,
                            more: true,
                        };
                        keep_deepest(
                            &mut conditional,
                            Value::disproven(theirs, entry.len(), heads),
                        );
                    }
                }
                Kind::OnHead | Kind::OnHeads | Kind::OnPath => {}
                Kind::Empty => {}
            }
        }
        if let Some(value) = conditional {
            found.value = value;
        }
        found
    }

    /// The open entry in a slot, if there is one: its board, hand and numbers.
    pub(crate) fn open_at(&self, slot: u32) -> Option<(u64, Hand, Open)> {
        let (index, way) = self.position(slot);
        let bucket = self.buckets[..self.active].get(index)?;
        let entry = &bucket.entries[way];
        let key = entry.key(bucket.tags[way]);
        (bucket.metas[way].kind() == Kind::Open && self.slot(key, way) == slot)
            .then(|| (key, entry.hand(), entry.numbers()))
    }

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
