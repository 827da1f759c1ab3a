//! The rule of the withdrawn article on random graphs (komori-n 2021).
//!
//! Each row of the CSV is a batch of graphs of one shape, searched from every
//! node with the rule as printed or with a weaker one. A graph on which a wrong
//! length is written is made as small as it can be made by leaving out nodes and
//! moves; the smallest of a batch is kept, written as text.

use super::Halt;
use super::lab::Lab;
use kemuri_oracle::Kind;
use kemuri_oracle::abstract_graph::{AbstractGraph, GraphShape, random_graph};
use kemuri_oracle::graph::Graph;
use kemuri_oracle::random::Rng;
use kemuri_oracle::withdrawn::{
    Counts, Rule, Wrong, fails, first_wrong, mates_only, ranks, shrunk,
};
use kemuri_runstore::CsvJournal;
use kemuri_runstore::graph::{Node, draw};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

const RESULTS: &str = "graphs.csv";
/// Graphs of a row.
const BATCH: u64 = 500;
/// Nodes and successors of the random graphs.
const SHAPES: [(usize, usize); 4] = [(7, 2), (9, 3), (14, 2), (20, 2)];

/// A batch of graphs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// Which rule.
    pub rule: String,
    /// How many nodes.
    pub nodes: usize,
    /// Successors of a node at most.
    pub degree: usize,
    /// Whether only the mates of each graph are kept, as the article assumes.
    pub mates: bool,
    /// The seed of the first graph.
    pub first: u64,
    /// How many graphs.
    pub graphs: u64,
    /// Results written.
    pub written: u64,
    /// Results withheld.
    pub withheld: u64,
    /// Table hits that hid a loop.
    pub hidden_loops: u64,
    /// Graphs too large to be searched without a table.
    pub too_large: u64,
    /// Graphs on which a wrong length was written.
    pub wrong: u64,
    /// The smallest of these, made as small as possible.
    pub smallest: Option<String>,
}

impl Batch {
    /// What tells it apart from other batches.
    fn key(&self) -> (String, usize, usize, bool, u64) {
        let rule = self.rule.clone();
        (rule, self.nodes, self.degree, self.mates, self.first)
    }
}

/// What a rule did on all graphs.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the rule.
    pub rule: &'static str,
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
    /// The graph.
    pub graph: AbstractGraph,
    /// What is wrong.
    pub wrong: Wrong,
}

impl Counterexample {
    /// Nodes and moves of the graph.
    pub fn size(&self) -> (usize, usize) {
        size(&self.graph)
    }
}

/// Searches `graphs` random graphs of every shape with every rule.
pub fn run(lab: &Lab<'_>, graphs: u64) -> Result<Vec<Finding>, Halt> {
    let mut journal = CsvJournal::<Batch>::open(&lab.folder.path().join(RESULTS))?;
    let known: HashSet<_> = journal.rows().iter().map(Batch::key).collect();
    for batch in plan(graphs) {
        if !known.contains(&batch.key()) {
            lab.go_on()?;
            lab.meter
                .say(|| lab.text.searching_graphs(&batch.rule, batch.first));
            journal.append(searched(batch))?;
        }
    }
    Ok(findings(journal.rows()))
}

/// The batches of a run, not searched yet.
fn plan(graphs: u64) -> Vec<Batch> {
    let mut plan = Vec::new();
    for (rule, _) in Rule::ALL {
        for (nodes, degree) in SHAPES {
            for mates in [false, true] {
                for first in (0..graphs).step_by(BATCH as usize) {
                    plan.push(Batch {
                        rule: rule.into(),
                        nodes,
                        degree,
                        mates,
                        first,
                        graphs: BATCH.min(graphs - first),
                        written: 0,
                        withheld: 0,
                        hidden_loops: 0,
                        too_large: 0,
                        wrong: 0,
                        smallest: None,
                    });
                }
            }
        }
    }
    plan
}

fn rule_called(name: &str) -> Rule {
    let known = Rule::ALL.iter().find(|(known, _)| *known == name);
    known.map_or(Rule::Printed, |(_, rule)| *rule)
}

fn searched(mut batch: Batch) -> Batch {
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
    batch.smallest = smallest.as_ref().map(written);
    batch
}

/// Nodes first, then moves.
fn size(graph: &AbstractGraph) -> (usize, usize) {
    let edges = (0..graph.len()).map(|node| graph.successors(&node).len());
    (graph.len(), edges.sum())
}

