//! Mates whose length is not proven: the bound holds, and it is that of a line.

use kemuri_certify::Claim;
use kemuri_core::Problem;
use kemuri_core::replay::verify_mate;
use kemuri_oracle::fixpoint::Outcome;
use kemuri_oracle::futile::{Reading, StandardLength};
use kemuri_oracle::random::{RandomProblem, Rng, on_threads, random_interposition, random_small};
use kemuri_oracle::tsume::Solution;
use kemuri_solver::{
    Budget, Futile, Goal, Mate, Options, Solver, certificate::MemorySplit, certify_and_verify,
};
use std::io::Cursor;

/// Random positions of each thread.
const SEEDS: u64 = 3_000;
/// Positions that the brute force looks at.
const CAP: usize = 2_000;

/// What was seen.
#[derive(Default, Debug)]
struct Seen {
    /// Bounds of first mates, literal ones of stopped proofs, and those under a rule.
    first: u32,
    literal: u32,
    under_rules: u32,
    /// Bounds that brute force has confirmed, and those of them above the length.
    compared: u32,
    loose: u32,
    /// Lines with fewer plies than the bound.
    short: u32,
    certified: u32,
}

/// A random position, the rule whose length is asked for, and the nodes for it. Literal
/// lengths are those of positions small enough for the oracle.
fn seeded(seed: u64) -> (RandomProblem, Futile, u64) {
    let mut rng = Rng::new(seed);
    let nodes = 10 << (seed / 4 % 6);
    match seed % 4 {
        0 => (random_interposition(&mut rng), Futile::Standard, nodes),
        1 => (random_interposition(&mut rng), Futile::WithMoves, nodes),
        _ => (random_small(&mut rng), Futile::None, nodes),
    }
}

/// The length of the position under a rule, if brute force finds it.
fn length(random: &RandomProblem, futile: Futile, most: u32) -> Option<u32> {
    let reading = match futile {
        Futile::Standard => Reading::Standard,
        Futile::WithMoves => Reading::WithMoves,
        _ => {
            let solution = Solution::of(&random.board, random.attacker, CAP).ok()?;
            let Outcome::Mate(rank) = solution.outcome() else {
                panic!("{}: no mate", random.sfen());
            };
            return Some(rank);
        }
    };
    let mut count = StandardLength::read_as(reading, random.attacker, CAP);
    let length = count.within(&random.board, most).ok()?;
    Some(length.unwrap_or_else(|| panic!("{}: no mate within {most}", random.sfen())))
}

/// Looks at a mate that a search with so few nodes has not proven shortest.
fn check_mate(random: &RandomProblem, problem: &Problem, mate: &Mate, goal: Goal, seen: &mut Seen) {
    let context = format!("{} {goal:?}: {mate:?}", random.sfen());
    let line = [&mate.line[..], &mate.futile_tail].concat();
    assert_eq!(verify_mate(problem, &line), Ok(()), "{context}");
    assert!(mate.line.len() as u32 <= mate.length, "{context}");
    seen.short += u32::from((mate.line.len() as u32) < mate.length);
    match goal {
        Goal::FirstMate => seen.first += 1,
        _ if mate.futile == Futile::None => seen.literal += 1,
        _ => seen.under_rules += 1,
    }
    if let Some(least) = length(random, mate.futile, mate.length) {
        assert!(mate.length >= least, "{least}: {context}");
        seen.compared += 1;
        seen.loose += u32::from(mate.length > least);
    }
}

fn check(seeds: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let (random, futile, nodes) = seeded(seed);
        let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).unwrap();
        for (goal, nodes) in [(Goal::FirstMate, 2000), (Goal::Shortest(futile), nodes)] {
            let memory = MemorySplit::of(1 << 20);
            let mut solver = Solver::new(Options::default().with_hash(memory.table)).unwrap();
            let budget = Budget::default().with_nodes(nodes);
            let outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
            let Some(mate) = outcome.verdict.mate().filter(|mate| !mate.exact) else {
                continue;
            };
            check_mate(&random, &problem, mate, goal, &mut seen);
            if mate.futile == Futile::None {
                let (file, budget) = (Cursor::new(Vec::new()), Budget::default());
                let certified =
                    certify_and_verify(solver, &outcome, memory, file, &budget, &mut |_| ());
                let verified = certified.unwrap().verified.expect("there is room");
                let claim = Claim::MateWithin(mate.length as u16);
                assert_eq!(verified.report.claim, claim, "{}", random.sfen());
                seen.certified += 1;
            }
        }
    }
    seen
}

/// Bounds have a line of as many plies. Literal ones are certified, those under a rule
/// are compared with brute force.
#[test]
fn a_bound_is_that_of_a_line() {
    for seen in on_threads(2, |i| check(i * SEEDS..(i + 1) * SEEDS)) {
        println!("{seen:?}");
        assert!(seen.first > 50 && seen.literal > 10, "{seen:?}");
        assert!(seen.under_rules > 20 && seen.loose > 5, "{seen:?}");
        assert_eq!(seen.certified, seen.first + seen.literal, "{seen:?}");
        assert_eq!(seen.short, 0, "{seen:?}");
    }
}

/// The first mate of this position once claimed 11 plies over a line of 9.
#[test]
fn a_bound_was_the_sum_of_old_bounds() {
    let sfen = "7+n1/9/7k1/4+R2+n1/8B/6g2/9/9/9 b B2Nr3g4s4l18p 1";
    let problem: Problem = sfen.parse().unwrap();
    let mut solver = Solver::new(Options::default().with_hash(16 << 20)).unwrap();
    let budget = Budget::default();
    let outcome = solver.solve(&problem, Goal::FirstMate, &budget, &mut |_| ());
    let mate = outcome.verdict.mate().unwrap();
    assert_eq!(mate.line.len(), mate.length as usize);
}

/// Long problems of the collections beside the project, when they are there. In the
/// smallest table much has to be searched again.
#[test]
fn long_first_mates_show_a_line_of_their_bound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/problems/");
    let mut decided = [0; 2];
    for (file, name) in [
        ("muso.tsv", "muso075"),
        ("muso.tsv", "muso092"),
        ("zuko.tsv", "zuko033"),
        ("zuko.tsv", "zuko057"),
    ] {
        let Ok(text) = std::fs::read_to_string(format!("{folder}{file}")) else {
            println!("no {file}: not compared");
            return;
        };
        let mut rows = text.lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let row = rows.find(|row| row[0] == name).unwrap();
        let problem: Problem = row[1].parse().unwrap();
        for (hash, decided) in [64 << 10, 16 << 20].into_iter().zip(&mut decided) {
            let mut solver = Solver::new(Options::default().with_hash(hash)).unwrap();
            let budget = Budget::default().with_nodes(1_000_000);
            let outcome = solver.solve(&problem, Goal::FirstMate, &budget, &mut |_| ());
            let Some(mate) = outcome.verdict.mate() else {
                continue;
            };
            *decided += 1;
            let (plies, length) = (mate.line.len(), mate.length as usize);
            println!("{name}, {hash} bytes: {plies} plies, within {length}");
            assert_eq!(verify_mate(&problem, &mate.line), Ok(()), "{name}");
            assert!(
                plies == length || plies < length && hash < 1 << 20,
                "{name}"
            );
        }
    }
    assert_eq!(decided[1], 4);
    assert!(decided[0] > 0);
}
