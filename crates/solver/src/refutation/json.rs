//! A refutation as JSON: a list of lines, each of which says where it leaves
//! another, as in the tree of a mate.

use super::{LineEnd, RefutationLines, RefutationNext, Replies};
use crate::tree::json::TreePlace;
use crate::tree::{Cut, TreeLine, TreeMove};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A refutation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RefutationDocument {
    /// Positions of the tree.
    pub positions: usize,
    /// Checks that are left out because of the depth asked for.
    pub omitted: usize,
    /// Replies that are not decided.
    pub undecided: usize,
    /// Why some line is not shown to its end.
    pub cut: Option<Cut>,
    /// Where the defender begins: its replies.
    pub replies: Option<Replies>,
    /// The lines, the closest try first. Each stands after the one that it leaves.
    pub lines: Vec<RefutationLineDocument>,
}

/// A line of a refutation, from the move that leaves another line to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RefutationLineDocument {
    /// Its number; the closest try is 0.
    pub line: usize,
    /// Where it leaves another line: that line, and the number of the first move
    /// that differs. `null` for the first line.
    pub leaves: Option<TreePlace>,
    /// Its moves.
    pub moves: Vec<RefutationMoveDocument>,
    /// How it ends.
    pub end: RefutationEnd,
    /// The position that it ends in, where the same line or another shows it.
    pub same_as: Option<TreePlace>,
}

/// How a line of a refutation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RefutationEnd {
    /// The attacker has no check.
    NoCheck,
    /// Several replies refute the last check.
    SeveralReplies,
    /// In an earlier position of the line: the attacker has to change.
    Repetition,
    /// In a position that another line shows.
    Same,
    /// It is not decided which replies refute.
    Undecided,
    /// It is not shown to its end.
    Cut,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RefutationMoveDocument {
    /// Its number, from 1.
    pub ply: usize,
    /// The move in USI.
    #[serde(rename = "move")]
    pub usi: String,
    /// The move as players write it.
    pub japanese: String,
    /// After a check: the replies to it.
    pub replies: Option<Replies>,
    /// After a check: the greatest number of checks in a row, this one included,
    /// that exactly one reply refutes.
    pub only_replies: Option<usize>,
    /// After a check: whether that is proven to be the greatest number.
    pub exact: Option<bool>,
}

impl RefutationDocument {
    /// The tree of `lines`.
    pub fn new(lines: &RefutationLines<'_>) -> Self {
        let mut leaves = vec![None; lines.list.len()];
        for (line, from) in lines.list.iter().enumerate() {
            for &(number, ply) in &from.leaving {
                leaves[number] = Some(TreePlace { line, ply });
            }
        }
        let all = lines.list.iter().zip(leaves).enumerate();
        Self {
            positions: lines.tree.nodes.len(),
            omitted: lines.tree.omitted(),
            undecided: lines.tree.undecided,
            cut: lines.tree.cut(),
            replies: lines.tree.nodes[0].replies.clone(),
            lines: all
                .map(|(number, (line, leaves))| RefutationLineDocument {
                    line: number,
                    leaves,
                    moves: line
                        .moves
                        .iter()
                        .map(|mv| move_document(lines, mv))
                        .collect(),
                    end: end_of(lines, line),
                    same_as: same_as(lines, line),
                })
                .collect(),
        }
    }
}

fn move_document(lines: &RefutationLines<'_>, mv: &TreeMove) -> RefutationMoveDocument {
    let node = &lines.tree.nodes[mv.node];
    let (only_replies, exact) = node.only_replies;
    let is_check = node.replies.is_some();
    RefutationMoveDocument {
        ply: mv.ply,
        usi: mv.mv.to_usi(),
        japanese: mv.japanese.clone(),
        replies: node.replies.clone(),
        only_replies: is_check.then_some(only_replies),
        exact: is_check.then_some(exact),
    }
}

fn end_of(lines: &RefutationLines<'_>, line: &TreeLine) -> RefutationEnd {
    match &lines.tree.nodes[line.end].next {
        RefutationNext::End(LineEnd::NoCheck) => RefutationEnd::NoCheck,
        RefutationNext::End(LineEnd::SeveralReplies) => RefutationEnd::SeveralReplies,
        RefutationNext::End(LineEnd::Repetition(_)) => RefutationEnd::Repetition,
        RefutationNext::End(LineEnd::SameAs(_)) => RefutationEnd::Same,
        RefutationNext::End(LineEnd::Undecided) => RefutationEnd::Undecided,
        RefutationNext::End(LineEnd::Cut(_)) | RefutationNext::Moves { .. } => RefutationEnd::Cut,
    }
}

fn same_as(lines: &RefutationLines<'_>, line: &TreeLine) -> Option<TreePlace> {
    match lines.end(line)? {
        LineEnd::Repetition(node) | LineEnd::SameAs(node) => {
            let (line, ply) = lines.place(node);
            Some(TreePlace { line, ply })
        }
        _ => None,
    }
}
