//! The 24-byte entry of the table, and the short facts that stand beside it.
//!
//! Of the 64-bit key of a board the entry holds 48 bits; the other 16 are the
//! tag by which it is found, see [`crate::table::bucket`].

use bytemuck::{Pod, Zeroable};
use kemuri_core::Hand;

/// What an entry says about its board and hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum EntryKind {
    /// Nothing: a free slot.
    Empty = 0,
    /// Proof and disproof numbers of a position not yet decided.
    Open = 1,
    /// Mate within `len` plies, with this hand or any that contains it.
    Proven = 2,
    /// No mate within `len` plies, with this hand or any contained in it.
    Disproven = 3,
    /// As `Disproven`, on paths that hold the two positions named.
    OnHeads = 4,
    /// As `Disproven`, on this one path.
    OnPath = 5,
    /// As `Disproven`, on paths that hold the position named.
    OnHead = 6,
    /// Numbers of a position that a thread has decided while it was on the path
    /// of another.
    Settled = 7,
}

/// The short facts of an entry: kind, how many paths it is on, and size of the
/// subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Zeroable, Pod)]
#[repr(transparent)]
pub(crate) struct Meta(u16);

const KIND_MASK: u16 = 7;
const ONE_PATH: u16 = 8;
const PATHS: u16 = 15 * ONE_PATH;

impl Meta {
    pub(crate) const EMPTY: Self = Self(0);
    /// A bit that no fact uses.
    pub(crate) const SPARE: u16 = 1 << 7;

    /// Of an entry on which `amount` nodes were spent.
    pub(crate) fn new(kind: EntryKind, amount: u64) -> Self {
        let amount = amount.saturating_mul(worth(kind));
        Self(kind as u16 | u16::from(amount_class(amount)) << 8)
    }

    #[inline]
    pub(crate) fn from_bits(bits: u16) -> Self {
        Self(bits & !Self::SPARE)
    }

    #[inline]
    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn kind(self) -> EntryKind {
        match self.kind_bits() {
            1 => EntryKind::Open,
            2 => EntryKind::Proven,
            3 => EntryKind::Disproven,
            4 => EntryKind::OnHeads,
            5 => EntryKind::OnPath,
            6 => EntryKind::OnHead,
            7 => EntryKind::Settled,
            _ => EntryKind::Empty,
        }
    }

    /// The same entry with another kind.
    #[inline]
    pub(crate) fn with_kind(self, kind: EntryKind) -> Self {
        Self(self.0 & !KIND_MASK | kind as u16)
    }

    /// The same entry with another size of its subtree.
    #[inline]
    pub(crate) fn with_amount(self, amount: u64) -> Self {
        Self(self.0 & 0xff | u16::from(amount_class(amount)) << 8)
    }

    /// The kind as it is kept; 0 is [`EntryKind::Empty`].
    #[inline]
    pub(crate) fn kind_bits(self) -> u16 {
        self.0 & KIND_MASK
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.kind_bits() == 0
    }

    /// How many threads have the position on their path.
    #[inline]
    pub(crate) fn paths(self) -> u16 {
        (self.0 & PATHS) / ONE_PATH
    }

    /// Whether the entry belongs to a node of a path, and has to stay.
    #[inline]
    pub(crate) fn is_protected(self) -> bool {
        self.0 & PATHS != 0
    }

    /// The entry on one more path, if that can be counted.
    #[inline]
    pub(crate) fn on_path(self) -> Option<Self> {
        (self.0 & PATHS != PATHS).then_some(Self(self.0 + ONE_PATH))
    }

    /// The entry on one path less.
    #[inline]
    pub(crate) fn off_path(self) -> Self {
        debug_assert!(self.is_protected(), "a position leaves a path it is not on");
        Self(self.0 - ONE_PATH)
    }

    /// The size of the subtree, and what it is worth, on a logarithmic scale:
    /// what is smallest gives way.
    #[inline]
    pub(crate) fn class(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// About how many nodes the subtree had.
    #[inline]
    pub(crate) fn amount(self) -> u64 {
        class_amount(self.class()) / worth(self.kind())
    }
}

/// How many times its subtree an entry is worth. Numbers are outdated by every
/// visit below, a result that holds on every path stays what it is.
#[inline]
const fn worth(kind: EntryKind) -> u64 {
    match kind {
        EntryKind::Proven | EntryKind::Disproven => 4,
        _ => 1,
    }
}

/// Subtree sizes by eighths of a doubling: 0 to 255 covers 1 to 2^32.
fn amount_class(amount: u64) -> u8 {
    if amount <= 1 {
        return 0;
    }
    let whole = amount.ilog2();
    let eighth = if whole >= 3 {
        (amount >> (whole - 3)) & 7
    } else {
        (amount << (3 - whole)) & 7
    };
    (whole * 8 + eighth as u32).min(255) as u8
}

fn class_amount(class: u8) -> u64 {
    let (whole, eighth) = (u32::from(class) / 8, u64::from(class) % 8);
    ((8 + eighth) << whole) >> 3
}

/// One entry; what its words mean depends on the [`EntryKind`] beside it.
#[derive(Clone, Copy, Debug, Default, Zeroable, Pod)]
#[repr(C)]
pub(crate) struct Entry {
    /// 48 bits of the key, and 16 bits of minimal depth (open) or length.
    first: u64,
    /// The hand, with [`EXACT_HAND`], and a word.
    hand: u32,
    low: u32,
    tail: u64,
}

/// The bit beside the hand of a result that holds for no other hand.
const EXACT_HAND: u32 = 1 << 31;

/// Numbers of an undecided position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    pub(crate) min_depth: u16,
    /// Slot of the node from which this one was first reached.
    pub(crate) parent: u32,
}

