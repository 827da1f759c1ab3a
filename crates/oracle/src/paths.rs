//! The path reading: a repetition is a failure of the attacker.
//!
//! Plain recursion without any memory but the current path. The lengths it
//! finds below the root hold only under the condition of that path; at the
//! root, where the path is empty, it agrees with the rank.

use crate::graph::{Graph, NodeKind, TooLarge};

/// The length of the mate at `root`, `None` if there is no mate.
///
/// Exponential: more than `budget` visited nodes are [`TooLarge`].
pub fn path_length<G: Graph>(
    graph: &G,
    root: &G::Node,
    budget: u64,
) -> Result<Option<u32>, TooLarge> {
    path_length_with(graph, root, budget, |_, _| ())
}

/// As [`path_length`], and tells `visit` the length of every node as it was
/// found under the condition of the path by which it was reached (the path's
/// last node is the node itself).
///
/// A node met again on its own path is cut off and not told.
pub fn path_length_with<G: Graph>(
    graph: &G,
    root: &G::Node,
    budget: u64,
    visit: impl FnMut(&[G::Node], Option<u32>),
) -> Result<Option<u32>, TooLarge> {
    Walk {
        graph,
        path: Vec::new(),
        budget,
        visit,
    }
    .length(root)
}

struct Walk<'g, G: Graph, V> {
    graph: &'g G,
    path: Vec<G::Node>,
    budget: u64,
    visit: V,
}

impl<G: Graph, V: FnMut(&[G::Node], Option<u32>)> Walk<'_, G, V> {
    fn length(&mut self, node: &G::Node) -> Result<Option<u32>, TooLarge> {
        if self.path.contains(node) {
            return Ok(None);
        }
        self.budget = self.budget.checked_sub(1).ok_or(TooLarge)?;
        self.path.push(node.clone());
        let mut lengths = Vec::new();
        for child in self.graph.successors(node) {
            lengths.push(self.length(&child)?);
        }
        let length = match self.graph.kind(node) {
            NodeKind::Or => lengths.into_iter().flatten().min().map(|least| least + 1),
            // No child at all is mate; otherwise one failure fails the node.
            NodeKind::And => lengths
                .into_iter()
                .collect::<Option<Vec<u32>>>()
                .map(|all| all.into_iter().max().map_or(0, |greatest| greatest + 1)),
        };
        (self.visit)(&self.path, length);
        self.path.pop();
        Ok(length)
    }
}
