//! Lengths that leave futile interpositions out, against a brute force over the
//! rule as it is written down, with the oracle's rules code.

use crate::common::hands::with_other_hands;
use crate::common::switched::switched;
use kemuri_core::{Color, Move, Problem};
use kemuri_oracle::Board;
use kemuri_oracle::futile::{Reading, StandardLength};
use kemuri_oracle::random::{
    RandomProblem, Rng, on_threads, random_attack, random_interposition, random_small,
};
use kemuri_oracle::sample::Sample;
use kemuri_solver::{Budget, Futile, Goal, Mate, Options, Solver, Verdict};
use std::collections::HashSet;

/// Nodes for a position.
const NODES: u64 = 50_000;
/// Positions that the brute force looks at.
const CAP: usize = 5_000;

/// What was seen.
#[derive(Default)]
struct Seen {
    checked: u32,
    shorter: u32,
    /// Lengths that differ if moves are judged like drops.
    moves: u32,
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
        let interposes = drop.is_drop() || mate.futile == Futile::WithMoves;
        assert!(interposes && !capture.is_drop(), "{context}");
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
    let mut lengths = [None; 3];
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
            // What is a mate with every reply is one without some.
            assert_eq!(futile, Futile::None, "{context}");
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
        let drops = solver.futile_drops(&outcome, &Budget::default(), &mut |_| ());
        let drops = drops.unwrap();
        if futile == Futile::None {
            assert!(mate.futile_tail.is_empty() && drops.is_empty(), "{context}");
            continue;
        }
        seen.tails += u32::from(!mate.futile_tail.is_empty());
        // What is played out after the line is listed as futile.
        let last = drops.iter().any(|drop| drop.after == mate.line.len());
        assert_eq!(last, !mate.futile_tail.is_empty(), "{context}");
        for drop in drops {
            let before = play(&random.board, &mate.line[..drop.after], &context);
            play(&before, &drop.line, &context);
            // The mate goes on for no longer than without the drop.
            let left = mate.line.len() - drop.after;
            assert!(drop.line.len() <= left + 2, "{context}: {drop:?}");
            seen.explained += 1;
        }
        let reading = reading_of(futile).expect("a rule");
        let mut count = StandardLength::read_as(reading, random.attacker, CAP);
        if let Ok(length) = count.within(&random.board, mate.length) {
            assert_eq!(length, Some(mate.length), "{context}");
            seen.checked += 1;
        }
    }
    let [literal, standard, with_moves] = lengths;
    assert!(standard <= literal && with_moves <= literal, "{sfen}");
    seen.shorter += u32::from(standard < literal);
    seen.moves += u32::from(standard != with_moves);
}

/// The rule of a profile as the oracle names it.
fn reading_of(futile: Futile) -> Option<Reading> {
    match futile {
        Futile::Standard => Some(Reading::Standard),
        Futile::WithMoves => Some(Reading::WithMoves),
        _ => None,
    }
}

/// How many random positions a test looks at.
fn seeds(default: u64) -> u64 {
    std::env::var("KEMURI_FUTILE_SEEDS").map_or(default, |n| n.parse().unwrap())
}

#[test]
fn lengths_follow_the_rule() {
    const THREADS: u64 = 2;
    let sample = Sample::one_in(5);
    let seeds = seeds(sample.of(10_000));
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
    let moves = sum(|s| s.moves);
    println!("{checked} checked, {shorter} shorter, {explained} explained, {tails} tails");
    println!("{bounds} bounds, {moves} differ with moves");
    assert!(checked > sample.of(1000) && shorter > sample.of(50));
    assert!(explained > sample.of(50) && tails > sample.of(20) && moves > sample.of(10));
    assert!(bounds < checked / 10);
}

/// Solves a board with several hands on one table, and returns how many lengths
/// were compared with brute force, and how many different ones there were.
fn check_hands(seed: u64) -> (u32, usize) {
    let mut rng = Rng::new(9_000_000 + seed);
    let first = random_interposition(&mut rng);
    let mut options = Options::default().with_hash(64 << 10);
    if seed.is_multiple_of(16) {
        options.threads = 2;
    }
    let mut solver = Solver::new(options).unwrap();
    let mut lengths = HashSet::new();
    let mut checked = 0;
    for _ in 0..6 {
        let random = with_other_hands(&first, &mut rng);
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        let goal = Goal::Shortest(Futile::Standard);
        let budget = Budget::default().with_nodes(NODES);
        let outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
        let Some(mate) = outcome.verdict.mate().filter(|mate| mate.exact) else {
            continue;
        };
        let context = format!("seed {seed}: {sfen}: {mate:?}");
        check_line(&random.board, mate, &context);
        let mut count = StandardLength::new(random.attacker, CAP);
        if let Ok(length) = count.within(&random.board, mate.length) {
            assert_eq!(length, Some(mate.length), "{context}");
            checked += 1;
            lengths.insert(mate.length);
        }
    }
    (checked, lengths.len())
}

/// What is stored for one hand must not answer for another: a length is not
/// monotone in the hand. A table of 64 KiB forgets in between.
#[test]
fn lengths_of_one_hand_are_not_taken_for_another() {
    const THREADS: u64 = 2;
    let sample = Sample::one_in(5);
    let seeds = seeds(sample.of(1_000));
    let all = on_threads(THREADS, |thread| {
        let mine = (0..seeds).filter(|seed| seed % THREADS == thread);
        mine.map(check_hands)
            .fold((0, 0), |(checked, several), found| {
                (checked + found.0, several + u32::from(found.1 > 1))
            })
    });
    let checked: u32 = all.iter().map(|found| found.0).sum();
    let several: u32 = all.iter().map(|found| found.1).sum();
    println!("{checked} lengths, {several} boards with several");
    assert!(checked > sample.of(500) && several > sample.of(30));
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
    proven_under(Futile::Standard, sfen, attacker)
}

