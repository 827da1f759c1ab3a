//! The results of a run: a collection, a table and a plot.
//!
//! They do not depend on machine or time, so that two runs can be compared byte for
//! byte.

use super::{EnumerationSummary, Tally};
use crate::ComposedProblem;
use kemuri_diagram::Plot;
use kemuri_diagram::plot::{PlotPoint, Scale};
use kemuri_runstore::markdown;
use std::fmt::Write;

/// What the problem with this number, from 0, is called among so many.
pub fn numbered(name: &str, number: usize, of: usize) -> String {
    let width = of.to_string().len();
    format!("{name}-{:0width$}", number + 1)
}

/// The problems as a collection: name, SFEN, length and solution, one a line.
pub fn collection(name: &str, problems: &[ComposedProblem]) -> String {
    let mut out = String::from("# name\tposition\tplies\tsolution\n");
    for (i, found) in problems.iter().enumerate() {
        let moves: Vec<String> = found.line.iter().map(|mv| mv.to_usi()).collect();
        // Writing to a string never fails.
        let _ = writeln!(
            out,
            "{}\t{}\t{}\t{}",
            numbered(name, i, problems.len()),
            found.problem.to_sfen(),
            found.line.len(),
            moves.join(" ")
        );
    }
    out
}

type TallyColumn = (&'static str, fn(&Tally) -> u64);

const COLUMNS: [TallyColumn; 13] = [
    ("parents", |t| t.fertile),
    ("un-moves", |t| t.unmoves),
    ("duplicates", Tally::duplicates),
    ("candidates", |t| t.candidates),
    ("cook", |t| t.cook),
    ("escape", |t| t.escape),
    ("longer", |t| t.longer),
    ("open", |t| t.open),
    ("sound", |t| t.sound),
    ("equal defence", |t| t.equal),
    ("without equal defences", |t| t.strict),
    ("finished", |t| t.finished),
    ("finished, without equal defences", |t| t.finished_strict),
];

/// How many of the columns are about un-moves, of which mates have none.
const OF_UNMOVES: usize = 3;

/// The numbers of all generations as a Markdown table.
pub fn table(summary: &EnumerationSummary) -> String {
    let heads = ["plies"].into_iter().chain(COLUMNS.map(|(head, _)| head));
    let heads: Vec<&str> = heads.collect();
    let rows: Vec<Vec<String>> = summary
        .tallies
        .iter()
        .enumerate()
        .map(|(plies, tally)| {
            let mut cells = COLUMNS.map(|(_, value)| value(tally).to_string());
            if plies == 0 {
                cells[..OF_UNMOVES].fill("–".into());
            }
            [plies.to_string()].into_iter().chain(cells).collect()
        })
        .collect();
    markdown::table(&heads, 0, &rows)
}

/// What is plotted, and in which colour.
const SERIES: [(TallyColumn, &str); 2] = [
    (("candidates", |t| t.candidates), "#999999"),
    (("sound", |t| t.sound), "#0055aa"),
];

/// Candidates and sound problems by plies, on a logarithmic scale, as SVG.
pub fn plot(summary: &EnumerationSummary) -> String {
    let tallies = &summary.tallies;
    let most = tallies.iter().map(|t| t.candidates).max().unwrap_or(1);
    let plies = Scale::Linear {
        from: 0.0,
        to: (tallies.len().max(2) - 1) as f64,
        step: 10.0,
    };
    // One is on the ground, and so is nothing.
    let numbers = Scale::log([1.0, most.max(10) as f64]);
    let mut plot = Plot::new(plies, numbers);
    for ((name, value), colour) in SERIES {
        let points = tallies.iter().enumerate();
        let points: Vec<_> = points
            .map(|(n, t)| PlotPoint::new(n as f64, value(t) as f64))
            .collect();
        plot.line(name, colour, &points);
    }
    plot.finish()
}
