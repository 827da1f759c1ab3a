//! When the table is collected and how much is freed (Nagai and Imai 2001,
//! tables 1 to 4).
//!
//! As in the paper, one of the two is varied at a time, and only problems that
//! need a collection at 80 % and 30 % are compared. What is compared here is
//! nodes; the paper compares times, which are given too.

use super::Halt;
use super::lab::{Lab, Setting};
use super::published::{self, Collecting, key};
use super::report::{Facts, NONE, Section, decimal, signed};
use super::row::Row;
use super::stats::{Totals, change, mean};
use kemuri_runstore::Plot;
use kemuri_runstore::plot::Scale;
use std::collections::BTreeSet;

/// What the paper compares with: collect at 80 %, free 30 %.
const BASE: Pair = Pair { load: 80, free: 30 };

/// A pair of parameters, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// When to collect.
    pub load: u64,
    /// How much to free.
    pub free: u64,
}

impl Pair {
    /// The pair of a cell of the paper's tables.
    fn of(cell: &Collecting) -> Self {
        match cell.option.as_str() {
            "gc-load" => Self {
                load: cell.percent,
                ..BASE
            },
            _ => Self {
                free: cell.percent,
                ..BASE
            },
        }
    }

    fn setting(self, size: &str) -> String {
        format!("hash={size} gc-load={} gc-free={}", self.load, self.free)
    }
}

/// What a pair did at one size, against [`BASE`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// Mean change of the nodes by formula (2), where both decide.
    pub nodes: Option<f64>,
    /// The same of the times.
    pub time: Option<f64>,
    /// Problems that both decide, which the means are over.
    pub compared: usize,
    /// Totals over the problems that need a collection.
    pub totals: Totals,
}

impl Cell {
    /// Problems that need a collection at the size.
    fn problems(&self) -> usize {
        self.totals.decided + self.totals.undecided
    }
}

/// What a pair did over all sizes.
#[derive(Clone, Copy, Debug)]
pub struct Overall {
    /// The pair.
    pub pair: Pair,
    /// The mean of the mean changes of the nodes over the sizes.
    pub change: f64,
    /// At how many sizes it is below 0, better than the paper's pair.
    pub better: usize,
    /// At how many sizes there is something to compare.
    pub sizes: usize,
    /// Problems decided, over all sizes.
    pub decided: usize,
    /// Nodes over all sizes.
    pub nodes: u64,
}

/// The paper's table that is set beside ours.
struct Grid {
    cells: Vec<Collecting>,
    sizes: Vec<String>,
}

impl Grid {
    fn new() -> Self {
        let cells = published::collecting();
        let mut sizes: Vec<String> = Vec::new();
        for cell in &cells {
            if !sizes.contains(&cell.size) {
                sizes.push(cell.size.clone());
            }
        }
        Self { cells, sizes }
    }

    /// The values of the parameter of a table.
    fn percents(&self, table: u32) -> BTreeSet<u64> {
        let cells = self.cells.iter().filter(|cell| cell.table == table);
        cells.map(|cell| cell.percent).collect()
    }

    fn cell(&self, table: u32, size: &str, percent: u64) -> Option<&Collecting> {
        let mut cells = self.cells.iter();
        cells.find(|c| c.table == table && c.size == size && c.percent == percent)
    }

    /// Every pair, the paper's own first.
    fn pairs(&self) -> Vec<Pair> {
        let others: BTreeSet<Pair> = self.cells.iter().map(Pair::of).collect();
        let others = others.into_iter().filter(|pair| *pair != BASE);
        [BASE].into_iter().chain(others).collect()
    }
}

/// Runs the experiment.
pub fn run(lab: &mut Lab<'_>) -> Result<Facts, Halt> {
    let grid = Grid::new();
    for number in compared(lab) {
        for size in &grid.sizes {
            for pair in grid.pairs() {
                let mut options = lab.options.clone();
                (options.gc_load, options.gc_free) = (pair.load, pair.free);
                // The sizes are those of the paper, which the option takes.
                let _ = options.set("hash", size);
                let setting = Setting::first_mate(pair.setting(size), options);
                let row = lab.measure(number, &setting)?;
                if pair == BASE && row.collections == 0 {
                    break;
                }
            }
        }
    }
    Ok(facts(lab, &grid))
}

/// The problems that the paper did not leave out.
fn compared(lab: &Lab<'_>) -> Vec<usize> {
    let left_out = published::left_out();
    let is_left_out =
        |number: &usize| key(&lab.name(*number)).is_some_and(|k| left_out.contains(&k));
    lab.numbers()
        .filter(|number| !is_left_out(number))
        .collect()
}

/// The problems that need a collection at a size.
fn needing<'l>(lab: &'l Lab<'_>, size: &str) -> Vec<&'l Row> {
    let setting = BASE.setting(size);
    compared(lab)
        .into_iter()
        .filter_map(|number| lab.row(number, &setting))
        .filter(|row| row.collections > 0)
        .collect()
}

