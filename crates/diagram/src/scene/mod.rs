//! Where everything of a picture is, for SVG and PNG alike.
//!
//! The proportions are those of printed diagrams: squares a little taller than
//! wide, a heavy frame around thin lines, files above, ranks on the right, the
//! hand of the lower side in a column to the right of them and that of the
//! upper side in one to the left of the board.

mod item;

pub use item::{Area, BLACK, Glyph, Grey, Item, Point, WHITE};

use crate::outline;
use crate::{Diagram, Style};
use kemuri_core::kanji::{self, Numerals};
use kemuri_core::{Color, Piece, Square};
use rsshogi::types::{File, Rank};

/// Width and height of a square.
const SQUARE: (f32, f32) = (40.0, 43.0);
const BOARD: (f32, f32) = (9.0 * SQUARE.0, 9.0 * SQUARE.1);
/// Em of a piece on the board.
const PIECE: f32 = 35.0;
/// Em of the numbers around the board, and the room they take.
const NUMBER: f32 = 15.0;
const NUMBERS: f32 = 23.0;
/// Em of a hand, and the room its column takes.
const IN_HAND: f32 = 25.0;
const COLUMN: f32 = 40.0;
/// From one character of a column to the next, in ems.
const PITCH: f32 = 1.08;
/// Between the word 持駒 and the pieces, in ems.
const PAUSE: f32 = 0.45;
const TITLE: f32 = 21.0;
const CAPTION: f32 = 17.0;
/// From one line of a title to the next, in ems, and how far a title may shrink before
/// it gets a second one.
const LEADING: f32 = 1.35;
const SQUEEZED: f32 = 0.8;
/// How far a text may shrink before it is cut short.
const SMALLEST: f32 = 0.6;
const MARGIN: f32 = 12.0;
const FRAME: f32 = 2.4;
/// Thickness of the lines between squares.
pub(crate) const RULE: f32 = 0.9;
const STAR: f32 = 2.6;

/// The square of the last move.
const MARKED: Grey = 208;

/// A picture of this size, and what is on it from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What is on it.
    pub items: Vec<Item>,
}

impl Scene {
    /// Lays out a diagram.
    pub fn new(diagram: &Diagram, style: &Style) -> Self {
        let bottom = style.bottom();
        let upper_hand = style.shows_hand(diagram, bottom.flip());
        let lower_hand = style.shows_hand(diagram, bottom);
        let room = |there: bool, size: f32| if there { size } else { 0.0 };
        let left = MARGIN + room(upper_hand, COLUMN);
        let width = left + BOARD.0 + NUMBERS + room(lower_hand, COLUMN) + MARGIN;
        let middle = left + BOARD.0 / 2.0;
        // What stands over the middle of the board and is no wider than the picture.
        let measure = 2.0 * (middle.min(width - middle) - MARGIN);
        let title = diagram
            .title()
            .map(|title| in_lines(title, measure / TITLE));
        let title = title.unwrap_or_default();
        let leading = TITLE * LEADING;
        let below_title = room(!title.is_empty(), TITLE * 1.5 - leading);
        let top = MARGIN + title.len() as f32 * leading + below_title + NUMBERS;
        let mut scene = Self {
            width,
            height: top + BOARD.1 + room(diagram.caption().is_some(), CAPTION * 2.0) + MARGIN,
            items: Vec::new(),
        };
        let draw = &mut Drawing {
            scene: &mut scene,
            diagram,
            style,
            corner: Point::new(left, top),
        };
        draw.grid();
        draw.numbers();
        draw.pieces();
        let numbers_end = left + BOARD.0 + NUMBERS;
        let mut columns = Vec::new();
        if lower_hand {
            columns.push((bottom, numbers_end + COLUMN / 2.0));
        }
        if upper_hand {
            columns.push((bottom.flip(), MARGIN + (COLUMN - NUMBER) / 2.0));
        }
        draw.hands(&columns);
        for (line, number) in title.iter().zip(0u8..) {
            let y = MARGIN + TITLE / 2.0 + f32::from(number) * leading;
            draw.text(line, Point::new(middle, y), TITLE, measure);
        }
        if let Some(caption) = diagram.caption() {
            let y = top + BOARD.1 + CAPTION * 1.25;
            draw.text(caption, Point::new(middle, y), CAPTION, measure);
        }
        scene
    }

    /// Puts pictures side by side in so many columns of equal width, row by row.
    pub fn page(scenes: &[Self], columns: usize) -> Self {
        let columns = columns.clamp(1, scenes.len().max(1));
        let column = scenes.iter().map(|scene| scene.width).fold(0.0, f32::max);
        let mut page = Self {
            width: column * columns as f32,
            ..Self::default()
        };
        for row in scenes.chunks(columns) {
            let top = page.height;
            for (number, scene) in row.iter().enumerate() {
                let left = column * number as f32;
                let by = Point::new(left, top);
                let moved = scene.items.iter().map(|item| item.moved(by));
                page.items.extend(moved);
                page.height = page.height.max(top + scene.height);
            }
        }
        page
    }
}

