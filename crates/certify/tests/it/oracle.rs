//! Certificates of random positions, built from the ranks of the oracle.

use crate::common::{Oracle, Outcome, certificate, certificate_within, is_true, verify};
use kemuri_certify::{BuildError, Builder, Claim};
use kemuri_core::{Budget, Color, Problem, Reason};
use kemuri_oracle::OracleAnswer;
use kemuri_oracle::random::{Rng, on_threads, random_small};
use kemuri_oracle::tsume::solve_board;
use rsshogi::types::HandPiece;

const SEEDS: u64 = 1600;
const THREADS: u64 = 2;
const CAP: usize = 400;
const INDEX: usize = 1 << 20;

/// What is to be met, and how often at least.
const FEATURES: [(&str, u64); 8] = [
    ("mates", 200),
    ("no mates", 100),
    ("mates longer than three plies", 10),
    ("no mates of many entries", 20),
    ("White attacks", 100),
    ("defender to move", 50),
    ("two kings", 30),
    ("proof or disproof hands that differ", 30),
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

/// How the certificates of some seeds went.
#[derive(Default)]
struct Tally {
    features: [u64; FEATURES.len()],
    verified: u64,
    forgetful: u64,
    refused: u64,
    undecided: u64,
}

impl Tally {
    fn seed(&mut self, seed: u64) {
        let random = random_small(&mut Rng::new(seed));
        let problem = Problem::from_sfen_with(&random.sfen(), Some(random.attacker))
            .unwrap_or_else(|error| panic!("{error}: {}", random.sfen()));
        let Some(mut oracle) = Oracle::new(&problem, CAP, seed) else {
            return;
        };
        let outcome = oracle.answer();
        // Chance makes more of these than of mates.
        if outcome == Outcome::NoMate && !seed.is_multiple_of(4) {
            return;
        }
        let (mut differing, mut most) = (false, 0);
        for claim in claims(outcome, problem.attacker_to_move()) {
            oracle.inventive = !seed.is_multiple_of(8);
            if is_true(claim, outcome) {
                let Some((entries, differs)) = self.true_claim(&problem, claim, &mut oracle) else {
                    self.undecided += 1;
                    continue;
                };
                most = most.max(entries);
                differing |= differs;
            } else {
                self.false_claim(&problem, claim, &mut oracle);
            }
        }
        let sfen = problem.to_sfen();
        let mate = matches!(outcome, Outcome::Mate(_));
        let features = [
            mate,
            !mate,
            matches!(outcome, Outcome::Mate(4..)),
            !mate && most > 20,
            problem.attacker() == Color::WHITE,
            !problem.attacker_to_move(),
            sfen.contains('K') && sfen.contains('k'),
            differing,
        ];
        for (count, feature) in self.features.iter_mut().zip(features) {
            *count += u64::from(feature);
        }
    }

    /// Entries of the certificate, and whether invention made a difference.
    fn true_claim(
        &mut self,
        problem: &Problem,
        claim: Claim,
        oracle: &mut Oracle,
    ) -> Option<(u64, bool)> {
        let bytes = certificate(problem, claim, oracle)?;
        let entries = proven(&bytes, problem, claim);
        self.verified += 1;
        oracle.inventive = false;
        let plain = certificate(problem, claim, oracle)?;
        // With room for half of the entries the others are written again.
        let all = proven(&plain, problem, claim);
        let index = all as usize * 16;
        if let Some(small) = certificate_within(problem, claim, oracle, index, 50 * all) {
            self.forgetful += u64::from(proven(&small, problem, claim) > all);
        }
        Some((entries, bytes != plain))
    }

    fn false_claim(&mut self, problem: &Problem, claim: Claim, oracle: &mut Oracle) {
        let mut bytes = Vec::new();
        let budget = Budget::default();
        let builder = Builder::new(1 << 16);
        let result = builder.build(problem, claim, oracle, &mut bytes, &budget, &mut |_| ());
        let proven = result.is_ok() && verify(&bytes[..], None).is_ok();
        assert!(!proven, "{claim:?} of {}", problem.to_sfen());
        self.refused += 1;
        oracle.reset();
    }
}

/// The entries of a certificate, which must prove `claim`.
fn proven(bytes: &[u8], problem: &Problem, claim: Claim) -> u64 {
    let report = verify(bytes, Some(problem))
        .unwrap_or_else(|error| panic!("{error}: {claim:?} of {}", problem.to_sfen()));
    assert_eq!(report.claim, claim, "{}", problem.to_sfen());
    assert_eq!(report.problem, *problem);
    assert_eq!(report.bytes, bytes.len() as u64);
    report.entries()
}

#[test]
fn certificates_prove_what_the_oracle_says_and_nothing_else() {
    let tallies = on_threads(THREADS, |thread| {
        let mut tally = Tally::default();
        (thread..SEEDS)
            .step_by(THREADS as usize)
            .for_each(|seed| tally.seed(seed));
        tally
    });
    let sum = |of: &dyn Fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    let verified = sum(&|tally| tally.verified);
    let forgetful = sum(&|tally| tally.forgetful);
    let refused = sum(&|tally| tally.refused);
    let undecided = sum(&|tally| tally.undecided);
    println!(
        "{verified} certificates verified, {forgetful} with entries written twice, \
         {refused} false claims not proven, {undecided} left by the oracle"
    );
    assert!(verified > 600 && forgetful > 50 && refused > 500 && undecided * 4 < verified);
    for (i, (name, least)) in FEATURES.iter().enumerate() {
        let met = sum(&|tally| tally.features[i]);
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
fn the_builder_stops_when_told() {
    let problem = Problem::from_sfen("8k/9/6+R2/9/9/9/9/9/9 b - 1").expect("a problem");
    let mut oracle = Oracle::new(&problem, 100_000, 0).expect("small");
    assert!(!matches!(oracle.answer(), Outcome::Mate(_)));
    let mut build = |budget: &Budget| {
        let mut sink = Vec::new();
        let builder = Builder::new(INDEX);
        let built = builder.build(
            &problem,
            Claim::NoMate,
            &mut oracle,
            &mut sink,
            budget,
            &mut |_| (),
        );
        oracle.reset();
        built
    };
    let written = build(&Budget::default()).expect("built");
    let entries = written.refutation_entries;
    let few = Budget::default().with_nodes(entries - 1);
    let stopped = build(&few);
    assert!(matches!(stopped, Err(BuildError::Stopped(Reason::Nodes))));
    assert_eq!(few.exhausted(), Some(Reason::Nodes));
    let enough = Budget::default().with_nodes(entries);
    assert_eq!(build(&enough).expect("built"), written);
    assert_eq!(enough.spent(), entries);
}

/// What every entry depends on: a larger hand of the attacker, and a smaller one of
/// the defender, never makes a mate longer. With two kings, too.
#[test]
fn larger_hands_mate_no_later() {
    let (mut compared, mut two_kings, mut sooner) = (0, 0, 0);
    for seed in 0..6000 {
        let random = random_small(&mut Rng::new(seed));
        let (board, attacker) = (random.board, random.attacker);
        let both = [attacker, attacker.flip()]
            .into_iter()
            .flat_map(|owner| HandPiece::iter().map(move |kind| (owner, kind)))
            .filter(|&(owner, kind)| board.in_hand(owner, kind) > 0);
        for (owner, kind) in both {
            // One piece changes hands.
            let mut other = board.clone();
            let count = |color| board.in_hand(color, kind);
            other.set_in_hand(owner, kind, count(owner) - 1);
            other.set_in_hand(owner.flip(), kind, count(owner.flip()) + 1);
            let (board, larger) = match owner == attacker {
                true => (&other, &board),
                false => (&board, &other),
            };
            let answers = [board, larger].map(|board| solve_board(board, attacker, 200));
            let lengths = match answers {
                [OracleAnswer::TooLarge, _] | [_, OracleAnswer::TooLarge] => continue,
                answers => answers.map(|answer| match answer {
                    OracleAnswer::Mate { length } => length,
                    _ => u32::MAX,
                }),
            };
            assert!(lengths[1] <= lengths[0], "{kind:?} in {}", board.to_sfen());
            compared += 1;
            sooner += u64::from(lengths[1] < lengths[0]);
            two_kings += u64::from(board.king(attacker).is_some());
        }
    }
    println!("{compared} pairs of hands, {two_kings} with two kings, {sooner} mate sooner");
    assert!(compared > 300 && two_kings > 50 && sooner > 10);
}
