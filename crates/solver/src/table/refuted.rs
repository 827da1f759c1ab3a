//! Heads that have failed themselves.
//!
//! A no-mate that depends on an ancestor is stored with that ancestor's signature
//! and holds where it is on the path. Once the ancestor is refuted itself,
//! depending on nothing, the same no-mate holds on every path: whatever leads back
//! to the ancestor leads to a position without a mate. Such ancestors are
//! remembered here by signature, with the plies within which they are no mate.

use crate::path::short;

/// A head that has failed, and the heads that it depends on in its turn: none,
/// one twice, or two.
#[derive(Clone, Copy)]
struct Failed {
    signature: u64,
    depends_on: [u64; 2],
    /// Plies within which it is no mate; zero in a free place.
    len: u16,
}

const FREE: Failed = Failed {
    signature: 0,
    depends_on: NOTHING,
    len: 0,
};

/// Of a head that depends on nothing.
pub(crate) const NOTHING: [u64; 2] = [0; 2];

/// Heads that depend on heads are followed so far.
const LONGEST_CHAIN: u32 = 8;

/// A cache of refuted heads; a new one takes the place of an old one. It grows as
/// it fills.
pub(crate) struct Refuted {
    heads: Vec<Failed>,
    used: usize,
    most: usize,
}

/// Places to begin with.
const FIRST: usize = 64;

impl Refuted {
    /// A cache that grows to `bytes` at most, but for a few.
    pub(crate) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Failed>() + 1).next_power_of_two() / 2;
        let most = most.max(FIRST);
        Self {
            heads: vec![FREE; FIRST],
            used: 0,
            most,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.heads = vec![FREE; FIRST];
        self.used = 0;
    }

    /// Doubles the places, if there is memory for them.
    #[cold]
    fn grow(&mut self) {
        let places = self.heads.len() * 2;
        let mut larger = Vec::new();
        if larger.try_reserve_exact(places).is_err() {
            self.most = self.heads.len();
            return;
        }
        larger.resize(places, FREE);
        self.used = 0;
        for head in std::mem::replace(&mut self.heads, larger) {
            if head.len != 0 {
                self.used += 1;
                let at = self.at(short(head.signature));
                self.heads[at] = head;
            }
        }
    }

    fn at(&self, bits: u64) -> usize {
        bits as usize & (self.heads.len() - 1)
    }

    /// Notes that the position of this signature is no mate within `len` plies,
    /// unless one of those is that it depends on.
    pub(crate) fn note(&mut self, signature: u64, len: u16, depends_on: [u64; 2]) {
        if self.used * 2 > self.heads.len() && self.heads.len() < self.most {
            self.grow();
        }
        let at = self.at(short(signature));
        let head = &mut self.heads[at];
        let known_better = head.signature == signature
            && head.len >= len
            && (head.depends_on == NOTHING || depends_on != NOTHING);
        if !known_better {
            self.used += usize::from(head.len == 0);
            *head = Failed {
                signature,
                depends_on,
                len,
            };
        }
    }

    /// The plies, `len` or more, within which the position of this signature is
    /// known not to be a mate.
    pub(crate) fn plies(&self, signature: u64, len: u16) -> Option<u16> {
        self.followed(signature, len, LONGEST_CHAIN)
    }

    /// As [`Refuted::plies`], by the 48 bits of the signature.
    pub(crate) fn plies_of_short(&self, bits: u64, len: u16) -> Option<u16> {
        let signature = self.heads[self.at(bits)].signature;
        (short(signature) == bits).then(|| self.plies(signature, len))?
    }

    /// As [`Refuted::plies`], through at most `left` heads.
    fn followed(&self, signature: u64, len: u16, left: u32) -> Option<u16> {
        let head = self.heads[self.at(short(signature))];
        if head.signature != signature || head.len < len.max(1) {
            return None;
        }
        if head.depends_on == NOTHING {
            return Some(head.len);
        }
        let left = left.checked_sub(1)?;
        let [a, b] = head.depends_on;
        let plies = head.len.min(self.followed(a, len, left)?);
        if a == b {
            return Some(plies);
        }
        Some(plies.min(self.followed(b, len, left)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_found_by_its_signature_alone() {
        let mut refuted = Refuted::new(0);
        let head = 0x1234_5678_9abc_def0;
        assert_eq!(refuted.plies(head, 0), None);
        assert_eq!(refuted.plies(0, 0), None);
        assert_eq!(refuted.plies_of_short(0, 0), None);
        refuted.note(head, 9, NOTHING);
        refuted.note(head, 7, NOTHING);
        assert_eq!(refuted.plies(head, 9), Some(9), "as long as it ever did");
        assert_eq!(refuted.plies(head, 11), None);
        assert_eq!(refuted.plies_of_short(short(head), 9), Some(9));
        assert_eq!(refuted.plies_of_short(short(head), 11), None);
        assert_eq!(refuted.plies(head ^ 1, 9), None);
        assert_eq!(refuted.plies_of_short(short(head) ^ 1 << 40, 9), None);
        let same_place = head ^ 1 << 60;
        refuted.note(same_place, 5, NOTHING);
        assert_eq!(refuted.plies(head, 1), None);
        assert_eq!(refuted.plies(same_place, 1), Some(5));
        refuted.clear();
        assert_eq!(refuted.plies(same_place, 1), None);
    }

    #[test]
    fn what_a_head_depends_on_has_to_be_refuted_too() {
        let mut refuted = Refuted::new(1 << 20);
        let [a, b, c] = [1 << 16, 2 << 16, 3 << 16];
        refuted.note(a, 9, [b, c]);
        assert_eq!(refuted.plies(a, 1), None);
        refuted.note(b, 7, [c, c]);
        assert_eq!(refuted.plies(a, 1), None);
        refuted.note(c, 11, NOTHING);
        assert_eq!(refuted.plies(b, 1), Some(7));
        assert_eq!(refuted.plies(a, 7), Some(7));
        assert_eq!(refuted.plies(a, 8), None);
        refuted.note(a, 5, [b, b]);
        assert_eq!(refuted.plies(a, 7), Some(7), "what was known is better");
        refuted.note(a, 5, NOTHING);
        assert_eq!(
            refuted.plies(a, 1),
            Some(5),
            "depending on nothing is better"
        );
        // Two that depend on each other are not followed for ever.
        let [d, e] = [4 << 16, 5 << 16];
        refuted.note(d, 9, [e, e]);
        refuted.note(e, 9, [d, d]);
        assert_eq!((refuted.plies(d, 1), refuted.plies(e, 1)), (None, None));
    }

    #[test]
    fn it_grows_to_its_size_and_no_further() {
        let bytes = 1 << 20;
        let mut refuted = Refuted::new(bytes);
        let names = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 1..1000 {
            refuted.note(names(i), 3, NOTHING);
        }
        let kept = (1..1000).filter(|&i| refuted.plies(names(i), 3) == Some(3));
        assert!(kept.count() > 600);
        for i in 1..200_000 {
            refuted.note(names(i), 3, NOTHING);
        }
        let taken = refuted.heads.len() * size_of::<Failed>();
        assert!(taken <= bytes && taken > bytes / 4, "{taken}");
    }
}
