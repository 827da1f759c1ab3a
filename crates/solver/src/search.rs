//! df-pn: depth-first proof-number search with thresholds on both numbers.
//!
//! The search is a loop over an explicit stack, not a recursion: one turn either
//! enters the most promising child of the top node or leaves the node with its
//! new numbers. It can therefore stop at any turn, at any depth, and be told how
//! many turns it may take.
//!
//! On entering a node its moves are generated and looked up once; from then on
//! only the child just searched changes. At an attacker's node (OR) the proof
//! number is the least of the children's and the disproof number their sum, at a
//! defender's node (AND) the other way round.

use crate::answer::{Limits, Progress, Reason};
use crate::gc::small_tree_gc;
use crate::leaf::{self, Leaf, LeafTests};
use crate::options::{Cycles, Options};
use crate::path::{HORIZON, Heads, MAX_DEPTH, Path, signature};
use crate::postpone;
use crate::table::{Found, INFINITE, NO_LIMIT, NO_SLOT, Place, State, Table, Value};
use crate::{estimate, hands};
use kemuri_core::board::{KingLines, Undo};
use kemuri_core::{Board, Hand, Move};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// No further child in a chain.
pub(crate) const NO_CHILD: u16 = u16::MAX;

/// A move of a node on the stack and what is known of the position after it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) key: u64,
    pub(crate) value: Value,
    pub(crate) hand: Hand,
    slot: u32,
    pub(crate) mv: Move,
    /// The child that is looked at once this one is settled.
    pub(crate) next: u16,
    /// Whether the child waits for another to be settled.
    pub(crate) hidden: bool,
    /// Whether its number enters the sum through a maximum.
    pub(crate) by_max: bool,
    /// Whether its numbers come from nearer the root.
    old: bool,
    captured: u8,
}

/// A node of the current path.
pub(crate) struct Frame {
    pub(crate) first_child: usize,
    mv: Move,
    undo: Option<Undo>,
    place: Place,
    pub(crate) is_or: bool,
    pn_limit: u32,
    dn_limit: u32,
    slot: u32,
    path_hash: u64,
    nodes_before: u64,
    /// Threshold control: the counter on entry, before this node added to it.
    raises_before: u32,
    /// Whether the node had been entered before.
    visited: bool,
    /// Nothing below was searched yet on this visit.
    fresh: bool,
    lines: KingLines,
    /// The child being searched, among the children of this node.
    pub(crate) searching: usize,
    /// What the other children contributed to the summed number then.
    pub(crate) others: u32,
}

/// What the children of a node say about it.
struct Summary {
    pn: u32,
    dn: u32,
    best: usize,
    second: u32,
    /// What the other children contribute to the summed number.
    others: u32,
    decided: bool,
}

/// How a search ended.
pub(crate) enum Status {
    Done(Value),
    Stopped(Reason),
}

/// A search over one table.
pub(crate) struct Search<'a> {
    pub(crate) board: Board,
    pub(crate) table: &'a mut Table,
    options: &'a Options,
    limits: &'a Limits,
    on_progress: &'a mut dyn FnMut(&Progress),
    tests: LeafTests,
    pub(crate) path: Path,
    pub(crate) stack: Vec<Frame>,
    pub(crate) children: Vec<Child>,
    moves: Vec<Move>,
    pub(crate) nodes: u64,
    pub(crate) collections: u64,
    started: Instant,
    next_report: Duration,
    next_collection: u64,
    raises: u32,
    max_depth: u16,
    turns: u32,
    root: (u32, u32),
}

const REPORT_EVERY: Duration = Duration::from_millis(100);

impl<'a> Search<'a> {
    pub(crate) fn new(
        board: Board,
        table: &'a mut Table,
        options: &'a Options,
        limits: &'a Limits,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        let next_collection = table.capacity() * options.gc_load / 100;
        Self {
            board,
            table,
            options,
            limits,
            on_progress,
            tests: LeafTests {
                mate_in_one: options.mate_in_one,
                no_check: options.no_check,
                proof_hands: options.proof_hands,
                disproof_hands: options.disproof_hands,
            },
            path: Path::new(),
            stack: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            collections: 0,
            started: Instant::now(),
            next_report: REPORT_EVERY,
            next_collection,
            raises: 0,
            max_depth: 0,
            turns: 0,
            root: (1, 1),
        }
    }

