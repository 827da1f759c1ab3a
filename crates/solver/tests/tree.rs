//! Trees of variations against the oracle: every length is the oracle's rank,
//! every defence is there or is referred to, and nothing is said of what a
//! limit has kept from being proven.

mod common;

use common::NODES;
use kemuri_core::{Hand, Move, Problem};
use kemuri_oracle::board::Board;
use kemuri_oracle::fixpoint::Outcome;
use kemuri_oracle::random::{Rng, random_small};
use kemuri_oracle::tsume::Solution;
use kemuri_solver::tree::{Cut, Next};
use kemuri_solver::{Goal, Limits, Options, Reason, Solver, Tree, TreeShape, Verdict};
use rsshogi::types::Color;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Positions that are looked at; one in thirty or so is a mate.
const POSITIONS: u64 = 12_000;
/// Positions the oracle may look at before it gives up.
const CAP: usize = 1500;

/// A mate that both the oracle and the solver know.
struct Mate {
    sfen: String,
    board: Board,
    attacker: Color,
    problem: Problem,
    solution: Solution,
    rank: u32,
}

fn mates(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Mate> {
    seeds.filter_map(|seed| {
        let random = random_small(&mut Rng::new(seed));
        let solution = Solution::of(&random.board, random.attacker, CAP).ok()?;
        let Outcome::Mate(rank) = solution.outcome() else {
            return None;
        };
        let sfen = random.sfen();
        Some(Mate {
            problem: Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap(),
            sfen,
            board: random.board,
            attacker: random.attacker,
            solution,
            rank,
        })
    })
}

fn solver() -> Solver {
    Solver::new(Options {
        hash: 1 << 20,
        ..Options::default()
    })
    .unwrap()
}

/// The best line of a mate whose length is proven.
fn best_line(solver: &mut Solver, mate: &Mate) -> Option<Vec<Move>> {
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let outcome = solver.solve(&mate.problem, Goal::Shortest, &limits, &mut |_| ());
    match outcome.verdict {
        Verdict::Mate {
            exact: true, line, ..
        } => Some(line),
        _ => None,
    }
}

fn tree_of(solver: &mut Solver, mate: &Mate, line: &[Move], shape: &TreeShape) -> Tree {
    solver
        .tree(
            &mate.problem,
            (mate.rank, line),
            shape,
            &Limits::default(),
            &mut |_| (),
        )
        .unwrap_or_else(|reason| panic!("{}: {reason:?}", mate.sfen))
}

/// The position of every node, by the oracle's rules.
fn boards(mate: &Mate, tree: &Tree) -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    for node in &tree.nodes {
        boards.push(match (node.parent, node.mv) {
            (Some(parent), Some(mv)) => {
                assert!(
                    boards[parent].legal_moves().contains(&mv),
                    "{}: {}",
                    mate.sfen,
                    mv.to_usi()
                );
                boards[parent].after(mv)
            }
            (None, None) => mate.board.clone(),
            odd => panic!("{}: {odd:?}", mate.sfen),
        });
    }
    boards
}

/// The end of the line that goes on from `node`: the node, if it is a mate.
fn end(tree: &Tree, mut node: usize) -> Option<usize> {
    for _ in 0..10_000 {
        node = match &tree.nodes[node].next {
            Next::Mated => return Some(node),
            Next::Moves { nodes, .. } => nodes[0],
            Next::SameAs(other) => *other,
            Next::Cut(_) => return None,
        };
    }
    panic!("a line without an end");
}

/// What `board`'s attacker holds.
fn hand(board: &Board, attacker: Color) -> Hand {
    let problem = Problem::from_sfen_with(&board.to_sfen(), Some(attacker)).unwrap();
    problem.hand(attacker).into()
}