impl Entry {
    #[inline]
    fn new(key: u64, hand: Hand, short: u16, low: u32, tail: u64) -> Self {
        Self {
            first: key >> 16 | u64::from(short) << 48,
            hand: hand.bits(),
            low,
            tail,
        }
    }

    pub(crate) fn open(key: u64, hand: Hand, open: Open) -> Self {
        Self::new(
            key,
            hand,
            open.min_depth,
            open.pn,
            u64::from(open.dn) << 32 | u64::from(open.parent),
        )
    }

    pub(crate) fn decided(key: u64, hand: Hand, len: u16) -> Self {
        Self::new(key, hand, len, 0, 0)
    }

    /// `head` is a signature.
    pub(crate) fn on_head(key: u64, hand: Hand, len: u16, head: u64) -> Self {
        Self::new(key, hand, len, 0, head)
    }

    /// `heads` are the short forms of signatures.
    pub(crate) fn on_heads(key: u64, hand: Hand, len: u16, heads: [u64; 2]) -> Self {
        Self::new(
            key,
            hand,
            len,
            heads[0] as u32,
            heads[0] >> 32 << 48 | heads[1],
        )
    }

    /// `first` is the depth of the shallowest head, `path` the hash of the path.
    pub(crate) fn on_path(key: u64, hand: Hand, len: u16, first: u16, path: u64) -> Self {
        Self::new(key, hand, len, u32::from(first), path)
    }

    /// Whether the entry is for the board with this key (the tag agreed already).
    #[inline]
    pub(crate) fn is_for(&self, key: u64) -> bool {
        (self.first << 16) >> 16 == key >> 16
    }

    #[inline]
    pub(crate) fn hand(&self) -> Hand {
        Hand::from_bits(self.hand & !EXACT_HAND)
    }

    /// Whether the result holds for its own hand alone.
    #[inline]
    pub(crate) fn is_for_exact_hand(&self) -> bool {
        self.hand & EXACT_HAND != 0
    }

    /// The same result for its own hand alone, if `exact`.
    pub(crate) fn for_hand(mut self, exact: bool) -> Self {
        if exact {
            self.hand |= EXACT_HAND;
        }
        self
    }

    #[inline]
    pub(crate) fn len(&self) -> u16 {
        (self.first >> 48) as u16
    }

    #[inline]
    pub(crate) fn numbers(&self) -> Open {
        Open {
            pn: self.low,
            dn: (self.tail >> 32) as u32,
            min_depth: self.len(),
            parent: self.tail as u32,
        }
    }

    #[inline]
    pub(crate) fn set_min_depth(&mut self, depth: u16) {
        self.first = (self.first << 16) >> 16 | u64::from(depth) << 48;
    }

    #[inline]
    pub(crate) fn heads(&self) -> [u64; 2] {
        [
            u64::from(self.low) | self.tail >> 48 << 32,
            (self.tail << 16) >> 16,
        ]
    }

    /// Whether this mate says all that `other` does.
    pub(crate) fn proves(&self, other: &Self) -> bool {
        self.len() <= other.len()
            && (self.hand == other.hand
                || !self.is_for_exact_hand() && other.hand().contains(self.hand()))
    }

    /// Whether this no-mate says all that `other` does.
    pub(crate) fn refutes(&self, other: &Self) -> bool {
        self.len() >= other.len()
            && (self.hand == other.hand
                || !self.is_for_exact_hand() && self.hand().contains(other.hand()))
    }

    /// Whether both name the same heads; both are of the same kind.
    pub(crate) fn names_same_heads(&self, other: &Self) -> bool {
        (self.low, self.tail) == (other.low, other.tail)
    }

    #[inline]
    pub(crate) fn head(&self) -> u64 {
        self.tail
    }

    #[inline]
    pub(crate) fn path(&self) -> (u16, u64) {
        (self.low as u16, self.tail)
    }

    /// The key of the board, given the tag beside the entry.
    pub(crate) fn key(&self, tag: u16) -> u64 {
        self.first << 16 | u64::from(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_survive_the_logarithm_within_an_eighth() {
        for amount in (1..5000).chain([1 << 20, 1 << 31, 3 << 29]) {
            let back = class_amount(amount_class(amount));
            assert!(
                back <= amount && amount < back + back / 8 + 1,
                "{amount} {back}"
            );
        }
        assert!(amount_class(u64::MAX) == 255);
    }

    #[test]
    fn every_field_comes_back() {
        let (key, hand) = (0x1234_5678_9abc_def0, Hand::EMPTY.plus(3).plus(7));
        let open = Open {
            pn: 7,
            dn: 0x8000_0001,
            min_depth: 513,
            parent: 0xdead_beef,
        };
        let entry = Entry::open(key, hand, open);
        let numbers = entry.numbers();
        assert!(entry.is_for(key) && !entry.is_for(key ^ 1 << 63) && entry.hand() == hand);
        assert_eq!(
            (numbers.pn, numbers.dn, numbers.min_depth, numbers.parent),
            (open.pn, open.dn, open.min_depth, open.parent)
        );
        assert_eq!(entry.key(key as u16), key);
        let heads = [0x1234_5678_9abc, 0xfedc_ba98_7654];
        let entry = Entry::on_heads(key, hand, 77, heads);
        assert_eq!(
            (entry.heads(), entry.len(), entry.hand()),
            (heads, 77, hand)
        );
        assert_eq!(
            Entry::on_path(key, hand, 1, 9, u64::MAX - 5).path(),
            (9, u64::MAX - 5)
        );
    }
}
