//! The questions that decide whether an interposition is futile.
//!
//! At a defender's node `n` in check from a slider at a distance, a drop on the
//! square `S` is counted with the answer to it: the drop itself costs nothing and
//! a check after it two plies. The node after the drop has one more child for
//! each way in which the slider captures on `S` and the captured piece is *given
//! back*, which costs nothing: the position `c` of the rule in [`crate::futile`].
//! It says that the drop is futile, and takes up to three questions:
//!
//! 1. Is `c` a mate within the plies that are left? If not, neither the drop nor
//!    the mate without it is within them.
//! 2. If it is a mate within `K`: is `n` without the drops on `S` and on the
//!    squares behind it a mate within `K − 2`? If not, its replies last `K` plies
//!    at least, and the drop is futile.
//! 3. If it is, within `B`: is `c` a mate within `B`? If so, go back to 2 with the
//!    length found. If not, the drop is *effective*: it counts.
//!
//! The second question is negated, so its answer must not depend on the path,
//! and neither must that of the third. Both are searched on a path of their own
//! while the search that asks waits, under the limits of the child: where it is
//! negated, the limits and the numbers change places.
//!
//! Another piece than the slider can capture on `S`, too, which makes the drop
//! futile if it mates at once. If it does not, the capture is a child that is no
//! mate for all hands that leave the defender his reply.
//!
//! With [`Futile::WithMoves`] all this goes for moves onto `S` as well. The piece
//! that is captured then goes to neither hand.
//!
//! A result that needs no answer to 2 or 3 holds for other hands as well: with
//! more in the attacker's hand what is a mate stays one within as many plies,
//! with less what is none stays none. Where they were needed this is not so,
//! since more in hand can shorten the mate without the drop and make it
//! effective. Such results hold for their own hand alone
//! ([`Value::exact_hand`]), and so do those that depend on the path.

use super::{MoveToNode, OpenEntry, Search};
use crate::futile::Futile;
use crate::hands;
use crate::leaf;
use crate::line::length_of;
use crate::node::{Child, Frame};
use crate::path::{HORIZON, Heads, NO_PATH, Path};
use crate::table::Query;
use crate::value::{NO_LIMIT, Numbers, State, Value};
use kemuri_core::attacks::{between, bit};
use kemuri_core::board::Undo;
use kemuri_core::{Board, Move, Reason};

/// What distinguishes the key of a position in which a piece was just put between
/// king and slider by `mv`, so that the position before is known, too.
pub(crate) fn interposed_salt(mv: Move) -> u64 {
    let dropped = (mv.to_sq().to_index() as u64 + 1)
        .wrapping_mul(0x9e6c_63d0_876a_3f6b)
        .rotate_left(23);
    dropped ^ origin_salt(mv)
}

/// What distinguishes moves to one square from drops there and from each other.
fn origin_salt(mv: Move) -> u64 {
    if mv.is_drop() {
        return 0;
    }
    let origin = mv.from_sq().to_index() as u64 * 2 + u64::from(mv.is_promotion());
    (origin + 1)
        .wrapping_mul(0xd6e8_feb8_6659_fd93)
        .rotate_left(31)
}

/// What distinguishes the key of a position in which interpositions on `square` and
/// farther from the king are left out.
fn nearer_salt(square: usize) -> u64 {
    (square as u64 + 1)
        .wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        .rotate_left(37)
}

/// What distinguishes the key under which it is stored that `mv` is futile: one for
/// all drops on a square, one for each move there.
fn futile_salt(mv: Move) -> u64 {
    let square = (mv.to_sq().to_index() as u64 + 1)
        .wrapping_mul(0xa076_1d64_78bd_642f)
        .rotate_left(11);
    square ^ origin_salt(mv)
}

/// Marks a captured piece that goes to neither hand: it was no piece of the
/// defender's hand before it interposed.
const TO_NEITHER: u8 = 8;

/// Hands the captured piece over: back to the defender, or out of the game.
pub(crate) fn hand_over(board: &mut Board, given_back: u8) {
    let kind = usize::from(given_back & 7);
    match given_back & TO_NEITHER {
        0 => board.give_back(kind),
        _ => board.discard(kind),
    }
}