    /// Time since the search was made.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Decides whether the board's position is a mate within `len` plies.
    pub(crate) fn decide(&mut self, len: u16) -> Status {
        let place = Place {
            key: self.board.key(),
            hand: self.board.attacker_hand(),
            depth: 1,
            len,
        };
        self.path.clear();
        let found = self.table.look_up(place, &self.path, 0);
        if !found.value.is_open() {
            return Status::Done(found.value);
        }
        let (mut pn, mut dn) = (found.value.pn, found.value.dn);
        loop {
            self.root = (pn, dn);
            let limits = (grow(pn), grow(dn));
            self.enter(Move::MOVE_NONE, None, place, found.slot, (pn, dn), limits);
            match self.run() {
                Status::Done(value) if value.is_open() => (pn, dn) = (value.pn, value.dn),
                status => return status,
            }
        }
    }

    /// What the table knows of the board's position, with an empty path.
    pub(crate) fn known(&mut self, len: u16) -> Option<Value> {
        let place = Place {
            key: self.board.key(),
            hand: self.board.attacker_hand(),
            depth: 1,
            len,
        };
        self.path.clear();
        let value = self.table.look_up(place, &self.path, 0).value;
        (!value.is_open()).then_some(value)
    }

    /// Turns until the root is left.
    fn run(&mut self) -> Status {
        loop {
            if self.turns == 0 {
                self.turns = 256;
                if let Some(reason) = self.out_of_limits() {
                    self.unwind();
                    return Status::Stopped(reason);
                }
            }
            self.turns -= 1;
            let top = self.stack.len() - 1;
            let summary = self.summarize(&self.stack[top]);
            if self.leaves(&summary) {
                let value = self.leave(&summary);
                match self.stack.last() {
                    None => return Status::Done(value),
                    Some(_) => self.receive(value),
                }
            } else {
                self.descend(&summary);
            }
        }
    }

    /// Whether the top node is done for now.
    fn leaves(&self, summary: &Summary) -> bool {
        let frame = &self.stack[self.stack.len() - 1];
        if summary.decided {
            return true;
        }
        let exceeded = summary.pn >= frame.pn_limit || summary.dn >= frame.dn_limit;
        if self.options.cycles != Cycles::Threshold {
            return exceeded;
        }
        if frame.fresh && exceeded && !frame.visited {
            return true;
        }
        if frame.raises_before > 0 && self.raises == 0 && !frame.fresh {
            return true;
        }
        exceeded && self.raises == 0
    }

    /// Combines the children of a node.
    fn summarize(&self, frame: &Frame) -> Summary {
        let min_distance = self.options.cycles == Cycles::MinDistance;
        let (mut best, mut least, mut second) = (usize::MAX, (INFINITE, INFINITE), INFINITE);
        let (mut sum, mut max, mut max_rest, mut hidden) = (0u32, 0u32, 0u32, 0u32);
        let mut old_max = 0u32;
        for (i, child) in self.children[frame.first_child..].iter().enumerate() {
            if child.hidden {
                hidden += 1;
                continue;
            }
            let (x, y) = if frame.is_or {
                (child.value.pn, child.value.dn)
            } else {
                (child.value.dn, child.value.pn)
            };
            if x == 0 {
                return Summary {
                    pn: 0,
                    dn: 0,
                    best: i,
                    second: 0,
                    others: 0,
                    decided: true,
                };
            }
            if x >= INFINITE {
                continue;
            }
            if (x, y) < least {
                second = least.0;
                least = (x, y);
                best = i;
            } else if x < second {
                second = x;
            }
            if min_distance && child.old {
                old_max = old_max.max(y);
            } else if child.by_max {
                max_rest = max_rest.max(max.min(y));
                max = max.max(y);
            } else {
                sum = sum.saturating_add(y).min(INFINITE - 1);
            }
        }
        if best == usize::MAX {
            return Summary {
                pn: 0,
                dn: 0,
                best: 0,
                second: 0,
                others: 0,
                decided: true,
            };
        }
        let waiting = if hidden == 0 {
            0
        } else {
            (hidden / 8).max(1) * (estimate::UNIT / 2)
        };
        if sum + max == 0 {
            max = old_max;
        }
        let total = (sum + max + waiting).min(INFINITE - 1);
        let chosen = &self.children[frame.first_child + best];
        let others = if min_distance && chosen.old {
            sum + waiting
        } else if chosen.by_max {
            sum + waiting
        } else {
            total.saturating_sub(least.1)
        };
        let (pn, dn) = if frame.is_or {
            (least.0, total)
        } else {
            (total, least.0)
        };
        Summary {
            pn,
            dn,
            best,
            second,
            others,
            decided: false,
        }
    }

