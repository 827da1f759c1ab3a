//! The tables of the paper, with published and measured figures.

use super::{BASE, Pair, PairResult, PublishedTables, needing, pair_result};
use crate::numbers::{NONE, decimal, signed};
use crate::report::Section;
use crate::searches::Searches;
use kemuri_runstore::markdown;
use kemuri_text::tr;

/// A table of the paper beside the measured figures.
pub struct TableComparison<'a> {
    /// The searches.
    pub searches: &'a Searches<'a>,
    /// The tables of the paper.
    pub tables: &'a PublishedTables,
    /// The number of the table: 1 and 3 are of mean changes, 2 and 4 of totals.
    pub table: u32,
}

impl TableComparison<'_> {
    /// Returns the section of the table. It has four rows for each table size
    /// (published, measured time, measured nodes, difference) and a column for
    /// each percentage.
    pub fn section(&self) -> Section {
        let lang = self.searches.lang();
        let percents = self.tables.percents(self.table);
        let mut heads = vec![
            tr!(lang, "lab-table-gc-size"),
            String::new(),
            tr!(lang, "lab-problems"),
        ];
        heads.extend(percents.iter().map(|percent| format!("{percent} %")));
        let names = [
            tr!(lang, "lab-table-gc-published"),
            tr!(lang, "lab-table-gc-measured-time"),
            tr!(lang, "lab-table-gc-measured-nodes"),
            tr!(lang, "lab-difference"),
        ];
        let mut rows = Vec::new();
        for size in &self.tables.sizes {
            let columns: Vec<_> = percents.iter().map(|&p| self.column(size, p)).collect();
            for (row, name) in names.iter().enumerate() {
                let problems = match row {
                    0 => self.published_problems(size),
                    _ => needing(self.searches, size).len().to_string(),
                };
                let mut cells = vec![size.clone(), name.clone(), problems];
                let values = columns.iter().map(|column| column[row].clone());
                cells.extend(values.map(|value| value.unwrap_or(NONE.into())));
                rows.push(cells);
            }
        }
        let (title, note) = match self.table {
            1 => (
                tr!(lang, "lab-table-gc-table-1"),
                tr!(lang, "lab-table-gc-means-note"),
            ),
            2 => (
                tr!(lang, "lab-table-gc-table-2"),
                tr!(lang, "lab-table-gc-totals-note"),
            ),
            3 => (
                tr!(lang, "lab-table-gc-table-3"),
                tr!(lang, "lab-table-gc-as-table", table = 1u32),
            ),
            _ => (
                tr!(lang, "lab-table-gc-table-4"),
                tr!(lang, "lab-table-gc-as-table", table = 2u32),
            ),
        };
        Section {
            title,
            note,
            table: markdown::table(&heads, 2, &rows),
        }
    }

    /// Returns the cells of a size and a percentage, from published to difference.
    fn column(&self, size: &str, percent: u64) -> [Option<String>; 4] {
        let published = self.published(size, percent);
        let measured = self.measured(size, percent);
        match self.table {
            1 | 3 => {
                let difference = measured.and_then(|m| Some(m.nodes? - published?));
                [
                    published.map(|value| format!("{value:.4}")),
                    measured.map(|m| mean_cell(&m, m.time)),
                    measured.map(|m| mean_cell(&m, m.nodes)),
                    difference.map(|value| signed(Some(value))),
                ]
            }
            _ => {
                let totals = measured.map(|m| m.totals);
                let difference = self.difference_of_totals(size, percent);
                [
                    published.map(|value| format!("{value:.1}")),
                    totals.map(|t| format!("{:.1}", t.time.as_secs_f64())),
                    totals.map(|t| format!("{:.1} ({})", t.nodes as f64 / 1e6, t.undecided)),
                    difference.map(|value| signed(Some(value))),
                ]
            }
        }
    }

    /// Returns the measured total of nodes over that of [`BASE`], less the same of
    /// the published times.
    fn difference_of_totals(&self, size: &str, percent: u64) -> Option<f64> {
        let base = match self.table {
            2 => BASE.load,
            _ => BASE.free,
        };
        let nodes = |percent| Some(self.measured(size, percent)?.totals.nodes.max(1) as f64);
        let measured = nodes(percent)? / nodes(base)?;
        Some(measured - self.published(size, percent)? / self.published(size, base)?)
    }

    fn published_problems(&self, size: &str) -> String {
        let mut figures = self.tables.figures.iter();
        let figure = figures.find(|f| f.table == self.table && f.size == size);
        figure.map_or(NONE.into(), |figure| figure.problems.to_string())
    }

    fn published(&self, size: &str, percent: u64) -> Option<f64> {
        let figure = self.tables.figure(self.table, size, percent);
        figure.map(|figure| figure.value)
    }

    /// Returns what was measured, if any problem needs a collection: totals over
    /// nothing would look like something that was measured.
    fn measured(&self, size: &str, percent: u64) -> Option<PairResult> {
        let figure = self.tables.figure(self.table, size, percent)?;
        let measured = pair_result(self.searches, size, Pair::of(figure));
        (measured.totals.problems() > 0).then_some(measured)
    }
}

/// A mean over the problems that both pairs decide, with their number where
/// these are not all.
fn mean_cell(cell: &PairResult, mean: Option<f64>) -> String {
    match cell.compared {
        none_or_all if none_or_all == 0 || none_or_all == cell.totals.problems() => decimal(mean),
        _ => format!("{} ({})", decimal(mean), cell.compared),
    }
}
