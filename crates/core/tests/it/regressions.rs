//! What once went wrong. Each test bears the name of the fault.

use kemuri_core::{Board, Color, Move, Problem};

/// A board on which a gold was captured, and the same board as another problem
/// starts with it: the same pieces in hand at the start, one gold fewer in all.
#[test]
fn boards_of_other_material_had_the_same_key() {
    let board = |sfen| Board::new(&Problem::from_sfen_with(sfen, Some(Color::BLACK)).unwrap());
    let mut captured = board("8k/8G/9/9/7R1/9/9/9/9 w G 1");
    captured.make(Move::from_usi("1a1b").expect("a move"));
    let set_up = board("9/8k/9/9/7R1/9/9/9/9 b G 1");
    assert_ne!(captured.key(), set_up.key());
}
