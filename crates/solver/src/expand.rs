//! Expansion: the children of a node, generated once and looked up once.
//!
//! The keys of all children are known before any is looked up, so their lines
//! of the table are on their way from memory while the rest is generated.

use crate::futile::Futile;
use crate::leaf;
use crate::node::{Child, NO_CHILD, shorter};
use crate::path::{HORIZON, Heads, MAX_DEPTH};
use crate::search::Search;
use crate::search::interposition::{Question, hand_over, interposed_salt, undo_hand_over};
use crate::table::Query;
use crate::value::{NO_LIMIT, State, Value};
use crate::{estimate, postpone};
use kemuri_core::Move;
use kemuri_core::attacks::{between, bit};

/// Replies that a check is taken to have when nobody counts them.
const FEW_REPLIES: u32 = 3;

impl Search<'_> {
    /// Generates and evaluates the children of the top node.
    pub(crate) fn expand(&mut self) {
        self.generate();
        let frame = &self.stack[self.stack.len() - 1];
        let (first, interposed) = (frame.first_child, frame.interposed);
        let moves = self.children.len();
        if interposed && self.add_uncounted_captures() {
            return;
        }
        let frame = &self.stack[self.stack.len() - 1];
        if !frame.is_or && self.options.postpone {
            postpone::link(&self.board, &frame.lines, &mut self.children[first..]);
        }
        // A capture that is not counted settles all.
        for i in (moves..self.children.len()).chain(first..moves) {
            // Those that waited were looked at with the one they waited for.
            let child = &self.children[i];
            if !child.hidden && !child.looked_up && self.settle(i) {
                break;
            }
        }
    }

    /// Generates the children of the top node.
    #[inline]
    fn generate(&mut self) {
        let Self {
            board,
            children,
            table,
            stack,
            ..
        } = self;
        let frame = &stack[stack.len() - 1];
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        if frame.is_or {
            board.each_check(&frame.lines, |mv| moves.push(mv));
        } else {
            board.each_evasion(&frame.lines, |mv| moves.push(mv));
        }
        let salt = self.futile.salt();
        for &mv in &moves {
            let mut child = Child {
                key: board.key_after(mv) ^ salt,
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
                cost: if frame.interposed { 2 } else { 1 },
                given_back: 0,
                interposes: false,
                question: Question::Move,
                busy: 0,
            };
            if salt != 0 && !frame.is_or && self.futile.applies_to(board, mv) {
                let to = mv.to_sq().to_index();
                if let Some(square) = frame.nearer_than
                    && between(board.defender_king(), usize::from(square)) & bit(to) == 0
                {
                    continue;
                }
                // The interposition is counted with the answer to it.
                child.key ^= interposed_salt(mv);
                child.cost = 0;
                child.interposes = true;
            }
            table.prefetch(child.key);
            children.push(child);
        }
        self.moves = moves;
    }

    /// Evaluates a child and, as long as they are lost for the side to move,
    /// those that waited for it. Returns whether the side to move has won.
    pub(crate) fn settle(&mut self, mut i: usize) -> bool {
        let frame = &self.stack[self.stack.len() - 1];
        let first = frame.first_child;
        let (won, lost) = State::won_and_lost(frame.is_or);
        loop {
            self.evaluate(i);
            let value = &self.children[i].value;
            if value.state == won && value.heads.is_none() {
                return true;
            }
            if value.state != lost {
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
        self.evaluate_move(i);
        let child = &self.children[i];
        if child.given_back != 0 && child.value.state == State::Proven {
            self.answer(i, child.value);
        }
    }

    /// Finds out what is known of the position after a child's move.
    fn evaluate_move(&mut self, i: usize) {
        let top = self.stack.len() - 1;
        let (parent, path_hash) = {
            let frame = &self.stack[top];
            (frame.query, frame.path_hash)
        };
        let Child {
            key,
            hand,
            mv,
            cost,
            interposes,
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
        let query = Query {
            key,
            hand,
            depth: parent.depth + 1,
            len,
        };
        let found = self.table.look_up(query, &self.path, path_hash);
        let child = &mut self.children[i];
        child.value = found.value;
        child.min_depth = found.min_depth;
        child.visited = found.visited;
        child.busy = found.paths;
        if !found.value.is_open() && found.value.heads.is_none() {
            return;
        }
        let exact = self.futile != Futile::None;
        if let Some((depth, head_hand)) = self.path.repeated(key, hand, exact) {
            let hand = if self.tests.disproof_hands {
                head_hand
            } else {
                hand
            };
            child.value = Value::disproven(hand, NO_LIMIT, Heads::one(depth));
            return;
        }
        if query.depth >= MAX_DEPTH {
            child.value = Value::disproven(hand, NO_LIMIT, Heads::one(HORIZON));
            return;
        }
        if interposes && let Some(value) = self.known_futile(mv, query) {
            self.children[i].value = value;
            return;
        }
        if found.visited || !found.value.is_open() {
            return;
        }
        if let Some(value) = self.literal_value(query, mv, interposes) {
            self.children[i].value = value;
            return;
        }
        let mut value = self.first_value(i, query);
        if value.is_open() && query.len != NO_LIMIT {
            value.dn = estimate::dn_within(value.dn, query.len);
        }
        if value.is_open() {
            let child = &mut self.children[i];
            child.value.pn = child.value.pn.max(value.pn);
            child.value.dn = child.value.dn.max(value.dn);
        } else {
            self.children[i].value = value;
        }
    }

    /// What is known of a position if every interposition counts, as far as it
    /// settles the position under the present profile: a mate is one within no
    /// more plies, and no mate at all is none.
    fn literal_value(&mut self, query: Query, mv: Move, interposes: bool) -> Option<Value> {
        if self.futile == Futile::None || query.len == NO_LIMIT {
            return None;
        }
        let (salt, ply) = match interposes {
            true => (interposed_salt(mv), 1),
            false => (0, 0),
        };
        let literal = Query {
            key: query.key ^ self.futile.salt() ^ salt,
            len: query.len.checked_sub(ply)?,
            ..query
        };
        let value = self.table.look_up(literal, &self.path, 0).value;
        match value.state {
            State::Proven => Some(Value::proven(value.hand, value.len + ply)),
            State::Disproven if value.len == NO_LIMIT && value.heads.is_none() => Some(value),
            _ => None,
        }
    }

    /// What the position of a child says that was never looked at.
    fn first_value(&mut self, i: usize, query: Query) -> Value {
        let Child {
            mv,
            given_back,
            interposes,
            ..
        } = self.children[i];
        if self.stack[self.stack.len() - 1].is_or {
            self.first_value_of_check(mv, given_back, query)
        } else {
            self.first_value_of_reply(mv, interposes, query)
        }
    }

    /// The same of a check, with which `given_back` is handed over unless that is 0.
    fn first_value_of_check(&mut self, mv: Move, given_back: u8, query: Query) -> Value {
        let Self { options, tests, .. } = *self;
        if query.len == 2 && tests.mate_in_one && given_back == 0 {
            let undo = self.board.make(mv);
            self.nodes += 1;
            let (value, may_be_futile) = leaf::mate_in_two_or_none(
                &mut self.board,
                tests,
                self.futile,
                [&mut self.replies, &mut self.moves],
                &mut self.nodes,
            );
            self.board.undo(mv, undo);
            // What refutes it may be futile, and the position a mate all the same.
            if !may_be_futile {
                self.table.store(query.key, &value);
                return value;
            }
        }
        // To count them all would cost more than it saves where nearly
        // everything is refuted.
        let counts = options.first_numbers && query.len == NO_LIMIT;
        let mut replies = FEW_REPLIES;
        if counts || tests.mate_in_one {
            // Made only to count the replies: no node unless there is none.
            let undo = self.board.make(mv);
            if given_back != 0 {
                hand_over(&mut self.board, given_back);
            }
            let lines = self.board.king_lines();
            if counts {
                replies = self.board.count_evasions(&lines);
            } else if !self.board.has_evasion_of(&lines) {
                replies = 0;
            }
            let mated = (replies == 0 && tests.mate_in_one)
                .then(|| leaf::mated(&self.board, &lines, tests));
            if given_back != 0 {
                undo_hand_over(&mut self.board, given_back);
            }
            self.board.undo(mv, undo);
            if let Some(value) = mated {
                self.nodes += 1;
                self.table.store(query.key, &value);
                return value;
            }
        }
        if !options.first_numbers {
            return Value::open(estimate::UNIT, estimate::UNIT);
        }
        let (pn, dn) = estimate::after_check(&self.board, mv, replies);
        Value::open(pn, dn)
    }

    /// The same of a reply. If it `interposes`, the check after it counts two
    /// plies or none, never one.
    fn first_value_of_reply(&mut self, mv: Move, interposes: bool, query: Query) -> Value {
        let Self { options, tests, .. } = *self;
        let undo = self.board.make(mv);
        self.nodes += 1;
        let mut checks = 1;
        if options.first_numbers || tests.no_check {
            let lines = self.board.king_lines();
            checks = self.board.count_checks(&lines);
        }
        let value = if checks == 0 && tests.no_check {
            let value = leaf::without_check(&self.board, tests);
            self.table.store(query.key, &value);
            Some(value)
        } else if query.len == 1 && !interposes && tests.mate_in_one {
            let (value, may_be_futile) = leaf::mate_in_one_or_none(
                &mut self.board,
                tests,
                self.futile,
                &mut self.moves,
                &mut self.nodes,
            );
            // What parries the checks may be futile, and the position a mate all the same.
            (!may_be_futile).then_some(value)
        } else {
            None
        };
        self.board.undo(mv, undo);
        value.unwrap_or_else(|| {
            if !options.first_numbers {
                return Value::open(estimate::UNIT, estimate::UNIT);
            }
            let (pn, dn) = estimate::after_reply(&self.board, mv, checks);
            Value::open(pn, dn)
        })
    }
}
