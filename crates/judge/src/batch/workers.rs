//! The threads of a batch, each with a judge of its own.
//!
//! The caller hands out problems and takes what comes back. Results wait until
//! those before them are there, so that the order is the same however many
//! threads there are.

use super::{BatchOptions, CheckedProblem, EarlierProblem};
use crate::repair::suggest;
use crate::{Author, Judge, Soundness};
use kemuri_core::Progress;
use kemuri_formats::ProblemEntry;
use kemuri_solver::{SolverError, threads_at_hand};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder};

/// A problem on its way to a thread.
pub struct NumberedEntry {
    pub number: usize,
    pub entry: ProblemEntry,
    pub earlier: Option<EarlierProblem>,
}

/// What a thread says.
pub enum Message {
    Progress { name: Arc<str>, progress: Progress },
    Checked(Box<CheckedProblem>),
}

/// The threads, as the caller sees them.
pub struct Workers {
    threads: usize,
    /// None once there are no more problems.
    tasks: Option<Sender<NumberedEntry>>,
    messages: Receiver<Message>,
    /// Problems handed out that have not come back.
    busy: usize,
    /// Results that came before one with a smaller number.
    waiting: BTreeMap<usize, CheckedProblem>,
    /// The number of the result that comes next.
    due: usize,
}

impl Workers {
    /// How many problems are checked at the same time: fewer than were asked for if there
    /// is no room for as many threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Whether a problem can be handed out.
    pub fn are_free(&self) -> bool {
        self.tasks.is_some() && self.busy < self.threads
    }

    /// Gives a problem to the next thread that is free.
    pub fn hand_out(&mut self, entry: NumberedEntry) {
        let sent = self.tasks.as_ref().map(|tasks| tasks.send(entry).is_ok());
        match sent {
            Some(true) => self.busy += 1,
            // Nobody listens only if every thread has panicked.
            _ => self.close(),
        }
    }

    /// Lets the threads end when they have done what they have.
    pub fn close(&mut self) {
        self.tasks = None;
    }

    /// Waits for what a thread says; none if all are done.
    pub fn wait(&mut self) -> Option<Message> {
        if self.busy == 0 {
            return None;
        }
        let message = self.messages.recv().ok()?;
        self.busy -= usize::from(matches!(message, Message::Checked(_)));
        Some(message)
    }

    /// Takes a result and returns those whose turn it is.
    pub fn in_order(&mut self, checked: CheckedProblem) -> Vec<CheckedProblem> {
        self.waiting.insert(checked.number, checked);
        let mut ready = Vec::new();
        while let Some(checked) = self.waiting.remove(&self.due) {
            self.due += 1;
            ready.push(checked);
        }
        ready
    }
}

/// Starts the threads, lets `work` use them and ends them. If `work` fails, what
/// is still being checked is stopped.
pub fn with_workers<E: From<SolverError>>(
    options: &BatchOptions,
    work: impl FnOnce(&mut Workers) -> Result<(), E>,
) -> Result<(), E> {
    let threads = options.threads.max(1);
    let share = options
        .solver
        .clone()
        .with_hash(options.solver.hash / threads as u64);
    let judges: Result<Vec<Judge>, _> = (0..threads).map(|_| Judge::new(&share)).collect();
    let mut judges = judges.map_err(|error| error.as_part_of(options.solver.hash))?;
    // These work beside the current thread.
    let at_hand = threads_at_hand(threads as u64 + 1) as usize;
    judges.truncate(at_hand.saturating_sub(1).max(1));
    let (hand_out, tasks) = channel();
    let tasks = Mutex::new(tasks);
    let (send, messages) = channel();
    thread::scope(|scope| {
        let mut started = 0;
        for judge in judges {
            let (tasks, send) = (&tasks, send.clone());
            let work = move || serve(judge, options, tasks, &send);
            if Builder::new().spawn_scoped(scope, work).is_err() {
                // No more than these are to be had.
                break;
            }
            started += 1;
        }
        drop(send);
        if started == 0 {
            return Err(SolverError::NoThread.into());
        }
        let mut workers = Workers {
            threads: started,
            tasks: Some(hand_out),
            messages,
            busy: 0,
            waiting: BTreeMap::new(),
            due: 0,
        };
        let result = work(&mut workers);
        if result.is_err() {
            options.budget.stop();
        }
        result
    })
}

/// Checks problems until there are no more.
fn serve(
    mut judge: Judge,
    options: &BatchOptions,
    tasks: &Mutex<Receiver<NumberedEntry>>,
    send: &Sender<Message>,
) {
    loop {
        let task = match tasks.lock() {
            Ok(tasks) => tasks.recv(),
            Err(_) => return,
        };
        let Ok(task) = task else { return };
        let checked = check(&mut judge, options, task, send);
        if send.send(Message::Checked(Box::new(checked))).is_err() {
            return;
        }
    }
}

fn check(
    judge: &mut Judge,
    options: &BatchOptions,
    task: NumberedEntry,
    send: &Sender<Message>,
) -> CheckedProblem {
    let (entry, check) = (task.entry, &options.check);
    let name: Arc<str> = entry.id.clone().unwrap_or_default().into();
    let mut on_progress = |progress: &Progress| {
        let (name, progress) = (Arc::clone(&name), progress.clone());
        // If nobody listens any more the work ends by itself.
        let _ = send.send(Message::Progress { name, progress });
    };
    let (problem, author) = (&entry.problem, Author::of_entry(&entry));
    let budget = options.budget.renewed();
    let report = judge.check(problem, author, check, &budget, &mut on_progress);
    let is_incomplete = matches!(report.verdict, Soundness::Flawed | Soundness::Unsound);
    let repairs = (options.suggest && is_incomplete).then(|| {
        let budget = options.budget.renewed();
        suggest(judge, problem, &report, check, &budget, &mut on_progress)
    });
    CheckedProblem {
        number: task.number,
        entry,
        earlier: task.earlier,
        report,
        repairs,
    }
}
