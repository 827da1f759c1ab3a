//! Plots as SVG: lines and dots over two axes.
//!
//! Everything is written with fixed decimals, so that the same numbers always
//! give the same picture, byte for byte.

use crate::escape;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 48.0;
/// Room that the name of a series takes above the plot.
const LEGEND: f64 = 100.0;

/// The end of a picture that [`begin`] began.
pub const END: &str = "</svg>\n";

/// Returns the beginning of a picture of this size, on white.
pub fn begin(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    )
}

/// How numbers are spread over an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Evenly, with a mark at every multiple of `step` from `from` on.
    Linear {
        /// The least number.
        from: f64,
        /// The greatest number.
        to: f64,
        /// From mark to mark.
        step: f64,
    },
    /// By powers of ten, with a mark at each. Smaller numbers are put at the
    /// least one.
    Log {
        /// The exponent of the least number.
        from: i32,
        /// The exponent of the greatest number.
        to: i32,
    },
}

impl Scale {
    /// A logarithmic scale that has room for all of `numbers`.
    pub fn log(numbers: impl IntoIterator<Item = f64>) -> Self {
        let numbers = numbers.into_iter().filter(|&n| n > 0.0);
        let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
        for exponent in numbers.map(f64::log10) {
            (from, to) = (from.min(exponent.floor()), to.max(exponent.ceil()));
        }
        match from <= to {
            true => Self::Log {
                from: from as i32,
                to: (to as i32).max(from as i32 + 1),
            },
            false => Self::Log { from: 0, to: 1 },
        }
    }

    /// An even scale with about five marks that has room for all of `numbers`
    /// and for 0.
    pub fn linear(numbers: impl IntoIterator<Item = f64>) -> Self {
        let numbers = numbers.into_iter().filter(|n| n.is_finite());
        let (low, high) = numbers.fold((0.0, 0.0), |(low, high): (f64, f64), n| {
            (low.min(n), high.max(n))
        });
        let rough = ((high - low) / 5.0).max(1e-9);
        let unit = 10f64.powf(rough.log10().floor());
        let step = match rough / unit {
            r if r <= 1.0 => unit,
            r if r <= 2.0 => 2.0 * unit,
            r if r <= 5.0 => 5.0 * unit,
            _ => 10.0 * unit,
        };
        Self::Linear {
            from: (low / step).floor() * step,
            to: ((high / step).ceil() * step).max(step),
            step,
        }
    }

    /// Where a number is, from 0 to 1.
    fn place(self, n: f64) -> f64 {
        match self {
            Self::Linear { from, to, .. } => (n - from) / (to - from),
            Self::Log { from, to } => {
                let exponent = n.max(10f64.powi(from)).log10();
                (exponent - f64::from(from)) / f64::from(to - from)
            }
        }
    }

    /// The marked numbers with their labels.
    fn marks(self) -> Vec<(f64, String)> {
        match self {
            Self::Linear { from, to, step } => {
                let count = ((to - from) / step + 1e-9) as usize;
                let decimals = (-step.log10().floor()).max(0.0) as usize;
                let mark = |i| from + i as f64 * step;
                (0..=count)
                    .map(|i| (mark(i), format!("{:.decimals$}", mark(i))))
                    .collect()
            }
            Self::Log { from, to } => (from..=to)
                .map(|e| (10f64.powi(e), power_of_ten(e)))
                .collect(),
        }
    }
}

/// A power of ten that fits beside an axis: `0.01`, `100k`, `10M`.
fn power_of_ten(exponent: i32) -> String {
    let (shown, unit) = match exponent {
        ..4 => (exponent, ""),
        4..6 => (exponent - 3, "k"),
        6..9 => (exponent - 6, "M"),
        _ => (exponent - 9, "G"),
    };
    let decimals = (-shown).max(0) as usize;
    format!("{:.decimals$}{unit}", 10f64.powi(shown))
}

/// A point of a plot, in the numbers of its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotPoint {
    /// The number along the axis.
    pub x: f64,
    /// The number up the axis.
    pub y: f64,
}

impl PlotPoint {
    /// The point of two numbers.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A plot that is being drawn.
#[derive(Clone, Debug)]
pub struct Plot {
    x: Scale,
    y: Scale,
    series: usize,
    out: String,
}

impl Plot {
    /// A plot over two axes: lines across at the marks of `y`, numbers below
    /// at those of `x`.
    pub fn new(x: Scale, y: Scale) -> Self {
        let mut plot = Self {
            x,
            y,
            series: 0,
            out: begin(WIDTH, HEIGHT),
        };
        for (n, label) in y.marks() {
            let at = plot.down(n);
            plot.write(format_args!(
                "<path d=\"M{MARGIN} {at:.1}H{:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                WIDTH - MARGIN,
                MARGIN - 6.0,
                at + 4.0
            ));
        }
        for (n, label) in x.marks() {
            let at = plot.across(n);
            plot.write(format_args!(
                "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                HEIGHT - MARGIN + 18.0
            ));
        }
        plot
    }

