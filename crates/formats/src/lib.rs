//! Records of games and of problems: SFEN, USI position lines, KIF, KI2, CSA 2.2,
//! JKF and BOD.
//!
//! [`read`] takes bytes in any of the formats and either encoding, told apart by
//! content, and gives a [`Record`]: headers, a position, a tree of moves. [`write()`]
//! turns a record into any of the formats and says what the format cannot hold.
//! What was read in a format is written in it without a loss.
//!
//! The readers know what problems need and records of games do not: no king on
//! the attacker's side, `残り全部`, branches after the mate, the headers of
//! collections. They are written here rather than taken from rsshogi, whose
//! readers stop at the first `詰み`, take `手数：3` for the head of the moves and
//! refuse bookmarks; what rsshogi is asked for is the rules.

mod branches;
mod convert;
mod csa;
mod cursor;
mod ending;
mod error;
mod format;
#[doc(hidden)]
pub mod fuzz;
mod illegal;
mod input;
mod jkf;
mod ki2;
mod kif;
mod loss;
mod record;
mod sfen;
mod start;
mod text;
mod warnings;
mod words;

pub use convert::{Conversion, ConvertOptions, convert};
pub use ending::Ending;
pub use error::{RecordError, RecordErrorKind};
pub use format::{Format, Reading, Written, read, write};
pub use illegal::{IllegalReason, why_illegal};
pub use input::{
    Expected, InputError, InputErrorKind, Inputs, Location, MoveLine, PrecedingMoves, ProblemEntry,
    ProblemReader, ReadOptions, RecordSource, SolutionError, parse_line, parse_position_command,
    read_problem, read_single_source,
};
pub use loss::{LossKind, Losses};
pub use record::{Header, MAX_PLIES, MoveTime, Record, RecordBuilder, RecordNode, RecordStep};
pub use start::even_game;
pub use text::{Encoding, MAX_SIZE, Unencodable, decode, encode};
