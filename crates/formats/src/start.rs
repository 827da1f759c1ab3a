//! Positions that records start from: the handicaps, and all that is left.

use kemuri_core::sfen::{self, Sfen};
use kemuri_core::{Color, Hand, Piece};
use rsshogi::types::HandPiece;

/// A start that has a name.
pub(crate) struct Handicap {
    /// In KIF.
    pub(crate) name: &'static str,
    /// In JKF.
    pub(crate) preset: &'static str,
    /// The SFEN.
    pub(crate) sfen: &'static str,
}

/// White's pieces of the two rows behind the pawns, and the rest.
macro_rules! handicap {
    ($name:literal, $preset:literal, $first:literal, $second:literal, $turn:literal) => {
        Handicap {
            name: $name,
            preset: $preset,
            sfen: concat!(
                $first,
                "/",
                $second,
                "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL ",
                $turn,
                " - 1"
            ),
        }
    };
}

/// The even game first.
pub(crate) const HANDICAPS: &[Handicap] = &[
    handicap!("平手", "HIRATE", "lnsgkgsnl", "1r5b1", "b"),
    handicap!("香落ち", "KY", "lnsgkgsn1", "1r5b1", "w"),
    handicap!("右香落ち", "KY_R", "1nsgkgsnl", "1r5b1", "w"),
    handicap!("角落ち", "KA", "lnsgkgsnl", "1r7", "w"),
    handicap!("飛車落ち", "HI", "lnsgkgsnl", "7b1", "w"),
    handicap!("飛香落ち", "HIKY", "lnsgkgsn1", "7b1", "w"),
    handicap!("二枚落ち", "2", "lnsgkgsnl", "9", "w"),
    handicap!("三枚落ち", "3", "lnsgkgsn1", "9", "w"),
    handicap!("四枚落ち", "4", "1nsgkgsn1", "9", "w"),
    handicap!("五枚落ち", "5", "2sgkgsn1", "9", "w"),
    handicap!("左五枚落ち", "5_L", "1nsgkgs2", "9", "w"),
    handicap!("六枚落ち", "6", "2sgkgs2", "9", "w"),
    handicap!("左七枚落ち", "7_L", "2sgkg3", "9", "w"),
    handicap!("右七枚落ち", "7_R", "3gkgs2", "9", "w"),
    handicap!("八枚落ち", "8", "3gkg3", "9", "w"),
    handicap!("十枚落ち", "10", "4k4", "9", "w"),
];

/// Names of starts that are shown by a diagram.
pub(crate) const OTHER_STARTS: [&str; 3] = ["その他", "詰将棋", "任意局面"];

impl Handicap {
    /// The handicap of this name in KIF, with or without the last letter (`二枚落`).
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        HANDICAPS.iter().find(|handicap| {
            handicap.name == name || handicap.name.strip_suffix('ち') == Some(name)
        })
    }

    /// The handicap of this name in JKF.
    pub(crate) fn preset(name: &str) -> Option<&'static Self> {
        HANDICAPS.iter().find(|handicap| handicap.preset == name)
    }

    /// The handicap with this board, these hands and this side to move.
    pub(crate) fn of(start: &Sfen) -> Option<&'static Self> {
        HANDICAPS.iter().find(|handicap| {
            let there = handicap.start();
            (there.board, there.hands, there.turn) == (start.board, start.hands, start.turn)
        })
    }

    /// The position.
    pub(crate) fn start(&self) -> Sfen {
        // A test reads every SFEN of the table.
        sfen::parse(self.sfen).unwrap_or_else(|_| empty_board(Color::BLACK))
    }
}

/// The start of an even game.
pub fn even_game() -> Sfen {
    HANDICAPS[0].start()
}

/// An empty board.
pub(crate) fn empty_board(turn: Color) -> Sfen {
    Sfen {
        board: [Piece::NONE; 81],
        hands: [[0; HandPiece::COUNT]; 2],
        turn,
        number: 1,
    }
}

/// Gives `color` every piece that is neither on the board nor in a hand. Returns
/// these pieces.
pub(crate) fn give_rest(start: &mut Sfen, color: Color) -> Hand {
    let rest = start.unaccounted();
    let hand = &mut start.hands[color.to_index()];
    for piece in HandPiece::iter() {
        let count = &mut hand[piece.to_index()];
        *count = count.saturating_add(rest.count(piece.to_piece_type().to_index()));
    }
    rest
}

/// How the sides of a record are called: White moves first where Black receives
/// a handicap.
pub(crate) fn side_names(start: &Sfen) -> [&'static str; 2] {
    match Handicap::of(start) {
        Some(handicap) if handicap.preset != "HIRATE" => ["下手", "上手"],
        _ => ["先手", "後手"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handicap_is_a_position_of_its_own() {
        for handicap in HANDICAPS {
            let start = handicap.start();
            assert_eq!(start.to_string(), handicap.sfen, "{}", handicap.name);
            let found = Handicap::of(&start).unwrap();
            assert_eq!(found.name, handicap.name);
        }
    }

    #[test]
    fn the_rest_completes_a_set() {
        let mut start = sfen::parse("8k/9/8P/9/9/9/9/9/8+R b G 1").unwrap();
        give_rest(&mut start, Color::WHITE);
        assert_eq!(
            start.to_string(),
            "8k/9/8P/9/9/9/9/9/8+R b Gr2b3g4s4n4l17p 1"
        );
        let complete = start.clone();
        give_rest(&mut start, Color::WHITE);
        assert_eq!(start, complete);
    }
}
