//! A refutation as a tree of lines.
//!
//! The first line is the closest try. A line goes on as long as exactly one reply
//! refutes; the other checks of its positions start lines of their own, the closest
//! first. What is near the first line is followed before what is far from it, and a
//! position is followed once.

use super::chain::Chains;
use super::graph::Check;
use super::{Refutation, Replies};
use crate::tree::lines::{Branches, lines_of};
use crate::tree::{Cut, TreeLine};
use kemuri_core::{Move, Problem, Reason, View};
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

/// A refutation as a tree. The first node is the problem's position.
#[derive(Clone, Debug)]
pub struct RefutationTree {
    /// Positions, each after its parent.
    pub nodes: Vec<RefutationNode>,
    /// How many replies are not decided.
    pub undecided: usize,
    /// Why the budget did not suffice.
    pub stopped: Option<Reason>,
}

/// A position of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutationNode {
    /// The move that leads here; `None` at the first node.
    pub mv: Option<Move>,
    /// The node before the move; `None` at the first node.
    pub parent: Option<usize>,
    /// After a check: the replies to it.
    pub replies: Option<Replies>,
    /// After a check: see [`super::Try::only_replies`] and [`super::Try::exact`].
    pub only_replies: (usize, bool),
    /// How play goes on.
    pub next: RefutationNext,
}

/// How play goes on from a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefutationNext {
    /// The attacker's checks, the closest first, or the reply that is shown.
    Moves {
        /// The nodes after the moves.
        nodes: Vec<usize>,
        /// How many checks are left out because of the depth asked for.
        omitted: usize,
    },
    /// The line ends here.
    End(LineEnd),
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The attacker has no check.
    NoCheck,
    /// Other replies refute the last check as well.
    SeveralReplies,
    /// The position came up at that node of the same line: the attacker has to
    /// change.
    Repetition(usize),
    /// The line goes on as at that node, which is the same position.
    SameAs(usize),
    /// No reply, or not every one, is decided.
    Undecided,
    /// It is not shown.
    Cut(Cut),
}

impl RefutationTree {
    /// The nodes that a node leads to, the closest first.
    pub fn next(&self, node: usize) -> &[usize] {
        match &self.nodes[node].next {
            RefutationNext::Moves { nodes, .. } => nodes,
            RefutationNext::End(_) => &[],
        }
    }

    /// Checks that are left out because of the depth asked for.
    pub fn omitted(&self) -> usize {
        let omitted = self.nodes.iter().map(|node| match node.next {
            RefutationNext::Moves { omitted, .. } => omitted,
            RefutationNext::End(_) => 0,
        });
        omitted.sum()
    }

    /// Why something is missing, if so: the budget, or a line that is not shown to
    /// its end.
    pub fn cut(&self) -> Option<Cut> {
        if let Some(reason) = self.stopped {
            return Some(Cut::Stopped(reason));
        }
        let mut ends = self.nodes.iter().map(|node| &node.next);
        ends.find_map(|next| match next {
            RefutationNext::End(LineEnd::Cut(cut)) => Some(*cut),
            _ => None,
        })
    }
}

impl Branches for RefutationTree {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn next(&self, node: usize) -> &[usize] {
        self.next(node)
    }

    fn step(&self, node: usize) -> (Option<Move>, Option<usize>) {
        (self.nodes[node].mv, self.nodes[node].parent)
    }
}

/// A refutation with its lines. The first line is the closest try; every other
/// follows the one that it leaves.
pub struct RefutationLines<'a> {
    /// The tree.
    pub tree: &'a RefutationTree,
    /// Its lines.
    pub list: Vec<TreeLine>,
    /// The line and the number of moves at which each node stands.
    places: Vec<(usize, usize)>,
}

impl<'a> RefutationLines<'a> {
    /// The lines of the tree of `problem`.
    pub fn new(problem: &Problem, tree: &'a RefutationTree) -> Self {
        let (list, places) = lines_of(problem, tree);
        Self { tree, list, places }
    }

    /// The line and the number of moves after which a node stands.
    pub fn place(&self, node: usize) -> (usize, usize) {
        self.places[node]
    }

    /// The moves that lead to a node.
    pub fn path(&self, node: usize) -> Vec<Move> {
        Branches::path(self.tree, node)
    }

    /// Why a line ends.
    pub fn end(&self, line: &TreeLine) -> Option<LineEnd> {
        match self.tree.nodes[line.end].next {
            RefutationNext::End(end) => Some(end),
            RefutationNext::Moves { .. } => None,
        }
    }
}

impl Refutation {
    /// The tree with lines that leave the first line at most `depth` times.
    pub fn tree(&self, depth: Option<u32>) -> RefutationTree {
        let mut grower = Grower {
            of: self,
            view: self.view,
            chains: Chains::new(&self.positions),
            depth,
            nodes: Vec::new(),
            shown: HashMap::new(),
            waiting: VecDeque::new(),
        };
        let root = grower.add(None, None);
        match self.defender_first {
            true => {
                grower.describe(root, 0, 0);
                if let Some(start) = grower.reply(root, 0, 0) {
                    grower.follow(start, Vec::new(), 0);
                }
            }
            false => grower.follow((root, 0), Vec::new(), 0),
        }
        while let Some(start) = grower.waiting.pop_front() {
            let line = grower.chain_of(start.position, start.check);
            if let Some(next) = grower.reply(start.node, start.position, start.check) {
                grower.follow(next, line.into_iter().skip(1).collect(), start.depth);
            }
        }
        RefutationTree {
            nodes: grower.nodes,
            undecided: self.undecided(),
            stopped: self.stopped,
        }
    }
}

