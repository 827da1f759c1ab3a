//! Lengths (komori-n 2021): the graph of the article, the withdrawn rule on
//! random graphs, and the cost of proving the shortest length of problems.

use crate::error::ExperimentError;
use crate::graphs::{self, RuleResult};
use crate::numbers::{NONE, count, decimal, seconds};
use crate::published::{self, key};
use crate::report::{Findings, Picture, ReportSection, heads, listed};
use crate::scatter::{self, Dot, Series};
use crate::search_result::SearchResult;
use crate::searches::{Searches, Setting};
use crate::stats::{geometric_mean, ratio};
use kemuri_oracle::paths::path_length_with;
use kemuri_oracle::withdrawn::{article, ranks};
use kemuri_runstore::markdown;
use kemuri_solver::{Futile, Goal, VerdictKind};
use kemuri_text::{Lang, tr};
use std::collections::BTreeMap;

const FIRST: &str = "first";
const SHORTEST: &str = "shortest";
/// Positions that a walk over the graph of the article may visit: far more than
/// it has.
const WALK: u64 = 10_000;

/// A length of the article's tables, and ours.
#[derive(Clone, Copy, Debug)]
struct LengthComparison {
    /// The node at which the search starts.
    start: char,
    /// The node.
    node: char,
    /// The printed length.
    published: Option<u32>,
    /// The length that a search finds which cuts off repetitions.
    measured: Option<u32>,
    /// The length that depends on no path.
    rank: Option<u32>,
}

/// The cost of proving the shortest length.
#[derive(Clone, Debug, Default)]
struct ProofCost {
    /// Mates found.
    mates: usize,
    /// Of these, proven shortest within the limit.
    proven: usize,
    /// Not proven within the limit.
    unproven: Vec<String>,
    /// Problems that have no mate.
    nomates: usize,
    /// Problems that are not decided.
    undecided: Vec<String>,
    /// Geometric mean of the nodes for the proof over those for a first mate.
    mean: Option<f64>,
    /// Proven lengths below that of the first mate found.
    shortened: usize,
    /// Proven lengths of problems whose length is printed.
    printed: usize,
    /// Of these, equal to the printed one.
    equal: usize,
}

/// Runs the experiment; the part about problems only if there are any.
pub fn run(searches: &mut Searches<'_>, graphs: u64) -> Result<Findings, ExperimentError> {
    let lengths = article_lengths();
    let rules = graphs::run(searches.context, graphs)?;
    let first = Setting::first_mate(FIRST, searches.context.options.clone());
    let shortest = Setting {
        name: SHORTEST.into(),
        goal: Goal::Shortest(Futile::None),
        ..first.clone()
    };
    searches.run_all(&[first, shortest])?;
    Ok(findings(searches, &lengths, &rules))
}

/// Computes the tables of the article.
fn article_lengths() -> Vec<LengthComparison> {
    let (graph, names) = article();
    let ranks = ranks(&graph);
    let mut found: BTreeMap<(usize, usize), Option<u32>> = BTreeMap::new();
    let number = |name: char| names.iter().position(|&n| n == name);
    let printed = published::article_lengths();
    for start in printed.iter().filter_map(|length| number(length.start)) {
        // The graph is small; a walk that ends early would leave lengths out.
        let _ = path_length_with(&graph, &start, WALK, |path, length| {
            if let Some(&node) = path.last() {
                found.insert((start, node), length);
            }
        });
    }
    printed
        .iter()
        .filter_map(|printed| {
            let (start, node) = (number(printed.start)?, number(printed.node)?);
            Some(LengthComparison {
                start: printed.start,
                node: printed.node,
                published: printed.length,
                measured: found.get(&(start, node)).copied().flatten(),
                rank: ranks[node],
            })
        })
        .collect()
}

