//! The rule of the withdrawn article on random graphs (komori-n 2021).
//!
//! Each row of the CSV file is a batch of graphs of one shape, searched from
//! every node with the rule as printed or with a weaker one. A graph on which a
//! wrong length is written is made as small as possible by leaving out nodes and
//! moves; the smallest of a batch is kept, written as text.

use crate::error::ExperimentError;
use crate::graph_picture::{NodePicture, draw};
use crate::searches::RunContext;
use kemuri_oracle::NodeKind;
use kemuri_oracle::abstract_graph::{AbstractGraph, GraphShape, random_graph};
use kemuri_oracle::graph::Graph;
use kemuri_oracle::random::Rng;
use kemuri_oracle::withdrawn::{
    Counts, Rule, Wrong, fails, first_wrong, mates_only, ranks, shrunk,
};
use kemuri_runstore::CsvJournal;
use kemuri_text::units::grouped;
use kemuri_text::{Lang, tr};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The file with a row for each batch.
pub const RESULTS: &str = "graphs.csv";
/// Graphs of a batch.
const BATCH: u64 = 500;
/// Nodes and successors of the random graphs.
const SHAPES: [(usize, usize); 4] = [(7, 2), (9, 3), (14, 2), (20, 2)];

/// A batch of graphs. The fields are the columns of `graphs.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GraphBatch {
    /// The name of the rule.
    rule: String,
    /// Nodes of a graph.
    nodes: usize,
    /// Successors of a node at most.
    degree: usize,
    /// Whether only the mates of each graph are kept, as the article assumes.
    mates: bool,
    /// The seed of the first graph.
    first: u64,
    /// Graphs.
    graphs: u64,
    /// Results written.
    written: u64,
    /// Results withheld.
    withheld: u64,
    /// Table hits that hid a loop.
    hidden_loops: u64,
    /// Graphs too large to be searched without a table.
    too_large: u64,
    /// Graphs on which a wrong length was written.
    wrong: u64,
    /// The smallest of these, made as small as possible.
    smallest: Option<String>,
}

impl GraphBatch {
    /// Returns what tells it apart from other batches.
    fn key(&self) -> (String, usize, usize, bool, u64) {
        let rule = self.rule.clone();
        (rule, self.nodes, self.degree, self.mates, self.first)
    }
}

/// What a rule did on all graphs.
#[derive(Clone, Debug)]
pub struct RuleResult {
    /// The name of the rule.
    pub name: &'static str,
    /// Graphs searched.
    pub graphs: u64,
    /// Results written.
    pub written: u64,
    /// Table hits that hid a loop.
    pub hidden_loops: u64,
    /// Graphs on which a wrong length was written.
    pub wrong: u64,
    /// The smallest counterexample.
    pub smallest: Option<Counterexample>,
}

/// A graph on which a rule writes a wrong length.
#[derive(Clone, Debug)]
pub struct Counterexample {
    graph: AbstractGraph,
    wrong: Wrong,
}

/// Searches `graphs` random graphs of every shape with every rule.
pub fn run(context: &RunContext<'_>, graphs: u64) -> Result<Vec<RuleResult>, ExperimentError> {
    let path = context.folder.path().join(RESULTS);
    let mut journal = CsvJournal::<GraphBatch>::open(&path)?;
    context.tell_salvage(journal.salvage());
    let known: HashSet<_> = journal.rows().iter().map(GraphBatch::key).collect();
    for batch in plan(graphs) {
        if !known.contains(&batch.key()) {
            context.check_stop()?;
            let (rule, first) = (&batch.rule, batch.first);
            let sentence = || tr!(context.lang, "lab-graphs-progress", rule, first);
            context.progress.say(sentence);
            // A batch is not interrupted, and has nothing to lose.
            let batch = context
                .stop
                .endable(|| Ok::<_, ExperimentError>(searched(batch)))?;
            journal.append(batch)?;
        }
    }
    Ok(rule_results(journal.rows()))
}

/// Returns the batches of a run, not searched yet.
fn plan(graphs: u64) -> impl Iterator<Item = GraphBatch> {
    let kinds = Rule::ALL.iter().flat_map(|(rule, _)| {
        let shapes = SHAPES.iter();
        shapes.flat_map(move |shape| [false, true].map(|mates| (rule, shape, mates)))
    });
    kinds.flat_map(move |(rule, &(nodes, degree), mates)| {
        let firsts = (0..graphs).step_by(BATCH as usize);
        firsts.map(move |first| GraphBatch {
            rule: (*rule).into(),
            nodes,
            degree,
            mates,
            first,
            graphs: BATCH.min(graphs - first),
            ..GraphBatch::default()
        })
    })
}

