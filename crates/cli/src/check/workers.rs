//! Many problems at the same time, answered in their order.
//!
//! Every worker has a judge of its own. The caller hands out problems and takes
//! what comes back; results wait until those before them are there, so that the
//! output is the same however many workers there are.

use super::task::{Judged, Task};
use kemuri_core::{Budget, Progress};
use kemuri_judge::suggest::suggest;
use kemuri_judge::{Judge, Settings, Verdict};
use kemuri_solver::{Options, SolverError};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// What is done to every problem.
pub struct Work {
    /// How it is checked.
    pub settings: Settings,
    /// What each problem may cost.
    pub budget: Budget,
    /// Whether repairs are tried.
    pub suggest: bool,
}

/// What a worker reports.
pub enum News {
    /// It is at work on the problem of this name.
    Busy {
        /// The problem.
        label: Arc<str>,
        /// How far it is.
        progress: Progress,
    },
    /// It is done.
    Done(Box<Judged>),
}

/// Checks what `next` gives and passes the results to `found` in order; `glimpse`
/// is told of work in progress. Ends early if `found` says so.
pub fn run<E>(
    work: &Work,
    options: &Options,
    threads: usize,
    mut next: impl FnMut() -> Option<Task>,
    mut found: impl FnMut(Judged) -> Result<(), E>,
    mut glimpse: impl FnMut(&News),
) -> Result<Result<(), E>, SolverError> {
    let share = Options {
        hash: options.hash / threads as u64,
        ..options.clone()
    };
    let judges: Result<Vec<Judge>, _> = (0..threads).map(|_| Judge::new(&share)).collect();
    let judges = judges?;
    let (hand_out, tasks) = channel();
    let tasks = Arc::new(Mutex::new(tasks));
    let (report, news) = channel();
    let result = thread::scope(|scope| {
        for judge in judges {
            let (tasks, report) = (Arc::clone(&tasks), report.clone());
            scope.spawn(move || serve(judge, work, &tasks, &report));
        }
        // Moved here, so that the workers end when the caller does.
        let hand_out = hand_out;
        let mut waiting: BTreeMap<usize, Box<Judged>> = BTreeMap::new();
        let (mut due, mut under_way, mut more) = (0, 0, true);
        loop {
            while more && under_way < threads {
                // Nobody listens only if every worker has panicked.
                more = next().is_some_and(|task| hand_out.send(task).is_ok());
                under_way += usize::from(more);
            }
            if under_way == 0 {
                return Ok(());
            }
            let Ok(message) = news.recv() else {
                return Ok(());
            };
            glimpse(&message);
            if let News::Done(judged) = message {
                under_way -= 1;
                waiting.insert(judged.task.number, judged);
            }
            while let Some(judged) = waiting.remove(&due) {
                due += 1;
                if let Err(error) = found(*judged) {
                    // Nobody wants what is still being searched.
                    work.budget.stop();
                    return Err(error);
                }
            }
        }
    });
    Ok(result)
}

fn serve(mut judge: Judge, work: &Work, tasks: &Mutex<Receiver<Task>>, report: &Sender<News>) {
    loop {
        let task = match tasks.lock() {
            Ok(tasks) => tasks.recv(),
            Err(_) => return,
        };
        let Ok(task) = task else { return };
        let label: Arc<str> = task.id.clone().unwrap_or_default().into();
        let mut tell = |progress: &Progress| {
            let news = News::Busy {
                label: Arc::clone(&label),
                progress: progress.clone(),
            };
            // If nobody listens any more the work ends by itself.
            let _ = report.send(news);
        };
        let settings = &work.settings;
        let budget = work.budget.renewed();
        let result = judge.check(&task.problem, task.author(), settings, &budget, &mut tell);
        let incomplete = matches!(result.verdict, Verdict::Flawed | Verdict::Unsound);
        let repairs = (work.suggest && incomplete).then(|| {
            let budget = work.budget.renewed();
            suggest(
                &mut judge,
                &task.problem,
                &result,
                settings,
                &budget,
                &mut tell,
            )
        });
        let judged = Judged {
            task,
            report: result,
            repairs,
        };
        if report.send(News::Done(Box::new(judged))).is_err() {
            return;
        }
    }
}
