//! Errors of the verifier.

use crate::claim::{Depth, Section};
use crate::header::FORMAT;
use crate::stream::{MOST_AFTER_FAULT, ReadError};
use kemuri_core::{Move, ProblemError, Reason};
use std::{fmt, io};

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The source cannot be read.
    #[error("the certificate cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file is not a complete certificate of this version for this problem.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The file is complete, but it does not prove its claim.
    #[error(transparent)]
    Wrong(#[from] Box<Fault>),
    /// The budget was spent.
    #[error("the verification was interrupted")]
    Stopped(Reason),
    /// There is not enough memory for the entries.
    #[error("there is not enough memory to verify it: it takes at least {bytes} bytes")]
    Memory {
        /// Bytes that are needed at least.
        bytes: u64,
    },
}

/// Why a file is not a complete certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// It does not start like one.
    #[error("this is not a certificate")]
    NotACertificate,
    /// Its format version is not supported.
    #[error("the certificate has format version {found}, this program reads version {FORMAT}")]
    Version {
        /// The version it has.
        found: u16,
    },
    /// A part of the header is invalid.
    #[error("the header of the certificate is broken: {0}")]
    Header(HeaderPart),
    /// The problem in the header is invalid.
    #[error("the problem in the certificate is none: {0}")]
    Problem(ProblemError),
    /// It belongs to another problem than the one given.
    #[error("the certificate is for another problem: {sfen}")]
    OtherProblem {
        /// The problem it is for.
        sfen: String,
    },
    /// The checksum does not match the content.
    #[error("the checksum is wrong: the certificate is damaged or cut short")]
    Checksum,
    /// It has a fault, and so much follows that its checksum is not looked for.
    #[error("there is a fault in it, and no end within {MOST_AFTER_FAULT} bytes after that")]
    Endless,
    /// It was another one when it was surveyed.
    #[error("the file changed while it was read")]
    Changed,
    /// It ends where something must follow.
    #[error("the certificate ends too early, at byte {offset}")]
    EndsEarly {
        /// Where, in bytes from the start.
        offset: u64,
    },
    /// Something follows where it must end.
    #[error("something follows the end of the certificate at byte {offset}")]
    GoesOn {
        /// Where, in bytes from the start.
        offset: u64,
    },
    /// A section does not start with its tag.
    #[error("the section that must start at byte {offset} is not there")]
    NoSection {
        /// Where, in bytes from the start.
        offset: u64,
    },
    /// A number is too large or has needless bytes.
    #[error("the number before byte {offset} is not written as numbers are")]
    Number {
        /// Where it ends, in bytes from the start.
        offset: u64,
    },
    /// Entries are nested too deeply.
    #[error("entries are nested too deeply at byte {offset}")]
    TooDeep {
        /// Where, in bytes from the start.
        offset: u64,
    },
}

/// A part of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderPart {
    /// The version of the program that wrote it.
    Program,
    /// The side that attacks.
    Attacker,
    /// The position.
    Position,
    /// The claim.
    Claim,
}

impl fmt::Display for HeaderPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Program => "the version of the program",
            Self::Attacker => "the attacker",
            Self::Position => "the position",
            Self::Claim => "the claim",
        })
    }
}

/// The first fault of a certificate, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the certificate is wrong at byte {offset}, in the {section} section, entry {entry}: {kind}; position: {sfen}"
)]
pub struct Fault {
    /// In which section.
    pub section: Section,
    /// In which entry of the section, counted from 1; 0 before the first.
    pub entry: u64,
    /// After how many bytes of the file.
    pub offset: u64,
    /// The position on the verifier's board at that moment.
    pub sfen: String,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What can be wrong. Moves are those of the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A word encodes no move.
    #[error("{word:#06x} is no move")]
    NoMove {
        /// The word.
        word: u16,
    },
    /// The attacker's move is against the rules.
    #[error("{} is not a legal move", .mv.to_usi())]
    IllegalMove {
        /// The move.
        mv: Move,
    },
    /// The attacker's move does not give check.
    #[error("{} does not give check", .mv.to_usi())]
    NoCheck {
        /// The move.
        mv: Move,
    },
    /// The attacker's move is a pawn drop that mates.
    #[error("{} mates by dropping a pawn, which is illegal", .mv.to_usi())]
    PawnDropMate {
        /// The move.
        mv: Move,
    },
    /// A hand that is impossible in the position.
    #[error("hand {number} does not exist in this position")]
    NoHand {
        /// Its number.
        number: u64,
    },
    /// A rank below 1, or not below that of the entry before it.
    #[error("the mate is to come within less than one ply")]
    Rank,
    /// A depth that is less than what is asked for, or out of range.
    #[error("the depth of the entry is out of range")]
    Depth,
    /// The last move does not mate.
    #[error("this is the last ply, but {} is a defence", .reply.to_usi())]
    NotMate {
        /// The defence.
        reply: Move,
    },
    /// A reference to an entry that does not exist.
    #[error("{} refers to the entry {back} back, which does not exist", .mv.to_usi())]
    NoEntry {
        /// The reply after which it stands.
        mv: Move,
        /// How many entries back.
        back: u64,
    },
    /// The entry referred to is for another board.
    #[error("{} refers to entry {entry}, which is for another board", .mv.to_usi())]
    OtherBoard {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
    },
    /// The entry referred to is for a hand that does not dominate this one.
    #[error("{} refers to entry {entry}, whose hand does not dominate", .mv.to_usi())]
    OtherHand {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
    },
    /// The entry referred to does not mate soon enough.
    #[error("{} refers to entry {entry}, a mate within {has} plies where {wants} are left", .mv.to_usi())]
    TooSlow {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
        /// Its rank.
        has: u16,
        /// The rank it may have.
        wants: u16,
    },
    /// The entry referred to has too small a depth.
    #[error("{} refers to entry {entry}, which holds out for {has} plies where {wants} are needed", .mv.to_usi())]
    TooShort {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
        /// Its depth.
        has: Depth,
        /// The depth it must have.
        wants: Depth,
    },
    /// The defender's reply is against the rules, or leaves the king in check.
    #[error("{} is not a legal reply", .mv.to_usi())]
    IllegalReply {
        /// The reply.
        mv: Move,
    },
    /// There is a mate in one where none may be.
    #[error("{} mates at once", .mv.to_usi())]
    Mates {
        /// The move.
        mv: Move,
    },
    /// The defender is mated already.
    #[error("the king is mated already")]
    Mated,
}

impl Malformed {
    /// Returns the error for a failure to read at `offset`.
    pub(crate) fn of(error: ReadError, offset: u64) -> VerifyError {
        match error {
            ReadError::Io(error) => error.into(),
            ReadError::End => Self::EndsEarly { offset }.into(),
            ReadError::Number => Self::Number { offset }.into(),
        }
    }
}
