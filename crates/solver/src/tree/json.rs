//! A tree as JSON: a list of lines, each of which says where it leaves another.
//! Nothing nests, because JSON readers limit the depth of what they read.

use super::{Cut, Next, TreeLines};
use crate::json::SolveDocument;
use crate::refutation::RefutationLines;
use crate::refutation::json::RefutationDocument;
use kemuri_core::Hand;
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
    /// Where there is no mate: the replies that refute the checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refutation: Option<RefutationDocument>,
}

/// A tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct TreeDocument {
    /// Positions of the tree.
    pub positions: usize,
    /// Replies that are left out because of the depth asked for.
    pub omitted: usize,
    /// Why some line is not shown to its end.
    pub cut: Option<Cut>,
    /// The lines, the best one first. Each stands after the one that it leaves.
    pub lines: Vec<LineDocument>,
}

/// A line of a tree, from the move that leaves another line to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct LineDocument {
    /// Its number; the best line is 0.
    pub line: usize,
    /// Where it leaves another line: that line, and the number of the first move
    /// that differs. `null` for the best line.
    pub leaves: Option<TreePlace>,
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
    /// What the attacker holds at the end; `null` if the line is not shown to its
    /// end.
    pub hand_left: Option<Hand>,
}

impl SolveTreeDocument {
    /// An answer with its tree.
    pub fn new(answer: SolveDocument, lines: Option<&TreeLines<'_>>) -> Self {
        let tree = lines.map(TreeDocument::new);
        Self {
            answer,
            tree,
            refutation: None,
        }
    }

    /// An answer with its refutation.
    pub fn refuted(answer: SolveDocument, lines: &RefutationLines<'_>) -> Self {
        Self {
            answer,
            tree: None,
            refutation: Some(RefutationDocument::new(lines)),
        }
    }
}

impl TreeDocument {
    /// The tree of `lines`.
    pub fn new(lines: &TreeLines<'_>) -> Self {
        let mut leaves = vec![None; lines.list.len()];
        for (line, from) in lines.list.iter().enumerate() {
            for &(number, ply) in &from.leaving {
                leaves[number] = Some(TreePlace { line, ply });
            }
        }
        let all = leaves.into_iter().enumerate();
        Self {
            positions: lines.tree.nodes.len(),
            omitted: lines.omitted(),
            cut: lines.tree.cut(),
            lines: all
                .map(|(number, leaves)| LineDocument::new(lines, number, leaves))
                .collect(),
        }
    }
}

impl LineDocument {
    fn new(lines: &TreeLines<'_>, number: usize, leaves: Option<TreePlace>) -> Self {
        let line = &lines.list[number];
        let moves = line.moves.iter().map(|mv| {
            let node = lines.node(mv.node);
            MoveDocument {
                ply: mv.ply,
                usi: mv.mv.to_usi(),
                japanese: mv.japanese.clone(),
                length: node.length,
                exact: node.exact,
                hand_left: node.hand_left,
            }
        });
        Self {
            line: number,
            leaves,
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
