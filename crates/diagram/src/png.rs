//! The picture of [`crate::svg`] in pixels.
//!
//! It is drawn and written in bands of `BAND` bytes, so that a poster takes no more
//! memory than a thumbnail, and in shades of grey, because there is no colour in it.

use crate::outline::{self, EM, Segment};
use crate::scene::{self, Glyph, Grey, Item, Point, Scene};
use crate::{Diagram, Style};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, PixmapMut, Rect, Transform};

/// Widths that a picture can have, in pixels. What is narrower shows nothing;
/// what is wider is larger than any printer prints.
pub const WIDTHS: RangeInclusive<u32> = 50..=20_000;

/// Bytes that are drawn at a time.
const BAND: usize = 4 << 20;
/// Bytes of a pixel while it is drawn.
const COLOUR_BYTES: usize = 4;

/// Writes the picture of a diagram, `width` pixels wide (brought into
/// [`WIDTHS`] if it is not).
///
/// # Errors
/// Those of `out`.
pub fn write(diagram: &Diagram, style: &Style, width: u32, out: impl Write) -> io::Result<()> {
    encode(&Scene::new(diagram, style), width, BAND, out)
}

/// The picture of a diagram as the bytes of a file.
pub fn render(diagram: &Diagram, style: &Style, width: u32) -> Vec<u8> {
    let mut out = Vec::new();
    // A vector takes all that is written to it.
    let _ = write(diagram, style, width, &mut out);
    out
}

/// The characters of title and caption that a [`outline::GETA`] is printed for.
pub fn missing(diagram: &Diagram) -> Vec<char> {
    let words = [diagram.title(), diagram.caption()];
    outline::missing(&words.map(Option::unwrap_or_default).concat())
}

fn encode(scene: &Scene, width: u32, band: usize, out: impl Write) -> io::Result<()> {
    let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
    let scale = width as f32 / scene.width;
    let height = (scene.height * scale).round().max(1.0) as u32;
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(plain)?;
    let mut stream = writer.stream_writer().map_err(plain)?;
    let row = width as usize * COLOUR_BYTES;
    let most_rows = (band / row).clamp(1, height as usize);
    let mut buffer = buffer(most_rows * row)?;
    let mut grey = self::buffer(most_rows * width as usize)?;
    let mut top = 0;
    while top < height {
        let rows = (most_rows as u32).min(height - top);
        let buffer = &mut buffer[..rows as usize * row];
        let mut pixels =
            PixmapMut::from_bytes(buffer, width, rows).ok_or(io::ErrorKind::InvalidInput)?;
        pixels.fill(Color::WHITE);
        let mut canvas = Canvas { pixels, scale, top };
        canvas.draw(&scene.items);
        let pixels = canvas.pixels.as_ref();
        let grey = &mut grey[..pixels.pixels().len()];
        for (grey, pixel) in grey.iter_mut().zip(pixels.pixels()) {
            *grey = pixel.red();
        }
        stream.write_all(grey)?;
        top += rows;
    }
    stream.finish().map_err(plain)
}

/// So many bytes, if they are to be had.
fn buffer(bytes: usize) -> io::Result<Vec<u8>> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(bytes)?;
    buffer.resize(bytes, 0);
    Ok(buffer)
}

/// The cause of an error of the encoder, if it is that of the file.
fn plain(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

/// A band of the picture.
struct Canvas<'a> {
    pixels: PixmapMut<'a>,
    scale: f32,
    /// The row of the picture that the band starts with.
    top: u32,
}