    /// Enters the best child of the top node.
    fn descend(&mut self, summary: &Summary) {
        let top = self.stack.len() - 1;
        let frame = &mut self.stack[top];
        frame.fresh = false;
        frame.searching = summary.best;
        frame.others = summary.others;
        let (mut pn_limit, mut dn_limit) = (frame.pn_limit, frame.dn_limit);
        if self.raises > 0 {
            pn_limit = pn_limit.max(summary.pn + 1);
            dn_limit = dn_limit.max(summary.dn + 1);
        }
        let margin = if self.options.epsilon == 0 {
            1
        } else {
            (summary.second / self.options.epsilon as u32).max(1)
        };
        let beyond_second = summary.second.saturating_add(margin);
        let limits = if frame.is_or {
            (
                pn_limit.min(beyond_second),
                dn_limit.saturating_sub(summary.others).max(1),
            )
        } else {
            (
                pn_limit.saturating_sub(summary.others).max(1),
                dn_limit.min(beyond_second),
            )
        };
        let parent = frame.place;
        let child = &self.children[frame.first_child + summary.best];
        let place = Place {
            key: child.key,
            hand: child.hand,
            depth: parent.depth + 1,
            len: shorter(parent.len),
        };
        let (mv, slot, numbers) = (child.mv, child.slot, (child.value.pn, child.value.dn));
        if self.options.transpositions
            && let Some((key, hand, open)) = self.table.open_at(slot)
            && open.parent != frame.slot
            && (key, hand) == (place.key, place.hand)
        {
            self.find_double_count(key, hand, open);
        }
        let undo = self.board.make(mv);
        self.nodes += 1;
        self.enter(mv, Some(undo), place, slot, numbers, limits);
    }

    /// Puts the position on the board on the stack and expands it.
    fn enter(
        &mut self,
        mv: Move,
        undo: Option<Undo>,
        place: Place,
        slot: u32,
        (pn, dn): (u32, u32),
        (pn_limit, dn_limit): (u32, u32),
    ) {
        let slot = self.make_room(slot, place.key);
        let (parent_slot, parent_hash) = self
            .stack
            .last()
            .map_or((NO_SLOT, 0), |f| (f.slot, f.path_hash));
        let path_hash = (parent_hash ^ signature(place.key, place.hand))
            .wrapping_mul(0x9fb2_1c65_1e98_df25)
            .rotate_left(29);
        let visited = slot != NO_SLOT;
        let slot = self.table.enter(place, slot, pn, dn, parent_slot);
        self.path.push(place.key, place.hand, place.depth);
        self.max_depth = self.max_depth.max(place.depth);
        let raises_before = self.raises;
        if !visited {
            self.raises = self.raises.saturating_sub(1);
        }
        let lines = self.board.king_lines();
        self.stack.push(Frame {
            first_child: self.children.len(),
            mv,
            undo,
            place,
            is_or: self.board.attacker_to_move(),
            pn_limit,
            dn_limit,
            slot,
            path_hash,
            nodes_before: self.nodes,
            raises_before,
            visited,
            fresh: true,
            lines,
            searching: usize::MAX,
            others: 0,
        });
        self.expand();
        if self.options.cycles == Cycles::Threshold {
            let first = self.stack[self.stack.len() - 1].first_child;
            if self.children[first..]
                .iter()
                .any(|c| c.old && c.value.is_open())
            {
                self.raises += 1;
            }
        }
    }

    /// Lets the table grow or collects its garbage when it is due; returns where
    /// the entry in `slot`, for the board `key`, stands afterwards.
    fn make_room(&mut self, mut slot: u32, key: u64) -> u32 {
        if self.table.is_crowded() {
            for frame in &mut self.stack {
                frame.slot = self.table.slot_after_growth(frame.slot, frame.place.key);
            }
            for child in &mut self.children {
                child.slot = self.table.slot_after_growth(child.slot, child.key);
            }
            slot = self.table.slot_after_growth(slot, key);
            self.table.grow();
        }
        if self.table.used >= self.next_collection {
            small_tree_gc(self.table, self.options.gc_free);
            self.collections += 1;
            let load = self.table.capacity() * self.options.gc_load / 100;
            self.next_collection = load.max(self.table.used + self.table.capacity() / 32);
        }
        slot
    }

