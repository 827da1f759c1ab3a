//! A bar chart of ratios as SVG.

use kemuri_diagram::escape;
use kemuri_diagram::plot::{END, begin};
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const TOP: f64 = 48.0;
/// Room for the names.
const NAMES: f64 = 220.0;
/// From bar to bar.
const STEP: f64 = 22.0;

/// Draws a bar for each ratio: to the right above 1, to the left below. The bar
/// of 2 is as long as that of 1/2.
pub fn draw(title: &str, ratios: &[(String, f64)]) -> String {
    let height = TOP + STEP * ratios.len() as f64 + 12.0;
    let lengths = ratios.iter().map(|(_, ratio)| ratio.ln());
    let lengths = lengths.filter(|length| length.is_finite());
    let (low, high) = lengths.fold((0.0, 0.1), |(low, high): (f64, f64), length| {
        (low.min(length), high.max(length))
    });
    let unit = (WIDTH - NAMES - 100.0) / (high - low);
    let zero = NAMES + 40.0 - low * unit;
    let mut out = begin(WIDTH, height);
    let _ = writeln!(
        out,
        "<text x=\"{NAMES:.1}\" y=\"20.0\">{}</text>\
         <path d=\"M{zero:.1} 32V{:.1}\" stroke=\"#999\"/>",
        escape(title),
        height - 8.0
    );
    for (i, (name, ratio)) in ratios.iter().enumerate() {
        let y = TOP - 8.0 + STEP * i as f64;
        let length = Some(ratio.ln()).filter(|length| length.is_finite());
        let length = length.unwrap_or(0.0) * unit;
        let (x, width) = (zero + length.min(0.0), length.abs());
        let (colour, anchor, at) = match length < 0.0 {
            true => ("#aa5500", "end", x - 4.0),
            false => ("#0055aa", "start", x + width + 4.0),
        };
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"14\" fill=\"{colour}\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{ratio:.2}</text>",
            NAMES - 8.0,
            y + 11.0,
            escape(name),
            y + 11.0
        );
    }
    out + END
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_is_as_long_as_half() {
        let ratios = [("<a>".into(), 2.0), ("b".into(), 0.5), ("c".into(), 0.0)];
        let chart = draw("r & s", &ratios);
        let tree = roxmltree::Document::parse(&chart).unwrap();
        let bars = tree.descendants().filter(|n| n.has_tag_name("rect"));
        // The first rectangle is the background.
        let widths: Vec<&str> = bars.skip(1).filter_map(|n| n.attribute("width")).collect();
        assert_eq!(widths.len(), 3);
        assert_eq!(widths[0], widths[1]);
        assert_eq!(widths[2], "0.0");
    }
}