impl Canvas<'_> {
    fn draw(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Fill { area, grey } => {
                    let Point { x, y } = area.corner;
                    let edges = [x, y, x + area.width, y + area.height];
                    self.area(edges.map(|v| self.snap(v)), *grey);
                }
                Item::Rule {
                    from,
                    to,
                    thickness,
                } => self.rule(*from, *to, *thickness),
                Item::Frame { area, thickness } => {
                    let Point { x, y } = area.corner;
                    let [left, right] = [x, x + area.width].map(|x| self.stroke(x, *thickness));
                    let [top, bottom] = [y, y + area.height].map(|y| self.stroke(y, *thickness));
                    for [start, end] in [left, right] {
                        self.area([start, top[0], end, bottom[1]], scene::BLACK);
                    }
                    for [start, end] in [top, bottom] {
                        self.area([left[0], start, right[1], end], scene::BLACK);
                    }
                }
                Item::Dot { middle, radius } => {
                    let snapped = |v| self.stroke(v, scene::RULE).iter().sum::<f32>() / 2.0;
                    let [x, y] = [middle.x, middle.y].map(|v| snapped(v) / self.scale);
                    self.fill(
                        PathBuilder::from_circle(x, y, *radius),
                        Transform::identity(),
                    );
                }
                Item::Glyph(glyph) => self.glyph(glyph),
                Item::Text { middle, size, text } => {
                    for glyph in scene::set(text, *middle, *size) {
                        self.glyph(&glyph);
                    }
                }
            }
        }
    }

    /// A length of the scene as whole pixels of the picture.
    fn snap(&self, length: f32) -> f32 {
        (length * self.scale).round()
    }

    /// From where to where a line goes whose middle is `at`, in whole pixels: a
    /// grid that falls between them is grey and uneven.
    fn stroke(&self, at: f32, thickness: f32) -> [f32; 2] {
        let width = self.snap(thickness).max(1.0);
        let start = self.snap(at) - (width / 2.0).floor();
        [start, start + width]
    }

    fn rule(&mut self, from: Point, to: Point, thickness: f32) {
        let edges = if from.x == to.x {
            let [left, right] = self.stroke(from.x, thickness);
            [left, self.snap(from.y), right, self.snap(to.y)]
        } else {
            let [top, bottom] = self.stroke(from.y, thickness);
            [self.snap(from.x), top, self.snap(to.x), bottom]
        };
        self.area(edges, scene::BLACK);
    }

    /// A rectangle by its edges, in pixels of the picture.
    fn area(&mut self, [left, top, right, bottom]: [f32; 4], grey: Grey) {
        let above = self.top as f32;
        let Some(rect) = Rect::from_ltrb(left, top - above, right, bottom - above) else {
            return;
        };
        let mut paint = Paint::default();
        paint.set_color_rgba8(grey, grey, grey, 255);
        self.pixels
            .fill_rect(rect, &paint, Transform::identity(), None);
    }

    fn glyph(&mut self, glyph: &Glyph) {
        let Some(outline) = outline::of(glyph.character) else {
            return;
        };
        let mut path = PathBuilder::new();
        for segment in outline.segments() {
            match segment {
                Segment::Move(x, y) => path.move_to(x, y),
                Segment::Line(x, y) => path.line_to(x, y),
                Segment::Quad(cx, cy, x, y) => path.quad_to(cx, cy, x, y),
                Segment::Close => path.close(),
            }
        }
        let size = if glyph.turned {
            -glyph.size
        } else {
            glyph.size
        } / EM;
        let Point { x, y } = glyph.middle;
        self.fill(
            path.finish(),
            Transform::from_row(size, 0.0, 0.0, size, x, y),
        );
    }

    /// Fills a path that `placed` brings into the scene.
    fn fill(&mut self, path: Option<Path>, placed: Transform) {
        let shown = placed
            .post_scale(self.scale, self.scale)
            .post_translate(0.0, -(self.top as f32));
        let Some(path) = path.and_then(|path| path.transform(shown)) else {
            return;
        };
        let bounds = path.bounds();
        if bounds.bottom() < 0.0 || bounds.top() > self.pixels.height() as f32 {
            return;
        }
        let paint = Paint {
            anti_alias: true,
            ..Paint::default()
        };
        self.pixels.fill_path(
            &path,
            &paint,
            FillRule::Winding,
            Transform::identity(),
            None,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::Problem;

    fn decode(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height, pixels)
    }

    #[test]
    fn bands_leave_no_seams() {
        let problem = Problem::from_sfen("8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1").unwrap();
        let diagram = Diagram::from_problem(&problem).with_title("第一番 & friends");
        let scene = Scene::new(&diagram, &Style::default());
        let pictures = [100 << 10, 4 << 20].map(|band| {
            let mut out = Vec::new();
            encode(&scene, 400, band, &mut out).unwrap();
            decode(&out)
        });
        let (width, height, whole) = &pictures[1];
        // The first has bands of 64 rows, the second one band.
        assert!(*height > 128 && whole.len() == (width * height) as usize);
        assert_eq!(pictures[0].1, *height);
        // A curve that a band cuts may be rounded another way by one of the sixteen
        // samples of a pixel or two; a seam would be a line of black on white.
        let differences = whole
            .iter()
            .zip(&pictures[0].2)
            .map(|(a, b)| a.abs_diff(*b));
        assert!(differences.max() < Some(48), "a seam");
    }
}
