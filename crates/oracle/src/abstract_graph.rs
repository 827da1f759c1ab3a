//! Graphs that are no game: hand-made ones and random ones.

use crate::graph::{Graph, NodeKind};
use crate::random::Rng;

/// A graph given by lists; its nodes are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbstractGraph {
    kinds: Vec<NodeKind>,
    children: Vec<Vec<usize>>,
}

impl AbstractGraph {
    /// A graph without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node without successors and returns its number.
    pub fn node(&mut self, kind: NodeKind) -> usize {
        self.kinds.push(kind);
        self.children.push(Vec::new());
        self.kinds.len() - 1
    }

    /// Adds a move from one node to another.
    pub fn edge(&mut self, from: usize, to: usize) {
        self.children[from].push(to);
    }

    /// Adds a line of forced moves that ends in mate after `length` plies, the
    /// kinds alternating, and returns its first node.
    pub fn mate_in(&mut self, length: u32) -> usize {
        let mut first = self.node(NodeKind::And);
        for _ in 0..length {
            let before = self.node(self.kinds[first].other());
            self.edge(before, first);
            first = before;
        }
        first
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

impl Graph for AbstractGraph {
    type Node = usize;

    fn kind(&self, node: &usize) -> NodeKind {
        self.kinds[*node]
    }

    fn successors(&self, node: &usize) -> Vec<usize> {
        self.children[*node].clone()
    }
}

/// What a random graph looks like.
#[derive(Clone, Copy, Debug)]
pub struct GraphShape {
    /// How many nodes.
    pub nodes: usize,
    /// The most successors a node may have.
    pub max_degree: usize,
    /// Whether edges may lead back.
    pub cyclic: bool,
    /// Whether every edge leads from OR to AND or from AND to OR, as in a game.
    pub alternating: bool,
}

/// A random graph; node 0 is an OR node.
///
/// One node in four has no successor, so that both mates and failures abound.
pub fn random_graph(rng: &mut Rng, shape: &GraphShape) -> AbstractGraph {
    let mut graph = AbstractGraph::new();
    for node in 0..shape.nodes {
        let kind = if node > 0 && rng.chance(1, 2) {
            NodeKind::And
        } else {
            NodeKind::Or
        };
        graph.node(kind);
    }
    for from in 0..shape.nodes {
        let lowest = if shape.cyclic { 0 } else { from + 1 };
        let mut targets: Vec<usize> = (lowest..shape.nodes)
            .filter(|&to| !shape.alternating || graph.kinds[to] != graph.kinds[from])
            .collect();
        if from > 0 && rng.chance(1, 4) {
            continue;
        }
        for _ in 0..rng.between(1, shape.max_degree) {
            if targets.is_empty() {
                break;
            }
            let to = targets.swap_remove(rng.below(targets.len()));
            graph.edge(from, to);
        }
    }
    graph
}