/// A graph as text: `o1.2;a0;a` is an OR node that leads to 1 and 2, an AND node
/// that leads to 0, and an AND node without successors.
fn written(graph: &AbstractGraph) -> String {
    let node = |node: usize| {
        let kind = match graph.kind(&node) {
            Kind::Or => 'o',
            Kind::And => 'a',
        };
        let children: Vec<String> = graph
            .successors(&node)
            .iter()
            .map(usize::to_string)
            .collect();
        format!("{kind}{}", children.join("."))
    };
    (0..graph.len()).map(node).collect::<Vec<_>>().join(";")
}

/// The graph that a text stands for, if it stands for one.
fn read(text: &str) -> Option<AbstractGraph> {
    let mut graph = AbstractGraph::new();
    let words: Vec<&str> = text.split(';').collect();
    for word in &words {
        graph.node(match word.as_bytes().first()? {
            b'o' => Kind::Or,
            b'a' => Kind::And,
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

fn findings(batches: &[Batch]) -> Vec<Finding> {
    Rule::ALL
        .iter()
        .map(|&(name, rule)| {
            let of = || batches.iter().filter(move |batch| batch.rule == name);
            let sum = |value: fn(&Batch) -> u64| of().map(value).sum();
            let graphs = of().filter_map(|batch| read(batch.smallest.as_ref()?));
            let smallest = graphs.min_by_key(size).and_then(|graph| {
                let wrong = first_wrong(&graph, rule, &mut Counts::default()).ok()??;
                Some(Counterexample { graph, wrong })
            });
            Finding {
                rule: name,
                graphs: sum(|batch| batch.graphs - batch.too_large),
                written: sum(|batch| batch.written),
                hidden_loops: sum(|batch| batch.hidden_loops),
                wrong: sum(|batch| batch.wrong),
                smallest,
            }
        })
        .collect()
}

/// The picture of a counterexample: squares are the attacker's, the rank stands
/// beside each node, the wrong entry beside the rank, and where the search began.
pub fn picture(example: &Counterexample, text: crate::text::Text) -> String {
    let graph = &example.graph;
    let ranks = ranks(graph);
    let nodes: Vec<Node> = (0..graph.len())
        .map(|node| {
            let marked = node == example.wrong.node;
            let rank = text.graph_length(ranks[node]);
            let note = match marked {
                true => text.stored_instead(&text.graph_length(example.wrong.stored), &rank),
                false => rank,
            };
            Node {
                name: letter(node),
                note: match node == example.wrong.start {
                    true => text.search_starts(&note),
                    false => note,
                },
                square: graph.kind(&node) == Kind::Or,
                marked,
            }
        })
        .collect();
    let edges: Vec<(usize, usize)> = (0..graph.len())
        .flat_map(|from| {
            graph
                .successors(&from)
                .into_iter()
                .map(move |to| (from, to))
        })
        .collect();
    draw(&nodes, &edges)
}

/// The moves of a graph in the order in which they are searched: `A–B, A–C, …`.
pub fn moves(graph: &AbstractGraph) -> String {
    let of = |from: usize| {
        let to = graph.successors(&from).into_iter();
        to.map(move |to| format!("{}–{}", letter(from), letter(to)))
    };
    let moves: Vec<String> = (0..graph.len()).flat_map(of).collect();
    moves.join(", ")
}

/// A, B, …, Z, then numbers.
pub fn letter(node: usize) -> String {
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
            assert_eq!(read(text).as_ref().map(written).as_deref(), Some(text));
        }
        for text in ["", "x", "o5", "o1.;b", "é;o"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_told_in_the_order_of_the_search() {
        let graph = read("o2.1;a0;a").unwrap();
        assert_eq!(moves(&graph), "A–C, A–B, B–A");
    }

    #[test]
    fn weaker_rules_are_refuted_and_the_printed_one_is_not() {
        let batches: Vec<Batch> = plan(200).into_iter().map(searched).collect();
        for finding in findings(&batches) {
            assert_eq!(finding.graphs, 1600, "{finding:?}");
            assert_eq!(finding.wrong == 0, finding.smallest.is_none());
            match finding.rule {
                "printed" => assert_eq!(finding.wrong, 0, "{finding:?}"),
                // Graphs that refute it are rare; the tests of the oracle have one.
                "trust-mates" => {}
                _ => assert!(finding.wrong > 0, "{finding:?}"),
            }
        }
    }
}
