//! Refutations against the oracle: every reply that is named refutes, every other
//! one is answered by a mate, and the lines of only replies are the longest.

use kemuri_core::{Move, Problem};
use kemuri_oracle::board::Board;
use kemuri_oracle::random::{
    RandomProblem, Rng, random_attack, random_interposition, random_small,
};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::{OracleAnswer, solve_board};
use kemuri_solver::refutation::{LineEnd, RefutationNext, RefutationTree, Replies};
use kemuri_solver::tree::Cut;
use kemuri_solver::{Budget, Options, Reason, Refutation, Solver, Try, TryEnd};
use rsshogi::types::Color;
use std::collections::{BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};

/// Positions the oracle may look at before it gives up.
const CAP: usize = 1000;

/// A no-mate.
struct NoMate {
    sfen: String,
    board: Board,
    attacker: Color,
    problem: Problem,
    /// What the oracle has said: whether the attacker mates, if it knows.
    answers: Mutex<HashMap<Board, Option<bool>>>,
}

/// The part of [`NO_MATES`] that is taken.
static SAMPLE: LazyLock<Sample> = LazyLock::new(|| Sample::one_in(2));

/// Random positions that the oracle calls no mate, in which there is a move.
static NO_MATES: LazyLock<Vec<NoMate>> = LazyLock::new(|| {
    let seeds = 0..SAMPLE.of(500);
    let small = seeds.clone().map(|seed| random_small(&mut Rng::new(seed)));
    let attacks = seeds.clone().map(|seed| random_attack(&mut Rng::new(seed)));
    let drops = seeds.map(|seed| random_interposition(&mut Rng::new(seed)));
    let found = small.chain(attacks).chain(drops).filter_map(|random| {
        let found = NoMate::of(random);
        let has_moves = !found.problem.moves().is_empty();
        (has_moves && found.mates(&found.board) == Some(false)).then_some(found)
    });
    found.collect()
});

fn solver(hash: u64) -> Solver {
    Solver::new(Options::default().with_hash(hash)).unwrap()
}

impl NoMate {
    fn of(random: RandomProblem) -> Self {
        let sfen = random.sfen();
        Self {
            problem: Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap(),
            sfen,
            board: random.board,
            attacker: random.attacker,
            answers: Mutex::default(),
        }
    }

    fn refuted(&self, solver: &mut Solver, moves: usize, budget: &Budget) -> Refutation {
        solver.refute(&self.problem, &[], moves, budget, &mut |_| ())
    }

    /// Whether the attacker mates, if the oracle knows.
    fn mates(&self, board: &Board) -> Option<bool> {
        let mut answers = self.answers.lock().unwrap();
        *answers.entry(board.clone()).or_insert_with(|| {
            match solve_board(board, self.attacker, CAP) {
                OracleAnswer::Mate { .. } => Some(true),
                OracleAnswer::NoMate => Some(false),
                OracleAnswer::TooLarge => None,
            }
        })
    }

    /// The replies in a position that refute, if the oracle knows them all.
    fn refuting(&self, board: &Board) -> Option<BTreeSet<String>> {
        let mut refuting = BTreeSet::new();
        for reply in board.legal_moves() {
            if !self.mates(&board.after(reply))? {
                refuting.insert(reply.to_usi());
            }
        }
        Some(refuting)
    }

    /// Asserts that what is said of the replies in a position is true. Returns
    /// whether the oracle knows.
    fn check_replies(&self, board: &Board, replies: &Replies) -> bool {
        let named: BTreeSet<String> = replies.refuting.iter().map(|mv| mv.to_usi()).collect();
        let all = board.legal_moves().len();
        assert_eq!(named.len(), replies.refuting.len(), "{}", self.sfen);
        assert_eq!(replies.total(), all, "{}", self.sfen);
        for reply in board.legal_moves() {
            let is_named = named.contains(&reply.to_usi());
            match self.mates(&board.after(reply)) {
                Some(true) => assert!(!is_named, "{}: {}", self.sfen, reply.to_usi()),
                Some(false) if replies.undecided == 0 => {
                    assert!(is_named, "{}: {}", self.sfen, reply.to_usi());
                }
                _ => {}
            }
        }
        let Some(expected) = self.refuting(board) else {
            return false;
        };
        assert!(replies.mating <= all - expected.len(), "{}", self.sfen);
        if replies.undecided == 0 {
            assert_eq!(named, expected, "{}: {}", self.sfen, board.to_sfen());
        }
        true
    }

