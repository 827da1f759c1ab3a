//! Diagrams in characters: the board of the BOD format, where there is room
//! for it, and a narrower one in the letters of SFEN where there is not.

use crate::{Diagram, Style};
use kemuri_core::kanji::{self, Numerals};
use kemuri_core::{Color, Piece, Square, sfen};
use rsshogi::types::{File, Rank};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that the board of the BOD format takes, rank names included.
const WIDE: usize = 31;
const EDGE: &str = "+---------------------------+";

const RESET: &str = "\x1b[0m";
const BOLD: &str = "\x1b[1m";
const FAINT: &str = "\x1b[2m";
const RED: &str = "\x1b[31m";
const REVERSED: &str = "\x1b[7m";

/// What the place can show where a text goes. By default it is a file: of any
/// width, without colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// How many columns it has, if there is an end to them.
    pub width: Option<usize>,
    /// Whether it knows the escape sequences of colours.
    pub colour: bool,
}

/// The words around the board. By default they are English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Stands before the attacker's hand.
    pub attacker_hand: String,
    /// Stands before the defender's hand.
    pub defender_hand: String,
    /// Stands for a hand with no pieces.
    pub empty_hand: String,
    /// Says that the defender is to move.
    pub defender_to_move: String,
    /// How numbers of pieces in hand are written.
    pub numerals: Numerals,
}

impl Default for Labels {
    fn default() -> Self {
        Self {
            attacker_hand: "Attacker's hand:".into(),
            defender_hand: "Defender's hand:".into(),
            empty_hand: "none".into(),
            defender_to_move: "The defender is to move.".into(),
            numerals: Numerals::Arabic,
        }
    }
}

impl Labels {
    /// The line that tells of a hand.
    fn hand(&self, diagram: &Diagram, color: Color) -> String {
        let label = match color == diagram.attacker() {
            true => &self.attacker_hand,
            false => &self.defender_hand,
        };
        let mut pieces = kanji::in_hand(diagram.hand(color), self.numerals).join(" ");
        if pieces.is_empty() {
            pieces.clone_from(&self.empty_hand);
        }
        format!("{label} {pieces}")
    }
}

/// Draws title, board between the hands, and caption, without a line feed at the end.
///
/// `v` marks the pieces that point down. The last move is marked in colour
/// only; without, the caption is there to name it.
pub fn write(diagram: &Diagram, style: &Style, labels: &Labels, terminal: Terminal) -> String {
    let upper = style.bottom().flip();
    let hand = |color| {
        style
            .shows_hand(diagram, color)
            .then(|| labels.hand(diagram, color))
    };
    let before = [diagram.title().map(Into::into), hand(upper)];
    let turn = diagram.turn() != diagram.attacker();
    let after = [
        hand(upper.flip()),
        turn.then(|| labels.defender_to_move.clone()),
        diagram.caption().map(Into::into),
    ];
    let width = terminal.width.unwrap_or(usize::MAX);
    let squares = TextSquares {
        diagram,
        style,
        colour: terminal.colour,
    };
    let board = match width < WIDE {
        true => squares.narrow(),
        false => squares.wide(),
    };
    let folded = |text: String| fold(&text, width);
    let before = before.into_iter().flatten().flat_map(folded);
    let after = after.into_iter().flatten().flat_map(folded);
    let lines: Vec<String> = before.chain(board).chain(after).collect();
    lines.join("\n")
}

/// The rows of a board.
struct TextSquares<'a> {
    diagram: &'a Diagram,
    style: &'a Style,
    colour: bool,
}

impl TextSquares<'_> {
    /// From one side of the board to the other, as the reader looks at it.
    fn order(&self, from_first: bool) -> impl Iterator<Item = i8> + use<> {
        (0..9).map(move |i| if from_first { i } else { 8 - i })
    }

    fn files(&self) -> impl Iterator<Item = i8> + use<> {
        self.order(self.style.flip)
    }

    fn ranks(&self) -> impl Iterator<Item = i8> + use<> {
        self.order(!self.style.flip)
    }

    fn wide(&self) -> Vec<String> {
        let names: String = self
            .files()
            .map(|file| format!(" {}", kanji::FILES[file as usize]))
            .collect();
        let edge = self.painted(FAINT, EDGE);
        let mut rows = vec![format!(" {names}"), edge.clone()];
        let side = self.painted(FAINT, "|");
        for rank in self.ranks() {
            let squares: String = self
                .files()
                .map(|file| {
                    self.square(file, rank, |piece| {
                        if piece == Piece::NONE {
                            return " ・".into();
                        }
                        let down = piece.color() != self.style.bottom();
                        let mark = if down { 'v' } else { ' ' };
                        format!("{mark}{}", kanji::on_board(piece.piece_type()))
                    })
                })
                .collect();
            let name = kanji::RANKS[rank as usize];
            rows.push(format!("{side}{squares}{side}{name}"));
        }
        rows.push(edge);
        rows
    }

    /// Two columns a square, upper case for Black and lower case for White.
    fn narrow(&self) -> Vec<String> {
        let names: String = self.files().map(|file| format!(" {}", file + 1)).collect();
        let mut rows = vec![names];
        for rank in self.ranks() {
            let squares: String = self
                .files()
                .map(|file| {
                    self.square(file, rank, |piece| {
                        if piece == Piece::NONE {
                            return " .".into();
                        }
                        let mark = if piece.is_promoted() { '+' } else { ' ' };
                        let letter = sfen::letter_of_piece(piece.color(), piece.piece_type());
                        format!("{mark}{letter}")
                    })
                })
                .collect();
            rows.push(format!("{squares} {}", char::from(b'a' + rank as u8)));
        }
        rows
    }

    /// A square as `draw` draws it, in its colour.
    fn square(&self, file: i8, rank: i8, draw: impl Fn(Piece) -> String) -> String {
        let square = Square::from_file_rank(File::new(file), Rank::new(rank));
        let piece = self.diagram.piece_on(square);
        let mut paint = match piece {
            Piece::NONE => FAINT,
            piece if piece.color() == self.style.bottom() => BOLD,
            _ => RED,
        }
        .to_string();
        if self.diagram.last_move() == Some(square) {
            paint += REVERSED;
        }
        self.painted(&paint, &draw(piece))
    }

    fn painted(&self, paint: &str, text: &str) -> String {
        if self.colour {
            format!("{paint}{text}{RESET}")
        } else {
            text.into()
        }
    }
}

/// `text` in lines of at most `width` columns: broken at spaces where there
/// are any, and within a word that is too long by itself.
fn fold(text: &str, width: usize) -> Vec<String> {
    if text.width() <= width {
        return vec![text.into()];
    }
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if used > 0 && used + 1 + word.width() <= width {
            push(&mut lines, ' ');
            used += 1;
        } else if used > 0 {
            lines.push(String::new());
            used = 0;
        }
        for c in word.chars() {
            let columns = c.width().unwrap_or(0);
            if used > 0 && used + columns > width {
                lines.push(String::new());
                used = 0;
            }
            push(&mut lines, c);
            used += columns;
        }
    }
    lines
}

/// Adds a character to the last line.
fn push(lines: &mut [String], c: char) {
    if let Some(line) = lines.last_mut() {
        line.push(c);
    }
}
