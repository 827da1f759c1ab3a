//! Lengths that leave futile interpositions out, against a brute force over the
//! rule as it is written down, with the oracle's rules code.

use crate::common::switched::switched;
use kemuri_core::{Color, Move, Problem};
use kemuri_oracle::Board;
use kemuri_oracle::futile::{Reading, StandardLength};
use kemuri_oracle::random::{
    RandomProblem, Rng, on_threads, random_attack, random_interposition, random_small,
};
use kemuri_solver::{Budget, Futile, Goal, Mate, Options, Solver};

/// Nodes for a position.
const NODES: u64 = 200_000;
/// Positions that the brute force looks at.
const CAP: usize = 20_000;

/// What was seen.
#[derive(Default)]
struct Seen {
    checked: u32,
    shorter: u32,
    explained: u32,
    tails: u32,
    bounds: u32,
}

fn seeded(seed: u64) -> RandomProblem {
    let mut rng = Rng::new(seed);
    match seed % 8 {
        0 => random_attack(&mut rng),
        1 => random_small(&mut rng),
        _ => random_interposition(&mut rng),
    }
}

/// Replays moves on the oracle's board.
fn play(board: &Board, moves: &[Move], context: &str) -> Board {
    moves.iter().fold(board.clone(), |board, mv| {
        assert!(board.legal_moves().contains(mv), "{context}: {mv:?}");
        board.after(*mv)
    })
}

/// The line has the length that is claimed, and what follows after it is drops
/// and their captures, the last of which mates.
fn check_line(board: &Board, mate: &Mate, context: &str) {
    assert_eq!(mate.line.len(), mate.length as usize, "{context}");
    let mut board = play(board, &mate.line, context);
    for pair in mate.futile_tail.chunks(2) {
        let [drop, capture] = pair else {
            panic!("{context}: half a pair")
        };
        assert!(drop.is_drop() && !capture.is_drop(), "{context}");
        assert_eq!(drop.to_sq(), capture.to_sq(), "{context}");
        board = play(&board, pair, context);
    }
    assert!(!board.has_legal_move(), "{context}: no mate");
}

fn check_seed(seed: u64, seen: &mut Seen) {
    let random = seeded(seed);
    let sfen = random.sfen();
    let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
    // One table for all: the profiles must not disturb each other.
    let options = match seed % 3 {
        0 => switched(seed),
        _ => Options::default(),
    };
    let mut solver = Solver::new(options.with_hash(1 << 20)).unwrap();
    let mut lengths = [None; 2];
    for ((name, futile), found) in Futile::ALL.into_iter().zip(&mut lengths) {
        let goal = Goal::Shortest(futile);
        let budget = Budget::default().with_nodes(NODES);
        let mut outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
        if futile != Futile::None && outcome.stats.nodes >= NODES {
            // The literal length was proven: the other must be comparable.
            outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
        }
        let context = format!("seed {seed}: {sfen} {name}: {:?}", outcome.verdict);
        let Some(mate) = outcome.verdict.mate() else {
            return;
        };
        if !mate.exact {
            // Only a limit keeps a length from being proven.
            assert!(outcome.stats.nodes >= NODES, "{context}");
            seen.bounds += 1;
            return;
        }
        assert_eq!((outcome.goal, mate.futile), (goal, futile), "{context}");
        check_line(&random.board, mate, &context);
        *found = Some(mate.length);
        if futile == Futile::None {
            assert!(mate.futile_tail.is_empty(), "{context}");
            continue;
        }
        seen.tails += u32::from(!mate.futile_tail.is_empty());
        let drops = solver.futile_drops(&outcome, &Budget::default(), &mut |_| ());
        for drop in drops.unwrap() {
            let before = play(&random.board, &mate.line[..drop.after], &context);
            play(&before, &drop.line, &context);
            // The mate goes on for no longer than without the drop.
            let left = mate.line.len() - drop.after;
            assert!(drop.line.len() <= left + 2, "{context}: {drop:?}");
            seen.explained += 1;
        }
        let mut count = StandardLength::new(random.attacker, CAP);
        if let Ok(length) = count.within(&random.board, mate.length) {
            assert_eq!(length, Some(mate.length), "{context}");
            seen.checked += 1;
        }
    }
    assert!(lengths[1] <= lengths[0], "{sfen}");
    seen.shorter += u32::from(lengths[1] < lengths[0]);
}

