//! Outlines of the characters that diagrams are made of.
//!
//! They stand in `outlines/mincho.txt.gz`, one line a character: the character,
//! its advance, and SVG path data with relative commands. A thousand units are
//! an em; the origin is the middle of the em box, so that a scale of -1 turns a
//! character upside down where it stands; y points down.

use flate2::read::GzDecoder;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::sync::LazyLock;

/// Units of an em.
pub const EM: f32 = 1000.0;

/// What is printed for a character that there is no outline of: the geta, as
/// printers had it for a missing type.
pub const GETA: char = '〓';

/// The outline of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// How wide it is, in ems.
    pub advance: f32,
    /// SVG path data, in thousandths of an em around the middle.
    pub data: &'static str,
}

/// A step of an outline, in thousandths of an em around the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Starts a contour here.
    Move(f32, f32),
    /// A straight line to here.
    Line(f32, f32),
    /// A quadratic curve with this control point to here.
    Quad(f32, f32, f32, f32),
    /// Ends the contour.
    Close,
}

/// The lines, unpacked once and kept as long as the program runs.
static LINES: LazyLock<String> = LazyLock::new(|| {
    let packed = include_bytes!("../outlines/mincho.txt.gz");
    let mut lines = String::new();
    // A test unpacks what is shipped.
    let _ = GzDecoder::new(&packed[..]).read_to_string(&mut lines);
    lines
});

static OUTLINES: LazyLock<HashMap<char, Outline>> =
    LazyLock::new(|| LINES.lines().filter_map(parse_line).collect());

/// Reads `玉 1000 m26-292…`; `None` for a comment.
fn parse_line(line: &'static str) -> Option<(char, Outline)> {
    let character = line.chars().next()?;
    let rest = line[character.len_utf8()..].strip_prefix(' ')?;
    let (advance, data) = rest.split_once(' ').unwrap_or((rest, ""));
    let advance = advance.parse::<f32>().ok()? / EM;
    Some((character, Outline { advance, data }))
}

/// The outline of a character, if there is one.
pub fn of(character: char) -> Option<Outline> {
    OUTLINES.get(&character).copied()
}

/// The characters of `text` that there is no outline of, each once.
pub fn missing(text: &str) -> Vec<char> {
    let mut known = HashSet::new();
    let missing = text.chars().filter(|&c| of(c).is_none() && known.insert(c));
    missing.collect()
}

impl Outline {
    /// The steps of the outline.
    pub fn segments(&self) -> Vec<Segment> {
        let mut out = Vec::new();
        let (mut x, mut y) = (0.0, 0.0);
        let mut contour = (0.0, 0.0);
        let mut rest = self.data;
        while let Some(command) = rest.chars().next() {
            let body = &rest[command.len_utf8()..];
            let end = body.find(|c: char| c.is_ascii_alphabetic());
            let (arguments, after) = body.split_at(end.unwrap_or(body.len()));
            rest = after;
            match (command, &numbers(arguments)[..]) {
                ('m', [dx, dy]) => {
                    (x, y) = (x + dx, y + dy);
                    contour = (x, y);
                    out.push(Segment::Move(x, y));
                }
                ('q', [cx, cy, dx, dy]) => {
                    out.push(Segment::Quad(x + cx, y + cy, x + dx, y + dy));
                    (x, y) = (x + dx, y + dy);
                }
                ('z', []) => {
                    (x, y) = contour;
                    out.push(Segment::Close);
                }
                (line, by) => {
                    match (line, by) {
                        ('l', [dx, dy]) => (x, y) = (x + dx, y + dy),
                        ('h', [dx]) => x += dx,
                        ('v', [dy]) => y += dy,
                        // No other command is ever written; a test reads every outline.
                        _ => continue,
                    }
                    out.push(Segment::Line(x, y));
                }
            }
        }
        out
    }
}

