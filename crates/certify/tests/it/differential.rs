//! The verifier's hands, board and legality against those of the core crate, which
//! it does not use.

use kemuri_certify::rules::{BoardKeys, HandCounts, Position};
use kemuri_core::hand::{HAND_KINDS, set_size};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Hand, Move, Piece, PieceType, Problem, ProblemError, Square, View};
use kemuri_oracle::random::{Rng, Shape, random_position};
use std::collections::BTreeMap;

const HANDS: u64 = 200_000;
const POSITIONS: usize = 40_000;

fn counted(hand: Hand) -> HandCounts {
    HandCounts::new(|kind| hand.count(kind.to_index()) as u8)
}

/// A hand that differs from `near` in few kinds, or in all of them.
fn random_hand(rng: &mut Rng, near: Hand) -> Hand {
    let all = rng.chance(1, 4);
    HAND_KINDS.into_iter().fold(near, |hand, kind| {
        let count = rng.below(set_size(kind) as usize + 1) as u32;
        match all || rng.chance(1, 7) {
            true => hand.with(kind.to_index(), count),
            false => hand,
        }
    })
}

#[test]
fn hands_agree_with_the_core_crate() {
    let mut rng = Rng::new(7);
    let (mut one, mut covered) = (Hand::EMPTY, 0);
    for _ in 0..HANDS {
        let other = random_hand(&mut rng, one);
        let (own, own_other) = (counted(one), counted(other));
        assert_eq!(own == own_other, one == other, "{one:?} {other:?}");
        assert_eq!(own.is_empty(), one.is_empty(), "{one:?}");
        let covers = one.contains(other);
        covered += u64::from(covers);
        assert_eq!(own.covers(own_other), covers, "{one:?} {other:?}");
        let rest = covers.then(|| counted(one.difference(other)));
        assert_eq!(own.without(own_other), rest, "{one:?} {other:?}");
        let fits = |kind: &PieceType| {
            let kind = kind.to_index();
            one.count(kind) + other.count(kind) <= set_size(PieceType::new(kind as i8))
        };
        if HAND_KINDS.iter().all(fits) {
            let both = counted(one.union(other));
            assert_eq!(own.together(own_other), both, "{one:?} {other:?}");
        }
        for kind in HAND_KINDS {
            let (mut more, mut fewer) = (own, own);
            more.add(kind);
            assert_eq!(more, counted(one.plus(kind.to_index())), "{one:?} {kind}");
            if one.has(kind.to_index()) {
                fewer.remove(kind);
                assert_eq!(fewer, counted(one.minus(kind.to_index())), "{one:?} {kind}");
            }
        }
        one = other;
    }
    println!("{covered} of {HANDS} hands cover the other");
    assert!(covered > HANDS / 10 && covered < HANDS / 10 * 9);
}

/// Changes that mostly break a rule.
fn damage(rng: &mut Rng, sfen: &mut Sfen) {
    let square = rng.below(81);
    match rng.below(6) {
        0 => sfen.turn = sfen.turn.flip(),
        1 => sfen.board[square] = Piece::NONE,
        2 => {
            let more = *rng.pick(&[1, 2, 3, 4, u32::MAX]);
            let count = &mut sfen.hands[rng.below(2)][rng.below(7)];
            *count = count.saturating_add(more);
        }
        // A king disappears or comes into being.
        3 => {
            let color = *rng.pick(&[Color::BLACK, Color::WHITE]);
            let king = Piece::from_parts(color, PieceType::KING);
            match sfen.board.iter_mut().find(|piece| **piece == king) {
                Some(piece) if rng.chance(1, 2) => *piece = Piece::NONE,
                _ => sfen.board[square] = king,
            }
        }
        _ => {
            let color = *rng.pick(&[Color::BLACK, Color::WHITE]);
            let kind = match rng.chance(1, 2) {
                true => PieceType::PAWN,
                false => PieceType::new(1 + rng.below(14) as i8),
            };
            sfen.board[square] = Piece::from_parts(color, kind);
        }
    }
}

/// The kind of a result.
fn name(result: &Result<String, ProblemError>) -> &'static str {
    match result {
        Ok(_) => "legal",
        Err(ProblemError::TooManyPieces { .. }) => "too many pieces",
        Err(ProblemError::TwoKings { .. }) => "two kings",
        Err(ProblemError::TwoPawns { .. }) => "two pawns",
        Err(ProblemError::NoMove { .. }) => "no move",
        Err(ProblemError::NoKing) => "no king",
        Err(ProblemError::KingCapturable { .. }) => "a king is capturable",
        Err(ProblemError::NoKingToMate { .. }) => "no king to mate",
        Err(ProblemError::DefenderNotInCheck { .. }) => "the defender is not in check",
        Err(other) => panic!("{other}"),
    }
}

/// The same positions are legal, the same rule is broken on the same squares.
#[test]
fn legality_agrees_with_the_core_crate() {
    let mut rng = Rng::new(11);
    let mut met: BTreeMap<&str, u32> = BTreeMap::new();
    for shape in Shape::all().iter().cycle().take(POSITIONS) {
        let random = random_position(&mut rng, shape);
        let mut sfen = kemuri_core::sfen::parse(&random.sfen()).expect("an SFEN");
        // Without this, most pieces that are added are too many.
        if rng.chance(1, 2) {
            sfen.hands = [[0; 7]; 2];
        }
        for _ in 0..rng.below(4) {
            damage(&mut rng, &mut sfen);
        }
        for attacker in [Color::BLACK, Color::WHITE] {
            let own = Position::new(&sfen, attacker, BoardKeys::fixed());
            let own = own.map(|position| position.sfen());
            let core = Problem::from_parts(&sfen, Some(attacker)).map(|problem| problem.to_sfen());
            assert_eq!(own, core, "{attacker:?} attacks in {sfen}");
            *met.entry(name(&own)).or_default() += 1;
        }
    }
    println!("{met:?}");
    assert_eq!(met.len(), 9, "{met:?}");
    assert!(met.values().all(|&count| count >= 100), "{met:?}");
}

#[test]
fn boards_are_turned_as_the_core_crate_turns_them() {
    for (attacker, sfen) in [
        (Color::BLACK, "8k/9/8P/9/9/9/9/9/9 b G2p 1"),
        (Color::WHITE, "9/9/9/9/9/9/8p/9/8K w g2P 1"),
    ] {
        let problem = Problem::from_sfen_with(sfen, Some(attacker)).expect("a problem");
        let position =
            Position::new(&(&problem).into(), attacker, BoardKeys::fixed()).expect("legal");
        let view = View::of(&problem);
        for to in Square::iter() {
            let same = |mv: Move| assert_eq!(position.original(mv), view.mv(mv), "{mv:?}");
            for kind in HAND_KINDS {
                same(Move::drop(kind, to));
            }
            for from in Square::iter().filter(|&from| from != to) {
                same(Move::normal(from, to));
                same(Move::promotion(from, to));
            }
        }
    }
}
