//! Remedies against cycles (Kishimoto): none, minimal distance, threshold
//! control.

use crate::error::ExperimentError;
use crate::numbers::{NONE, count, decimal, seconds};
use crate::published::{self, CycleStatement, key};
use crate::report::{Findings, Picture, ReportSection, heads, listed};
use crate::scatter::{self, Dot, Series};
use crate::search_result::SearchResult;
use crate::searches::{Searches, Setting};
use crate::stats::{SearchTotals, geometric_mean, ratio};
use kemuri_formats::Expected;
use kemuri_runstore::markdown;
use kemuri_solver::options::{OptionKind, OptionSpec, TABLE};
use kemuri_solver::{Options, VerdictKind};
use kemuri_text::{Lang, tr, units};

/// The option that chooses the remedy.
const OPTION: &str = "cycles";

/// What came of one remedy.
#[derive(Clone, Debug)]
struct RemedyResult {
    /// Its name.
    name: &'static str,
    /// Problems decided.
    decided: usize,
    /// Problems never decided within the limit.
    undecided: Vec<String>,
    /// Nodes and time over the problems that every remedy decides.
    totals: SearchTotals,
    /// The geometric mean of the nodes over those of the default remedy, where
    /// both decide.
    mean: Option<f64>,
}

/// A published statement and what became of it.
#[derive(Clone, Debug)]
struct StatementResult {
    /// What is published.
    published: CycleStatement,
    /// Problems of the collection that it is about.
    problems: usize,
    /// Of these, solved within the limit.
    solved: usize,
    /// The names of those that differ from it.
    differing: Vec<String>,
    /// If it is about one problem: the remedies and their nodes, where they
    /// decide it.
    nodes: Vec<(&'static str, Option<u64>)>,
}

/// Runs the experiment.
pub fn run(searches: &mut Searches<'_>) -> Result<Findings, ExperimentError> {
    let setting = |&name: &&'static str| {
        let mut options = searches.context.options.clone();
        // The names are those of the option.
        let _ = options.set(OPTION, name);
        Setting::first_mate(name, options)
    };
    let settings: Vec<Setting> = remedies().iter().map(setting).collect();
    searches.run_all(&settings)?;
    Ok(findings(searches))
}

fn option() -> Option<&'static OptionSpec> {
    TABLE.iter().find(|spec| spec.name == OPTION)
}

/// Returns the values of the option.
fn remedies() -> &'static [&'static str] {
    match option().map(|spec| spec.kind) {
        Some(OptionKind::Choice(words)) => words,
        _ => &[],
    }
}

/// Returns the remedy that is used unless another is asked for.
fn default_remedy() -> String {
    option().map_or(String::new(), |spec| spec.show(&Options::default()))
}

fn findings(searches: &Searches<'_>) -> Findings {
    let lang = searches.lang();
    let default = default_remedy();
    let decided_by_all = |number: &usize| {
        let mut remedies = remedies().iter();
        remedies.all(|remedy| searches.decided(*number, remedy).is_some())
    };
    let common: Vec<usize> = searches.numbers().filter(decided_by_all).collect();
    let remedies: Vec<RemedyResult> = remedies()
        .iter()
        .map(|name| remedy_result(searches, name, &default, &common))
        .collect();
    let statements: Vec<StatementResult> = published::cycle_statements()
        .into_iter()
        .map(|published| statement_result(searches, published))
        .filter(|statement| statement.problems > 0)
        .collect();
    let mut sentences: Vec<String> = remedies
        .iter()
        .map(|remedy| remedy_sentence(remedy, common.len(), &default, lang))
        .collect();
    sentences.extend(statement_sentences(&statements, lang));
    Findings {
        reading: sentences,
        sections: vec![
            published_section(&statements, lang),
            summary(&remedies, lang),
            problems(searches),
        ],
        pictures: vec![Picture::new("cycles.svg", picture(searches, &default))],
    }
}

