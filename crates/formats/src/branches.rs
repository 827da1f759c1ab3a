//! The lines of a tree in the order in which KIF and KI2 write them.
//!
//! `変化：N手` leaves the line written last, so branches that leave late are
//! written before those that leave early, each followed by its own.

use crate::record::Record;

/// The main line or a branch.
pub(crate) struct Branch {
    /// The number of its first move.
    pub(crate) ply: usize,
    /// Its nodes.
    pub(crate) nodes: Vec<usize>,
}

/// Every line of `record`, the main line first.
pub(crate) fn branches(record: &Record) -> Vec<Branch> {
    let mut out = Vec::new();
    let mut waiting = Vec::new();
    let mut next = Some((record.main_line(), 1));
    while let Some((nodes, ply)) = next {
        // What stands in place of the first move of a branch belongs to the line it leaves.
        for (i, &node) in nodes.iter().enumerate().skip(usize::from(!out.is_empty())) {
            let others = record.node(node).parent().map(|parent| record.node(parent));
            let others = others.map_or(&[][..], |parent| &parent.children()[1..]);
            waiting.extend(others.iter().rev().map(|&other| (other, ply + i)));
        }
        out.push(Branch { ply, nodes });
        next = waiting
            .pop()
            .map(|(node, ply)| (record.line_from(node), ply));
    }
    out
}