/// Undoes [`hand_over`].
pub(crate) fn undo_hand_over(board: &mut Board, given_back: u8) {
    let kind = usize::from(given_back & 7);
    match given_back & TO_NEITHER {
        0 => board.take_back(kind),
        _ => board.undo_discard(kind),
    }
}

/// What [`hand_over`] is told of a captured piece that `interposition` has put
/// there.
pub(crate) fn given_back_of(interposition: Move, captured: u8) -> u8 {
    match interposition.is_drop() {
        true => captured & 7,
        false => captured & 7 | TO_NEITHER,
    }
}

/// What is asked about a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether the position after its move is a mate within the plies left.
    Move,
    /// Whether there is a mate within these plies if interpositions on the square
    /// of the capture and farther are left out. A yes is a no for the child.
    Without(u16),
    /// Whether the position after the capture is a mate within these plies.
    Capture(u16),
}

/// A search that waits for the answer to a question.
pub(crate) struct Waiting {
    pub(crate) path: Path,
    pub(crate) stack: Vec<Frame>,
    pub(crate) children: Vec<Child>,
    raises: u32,
    idle: u32,
    /// How to take the capture back whose position is asked about; if there is
    /// none, the interposition was taken back.
    capture: Option<(Move, Undo, u8)>,
}

impl Search<'_> {
    /// Adds the captures of the piece just put between king and slider that can make
    /// that futile.
    /// Returns whether one does at once.
    pub(crate) fn add_uncounted_captures(&mut self) -> bool {
        let frame = &self.stack[self.stack.len() - 1];
        let (first, interposition) = (frame.first_child, frame.mv);
        let king = self.board.defender_king();
        for i in first..self.children.len() {
            let Child { mv, captured, .. } = self.children[i];
            if captured == 0 || mv.to_sq() != interposition.to_sq() {
                continue;
            }
            let kind = usize::from(captured & 7);
            let given_back = given_back_of(interposition, captured);
            let mut child = Child {
                hand: self.children[i].hand.minus(kind),
                captured: 0,
                cost: 0,
                given_back,
                ..self.children[i]
            };
            if !interposition.is_drop() {
                child.key ^= self.board.key_of_discard(kind);
            }
            let line = between(king, mv.from_sq().to_index());
            if line & bit(mv.to_sq().to_index()) == 0 {
                // Another piece than the slider has to mate at once.
                child.value = self.mated_or_never(mv, given_back);
                child.looked_up = true;
            }
            self.children.push(child);
            if child.value.state == State::Proven {
                self.note_futile(self.children.len() - 1);
                return true;
            }
        }
        false
    }

    /// The value after the capture `mv`, the piece given back, if only a mate at
    /// once counts: with a reply left it is none within however many plies, for
    /// every hand that leaves the defender this reply.
    fn mated_or_never(&mut self, mv: Move, given_back: u8) -> Value {
        let undo = self.board.make(mv);
        hand_over(&mut self.board, given_back);
        let value = match self.board.first_evasion() {
            None => leaf::mated(&self.board, &self.board.king_lines(), self.tests),
            Some(reply) => {
                let hand = if self.tests.disproof_hands {
                    hands::disproof_of_escape(&self.board, reply, self.board.both_hands())
                } else {
                    self.board.attacker_hand()
                };
                Value::disproven(hand, NO_LIMIT, Heads::NONE)
            }
        };
        undo_hand_over(&mut self.board, given_back);
        self.board.undo(mv, undo);
        value
    }

    /// Takes the answer to the question about the uncounted capture `i`, asks the
    /// next one and takes what is known of it, until nothing is.
    pub(crate) fn answer(&mut self, i: usize, mut known: Value) {
        loop {
            let Child { question, hand, .. } = self.children[i];
            let value = match (question, known.state) {
                (Question::Without(_), State::Open) => Value::open(known.dn, known.pn),
                (Question::Without(_) | Question::Capture(_), State::Disproven)
                    if !known.heads.is_none() =>
                {
                    // It depends on the depth limit: not decided.
                    Value::disproven(hand, known.len, Heads::one(HORIZON)).for_hand(true)
                }
                (Question::Without(plies), State::Disproven) => {
                    Value::proven(hand, plies + 2).for_hand(true)
                }
                (Question::Capture(_), State::Disproven) => {
                    Value::disproven(hand, NO_LIMIT, Heads::NONE).for_hand(true)
                }
                (Question::Without(_), State::Proven) => {
                    known = self.ask(i, Question::Capture(known.len));
                    continue;
                }
                (Question::Move | Question::Capture(_), State::Proven) if known.len >= 2 => {
                    known = self.ask(i, Question::Without(known.len - 2));
                    continue;
                }
                _ => known,
            };
            self.children[i].value = value;
            if value.state == State::Proven {
                self.note_futile(i);
            }
            return;
        }
    }

    /// Stores that the interposition which the capture `i` answers is futile; if it
    /// is a drop, so is every one on its square, whatever is dropped.
    fn note_futile(&mut self, i: usize) {
        let value = self.children[i].value;
        let interposition = self.stack[self.stack.len() - 1].mv;
        let key = self.board.key_before(interposition) ^ self.futile.salt();
        self.table.store(key ^ futile_salt(interposition), &value);
    }

    /// What is known of the interposition `mv` being futile, the defender to move.
    pub(crate) fn known_futile(&mut self, mv: Move, query: Query) -> Option<Value> {
        let query = Query {
            key: self.board.key() ^ self.futile.salt() ^ futile_salt(mv),
            ..query
        };
        let value = self.table.look_up(query, &self.no_path, NO_PATH).value;
        (value.state == State::Proven).then_some(value)
    }

    /// Asks the next question about a child: returns what the table knows.
    fn ask(&mut self, i: usize, question: Question) -> Value {
        self.children[i].question = question;
        let (query, _) = self.question_at(i);
        self.table.look_up(query, &self.no_path, NO_PATH).value
    }

    /// The question about a child as that at the root of a search.
    fn question_at(&self, i: usize) -> (Query, MoveToNode) {
        let Child {
            question,
            hand,
            mut key,
            mv,
            ..
        } = self.children[i];
        let mut step = MoveToNode::ROOT;
        let len = match question {
            Question::Capture(plies) => plies,
            Question::Without(plies) => {
                let frame = &self.stack[self.stack.len() - 1];
                let square = mv.to_sq().to_index();
                key = self.board.key_before(frame.mv) ^ self.futile.salt();
                key ^= nearer_salt(square);
                step.nearer_than = Some(square as u8);
                plies
            }
            Question::Move => unreachable!("it is asked about the node itself"),
        };
        let query = Query {
            key,
            hand,
            depth: 1,
            len,
        };
        (query, step)
    }

    /// The length of the mate in the board's position, with the defender to move,
    /// if interpositions on `square` and farther from the king are left out and it
    /// is within `len` plies.
    pub(crate) fn within_nearer(&mut self, square: usize, len: u16) -> Result<Option<u16>, Reason> {
        debug_assert!(self.futile != Futile::None);
        let mut query = self.root_query_within(len);
        query.key ^= nearer_salt(square);
        let step = MoveToNode {
            nearer_than: Some(square as u8),
            ..MoveToNode::ROOT
        };
        length_of(self.decide_as(query, step))
    }

    /// Whether the rule may find the reply `mv` in the board's position futile.
    pub(crate) fn may_be_futile(&self, mv: Move) -> bool {
        self.futile.applies_to(&self.board, mv)
    }

    /// Whether the table knows that `mv`, a reply in the board's position, a mate
    /// within `len` plies, is futile.
    pub(crate) fn is_known_futile(&mut self, mv: Move, len: u16) -> bool {
        let query = self.root_query_within(len);
        self.may_be_futile(mv) && self.known_futile(mv, query).is_some()
    }

    /// The plies of the mate after the interposition `mv`, if the table knows that
    /// they are `len` at most with it and does not know it to be futile.
    pub(crate) fn known_interposition(&mut self, mv: Move, len: u16) -> Option<u16> {
        if self.is_known_futile(mv, len) {
            return None;
        }
        let query = self.interposition_query(mv, len);
        let value = self.table.look_up(query, &self.no_path, NO_PATH).value;
        (value.state == State::Proven).then(|| value.len.saturating_sub(1))
    }

    /// The interposition `mv` in the board's position as a question at the root.
    fn interposition_query(&self, mv: Move, len: u16) -> Query {
        let salt = self.futile.salt() ^ interposed_salt(mv);
        Query {
            key: self.board.key_after(mv) ^ salt,
            ..self.root_query_within(len)
        }
    }

    /// Whether the interposition `mv` in the board's position lasts longer than
    /// `len` plies, unless it is found to be futile within them.
    pub(crate) fn interposition_lasts(&mut self, mv: Move, len: u16) -> Result<bool, Reason> {
        let query = self.interposition_query(mv, len);
        let step = MoveToNode {
            mv,
            interposed: true,
            ..MoveToNode::ROOT
        };
        Ok(length_of(self.decide_as(query, step))?.is_none())
    }

    /// Begins to search the question about the child `i` of the top node.
    pub(crate) fn begin_question(&mut self, i: usize, mut limits: Numbers) {
        let (query, step) = self.question_at(i);
        let found = self.table.look_up(query, &self.no_path, NO_PATH);
        if !found.value.is_open() {
            self.answer(i, found.value);
            return;
        }
        let Child {
            mv,
            given_back,
            question,
            ..
        } = self.children[i];
        let frame = &self.stack[self.stack.len() - 1];
        let mut capture = None;
        if let Question::Without(_) = question {
            limits = limits.swapped();
            self.board
                .undo(frame.mv, frame.undo.expect("it is no root"));
        } else {
            let undo = self.board.make(mv);
            hand_over(&mut self.board, given_back);
            capture = Some((mv, undo, given_back));
        }
        let path = self.paths.pop().unwrap_or_else(Path::new);
        self.waiting.push(Waiting {
            path: std::mem::replace(&mut self.path, path),
            stack: std::mem::take(&mut self.stack),
            children: std::mem::take(&mut self.children),
            raises: std::mem::take(&mut self.raises),
            idle: std::mem::take(&mut self.idle),
            capture,
        });
        self.nodes += 1;
        let entry = OpenEntry {
            slot: found.slot,
            visited: found.visited,
        };
        self.enter(step, query, entry, found.value.numbers(), limits);
    }

    /// Goes back to the search that waits for the answer, if there is one. The
    /// board is that of the question.
    pub(crate) fn resume_waiting(&mut self) -> bool {
        let Some(waiting) = self.waiting.pop() else {
            return false;
        };
        self.paths
            .push(std::mem::replace(&mut self.path, waiting.path));
        (self.stack, self.children) = (waiting.stack, waiting.children);
        (self.raises, self.idle) = (waiting.raises, waiting.idle);
        if let Some((mv, undo, given_back)) = waiting.capture {
            undo_hand_over(&mut self.board, given_back);
            self.board.undo(mv, undo);
        } else {
            let frame = self.stack.last_mut().expect("it is no root");
            frame.undo = Some(self.board.make(frame.mv));
        }
        true
    }

    /// The position at the root of the search that all others were begun for.
    pub(crate) fn root_board(&self) -> Board {
        let mut board = self.board.clone();
        take_back_all(&mut board, &self.stack);
        for waiting in self.waiting.iter().rev() {
            if let Some((mv, undo, given_back)) = waiting.capture {
                undo_hand_over(&mut board, given_back);
                board.undo(mv, undo);
            } else if let Some(frame) = waiting.stack.last() {
                board.make(frame.mv);
            }
            take_back_all(&mut board, &waiting.stack);
        }
        board
    }

    /// The search that all others were begun for: its nodes and their children.
    pub(crate) fn outermost(&self) -> (&[Frame], &[Child]) {
        match self.waiting.first() {
            Some(waiting) => (&waiting.stack, &waiting.children),
            None => (&self.stack, &self.children),
        }
    }
}

/// Takes the moves of a search back.
fn take_back_all(board: &mut Board, stack: &[Frame]) {
    for frame in stack.iter().rev() {
        if frame.given_back != 0 {
            undo_hand_over(board, frame.given_back);
        }
        if let Some(undo) = frame.undo {
            board.undo(frame.mv, undo);
        }
    }
}