fn measured(lab: &Lab<'_>, size: &str, pair: Pair) -> Cell {
    let setting = pair.setting(size);
    let pairs: Vec<(&Row, &Row)> = needing(lab, size)
        .into_iter()
        .filter_map(|base| Some((lab.row(base.number, &setting)?, base)))
        .collect();
    let decided = || {
        pairs
            .iter()
            .filter(|(a, b)| a.is_decided() && b.is_decided())
    };
    let nodes = decided().map(|(a, b)| change(a.nodes.max(1) as f64, b.nodes.max(1) as f64));
    let time = decided().map(|(a, b)| change(a.time_us.max(1) as f64, b.time_us.max(1) as f64));
    Cell {
        nodes: mean(nodes),
        time: mean(time),
        compared: decided().count(),
        totals: Totals::of(pairs.iter().map(|(row, _)| *row)),
    }
}

fn overall(lab: &Lab<'_>, grid: &Grid) -> Vec<Overall> {
    let mut all: Vec<Overall> = grid
        .pairs()
        .into_iter()
        .filter_map(|pair| {
            let cells: Vec<Cell> = grid.sizes.iter().map(|s| measured(lab, s, pair)).collect();
            let changes: Vec<f64> = cells.iter().filter_map(|cell| cell.nodes).collect();
            Some(Overall {
                pair,
                change: mean(changes.iter().copied())?,
                better: changes.iter().filter(|&&change| change < 0.0).count(),
                sizes: changes.len(),
                decided: cells.iter().map(|cell| cell.totals.decided).sum(),
                nodes: cells.iter().map(|cell| cell.totals.nodes).sum(),
            })
        })
        .collect();
    all.sort_by(|a, b| a.change.total_cmp(&b.change));
    all
}

fn facts(lab: &Lab<'_>, grid: &Grid) -> Facts {
    let text = lab.text;
    let overall = overall(lab, grid);
    let mut sections = Vec::new();
    if !overall.is_empty() {
        sections.push(overall_section(lab, &overall));
    }
    for table in 1..=4 {
        sections.extend(sections_of(lab, grid, table));
    }
    let needing: Vec<(String, usize)> = grid
        .sizes
        .iter()
        .map(|size| (size.clone(), needing(lab, size).len()))
        .collect();
    Facts {
        reading: text.table_gc_reading(&overall, BASE, &needing, lab.options),
        sections,
        pictures: vec![
            ("gc-load.svg".into(), picture(lab, grid, 1)),
            ("gc-free.svg".into(), picture(lab, grid, 3)),
        ],
    }
}

fn overall_section(lab: &Lab<'_>, overall: &[Overall]) -> Section {
    let text = lab.text;
    let rows: Vec<Vec<String>> = overall
        .iter()
        .map(|one| {
            vec![
                format!("{} / {}", one.pair.load, one.pair.free),
                signed(Some(one.change)),
                one.better.to_string(),
                one.decided.to_string(),
                format!("{:.1}", one.nodes as f64 / 1e6),
            ]
        })
        .collect();
    Section::table(
        text.totals_heading(),
        text.table_gc_note(),
        &text.table_gc_heads(),
        1,
        &rows,
    )
}

