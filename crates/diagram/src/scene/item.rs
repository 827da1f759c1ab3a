//! What a picture is made of.

use kemuri_core::Square;

/// Shades of grey, from 0 for black to 255 for white.
pub type Grey = u8;
/// Lines and characters.
pub const BLACK: Grey = 0;
/// The ground.
pub const WHITE: Grey = 255;

/// A point of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

impl Point {
    /// The point at `x` and `y`.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The same, moved by a distance.
    pub(super) fn moved(self, by: Self) -> Self {
        Self::new(self.x + by.x, self.y + by.y)
    }
}

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its upper left corner.
    pub corner: Point,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

impl Area {
    fn moved(self, by: Point) -> Self {
        let corner = self.corner.moved(by);
        Self { corner, ..self }
    }
}

/// Something on a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled rectangle.
    Fill {
        /// Where.
        area: Area,
        /// In which shade.
        grey: Grey,
    },
    /// A level or upright line.
    Rule {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// Its thickness.
        thickness: f32,
    },
    /// The lines around a rectangle.
    Frame {
        /// The rectangle.
        area: Area,
        /// Their thickness.
        thickness: f32,
    },
    /// A disc where two rules cross.
    Dot {
        /// Its middle.
        middle: Point,
        /// Its radius.
        radius: f32,
    },
    /// A character.
    Glyph(Glyph),
    /// A line of text. Its characters are the user's, so there may be no outlines
    /// of them.
    Text {
        /// Its middle.
        middle: Point,
        /// Its em.
        size: f32,
        /// What it says.
        text: String,
    },
}

/// A character and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Which.
    pub character: char,
    /// The middle of its em box.
    pub middle: Point,
    /// Its em.
    pub size: f32,
    /// Upside down.
    pub turned: bool,
    /// The square that it is the piece of.
    pub square: Option<Square>,
}

impl Item {
    /// The same, moved by a distance.
    pub(super) fn moved(&self, by: Point) -> Self {
        let mut item = self.clone();
        match &mut item {
            Self::Fill { area, .. } | Self::Frame { area, .. } => *area = area.moved(by),
            Self::Rule { from, to, .. } => {
                *from = from.moved(by);
                *to = to.moved(by);
            }
            Self::Dot { middle, .. }
            | Self::Glyph(Glyph { middle, .. })
            | Self::Text { middle, .. } => *middle = middle.moved(by),
        }
        item
    }
}
