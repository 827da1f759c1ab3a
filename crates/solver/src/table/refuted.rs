//! Heads that have failed themselves.
//!
//! A no-mate that leans on an ancestor is stored with that ancestor's signature
//! and holds where it is on the path. Once the ancestor is refuted itself,
//! leaning on nothing, the same no-mate holds on every path: whatever leads back
//! to the ancestor leads to a position without a mate. Such ancestors are
//! remembered here by signature, with the plies within which they are no mate.

use crate::path::short;

/// A cache of refuted heads; a new one takes the place of an old one.
pub(crate) struct Refuted {
    /// Signature and plies; zero plies in a free place.
    heads: Box<[(u64, u16)]>,
}

impl Refuted {
    /// A cache with room for a power of two of heads.
    pub(crate) fn new(room: usize) -> Self {
        Self {
            heads: vec![(0, 0); room.next_power_of_two()].into(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.heads.fill((0, 0));
    }

    fn at(&self, bits: u64) -> usize {
        bits as usize & (self.heads.len() - 1)
    }

    /// Notes that the position of this signature is no mate within `len` plies.
    pub(crate) fn note(&mut self, signature: u64, len: u16) {
        let at = self.at(short(signature));
        let head = &mut self.heads[at];
        if head.0 != signature || head.1 < len {
            *head = (signature, len);
        }
    }

    /// The plies, `len` or more, within which the position of this signature is
    /// known not to be a mate.
    pub(crate) fn plies(&self, signature: u64, len: u16) -> Option<u16> {
        let head = self.heads[self.at(short(signature))];
        (head.0 == signature && head.1 >= len.max(1)).then_some(head.1)
    }

    /// As [`Refuted::plies`], by the 48 bits of the signature.
    pub(crate) fn plies_of_short(&self, bits: u64, len: u16) -> Option<u16> {
        let head = self.heads[self.at(bits)];
        (short(head.0) == bits && head.1 >= len.max(1)).then_some(head.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_found_by_its_signature_alone() {
        let mut refuted = Refuted::new(3);
        let head = 0x1234_5678_9abc_def0;
        assert_eq!(refuted.plies(head, 0), None);
        assert_eq!(refuted.plies(0, 0), None);
        assert_eq!(refuted.plies_of_short(0, 0), None);
        refuted.note(head, 9);
        refuted.note(head, 7);
        assert_eq!(refuted.plies(head, 9), Some(9), "as long as it ever did");
        assert_eq!(refuted.plies(head, 11), None);
        assert_eq!(refuted.plies_of_short(short(head), 9), Some(9));
        assert_eq!(refuted.plies_of_short(short(head), 11), None);
        assert_eq!(refuted.plies(head ^ 1, 9), None);
        assert_eq!(refuted.plies_of_short(short(head) ^ 1 << 40, 9), None);
        let same_place = head ^ 1 << 60;
        refuted.note(same_place, 5);
        assert_eq!(refuted.plies(head, 1), None);
        assert_eq!(refuted.plies(same_place, 1), Some(5));
        refuted.clear();
        assert_eq!(refuted.plies(same_place, 1), None);
    }
}
