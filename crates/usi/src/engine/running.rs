//! A search that runs on a thread of its own, as the session sees it.

use super::Event;
use super::go::{Clock, Go, Question};
use super::info;
use super::search::{self, Conclusion, GoResult, SearchRequest, SearchUpdate};
use kemuri_core::{Budget, Color, Move, Problem, Progress, Reason, notation};
use kemuri_solver::{EdoLine, Goal, Mate, Outcome, Solver};
use kemuri_text::solver::reason as reason_sentence;
use kemuri_text::{Lang, solver, tr};
use std::io;
use std::sync::mpsc::SyncSender;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How often a GUI is told how far the search is.
const INFO_INTERVAL: Duration = Duration::from_millis(500);
/// How long a search may take to stop. After this the answer is what is known.
const STOP_TIMEOUT: Duration = Duration::from_millis(50);

/// A search that has been started and not been answered, or has not ended.
pub(super) struct RunningSearch {
    problem: Problem,
    /// The line that is examined.
    line: Vec<Move>,
    question: Question,
    /// Whether the side to move defends.
    defender: bool,
    /// Whether the length was to be proven shortest.
    shortest: bool,
    /// Whether other root moves that mate are wanted.
    wants_others: bool,
    turn: Color,
    started: Instant,
    /// How long the search took, once it has ended.
    took: Option<Duration>,
    /// Whether the answer has to wait for `stop` or `ponderhit`.
    held: bool,
    clock: Clock,
    /// When the answer is due.
    deadline: Option<Instant>,
    next_info: Instant,
    budget: Budget,
    /// Why a search that has not ended is told to.
    stop_reason: Reason,
    /// `None` once it has been joined.
    thread: Option<JoinHandle<(Solver, GoResult)>>,
    answered: bool,
    /// Whether the outcome has been put into words, which is done once.
    explained: bool,
    /// `None` until the search has ended.
    conclusion: Option<Conclusion>,
    progress: Progress,
    /// The root moves that are known to mate, best first.
    mates: Vec<Mate>,
    /// A line that begins with the reply that refutes, if a move has to be played.
    refutation: Vec<Move>,
    /// The line of the best one in the order of the Edo books.
    edo: Option<EdoLine>,
}

/// Returns how much of a time limit is kept back for the answer to get through. The
/// search ends twice as much before the limit; the answer comes once as much before
/// it even if the search has not ended.
fn margin(limit: Duration) -> Duration {
    (limit / 10).clamp(Duration::from_millis(1), Duration::from_millis(50))
}

impl RunningSearch {
    /// Starts a search with the limits of `go`, whose time counts from `started`.
    pub fn start(
        mut request: SearchRequest,
        go: &Go,
        started: Instant,
        mut solver: Solver,
        events: SyncSender<Event>,
    ) -> io::Result<Self> {
        let turn = request.problem.turn();
        // The time of a held answer begins to run when the GUI says so.
        let limit = go.clock.time_for(turn).filter(|_| !go.held);
        request.budget = Budget::default()
            .started_at(started)
            .with_time(limit.map(|limit| limit.saturating_sub(2 * margin(limit))))
            .with_nodes(go.nodes);
        let mut running = Self {
            problem: request.problem.clone(),
            line: request.line.clone(),
            question: go.question,
            defender: !request.problem.attacker_to_move(),
            shortest: request.goal != Goal::FirstMate,
            wants_others: request.wants_others(),
            turn,
            started,
            took: None,
            held: go.held,
            clock: go.clock,
            deadline: limit.map(|limit| started + limit.saturating_sub(margin(limit))),
            next_info: started + INFO_INTERVAL,
            budget: request.budget.clone(),
            stop_reason: Reason::Interrupted,
            thread: None,
            answered: false,
            explained: false,
            conclusion: None,
            progress: Progress::default(),
            mates: Vec::new(),
            refutation: Vec::new(),
            edo: None,
        };
        let thread = Builder::new().spawn(move || {
            let events = EventsOfSearch(events);
            let result = search::run(&request, &mut solver, &mut |update| {
                // Fails if the session has ended already.
                let _ = events.0.send(Event::Search(update));
            });
            (solver, result)
        })?;
        running.thread = Some(thread);
        Ok(running)
    }

