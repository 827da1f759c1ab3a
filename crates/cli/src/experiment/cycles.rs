//! Remedies against cycles (Kishimoto): none, minimal distance, threshold
//! control.

use super::Halt;
use super::lab::{Lab, Setting};
use super::published::{self, Cycling, key};
use super::report::{Facts, NONE, Section, decimal, nodes, seconds};
use super::row::{Found, Row};
use super::scatter;
use super::stats::{Totals, geometric_mean, ratio};
use kemuri_formats::Expected;
use kemuri_solver::Options;
use kemuri_solver::options::{Kind, TABLE};
use std::time::Duration;

/// The option that chooses the remedy.
const OPTION: &str = "cycles";

/// What came of one remedy.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// Its name.
    pub name: String,
    /// Problems decided.
    pub decided: usize,
    /// Problems never decided within the limit.
    pub undecided: Vec<String>,
    /// Nodes over the problems that every remedy decides.
    pub nodes: u64,
    /// Time over the same.
    pub time: Duration,
    /// The geometric mean of the nodes over those of the default, where both
    /// decide.
    pub mean: Option<f64>,
}

/// A published statement and what became of it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is published.
    pub published: Cycling,
    /// Problems of the collection that it is about.
    pub problems: usize,
    /// Of these, solved within the limit.
    pub solved: usize,
    /// Those that differ from it.
    pub differing: Vec<String>,
    /// If it is about one problem: the remedies and their nodes, where they
    /// decide it.
    pub nodes: Vec<(&'static str, Option<u64>)>,
}

/// Runs the experiment.
pub fn run(lab: &mut Lab<'_>) -> Result<Facts, Halt> {
    let settings: Vec<Setting> = remedies()
        .iter()
        .map(|&word| {
            let mut options = lab.options.clone();
            // The words are those of the option.
            let _ = options.set(OPTION, word);
            Setting::first_mate(word, options)
        })
        .collect();
    lab.measure_all(&settings)?;
    Ok(facts(lab))
}

/// The values of the option.
fn remedies() -> &'static [&'static str] {
    let spec = TABLE.iter().find(|spec| spec.name == OPTION);
    match spec.map(|spec| spec.kind) {
        Some(Kind::Choice(words)) => words,
        _ => &[],
    }
}

/// The remedy that is used unless another is asked for.
fn default_remedy() -> String {
    let spec = TABLE.iter().find(|spec| spec.name == OPTION);
    spec.map_or(String::new(), |spec| spec.show(&Options::default()))
}

fn facts(lab: &Lab<'_>) -> Facts {
    let text = lab.text;
    let default = default_remedy();
    let common: Vec<usize> = lab
        .numbers()
        .filter(|&number| {
            let decided = |word: &&str| lab.row(number, word).is_some_and(Row::is_decided);
            remedies().iter().all(decided)
        })
        .collect();
    let remedies: Vec<Remedy> = remedies()
        .iter()
        .map(|&word| {
            let rows = common.iter().filter_map(|&number| lab.row(number, word));
            let totals = Totals::of(rows);
            let pairs = lab.both(word, &default);
            Remedy {
                name: word.into(),
                decided: lab.rows(word).filter(|row| row.is_decided()).count(),
                undecided: lab.names_where(word, |row| !row.is_decided()),
                nodes: totals.nodes,
                time: totals.time,
                mean: geometric_mean(pairs.map(|(a, b)| ratio(a.nodes, b.nodes))),
            }
        })
        .collect();
    let claims: Vec<Claim> = published::cycling()
        .into_iter()
        .map(|published| claim(lab, published))
        .filter(|claim| claim.problems > 0)
        .collect();
    Facts {
        reading: text.cycles_reading(&remedies, &claims, common.len(), &default),
        sections: vec![
            published_section(lab, &claims),
            summary(lab, &remedies),
            every_problem(lab, &remedies),
        ],
        pictures: vec![("cycles.svg".into(), picture(lab, &default))],
    }
}

