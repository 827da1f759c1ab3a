//! A record: headers, a position to start from, and a tree of moves.
//!
//! A [`Record`] is made by a [`RecordBuilder`], which plays every move, so that the
//! moves of a record are legal and writers need not ask.

use crate::cursor::Cursor;
use crate::ending::Ending;
use crate::error::RecordErrorKind;
use crate::kif::line::KifLine;
use crate::rest::AssumedRest;
use crate::start::side_names;
use crate::text::split_lines;
use kemuri_core::problem::lawful;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Move, Piece, Problem, ProblemError, Square};
use rsshogi::board::Position;
use std::time::Duration;

/// Moves of one line that are read; the longest mate known has 1525.
pub const MAX_PLIES: usize = 10_000;

/// A record of a game or of the solution of a problem.
#[derive(Clone)]
pub struct Record {
    /// What stands above the moves, in order.
    pub headers: Vec<Header>,
    start: Sfen,
    /// The position that `start` describes.
    position: Position,
    nodes: Vec<RecordNode>,
    /// What `start` has in a hand although the file does not say so.
    assumed_rest: Option<AssumedRest>,
}

/// A line above the moves that is not part of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(untagged)
)]
pub enum Header {
    /// `name：value`.
    Field {
        /// What it is: `作者`, `発表誌`, or anything else.
        name: String,
        /// What it says.
        value: String,
    },
    /// A line without a colon that KIF knows, such as `盤面回転`.
    Line(String),
}

impl Header {
    /// `name：value`.
    pub(crate) fn field(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Field {
            name: name.into(),
            value: value.into(),
        }
    }

    /// Its name and its value, as formats with keys have them.
    pub(crate) fn key(&self) -> (&str, &str) {
        match self {
            Self::Field { name, value } => (name, value),
            Self::Line(line) => (line, ""),
        }
    }
}

/// A place in the tree: the start, a move, or the end of a line.
#[derive(Clone, Debug, Default)]
pub struct RecordNode {
    parent: Option<usize>,
    children: Vec<usize>,
    step: Option<RecordStep>,
    /// Remarks, one a line.
    pub comments: Vec<String>,
    /// Names that a reader gave to this place.
    pub bookmarks: Vec<String>,
    /// What the move took; more than one where the file has more columns.
    pub times: Vec<MoveTime>,
    /// The sentence that closes the line, where it says more than [`Ending`] does.
    pub closing: Option<String>,
}

/// What leads to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordStep {
    /// A move.
    Move(Move),
    /// The end of the line. Nothing follows it.
    End(Ending),
}

/// The time of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MoveTime {
    /// Spent on this move.
    pub spent: Duration,
    /// Spent by this side so far.
    pub total: Option<Duration>,
}

impl MoveTime {
    /// No time at all. KIF programs expect a time in every row of a solution.
    pub const ZERO: Self = Self {
        spent: Duration::ZERO,
        total: Some(Duration::ZERO),
    };
}

impl Record {
    /// The position before the first move.
    pub fn start(&self) -> &Sfen {
        &self.start
    }

    /// The pieces that were given to a hand of which the file says nothing. What was
    /// assumed is no part of what the record says: it is written like any hand.
    pub fn assumed_rest(&self) -> Option<AssumedRest> {
        self.assumed_rest
    }

    /// The node before the first move.
    pub const ROOT: usize = 0;

    /// A node. There are [`Record::size`] of them.
    pub fn node(&self, node: usize) -> &RecordNode {
        &self.nodes[node]
    }

    /// How many nodes there are, the start included.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, in no particular order but the start first.
    pub fn nodes(&self) -> impl Iterator<Item = &RecordNode> {
        self.nodes.iter()
    }

    /// The value of the first header of this name.
    pub fn header(&self, wanted: &str) -> Option<&str> {
        self.headers.iter().find_map(|header| match header {
            Header::Field { name, value } if name == wanted => Some(value.as_str()),
            _ => None,
        })
    }

    /// The nodes of the main line: from each the first way on.
    pub fn main_line(&self) -> Vec<usize> {
        self.line_from(Self::ROOT).split_off(1)
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        let nodes = self.main_line().into_iter();
        nodes.filter_map(|node| self.node(node).mv()).collect()
    }