fn rule_called(name: &str) -> Rule {
    let known = Rule::ALL.iter().find(|(known, _)| *known == name);
    known.map_or(Rule::Printed, |(_, rule)| *rule)
}

fn searched(mut batch: GraphBatch) -> GraphBatch {
    let rule = rule_called(&batch.rule);
    let shape = GraphShape {
        nodes: batch.nodes,
        max_degree: batch.degree,
        cyclic: true,
        alternating: true,
    };
    let mut counts = Counts::default();
    let mut smallest: Option<AbstractGraph> = None;
    for seed in batch.first..batch.first + batch.graphs {
        let mut graph = random_graph(&mut Rng::new(seed), &shape);
        if batch.mates {
            graph = mates_only(&graph);
        }
        match first_wrong(&graph, rule, &mut counts) {
            Err(_) => batch.too_large += 1,
            Ok(None) => {}
            Ok(Some(_)) => {
                batch.wrong += 1;
                let small = shrunk(graph, |graph| fails(graph, rule, batch.mates));
                if smallest.as_ref().is_none_or(|s| size(&small) < size(s)) {
                    smallest = Some(small);
                }
            }
        }
    }
    (batch.written, batch.withheld) = (counts.written, counts.withheld);
    batch.hidden_loops = counts.hidden_loops;
    batch.smallest = smallest.as_ref().map(write_graph);
    batch
}

/// Returns the numbers of nodes and of moves.
fn size(graph: &AbstractGraph) -> (usize, usize) {
    (graph.len(), edges(graph).count())
}

/// Returns the moves in the order in which they are searched.
fn edges(graph: &AbstractGraph) -> impl Iterator<Item = (usize, usize)> {
    (0..graph.len()).flat_map(|from| {
        let successors = graph.successors(&from).into_iter();
        successors.map(move |to| (from, to))
    })
}

/// Writes a graph as text: `o1.2;a0;a` is an OR node that leads to 1 and 2, an
/// AND node that leads to 0, and an AND node without successors.
fn write_graph(graph: &AbstractGraph) -> String {
    let node = |node: usize| {
        let kind = match graph.kind(&node) {
            NodeKind::Or => 'o',
            NodeKind::And => 'a',
        };
        let successors = graph.successors(&node);
        let successors: Vec<String> = successors.iter().map(usize::to_string).collect();
        format!("{kind}{}", successors.join("."))
    };
    (0..graph.len()).map(node).collect::<Vec<_>>().join(";")
}

/// Reads what [`write_graph`] writes.
fn read_graph(text: &str) -> Option<AbstractGraph> {
    let mut graph = AbstractGraph::new();
    let words: Vec<&str> = text.split(';').collect();
    for word in &words {
        graph.node(match word.as_bytes().first()? {
            b'o' => NodeKind::Or,
            b'a' => NodeKind::And,
            _ => return None,
        });
    }
    for (from, word) in words.iter().enumerate() {
        for to in word[1..].split('.').filter(|to| !to.is_empty()) {
            let to = to.parse().ok().filter(|&to: &usize| to < words.len())?;
            graph.edge(from, to);
        }
    }
    Some(graph)
}

fn rule_results(batches: &[GraphBatch]) -> Vec<RuleResult> {
    let result = |&(name, rule): &(&'static str, Rule)| {
        let of = || batches.iter().filter(move |batch| batch.rule == name);
        let sum = |value: fn(&GraphBatch) -> u64| of().map(value).sum();
        let graphs = of().filter_map(|batch| read_graph(batch.smallest.as_ref()?));
        let smallest = graphs.min_by_key(size).and_then(|graph| {
            let wrong = first_wrong(&graph, rule, &mut Counts::default()).ok()??;
            Some(Counterexample { graph, wrong })
        });
        RuleResult {
            name,
            graphs: sum(|batch| batch.graphs - batch.too_large),
            written: sum(|batch| batch.written),
            hidden_loops: sum(|batch| batch.hidden_loops),
            wrong: sum(|batch| batch.wrong),
            smallest,
        }
    };
    Rule::ALL.iter().map(result).collect()
}

