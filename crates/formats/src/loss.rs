//! What a format cannot hold, and so does not keep.

use crate::record::{Record, RecordNode, RecordStep};
use std::collections::HashSet;
use std::fmt;

/// A kind of thing that a record has and a text has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LossKind {
    /// Headers.
    Headers,
    /// Places of headers among the others.
    Places,
    /// Moves of the main line.
    Moves,
    /// Moves of branches.
    Branches,
    /// How lines end.
    Endings,
    /// Closing sentences.
    Closings,
    /// Remarks.
    Comments,
    /// Bookmarks.
    Bookmarks,
    /// Times, or what they are more precise than the format.
    Times,
}

/// How much of what is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(Vec<(LossKind, usize)>);

impl Losses {
    /// Counts things that are lost.
    pub(crate) fn add(&mut self, what: LossKind, count: usize) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|(kind, _)| *kind == what) {
            Some((_, sum)) => *sum += count,
            None => {
                self.0.push((what, count));
                self.0.sort_unstable();
            }
        }
    }

    /// Counts the headers that stand elsewhere in a format that puts them in the
    /// order of their `ranks`.
    pub(crate) fn add_places(&mut self, ranks: &[usize]) {
        let mut order: Vec<usize> = (0..ranks.len()).collect();
        order.sort_by_key(|&header| ranks[header]);
        let moved = order.iter().enumerate().filter(|&(i, &header)| i != header);
        self.add(LossKind::Places, moved.count());
    }

    /// Counts what is said of a node.
    pub(crate) fn add_notes(&mut self, node: &RecordNode) {
        self.add(LossKind::Comments, node.comments.len());
        self.add(LossKind::Bookmarks, node.bookmarks.len());
        self.add(LossKind::Closings, usize::from(node.closing.is_some()));
    }

    /// Counts the nodes behind the start that are not `kept`, with all they have.
    pub(crate) fn add_nodes(&mut self, record: &Record, kept: &HashSet<usize>) {
        let main: HashSet<usize> = record.main_line().into_iter().collect();
        for id in (1..record.size()).filter(|id| !kept.contains(id)) {
            let node = record.node(id);
            let what = match node.step() {
                Some(RecordStep::End(_)) => LossKind::Endings,
                _ if main.contains(&id) => LossKind::Moves,
                _ => LossKind::Branches,
            };
            self.add(what, 1);
            self.add(LossKind::Times, node.times.len());
            self.add_notes(node);
        }
    }

    /// Counts what is lost of another record as well.
    pub fn add_all(&mut self, other: &Self) {
        for &(what, count) in &other.0 {
            self.add(what, count);
        }
    }

    /// Whether everything is kept.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is lost, and how many of it.
    pub fn list(&self) -> &[(LossKind, usize)] {
        &self.0
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(what, count)) in self.0.iter().enumerate() {
            let separator = if i > 0 { ", " } else { "" };
            let (one, many) = what.names();
            let name = if count == 1 { one } else { many };
            let of = if what == LossKind::Places {
                "the order of "
            } else {
                ""
            };
            write!(f, "{separator}{of}{count} {name}")?;
        }
        Ok(())
    }
}

impl LossKind {
    /// What one and several of these are called.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Headers => ("header", "headers"),
            Self::Places => ("header", "headers"),
            Self::Moves => ("move", "moves"),
            Self::Branches => ("move of branches", "moves of branches"),
            Self::Comments => ("comment line", "comment lines"),
            Self::Bookmarks => ("bookmark", "bookmarks"),
            Self::Times => ("time", "times"),
            Self::Endings => ("ending", "endings"),
            Self::Closings => ("closing sentence", "closing sentences"),
        }
    }
}
