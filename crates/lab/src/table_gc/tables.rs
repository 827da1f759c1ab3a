//! The tables of the paper, with published and measured figures.

use super::{BASE, Pair, PairResult, PublishedTables, needing, pair_result};
use crate::numbers::{NONE, decimal, signed};
use crate::published::CollectionFigure;
use crate::report::ReportSection;
use crate::searches::Searches;
use kemuri_runstore::markdown;
use kemuri_text::tr;

/// What two tables of the paper are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Mean changes: table 1 by load, table 3 by share.
    MeanChanges,
    /// Totals: table 2 by load, table 4 by share.
    Totals,
}

/// Tables of the paper beside the measured figures.
pub struct TableComparison<'a> {
    /// The searches.
    pub searches: &'a Searches<'a>,
    /// The tables of the paper.
    pub tables: &'a PublishedTables,
    /// Which of them are compared.
    pub measure: Measure,
}

impl TableComparison<'_> {
    /// Returns the section. It has four rows for each table size (published,
    /// measured time, measured nodes, difference) and a column for each pair.
    pub fn section(&self) -> ReportSection {
        let lang = self.searches.lang();
        let pairs = self.tables.pairs();
        let mut heads = vec![
            tr!(lang, "lab-table-gc-size"),
            String::new(),
            tr!(lang, "lab-problems"),
        ];
        heads.extend(pairs.iter().map(Pair::to_string));
        let names = [
            tr!(lang, "lab-table-gc-published"),
            tr!(lang, "lab-table-gc-measured-time"),
            tr!(lang, "lab-table-gc-measured-nodes"),
            tr!(lang, "lab-difference"),
        ];
        let mut rows = Vec::new();
        for size in &self.tables.sizes {
            let columns: Vec<_> = pairs.iter().map(|&pair| self.column(size, pair)).collect();
            let published = self.figure(size, BASE).map(|figure| figure.problems);
            for (row, name) in names.iter().enumerate() {
                let problems = match row {
                    0 => published.map_or(NONE.into(), |problems| problems.to_string()),
                    _ => needing(self.searches, size).len().to_string(),
                };
                let mut cells = vec![size.clone(), name.clone(), problems];
                let values = columns.iter().map(|column| column[row].clone());
                cells.extend(values.map(|value| value.unwrap_or(NONE.into())));
                rows.push(cells);
            }
        }
        let (title, note) = match self.measure {
            Measure::MeanChanges => (
                tr!(lang, "lab-table-gc-means"),
                tr!(lang, "lab-table-gc-means-note"),
            ),
            Measure::Totals => (
                tr!(lang, "lab-table-gc-totals"),
                tr!(lang, "lab-table-gc-totals-note"),
            ),
        };
        ReportSection {
            title,
            note,
            table: markdown::table(&heads, 2, &rows),
        }
    }

    /// Returns the cells of a size and a pair, from published to difference.
    fn column(&self, size: &str, pair: Pair) -> [Option<String>; 4] {
        let published = self.published(size, pair);
        let measured = self.measured(size, pair);
        let difference = self.difference(size, pair);
        let difference = difference.map(|value| signed(Some(value)));
        match self.measure {
            Measure::MeanChanges => [
                published.map(|value| format!("{value:.4}")),
                measured.map(|m| mean_cell(&m, m.time)),
                measured.map(|m| mean_cell(&m, m.nodes)),
                difference,
            ],
            Measure::Totals => {
                let totals = measured.map(|m| m.totals);
                [
                    published.map(|value| format!("{value:.1}")),
                    totals.map(|t| format!("{:.1}", t.time.as_secs_f64())),
                    totals.map(|t| format!("{:.1} ({})", t.nodes as f64 / 1e6, t.undecided)),
                    difference,
                ]
            }
        }
    }

    /// Returns measured nodes less published time. Totals of different programs
    /// are compared as shares of the total of [`BASE`].
    fn difference(&self, size: &str, pair: Pair) -> Option<f64> {
        let published = |pair| self.published(size, pair);
        match self.measure {
            Measure::MeanChanges => Some(self.measured(size, pair)?.nodes? - published(pair)?),
            Measure::Totals => {
                let nodes = |pair| Some(self.measured(size, pair)?.totals.nodes.max(1) as f64);
                Some(nodes(pair)? / nodes(BASE)? - published(pair)? / published(BASE)?)
            }
        }
    }

    /// Returns the figure of the paper; that of [`BASE`] is in both tables.
    fn figure(&self, size: &str, pair: Pair) -> Option<&CollectionFigure> {
        let tables = match self.measure {
            Measure::MeanChanges => [1, 3],
            Measure::Totals => [2, 4],
        };
        let mut figures = self.tables.figures.iter();
        figures.find(|f| tables.contains(&f.table) && f.size == size && Pair::of(f) == pair)
    }

    fn published(&self, size: &str, pair: Pair) -> Option<f64> {
        self.figure(size, pair).map(|figure| figure.value)
    }

    /// Returns what was measured, if any problem needs a collection: totals over
    /// nothing would look like something that was measured.
    fn measured(&self, size: &str, pair: Pair) -> Option<PairResult> {
        let measured = pair_result(self.searches, size, pair);
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
