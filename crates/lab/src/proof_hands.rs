//! Proof hands on and off (Seo 1999, figures 8 and 9).

use crate::error::ExperimentError;
use crate::numbers::{count, decimal, seconds, signed};
use crate::published::{self, Key, ProofPieces, key};
use crate::report::{Findings, Picture, ReportSection, heads, listed};
use crate::scatter::{self, Dot, Series};
use crate::search_result::SearchResult;
use crate::searches::{Searches, Setting};
use crate::stats::{geometric_mean, ratio};
use kemuri_runstore::markdown;
use kemuri_text::{Lang, tr, units};
use std::collections::BTreeMap;

const WITH: &str = "with";
const WITHOUT: &str = "without";

/// Published figures by problem.
type Published = BTreeMap<Key, ProofPieces>;

/// Nodes with and without proof hands, published or measured.
#[derive(Clone, Debug, Default)]
struct NodeRatios {
    /// Nodes with over nodes without, of the problems decided in both ways.
    ratios: BTreeMap<usize, f64>,
    /// Decided only with them.
    only_with: Vec<String>,
    /// Decided only without them.
    only_without: Vec<String>,
    /// Decided in neither way.
    neither: Vec<String>,
}

impl NodeRatios {
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

    /// Returns how many problems take fewer nodes with proof hands.
    fn fewer(&self) -> usize {
        self.ratios.values().filter(|&&ratio| ratio < 1.0).count()
    }

    /// Returns how many problems take more nodes with proof hands.
    fn more(&self) -> usize {
        self.ratios.values().filter(|&&ratio| ratio > 1.0).count()
    }

    /// Returns the geometric mean of the ratios.
    fn mean(&self) -> Option<f64> {
        geometric_mean(self.ratios.values().copied())
    }

    /// Returns the ratios of the problems that both have one of, these first.
    fn pairs(&self, other: &Self) -> Vec<(f64, f64)> {
        let ratios = self.ratios.iter();
        ratios
            .filter_map(|(number, ratio)| Some((*ratio, *other.ratios.get(number)?)))
            .collect()
    }

    /// Returns the number of problems, decided or not.
    fn problems(&self) -> usize {
        let lists = [&self.only_with, &self.only_without, &self.neither];
        self.ratios.len() + lists.iter().map(|list| list.len()).sum::<usize>()
    }
}

/// Runs the experiment.
pub fn run(searches: &mut Searches<'_>) -> Result<Findings, ExperimentError> {
    let mut off = searches.context.options.clone();
    off.proof_hands = false;
    let mut on = off.clone();
    on.proof_hands = true;
    searches.run_all(&[
        Setting::first_mate(WITHOUT, off),
        Setting::first_mate(WITH, on),
    ])?;
    Ok(findings(searches))
}

fn findings(searches: &Searches<'_>) -> Findings {
    let lang = searches.lang();
    let printed: Published = published::proof_pieces().into_iter().collect();
    let (mut ours, mut theirs) = (NodeRatios::default(), NodeRatios::default());
    for number in searches.numbers() {
        let name = searches.name(number);
        let nodes = |setting| Some(searches.decided(number, setting)?.nodes);
        ours.add(number, &name, nodes(WITHOUT), nodes(WITH));
        if let Some(figures) = key(&name).and_then(|key| printed.get(&key)) {
            theirs.add(number, &name, figures.nodes_without, figures.nodes_with);
        }
    }
    let row = |number: usize| {
        let name = searches.name(number);
        let figures = key(&name).and_then(|key| printed.get(&key));
        let [our, their] = [&ours, &theirs].map(|side| side.ratios.get(&number).copied());
        let mut cells = vec![name];
        cells.extend(published_cells(figures));
        for setting in [WITHOUT, WITH] {
            let result = searches.decided(number, setting);
            cells.push(count(result.map(|result| result.nodes)));
            cells.push(seconds(result.map(SearchResult::time)));
        }
        cells.push(decimal(our));
        cells.push(signed(our.zip(their).map(|(our, their)| our - their)));
        cells
    };
    let numbers = searches.most_different(&[WITHOUT, WITH]).into_iter();
    let rows: Vec<_> = numbers.map(row).collect();
    let heads = heads(&tr!(lang, "lab-proof-hands-heads"));
    let picture = Picture::new("proof-hands.svg", picture(searches, &printed));
    Findings {
        reading: reading(&ours, &theirs, searches.context.limit, lang),
        sections: vec![
            summary(&ours, &theirs, lang),
            ReportSection::of_problems(tr!(lang, "lab-proof-hands-note"), &heads, &rows, lang),
        ],
        pictures: vec![picture],
    }
}

/// The published figures of a problem: nodes and seconds without proof pieces,
/// nodes and seconds with them, ratio.
fn published_cells(figures: Option<&ProofPieces>) -> [String; 5] {
    let number = |of: fn(&ProofPieces) -> Option<u64>| count(figures.and_then(of));
    [
        number(|figures| figures.nodes_without),
        // Whole seconds are printed; decimals would say more.
        number(|figures| figures.seconds_without),
        number(|figures| figures.nodes_with),
        number(|figures| figures.seconds_with),
        decimal(figures.and_then(|figures| figures.ratio)),
    ]
}

