//! The line of a mate in the order of the Edo books.
//!
//! These books rank a defence after which pieces are left in the attacker's hand
//! below one that leaves none, whatever their lengths. The attacker mates as soon
//! as he can, and so leaves a piece where one of his shortest mates does. Let the
//! *Edo length* of a position be the plies of its line in this order, or nothing
//! if pieces are left:
//!
//! - Mated, or with futile interpositions alone: 0 if the attacker holds nothing.
//! - The defender to move: 1 + the greatest of the replies that count; those that
//!   have none do not matter, unless all of them have none.
//! - The attacker to move: 1 + the least of the checks that mate in the shortest
//!   length, and nothing if one of them has none.
//!
//! Where several moves are equal they are chosen as those of the modern line. If the
//! problem has no Edo length, because pieces can be left whatever the defence, its
//! line is the modern one. The Edo length can be less than the length of the mate,
//! which it never changes.
//!
//! The search is depth first, over a stack of its own, and remembers positions. No
//! Edo length is greater than the length: replies are taken from the longest mate
//! to the shortest, and once one is known whose Edo length is as great as the
//! length of the others, these are cut off. The lengths are proven as always; all
//! of them together may cost as much as the proof of the mate.

use crate::best_line::{sort_checks, sort_replies};
use crate::line::{known, legal_moves, within};
use crate::search::Search;
use crate::shortest::{futile_tail, shortest_check, witness};
use crate::{Goal, Mate, Outcome, Solver};
use kemuri_core::board::Undo;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Board, Budget, Hand, Move, Phase, Progress, Reason};
use std::collections::HashMap;

/// Nodes for the lengths after other moves, if the mate has cost no more.
const LEAST_NODES: u64 = 1_000_000;
/// Nodes to find out whether a check mates as soon as the one that is known.
const NODES_PER_CHECK: u64 = 10_000;
/// Positions that are looked at, at most.
const POSITIONS: usize = 200_000;
/// Less than any Edo length: there is none.
const NONE: i32 = -1;

/// The order in which the defences of a mate are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Order {
    /// The longest first.
    #[default]
    Modern,
    /// Those after which the attacker is left with nothing in hand first, then the
    /// longest.
    Edo,
}

