//! What extending a problem backwards promises.

use crate::second_opinion::{Flaw, recheck};
use kemuri_compose::Condition;
use kemuri_compose::condition::{ConditionMismatch, Count, Setup, Unique};
use kemuri_compose::retro::{ExtendOptions, Extensions, extend};
use kemuri_compose::soundness::SoundnessRules;
use kemuri_core::{Board, Move, Phase, Problem};
use kemuri_solver::{Budget, Options, Progress, Reason, Solver};
use std::time::Duration;

/// The last seven plies of a tofu smoke: a sound problem that can be extended by
/// forty-four.
fn seven() -> (Problem, Vec<Move>) {
    let first = include_str!("../../data/tofu-smoke.tsv").lines().nth(1);
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
    let options = Options::default().with_hash(8 << 20);
    Solver::new(options).unwrap()
}

fn extended(
    options: &ExtendOptions,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Extensions {
    let (problem, line) = seven();
    let mut solver = solver();
    extend(&problem, &line, options, &mut solver, budget, on_progress)
}

fn lengths(found: &Extensions) -> Vec<usize> {
    found.problems.iter().map(|e| e.line.len()).collect()
}

#[test]
fn the_longest_come_first_even_if_it_was_interrupted() {
    let mut options = ExtendOptions::default();
    options.steps = 3;
    let all = extended(&options, &Budget::default(), &mut |_| ());
    assert!(all.complete);
    assert_eq!(lengths(&all).first(), Some(&13));
    let budget = Budget::default();
    let some = extended(&options, &budget, &mut |progress| {
        if progress.done == 2 {
            budget.stop();
        }
    });
    assert!(!some.complete);
    // What the interruption cut short is not called undecided.
    assert_eq!(some.open, 0);
    let found = lengths(&some);
    assert_eq!((found.first(), found.last()), (Some(&11), Some(&9)));
    assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
}

#[test]
fn a_step_that_lasts_reports_its_progress() {
    let mut options = ExtendOptions::default();
    options.steps = 99;
    let budget = Budget::default();
    let (mut inside, mut finished) = (None, 0);
    extended(&options, &budget, &mut |progress| {
        assert!(matches!(progress.phase, Phase::Extending { .. }));
        assert_eq!(progress.total, Some(99));
        if progress.done == finished {
            inside = Some(progress.clone());
            budget.stop();
        }
        finished = progress.done;
    });
    let inside = inside.expect("a report inside a step");
    assert!(inside.nodes > 0 && inside.elapsed > Duration::ZERO);
}

#[test]
fn no_extension_is_longer_than_the_condition_says() {
    let mut options = ExtendOptions::default();
    (options.steps, options.length) = (9, 12);
    let found = extended(&options, &Budget::default(), &mut |_| ());
    assert!(found.complete);
    assert_eq!(lengths(&found).first(), Some(&11));
}

#[test]
fn an_interruption_is_not_a_limit_of_nodes() {
    let (problem, _) = seven();
    let (unique, budget) = (Unique::AllButLast, Budget::default());
    budget.stop();
    let checked = recheck(&problem, None, unique, &mut solver(), u64::MAX, &budget);
    let flaw = checked.unwrap_err();
    assert_eq!(flaw, Flaw::Undecided(Reason::Interrupted));
}

/// What a condition says of all problems holds of one that is extended, too.
#[test]
fn a_problem_that_is_none_of_the_condition_is_told() {
    let tofu = Condition::parse(Condition::shipped("tofu-smoke").unwrap()).unwrap();
    let (problem, line) = seven();
    let fits = |condition: &Condition| condition.matching_line(&problem, &line);
    assert_eq!(fits(&tofu), Ok(line.clone()));
    let turned = Problem::from_sfen_with(&turned(&problem.to_sfen()), None).unwrap();
    let flipped: Vec<Move> = line.iter().map(|mv| mv.flip()).collect();
    assert_eq!(tofu.matching_line(&turned, &flipped), Ok(flipped));
    let other = Condition {
        r#final: Setup {
            attacker: Some(Count::Total(1)),
            ..tofu.r#final
        },
        ..tofu.clone()
    };
    assert_eq!(fits(&other), Err(ConditionMismatch::Final));
    // Every square but one that is used first at some ply.
    let mut board = Board::new(&problem);
    let mut seen = board.occupied();
    let outside = |square: u128, ply: usize| {
        let condition = Condition {
            region: tofu.region & !square,
            ..tofu.clone()
        };
        assert_eq!(fits(&condition), Err(ConditionMismatch::Region { ply }));
    };
    outside(seen & seen.wrapping_neg(), 0);
    for (i, &mv) in line.iter().enumerate() {
        board.make(mv);
        let new = board.occupied() & !seen;
        if new != 0 {
            outside(new, i + 1);
        }
        seen |= new;
    }
}

/// A position with the two sides exchanged.
fn turned(sfen: &str) -> String {
    let words: Vec<&str> = sfen.split(' ').collect();
    let exchanged = |c: char| match c.is_uppercase() {
        true => c.to_ascii_lowercase(),
        false => c.to_ascii_uppercase(),
    };
    let mut board = String::new();
    for c in words[0].chars().rev() {
        // What comes before a promoted piece comes after it now.
        match c {
            '+' => board.insert(board.len() - 1, '+'),
            c => board.push(exchanged(c)),
        }
    }
    let hands: String = words[2].chars().map(exchanged).collect();
    format!("{board} w {hands} 1")
}

/// Where the last move is free, one that ends in a mate of the condition will do.
#[test]
fn another_last_move_may_be_the_one_that_fits() {
    let text = "name = \"two\"\n[material]\npawn = 2\nknight = 2\n\
                [final]\npieces = 5\nevery-piece-works = false\n\
                [attacker]\nunique = \"all-but-last\"\n";
    let condition = Condition::parse(text).unwrap();
    let problem = Problem::from_sfen("7nk/9/6+P1+P/9/9/9/9/9/9 b N 1").unwrap();
    let leaves_a_knight = ["3c2b", "1c2b", "1c1b"].map(|mv| vec![Move::from_usi(mv).unwrap()]);
    for line in &leaves_a_knight {
        let fitting = condition.matching_line(&problem, line).unwrap();
        assert!(fitting[0].is_drop(), "{}", fitting[0].to_usi());
    }
    let all = Condition {
        soundness: SoundnessRules::new(Unique::All, condition.soundness.equal),
        ..condition
    };
    let line = &leaves_a_knight[0];
    assert_eq!(
        all.matching_line(&problem, line),
        Err(ConditionMismatch::Final)
    );
}
