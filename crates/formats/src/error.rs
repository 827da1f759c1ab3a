//! What can be wrong with a record, and where.

use crate::faulty::FaultyPosition;
use crate::illegal::IllegalReason;
use crate::record::Header;
use kemuri_core::ProblemError;
use kemuri_core::sfen::Sfen;
pub(crate) use kemuri_core::sfen::excerpt;
use std::fmt;

/// Something wrong with a record, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RecordError {
    /// The line, from 1.
    pub line: Option<usize>,
    /// The character within the line, from 1.
    pub column: Option<usize>,
    /// The number of the move, from 1 at the start of the record.
    pub ply: Option<usize>,
    /// The number that the source gives this move, if it counts from elsewhere.
    pub told_ply: Option<usize>,
    /// What is wrong.
    pub kind: RecordErrorKind,
}

/// A line of a text and a character within it, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextPlace {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// What is wrong with a record. Texts are the beginning of what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// More bytes than are read.
    #[error("the file is larger than 16 MiB: this is no record")]
    TooLarge,
    /// UTF-16, or no text at all.
    #[error("this is not a text in UTF-8, Shift_JIS or EUC-JP")]
    NotText,
    /// No encoding that is known.
    #[error("the text is neither UTF-8 nor Shift_JIS nor EUC-JP")]
    Encoding,
    /// Nothing but white space.
    #[error("there is nothing in it")]
    Empty,
    /// No known format.
    #[error("this is no record in a known format (SFEN, USI, KIF, KI2, CSA, JKF, BOD)")]
    UnknownFormat,
    /// More than one record.
    #[error("there is more than one record, and only one can be read")]
    Several,
    /// Broken JSON, in the words of the parser.
    #[error("broken JSON: {0}")]
    Json(String),
    /// The position breaks the rules, or its SFEN is broken.
    #[error(transparent)]
    Position(Box<FaultyPosition>),
    /// Not a move.
    #[error("'{0}' is not a move")]
    NotMove(String),
    /// A move that cannot be played.
    #[error("illegal: {0}")]
    Illegal(#[from] IllegalReason),
    /// Several pieces can make this move.
    #[error("'{0}' can be made by several pieces")]
    Ambiguous(String),
    /// A move of the side that is not to move.
    #[error("the other side is to move")]
    WrongSide,
    /// A move number out of order.
    #[error("move number {expected} expected, '{found}' found")]
    Number {
        /// What it should be.
        expected: usize,
        /// What it is.
        found: String,
    },
    /// A branch that leaves a line before its first move.
    #[error("a branch at move {ply}, but the first move is number {first}")]
    BranchBefore {
        /// The number of the first move of the branch.
        ply: usize,
        /// The number of the first move of the line.
        first: usize,
    },
    /// A branch that leaves a line after its end.
    #[error(
        "a branch at move {ply}, but the line before it has {moves} move{}",
        if *moves == 1 { "" } else { "s" }
    )]
    Branch {
        /// The number of its first move.
        ply: usize,
        /// The moves that there are.
        moves: usize,
    },
    /// A move after the end of a line.
    #[error("the line has ended already")]
    AfterEnd,
    /// A line of more moves than are read.
    #[error("the line has more moves than are read (10000)")]
    TooManyMoves,
    /// Not a time.
    #[error("'{0}' is not a time")]
    Time(String),
    /// A second time for a move, where the format has room for one.
    #[error("this move has a time already")]
    TimeTwice,
    /// A row of a diagram with another number of squares than nine.
    #[error("9 squares expected in a row of the diagram, {0} found")]
    Squares(usize),
    /// A diagram with another number of rows than nine.
    #[error("9 rows expected in the diagram, {0} found")]
    Rows(usize),
    /// A row of a diagram with the wrong name.
    #[error("'{0}' is not the name of this row")]
    RowName(String),
    /// Not a piece.
    #[error("'{0}' is not a piece")]
    NotPiece(String),
    /// Both sides have all that is left.
    #[error("both sides cannot have all that is left")]
    RestTwice,
    /// A second line for the hand of a side.
    #[error("the hand of this side has been told already")]
    HandTwice,
    /// A second line that tells how many moves were made before.
    #[error("how many moves were made before has been told already")]
    NumberTwice,
    /// A diagram without a board, or a name that needs a diagram.
    #[error("the diagram is missing")]
    NoDiagram,
    /// Not the name of a handicap.
    #[error("'{0}' is not the name of a handicap")]
    Handicap(String),
    /// Neither a position nor a move.
    #[error("there is no position in it")]
    NoPosition,
    /// A remark on a move that is not there.
    #[error("'{0}' is a remark on a move that is not there")]
    OrphanComment(String),
    /// A line that means nothing.
    #[error("'{0}' means nothing here")]
    Unexpected(String),
}

impl RecordErrorKind {
    /// A position that breaks the rules.
    pub(crate) fn position(error: ProblemError, start: &Sfen, headers: &[Header]) -> Self {
        let faulty = FaultyPosition::new(error, start.clone());
        Self::Position(Box::new(faulty.with_headers(headers)))
    }

    /// Whether this is a matter of moves and of what is said of them: the position is not
    /// touched by it.
    pub(crate) fn is_of_moves(&self) -> bool {
        matches!(
            self,
            Self::NotMove(_)
                | Self::Illegal(_)
                | Self::Ambiguous(_)
                | Self::WrongSide
                | Self::Number { .. }
                | Self::BranchBefore { .. }
                | Self::Branch { .. }
                | Self::AfterEnd
                | Self::Time(_)
                | Self::TimeTwice
                | Self::OrphanComment(_)
        )
    }

    /// This error, where no location can be named.
    pub(crate) fn unlocated(self) -> RecordError {
        RecordError {
            line: None,
            column: None,
            ply: None,
            told_ply: None,
            kind: self,
        }
    }

    /// This error at a line and a column.
    pub(crate) fn at(self, line: usize, column: usize) -> RecordError {
        RecordError {
            line: Some(line),
            column: Some(column),
            ..self.unlocated()
        }
    }

    /// This error at a line and a column, if they are known.
    pub(crate) fn at_place(self, place: Option<TextPlace>) -> RecordError {
        match place {
            Some(TextPlace { line, column }) => self.at(line, column),
            None => self.unlocated(),
        }
    }

    /// This error of a move.
    pub(crate) fn at_move(self, ply: usize) -> RecordError {
        self.unlocated().of_move(ply)
    }
}

impl RecordError {
    /// The same, of move number `ply`.
    pub(crate) fn of_move(self, ply: usize) -> Self {
        Self {
            ply: Some(ply),
            ..self
        }
    }

    /// The same, of move number `ply`, which its source calls `told`.
    pub(crate) fn of_told_move(self, ply: usize, told: usize) -> Self {
        Self {
            told_ply: (told != ply).then_some(told),
            ..self.of_move(ply)
        }
    }

    /// The number of the move as a reader of the source finds it there.
    pub fn move_number(&self) -> Option<usize> {
        self.told_ply.or(self.ply)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("line", self.line),
            ("column", self.column),
            ("move", self.move_number()),
        ];
        let parts = parts
            .into_iter()
            .filter_map(|(name, number)| Some((name, number?)));
        for (i, (name, number)) in parts.enumerate() {
            let separator = if i > 0 { ", " } else { "" };
            write!(f, "{separator}{name} {number}")?;
        }
        if (self.line, self.column, self.ply) != (None, None, None) {
            f.write_str(": ")?;
        }
        write!(f, "{}", self.kind)
    }
}
