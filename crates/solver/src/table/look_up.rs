//! Looking a position up.

use super::refuted::Refuted;
use super::{NO_SLOT, Query, Table};
use crate::entry::{Entry, EntryKind, Open};
use crate::path::{Heads, Path};
use crate::value::{NO_LIMIT, Value};
use kemuri_core::Hand;

/// What a look-up finds.
pub(crate) struct Found {
    pub(crate) value: Value,
    /// Whether the very position was visited before.
    pub(crate) visited: bool,
    /// Least depth of an entry whose numbers were used; [`u16::MAX`] if none were.
    pub(crate) min_depth: u16,
    /// Slot of the position's own open entry.
    pub(crate) slot: u32,
    /// Threads that have the position on their path.
    pub(crate) paths: u16,
}

/// Of two conditional no-mates the one whose heads are deeper is closed sooner.
fn keep_deepest(best: &mut Option<Value>, value: Value) {
    if best.is_none_or(|b| b.heads.first < value.heads.first) {
        *best = Some(value);
    }
}

/// A length that depends on one of `plies`, with the parity of `len`, which is less
/// than both.
fn at_most(length: u16, plies: u16, len: u16) -> u16 {
    if plies < length {
        plies - (plies - len) % 2
    } else {
        length
    }
}

impl Found {
    /// Takes the numbers of an open entry of this board with the hand `theirs`.
    #[inline]
    fn take_numbers(&mut self, query: &Query, theirs: Hand, numbers: &Open) {
        let (pn, dn) = if theirs == query.hand {
            self.visited = true;
            (true, true)
        } else if numbers.min_depth > query.depth {
            // Numbers found deeper than we are may contain our own.
            return;
        } else if query.hand.contains(theirs) {
            (false, numbers.dn > self.value.dn)
        } else {
            (
                theirs.contains(query.hand) && numbers.pn > self.value.pn,
                false,
            )
        };
        if pn {
            self.value.pn = self.value.pn.max(numbers.pn);
        }
        if dn {
            self.value.dn = self.value.dn.max(numbers.dn);
        }
        if pn || dn {
            self.min_depth = self.min_depth.min(numbers.min_depth);
        }
    }
}

/// The no-mate of an entry that depends on ancestors, with those of them that are not
/// refuted; `None` if one of them is not on the path either.
#[inline]
fn on_path(
    kind: EntryKind,
    entry: &Entry,
    len: u16,
    refuted: &Refuted,
    path: &Path,
    path_hash: u64,
) -> Option<Value> {
    let mut value = Value::disproven(entry.hand(), entry.len(), Heads::NONE)
        .for_hand(entry.is_for_exact_hand());
    match kind {
        EntryKind::OnHead => {
            if let Some(plies) = refuted.plies(entry.head(), len) {
                value.len = at_most(value.len, plies, len);
            } else {
                value.heads = Heads::one(path.depth_of(entry.head())?);
            }
        }
        EntryKind::OnHeads => {
            for head in entry.heads() {
                if let Some(plies) = refuted.plies_of_short(head, len) {
                    value.len = at_most(value.len, plies, len);
                } else {
                    let head = Heads::one(path.depth_of_short(head)?);
                    value.heads = value.heads.union(head);
                }
            }
        }
        _ => {
            let (first, hash) = entry.path();
            if hash != path_hash {
                return None;
            }
            value.heads = Heads {
                first,
                second: first,
                more: true,
            };
        }
    }
    Some(value)
}

