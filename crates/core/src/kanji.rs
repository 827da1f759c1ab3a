//! The characters of boards, hands and moves, said once.

use crate::hand::{HAND_ORDER, Hand};
use rsshogi::types::{PieceType, Square};

/// Files as Japanese players write them, from the first to the ninth.
pub const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Ranks as Japanese players write them, from the first to the ninth.
pub const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A square as Japanese texts write it: `７六`.
pub fn square(square: Square) -> String {
    let (file, rank) = (square.file().to_index(), square.rank().to_index());
    format!("{}{}", FILES[file], RANKS[rank])
}

/// A kind of piece as Japanese texts write it: 成銀 for a promoted silver.
pub fn piece(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PAWN => "歩",
        PieceType::LANCE => "香",
        PieceType::KNIGHT => "桂",
        PieceType::SILVER => "銀",
        PieceType::GOLD => "金",
        PieceType::BISHOP => "角",
        PieceType::ROOK => "飛",
        PieceType::KING => "玉",
        PieceType::PRO_PAWN => "と",
        PieceType::PRO_LANCE => "成香",
        PieceType::PRO_KNIGHT => "成桂",
        PieceType::PRO_SILVER => "成銀",
        PieceType::HORSE => "馬",
        PieceType::DRAGON => "龍",
        _ => "駒",
    }
}

/// A kind of piece in the one character that it has on a diagram: a promoted
/// silver is 成銀 in a text, but 全 on a board.
pub fn on_board(kind: PieceType) -> char {
    match kind {
        PieceType::PRO_LANCE => '杏',
        PieceType::PRO_KNIGHT => '圭',
        PieceType::PRO_SILVER => '全',
        kind => piece(kind).chars().next().unwrap_or('駒'),
    }
}

/// A number of pieces, 1 to 19, as kanji.
pub fn number(number: u32) -> String {
    let ten = (number >= 10).then_some('十');
    let unit = (number % 10).checked_sub(1).map(|n| RANKS[n as usize]);
    ten.into_iter().chain(unit).collect()
}

/// How numbers of pieces are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numerals {
    /// 金四.
    #[default]
    Kanji,
    /// 金4.
    Arabic,
}

/// The pieces of a hand with their numbers, strongest first; nothing for an
/// empty hand.
pub fn in_hand(hand: Hand, numerals: Numerals) -> Vec<String> {
    HAND_ORDER
        .iter()
        .map(|&kind| (kind, hand.count(kind.to_index())))
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| {
            let number = match (count, numerals) {
                (1, _) => String::new(),
                (_, Numerals::Kanji) => number(count),
                (_, Numerals::Arabic) => count.to_string(),
            };
            format!("{}{number}", on_board(kind))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_kanji() {
        for (n, kanji) in [
            (1, "一"),
            (2, "二"),
            (9, "九"),
            (10, "十"),
            (11, "十一"),
            (18, "十八"),
        ] {
            assert_eq!(number(n), kanji);
        }
    }

    #[test]
    fn a_hand_is_listed_from_the_strongest_piece() {
        let hand = Hand::EMPTY
            .with(PieceType::PAWN.to_index(), 18)
            .with(PieceType::ROOK.to_index(), 1)
            .with(PieceType::GOLD.to_index(), 4);
        assert_eq!(in_hand(hand, Numerals::Kanji), ["飛", "金四", "歩十八"]);
        assert_eq!(in_hand(hand, Numerals::Arabic), ["飛", "金4", "歩18"]);
        assert!(in_hand(Hand::EMPTY, Numerals::Kanji).is_empty());
    }

    #[test]
    fn every_kind_has_a_character_of_its_own_on_a_board() {
        let all = "歩香桂銀角飛金玉と杏圭全馬龍";
        let kinds: String = (1..=14).map(|n| on_board(PieceType::new(n))).collect();
        assert_eq!(kinds, all);
    }
}
