//! The random small positions are what they are meant to be, and the oracle's
//! ways to an answer agree on them.

use kemuri_oracle::fixpoint::{Outcome, mate_within};
use kemuri_oracle::graph::Explored;
use kemuri_oracle::random::{
    PositionKind, RandomProblem, Rng, Shape, random_position, random_small,
};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::{Tsume, solve_board};
use kemuri_oracle::{OracleAnswer, Solution, solve};
use rsshogi::types::{Color, HandPiece, Move, Piece, PieceType, Square};

#[derive(Debug, Default)]
struct Census {
    mate_at_once: usize,
    mate_in_two_to_four: usize,
    longer_mate: usize,
    longest: u32,
    no_mate: usize,
    /// No mates, among those wholly written down, that rest on repetition.
    circle: usize,
    too_large: usize,
    /// Positions from which some position can recur, seen near the root.
    cyclic: usize,
    cyclic_mate: usize,
    two_kings: usize,
    defender_to_move: usize,
}

#[test]
fn every_class_of_small_position_is_well_represented() {
    const CAP: usize = 4000;
    let sample = Sample::one_in(5);
    let mut rng = Rng::new(1);
    let mut census = Census::default();
    for _ in 0..sample.of(2000) {
        let problem = random_small(&mut rng);
        let answer = solve_board(&problem.board, problem.attacker, CAP);
        let game = Tsume {
            attacker: problem.attacker,
        };
        let cyclic = Explored::up_to(&game, problem.board.clone(), 500).has_cycle();
        census.cyclic += usize::from(cyclic);
        census.two_kings += usize::from(problem.board.king(problem.attacker).is_some());
        census.defender_to_move += usize::from(!problem.attacker_to_move());
        match answer {
            OracleAnswer::Mate { length } => {
                census.cyclic_mate += usize::from(cyclic);
                census.longest = census.longest.max(length);
                *match length {
                    0..=1 => &mut census.mate_at_once,
                    2..=4 => &mut census.mate_in_two_to_four,
                    _ => &mut census.longer_mate,
                } += 1;
            }
            OracleAnswer::NoMate => {
                census.no_mate += 1;
                let solution = Solution::of(&problem.board, problem.attacker, CAP);
                let circle = solution.is_ok_and(|known| known.outcome() == Outcome::Circle);
                census.circle += usize::from(circle);
            }
            OracleAnswer::TooLarge => census.too_large += 1,
        }
    }
    println!("{census:?}");
    for (met, least) in [
        (census.mate_at_once, 100),
        (census.mate_in_two_to_four, 70),
        (census.longer_mate, 15),
        (census.no_mate, 600),
        (census.circle, 80),
        (census.too_large, 50),
        (census.cyclic, 400),
        (census.cyclic_mate, 20),
        (census.two_kings, 200),
        (census.defender_to_move, 200),
    ] {
        assert!(met >= sample.of(least), "{met} of {least}: {census:?}");
    }
    assert!(census.too_large <= sample.of(1000), "{census:?}");
}

/// The answer that needs a part of the graph, the answer from all of it, and
/// the bounded question, on one- and two-king positions with either side
/// attacking.
#[test]
fn part_and_whole_and_bounded_answers_agree() {
    let sample = Sample::one_in(5);
    let mut rng = Rng::new(6);
    let (mut mates, mut wholes, mut lines) = (0, 0, 0);
    for _ in 0..sample.of(1000) {
        let problem = random_small(&mut rng);
        let sfen = problem.sfen();
        let answer = solve(&sfen, problem.attacker == Color::BLACK, 4000);
        if let Ok(solution) = Solution::of(&problem.board, problem.attacker, 4000) {
            assert_eq!(answer, solution.answer(), "{sfen}");
            wholes += 1;
            lines += usize::from(best_line_mates(&solution, &problem));
        }
        let game = Tsume {
            attacker: problem.attacker,
        };
        let within = |plies| mate_within(&game, &problem.board, plies);
        match answer {
            OracleAnswer::Mate { length } if length <= 5 => {
                assert!(within(length), "{sfen}");
                assert!(length == 0 || !within(length - 1), "{sfen}");
                mates += 1;
            }
            OracleAnswer::NoMate => assert!(!within(3), "{sfen}"),
            _ => {}
        }
    }
    println!("{mates} mates, {wholes} whole graphs, {lines} lines");
    assert!(mates >= sample.of(100) && wholes >= sample.of(30) && lines >= sample.of(5));
}

/// Plays the best line, if there is one, to the mate at its end.
fn best_line_mates(solution: &Solution, problem: &RandomProblem) -> bool {
    let line = solution.best_line();
    let OracleAnswer::Mate { length } = solution.answer() else {
        assert!(line.is_empty());
        return false;
    };
    assert_eq!(line.len(), length as usize, "{}", problem.sfen());
    let mated = line
        .iter()
        .fold(problem.board.clone(), |board, &mv| board.after(mv));
    assert!(mated.in_check(problem.attacker.flip()) && !mated.has_legal_move());
    true
}

#[test]
fn turning_the_board_changes_nothing() {
    let mut rng = Rng::new(8);
    for _ in 0..500 {
        let problem = random_small(&mut rng);
        let turned = problem.board.turned();
        assert_eq!(turned.turned(), problem.board);
        assert_eq!(
            solve_board(&problem.board, problem.attacker, 1000),
            solve_board(&turned, problem.attacker.flip(), 1000),
            "{}",
            problem.sfen()
        );
    }
}

#[test]
fn the_same_seed_makes_the_same_positions() {
    let make = |seed| {
        let mut rng = Rng::new(seed);
        (
            random_small(&mut rng),
            random_position(&mut rng, &Shape::default()),
        )
    };
    assert_eq!(make(9), make(9));
    assert_ne!(make(9), make(10));
}