impl Table {
    /// Everything the table knows of a position on the current path.
    #[inline]
    pub(crate) fn look_up(&mut self, query: Query, path: &Path, path_hash: u64) -> Found {
        let Query { key, hand, len, .. } = query;
        let slot_base = self.slot(key, 0);
        let mut bucket = self.buckets.of(key);
        let mut found = Found {
            value: Value::open(1, 1),
            visited: false,
            min_depth: u16::MAX,
            slot: NO_SLOT,
            paths: 0,
        };
        let mut conditional = None;
        for way in bucket.matches(key) {
            let meta = bucket.meta(way);
            let entry = bucket.entry_mut(way);
            if meta.is_empty() || !entry.is_for(key) {
                continue;
            }
            let theirs = entry.hand();
            let exact = theirs == hand;
            if !exact && (!self.dominance || entry.is_for_exact_hand()) {
                continue;
            }
            match meta.kind() {
                EntryKind::Open => {
                    let numbers = entry.numbers();
                    found.take_numbers(&query, theirs, &numbers);
                    if exact {
                        found.slot = slot_base + way as u32;
                        found.paths = meta.paths();
                        if numbers.min_depth > query.depth {
                            entry.set_min_depth(query.depth);
                        }
                    }
                }
                EntryKind::Proven if len >= entry.len() && hand.contains(theirs) => {
                    found.value =
                        Value::proven(theirs, entry.len()).for_hand(entry.is_for_exact_hand());
                    return found;
                }
                EntryKind::Proven | EntryKind::Settled | EntryKind::Empty => {}
                _ if len > entry.len() || !theirs.contains(hand) => {}
                EntryKind::Disproven => {
                    found.value = Value::disproven(theirs, entry.len(), Heads::NONE)
                        .for_hand(entry.is_for_exact_hand());
                    return found;
                }
                kind => match on_path(kind, entry, len, &self.refuted, path, path_hash) {
                    Some(value) if value.heads.is_none() => {
                        found.value = value;
                        return found;
                    }
                    Some(value) => keep_deepest(&mut conditional, value),
                    None => {}
                },
            }
        }
        if let Some(value) = conditional {
            found.value = value;
        }
        found
    }

    /// About how many nodes went into the knowledge that a board is no mate at
    /// all with this disproof hand; more than any if that is not known.
    pub(crate) fn effort(&mut self, key: u64, hand: Hand) -> u64 {
        let bucket = self.buckets.of(key);
        let mut least = u64::MAX;
        for way in bucket.matches(key) {
            let (meta, entry) = (bucket.meta(way), bucket.entry(way));
            let refuted = matches!(
                meta.kind(),
                EntryKind::Disproven | EntryKind::OnHead | EntryKind::OnHeads | EntryKind::OnPath
            );
            if refuted && entry.is_for(key) && entry.hand() == hand && entry.len() == NO_LIMIT {
                least = least.min(meta.amount());
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::path::signature;
    use crate::table::NOTHING;
    use crate::table::testing::query;
    use crate::value::State;

    /// No-mates that depend on one head and on two hold where each of them is on
    /// the path or refuted for long enough, and nowhere else.
    #[test]
    fn what_depends_on_refuted_heads_depends_on_nothing() {
        let hand = Hand::EMPTY;
        let heads = [(11 << 40, hand), (12 << 40, hand)];
        let [a, b] = heads.map(|(key, hand)| signature(key, hand));
        for two in [false, true] {
            let mut table = Table::new(&Options::default()).unwrap();
            let named = if two { heads } else { [heads[0]; 2] };
            let value = Value::disproven(hand, NO_LIMIT, Heads::NONE);
            table.store_on_heads(query(77), &value, named, 1);
            let mut path = Path::new();
            let look = |table: &mut Table, path: &Path, len| {
                let at = Query { len, ..query(77) };
                let value = table.look_up(at, path, 0).value;
                (value.state == State::Disproven).then_some((value.len, value.heads))
            };
            assert_eq!(look(&mut table, &path, 5), None);
            table.refuted.note(a, 8, NOTHING);
            if two {
                assert_eq!(look(&mut table, &path, 5), None);
                path.push(heads[1].0, hand, 1);
                assert_eq!(look(&mut table, &path, 5), Some((7, Heads::one(1))));
                assert_eq!(look(&mut table, &path, 9), None);
                path.pop(heads[1].0, hand, 1);
                table.refuted.note(b, NO_LIMIT, NOTHING);
            }
            // Of the parity of the query.
            assert_eq!(look(&mut table, &path, 5), Some((7, Heads::NONE)));
            assert_eq!(look(&mut table, &path, 6), Some((8, Heads::NONE)));
            assert_eq!(look(&mut table, &path, 9), None);
            assert_eq!(look(&mut table, &path, NO_LIMIT), None);
            table.refuted.note(a, NO_LIMIT, NOTHING);
            let forever = Some((NO_LIMIT, Heads::NONE));
            assert_eq!(look(&mut table, &path, NO_LIMIT), forever);
        }
    }
}