/// A line that is still to be followed: the node after its first check.
struct Start {
    node: usize,
    position: usize,
    check: usize,
    depth: u32,
}

struct Grower<'r> {
    of: &'r Refutation,
    view: View,
    chains: Chains<'r>,
    depth: Option<u32>,
    nodes: Vec<RefutationNode>,
    /// The node at which a position is followed.
    shown: HashMap<usize, usize>,
    waiting: VecDeque<Start>,
}

impl Grower<'_> {
    fn add(&mut self, mv: Option<Move>, parent: Option<usize>) -> usize {
        self.nodes.push(RefutationNode {
            mv: mv.map(|mv| self.view.mv(mv)),
            parent,
            replies: None,
            only_replies: (0, false),
            next: RefutationNext::End(LineEnd::Undecided),
        });
        self.nodes.len() - 1
    }

    fn check(&self, position: usize, check: usize) -> &Check {
        &self.of.positions[position].checks()[check]
    }

    fn chain_of(&self, position: usize, check: usize) -> Vec<usize> {
        self.chains.starting_with(position, check).checks
    }

    /// Says of a node what the replies to a check come to.
    fn describe(&mut self, node: usize, position: usize, check: usize) {
        let chain = self.chains.starting_with(position, check);
        let replies = Replies::of(self.check(position, check), self.view);
        let node = &mut self.nodes[node];
        (node.replies, node.only_replies) = (Some(replies), (chain.checks.len(), chain.exact));
    }

    /// Adds the reply to a check, after which `node` stands. Returns its node and
    /// position if the line goes on.
    fn reply(&mut self, node: usize, position: usize, check: usize) -> Option<(usize, usize)> {
        let found = self.check(position, check);
        let (next, several) = (found.next, found.refutations() > 1);
        let mv = found.shown_reply()?.mv;
        let after = self.add(Some(mv), Some(node));
        self.nodes[node].next = moves(vec![after], 0);
        if next.is_none() && several {
            self.nodes[after].next = RefutationNext::End(LineEnd::SeveralReplies);
        }
        next.map(|next| (after, next))
    }

    /// Follows a line from a node that stands at a position. `line` are the numbers
    /// of the checks to come, as far as they are chosen.
    fn follow(&mut self, start: (usize, usize), line: Vec<usize>, depth: u32) {
        let (mut node, mut position) = start;
        let mut line = VecDeque::from(line);
        loop {
            if let Some(end) = self.end_at(node, position) {
                self.nodes[node].next = RefutationNext::End(end);
                return;
            }
            self.shown.insert(position, node);
            let mut order = self.ranked(position);
            if line.is_empty() {
                line = self.chain_of(position, order[0]).into();
            }
            let first = line.pop_front().unwrap_or(order[0]);
            order.retain(|&check| check != first);
            let is_shown = self.depth.is_none_or(|limit| depth < limit);
            let others = if is_shown { &order[..] } else { &[] };
            let mut children = Vec::new();
            for &check in [&[first], others].concat().iter() {
                let child = self.add(self.check(position, check).mv, Some(node));
                self.describe(child, position, check);
                children.push(child);
            }
            let omitted = order.len() - others.len();
            for (&node, &check) in children[1..].iter().zip(others) {
                self.waiting.push_back(Start {
                    node,
                    position,
                    check,
                    depth: depth + 1,
                });
            }
            let child = children[0];
            self.nodes[node].next = moves(children, omitted);
            match self.reply(child, position, first) {
                Some((after, next)) => (node, position) = (after, next),
                None => return,
            }
        }
    }

    /// Why a line ends at a node that stands at a position, if it does.
    fn end_at(&self, node: usize, position: usize) -> Option<LineEnd> {
        if let Some(&other) = self.shown.get(&position) {
            let parent = |&node: &usize| self.nodes[node].parent;
            let mut before = std::iter::successors(Some(node), parent);
            return Some(match before.any(|before| before == other) {
                true => LineEnd::Repetition(other),
                false => LineEnd::SameAs(other),
            });
        }
        match &self.of.positions[position].checks {
            None => Some(LineEnd::Cut(match self.of.stopped {
                Some(reason) => Cut::Stopped(reason),
                None => Cut::Nodes,
            })),
            Some(checks) => checks.is_empty().then_some(LineEnd::NoCheck),
        }
    }

    /// The checks of a position by their rank.
    fn ranked(&self, position: usize) -> Vec<usize> {
        let checks = self.of.positions[position].checks();
        let mut order: Vec<usize> = (0..checks.len()).collect();
        order.sort_by_cached_key(|&number| {
            let check = &checks[number];
            let depth = self.chain_of(position, number).len();
            (check.refutations() + check.open(), Reverse(depth))
        });
        order
    }
}

fn moves(nodes: Vec<usize>, omitted: usize) -> RefutationNext {
    RefutationNext::Moves { nodes, omitted }
}