#[test]
fn lengths_follow_the_rule() {
    const THREADS: u64 = 2;
    let seeds: u64 = std::env::var("KEMURI_FUTILE_SEEDS").map_or(10_000, |n| n.parse().unwrap());
    let all = on_threads(THREADS, |thread| {
        let mut seen = Seen::default();
        for seed in (0..seeds).filter(|seed| seed % THREADS == thread) {
            check_seed(seed, &mut seen);
        }
        seen
    });
    let sum = |part: fn(&Seen) -> u32| all.iter().map(part).sum::<u32>();
    let (checked, shorter) = (sum(|s| s.checked), sum(|s| s.shorter));
    let (explained, tails, bounds) = (sum(|s| s.explained), sum(|s| s.tails), sum(|s| s.bounds));
    println!("{checked} checked, {shorter} shorter, {explained} explained, {tails} tails");
    println!("{bounds} bounds");
    assert!(checked > 1000 && shorter > 50 && explained > 50 && tails > 20);
    assert!(bounds < checked / 10);
}

/// Positions that tell the readings of a clause apart: the length under the rule,
/// and under the other reading.
const CLAUSES: [(Reading, &str, Color, u32, u32); 10] = [
    (
        Reading::SliderAlone,
        "9/9/9/3S5/9/9/+r3P4/+b4p3/2K6 w 2Lp 1",
        Color::WHITE,
        7,
        9,
    ),
    (
        Reading::SliderAlone,
        "3B4k/5+R3/9/9/9/9/7B1/9/9 b Nn 1",
        Color::BLACK,
        3,
        5,
    ),
    (
        Reading::FirstBound,
        "9/9/6+b2/2r1G4/2l6/9/1K7/PP7/5+p3 w SLs 1",
        Color::WHITE,
        5,
        7,
    ),
    (
        Reading::FirstBound,
        "9/9/6r2/G8/9/2l6/9/+r8/2K6 b 2N 1",
        Color::WHITE,
        4,
        6,
    ),
    (
        Reading::Unpromoted,
        "9/9/7b1/9/3N5/4r4/9/9/1K7 w Nl 1",
        Color::WHITE,
        3,
        5,
    ),
    (
        Reading::Unpromoted,
        "9/8k/9/2B6/9/5B3/3g5/7+R1/9 b n 1",
        Color::BLACK,
        3,
        5,
    ),
    (
        Reading::Kept,
        "2gg3k1/2s6/4+B3G/2+B3P2/9/9/9/9/9 b Ng 1",
        Color::BLACK,
        5,
        3,
    ),
    (
        Reading::Kept,
        "9/9/1Lb6/9/6r2/7k1/3+r2L2/1K7/1P7 w Ss 1",
        Color::WHITE,
        5,
        3,
    ),
    (
        Reading::DropsAlone,
        "3B3p1/6K1k/5+B1G1/9/9/4+P4/4n4/9/9 w gn 1",
        Color::BLACK,
        4,
        6,
    ),
    (
        Reading::DropsAlone,
        "9/9/9/9/2g1r4/9/N1S6/K8/Nr+b6 w LPp 1",
        Color::WHITE,
        3,
        7,
    ),
];

/// The length that the solver proves under the rule.
fn proven(sfen: &str, attacker: Color) -> Option<u32> {
    let problem = Problem::from_sfen_with(sfen, Some(attacker)).unwrap();
    let mut solver = Solver::new(Options::default()).unwrap();
    let goal = Goal::Shortest(Futile::Standard);
    let outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
    let mate = outcome.verdict.mate()?;
    check_line(&Board::from_sfen(sfen).unwrap(), mate, sfen);
    mate.exact.then_some(mate.length)
}

