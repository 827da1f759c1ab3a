//! What a check costs, compared with the answer alone.
//!
//! ```console
//! cargo run --release -p kemuri-judge --example check_cost -- NODES FILE...
//! ```
//!
//! Each problem of the collections (`id<TAB>sfen`, `#` comments) is solved to its
//! shortest mate and checked, each with empty tables of the same size and at most
//! `NODES` nodes. Where a fourth column has the solution, the endings of that are
//! taken for problems too. A row is printed for every sound problem of at most 31
//! plies, and at the end the geometric means of check over solve, of time and of
//! nodes.

use kemuri_core::{Move, Problem};
use kemuri_judge::{Author, CheckOptions, Judge, Soundness};
use kemuri_solver::{Budget, Futile, Goal, Options, Solver};
use std::collections::HashSet;
use std::error::Error;
use std::time::Duration;

/// The longest problems that are compared.
const PLIES: u32 = 31;
/// Memory of the solver, and of the judge.
const HASH: u64 = 64 << 20;
/// Each is done as often, and the least time counts.
const TIMES: usize = 3;

/// Time and nodes.
type Cost = (Duration, u64);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let nodes: u64 = arguments.next().ok_or("NODES FILE... wanted")?.parse()?;
    let budget = Budget::default().with_nodes(nodes);
    let options = Options::default().with_hash(HASH);
    let mut solver = Solver::new(options.clone())?;
    let mut judge = Judge::new(&options)?;
    let (mut times, mut counts) = (Vec::new(), Vec::new());
    let (mut tried, mut left_open) = (0, 0);
    for (name, problem) in problems(arguments)? {
        let Some((length, solved)) = solve(&mut solver, &problem, &budget) else {
            continue;
        };
        tried += 1;
        let Some((verdict, checked)) = check(&mut judge, &problem, &budget) else {
            left_open += 1;
            continue;
        };
        if !matches!(verdict, Soundness::Complete | Soundness::Flawed) {
            continue;
        }
        let time = checked.0.as_secs_f64() / solved.0.as_secs_f64();
        let count = checked.1 as f64 / solved.1.max(1) as f64;
        println!(
            "{name}\t{length}\t{}\t{:.1} ms\t{:.1} ms\t{time:.1}\t{count:.1}",
            verdict.name(),
            solved.0.as_secs_f64() * 1e3,
            checked.0.as_secs_f64() * 1e3,
        );
        times.push(time);
        counts.push(count);
    }
    println!(
        "{} sound of {tried} solved, {left_open} left open: time {:.1}, nodes {:.1}",
        times.len(),
        geometric_mean(&times),
        geometric_mean(&counts)
    );
    Ok(())
}

/// The problems of collections with their names, each once.
fn problems(files: impl Iterator<Item = String>) -> Result<Vec<(String, Problem)>, Box<dyn Error>> {
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |name: String, problem: Problem| {
        if seen.insert(problem.to_sfen()) {
            problems.push((name, problem));
        }
    };
    for file in files {
        for row in std::fs::read_to_string(file)?.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let &[name, sfen, ref rest @ ..] = &columns[..] else {
                continue;
            };
            if name.starts_with('#') {
                continue;
            }
            let problem = Problem::from_sfen(sfen)?;
            let mut position = problem.position();
            add(name.into(), problem);
            let moves = rest.get(1).unwrap_or(&"").split_whitespace();
            for (ply, mv) in moves.enumerate() {
                position.apply_move(Move::from_usi(mv).ok_or("no move")?);
                if ply % 2 == 1 {
                    let ending = Problem::from_sfen(&position.to_sfen(None))?;
                    add(format!("{name}+{}", ply + 1), ending);
                }
            }
        }
    }
    Ok(problems)
}

/// The proven length of a problem that is short enough, and what that cost.
fn solve(solver: &mut Solver, problem: &Problem, budget: &Budget) -> Option<(u32, Cost)> {
    let goal = Goal::Shortest(Futile::default());
    let mut least = (Duration::MAX, 0);
    let mut plies = 0;
    for _ in 0..TIMES {
        solver.clear();
        let outcome = solver.solve(problem, goal, &budget.renewed(), &mut |_| ());
        plies = outcome.verdict.mate().filter(|mate| mate.exact)?.length;
        least = least.min((outcome.stats.time, outcome.stats.nodes));
    }
    (plies <= PLIES).then_some((plies, least))
}

/// The verdict on a problem and what that cost, unless it is left open.
fn check(judge: &mut Judge, problem: &Problem, budget: &Budget) -> Option<(Soundness, Cost)> {
    let options = CheckOptions::default();
    let mut least = (Duration::MAX, 0);
    let mut verdict = Soundness::Undecided;
    for _ in 0..TIMES {
        let (author, budget) = (Author::default(), budget.renewed());
        let report = judge.check(problem, author, &options, &budget, &mut |_| ());
        verdict = report.verdict;
        if verdict == Soundness::Undecided {
            return None;
        }
        least = least.min((report.time, report.nodes));
    }
    Some((verdict, least))
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logarithms / ratios.len().max(1) as f64).exp()
}
