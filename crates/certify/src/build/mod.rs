//! The builder.
//!
//! It walks the tree on its own board, in the order of the verifier, and asks a
//! [`Strategy`] for the moves. It refers to entries that were written before instead
//! of writing them again.

mod index;
mod mate;
mod refutation;

use crate::claim::{Claim, Depth, Section};
use crate::header::CertificateHeader;
use crate::rules::{BoardKeys, HandCounts, Position};
use crate::stream::ChecksummedOutput;
use crate::watch::Watch;
use index::{Index, OpenEntries};
use kemuri_core::{Budget, Move, Phase, Problem, ProblemError, Progress, Reason};
use std::fmt;
use std::io::{self, Write};

/// Entries between two looks at the clock: each may take a search.
const CHECK_EVERY: u64 = 1 << 8;

/// A mate that a strategy knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMate {
    /// A hand within the attacker's hand that is enough to mate.
    pub hand: HandCounts,
    /// Within how many plies; odd.
    pub rank: u16,
}

/// A refutation that a strategy knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownRefutation {
    /// A hand that contains the attacker's hand and does not mate either.
    pub hand: HandCounts,
    /// For how long the defender holds out; odd or for ever.
    pub depth: Depth,
}

/// Answers the questions of the builder.
///
/// A strategy starts at the position of the problem and follows every
/// [`make`](Strategy::make), [`undo`](Strategy::undo) and
/// [`set_hand`](Strategy::set_hand). The attacker plays up the board: if White
/// attacks, the board is turned round, and so are all moves.
pub trait Strategy {
    /// Why a question cannot be answered.
    type Error;

    /// Makes a move.
    fn make(&mut self, mv: Move);

    /// Undoes the last move.
    fn undo(&mut self);

    /// Replaces the attacker's hand; the defender gets the rest. The builder restores
    /// it in the same way before it undoes the move that led here.
    fn set_hand(&mut self, hand: HandCounts);

    /// Returns a mate within `within` plies; the attacker is to move. A small hand and
    /// a small rank make an entry useful in more places. The current hand and `within`
    /// are always right.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn mate(&mut self, within: u16) -> Result<KnownMate, Self::Error>;

    /// Returns a check after which every reply is mated within `rank - 2` plies. The
    /// attacker has the hand that [`mate`](Strategy::mate) returned.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn mating_move(&mut self, rank: u16) -> Result<Move, Self::Error>;

    /// Returns a refutation of depth `within` at least; the attacker is to move. A large
    /// hand and a large depth make an entry useful in more places. The current hand and
    /// `within` are always right.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn refutation(&mut self, within: Depth) -> Result<KnownRefutation, Self::Error>;

    /// Returns a reply after which the attacker does not mate within `within`; the
    /// defender is in check.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn reply(&mut self, within: Depth) -> Result<Move, Self::Error>;
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenCertificate {
    /// What the certificate claims.
    pub claim: Claim,
    /// Entries of the mate section.
    pub mate_entries: u64,
    /// Entries of the refutation section.
    pub refutation_entries: u64,
    /// The length of the file.
    pub bytes: u64,
}

impl WrittenCertificate {
    /// Entries of both sections.
    pub fn entries(&self) -> u64 {
        self.mate_entries + self.refutation_entries
    }
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError<E> {
    /// The sink cannot be written.
    #[error("the certificate cannot be written: {0}")]
    Io(#[from] io::Error),
    /// The strategy had no answer.
    #[error("a question has no answer")]
    Strategy(E),
    /// An answer of the strategy is wrong.
    #[error("{answer} in {sfen}")]
    WrongAnswer {
        /// Which answer.
        answer: WrongAnswer,
        /// The position it was given in.
        sfen: String,
    },
    /// The rules of the verifier do not allow the problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The claimed length has the wrong parity.
    #[error("a length of wrong parity is claimed")]
    Parity,
    /// Entries are nested more deeply than a verifier allows.
    #[error("the certificate is nested too deeply")]
    TooDeep,
    /// The budget was spent before the certificate was complete.
    #[error("the certificate is not complete: {0}")]
    Stopped(Reason),
}

/// An answer that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongAnswer {
    /// A proof or disproof hand, a rank or a depth out of range.
    Bounds,
    /// A move of the attacker that is no legal check.
    Attack,
    /// A last move that does not mate.
    LastMove,
    /// A reply that is not legal.
    Reply,
    /// A mate in one where none may be.
    Mates,
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bounds => "a hand or length out of range",
            Self::Attack => "a move that is no legal check",
            Self::LastMove => "a last move that does not mate",
            Self::Reply => "a reply that is not legal",
            Self::Mates => "a mate that was said not to be there",
        })
    }
}