/// A table of the paper, ours and the difference: of mean changes (tables 1 and
/// 3), or of totals (2 and 4).
fn sections_of(lab: &Lab<'_>, grid: &Grid, table: u32) -> Vec<Section> {
    let text = lab.text;
    let percents = grid.percents(table);
    let is_mean = table % 2 == 1;
    let mut heads = vec![text.table_size().to_string(), text.problems().to_string()];
    heads.extend(percents.iter().map(|percent| format!("{percent} %")));
    let section = |(what, note): (&str, &str),
                   value: &dyn Fn(&str, u64) -> Option<String>,
                   count: &dyn Fn(&str) -> String| {
        let rows: Vec<Vec<String>> = grid
            .sizes
            .iter()
            .map(|size| {
                let mut cells = vec![size.clone(), count(size)];
                let values = percents.iter().map(|&percent| value(size, percent));
                cells.extend(values.map(|value| value.unwrap_or(NONE.into())));
                cells
            })
            .collect();
        Section::table(&text.table_gc_title(table, what), note, &heads, 1, &rows)
    };
    let printed = |size: &str, percent: u64| grid.cell(table, size, percent).map(|c| c.value);
    let ours = |size: &str, percent: u64| {
        let cell = grid.cell(table, size, percent)?;
        let measured = measured(lab, size, Pair::of(cell));
        // Totals over nothing would look like something that was measured.
        (measured.problems() > 0).then_some(measured)
    };
    let theirs_count = |size: &str| {
        let cell = grid
            .cells
            .iter()
            .find(|c| c.table == table && c.size == size);
        cell.map_or(NONE.into(), |c| c.problems.to_string())
    };
    let our_count = |size: &str| needing(lab, size).len().to_string();
    // Means are over the problems that both pairs decide; where these are not
    // all, the reader is told how many they are.
    let of_compared = |cell: &Cell, mean: Option<f64>| match cell.compared {
        none_or_all if none_or_all == 0 || none_or_all == cell.problems() => decimal(mean),
        _ => format!("{} ({})", decimal(mean), cell.compared),
    };
    if is_mean {
        return vec![
            section(
                (text.published(), text.table_gc_published_means()),
                &|size, percent| Some(format!("{:.4}", printed(size, percent)?)),
                &theirs_count,
            ),
            section(
                (text.measured_nodes(), text.table_gc_compared()),
                &|size, percent| ours(size, percent).map(|cell| of_compared(&cell, cell.nodes)),
                &our_count,
            ),
            section(
                (text.measured_time(), text.table_gc_compared()),
                &|size, percent| ours(size, percent).map(|cell| of_compared(&cell, cell.time)),
                &our_count,
            ),
            section(
                (text.difference(), text.table_gc_difference_of_means()),
                &|size, percent| {
                    let difference = ours(size, percent)?.nodes? - printed(size, percent)?;
                    Some(signed(Some(difference)))
                },
                &our_count,
            ),
        ];
    }
    let base = match table {
        2 => BASE.load,
        _ => BASE.free,
    };
    let total = |size: &str, percent: u64| Some(ours(size, percent)?.totals.nodes.max(1) as f64);
    vec![
        section(
            (text.published(), text.table_gc_published_totals()),
            &|size, percent| Some(format!("{:.1}", printed(size, percent)?)),
            &theirs_count,
        ),
        section(
            (text.measured_totals(), text.table_gc_totals()),
            &|size, percent| {
                let totals = ours(size, percent)?.totals;
                let (nodes, time) = (totals.nodes as f64 / 1e6, totals.time.as_secs_f64());
                Some(format!("{nodes:.1} ({time:.1}; {})", totals.undecided))
            },
            &our_count,
        ),
        section(
            (text.difference(), text.table_gc_difference_of_totals()),
            &|size, percent| {
                let ours = total(size, percent)? / total(size, base)?;
                let theirs = printed(size, percent)? / printed(size, base)?;
                Some(signed(Some(ours - theirs)))
            },
            &our_count,
        ),
    ]
}

/// Mean changes against the parameter: ours and, dashed, the paper's.
fn picture(lab: &Lab<'_>, grid: &Grid, table: u32) -> String {
    const COLOURS: [&str; 4] = ["#aa5500", "#0055aa", "#338833", "#993399"];
    let percents: Vec<u64> = grid.percents(table).into_iter().collect();
    let line = |value: &dyn Fn(u64) -> Option<f64>| -> Vec<(f64, f64)> {
        let points = percents.iter().map(|&p| Some((p as f64, value(p)?)));
        points.flatten().collect()
    };
    let lines: Vec<[Vec<(f64, f64)>; 2]> = grid
        .sizes
        .iter()
        .map(|size| {
            let cell = |percent| grid.cell(table, size, percent);
            [
                line(&|percent| measured(lab, size, Pair::of(cell(percent)?)).nodes),
                line(&|percent| Some(cell(percent)?.value)),
            ]
        })
        .collect();
    let all = lines.iter().flatten().flatten();
    let values = Scale::linear(all.map(|&(_, y)| y));
    let percent = |place: Option<&u64>| place.map_or(0.0, |&p| p as f64);
    let across = Scale::Linear {
        from: percent(percents.first()),
        to: percent(percents.last()),
        step: 10.0,
    };
    let (x, y) = lab.text.table_gc_axes(table);
    let mut plot = Plot::new(across, values).titles(x, y);
    for ((size, [ours, theirs]), colour) in grid.sizes.iter().zip(&lines).zip(COLOURS) {
        plot.line(size, colour, ours);
        plot.dashed(colour, theirs);
    }
    plot.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_solver::Options;

    #[test]
    fn the_papers_parameters_are_all_there_and_can_be_set() {
        let grid = Grid::new();
        let pairs = grid.pairs();
        assert_eq!((pairs.len(), pairs[0]), (7, BASE));
        assert_eq!(grid.sizes, ["2.8M", "5.6M", "8.4M", "11.2M"]);
        for size in &grid.sizes {
            Options::default().set("hash", size).unwrap();
        }
        for pair in pairs {
            let mut options = Options::default();
            options.set("gc-load", &pair.load.to_string()).unwrap();
            options.set("gc-free", &pair.free.to_string()).unwrap();
        }
    }
}
