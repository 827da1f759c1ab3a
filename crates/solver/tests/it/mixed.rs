//! One table, questions of every kind: under every rule, with other hands, about positions
//! further on, with limits that end a search in the middle, with what explains an answer in
//! between. What one question leaves in the table must not answer another one wrongly.

use crate::common::hands::with_other_hands;
use crate::common::switched::switched;
use kemuri_core::Problem;
use kemuri_core::replay::verify_mate;
use kemuri_oracle::fixpoint::Outcome as Rank;
use kemuri_oracle::futile::{Reading, StandardLength};
use kemuri_oracle::random::{
    RandomProblem, Rng, on_threads, random_attack, random_interposition, random_small,
};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::{OracleAnswer, Solution, solve_board};
use kemuri_solver::tree::TreeShape;
use kemuri_solver::{Budget, Futile, Goal, Mate, Options, Outcome, Solver, Verdict};

/// Questions about each position and those beside it.
const QUESTIONS: u32 = 10;
/// Nodes for a question that is to be answered.
const NODES: u64 = 50_000;
/// Nodes for what explains an answer.
const FEW_NODES: u64 = 2_000;
/// Positions that brute force looks at.
const CAP: usize = 2_000;

/// What was seen.
#[derive(Default, Debug)]
struct Seen {
    /// Lengths that brute force has confirmed, under a rule and literal ones.
    under_rules: u32,
    literal: u32,
    /// Bounds that are not below the length.
    bounds: u32,
    /// No-mates that brute force has confirmed.
    no_mates: u32,
    undecided: u32,
}

impl Seen {
    fn add(&mut self, other: &Self) {
        self.under_rules += other.under_rules;
        self.literal += other.literal;
        self.bounds += other.bounds;
        self.no_mates += other.no_mates;
        self.undecided += other.undecided;
    }
}

/// A position of play from `random`, up to four moves on.
fn further(random: &RandomProblem, rng: &mut Rng) -> RandomProblem {
    let mut board = random.board.clone();
    for _ in 0..rng.below(5) {
        let moves = match board.turn() == random.attacker {
            true => board.checks(),
            false => board.legal_moves(),
        };
        if moves.is_empty() {
            break;
        }
        board = board.after(*rng.pick(&moves));
    }
    RandomProblem {
        board,
        attacker: random.attacker,
    }
}

/// The length under a rule, if brute force finds it: at most `most`, if there is one.
fn length(random: &RandomProblem, futile: Futile, most: u32) -> Option<Option<u32>> {
    let reading = match futile {
        Futile::Standard => Reading::Standard,
        Futile::WithMoves => Reading::WithMoves,
        _ => {
            let solution = Solution::of(&random.board, random.attacker, CAP).ok()?;
            return Some(match solution.outcome() {
                Rank::Mate(rank) => Some(rank).filter(|&rank| rank <= most),
                _ => None,
            });
        }
    };
    let mut count = StandardLength::read_as(reading, random.attacker, CAP);
    count.within(&random.board, most).ok()
}

fn check_mate(random: &RandomProblem, problem: &Problem, mate: &Mate, context: &str) -> Seen {
    let mut seen = Seen::default();
    let line = [&mate.line[..], &mate.futile_tail].concat();
    assert_eq!(verify_mate(problem, &line), Ok(()), "{context}");
    assert!(mate.line.len() as u32 <= mate.length, "{context}");
    assert!(
        !mate.exact || mate.line.len() as u32 == mate.length,
        "{context}"
    );
    let Some(found) = length(random, mate.futile, mate.length) else {
        return seen;
    };
    let least = found.unwrap_or_else(|| panic!("longer: {context}"));
    if !mate.exact {
        seen.bounds += 1;
        return seen;
    }
    assert_eq!(least, mate.length, "{context}");
    match mate.futile {
        Futile::None => seen.literal += 1,
        _ => seen.under_rules += 1,
    }
    seen
}