fn summary(ours: &NodeRatios, theirs: &NodeRatios, lang: Lang) -> ReportSection {
    let row = |name: String, of: fn(&NodeRatios) -> usize| {
        let (their, our) = (of(theirs), of(ours));
        let difference = format!("{:+}", our as i64 - their as i64);
        vec![name, their.to_string(), our.to_string(), difference]
    };
    let (their, our) = (theirs.mean(), ours.mean());
    let mean = vec![
        tr!(lang, "lab-proof-hands-mean"),
        decimal(their),
        decimal(our),
        signed(our.zip(their).map(|(our, their)| our - their)),
    ];
    let rows = [
        row(tr!(lang, "lab-proof-hands-problems"), NodeRatios::problems),
        row(tr!(lang, "lab-proof-hands-both"), |side| side.ratios.len()),
        row(tr!(lang, "lab-proof-hands-fewer"), NodeRatios::fewer),
        row(tr!(lang, "lab-proof-hands-more"), NodeRatios::more),
        mean,
        row(tr!(lang, "lab-proof-hands-only-with"), |side| {
            side.only_with.len()
        }),
        row(tr!(lang, "lab-proof-hands-only-without"), |side| {
            side.only_without.len()
        }),
        row(tr!(lang, "lab-proof-hands-neither"), |side| {
            side.neither.len()
        }),
    ];
    let heads = [
        String::new(),
        tr!(lang, "lab-published"),
        tr!(lang, "lab-measured"),
        tr!(lang, "lab-difference"),
    ];
    ReportSection {
        title: tr!(lang, "lab-summary"),
        note: tr!(lang, "lab-proof-hands-summary-note"),
        table: markdown::table(&heads, 1, &rows),
    }
}

/// Nodes with proof hands against nodes without, each problem a dot.
fn picture(searches: &Searches<'_>, printed: &Published) -> String {
    let lang = searches.lang();
    let theirs = searches.numbers().filter_map(|number| {
        let problem = searches.name(number);
        let figures = printed.get(&key(&problem)?)?;
        Some(Dot {
            x: figures.nodes_without? as f64,
            y: figures.nodes_with? as f64,
            problem,
        })
    });
    let ours = searches.decided_in_both(WITHOUT, WITH);
    let series = [
        Series {
            name: &tr!(lang, "lab-published"),
            colour: "#999999",
            dots: theirs.collect(),
        },
        Series {
            name: &tr!(lang, "lab-measured"),
            colour: "#0055aa",
            dots: ours.map(|(x, y)| Dot::of_nodes(x, y)).collect(),
        },
    ];
    scatter::draw(
        &tr!(lang, "lab-proof-hands-nodes-without"),
        &tr!(lang, "lab-proof-hands-nodes-with"),
        &series,
    )
}

fn reading(ours: &NodeRatios, theirs: &NodeRatios, limit: u64, lang: Lang) -> Vec<String> {
    let mut sentences = vec![tr!(
        lang,
        "lab-proof-hands-reading",
        limit = units::grouped(limit),
        both = ours.ratios.len(),
        problems = ours.problems(),
        fewer = ours.fewer(),
        more = ours.more(),
        mean = decimal(ours.mean()),
        with = listed(&ours.only_with, lang),
        without = listed(&ours.only_without, lang),
        neither = listed(&ours.neither, lang)
    )];
    if theirs.problems() > 0 {
        sentences.push(tr!(
            lang,
            "lab-proof-hands-reading-published",
            fewer = theirs.fewer(),
            both = theirs.ratios.len(),
            mean = decimal(theirs.mean()),
            with = listed(&theirs.only_with, lang)
        ));
    }
    let pairs = ours.pairs(theirs);
    if !pairs.is_empty() {
        let on_the_same_side = |(a, b): &&(f64, f64)| a.total_cmp(&1.0) == b.total_cmp(&1.0);
        sentences.push(tr!(
            lang,
            "lab-proof-hands-reading-pairs",
            pairs = pairs.len(),
            published = decimal(geometric_mean(pairs.iter().map(|pair| pair.1))),
            measured = decimal(geometric_mean(pairs.iter().map(|pair| pair.0))),
            alike = pairs.iter().filter(on_the_same_side).count()
        ));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_counted_where_they_belong() {
        let mut ratios = NodeRatios::default();
        ratios.add(1, "a", Some(100), Some(50));
        ratios.add(2, "b", Some(50), Some(100));
        ratios.add(3, "c", Some(70), Some(70));
        ratios.add(4, "d", None, Some(9));
        ratios.add(5, "e", Some(9), None);
        ratios.add(6, "f", None, None);
        assert_eq!(
            (ratios.fewer(), ratios.more(), ratios.problems()),
            (1, 1, 6)
        );
        assert!((ratios.mean().unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(ratios.only_with, ["d"]);
        assert_eq!(ratios.only_without, ["e"]);
        assert_eq!(ratios.neither, ["f"]);
        let mut other = NodeRatios::default();
        other.add(2, "b", Some(10), Some(5));
        other.add(4, "d", Some(10), Some(5));
        assert_eq!(ratios.pairs(&other), [(2.0, 0.5)]);
    }
}
