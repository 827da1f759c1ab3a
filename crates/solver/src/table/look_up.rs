//! Looking a position up.

use super::{NO_SLOT, Place, Table};
use crate::entry::Kind;
use crate::path::{Heads, Path};
use crate::value::Value;

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

/// Of two conditional no-mates the one whose heads are deeper is closed sooner.
fn keep_deepest(best: &mut Option<Value>, value: Value) {
    if best.is_none_or(|b| b.heads.first < value.heads.first) {
        *best = Some(value);
    }
}

/// A length that leans on one of `plies`, with the parity of `len`, which is less
/// than both.
fn at_most(length: u16, plies: u16, len: u16) -> u16 {
    if plies < length {
        plies - (plies - len) % 2
    } else {
        length
    }
}

impl Table {
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
                    let plies = self.refuted.plies(entry.head());
                    if len <= plies {
                        let plies = at_most(entry.len(), plies, len);
                        found.value = Value::disproven(theirs, plies, Heads::NONE);
                        return found;
                    }
                    if let Some(depth) = path.depth_of(entry.head()) {
                        let value = Value::disproven(theirs, entry.len(), Heads::one(depth));
                        keep_deepest(&mut conditional, value);
                    }
                }
                Kind::OnHeads if len <= entry.len() && theirs.contains(hand) => {
                    let heads = entry.heads();
                    let plies = heads.map(|head| self.refuted.plies_of_short(head));
                    let mut value = Value::disproven(theirs, entry.len(), Heads::NONE);
                    let mut holds = true;
                    for (head, plies) in heads.into_iter().zip(plies) {
                        if len <= plies {
                            value.len = at_most(value.len, plies, len);
                        } else if let Some(depth) = path.depth_of_short(head) {
                            value.heads = value.heads.union(Heads::one(depth));
                        } else {
                            holds = false;
                        }
                    }
                    if holds && value.heads.is_none() {
                        found.value = value;
                        return found;
                    }
                    if holds {
                        keep_deepest(&mut conditional, value);
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
}