#[test]
fn every_clause_of_the_rule_counts() {
    const CAP: usize = 500_000;
    for (reading, sfen, attacker, length, other) in CLAUSES {
        let board = Board::from_sfen(sfen).unwrap();
        let mut count = StandardLength::new(attacker, CAP);
        assert_eq!(count.within(&board, length), Ok(Some(length)), "{sfen}");
        let mut count = StandardLength::read_as(reading, attacker, CAP);
        let found = count.within(&board, length.max(other));
        assert_eq!(found, Ok(Some(other)), "{reading:?} {sfen}");
        assert_eq!(proven(sfen, attacker), Some(length), "{sfen}");
    }
}

/// The examples of the page on the rule, too large for brute force.
#[test]
fn lengths_are_those_of_the_page() {
    for (sfen, length) in [
        ("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 1),
        ("7kS/7ls/5+R3/2+R6/9/9/9/9/9 b G2s 1", 5),
    ] {
        assert_eq!(proven(sfen, Color::BLACK), Some(length), "{sfen}");
    }
}

/// Where opinions differ: lengths under `none` and `standard`, and the first defence
/// that counts.
const GREY_ZONES: [(&str, &str, [u32; 2], &str); 5] = [
    // A knight moves between lance and king: the move of a piece on the board
    // counts, the drops against the lance do not.
    (
        "a move onto the line",
        "9/5l3/5p2k/9/9/7n1/6+R2/9/8L w GPs 1",
        [8, 6],
        "2f1h+",
    ),
    // A rook checks with another behind it on the same line.
    (
        "one slider behind another",
        "4l4/9/3R+Rs1k1/9/6n2/9/9/9/9 b GN2n 1",
        [7, 5],
        "2c1b",
    ),
    // After the capture the king has other squares to go to.
    (
        "other replies after the capture",
        "8k/9/4+R+R2L/9/9/9/9/9/9 w Sgl 1",
        [6, 4],
        "1a2a",
    ),
    // A knight dropped next to the king lasts longest, and counts.
    (
        "a drop that costs the piece",
        "7k1/9/9/5g+R2/9/9/9/7L1/9 w Lsn 1",
        [10, 8],
        "N*2b",
    ),
    // A pawn on 2f is taken by the dragon. On 3g the bishop takes it, the pawn is
    // handed back and comes again on 2f, and now the dragon shields its king.
    (
        "a drop that comes again",
        "9/9/7S1/9/8k/9/8P/4KB1+Rr/9 w p 1",
        [2, 2],
        "P*3g",
    ),
];

#[test]
fn grey_zones_are_judged_as_documented() {
    let mut solver = Solver::new(Options::default()).unwrap();
    for (name, sfen, lengths, defence) in GREY_ZONES {
        let problem = Problem::from_sfen_with(sfen, Some(Color::BLACK)).unwrap();
        let board = Board::from_sfen(sfen).unwrap();
        for ((_, futile), expected) in Futile::ALL.into_iter().zip(lengths) {
            let goal = Goal::Shortest(futile);
            let outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
            let Some(mate) = outcome.verdict.mate().filter(|mate| mate.exact) else {
                panic!("{name}, {futile:?}: no proven length");
            };
            assert_eq!(mate.length, expected, "{name}, {futile:?}");
            if futile == Futile::Standard {
                let first = usize::from(problem.attacker_to_move());
                assert_eq!(mate.line[first].to_usi(), defence, "{name}");
                let mut count = StandardLength::new(Color::BLACK, 2_000_000);
                assert_eq!(count.within(&board, expected), Ok(Some(expected)), "{name}");
            }
        }
    }
}

/// Positions that users of other programs have asked about.
#[test]
fn what_users_asked_about_is_answered() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/problems/futile.tsv"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let [id, sfen, length] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let attacker = Problem::from_sfen(sfen).unwrap().attacker();
        match length.parse() {
            Ok(length) => assert_eq!(proven(sfen, attacker), Some(length), "{id}"),
            Err(_) => assert_ne!(proven(sfen, attacker), Some(1), "{id}"),
        }
    }
}