    /// Before the first move.
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor::new(self.position.clone())
    }

    /// `node` and from each the first way on.
    pub(crate) fn line_from(&self, node: usize) -> Vec<usize> {
        let on = |&node: &usize| self.node(node).children.first().copied();
        std::iter::successors(Some(node), on).collect()
    }
}

impl RecordNode {
    /// The node before; the start has none.
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// The nodes after, that of the main line first.
    pub fn children(&self) -> &[usize] {
        &self.children
    }

    /// What leads here; nothing leads to the start.
    pub fn step(&self) -> Option<&RecordStep> {
        self.step.as_ref()
    }

    /// The move that leads here.
    pub fn mv(&self) -> Option<Move> {
        match self.step {
            Some(RecordStep::Move(mv)) => Some(mv),
            _ => None,
        }
    }

    /// The end that this is.
    pub fn ending(&self) -> Option<&Ending> {
        match &self.step {
            Some(RecordStep::End(ending)) => Some(ending),
            _ => None,
        }
    }

    /// Everything but the place in the tree.
    fn content(&self) -> impl PartialEq + '_ {
        (
            &self.step,
            &self.comments,
            &self.bookmarks,
            &self.times,
            &self.closing,
        )
    }

    /// Sets the times, unless a branch that begins alike has set them.
    pub fn set_times(&mut self, times: Vec<MoveTime>) {
        if self.times.is_empty() {
            self.times = times;
        }
    }

    /// Adds a remark, of several lines where it has line breaks.
    pub fn remark(&mut self, text: &str) {
        self.comments.extend(lines_of(text));
    }
}

/// The lines of `text`, as every format can write them.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = String> {
    split_lines(text).map(|line| line.replace('\0', ""))
}

impl std::fmt::Debug for Record {
    /// As KIF, which people can read.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::write(self, crate::Format::Kif).text)
    }
}

/// Records are equal when they say the same; how nodes are numbered does not matter.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let mut waiting = vec![(Self::ROOT, Self::ROOT)];
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (self.node(a), other.node(b));
            if a.content() != b.content() || a.children.len() != b.children.len() {
                return false;
            }
            waiting.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        self.headers == other.headers && self.start == other.start
    }
}

/// Makes a record move by move.
pub struct RecordBuilder {
    record: Record,
    cursor: Cursor,
    /// The nodes from the start to the last one made.
    path: Vec<usize>,
}

impl RecordBuilder {
    /// A record that starts from `start` and has no moves yet.
    pub fn new(start: Sfen) -> Result<Self, ProblemError> {
        Ok(Self::at(lawful(&start)?, start))
    }

    /// A record that starts from `problem` and has no moves yet.
    pub fn from_problem(problem: &Problem) -> Self {
        Self::at(problem.position(), problem.into())
    }

    fn at(position: Position, start: Sfen) -> Self {
        Self {
            cursor: Cursor::new(position.clone()),
            record: Record {
                headers: Vec::new(),
                start,
                position,
                nodes: vec![RecordNode::default()],
                assumed_rest: None,
            },
            path: vec![Record::ROOT],
        }
    }

