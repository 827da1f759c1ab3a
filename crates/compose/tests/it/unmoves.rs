//! Un-moves against rules that share nothing with them: those of the oracle.

use kemuri_compose::{PackedPosition, each_unmove};
use kemuri_core::{Board, Color, Move, Problem};
use kemuri_oracle::Board as Rules;
use kemuri_oracle::random::{Rng, Shape, random_position, random_small};
use rsshogi::types::{HandPiece, Piece, PieceType};
use std::collections::BTreeSet;

fn board_of(rules: &Rules) -> Board {
    let problem = Problem::from_sfen_with(&rules.to_sfen(), Some(Color::BLACK)).unwrap();
    Board::new(&problem)
}

fn sfen_of(board: &Board) -> String {
    Problem::of_board(board).unwrap().to_sfen()
}

/// The legal moves that tsume-shogi allows: checks and replies.
fn moves_of(rules: &Rules) -> Vec<Move> {
    if rules.turn() == Color::BLACK {
        rules.checks()
    } else {
        rules.legal_moves()
    }
}

fn unmoves_of(board: &Board) -> Vec<(String, Move)> {
    let mut found = Vec::new();
    each_unmove(board, |before, mv| found.push((sfen_of(before), mv)));
    found
}

/// Positions of all sorts in which Black attacks.
fn some_positions(count: u64) -> impl Iterator<Item = Rules> {
    (0..count).map(|seed| {
        let mut rng = Rng::new(seed);
        let shape = Shape {
            attacker: Some(Color::BLACK),
            ..Shape::default()
        };
        if seed % 3 == 0 {
            let mut small = random_small(&mut rng);
            if small.attacker == Color::WHITE {
                small.board = small.board.turned();
            }
            small.board
        } else {
            random_position(&mut rng, &shape).board
        }
    })
}

#[test]
fn an_unmove_and_its_move_give_the_position_back() {
    let mut count = 0;
    for rules in some_positions(600) {
        let board = board_of(&rules);
        for (before, mv) in unmoves_of(&board) {
            let before = Rules::from_sfen(&before).unwrap();
            assert!(
                moves_of(&before).contains(&mv),
                "{}: {} is not legal",
                before.to_sfen(),
                mv.to_usi()
            );
            assert_eq!(before.after(mv).to_sfen(), rules.to_sfen());
            count += 1;
        }
    }
    assert!(count > 5000, "only {count} un-moves");
}

#[test]
fn no_unmove_comes_twice() {
    for rules in some_positions(300) {
        let found = unmoves_of(&board_of(&rules));
        let different: BTreeSet<_> = found.iter().map(|(s, m)| (s, m.to_usi())).collect();
        assert_eq!(different.len(), found.len(), "{}", rules.to_sfen());
    }
}

#[test]
fn every_move_of_a_game_is_among_the_unmoves_of_its_result() {
    let mut count = 0;
    for (seed, mut rules) in some_positions(600).enumerate() {
        let mut rng = Rng::new(seed as u64);
        for _ in 0..20 {
            let moves = moves_of(&rules);
            if moves.is_empty() {
                break;
            }
            let mv = *rng.pick(&moves);
            let after = rules.after(mv);
            let found = unmoves_of(&board_of(&after));
            let sfen = sfen_of(&board_of(&rules));
            assert!(
                found.contains(&(sfen, mv)),
                "{} by {} from {}",
                after.to_sfen(),
                mv.to_usi(),
                rules.to_sfen()
            );
            rules = after;
            count += 1;
        }
    }
    assert!(count > 1500, "only {count} moves");
}

/// Where a piece of the brute force may be: a square, a side and a face, or a hand.
fn places(kind: PieceType) -> Vec<Option<(usize, Piece)>> {
    let mut places = vec![None];
    for color in [Color::BLACK, Color::WHITE] {
        let plain = Piece::from_parts(color, kind);
        let faces = if kind.is_promotable() {
            vec![plain, plain.promote()]
        } else {
            vec![plain]
        };
        for piece in faces {
            places.extend((0..81).map(|sq| Some((sq, piece))));
        }
    }
    places
}

