//! Proof hands on and off (Seo 1999, figures 8 and 9).

use super::Halt;
use super::lab::{Lab, Setting};
use super::published::{self, Key, ProofPieces, key};
use super::report::{Facts, Section, decimal, nodes, seconds, signed};
use super::row::Row;
use super::scatter;
use super::stats::{geometric_mean, ratio};
use std::collections::BTreeMap;

const WITH: &str = "with";
const WITHOUT: &str = "without";

/// What somebody found with and without proof hands.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Nodes with over nodes without, of the problems solved in both ways.
    pub ratios: BTreeMap<usize, f64>,
    /// Solved only with them.
    pub only_with: Vec<String>,
    /// Solved only without them.
    pub only_without: Vec<String>,
    /// Solved in neither way.
    pub neither: Vec<String>,
}

impl Side {
    fn add(&mut self, number: usize, name: &str, without: Option<u64>, with: Option<u64>) {
        match (without, with) {
            (Some(without), Some(with)) => {
                self.ratios.insert(number, ratio(with, without));
            }
            (None, Some(_)) => self.only_with.push(name.into()),
            (Some(_), None) => self.only_without.push(name.into()),
            (None, None) => self.neither.push(name.into()),
        }
    }

    /// How many take fewer nodes with proof hands.
    pub fn fewer(&self) -> usize {
        self.ratios.values().filter(|&&r| r < 1.0).count()
    }

    /// How many take more.
    pub fn more(&self) -> usize {
        self.ratios.values().filter(|&&r| r > 1.0).count()
    }

    /// The geometric mean of the ratios.
    pub fn mean(&self) -> Option<f64> {
        geometric_mean(self.ratios.values().copied())
    }

    /// The ratios of the problems that both sides have one of, ours first.
    pub fn beside(&self, other: &Self) -> Vec<(f64, f64)> {
        let ratios = self.ratios.iter();
        ratios
            .filter_map(|(number, ratio)| Some((*ratio, *other.ratios.get(number)?)))
            .collect()
    }

    /// Solved in any way, or in none.
    pub fn problems(&self) -> usize {
        let lists = [&self.only_with, &self.only_without, &self.neither];
        self.ratios.len() + lists.iter().map(|list| list.len()).sum::<usize>()
    }
}

/// Runs the experiment.
pub fn run(lab: &mut Lab<'_>) -> Result<Facts, Halt> {
    let mut off = lab.options.clone();
    off.proof_hands = false;
    let mut on = lab.options.clone();
    on.proof_hands = true;
    lab.measure_all(&[
        Setting::first_mate(WITHOUT, off),
        Setting::first_mate(WITH, on),
    ])?;
    Ok(facts(lab))
}

fn facts(lab: &Lab<'_>) -> Facts {
    let text = lab.text;
    let printed: BTreeMap<Key, ProofPieces> = published::proof_pieces().into_iter().collect();
    let (mut ours, mut theirs) = (Side::default(), Side::default());
    let mut rows = Vec::new();
    for number in lab.numbers() {
        let name = lab.name(number);
        let [without, with] = [WITHOUT, WITH].map(|setting| lab.row(number, setting));
        let decided = |row: Option<&Row>| row.filter(|r| r.is_decided()).map(|r| r.nodes);
        ours.add(number, &name, decided(without), decided(with));
        let row = key(&name).and_then(|key| printed.get(&key));
        if let Some(row) = row {
            theirs.add(number, &name, row.nodes_without, row.nodes_with);
        }
        let [our, their] = [&ours, &theirs].map(|side| side.ratios.get(&number).copied());
        let took = |row: Option<&Row>| {
            let row = row.filter(|r| r.is_decided());
            [nodes(row.map(|r| r.nodes)), seconds(row.map(Row::time))]
        };
        // Whole seconds are what is printed; decimals would say more.
        let printed_took = |count: Option<u64>, time: Option<u64>| [nodes(count), nodes(time)];
        let mut cells = vec![name.clone()];
        cells.extend(printed_took(
            row.and_then(|r| r.nodes_without),
            row.and_then(|r| r.seconds_without),
        ));
        cells.extend(printed_took(
            row.and_then(|r| r.nodes_with),
            row.and_then(|r| r.seconds_with),
        ));
        cells.push(decimal(row.and_then(|r| r.ratio)));
        cells.extend(took(without));
        cells.extend(took(with));
        cells.push(decimal(our));
        cells.push(signed(our.zip(their).map(|(our, their)| our - their)));
        rows.push(cells);
    }
    let heads = text.proof_hands_heads();
    Facts {
        reading: text.proof_hands_reading(&ours, &theirs, lab.limit),
        sections: vec![
            summary(lab, &ours, &theirs),
            Section::table(
                text.every_problem(),
                text.proof_hands_note(),
                &heads,
                1,
                &rows,
            ),
        ],
        pictures: vec![("proof-hands.svg".into(), picture(lab, &printed))],
    }
}

