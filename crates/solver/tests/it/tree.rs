//! Trees of variations against the oracle: every length is the oracle's rank,
//! every defence is there or is referred to, and nothing is said of what a
//! limit has kept from being proven.

use kemuri_core::{Hand, Move, Problem};
use kemuri_oracle::board::Board;
use kemuri_oracle::fixpoint::Outcome;
use kemuri_oracle::random::{RandomProblem, Rng, random_attack, random_small};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::Solution;
use kemuri_solver::tree::{Cut, Next};
use kemuri_solver::{
    Budget, Futile, Goal, Mate, Options, Reason, Solver, Tree, TreeShape, Verdict,
};
use rsshogi::types::Color;
use std::sync::LazyLock;

/// Positions the oracle may look at before it gives up.
const CAP: usize = 1000;
/// Up to this length a mate is checked by brute force where the oracle gave up.
const BRUTE: u32 = 5;

/// A mate whose length is proven.
struct Position {
    sfen: String,
    board: Board,
    attacker: Color,
    problem: Problem,
    /// The oracle's answer to every position that can arise, if there are few.
    solution: Option<Solution>,
    length: u32,
    outcome: kemuri_solver::Outcome,
}

impl Position {
    fn of(random: RandomProblem, solution: Option<Solution>) -> Option<Self> {
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        let budget = Budget::default().with_nodes(20_000);
        let outcome = solver().solve(&problem, Goal::Shortest(Futile::None), &budget, &mut |_| ());
        let length = match &outcome.verdict {
            Verdict::Mate(mate) if mate.exact => mate.length,
            _ => return None,
        };
        Some(Self {
            sfen,
            board: random.board,
            attacker: random.attacker,
            problem,
            solution,
            length,
            outcome,
        })
    }

    /// The line that the solver reports.
    fn line(&self) -> &[Move] {
        &self.outcome.verdict.mate().unwrap().line
    }

    /// The outcome with another line.
    fn guided_by(&self, line: Vec<Move>) -> kemuri_solver::Outcome {
        let mut outcome = self.outcome.clone();
        if let Verdict::Mate(mate) = &mut outcome.verdict {
            mate.line = line;
        }
        outcome
    }
}

/// The part of [`MATES`] that is taken.
static SAMPLE: LazyLock<Sample> = LazyLock::new(|| Sample::one_in(4));

/// Small mates that the oracle knows by heart, and greater ones.
static MATES: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let small = (0..SAMPLE.of(4_000)).filter_map(|seed| {
        let random = random_small(&mut Rng::new(seed));
        let solution = Solution::of(&random.board, random.attacker, CAP).ok()?;
        let is_mate = matches!(solution.outcome(), Outcome::Mate(_));
        is_mate.then(|| Position::of(random, Some(solution)))?
    });
    let greater = (0..SAMPLE.of(1_500)).filter_map(|seed| {
        let mate = Position::of(random_attack(&mut Rng::new(seed)), None)?;
        (2..=9).contains(&mate.length).then_some(mate)
    });
    small.chain(greater).collect()
});

fn solver() -> Solver {
    Solver::new(Options::default().with_hash(1 << 20)).unwrap()
}

/// Whether the attacker mates within `plies`, by trying everything.
fn mates_within(board: &Board, attacker: Color, plies: u32) -> bool {
    if board.turn() == attacker {
        let mut checks = board.checks().into_iter();
        return plies > 0 && checks.any(|mv| mates_within(&board.after(mv), attacker, plies - 1));
    }
    let replies = board.legal_moves();
    let on = |mv: &Move| plies > 1 && mates_within(&board.after(*mv), attacker, plies - 1);
    replies.iter().all(on)
}

fn tree_of(solver: &mut Solver, mate: &Position, shape: &TreeShape) -> Tree {
    solver
        .tree(&mate.outcome, shape, &Budget::default(), &mut |_| ())
        .unwrap_or_else(|reason| panic!("{}: {reason:?}", mate.sfen))
}

/// The position of every node, by the oracle's rules.
fn boards(mate: &Position, tree: &Tree) -> Vec<Board> {
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
    problem.hand(attacker)
}