/// How wide a text is, in ems.
pub fn text_width(text: &str) -> f32 {
    text.chars().map(advance).sum()
}

/// How wide a character is, in ems. Whatever font it comes from, or the geta: none is
/// wider than an em.
fn advance(c: char) -> f32 {
    outline::of(c).map_or(1.0, |outline| outline.advance)
}

/// A title in one line or two, where there is room for so many ems: broken at a space
/// near the middle, or in the middle where the language has no spaces.
fn in_lines(title: &str, room: f32) -> Vec<String> {
    let width = text_width(title);
    if width * SQUEEZED <= room {
        return vec![title.into()];
    }
    // The longer line if the title is broken before a character.
    let longer = |before: f32| before.max(width - before);
    let places = |of: fn(char) -> bool| {
        let mut before = 0.0;
        let places = title.char_indices().map(|(at, c)| {
            let longer = longer(before);
            before += advance(c);
            (c, at, longer)
        });
        let places = places.filter(|&(c, ..)| of(c));
        places.min_by(|(.., a), (.., b)| a.total_cmp(b))
    };
    let space = places(char::is_whitespace).filter(|&(.., longer)| longer * SMALLEST <= room);
    let best = space.or_else(|| places(|_| true));
    let at = best.map_or(0, |(_, at, _)| at);
    let lines = [&title[..at], &title[at..]].map(|line| line.trim().to_string());
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// Where the baseline is below the middle of the em box, in ems.
pub const BASELINE: f32 = 0.38;

/// The characters of a line of text around its middle, a [`outline::GETA`] for
/// each that there is no outline of.
pub fn set(text: &str, middle: Point, size: f32) -> Vec<Glyph> {
    let advance = |c| outline::of(c).map_or(0.0, |outline| outline.advance * size);
    let characters = text.chars().map(|c| match outline::of(c) {
        Some(_) => c,
        None => outline::GETA,
    });
    let width: f32 = characters.clone().map(advance).sum();
    let mut left = middle.x - width / 2.0;
    characters
        .map(|character| {
            let x = left + advance(character) / 2.0;
            left += advance(character);
            Glyph {
                character,
                middle: Point::new(x, middle.y),
                size,
                turned: false,
                square: None,
            }
        })
        .collect()
}

/// Draws a diagram into a scene.
struct Drawing<'a> {
    scene: &'a mut Scene,
    diagram: &'a Diagram,
    style: &'a Style,
    /// The upper left corner of the board.
    corner: Point,
}

