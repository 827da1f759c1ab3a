//! Decides the replies to checks, and finds the positions that are looked at.
//!
//! Play goes on after a check that exactly one reply refutes: these positions are
//! looked at next. A question, whether the attacker mates after a reply, is asked
//! in rounds with more and more nodes, so that what is easy is known before what is
//! hard is begun. A reply that no round decides stays open.

use super::graph::{Check, Position, Reply, ReplyVerdict, moves_to};
use crate::line::{is_mate, legal_moves};
use crate::search::Search;
use crate::value::{NO_LIMIT, State};
use kemuri_core::board::Undo;
use kemuri_core::{Board, Hand, Move, Reason};
use std::collections::{HashMap, VecDeque};

/// Nodes for a question, round by round.
const ROUNDS: [u64; 4] = [2_000, 20_000, 200_000, 2_000_000];

/// A reply that is to be decided, by the numbers of its position and its check.
#[derive(Clone, Copy)]
struct Question {
    position: usize,
    check: usize,
    reply: usize,
}

/// Decides replies, position by position.
pub(super) struct Decider<'s, 'a> {
    search: &'s mut Search<'a>,
    /// Checks of the first position that are left out.
    except: &'s [Move],
    /// Once so many moves are known, no further position is looked at.
    nodes: usize,
    moves: usize,
    positions: Vec<Position>,
    known: HashMap<(u64, Hand), usize>,
    /// Positions that are to be looked at.
    fresh: VecDeque<usize>,
    /// The questions of every round.
    questions: [VecDeque<Question>; ROUNDS.len()],
}

/// What was decided, and why it is not everything.
pub(super) struct Decided {
    pub positions: Vec<Position>,
    /// Why the budget did not suffice.
    pub stopped: Option<Reason>,
}

impl<'s, 'a> Decider<'s, 'a> {
    /// Starts at the position of `search`. `except` are checks of that position
    /// that are left out.
    pub fn new(search: &'s mut Search<'a>, except: &'s [Move], nodes: usize) -> Self {
        let mut known = HashMap::new();
        if search.board.attacker_to_move() {
            known.insert(position_of(&search.board), 0);
        }
        Self {
            search,
            except,
            nodes,
            moves: 0,
            positions: vec![Position::new(None)],
            known,
            fresh: VecDeque::new(),
            questions: Default::default(),
        }
    }

    /// Decides what can be decided. The first position is always looked at.
    pub fn run(mut self) -> Decided {
        self.look_at(0);
        let mut stopped = None;
        loop {
            let fresh = self.fresh.pop_front();
            let question = match fresh {
                Some(_) => None,
                None => self.next_question(),
            };
            if fresh.is_none() && question.is_none() && self.fresh.is_empty() {
                break;
            }
            stopped = self.search.exhausted();
            if stopped.is_some() {
                break;
            }
            if let Some(position) = fresh.filter(|_| self.moves < self.nodes) {
                self.look_at(position);
            } else if let Some((round, question)) = question {
                self.ask(round, question);
            }
        }
        Decided {
            stopped,
            positions: self.positions,
        }
    }

    /// The next question, with its round: those of early rounds come first.
    fn next_question(&mut self) -> Option<(usize, Question)> {
        if self.questions[0].is_empty() {
            self.go_on_from_defender();
            if !self.fresh.is_empty() {
                return None;
            }
        }
        let mut rounds = self.questions.iter_mut().enumerate();
        rounds.find_map(|(round, questions)| Some((round, questions.pop_front()?)))
    }

    /// Finds the checks of a position and the replies to them.
    fn look_at(&mut self, position: usize) {
        let played = self.set_up(&moves_to(&self.positions, position));
        let checks: Vec<Option<Move>> = match self.search.board.attacker_to_move() {
            true => legal_moves(self.search).into_iter().map(Some).collect(),
            false => vec![None],
        };
        let except = if position == 0 { self.except } else { &[] };
        let checks = checks
            .into_iter()
            .filter(|mv| !mv.is_some_and(|mv| except.contains(&mv)));
        let checks: Vec<Check> = checks.map(|mv| self.check(mv)).collect();
        self.take_back(played);
        self.moves += 2 * checks.len();
        let count = checks.len();
        self.positions[position].checks = Some(checks);
        for check in 0..count {
            let replies = self.positions[position].checks()[check].replies.iter();
            let open = replies
                .enumerate()
                .filter(|(_, r)| r.verdict == ReplyVerdict::Open);
            self.questions[0].extend(open.map(|(reply, _)| Question {
                position,
                check,
                reply,
            }));
            self.go_on(position, check);
        }
        self.search.done = self.moves as u64;
    }

