//! The line in the order of the Edo books, against the order as it is written down,
//! with the oracle's rules code and lengths.

use kemuri_core::{Hand, Problem};
use kemuri_oracle::Board;
use kemuri_oracle::edo::{EdoLength, Lengths};
use kemuri_oracle::futile::StandardLength;
use kemuri_oracle::graph::TooLarge;
use kemuri_oracle::random::{
    RandomProblem, Rng, on_threads, random_attack, random_interposition, random_small,
};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::Solution;
use kemuri_solver::{Budget, EdoLine, Futile, Goal, Mate, Options, Outcome, Reason, Solver};

/// Positions that brute force looks at.
const CAP: usize = 2_000;
/// Nodes for a position.
const NODES: u64 = 100_000;

fn solver() -> Solver {
    Solver::new(Options::default().with_hash(4 << 20)).unwrap()
}

fn solved(solver: &mut Solver, problem: &Problem, futile: Futile) -> Outcome {
    let budget = Budget::default().with_nodes(NODES);
    solver.solve(problem, Goal::Shortest(futile), &budget, &mut |_| ())
}

fn edo_line(solver: &mut Solver, outcome: &Outcome) -> Option<EdoLine> {
    let line = solver.edo_line(outcome, &Budget::default(), &mut |_| ());
    line.unwrap()
}

/// What was seen.
#[derive(Default, Debug)]
struct Seen {
    checked: u32,
    /// The modern line leaves pieces, the Edo line is shorter and leaves none.
    shorter: u32,
    /// Pieces can be left whatever the defence.
    unclean: u32,
}

/// Compares the line with the definition at every move.
fn compare(
    lengths: &mut dyn Lengths,
    board: &Board,
    (mate, edo): (&Mate, &EdoLine),
    seen: &mut Seen,
    context: &str,
) -> Result<(), TooLarge> {
    let (attacker, mut length) = (lengths.attacker(), mate.length);
    let mut definition = EdoLength::new(lengths);
    let expected = definition.of(board, length)?;
    seen.checked += 1;
    assert_eq!(edo.undecided, None, "{context}");
    let Some(mut plies) = expected else {
        seen.unclean += 1;
        assert_eq!(edo.line, mate.line, "{context}");
        return Ok(());
    };
    assert_eq!(edo.line.len() as u32, plies, "{context}: {edo:?}");
    assert_eq!(edo.hand_left, Hand::EMPTY, "{context}");
    seen.shorter += u32::from(plies < length && mate.hand_left != Hand::EMPTY);
    let mut board = board.clone();
    for &mv in &edo.line {
        plies -= 1;
        let compared = definition.moves(&board, length)?;
        assert!(compared.contains(&(mv, Some(plies))), "{context}: {mv}");
        let is_attack = board.turn() == attacker;
        board = board.after(mv);
        length = match definition.length(&board, length - 1)? {
            Some(left) if !is_attack || left == length - 1 => left,
            left => panic!("{context}: {left:?} after {mv}"),
        };
    }
    Ok(())
}

fn check(random: &RandomProblem, seen: &mut Seen) {
    let sfen = random.sfen();
    let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
    for futile in [Futile::None, Futile::Standard] {
        let mut solver = solver();
        let outcome = solved(&mut solver, &problem, futile);
        let Some(mate) = outcome.verdict.mate().filter(|mate| mate.exact) else {
            continue;
        };
        if mate.length < 3 || mate.length > 15 {
            continue;
        }
        let edo = edo_line(&mut solver, &outcome).unwrap();
        let context = format!("{sfen} {futile:?}");
        let both = (mate, &edo);
        // A position that is too large for brute force is none for this test.
        let _: Result<(), TooLarge> = if futile == Futile::None {
            Solution::of(&random.board, random.attacker, CAP)
                .and_then(|mut all| compare(&mut all, &random.board, both, seen, &context))
        } else {
            let mut all = StandardLength::new(random.attacker, CAP);
            (all.within(&random.board, mate.length))
                .and_then(|_| compare(&mut all, &random.board, both, seen, &context))
        };
    }
}

#[test]
fn the_line_is_that_of_the_definition() {
    let sample = Sample::one_in(2);
    let tallies = on_threads(2, |i| {
        let mut seen = Seen::default();
        for seed in (i..sample.of(1_200)).step_by(2) {
            let mut rng = Rng::new(seed);
            let random = match seed % 6 {
                0 | 1 => random_attack(&mut rng),
                2 | 3 => random_small(&mut rng),
                _ => random_interposition(&mut rng),
            };
            check(&random, &mut seen);
        }
        seen
    });
    println!("{tallies:?}");
    for seen in tallies {
        assert!(seen.checked > sample.of(10) && seen.unclean > 0, "{seen:?}");
    }
}

