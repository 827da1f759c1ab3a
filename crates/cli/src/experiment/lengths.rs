//! Lengths (komori-n 2021): the graph of the article, the withdrawn rule on
//! random graphs, and what it costs to prove the shortest length of problems.

use super::Halt;
use super::graphs::{self, Finding};
use super::lab::{Lab, Setting};
use super::published::{self, key};
use super::report::{Facts, NONE, Section, decimal, nodes, seconds};
use super::row::{Found, Row};
use super::scatter;
use super::stats::{geometric_mean, ratio};
use kemuri_oracle::paths::path_length_with;
use kemuri_oracle::withdrawn::{article, ranks};
use kemuri_solver::{Futile, Goal};
use std::collections::BTreeMap;

const FIRST: &str = "first";
const SHORTEST: &str = "shortest";
/// Positions that a walk over the graph of the article may visit: far more than
/// it has.
const WALK: u64 = 10_000;

/// A cell of the article's tables, and ours.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Where the search starts.
    pub start: char,
    /// The node.
    pub node: char,
    /// What is printed.
    pub published: Option<u32>,
    /// What a search that cuts off repetitions finds.
    pub measured: Option<u32>,
    /// The length that depends on no path.
    pub rank: Option<u32>,
}

/// What proving the shortest length cost.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Mates found.
    pub mates: usize,
    /// Of these, proven shortest within the limit.
    pub proven: usize,
    /// Not proven within the limit.
    pub unproven: Vec<String>,
    /// Problems that have no mate.
    pub without: usize,
    /// Problems of which not even that is known.
    pub undecided: Vec<String>,
    /// Geometric mean of the nodes for the proof over those for a first mate.
    pub mean: Option<f64>,
    /// How many of the proven lengths are below that of the first mate found.
    pub shortened: usize,
    /// Printed lengths of problems of the collection, and how many are the
    /// proven ones.
    pub printed: (usize, usize),
}

/// Runs the experiment; the part about problems only if there are any.
pub fn run(lab: &mut Lab<'_>, graphs: u64) -> Result<Facts, Halt> {
    let cells = article_cells();
    let findings = graphs::run(lab, graphs)?;
    let goal = Goal::Shortest(Futile::None);
    let first = Setting::first_mate(FIRST, lab.options.clone());
    let shortest = Setting {
        name: SHORTEST.into(),
        goal,
        ..first.clone()
    };
    lab.measure_all(&[first, shortest])?;
    Ok(facts(lab, &cells, &findings))
}

/// The tables of the article, computed.
fn article_cells() -> Vec<Cell> {
    let (graph, names) = article();
    let ranks = ranks(&graph);
    let mut found: BTreeMap<(usize, usize), Option<u32>> = BTreeMap::new();
    let number = |name: char| names.iter().position(|&n| n == name);
    let printed = published::lengths();
    for start in printed.iter().filter_map(|cell| number(cell.start)) {
        // The graph is small; a walk that ends early would leave its cells empty.
        let _ = path_length_with(&graph, &start, WALK, |path, length| {
            if let Some(&node) = path.last() {
                found.insert((start, node), length);
            }
        });
    }
    printed
        .iter()
        .filter_map(|cell| {
            let (start, node) = (number(cell.start)?, number(cell.node)?);
            Some(Cell {
                start: cell.start,
                node: cell.node,
                published: cell.length,
                measured: found.get(&(start, node)).copied().flatten(),
                rank: ranks[node],
            })
        })
        .collect()
}

fn facts(lab: &Lab<'_>, cells: &[Cell], findings: &[Finding]) -> Facts {
    let text = lab.text;
    let cost = cost(lab);
    let mut facts = Facts {
        reading: text.lengths_reading(cells, findings, &cost, lab.entries.len()),
        sections: vec![article_section(lab, cells), graph_section(lab, findings)],
        pictures: Vec::new(),
    };
    for finding in findings {
        if let Some(example) = &finding.smallest {
            let name = format!("counterexample-{}.svg", finding.rule);
            facts.pictures.push((name, graphs::picture(example, text)));
        }
    }
    if !lab.entries.is_empty() {
        facts.sections.push(every_problem(lab));
        facts.pictures.push(("lengths.svg".into(), picture(lab)));
    }
    facts
}

/// The mates whose length is proven, with the row of their first mate.
fn proven<'l>(lab: &'l Lab<'_>) -> impl Iterator<Item = (&'l Row, &'l Row)> {
    let pairs = lab.both(FIRST, SHORTEST);
    pairs.filter(|(_, row)| row.verdict == Found::Mate && row.is_settled())
}