    /// Says what is known after so many moves of the line that is examined.
    pub fn examined(&self, lang: Lang, ply: usize, outcome: &Outcome) -> String {
        let verdict = solver::verdict(lang, outcome);
        let Some(last) = ply.checked_sub(1) else {
            return tr!(lang, "usi-examined-start", verdict);
        };
        let words = match lang {
            Lang::Ja => notation::japanese(&self.problem, &self.line[..ply]),
            Lang::En => None,
        };
        let mv = words.and_then(|mut words| words.pop());
        let mv = mv.unwrap_or_else(|| self.line[last].to_usi());
        tr!(lang, "usi-examined", ply, mv, verdict)
    }

    /// Takes what the search reports. Returns whether the best line is new and has
    /// to be shown at once.
    pub fn update(&mut self, update: SearchUpdate) -> bool {
        match update {
            SearchUpdate::Progress(progress) => {
                self.progress = progress;
                false
            }
            SearchUpdate::Mates(progress, mates) => {
                let best = |mates: &[Mate]| mates.first().map(|mate| mate.line.clone());
                let is_new = best(&mates) != best(&self.mates);
                // The line being searched stays.
                let line = std::mem::take(&mut self.progress.line);
                self.progress = progress;
                self.progress.line = line;
                self.mates = mates;
                is_new && !self.answered
            }
            SearchUpdate::Examined(..) => false,
        }
    }

    /// Joins the search thread. Returns the solver, unless the search has panicked.
    pub fn join(&mut self) -> Option<Solver> {
        let thread = self.thread.take()?;
        self.took = Some(self.started.elapsed());
        let (solver, result) = thread.join().ok()?;
        let line = std::mem::take(&mut self.progress.line);
        self.progress = result.progress;
        self.progress.line = match result.conclusion {
            Conclusion::NoMate => result.refutation.clone(),
            _ => line,
        };
        self.refutation = result.refutation;
        self.conclusion = Some(result.conclusion);
        self.mates = result.mates;
        self.edo = result.edo;
        Some(solver)
    }

    /// Returns whether the answer has to wait for `stop` or `ponderhit`.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Returns whether the answer was given.
    pub fn is_answered(&self) -> bool {
        self.answered
    }

    /// Returns whether the search has ended and been answered.
    pub fn is_over(&self) -> bool {
        self.answered && self.thread.is_none()
    }

    /// Tells the search to end.
    pub fn stop(&mut self, now: Instant) {
        self.held = false;
        self.budget.stop();
        self.set_deadline(now + STOP_TIMEOUT);
    }

    /// Starts the clock of a held answer.
    pub fn ponder_hit(&mut self, clock: Clock, now: Instant) {
        self.held = false;
        let limit = clock.time_for(self.turn);
        if let Some(limit) = limit.or(self.clock.time_for(self.turn)) {
            self.set_deadline(now + limit.saturating_sub(margin(limit)));
        }
    }

    fn set_deadline(&mut self, at: Instant) {
        self.deadline = Some(self.deadline.map_or(at, |deadline| deadline.min(at)));
    }

    /// Returns when something has to be written even if nothing happens.
    pub fn next_wake(&self) -> Option<Instant> {
        if self.answered {
            return None;
        }
        let deadline = self.deadline.filter(|_| !self.held);
        Some(deadline.map_or(self.next_info, |at| at.min(self.next_info)))
    }

    /// Returns whether the answer has to be given now, and marks it as given. Stops
    /// a search that is late.
    pub fn take_due_answer(&mut self, now: Instant) -> bool {
        if self.answered || self.held {
            return false;
        }
        let late = self.deadline.is_some_and(|at| now >= at);
        if late {
            if !self.budget.is_stopped() {
                self.stop_reason = Reason::Time;
            }
            self.budget.stop();
        }
        self.answered = late || self.thread.is_none();
        self.answered
    }