/// Checks all that is true of every tree, whatever its limits; returns how many
/// nodes are exact.
fn check(mate: &Position, tree: &Tree) -> usize {
    let boards = boards(mate, tree);
    let mut exact = 0;
    for (i, node) in tree.nodes.iter().enumerate() {
        let board = &boards[i];
        let context = || format!("{} node {i}: {node:?}", mate.sfen);
        exact += usize::from(node.exact);
        if let Some(solution) = &mate.solution {
            let Some(Outcome::Mate(rank)) = solution.outcome_of(board) else {
                panic!("no mate: {}", context());
            };
            if node.exact {
                assert_eq!(node.length, rank, "{}", context());
            }
            assert!(node.length >= rank, "{}", context());
        } else if node.exact && (2..=BRUTE).contains(&node.length) {
            let shorter = mates_within(board, mate.attacker, node.length - 2);
            assert!(!shorter, "{}", context());
        }
        let side = u32::from(board.turn() == mate.attacker);
        assert_eq!(node.length % 2, side, "{}", context());
        let mut legal = board.legal_moves();
        match &node.next {
            Next::Mated => assert!(legal.is_empty() && node.length == 0, "{}", context()),
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
                    // With the lengths below it right, this one is.
                    if node.exact {
                        assert_eq!(node.length, lengths[0] + 1, "{}", context());
                    }
                }
            }
            Next::Cut(_) => {}
        }
        let left = end(tree, i).map(|end| hand(&boards[end], mate.attacker));
        assert_eq!(node.hand_left, left, "{}", context());
    }
    exact
}

/// How many nodes go on in a way that `is` describes.
fn count(tree: &Tree, is: impl Fn(&Next) -> bool) -> usize {
    tree.nodes.iter().filter(|node| is(&node.next)).count()
}

#[test]
fn full_trees_agree_with_the_oracle() {
    let (mut white, mut defends, mut merged, mut nodes) = (0, 0, 0, 0);
    for mate in MATES.iter() {
        let tree = tree_of(&mut solver(), mate, &TreeShape::default());
        assert_eq!(check(mate, &tree), tree.nodes.len(), "{}", mate.sfen);
        let omitted = count(&tree, |next| {
            matches!(next, Next::Moves { omitted: 1.., .. })
        });
        assert_eq!((tree.cut(), omitted), (None, 0), "{}", mate.sfen);
        // The best line comes first.
        let mut at = 0;
        while let Some(&next) = tree.next(at).first() {
            at = next;
        }
        assert_eq!(tree.path(at), mate.line(), "{}", mate.sfen);
        white += usize::from(mate.attacker == Color::WHITE);
        defends += usize::from(!mate.problem.attacker_to_move());
        nodes += tree.nodes.len();
        merged += count(&tree, |next| matches!(next, Next::SameAs(_)));
    }
    let all = MATES.len();
    let small = MATES.iter().filter(|m| m.solution.is_some()).count();
    println!("{small} small of {all}, White {white}, defends {defends}, {merged}/{nodes} merged");
    assert!(small > SAMPLE.of(50) && all > SAMPLE.of(200) && white > SAMPLE.of(20));
    assert!(defends > SAMPLE.of(20) && merged > SAMPLE.of(30));
}

#[test]
fn equally_long_replies_are_led_by_one_that_leaves_nothing() {
    let mut ties = 0;
    for mate in MATES.iter() {
        // A line of another length is no guide: the tree finds its own.
        let full = tree_of(&mut solver(), mate, &TreeShape::default());
        let is_mated = |n: &usize| full.nodes[*n].next == Next::Mated;
        let mut lines = (0..full.nodes.len()).filter(is_mated).map(|n| full.path(n));
        let Some(line) = lines.find(|line| line.len() != mate.length as usize) else {
            continue;
        };
        let tree = solver().tree(
            &mate.guided_by(line),
            &TreeShape::default(),
            &Budget::default(),
            &mut |_| (),
        );
        let tree = tree.unwrap();
        let leaves_nothing = |n: usize| tree.nodes[n].hand_left == Some(Hand::EMPTY);
        for (i, node) in tree.nodes.iter().enumerate() {
            let Some((&first, others)) = tree.next(i).split_first() else {
                continue;
            };
            let as_long = |n: usize| tree.nodes[n].length == tree.nodes[first].length;
            let clean = others.iter().any(|&n| as_long(n) && leaves_nothing(n));
            assert!(!clean || leaves_nothing(first), "{}: {node:?}", mate.sfen);
            ties += usize::from(leaves_nothing(first) && others.iter().any(|&n| as_long(n)));
        }
    }
    println!("{ties} ties");
    assert!(ties > SAMPLE.of(20));
}

#[test]
fn a_shape_bounds_the_tree() {
    let (mut smaller, mut cut) = (0, 0);
    for mate in MATES.iter() {
        let mut solver = solver();
        let mut tree = |depth, nodes| {
            let tree = tree_of(&mut solver, mate, &TreeShape::new(depth, nodes));
            assert_eq!(check(mate, &tree), tree.nodes.len(), "{}", mate.sfen);
            tree
        };
        let full = tree(None, 10_000);
        let main = tree(Some(0), 10_000);
        assert_eq!(main.nodes.len(), mate.line().len() + 1, "{}", mate.sfen);
        let near = tree(Some(1), 10_000);
        let mut at = 0;
        while let Some(&next) = near.next(at).first() {
            let complete = matches!(near.nodes[at].next, Next::Moves { omitted: 0, .. });
            assert!(complete, "{}", mate.sfen);
            at = next;
        }
        smaller += usize::from(near.nodes.len() < full.nodes.len());
        let short = tree(None, 12);
        if short.nodes.len() < full.nodes.len() {
            cut += 1;
            assert_eq!(short.cut(), Some(Cut::Nodes), "{}", mate.sfen);
        }
    }
    println!("{smaller} smaller, {cut} cut");
    assert!(smaller > SAMPLE.of(10) && cut > SAMPLE.of(10));
}

