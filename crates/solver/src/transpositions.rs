//! Double counting through transpositions.
//!
//! When two children of a node lead to the same position, its numbers enter the
//! node's sum twice, and along a chain of such meetings they grow without
//! reason. Every open entry remembers the node from which it was first reached.
//! When the search is about to enter a child that was first reached from
//! elsewhere, it follows these links upwards; if they run into the current path,
//! the ancestor found there reaches the child by two of its moves, and from then
//! on counts the two by their maximum instead of their sum.
//!
//! The walk ends early where a number jumps from one link to the next, or where
//! an ancestor in between has much else to count: the share that is counted
//! twice is then too small to matter.

use crate::entry::Open;
use crate::path::signature;
use crate::search::Search;
use kemuri_core::Hand;

/// Differences up to this are what one double count explains.
const SMALL: u32 = 12;
/// Longest chain that is followed.
const STEPS: usize = 64;

impl Search<'_> {
    /// Looks for a second way to the child that the top node is about to enter.
    pub(crate) fn find_double_count(&mut self, key: u64, hand: Hand, numbers: Open) {
        let (mut pn_clean, mut dn_clean) = (true, true);
        let (mut child, mut below) = ((key, hand), numbers);
        for _ in 0..STEPS {
            let Some((key, hand, above)) = self.table.open_at(below.parent) else {
                return;
            };
            pn_clean &= above.pn <= below.pn.saturating_add(SMALL);
            dn_clean &= above.dn <= below.dn.saturating_add(SMALL);
            if !pn_clean && !dn_clean {
                return;
            }
            if let Some(depth) = self.path.depth_of(signature(key, hand)) {
                let at = usize::from(depth) - 1;
                let clean = if self.stack[at].is_or {
                    dn_clean
                } else {
                    pn_clean
                };
                if clean {
                    self.count_by_max(at, child);
                }
                return;
            }
            child = (key, hand);
            below = above;
        }
    }

    /// Lets the ancestor count the child on the path and `other` by maximum.
    fn count_by_max(&mut self, ancestor: usize, other: (u64, Hand)) {
        let frame = &self.stack[ancestor];
        let between = &self.stack[ancestor + 1..];
        if between
            .iter()
            .any(|f| f.is_or == frame.is_or && f.others > SMALL)
        {
            return;
        }
        let end = self
            .stack
            .get(ancestor + 1)
            .map_or(self.children.len(), |f| f.first_child);
        let searching = frame.searching;
        let children = &mut self.children[frame.first_child..end];
        let meeting = children.iter().position(|c| (c.key, c.hand) == other);
        if let Some(i) = meeting
            && i != searching
        {
            children[i].by_max = true;
            children[searching].by_max = true;
        }
    }
}