/// The length that the solver proves under a profile.
fn proven_under(futile: Futile, sfen: &str, attacker: Color) -> Option<u32> {
    let problem = Problem::from_sfen_with(sfen, Some(attacker)).unwrap();
    let mut solver = Solver::new(Options::default()).unwrap();
    let goal = Goal::Shortest(futile);
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

/// Where opinions differ: lengths under `none`, `standard` and `with-moves`, and the
/// first defence that counts under `standard`.
const GREY_ZONES: [(&str, &str, [u32; 3], &str); 5] = [
    // A knight moves between lance and king: the move of a piece on the board
    // counts, the drops against the lance do not.
    (
        "a move onto the line",
        "9/5l3/5p2k/9/9/7n1/6+R2/9/8L w GPs 1",
        [8, 6, 6],
        "2f1h+",
    ),
    // A rook checks with another behind it on the same line.
    (
        "one slider behind another",
        "4l4/9/3R+Rs1k1/9/6n2/9/9/9/9 b GN2n 1",
        [7, 5, 5],
        "2c1b",
    ),
    // After the capture the king has other squares to go to.
    (
        "other replies after the capture",
        "8k/9/4+R+R2L/9/9/9/9/9/9 w Sgl 1",
        [6, 4, 4],
        "1a2a",
    ),
    // A knight dropped next to the king lasts longest, and counts.
    (
        "a drop that costs the piece",
        "7k1/9/9/5g+R2/9/9/9/7L1/9 w Lsn 1",
        [10, 8, 8],
        "N*2b",
    ),
    // A pawn on 2f is taken by the dragon. On 3g the bishop takes it, the pawn is
    // handed back and comes again on 2f, and now the dragon shields its king.
    (
        "a drop that comes again",
        "9/9/7S1/9/8k/9/8P/4KB1+Rr/9 w p 1",
        [2, 2, 2],
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
            }
            if let Some(reading) = reading_of(futile) {
                let mut count = StandardLength::read_as(reading, Color::BLACK, 2_000_000);
                assert_eq!(count.within(&board, expected), Ok(Some(expected)), "{name}");
            }
        }
    }
}

/// Positions that users of other programs have asked about, and their lengths. With
/// none there is no mate in one, which a program claimed.
const ASKED: [(&str, &str, Option<u32>); 16] = [
    (
        "kh5",
        "l4gknl/3g2s2/pB2pp1pp/3P5/2P6/4s3P/P3sPPP1/1P4K2/L5GNL w RGN3Prbsn2p 84",
        Some(13),
    ),
    (
        "kh8a",
        "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1",
        Some(11),
    ),
    (
        "kh8a2",
        "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1",
        Some(1),
    ),
    ("kh8b", "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", Some(1)),
    (
        "sh15-a1",
        "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1",
        Some(1),
    ),
    (
        "sh15-a2",
        "3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1",
        Some(1),
    ),
    (
        "sh15-b1",
        "3+R3nk/9/5p1G1/9/9/9/8p/9/8L b 16p3l3n4s3g2br 1",
        Some(1),
    ),
    (
        "sh15-b2",
        "3+R3bk/9/5p1G1/9/9/9/8p/9/8L b 16p3l4n4s3gbr 1",
        Some(1),
    ),
    (
        "yo162-1",
        "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1",
        Some(3),
    ),
    (
        "sug1",
        "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1",
        Some(5),
    ),
    (
        "sh14-1",
        "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1",
        None,
    ),
    (
        "sh14-2",
        "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1",
        None,
    ),
    (
        "sh14-3",
        "9/4+p4/7p1/4n2n1/6k2/3B2B2/2R2pS2/9/9 b r4g3s2n4l15p 1",
        None,
    ),
    (
        "sug13",
        "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1",
        Some(13),
    ),
    (
        "sh16-2b",
        "8k/R7+b/g5N2/1R7/9/9/9/9/9 b b3g4s3n4l18p 1",
        Some(11),
    ),
    ("chain", "7kS/7ls/5+R3/2+R6/9/9/9/9/9 b G2s 1", Some(5)),
];

#[test]
fn what_users_asked_about_is_answered() {
    for (id, sfen, length) in ASKED {
        let problem = Problem::from_sfen(sfen).unwrap();
        match length {
            Some(length) => assert_eq!(proven(sfen, problem.attacker()), Some(length), "{id}"),
            None => {
                let mut solver = Solver::new(Options::default()).unwrap();
                let (goal, budget) = (Goal::Shortest(Futile::Standard), Budget::default());
                let outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
                let is_mate = (outcome.verdict.mate()).map(|mate| (mate.exact, mate.length > 1));
                let answered = outcome.verdict == Verdict::NoMate || is_mate == Some((true, true));
                assert!(answered, "{id}: {:?}", outcome.verdict);
            }
        }
    }
}

/// A problem in which a piece of the board only comes in between: it counts, unless
/// the profile judges moves like drops.
#[test]
fn moves_of_the_board_are_judged_if_asked_for() {
    let (id, sfen, length) = ASKED[13];
    assert_eq!((id, length), ("sug13", Some(13)));
    assert_eq!(proven_under(Futile::WithMoves, sfen, Color::BLACK), Some(1));
}
