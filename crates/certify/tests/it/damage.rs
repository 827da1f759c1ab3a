//! Damaged certificates: refused, every one. And those that were damaged and
//! then given a right checksum prove nothing false.

use crate::common::{ByHand, Oracle, Outcome, certificate, is_true, resealed, verify};
use kemuri_certify::{Claim, Malformed, VerifyError};
use kemuri_core::{Color, Problem};
use kemuri_oracle::random::{Rng, random_small};
use proptest::prelude::*;
use std::collections::HashMap;

/// Small problems with what is true of them.
fn certificates() -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    let mut kinds = HashMap::new();
    for seed in 0.. {
        let random = random_small(&mut Rng::new(seed));
        let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker))
            .unwrap_or_else(|error| panic!("{error}"));
        let Some(mut oracle) = Oracle::new(&problem, 300, seed) else {
            continue;
        };
        let claim = match oracle.answer() {
            Outcome::Mate(length) => Claim::MateExactly(length as u16),
            Outcome::NoMate => Claim::NoMate,
        };
        // Mates of each length, no mates, each from either side's move.
        let taken: &mut u32 = kinds.entry(claim).or_default();
        if *taken >= 4 || matches!(claim, Claim::MateExactly(0)) {
            continue;
        }
        let Some(bytes) = certificate(&problem, claim, &mut oracle) else {
            continue;
        };
        if (60..220).contains(&bytes.len()) {
            *taken += 1;
            out.push(bytes);
        }
        if out.len() == 16 {
            return out;
        }
    }
    out
}

#[test]
fn every_flipped_bit_every_cut_and_every_tail_is_refused() {
    for bytes in certificates() {
        assert!(verify(&bytes[..], None).is_ok());
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let result = verify(&flipped[..], None);
            assert!(
                matches!(result, Err(VerifyError::Malformed(_))),
                "bit {bit}: {result:?}"
            );
        }
        for length in 0..bytes.len() {
            let result = verify(&bytes[..length], None);
            assert!(
                matches!(result, Err(VerifyError::Malformed(_))),
                "{length}: {result:?}"
            );
        }
        for tail in [&b"\0"[..], b"\xff", b"tail", &bytes] {
            let result = verify(&[&bytes[..], tail].concat()[..], None);
            assert!(
                matches!(result, Err(VerifyError::Malformed(_))),
                "{tail:?}: {result:?}"
            );
        }
    }
}

/// Verifies; what is proven must be true. Whether it was proven.
fn is_sound(bytes: &[u8], answers: &mut HashMap<(String, Color), Option<Outcome>>) -> bool {
    let Ok(report) = verify(bytes, None) else {
        return false;
    };
    let key = (report.problem.to_sfen(), report.problem.attacker());
    let answer = *answers
        .entry(key)
        .or_insert_with(|| Oracle::new(&report.problem, 3000, 0).map(|mut oracle| oracle.answer()));
    // What the oracle cannot decide says nothing.
    if let Some(outcome) = answer {
        let sfen = report.problem.to_sfen();
        assert!(
            is_true(report.claim, outcome),
            "{:?} of {sfen}",
            report.claim
        );
    }
    answer.is_some()
}

#[test]
fn a_right_checksum_does_not_make_a_false_proof() {
    let mut answers = HashMap::new();
    let (mut tried, mut proven) = (0, 0);
    let mut rng = Rng::new(1);
    for bytes in certificates() {
        let end = bytes.len() - 4;
        // Every bit, every byte replaced at random, bytes left out, doubled and swapped.
        for bit in 0..end * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            proven += u64::from(is_sound(&resealed(changed), &mut answers));
            tried += 1;
        }
        for at in 0..end {
            let mut changed = vec![bytes.clone(); 5];
            changed[0][at] = rng.bits() as u8;
            changed[1].remove(at);
            changed[2].insert(at, bytes[at]);
            changed[3].swap(at, rng.below(end));
            changed[4].truncate(at + 4);
            for changed in changed {
                proven += u64::from(is_sound(&resealed(changed), &mut answers));
                tried += 1;
            }
        }
    }
    println!("{tried} changed certificates, {proven} of them still prove something true");
    assert!(tried > 15_000 && proven > 0 && proven * 2 < tried);
}

