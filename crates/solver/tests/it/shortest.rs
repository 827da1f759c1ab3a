//! Shortest mates against rules code that shares nothing with the search: the
//! oracle's ranks where the whole game is small, of every position along the
//! line too; and where it is not, a search by brute force for anything shorter.

use crate::common::{ROOMY, runs, solver, variants};
use kemuri_core::Problem;
use kemuri_oracle::board::Board;
use kemuri_oracle::fixpoint::Outcome;
use kemuri_oracle::random::{Rng, on_threads, random_attack, random_small};
use kemuri_oracle::sample::Sample;
use kemuri_oracle::tsume::Solution;
use kemuri_solver::{Budget, Futile, Goal, Options, Solver, Verdict};

/// Positions that are looked at; one in thirty or so is a mate.
const POSITIONS: u64 = 16_000;
/// Positions the oracle may look at before it gives up.
const CAP: usize = 1500;
#[derive(Default, Debug)]
struct Tally {
    mates: u64,
    cyclic: u64,
    runs: u64,
    /// Runs that ended without a proof of the length, in a roomy table.
    unproven: u64,
    /// The same in a table that forgets almost everything.
    forgetful: u64,
}

fn check(seeds: std::ops::Range<u64>) -> Tally {
    let variants = variants();
    let mut tally = Tally::default();
    for seed in seeds {
        let random = random_small(&mut Rng::new(seed));
        let Ok(solution) = Solution::of(&random.board, random.attacker, CAP) else {
            continue;
        };
        let Outcome::Mate(rank) = solution.outcome() else {
            continue;
        };
        tally.mates += 1;
        tally.cyclic += u64::from(solution.has_cycle());
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        let turn = tally.mates as usize;
        for (variant, size) in runs(turn, variants.len()) {
            let (name, options) = &variants[variant];
            let (mut solver, budget) = solver(options, size);
            let outcome =
                solver.solve(&problem, Goal::Shortest(Futile::None), &budget, &mut |_| ());
            let context = || format!("{sfen} rank {rank}, {name}, {size} bytes: {outcome:?}");
            tally.runs += 1;
            match &outcome.verdict {
                Verdict::Mate(mate) if mate.exact => {
                    assert_eq!(mate.length, rank, "{}", context());
                    assert_eq!(mate.line.len() as u32, rank, "{}", context());
                    assert_eq!(mate.futile, Futile::None);
                    let end = problem.play_all(&mate.line).unwrap();
                    assert_eq!(mate.hand_left, end.attacker_hand(), "{}", context());
                    let mut board = random.board.clone();
                    for (i, &mv) in mate.line.iter().enumerate() {
                        board = board.after(mv);
                        let left = solution.outcome_of(&board);
                        let expected = Outcome::Mate(rank - i as u32 - 1);
                        assert_eq!(left, Some(expected), "move {}: {}", i + 1, context());
                    }
                }
                Verdict::Mate(mate) => {
                    assert!(mate.length >= rank, "{}", context());
                    *tally.missing(size) += 1;
                }
                Verdict::Unknown(_) => *tally.missing(size) += 1,
                Verdict::NoMate => panic!("{}", context()),
            }
        }
    }
    tally
}

impl Tally {
    fn missing(&mut self, size: u64) -> &mut u64 {
        if size < ROOMY {
            &mut self.forgetful
        } else {
            &mut self.unproven
        }
    }
}

#[test]
fn shortest_mates_have_the_oracles_rank() {
    let sample = Sample::one_in(5);
    let half = sample.of(POSITIONS) / 2;
    let tallies = on_threads(2, |i| check(i * half..(i + 1) * half));
    println!("{tallies:?}");
    for tally in tallies {
        assert!(
            tally.mates > sample.of(100) && tally.cyclic > 0,
            "{tally:?}"
        );
        assert!(tally.unproven * 1000 < tally.runs, "{tally:?}");
        assert!(tally.forgetful * 20 < tally.runs, "{tally:?}");
    }
}

/// Whether the side to move mates within `plies`, by trying everything.
fn mates_within(board: &Board, plies: u32) -> bool {
    board.checks().iter().any(|&check| {
        let after = board.after(check);
        let replies = after.legal_moves();
        replies.is_empty()
            || plies >= 3
                && replies
                    .iter()
                    .all(|&reply| mates_within(&after.after(reply), plies - 2))
    })
}

#[test]
fn nothing_shorter_is_found_by_brute_force() {
    let mut solver = Solver::new(Options::default().with_hash(1 << 20)).unwrap();
    let budget = Budget::default().with_nodes(50_000);
    let sample = Sample::one_in(5);
    let mut lengths = [0; 8];
    for seed in 0..sample.of(6_000) {
        let random = random_attack(&mut Rng::new(seed));
        if !random.attacker_to_move() {
            continue;
        }
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        solver.clear();
        let goal = Goal::Shortest(Futile::None);
        let outcome = solver.solve(&problem, goal, &budget.renewed(), &mut |_| ());
        let Some(mate) = outcome.verdict.mate().filter(|mate| mate.exact) else {
            continue;
        };
        let length = mate.length;
        assert_eq!(mate.line.len() as u32, length, "{sfen}: {outcome:?}");
        if (3..=5).contains(&length) {
            lengths[length as usize] += 1;
            assert!(
                !mates_within(&random.board, length - 2),
                "{sfen}: {outcome:?}"
            );
        }
    }
    println!("{lengths:?}");
    let enough = sample.of(100);
    assert!(lengths[3] > enough && lengths[5] > enough, "{lengths:?}");
}
