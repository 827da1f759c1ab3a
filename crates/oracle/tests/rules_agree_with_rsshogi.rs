//! Two rule books, written by different hands, agree.

use kemuri_oracle::Board;
use kemuri_oracle::random::{Rng, Shape, random_position, random_small};
use rsshogi::board::{MoveList, movegen::generate_legal_all, position_from_sfen};
use rsshogi::types::{Color, Move, PieceType};

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// Compares legal moves, checks and the position after each move; returns how
/// many pawn drops rsshogi refused although no pawn stands on the file.
fn compare(board: &Board) {
    let sfen = board.to_sfen();
    assert_eq!(Board::from_sfen(&sfen).as_ref(), Ok(board), "{sfen}");
    let mut position = position_from_sfen(&sfen).expect(&sfen);
    let mut list = MoveList::new();
    generate_legal_all(&position, &mut list);
    let theirs = sorted(list.iter().copied().collect());
    assert_eq!(theirs, sorted(board.legal_moves()), "{sfen}");

    let their_checks: Vec<Move> =
        theirs.iter().copied().filter(|&mv| position.gives_check_move(mv)).collect();
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
    for _ in 0..20_000 {
        compare(&random_position(&mut rng, &Shape::default()).board);
    }
}

#[test]
fn on_random_small_positions() {
    let mut rng = Rng::new(3);
    for _ in 0..20_000 {
        compare(&random_small(&mut rng).board);
    }
}

/// Pawn-drop mates are rare by chance, so the positions are made for them: the
/// side to move holds a pawn and stands close round a cornered king.
#[test]
fn on_pawn_drop_mates_of_both_sides() {
    let mut rng = Rng::new(4);
    let mut refused = [0, 0];
    for _ in 0..60_000 {
        let problem = random_position(
            &mut rng,
            &Shape { on_board: (8, 24), in_hands: (4, 10), ..Shape::default() },
        );
        let board = &problem.board;
        let us = board.turn();
        let Some(king) = board.king(us.flip()) else { continue };
        // The square from which a pawn gives check, if it is on the board.
        let (edge, step) = if us == Color::BLACK { (8, 1) } else { (0, -1) };
        if king % 9 == edge {
            continue;
        }
        let to = (king as i32 + step) as usize;
        let drop = Move::drop(PieceType::PAWN, rsshogi::types::Square::from_index(to));
        let mut without_king_rule = board.clone();
        // The drop with another piece's name shows whether only the mate
        // forbids it: a lance may go wherever a pawn may, two pawns apart.
        without_king_rule.set_in_hand(us, rsshogi::types::HandPiece::LANCE, 1);
        let lance = Move::drop(PieceType::LANCE, rsshogi::types::Square::from_index(to));
        let possible = board.in_hand(us, rsshogi::types::HandPiece::PAWN) > 0
            && !board.has_pawn_on_file_of(to, us)
            && without_king_rule.legal_moves().contains(&lance);
        if possible && !board.legal_moves().contains(&drop) {
            refused[usize::from(us == problem.attacker)] += 1;
            compare(board);
        }
    }
    println!("pawn-drop mates: defender {}, attacker {}", refused[0], refused[1]);
    assert!(refused[1] >= 50, "{refused:?}");
}
