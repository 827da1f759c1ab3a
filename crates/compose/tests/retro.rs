//! What extending a problem backwards promises.

use kemuri_compose::condition::Unique;
use kemuri_compose::recheck::{Flaw, recheck};
use kemuri_compose::retro::{Extensions, Rules, extend};
use kemuri_core::{Board, Move, Problem};
use kemuri_solver::{Limits, Options, Reason, Solver};
use std::sync::atomic::Ordering::Relaxed;

/// The last seven plies of a tofu smoke: a sound problem that can be extended by
/// forty-four.
fn seven() -> (Problem, Vec<Move>) {
    let first = include_str!("../data/tofu-smoke.tsv").lines().nth(1);
    let columns: Vec<&str> = first.unwrap().split('\t').collect();
    let moves: Vec<Move> = columns[3]
        .split(' ')
        .map(|mv| Move::from_usi(mv).unwrap())
        .collect();
    let (played, left) = moves.split_at(moves.len() - 7);
    let mut board = Board::new(&Problem::from_sfen(columns[1]).unwrap());
    for &mv in played {
        board.make(mv);
    }
    (Problem::of_board(&board).unwrap(), left.to_vec())
}

fn solver() -> Solver {
    let options = Options {
        hash: 8 << 20,
        ..Options::default()
    };
    Solver::new(options).unwrap()
}

fn extended(
    steps: usize,
    rules: &Rules,
    limits: &Limits,
    on_step: &mut dyn FnMut(usize, usize),
) -> Extensions {
    let (problem, line) = seven();
    let mut solver = solver();
    extend(
        (&problem, &line),
        steps,
        rules,
        &mut solver,
        limits,
        on_step,
    )
}

fn lengths(found: &Extensions) -> Vec<usize> {
    found.problems.iter().map(|e| e.line.len()).collect()
}

#[test]
fn the_longest_come_first_even_if_it_was_interrupted() {
    let rules = Rules::default();
    let all = extended(3, &rules, &Limits::default(), &mut |_, _| ());
    assert!(all.complete);
    assert_eq!(lengths(&all).first(), Some(&13));
    let limits = Limits::default();
    let some = extended(3, &rules, &limits, &mut |step, _| {
        limits.stop.store(step == 2, Relaxed);
    });
    assert!(!some.complete);
    // What the interruption cut short is not called undecided.
    assert_eq!(some.open, 0);
    let found = lengths(&some);
    assert_eq!((found.first(), found.last()), (Some(&11), Some(&9)));
    assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
}

#[test]
fn no_extension_is_longer_than_the_condition_says() {
    let rules = Rules {
        length: 12,
        ..Rules::default()
    };
    let found = extended(9, &rules, &Limits::default(), &mut |_, _| ());
    assert!(found.complete);
    assert_eq!(lengths(&found).first(), Some(&11));
}

#[test]
fn an_interruption_is_not_a_limit_of_nodes() {
    let (problem, _) = seven();
    let limits = Limits::default();
    limits.stop.store(true, Relaxed);
    let flaw = recheck(&problem, None, Unique::AllButLast, &mut solver(), &limits).unwrap_err();
    assert_eq!(flaw, Flaw::Undecided(Reason::Interrupted));
}