/// Sets a published statement beside the results.
fn claim(lab: &Lab<'_>, published: Cycling) -> Claim {
    // `muso *` is every mate of the collection, `muso 100` is one problem. What
    // nothing decides may be a mate, and is not solved: to leave it out would be
    // to count the solved ones out of the solved ones.
    let every = published.problem.strip_suffix('*').map(str::trim);
    let wanted = key(&published.problem);
    let is_about = |number: usize| {
        let Some(found) = key(&lab.name(number)) else {
            return false;
        };
        match every {
            None => Some(found) == wanted,
            Some(collection) => found.0 == collection && !has_no_mate(lab, number),
        }
    };
    let mut claim = Claim {
        published: published.clone(),
        problems: 0,
        solved: 0,
        differing: Vec::new(),
        nodes: Vec::new(),
    };
    for number in lab.numbers().filter(|&number| is_about(number)) {
        let row = lab.row(number, &published.cycles);
        let solved = row.is_some_and(Row::is_decided);
        claim.problems += 1;
        claim.solved += usize::from(solved);
        if solved != published.solved {
            claim.differing.push(lab.name(number));
        }
        if every.is_none() {
            let decided = |word: &'static str| {
                let row = lab.row(number, word).filter(|row| row.is_decided());
                (word, row.map(|row| row.nodes))
            };
            claim.nodes = remedies().iter().map(|&word| decided(word)).collect();
        }
    }
    claim
}

/// Whether a problem has no mate, as far as the collection or any search says.
fn has_no_mate(lab: &Lab<'_>, number: usize) -> bool {
    let found = |word: &&str| {
        let row = lab.row(number, word);
        row.is_some_and(|row| row.verdict == Found::NoMate)
    };
    match lab.entries[number - 1].expected {
        Expected::Mate(_) => false,
        Expected::NoMate => true,
        Expected::Unstated => remedies().iter().any(found),
    }
}

fn published_section(lab: &Lab<'_>, claims: &[Claim]) -> Section {
    let text = lab.text;
    let rows: Vec<Vec<String>> = claims
        .iter()
        .map(|claim| {
            let all = match claim.published.solved {
                true => claim.problems,
                false => 0,
            };
            vec![
                claim.published.problem.clone(),
                claim.published.cycles.clone(),
                format!("{all}/{}", claim.problems),
                format!("{}/{}", claim.solved, claim.problems),
                match claim.differing.is_empty() {
                    true => NONE.into(),
                    false => claim.differing.join(", "),
                },
            ]
        })
        .collect();
    Section::table(
        text.published_and_measured(),
        text.cycles_published_note(),
        &text.cycles_published_heads(),
        2,
        &rows,
    )
}

fn summary(lab: &Lab<'_>, remedies: &[Remedy]) -> Section {
    let text = lab.text;
    let rows: Vec<Vec<String>> = remedies
        .iter()
        .map(|remedy| {
            vec![
                remedy.name.clone(),
                remedy.decided.to_string(),
                remedy.undecided.len().to_string(),
                nodes(Some(remedy.nodes)),
                seconds(Some(remedy.time)),
                decimal(remedy.mean),
            ]
        })
        .collect();
    Section::table(
        text.totals_heading(),
        text.cycles_summary_note(),
        &text.cycles_heads(),
        1,
        &rows,
    )
}

fn every_problem(lab: &Lab<'_>, remedies: &[Remedy]) -> Section {
    let text = lab.text;
    let mut heads = vec![text.problem().to_string()];
    for remedy in remedies {
        heads.push(text.nodes_of(&remedy.name));
        heads.push(text.time_of(&remedy.name));
    }
    let rows: Vec<Vec<String>> = lab
        .numbers()
        .map(|number| {
            let mut cells = vec![lab.name(number)];
            for remedy in remedies {
                let row = lab.row(number, &remedy.name).filter(|r| r.is_decided());
                cells.push(nodes(row.map(|r| r.nodes)));
                cells.push(seconds(row.map(Row::time)));
            }
            cells
        })
        .collect();
    Section::table(
        text.every_problem(),
        text.dash_is_undecided(),
        &heads,
        1,
        &rows,
    )
}

fn picture(lab: &Lab<'_>, default: &str) -> String {
    const COLOURS: [&str; 3] = ["#aa5500", "#0055aa", "#338833"];
    let others = remedies().iter().filter(|word| **word != default);
    let series: Vec<scatter::Series<'_>> = others
        .zip(COLOURS)
        .map(|(&word, colour)| {
            let dots = lab.both(default, word).map(|(a, b)| {
                let name = a.problem.clone();
                (a.nodes as f64, b.nodes as f64, name)
            });
            (word, colour, dots.collect())
        })
        .collect();
    let title = lab.text.nodes_of(default);
    scatter::plot((&title, lab.text.nodes_otherwise()), &series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remedy_that_is_published_can_be_chosen() {
        assert!(remedies().contains(&default_remedy().as_str()));
        for claim in published::cycling() {
            assert!(remedies().contains(&claim.cycles.as_str()), "{claim:?}");
        }
    }
}