fn cost(lab: &Lab<'_>) -> Cost {
    let printed: BTreeMap<_, _> = published::proof_pieces().into_iter().collect();
    let mates = || lab.rows(SHORTEST).filter(|row| row.verdict == Found::Mate);
    let mut cost = Cost {
        mates: mates().count(),
        proven: mates().filter(|row| row.is_settled()).count(),
        unproven: lab.names_where(SHORTEST, |row| row.is_decided() && !row.is_settled()),
        without: lab
            .rows(SHORTEST)
            .filter(|row| row.verdict == Found::NoMate)
            .count(),
        undecided: lab.names_where(SHORTEST, |row| !row.is_decided()),
        mean: geometric_mean(proven(lab).map(|(a, b)| ratio(b.nodes, a.nodes))),
        shortened: proven(lab).filter(|(a, b)| b.length < a.length).count(),
        printed: (0, 0),
    };
    for (_, row) in proven(lab) {
        if let Some(theirs) = key(&row.problem).and_then(|key| printed.get(&key)) {
            cost.printed.0 += 1;
            cost.printed.1 += usize::from(row.length == Some(theirs.plies));
        }
    }
    cost
}

fn article_section(lab: &Lab<'_>, cells: &[Cell]) -> Section {
    let text = lab.text;
    let rows: Vec<Vec<String>> = cells
        .iter()
        .map(|cell| {
            let same = text.yes_or_no(cell.published == cell.measured);
            vec![
                cell.start.to_string(),
                cell.node.to_string(),
                text.graph_length(cell.published),
                text.graph_length(cell.measured),
                same.into(),
                text.graph_length(cell.rank),
            ]
        })
        .collect();
    Section::table(
        text.lengths_article(),
        text.lengths_article_note(),
        &text.lengths_article_heads(),
        2,
        &rows,
    )
}

fn graph_section(lab: &Lab<'_>, findings: &[Finding]) -> Section {
    let text = lab.text;
    let rows: Vec<Vec<String>> = findings
        .iter()
        .map(|finding| {
            let example = finding.smallest.as_ref();
            vec![
                text.rule(finding.rule).into(),
                nodes(Some(finding.graphs)),
                nodes(Some(finding.written)),
                nodes(Some(finding.hidden_loops)),
                nodes(Some(finding.wrong)),
                example.map_or(NONE.into(), |example| {
                    let (nodes, moves) = example.size();
                    text.graph_size(nodes, moves)
                }),
            ]
        })
        .collect();
    Section::table(
        text.lengths_rules(),
        text.lengths_rules_note(),
        &text.lengths_rules_heads(),
        1,
        &rows,
    )
}

fn every_problem(lab: &Lab<'_>) -> Section {
    let text = lab.text;
    let printed: BTreeMap<_, _> = published::proof_pieces().into_iter().collect();
    let rows: Vec<Vec<String>> = lab
        .numbers()
        .map(|number| {
            let name = lab.name(number);
            let plies = key(&name).and_then(|key| Some(printed.get(&key)?.plies));
            let [first, shortest] = [FIRST, SHORTEST].map(|setting| lab.row(number, setting));
            let both = first
                .zip(shortest)
                .filter(|(a, b)| a.is_decided() && b.is_settled());
            vec![
                name,
                plies.map_or(NONE.into(), |plies| plies.to_string()),
                text.found_length(first),
                text.found_length(shortest),
                nodes(first.map(|row| row.nodes)),
                seconds(first.map(Row::time)),
                nodes(shortest.map(|row| row.nodes)),
                seconds(shortest.map(Row::time)),
                decimal(both.map(|(a, b)| ratio(b.nodes, a.nodes))),
            ]
        })
        .collect();
    Section::table(
        text.every_problem(),
        text.lengths_problems_note(),
        &text.lengths_heads(),
        1,
        &rows,
    )
}

fn picture(lab: &Lab<'_>) -> String {
    let dots = proven(lab).map(|(first, shortest)| {
        let name = first.problem.clone();
        (first.nodes as f64, shortest.nodes as f64, name)
    });
    let series = [(lab.text.measured(), "#0055aa", dots.collect())];
    scatter::plot(lab.text.lengths_axes(), &series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_article_are_repeated() {
        let cells = article_cells();
        assert_eq!(cells.len(), 12);
        for cell in &cells {
            assert_eq!(cell.measured, cell.published, "{cell:?}");
        }
        assert!(cells.iter().any(|cell| cell.rank != cell.measured));
    }
}