impl Order {
    /// All orders by name.
    pub const ALL: [(&'static str, Self); 2] = [("modern", Self::Modern), ("edo", Self::Edo)];

    /// Returns the name of the order.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// The line of a mate in the order of the Edo books, see [`Solver::edo_line`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EdoLine {
    /// The moves, first to last.
    pub line: Vec<Move>,
    /// What follows if the defender interposes in vain, as in
    /// [`Mate`].
    pub futile_tail: Vec<Move>,
    /// What the attacker holds after the line.
    pub hand_left: Hand,
    /// Why the order could not be determined, if so. The line is then that of the
    /// mate.
    pub undecided: Option<Reason>,
}

impl EdoLine {
    /// The mate with this line in place of its own.
    pub fn shown_in(&self, mate: &Mate) -> Mate {
        Mate {
            line: self.line.clone(),
            futile_tail: self.futile_tail.clone(),
            hand_left: self.hand_left,
            ..mate.clone()
        }
    }
}

impl Solver {
    /// The line of a mate that [`Solver::solve`] has found in the order of the Edo
    /// books: a defence after which the attacker can mate as soon as possible with
    /// a piece left is ranked below one after which he cannot, and only then does
    /// the longer one come first. If pieces can be left whatever the defence, it is
    /// the line of the mate.
    ///
    /// There is none for a first mate. When the mate could not be proven shortest, the budget is
    /// spent, or as many nodes as the mate has cost (a million at least), the order
    /// is not determined.
    ///
    /// # Errors
    /// The reason of an undecided outcome; [`Reason::Contradiction`] if it is no
    /// mate or its line does not mate.
    pub fn edo_line(
        &mut self,
        outcome: &Outcome,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Option<EdoLine>, Reason> {
        let (problem, mate) = (outcome.problem(), outcome.replayed_mate()?);
        if !mate.exact && outcome.goal == Goal::FirstMate {
            return Ok(None);
        }
        let modern = |undecided| EdoLine {
            line: mate.line.clone(),
            futile_tail: mate.futile_tail.clone(),
            hand_left: mate.hand_left,
            undecided,
        };
        if !mate.exact {
            // Some limit has ended the proof; the table has none that a budget knows.
            let reason = budget.exhausted().unwrap_or(Reason::Memory);
            return Ok(Some(modern(Some(reason))));
        }
        let length = u16::try_from(mate.length).map_err(|_| Reason::Contradiction)?;
        let mut search = self.search_at(problem, mate.futile, budget, on_progress);
        search.phase = Phase::Explaining;
        let nodes = outcome.stats.nodes.max(LEAST_NODES);
        let found = search.with_nodes(nodes, |search| {
            let line = EdoSearch::new(search).line(length)?;
            let tail = line.as_ref().map(|line| futile_tail(search, line));
            Ok(line.zip(tail.transpose()?))
        });
        let (line, tail) = match found {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(Some(modern(None))),
            Err(reason) => return Ok(Some(modern(Some(reason)))),
        };
        let (line, futile_tail) = (search.view.line(&line), search.view.line(&tail));
        if verify_mate(problem, &[&line[..], &futile_tail].concat()).is_err() {
            return Ok(Some(modern(Some(Reason::Contradiction))));
        }
        Ok(Some(EdoLine {
            line,
            futile_tail,
            hand_left: Hand::EMPTY,
            undecided: None,
        }))
    }
}

/// Computes Edo lengths.
struct EdoSearch<'s, 'a> {
    search: &'s mut Search<'a>,
    known: HashMap<(u64, Hand), Known>,
    stack: Vec<Frame>,
}

/// What is known of the Edo length of a position.
#[derive(Clone, Copy)]
struct Known {
    /// It is no more than this; [`NONE`] if there is none.
    at_most: i32,
    /// If it is exactly this: the move that leads to it.
    exact: Option<Move>,
}

/// A position on the way to the one on the board.
struct Frame {
    position: (u64, Hand),
    /// The move that leads here, and how to take it back; none at the first.
    reached: Option<(Move, Undo)>,
    is_or: bool,
    /// Only an Edo length above this is wanted.
    above: i32,
    /// That of the best move so far, counted from here, and the move.
    best: i32,
    mv: Move,
    /// Moves to be tried, the next one last at an attacker's node.
    moves: Vec<Candidate>,
}

/// A move to be tried.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// The plies of the mate after it, at most.
    most: u16,
    /// Whether these are its plies.
    exact: bool,
}

impl Frame {
    /// A move whose Edo length, counted from here, is no more than this does not
    /// raise that of the position.
    fn bound(&self) -> i32 {
        if self.is_or {
            self.above
        } else {
            self.best.max(self.above)
        }
    }
}

impl<'s, 'a> EdoSearch<'s, 'a> {
    fn new(search: &'s mut Search<'a>) -> Self {
        Self {
            search,
            known: HashMap::new(),
            stack: Vec::new(),
        }
    }

    /// The Edo line from the board's position, a mate in `len` plies, if it has an
    /// Edo length.
    fn line(&mut self, len: u16) -> Result<Option<Vec<Move>>, Reason> {
        let length = self.edo_length(len, NONE)?;
        if length == NONE {
            return Ok(None);
        }
        match self.preferred(len, length) {
            // Beyond the limits any of the equal moves is taken.
            Err(reason) if reason != Reason::Contradiction => Ok(Some(self.remembered())),
            line => line.map(Some),
        }
    }

    /// The Edo length of the board's position, a mate in `len` plies, if it is
    /// more than `above`; [`NONE`] if not.
    fn edo_length(&mut self, len: u16, above: i32) -> Result<i32, Reason> {
        if let Some(length) = self.look_up(len, above) {
            return Ok(length);
        }
        let result = self.run(len, above);
        while let Some(frame) = self.stack.pop() {
            self.take_back(&frame);
        }
        result
    }

    fn run(&mut self, len: u16, above: i32) -> Result<i32, Reason> {
        self.enter(None, len, above)?;
        loop {
            match self.next_move()? {
                Some((mv, len)) => self.try_move(mv, len)?,
                None => {
                    let length = self.leave();
                    if self.stack.is_empty() {
                        return Ok(length);
                    }
                }
            }
        }
    }

    /// The answer to [`EdoSearch::edo_length`], if it is known.
    fn look_up(&self, len: u16, above: i32) -> Option<i32> {
        let board = &self.search.board;
        if i32::from(len) <= above {
            return Some(NONE);
        }
        if len == 0 {
            let clean = board.attacker_hand() == Hand::EMPTY;
            return Some(if clean { 0 } else { NONE });
        }
        let known = self.known.get(&(board.key(), board.attacker_hand()))?;
        if known.at_most <= above {
            Some(NONE)
        } else {
            known.exact.map(|_| known.at_most)
        }
    }

    /// Puts the board's position, a mate in `len` plies, on the stack.
    fn enter(&mut self, reached: Option<(Move, Undo)>, len: u16, above: i32) -> Result<(), Reason> {
        let board = &self.search.board;
        self.stack.push(Frame {
            position: (board.key(), board.attacker_hand()),
            reached,
            is_or: board.attacker_to_move(),
            above,
            best: NONE,
            mv: Move::MOVE_NONE,
            moves: Vec::new(),
        });
        // What the table knows is found without a look at the budget.
        if let Some(reason) = self.search.exhausted() {
            return Err(reason);
        }
        if self.known.len() >= POSITIONS {
            return Err(Reason::Nodes);
        }
        let moves = if self.search.board.attacker_to_move() {
            self.checks(len)?
        } else {
            self.replies(len)?
        };
        let frame = self.stack.last_mut().expect("it was just put there");
        frame.moves = moves;
        Ok(())
    }

    /// The checks, one that is known to be a shortest last. The others come in the
    /// opposite order of preference.
    fn checks(&mut self, len: u16) -> Result<Vec<Candidate>, Reason> {
        let mut moves = legal_moves(self.search);
        let sure = shortest_check(self.search, &moves, len)?;
        sort_checks(&self.search.board, &mut moves);
        moves.reverse();
        moves.sort_by_key(|&mv| mv == sure);
        let candidate = |mv| Candidate {
            mv,
            most: len - 1,
            exact: mv == sure,
        };
        Ok(moves.into_iter().map(candidate).collect())
    }

    /// The replies that count, the one to be preferred first.
    fn replies(&mut self, len: u16) -> Result<Vec<Candidate>, Reason> {
        let mut replies = Vec::new();
        for mv in self.counting(len)? {
            let most = known(self.search, mv, len - 1).unwrap_or(len - 1);
            replies.push(Candidate {
                mv,
                most,
                exact: false,
            });
        }
        Ok(replies)
    }

    /// The replies that count in the board's position, a mate in `len` plies, the
    /// one to be preferred first.
    fn counting(&mut self, len: u16) -> Result<Vec<Move>, Reason> {
        let mut moves = legal_moves(self.search);
        let mut counting = Vec::with_capacity(moves.len());
        // Squares on which drops were judged, whatever is dropped.
        let mut judged = HashMap::new();
        sort_replies(&self.search.board, &mut moves);
        for mv in moves {
            // A move is a question of its own.
            let square = mv.is_drop().then(|| mv.to_sq().to_index());
            let known = square.and_then(|square| judged.get(&square).copied());
            let futile = match known {
                Some(futile) => futile,
                None if self.search.may_be_futile(mv) => witness(self.search, mv, len)?.is_some(),
                None => false,
            };
            judged.extend(square.map(|square| (square, futile)));
            if !futile {
                counting.push(mv);
            }
        }
        Ok(counting)
    }

    /// The next move to be tried in the top position, and the plies of the mate
    /// after it; nothing if no other can change its Edo length.
    fn next_move(&mut self) -> Result<Option<(Move, u16)>, Reason> {
        loop {
            let frame = self.stack.last_mut().expect("a position to look at");
            let (bound, is_or) = (frame.bound(), frame.is_or);
            let place = if is_or {
                frame.moves.len().checked_sub(1)
            } else {
                // The first of the longest.
                let most = frame.moves.iter().map(|reply| reply.most).max();
                frame
                    .moves
                    .iter()
                    .position(|reply| Some(reply.most) == most)
            };
            let Some(place) = place else { return Ok(None) };
            let Candidate { mv, most, exact } = frame.moves[place];
            if i32::from(most) < bound {
                return Ok(None);
            }
            if exact || is_or {
                frame.moves.remove(place);
                if exact || self.is_shortest(mv, most)? {
                    return Ok(Some((mv, most)));
                }
                continue;
            }
            let (most, exact) = self.length_after(mv, most, bound)?;
            let frame = self.stack.last_mut().expect("it is still there");
            frame.moves[place] = Candidate { mv, most, exact };
        }
    }

    /// Whether a check is found to mate within `len` plies with a few nodes.
    fn is_shortest(&mut self, mv: Move, len: u16) -> Result<bool, Reason> {
        if known(self.search, mv, len).is_some() {
            return Ok(true);
        }
        let undo = self.search.board.make(mv);
        let found = (self.search).with_nodes(NODES_PER_CHECK, |search| within(search, len));
        self.search.board.undo(mv, undo);
        match found {
            Ok(found) => Ok(found.is_some()),
            Err(Reason::Nodes) => Ok(false),
            Err(reason) => Err(reason),
        }
    }

    /// The plies of the mate after `mv`, `most` at most, and whether that is
    /// proven. If they are less than `bound` it need not be.
    fn length_after(&mut self, mv: Move, most: u16, bound: i32) -> Result<(u16, bool), Reason> {
        let undo = self.search.board.make(mv);
        let length = shortest_above(self.search, most, bound - 1);
        self.search.board.undo(mv, undo);
        length
    }

    /// Tries a move after which there is a mate in `len` plies.
    fn try_move(&mut self, mv: Move, len: u16) -> Result<(), Reason> {
        let frame = self.stack.last().expect("a position to move in");
        let above = (frame.bound() - 1).max(NONE);
        let undo = self.search.board.make(mv);
        match self.look_up(len, above) {
            Some(length) => {
                self.search.board.undo(mv, undo);
                self.receive(mv, length);
                Ok(())
            }
            None => self.enter(Some((mv, undo)), len, above),
        }
    }

    /// Takes the Edo length after `mv`; [`NONE`] is one that does not raise that of
    /// the position, or none.
    fn receive(&mut self, mv: Move, length: i32) {
        let frame = self.stack.last_mut().expect("a position it is for");
        if length == NONE {
            if frame.is_or {
                // One such check is enough.
                frame.best = NONE;
                frame.moves.clear();
            }
            return;
        }
        let counted = length + 1;
        let better = if frame.is_or {
            counted < frame.best
        } else {
            counted > frame.best
        };
        if frame.best == NONE || better {
            (frame.best, frame.mv) = (counted, mv);
        }
    }

    /// Leaves the top position. Returns its Edo length if it is one that is wanted.
    fn leave(&mut self) -> i32 {
        let frame = self.stack.pop().expect("a position to leave");
        self.take_back(&frame);
        let found = frame.best > frame.above;
        let known = Known {
            at_most: frame.best.max(frame.above),
            exact: found.then_some(frame.mv),
        };
        self.known.insert(frame.position, known);
        let length = if found { frame.best } else { NONE };
        if let Some((mv, _)) = frame.reached {
            self.receive(mv, length);
        }
        length
    }

    /// Takes back the move that leads to a position.
    fn take_back(&mut self, frame: &Frame) {
        if let Some((mv, undo)) = frame.reached {
            self.search.board.undo(mv, undo);
        }
    }

    /// The line to be preferred from the board's position, a mate in `len` plies
    /// whose Edo length is `plies`.
    fn preferred(&mut self, mut len: u16, mut plies: i32) -> Result<Vec<Move>, Reason> {
        let mut played: Vec<(Move, Undo)> = Vec::new();
        let mut result = Ok(());
        while plies > 0 && result.is_ok() {
            plies -= 1;
            match self.preferred_move(len, plies) {
                Ok((mv, left)) => {
                    played.push((mv, self.search.board.make(mv)));
                    len = left;
                }
                Err(reason) => result = Err(reason),
            }
        }
        let line = played.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in played.into_iter().rev() {
            self.search.board.undo(mv, undo);
        }
        result.map(|()| line)
    }

    /// The first move after which the Edo length is `plies`, and the plies of the
    /// mate after it.
    fn preferred_move(&mut self, len: u16, plies: i32) -> Result<(Move, u16), Reason> {
        let is_or = self.search.board.attacker_to_move();
        let moves = if is_or {
            let mut moves = legal_moves(self.search);
            sort_checks(&self.search.board, &mut moves);
            moves
        } else {
            self.counting(len)?
        };
        for mv in moves {
            let (left, exact) = match is_or {
                true => (len - 1, self.is_shortest(mv, len - 1)?),
                false => self.length_after(mv, len - 1, plies)?,
            };
            if !exact {
                continue;
            }
            let undo = self.search.board.make(mv);
            let found = self.edo_length(left, plies - 1);
            self.search.board.undo(mv, undo);
            if found? == plies {
                return Ok((mv, left));
            }
        }
        Err(Reason::Nodes)
    }

    /// The line that was found from the board's position, which has an Edo length.
    fn remembered(&mut self) -> Vec<Move> {
        let board = &mut self.search.board;
        let mut played: Vec<(Move, Undo)> = Vec::new();
        let mv_of = |board: &Board| {
            let known = self.known.get(&(board.key(), board.attacker_hand()));
            known.and_then(|known| known.exact)
        };
        while let Some(mv) = mv_of(board) {
            played.push((mv, board.make(mv)));
        }
        let line = played.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in played.into_iter().rev() {
            board.undo(mv, undo);
        }
        line
    }
}

/// The plies of the mate in the board's position, `most` at most, and whether they
/// are proven. If they are no more than `above` they need not be.
fn shortest_above(search: &mut Search<'_>, most: u16, above: i32) -> Result<(u16, bool), Reason> {
    let mut len = within(search, most)?.ok_or(Reason::Contradiction)?;
    while i32::from(len) > above {
        match len.checked_sub(2) {
            None => return Ok((len, true)),
            Some(less) => match within(search, less)? {
                None => return Ok((len, true)),
                Some(shorter) => len = shorter,
            },
        }
    }
    Ok((len, false))
}
