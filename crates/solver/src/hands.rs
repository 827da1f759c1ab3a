//! Proof hands and disproof hands (Seo 1999, section 5, and its mirror image).
//!
//! The *proof hand* of a mate is a small hand with which it still is a mate,
//! the *disproof hand* of a no-mate a large one with which it still is none.
//! Both are computed from the leaves up; with them one stored result covers
//! every hand that contains, or is contained in, its own.
//!
//! Pawn-drop mate does not disturb this: a pawn drop gives check from the next
//! square and cannot be interposed, so whether it mates depends on the board
//! alone, and a larger hand never takes a legal move away from the attacker.

use kemuri_core::board::KingLines;
use kemuri_core::{Board, Hand, Move};

/// The kind dropped by `mv`, by number.
#[inline]
fn dropped(mv: Move) -> Option<usize> {
    mv.is_drop().then_some(usize::from(mv.raw() >> 7 & 7))
}

/// Adds to a proof hand what the defender must not have.
///
/// If the check can be interposed and the defender holds none of a kind that
/// could be dropped there, the mate may rest on the attacker holding them all.
pub(crate) fn with_monopolies(board: &Board, lines: &KingLines, mut proof: Hand) -> Hand {
    let kinds = board.interposable_kinds(lines);
    if kinds == 0 {
        return proof;
    }
    let (attacker, defender) = (board.attacker_hand(), board.defender_hand());
    for kind in 1..8 {
        if kinds & 1 << kind != 0 && !defender.has(kind) {
            proof = proof.with(kind, attacker.count(kind));
        }
    }
    proof
}

/// The proof or disproof hand before the attacker's move `mv`, given the one
/// after it.
pub(crate) fn before(mv: Move, captured: u8, after: Hand) -> Hand {
    match (dropped(mv), captured) {
        (Some(kind), _) => after.plus(kind),
        (None, 0) => after,
        (None, piece) => after.minus_or_none(usize::from(piece & 7)),
    }
}

/// Takes out of a disproof hand the kinds that the attacker does not hold but
/// could drop with check: those checks were never searched.
pub(crate) fn without_unsearched(board: &Board, mut disproof: Hand) -> Hand {
    let kinds = board.unheld_drop_checks();
    for kind in 1..8 {
        if kinds & 1 << kind != 0 {
            disproof = disproof.with(kind, 0);
        }
    }
    disproof
}

/// The disproof hand of a position in which the defender escapes by `mv`: what
/// he drops he must hold, and what he captures is not yet there to be held.
pub(crate) fn disproof_of_escape(board: &Board, mv: Move, after: Hand) -> Hand {
    let both = board.both_hands();
    let most = match dropped(mv) {
        Some(kind) => both.minus(kind),
        None => both,
    };
    after.min(most)
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use crate::search::{Search, SearchStatus};
    use crate::table::Table;
    use crate::value::{NO_LIMIT, State};
    use kemuri_core::Budget;
    use kemuri_core::{Board, Hand, Problem};
    use kemuri_oracle::random::{RandomProblem, Rng, random_small};
    use kemuri_oracle::tsume::{OracleAnswer, solve_board};
    use rsshogi::types::HandPiece;

    /// The same board with the attacker holding `hand` of all that is in hand.
    fn with_hand(random: &RandomProblem, hand: Hand) -> RandomProblem {
        let mut changed = random.clone();
        let defender = random.attacker.flip();
        for piece in HandPiece::iter() {
            let both = random.board.in_hand(random.attacker, piece)
                + random.board.in_hand(defender, piece);
            let his = hand.count(piece.to_piece_type().to_index()) as u8;
            changed.board.set_in_hand(random.attacker, piece, his);
            changed.board.set_in_hand(defender, piece, both - his);
        }
        changed
    }

    /// A mate with the proof hand is a mate, a no-mate with the disproof hand is
    /// none: asked of the oracle, for the hand that the search worked out.
    #[test]
    fn the_oracle_agrees_with_proof_and_disproof_hands() {
        let options = Options {
            hash: 1 << 20,
            ..Options::default()
        };
        let (mut smaller, mut larger) = (0, 0);
        for seed in 0..6000 {
            let random = random_small(&mut Rng::new(2_000_000 + seed));
            let sfen = random.sfen();
            let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
            let board = Board::new(&problem);
            let actual = board.attacker_hand();
            let mut table = Table::new(&options).unwrap();
            let mut ignore = |_: &_| ();
            let budget = Budget::default().with_nodes(20_000);
            let mut search = Search::new(board, &mut table, &options, &budget, &mut ignore);
            let SearchStatus::Done(value) = search.decide(NO_LIMIT) else {
                continue;
            };
            if value.hand == actual {
                continue;
            }
            let answer = {
                let changed = with_hand(&random, value.hand);
                solve_board(&changed.board, changed.attacker, 1500)
            };
            let context = || format!("{sfen} seed {seed}: {value:?}, the oracle says {answer:?}");
            match (value.state, &answer) {
                (_, OracleAnswer::TooLarge) => {}
                (State::Proven, OracleAnswer::Mate { length }) => {
                    assert!(actual.contains(value.hand), "{}", context());
                    assert!(u32::from(value.len) >= *length, "{}", context());
                    smaller += 1;
                }
                (State::Disproven, OracleAnswer::NoMate) => {
                    assert!(value.hand.contains(actual), "{}", context());
                    larger += 1;
                }
                _ => panic!("{}", context()),
            }
        }
        assert!(smaller > 200 && larger >= 10, "{smaller} {larger}");
    }
}