/// Checks all that is true of every tree, whatever its limits; returns how many
/// nodes are exact.
fn check(mate: &Mate, tree: &Tree) -> usize {
    let boards = boards(mate, tree);
    let mut exact = 0;
    for (i, node) in tree.nodes.iter().enumerate() {
        let board = &boards[i];
        let context = || format!("{} node {i}: {node:?}", mate.sfen);
        let Some(Outcome::Mate(rank)) = mate.solution.outcome_of(board) else {
            panic!("no mate: {}", context());
        };
        if node.exact {
            exact += 1;
            assert_eq!(node.length, rank, "{}", context());
        } else {
            assert!(node.length > rank || node.length == rank, "{}", context());
            assert_eq!(node.length % 2, rank % 2, "{}", context());
        }
        let mut legal = board.legal_moves();
        match &node.next {
            Next::Mated => assert!(legal.is_empty() && rank == 0, "{}", context()),
            Next::SameAs(other) => {
                assert_eq!(&boards[*other], board, "{}", context());
                assert!(tree.nodes[*other].length <= node.length, "{}", context());
                let elsewhere = &tree.nodes[*other].next;
                assert!(matches!(elsewhere, Next::Moves { .. }), "{}", context());
            }
            Next::Moves { nodes, omitted } => {
                assert!(nodes.iter().all(|&n| tree.nodes[n].parent == Some(i)));
                assert!(
                    nodes
                        .iter()
                        .all(|&n| tree.nodes[n].length < tree.nodes[i].length),
                    "{}",
                    context()
                );
                if board.turn() == mate.attacker {
                    assert_eq!((nodes.len(), *omitted), (1, 0), "{}", context());
                    let mv = tree.nodes[nodes[0]].mv.unwrap();
                    assert!(board.checks().contains(&mv), "{}", context());
                } else {
                    assert_eq!(nodes.len() + omitted, legal.len(), "{}", context());
                    let mut moves: Vec<Move> =
                        nodes.iter().filter_map(|&n| tree.nodes[n].mv).collect();
                    if *omitted == 0 {
                        moves.sort_unstable();
                        legal.sort_unstable();
                        assert_eq!(moves, legal, "{}", context());
                    }
                    let lengths: Vec<u32> = nodes.iter().map(|&n| tree.nodes[n].length).collect();
                    assert!(lengths.is_sorted_by(|a, b| a >= b), "{}", context());
                }
            }
            Next::Cut(_) => {}
        }
        let left = end(tree, i).map(|end| hand(&boards[end], mate.attacker));
        assert_eq!(node.hand_left, left, "{}", context());
    }
    exact
}

#[test]
fn full_trees_agree_with_the_oracle() {
    let (mut count, mut white, mut defends, mut merged, mut long) = (0, 0, 0, 0, 0);
    let mut solver = solver();
    for mate in mates(0..POSITIONS) {
        solver.clear();
        let Some(line) = best_line(&mut solver, &mate) else {
            continue;
        };
        let tree = tree_of(&mut solver, &mate, &line, &TreeShape::default());
        assert_eq!(check(&mate, &tree), tree.nodes.len(), "{}", mate.sfen);
        assert_eq!(tree.cut(), None, "{}", mate.sfen);
        let omitted = |next: &Next| matches!(next, Next::Moves { omitted: 1.., .. });
        assert!(!tree.nodes.iter().any(|n| omitted(&n.next)));
        // The best line comes first.
        let (mut best, mut at) = (Vec::new(), 0);
        while let Some(&next) = tree.next(at).first() {
            best.extend(tree.nodes[next].mv);
            at = next;
        }
        assert_eq!(best, line, "{}", mate.sfen);
        assert_eq!(tree.path(at), line, "{}", mate.sfen);
        count += 1;
        white += usize::from(mate.attacker == Color::WHITE);
        defends += usize::from(!mate.problem.attacker_to_move());
        long += usize::from(mate.rank > 8);
        let is_merged = |next: &Next| matches!(next, Next::SameAs(_));
        merged += tree.nodes.iter().filter(|n| is_merged(&n.next)).count();
    }
    println!("{count} trees, {white} of White, {defends} by the defender, {merged} merged, {long} long");
    assert!(count > 200 && white > 20 && defends > 20 && merged > 100 && long > 5);
}

#[test]
fn equally_long_replies_are_led_by_one_that_leaves_nothing() {
    let (mut ties, mut clean) = (0, 0);
    let mut solver = solver();
    for mate in mates(0..POSITIONS) {
        solver.clear();
        // No line is given: the tree finds its own.
        if best_line(&mut solver, &mate).is_none() {
            continue;
        }
        let tree = tree_of(&mut solver, &mate, &[], &TreeShape::default());
        check(&mate, &tree);
        for node in &tree.nodes {
            let Next::Moves { nodes, .. } = &node.next else {
                continue;
            };
            let first = &tree.nodes[nodes[0]];
            let longest = |n: &&usize| tree.nodes[**n].length == first.length;
            let rivals: Vec<&usize> = nodes.iter().filter(longest).collect();
            let leaves_nothing = |n: usize| tree.nodes[n].hand_left == Some(Hand::EMPTY);
            if rivals.len() > 1 && rivals.iter().any(|n| leaves_nothing(**n)) {
                ties += 1;
                clean += usize::from(!rivals.iter().all(|n| leaves_nothing(**n)));
                assert!(leaves_nothing(nodes[0]), "{}: {node:?}", mate.sfen);
            }
        }
    }
    assert!(ties > 20 && clean > 5, "{ties} {clean}");
}