impl RuleResult {
    /// Says whether the rule is refuted, and how.
    pub fn sentence(&self, lang: Lang) -> String {
        let rule = rule(self.name, lang);
        let graphs = grouped(self.graphs);
        let Some(example) = &self.smallest else {
            let written = grouped(self.written);
            return tr!(
                lang,
                "lab-lengths-reading-rule-holds",
                rule,
                written,
                graphs
            );
        };
        let Wrong {
            start, node, kept, ..
        } = example.wrong;
        let kept = match kept {
            true => tr!(lang, "lab-lengths-reading-kept"),
            false => String::new(),
        };
        tr!(
            lang,
            "lab-lengths-reading-rule-fails",
            rule,
            wrong = grouped(self.wrong),
            graphs,
            size = example.size(lang),
            moves = moves(&example.graph),
            start = letter(start),
            kept,
            stored = length(example.wrong.stored),
            node = letter(node),
            rank = length(example.wrong.rank)
        )
    }
}

impl Counterexample {
    /// Returns the size of the graph in words.
    pub fn size(&self, lang: Lang) -> String {
        let (nodes, moves) = size(&self.graph);
        tr!(lang, "lab-graph-size", nodes, moves)
    }

    /// Draws the graph: squares are the attacker's, the rank stands beside each
    /// node, the wrong entry beside the rank, and where the search began.
    pub fn picture(&self, lang: Lang) -> String {
        let ranks = ranks(&self.graph);
        let node = |node: usize| {
            let marked = node == self.wrong.node;
            let mut note = length(ranks[node]);
            if marked {
                let stored = length(self.wrong.stored);
                note = tr!(lang, "lab-graph-wrong", stored, rank = note);
            }
            if node == self.wrong.start {
                note = tr!(lang, "lab-graph-start", note);
            }
            NodePicture {
                name: letter(node),
                note,
                square: self.graph.kind(&node) == NodeKind::Or,
                marked,
            }
        };
        let nodes: Vec<NodePicture> = (0..self.graph.len()).map(node).collect();
        let edges: Vec<(usize, usize)> = edges(&self.graph).collect();
        draw(&nodes, &edges)
    }
}

/// Returns what a rule says.
pub fn rule(name: &str, lang: Lang) -> String {
    match name {
        "printed" => tr!(lang, "lab-rule-printed"),
        "trust-below-head" => tr!(lang, "lab-rule-trust-below-head"),
        "trust-tail" => tr!(lang, "lab-rule-trust-tail"),
        _ => tr!(lang, "lab-rule-trust-mates"),
    }
}

/// Returns a length on a graph.
pub fn length(length: Option<u32>) -> String {
    length.map_or("∞".into(), |plies| plies.to_string())
}

/// Returns the moves of a graph in the order in which they are searched:
/// `A–B, A–C, …`.
fn moves(graph: &AbstractGraph) -> String {
    let moves = edges(graph).map(|(from, to)| format!("{}–{}", letter(from), letter(to)));
    moves.collect::<Vec<_>>().join(", ")
}

/// Returns the name of a node: A, B, …, Z, then numbers.
fn letter(node: usize) -> String {
    match u8::try_from(node) {
        Ok(n) if n < 26 => char::from(b'A' + n).into(),
        _ => node.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_is_read_as_it_was_written() {
        for text in ["o1.2;a0;a", "a", "o;a0.0"] {
            let graph = read_graph(text);
            assert_eq!(graph.as_ref().map(write_graph).as_deref(), Some(text));
        }
        for text in ["", "x", "o5", "o1.;b", "é;o"] {
            assert_eq!(read_graph(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_told_in_the_order_of_the_search() {
        let graph = read_graph("o2.1;a0;a").unwrap();
        assert_eq!(moves(&graph), "A–C, A–B, B–A");
    }

    #[test]
    fn weaker_rules_are_refuted_and_the_printed_one_is_not() {
        let batches: Vec<GraphBatch> = plan(200).map(searched).collect();
        for result in rule_results(&batches) {
            assert_eq!(result.graphs, 1600, "{result:?}");
            assert_eq!(result.wrong == 0, result.smallest.is_none());
            match result.name {
                "printed" => assert_eq!(result.wrong, 0, "{result:?}"),
                // Graphs that refute it are rare; the tests of the oracle have one.
                "trust-mates" => {}
                _ => assert!(result.wrong > 0, "{result:?}"),
            }
        }
    }
}
