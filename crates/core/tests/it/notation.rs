//! What `notation::japanese` promises: moves as players write them, and no two
//! legal moves written alike.

use kemuri_core::notation::japanese;
use kemuri_core::{Move, Problem};
use proptest::prelude::*;
use rsshogi::board::MoveList;
use rsshogi::movegen::generate_legal_all;
use std::collections::HashSet;

fn moves(usi: &str) -> Vec<Move> {
    usi.split_whitespace()
        .map(|m| Move::from_usi(m).unwrap())
        .collect()
}

fn written(sfen: &str, usi: &str) -> String {
    let problem = Problem::from_sfen(sfen).unwrap();
    japanese(&problem, &moves(usi))
        .unwrap_or_else(|| panic!("{sfen} {usi}"))
        .join(" ")
}

#[test]
fn a_line_is_written_with_sides_and_same_square() {
    let sfen = "7k1/9/6P2/6S2/9/9/9/9/9 b G";
    assert_eq!(
        written(sfen, "3c3b+ 2a3b 3d2c"),
        "▲３二歩成 △同玉 ▲２三銀不成"
    );
    assert_eq!(written(sfen, "3c3b+ 2a1a"), "▲３二歩成 △１一玉");
}

#[test]
fn white_sees_the_board_from_the_other_side() {
    let sfen = "9/9/9/9/9/9/3g1g3/9/4K4 w -";
    assert_eq!(written(sfen, "6g5h"), "△５八金右");
    assert_eq!(written(sfen, "4g5h"), "△５八金左");
    assert_eq!(written("9/9/9/9/9/9/4s4/9/4K4 w -", "5g5h+"), "△５八銀成");
    assert_eq!(written("9/9/9/9/9/9/4s4/9/4K4 w -", "5g5h"), "△５八銀不成");
}

#[test]
fn promotion_is_told_wherever_it_was_possible() {
    let sfen = "k8/9/4S4/9/4G4/4N4/7L1/4P4/4B4 b -";
    assert_eq!(written(sfen, "5c4d"), "▲４四銀不成");
    assert_eq!(written(sfen, "5c4d+"), "▲４四銀成");
    assert_eq!(written(sfen, "5f4d"), "▲４四桂");
    assert_eq!(written(sfen, "2g2c"), "▲２三香不成");
    assert_eq!(written(sfen, "2g2d"), "▲２四香");
    assert_eq!(written(sfen, "5h5g"), "▲５七歩");
    assert_eq!(written(sfen, "5e5d"), "▲５四金");
}

#[test]
fn a_drop_is_marked_only_where_a_piece_could_move_there() {
    let sfen = "4k4/9/4G4/9/9/9/9/9/9 b G";
    assert_eq!(written(sfen, "G*5b"), "▲５二金打");
    assert_eq!(written(sfen, "5c5b"), "▲５二金");
    assert_eq!(written(sfen, "G*4a"), "▲４一金");
    // A promoted pawn moves like a gold but is no gold.
    assert_eq!(written("4k4/9/4+P4/9/9/9/9/9/9 b G", "G*5b"), "▲５二金");
}

#[test]
fn pieces_of_a_kind_are_told_apart() {
    // Promoted pawns on all six squares from which one reaches 5e.
    let tokins = "k8/9/9/4+P4/3+P1+P3/3+P+P+P3/9/9/9 b -";
    for (usi, text) in [
        ("5d5e", "▲５五と引"),
        ("6e5e", "▲５五と左寄"),
        ("4e5e", "▲５五と右寄"),
        ("6f5e", "▲５五と左上"),
        ("5f5e", "▲５五と直"),
        ("4f5e", "▲５五と右上"),
    ] {
        assert_eq!(written(tokins, usi), text);
    }
    // Two are told apart by as little as possible.
    let golds = "k8/9/9/9/3G5/4G4/9/9/9 b -";
    assert_eq!(written(golds, "6e5e"), "▲５五金寄");
    assert_eq!(written(golds, "5f5e"), "▲５五金上");
    let golds = "k8/9/9/9/9/3GG4/9/9/9 b -";
    assert_eq!(written(golds, "6f5e"), "▲５五金左");
    assert_eq!(written(golds, "5f5e"), "▲５五金直");
    let silvers = "k8/9/9/3S1S3/9/3S1S3/9/9/9 b -";
    assert_eq!(written(silvers, "6d5e"), "▲５五銀左引");
    assert_eq!(written(silvers, "4f5e"), "▲５五銀右上");
    let dragons = "k8/9/9/9/9/9/9/3+R+R4/9 b -";
    assert_eq!(written(dragons, "6h5g"), "▲５七龍左");
    assert_eq!(written(dragons, "5h5g"), "▲５七龍右");
    let rooks = "7k1/9/9/9/R7R/9/9/9/9 b -";
    assert_eq!(written(rooks, "9e5e"), "▲５五飛左");
    let knights = "k8/9/9/9/9/9/3N1N3/9/9 b -";
    assert_eq!(written(knights, "4g5e"), "▲５五桂右");
}

