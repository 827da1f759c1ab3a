//! The random small positions are what they are meant to be, and the oracle's
//! ways to an answer agree on them.

use kemuri_oracle::fixpoint::{Outcome, mate_within};
use kemuri_oracle::graph::Explored;
use kemuri_oracle::random::{RandomProblem, Rng, Shape, random_position, random_small};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::{Tsume, solve_board};
use kemuri_oracle::{OracleAnswer, Solution, solve};
use rsshogi::types::Color;

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
