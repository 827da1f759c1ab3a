//! What a node is worth when it is decided, and how its value is stored.
//!
//! Proofs hold on every path. A no-mate may depend on ancestors through
//! repetitions; it is stored as unconditional only if it depends on none.

use crate::futile::Futile;
use crate::hands;
use crate::node::{Child, Frame};
use crate::path::{HORIZON, Heads, NO_PATH, signature};
use crate::search::Search;
use crate::table::{Leaving, NOTHING, Query};
use crate::value::{NO_LIMIT, State, Value};
use kemuri_core::Hand;
use kemuri_core::board::KingLines;

impl Search<'_> {
    /// The value of the top node, all of whose children are lost or one of
    /// which is won for the side to move.
    pub(crate) fn decided_value(&mut self) -> Value {
        let frame = &self.stack[self.stack.len() - 1];
        let children = &self.children[frame.first_child..];
        debug_assert!(
            frame.is_or == self.board.attacker_to_move() && is_decided(children, frame.is_or),
            "an open node is taken for a decided one"
        );
        let value = if frame.is_or {
            self.check_that_mates(children)
                .unwrap_or_else(|| self.no_check_mates(children))
        } else {
            self.escape(children)
                .unwrap_or_else(|| self.every_reply_is_mated(children, &frame.lines))
        };
        match value.state {
            State::Disproven => self.closed(value),
            _ => value,
        }
    }

    /// The shortest mate by a check, if one mates.
    fn check_that_mates(&self, children: &[Child]) -> Option<Value> {
        let child = children
            .iter()
            .filter(|c| !c.hidden && c.value.state == State::Proven)
            .min_by_key(|c| (c.len_from_parent(), c.value.exact_hand))?;
        let is_exact = child.value.exact_hand;
        let hand = match self.tests.proof_hands && !is_exact {
            true => hands::before(child.mv, child.captured, child.value.hand),
            false => self.board.attacker_hand(),
        };
        Some(Value::proven(hand, child.len_from_parent()).for_hand(is_exact))
    }

    /// The no-mate of a node none of whose checks mates.
    fn no_check_mates(&self, children: &[Child]) -> Value {
        let mut hand = self.board.both_hands();
        let (mut len, mut heads, mut is_exact) = (NO_LIMIT, Heads::NONE, false);
        for child in children {
            is_exact |= child.value.exact_hand;
            let before = hands::before(child.mv, child.captured, child.value.hand);
            hand = hand.min(before);
            len = len.min(child.len_from_parent());
            heads = heads.union(child.value.heads);
        }
        let hand = match self.tests.disproof_hands && !is_exact {
            true => hands::without_unsearched(&self.board, hand),
            false => self.board.attacker_hand(),
        };
        Value::disproven(hand, len, heads).for_hand(is_exact)
    }

    /// The no-mate by the reply that depends on least, if one escapes: on nothing
    /// at best, else on ancestors as deep as possible, since those are closed first.
    fn escape(&self, children: &[Child]) -> Option<Value> {
        let child = children
            .iter()
            .filter(|c| !c.hidden && c.value.state == State::Disproven)
            .max_by_key(|c| {
                let Heads { first, more, .. } = c.value.heads;
                (first, !more, !c.value.exact_hand, c.len_from_parent())
            })?;
        let is_exact = child.value.exact_hand;
        let hand = match self.tests.disproof_hands && !is_exact {
            true => hands::disproof_of_escape(&self.board, child.mv, child.value.hand),
            false => self.board.attacker_hand(),
        };
        let (len, heads) = (child.len_from_parent(), child.value.heads);
        Some(Value::disproven(hand, len, heads).for_hand(is_exact))
    }

    /// The mate of a node all of whose replies are mated.
    fn every_reply_is_mated(&self, children: &[Child], lines: &KingLines) -> Value {
        let (mut hand, mut is_exact) = (Hand::EMPTY, false);
        for child in children {
            hand = hand.max(child.value.hand);
            is_exact |= child.value.exact_hand;
        }
        let len = children.iter().map(Child::len_from_parent).max();
        let hand = match self.tests.proof_hands && !is_exact {
            true => hands::with_monopolies(&self.board, lines, hand),
            false => self.board.attacker_hand(),
        };
        Value::proven(hand, len.unwrap_or(0)).for_hand(is_exact)
    }

    /// The no-mate of the top node, all loops back to it being closed.
    fn closed(&mut self, mut value: Value) -> Value {
        let query = self.stack[self.stack.len() - 1].query;
        let open = value.heads;
        value.heads = open.closed_at(query.depth);
        let Heads { first, more, .. } = value.heads;
        if open != value.heads && !more && first != HORIZON {
            let depends_on = if value.heads.is_none() {
                NOTHING
            } else {
                self.names(value.heads)
                    .map(|(key, hand)| signature(key, hand))
            };
            let head = signature(query.key, query.hand);
            self.table.refuted.note(head, value.len, depends_on);
        }
        value
    }

    /// The positions of the first two heads.
    fn names(&self, heads: Heads) -> [(u64, Hand); 2] {
        [heads.first, heads.second].map(|depth| {
            let head = self.stack[usize::from(depth) - 1].query;
            (head.key, head.hand)
        })
    }

    /// Writes the value of a node that was just left into the table.
    pub(crate) fn store(&mut self, frame: &Frame, value: &Value, distance: u16) {
        // Minimal distance: a node of which only old children are left is old itself.
        let depth = frame.query.depth.min(distance);
        let query = Query {
            depth,
            ..frame.query
        };
        let known = self.table.amount(frame.slot);
        let amount = known + (self.nodes - frame.nodes_before) + 1;
        let (leaving, amount_left) = match value.state {
            State::Open => {
                return self
                    .table
                    .store_open(frame.slot, query, value.pn, value.dn, amount);
            }
            State::Disproven if !value.heads.is_none() => (Leaving::Decided, amount),
            State::Disproven if value.len != NO_LIMIT => (Leaving::Decided, known),
            State::Proven | State::Disproven => (Leaving::Closed, amount),
        };
        // Other threads must find the result before they hear of it. With one
        // thread the result can take the slot of the node.
        let shared = self.table.is_shared();
        if !shared {
            self.table.leave(frame.slot, leaving, amount_left);
        }
        self.store_decided(query, value, amount);
        if shared {
            self.table.leave(frame.slot, leaving, amount_left);
        }
    }

    /// Writes the value of a decided position on which `amount` nodes were spent.
    fn store_decided(&mut self, query: Query, value: &Value, amount: u64) {
        let Heads { first, more, .. } = value.heads;
        if value.heads.is_none() {
            self.table.store_decided(query.key, value, amount);
            return;
        }
        let value = &value.for_hand(self.futile != Futile::None);
        if first == HORIZON {
            // It holds nowhere else.
        } else if more || !self.options.repetition_heads {
            let hash = self.stack.last().map_or(NO_PATH, |f| f.path_hash);
            self.table.store_on_path(query, value, hash, amount);
        } else {
            let heads = self.names(value.heads);
            self.table.store_on_heads(query, value, heads, amount);
        }
    }
}

/// Whether a child is won, or all are lost, for the side to move.
fn is_decided(children: &[Child], is_or: bool) -> bool {
    let (won, lost) = State::won_and_lost(is_or);
    let mut shown = children.iter().filter(|c| !c.hidden);
    shown.clone().any(|c| c.value.state == won) || shown.all(|c| c.value.state == lost)
}