fn remedy_result(
    searches: &Searches<'_>,
    name: &'static str,
    default: &str,
    common: &[usize],
) -> RemedyResult {
    let results = common.iter();
    let results = results.filter_map(|&number| searches.result(number, name));
    let pairs = searches.decided_in_both(name, default);
    RemedyResult {
        name,
        decided: searches.results(name).filter(|r| r.is_decided()).count(),
        undecided: searches.names_where(name, |result| !result.is_decided()),
        totals: SearchTotals::of(results),
        mean: geometric_mean(pairs.map(|(a, b)| ratio(a.nodes, b.nodes))),
    }
}

/// Sets a published statement beside the results.
fn statement_result(searches: &Searches<'_>, published: CycleStatement) -> StatementResult {
    // `muso *` is every mate of the collection, `muso 100` is one problem. What
    // nothing decides may be a mate, and is not solved: to leave it out would be
    // to count the solved ones out of the solved ones.
    let collection = published.problem.strip_suffix('*').map(str::trim);
    let problem = key(&published.problem);
    let is_about = |number: usize| {
        let Some(found) = key(&searches.name(number)) else {
            return false;
        };
        match collection {
            None => Some(found) == problem,
            Some(collection) => found.0 == collection && !has_no_mate(searches, number),
        }
    };
    let numbers: Vec<usize> = searches.numbers().filter(|&n| is_about(n)).collect();
    let is_solved = |number: usize| searches.decided(number, &published.cycles).is_some();
    let differing = numbers
        .iter()
        .filter(|&&n| is_solved(n) != published.solved);
    let differing = differing.map(|&n| searches.name(n)).collect();
    let nodes = match (collection, numbers.last()) {
        (None, Some(&number)) => {
            let nodes = |name: &&'static str| {
                let result = searches.decided(number, name);
                (*name, result.map(|result| result.nodes))
            };
            remedies().iter().map(nodes).collect()
        }
        _ => Vec::new(),
    };
    StatementResult {
        problems: numbers.len(),
        solved: numbers.iter().filter(|&&n| is_solved(n)).count(),
        differing,
        nodes,
        published,
    }
}

/// Returns `true` if a problem has no mate, as far as the collection or any
/// search says.
fn has_no_mate(searches: &Searches<'_>, number: usize) -> bool {
    let found = |name: &&str| {
        let result = searches.result(number, name);
        result.is_some_and(|result| result.verdict == VerdictKind::NoMate)
    };
    match searches.context.entries[number - 1].expected {
        Expected::Mate(_) => false,
        Expected::NoMate => true,
        Expected::Unstated => remedies().iter().any(found),
    }
}

fn published_section(statements: &[StatementResult], lang: Lang) -> ReportSection {
    let row = |statement: &StatementResult| {
        let problems = statement.problems;
        let published = match statement.published.solved {
            true => problems,
            false => 0,
        };
        vec![
            statement.published.problem.clone(),
            statement.published.cycles.clone(),
            format!("{published}/{problems}"),
            format!("{}/{problems}", statement.solved),
            match statement.differing.is_empty() {
                true => NONE.into(),
                false => statement.differing.join(", "),
            },
        ]
    };
    let rows: Vec<_> = statements.iter().map(row).collect();
    ReportSection {
        title: tr!(lang, "lab-published-and-measured"),
        note: tr!(lang, "lab-cycles-published-note"),
        table: markdown::table(&heads(&tr!(lang, "lab-cycles-published-heads")), 2, &rows),
    }
}

fn summary(remedies: &[RemedyResult], lang: Lang) -> ReportSection {
    let row = |remedy: &RemedyResult| {
        vec![
            remedy.name.to_string(),
            remedy.decided.to_string(),
            remedy.undecided.len().to_string(),
            count(Some(remedy.totals.nodes)),
            seconds(Some(remedy.totals.time)),
            decimal(remedy.mean),
        ]
    };
    let rows: Vec<_> = remedies.iter().map(row).collect();
    ReportSection {
        title: tr!(lang, "lab-summary"),
        note: tr!(lang, "lab-cycles-summary-note"),
        table: markdown::table(&heads(&tr!(lang, "lab-cycles-heads")), 1, &rows),
    }
}

