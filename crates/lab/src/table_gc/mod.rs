//! When the table is collected and how much is freed (Nagai and Imai 2001,
//! tables 1 to 4).
//!
//! As in the paper, one of the two is varied at a time, and only problems that
//! need a collection at 80 % and 30 % are compared. What is compared here is
//! nodes; the paper compares times, which are given too.

mod tables;

use crate::error::ExperimentError;
use crate::numbers::signed;
use crate::published::{self, CollectionFigure, key};
use crate::report::{Findings, Picture, ReportSection, heads};
use crate::search_result::SearchResult;
use crate::searches::{Searches, Setting};
use crate::stats::{SearchTotals, change, mean};
use kemuri_diagram::Plot;
use kemuri_diagram::plot::{PlotPoint, Scale};
use kemuri_runstore::markdown;
use kemuri_solver::Options;
use kemuri_text::{Lang, tr};
use std::collections::BTreeSet;
use std::fmt;
use tables::{Measure, TableComparison};

/// The reference of the paper: collect at 80 %, free 30 %.
const BASE: Pair = Pair { load: 80, free: 30 };

/// A pair of parameters, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    /// The load at which the table is collected.
    load: u64,
    /// The share that is freed.
    free: u64,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {}", self.load, self.free)
    }
}

impl Pair {
    /// The pair of a figure of the paper.
    fn of(figure: &CollectionFigure) -> Self {
        match figure.option.as_str() {
            "gc-load" => Self {
                load: figure.percent,
                ..BASE
            },
            _ => Self {
                free: figure.percent,
                ..BASE
            },
        }
    }

    /// Returns the name of the setting with this pair and a table of this size.
    fn setting(self, size: &str) -> String {
        format!("hash={size} gc-load={} gc-free={}", self.load, self.free)
    }
}

/// What a pair did at one table size, against [`BASE`].
#[derive(Clone, Copy, Debug, Default)]
struct PairResult {
    /// Mean change of the nodes by formula (2), where both decide.
    nodes: Option<f64>,
    /// Mean change of the times.
    time: Option<f64>,
    /// Problems that both decide, which the means are over.
    compared: usize,
    /// Totals over the problems that need a collection.
    totals: SearchTotals,
}

/// What a pair did over all table sizes.
#[derive(Clone, Copy, Debug)]
struct PairSummary {
    /// The pair.
    pair: Pair,
    /// The mean of the mean changes of the nodes over the sizes.
    change: f64,
    /// The number of sizes at which the change is below 0.
    better: usize,
    /// The number of sizes at which there is something to compare.
    sizes: usize,
    /// Problems decided, over all sizes.
    decided: usize,
    /// Nodes over all sizes.
    nodes: u64,
}

/// The tables of the paper.
struct PublishedTables {
    figures: Vec<CollectionFigure>,
    /// The table sizes, in the order of the paper.
    sizes: Vec<String>,
}

impl PublishedTables {
    fn new() -> Self {
        let figures = published::collection_figures();
        let mut sizes: Vec<String> = Vec::new();
        for figure in &figures {
            if !sizes.contains(&figure.size) {
                sizes.push(figure.size.clone());
            }
        }
        Self { figures, sizes }
    }

    /// Returns the values of the parameter of a table.
    fn percents(&self, table: u32) -> BTreeSet<u64> {
        let figures = self.figures.iter().filter(|figure| figure.table == table);
        figures.map(|figure| figure.percent).collect()
    }

    /// Returns a figure of a table.
    fn figure(&self, table: u32, size: &str, percent: u64) -> Option<&CollectionFigure> {
        let mut figures = self.figures.iter();
        figures.find(|f| f.table == table && f.size == size && f.percent == percent)
    }

    /// Returns every pair, [`BASE`] first.
    fn pairs(&self) -> Vec<Pair> {
        let others: BTreeSet<Pair> = self.figures.iter().map(Pair::of).collect();
        let others = others.into_iter().filter(|pair| *pair != BASE);
        [BASE].into_iter().chain(others).collect()
    }
}

