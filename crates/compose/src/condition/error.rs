//! What can be wrong with a condition.

use kemuri_core::{PieceType, english, line_at};

/// Why a text is not a condition. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// A key that no condition has.
    #[error("line {line}: there is no key '{key}' here")]
    UnknownKey {
        /// The key.
        key: String,
        /// Where it is.
        line: usize,
    },
    /// No TOML, or a value of the wrong sort.
    #[error("line {line}: {detail}")]
    Text {
        /// Where.
        line: usize,
        /// What the reader of TOML says.
        detail: String,
    },
    /// A name that would not do for a file or in a table.
    #[error("name: '{}' is not made of letters, digits, - and _", .0.escape_debug())]
    Name(String),
    /// Nothing to mate with.
    #[error("material: there are no pieces")]
    NoMaterial,
    /// More of a kind than a set of shogi has.
    #[error("material: {count} {}s, but a set of shogi has {limit}", english::piece(*.kind))]
    TooMany {
        /// The kind.
        kind: PieceType,
        /// How many are asked for.
        count: u32,
        /// How many there are.
        limit: u32,
    },
    /// More of a kind than the material has.
    #[error("{section}: {count} of kind {}, but the material has {limit}", english::piece(*.kind))]
    NotInMaterial {
        /// The key, or the section if several keys together ask for them.
        section: &'static str,
        /// The kind.
        kind: PieceType,
        /// How many are asked for.
        count: u32,
        /// How many there are.
        limit: u32,
    },
    /// A number that cannot be met.
    #[error("{key}: {value} is not a number from {least} to {most}")]
    OutOfRange {
        /// The key.
        key: &'static str,
        /// Its value.
        value: u64,
        /// The least it may be.
        least: u64,
        /// The most it may be.
        most: u64,
    },
    /// Numbers of one section that need more pieces than there are.
    #[error("{section}: {need} pieces are needed besides the king, but there are {have}")]
    TooFew {
        /// The section.
        section: &'static str,
        /// How many pieces are needed.
        need: u64,
        /// How many there are.
        have: u64,
    },
    /// The pieces of the two sides and the king are not all there are.
    #[error("{section}: the pieces of both sides and the king are {sum}, but pieces is {pieces}")]
    NotTheSum {
        /// The section.
        section: &'static str,
        /// What the two sides and the king add up to.
        sum: u64,
        /// How many there should be.
        pieces: u64,
    },
    /// More pieces than squares.
    #[error("{section}: {pieces} pieces do not fit on {squares} squares")]
    Crowded {
        /// The section.
        section: &'static str,
        /// How many pieces.
        pieces: u64,
        /// How many squares.
        squares: u64,
    },
    /// Not the two ends of a range.
    #[error("{key}: two numbers are needed, the first and the last, not {count}")]
    NotTwo {
        /// The key.
        key: &'static str,
        /// How many numbers there are.
        count: usize,
    },
}

/// What the reader of TOML says of `text`, on one line.
pub(super) fn of_toml(text: &str, error: &toml::de::Error) -> ConditionError {
    let line = line_at(text, error.span().map_or(0, |span| span.start));
    let message = error.message();
    let unknown = message
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.split('`').next());
    match unknown {
        Some(key) => ConditionError::UnknownKey {
            key: key.into(),
            line,
        },
        None => ConditionError::Text {
            line,
            // One sentence on one line, whatever the reader of TOML writes.
            detail: message.lines().collect::<Vec<_>>().join(", "),
        },
    }
}
