//! Vector pictures that stand on their own: every character is an outline, so
//! that they look the same wherever they are opened.
//!
//! A piece carries the attribute `data-square` with its square (`5a`), for
//! whoever wants to find it again.

use crate::outline::{self, EM};
use crate::scene::{self, Area, Glyph, Item, Point, Scene};
use crate::{Diagram, Style, escape};
use kemuri_core::sfen::letter_of_piece;
use kemuri_core::{Color, PieceType, kanji};
use std::fmt::Write as _;

/// The picture of a diagram, `width` pixels wide where nothing else is said; it
/// can be scaled to any size.
pub fn write(diagram: &Diagram, style: &Style, width: u32) -> String {
    let name = diagram.title().unwrap_or_default();
    document(&Scene::new(diagram, style), width, name, &diagram.to_sfen())
}

/// Many diagrams as one picture, in so many columns and row by row, `width`
/// pixels wide in all.
pub fn page(diagrams: &[Diagram], style: &Style, columns: usize, width: u32) -> String {
    let scenes: Vec<Scene> = diagrams.iter().map(|d| Scene::new(d, style)).collect();
    let sfens: Vec<String> = diagrams.iter().map(Diagram::to_sfen).collect();
    document(&Scene::page(&scenes, columns), width, "", &sfens.join("\n"))
}

/// All kinds of pieces as symbols, to be placed with `<use>`: upright, in the colour of
/// the text around them. A symbol is called by the letters of its kind in USI, with
/// `p` in place of `+`: `G`, `pR`.
pub fn sprite() -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
    for kind in (1..=14).map(PieceType::new) {
        let letter = letter_of_piece(Color::BLACK, kind);
        let promoted = if kind.is_promoted() { "p" } else { "" };
        let Some(outline) = outline::of(kanji::on_board(kind)) else {
            continue;
        };
        let (em, half) = (EM, EM / 2.0);
        let _ = writeln!(
            out,
            "<symbol id=\"{promoted}{letter}\" viewBox=\"-{half} -{half} {em} {em}\">\
             <path fill=\"currentColor\" d=\"{}\"/></symbol>",
            outline.data
        );
    }
    out += "</svg>\n";
    out
}

fn document(scene: &Scene, width: u32, name: &str, description: &str) -> String {
    let (w, h) = (Number(scene.width), Number(scene.height));
    let height = Number(width as f32 * scene.height / scene.width.max(1.0));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {w} {h}\" role=\"img\">\n"
    );
    if !name.is_empty() {
        let _ = writeln!(out, "<title>{}</title>", escape(name));
    }
    let _ = writeln!(out, "<desc>{}</desc>", escape(description));
    let whole = Area {
        corner: Point::default(),
        width: scene.width,
        height: scene.height,
    };
    fill(&mut out, &whole, scene::WHITE);
    for item in &scene.items {
        match item {
            Item::Fill { area, grey } => fill(&mut out, area, *grey),
            Item::Frame { area, thickness } => {
                let Area {
                    corner: Point { x, y },
                    width,
                    height,
                } = *area;
                let [x, y, w, h, thickness] = [x, y, width, height, *thickness].map(Number);
                let _ = writeln!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"none\" \
                     stroke=\"#000\" stroke-width=\"{thickness}\"/>"
                );
            }
            Item::Rule {
                from,
                to,
                thickness,
            } => rule(&mut out, *from, *to, *thickness),
            Item::Dot { middle, radius } => {
                let [x, y, r] = [middle.x, middle.y, *radius].map(Number);
                let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
            }
            Item::Glyph(glyph) => draw(&mut out, glyph),
            Item::Text { middle, size, text } => line(&mut out, *middle, *size, text),
        }
    }
    out += "</svg>\n";
    out
}

fn fill(out: &mut String, area: &Area, grey: scene::Grey) {
    let Point { x, y } = area.corner;
    let [x, y, w, h] = [x, y, area.width, area.height].map(Number);
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"#{grey:02x}{grey:02x}{grey:02x}\"/>"
    );
}

fn rule(out: &mut String, from: Point, to: Point, thickness: f32) {
    let [x, y, tx, ty, width] = [from.x, from.y, to.x, to.y, thickness].map(Number);
    let _ = writeln!(
        out,
        "<path d=\"M{x} {y}L{tx} {ty}\" stroke=\"#000\" stroke-width=\"{width}\"/>"
    );
}

fn draw(out: &mut String, glyph: &Glyph) {
    let Some(outline) = outline::of(glyph.character) else {
        return;
    };
    if outline.data.is_empty() {
        return;
    }
    out.push_str("<path");
    if let Some(square) = glyph.square {
        let _ = write!(out, " data-square=\"{}\"", square.to_usi());
    }
    let (x, y) = (Number(glyph.middle.x), Number(glyph.middle.y));
    let size = if glyph.turned {
        -glyph.size
    } else {
        glyph.size
    };
    let scale = short(size / EM, 5);
    let _ = writeln!(
        out,
        " transform=\"translate({x} {y})scale({scale})\" d=\"{}\"/>",
        outline.data
    );
}

/// A line of text: outlines if there are all of them, else what the reader has.
fn line(out: &mut String, middle: Point, size: f32, text: &str) {
    if outline::missing(text).is_empty() {
        for glyph in scene::set(text, middle, size) {
            draw(out, &glyph);
        }
        return;
    }
    let [x, y, em] = [middle.x, middle.y + size * scene::BASELINE, size].map(Number);
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{em}\" font-family=\"serif\" \
         text-anchor=\"middle\">{}</text>",
        escape(text)
    );
}

/// A length, to a hundredth.
struct Number(f32);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&short(self.0, 2))
    }
}

/// A number with so many decimals at most: never 27.599998.
fn short(number: f32, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sprite_has_every_piece_once() {
        let sprite = sprite();
        let document = roxmltree::Document::parse(&sprite).unwrap();
        let symbols = document.root_element().children();
        let mut ids: Vec<&str> = symbols.filter_map(|node| node.attribute("id")).collect();
        ids.sort_unstable();
        let all = "B G K L N P R S pB pL pN pP pR pS";
        assert_eq!(ids.join(" "), all);
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (120.0, "120"),
            (27.6, "27.6"),
            (0.128, "0.13"),
            (-3.0, "-3"),
        ] {
            assert_eq!(Number(number).to_string(), text);
        }
        assert_eq!(short(0.0251, 5), "0.0251");
    }
}
