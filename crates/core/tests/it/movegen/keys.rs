//! Keys: equal for equal boards, different for different ones.

use super::twin::{Snapshot, Twin, snapshot};
use kemuri_core::Board;
use kemuri_oracle::random::{Rng, Shape, random_position};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What a key stands for: pieces, side to move, who attacks, and all the pieces
/// in play, by [`kemuri_core::PieceType`] number.
type Meaning = ([u8; 81], bool, bool, [u32; 8]);

fn meaning(board: &Board, turned: bool) -> Meaning {
    let Snapshot { squares, .. } = snapshot(board);
    let hands = board.both_hands();
    let mut material = std::array::from_fn(|kind| hands.count(kind));
    for piece in squares {
        material[usize::from(piece & 7)] += 1;
    }
    // Empty squares and kings, which never change.
    material[0] = 0;
    (squares, board.attacker_to_move(), turned, material)
}

/// Both directions between keys and what they stand for.
#[derive(Default)]
struct Keys {
    meanings: HashMap<u64, Meaning>,
    keys: HashMap<Meaning, u64>,
    /// Boards met with another hand than before.
    transpositions: u64,
}

impl Keys {
    fn add(&mut self, twin: &Twin) {
        let key = twin.board.key();
        let meaning = meaning(&twin.board, twin.is_turned());
        match self.meanings.entry(key) {
            Entry::Occupied(known) => assert_eq!(known.get(), &meaning, "{}", twin.sfen()),
            Entry::Vacant(new) => {
                new.insert(meaning);
            }
        }
        match self.keys.entry(meaning) {
            Entry::Occupied(known) => {
                assert_eq!(*known.get(), key, "{}", twin.sfen());
                self.transpositions += 1;
            }
            Entry::Vacant(new) => {
                new.insert(key);
            }
        }
    }

    /// Adds everything within `depth` plies, along at most `width` moves each.
    fn add_tree(&mut self, twin: &mut Twin, depth: usize, width: usize, rng: &mut Rng) {
        self.add(twin);
        if depth == 0 {
            return;
        }
        let mut moves = twin.generated();
        while moves.len() > width {
            moves.swap_remove(rng.below(moves.len()));
        }
        for mv in moves {
            let seen = twin.seen(mv);
            let undo = twin.board.make(seen);
            twin.position.apply_move(mv);
            self.add_tree(twin, depth - 1, width, rng);
            twin.position.undo_move(mv).expect("the move just made");
            twin.board.undo(seen, undo);
        }
    }
}

#[test]
fn keys_tell_boards_apart_whatever_the_order_of_moves() {
    let mut rng = Rng::new(5);
    let mut keys = Keys::default();
    let shape = Shape {
        on_board: (2, 14),
        in_hands: (2, 10),
        ..Shape::default()
    };
    for _ in 0..150 {
        let mut twin = Twin::random(&random_position(&mut rng, &shape));
        keys.add_tree(&mut twin, 6, 4, &mut rng);
    }
    let (boards, transpositions) = (keys.meanings.len(), keys.transpositions);
    println!("{boards} boards, {transpositions} of them reached again");
    assert!(boards > 50_000 && transpositions > 5_000);
}
