//! What a run leaves for people: a collection, a table and a plot.
//!
//! Nothing in them depends on the machine or the hour, so that two runs can be
//! compared byte for byte.

use super::{Found, Summary, Tally};
use std::fmt::Write;

/// The problems as a collection: name, SFEN, length and solution, one a line.
pub fn collection(name: &str, problems: &[Found]) -> String {
    let mut out = String::from("# name\tposition\tplies\tsolution\n");
    let width = problems.len().to_string().len();
    for (i, found) in problems.iter().enumerate() {
        let moves: Vec<String> = found.line.iter().map(|mv| mv.to_usi()).collect();
        // Writing to a string never fails.
        let _ = writeln!(
            out,
            "{name}-{:0width$}\t{}\t{}\t{}",
            i + 1,
            found.problem.to_sfen(),
            found.line.len(),
            moves.join(" ")
        );
    }
    out
}

type Column = (&'static str, fn(&Tally) -> u64);

const COLUMNS: [Column; 13] = [
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
pub fn table(summary: &Summary) -> String {
    let heads = COLUMNS.map(|(head, _)| head);
    let mut out = format!("| plies | {} |\n|--:|", heads.join(" | "));
    out += &"--:|".repeat(COLUMNS.len());
    out.push('\n');
    for (plies, tally) in summary.tallies.iter().enumerate() {
        let mut cells = COLUMNS.map(|(_, value)| value(tally).to_string());
        if plies == 0 {
            cells[..OF_UNMOVES].fill("–".into());
        }
        let _ = writeln!(out, "| {plies} | {} |", cells.join(" | "));
    }
    out
}

/// What is plotted, and in which colour.
const SERIES: [(Column, &str); 2] = [
    (("candidates", |t| t.candidates), "#999999"),
    (("sound", |t| t.sound), "#0055aa"),
];

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 48.0;

/// Candidates and sound problems by plies, on a logarithmic scale, as SVG.
pub fn plot(summary: &Summary) -> String {
    let tallies = &summary.tallies;
    let most = tallies.iter().map(|t| t.candidates).max().unwrap_or(1);
    let decades = (most.max(10) as f64).log10().ceil();
    let last = (tallies.len().max(2) - 1) as f64;
    let x = |plies: f64| MARGIN + plies / last * (WIDTH - 2.0 * MARGIN);
    // One is on the ground, and so is nothing.
    let y = |n: f64| HEIGHT - MARGIN - n.max(1.0).log10() / decades * (HEIGHT - 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for decade in 0..=decades as u32 {
        let (n, at) = (10u64.pow(decade), y(10f64.powi(decade as i32)));
        let _ = writeln!(
            out,
            "<path d=\"M{MARGIN} {at:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{n}</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            at + 4.0
        );
    }
    for plies in (0..tallies.len()).step_by(10) {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{plies}</text>",
            x(plies as f64),
            HEIGHT - MARGIN + 18.0
        );
    }
    for (i, ((name, value), colour)) in SERIES.into_iter().enumerate() {
        let points: Vec<String> = tallies
            .iter()
            .enumerate()
            .map(|(n, t)| format!("{:.1},{:.1}", x(n as f64), y(value(t) as f64)))
            .collect();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            MARGIN + 12.0 + 100.0 * i as f64,
            MARGIN - 12.0
        );
    }
    out + "</svg>\n"
}
