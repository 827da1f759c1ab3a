//! The board on a terminal, as the BOD format draws it.

use crate::text::Text;
use kemuri_core::{Color, Hand, Lang, Piece, PieceType, Problem, Square};
use rsshogi::types::{File, Rank};

const FILES: [&str; 9] = ["９", "８", "７", "６", "５", "４", "３", "２", "１"];
const NUMBERS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
/// Hands are listed from the strongest piece to the weakest.
pub const HAND_ORDER: [PieceType; 7] = [
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::GOLD,
    PieceType::SILVER,
    PieceType::KNIGHT,
    PieceType::LANCE,
    PieceType::PAWN,
];

/// Board and hands, White's above and Black's below; `v` marks White's pieces.
pub fn draw(problem: &Problem, text: Text) -> String {
    let mut out = hand(problem, Color::WHITE, text);
    out.push('\n');
    out.push_str(&board(problem));
    out.push_str(&hand(problem, Color::BLACK, text));
    if !problem.attacker_to_move() {
        out.push('\n');
        out.push_str(text.defender_to_move());
    }
    out
}

/// The board alone, between its rulers.
pub fn board(problem: &Problem) -> String {
    let mut out = String::from(" ");
    for file in FILES {
        out.push(' ');
        out.push_str(file);
    }
    out.push_str("\n+---------------------------+\n");
    for (rank, name) in NUMBERS.iter().enumerate() {
        out.push('|');
        for file in (0..9).rev() {
            let square = Square::from_file_rank(File::new(file), Rank::new(rank as i8));
            let piece = problem.piece_on(square);
            out.push(if piece != Piece::NONE && piece.color() == Color::WHITE {
                'v'
            } else {
                ' '
            });
            out.push_str(letter(piece));
        }
        out.push('|');
        out.push_str(name);
        out.push('\n');
    }
    out.push_str("+---------------------------+\n");
    out
}

fn hand(problem: &Problem, color: Color, text: Text) -> String {
    let label = text.hand_label(color == problem.attacker());
    let pieces = pieces(problem.hand(color).into(), " ", text.0);
    format!("{label}{}", pieces.as_deref().unwrap_or(text.no_pieces()))
}

/// The pieces of a hand with their numbers, `None` if there is none.
pub fn pieces(hand: Hand, separator: &str, lang: Lang) -> Option<String> {
    let pieces: Vec<String> = HAND_ORDER
        .iter()
        .map(|&kind| (kind, hand.count(kind.to_index())))
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| {
            let number = match (count, lang) {
                (1, _) => String::new(),
                (_, Lang::Ja) => kanji_number(count),
                (_, Lang::En) => count.to_string(),
            };
            format!("{}{number}", Lang::Ja.piece(kind))
        })
        .collect();
    (!pieces.is_empty()).then(|| pieces.join(separator))
}

/// 2 to 18 as kanji.
fn kanji_number(number: u32) -> String {
    let units = NUMBERS
        .get((number % 10).wrapping_sub(1) as usize)
        .copied()
        .unwrap_or("");
    format!("{}{units}", if number >= 10 { "十" } else { "" })
}

/// One full-width character for a piece.
fn letter(piece: Piece) -> &'static str {
    if piece == Piece::NONE {
        return "・";
    }
    match piece.piece_type() {
        PieceType::PRO_LANCE => "杏",
        PieceType::PRO_KNIGHT => "圭",
        PieceType::PRO_SILVER => "全",
        kind => Lang::Ja.piece(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_board_is_drawn_as_bod() {
        let problem =
            Problem::from_sfen("+P7k/6G2/9/8l/9/+r3+b4/9/9/8+S b 2Srb3gs4n3l17p 1").unwrap();
        let expected = "\
玉方持駒: 飛 角 金三 銀 桂四 香三 歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| と ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ 金 ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v香|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
|v龍 ・ ・ ・v馬 ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 全|九
+---------------------------+
攻方持駒: 銀二";
        assert_eq!(draw(&problem, Text(Lang::Ja)), expected);
        let english = draw(&problem, Text(Lang::En));
        assert!(
            english.starts_with("Defender's hand: 飛 角 金3 銀 桂4 香3 歩17\n"),
            "{english}"
        );
        assert!(english.ends_with("Attacker's hand: 銀2"), "{english}");
    }

    #[test]
    fn every_row_has_the_same_width() {
        let problem =
            Problem::from_sfen("+P7k/6G2/9/8l/9/+r3+b4/9/9/8+S b 2Srb3gs4n3l17p 1").unwrap();
        let widths: Vec<usize> = draw(&problem, Text(Lang::Ja))
            .lines()
            .filter(|l| l.starts_with('|'))
            .map(UnicodeWidthStr::width)
            .collect();
        assert_eq!(widths, [31; 9]);
    }

    #[test]
    fn the_side_that_attacks_is_named() {
        let problem = Problem::from_sfen("9/9/9/9/9/9/8p/9/8K w g2r2b3g4s4n4l17p 1").unwrap();
        let drawn = draw(&problem, Text(Lang::En));
        assert!(drawn.starts_with("Attacker's hand: "), "{drawn}");
        assert!(drawn.ends_with("Defender's hand: none"), "{drawn}");
    }

    #[test]
    fn numbers_are_written_in_kanji() {
        for (n, kanji) in [(2, "二"), (9, "九"), (10, "十"), (11, "十一"), (18, "十八")] {
            assert_eq!(kanji_number(n), kanji);
        }
    }
}
