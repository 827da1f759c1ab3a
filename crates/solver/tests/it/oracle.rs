//! The solver against the oracle, which shares no code with it: random small
//! positions, cyclic ones among them, at every table size from a single bucket
//! up, with every technique on and off, alone and with others.

use crate::common::switched::switched;
use crate::common::{ROOMY, runs, solver, variants};
use kemuri_core::Problem;
use kemuri_oracle::random::{Rng, on_threads, random_small};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::{OracleAnswer, solve_board};
use kemuri_solver::{Goal, Reason, Verdict};
use std::collections::BTreeMap;

/// Positions the oracle is asked about; it decides a little more than half.
const POSITIONS: u64 = 36_000;
/// Positions the oracle may look at before it gives up.
const CAP: usize = 1500;
#[derive(Default, Debug)]
struct Tally {
    mates: u64,
    no_mates: u64,
    beyond_oracle: u64,
    /// Runs without a verdict in a table that forgets almost everything.
    forgetful: u64,
    /// Runs without a verdict in a larger one, with the defaults.
    undecided: u64,
    /// The same by the technique that was switched.
    crippled: BTreeMap<String, u64>,
    runs: u64,
    /// First mates whose line takes fewer plies than they claim, in a table that
    /// forgets almost everything, and in a larger one.
    short_lines: [u64; 2],
}

fn check(seeds: std::ops::Range<u64>) -> Tally {
    let variants = variants();
    let mut tally = Tally::default();
    for seed in seeds {
        let random = random_small(&mut Rng::new(seed));
        let answer = solve_board(&random.board, random.attacker, CAP);
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        match answer {
            OracleAnswer::Mate { .. } => tally.mates += 1,
            OracleAnswer::NoMate => tally.no_mates += 1,
            OracleAnswer::TooLarge => tally.beyond_oracle += 1,
        }
        if answer == OracleAnswer::TooLarge {
            continue;
        }
        let turn = seed as usize;
        let mixed = ("some switches off".into(), switched(seed));
        let in_turn = runs(turn, variants.len()).map(|(v, size)| (v, &variants[v], size));
        for (variant, named, size) in in_turn.chain([(usize::MAX, &mixed, ROOMY)]) {
            let (name, options) = named;
            let (mut solver, budget) = solver(options, size);
            let outcome = solver.solve(&problem, Goal::FirstMate, &budget, &mut |_| ());
            let context = || format!("{sfen} seed {seed}, {name}, {size} bytes: {outcome:?}");
            tally.runs += 1;
            match (&outcome.verdict, &answer) {
                (Verdict::Mate(mate), OracleAnswer::Mate { length: least }) => {
                    assert!(mate.length >= *least, "too short: {}", context());
                    let plies = mate.line.len() as u32;
                    assert!(plies <= mate.length, "too long a line: {}", context());
                    tally.short_lines[usize::from(size >= ROOMY)] += u64::from(plies < mate.length);
                }
                (Verdict::NoMate, OracleAnswer::NoMate) => {}
                (Verdict::Unknown(Reason::Nodes), _) if size < ROOMY => tally.forgetful += 1,
                (Verdict::Unknown(Reason::Nodes), _) if variant == 0 => tally.undecided += 1,
                (Verdict::Unknown(Reason::Nodes), _) => {
                    *tally.crippled.entry(name.clone()).or_default() += 1;
                }
                // Anything else is a proof that did not survive its replay.
                _ => panic!("the oracle says {answer:?}: {}", context()),
            }
        }
    }
    tally
}

#[test]
fn random_positions_get_the_oracles_verdict() {
    let positions = Sample::one_in(8).of(POSITIONS);
    let half = positions / 2;
    let tallies = on_threads(2, |i| check(i * half..(i + 1) * half));
    println!("{tallies:?}");
    for tally in tallies {
        assert!(
            tally.mates > positions / 50 && tally.no_mates > positions / 10,
            "{tally:?}"
        );
        assert!(tally.undecided * 5000 < tally.runs, "{tally:?}");
        assert!(
            (tally.undecided + tally.crippled.values().sum::<u64>()) * 1000 < tally.runs,
            "{tally:?}"
        );
        assert!(tally.forgetful * 20 < tally.runs, "{tally:?}");
        let [forgetful, roomy] = tally.short_lines;
        assert_eq!(roomy, 0, "{tally:?}");
        assert!(forgetful * 500 < tally.mates, "{tally:?}");
    }
}
