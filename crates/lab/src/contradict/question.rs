//! The question that a USI engine is asked.
//!
//! `go mate` asks whether the side to move mates; the protocol knows no attacker. So
//! where the defender is to move, the engine is asked after each reply. Where the
//! attacker is in check, many engines take him for the defender. Those that have an
//! option for it are told not to, the others are not asked.

use kemuri_core::Problem;
use kemuri_oracle::random::RandomProblem;
use kemuri_usi::client::{Engine, EngineAnswer, TimeLimit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The options that make a side in check the defender.
const CHECKED_DEFENDS: [&str; 2] = ["RootIsAndNodeIfChecked", "RootIsDefenderIfChecked"];
/// The time of an engine for each question, and how far it may overrun it.
const TIME: Duration = Duration::from_secs(1);
const GRACE: Duration = Duration::from_secs(1);
/// Replies after which an engine is asked, at most.
const REPLIES: usize = 40;

/// Tells an engine that the side to move attacks even if it is in check.
pub fn prepare(engine: &mut Engine) {
    for name in CHECKED_DEFENDS {
        if engine.declares(name) {
            engine.set_option(name, "false");
        }
    }
}

/// Returns whether the engine says that the attacker mates; `None` if it does not
/// say, or cannot be asked.
pub fn ask_engine(
    engine: &mut Engine,
    position: &RandomProblem,
    problem: &Problem,
    stop: &AtomicBool,
) -> Option<bool> {
    if position.attacker_to_move() {
        return ask_attacker(engine, position, problem, stop);
    }
    let replies = position.board.legal_moves();
    if replies.is_empty() || replies.len() > REPLIES {
        return None;
    }
    let mut all = Some(true);
    for reply in replies {
        let after = RandomProblem {
            board: position.board.after(reply),
            attacker: position.attacker,
        };
        let problem = Problem::from_sfen_with(&after.sfen(), Some(after.attacker)).ok()?;
        match ask_attacker(engine, &after, &problem, stop) {
            Some(false) => return Some(false),
            Some(true) => {}
            None => all = None,
        }
    }
    all
}

fn ask_attacker(
    engine: &mut Engine,
    position: &RandomProblem,
    problem: &Problem,
    stop: &AtomicBool,
) -> Option<bool> {
    let in_check = position.board.in_check(position.attacker);
    let understands = CHECKED_DEFENDS.iter().any(|name| engine.declares(name));
    if in_check && !understands || stop.load(Ordering::Relaxed) {
        return None;
    }
    match engine
        .solve(problem, TimeLimit::new(TIME, GRACE), stop)
        .answer
    {
        Ok(EngineAnswer::Mate(_)) => Some(true),
        Ok(EngineAnswer::NoMate) => Some(false),
        _ => None,
    }
}
