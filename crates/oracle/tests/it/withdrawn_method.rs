//! The rule for storing mate lengths of komori-n's withdrawn article on the
//! search for the best line (mate-solver-pv-search, 2021), word for word, and
//! what it stores against the ranks.
//!
//! The rule: if a search at depth X finds a loop to the position at depth D
//! (D < X), the results of depths D + 1, …, X are not written to the table;
//! those of depths 0, …, D and of depths X + 1, … may be.
//!
//! What it writes is right, on every graph (docs: "The withdrawn method" has
//! the proof). What is wrong is around it: the graph it is told to look at,
//! and the hope that enough is written.

use kemuri_oracle::NodeKind;
use kemuri_oracle::abstract_graph::{AbstractGraph, GraphShape, random_graph};
use kemuri_oracle::graph::Graph;
use kemuri_oracle::random::Rng;
use kemuri_oracle::withdrawn::{
    Counts, Rule, WithdrawnSearch, fails, first_wrong, mates_only, ranks, reachability, restricted,
    shrunk, without_node,
};

/// All graphs with these kinds in which a node may lead to the nodes that
/// `allowed` says; the order of the moves is that of the numbers, or the
/// reverse.
fn for_all_graphs(
    kinds: &[NodeKind],
    allowed: impl Fn(usize, usize) -> bool,
    mut visit: impl FnMut(&AbstractGraph),
) {
    let pairs: Vec<(usize, usize)> = (0..kinds.len())
        .flat_map(|from| (0..kinds.len()).map(move |to| (from, to)))
        .filter(|&(from, to)| allowed(from, to))
        .collect();
    for chosen in 0u32..1 << pairs.len() {
        for reversed in [false, true] {
            let mut graph = AbstractGraph::new();
            for &kind in kinds {
                graph.node(kind);
            }
            for index in 0..pairs.len() {
                let index = if reversed {
                    pairs.len() - 1 - index
                } else {
                    index
                };
                if chosen >> index & 1 == 1 {
                    graph.edge(pairs[index].0, pairs[index].1);
                }
            }
            visit(&graph);
        }
    }
}

#[test]
fn printed_rule_writes_ranks_on_all_small_graphs() {
    let mut sum = Counts::default();
    let mut graphs = 0;
    let mut check = |graph: &AbstractGraph| {
        graphs += 1;
        assert_eq!(
            first_wrong(graph, Rule::Printed, &mut sum),
            Ok(None),
            "{graph:?}"
        );
    };
    let kind = |and: bool| if and { NodeKind::And } else { NodeKind::Or };
    for (ors, nodes) in [(2, 5), (3, 5), (3, 6)] {
        let kinds: Vec<NodeKind> = (0..nodes).map(|node| kind(node >= ors)).collect();
        for_all_graphs(&kinds, |from, to| kinds[from] != kinds[to], &mut check);
    }
    for mix in 0..8 {
        let kinds: Vec<NodeKind> = (0..3).map(|node| kind(mix >> node & 1 == 1)).collect();
        for_all_graphs(&kinds, |_, _| true, &mut check);
    }
    println!("{graphs} graphs: {sum:?}");
    assert!(sum.withheld > 1_000_000 && sum.hidden_loops > 1_000_000);
}

/// The shapes of the random graphs.
fn shapes() -> impl Iterator<Item = GraphShape> {
    [(7, 2), (9, 3), (14, 2), (20, 2)]
        .into_iter()
        .flat_map(|(nodes, max_degree)| {
            [false, true].map(|alternating| GraphShape {
                nodes,
                max_degree,
                cyclic: true,
                alternating,
            })
        })
}

#[test]
fn printed_rule_writes_ranks_on_random_graphs() {
    for only_mates in [false, true] {
        let mut sum = Counts::default();
        for shape in shapes() {
            for seed in 0..2000 {
                let mut graph = random_graph(&mut Rng::new(seed), &shape);
                if only_mates {
                    graph = mates_only(&graph);
                }
                let wrong = first_wrong(&graph, Rule::Printed, &mut sum);
                assert_eq!(
                    wrong,
                    Ok(None),
                    "{shape:?} seed {seed} only mates {only_mates}"
                );
            }
        }
        println!("only mates {only_mates}: {sum:?}");
        assert!(sum.withheld > 10_000 && sum.hidden_loops > 1_000);
    }
}

#[test]
fn every_weaker_rule_writes_wrong_lengths() {
    for rule in [Rule::TrustBelowHead, Rule::TrustTail, Rule::TrustMates] {
        let mut failures = 0;
        let mut smallest: Option<AbstractGraph> = None;
        let shape = GraphShape {
            nodes: 14,
            max_degree: 2,
            cyclic: true,
            alternating: true,
        };
        for seed in 0..5000 {
            let graph = mates_only(&random_graph(&mut Rng::new(seed), &shape));
            if fails(&graph, rule, true) {
                failures += 1;
                let small = shrunk(graph, |graph| fails(graph, rule, true));
                if smallest
                    .as_ref()
                    .is_none_or(|best| small.len() < best.len())
                {
                    smallest = Some(small);
                }
            }
        }
        let smallest = smallest.expect("a weaker rule fails somewhere");
        let wrong = first_wrong(&smallest, rule, &mut Counts::default());
        println!("{rule:?}: {failures} graphs, smallest {smallest:?} {wrong:?}");
        let nodes = if rule == Rule::TrustMates { 9 } else { 3 };
        assert_eq!(smallest.len(), nodes, "{rule:?}");
        // The rule as printed passes on the very graphs that refute the others.
        assert_eq!(
            first_wrong(&smallest, Rule::Printed, &mut Counts::default()),
            Ok(None)
        );
    }
}