impl Drawing<'_> {
    /// A place on the board, in squares from its upper left corner.
    fn at(&self, column: f32, row: f32) -> Point {
        let Point { x, y } = self.corner;
        Point::new(x + column * SQUARE.0, y + row * SQUARE.1)
    }

    /// Column and row of a square, from the upper left corner.
    fn place(&self, square: Square) -> (f32, f32) {
        let (file, rank) = (square.file().raw(), square.rank().raw());
        if self.style.flip {
            (f32::from(file), f32::from(8 - rank))
        } else {
            (f32::from(8 - file), f32::from(rank))
        }
    }

    fn push(&mut self, item: Item) {
        self.scene.items.push(item);
    }

    fn glyph(&mut self, character: char, middle: Point, size: f32) {
        self.push(Item::Glyph(Glyph {
            character,
            middle,
            size,
            turned: false,
            square: None,
        }));
    }

    fn grid(&mut self) {
        if let Some(square) = self.diagram.last_move() {
            let (column, row) = self.place(square);
            let area = Area {
                corner: self.at(column, row),
                width: SQUARE.0,
                height: SQUARE.1,
            };
            self.push(Item::Fill { area, grey: MARKED });
        }
        for i in 1..9u8 {
            let i = f32::from(i);
            for ends in [[(i, 0.0), (i, 9.0)], [(0.0, i), (9.0, i)]] {
                let [from, to] = ends.map(|(column, row)| self.at(column, row));
                self.push(Item::Rule {
                    from,
                    to,
                    thickness: RULE,
                });
            }
        }
        for (column, row) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
            self.push(Item::Dot {
                middle: self.at(column, row),
                radius: STAR,
            });
        }
        let area = Area {
            corner: self.corner,
            width: BOARD.0,
            height: BOARD.1,
        };
        self.push(Item::Frame {
            area,
            thickness: FRAME,
        });
    }

    fn numbers(&mut self) {
        for i in 0..9u8 {
            let square = Square::from_file_rank(File::new(i as i8), Rank::new(i as i8));
            let (column, row) = self.place(square);
            let above = Point::new(0.0, -NUMBERS / 2.0);
            let file = self.at(column + 0.5, 0.0).moved(above);
            self.glyph(kanji::FILES[usize::from(i)], file, NUMBER);
            let beside = Point::new(NUMBERS / 2.0, 0.0);
            let rank = self.at(9.0, row + 0.5).moved(beside);
            self.glyph(kanji::RANKS[usize::from(i)], rank, NUMBER);
        }
    }

    fn pieces(&mut self) {
        for square in Square::iter() {
            let piece = self.diagram.piece_on(square);
            if piece == Piece::NONE {
                continue;
            }
            let (column, row) = self.place(square);
            self.push(Item::Glyph(Glyph {
                character: kanji::on_board(piece.piece_type()),
                middle: self.at(column + 0.5, row + 0.5),
                size: PIECE,
                turned: piece.color() != self.style.bottom(),
                square: Some(square),
            }));
        }
    }

    /// Hands from top to bottom around these x, smaller if one of them would
    /// be longer than the board.
    fn hands(&mut self, columns: &[(Color, f32)]) {
        // With one hand beside the board everybody knows whose it is.
        let both = columns.len() > 1;
        let words: Vec<[String; 2]> = columns
            .iter()
            .map(|&(color, _)| self.hand_words(color, both))
            .collect();
        let length = |[label, pieces]: &[String; 2]| {
            (label.chars().count() + pieces.chars().count()) as f32 * PITCH + PAUSE
        };
        let longest = words.iter().map(length).fold(1.0, f32::max);
        let size = IN_HAND.min(BOARD.1 / longest);
        for ([label, pieces], &(_, x)) in words.iter().zip(columns) {
            let mut y = self.corner.y + size * PITCH / 2.0;
            for (word, pause) in [(label, PAUSE), (pieces, 0.0)] {
                for character in word.chars() {
                    self.glyph(character, Point::new(x, y), size);
                    y += size * PITCH;
                }
                y += size * pause;
            }
        }
    }

    /// What a hand is called, and what is in it, as Japanese books print it.
    fn hand_words(&self, color: Color, whose: bool) -> [String; 2] {
        let side = match (whose, color == self.diagram.attacker()) {
            (false, _) => "",
            (true, true) => "攻方",
            (true, false) => "玉方",
        };
        let pieces = kanji::in_hand(self.diagram.hand(color), Numerals::Kanji).concat();
        let none = pieces.is_empty();
        let pieces = if none { "なし".into() } else { pieces };
        [format!("{side}持駒"), pieces]
    }

    /// A line around this middle, made to fit into `room`.
    fn text(&mut self, text: &str, middle: Point, size: f32, room: f32) {
        let mut text = text.to_string();
        let smallest = size * SMALLEST;
        if text_width(&text) * smallest > room {
            let mut width = 0.0;
            let end = text.char_indices().find(|&(_, c)| {
                width += advance(c);
                width * smallest + smallest > room
            });
            text.truncate(end.map_or(text.len(), |(at, _)| at));
            text.push('…');
        }
        let size = size.min(room / text_width(&text).max(1.0));
        self.push(Item::Text { middle, size, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_has_two_lines() {
        for (title, room, lines) in [
            ("煙詰", 20.0, &["煙詰"][..]),
            (
                "失われた時を求めて　橋本孝治",
                12.0,
                &["失われた時を求めて　橋本孝治"],
            ),
            (
                "失われた時を求めて　橋本孝治",
                10.0,
                &["失われた時を求めて", "橋本孝治"],
            ),
            // No part may be so long that it has to be cut.
            (
                "失われた時を求めて　作",
                5.0,
                &["失われた時", "を求めて　作"],
            ),
            (
                "a very long title of a problem",
                8.0,
                &["a very long title", "of a problem"],
            ),
            ("龍", 0.1, &["龍"]),
        ] {
            assert_eq!(in_lines(title, room), lines, "{title} in {room}");
        }
    }

    /// With a look at all of the title for each of its characters this takes hours.
    #[test]
    fn the_longest_title_is_laid_out_in_one_pass() {
        let title = "失われた 時を求めて".repeat(400_000);
        let [first, second] = &in_lines(&title, 20.0)[..] else {
            panic!("two lines");
        };
        assert!(first.len().abs_diff(second.len()) < 10);
        let diagram = Diagram::from_problem(&"8k/9/8P/9/9/9/9/9/9 b G 1".parse().unwrap());
        let scene = Scene::new(&diagram.with_title(title), &Style::default());
        let cut = |item: &&Item| matches!(item, Item::Text { text, .. } if text.ends_with('…'));
        assert_eq!(scene.items.iter().filter(cut).count(), 2);
    }
}
