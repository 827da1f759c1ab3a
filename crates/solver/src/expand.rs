//! Expansion: the children of a node, generated once and looked up once.
//!
//! The keys of all children are known before any is looked up, so their lines
//! of the table are on their way from memory while the rest is generated.

use crate::leaf::{self, Leaf};
use crate::node::{Child, NO_CHILD, shorter};
use crate::path::{HORIZON, Heads, MAX_DEPTH};
use crate::search::Search;
use crate::table::Place;
use crate::value::{NO_LIMIT, State, Value};
use crate::{estimate, postpone};
use kemuri_core::Move;

impl Search<'_> {
    /// Generates and evaluates the children of the top node.
    pub(crate) fn expand(&mut self) {
        let Self {
            board,
            children,
            table,
            stack,
            ..
        } = self;
        let frame = &stack[stack.len() - 1];
        let first = frame.first_child;
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        if frame.is_or {
            board.each_check(&frame.lines, |mv| moves.push(mv));
        } else {
            board.each_evasion(&frame.lines, |mv| moves.push(mv));
        }
        for &mv in &moves {
            let key = board.key_after(mv);
            table.prefetch(key);
            children.push(Child {
                key,
                value: Value::open(1, 1),
                hand: board.attacker_hand_after(mv),
                mv,
                next: NO_CHILD,
                min_depth: u16::MAX,
                hidden: false,
                looked_up: false,
                visited: false,
                by_max: false,
                captured: if mv.is_drop() {
                    0
                } else {
                    board.piece(mv.to_sq().to_index())
                },
                cost: 1,
            });
        }
        if !frame.is_or && self.options.postpone {
            postpone::link(board, &frame.lines, &mut children[first..]);
        }
        self.moves = moves;
        for i in first..self.children.len() {
            // Those that waited were looked at with the one they waited for.
            let child = &self.children[i];
            if !child.hidden && !child.looked_up && self.settle(i) {
                break;
            }
        }
    }

    /// Evaluates a child and, as long as they are lost for the side to move,
    /// those that waited for it. Returns whether the side to move has won.
    pub(crate) fn settle(&mut self, mut i: usize) -> bool {
        let frame = &self.stack[self.stack.len() - 1];
        let (first, is_or) = (frame.first_child, frame.is_or);
        loop {
            self.evaluate(i);
            let value = &self.children[i].value;
            let (mover, other) = if is_or {
                (State::Proven, State::Disproven)
            } else {
                (State::Disproven, State::Proven)
            };
            if value.state == mover && value.heads.is_none() {
                return true;
            }
            if value.state != other {
                return false;
            }
            match self.children[i].next {
                NO_CHILD => return false,
                next => i = first + usize::from(next),
            }
            self.children[i].hidden = false;
        }
    }

    /// Finds out what is known of a child of the top node.
    fn evaluate(&mut self, i: usize) {
        let top = self.stack.len() - 1;
        let (parent, is_or, path_hash) = {
            let frame = &self.stack[top];
            (frame.place, frame.is_or, frame.path_hash)
        };
        let Child {
            key,
            hand,
            mv,
            cost,
            ..
        } = self.children[i];
        self.children[i].looked_up = true;
        let Some(len) = shorter(parent.len, cost) else {
            // No ply is left: whatever the hands, no mate within what there is.
            let child = &mut self.children[i];
            child.value = Value::disproven(self.board.both_hands(), 0, Heads::NONE);
            child.cost = parent.len;
            return;
        };
        let place = Place {
            key,
            hand,
            depth: parent.depth + 1,
            len,
        };
        let found = self.table.look_up(place, &self.path, path_hash);
        let child = &mut self.children[i];
        child.value = found.value;
        child.min_depth = found.min_depth;
        child.visited = found.visited;
        if !found.value.is_open() && found.value.heads.is_none() {
            return;
        }
        if let Some((depth, head_hand)) = self.path.repeated(key, hand) {
            let hand = if self.tests.disproof_hands {
                head_hand
            } else {
                hand
            };
            child.value = Value::disproven(hand, NO_LIMIT, Heads::one(depth));
            return;
        }
        if place.depth >= MAX_DEPTH {
            child.value = Value::disproven(hand, NO_LIMIT, Heads::one(HORIZON));
            return;
        }
        if found.visited || !found.value.is_open() {
            return;
        }
        let mut value = self.first_value(mv, is_or, place);
        if value.is_open() && place.len != NO_LIMIT {
            value.dn = estimate::dn_within(value.dn, place.len);
        }
        if value.is_open() {
            let child = &mut self.children[i];
            child.value.pn = child.value.pn.max(value.pn);
            child.value.dn = child.value.dn.max(value.dn);
        } else {
            self.children[i].value = value;
        }
    }

    /// What a position says that was never looked at, `mv` leading to it.
    fn first_value(&mut self, mv: Move, is_or: bool, place: Place) -> Value {
        let unit = Value::open(estimate::UNIT, estimate::UNIT);
        if is_or {
            if !self.options.first_numbers {
                return unit;
            }
            // Made only to count the replies: no node.
            let undo = self.board.make(mv);
            let lines = self.board.king_lines();
            let replies = estimate::count_replies(&self.board, &lines);
            self.board.undo(mv, undo);
            let (pn, dn) = estimate::after_check(&self.board, mv, replies);
            return Value::open(pn, dn);
        }
        let undo = self.board.make(mv);
        self.nodes += 1;
        let leaf = leaf::test(
            &mut self.board,
            self.tests,
            &mut self.moves,
            &mut self.nodes,
        );
        if place.len == 1 && matches!(leaf, Leaf::Checks(_)) {
            let value = leaf::mate_in_one_or_none(
                &mut self.board,
                self.tests,
                &mut self.moves,
                &mut self.nodes,
            );
            self.board.undo(mv, undo);
            return value;
        }
        self.board.undo(mv, undo);
        match leaf {
            Leaf::Decided(value) if value.state == State::Disproven => {
                self.table
                    .store_disproven(place.key, value.hand, value.len, 1);
                value
            }
            Leaf::Decided(value) if value.len <= place.len => {
                self.table.store_proven(place.key, value.hand, value.len, 1);
                value
            }
            Leaf::Checks(checks) if self.options.first_numbers => {
                let (pn, dn) = estimate::after_reply(&self.board, mv, checks);
                Value::open(pn, dn)
            }
            Leaf::Decided(_) | Leaf::Checks(_) => unit,
        }
    }
}
