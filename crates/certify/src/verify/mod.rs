//! The verifier.
//!
//! It makes the moves of the file on its own board, so that the file need not store
//! boards. It keeps a key, a hand and a number of plies of each entry. It does not
//! recurse, and its memory is proportional to the bytes read.

mod entries;
mod mate;
mod refutation;

use crate::claim::{Claim, Section};
use crate::error::{Fault, FaultKind, Malformed, VerifyError};
use crate::header::CertificateHeader;
use crate::rules::Position;
use crate::stream::{ChecksummedInput, ReadError};
use crate::watch::Watch;
use entries::{Entries, StoredEntry};
use kemuri_core::{Budget, Move, Phase, Problem, Progress};
use std::io::Read;

/// The deepest nesting of entries: more than any real certificate has, and little
/// enough to bound the memory that a malicious file can use.
pub(crate) const DEEPEST: usize = 1 << 16;
/// Entries between two looks at the clock.
const CHECK_EVERY: u64 = 1 << 12;

/// What a certificate that was verified proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedCertificate {
    /// The problem.
    pub problem: Problem,
    /// What is proven of it.
    pub claim: Claim,
    /// The version of the program that wrote the certificate.
    pub program: String,
    /// Entries of the mate section, 0 if there is none.
    pub mate_entries: u64,
    /// Entries of the refutation section, 0 if there is none.
    pub refutation_entries: u64,
    /// Links that were checked: replies to mating moves, and answered checks.
    pub links: u64,
    /// The length of the file.
    pub bytes: u64,
}

impl VerifiedCertificate {
    /// Returns the number of entries of both sections.
    pub fn entries(&self) -> u64 {
        self.mate_entries + self.refutation_entries
    }

    /// Returns the bytes per entry, header and checksum included.
    pub fn bytes_per_entry(&self) -> f64 {
        self.bytes as f64 / self.entries().max(1) as f64
    }
}

/// Verifies a certificate.
///
/// With `expected`, it must be a certificate for that problem. `source` is read once
/// and needs no buffer.
///
/// # Errors
/// [`VerifyError::Wrong`] for a complete certificate that does not prove its claim,
/// [`VerifyError::Malformed`] for a file that is not a complete certificate.
pub fn verify(
    source: impl Read,
    expected: Option<&Problem>,
) -> Result<VerifiedCertificate, VerifyError> {
    verify_within(source, expected, &Budget::default(), &mut |_| ())
}