/// The numbers of `12-3 4`: a sign starts a number as a space does.
fn numbers(text: &str) -> Vec<f32> {
    let mut out = Vec::with_capacity(4);
    let mut start = 0;
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c == ' ' || c == '-' {
            out.extend(text[start..i].trim().parse::<f32>());
            start = i;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::{PieceType, kanji};

    #[test]
    fn every_outline_is_made_of_closed_contours_within_its_box() {
        assert!(OUTLINES.len() > 3500);
        let lines = LINES.lines().filter(|l| !l.starts_with("//"));
        assert_eq!(lines.count(), OUTLINES.len());
        for (&c, outline) in OUTLINES.iter() {
            let commands = outline.data.matches(|l: char| l.is_ascii_alphabetic());
            let steps = outline.segments();
            assert_eq!(commands.count(), steps.len(), "{c}");
            assert!(
                outline
                    .data
                    .chars()
                    .all(|d| "mlhvqz- 0123456789".contains(d))
            );
            let mut open = false;
            for step in &steps {
                let (x, y) = match *step {
                    Segment::Move(x, y) => {
                        assert!(!open, "{c}");
                        open = true;
                        (x, y)
                    }
                    Segment::Line(x, y) | Segment::Quad(_, _, x, y) => (x, y),
                    Segment::Close => {
                        open = false;
                        continue;
                    }
                };
                assert!(x.abs() < 560.0 && y.abs() < 560.0, "{c}: {x} {y}");
            }
            assert!(!open, "{c}");
            assert_eq!(steps.is_empty(), c.is_whitespace(), "{c}");
        }
    }

    #[test]
    fn every_character_of_a_diagram_has_an_outline() {
        let mut all: String = (1..=14)
            .map(|n| kanji::on_board(PieceType::new(n)))
            .collect();
        all.extend(kanji::FILES.iter().chain(&kanji::RANKS));
        all += "十持駒なし攻方玉方先手後手▲△同成不打上寄引右左直手目図は手目まで詰 ~!";
        assert_eq!(missing(&all), []);
        assert_eq!(missing("齟一齟齬"), ['齟', '齬']);
        assert!(of(GETA).is_some());
    }

    #[test]
    fn what_was_asked_for_is_shipped() {
        let asked = include_str!("../outlines/characters.txt").lines();
        for line in asked.filter(|line| !line.starts_with('#')) {
            assert_eq!(missing(line), []);
        }
        // The first and the last kanji of the first level, and what stands before them.
        assert_eq!(missing("亜腕ー々〒→ΑωАяぁンヶ"), []);
    }

    #[test]
    fn titles_and_names_have_outlines() {
        for text in [
            "ミクロコスモス",
            "新桃花源",
            "奇兵隊",
            "伏龍",
            "驚愕の曠野",
            "赤兎馬",
            "木星の旅",
            "からくり千一夜",
            "妻籠宿",
            "田園交響曲",
            "月蝕",
            "鮎の里",
            "呪われた夜",
            "手裏剣",
            "怒濤",
            "失われた時を求めて",
            "将棋図巧",
            "象棋百番奇巧図式",
            "将棋勇略",
            "橘仙貼璧",
            "極光21",
            "嫦娥",
            "曼荼羅",
            "邯鄲",
            "薔薇",
            "FAIRWAY",
            "伊藤看寿",
            "伊藤宗看",
            "橋本孝治",
            "山本昭一",
            "添川公司",
            "若島正",
            "上田吉一",
            "駒場和男",
            "谷口均",
            "髙﨑邊齋",
            "詰将棋パラダイス",
            "看寿賞",
        ] {
            assert_eq!(missing(text), [], "{text}");
        }
    }

    #[test]
    fn path_data_is_read_as_svg_reads_it() {
        let outline = Outline {
            advance: 1.0,
            data: "m10-20l5 0h-3v7q1 2-3 4zm1 1l2 2z",
        };
        assert_eq!(
            outline.segments(),
            [
                Segment::Move(10.0, -20.0),
                Segment::Line(15.0, -20.0),
                Segment::Line(12.0, -20.0),
                Segment::Line(12.0, -13.0),
                Segment::Quad(13.0, -11.0, 9.0, -9.0),
                Segment::Close,
                Segment::Move(11.0, -19.0),
                Segment::Line(13.0, -17.0),
                Segment::Close,
            ]
        );
    }
}