/// Runs the experiment.
pub fn run(searches: &mut Searches<'_>) -> Result<Findings, ExperimentError> {
    let tables = PublishedTables::new();
    for number in compared(searches) {
        for size in &tables.sizes {
            for pair in tables.pairs() {
                let mut options = searches.context.options.clone();
                (options.gc_load, options.gc_free) = (pair.load, pair.free);
                // The option takes the sizes of the paper.
                let _ = options.set("hash", size);
                let setting = Setting::first_mate(pair.setting(size), options);
                let result = searches.run(number, &setting)?;
                if pair == BASE && result.collections == 0 {
                    break;
                }
            }
        }
    }
    Ok(findings(searches, &tables))
}

/// Returns the problems that the paper did not leave out.
fn compared(searches: &Searches<'_>) -> Vec<usize> {
    let left_out = published::left_out();
    let is_left_out =
        |number: &usize| key(&searches.name(*number)).is_some_and(|key| left_out.contains(&key));
    searches.numbers().filter(|n| !is_left_out(n)).collect()
}

/// Returns the results of the problems that need a collection at a size.
fn needing<'s>(searches: &'s Searches<'_>, size: &str) -> Vec<&'s SearchResult> {
    let setting = BASE.setting(size);
    compared(searches)
        .into_iter()
        .filter_map(|number| searches.result(number, &setting))
        .filter(|result| result.collections > 0)
        .collect()
}

fn pair_result(searches: &Searches<'_>, size: &str, pair: Pair) -> PairResult {
    let setting = pair.setting(size);
    let pairs: Vec<(&SearchResult, &SearchResult)> = needing(searches, size)
        .into_iter()
        .filter_map(|base| Some((searches.result(base.number, &setting)?, base)))
        .collect();
    let decided = pairs.iter();
    let decided = decided.filter(|(a, b)| a.is_decided() && b.is_decided());
    let changes = |of: fn(&SearchResult) -> u64| {
        let changes = decided.clone();
        mean(changes.map(|(a, b)| change(of(a).max(1) as f64, of(b).max(1) as f64)))
    };
    PairResult {
        nodes: changes(|result| result.nodes),
        time: changes(|result| result.time_us),
        compared: decided.clone().count(),
        totals: SearchTotals::of(pairs.iter().map(|(result, _)| *result)),
    }
}

/// Returns what every pair did, the smallest change first.
fn pair_summaries(searches: &Searches<'_>, tables: &PublishedTables) -> Vec<PairSummary> {
    let summary = |pair: Pair| {
        let sizes = tables.sizes.iter();
        let results: Vec<_> = sizes.map(|s| pair_result(searches, s, pair)).collect();
        let changes: Vec<f64> = results.iter().filter_map(|result| result.nodes).collect();
        Some(PairSummary {
            pair,
            change: mean(changes.iter().copied())?,
            better: changes.iter().filter(|&&change| change < 0.0).count(),
            sizes: changes.len(),
            decided: results.iter().map(|result| result.totals.decided).sum(),
            nodes: results.iter().map(|result| result.totals.nodes).sum(),
        })
    };
    let mut all: Vec<PairSummary> = tables.pairs().into_iter().filter_map(summary).collect();
    all.sort_by(|a, b| a.change.total_cmp(&b.change));
    all
}

fn findings(searches: &Searches<'_>, tables: &PublishedTables) -> Findings {
    let summaries = pair_summaries(searches, tables);
    let mut sections = Vec::new();
    if !summaries.is_empty() {
        sections.push(summary_section(&summaries, searches.lang()));
    }
    for measure in [Measure::MeanChanges, Measure::Totals] {
        let comparison = TableComparison {
            searches,
            tables,
            measure,
        };
        sections.push(comparison.section());
    }
    let picture = |file: &str, table| Picture::new(file, picture(searches, tables, table));
    Findings {
        reading: reading(searches, tables, &summaries),
        sections,
        pictures: vec![picture("gc-load.svg", 1), picture("gc-free.svg", 3)],
    }
}

fn summary_section(summaries: &[PairSummary], lang: Lang) -> ReportSection {
    let row = |summary: &PairSummary| {
        vec![
            summary.pair.to_string(),
            signed(Some(summary.change)),
            summary.better.to_string(),
            summary.decided.to_string(),
            format!("{:.1}", summary.nodes as f64 / 1e6),
        ]
    };
    let rows: Vec<_> = summaries.iter().map(row).collect();
    ReportSection {
        title: tr!(lang, "lab-summary"),
        note: tr!(lang, "lab-table-gc-note"),
        table: markdown::table(&heads(&tr!(lang, "lab-table-gc-heads")), 1, &rows),
    }
}

