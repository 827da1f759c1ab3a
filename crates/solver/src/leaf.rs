//! What can be said of a new position of the attacker without searching it.
//!
//! No check at all is no mate; a check without a reply is a mate in one. Most
//! new positions are one or the other, so an expansion of the defender's node
//! that tests its children acts as a search three plies deep.

use crate::hands;
use crate::node::longer;
use crate::path::Heads;
use crate::value::{NO_LIMIT, State, Value};
use kemuri_core::attacks::{STEP, bit, code, piece_attacks};
use kemuri_core::board::DEFENDER_SIDE;
use kemuri_core::{Board, Hand, Move};

/// What a test of a new attacker's position found.
pub(crate) enum Leaf {
    /// Decided.
    Decided(Value),
    /// Not decided; so many checks are to be searched.
    Checks(u32),
}

/// Which tests to make, and how to store their results.
#[derive(Clone, Copy)]
pub(crate) struct LeafTests {
    pub(crate) mate_in_one: bool,
    pub(crate) no_check: bool,
    pub(crate) proof_hands: bool,
    pub(crate) disproof_hands: bool,
}

/// Tests a position with the attacker to move. `nodes` counts moves made.
pub(crate) fn test(
    board: &mut Board,
    tests: LeafTests,
    moves: &mut Vec<Move>,
    nodes: &mut u64,
) -> Leaf {
    if !tests.no_check && !tests.mate_in_one {
        return Leaf::Checks(1);
    }
    let lines = board.king_lines();
    moves.clear();
    board.each_check(&lines, |mv| moves.push(mv));
    if moves.is_empty() {
        if !tests.no_check {
            return Leaf::Checks(0);
        }
        let hand = if tests.disproof_hands {
            hands::without_unsearched(board, board.both_hands())
        } else {
            board.attacker_hand()
        };
        return Leaf::Decided(Value::disproven(hand, NO_LIMIT, Heads::NONE));
    }
    if tests.mate_in_one
        && let Some(proof) = mate_in_one(board, lines.discoverers, lines.pinned, moves, nodes)
    {
        let hand = if tests.proof_hands {
            proof
        } else {
            board.attacker_hand()
        };
        return Leaf::Decided(Value::proven(hand, 1));
    }
    Leaf::Checks(moves.len() as u32)
}

/// Decides whether there is a mate in one by trying every check there is. The
/// second result says whether a check was parried by a drop alone.
///
/// The quick test below misses mates in which a move opens a line of another
/// piece to a square beside the king.
pub(crate) fn mate_in_one_or_none(
    board: &mut Board,
    tests: LeafTests,
    checks: &mut Vec<Move>,
    nodes: &mut u64,
) -> (Value, bool) {
    let lines = board.king_lines();
    checks.clear();
    board.each_check(&lines, |mv| checks.push(mv));
    let exact = board.attacker_hand();
    let mut disproof = board.both_hands();
    let mut leans_on_drop = false;
    for &mv in checks.iter() {
        let captured = if mv.is_drop() {
            0
        } else {
            board.piece(mv.to_sq().to_index())
        };
        let undo = board.make(mv);
        *nodes += 1;
        let reply = board.first_evasion();
        let after = match reply {
            Some(reply) => hands::disproof_of_escape(board, reply, board.both_hands()),
            None => hands::with_monopolies(board, &board.king_lines(), Hand::EMPTY),
        };
        board.undo(mv, undo);
        let before = hands::before(mv, captured, after);
        match reply {
            Some(reply) => leans_on_drop |= reply.is_drop(),
            None => {
                let hand = if tests.proof_hands { before } else { exact };
                return (Value::proven(hand, 1), false);
            }
        }
        disproof = disproof.min(before);
    }
    let hand = if tests.disproof_hands {
        hands::without_unsearched(board, disproof)
    } else {
        exact
    };
    let len = if checks.is_empty() { NO_LIMIT } else { 1 };
    (Value::disproven(hand, len, Heads::NONE), leans_on_drop)
}

/// Decides whether the defender, in check, is mated within two plies by trying
/// every reply and every check after it.
pub(crate) fn mate_in_two_or_none(
    board: &mut Board,
    tests: LeafTests,
    [replies, checks]: [&mut Vec<Move>; 2],
    nodes: &mut u64,
) -> Value {
    let exact = board.attacker_hand();
    let lines = board.king_lines();
    replies.clear();
    board.each_evasion(&lines, |mv| replies.push(mv));
    let mut proof = Hand::EMPTY;
    for &mv in replies.iter() {
        let undo = board.make(mv);
        *nodes += 1;
        let (value, _) = mate_in_one_or_none(board, tests, checks, nodes);
        board.undo(mv, undo);
        if value.state == State::Disproven {
            let hand = hands::disproof_of_escape(board, mv, value.hand);
            let hand = if tests.disproof_hands { hand } else { exact };
            return Value::disproven(hand, longer(value.len, 1), Heads::NONE);
        }
        proof = proof.max(value.hand);
    }
    let hand = if tests.proof_hands {
        hands::with_monopolies(board, &lines, proof)
    } else {
        exact
    };
    Value::proven(hand, if replies.is_empty() { 0 } else { 2 })
}

/// Looks for a check that mates at once; returns the proof hand.
///
/// A check is played out only if the squares the king could flee to are all
/// covered by the checking piece and nothing free to move can capture it.
/// Discovered checks are played out in any case.
fn mate_in_one(
    board: &mut Board,
    discoverers: u128,
    pinned: u128,
    moves: &[Move],
    nodes: &mut u64,
) -> Option<Hand> {
    let king = board.defender_king();
    let around = STEP[usize::from(code::KING)][king] & !board.side(DEFENDER_SIDE);
    let flights = around & !board.guarded_around_king();
    let occupied = board.occupied() & !bit(king);
    for &mv in moves {
        let to = mv.to_sq().to_index();
        if mv.is_drop() {
            if mv.raw() >> 7 & 7 == u16::from(code::PAWN) {
                continue; // A pawn drop that mates is not among the checks.
            }
            let piece = (mv.raw() >> 7 & 7) as u8;
            if flights & !piece_attacks(piece, to, occupied | bit(to)) != 0 {
                continue;
            }
        } else {
            let from = mv.from_sq().to_index();
            if discoverers & bit(from) == 0 {
                let piece = board.piece(from) | if mv.is_promotion() { code::PROMOTED } else { 0 };
                let after = occupied & !bit(from) | bit(to);
                if flights & !bit(to) & !piece_attacks(piece, to, after) != 0 {
                    continue;
                }
            }
        }
        let from_line = !mv.is_drop() && discoverers & bit(mv.from_sq().to_index()) != 0;
        let capturers = board.attackers_to(DEFENDER_SIDE, to, board.occupied());
        if !from_line && capturers & !pinned & !bit(king) != 0 {
            continue;
        }
        let captured = board.piece(to);
        let undo = board.make(mv);
        *nodes += 1;
        let mated = !board.has_evasion();
        let proof = mated.then(|| {
            let lines = board.king_lines();
            hands::with_monopolies(board, &lines, Hand::EMPTY)
        });
        board.undo(mv, undo);
        if let Some(proof) = proof {
            return Some(hands::before(mv, captured, proof));
        }
    }
    None
}
