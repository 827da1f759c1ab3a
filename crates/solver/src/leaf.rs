//! What can be said of a new position without searching it.
//!
//! No check at all is no mate, and a check without a reply is a mate. The first
//! is asked of every new position of the attacker, the second of every new check,
//! so an expansion looks two plies ahead. The replies are counted for the [first
//! numbers](crate::estimate) anyway, unless a length is asked for. The last two
//! plies of a length are played out.

use crate::futile::Futile;
use crate::hands;
use crate::node::longer;
use crate::path::Heads;
use crate::value::{NO_LIMIT, State, Value};
use kemuri_core::board::KingLines;
use kemuri_core::{Board, Hand, Move};

/// Which tests to make, and how to store their results.
#[derive(Clone, Copy)]
pub(crate) struct LeafTests {
    pub(crate) mate_in_one: bool,
    pub(crate) no_check: bool,
    pub(crate) proof_hands: bool,
    pub(crate) disproof_hands: bool,
}

/// The value of a position in which the defender, in check, has no reply.
pub(crate) fn mated(board: &Board, lines: &KingLines, tests: LeafTests) -> Value {
    let hand = if tests.proof_hands {
        hands::with_monopolies(board, lines, Hand::EMPTY)
    } else {
        board.attacker_hand()
    };
    Value::proven(hand, 0)
}

/// The value of a position in which the attacker has no check.
pub(crate) fn without_check(board: &Board, tests: LeafTests) -> Value {
    let hand = if tests.disproof_hands {
        hands::without_unsearched(board, board.both_hands())
    } else {
        board.attacker_hand()
    };
    Value::disproven(hand, NO_LIMIT, Heads::NONE)
}

/// Decides whether there is a mate in one by trying every check there is. The
/// second result says whether what parries a check may be futile.
pub(crate) fn mate_in_one_or_none(
    board: &mut Board,
    tests: LeafTests,
    futile: Futile,
    checks: &mut Vec<Move>,
    nodes: &mut u64,
) -> (Value, bool) {
    let lines = board.king_lines();
    checks.clear();
    board.each_check(&lines, |mv| checks.push(mv));
    let exact = board.attacker_hand();
    let mut disproof = board.both_hands();
    let mut may_be_futile = false;
    let guarded = board.guarded_around_king();
    for &mv in checks.iter() {
        if board.king_surely_flees(mv, guarded) {
            // It does so whatever the hands.
            continue;
        }
        let captured = if mv.is_drop() {
            0
        } else {
            board.piece(mv.to_sq().to_index())
        };
        let undo = board.make(mv);
        *nodes += 1;
        let reply = board.first_evasion();
        may_be_futile |= reply.is_some_and(|reply| futile.applies_to(board, reply));
        let after = match reply {
            Some(reply) => hands::disproof_of_escape(board, reply, board.both_hands()),
            None => hands::with_monopolies(board, &board.king_lines(), Hand::EMPTY),
        };
        board.undo(mv, undo);
        let before = hands::before(mv, captured, after);
        if reply.is_none() {
            let hand = if tests.proof_hands { before } else { exact };
            return (Value::proven(hand, 1), false);
        }
        disproof = disproof.min(before);
    }
    let hand = if tests.disproof_hands {
        hands::without_unsearched(board, disproof)
    } else {
        exact
    };
    let len = if checks.is_empty() { NO_LIMIT } else { 1 };
    (Value::disproven(hand, len, Heads::NONE), may_be_futile)
}

/// Decides whether the defender, in check, is mated within two plies by trying
/// every reply and every check after it. The second result says whether what
/// refutes it may be futile.
pub(crate) fn mate_in_two_or_none(
    board: &mut Board,
    tests: LeafTests,
    futile: Futile,
    [replies, checks]: [&mut Vec<Move>; 2],
    nodes: &mut u64,
) -> (Value, bool) {
    let exact = board.attacker_hand();
    let lines = board.king_lines();
    replies.clear();
    board.each_evasion(&lines, |mv| replies.push(mv));
    // What captures the checking piece refutes most often.
    let is_capture = |mv: &Move| !mv.is_drop() && board.piece(mv.to_sq().to_index()) != 0;
    replies.sort_by_key(|mv| !is_capture(mv));
    let mut proof = Hand::EMPTY;
    for &mv in replies.iter() {
        let interposes = futile.applies_to(board, mv);
        let undo = board.make(mv);
        *nodes += 1;
        let (value, may_be_futile) = mate_in_one_or_none(board, tests, futile, checks, nodes);
        board.undo(mv, undo);
        if value.state == State::Disproven {
            let hand = hands::disproof_of_escape(board, mv, value.hand);
            let hand = if tests.disproof_hands { hand } else { exact };
            let value = Value::disproven(hand, longer(value.len, 1), Heads::NONE);
            return (value, may_be_futile || interposes);
        }
        proof = proof.max(value.hand);
    }
    let hand = if tests.proof_hands {
        hands::with_monopolies(board, &lines, proof)
    } else {
        exact
    };
    let len = if replies.is_empty() { 0 } else { 2 };
    (Value::proven(hand, len), false)
}