    /// Says what the axes are of.
    pub fn titles(mut self, x: &str, y: &str) -> Self {
        let (x, y) = (escape(x), escape(y));
        self.write(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x}</text>\
             <text x=\"6.0\" y=\"14.0\">{y}</text>",
            WIDTH / 2.0,
            HEIGHT - 8.0
        ));
        self
    }

    /// Draws a line through points, with the name of what it shows.
    pub fn line(&mut self, name: &str, colour: &str, points: &[PlotPoint]) {
        self.stroke(colour, "", points);
        self.legend(name, colour);
    }

    /// Draws a dashed line through points: the counterpart of one that has a name.
    pub fn dashed(&mut self, colour: &str, points: &[PlotPoint]) {
        self.stroke(colour, " stroke-dasharray=\"4 3\"", points);
    }

    /// Draws a thin dashed line from one point to another.
    pub fn guide(&mut self, from: PlotPoint, to: PlotPoint) {
        self.stroke("#999999", " stroke-dasharray=\"2 4\"", &[from, to]);
    }

    /// Draws a dot at every point; pointing at one shows its name.
    pub fn dots(&mut self, name: &str, colour: &str, points: &[(PlotPoint, &str)]) {
        for &(point, label) in points {
            let (x, y) = (self.across(point.x), self.down(point.y));
            let label = escape(label);
            self.write(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\" \
                 fill-opacity=\"0.6\"><title>{label}</title></circle>"
            ));
        }
        self.legend(name, colour);
    }

    /// The picture.
    pub fn finish(self) -> String {
        self.out + END
    }

    fn stroke(&mut self, colour: &str, dashes: &str, points: &[PlotPoint]) {
        let points: Vec<String> = points
            .iter()
            .map(|point| format!("{:.1},{:.1}", self.across(point.x), self.down(point.y)))
            .collect();
        let _ = write!(
            self.out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dashes} points=\"{}\"/>",
            points.join(" ")
        );
    }

    fn legend(&mut self, name: &str, colour: &str) {
        let x = MARGIN + 12.0 + LEGEND * self.series as f64;
        let name = escape(name);
        self.write(format_args!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            MARGIN - 12.0
        ));
        self.series += 1;
    }

    /// Writes a line of the picture; writing to a string never fails.
    fn write(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.out, "{line}");
    }

    fn across(&self, n: f64) -> f64 {
        MARGIN + self.x.place(n) * (WIDTH - 2.0 * MARGIN)
    }

    fn down(&self, n: f64) -> f64 {
        HEIGHT - MARGIN - self.y.place(n) * (HEIGHT - 2.0 * MARGIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_room_for_their_numbers() {
        let log = Scale::log([0.0, 3.0, 1500.0]);
        assert_eq!(log, Scale::Log { from: 0, to: 4 });
        assert_eq!(log.place(0.0), 0.0);
        assert!((log.place(100.0) - 0.5).abs() < 1e-9);
        assert_eq!(Scale::log([]), Scale::Log { from: 0, to: 1 });
        assert_eq!(Scale::log([100.0]), Scale::Log { from: 2, to: 3 });
        let powers = [-2, 0, 5, 6, 8, 9].map(power_of_ten);
        assert_eq!(powers, ["0.01", "1", "100k", "1M", "100M", "1G"]);
        let even = Scale::linear([-0.07, 0.5]);
        let Scale::Linear { from, to, step } = even else {
            panic!("{even:?}")
        };
        assert!(from <= -0.07 && to >= 0.5 && step > 0.0, "{even:?}");
        let marks: Vec<String> = even.marks().into_iter().map(|m| m.1).collect();
        assert_eq!(marks, ["-0.2", "0.0", "0.2", "0.4", "0.6"]);
        assert!(matches!(Scale::linear([]), Scale::Linear { to, from, .. } if to > from));
    }

    #[test]
    fn a_plot_is_well_formed_whatever_the_names() {
        let mut plot = Plot::new(Scale::log([1.0, 10.0]), Scale::linear([0.0, 2.0]));
        plot = plot.titles("a < b & c", "\u{1}");
        let at = PlotPoint::new;
        plot.line("<x>", "#000", &[at(1.0, 1.0), at(10.0, 2.0)]);
        plot.dashed("#000", &[]);
        plot.guide(at(1.0, 0.0), at(10.0, 2.0));
        plot.dots("z", "#000", &[(at(3.0, 1.0), "]]>\"'\u{fffe}")]);
        let picture = plot.finish();
        let tree = roxmltree::Document::parse(&picture).unwrap();
        let count = |name| tree.descendants().filter(|n| n.has_tag_name(name)).count();
        assert_eq!((count("circle"), count("polyline")), (1, 3));
    }
}
