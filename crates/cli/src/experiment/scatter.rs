//! Two numbers of each problem, one against the other.

use kemuri_runstore::Plot;
use kemuri_runstore::plot::Scale;

/// A series of a scatter plot: name, colour, and dots with names.
pub type Series<'s> = (&'s str, &'s str, Vec<(f64, f64, String)>);

/// Dots over two logarithmic axes of the same range, with the line on which the
/// two numbers are the same.
pub fn plot(titles: (&str, &str), series: &[Series<'_>]) -> String {
    let all = series.iter().flat_map(|(_, _, dots)| dots);
    let scale = Scale::log(all.flat_map(|&(x, y, _)| [x, y]));
    let mut plot = Plot::new(scale, scale).titles(titles.0, titles.1);
    if let Scale::Log { from, to } = scale {
        let [low, high] = [from, to].map(|exponent| 10f64.powi(exponent));
        plot.guide((low, low), (high, high));
    }
    for (name, colour, dots) in series {
        let dots: Vec<(f64, f64, &str)> = dots.iter().map(|(x, y, n)| (*x, *y, &**n)).collect();
        plot.dots(name, colour, &dots);
    }
    plot.finish()
}
