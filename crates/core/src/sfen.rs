//! SFEN, the one-line text of a position: reading it with a precise location
//! for every mistake, and writing it in canonical form.
//!
//! Only the syntax is judged here; whether the position obeys the rules of
//! shogi is for [`crate::problem`] to say.

use crate::hand::{HAND_ORDER, Hand, set_size};
use rsshogi::types::{Color, HandPiece, Piece, PieceType};
use std::fmt::Write as _;

/// Longest SFEN that is read, in bytes. A full board with full hands needs
/// fewer than 250.
pub const MAX_LENGTH: usize = 1000;

/// A part of an SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The pieces on the board.
    Board,
    /// The side to move, `b` or `w`.
    Turn,
    /// The pieces in hand.
    Hands,
}

/// Why a text is not an SFEN.
///
/// `at` is always the place of the offending character, counted in characters
/// from 1 at the start of the text as it was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenError {
    /// Nothing but white space.
    #[error("the SFEN is empty")]
    Empty,
    /// Longer than any SFEN can be.
    #[error("the SFEN is too long: {length} bytes, at most {MAX_LENGTH} are read")]
    TooLong {
        /// Its length in bytes, without white space around it.
        length: usize,
    },
    /// The text ends before this field.
    #[error("the SFEN ends too early: {} missing", field_name(*.field))]
    Missing {
        /// The first field that is not there.
        field: Field,
    },
    /// The board has not nine rows.
    #[error("SFEN board: 9 rows expected, {found} found")]
    Rows {
        /// How many there are.
        found: usize,
    },
    /// A row of the board has not nine squares.
    #[error("SFEN board, row {row}: 9 squares expected, {squares} found")]
    Width {
        /// The row, 1 for the top.
        row: usize,
        /// How many squares it has.
        squares: usize,
    },
    /// A character on the board that is no piece and no number of empty squares.
    #[error("SFEN board, row {row}, character {at}: '{}' is not a piece", shown(*.found))]
    BoardCharacter {
        /// The row, 1 for the top.
        row: usize,
        /// Where.
        at: usize,
        /// What.
        found: char,
    },
    /// A `+` that is not followed by a piece that promotes.
    #[error("SFEN board, row {row}, character {at}: '+' must be followed by a piece that promotes")]
    Promotion {
        /// The row, 1 for the top.
        row: usize,
        /// Where the `+` is.
        at: usize,
    },
    /// The side to move is neither `b` nor `w`.
    #[error("SFEN side to move, character {at}: '{found}' is neither 'b' nor 'w'")]
    Turn {
        /// Where.
        at: usize,
        /// What, shortened.
        found: String,
    },
    /// A character among the hands that is no piece that can be held.
    #[error(
        "SFEN hands, character {at}: '{}' is not a piece that can be in hand",
        shown(*.found)
    )]
    HandCharacter {
        /// Where.
        at: usize,
        /// What.
        found: char,
    },
    /// A number among the hands that starts with zero or has no piece after it.
    #[error("SFEN hands, character {at}: a number from 1 up must stand before a piece")]
    HandNumber {
        /// Where the number starts.
        at: usize,
    },
    /// The move number is not a number.
    #[error("SFEN move number, character {at}: '{found}' is not a number")]
    MoveNumber {
        /// Where.
        at: usize,
        /// What, shortened.
        found: String,
    },
    /// Something follows the move number.
    #[error("SFEN, character {at}: unexpected '{found}' after the end of the position")]
    Trailing {
        /// Where.
        at: usize,
        /// What, shortened.
        found: String,
    },
}

fn field_name(field: Field) -> &'static str {
    match field {
        Field::Board => "the board is",
        Field::Turn => "the side to move is",
        Field::Hands => "the hands are",
    }
}

/// `c` as errors show it. Control characters, and those that turn or hide text,
/// must not reach a terminal, and an error is one line; all others, wide spaces
/// among them, are shown as they were typed.
pub fn shown(c: char) -> String {
    let hides = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    match c.is_control() || hides {
        true => c.escape_debug().collect(),
        false => c.into(),
    }
}

/// The start of `text`, harmless on a terminal, for errors to quote.
pub fn excerpt(text: &str) -> String {
    shortened(text, 20)
}

/// The first `limit` characters of `text`, as errors show them.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let mut out: String = text.chars().take(limit).map(shown).collect();
    if text.chars().nth(limit).is_some() {
        out.push('…');
    }
    out
}

/// What an SFEN says, before any rule of shogi is applied to it.
///
/// Hands are counts because a text can name more pieces than a packed hand holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sfen {
    /// By [`rsshogi::types::Square::to_index`].
    pub board: [Piece; 81],
    /// By colour, then by [`HandPiece::to_index`].
    pub hands: [[u32; HandPiece::COUNT]; 2],
    /// The side to move.
    pub turn: Color,
    /// The number of the move to be made, 1 where none is given.
    pub number: u32,
}

