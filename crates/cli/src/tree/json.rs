//! A tree as JSON: lines of moves, and in each move of the attacker the lines of
//! the other replies to it. Only lines that leave lines nest, so that a long
//! mate does not make a deep object.

use super::lines::{Line, Lines};
use kemuri_core::json::letters;
use kemuri_solver::json::SolveDocument;
use kemuri_solver::tree::{Cut, Next};
use serde::Serialize;

/// The answer to the problem, and its tree.
#[derive(Serialize)]
pub struct TreeAnswer<'a> {
    /// As `--json` gives it.
    #[serde(flatten)]
    pub answer: SolveDocument,
    /// `null` without a mate of proven length.
    pub tree: Option<JsonTree<'a>>,
}

/// A tree.
#[derive(Serialize)]
pub struct JsonTree<'a> {
    positions: usize,
    lines: usize,
    /// Replies that `--tree-depth` leaves out.
    omitted: usize,
    /// Why some line is not shown to its end.
    cut: Option<&'static str>,
    #[serde(flatten)]
    best: JsonLine<'a>,
    /// Other first moves of a defender who begins.
    replies: Vec<JsonLine<'a>>,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    line: usize,
    moves: Vec<JsonMove<'a>>,
    /// How it ends.
    end: &'static str,
    same_as: Option<JsonPlace>,
}

#[derive(Serialize)]
struct JsonPlace {
    line: usize,
    ply: usize,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    ply: usize,
    #[serde(rename = "move")]
    usi: String,
    japanese: &'a str,
    length: u32,
    exact: bool,
    hand_left: Option<String>,
    replies: Vec<JsonLine<'a>>,
}

impl<'a> JsonTree<'a> {
    /// The tree of `lines`.
    pub fn new(lines: &'a Lines<'_>) -> Self {
        Self {
            positions: lines.tree.nodes.len(),
            lines: lines.list.len(),
            omitted: lines.omitted(),
            cut: lines.tree.cut().map(cut_word),
            best: line(lines, 0),
            replies: leaving(lines, &lines.list[0], 1),
        }
    }
}

fn line<'a>(lines: &'a Lines<'_>, number: usize) -> JsonLine<'a> {
    let line = &lines.list[number];
    let moves = line.steps.iter().map(|step| {
        let node = lines.node(step.node);
        JsonMove {
            ply: step.ply,
            usi: step.mv.to_usi(),
            japanese: &step.japanese,
            length: node.length,
            exact: node.exact,
            hand_left: node.hand_left.map(letters),
            replies: leaving(lines, line, step.ply + 1),
        }
    });
    JsonLine {
        line: number,
        moves: moves.collect(),
        end: match lines.node(line.end).next {
            Next::Mated => "mate",
            Next::SameAs(_) => "same",
            Next::Moves { .. } | Next::Cut(_) => "cut",
        },
        same_as: lines
            .same_as(line.end)
            .map(|(line, ply)| JsonPlace { line, ply }),
    }
}

/// The lines that leave `from` with a move number `ply`.
fn leaving<'a>(lines: &'a Lines<'_>, from: &Line, ply: usize) -> Vec<JsonLine<'a>> {
    let there = from.leaving.iter().filter(|&&(_, at)| at == ply);
    there.map(|&(number, _)| line(lines, number)).collect()
}

fn cut_word(cut: Cut) -> &'static str {
    match cut {
        Cut::Nodes => "tree-nodes",
        Cut::Stopped(reason) => reason.word(),
    }
}
