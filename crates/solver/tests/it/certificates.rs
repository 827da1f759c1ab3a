//! Certificates of what the solver claims, checked by a verifier that shares no
//! rules with it.

use kemuri_certify::{Claim, verify};
use kemuri_core::{Hand, Problem};
use kemuri_oracle::random::{RandomProblem, Rng, random_attack, random_small};
use kemuri_oracle::sample::Sample;
use kemuri_solver::certificate::{Certifiable, MemorySplit};
use kemuri_solver::{
    Budget, CertifyError, Futile, Goal, Mate, Options, Reason, Solver, Verdict, certify_and_verify,
};
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

/// Room for the builder to remember entries in.
const INDEX: usize = 1 << 20;

#[derive(Default, Debug)]
struct Tally {
    exact: u64,
    first: u64,
    nomates: u64,
    /// Certificates that a limit cut short.
    stopped: u64,
    entries: u64,
    /// Of those, mates whose length leaves futile interpositions out.
    profiles: u64,
}

fn check(random: &RandomProblem, goal: Goal, hash: u64, nodes: u64, tally: &mut Tally) {
    let sfen = random.sfen();
    let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
    let mut solver = Solver::new(Options::default().with_hash(hash)).unwrap();
    let budget = Budget::default().with_nodes(nodes);
    let outcome = solver.solve(&problem, goal, &budget.renewed(), &mut |_| ());
    let verdict = &outcome.verdict;
    let context = || format!("{sfen} {goal:?} {hash} bytes: {verdict:?}");
    let mut file = Vec::new();
    let result = solver.certify(&outcome, INDEX, &mut file, &budget, &mut |_| ());
    match result {
        Err(CertifyError::Undecided) => {
            assert!(matches!(verdict, Verdict::Unknown(_)), "{}", context());
        }
        Err(CertifyError::Stopped(Reason::Nodes)) => tally.stopped += 1,
        Err(error) => panic!("{}: {error:?}", context()),
        Ok(written) => {
            let report = verify(&file[..], Some(&problem)).unwrap_or_else(|error| {
                panic!("{}: {error}", context());
            });
            let certifiable = outcome.certifiable().expect("decided");
            assert!(certifiable.is_met_by(report.claim), "{}", context());
            assert_eq!(report.claim, written.claim, "{}", context());
            if let Some(mate) = verdict.mate() {
                // Every interposition counts in a certificate.
                let length = report.claim.mate().map(u32::from);
                let literal = mate.futile == Futile::None;
                assert!(length >= Some(mate.length), "{}", context());
                assert!(!literal || length == Some(mate.length), "{}", context());
                let exactly = matches!(report.claim, Claim::MateExactly(_));
                assert_eq!(exactly, literal && mate.exact, "{}", context());
                tally.profiles += u64::from(!literal);
            }
            assert_eq!(written.bytes, file.len() as u64);
            assert_eq!(written.mate_entries, report.mate_entries);
            assert_eq!(written.refutation_entries, report.refutation_entries);
            tally.entries += report.entries();
            match verdict {
                Verdict::Mate(mate) if mate.exact => tally.exact += 1,
                Verdict::Mate(_) => tally.first += 1,
                _ => tally.nomates += 1,
            }
        }
    }
}

const SIZES: [u64; 4] = [64 << 10, 256 << 10, 1 << 20, 8 << 20];

fn check_all(random: fn(&mut Rng) -> RandomProblem, seeds: u64, nodes: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..seeds {
        let problem = random(&mut Rng::new(seed));
        let goal = match seed % 6 {
            0 | 3 => Goal::FirstMate,
            5 => Goal::Shortest(Futile::Standard),
            _ => Goal::Shortest(Futile::None),
        };
        let hash = SIZES[seed as usize / 3 % SIZES.len()];
        check(&problem, goal, hash, nodes, &mut tally);
    }
    println!("{tally:?}");
    tally
}

#[test]
fn small_positions_are_certified() {
    let sample = Sample::one_in(2);
    let tally = check_all(random_small, sample.of(6_000), 100_000);
    assert!(
        tally.exact > sample.of(200)
            && tally.first > sample.of(5)
            && tally.nomates > sample.of(2000)
            && tally.profiles > sample.of(20),
        "{tally:?}"
    );
    let certified = tally.exact + tally.first + tally.nomates;
    assert!(tally.stopped * 100 < certified, "{tally:?}");
}

#[test]
fn attacks_are_certified() {
    let tally = check_all(random_attack, 2000, 20_000);
    assert!(
        tally.exact > 200 && tally.first > 50 && tally.nomates > 500 && tally.profiles > 40,
        "{tally:?}"
    );
    let certified = tally.exact + tally.first + tally.nomates;
    assert!(tally.stopped * 20 < certified, "{tally:?}");
}

/// A mate in one.
fn short_mate() -> (Solver, kemuri_solver::Outcome) {
    let problem = Problem::from_sfen("8k/9/8P/9/9/9/9/9/9 b G 1").unwrap();
    let mut solver = Solver::new(Options::default().with_hash(1 << 20)).unwrap();
    let budget = Budget::default();
    let outcome = solver.solve(&problem, Goal::FirstMate, &budget, &mut |_| ());
    assert_eq!(outcome.verdict.mate().map(|mate| mate.length), Some(1));
    (solver, outcome)
}

/// A file that can be written, and then neither read nor, perhaps, rewound.
struct Unreadable {
    file: Cursor<Vec<u8>>,
    rewinds: bool,
}

impl Write for Unreadable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("a broken disk"))
    }
}

impl Seek for Unreadable {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self.rewinds {
            true => self.file.seek(to),
            false => Err(io::Error::other("a broken disk")),
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_refutes_nothing() {
    for rewinds in [false, true] {
        let (solver, outcome) = short_mate();
        let file = Cursor::new(Vec::new());
        let file = Unreadable { file, rewinds };
        let (memory, budget) = (MemorySplit::of(16 << 20), Budget::default());
        let certified = certify_and_verify(solver, &outcome, memory, file, &budget, &mut |_| ());
        let error = certified.unwrap_err();
        assert!(error.to_string().ends_with("a broken disk"), "{error}");
        assert!(!error.refutes_outcome(), "{error}");
    }
}

#[test]
fn a_mate_too_long_for_a_certificate_is_not_called_undecided() {
    let (mut solver, mut outcome) = short_mate();
    let mut claimed = |length| {
        outcome.verdict = Verdict::Mate(Mate::within(length, Vec::new(), Hand::EMPTY));
        outcome.clone()
    };
    let claim = Certifiable::Claim(Claim::MateWithin(65_535));
    assert_eq!(claimed(65_535).certifiable().ok(), Some(claim));
    let budget = Budget::default();
    let error = solver.certify(&claimed(65_536), INDEX, Vec::new(), &budget, &mut |_| ());
    let error = error.unwrap_err();
    assert!(matches!(error, CertifyError::TooLong), "{error}");
    assert!(!error.refutes_outcome());
}
