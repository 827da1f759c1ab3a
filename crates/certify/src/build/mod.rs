//! The builder: writes the certificate of someone who knows the answers.
//!
//! It walks the tree on a board of its own, in the order that the verifier will
//! walk it, and asks a [`Strategy`] what to play. An entry that was written
//! before is referred to instead of being written again.

mod index;
mod mate;
mod refutation;

use crate::claim::{Claim, Depth, Section};
use crate::header::Header;
use crate::rules::{Keys, Position};
use crate::stream::Output;
use crate::watch::Watch;
use index::{Index, Path};
use kemuri_core::{Budget, Hand, Move, Phase, Problem, Progress, Reason};
use std::fmt;
use std::io::{self, Write};

/// Entries between two looks at the clock: each may take a search.
const CHECK_EVERY: u64 = 1 << 8;

/// A mate that a strategy knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// A hand within the attacker's hand that is enough to mate.
    pub hand: Hand,
    /// Within how many plies; odd.
    pub rank: u16,
}

/// A refutation that a strategy knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// A hand that contains the attacker's hand and does not mate either.
    pub hand: Hand,
    /// For how long the defender holds out; odd or for ever.
    pub depth: Depth,
}

/// Someone who knows the answers.
///
/// A strategy stands at the position of the problem when the builder starts and
/// follows every [`make`](Strategy::make), [`undo`](Strategy::undo) and
/// [`set_hand`](Strategy::set_hand). All moves are those of a board on which the
/// attacker plays *up*, as on `kemuri_core::Board`: if White attacks, they are
/// turned round.
pub trait Strategy {
    /// Why a question cannot be answered.
    type Error;

    /// The builder has made this move.
    fn make(&mut self, mv: Move);

    /// The builder takes the last move back.
    fn undo(&mut self);

    /// The attacker's hand in the current position is replaced by this one; the
    /// defender holds the rest. Put back in the same way before the move that
    /// led here is undone.
    fn set_hand(&mut self, hand: Hand);

    /// The attacker is to move and mates within `within` plies: what is known
    /// of it. A small hand and a small rank make an entry useful in more places;
    /// the current hand and `within` are always right.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn attack(&mut self, within: u16) -> Result<Attack, Self::Error>;

    /// The attacker is to move, now with the hand that `attack` gave: a check
    /// after which every reply is mated within `rank - 2` plies.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn attack_move(&mut self, rank: u16) -> Result<Move, Self::Error>;

    /// The attacker is to move and does not mate within `within`: what is known
    /// of it. A large hand and a large depth make an entry useful in more
    /// places; the current hand and `within` are always right.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn refutation(&mut self, within: Depth) -> Result<Refutation, Self::Error>;

    /// The defender is in check: a reply after which the attacker does not mate
    /// within `within`.
    ///
    /// # Errors
    /// When nothing is known; the builder stops.
    fn reply(&mut self, within: Depth) -> Result<Move, Self::Error>;
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Entries of the mate section.
    pub mate_entries: u64,
    /// Entries of the refutation section.
    pub refutation_entries: u64,
    /// The length of the file.
    pub bytes: u64,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError<E> {
    /// It could not be written.
    #[error("the certificate cannot be written: {0}")]
    Io(#[from] io::Error),
    /// The strategy had no answer.
    #[error("a question has no answer")]
    Strategy(E),
    /// An answer of the strategy cannot be right.
    #[error("{answer} in {sfen}")]
    BadAnswer {
        /// Which answer.
        answer: Answer,
        /// The position it was given in.
        sfen: String,
    },
    /// The length of the claim has not the parity that the problem asks for.
    #[error("a length of wrong parity is claimed")]
    Parity,
    /// More entries within entries than a verifier takes.
    #[error("the certificate is nested too deeply")]
    TooDeep,
    /// The budget was spent before the certificate was complete.
    #[error("the certificate is not complete: {0}")]
    Stopped(Reason),
}

/// An answer that cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
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

impl fmt::Display for Answer {
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

/// Writes certificates.
#[derive(Clone, Copy, Debug)]
pub struct Builder {
    index_bytes: usize,
}

impl Builder {
    /// A builder that remembers written entries in `index_bytes` bytes.
    ///
    /// An entry takes 32 bytes. When there is no more room, old entries are
    /// forgotten and written again when they are needed again.
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
    ) -> Result<Written, BuildError<S::Error>> {
        if !claim.fits(problem) {
            return Err(BuildError::Parity);
        }
        let mut watch = Watch::new(Phase::Certifying, CHECK_EVERY, budget, on_progress);
        let mut output = Output::new(sink);
        Header::new(problem, claim).write(&mut output)?;
        let mut position = Position::new(problem, Keys::fixed());
        let mut written = Written::default();
        let mut section = |section: Section| {
            output.bytes(&[section.tag()])?;
            let mut walk = Walk {
                output: &mut output,
                position: &mut position,
                strategy: &mut *strategy,
                index: Index::new(self.index_bytes),
                path: Path::default(),
                count: 0,
                moves: Vec::new(),
                watch: &mut watch,
            };
            match (section, claim.mate(), claim.refutation()) {
                (Section::Mate, Some(length), _) => walk.mate(length)?,
                (Section::Refutation, _, Some(depth)) => walk.refutation(depth)?,
                _ => {}
            }
            Ok::<_, BuildError<S::Error>>(walk.count)
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

/// The walk through one section.
struct Walk<'a, 'w, S, W> {
    output: &'a mut Output<W>,
    position: &'a mut Position,
    strategy: &'a mut S,
    index: Index,
    path: Path,
    /// Entries begun.
    count: u64,
    /// The moves of all levels that are open, one after the other.
    moves: Vec<Move>,
    watch: &'a mut Watch<'w>,
}

impl<S: Strategy, W: Write> Walk<'_, '_, S, W> {
    fn make(&mut self, mv: Move) {
        self.position.make(mv);
        self.strategy.make(mv);
    }

    fn undo(&mut self) {
        self.position.undo();
        self.strategy.undo();
    }

    fn set_hand(&mut self, hand: Hand) {
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

    /// How far back an entry is.
    fn back(&self, number: u64) -> u64 {
        self.count - number
    }

    #[cold]
    fn bad(&self, answer: Answer) -> BuildError<S::Error> {
        BuildError::BadAnswer {
            answer,
            sfen: self.position.sfen(),
        }
    }
}
