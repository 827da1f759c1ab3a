//! The verifier.
//!
//! It makes the moves of the file on its own board, so that the file need not store
//! boards. It keeps a key, a hand and a number of plies of each entry that is referred
//! to. Which ones these are it learns when it reads the file for the first time
//! ([`Survey`]); a file that can be read only once needs memory for all of them. It does
//! not recurse.

mod entries;
mod marks;
mod mate;
mod refutation;
mod survey;

use crate::claim::{Claim, Section};
use crate::error::{Fault, FaultKind, Malformed, VerifyError};
use crate::header::CertificateHeader;
use crate::rules::Position;
use crate::stream::{ChecksummedInput, ReadError};
use crate::watch::Watch;
use entries::{Entries, Keep, StoredEntry};
use kemuri_core::{Budget, Move, Phase, Problem, Progress};
use marks::Marks;
use std::collections::TryReserveError;
use std::io::Read;

pub use survey::Survey;

/// The deepest nesting of entries: more than any real certificate has, and little
/// enough to bound the memory that a malicious file can use.
pub(crate) const DEEPEST: usize = 1 << 16;
/// Entries between two looks at the clock.
const CHECK_EVERY: u64 = 1 << 12;
/// More moves than a position has.
const MOST_MOVES: usize = 600;
/// More moves than are made at a time: two lead to an entry, others are tried.
const MOVES_OF_A_LEVEL: usize = 8;

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
    /// Bytes of memory that the entries took, at most.
    pub memory: u64,
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
    verify_pass(source, expected, budget, on_progress, Pass::Only)
}

/// Which time this is that the file is read.
enum Pass {
    /// The only one.
    Only,
    /// The first, with the marks of the sections so far.
    First(Vec<Marks>),
    /// The second, with the marks of the sections to come.
    Second(std::vec::IntoIter<Marks>),
}

impl Pass {
    /// Returns what the next section keeps.
    fn keep(&mut self) -> Keep {
        match self {
            Self::Only => Keep::All,
            Self::First(_) => Keep::Nothing(Marks::default()),
            Self::Second(marks) => Keep::Marked(marks.next().unwrap_or_default()),
        }
    }

    /// Takes what is left of the entries of a section, complete or not.
    fn section_ended(&mut self, entries: Entries) {
        if let (Self::First(sections), Some(marks)) = (self, entries.into_marks()) {
            sections.push(marks);
        }
    }
}

/// Verifies a certificate and its checksum.
fn verify_pass(
    source: impl Read,
    expected: Option<&Problem>,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
    mut pass: Pass,
) -> Result<VerifiedCertificate, VerifyError> {
    let mut input = ChecksummedInput::new(source);
    let mut watch = Watch::new(Phase::Verifying, CHECK_EVERY, budget, on_progress);
    let result = read(&mut input, expected, &mut watch, &mut pass);
    match result {
        // The rest of the file does not matter.
        Err(
            VerifyError::Io(_)
            | VerifyError::Stopped(_)
            | VerifyError::Memory { .. }
            | VerifyError::Malformed(Malformed::NotACertificate | Malformed::Version { .. }),
        ) => result,
        // A file with a wrong checksum is damaged, whatever else was found.
        result => match input.finish()? {
            Some(true) => result,
            Some(false) => Err(Malformed::Checksum.into()),
            None if matches!(result, Err(VerifyError::Malformed(_))) => result,
            None => Err(Malformed::Endless.into()),
        },
    }
}

fn read<R: Read>(
    input: &mut ChecksummedInput<R>,
    expected: Option<&Problem>,
    watch: &mut Watch<'_>,
    pass: &mut Pass,
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
        memory: 0,
    };
    let mut section = |section: Section| {
        let mut reader = SectionReader::new(input, &mut position, section, watch, pass.keep())?;
        let result = match pass {
            Pass::First(_) => reader.survey(claim),
            Pass::Only | Pass::Second(_) => reader.check(claim),
        };
        let entries = reader.entries;
        report.links += reader.links;
        report.memory = report.memory.max(entries.bytes());
        let count = entries.count();
        pass.section_ended(entries);
        result.map(|()| count)
    };
    if claim.mate().is_some() {
        report.mate_entries = section(Section::Mate)?;
    }
    if claim.refutation().is_some() {
        report.refutation_entries = section(Section::Refutation)?;
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
        keep: Keep,
    ) -> Result<Self, VerifyError> {
        let offset = input.offset();
        match input.byte() {
            Ok(tag) if tag == section.tag() => {}
            Ok(_) | Err(ReadError::End | ReadError::Number) => {
                return Err(Malformed::NoSection { offset }.into());
            }
            Err(ReadError::Io(error)) => return Err(error.into()),
        }
        let bytes = keep.bytes();
        let entries = Entries::new(keep).map_err(|_| VerifyError::Memory { bytes })?;
        Ok(Self {
            input,
            position,
            section,
            entries,
            links: 0,
            moves: Vec::new(),
            watch,
        })
    }

    /// Verifies the part of a claim that this section proves.
    fn check(&mut self, claim: Claim) -> Result<(), VerifyError> {
        match (self.section, claim.mate(), claim.refutation()) {
            (Section::Mate, Some(length), _) => {
                self.mate(length)?;
                // By parity the only shorter mate is a defender who is mated already.
                match claim == Claim::MateExactly(2) && !self.position.has_reply() {
                    true => Err(self.fault(FaultKind::Mated)),
                    false => Ok(()),
                }
            }
            (Section::Refutation, _, Some(depth)) => self.refutation(depth),
            _ => Ok(()),
        }
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
        let stored = self.entries.push(entry);
        self.count_entry(stored)
    }

    /// Counts an entry without storing it.
    fn pass_over(&mut self) -> Result<(), VerifyError> {
        let counted = self.entries.pass_over();
        self.count_entry(counted)
    }

    fn count_entry(&mut self, room: Result<(), TryReserveError>) -> Result<(), VerifyError> {
        if room.is_err() {
            return Err(self.too_little_memory());
        }
        let bytes = self.input.offset();
        self.watch.entry(bytes).map_err(VerifyError::Stopped)
    }

    #[cold]
    fn too_little_memory(&self) -> VerifyError {
        VerifyError::Memory {
            bytes: self.entries.bytes(),
        }
    }

    /// Returns the entry that is `back` entries back, with its number. It must be for
    /// the board after the reply `mv`.
    fn referred(&self, mv: Move, back: u64) -> Result<(u64, StoredEntry), VerifyError> {
        let Some(entry) = self.entries.number(back) else {
            return Err(self.fault(FaultKind::NoEntry {
                mv: self.seen(mv),
                back,
            }));
        };
        let Some(found) = self.entries.get(entry) else {
            // The survey marked every entry that the file referred to.
            return Err(Malformed::Changed.into());
        };
        if !found.is_for(self.position.key_after(mv)) {
            return Err(self.fault(FaultKind::OtherBoard {
                mv: self.seen(mv),
                entry,
            }));
        }
        Ok((entry, found))
    }

    /// Makes room for one more level: for its moves and those that lead to it. Refuses
    /// entries that are nested too deeply.
    fn make_room<T>(&mut self, levels: &mut Vec<T>) -> Result<(), VerifyError> {
        if levels.len() >= DEEPEST {
            let offset = self.input.offset();
            return Err(Malformed::TooDeep { offset }.into());
        }
        let room = (levels.try_reserve(1))
            .and_then(|()| self.moves.try_reserve(MOST_MOVES))
            .and_then(|()| self.position.try_reserve(MOVES_OF_A_LEVEL));
        room.map_err(|_| self.too_little_memory())
    }
}
