//! The budget of a search, and what it reports on the way.

use super::Search;
use crate::node::Summary;
use crate::outcome::Stats;
use crate::parallel::SearchThread;
use kemuri_core::progress::REPORT_EVERY;
use kemuri_core::{Board, Progress, Reason};
use std::time::Duration;

/// Time to read the line off after a proof, whatever the limits were.
const GRACE: Duration = Duration::from_secs(1);
/// The same in nodes.
const GRACE_NODES: u64 = 1_000_000;

impl Search<'_> {
    /// Nodes of all threads.
    pub(crate) fn all_nodes(&self) -> u64 {
        let helpers = self
            .thread
            .as_ref()
            .map_or(0, SearchThread::nodes_of_helpers);
        self.nodes + helpers
    }

    /// Time since the search was made.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Depth of the deepest node so far, the root being at 0.
    pub(crate) fn max_depth(&self) -> u32 {
        u32::from(self.max_depth.saturating_sub(1))
    }

    /// What the search has cost so far.
    pub(crate) fn stats(&self) -> Stats {
        Stats {
            nodes: self.all_nodes(),
            time: self.elapsed(),
            hash_permille: self.table.permille(),
            peak_table_bytes: self.table.bytes(),
            collections: self.collections,
            max_depth: self.max_depth(),
        }
    }

    /// Puts another position on the board, with `nodes` to be spent on it, or
    /// what is left of the budget.
    pub(crate) fn turn_to(&mut self, board: &Board, nodes: Option<u64>) {
        self.board.clone_from(board);
        self.charge();
        let left = self.budget.nodes_left().into_iter().chain(nodes).min();
        self.node_limit = self.nodes.saturating_add(left.unwrap_or(u64::MAX));
    }

    /// Why the search has to end, if so; see [`Budget::exhausted`].
    pub(crate) fn exhausted(&mut self) -> Option<Reason> {
        self.charge();
        self.budget.exhausted()
    }

    /// Charges what is not charged yet to the budget.
    pub(super) fn charge(&mut self) {
        let nodes = self.all_nodes();
        self.budget.charge(nodes - self.charged);
        self.charged = nodes;
    }

    /// Proof and disproof number of the root as its children stand now.
    fn root_numbers(&self) -> (u32, u32) {
        let (stack, children) = self.outermost();
        let Some(root) = stack.first() else {
            return self.root;
        };
        let end = stack.get(1).map_or(children.len(), |f| f.first_child);
        let children = &children[root.first_child..end];
        let summary = Summary::of::<false>(children, root.is_or, root.query.depth, false);
        if summary.decided {
            self.root
        } else {
            (summary.pn, summary.dn)
        }
    }

    /// Does `work` that reads off what is proven, and needs little, with a
    /// second to spare beyond the budget. Where nodes are the only limit these
    /// are spared instead, so that the answer is the same on a busy machine.
    pub(crate) fn with_grace<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let limits = (self.node_limit, self.deadline);
        if let Some(limit) = self.deadline {
            self.deadline = Some(limit.max(self.elapsed() + GRACE));
            self.node_limit = u64::MAX;
        } else {
            let later = self.all_nodes().saturating_add(GRACE_NODES);
            self.node_limit = self.node_limit.max(later);
        }
        let result = work(self);
        (self.node_limit, self.deadline) = limits;
        result
    }

    /// Does `work` with at most so many nodes of what is left.
    pub(crate) fn with_nodes<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.node_limit;
        self.node_limit = limit.min(self.all_nodes().saturating_add(nodes));
        let result = work(self);
        self.node_limit = limit;
        result
    }

    /// Checks the limits and reports progress.
    pub(crate) fn out_of_limits(&mut self) -> Option<Reason> {
        if self.budget.is_stopped() {
            return Some(Reason::Interrupted);
        }
        if let Some(thread) = &mut self.thread {
            if !thread.report_nodes(self.nodes) {
                return Some(Reason::Interrupted);
            }
            if thread.should_call_helpers(self.nodes) {
                self.call_helpers();
            }
        }
        if self.all_nodes() >= self.node_limit {
            return Some(Reason::Nodes);
        }
        let elapsed = self.started.elapsed();
        if self.deadline.is_some_and(|limit| elapsed >= limit) {
            return Some(Reason::Time);
        }
        if elapsed >= self.next_report {
            self.next_report = elapsed + REPORT_EVERY;
            let (root_pn, root_dn) = self.root_numbers();
            let line = self.outermost().0.iter().skip(1);
            let mut progress = Progress::new(self.phase);
            progress.done = self.done;
            progress.total = self.total;
            progress.nodes = self.all_nodes();
            progress.elapsed = elapsed;
            progress.root_pn = root_pn;
            progress.root_dn = root_dn;
            progress.max_depth = self.max_depth();
            progress.line = line.map(|frame| self.view.mv(frame.mv)).collect();
            progress.hash_permille = self.table.permille();
            (self.on_progress)(&progress);
        }
        None
    }
}