    /// The replies to a check, as far as they are known without a search.
    fn check(&mut self, mv: Option<Move>) -> Check {
        let undo = mv.map(|mv| (mv, self.search.board.make(mv)));
        let replies = legal_moves(self.search);
        let replies = replies.into_iter().map(|mv| self.reply(mv)).collect();
        self.take_back(undo.into_iter().collect());
        Check {
            mv,
            replies,
            next: None,
        }
    }

    fn reply(&mut self, mv: Move) -> Reply {
        let undo = self.search.board.make(mv);
        self.search.nodes += 1;
        let checks = legal_moves(self.search).len();
        let verdict = match self.search.known(NO_LIMIT) {
            _ if checks == 0 => ReplyVerdict::Refutes,
            Some(value) if value.state == State::Proven => ReplyVerdict::Mates,
            Some(value) if value.heads.is_none() => ReplyVerdict::Refutes,
            _ => ReplyVerdict::Open,
        };
        let position = position_of(&self.search.board);
        self.search.board.undo(mv, undo);
        Reply {
            mv,
            verdict,
            checks,
            position,
        }
    }

    /// Asks whether the attacker mates after a reply.
    fn ask(&mut self, round: usize, question: Question) {
        let check = &self.positions[question.position].checks()[question.check];
        // Whether it is two or more does not matter much.
        if round > 0 && check.refutations() > 1 {
            return;
        }
        let mut moves = moves_to(&self.positions, question.position);
        moves.extend(check.mv);
        moves.push(check.replies[question.reply].mv);
        let played = self.set_up(&moves);
        let mates = self
            .search
            .with_nodes(ROUNDS[round], |search| is_mate(search.decide(NO_LIMIT)));
        self.take_back(played);
        let verdict = match mates {
            Ok(true) => ReplyVerdict::Mates,
            Ok(false) => ReplyVerdict::Refutes,
            // More nodes do not help.
            Err(Reason::Memory | Reason::Contradiction) => return,
            Err(_) => {
                if let Some(later) = self.questions.get_mut(round + 1) {
                    later.push_back(question);
                }
                return;
            }
        };
        if let Some(checks) = &mut self.positions[question.position].checks {
            checks[question.check].replies[question.reply].verdict = verdict;
        }
        self.go_on(question.position, question.check);
    }

    /// Goes on after a check that exactly one reply refutes.
    fn go_on(&mut self, position: usize, check: usize) {
        let found = &self.positions[position].checks()[check];
        if found.mv.is_some() && found.has_only_reply() {
            self.enter(position, check);
        }
    }

    /// Goes on from a position in which the defender begins, however many replies
    /// refute the attack.
    fn go_on_from_defender(&mut self) {
        let first = self.positions[0].checks().first();
        if first.is_some_and(|check| check.mv.is_none() && check.next.is_none()) {
            self.enter(0, 0);
        }
    }

    /// Enters the position after the reply that is shown.
    fn enter(&mut self, position: usize, check: usize) {
        let Some(checks) = &mut self.positions[position].checks else {
            return;
        };
        let Some(reply) = checks[check].shown_reply() else {
            return;
        };
        let after = reply.position;
        let next = self.positions.len();
        let number = *self.known.entry(after).or_insert(next);
        if let Some(checks) = &mut self.positions[position].checks {
            checks[check].next = Some(number);
        }
        if number == next {
            self.positions.push(Position::new(Some((position, check))));
            self.fresh.push_back(number);
        }
    }

    fn set_up(&mut self, moves: &[Move]) -> Vec<(Move, Undo)> {
        let board = &mut self.search.board;
        moves.iter().map(|&mv| (mv, board.make(mv))).collect()
    }

    fn take_back(&mut self, played: Vec<(Move, Undo)>) {
        for (mv, undo) in played.into_iter().rev() {
            self.search.board.undo(mv, undo);
        }
    }
}

fn position_of(board: &Board) -> (u64, Hand) {
    (board.key(), board.attacker_hand())
}
