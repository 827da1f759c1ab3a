//! Scatter plots: two numbers of each problem, one against the other.

use crate::search_result::SearchResult;
use kemuri_diagram::Plot;
use kemuri_diagram::plot::{PlotPoint, Scale};

/// The dots of one colour.
pub struct Series<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its colour.
    pub colour: &'s str,
    /// Its dots.
    pub dots: Vec<Dot>,
}

/// Two numbers of a problem.
pub struct Dot {
    /// The number along the axis.
    pub x: f64,
    /// The number up the axis.
    pub y: f64,
    /// The name of the problem.
    pub problem: String,
}

impl Dot {
    /// The nodes of a problem in two settings.
    pub fn of_nodes(x: &SearchResult, y: &SearchResult) -> Self {
        Self {
            x: x.nodes as f64,
            y: y.nodes as f64,
            problem: x.problem.clone(),
        }
    }
}

/// Draws dots over two logarithmic axes of the same range, with the line on which
/// the two numbers are equal.
pub fn draw(x_title: &str, y_title: &str, series: &[Series<'_>]) -> String {
    let all = series.iter().flat_map(|series| &series.dots);
    let scale = Scale::log(all.flat_map(|dot| [dot.x, dot.y]));
    let mut plot = Plot::new(scale, scale).titles(x_title, y_title);
    if let Scale::Log { from, to } = scale {
        let [low, high] = [from, to].map(|exponent| 10f64.powi(exponent));
        plot.guide(PlotPoint::new(low, low), PlotPoint::new(high, high));
    }
    for series in series {
        let dots = series.dots.iter();
        let dots = dots.map(|dot| (PlotPoint::new(dot.x, dot.y), &*dot.problem));
        let dots: Vec<_> = dots.collect();
        plot.dots(series.name, series.colour, &dots);
    }
    plot.finish()
}