#[test]
fn files_that_are_no_certificates() {
    let whole = ByHand::new(b'b', "8k/9/8P/9/9/9/9/9/9 b G 1", b'W', 1)
        .bytes(b"M")
        .mv("G*1b", 0)
        .done();
    assert!(verify(&whole[..], None).is_ok());
    let malformed = |bytes: &[u8]| match verify(bytes, None) {
        Err(VerifyError::Malformed(malformed)) => malformed,
        other => panic!("{other:?}"),
    };
    assert_eq!(malformed(b""), Malformed::NotACertificate);
    assert_eq!(malformed(b"kemuri"), Malformed::NotACertificate);
    assert_eq!(
        malformed(b"8k/9/9/9/9/9/9/9/9 b G 1"),
        Malformed::NotACertificate
    );
    let mut other = whole.clone();
    other[8] = 2;
    assert_eq!(malformed(&other), Malformed::Version { found: 2 });
    assert_eq!(malformed(&resealed(other)), Malformed::Version { found: 2 });
    let mut longer = whole.clone();
    longer.insert(whole.len() - 4, 0);
    assert_eq!(malformed(&longer), Malformed::Checksum);
    let offset = whole.len() as u64 - 4;
    assert_eq!(malformed(&resealed(longer)), Malformed::GoesOn { offset });
    let mut shorter = whole.clone();
    shorter.remove(whole.len() - 5);
    assert_eq!(
        malformed(&resealed(shorter)),
        Malformed::EndsEarly { offset: offset - 1 }
    );
    let mut untagged = whole.clone();
    untagged[whole.len() - 7] = b'R';
    assert_eq!(
        malformed(&resealed(untagged)),
        Malformed::NoSection { offset: offset - 3 }
    );
}

#[test]
fn a_certificate_of_another_problem() {
    let sfen = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let bytes = ByHand::new(b'b', sfen, b'W', 1)
        .bytes(b"M")
        .mv("G*1b", 0)
        .done();
    let problem = |sfen| Problem::from_sfen(sfen).expect("a problem");
    assert!(verify(&bytes[..], Some(&problem(sfen))).is_ok());
    // The same board with other hands, or with more in the defender's hand.
    for other in ["8k/9/8P/9/9/9/9/9/9 b 2G 1", "8k/9/8P/9/9/9/9/9/9 b Gp 1"] {
        match verify(&bytes[..], Some(&problem(other))) {
            Err(VerifyError::Malformed(Malformed::OtherProblem { sfen: found })) => {
                assert_eq!(found, sfen);
            }
            result => panic!("{result:?}"),
        }
    }
}

#[test]
fn headers_that_make_no_sense() {
    let good = "8k/9/8P/9/9/9/9/9/9 b G 1";
    for (attacker, sfen, claim, length) in [
        (b'x', good, b'W', 1),
        (b'w', good, b'W', 1),
        (b'b', "8k/9/8P/9/9/9/9/9/9 b G 2", b'W', 1),
        (b'b', "8k/9/8P/9/9/9/9/9/9 b G", b'W', 1),
        (b'b', "9/9/8P/9/9/9/9/9/9 b G 1", b'W', 1),
        (b'b', "nonsense", b'W', 1),
        (b'b', good, b'X', 1),
        (b'b', good, b'W', 2),
        (b'b', good, b'N', 1),
    ] {
        let bytes = ByHand::new(attacker, sfen, claim, length)
            .bytes(b"M")
            .mv("G*1b", 0)
            .done();
        let result = verify(&bytes[..], None);
        assert!(
            matches!(
                result,
                Err(VerifyError::Malformed(
                    Malformed::Header(_) | Malformed::Problem(_)
                ))
            ),
            "{sfen} {claim} {length}: {result:?}"
        );
    }
}

/// Positions with many checks, replies, drops and captures.
const PROBLEMS: [(u8, &str); 4] = [
    (b'b', "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1"),
    (b'b', "7nk/5+R3/9/9/9/9/9/9/9 b PB2p 1"),
    (b'w', "9/9/9/9/9/6b2/5+r3/8P/7NK w gs2P 1"),
    (b'b', "6+R1k/9/9/9/9/9/9/9/K8 w P2g 1"),
];

proptest! {
    #[test]
    fn arbitrary_bytes_are_refused_without_panic(bytes: Vec<u8>) {
        prop_assert!(verify(&bytes[..], None).is_err());
        prop_assert!(verify(&ByHand(bytes).done()[..], None).is_err());
    }

    #[test]
    fn arbitrary_sections_prove_nothing_false(
        problem in 0..PROBLEMS.len(),
        claim in prop::sample::select(&b"WEND"[..]),
        length in 0u16..9,
        bytes: Vec<u8>,
    ) {
        let (attacker, sfen) = PROBLEMS[problem];
        let file = ByHand::new(attacker, sfen, claim, length).bytes(&bytes).done();
        is_sound(&file, &mut HashMap::new());
        let tag = if matches!(claim, b'W' | b'E') { b"M" } else { b"R" };
        let file = ByHand::new(attacker, sfen, claim, length).bytes(tag).bytes(&bytes).done();
        is_sound(&file, &mut HashMap::new());
    }
}

/// Reading fails in the middle: that is not the certificate's fault.
#[test]
fn a_source_that_breaks_is_an_error_of_its_own() {
    struct Broken(Vec<u8>);
    impl std::io::Read for Broken {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Err(std::io::Error::other("torn"));
            }
            let count = self.0.len().min(out.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }
    let whole = ByHand::new(b'b', "8k/9/8P/9/9/9/9/9/9 b G 1", b'W', 1)
        .bytes(b"M")
        .done();
    assert!(matches!(
        kemuri_certify::verify(Broken(whole), None),
        Err(VerifyError::Io(_))
    ));
}