/// Mean changes against the parameter of a table: measured and, dashed, published.
fn picture(searches: &Searches<'_>, tables: &PublishedTables, table: u32) -> String {
    const COLOURS: [&str; 4] = ["#aa5500", "#0055aa", "#338833", "#993399"];
    let lang = searches.lang();
    let percents: Vec<u64> = tables.percents(table).into_iter().collect();
    let line = |value: &dyn Fn(u64) -> Option<f64>| -> Vec<PlotPoint> {
        let points = percents
            .iter()
            .map(|&p| Some(PlotPoint::new(p as f64, value(p)?)));
        points.flatten().collect()
    };
    let lines = tables.sizes.iter().map(|size| {
        let figure = |percent| tables.figure(table, size, percent);
        [
            line(&|percent| pair_result(searches, size, Pair::of(figure(percent)?)).nodes),
            line(&|percent| Some(figure(percent)?.value)),
        ]
    });
    let lines: Vec<[Vec<PlotPoint>; 2]> = lines.collect();
    let end = |percent: Option<&u64>| percent.map_or(0.0, |&percent| percent as f64);
    let x = Scale::Linear {
        from: end(percents.first()),
        to: end(percents.last()),
        step: 10.0,
    };
    let y = Scale::linear(lines.iter().flatten().flatten().map(|point| point.y));
    let title = match table {
        1 => tr!(lang, "lab-table-gc-axis-load"),
        _ => tr!(lang, "lab-table-gc-axis-free"),
    };
    let mut plot = Plot::new(x, y).titles(&title, &tr!(lang, "lab-table-gc-axis-change"));
    for ((size, [measured, published]), colour) in tables.sizes.iter().zip(&lines).zip(COLOURS) {
        plot.line(size, colour, measured);
        plot.dashed(colour, published);
    }
    plot.finish()
}

fn reading(
    searches: &Searches<'_>,
    tables: &PublishedTables,
    summaries: &[PairSummary],
) -> Vec<String> {
    let lang = searches.lang();
    let counts = tables.sizes.iter();
    let counts = counts.map(|size| format!("{size}: {}", needing(searches, size).len()));
    let counts = counts.collect::<Vec<_>>().join(", ");
    let mut sentences = vec![tr!(lang, "lab-table-gc-reading-needing", counts)];
    let base = summaries.iter().find(|summary| summary.pair == BASE);
    match summaries.first().zip(base) {
        None => sentences.push(tr!(lang, "lab-table-gc-reading-nothing")),
        Some((best, base)) => {
            sentences.push(best_sentence(best, base, lang));
            let Options {
                gc_load, gc_free, ..
            } = *searches.context.options;
            let own = Pair {
                load: gc_load,
                free: gc_free,
            };
            sentences.push(tr!(
                lang,
                "lab-table-gc-reading-own",
                pair = own.to_string()
            ));
        }
    }
    sentences
}

/// Says which pair has the smallest change.
fn best_sentence(best: &PairSummary, base: &PairSummary, lang: Lang) -> String {
    let stands = BASE.to_string();
    if best.pair == BASE {
        return tr!(lang, "lab-table-gc-reading-base", base = stands);
    }
    tr!(
        lang,
        "lab-table-gc-reading-best",
        change = format!("{:+.3}", best.change),
        pair = best.pair.to_string(),
        better = best.better,
        sizes = best.sizes,
        decided = best.decided,
        base = stands,
        of = base.decided
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_parameters_are_all_there_and_can_be_set() {
        let tables = PublishedTables::new();
        let pairs = tables.pairs();
        assert_eq!((pairs.len(), pairs[0]), (7, BASE));
        assert_eq!(tables.sizes, ["2.8M", "5.6M", "8.4M", "11.2M"]);
        for size in &tables.sizes {
            Options::default().set("hash", size).unwrap();
        }
        for pair in pairs {
            let mut options = Options::default();
            options.set("gc-load", &pair.load.to_string()).unwrap();
            options.set("gc-free", &pair.free.to_string()).unwrap();
        }
    }
}