#[test]
fn random_positions_keep_to_their_shape() {
    let mut rng = Rng::new(10);
    for _ in 0..300 {
        for two_kings in [false, true] {
            for to_move in [false, true] {
                let shape = Shape {
                    two_kings: Some(two_kings),
                    attacker: Some(Color::WHITE),
                    attacker_to_move: Some(to_move),
                    ..Shape::default()
                };
                let problem = random_position(&mut rng, &shape);
                let board = &problem.board;
                let sfen = problem.sfen();
                assert_eq!(problem.attacker, Color::WHITE);
                assert_eq!(board.king(Color::WHITE).is_some(), two_kings, "{sfen}");
                assert_eq!(problem.attacker_to_move(), to_move, "{sfen}");
                assert!(!board.in_check(board.turn().flip()), "{sfen}");
                assert!(to_move || board.in_check(Color::BLACK), "{sfen}");
            }
        }
    }
}

/// Pieces of each unpromoted kind on the board and in both hands.
fn in_play(problem: &RandomProblem) -> [usize; HandPiece::COUNT] {
    let mut counts = [0; HandPiece::COUNT];
    for square in 0..81 {
        let piece = problem.board.piece(square);
        let kind = (piece != Piece::NONE).then(|| piece.base_piece_type());
        if let Some(kind) = kind.and_then(HandPiece::from_piece_type) {
            counts[kind.to_index()] += 1;
        }
    }
    for kind in HandPiece::iter() {
        for color in [Color::BLACK, Color::WHITE] {
            counts[kind.to_index()] += usize::from(problem.board.in_hand(color, kind));
        }
    }
    counts
}

/// Whether the attacker, who is to move, may drop a pawn anywhere but where it mates.
fn has_forbidden_pawn_drop(problem: &RandomProblem) -> bool {
    let (board, attacker) = (&problem.board, problem.attacker);
    let pawn = HandPiece::from_piece_type(PieceType::PAWN).expect("a pawn can be held");
    let legal = board.legal_moves();
    let forbidden = |square: usize| {
        let drop = Move::drop(PieceType::PAWN, Square::from_index(square));
        let is_free = board.piece(square) == Piece::NONE;
        let may_stand = is_free && !board.has_pawn_on_file_of(square, attacker);
        let after = |drop| board.after(drop);
        may_stand
            && !legal.contains(&drop)
            && !after(drop).in_check(attacker)
            && after(drop).in_check(attacker.flip())
    };
    problem.attacker_to_move() && board.in_hand(attacker, pawn) > 0 && (0..81).any(forbidden)
}

/// Whether some piece may give check on a square both promoted and not.
fn has_choice_of_promotion(problem: &RandomProblem) -> bool {
    let checks = problem.board.checks();
    let plain = |mv: &Move| checks.contains(&Move::normal(mv.from_sq(), mv.to_sq()));
    checks.iter().filter(|mv| mv.is_promotion()).any(plain)
}

#[test]
fn every_kind_of_position_is_what_it_says() {
    const FULL_SET: [usize; HandPiece::COUNT] = [18, 4, 4, 4, 2, 2, 4];
    const POSITIONS: usize = 120;
    for (name, kind) in PositionKind::ALL {
        assert_eq!(kind.name(), name);
        let mut rng = Rng::new(11);
        let mut seen = [0; 6];
        for _ in 0..POSITIONS {
            let problem = kind.random(&mut rng);
            let (board, attacker) = (&problem.board, problem.attacker);
            let sfen = problem.sfen();
            assert!(board.king(attacker.flip()).is_some(), "{name}: {sfen}");
            assert!(!board.in_check(board.turn().flip()), "{name}: {sfen}");
            let in_check = board.in_check(board.turn());
            assert!(problem.attacker_to_move() || in_check, "{name}: {sfen}");
            let counts = in_play(&problem);
            let of_set = counts.iter().zip(FULL_SET);
            assert!(of_set.clone().all(|(n, set)| *n <= set), "{name}: {sfen}");
            let two_kings = board.king(attacker).is_some();
            match kind {
                PositionKind::TwoKings => assert!(two_kings, "{sfen}"),
                PositionKind::FullHands => assert_eq!(counts, FULL_SET, "{sfen}"),
                PositionKind::WhiteAttacks => assert_eq!(attacker, Color::WHITE, "{sfen}"),
                PositionKind::Playout => assert_eq!(counts, FULL_SET, "{sfen}"),
                _ => {}
            }
            seen[0] += usize::from(has_forbidden_pawn_drop(&problem));
            seen[1] += usize::from(has_choice_of_promotion(&problem));
            seen[2] += usize::from(board.in_check(attacker));
            seen[3] += usize::from(!problem.attacker_to_move());
            match solve_board(board, attacker, 300) {
                OracleAnswer::Mate { .. } => seen[4] += 1,
                OracleAnswer::NoMate => seen[5] += 1,
                OracleAnswer::TooLarge => {}
            }
        }
        println!("{name}: {seen:?}");
        let [pawn_drops, promotions, in_check, defending, mates, no_mates] = seen;
        assert!(
            defending > 0 && mates > 0 && no_mates > 5,
            "{name}: {seen:?}"
        );
        match kind {
            PositionKind::PawnDrop => assert!(pawn_drops > POSITIONS / 10, "{seen:?}"),
            PositionKind::Promotion => assert!(promotions > POSITIONS / 2, "{seen:?}"),
            PositionKind::TwoKings => assert!(in_check > POSITIONS / 5, "{seen:?}"),
            _ => {}
        }
    }
}
