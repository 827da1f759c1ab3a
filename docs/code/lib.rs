//! The Rust examples of the book and of the front pages, compiled and run as
//! doctests.

use kemuri_core::{Budget, Problem};
use kemuri_solver::{Futile, Goal, Options, Solver};

/// The certificate of the problem that the chapter "As a library" verifies.
pub fn certificate() -> Vec<u8> {
    let problem: Problem = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p"
        .parse()
        .expect("a legal problem");
    let mut solver = Solver::new(Options::default()).expect("memory for a table");
    let (budget, goal) = (Budget::default(), Goal::Shortest(Futile::None));
    let outcome = solver.solve(&problem, goal, &budget, &mut |_| ());
    let mut bytes = Vec::new();
    solver
        .certify(
            &problem,
            &outcome,
            1 << 20,
            &mut bytes,
            &budget,
            &mut |_| (),
        )
        .expect("a certificate");
    bytes
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../README.ja.md")]
#[doc = include_str!("../src/library.md")]
struct Pages;