impl Sfen {
    /// A position with hands that are known, move number 1.
    pub fn new(board: [Piece; 81], hands: [Hand; 2], turn: Color) -> Self {
        let counts = |hand: Hand| {
            let mut counts = [0; HandPiece::COUNT];
            for held in HandPiece::iter() {
                counts[held.to_index()] = hand.count(held.to_piece_type().to_index());
            }
            counts
        };
        Self {
            board,
            hands: hands.map(counts),
            turn,
            number: 1,
        }
    }

    /// Returns the pieces of a set, kings excepted, that are neither on the board nor
    /// in a hand.
    ///
    /// ```
    /// let sfen = kemuri_core::sfen::parse("8k/9/8P/9/9/9/9/9/9 b Gr2b3g4s4n4l16p")?;
    /// let missing = sfen.unaccounted();
    /// assert_eq!(missing.total(), 2, "a rook and a pawn");
    /// # Ok::<(), kemuri_core::sfen::SfenError>(())
    /// ```
    pub fn unaccounted(&self) -> Hand {
        HandPiece::iter().fold(Hand::EMPTY, |rest, held| {
            let kind = held.to_piece_type();
            let on_board = self.board.iter().filter(|p| p.base_piece_type() == kind);
            let in_hands = self.hands.iter().map(|hand| hand[held.to_index()]);
            let used = in_hands.fold(on_board.count() as u32, u32::saturating_add);
            rest.with(kind.to_index(), set_size(kind).saturating_sub(used))
        })
    }

    /// The hands; a count that no set of shogi has is cut to what fits.
    pub fn packed_hands(&self) -> [Hand; 2] {
        self.hands.map(|counts| {
            HandPiece::iter().fold(Hand::EMPTY, |hand, held| {
                let kind = held.to_piece_type();
                let count = counts[held.to_index()].min(set_size(kind));
                hand.with(kind.to_index(), count)
            })
        })
    }
}

impl std::fmt::Display for Sfen {
    /// The canonical form: fewest characters for the board, hands in the order
    /// R B G S N L P with Black first.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |color: Color, kind: PieceType| {
            HandPiece::from_piece_type(kind)
                .map_or(0, |piece| self.hands[color.to_index()][piece.to_index()])
        };
        let fields = fields(&self.board, count, self.turn);
        write!(f, "{fields} {}", self.number)
    }
}

/// A word of the text and the place of its first character.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    at: usize,
}

/// The words of `text` with their places.
fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        let at = text[..before].chars().count() + 1;
        Token { text: word, at }
    })
}

/// Reads an SFEN, with or without `sfen` or `position sfen` before it and a
/// move number after it.
pub fn parse(text: &str) -> Result<Sfen, SfenError> {
    let length = text.trim().len();
    if length == 0 {
        return Err(SfenError::Empty);
    }
    if length > MAX_LENGTH {
        return Err(SfenError::TooLong { length });
    }
    let first: Vec<&str> = text.split_whitespace().take(2).collect();
    let prefix = match first[..] {
        ["position", "sfen"] => 2,
        ["sfen", ..] => 1,
        _ => 0,
    };
    let mut words = tokens(text).skip(prefix);
    let mut next = |field| words.next().ok_or(SfenError::Missing { field });
    let board = parse_board(next(Field::Board)?)?;
    let turn = parse_turn(next(Field::Turn)?)?;
    let hands = parse_hands(next(Field::Hands)?)?;
    let mut number = 1;
    if let Some(word) = words.next() {
        if !word.text.bytes().all(|b| b.is_ascii_digit()) {
            // A number is optional, so a word here may also be the start of junk.
            return Err(SfenError::MoveNumber {
                at: word.at,
                found: excerpt(word.text),
            });
        }
        number = word.text.parse().unwrap_or(u32::MAX).max(1);
    }
    if let Some(junk) = words.next() {
        return Err(SfenError::Trailing {
            at: junk.at,
            found: excerpt(junk.text),
        });
    }
    Ok(Sfen {
        board,
        hands,
        turn,
        number,
    })
}

