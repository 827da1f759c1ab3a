//! The tables of the paper, published, measured and their difference.

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
    /// Returns the sections: published, measured, difference.
    pub fn sections(&self) -> Vec<Section> {
        match self.table {
            1 | 3 => self.sections_of_means(),
            _ => self.sections_of_totals(),
        }
    }

    fn sections_of_means(&self) -> Vec<Section> {
        let lang = self.searches.lang();
        let compared = tr!(lang, "lab-table-gc-compared");
        vec![
            self.published_section(tr!(lang, "lab-table-gc-published-means"), 4),
            self.measured_section(
                tr!(lang, "lab-table-gc-measured-nodes"),
                compared.clone(),
                |cell| mean_cell(&cell, cell.nodes),
            ),
            self.measured_section(tr!(lang, "lab-table-gc-measured-time"), compared, |cell| {
                mean_cell(&cell, cell.time)
            }),
            self.difference_section(
                tr!(lang, "lab-table-gc-difference-of-means"),
                |size, percent| {
                    Some(self.measured(size, percent)?.nodes? - self.published(size, percent)?)
                },
            ),
        ]
    }

    fn sections_of_totals(&self) -> Vec<Section> {
        let lang = self.searches.lang();
        let base = match self.table {
            2 => BASE.load,
            _ => BASE.free,
        };
        let nodes = |size: &str, percent: u64| {
            let totals = self.measured(size, percent)?.totals;
            Some(totals.nodes.max(1) as f64)
        };
        vec![
            self.published_section(tr!(lang, "lab-table-gc-published-totals"), 1),
            self.measured_section(
                tr!(lang, "lab-table-gc-measured-totals"),
                tr!(lang, "lab-table-gc-totals"),
                |cell| {
                    let (totals, time) = (cell.totals, cell.totals.time.as_secs_f64());
                    let nodes = totals.nodes as f64 / 1e6;
                    format!("{nodes:.1} ({time:.1}; {})", totals.undecided)
                },
            ),
            self.difference_section(
                tr!(lang, "lab-table-gc-difference-of-totals"),
                |size, percent| {
                    let measured = nodes(size, percent)? / nodes(size, base)?;
                    let published = self.published(size, percent)? / self.published(size, base)?;
                    Some(measured - published)
                },
            ),
        ]
    }

    fn published_section(&self, note: String, decimals: usize) -> Section {
        let what = tr!(self.searches.lang(), "lab-published");
        let problems = |size: &str| {
            let mut figures = self.tables.figures.iter();
            let figure = figures.find(|f| f.table == self.table && f.size == size);
            figure.map_or(NONE.into(), |figure| figure.problems.to_string())
        };
        self.section(what, note, problems, |size, percent| {
            Some(format!("{:.decimals$}", self.published(size, percent)?))
        })
    }

    fn measured_section(
        &self,
        what: String,
        note: String,
        cell: impl Fn(PairResult) -> String,
    ) -> Section {
        let problems = |size: &str| needing(self.searches, size).len().to_string();
        self.section(what, note, problems, |size, percent| {
            self.measured(size, percent).map(&cell)
        })
    }

    fn difference_section(
        &self,
        note: String,
        difference: impl Fn(&str, u64) -> Option<f64>,
    ) -> Section {
        let what = tr!(self.searches.lang(), "lab-difference");
        let problems = |size: &str| needing(self.searches, size).len().to_string();
        self.section(what, note, problems, |size, percent| {
            difference(size, percent).map(|difference| signed(Some(difference)))
        })
    }

    /// A section with a row for each size and a column for each percentage.
    fn section(
        &self,
        what: String,
        note: String,
        problems: impl Fn(&str) -> String,
        cell: impl Fn(&str, u64) -> Option<String>,
    ) -> Section {
        let lang = self.searches.lang();
        let percents = self.tables.percents(self.table);
        let mut heads = vec![tr!(lang, "lab-table-gc-size"), tr!(lang, "lab-problems")];
        heads.extend(percents.iter().map(|percent| format!("{percent} %")));
        let row = |size: &String| {
            let mut cells = vec![size.clone(), problems(size)];
            let values = percents.iter().map(|&percent| cell(size, percent));
            cells.extend(values.map(|value| value.unwrap_or(NONE.into())));
            cells
        };
        let rows: Vec<_> = self.tables.sizes.iter().map(row).collect();
        Section {
            title: self.title(&what),
            note,
            table: markdown::table(&heads, 1, &rows),
        }
    }

    fn title(&self, what: &str) -> String {
        let lang = self.searches.lang();
        match self.table {
            1 => tr!(lang, "lab-table-gc-table-1", what = what),
            2 => tr!(lang, "lab-table-gc-table-2", what = what),
            3 => tr!(lang, "lab-table-gc-table-3", what = what),
            _ => tr!(lang, "lab-table-gc-table-4", what = what),
        }
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