/// Every position with a king on one of `kings` and two more pieces, in either
/// hand or anywhere on the board.
fn each_position(kings: &[usize], kinds: [PieceType; 2], mut found: impl FnMut(Rules)) {
    for &king in kings {
        for first in places(kinds[0]) {
            for second in places(kinds[1]) {
                let taken: Vec<usize> = [first, second].iter().flatten().map(|p| p.0).collect();
                if taken.contains(&king) || taken.len() == 2 && taken[0] == taken[1] {
                    continue;
                }
                let mut rules = Rules::empty(Color::BLACK);
                rules.set_piece(king, Piece::from_parts(Color::WHITE, PieceType::KING));
                let mut held = Vec::new();
                for (place, kind) in [(first, kinds[0]), (second, kinds[1])] {
                    match place {
                        Some((sq, piece)) => rules.set_piece(sq, piece),
                        None => held.push(HandPiece::from_piece_type(kind).unwrap()),
                    }
                }
                for hands in 0..1 << held.len() {
                    let mut rules = rules.clone();
                    for (i, &kind) in held.iter().enumerate() {
                        let side = [Color::BLACK, Color::WHITE][hands >> i & 1];
                        let count = rules.in_hand(side, kind);
                        rules.set_in_hand(side, kind, count + 1);
                    }
                    found(rules);
                }
            }
        }
    }
}

/// The two sides to move, where the position is in order for a problem.
fn in_order(rules: Rules) -> Option<Rules> {
    let turn = if rules.in_check(Color::WHITE) {
        Color::WHITE
    } else {
        Color::BLACK
    };
    let mut rules = rules;
    rules.set_turn(turn);
    Problem::from_sfen_with(&rules.to_sfen(), Some(Color::BLACK))
        .is_ok()
        .then_some(rules)
}

/// All moves forward from every position with a king near a corner, against all
/// un-moves of the positions with the king on one square there.
fn brute_force(kinds: [PieceType; 2]) -> usize {
    const KING: usize = 0;
    let near = [0, 1, 9, 10];
    let mut forward = BTreeSet::new();
    each_position(&near, kinds, |rules| {
        let Some(rules) = in_order(rules) else { return };
        for mv in moves_of(&rules) {
            let after = rules.after(mv);
            if after.king(Color::WHITE) == Some(KING) {
                let board = PackedPosition::new(&board_of(&rules));
                forward.insert((after.to_sfen(), board, mv.raw()));
            }
        }
    });
    let mut backward = BTreeSet::new();
    each_position(&[KING], kinds, |rules| {
        let Some(rules) = in_order(rules) else { return };
        each_unmove(&board_of(&rules), |before, mv| {
            backward.insert((rules.to_sfen(), PackedPosition::new(before), mv.raw()));
        });
    });
    assert_eq!(forward.len(), backward.len());
    assert!(forward == backward);
    forward.len()
}

#[test]
fn brute_force_over_pawns() {
    assert!(brute_force([PieceType::PAWN, PieceType::PAWN]) > 1000);
}

#[test]
fn brute_force_over_a_slider_and_a_jumper() {
    assert!(brute_force([PieceType::LANCE, PieceType::KNIGHT]) > 1000);
}

/// The position with its files in reverse order.
fn mirrored(rules: &Rules) -> Rules {
    let mut mirrored = rules.clone();
    for sq in 0..81 {
        mirrored.set_piece((8 - sq / 9) * 9 + sq % 9, rules.piece(sq));
    }
    mirrored
}

#[test]
fn packing_is_lossless_and_knows_mirror_images() {
    let mut turned = 0;
    for rules in some_positions(500) {
        let board = board_of(&rules);
        let material = board.material();
        let packed = PackedPosition::new(&board);
        assert_eq!(sfen_of(&packed.board(material)), sfen_of(&board));
        assert_eq!(packed.board(material).key(), board.key());
        let image = board_of(&mirrored(&rules));
        let (least, was_turned) = PackedPosition::canonical(&board);
        assert_eq!(least, PackedPosition::canonical(&image).0);
        let expected = if was_turned { &image } else { &board };
        assert_eq!(least, PackedPosition::new(expected));
        turned += usize::from(was_turned);
    }
    assert!((100..400).contains(&turned), "{turned}");
}