    /// The greatest number of checks in a row with an only reply, in lines that
    /// start with `check` and have `passed` these positions before it; `None` if the
    /// oracle does not know, or if there are too many lines.
    fn longest_from(
        &self,
        board: &Board,
        check: Move,
        passed: &mut Vec<Board>,
        steps: &mut u32,
    ) -> Option<usize> {
        *steps = steps.checked_sub(1)?;
        let after = board.after(check);
        let refuting = self.refuting(&after)?;
        if refuting.len() != 1 {
            return Some(0);
        }
        let reply = Move::from_usi(refuting.first().unwrap()).unwrap();
        let next = after.after(reply);
        if passed.contains(&next) {
            return Some(1);
        }
        passed.push(next.clone());
        let mut longest = 0;
        for check in next.checks() {
            longest = longest.max(self.longest_from(&next, check, passed, steps)?);
        }
        passed.pop();
        Some(1 + longest)
    }
}

/// Asserts that every node of a tree is what it is said to be, and counts how many
/// lines end in which way. Returns at how many checks the oracle knows all replies.
fn check_tree(of: &NoMate, tree: &RefutationTree, ends: &mut [usize; 6]) -> usize {
    let mut known = 0;
    let mut boards: Vec<Board> = Vec::new();
    for node in &tree.nodes {
        boards.push(match (node.parent, node.mv) {
            (Some(parent), Some(mv)) => {
                let legal = match boards[parent].turn() == of.attacker {
                    true => boards[parent].checks(),
                    false => boards[parent].legal_moves(),
                };
                assert!(legal.contains(&mv), "{}: {}", of.sfen, mv.to_usi());
                boards[parent].after(mv)
            }
            _ => of.board.clone(),
        });
    }
    for (number, node) in tree.nodes.iter().enumerate() {
        let board = &boards[number];
        assert_eq!(node.replies.is_some(), board.turn() != of.attacker);
        if let Some(replies) = &node.replies {
            // Where two refute, the others need not be decided.
            let is_open = replies.undecided > 0 && replies.refuting.len() < 2;
            assert!(!is_open || tree.stopped.is_some(), "{}", of.sfen);
            known += usize::from(of.check_replies(board, replies));
        }
        let same = |other: usize| assert_eq!(*board, boards[other], "{}", of.sfen);
        match &node.next {
            RefutationNext::Moves { nodes, omitted } if node.replies.is_none() => {
                assert_eq!(nodes.len() + omitted, board.checks().len(), "{}", of.sfen);
            }
            RefutationNext::Moves { nodes, .. } => {
                let first = node.replies.as_ref().unwrap().refuting[0];
                assert_eq!(tree.nodes[nodes[0]].mv, Some(first), "{}", of.sfen);
            }
            RefutationNext::End(LineEnd::NoCheck) => {
                assert_eq!(board.checks(), [], "{}", of.sfen);
                ends[0] += 1;
            }
            RefutationNext::End(LineEnd::SeveralReplies) => {
                let before = &tree.nodes[node.parent.unwrap()];
                let replies = before.replies.as_ref().unwrap();
                assert!(replies.refuting.len() > 1, "{}", of.sfen);
                ends[1] += 1;
            }
            RefutationNext::End(LineEnd::Repetition(other)) => {
                same(*other);
                let parent = |&node: &usize| tree.nodes[node].parent;
                let mut line = std::iter::successors(node.parent, parent);
                assert!(line.any(|node| node == *other), "{}", of.sfen);
                ends[2] += 1;
            }
            RefutationNext::End(LineEnd::SameAs(other)) => {
                same(*other);
                ends[3] += 1;
            }
            RefutationNext::End(LineEnd::Undecided) => ends[4] += 1,
            RefutationNext::End(LineEnd::Cut(_)) => ends[5] += 1,
        }
    }
    known
}

#[test]
fn every_reply_that_is_named_refutes_and_no_other_does() {
    let mut ends = [0; 6];
    let (mut defenders, mut known) = (0, 0);
    for of in NO_MATES.iter() {
        let refutation = of.refuted(&mut solver(1 << 20), 200, &Budget::default());
        assert_eq!(refutation.stopped, None, "{}", of.sfen);
        known += check_tree(of, &refutation.tree(None), &mut ends);
        defenders += usize::from(refutation.replies().is_some());
    }
    assert!(defenders > SAMPLE.of(20), "{defenders}");
    // All ways to end a line.
    assert!(ends[..4].iter().all(|&count| count > 0), "{ends:?}");
    assert_eq!(ends[4], 0);
    assert!(known > SAMPLE.of(500), "{known}");
}

#[test]
fn the_line_of_only_replies_is_the_longest() {
    let (mut deep, mut compared) = (0, 0);
    let mut ends = BTreeSet::new();
    for seed in 0..2_000 {
        let of = NoMate::of(random_attack(&mut Rng::new(seed)));
        if !of.problem.attacker_to_move() {
            continue;
        }
        let budget = Budget::default().with_nodes(5_000);
        let tries = of.refuted(&mut solver(1 << 20), 400, &budget).tries();
        assert!(tries.is_sorted_by_key(Try::rank), "{}", of.sfen);
        let exact = tries.into_iter().filter(|found| found.exact);
        for found in exact.filter(|found| found.only_replies > 1 || seed % 8 == 0) {
            let check = found.check().unwrap();
            let mut passed = vec![of.board.clone()];
            assert_eq!(
                found.line.len(),
                2 * found.only_replies.max(1),
                "{}",
                of.sfen
            );
            let longest = of.longest_from(&of.board, check, &mut passed, &mut 2_000);
            let Some(longest) = longest else { continue };
            assert_eq!(found.only_replies, longest, "{}: {found:?}", of.sfen);
            check_line(&of, &found);
            ends.insert(format!("{:?}", found.end));
            compared += 1;
            deep += usize::from(longest > 1);
        }
    }
    assert!(compared > 50 && deep > 10, "{compared} {deep}");
    assert_eq!(
        ends,
        BTreeSet::from(["NoCheck", "SeveralReplies"].map(String::from))
    );
}