/// The article's loop made small: A mates at once, or leads through B to D; D
/// leads through E back to A, or through F the long way round.
///
/// ```text
/// A ──► mated            F ─► G ─► H ─► I ─► mated
/// │                      ▲
/// └───► B ─────► D ──────┤
/// ▲                      ▼
/// └───────────────────── E
/// ```
#[test]
fn a_found_mate_is_no_shortest_mate() {
    let mut graph = AbstractGraph::new();
    let mated = graph.node(NodeKind::And);
    let a = graph.node(NodeKind::Or);
    let b = graph.node(NodeKind::And);
    let d = graph.node(NodeKind::Or);
    let e = graph.node(NodeKind::And);
    let f = graph.mate_in(4);
    for (from, to) in [(a, mated), (a, b), (b, d), (d, e), (d, f), (e, a)] {
        graph.edge(from, to);
    }
    let ranks = ranks(&graph);
    assert_eq!(
        [a, b, d, e, f].map(|node| ranks[node]),
        [1, 4, 3, 2, 4].map(Some)
    );

    let reach = reachability(&graph);
    let written = |rule| {
        let mut search = WithdrawnSearch::new(&graph, &reach, rule);
        search.length(a).unwrap();
        [a, b, d, e, f].map(|node| search.table.get(&node).copied())
    };
    let (a_is_1, f_is_4) = (Some(Some(1)), Some(Some(4)));
    // D depends on "E fails", E on "A is on the path", and A is on the way from
    // D to the shortest mate: 5 is the length of a mate, not of the shortest.
    let wrong = [a_is_1, Some(Some(6)), Some(Some(5)), None, f_is_4];
    assert_eq!(written(Rule::TrustMates), wrong);
    assert_eq!(written(Rule::Printed), [a_is_1, None, None, None, f_is_4]);
}

/// The mates known when `root` has just been proven by a search that proves
/// nodes in random order.
fn known_mates(graph: &AbstractGraph, root: usize, rng: &mut Rng) -> Vec<bool> {
    let mut known = vec![false; graph.len()];
    while !known[root] {
        let provable: Vec<usize> = (0..graph.len())
            .filter(|&node| {
                let children = graph.successors(&node);
                !known[node]
                    && match graph.kind(&node) {
                        NodeKind::Or => children.iter().any(|&child| known[child]),
                        NodeKind::And => children.iter().all(|&child| known[child]),
                    }
            })
            .collect();
        known[*rng.pick(&provable)] = true;
    }
    known
}

#[test]
fn lengths_among_known_mates_are_only_bounds() {
    let (mut roots, mut too_long) = (0, 0);
    for shape in shapes() {
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let graph = mates_only(&random_graph(&mut rng, &shape));
            let ranks = ranks(&graph);
            for root in 0..graph.len() {
                let known = known_mates(&graph, root, &mut rng);
                let part = restricted(&graph, &known);
                let reach = reachability(&part);
                let mut search = WithdrawnSearch::new(&part, &reach, Rule::Printed);
                let number = known[..root].iter().filter(|&&known| known).count();
                let length = search.length(number).unwrap();
                assert!(length >= ranks[root], "{shape:?} seed {seed} root {root}");
                roots += 1;
                too_long += usize::from(length > ranks[root]);
            }
        }
    }
    println!("too long at {too_long} of {roots} roots");
    assert!(too_long > 0);
}

/// The least of such graphs, without any loop: A leads to a mated position and
/// to B, but only B was ever looked at.
#[test]
fn a_mate_nobody_looked_at_is_missed() {
    let mut graph = AbstractGraph::new();
    let a = graph.node(NodeKind::Or);
    let mated = graph.node(NodeKind::And);
    let b = graph.mate_in(2);
    graph.edge(a, mated);
    graph.edge(a, b);
    assert_eq!(ranks(&graph)[a], Some(1));

    let known = without_node(&graph, mated);
    let reach = reachability(&known);
    let mut search = WithdrawnSearch::new(&known, &reach, Rule::Printed);
    search.length(a).unwrap();
    assert_eq!(search.table[&a], Some(3));
}

/// A row of `diamonds` forks that meet again; the last node mates at once, and
/// if `back`, it can also go back to the first.
fn row_of_forks(diamonds: usize, back: bool) -> AbstractGraph {
    let mut graph = AbstractGraph::new();
    let first = graph.node(NodeKind::Or);
    let mut last = first;
    for _ in 0..diamonds {
        let meeting = graph.node(NodeKind::Or);
        let ways = [graph.node(NodeKind::And), graph.node(NodeKind::And)];
        for way in ways {
            graph.edge(last, way);
            graph.edge(way, meeting);
        }
        last = meeting;
    }
    let mated = graph.node(NodeKind::And);
    graph.edge(last, mated);
    if back {
        let returning = graph.node(NodeKind::And);
        graph.edge(last, returning);
        graph.edge(returning, first);
    }
    graph
}

#[test]
fn one_move_back_to_the_root_empties_the_table() {
    let count = |diamonds, back| {
        let graph = row_of_forks(diamonds, back);
        assert!(ranks(&graph).iter().all(Option::is_some));
        let reach = reachability(&graph);
        let mut search = WithdrawnSearch::new(&graph, &reach, Rule::Printed);
        let length = search.length(0).unwrap();
        assert_eq!(length, Some(2 * diamonds as u32 + 1));
        (search.counts.visits, search.table.len())
    };
    for diamonds in 1..=15 {
        // Every node once, and all of them written.
        let nodes = 3 * diamonds + 2;
        assert_eq!(count(diamonds, false), (nodes as u64, nodes));
        // Every path once; the root and the mated position are all there is.
        assert_eq!(count(diamonds, true), (5 * (1 << diamonds) - 2, 2));
    }
}
