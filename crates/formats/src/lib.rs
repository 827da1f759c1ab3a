#![doc = include_str!("../README.md")]
//!
//! # Why not rsshogi's readers
//!
//! They stop at the first `詰み`, take `手数：3` for the head of the moves and refuse
//! bookmarks. rsshogi is asked for the rules only.

mod branches;
mod convert;
mod csa;
mod cursor;
mod ending;
mod error;
mod faulty;
mod format;
#[doc(hidden)]
pub mod fuzz;
mod illegal;
mod input;
mod jkf;
#[cfg(feature = "serde")]
pub mod json;
mod ki2;
mod kif;
mod link;
mod loss;
mod move_text;
mod record;
mod rest;
mod sfen;
mod start;
mod text;
mod warnings;

pub use convert::{Conversion, ConvertOptions, convert};
pub use ending::Ending;
pub use error::{RecordError, RecordErrorKind};
pub use faulty::FaultyPosition;
pub use format::{Format, ReadRecord, RecordOptions, Written, read, read_with, write};
pub use illegal::{IllegalReason, why_illegal};
pub use input::{
    Expected, InputError, InputErrorKind, Inputs, Location, MoveLine, PrecedingMoves, ProblemEntry,
    ProblemReader, ReadOptions, RecordSource, SolutionError, parse_line, parse_position_command,
    parse_position_with_rest, read_problem, record_sources,
};
pub use loss::{LossKind, Losses};
pub use record::{Header, MAX_PLIES, MoveTime, Record, RecordBuilder, RecordNode, RecordStep};
pub use rest::{AssumedRest, RestCause};
pub use start::even_game;
pub use text::{Encoding, MAX_SIZE, Unencodable, decode, encode};
