//! Lengths without futile interpositions, on positions that were worked out by
//! hand.

use kemuri_oracle::Board;
use kemuri_oracle::futile::StandardLength;
use rsshogi::types::Color;

#[track_caller]
fn assert_length(sfen: &str, length: u32) {
    let board = Board::from_sfen(sfen).unwrap();
    let mut count = StandardLength::new(Color::BLACK, 2_000_000);
    assert_eq!(count.within(&board, length + 2), Ok(Some(length)), "{sfen}");
}

/// The dragon moves one square nearer, and it is mate there, too.
#[test]
fn the_slider_could_as_well_have_stood_nearer() {
    assert_length("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 1);
    assert_length("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", 1);
}

/// Another piece captures on the square of the drop, with mate.
#[test]
fn another_piece_captures_with_mate() {
    assert_length("3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", 1);
}

/// Next to the king the drop gains time, so farther away another one does not.
#[test]
fn a_drop_that_counts_makes_those_behind_it_futile() {
    assert_length("7kS/7ls/5+R3/2+R6/9/9/9/9/9 b G2s 1", 5);
}
