//! A search under way, as the conversation sees it.

use super::Event;
use super::command::{Clock, Go, Question};
use super::info;
use super::search::{self, Conclusion, Counts, End, Job, Report, Row};
use kemuri_core::{Budget, Color, Move};
use kemuri_solver::{Goal, Solver};
use std::io;
use std::sync::mpsc::SyncSender;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How often a GUI is told how far the search is.
const INFO_EVERY: Duration = Duration::from_millis(500);
/// How long a search that was told to stop may take to conclude. After this the
/// answer is what is known so far.
const STOP_PATIENCE: Duration = Duration::from_millis(50);
/// Reading lines off the table recurses where replies compete, so a search gets
/// the stack that a program has, not that of a thread.
const STACK: usize = 16 << 20;

/// A search under way.
pub struct Running {
    /// What has to be answered.
    pub question: Question,
    /// Whether the side to move defends.
    pub defender: bool,
    /// Whether the length was to be proven shortest.
    pub shortest: bool,
    turn: Color,
    started: Instant,
    /// What the search took, once it has ended.
    took: Option<Duration>,
    /// Whether the answer has to wait for the GUI.
    pub held: bool,
    clock: Clock,
    /// When the answer is due.
    answer_by: Option<Instant>,
    next_info: Instant,
    budget: Budget,
    /// Gone once it has been joined.
    thread: Option<JoinHandle<(Solver, End)>>,
    /// Whether the answer has been given.
    pub answered: bool,
    /// Whether the outcome has been put into words, which is not done twice.
    pub explained: bool,
    /// The end, once it has come.
    pub conclusion: Option<Conclusion>,
    counts: Counts,
    line: Vec<Move>,
    /// The root moves that are known to mate, best first.
    pub rows: Vec<Row>,
}

/// How much of a time limit is kept back for the answer to get through, twice:
/// for the search to end by itself, and for us not to wait for it any longer.
fn margin(limit: Duration) -> Duration {
    (limit / 10).clamp(Duration::from_millis(1), Duration::from_millis(50))
}

impl Running {
    /// Starts a search of `job`, the limits of which are those of `go` and its
    /// time counted from `started`.
    pub fn start(
        mut job: Job,
        started: Instant,
        go: &Go,
        mut solver: Solver,
        events: SyncSender<Event>,
    ) -> io::Result<Self> {
        let turn = job.problem.turn();
        // The time of a held answer begins to run when the GUI says so.
        let limit = go.clock.budget(turn).filter(|_| !go.held);
        job.budget = (Budget::default().started_at(started))
            .with_time(limit.map(|limit| limit.saturating_sub(2 * margin(limit))))
            .with_nodes(go.nodes);
        let mut running = Self {
            question: go.question,
            defender: !job.problem.attacker_to_move(),
            shortest: job.goal != Goal::FirstMate,
            turn,
            started,
            took: None,
            held: go.held,
            clock: go.clock,
            answer_by: limit.map(|limit| started + limit.saturating_sub(margin(limit))),
            next_info: started + INFO_EVERY,
            budget: job.budget.clone(),
            thread: None,
            answered: false,
            explained: false,
            conclusion: None,
            counts: Counts::default(),
            line: Vec::new(),
            rows: Vec::new(),
        };
        let thread = Builder::new().stack_size(STACK).spawn(move || {
            let farewell = Farewell(events);
            let end = search::run(&job, &mut solver, &mut |report| {
                // Nobody is left to be told when the program is about to end.
                let _ = farewell.0.send(Event::Report(report));
            });
            (solver, end)
        })?;
        running.thread = Some(thread);
        Ok(running)
    }

    /// Takes note of what the search reports. Returns whether the best line is
    /// new, which is shown at once; the others can wait for their turn.
    pub fn hear(&mut self, report: Report) -> bool {
        match report {
            Report::Glimpse(counts, line) => {
                (self.counts, self.line) = (counts, line);
                false
            }
            Report::Rows(counts, rows) => {
                let line = |rows: &[Row]| rows.first().map(|row| row.line.clone());
                let news = line(&rows) != line(&self.rows);
                (self.counts, self.rows) = (counts, rows);
                news
            }
        }
    }

    /// Joins the search thread. Gives the solver back, unless the search has
    /// taken it along.
    pub fn join(&mut self) -> Option<Solver> {
        let thread = self.thread.take()?;
        self.took = Some(self.started.elapsed());
        let (solver, end) = thread.join().ok()?;
        self.conclusion = Some(end.conclusion);
        (self.counts, self.rows) = (end.counts, end.rows);
        Some(solver)
    }

    /// Whether the search thread is still at work.
    pub fn is_searching(&self) -> bool {
        self.thread.is_some()
    }

    /// Whether there is nothing to wait for any longer.
    pub fn is_over(&self) -> bool {
        self.answered && !self.is_searching()
    }

    /// Tells the search to end.
    pub fn stop(&mut self, now: Instant) {
        self.held = false;
        self.budget.stop();
        self.due(now + STOP_PATIENCE);
    }

    /// The move that was pondered on has been played: from now on time counts.
    pub fn release(&mut self, clock: Clock, now: Instant) {
        self.held = false;
        let budget = clock.budget(self.turn).or(self.clock.budget(self.turn));
        if let Some(limit) = budget {
            self.due(now + limit.saturating_sub(margin(limit)));
        }
    }

    fn due(&mut self, at: Instant) {
        self.answer_by = Some(self.answer_by.map_or(at, |by| by.min(at)));
    }

    /// When something has to be said even if nothing happens.
    pub fn wake(&self) -> Option<Instant> {
        if self.answered {
            return None;
        }
        let by = self.answer_by.filter(|_| !self.held);
        Some(by.map_or(self.next_info, |by| by.min(self.next_info)))
    }

    /// Whether the answer has to be given now. A search that is late is told so.
    pub fn is_due(&self, now: Instant) -> bool {
        if self.answered || self.held {
            return false;
        }
        let late = self.answer_by.is_some_and(|by| now >= by);
        if late {
            self.budget.stop();
        }
        late || !self.is_searching()
    }

    /// Whether it is time to say how far the search is. A GUI that waits for a held
    /// answer is told so even if the search is over: silence looks like a hang.
    pub fn wants_info(&mut self, now: Instant) -> bool {
        let wants = !self.answered && now >= self.next_info;
        if wants {
            self.next_info = now + INFO_EVERY;
        }
        wants
    }

    /// How far the search is, in the lines of the protocol.
    pub fn info(&self) -> Vec<String> {
        let time = self.took.unwrap_or_else(|| self.started.elapsed());
        if !self.rows.is_empty() {
            return info::rows(&self.counts, time, &self.rows, self.defender);
        }
        let line = match self.conclusion {
            Some(Conclusion::NoMate) => &[],
            _ => &self.line[..],
        };
        vec![info::glimpse(&self.counts, time, line)]
    }
}

/// Says that the thread has ended, even if it panics.
struct Farewell(SyncSender<Event>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Finished);
    }
}
