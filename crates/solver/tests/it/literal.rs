//! Literal lengths beside those without futile interpositions, on Shogi Muso.

use kemuri_certify::Claim;
use kemuri_core::Problem;
use kemuri_core::replay::verify_mate;
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{
    Budget, Futile, Goal, Options, Outcome, Solver, VerdictKind, certify_and_verify,
};
use std::io::Cursor;

/// Problems that take few nodes and whose two lengths differ.
const SAMPLE: [&str; 3] = ["muso050", "muso055", "muso074"];
/// Nodes for each length of these.
const NODES: u64 = 1_000_000;

/// The mates of a problem, every interposition counted and futile ones left out, if both
/// are proven shortest; the first is certified if they differ.
fn lengths(name: &str, problem: &Problem, nodes: u64) -> Option<[u32; 2]> {
    let memory = MemorySplit::of(256 << 20);
    let mut solver = Solver::new(Options::default().with_hash(memory.table)).unwrap();
    let mut solve = |futile| -> Outcome {
        let budget = Budget::default().with_nodes(nodes);
        solver.solve(problem, Goal::Shortest(futile), &budget, &mut |_| ())
    };
    let [standard, literal] = [Futile::Standard, Futile::None].map(&mut solve);
    let kinds = [&standard, &literal].map(|outcome| outcome.verdict.kind());
    if !kinds.contains(&VerdictKind::Unknown) {
        assert_eq!(kinds[0], kinds[1], "{name}");
    }
    let mates = [&literal, &standard].map(|outcome| outcome.verdict.mate());
    for mate in mates.into_iter().flatten() {
        let line = [&mate.line[..], &mate.futile_tail].concat();
        assert_eq!(verify_mate(problem, &line), Ok(()), "{name}");
    }
    let [Some(all), Some(without)] = mates else {
        return None;
    };
    if !all.exact || !without.exact {
        return None;
    }
    assert!(all.length >= without.length, "{name}");
    for mate in [all, without] {
        assert_eq!(mate.line.len(), mate.length as usize, "{name}");
    }
    if all.length > without.length {
        let file = Cursor::new(Vec::new());
        let budget = Budget::default();
        let certified = certify_and_verify(solver, &literal, memory, file, &budget, &mut |_| ());
        let verified = certified.unwrap().verified.expect("verified");
        assert_eq!(
            verified.report.claim,
            Claim::MateExactly(all.length as u16),
            "{name}"
        );
    }
    Some([all.length, without.length])
}

/// Where interpositions do not count the mate is no longer, and the literal length is
/// certified. `KEMURI_MUSO_NODES` is the number of nodes for each length of every problem.
#[test]
fn a_literal_length_is_no_less_and_is_certified() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/problems/muso.tsv"
    );
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("no muso.tsv: not compared");
        return;
    };
    let all = std::env::var("KEMURI_MUSO_NODES").ok();
    let nodes = all
        .as_ref()
        .map_or(NODES, |nodes| nodes.parse().expect("a number"));
    let (mut proven, mut different) = (0, 0);
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (name, sfen) = (columns[0], columns[1]);
        if all.is_none() && !SAMPLE.contains(&name) {
            continue;
        }
        let found = lengths(name, &sfen.parse().unwrap(), nodes);
        println!("{name}: {found:?}");
        proven += usize::from(found.is_some());
        different += usize::from(found.is_some_and(|[literal, without]| literal > without));
    }
    println!("{proven} pairs of lengths proven, {different} differ");
    assert!(different >= SAMPLE.len(), "{different}");
}
