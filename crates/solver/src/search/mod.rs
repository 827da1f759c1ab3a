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

mod helpers;
pub(crate) mod interposition;
mod limits;
mod root;

use crate::futile::Futile;
use crate::gc::Collection;
use crate::leaf::LeafTests;
use crate::node::{Child, Frame, NO_CHILD, Summary, shorter};
use crate::options::{Cycles, Options};
use crate::parallel::SearchThread;
use crate::path::{NO_PATH, Path, chain, signature};
use crate::table::{Leaving, NO_SLOT, Query, Table};
use crate::value::{INFINITE, NO_LIMIT, Numbers, State, Value};
use interposition::{Question, Waiting, hand_over, undo_hand_over};
use kemuri_core::board::Undo;
use kemuri_core::progress::REPORT_EVERY;
use kemuri_core::{Board, Budget, Hand, Move, Phase, Progress, Reason, View};
use std::time::{Duration, Instant};

/// How a search ended.
pub(crate) enum SearchStatus {
    Done(Value),
    Stopped(Reason),
}

/// The open entry of a position that is entered.
#[derive(Clone, Copy)]
pub(crate) struct OpenEntry {
    /// Its slot, [`NO_SLOT`] if it has none yet.
    pub(crate) slot: u32,
    /// Whether the position had been entered before its parent was expanded.
    pub(crate) visited: bool,
}

/// How a node is reached from its parent.
#[derive(Clone, Copy)]
pub(crate) struct MoveToNode {
    mv: Move,
    undo: Option<Undo>,
    given_back: u8,
    interposed: bool,
    /// Interpositions on this square and farther from the king are left out.
    pub(crate) nearer_than: Option<u8>,
}

impl MoveToNode {
    pub(crate) const ROOT: Self = Self {
        mv: Move::MOVE_NONE,
        undo: None,
        given_back: 0,
        interposed: false,
        nearer_than: None,
    };
}

/// A search over one table.
pub(crate) struct Search<'a> {
    pub(crate) board: Board,
    pub(crate) table: &'a mut Table,
    pub(crate) options: &'a Options,
    pub(crate) budget: &'a Budget,
    on_progress: &'a mut dyn FnMut(&Progress),
    pub(crate) tests: LeafTests,
    pub(crate) path: Path,
    pub(crate) stack: Vec<Frame>,
    pub(crate) children: Vec<Child>,
    /// Room for moves, so that none has to be found at every node.
    pub(crate) moves: Vec<Move>,
    pub(crate) replies: Vec<Move>,
    pub(crate) nodes: u64,
    pub(crate) collections: u64,
    /// Nodes that the budget knows of.
    charged: u64,
    node_limit: u64,
    deadline: Option<Duration>,
    started: Instant,
    next_report: Duration,
    /// What is reported besides the search itself; see [`Progress`].
    pub(crate) phase: Phase,
    pub(crate) done: u64,
    pub(crate) total: Option<u64>,
    /// How the caller sees the board.
    pub(crate) view: View,
    collection: Option<Collection>,
    next_collection: u64,
    /// The interpositions that do not count.
    pub(crate) futile: Futile,
    /// The searches that wait for the answer to a question, see
    /// [`crate::search::interposition`].
    pub(crate) waiting: Vec<Waiting>,
    /// Paths for such questions, all empty.
    pub(crate) paths: Vec<Path>,
    /// The path of a question that none has begun to search.
    pub(crate) no_path: Path,
    /// The threads that search together, and what this one does for them.
    pub(crate) thread: Option<SearchThread<'a>>,
    /// The question at the root.
    root_query: (Query, MoveToNode),
    raises: u32,
    /// Nodes entered since the last one that was new.
    idle: u32,
    max_depth: u16,
    turns: u32,
    root: (u32, u32),
}

