//! Looking for a graph on which the rule is wrong, and making it small.

use std::collections::BTreeMap;

use super::{Counts, Rule, WithdrawnSearch};
use crate::abstract_graph::AbstractGraph;
use crate::fixpoint::mate_ranks;
use crate::graph::{Explored, Graph};
use crate::{NodeKind, TooLarge};

/// The rank of every node.
pub fn ranks(graph: &AbstractGraph) -> Vec<Option<u32>> {
    // One more node above all others, so that the graph is written down once.
    let mut rooted = graph.clone();
    let top = rooted.node(NodeKind::Or);
    for node in 0..top {
        rooted.edge(top, node);
    }
    let explored = Explored::up_to(&rooted, top, rooted.len());
    let found = mate_ranks(&explored);
    (0..top)
        .map(|node| explored.number_of(&node).and_then(|number| found[number]))
        .collect()
}

/// Which node can be reached from which in at least one move.
pub fn reachability(graph: &AbstractGraph) -> Vec<Vec<bool>> {
    (0..graph.len())
        .map(|start| {
            let mut seen = vec![false; graph.len()];
            let mut stack = graph.successors(&start);
            while let Some(node) = stack.pop() {
                if !std::mem::replace(&mut seen[node], true) {
                    stack.extend(graph.successors(&node));
                }
            }
            seen
        })
        .collect()
}

/// The part of the graph that consists of the nodes to `keep`, renumbered.
pub fn restricted(graph: &AbstractGraph, keep: &[bool]) -> AbstractGraph {
    let mut part = AbstractGraph::new();
    let mut number = BTreeMap::new();
    for node in (0..graph.len()).filter(|&node| keep[node]) {
        number.insert(node, part.node(graph.kind(&node)));
    }
    for (node, &from) in &number {
        for to in graph.successors(node) {
            if let Some(&to) = number.get(&to) {
                part.edge(from, to);
            }
        }
    }
    part
}

/// The mates of a graph, as the article assumes. No rank changes: a mated
/// defender has mates for children only, and the attacker avoids the others.
pub fn mates_only(graph: &AbstractGraph) -> AbstractGraph {
    let keep: Vec<bool> = ranks(graph).iter().map(Option::is_some).collect();
    restricted(graph, &keep)
}

/// A stored length that is no rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where the search began.
    pub start: usize,
    /// Whether the table was kept from searches from the nodes before it; it was
    /// empty otherwise.
    pub kept: bool,
    /// The node whose entry is wrong.
    pub node: usize,
    /// What is in the table.
    pub stored: Option<u32>,
    /// What is true.
    pub rank: Option<u32>,
}

/// Searches the graph from every node with an empty table, and once more from
/// one node after the other with a table that is kept; the first wrong entry.
pub fn first_wrong(
    graph: &AbstractGraph,
    rule: Rule,
    sum: &mut Counts,
) -> Result<Option<Wrong>, TooLarge> {
    let ranks = ranks(graph);
    let reach = reachability(graph);
    let mut kept = WithdrawnSearch::new(graph, &reach, rule);
    for start in 0..graph.len() {
        let mut fresh = WithdrawnSearch::new(graph, &reach, rule);
        fresh.length(start)?;
        kept.length(start)?;
        sum.add(fresh.counts);
        let written = fresh.table.iter().map(|entry| (entry, false));
        let written = written.chain(kept.table.iter().map(|entry| (entry, true)));
        for ((&node, &stored), kept) in written {
            let rank = ranks[node];
            if stored != rank {
                return Ok(Some(Wrong {
                    start,
                    kept,
                    node,
                    stored,
                    rank,
                }));
            }
        }
    }
    sum.add(kept.counts);
    Ok(None)
}

/// The graph without one node.
pub fn without_node(graph: &AbstractGraph, node: usize) -> AbstractGraph {
    let keep: Vec<bool> = (0..graph.len()).map(|other| other != node).collect();
    restricted(graph, &keep)
}

/// The graph without one move.
fn without_edge(graph: &AbstractGraph, from: usize, index: usize) -> AbstractGraph {
    let mut part = AbstractGraph::new();
    for node in 0..graph.len() {
        part.node(graph.kind(&node));
    }
    for node in 0..graph.len() {
        for (place, to) in graph.successors(&node).into_iter().enumerate() {
            if (node, place) != (from, index) {
                part.edge(node, to);
            }
        }
    }
    part
}

/// Takes nodes and moves away as long as `bad` stays true.
pub fn shrunk(mut graph: AbstractGraph, bad: impl Fn(&AbstractGraph) -> bool) -> AbstractGraph {
    loop {
        let nodes = (0..graph.len()).map(|node| without_node(&graph, node));
        let edges = (0..graph.len()).flat_map(|from| {
            let degree = graph.successors(&from).len();
            let graph = &graph;
            (0..degree).map(move |index| without_edge(graph, from, index))
        });
        match nodes.chain(edges).find(|smaller| bad(smaller)) {
            Some(smaller) => graph = smaller,
            None => return graph,
        }
    }
}

/// Whether the rule writes a wrong length on a graph, which must be one of mates
/// alone if `mates` says so.
pub fn fails(graph: &AbstractGraph, rule: Rule, mates: bool) -> bool {
    (!mates || ranks(graph).iter().all(Option::is_some))
        && matches!(
            first_wrong(graph, rule, &mut Counts::default()),
            Ok(Some(_))
        )
}

/// The graph of the article, and the names of its first nodes: A leads to B and
/// C, B to D, D to E and F, and E back to A; C is four plies from mate, F sixteen.
pub fn article() -> (AbstractGraph, [char; 6]) {
    let mut graph = AbstractGraph::new();
    let (or, and) = (NodeKind::Or, NodeKind::And);
    let [a, b, c, d, e, f] = [or, and, and, or, and, and].map(|kind| graph.node(kind));
    for (from, to) in [(a, b), (a, c), (b, d), (d, e), (d, f), (e, a)] {
        graph.edge(from, to);
    }
    for (from, plies) in [(c, 3), (f, 15)] {
        let after = graph.mate_in(plies);
        graph.edge(from, after);
    }
    (graph, ['A', 'B', 'C', 'D', 'E', 'F'])
}
