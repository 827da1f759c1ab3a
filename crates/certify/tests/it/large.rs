//! Certificates of a size that is asked for: what the verifier keeps of them.

use crate::common::ByHand;
use kemuri_certify::rules::{ATTACKER, BoardKeys, HandCounts, Position};
use kemuri_certify::{
    Builder, Claim, Depth, KnownMate, KnownRefutation, Malformed, Strategy, Survey,
    VerifiedCertificate, VerifyError, verify,
};
use kemuri_core::{Budget, Color, Move, Problem, sfen};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Seek, Write};

/// A rook alone does not mate.
const OPEN_BOARD: &str = "9/9/9/9/4k4/9/9/9/9 b Rr2b4g4s4n4l18p 1";

/// Lets the rook give check as long as it can: the king does not capture it, and nothing
/// is put in its way.
struct KeepTheRook(Position);

impl KeepTheRook {
    fn new(text: &str) -> Self {
        let sfen = sfen::parse(text).unwrap();
        Self(Position::new(&sfen, Color::BLACK, BoardKeys::fixed()).unwrap())
    }

    /// Returns how many checks there are after a move.
    fn checks_after(&mut self, mv: Move) -> usize {
        let mut checks = 0;
        self.0.make(mv);
        self.0.for_each_check(|_| checks += 1);
        self.0.undo();
        checks
    }
}

impl Strategy for KeepTheRook {
    type Error = ();