impl std::error::Error for WrongAnswer {}

/// Writes certificates. Whether they prove their claims is for the verifier to say.
#[derive(Clone, Copy, Debug)]
pub struct Builder {
    index_bytes: usize,
}

impl Builder {
    /// Creates a builder whose index of written entries has `index_bytes` bytes.
    ///
    /// An entry takes 32 bytes. When the index is full, the oldest entries are replaced,
    /// and written again when they are needed again.
    pub fn new(index_bytes: usize) -> Self {
        Self { index_bytes }
    }

    /// Writes the certificate of `claim` about `problem` to `sink`.
    ///
    /// The nodes of the budget are entries. `on_progress` is called about ten
    /// times a second with the number of entries of the current section. `sink`
    /// needs no buffer.
    ///
    /// # Errors
    /// When the strategy has no answer or one that cannot be right, when
    /// writing fails, or when the budget is spent. What was written by then is
    /// no certificate.
    pub fn build<S: Strategy, W: Write>(
        &self,
        problem: &Problem,
        claim: Claim,
        strategy: &mut S,
        sink: W,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<WrittenCertificate, BuildError<S::Error>> {
        let mut position = Position::new(&problem.into(), problem.attacker(), BoardKeys::fixed())?;
        if !claim.fits(position.attacker_to_move()) {
            return Err(BuildError::Parity);
        }
        let mut watch = Watch::new(Phase::Certifying, CHECK_EVERY, budget, on_progress);
        let mut output = ChecksummedOutput::new(sink);
        CertificateHeader::new(problem, claim).write(&mut output)?;
        let mut written = WrittenCertificate {
            claim,
            mate_entries: 0,
            refutation_entries: 0,
            bytes: 0,
        };
        let mut section = |section: Section| {
            output.bytes(&[section.tag()])?;
            let mut writer = SectionWriter {
                output: &mut output,
                position: &mut position,
                strategy: &mut *strategy,
                index: Index::new(self.index_bytes),
                open: OpenEntries::default(),
                count: 0,
                moves: Vec::new(),
                watch: &mut watch,
            };
            match (section, claim.mate(), claim.refutation()) {
                (Section::Mate, Some(length), _) => writer.mate(length)?,
                (Section::Refutation, _, Some(depth)) => writer.refutation(depth)?,
                _ => {}
            }
            Ok::<_, BuildError<S::Error>>(writer.count)
        };
        if claim.mate().is_some() {
            written.mate_entries = section(Section::Mate)?;
        }
        if claim.refutation().is_some() {
            written.refutation_entries = section(Section::Refutation)?;
        }
        written.bytes = output.finish()?;
        Ok(written)
    }
}

/// Writes one section.
struct SectionWriter<'a, 'w, S, W> {
    output: &'a mut ChecksummedOutput<W>,
    position: &'a mut Position,
    strategy: &'a mut S,
    index: Index,
    open: OpenEntries,
    /// Entries begun.
    count: u64,
    /// The moves of all levels that are open, one after the other.
    moves: Vec<Move>,
    watch: &'a mut Watch<'w>,
}

impl<S: Strategy, W: Write> SectionWriter<'_, '_, S, W> {
    fn make(&mut self, mv: Move) {
        self.position.make(mv);
        self.strategy.make(mv);
    }

    fn undo(&mut self) {
        self.position.undo();
        self.strategy.undo();
    }

    fn set_hand(&mut self, hand: HandCounts) {
        if self.position.hand(crate::rules::ATTACKER) != hand {
            self.position.set_hand(hand);
            self.strategy.set_hand(hand);
        }
    }

    /// Counts an entry that was begun.
    fn begin(&mut self) -> Result<(), BuildError<S::Error>> {
        self.count += 1;
        self.watch.entry(self.count).map_err(BuildError::Stopped)
    }

    /// Returns how many entries back an entry is.
    fn back(&self, number: u64) -> u64 {
        self.count - number
    }

    #[cold]
    fn bad(&self, answer: WrongAnswer) -> BuildError<S::Error> {
        BuildError::WrongAnswer {
            answer,
            sfen: self.position.sfen(),
        }
    }
}