#[test]
fn promoted_pieces_have_their_names() {
    let sfen = "k8/9/9/9/+L+N+S+B+R4/9/9/9/9 b -";
    for (usi, text) in [
        ("9e9f", "▲９六成香"),
        ("8e8f", "▲８六成桂"),
        ("7e7f", "▲７六成銀"),
        ("6e6f", "▲６六馬"),
        ("5e5f", "▲５六龍"),
    ] {
        assert_eq!(written(sfen, usi), text);
    }
}

#[test]
fn the_same_square_takes_no_space() {
    let sfen = "4k4/9/4+R4/9/9/9/9/9/9 w r";
    assert_eq!(written(sfen, "R*5b 5c5b"), "△５二飛 ▲同龍");
}

#[test]
fn no_attacking_king_is_needed_and_illegal_moves_have_no_notation() {
    let problem = Problem::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b GP").unwrap();
    for bad in [
        "5c5d",         // pawns go forward
        "P*5h",         // two pawns on a file
        "S*5b",         // not in hand
        "P*4a",         // no further move
        "G*5b 5a5b",    // protected
        "G*5b 5a4a 5a", // cut off below: a move that is no move
    ] {
        let line: Vec<Move> = bad
            .split(' ')
            .map(|m| Move::from_usi(m).unwrap_or(Move::MOVE_NONE))
            .collect();
        assert_eq!(japanese(&problem, &line), None, "{bad}");
    }
    assert_eq!(japanese(&problem, &[]), Some(vec![]));
}

/// Compares all legal moves of a position with each other and with rsshogi's KI2.
fn compare(problem: &Problem) -> usize {
    let position = problem.position();
    let mut list = MoveList::new();
    generate_legal_all(&position, &mut list);
    let mut seen = HashSet::new();
    let mut across = 0;
    for &mv in list.iter() {
        let text = japanese(problem, &[mv]).unwrap().remove(0);
        let theirs = mv.to_ki2(&position).unwrap();
        if text.contains("左寄") || text.contains("右寄") {
            // The two marks rsshogi cuts short.
            assert_eq!(text.replace('寄', ""), theirs);
            across += 1;
        } else {
            assert_eq!(text, theirs, "{} {}", problem.to_sfen(), mv.to_usi());
        }
        assert!(seen.insert(text.clone()), "{} {text}", problem.to_sfen());
    }
    across
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_two_legal_moves_are_written_alike(
        squares in proptest::sample::subsequence((2..81usize).collect::<Vec<_>>(), 28),
        kinds in Just(
            ["+P"; 14].iter().chain(&["G", "G", "G", "S", "S", "S", "+B", "+B", "+R", "+R"])
                .chain(&["+N", "+N", "+L", "+L"]).copied().collect::<Vec<_>>()
        ).prop_shuffle(),
    ) {
        let mut cells = vec![String::from("1"); 81];
        for (square, kind) in squares.iter().zip(&kinds) {
            cells[*square] = (*kind).into();
        }
        // The king is walled in, so that it is in no check.
        for (square, wall) in [(0, "k"), (1, "l"), (9, "p"), (10, "p")] {
            cells[square] = wall.into();
        }
        let board: Vec<String> = cells.chunks(9).map(|row| row.concat()).collect();
        let problem = Problem::from_sfen(&format!("{} b GSNP", board.join("/"))).unwrap();
        compare(&problem);
    }
}

#[test]
fn the_marks_that_ki2_cuts_short_are_written() {
    let problem = Problem::from_sfen("k8/9/9/9/3+P1+P3/3+P+P+P3/9/9/9 b -").unwrap();
    assert_eq!(compare(&problem), 2);
}
