//! AND/OR graphs, and writing one down.

use std::collections::HashMap;
use std::hash::Hash;

/// Who chooses at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The attacker: one good successor is enough.
    Or,
    /// The defender: every successor must be good for the attacker.
    And,
}

impl Kind {
    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Kind::Or => Kind::And,
            Kind::And => Kind::Or,
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
    fn kind(&self, node: &Self::Node) -> Kind;

    /// The positions one move away.
    fn successors(&self, node: &Self::Node) -> Vec<Self::Node>;
}

/// The graph, or the work, is larger than the caller allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than the allowed number of nodes")]
pub struct TooLarge;

/// Everything that can be reached from a root, written down.
///
/// Nodes are numbered in the order in which they were met; the root is 0.
#[derive(Clone, Debug)]
pub struct Explored<N> {
    nodes: Vec<N>,
    kinds: Vec<Kind>,
    children: Vec<Vec<usize>>,
    index: HashMap<N, usize>,
}

impl<N: Clone + Eq + Hash> Explored<N> {
    /// Writes down all that can be reached from `root`, at most `cap` nodes.
    pub fn from_root<G: Graph<Node = N>>(
        graph: &G,
        root: N,
        cap: usize,
    ) -> Result<Self, TooLarge> {
        let mut explored = Self {
            nodes: Vec::new(),
            kinds: Vec::new(),
            children: Vec::new(),
            index: HashMap::new(),
        };
        explored.number(graph, root, cap)?;
        let mut next = 0;
        while next < explored.nodes.len() {
            let successors = graph.successors(&explored.nodes[next]);
            let mut numbers = Vec::with_capacity(successors.len());
            for successor in successors {
                numbers.push(explored.number(graph, successor, cap)?);
            }
            explored.children.push(numbers);
            next += 1;
        }
        Ok(explored)
    }

    /// The number of `node`, a new one if it was never met.
    fn number<G: Graph<Node = N>>(
        &mut self,
        graph: &G,
        node: N,
        cap: usize,
    ) -> Result<usize, TooLarge> {
        if let Some(&number) = self.index.get(&node) {
            return Ok(number);
        }
        let number = self.nodes.len();
        if number >= cap {
            return Err(TooLarge);
        }
        self.kinds.push(graph.kind(&node));
        self.index.insert(node.clone(), number);
        self.nodes.push(node);
        Ok(number)
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
    pub fn kind(&self, number: usize) -> Kind {
        self.kinds[number]
    }

    /// The numbers of the successors of node `number`.
    pub fn children(&self, number: usize) -> &[usize] {
        &self.children[number]
    }

    /// The number of `node`, if it can be reached from the root.
    pub fn number_of(&self, node: &N) -> Option<usize> {
        self.index.get(node).copied()
    }

    /// Whether some node can be reached from itself.
    ///
    /// Nodes without unremoved predecessors are removed until none is left;
    /// what remains, if anything, contains a cycle.
    pub fn has_cycle(&self) -> bool {
        let mut predecessors = vec![0usize; self.len()];
        for &child in self.children.iter().flatten() {
            predecessors[child] += 1;
        }
        let mut free: Vec<usize> = (0..self.len()).filter(|&n| predecessors[n] == 0).collect();
        let mut removed = 0;
        while let Some(node) = free.pop() {
            removed += 1;
            for &child in &self.children[node] {
                predecessors[child] -= 1;
                if predecessors[child] == 0 {
                    free.push(child);
                }
            }
        }
        removed < self.len()
    }
}