fn summary(lab: &Lab<'_>, ours: &Side, theirs: &Side) -> Section {
    let text = lab.text;
    let count = |number: usize| number.to_string();
    let row = |what: &str, of: fn(&Side) -> usize| {
        let (a, b) = (of(theirs), of(ours));
        let difference = format!("{:+}", b as i64 - a as i64);
        vec![what.to_string(), count(a), count(b), difference]
    };
    let [
        problems,
        both,
        fewer,
        more,
        mean,
        only_with,
        only_without,
        neither,
    ] = text.proof_hands_lines();
    let means = [theirs.mean(), ours.mean()];
    let rows = [
        row(problems, Side::problems),
        row(both, |side| side.ratios.len()),
        row(fewer, Side::fewer),
        row(more, Side::more),
        vec![
            mean.to_string(),
            decimal(means[0]),
            decimal(means[1]),
            signed(means[1].zip(means[0]).map(|(a, b)| a - b)),
        ],
        row(only_with, |side| side.only_with.len()),
        row(only_without, |side| side.only_without.len()),
        row(neither, |side| side.neither.len()),
    ];
    let heads = text.compared_heads();
    Section::table(
        text.totals_heading(),
        text.proof_hands_summary_note(),
        &heads,
        1,
        &rows,
    )
}

/// Nodes with over nodes without, each problem a dot.
fn picture(lab: &Lab<'_>, printed: &BTreeMap<Key, ProofPieces>) -> String {
    let text = lab.text;
    let ours: Vec<(f64, f64, String)> = lab
        .both(WITHOUT, WITH)
        .map(|(without, with)| {
            let name = without.problem.clone();
            (without.nodes as f64, with.nodes as f64, name)
        })
        .collect();
    let theirs: Vec<(f64, f64, String)> = lab
        .numbers()
        .filter_map(|number| {
            let name = lab.name(number);
            let row = printed.get(&key(&name)?)?;
            Some((row.nodes_without? as f64, row.nodes_with? as f64, name))
        })
        .collect();
    scatter::plot(
        (text.nodes_without(), text.nodes_with()),
        &[
            (text.published(), "#999999", theirs),
            (text.measured(), "#0055aa", ours),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_counted_where_they_belong() {
        let mut side = Side::default();
        side.add(1, "a", Some(100), Some(50));
        side.add(2, "b", Some(50), Some(100));
        side.add(3, "c", Some(70), Some(70));
        side.add(4, "d", None, Some(9));
        side.add(5, "e", Some(9), None);
        side.add(6, "f", None, None);
        assert_eq!((side.fewer(), side.more(), side.problems()), (1, 1, 6));
        assert!((side.mean().unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(side.only_with, ["d"]);
        assert_eq!(side.only_without, ["e"]);
        assert_eq!(side.neither, ["f"]);
        let mut other = Side::default();
        other.add(2, "b", Some(10), Some(5));
        other.add(4, "d", Some(10), Some(5));
        assert_eq!(side.beside(&other), [(2.0, 0.5)]);
    }
}