    /// Returns whether it is time for `info` lines. They go on until the answer is
    /// given, even if the search has ended: silence looks like a hang.
    pub fn take_due_info(&mut self, now: Instant) -> bool {
        let due = !self.answered && now >= self.next_info;
        if due {
            self.next_info = now + INFO_INTERVAL;
        }
        due
    }

    /// Writes how far the search is.
    pub fn info_lines(&mut self) -> Vec<String> {
        self.progress.elapsed = self.took.unwrap_or_else(|| self.started.elapsed());
        if self.mates.is_empty() {
            vec![info::progress_line(&self.progress)]
        } else {
            info::mate_lines(&self.progress, &self.mates, self.defender)
        }
    }

    /// Writes the answer, with what is known now.
    pub fn answer(&self) -> String {
        match (self.mates.first(), &self.conclusion) {
            (Some(mate), _) => info::mate_answer(self.question, &mate.line),
            (None, Some(Conclusion::NoMate)) if !self.refutation.is_empty() => {
                info::mate_answer(self.question, &self.refutation)
            }
            (None, Some(Conclusion::NoMate)) => info::no_mate_answer(self.question).into(),
            (None, _) => info::unknown_answer(self.question).into(),
        }
    }

    /// Says how the line in the order of the Edo books differs.
    fn edo_sentence(&self, lang: Lang, length: u32) -> Option<String> {
        let edo = self.edo.as_ref()?;
        let plies = edo.line.len();
        match edo.undecided {
            Some(reason) => {
                let reason = reason_sentence(lang, reason);
                Some(tr!(lang, "usi-edo-undecided", reason))
            }
            None if plies < length as usize => Some(tr!(lang, "usi-edo", plies, length)),
            None => None,
        }
    }

    /// Says what is known now; nothing if it has been said already.
    pub fn take_explanation(&mut self, lang: Lang) -> Vec<String> {
        if std::mem::replace(&mut self.explained, true) {
            return Vec::new();
        }
        let Some(mate) = self.mates.first() else {
            return vec![match self.conclusion {
                Some(Conclusion::NoMate) if self.defender => tr!(lang, "usi-no-mate-defender"),
                Some(Conclusion::NoMate) => tr!(lang, "usi-no-mate"),
                Some(Conclusion::Unknown(reason)) => undecided_sentence(lang, reason),
                // The search has not stopped in time, or has panicked.
                _ => undecided_sentence(lang, self.stop_reason),
            }];
        };
        let mut sentences = Vec::new();
        if mate.line.is_empty() {
            sentences.push(tr!(lang, "usi-mated"));
        } else if self.shortest && !mate.exact {
            sentences.push(tr!(lang, "usi-not-shortest", length = mate.length));
        }
        sentences.extend(self.edo_sentence(lang, mate.length));
        let undecided = match self.conclusion {
            Some(Conclusion::Mate { undecided }) => undecided,
            // The search has not stopped in time: it may have been at another move.
            None => self.wants_others.then_some(self.stop_reason),
            Some(_) => None,
        };
        if let Some(reason) = undecided {
            let reason = reason_sentence(lang, reason);
            sentences.push(tr!(lang, "usi-other-moves-undecided", reason));
        }
        sentences
    }
}

/// Says why nothing is known.
pub(super) fn undecided_sentence(lang: Lang, reason: Reason) -> String {
    tr!(
        lang,
        "usi-undecided",
        reason = reason_sentence(lang, reason)
    )
}

/// Stops the search. Its thread ends soon after.
impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.budget.stop();
    }
}

/// Sends the events of a search. Dropping it says that the thread has ended, even
/// if it panics.
struct EventsOfSearch(SyncSender<Event>);

impl Drop for EventsOfSearch {
    fn drop(&mut self) {
        // Fails if the session has ended already.
        let _ = self.0.send(Event::SearchEnded);
    }
}
