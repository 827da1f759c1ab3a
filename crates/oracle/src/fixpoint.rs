//! Mate as a least fixpoint, with ranks.
//!
//! The rank (length) of a mate: 0 for a mated position; at an attacker node
//! 1 + the least rank of a child; at a defender node 1 + the greatest, when
//! all children are mates. Whatever gets no rank is no mate: the defender
//! escapes, or runs in circles for ever.

use std::collections::HashMap;
use std::hash::Hash;

use crate::graph::{Explored, Graph, NodeKind, TooLarge};

/// What becomes of a position under best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The attacker mates in this many plies.
    Mate(u32),
    /// The attacker runs out of checks after at most this many plies.
    Escape(u32),
    /// Neither: the defender is never mated, but only by running in circles.
    Circle,
}

/// What to think of a node that was not expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unexpanded {
    /// The winner does not win there.
    Fails,
    /// The winner wins there as fast as a node of that kind allows.
    Wins,
}

/// The ranks of the attacker's wins: `None` is no mate. Nodes that were not
/// expanded count as failures, so on a part of a graph these are upper bounds.
pub fn mate_ranks<N: Clone + Eq + Hash>(graph: &Explored<N>) -> Vec<Option<u32>> {
    winning_ranks(graph, NodeKind::Or, Unexpanded::Fails)
}

/// The outcome of every node of a graph that is wholly expanded.
pub fn outcomes<N: Clone + Eq + Hash>(graph: &Explored<N>) -> Vec<Outcome> {
    let escapes = winning_ranks(graph, NodeKind::And, Unexpanded::Fails);
    mate_ranks(graph)
        .into_iter()
        .zip(escapes)
        .map(|pair| match pair {
            (Some(rank), _) => Outcome::Mate(rank),
            (None, Some(rank)) => Outcome::Escape(rank),
            (None, None) => Outcome::Circle,
        })
        .collect()
}

/// Ranks of the positions that the side choosing at `winner` nodes wins by
/// bringing the other side to a node without successors.
///
/// Round r gives rank r to the nodes that deserve it, looking only at smaller
/// ranks. A node of rank r > 0 has a child of rank r - 1, and ranks given in
/// advance are at most 1, so after round 1 the first round that gives nothing
/// is the last.
fn winning_ranks<N: Clone + Eq + Hash>(
    graph: &Explored<N>,
    winner: NodeKind,
    unexpanded: Unexpanded,
) -> Vec<Option<u32>> {
    let mut ranks: Vec<Option<u32>> = (0..graph.len())
        .map(|node| match graph.children(node) {
            None if unexpanded == Unexpanded::Wins => Some(u32::from(graph.kind(node) == winner)),
            _ => None,
        })
        .collect();
    for round in 0.. {
        let smaller = |child: &usize| ranks[*child].is_some_and(|rank| rank < round);
        let deserves = |node: usize| {
            graph.children(node).is_some_and(|children| {
                if graph.kind(node) == winner {
                    children.iter().any(smaller)
                } else {
                    children.iter().all(smaller)
                }
            })
        };
        let deserving: Vec<usize> = (0..graph.len())
            .filter(|&node| ranks[node].is_none() && deserves(node))
            .collect();
        if deserving.is_empty() && round > 1 {
            break;
        }
        for node in deserving {
            ranks[node] = Some(round);
        }
    }
    ranks
}

/// The rank of `root`, or that it is no mate (`None`), found on at most
/// `cap` nodes.
///
/// The graph is written down only as far as the root needs it. Taking every
/// node that is not expanded for a failure gives ranks that are too high (or
/// none), taking it for the fastest mate gives ranks that are too low. Where
/// both agree, that is the rank, whatever lies beyond. Nodes that can be
/// reached through disagreeing nodes are expanded, layer by layer, until the
/// two agree at the root.
pub fn mate_length<G: Graph>(
    graph: &G,
    root: &G::Node,
    cap: usize,
) -> Result<Option<u32>, TooLarge> {
    let mut explored = Explored::new(graph, root.clone());
    loop {
        let high = winning_ranks(&explored, NodeKind::Or, Unexpanded::Fails);
        let low = winning_ranks(&explored, NodeKind::Or, Unexpanded::Wins);
        if high[0] == low[0] {
            return Ok(high[0]);
        }
        // Never empty: were every reachable disagreeing node expanded, both
        // readings would be the same fixpoint over the same settled nodes.
        for node in unexpanded_behind(&explored, |node| high[node] != low[node]) {
            explored.expand(graph, node);
            if explored.len() > cap {
                return Err(TooLarge);
            }
        }
    }
}

/// The nodes without known successors that can be reached from the root
/// through `open` nodes alone.
fn unexpanded_behind<N: Clone + Eq + Hash>(
    graph: &Explored<N>,
    open: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut seen = vec![false; graph.len()];
    let mut unexpanded = Vec::new();
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        if seen[node] || !open(node) {
            continue;
        }
        seen[node] = true;
        match graph.children(node) {
            Some(children) => stack.extend(children),
            None => unexpanded.push(node),
        }
    }
    unexpanded
}

/// Whether the attacker mates within `plies` from `node`.
///
/// Straight from the definition, without looking at ranks; it needs no more of
/// the graph than lies within `plies`.
pub fn mate_within<G: Graph>(graph: &G, node: &G::Node, plies: u32) -> bool {
    within(graph, node, plies, &mut HashMap::new())
}

fn within<G: Graph>(
    graph: &G,
    node: &G::Node,
    plies: u32,
    known: &mut HashMap<(G::Node, u32), bool>,
) -> bool {
    let key = (node.clone(), plies);
    if let Some(&answer) = known.get(&key) {
        return answer;
    }
    let successors = graph.successors(node);
    let answer = match graph.kind(node) {
        NodeKind::And if successors.is_empty() => true,
        _ if plies == 0 => false,
        NodeKind::Or => successors
            .iter()
            .any(|child| within(graph, child, plies - 1, known)),
        NodeKind::And => successors
            .iter()
            .all(|child| within(graph, child, plies - 1, known)),
    };
    known.insert(key, answer);
    answer
}