/// As [`verify`], within a budget, whose nodes are entries.
///
/// `on_progress` is called about ten times a second with the number of bytes that
/// were verified.
///
/// # Errors
/// As [`verify`], and [`VerifyError::Stopped`] when the budget is spent.
pub fn verify_within(
    source: impl Read,
    expected: Option<&Problem>,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<VerifiedCertificate, VerifyError> {
    let mut input = ChecksummedInput::new(source);
    let mut watch = Watch::new(Phase::Verifying, CHECK_EVERY, budget, on_progress);
    let result = read(&mut input, expected, &mut watch);
    match result {
        // The rest of the file does not matter.
        Err(
            VerifyError::Io(_)
            | VerifyError::Stopped(_)
            | VerifyError::Malformed(Malformed::NotACertificate | Malformed::Version { .. }),
        ) => result,
        // A file with a wrong checksum is damaged, whatever else was found.
        result => match input.finish()? {
            true => result,
            false => Err(Malformed::Checksum.into()),
        },
    }
}

fn read<R: Read>(
    input: &mut ChecksummedInput<R>,
    expected: Option<&Problem>,
    watch: &mut Watch<'_>,
) -> Result<VerifiedCertificate, VerifyError> {
    let (header, mut position) = CertificateHeader::read(input)?;
    let CertificateHeader {
        program,
        problem,
        claim,
    } = header;
    if expected.is_some_and(|expected| *expected != problem) {
        let sfen = problem.to_sfen();
        return Err(Malformed::OtherProblem { sfen }.into());
    }
    let mut report = VerifiedCertificate {
        problem,
        claim,
        program,
        mate_entries: 0,
        refutation_entries: 0,
        links: 0,
        bytes: 0,
    };
    if let Some(length) = claim.mate() {
        let mut reader = SectionReader::new(input, &mut position, Section::Mate, watch)?;
        reader.mate(length)?;
        // By parity the only shorter mate is a defender who is mated already.
        if claim == Claim::MateExactly(2) && !reader.position.has_reply() {
            return Err(reader.fault(FaultKind::Mated));
        }
        report.mate_entries = reader.entries.count();
        report.links += reader.links;
    }
    if let Some(depth) = claim.refutation() {
        let mut reader = SectionReader::new(input, &mut position, Section::Refutation, watch)?;
        reader.refutation(depth)?;
        report.refutation_entries = reader.entries.count();
        report.links += reader.links;
    }
    if !input.is_done()? {
        let offset = input.offset();
        return Err(Malformed::GoesOn { offset }.into());
    }
    // The checksum has four bytes.
    report.bytes = input.offset() + 4;
    Ok(report)
}

/// Reads one section.
struct SectionReader<'a, 'w, R> {
    input: &'a mut ChecksummedInput<R>,
    position: &'a mut Position,
    section: Section,
    entries: Entries,
    links: u64,
    /// The moves of all levels that are open, one after the other.
    moves: Vec<Move>,
    watch: &'a mut Watch<'w>,
}

impl<'a, 'w, R: Read> SectionReader<'a, 'w, R> {
    fn new(
        input: &'a mut ChecksummedInput<R>,
        position: &'a mut Position,
        section: Section,
        watch: &'a mut Watch<'w>,
    ) -> Result<Self, VerifyError> {
        let offset = input.offset();
        match input.byte() {
            Ok(tag) if tag == section.tag() => {}
            Ok(_) | Err(ReadError::End | ReadError::Number) => {
                return Err(Malformed::NoSection { offset }.into());
            }
            Err(ReadError::Io(error)) => return Err(error.into()),
        }
        Ok(Self {
            input,
            position,
            section,
            entries: Entries::default(),
            links: 0,
            moves: Vec::new(),
            watch,
        })
    }

    fn byte(&mut self) -> Result<u8, VerifyError> {
        let result = self.input.byte();
        result.map_err(|error| Malformed::of(error, self.input.offset()))
    }

    fn word(&mut self) -> Result<u16, VerifyError> {
        let result = self.input.word();
        result.map_err(|error| Malformed::of(error, self.input.offset()))
    }

    fn number(&mut self) -> Result<u64, VerifyError> {
        let result = self.input.number();
        result.map_err(|error| Malformed::of(error, self.input.offset()))
    }

    #[cold]
    fn fault(&self, kind: FaultKind) -> VerifyError {
        VerifyError::Wrong(Box::new(Fault {
            section: self.section,
            entry: self.entries.count(),
            offset: self.input.offset(),
            sfen: self.position.sfen(),
            kind,
        }))
    }

    /// Returns a move as it is in the problem, for a message.
    fn seen(&self, mv: Move) -> Move {
        self.position.original(mv)
    }

    /// Stores an entry.
    fn remember(&mut self, entry: StoredEntry) -> Result<(), VerifyError> {
        self.entries.push(entry);
        let bytes = self.input.offset();
        self.watch.entry(bytes).map_err(VerifyError::Stopped)
    }

    /// Returns the entry that is `back` entries back, with its number. It must be for
    /// the board after the reply `mv`.
    fn referred(&self, mv: Move, back: u64) -> Result<(u64, StoredEntry), VerifyError> {
        let Some((entry, found)) = self.entries.back(back) else {
            return Err(self.fault(FaultKind::NoEntry {
                mv: self.seen(mv),
                back,
            }));
        };
        if !found.is_for(self.position.key_after(mv)) {
            return Err(self.fault(FaultKind::OtherBoard {
                mv: self.seen(mv),
                entry,
            }));
        }
        Ok((entry, found))
    }

    /// Refuses entries that are nested too deeply.
    fn check_depth(&self, levels: usize) -> Result<(), VerifyError> {
        if levels >= DEEPEST {
            let offset = self.input.offset();
            return Err(Malformed::TooDeep { offset }.into());
        }
        Ok(())
    }
}
