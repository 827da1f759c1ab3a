//! Mate as a least fixpoint, with ranks.
//!
//! The rank (length) of a mate: 0 for a mated position; at an attacker node
//! 1 + the least rank of a child; at a defender node 1 + the greatest, when
//! all children are mates. Whatever gets no rank is no mate: the defender
//! escapes, or runs in circles for ever.

use std::collections::HashMap;
use std::hash::Hash;

use crate::graph::{Explored, Graph, Kind, TooLarge};

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

/// The ranks of the attacker's wins: `None` is no mate.
pub fn mate_ranks<N: Clone + Eq + Hash>(graph: &Explored<N>) -> Vec<Option<u32>> {
    winning_ranks(graph, Kind::Or)
}

/// The outcome of every node.
pub fn outcomes<N: Clone + Eq + Hash>(graph: &Explored<N>) -> Vec<Outcome> {
    let mates = winning_ranks(graph, Kind::Or);
    let escapes = winning_ranks(graph, Kind::And);
    mates
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
/// Round r gives rank r to the nodes that deserve it, looking only at ranks of
/// earlier rounds. A node of rank r > 0 has a child of rank r - 1, so the first
/// round that gives nothing is the last.
fn winning_ranks<N: Clone + Eq + Hash>(graph: &Explored<N>, winner: Kind) -> Vec<Option<u32>> {
    let mut ranks: Vec<Option<u32>> = vec![None; graph.len()];
    for round in 0.. {
        let deserving: Vec<usize> = (0..graph.len())
            .filter(|&node| {
                let mut children = graph.children(node).iter();
                ranks[node].is_none()
                    && if graph.kind(node) == winner {
                        children.any(|&child| ranks[child].is_some())
                    } else {
                        children.all(|&child| ranks[child].is_some())
                    }
            })
            .collect();
        if deserving.is_empty() {
            break;
        }
        for node in deserving {
            ranks[node] = Some(round);
        }
    }
    ranks
}

/// The rank of `root`, or that it is no mate (`None`), on a graph of at most
/// `cap` nodes.
pub fn mate_length<G: Graph>(
    graph: &G,
    root: G::Node,
    cap: usize,
) -> Result<Option<u32>, TooLarge> {
    Ok(mate_ranks(&Explored::from_root(graph, root, cap)?)[0])
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
        Kind::And if successors.is_empty() => true,
        _ if plies == 0 => false,
        Kind::Or => successors.iter().any(|child| within(graph, child, plies - 1, known)),
        Kind::And => successors.iter().all(|child| within(graph, child, plies - 1, known)),
    };
    known.insert(key, answer);
    answer
}
