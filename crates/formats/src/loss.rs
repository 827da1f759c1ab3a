//! What a format cannot hold, and so does not keep.

use crate::record::{Node, Record, Step};
use kemuri_core::Lang;
use std::collections::HashSet;

/// A kind of thing that a record has and a text has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lost {
    /// Headers.
    Headers,
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
pub struct Losses(Vec<(Lost, usize)>);

impl Losses {
    /// Counts things that are lost.
    pub(crate) fn add(&mut self, what: Lost, count: usize) {
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

    /// Counts what is said of a node.
    pub(crate) fn add_notes(&mut self, node: &Node) {
        self.add(Lost::Comments, node.comments.len());
        self.add(Lost::Bookmarks, node.bookmarks.len());
        self.add(Lost::Closings, usize::from(node.closing.is_some()));
    }

    /// Counts the nodes behind the start that are not `kept`, with all they have.
    pub(crate) fn add_nodes(&mut self, record: &Record, kept: &HashSet<usize>) {
        let main: HashSet<usize> = record.main_line().into_iter().collect();
        for id in (1..record.size()).filter(|id| !kept.contains(id)) {
            let node = record.node(id);
            let what = match node.step() {
                Some(Step::End(_)) => Lost::Endings,
                _ if main.contains(&id) => Lost::Moves,
                _ => Lost::Branches,
            };
            self.add(what, 1);
            self.add(Lost::Times, node.times.len());
            self.add_notes(node);
        }
    }

    /// Whether everything is kept.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is lost, and how many of it.
    pub fn list(&self) -> &[(Lost, usize)] {
        &self.0
    }

    /// The list, to be read after "not kept:".
    pub fn message(&self, lang: Lang) -> String {
        let words: Vec<String> = self
            .0
            .iter()
            .map(|&(what, count)| match lang {
                Lang::En => format!("{count} {}", what.english(count)),
                Lang::Ja => format!("{} {count}", what.japanese()),
            })
            .collect();
        words.join(if lang == Lang::En { ", " } else { "、" })
    }
}

impl Lost {
    fn english(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Headers => ("header", "headers"),
            Self::Moves => ("move", "moves"),
            Self::Branches => ("move of branches", "moves of branches"),
            Self::Comments => ("comment line", "comment lines"),
            Self::Bookmarks => ("bookmark", "bookmarks"),
            Self::Times => ("time", "times"),
            Self::Endings => ("ending", "endings"),
            Self::Closings => ("closing sentence", "closing sentences"),
        };
        String::from(if count == 1 { one } else { many })
    }

    fn japanese(self) -> &'static str {
        match self {
            Self::Headers => "ヘッダー",
            Self::Moves => "指し手",
            Self::Branches => "変化の指し手",
            Self::Comments => "コメント行",
            Self::Bookmarks => "しおり",
            Self::Times => "時間",
            Self::Endings => "終局",
            Self::Closings => "結びの文",
        }
    }
}