/// The query of a search that has none yet.
const NOWHERE: Query = Query {
    key: 0,
    hand: Hand::EMPTY,
    depth: 1,
    len: NO_LIMIT,
};
/// Turns between two looks at the clock: well under a millisecond.
const TURNS_BETWEEN_CHECKS: u32 = 256;
/// Threshold control gives up after so many nodes none of which was new: in a
/// region that is known completely it would walk every path there is.
const PATIENCE: u32 = 256;

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.charge();
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        board: Board,
        table: &'a mut Table,
        options: &'a Options,
        budget: &'a Budget,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        table.finish_clearing();
        let next_collection = table.capacity() * options.gc_load / 100;
        Self {
            board,
            table,
            options,
            budget,
            on_progress,
            tests: LeafTests {
                mate_in_one: options.mate_in_one,
                no_check: options.no_check,
                // Without dominance an entry serves its own hand alone.
                proof_hands: options.proof_hands && options.dominance,
                disproof_hands: options.disproof_hands && options.dominance,
            },
            path: Path::new(),
            stack: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            replies: Vec::new(),
            nodes: 0,
            collections: 0,
            charged: 0,
            node_limit: budget.nodes_left().unwrap_or(u64::MAX),
            deadline: budget.time_left(),
            started: Instant::now(),
            next_report: REPORT_EVERY,
            phase: Phase::Solving,
            done: 0,
            total: None,
            view: View::default(),
            collection: None,
            next_collection,
            futile: Futile::None,
            waiting: Vec::new(),
            paths: Vec::new(),
            no_path: Path::new(),
            thread: None,
            root_query: (NOWHERE, MoveToNode::ROOT),
            raises: 0,
            idle: 0,
            max_depth: 0,
            turns: 0,
            root: (1, 1),
        }
    }

    /// Turns until the root is left.
    fn run(&mut self) -> SearchStatus {
        loop {
            if self.turns == 0 || self.nodes >= self.node_limit {
                self.turns = TURNS_BETWEEN_CHECKS;
                if let Some(reason) = self.out_of_limits() {
                    self.unwind();
                    return SearchStatus::Stopped(reason);
                }
                if self.thread.as_ref().is_some_and(SearchThread::is_answered) {
                    self.unwind();
                    return SearchStatus::Done(Value::open(self.root.0, self.root.1));
                }
            }
            self.turns -= 1;
            if self.table.has_settled()
                && let Some(value) = self.leave_settled()
            {
                return SearchStatus::Done(value);
            }
            let summary = self.summary();
            if self.leaves(&summary) {
                let value = self.leave(&summary);
                if self.receive(value) {
                    return SearchStatus::Done(value);
                }
            } else {
                self.descend(&summary);
            }
        }
    }

    /// What the children of the top node say about it.
    fn summary(&self) -> Summary {
        let frame = &self.stack[self.stack.len() - 1];
        let children = &self.children[frame.first_child..];
        let min_distance = self.options.cycles == Cycles::MinDistance;
        let (is_or, depth) = (frame.is_or, frame.query.depth);
        if self.table.is_shared() {
            Summary::of::<true>(children, is_or, depth, min_distance)
        } else {
            Summary::of::<false>(children, is_or, depth, min_distance)
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

    /// Chooses the child of the top node to search next. Returns its place among
    /// the children of all nodes.
    #[inline]
    fn choose(&mut self, summary: &Summary) -> usize {
        let frame = self.stack.last_mut().expect("a node to choose at");
        frame.fresh = false;
        let mut best = summary.best;
        if best != summary.least && self.raises == 0 {
            // Nothing to be done elsewhere within the limits: join the others.
            let Value { pn, dn, .. } = self.children[frame.first_child + best].value;
            let beyond = if frame.is_or {
                pn >= frame.pn_limit
            } else {
                dn >= frame.dn_limit
            };
            if beyond {
                best = summary.least;
            }
        }
        frame.searching = best;
        frame.others = summary.others;
        frame.first_child + best
    }

    /// The limits of a child of the top node: what the node's own limits leave to
    /// it, and not far beyond the second best.
    #[inline]
    fn limits_of(&self, index: usize, summary: &Summary) -> Numbers {
        let frame = &self.stack[self.stack.len() - 1];
        let (mut pn_limit, mut dn_limit) = (frame.pn_limit, frame.dn_limit);
        if self.raises > 0 {
            pn_limit = pn_limit.max(summary.pn + 1);
            dn_limit = dn_limit.max(summary.dn + 1);
        }
        let margin = if frame.is_or && frame.query.len != NO_LIMIT {
            // A length is mostly asked for to be refuted, and to that end every
            // check has to be looked at anyway: no hurry to change.
            summary.second + 1
        } else if self.options.epsilon == 0 {
            1
        } else {
            (summary.second / self.options.epsilon as u32).max(1)
        };
        let beyond_second = summary.second.saturating_add(margin);
        // Sums that have reached their end leave nothing to subtract from, and
        // the child must get ahead all the same.
        let rest_of =
            |limit: u32, number: u32| limit.saturating_sub(summary.others).max(number + 1);
        let Value { pn, dn, .. } = self.children[index].value;
        if frame.is_or {
            Numbers {
                pn: pn_limit.min(beyond_second),
                dn: rest_of(dn_limit, dn),
            }
        } else {
            Numbers {
                pn: rest_of(pn_limit, pn),
                dn: dn_limit.min(beyond_second),
            }
        }
    }

    /// Enters the best child of the top node.
    fn descend(&mut self, summary: &Summary) {
        self.make_room();
        let index = self.choose(summary);
        let limits = self.limits_of(index, summary);
        if self.children[index].question != Question::Move {
            return self.begin_question(index, limits);
        }
        let frame = &self.stack[self.stack.len() - 1];
        let (parent, parent_slot, path_hash) = (frame.query, frame.slot, frame.path_hash);
        let child = &self.children[index];
        let Value { pn, dn, .. } = child.value;
        let query = Query {
            key: child.key,
            hand: child.hand,
            depth: parent.depth + 1,
            len: shorter(parent.len, child.cost).expect("its length was known to suffice"),
        };
        let (mv, visited) = (child.mv, child.visited);
        let (given_back, interposed) = (child.given_back, child.interposes);
        // It may have been visited, or even decided, since the node was expanded.
        let found = self.table.look_up(query, &self.path, path_hash);
        if !found.value.is_open() {
            self.receive_at(index, found.value);
            return;
        }
        if self.table.is_shared() {
            let child = &mut self.children[index];
            let now = (pn.max(found.value.pn), dn.max(found.value.dn), found.paths);
            if now != (pn, dn, child.busy) {
                // Others have been there since: choose again.
                (child.value.pn, child.value.dn, child.busy) = now;
                return;
            }
        }
        if self.options.transpositions
            && let Some((key, hand, open)) = self.table.open_at(found.slot)
            && open.parent != parent_slot
        {
            self.find_double_count(key, hand, open);
        }
        let entry = OpenEntry {
            slot: found.slot,
            visited,
        };
        let undo = self.board.make(mv);
        if given_back != 0 {
            hand_over(&mut self.board, given_back);
        }
        self.nodes += 1;
        let step = MoveToNode {
            mv,
            undo: Some(undo),
            given_back,
            interposed,
            nearer_than: None,
        };
        self.enter(step, query, entry, Numbers { pn, dn }, limits);
    }

    /// Puts the position on the board on the stack and expands it.
    fn enter(
        &mut self,
        step: MoveToNode,
        query: Query,
        entry: OpenEntry,
        numbers: Numbers,
        limits: Numbers,
    ) {
        let OpenEntry { slot, visited } = entry;
        let Numbers { pn, dn } = numbers;
        let (parent_slot, parent_hash) = self
            .stack
            .last()
            .map_or((NO_SLOT, NO_PATH), |f| (f.slot, f.path_hash));
        let path_hash = chain(parent_hash, signature(query.key, query.hand));
        // A new entry is written when its line of the table has arrived, or what
        // follows would wait for it. Other threads have to see it at once.
        let is_late = slot == NO_SLOT && !self.table.is_shared();
        let slot = if is_late {
            self.table.prepare(query.key);
            NO_SLOT
        } else {
            self.table.enter(query, slot, pn, dn, parent_slot)
        };
        self.path.push(query.key, query.hand, query.depth);
        self.max_depth = self.max_depth.max(query.depth);
        let raises_before = self.raises;
        if !visited {
            self.raises = self.raises.saturating_sub(1);
            self.idle = 0;
        } else if self.idle == PATIENCE {
            self.idle = 0;
            self.raises = 0;
        } else {
            self.idle += 1;
        }
        let lines = self.board.king_lines();
        self.stack.push(Frame {
            first_child: self.children.len(),
            mv: step.mv,
            undo: step.undo,
            given_back: step.given_back,
            interposed: step.interposed,
            nearer_than: step.nearer_than,
            query,
            is_or: self.board.attacker_to_move(),
            pn_limit: limits.pn,
            dn_limit: limits.dn,
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
        let top = self.stack.len() - 1;
        if is_late {
            self.stack[top].slot = self.table.enter(query, NO_SLOT, pn, dn, parent_slot);
        }
        if self.options.cycles == Cycles::Threshold {
            let first = self.stack[top].first_child;
            if self.children[first..].iter().any(|c| c.is_old(query.depth)) {
                self.raises += 1;
            }
        }
    }

    /// Lets the table grow or collects its garbage when it is due.
    fn make_room(&mut self) {
        if self.thread.as_ref().is_some_and(SearchThread::is_helper) {
            return;
        }
        if self.table.is_crowded() {
            self.table.grow();
        }
        if self.collection.is_none() && self.table.used() >= self.next_collection {
            self.collection = Some(Collection::begin(self.table, self.options.gc_free));
        }
        if let Some(collection) = &mut self.collection
            && collection.go_on(self.table)
        {
            self.collection = None;
            self.collections += 1;
            let load = self.table.capacity() * self.options.gc_load / 100;
            self.next_collection = load.max(self.table.used() + self.table.capacity() / 32);
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
        self.store(&frame, &value, summary.distance);
        self.drop_frame(&frame);
        self.raises = self.raises.min(frame.raises_before);
        value
    }

    fn drop_frame(&mut self, frame: &Frame) {
        self.children.truncate(frame.first_child);
        self.path
            .pop(frame.query.key, frame.query.hand, frame.query.depth);
        if frame.given_back != 0 {
            undo_hand_over(&mut self.board, frame.given_back);
        }
        if let Some(undo) = frame.undo {
            self.board.undo(frame.mv, undo);
        }
    }

    /// Hands the value of the node just left to its parent, or to the search
    /// that waits for it. Returns whether there is neither.
    fn receive(&mut self, value: Value) -> bool {
        if self.stack.is_empty() && !self.resume_waiting() {
            return true;
        }
        let frame = &self.stack[self.stack.len() - 1];
        self.receive_at(frame.first_child + frame.searching, value);
        false
    }

    /// Gives the child `i` of the top node the value that a search or a look-up
    /// has found.
    fn receive_at(&mut self, i: usize, value: Value) {
        let before = self.children[i].value;
        if self.children[i].given_back == 0 {
            self.children[i].value = value;
        } else {
            self.answer(i, value);
        }
        let frame = &self.stack[self.stack.len() - 1];
        let (is_or, first) = (frame.is_or, frame.first_child);
        let child = &mut self.children[i];
        let value = child.value;
        // Its numbers are new now, and have to be counted for the search to go on.
        child.min_depth = u16::MAX;
        if value.is_open() && value.pn <= before.pn && value.dn <= before.dn {
            // A visit that a forgetful table turned into nothing must not be
            // repeated for ever: the child becomes a little less attractive.
            if is_or {
                child.value.pn = (before.pn + 1).min(INFINITE - 1);
            } else {
                child.value.dn = (before.dn + 1).min(INFINITE - 1);
            }
        }
        let (_, lost) = State::won_and_lost(is_or);
        if value.state == lost && child.next != NO_CHILD {
            let next = first + usize::from(child.next);
            self.children[next].hidden = false;
            self.settle(next);
        }
    }

    /// Leaves every node of the stack without a result.
    fn unwind(&mut self) {
        loop {
            while let Some(frame) = self.stack.pop() {
                self.table.leave(frame.slot, Leaving::Undone, 0);
                self.drop_frame(&frame);
            }
            if !self.resume_waiting() {
                break;
            }
        }
        self.raises = 0;
    }
}