/// Asks for what explains an answer, which is searched, too.
fn explain(solver: &mut Solver, outcome: &Outcome, rng: &mut Rng) {
    let budget = Budget::default().with_nodes(FEW_NODES);
    let mut silent = |_: &_| ();
    match rng.below(4) {
        0 => drop(solver.futile_drops(outcome, &budget, &mut silent)),
        1 => drop(solver.edo_line(outcome, &budget, &mut silent)),
        2 => {
            let shape = TreeShape::new(None, 200);
            drop(solver.tree(outcome, &shape, &budget, &mut silent));
        }
        _ => drop(solver.best_tries(outcome, &budget, &mut silent)),
    }
}

/// Asks something about `random` and compares the answer.
fn ask(solver: &mut Solver, random: &RandomProblem, rng: &mut Rng, context: &str) -> Seen {
    let sfen = random.sfen();
    let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
    let goal = match rng.below(7) {
        0 => Goal::FirstMate,
        1 => Goal::Shortest(Futile::None),
        2 | 3 => Goal::Shortest(Futile::WithMoves),
        _ => Goal::Shortest(Futile::Standard),
    };
    let nodes = match rng.chance(1, 2) {
        true => NODES,
        false => 10 << rng.below(9),
    };
    let budget = Budget::default().with_nodes(nodes);
    let outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
    let context = format!("{context}: {sfen} {goal:?}: {:?}", outcome.verdict);
    let seen = match &outcome.verdict {
        Verdict::Mate(mate) => check_mate(random, &problem, mate, &context),
        Verdict::NoMate => match solve_board(&random.board, random.attacker, CAP) {
            OracleAnswer::Mate { length } => panic!("mate in {length}: {context}"),
            answer => Seen {
                no_mates: u32::from(answer == OracleAnswer::NoMate),
                ..Seen::default()
            },
        },
        Verdict::Unknown(_) => Seen {
            undecided: 1,
            ..Seen::default()
        },
    };
    if rng.chance(1, 2) {
        explain(solver, &outcome, rng);
    }
    seen
}

fn check_seed(seed: u64) -> Seen {
    let mut rng = Rng::new(11_000_000 + seed);
    let first = match rng.below(8) {
        0 => random_attack(&mut rng),
        1 => random_small(&mut rng),
        _ => random_interposition(&mut rng),
    };
    let mut options = match rng.chance(1, 3) {
        true => switched(seed),
        false => Options::default(),
    };
    if rng.chance(1, 16) {
        options.threads = 2;
    }
    let hash = *rng.pick(&[64 << 10, 256 << 10, 1 << 20]);
    let mut solver = Solver::new(options.with_hash(hash)).unwrap();
    let mut seen = Seen::default();
    for question in 0..QUESTIONS {
        let other = rng.chance(1, 2);
        let random = match other {
            true => with_other_hands(&first, &mut rng),
            false => first.clone(),
        };
        let random = further(&random, &mut rng);
        let context = format!("seed {seed}, question {question}");
        seen.add(&ask(&mut solver, &random, &mut rng, &context));
    }
    seen
}

/// Every answer of a table that has answered much else before is compared with brute force.
/// `KEMURI_MIXED_SEEDS` is the number of positions, each with its questions.
#[test]
fn a_table_of_many_questions_tells_no_lies() {
    const THREADS: u64 = 2;
    let sample = Sample::one_in(5);
    let seeds = std::env::var("KEMURI_MIXED_SEEDS");
    let seeds = seeds.map_or(sample.of(2_000), |n| n.parse().unwrap());
    let mut all = Seen::default();
    for seen in on_threads(THREADS, |thread| {
        let mut seen = Seen::default();
        for seed in (0..seeds).filter(|seed| seed % THREADS == thread) {
            seen.add(&check_seed(seed));
        }
        seen
    }) {
        all.add(&seen);
    }
    println!("{seeds} positions: {all:?}");
    let share = |parts: u32| seeds as u32 / parts;
    assert!(
        all.under_rules > share(2) && all.no_mates > share(1),
        "{all:?}"
    );
    assert!(all.literal > share(20) && all.bounds > share(40), "{all:?}");
    assert!(all.undecided > 0, "{all:?}");
}
