//! Positions that differ in their hands alone.

use kemuri_oracle::random::{RandomProblem, Rng};
use rsshogi::types::HandPiece;

/// The same pieces in hand, shared out in another way.
pub fn with_other_hands(random: &RandomProblem, rng: &mut Rng) -> RandomProblem {
    let mut changed = random.clone();
    let defender = random.attacker.flip();
    for piece in HandPiece::iter() {
        let both =
            random.board.in_hand(random.attacker, piece) + random.board.in_hand(defender, piece);
        let his = rng.below(usize::from(both) + 1) as u8;
        changed.board.set_in_hand(random.attacker, piece, his);
        changed.board.set_in_hand(defender, piece, both - his);
    }
    changed
}
