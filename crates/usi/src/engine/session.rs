//! A session: commands in, answers out, one search at a time.

use super::command::{CommandError, GuiCommand};
use super::go::{Go, Question};
use super::options::options;
use super::queue::{Changes, NextStep, PendingGo, Queue};
use super::running::{RunningSearch, undecided_sentence};
use super::search::{SearchRequest, SearchUpdate};
use super::state::{EngineState, GivenProblem, StartError};
use super::{Event, info};
use kemuri_core::{Budget, Move, Problem, Reason};
use kemuri_text::diagram::hand;
use kemuri_text::formats::input_error_kind;
use kemuri_text::{Lang, quote, tr};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// The name and the makers, as a GUI shows them.
const NAME: &str = concat!("Kemuri ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the Kemuri project";

/// A session of the engine with a GUI.
pub(super) struct Session<W> {
    state: EngineState,
    search: Option<RunningSearch>,
    /// What waits for the end of the search.
    queue: Queue,
    /// For the events of searches.
    sender: SyncSender<Event>,
    output: W,
    lang: Lang,
}

impl<W: Write> Session<W> {
    /// Returns a session that has not begun.
    pub fn new(state: EngineState, sender: SyncSender<Event>, output: W, lang: Lang) -> Self {
        Self {
            state,
            search: None,
            queue: Queue::default(),
            sender,
            output,
            lang,
        }
    }

    /// Reacts to events until `quit` or the end of input.
    pub fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            self.output.flush()?;
            if let Some(event) = self.next_event(events)
                && self.handle(event)?.is_break()
            {
                return Ok(());
            }
            self.write_what_is_due()?;
            while self.search.is_none()
                && let Some(step) = self.queue.next_step()
            {
                self.do_step(step)?;
            }
        }
    }

    /// Waits for the next event. Returns `None` if something is due before it comes.
    fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        let Some(wake) = self.search.as_ref().and_then(RunningSearch::next_wake) else {
            return events.recv().ok();
        };
        let wait = wake.saturating_duration_since(Instant::now());
        match events.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            // Cannot happen: the session holds a sender itself.
            Err(RecvTimeoutError::Disconnected) => Some(Event::EndOfInput),
        }
    }

    /// The language that the GUI has chosen, else that of the run.
    fn lang(&self) -> Lang {
        self.state.settings().language.unwrap_or(self.lang)
    }

    fn handle(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::EndOfInput | Event::Command(Ok(GuiCommand::Quit), _) => {
                return Ok(ControlFlow::Break(()));
            }
            Event::Command(Ok(command), at) => self.receive(command, at)?,
            Event::Command(Err(error), at) => {
                self.write_sentence(&error.message(self.lang()))?;
                if let CommandError::MateTime(_) = error {
                    // It is a `go` all the same, and has to be answered in its turn.
                    self.receive(GuiCommand::Go(Go::mate(Some(Duration::ZERO))), at)?;
                }
            }
            Event::Search(update) => self.update_search(update)?,
            Event::SearchEnded => self.end_search()?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Executes a command, or lets it wait for the end of the search.
    fn receive(&mut self, command: GuiCommand, at: Instant) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return self.execute(command, at);
        };
        match command {
            GuiCommand::Usi => self.identify()?,
            GuiCommand::IsReady => {
                if self.queue.is_ready() {
                    self.write_line("readyok")?;
                }
            }
            // These are meant for the last `go`.
            GuiCommand::Stop | GuiCommand::GameOver => match self.queue.pending_go() {
                Some(next) => next.stopped = true,
                None => search.stop(Instant::now()),
            },
            GuiCommand::PonderHit(clock) => match self.queue.pending_go() {
                Some(next) => next.ponder_hit = Some((clock, at)),
                None => search.ponder_hit(clock, at),
            },
            GuiCommand::Go(go) => {
                search.stop(Instant::now());
                self.queue.go(go, at);
            }
            GuiCommand::NewGame => self.queue.new_game(),
            GuiCommand::SetOption { name, value } => {
                // A value that does not fit is refused at once.
                match self.state.settings().clone().set(&name, &value) {
                    Ok(()) => self.queue.set_option(name, value),
                    Err(error) => self.write_sentence(&error.message(self.lang()))?,
                }
            }
            GuiCommand::Position(line) => self.queue.set_position(line),
            GuiCommand::Quit => {}
        }
        Ok(())
    }

    /// Executes a command while no search is running.
    fn execute(&mut self, command: GuiCommand, at: Instant) -> io::Result<()> {
        match command {
            GuiCommand::Usi => self.identify(),
            GuiCommand::IsReady => self.write_line("readyok"),
            GuiCommand::NewGame => {
                self.state.clear();
                Ok(())
            }
            GuiCommand::SetOption { name, value } => self.set_option(&name, &value),
            GuiCommand::Position(line) => self.set_position(&line),
            GuiCommand::Go(go) => self.go(&PendingGo::new(go, at)),
            // There is nothing to stop.
            GuiCommand::Stop
            | GuiCommand::PonderHit(_)
            | GuiCommand::GameOver
            | GuiCommand::Quit => Ok(()),
        }
    }

    /// Does what had to wait for the end of a search.
    fn do_step(&mut self, step: NextStep) -> io::Result<()> {
        match step {
            NextStep::AnswerSuperseded(question) => {
                self.write_sentence(&undecided_sentence(self.lang(), Reason::Interrupted))?;
                self.write_line(info::unknown_answer(question))
            }
            NextStep::Change(Changes {
                new_game,
                options,
                position,
                ready_count,
            }) => {
                if new_game {
                    self.state.clear();
                }
                for (name, value) in options {
                    self.set_option(&name, &value)?;
                }
                if let Some(line) = position {
                    self.set_position(&line)?;
                }
                (0..ready_count).try_for_each(|_| self.write_line("readyok"))
            }
            NextStep::Search(pending) => self.go(&pending),
        }
    }

    /// Answers `usi`.
    fn identify(&mut self) -> io::Result<()> {
        writeln!(self.output, "id name {NAME}\nid author {AUTHOR}")?;
        for option in options() {
            writeln!(self.output, "{option}")?;
        }
        self.write_line("usiok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.state.set_option(name, value) {
            Ok(()) => Ok(()),
            Err(error) => self.write_sentence(&error.message(self.lang())),
        }
    }

    fn set_position(&mut self, line: &str) -> io::Result<()> {
        match self.state.set_position(line) {
            Ok(()) => Ok(()),
            Err(error) => {
                let error = input_error_kind(self.lang(), &error);
                self.write_sentence(&tr!(self.lang(), "usi-position", error))
            }
        }
    }

    /// Starts a search, or answers at once if it cannot be started.
    fn go(&mut self, pending: &PendingGo) -> io::Result<()> {
        let started = match self.state.problem() {
            Ok(given) => {
                for sentence in piece_sentences(self.lang(), &given) {
                    self.write_sentence(&sentence)?;
                }
                let (line, error) = line_of(&given.problem, &pending.go.line);
                if let Some((number, word)) = error {
                    let error = tr!(self.lang(), "input-move", number, word = quote(word));
                    self.write_sentence(&error)?;
                }
                self.start_search(pending, given.problem, line)
            }
            Err(error) => Err(error),
        };
        match started {
            Ok(mut search) => {
                if self.state.defends_in_doubt() {
                    self.write_sentence(&tr!(self.lang(), "usi-reads-defence"))?;
                }
                if let Some((clock, at)) = pending.ponder_hit {
                    search.ponder_hit(clock, at);
                }
                if pending.stopped {
                    search.stop(Instant::now());
                }
                self.search = Some(search);
                Ok(())
            }
            Err(error) => {
                self.write_sentence(&error.message(self.lang()))?;
                self.write_line(info::unknown_answer(pending.go.question))
            }
        }
    }

    fn start_search(
        &mut self,
        pending: &PendingGo,
        problem: Problem,
        line: Vec<Move>,
    ) -> Result<RunningSearch, StartError> {
        let settings = self.state.settings();
        let request = SearchRequest {
            problem,
            line,
            goal: settings.goal(),
            order: settings.order,
            multi_pv: settings.multi_pv as usize,
            needs_move: pending.go.question == Question::BestMove,
            budget: Budget::default(),
        };
        let solver = self.state.take_solver()?;
        let events = self.sender.clone();
        RunningSearch::start(request, &pending.go, pending.at, solver, events)
            .map_err(StartError::Thread)
    }

    /// Takes what the search reports, and shows it if it is a new best line.
    fn update_search(&mut self, update: SearchUpdate) -> io::Result<()> {
        if let (SearchUpdate::Examined(ply, outcome), Some(search)) = (&update, &self.search) {
            // An answer is the last of its `go`.
            if search.is_answered() {
                return Ok(());
            }
            let sentence = search.examined(self.lang(), *ply, outcome);
            return self.write_sentence(&sentence);
        }
        if let Some(search) = &mut self.search
            && search.update(update)
        {
            let lines = search.info_lines();
            self.write_lines(&lines)?;
        }
        Ok(())
    }

    /// Takes the result of the search, whose thread has ended.
    fn end_search(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        let (solver, held) = (search.join(), search.is_held());
        let failed = solver.is_none();
        self.state.put_solver(solver);
        if failed {
            self.write_sentence(&tr!(self.lang(), "usi-search-failed"))?;
        }
        // The answer may be held for ever; what was found need not be.
        if held {
            self.explain()?;
        }
        Ok(())
    }

    /// Writes the answer or `info` lines if they are due.
    fn write_what_is_due(&mut self) -> io::Result<()> {
        let now = Instant::now();
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        if search.take_due_answer(now) {
            let answer = search.answer();
            self.explain()?;
            self.write_line(&answer)?;
        } else if search.take_due_info(now) {
            let lines = search.info_lines();
            self.write_lines(&lines)?;
        }
        if self.search.as_ref().is_some_and(RunningSearch::is_over) {
            self.search = None;
        }
        Ok(())
    }

    /// Shows what is known now, and says once what it means.
    fn explain(&mut self) -> io::Result<()> {
        let lang = self.lang();
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        let lines = search.info_lines();
        let sentences = search.take_explanation(lang);
        self.write_lines(&lines)?;
        sentences
            .iter()
            .try_for_each(|sentence| self.write_sentence(sentence))
    }

    fn write_line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }

    fn write_lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.write_line(line))
    }

    /// Writes a sentence for whoever reads the log of the GUI.
    fn write_sentence(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.output, "info string {sentence}")
    }
}

/// Reads the moves of a line that is to be examined, up to the first that cannot be played,
/// which comes with its number.
fn line_of<'w>(problem: &Problem, words: &'w [String]) -> (Vec<Move>, Option<(usize, &'w str)>) {
    let (mut line, mut position) = (Vec::new(), problem.clone());
    for word in words {
        let next = Move::from_usi(word).and_then(|mv| Some((mv, position.play(mv).ok()?)));
        let Some((mv, after)) = next else {
            let number = line.len() + 1;
            return (line, Some((number, word)));
        };
        line.push(mv);
        position = after;
    }
    (line, None)
}

/// Says which pieces the defender was given, and which take no part.
fn piece_sentences(lang: Lang, given: &GivenProblem) -> Vec<String> {
    let mut sentences = Vec::new();
    if !given.assumed.is_empty() {
        let pieces = hand(lang, given.assumed);
        sentences.push(tr!(lang, "usi-rest", pieces = pieces));
    }
    let nowhere = given.problem.unaccounted();
    if !nowhere.is_empty() {
        let pieces = hand(lang, nowhere);
        sentences.push(tr!(lang, "usi-unaccounted", pieces = pieces));
    }
    sentences
}