fn findings(
    searches: &Searches<'_>,
    lengths: &[LengthComparison],
    rules: &[RuleResult],
) -> Findings {
    let lang = searches.lang();
    let mut sentences = vec![tr!(
        lang,
        "lab-lengths-reading-article",
        same = lengths.iter().filter(|l| l.published == l.measured).count(),
        all = lengths.len(),
        bound = lengths.iter().filter(|l| l.measured != l.rank).count()
    )];
    sentences.extend(rules.iter().map(|rule| rule.sentence(lang)));
    let mut sections = vec![article_section(lengths, lang), rule_section(rules, lang)];
    let mut pictures = Vec::new();
    for rule in rules {
        if let Some(example) = &rule.smallest {
            let file = format!("counterexample-{}.svg", rule.name);
            pictures.push(Picture::new(file, example.picture(lang)));
        }
    }
    if !searches.context.entries.is_empty() {
        sentences.extend(cost_sentences(searches));
        sections.push(problems(searches));
        pictures.push(Picture::new("lengths.svg", picture(searches)));
    }
    Findings {
        reading: sentences,
        sections,
        pictures,
    }
}

/// Returns the mates whose length is proven, each after its first mate.
fn proven<'s>(
    searches: &'s Searches<'_>,
) -> impl Iterator<Item = (&'s SearchResult, &'s SearchResult)> {
    let pairs = searches.decided_in_both(FIRST, SHORTEST);
    pairs.filter(|(_, result)| result.verdict == VerdictKind::Mate && result.is_settled())
}

fn proof_cost(searches: &Searches<'_>) -> ProofCost {
    let printed: BTreeMap<_, _> = published::proof_pieces().into_iter().collect();
    let with = |verdict: VerdictKind| {
        let results = searches.results(SHORTEST);
        results.filter(move |result| result.verdict == verdict)
    };
    let mut cost = ProofCost {
        mates: with(VerdictKind::Mate).count(),
        proven: with(VerdictKind::Mate).filter(|r| r.is_settled()).count(),
        unproven: searches.names_where(SHORTEST, |r| r.is_decided() && !r.is_settled()),
        nomates: with(VerdictKind::NoMate).count(),
        undecided: searches.names_where(SHORTEST, |r| !r.is_decided()),
        mean: geometric_mean(proven(searches).map(|(a, b)| ratio(b.nodes, a.nodes))),
        shortened: proven(searches)
            .filter(|(a, b)| b.length < a.length)
            .count(),
        printed: 0,
        equal: 0,
    };
    for (_, result) in proven(searches) {
        if let Some(figures) = key(&result.problem).and_then(|key| printed.get(&key)) {
            cost.printed += 1;
            cost.equal += usize::from(result.length == Some(figures.plies));
        }
    }
    cost
}

fn article_section(lengths: &[LengthComparison], lang: Lang) -> ReportSection {
    let row = |length: &LengthComparison| {
        let same = match length.published == length.measured {
            true => tr!(lang, "lab-yes"),
            false => tr!(lang, "lab-no"),
        };
        vec![
            length.start.to_string(),
            length.node.to_string(),
            graphs::length(length.published),
            graphs::length(length.measured),
            same,
            graphs::length(length.rank),
        ]
    };
    let rows: Vec<_> = lengths.iter().map(row).collect();
    ReportSection {
        title: tr!(lang, "lab-lengths-article"),
        note: tr!(lang, "lab-lengths-article-note"),
        table: markdown::table(&heads(&tr!(lang, "lab-lengths-article-heads")), 2, &rows),
    }
}

fn rule_section(rules: &[RuleResult], lang: Lang) -> ReportSection {
    let row = |rule: &RuleResult| {
        let smallest = rule.smallest.as_ref();
        vec![
            graphs::rule(rule.name, lang),
            count(Some(rule.graphs)),
            count(Some(rule.written)),
            count(Some(rule.hidden_loops)),
            count(Some(rule.wrong)),
            smallest.map_or(NONE.into(), |example| example.size(lang)),
        ]
    };
    let rows: Vec<_> = rules.iter().map(row).collect();
    ReportSection {
        title: tr!(lang, "lab-lengths-rules"),
        note: tr!(lang, "lab-lengths-rules-note"),
        table: markdown::table(&heads(&tr!(lang, "lab-lengths-rules-heads")), 1, &rows),
    }
}