#[test]
fn a_shape_bounds_the_tree() {
    let (mut smaller, mut cut) = (0, 0);
    let mut solver = solver();
    for mate in mates(0..POSITIONS / 2) {
        solver.clear();
        let Some(line) = best_line(&mut solver, &mate) else {
            continue;
        };
        let full = tree_of(&mut solver, &mate, &line, &TreeShape::default());
        let shape = |depth, nodes| TreeShape { depth, nodes };
        let main = tree_of(&mut solver, &mate, &line, &shape(Some(0), 1));
        check(&mate, &main);
        assert_eq!(main.nodes.len(), line.len() + 1, "{}", mate.sfen);
        let near = tree_of(&mut solver, &mate, &line, &shape(Some(1), 10_000));
        assert_eq!(check(&mate, &near), near.nodes.len(), "{}", mate.sfen);
        let mut at = 0;
        while let Some(&next) = near.next(at).first() {
            let Next::Moves { omitted, .. } = near.nodes[at].next else {
                unreachable!("it has a move");
            };
            assert_eq!(omitted, 0, "{}", mate.sfen);
            at = next;
        }
        smaller += usize::from(near.nodes.len() < full.nodes.len());
        let short = tree_of(&mut solver, &mate, &line, &shape(None, 12));
        assert_eq!(check(&mate, &short), short.nodes.len(), "{}", mate.sfen);
        if short.nodes.len() < full.nodes.len() {
            cut += 1;
            assert_eq!(short.cut(), Some(Cut::Nodes), "{}", mate.sfen);
        }
    }
    assert!(smaller > 10 && cut > 10, "{smaller} {cut}");
}

#[test]
fn a_limit_leaves_bounds_and_cuts() {
    let (mut bounds, mut failed, mut interrupted) = (0, 0, 0);
    for mate in mates(0..POSITIONS / 2) {
        let mut solver = solver();
        let Some(line) = best_line(&mut solver, &mate) else {
            continue;
        };
        // What the search has learnt is gone, and hardly anything can be learnt anew.
        for nodes in [4, 16, 64] {
            solver.clear();
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let (shape, claim) = (TreeShape::default(), (mate.rank, &line[..]));
            match solver.tree(&mate.problem, claim, &shape, &limits, &mut |_| ()) {
                Ok(tree) => {
                    bounds += tree.nodes.len() - check(&mate, &tree);
                    let because = [None, Some(Cut::Stopped(Reason::Nodes))];
                    assert!(because.contains(&tree.cut()), "{}", mate.sfen);
                }
                Err(reason) => {
                    assert_eq!(reason, Reason::Nodes, "{}", mate.sfen);
                    failed += 1;
                }
            }
        }
        let stopped = Limits {
            stop: Arc::new(AtomicBool::new(true)),
            ..Limits::default()
        };
        let claim = (mate.rank, &line[..]);
        let shape = TreeShape::default();
        best_line(&mut solver, &mate);
        if let Ok(tree) = solver.tree(&mate.problem, claim, &shape, &stopped, &mut |_| ()) {
            interrupted += 1;
            check(&mate, &tree);
            let cut = Some(Cut::Stopped(Reason::Interrupted));
            assert!(tree.cut() == cut || mate.rank == 0, "{}", mate.sfen);
        }
    }
    println!("{bounds} bounds, {failed} failed, {interrupted} interrupted");
    assert!(bounds > 20 && failed > 20 && interrupted > 20);
}

#[test]
fn a_mate_that_is_none_has_no_tree() {
    let problem = Problem::from_sfen("8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1").unwrap();
    let tree = solver().tree(
        &problem,
        (5, &[]),
        &TreeShape::default(),
        &Limits::default(),
        &mut |_| (),
    );
    assert_eq!(tree.map(|_| ()), Err(Reason::Memory));
}
