//! The fixpoint and the path reading on graphs that are no game.

use std::collections::BTreeMap;

use kemuri_oracle::abstract_graph::{AbstractGraph, GraphShape, random_graph};
use kemuri_oracle::fixpoint::{Outcome, mate_length, mate_ranks, mate_within, outcomes};
use kemuri_oracle::graph::Explored;
use kemuri_oracle::paths::{path_length, path_length_with};
use kemuri_oracle::random::Rng;
use kemuri_oracle::withdrawn::article;
use kemuri_oracle::{NodeKind, TooLarge};

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;
const D: usize = 3;
const E: usize = 4;
const F: usize = 5;

/// The graph of komori-n's article on the search for the best line
/// (mate-solver-pv-search, 2021).
fn loop_of_the_article() -> AbstractGraph {
    article().0
}

/// The lengths of A to F under the path reading from `start`.
fn table(start: usize) -> BTreeMap<usize, Option<u32>> {
    let mut table = BTreeMap::new();
    path_length_with(&loop_of_the_article(), &start, 1000, |path, length| {
        let node = path[path.len() - 1];
        if node <= F {
            assert_eq!(table.insert(node, length), None, "node {node} is met once");
        }
    })
    .unwrap();
    table
}

#[test]
fn path_reading_from_a_gives_the_first_table() {
    let printed = [
        (A, Some(5)),
        (B, Some(18)),
        (C, Some(4)),
        (D, Some(17)),
        (E, None),
        (F, Some(16)),
    ];
    assert_eq!(table(A), BTreeMap::from(printed));
}

#[test]
fn path_reading_from_d_gives_the_second_table() {
    let printed = [
        (A, Some(5)),
        (B, None),
        (C, Some(4)),
        (D, Some(7)),
        (E, Some(6)),
        (F, Some(16)),
    ];
    assert_eq!(table(D), BTreeMap::from(printed));
}

#[test]
fn ranks_do_not_depend_on_the_start() {
    let graph = loop_of_the_article();
    let ranks = [(A, 5), (B, 8), (C, 4), (D, 7), (E, 6), (F, 16)];
    for start in [A, D] {
        let explored = Explored::from_root(&graph, start, 100).unwrap();
        let found = mate_ranks(&explored);
        for (node, rank) in ranks {
            assert_eq!(
                found[explored.number_of(&node).unwrap()],
                Some(rank),
                "node {node}"
            );
        }
    }
    for (node, rank) in ranks {
        assert_eq!(mate_length(&graph, &node, 100), Ok(Some(rank)));
        assert!(mate_within(&graph, &node, rank));
        assert!(!mate_within(&graph, &node, rank - 1));
    }
}

#[test]
fn a_graph_above_the_cap_is_too_large() {
    let graph = loop_of_the_article();
    let nodes = graph.len();
    assert!(Explored::from_root(&graph, A, nodes).is_ok());
    assert_eq!(
        Explored::from_root(&graph, A, nodes - 1).err(),
        Some(TooLarge)
    );
    assert_eq!(mate_length(&graph, &D, 3), Err(TooLarge));
    assert_eq!(path_length(&graph, &A, 5), Err(TooLarge));
}

#[test]
fn terminal_nodes_are_mate_for_the_defender_and_failure_for_the_attacker() {
    let mut graph = AbstractGraph::new();
    let mated = graph.node(NodeKind::And);
    let stuck = graph.node(NodeKind::Or);
    assert_eq!(mate_length(&graph, &mated, 10), Ok(Some(0)));
    assert_eq!(mate_length(&graph, &stuck, 10), Ok(None));
    assert_eq!(path_length(&graph, &mated, 10), Ok(Some(0)));
    assert_eq!(path_length(&graph, &stuck, 10), Ok(None));
}

/// Checks every reading against every other at every node; returns how many
/// mates, escapes and circles there were.
fn readings_agree(graph: &AbstractGraph, seed: u64) -> [usize; 3] {
    let mut classes = [0; 3];
    for node in 0..graph.len() {
        let explored = Explored::from_root(graph, node, graph.len()).unwrap();
        let outcome = outcomes(&explored)[0];
        let rank = match outcome {
            Outcome::Mate(rank) => Some(rank),
            Outcome::Escape(_) | Outcome::Circle => None,
        };
        // From the node itself the path is empty, so even the lengths agree.
        assert_eq!(
            path_length(graph, &node, 10_000_000),
            Ok(rank),
            "seed {seed} node {node}"
        );
        assert_eq!(
            mate_length(graph, &node, graph.len()),
            Ok(rank),
            "seed {seed} node {node}"
        );
        for plies in 0..=graph.len() as u32 {
            let within = rank.is_some_and(|rank| rank <= plies);
            assert_eq!(
                mate_within(graph, &node, plies),
                within,
                "seed {seed} node {node}"
            );
        }
        match outcome {
            Outcome::Mate(_) => classes[0] += 1,
            Outcome::Escape(_) => classes[1] += 1,
            Outcome::Circle => classes[2] += 1,
        }
        assert!(explored.has_cycle() || outcome != Outcome::Circle);
    }
    classes
}

fn total(shape: &GraphShape, graphs: u64) -> [usize; 3] {
    let mut classes = [0; 3];
    for seed in 0..graphs {
        let graph = random_graph(&mut Rng::new(seed), shape);
        for (sum, part) in classes.iter_mut().zip(readings_agree(&graph, seed)) {
            *sum += part;
        }
    }
    println!("{shape:?}: mates, escapes, circles {classes:?}");
    classes
}

#[test]
fn readings_agree_on_acyclic_graphs() {
    for alternating in [false, true] {
        let shape = GraphShape {
            nodes: 16,
            max_degree: 3,
            cyclic: false,
            alternating,
        };
        let [mates, escapes, circles] = total(&shape, 500);
        assert!(mates > 1000 && escapes > 1000 && circles == 0);
    }
}

#[test]
fn readings_agree_on_cyclic_graphs() {
    for alternating in [false, true] {
        let shape = GraphShape {
            nodes: 9,
            max_degree: 3,
            cyclic: true,
            alternating,
        };
        let [mates, escapes, circles] = total(&shape, 1000);
        assert!(mates > 1000 && escapes > 1000 && circles > 200);
    }
}
