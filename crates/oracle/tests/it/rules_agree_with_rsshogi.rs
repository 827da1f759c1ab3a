//! Two rule books, written by different hands, agree.

use kemuri_oracle::Board;
use kemuri_oracle::random::{Rng, Shape, random_position, random_small};
use kemuri_oracle::sample::Sample;
use rsshogi::board::{MoveList, movegen::generate_legal_all, position_from_sfen};
use rsshogi::types::{Color, HandPiece, Move, PieceType, Square};

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// Compares legal moves, checks and the position after each move.
fn compare(board: &Board) {
    let sfen = board.to_sfen();
    assert_eq!(Board::from_sfen(&sfen).as_ref(), Ok(board), "{sfen}");
    let mut position = position_from_sfen(&sfen).expect(&sfen);
    let mut list = MoveList::new();
    generate_legal_all(&position, &mut list);
    let theirs = sorted(list.iter().copied().collect());
    assert_eq!(theirs, sorted(board.legal_moves()), "{sfen}");

    let their_checks: Vec<Move> = theirs
        .iter()
        .copied()
        .filter(|&mv| position.gives_check_move(mv))
        .collect();
    assert_eq!(their_checks, sorted(board.checks()), "{sfen}");

    for mv in theirs {
        position.apply_move(mv);
        let after = Board::from_sfen(&position.to_sfen(Some(1))).expect(&sfen);
        assert_eq!(after, board.after(mv), "{sfen} {}", mv.to_usi());
        position.undo_move(mv).expect(&sfen);
    }
}

#[test]
fn on_random_positions_with_many_pieces() {
    let mut rng = Rng::new(2);
    for _ in 0..Sample::one_in(5).of(20_000) {
        compare(&random_position(&mut rng, &Shape::default()).board);
    }
}

#[test]
fn on_random_small_positions() {
    let mut rng = Rng::new(3);
    for _ in 0..Sample::one_in(5).of(20_000) {
        compare(&random_small(&mut rng).board);
    }
}

/// Whether a pawn drop with check is forbidden only because it mates: a lance
/// may be dropped in its place, and no pawn stands on the file.
fn forbids_pawn_drop_mate(board: &Board) -> bool {
    let us = board.turn();
    let Some(king) = board.king(us.flip()) else {
        return false;
    };
    let edge = if us == Color::BLACK { 8 } else { 0 };
    if king % 9 == edge {
        return false;
    }
    let to = if us == Color::BLACK {
        king + 1
    } else {
        king - 1
    };
    let square = Square::from_index(to);
    let mut with_lance = board.clone();
    with_lance.set_in_hand(us, HandPiece::LANCE, 1);
    board.in_hand(us, HandPiece::PAWN) > 0
        && !board.has_pawn_on_file_of(to, us)
        && with_lance
            .legal_moves()
            .contains(&Move::drop(PieceType::LANCE, square))
        && !board
            .legal_moves()
            .contains(&Move::drop(PieceType::PAWN, square))
}

/// Pawn-drop mates are rare by chance, so they are picked out of many
/// positions; either side may be the one that must not drop.
#[test]
fn on_pawn_drop_mates() {
    let shape = Shape {
        on_board: (8, 24),
        in_hands: (4, 10),
        attacker_to_move: Some(true),
        ..Shape::default()
    };
    let mut rng = Rng::new(4);
    let mut found = [0, 0];
    for _ in 0..60_000 {
        let board = random_position(&mut rng, &shape).board;
        if forbids_pawn_drop_mate(&board) {
            compare(&board);
            found[board.turn().to_index()] += 1;
        }
    }
    println!("pawn-drop mates by Black and White: {found:?}");
    assert!(found[0] >= 30 && found[1] >= 30, "{found:?}");
}

/// The defender's pawn-drop mate, an interposition against a pinned checker.
#[test]
fn on_the_defenders_pawn_drop_mate() {
    let board = Board::from_sfen("9/9/9/9/9/7b1/3gn4/2k2R3/4K4 w p 1").unwrap();
    assert!(forbids_pawn_drop_mate(&board));
    compare(&board);
}