fn problems(searches: &Searches<'_>) -> ReportSection {
    let lang = searches.lang();
    let printed: BTreeMap<_, _> = published::proof_pieces().into_iter().collect();
    let row = |number: usize| {
        let name = searches.name(number);
        let plies = key(&name).and_then(|key| Some(printed.get(&key)?.plies));
        let [first, shortest] = [FIRST, SHORTEST].map(|setting| searches.result(number, setting));
        let both = first
            .zip(shortest)
            .filter(|(a, b)| a.is_decided() && b.is_settled());
        let mut cells = vec![
            name,
            plies.map_or(NONE.into(), |plies| plies.to_string()),
            length_cell(first, lang),
            length_cell(shortest, lang),
        ];
        for result in [first, shortest] {
            cells.push(count(result.map(|result| result.nodes)));
            cells.push(seconds(result.map(SearchResult::time)));
        }
        cells.push(decimal(both.map(|(a, b)| ratio(b.nodes, a.nodes))));
        cells
    };
    let numbers = searches.most_different(&[FIRST, SHORTEST]).into_iter();
    let rows: Vec<_> = numbers.map(row).collect();
    let heads = heads(&tr!(lang, "lab-lengths-heads"));
    ReportSection::of_problems(tr!(lang, "lab-lengths-note"), &heads, &rows, lang)
}

/// The length of a problem, as far as it is known.
fn length_cell(result: Option<&SearchResult>, lang: Lang) -> String {
    let Some(result) = result else {
        return NONE.into();
    };
    match (result.verdict, result.length) {
        (VerdictKind::Mate, Some(length)) if result.exact == Some(true) => length.to_string(),
        (VerdictKind::Mate, Some(length)) => format!("≤{length}"),
        (VerdictKind::NoMate, _) => tr!(lang, "lab-no-mate"),
        _ => NONE.into(),
    }
}

fn picture(searches: &Searches<'_>) -> String {
    let lang = searches.lang();
    let series = Series {
        name: &tr!(lang, "lab-measured"),
        colour: "#0055aa",
        dots: proven(searches).map(|(x, y)| Dot::of_nodes(x, y)).collect(),
    };
    scatter::draw(
        &tr!(lang, "lab-lengths-nodes-first"),
        &tr!(lang, "lab-lengths-nodes-shortest"),
        &[series],
    )
}

fn cost_sentences(searches: &Searches<'_>) -> Vec<String> {
    let lang = searches.lang();
    let cost = proof_cost(searches);
    // Without a proof there is no mean.
    let mean = cost.mean.map_or(String::new(), |mean| {
        tr!(
            lang,
            "lab-lengths-reading-mean",
            mean = format!("{mean:.3}"),
            shortened = cost.shortened
        )
    });
    let mut sentences = vec![tr!(
        lang,
        "lab-lengths-reading-cost",
        mates = cost.mates,
        problems = searches.context.entries.len(),
        nomates = cost.nomates,
        undecided = listed(&cost.undecided, lang),
        proven = cost.proven,
        mean,
        unproven = listed(&cost.unproven, lang)
    )];
    if cost.printed > 0 {
        sentences.push(tr!(
            lang,
            "lab-lengths-reading-printed",
            equal = cost.equal,
            printed = cost.printed
        ));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_article_are_repeated() {
        let lengths = article_lengths();
        assert_eq!(lengths.len(), 12);
        for length in &lengths {
            assert_eq!(length.measured, length.published, "{length:?}");
        }
        assert!(lengths.iter().any(|length| length.rank != length.measured));
    }
}