    /// Notes what the start has in a hand although the file does not say so.
    pub(crate) fn with_assumed_rest(mut self, rest: Option<AssumedRest>) -> Self {
        self.record.assumed_rest = rest;
        self
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        self.cursor.position()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Sfen {
        &self.record.start
    }

    /// The position after the last move, as a value.
    pub fn current(&self) -> Sfen {
        let position = self.position();
        let mut board = [Piece::NONE; 81];
        for square in Square::iter() {
            board[square.to_index()] = position.piece_on(square);
        }
        let hands = [Color::BLACK, Color::WHITE].map(|color| position.hand(color).into());
        Sfen {
            number: self.record.start.number.saturating_add(self.ply() as u32),
            ..Sfen::new(board, hands, position.turn())
        }
    }

    /// How many moves lead to the last node.
    pub fn ply(&self) -> usize {
        self.cursor.ply()
    }

    /// Where the last move went.
    pub(crate) fn previous(&self) -> Option<Square> {
        self.cursor.previous()
    }

    /// Whether the line has ended.
    pub fn is_ended(&self) -> bool {
        self.path.len() > self.ply() + 1
    }

    /// Plays a move. One that the tree has at this place already is not added again.
    pub fn play(&mut self, mv: Move) -> Result<(), RecordErrorKind> {
        if self.is_ended() {
            return Err(RecordErrorKind::AfterEnd);
        }
        if self.ply() >= MAX_PLIES {
            return Err(RecordErrorKind::TooManyMoves);
        }
        self.cursor.play(mv).map_err(RecordErrorKind::Illegal)?;
        self.add(RecordStep::Move(mv));
        Ok(())
    }

    /// Ends the line. An end that the tree has at this place already is not added again.
    pub fn end(&mut self, ending: Ending) -> Result<(), RecordErrorKind> {
        if self.is_ended() {
            return Err(RecordErrorKind::AfterEnd);
        }
        self.add(RecordStep::End(ending));
        Ok(())
    }

    /// Ends the line where its next move could not be read, unless it has ended. The
    /// end stands in the place of that move, so that a branch that leaves there stays
    /// a branch.
    pub(crate) fn break_off(&mut self) {
        if !self.is_ended() {
            self.add(RecordStep::End(Ending::Error));
        }
    }

    /// Takes a sentence such as `まで3手で詰み`: it ends the line where nothing did,
    /// and is kept where it says so in other words than ours. One that contradicts
    /// the end is a remark, and so is what is no such sentence.
    pub fn close(&mut self, sentence: &str) {
        let sentence = match KifLine::of(sentence) {
            KifLine::Closing(text) if !text.contains(['\n', '\r', '\0']) => text,
            _ => return self.last_mut().remark(sentence),
        };
        let told = Ending::of_sentence(sentence);
        if !self.is_ended()
            && let Some(ending) = &told
        {
            self.add(RecordStep::End(ending.clone()));
        }
        let (moves, turn) = (self.ply(), self.cursor.turn());
        let sides = side_names(&self.record.start);
        let node = self.last_mut();
        let ours = node.ending().map(|e| e.sentence(moves, turn, sides));
        match &node.closing {
            _ if ours.as_deref() == Some(sentence) => {}
            None if node.ending() == told.as_ref() => node.closing = Some(sentence.into()),
            _ => node.remark(sentence),
        }
    }

    /// Goes back, so that the next move is number `ply` of another line.
    pub fn branch(&mut self, ply: usize) -> Result<(), RecordErrorKind> {
        let moves = self.ply();
        if ply == 0 {
            return Err(RecordErrorKind::BranchBefore { ply, first: 1 });
        }
        if ply > moves + 1 {
            return Err(RecordErrorKind::Branch { ply, moves });
        }
        self.cursor.back_to(ply - 1);
        self.path.truncate(ply);
        Ok(())
    }

    /// The last node made.
    pub fn last(&self) -> &RecordNode {
        &self.record.nodes[self.last_id()]
    }

    /// The last node made, to be written upon.
    pub fn last_mut(&mut self) -> &mut RecordNode {
        let node = self.last_id();
        &mut self.record.nodes[node]
    }

    /// Adds a header; a value of several lines becomes one line.
    pub fn add_header(&mut self, name: &str, value: &str) {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        self.record.headers.push(Header::field(name, value));
    }

    /// The headers, to be written upon.
    pub fn headers_mut(&mut self) -> &mut Vec<Header> {
        &mut self.record.headers
    }

    /// The record.
    pub fn finish(self) -> Record {
        self.record
    }

    fn last_id(&self) -> usize {
        self.path.last().copied().unwrap_or(Record::ROOT)
    }

    /// Adds a node, unless the step is in the tree already: branches that begin alike are
    /// one branch up to where they part.
    fn add(&mut self, step: RecordStep) {
        let (parent, node) = (self.last_id(), self.record.nodes.len());
        let nodes = &self.record.nodes;
        let mut known = nodes[parent].children.iter().copied();
        if let Some(known) = known.find(|&child| nodes[child].step.as_ref() == Some(&step)) {
            self.path.push(known);
            return;
        }
        self.record.nodes.push(RecordNode {
            parent: Some(parent),
            step: Some(step),
            ..RecordNode::default()
        });
        self.record.nodes[parent].children.push(node);
        self.path.push(node);
    }
}