/// Asserts that the line of a try is one of only replies and ends as it is said to.
fn check_line(of: &NoMate, found: &Try) {
    let mut boards = vec![of.board.clone()];
    for pair in found.line.chunks(2) {
        let board = boards.last().unwrap();
        assert!(board.checks().contains(&pair[0]), "{}", of.sfen);
        let after = board.after(pair[0]);
        let refuting = of.refuting(&after).unwrap();
        assert!(refuting.contains(&pair[1].to_usi()), "{}", of.sfen);
        assert!(
            found.only_replies == 0 || refuting.len() == 1,
            "{}",
            of.sfen
        );
        boards.push(after.after(pair[1]));
    }
    let (end, before) = boards.split_last().unwrap();
    let checks = end.checks().into_iter();
    let counts: Option<Vec<usize>> = checks
        .map(|check| Some(of.refuting(&end.after(check))?.len()))
        .collect();
    let Some(counts) = counts else { return };
    match found.end {
        TryEnd::NoCheck => assert!(counts.is_empty(), "{}", of.sfen),
        TryEnd::SeveralReplies if found.only_replies > 0 => {
            assert!(
                !counts.is_empty() && counts.iter().all(|&n| n > 1),
                "{}",
                of.sfen
            );
        }
        TryEnd::SeveralReplies => {}
        TryEnd::Repetition => assert!(before.contains(end) || counts.contains(&1), "{}", of.sfen),
        end => panic!("{}: {end:?}", of.sfen),
    }
}

/// What is claimed stays true whatever the limits; what is not claimed is undecided.
#[test]
fn limits_leave_replies_undecided_and_nothing_wrong() {
    let mut undecided = 0;
    for (number, of) in NO_MATES.iter().enumerate() {
        let budget = Budget::default().with_nodes([0, 5, 50][number % 3]);
        let hash = [448, 64 << 10][number % 2];
        let refutation = of.refuted(&mut solver(hash), 200, &budget);
        undecided += usize::from(refutation.undecided() > 0);
        let mut ends = [0; 6];
        let tree = refutation.tree(Some(1));
        check_tree(of, &tree, &mut ends);
        if refutation.stopped.is_some() {
            assert_eq!(tree.cut(), Some(Cut::Stopped(Reason::Nodes)), "{}", of.sfen);
        }
    }
    assert!(undecided > SAMPLE.of(20), "{undecided}");
}

#[test]
fn the_tree_has_a_limit_and_its_root_is_whole() {
    let mut cut = 0;
    for of in NO_MATES.iter() {
        let refutation = of.refuted(&mut solver(1 << 20), 1, &Budget::default());
        let tree = refutation.tree(None);
        check_tree(of, &tree, &mut [0; 6]);
        cut += usize::from(tree.cut() == Some(Cut::Nodes));
        if tree.cut().is_some() {
            let open = refutation.tries().into_iter().filter(|found| !found.exact);
            assert!(
                open.count() > 0 || !of.problem.attacker_to_move(),
                "{}",
                of.sfen
            );
        }
    }
    assert!(cut > SAMPLE.of(10), "{cut}");
}

/// Checks that mate are no tries, and those that are left out do not count.
#[test]
fn a_mate_has_tries_beside_its_mating_checks() {
    let problem = Problem::from_sfen("8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1").unwrap();
    let names = |refutation: Refutation| -> BTreeSet<String> {
        let tries = refutation.tries().into_iter();
        tries.map(|found| found.line[0].to_usi()).collect()
    };
    let (mut solver, budget) = (solver(1 << 20), Budget::default());
    let checks: BTreeSet<String> = problem.checks().iter().map(|mv| mv.to_usi()).collect();
    let all = names(solver.refute(&problem, &[], 1_000, &budget, &mut |_| ()));
    let mates: Vec<&String> = checks.difference(&all).collect();
    assert_eq!(mates, ["S*2b"]);
    let except = [Move::from_usi("S*2b").unwrap(), problem.checks()[0]];
    let some = names(solver.refute(&problem, &except, 1_000, &budget, &mut |_| ()));
    assert!(some.is_subset(&all));
    assert!(!some.contains(&except[1].to_usi()));
}