#[test]
fn a_limit_leaves_bounds_and_cuts() {
    let (mut bounds, mut failed) = (0, 0);
    for mate in MATES.iter() {
        let mut solver = solver();
        let mut tree = |budget: &Budget| {
            let shape = TreeShape::default();
            solver.clear();
            solver.tree(&mate.outcome, &shape, budget, &mut |_| ())
        };
        for nodes in [8, 64, 512] {
            let budget = Budget::default().with_nodes(nodes);
            match tree(&budget) {
                Ok(tree) => {
                    bounds += tree.nodes.len() - check(mate, &tree);
                    let because = [None, Some(Cut::Stopped(Reason::Nodes))];
                    assert!(because.contains(&tree.cut()), "{}", mate.sfen);
                }
                Err(reason) => {
                    assert_eq!(reason, Reason::Nodes, "{}", mate.sfen);
                    failed += 1;
                }
            }
        }
    }
    println!("{bounds} bounds, {failed} failed");
    assert!(bounds > SAMPLE.of(20) && failed > SAMPLE.of(20));
}

#[test]
fn an_interrupt_ends_the_tree_where_it_is() {
    let mut ended = 0;
    for mate in MATES.iter() {
        let mut solver = solver();
        let shape = TreeShape::default();
        let mut run = |budget: &Budget| solver.tree(&mate.outcome, &shape, budget, &mut |_| ());
        // What the first run has learnt is in the table.
        run(&Budget::default()).unwrap();
        let budget = Budget::default();
        budget.stop();
        if let Ok(tree) = run(&budget) {
            ended += 1;
            check(mate, &tree);
            let cut = Some(Cut::Stopped(Reason::Interrupted));
            assert!(tree.cut() == cut || mate.length == 0, "{}", mate.sfen);
        }
    }
    assert!(ended > SAMPLE.of(20), "{ended}");
}

/// What the solver says of an outcome with another verdict: to the tree, and to the
/// list of futile drops.
fn answers_to(outcome: &kemuri_solver::Outcome) -> [Result<(), Reason>; 2] {
    let (mut solver, budget, shape) = (solver(), Budget::default(), TreeShape::default());
    let tree = solver.tree(outcome, &shape, &budget, &mut |_| ());
    let futile = solver.futile_drops(outcome, &budget, &mut |_| ());
    [tree.map(|_| ()), futile.map(|_| ())]
}

#[test]
fn a_mate_that_is_none_has_no_tree() {
    let problem = Problem::from_sfen("8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1").unwrap();
    let budget = Budget::default();
    let mut outcome = solver().solve(&problem, Goal::FirstMate, &budget, &mut |_| ());
    assert_eq!(answers_to(&outcome), [Err(Reason::Contradiction); 2]);
    let mut mate = Mate::within(5, Vec::new(), Hand::EMPTY);
    mate.exact = true;
    outcome.verdict = Verdict::Mate(mate);
    assert_eq!(answers_to(&outcome), [Err(Reason::Contradiction); 2]);
    outcome.verdict = Verdict::Unknown(Reason::Time);
    assert_eq!(answers_to(&outcome), [Err(Reason::Time); 2]);
}

#[test]
fn a_line_that_does_not_mate_is_not_played() {
    let long = |mate: &&Position| mate.length >= 3;
    for mate in MATES.iter().filter(long).take(20) {
        assert_eq!(answers_to(&mate.outcome), [Ok(()); 2], "{}", mate.sfen);
        let line = mate.line().to_vec();
        let from_nowhere = Move::from_usi("5e5d").unwrap();
        for wrong in [
            line[1..].to_vec(),
            line[..line.len() - 1].to_vec(),
            vec![from_nowhere; line.len()],
            [&line[..], &[from_nowhere]].concat(),
        ] {
            let answers = answers_to(&mate.guided_by(wrong));
            assert_eq!(answers, [Err(Reason::Contradiction); 2], "{}", mate.sfen);
        }
        // The line mates, but not everything is mated so soon.
        let mut short = mate.outcome.clone();
        if let Verdict::Mate(mate) = &mut short.verdict {
            mate.length -= 2;
        }
        assert_eq!(
            answers_to(&short)[0],
            Err(Reason::Contradiction),
            "{}",
            mate.sfen
        );
    }
}