fn parse_board(token: Token<'_>) -> Result<[Piece; 81], SfenError> {
    let mut board = [Piece::NONE; 81];
    let (mut row, mut column) = (0, 0);
    let mut first_bad_width = None;
    let mut chars = token.text.chars().enumerate();
    while let Some((offset, c)) = chars.next() {
        let at = token.at + offset;
        match c {
            '/' => {
                if column != 9 {
                    first_bad_width.get_or_insert((row, column));
                }
                row += 1;
                column = 0;
            }
            '1'..='9' => column += c as usize - '0' as usize,
            _ => {
                let piece = if c == '+' {
                    chars
                        .next()
                        .and_then(|(_, letter)| piece_of_letter(letter))
                        .filter(|piece| piece.piece_type().is_promotable())
                        .map(Piece::promote)
                        .ok_or(SfenError::Promotion { row: row + 1, at })?
                } else {
                    piece_of_letter(c).ok_or(SfenError::BoardCharacter {
                        row: row + 1,
                        at,
                        found: c,
                    })?
                };
                if row < 9 && column < 9 {
                    // Squares are numbered down the files, from the first file.
                    board[(8 - column) * 9 + row] = piece;
                }
                column += 1;
            }
        }
    }
    if row != 8 {
        return Err(SfenError::Rows { found: row + 1 });
    }
    if column != 9 {
        first_bad_width.get_or_insert((row, column));
    }
    match first_bad_width {
        Some((row, squares)) => Err(SfenError::Width {
            row: row + 1,
            squares,
        }),
        None => Ok(board),
    }
}

fn parse_turn(token: Token<'_>) -> Result<Color, SfenError> {
    match token.text {
        "b" => Ok(Color::BLACK),
        "w" => Ok(Color::WHITE),
        other => Err(SfenError::Turn {
            at: token.at,
            found: excerpt(other),
        }),
    }
}

fn parse_hands(token: Token<'_>) -> Result<[[u32; HandPiece::COUNT]; 2], SfenError> {
    let mut hands = [[0u32; HandPiece::COUNT]; 2];
    if token.text == "-" {
        return Ok(hands);
    }
    let mut number: Option<(u32, usize)> = None;
    for (offset, c) in token.text.chars().enumerate() {
        let at = token.at + offset;
        if let Some(digit) = c.to_digit(10) {
            let (value, start) = number.unwrap_or((0, at));
            let value = value.saturating_mul(10).saturating_add(digit);
            if value == 0 {
                return Err(SfenError::HandNumber { at });
            }
            number = Some((value, start));
            continue;
        }
        let piece = piece_of_letter(c).ok_or(SfenError::HandCharacter { at, found: c })?;
        let held = HandPiece::from_piece_type(piece.piece_type())
            .ok_or(SfenError::HandCharacter { at, found: c })?;
        let count = number.take().map_or(1, |(value, _)| value);
        let slot = &mut hands[piece.color().to_index()][held.to_index()];
        *slot = slot.saturating_add(count);
    }
    match number {
        Some((_, at)) => Err(SfenError::HandNumber { at }),
        None => Ok(hands),
    }
}

fn piece_of_letter(letter: char) -> Option<Piece> {
    letter.encode_utf8(&mut [0; 4]).parse().ok()
}

/// The letter of a piece, promoted or not: upper case for Black, lower for White.
pub fn letter_of_piece(color: Color, kind: PieceType) -> char {
    let letter = match kind.demote() {
        PieceType::PAWN => 'P',
        PieceType::LANCE => 'L',
        PieceType::KNIGHT => 'N',
        PieceType::SILVER => 'S',
        PieceType::GOLD => 'G',
        PieceType::BISHOP => 'B',
        PieceType::ROOK => 'R',
        _ => 'K',
    };
    if color == Color::BLACK {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

/// The canonical SFEN: fewest characters for the board, hands in the order
/// R B G S N L P with Black first, move number 1.
pub fn write(board: &[Piece; 81], hands: [Hand; 2], turn: Color) -> String {
    let count = |color: Color, kind: PieceType| hands[color.to_index()].count(kind.to_index());
    fields(board, count, turn) + " 1"
}

/// All fields but the move number.
fn fields(board: &[Piece; 81], count: impl Fn(Color, PieceType) -> u32, turn: Color) -> String {
    let mut out = String::with_capacity(128);
    for row in 0..9 {
        if row > 0 {
            out.push('/');
        }
        let mut empty = 0;
        for column in 0..9 {
            let piece = board[(8 - column) * 9 + row];
            if piece.is_empty() {
                empty += 1;
                continue;
            }
            push_empty(&mut out, &mut empty);
            if piece.is_promoted() {
                out.push('+');
            }
            out.push(letter_of_piece(piece.color(), piece.piece_type()));
        }
        push_empty(&mut out, &mut empty);
    }
    out.push_str(if turn == Color::BLACK { " b " } else { " w " });
    let before_hands = out.len();
    for color in [Color::BLACK, Color::WHITE] {
        for kind in HAND_ORDER {
            let count = count(color, kind);
            if count > 1 {
                let _ = write!(out, "{count}");
            }
            if count > 0 {
                out.push(letter_of_piece(color, kind));
            }
        }
    }
    if out.len() == before_hands {
        out.push('-');
    }
    out
}

fn push_empty(out: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(out, "{empty}");
        *empty = 0;
    }
}