    fn make(&mut self, mv: Move) {
        self.0.make(mv);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn set_hand(&mut self, hand: HandCounts) {
        self.0.set_hand(hand);
    }

    fn mate(&mut self, _: u16) -> Result<KnownMate, ()> {
        Err(())
    }

    fn mating_move(&mut self, _: u16) -> Result<Move, ()> {
        Err(())
    }

    fn refutation(&mut self, depth: Depth) -> Result<KnownRefutation, ()> {
        let hand = self.0.hand(ATTACKER);
        Ok(KnownRefutation { hand, depth })
    }

    fn reply(&mut self, _: Depth) -> Result<Move, ()> {
        let mut replies = Vec::new();
        self.0.for_each_reply(|mv| replies.push(mv));
        let best = replies.into_iter().max_by_key(|&mv| {
            let checks = self.checks_after(mv);
            (!mv.is_drop(), checks, mv.raw())
        });
        best.ok_or(())
    }
}

/// Plies of a block.
const BLOCK: u16 = 13;

/// Writes a certificate in blocks, which refer only to entries of their own. A block that
/// comes up again is written again, so that a file of any size is made in little time.
struct Blocks<W> {
    sink: W,
    hasher: crc32fast::Hasher,
    bytes: u64,
    strategy: KeepTheRook,
    /// What follows the two bits of an entry, by its position.
    blocks: HashMap<String, Vec<u8>>,
}

impl<W: Write> Blocks<W> {
    fn put(&mut self, bytes: &[u8]) {
        self.sink.write_all(bytes).expect("written");
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Writes what is below an entry of this depth.
    fn entry(&mut self, depth: u16) {
        if depth <= BLOCK {
            let sfen = self.strategy.0.sfen();
            let known = self.blocks.remove(&sfen);
            let block = known.unwrap_or_else(|| block(&sfen, depth));
            self.put(&block);
            self.blocks.insert(sfen, block);
            return;
        }
        let mut checks = Vec::new();
        self.strategy.0.for_each_check(|mv| checks.push(mv));
        checks.sort_unstable();
        for check in checks {
            self.strategy.make(check);
            let reply = self
                .strategy
                .reply(Depth::Plies(depth - 2))
                .expect("a reply");
            // An entry with the hand and the depth that are needed.
            let word = ByHand(Vec::new()).mv(&reply.to_usi(), 1);
            self.put(&word.0);
            self.strategy.make(reply);
            self.entry(depth - 2);
            self.strategy.undo();
            self.strategy.undo();
        }
    }
}

/// What follows the two bits of an entry for this position.
fn block(text: &str, depth: u16) -> Vec<u8> {
    let bytes = certificate(text, depth);
    let length = |at: usize| 2 + usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let attacker = 10 + length(10);
    let claim = attacker + 1 + length(attacker + 1);
    // The claim, the tag of the section, the two bits.
    bytes[claim + 3 + 1 + 1..bytes.len() - 4].to_vec()
}

fn certificate(text: &str, depth: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    let problem = Problem::from_sfen(text).expect("a problem");
    let (mut strategy, budget) = (KeepTheRook::new(text), Budget::default());
    let built = Builder::new(1 << 20).build(
        &problem,
        Claim::NoMateWithin(depth),
        &mut strategy,
        &mut bytes,
        &budget,
        &mut |_| (),
    );
    built.unwrap_or_else(|error| panic!("{error}"));
    bytes
}

/// A file without a name, or the one that is asked for.
fn file() -> File {
    let asked = std::env::var("KEMURI_CERTIFICATE_FILE");
    let path = asked.as_ref().map_or_else(
        |_| std::env::temp_dir().join(format!("kemuri-large-{}.cert", std::process::id())),
        Into::into,
    );
    let mut options = File::options();
    options.create(true).truncate(true).read(true).write(true);
    let file = options.open(&path).expect("a file");
    if asked.is_err() {
        std::fs::remove_file(&path).expect("a file without a name");
    }
    file
}

/// Writes a certificate of "no mate within `depth`". Returns its length.
fn write(depth: u16, file: &File) -> u64 {
    let mut blocks = Blocks {
        sink: BufWriter::new(file),
        hasher: crc32fast::Hasher::new(),
        bytes: 4,
        strategy: KeepTheRook::new(OPEN_BOARD),
        blocks: HashMap::new(),
    };
    let head = ByHand::new(b'b', OPEN_BOARD, b'D', depth).bytes(b"R\x01");
    blocks.put(&head.0);
    blocks.entry(depth);
    let bytes = blocks.bytes;
    let checksum = blocks.hasher.finalize().to_le_bytes();
    blocks.sink.write_all(&checksum).expect("written");
    blocks.sink.flush().expect("written");
    bytes
}

/// `KEMURI_CERTIFICATE_DEPTH` makes it larger, and `KEMURI_CERTIFICATE_FILE` keeps it.
#[test]
fn a_large_certificate_takes_no_more_memory_than_one_and_a_half_of_its_size() {
    let depth = std::env::var("KEMURI_CERTIFICATE_DEPTH");
    let depth = depth.map_or(19, |depth| depth.parse().expect("an odd number"));
    let mut file = file();
    let bytes = write(depth, &file);
    file.rewind().expect("a file");
    let budget = Budget::default();
    let survey = Survey::of(&file, &budget, &mut |_| ()).expect("a survey");
    let memory = survey.memory();
    println!("{bytes} bytes, which take {memory} bytes of memory");
    assert!(bytes > 500_000 && memory * 2 < bytes * 3);
    let problem = Problem::from_sfen(OPEN_BOARD).expect("a problem");
    file.rewind().expect("a file");
    let report = survey.verify(&file, Some(&problem), &budget, &mut |_| ());
    let report = report.expect("a proof");
    assert_eq!(report.claim, Claim::NoMateWithin(depth));
    assert!(report.bytes == bytes && report.memory <= memory);

    // Read once it proves the same, and takes more.
    file.rewind().expect("a file");
    let once = verify(&file, Some(&problem)).expect("a proof");
    assert!(once.memory > memory);
    let entries = |report: &VerifiedCertificate| (report.entries(), report.links);
    assert_eq!(entries(&once), entries(&report));
}

#[test]
fn a_survey_of_another_certificate_proves_nothing() {
    let budget = Budget::default();
    let [short, long] = [3, 5].map(|depth| certificate(OPEN_BOARD, depth));
    let survey = Survey::of(&short[..], &budget, &mut |_| ()).expect("a survey");
    let result = survey.verify(&long[..], None, &budget, &mut |_| ());
    assert!(
        matches!(result, Err(VerifyError::Malformed(Malformed::Changed))),
        "{result:?}"
    );
}