    /// Generates and evaluates the children of the top node.
    fn expand(&mut self) {
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
                slot: NO_SLOT,
                mv,
                next: NO_CHILD,
                hidden: false,
                by_max: false,
                old: false,
                captured: if mv.is_drop() {
                    0
                } else {
                    board.piece(mv.to_sq().to_index())
                },
            });
        }
        if !frame.is_or && self.options.postpone {
            postpone::link(board, &frame.lines, &mut children[first..]);
        }
        self.moves = moves;
        for i in first..self.children.len() {
            if !self.children[i].hidden && self.settle(i) {
                break;
            }
        }
    }

    /// Evaluates a child and, as long as they are lost for the side to move,
    /// those that waited for it. Returns whether the side to move has won.
    fn settle(&mut self, mut i: usize) -> bool {
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
        let Child { key, hand, mv, .. } = self.children[i];
        if parent.len == 0 {
            // No ply left: whatever the reply, it is no mate within zero plies.
            let all = hands::everything(&self.board);
            self.children[i].value = Value::disproven(all, 0, Heads::NONE);
            return;
        }
        let place = Place {
            key,
            hand,
            depth: parent.depth + 1,
            len: shorter(parent.len),
        };
        if let Some((depth, head_hand)) = self.path.repeated(key, hand) {
            let hand = if self.options.disproof_hands {
                head_hand
            } else {
                hand
            };
            self.children[i].value = Value::disproven(hand, NO_LIMIT, Heads::one(depth));
            return;
        }
        if place.depth >= MAX_DEPTH {
            self.children[i].value = Value::disproven(hand, NO_LIMIT, Heads::one(HORIZON));
            return;
        }
        let Found {
            value,
            visited,
            old,
            slot,
        } = self.table.look_up(place, &self.path, path_hash);
        let child = &mut self.children[i];
        child.value = value;
        child.old = old;
        child.slot = slot;
        if visited || !value.is_open() {
            return;
        }
        let value = self.first_value(mv, is_or, place);
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

    /// Leaves the top node: works out its value, stores it, takes the move back.
    fn leave(&mut self, summary: &Summary) -> Value {
        let value = if summary.decided {
            self.decided_value()
        } else {
            Value::open(summary.pn, summary.dn)
        };
        let frame = self.stack.pop().expect("a node is being left");
        self.store(&frame, &value);
        self.drop_frame(&frame);
        self.raises = self.raises.min(frame.raises_before);
        value
    }

    fn drop_frame(&mut self, frame: &Frame) {
        self.children.truncate(frame.first_child);
        self.path
            .pop(frame.place.key, frame.place.hand, frame.place.depth);
        if let Some(undo) = frame.undo {
            self.board.undo(frame.mv, undo);
        }
    }

    /// The value of the top node, all of whose children are lost or one of
    /// which is won for the side to move.
    fn decided_value(&mut self) -> Value {
        let Self {
            board,
            children,
            stack,
            options,
            ..
        } = self;
        let frame = &stack[stack.len() - 1];
        let children = &children[frame.first_child..];
        let depth = frame.place.depth;
        let exact = frame.place.hand;
        if frame.is_or {
            let proven = children
                .iter()
                .filter(|c| !c.hidden && c.value.state == State::Proven)
                .min_by_key(|c| c.value.len);
            if let Some(child) = proven {
                let hand = hands::proof_before(child.mv, child.captured, child.value.hand);
                let hand = if options.proof_hands { hand } else { exact };
                return Value::proven(hand, longer(child.value.len));
            }
            let mut hand = hands::everything(board);
            let (mut len, mut heads) = (NO_LIMIT, Heads::NONE);
            for child in children {
                let before = hands::disproof_before(child.mv, child.captured, child.value.hand);
                hand = hand.min(before);
                len = len.min(longer(child.value.len));
                heads = heads.union(child.value.heads);
            }
            let hand = if options.disproof_hands {
                hands::without_unsearched(board, hand)
            } else {
                exact
            };
            return Value::disproven(hand, len, heads.closed_at(depth));
        }
        // The escape that leans on least: on nothing at best, else on ancestors
        // as deep as possible, since those are closed first.
        let escape = children
            .iter()
            .filter(|c| !c.hidden && c.value.state == State::Disproven)
            .max_by_key(|c| (c.value.heads.first, !c.value.heads.more, c.value.len));
        if let Some(child) = escape {
            let hand = hands::disproof_of_escape(board, child.mv, child.value.hand);
            let hand = if options.disproof_hands { hand } else { exact };
            return Value::disproven(
                hand,
                longer(child.value.len),
                child.value.heads.closed_at(depth),
            );
        }
        let mut hand = Hand::EMPTY;
        let mut len = 0;
        for child in children {
            hand = hand.max(child.value.hand);
            len = len.max(longer(child.value.len));
        }
        let hand = if options.proof_hands {
            hands::with_monopolies(board, &frame.lines, hand)
        } else {
            exact
        };
        Value::proven(hand, len)
    }

    /// Writes the value of a node that was just left into the table.
    fn store(&mut self, frame: &Frame, value: &Value) {
        let place = frame.place;
        let amount = self.table.amount(frame.slot) + (self.nodes - frame.nodes_before) + 1;
        self.table.leave(frame.slot);
        match value.state {
            State::Open => self
                .table
                .store_open(frame.slot, place, value.pn, value.dn, amount),
            State::Proven => {
                self.table.free(frame.slot);
                self.table
                    .store_proven(place.key, value.hand, value.len, amount);
            }
            State::Disproven if value.heads.is_none() => {
                if value.len == NO_LIMIT {
                    self.table.free(frame.slot);
                }
                self.table
                    .store_disproven(place.key, value.hand, value.len, amount);
            }
            State::Disproven => {
                let Heads {
                    first,
                    second,
                    more,
                } = value.heads;
                if first == HORIZON {
                    return;
                }
                if more || !self.options.repetition_heads {
                    let hash = self.stack.last().map_or(0, |f| f.path_hash);
                    self.table
                        .store_on_path(place, value.hand, value.len, first, hash, amount);
                } else {
                    let heads = [first, second].map(|depth| {
                        let head = self.stack[usize::from(depth) - 1].place;
                        (head.key, head.hand)
                    });
                    self.table
                        .store_on_heads(place, value.hand, value.len, heads, amount);
                }
            }
        }
    }

    /// Hands the value of the child just left to its parent.
    fn receive(&mut self, value: Value) {
        let frame = &self.stack[self.stack.len() - 1];
        let i = frame.first_child + frame.searching;
        let is_or = frame.is_or;
        let first = frame.first_child;
        let child = &mut self.children[i];
        child.value = value;
        child.old = false;
        let lost = if is_or {
            State::Disproven
        } else {
            State::Proven
        };
        if value.state == lost && child.next != NO_CHILD {
            let next = first + usize::from(child.next);
            self.children[next].hidden = false;
            self.settle(next);
        }
    }

    /// Leaves every node of the stack without a result.
    fn unwind(&mut self) {
        while let Some(frame) = self.stack.pop() {
            self.table.leave(frame.slot);
            self.drop_frame(&frame);
        }
        self.raises = 0;
    }

    /// Checks the limits and reports progress.
    fn out_of_limits(&mut self) -> Option<Reason> {
        if self.limits.stop.load(Ordering::Relaxed) {
            return Some(Reason::Interrupted);
        }
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Some(Reason::Nodes);
        }
        let elapsed = self.started.elapsed();
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            return Some(Reason::Time);
        }
        if elapsed >= self.next_report {
            self.next_report = elapsed + REPORT_EVERY;
            let progress = Progress {
                nodes: self.nodes,
                elapsed,
                root_pn: self.root.0,
                root_dn: self.root.1,
                max_depth: u32::from(self.max_depth) - 1,
                line: self.stack.iter().skip(1).map(|f| f.mv).collect(),
                hash_permille: self.table.permille(),
            };
            (self.on_progress)(&progress);
        }
        None
    }
}

/// The plies left after one more.
fn shorter(len: u16) -> u16 {
    if len == NO_LIMIT { NO_LIMIT } else { len - 1 }
}

/// The length one ply earlier.
fn longer(len: u16) -> u16 {
    if len == NO_LIMIT {
        NO_LIMIT
    } else {
        (len + 1).min(NO_LIMIT - 1)
    }
}

/// The next limit for a root that stands at `number`.
fn grow(number: u32) -> u32 {
    (number + number / 2 + 8).min(INFINITE)
}
