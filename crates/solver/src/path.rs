//! The current path: which positions lie on it, and how deep.
//!
//! A position whose board occurs on the path with a hand at least as good for
//! the attacker is a repetition: a shortest mate never passes through it. The
//! failure holds on this path only, and its *heads* (the ancestors it depends on)
//! are carried along, see [`Heads`].

use kemuri_core::Hand;

/// Depths below this are searched; the root has depth 1.
pub(crate) const MAX_DEPTH: u16 = 4000;
/// Slots of a path to begin with: few enough to fit into the nearest cache.
const FEW_SLOTS: usize = 512;
/// Stands for the depth limit in [`Heads`]: an ancestor that no node is.
pub(crate) const HORIZON: u16 = 0;

/// The ancestors on which a failure by repetition depends, by depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heads {
    /// The shallowest head; [`Heads::NONE`] has none.
    pub(crate) first: u16,
    /// Another head, or the first one again.
    pub(crate) second: u16,
    /// Whether there are heads beyond these two.
    pub(crate) more: bool,
}

impl Heads {
    /// No head: true on every path.
    pub(crate) const NONE: Self = Self {
        first: u16::MAX,
        second: u16::MAX,
        more: false,
    };

    pub(crate) fn one(depth: u16) -> Self {
        Self {
            first: depth,
            second: depth,
            more: false,
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self.first == u16::MAX
    }

    /// The heads of both.
    pub(crate) fn union(self, other: Self) -> Self {
        if self.is_none() || self == other {
            return other;
        }
        if other.is_none() {
            return self;
        }
        let mut depths = [self.first, self.second, other.first, other.second];
        depths.sort_unstable();
        let first = depths[0];
        let mut second = first;
        let mut more = self.more || other.more;
        for depth in depths {
            if depth != first && second == first {
                second = depth;
            } else if depth != first && depth != second {
                more = true;
            }
        }
        Self {
            first,
            second,
            more,
        }
    }

    /// What is left once the node at `depth` has failed itself: a loop back to
    /// that node, or to one below it, is closed and depends on nothing any more.
    pub(crate) fn closed_at(self, depth: u16) -> Self {
        if self.first >= depth {
            return Self::NONE;
        }
        let second = if self.second >= depth {
            self.first
        } else {
            self.second
        };
        Self { second, ..self }
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    hand: Hand,
    depth: u16,
}

const FREE: Slot = Slot {
    key: 0,
    hand: Hand::EMPTY,
    depth: 0,
};

/// The positions from the root to the current node.
pub(crate) struct Path {
    boards: Box<[Slot]>,
    signatures: Box<[(u64, u16)]>,
}

/// The hash of the path above the root of a search.
pub(crate) const NO_PATH: u64 = 0;

/// The hash of a path that is one position longer.
#[inline]
pub(crate) fn chain(hash: u64, signature: u64) -> u64 {
    (hash ^ signature)
        .wrapping_mul(0x9fb2_1c65_1e98_df25)
        .rotate_left(29)
}

/// A 64-bit name of a board and hand. Where room is short its upper 48 bits
/// serve, see [`short`].
#[inline]
pub(crate) fn signature(key: u64, hand: Hand) -> u64 {
    let mixed = (key ^ u64::from(hand.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The 48 bits of a signature that are kept of two heads at a time.
#[inline]
pub(crate) fn short(signature: u64) -> u64 {
    signature >> 16
}

impl Path {
    pub(crate) fn new() -> Self {
        Self::with_slots(FEW_SLOTS)
    }

    /// An empty path with a power of two of slots.
    fn with_slots(slots: usize) -> Self {
        Self {
            boards: vec![FREE; slots].into(),
            signatures: vec![(0, 0); slots].into(),
        }
    }

    /// Puts a node on the path. Depths are 1, 2 and so on, so that they count the
    /// nodes as well; there are at least four slots for each.
    pub(crate) fn push(&mut self, key: u64, hand: Hand, depth: u16) {
        if usize::from(depth) > self.boards.len() / 4 {
            self.grow();
        }
        self.put(key, hand, depth);
    }

    #[inline]
    fn put(&mut self, key: u64, hand: Hand, depth: u16) {
        let mask = self.boards.len() - 1;
        let mut at = key as usize & mask;
        while self.boards[at].depth != 0 {
            at = (at + 1) & mask;
        }
        self.boards[at] = Slot { key, hand, depth };
        let signature = signature(key, hand);
        let mask = self.signatures.len() - 1;
        let mut at = short(signature) as usize & mask;
        while self.signatures[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.signatures[at] = (signature, depth);
    }

    /// Doubles the slots. Nodes are put back by depth, the order in which they
    /// came, so that each is still the end of a probe run when it is taken off.
    #[cold]
    fn grow(&mut self) {
        let mut slots: Vec<Slot> = (self.boards.iter().copied())
            .filter(|slot| slot.depth != 0)
            .collect();
        slots.sort_unstable_by_key(|slot| slot.depth);
        *self = Self::with_slots(self.boards.len() * 2);
        for Slot { key, hand, depth } in slots {
            self.put(key, hand, depth);
        }
    }

    /// Takes the last node off again. Last in, first out: the slot it filled is
    /// the end of its probe run, so emptying it breaks no other run.
    pub(crate) fn pop(&mut self, key: u64, hand: Hand, depth: u16) {
        let mask = self.boards.len() - 1;
        let mut at = key as usize & mask;
        while self.boards[at].depth != depth {
            at = (at + 1) & mask;
        }
        self.boards[at] = FREE;
        let signature = signature(key, hand);
        let mask = self.signatures.len() - 1;
        let mut at = short(signature) as usize & mask;
        while self.signatures[at] != (signature, depth) {
            at = (at + 1) & mask;
        }
        self.signatures[at] = (0, 0);
    }

    /// The deepest ancestor with this board and a hand that contains `hand`, or
    /// with this `exact` hand.
    #[inline]
    pub(crate) fn repeated(&self, key: u64, hand: Hand, exact: bool) -> Option<(u16, Hand)> {
        let mask = self.boards.len() - 1;
        let mut at = key as usize & mask;
        let mut best: Option<(u16, Hand)> = None;
        while self.boards[at].depth != 0 {
            let slot = &self.boards[at];
            if slot.key == key
                && slot.hand.contains(hand)
                && (!exact || slot.hand == hand)
                && best.is_none_or(|(depth, _)| depth < slot.depth)
            {
                best = Some((slot.depth, slot.hand));
            }
            at = (at + 1) & mask;
        }
        best
    }

    /// The depth of the ancestor with this signature.
    #[inline]
    pub(crate) fn depth_of(&self, signature: u64) -> Option<u16> {
        self.find(short(signature), |s| s == signature)
    }

    /// The depth of the ancestor whose signature has these 48 bits.
    #[inline]
    pub(crate) fn depth_of_short(&self, bits: u64) -> Option<u16> {
        self.find(bits, |s| short(s) == bits)
    }

    #[inline]
    fn find(&self, bits: u64, is_it: impl Fn(u64) -> bool) -> Option<u16> {
        let mask = self.signatures.len() - 1;
        let mut at = bits as usize & mask;
        while self.signatures[at].1 != 0 {
            if is_it(self.signatures[at].0) {
                return Some(self.signatures[at].1);
            }
            at = (at + 1) & mask;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_sets_of_up_to_two() {
        let three = Heads::one(3);
        let seven = Heads::one(7);
        assert_eq!(three.union(Heads::NONE), three);
        assert_eq!(
            seven.union(three),
            Heads {
                first: 3,
                second: 7,
                more: false
            }
        );
        assert_eq!(seven.union(three).union(seven), seven.union(three));
        let many = seven.union(three).union(Heads::one(5));
        assert_eq!(
            many,
            Heads {
                first: 3,
                second: 5,
                more: true
            }
        );
        assert_eq!(seven.union(three).closed_at(5), three);
        assert!(seven.union(three).closed_at(3).is_none());
        assert!(many.closed_at(5).more, "which heads are left is not known");
        assert!(many.closed_at(3).is_none());
    }

    #[test]
    fn repetition_needs_a_hand_at_least_as_good() {
        let mut path = Path::new();
        let pawn = Hand::EMPTY.plus(1);
        path.push(42, pawn, 1);
        path.push(42 + FEW_SLOTS as u64, pawn, 2);
        path.push(42, pawn.plus(1), 3);
        assert_eq!(path.repeated(42, pawn, false), Some((3, pawn.plus(1))));
        assert_eq!(path.repeated(42, pawn.plus(2), false), None);
        assert_eq!(path.repeated(42, pawn, true), Some((1, pawn)));
        assert_eq!(path.repeated(42, Hand::EMPTY, true), None);
        assert_eq!(path.depth_of(signature(42, pawn)), Some(1));
        path.pop(42, pawn.plus(1), 3);
        assert_eq!(path.repeated(42, Hand::EMPTY, false), Some((1, pawn)));
        assert_eq!(path.depth_of(signature(42, pawn.plus(1))), None);
        path.pop(42 + FEW_SLOTS as u64, pawn, 2);
        path.pop(42, pawn, 1);
        assert_eq!(path.repeated(42, Hand::EMPTY, false), None);
    }

    /// However often it has grown on the way down, every node is found on the way
    /// up, and nothing is left at the end. Many boards are those of ancestors, and
    /// many keys share their slots.
    #[test]
    fn a_path_grows_and_shrinks_again() {
        let key = |depth: u16| match depth % 3 {
            0 => u64::from(depth / 9) * 64,
            _ => u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        };
        let hand = |depth: u16| (0..depth % 5).fold(Hand::EMPTY, |hand, _| hand.plus(1));
        let mut path = Path::new();
        for round in 0..2 {
            for depth in 1..MAX_DEPTH {
                path.push(key(depth), hand(depth), depth);
            }
            for depth in (1..MAX_DEPTH).rev() {
                let (found, _) = path.repeated(key(depth), hand(depth), false).unwrap();
                assert_eq!(found, depth, "round {round}");
                let found = path.depth_of(signature(key(depth), hand(depth)));
                assert!(found.is_some(), "round {round}");
                path.pop(key(depth), hand(depth), depth);
            }
            assert!(path.boards.iter().all(|slot| slot.depth == 0));
            assert!(path.signatures.iter().all(|slot| slot.1 == 0));
        }
    }
}
