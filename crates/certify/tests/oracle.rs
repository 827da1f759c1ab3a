//! Certificates of random positions, built from the ranks of the oracle.

mod common;

use common::{Oracle, Outcome, certificate, certificate_within, is_true};
use kemuri_certify::{Builder, Claim, verify};
use kemuri_core::{Color, Problem};
use kemuri_oracle::random::{Rng, random_small};
use std::ops::ControlFlow;

const SEEDS: u64 = 400;
const CAP: usize = 400;
const INDEX: usize = 1 << 20;

/// What is to be met, and how often at least.
const FEATURES: [(&str, u64); 8] = [
    ("mates", 300),
    ("no mates", 300),
    ("mates longer than three plies", 100),
    ("no mates of many entries", 50),
    ("White attacks", 300),
    ("defender to move", 100),
    ("two kings", 100),
    ("proof or disproof hands that differ", 50),
];

/// Claims about a position of this outcome, true and false.
fn claims(outcome: Outcome, attacker_to_move: bool) -> Vec<Claim> {
    let first = u16::from(attacker_to_move);
    let length = match outcome {
        Outcome::Mate(length) => length as u16,
        _ => first + 4,
    };
    let mut claims = vec![Claim::NoMate];
    for n in [length.checked_sub(2), Some(length), Some(length + 2)]
        .into_iter()
        .flatten()
    {
        claims.extend([
            Claim::MateWithin(n),
            Claim::MateExactly(n),
            Claim::NoMateWithin(n),
        ]);
    }
    claims
}

#[test]
fn certificates_prove_what_the_oracle_says_and_nothing_else() {
    let mut met = [0u64; FEATURES.len()];
    let (mut written, mut refused, mut forgetful, mut undecided) = (0, 0, 0, 0);
    for seed in 0..SEEDS {
        let random = random_small(&mut Rng::new(seed));
        let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker))
            .unwrap_or_else(|error| panic!("{error}: {}", random.sfen()));
        let Some(mut oracle) = Oracle::new(&problem, CAP, seed) else {
            continue;
        };
        let outcome = oracle.answer();
        let (mut differing, mut most) = (false, 0);
        for claim in claims(outcome, problem.attacker_to_move()) {
            let context = format!("{claim:?} of {} (seed {seed})", problem.to_sfen());
            oracle.inventive = seed % 4 != 0;
            if is_true(claim, outcome) {
                let Some(bytes) = certificate(&problem, claim, &mut oracle) else {
                    undecided += 1;
                    continue;
                };
                let report = verify(&bytes[..], Some(&problem))
                    .unwrap_or_else(|error| panic!("{error}: {context}"));
                assert_eq!(report.claim, claim, "{context}");
                assert_eq!(report.problem, problem, "{context}");
                assert_eq!(report.bytes, bytes.len() as u64, "{context}");
                written += 1;
                most = most.max(report.entries());
                oracle.inventive = false;
                let Some(plain) = certificate(&problem, claim, &mut oracle) else {
                    continue;
                };
                differing |= bytes != plain;
                // With room for half of the entries the others are written again.
                let entries = verify(&plain[..], None).expect("verifies").entries();
                let index = entries as usize * 16;
                let limit = 50 * entries;
                if let Some(small) = certificate_within(&problem, claim, &mut oracle, index, limit)
                {
                    let report = verify(&small[..], Some(&problem))
                        .unwrap_or_else(|error| panic!("{error}: {context}"));
                    assert_eq!(report.claim, claim, "{context}");
                    forgetful += u64::from(report.entries() > entries);
                }
            } else {
                let mut bytes = Vec::new();
                let result = Builder::new(INDEX).build(
                    &problem,
                    claim,
                    &mut oracle,
                    &mut bytes,
                    &mut |_| ControlFlow::Continue(()),
                );
                let proven = result.is_ok() && verify(&bytes[..], None).is_ok();
                assert!(!proven, "{context}");
                refused += 1;
                oracle.reset();
            }
        }
        let sides = problem.to_sfen();
        let mate = matches!(outcome, Outcome::Mate(_));
        let features = [
            mate,
            !mate,
            matches!(outcome, Outcome::Mate(4..)),
            !mate && most > 20,
            problem.attacker() == Color::WHITE,
            !problem.attacker_to_move(),
            sides.contains('K') && sides.contains('k'),
            differing,
        ];
        for (count, feature) in met.iter_mut().zip(features) {
            *count += u64::from(feature);
        }
    }
    println!(
        "{written} certificates verified, {forgetful} with entries written twice, \
         {refused} false claims not proven, {undecided} left by the oracle"
    );
    assert!(written > 1000 && forgetful > 50 && refused > 500 && undecided * 5 < written);
    for ((name, least), met) in FEATURES.iter().zip(met) {
        println!("{name}: {met}");
        assert!(met >= *least, "{name}: only {met}");
    }
}

#[test]
fn the_same_questions_make_the_same_file() {
    let problem = Problem::from_sfen("8k/6G2/9/8l/9/9/9/9/9 b 2SP 1").expect("a problem");
    let mut oracle = Oracle::new(&problem, 100_000, 0).expect("small");
    oracle.inventive = false;
    let claim = match oracle.answer() {
        Outcome::Mate(length) => Claim::MateExactly(length as u16),
        _ => Claim::NoMate,
    };
    let first = certificate(&problem, claim, &mut oracle);
    let second = certificate(&problem, claim, &mut oracle);
    assert!(first.is_some());
    assert_eq!(first, second);
}

#[test]
fn builder_and_verifier_stop_when_told() {
    let problem = Problem::from_sfen("8k/9/6+R2/9/9/9/9/9/9 b - 1").expect("a problem");
    let mut oracle = Oracle::new(&problem, 100_000, 0).expect("small");
    assert!(!matches!(oracle.answer(), Outcome::Mate(_)));
    let mut entries = 0;
    let result = Builder::new(INDEX).build(
        &problem,
        Claim::NoMate,
        &mut oracle,
        &mut Vec::new(),
        &mut |count| {
            entries = count;
            if count == 5 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    assert!(matches!(
        result,
        Err(kemuri_certify::BuildError::Interrupted)
    ));
    assert_eq!(entries, 5);
}