/// The longest defence leaves a piece, a shorter one none: position, length, plies of
/// the Edo line.
const SHORTER: [(&str, u32, &str); 5] = [
    (
        "4+B4/4G1k2/5lg2/4p4/9/9/9/9/9 b 2L 1",
        9,
        "5a4a 3b2a L*2e 2a1a L*1c",
    ),
    ("7k1/7s1/6+B2/5g3/9/9/9/9/9 b SL 1", 7, "S*3b 2a1a L*1c"),
    (
        "7k1/9/9/9/3L2+R2/9/9/9/9 b GLgl 1",
        9,
        "L*2d L*2c 2d2c 2a1b L*1d 1b2c G*1c",
    ),
    // The defender captures the checking piece instead.
    (
        "3B5/9/6k2/9/5+Bn2/7s1/9/9/9 b SNLsl 1",
        9,
        "4e3d 3c3b L*3c 3b2b S*2c 2b1c N*2e",
    ),
    (
        "9/3p2k2/8+R/5n3/9/9/9/9/9 b SPp 1",
        7,
        "S*4c 3b2a P*2b 2a3a 1c1a",
    ),
];

#[test]
fn a_shorter_defence_that_leaves_nothing_is_shown() {
    for (sfen, length, moves) in SHORTER {
        let problem: Problem = sfen.parse().unwrap();
        let mut solver = solver();
        let outcome = solved(&mut solver, &problem, Futile::Standard);
        let mate = outcome.verdict.mate().unwrap();
        assert_eq!((mate.length, mate.exact), (length, true), "{sfen}");
        assert_ne!(mate.hand_left, Hand::EMPTY, "{sfen}");
        let edo = edo_line(&mut solver, &outcome).unwrap();
        let line: Vec<String> = edo.line.iter().map(|mv| mv.to_usi()).collect();
        assert_eq!(line.join(" "), moves, "{sfen}");
        let board = Board::from_sfen(sfen).unwrap();
        let mut all = StandardLength::new(problem.attacker(), 400_000);
        let mut seen = Seen::default();
        let both = (mate, &edo);
        assert_eq!(compare(&mut all, &board, both, &mut seen, sfen), Ok(()));
        assert_eq!(seen.shorter, 1, "{sfen}");
    }
}

/// Nothing is claimed of the order when the limits are reached, and the line of the
/// mate stays. A mate that is not proven shortest has none.
#[test]
fn a_spent_budget_leaves_the_order_open() {
    let problem: Problem = SHORTER[0].0.parse().unwrap();
    let mut solver = solver();
    let outcome = solved(&mut solver, &problem, Futile::Standard);
    let stopped = Budget::default();
    stopped.stop();
    let edo = solver.edo_line(&outcome, &stopped, &mut |_| ());
    let edo = edo.unwrap().unwrap();
    assert_eq!(edo.undecided, Some(Reason::Interrupted));
    assert_eq!(edo.line, outcome.verdict.mate().unwrap().line);
    let first = solver.solve(&problem, Goal::FirstMate, &Budget::default(), &mut |_| ());
    assert!(!first.verdict.mate().unwrap().exact);
    assert_eq!(edo_line(&mut solver, &first), None);
}

/// Problems of the collections beside the project that are printed in this order,
/// when they are there: their lengths and the plies that are printed.
#[test]
fn printed_lines_have_the_plies_of_the_order() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/problems/muso.tsv"
    );
    let Ok(text) = std::fs::read_to_string(file) else {
        return;
    };
    for (name, length) in [
        ("muso021", 25),
        ("muso043", 55),
        ("muso047", 19),
        ("muso053", 43),
        ("muso082", 25),
        ("muso096", 55),
    ] {
        let row = text.lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let row = row.into_iter().find(|row| row[0] == name).unwrap();
        let mut solver = Solver::new(Options::default()).unwrap();
        let goal = Goal::Shortest(Futile::Standard);
        let problem: Problem = row[1].parse().unwrap();
        let outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
        assert_eq!(outcome.verdict.mate().unwrap().length, length, "{name}");
        let edo = edo_line(&mut solver, &outcome).unwrap();
        assert_eq!(edo.undecided, None, "{name}");
        assert_eq!(edo.line.len().to_string(), row[2], "{name}");
    }
}
