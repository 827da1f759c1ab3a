//! A tree as JSON: lines of moves, and in each move of the attacker the lines of
//! the other replies to it. Only lines that leave lines nest, so that a long
//! mate does not make a deep object.

use super::{Cut, Next, TreeLine, TreeLines};
use crate::json::SolveDocument;
use kemuri_core::json::letters;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to a problem, and its tree: what `kemuri solve --tree=json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct SolveTreeDocument {
    /// The answer.
    #[serde(flatten)]
    pub answer: SolveDocument,
    /// `null` without a mate of proven length.
    pub tree: Option<TreeDocument>,
}

/// A tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct TreeDocument {
    /// Positions of the tree.
    pub positions: usize,
    /// Lines of the tree.
    pub lines: usize,
    /// Replies that are left out because of the depth asked for.
    pub omitted: usize,
    /// Why some line is not shown to its end: `tree-nodes`, or the reason why the
    /// search stopped.
    pub cut: Option<String>,
    /// The best line.
    #[serde(flatten)]
    pub best: LineDocument,
    /// Other first moves of a defender who begins.
    pub replies: Vec<LineDocument>,
}

/// A line of a tree, from the move that leaves another line to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct LineDocument {
    /// Its number; the best line is 0.
    pub line: usize,
    /// Its moves.
    pub moves: Vec<MoveDocument>,
    /// How it ends.
    pub end: LineEnd,
    /// The position that it ends in, where another line shows it.
    pub same_as: Option<TreePlace>,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// The defender is mated.
    Mate,
    /// In a position that another line shows.
    Same,
    /// It is not shown to its end.
    Cut,
}

/// A position of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TreePlace {
    /// The line.
    pub line: usize,
    /// The number of the move that leads there.
    pub ply: usize,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct MoveDocument {
    /// Its number, from 1.
    pub ply: usize,
    /// The move in USI.
    #[serde(rename = "move")]
    pub usi: String,
    /// The move as players write it.
    pub japanese: String,
    /// The attacker mates within so many plies after it.
    pub length: u32,
    /// Whether that is proven to be the shortest.
    pub exact: bool,
    /// What the attacker holds at the end, as an SFEN writes it.
    pub hand_left: Option<String>,
    /// The other replies to it.
    pub replies: Vec<LineDocument>,
}

impl SolveTreeDocument {
    /// An answer with its tree.
    pub fn new(answer: SolveDocument, lines: Option<&TreeLines<'_>>) -> Self {
        let tree = lines.map(TreeDocument::new);
        Self { answer, tree }
    }
}

impl TreeDocument {
    /// The tree of `lines`.
    pub fn new(lines: &TreeLines<'_>) -> Self {
        let cut = lines.tree.cut().map(|cut| match cut {
            Cut::Nodes => "tree-nodes",
            Cut::Stopped(reason) => reason.word(),
        });
        Self {
            positions: lines.tree.nodes.len(),
            lines: lines.list.len(),
            omitted: lines.omitted(),
            cut: cut.map(Into::into),
            best: LineDocument::new(lines, 0),
            replies: leaving(lines, &lines.list[0], 1),
        }
    }
}

impl LineDocument {
    fn new(lines: &TreeLines<'_>, number: usize) -> Self {
        let line = &lines.list[number];
        let moves = line.moves.iter().map(|mv| {
            let node = lines.node(mv.node);
            MoveDocument {
                ply: mv.ply,
                usi: mv.mv.to_usi(),
                japanese: mv.japanese.clone(),
                length: node.length,
                exact: node.exact,
                hand_left: node.hand_left.map(letters),
                replies: leaving(lines, line, mv.ply + 1),
            }
        });
        Self {
            line: number,
            moves: moves.collect(),
            end: match lines.node(line.end).next {
                Next::Mated => LineEnd::Mate,
                Next::SameAs(_) => LineEnd::Same,
                Next::Moves { .. } | Next::Cut(_) => LineEnd::Cut,
            },
            same_as: (lines.same_as(line.end)).map(|(line, ply)| TreePlace { line, ply }),
        }
    }
}

/// The lines that leave `from` with a move number `ply`.
fn leaving(lines: &TreeLines<'_>, from: &TreeLine, ply: usize) -> Vec<LineDocument> {
    let there = from.leaving.iter().filter(|&&(_, at)| at == ply);
    there
        .map(|&(number, _)| LineDocument::new(lines, number))
        .collect()
}
