//! Checks the problems of an enumeration again, from scratch, with the judge.

use super::run::progress;
use super::{EnumerateError, EnumerateOptions, workers};
use crate::ComposedProblem;
use crate::condition::{Condition, Equal};
use crate::soundness::{self, SoundnessError, SoundnessRules};
use kemuri_core::{Phase, Progress};
use kemuri_judge::Judge;
use std::convert::Infallible;
use std::sync::Mutex;

/// What a thread tells the one that started it.
enum Message {
    /// It is searching.
    Searching,
    /// It has checked the problem with this number.
    Checked(usize, Result<(), SoundnessError>),
}

/// Checks problems from scratch with the judge.
///
/// Equal defences are allowed: the enumeration has decided which of them count.
pub fn recheck_all(
    condition: &Condition,
    problems: &[ComposedProblem],
    options: &EnumerateOptions,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Vec<Result<(), SoundnessError>>, EnumerateError> {
    let (threads, judges) = workers::start_threads(options, Judge::new)?;
    let rules = SoundnessRules {
        equal: Equal::Allow,
        ..condition.soundness
    };
    let budget = &options.budget;
    let todo = Mutex::new(problems.iter().enumerate());
    let work = |thread: usize, tell: &mut dyn FnMut(Message) -> bool| {
        let mut judge = workers::lock(&judges[thread]);
        // A call, so that the list is free again before the work begins.
        let next = || workers::lock(&todo).next();
        while budget.exhausted().is_none()
            && let Some((number, found)) = next()
        {
            let line = Some(&found.line[..]);
            let mut searching = |_: &Progress| {
                tell(Message::Searching);
            };
            let result = soundness::check(
                &found.problem,
                line,
                rules,
                &mut judge,
                budget,
                &mut searching,
            );
            tell(Message::Checked(number, result.map(drop)));
        }
    };
    let mut checked = vec![None; problems.len()];
    let (mut done, total) = (0, problems.len() as u64);
    let Ok(()) = threads.run_each(judges.len(), work, |message| {
        if let Message::Checked(number, result) = message {
            checked[number] = Some(result);
            done += 1;
        }
        on_progress(&progress(Phase::Rechecking, done, total, budget));
        Ok::<(), Infallible>(())
    });
    let all: Option<Vec<_>> = checked.into_iter().collect();
    all.filter(|_| budget.exhausted().is_none())
        .ok_or(EnumerateError::Interrupted)
}
