//! The search of the article, with the rule as printed and with weaker ones.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::abstract_graph::AbstractGraph;
use crate::graph::Graph;
use crate::{NodeKind, TooLarge};

/// Which results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// As printed: all but depths D + 1, …, X.
    Printed,
    /// All but depths D + 2, …, X: the child of the loop's head is trusted.
    TrustBelowHead,
    /// All but depths D + 1, …, X - 1: the node that found the loop is trusted.
    TrustTail,
    /// As printed, and every finite length too: a mate is a mate.
    TrustMates,
}

impl Rule {
    /// All of them, with the names they have in reports.
    pub const ALL: [(&'static str, Self); 4] = [
        ("printed", Self::Printed),
        ("trust-below-head", Self::TrustBelowHead),
        ("trust-tail", Self::TrustTail),
        ("trust-mates", Self::TrustMates),
    ];

    /// The depths spoilt by a loop from depth `tail` to depth `head`.
    fn spoilt(self, head: usize, tail: usize) -> RangeInclusive<usize> {
        match self {
            Rule::Printed | Rule::TrustMates => head + 1..=tail,
            Rule::TrustBelowHead => head + 2..=tail,
            Rule::TrustTail => head + 1..=tail - 1,
        }
    }
}

/// What happened during searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes searched.
    pub visits: u64,
    /// Results written to the table.
    pub written: u64,
    /// Results that the rule did not allow to be written.
    pub withheld: u64,
    /// Nodes found in the table.
    pub hits: u64,
    /// Hits at positions from which a position on the path can be reached: a
    /// search would have found a loop, the table hides it.
    pub hidden_loops: u64,
}

impl Counts {
    /// Adds what happened during another search.
    pub fn add(&mut self, other: Counts) {
        self.visits += other.visits;
        self.written += other.written;
        self.withheld += other.withheld;
        self.hits += other.hits;
        self.hidden_loops += other.hidden_loops;
    }
}

/// The search of the article: all moves, a position on the path is no mate.
pub struct WithdrawnSearch<'g> {
    graph: &'g AbstractGraph,
    reach: &'g [Vec<bool>],
    rule: Rule,
    /// The nodes on the path; the index is the depth.
    path: Vec<usize>,
    /// By depth: whether the result may be written.
    may_write: Vec<bool>,
    /// What was written.
    pub table: BTreeMap<usize, Option<u32>>,
    budget: u64,
    /// What happened so far.
    pub counts: Counts,
}

impl<'g> WithdrawnSearch<'g> {
    /// A search with an empty table; `reach` is [`super::reachability`] of the graph.
    pub fn new(graph: &'g AbstractGraph, reach: &'g [Vec<bool>], rule: Rule) -> Self {
        Self {
            graph,
            reach,
            rule,
            path: Vec::new(),
            may_write: Vec::new(),
            table: BTreeMap::new(),
            budget: 1_000_000,
            counts: Counts::default(),
        }
    }

    /// The length of the mate at `node` under the condition of the path, which
    /// is empty at the first call; `None` is no mate.
    pub fn length(&mut self, node: usize) -> Result<Option<u32>, TooLarge> {
        if let Some(head) = self.path.iter().position(|&other| other == node) {
            let tail = self.path.len() - 1;
            // A move from a position to itself (D = X) spoils nothing.
            if head < tail {
                for depth in self.rule.spoilt(head, tail) {
                    self.may_write[depth] = false;
                }
            }
            return Ok(None);
        }
        if let Some(&length) = self.table.get(&node) {
            self.counts.hits += 1;
            if self.path.iter().any(|&above| self.reach[node][above]) {
                self.counts.hidden_loops += 1;
            }
            return Ok(length);
        }
        self.budget = self.budget.checked_sub(1).ok_or(TooLarge)?;
        self.counts.visits += 1;
        self.path.push(node);
        self.may_write.push(true);
        let mut lengths = Vec::new();
        for child in self.graph.successors(&node) {
            lengths.push(self.length(child)?);
        }
        let length = match self.graph.kind(&node) {
            NodeKind::Or => lengths.into_iter().flatten().min().map(|least| least + 1),
            NodeKind::And => lengths
                .into_iter()
                .collect::<Option<Vec<u32>>>()
                .map(|all| all.into_iter().max().map_or(0, |greatest| greatest + 1)),
        };
        self.path.pop();
        let clean = self.may_write.pop() == Some(true);
        if clean || (self.rule == Rule::TrustMates && length.is_some()) {
            self.counts.written += 1;
            self.table.insert(node, length);
        } else {
            self.counts.withheld += 1;
        }
        Ok(length)
    }
}