fn problems(searches: &Searches<'_>) -> ReportSection {
    let lang = searches.lang();
    let mut heads = vec![tr!(lang, "lab-problem")];
    for remedy in remedies() {
        heads.push(tr!(lang, "lab-nodes-of", setting = *remedy));
        heads.push(tr!(lang, "lab-time-of", setting = *remedy));
    }
    let row = |number: usize| {
        let mut cells = vec![searches.name(number)];
        for remedy in remedies() {
            let result = searches.decided(number, remedy);
            cells.push(count(result.map(|result| result.nodes)));
            cells.push(seconds(result.map(SearchResult::time)));
        }
        cells
    };
    let numbers = searches.most_different(remedies()).into_iter();
    let rows: Vec<_> = numbers.map(row).collect();
    ReportSection::of_problems(tr!(lang, "lab-cycles-note"), &heads, &rows, lang)
}

fn picture(searches: &Searches<'_>, default: &str) -> String {
    const COLOURS: [&str; 3] = ["#aa5500", "#0055aa", "#338833"];
    let lang = searches.lang();
    let others = remedies().iter().filter(|name| **name != default);
    let series: Vec<Series<'_>> = others
        .zip(COLOURS)
        .map(|(name, colour)| {
            let pairs = searches.decided_in_both(default, name);
            let dots = pairs.map(|(x, y)| Dot::of_nodes(x, y)).collect();
            Series { name, colour, dots }
        })
        .collect();
    scatter::draw(
        &tr!(lang, "lab-nodes-of", setting = default),
        &tr!(lang, "lab-cycles-nodes"),
        &series,
    )
}

/// Says what a remedy decided; `common` problems are decided by every remedy.
fn remedy_sentence(remedy: &RemedyResult, common: usize, default: &str, lang: Lang) -> String {
    let name = remedy.name;
    let decided = tr!(
        lang,
        "lab-cycles-reading-decided",
        remedy = name,
        decided = remedy.decided,
        undecided = listed(&remedy.undecided, lang)
    );
    // Totals over nothing would look like a search that costs nothing.
    let nodes = match common {
        0 => String::new(),
        _ => tr!(
            lang,
            "lab-cycles-reading-nodes",
            nodes = units::grouped(remedy.totals.nodes),
            common
        ),
    };
    let mean = match remedy.mean {
        Some(_) if name != default => tr!(
            lang,
            "lab-cycles-reading-mean",
            default,
            mean = decimal(remedy.mean)
        ),
        _ => String::new(),
    };
    tr!(lang, "lab-cycles-reading", decided, nodes, mean)
}

fn statement_sentences(statements: &[StatementResult], lang: Lang) -> Vec<String> {
    let mut sentences = Vec::new();
    for statement in statements {
        let StatementResult {
            published,
            problems,
            solved,
            ..
        } = statement;
        sentences.push(tr!(
            lang,
            "lab-cycles-reading-published",
            published = if published.solved {
                "solved"
            } else {
                "not-solved"
            },
            problem = &published.problem,
            cycles = &published.cycles,
            solved = *solved,
            problems = *problems,
            differing = statement.differing.len()
        ));
    }
    for statement in statements.iter().filter(|one| !one.nodes.is_empty()) {
        let nodes = statement.nodes.iter();
        let nodes = nodes.map(|(remedy, nodes)| format!("`{remedy}` {}", count(*nodes)));
        sentences.push(tr!(
            lang,
            "lab-cycles-reading-problem",
            problem = &statement.published.problem,
            nodes = nodes.collect::<Vec<_>>().join(", ")
        ));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remedy_that_is_published_can_be_chosen() {
        assert!(remedies().contains(&default_remedy().as_str()));
        for statement in published::cycle_statements() {
            let remedy = statement.cycles.as_str();
            assert!(remedies().contains(&remedy), "{statement:?}");
        }
    }
}
