//! AND/OR graphs, and writing one down.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// Who chooses at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The attacker: one good successor is enough.
    Or,
    /// The defender: every successor must be good for the attacker.
    And,
}

impl NodeKind {
    /// The other side.
    pub fn other(self) -> Self {
        match self {
            NodeKind::Or => NodeKind::And,
            NodeKind::And => NodeKind::Or,
        }
    }
}

/// A directed graph of positions, cycles allowed.
///
/// An AND node without successors is a mate; an OR node without successors is
/// a failure of the attacker. The kinds need not alternate.
pub trait Graph {
    /// A position. Equal nodes are the same position.
    type Node: Clone + Eq + Hash;

    /// Who is to move.
    fn kind(&self, node: &Self::Node) -> NodeKind;

    /// The positions one move away.
    fn successors(&self, node: &Self::Node) -> Vec<Self::Node>;
}

/// The graph, or the work, is larger than the caller allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than the allowed number of nodes")]
pub struct TooLarge;

/// What can be reached from a root, or a part of it, written down.
///
/// Nodes are numbered in the order in which they were met; the root is 0. The
/// successors of a node are known once it has been expanded.
#[derive(Clone, Debug)]
pub struct Explored<N> {
    nodes: Vec<N>,
    kinds: Vec<NodeKind>,
    children: Vec<Option<Vec<usize>>>,
    index: HashMap<N, usize>,
}

impl<N: Clone + Eq + Hash> Explored<N> {
    /// The root alone, not expanded.
    pub fn new<G: Graph<Node = N>>(graph: &G, root: N) -> Self {
        let mut explored = Self {
            nodes: Vec::new(),
            kinds: Vec::new(),
            children: Vec::new(),
            index: HashMap::new(),
        };
        explored.number(graph, root);
        explored
    }

    /// Writes down all that can be reached from `root`; more than `cap` nodes
    /// are [`TooLarge`].
    pub fn from_root<G: Graph<Node = N>>(graph: &G, root: N, cap: usize) -> Result<Self, TooLarge> {
        let explored = Self::up_to(graph, root, cap);
        if explored.len() > cap {
            Err(TooLarge)
        } else {
            Ok(explored)
        }
    }

    /// Writes down what can be reached from `root`, the nearest first, until
    /// there are more than `cap` nodes.
    pub fn up_to<G: Graph<Node = N>>(graph: &G, root: N, cap: usize) -> Self {
        let mut explored = Self::new(graph, root);
        let mut next = 0;
        while next < explored.len() && explored.len() <= cap {
            explored.expand(graph, next);
            next += 1;
        }
        explored
    }

    /// Writes down the successors of node `number`.
    pub fn expand<G: Graph<Node = N>>(&mut self, graph: &G, number: usize) {
        if self.children[number].is_none() {
            let successors = graph.successors(&self.nodes[number]);
            let numbers = successors
                .into_iter()
                .map(|child| self.number(graph, child))
                .collect();
            self.children[number] = Some(numbers);
        }
    }

    /// The number of `node`, a new one if it was never met.
    fn number<G: Graph<Node = N>>(&mut self, graph: &G, node: N) -> usize {
        let number = self.nodes.len();
        match self.index.entry(node) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.kinds.push(graph.kind(new.key()));
                self.children.push(None);
                self.nodes.push(new.key().clone());
                *new.insert(number)
            }
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node; never so, since the root is one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes in the order of their numbers.
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// Who is to move at node `number`.
    pub fn kind(&self, number: usize) -> NodeKind {
        self.kinds[number]
    }

    /// The numbers of the successors of node `number`, `None` if it was not
    /// expanded.
    pub fn children(&self, number: usize) -> Option<&[usize]> {
        self.children[number].as_deref()
    }

    /// The number of `node`, if it was met.
    pub fn number_of(&self, node: &N) -> Option<usize> {
        self.index.get(node).copied()
    }

    /// Whether some node can be reached from itself, as far as was written down.
    ///
    /// Nodes without unremoved predecessors are removed until none is left;
    /// what remains, if anything, contains a cycle.
    pub fn has_cycle(&self) -> bool {
        let mut predecessors = vec![0usize; self.len()];
        for &child in self.children.iter().flatten().flatten() {
            predecessors[child] += 1;
        }
        let mut free: Vec<usize> = (0..self.len()).filter(|&n| predecessors[n] == 0).collect();
        let mut removed = 0;
        while let Some(node) = free.pop() {
            removed += 1;
            for &child in self.children[node].iter().flatten() {
                predecessors[child] -= 1;
                if predecessors[child] == 0 {
                    free.push(child);
                }
            }
        }
        removed < self.len()
    }
}
