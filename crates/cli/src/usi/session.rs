//! The conversation: commands in, answers out, one search at a time.
//!
//! Every `go` gets exactly one answer. What comes during a search and concerns
//! the next one waits in a queue until the search has been answered; a second
//! `go` ends the first.

use super::command::{Command, CommandError, Go};
use super::options::Settings;
use super::reader::{Input, MAX_LINE};
use super::running::Running;
use super::search::{Conclusion, Job, Report};
use super::{Event, info};
use crate::input::{START, reached};
use crate::text::Text;
use kemuri_core::Problem;
use kemuri_solver::{Reason, Solver};
use rsshogi::board::Position;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// The name and the makers, as a GUI shows them.
const NAME: &str = concat!("Kemuri ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the Kemuri project";

/// A conversation.
pub struct Session<'a> {
    settings: Settings,
    /// Gone while a search has it.
    solver: Option<Solver>,
    /// Nothing after a `position` that could not be read.
    position: Option<Position>,
    search: Option<Running>,
    /// Commands that wait for the end of the search, and when they came.
    waiting: VecDeque<(Command, Instant)>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    text: Text,
    out: &'a mut dyn Write,
}

impl<'a> Session<'a> {
    /// A conversation about to begin.
    pub fn new(
        settings: Settings,
        solver: Solver,
        (sender, events): (SyncSender<Event>, Receiver<Event>),
        text: Text,
        out: &'a mut dyn Write,
    ) -> Self {
        Self {
            settings,
            solver: Some(solver),
            position: reached(START).ok(),
            search: None,
            waiting: VecDeque::new(),
            sender,
            events,
            text,
            out,
        }
    }

    /// Converses until `quit` or the end of input.
    ///
    /// A search that is still under way then is left behind: it ends with the
    /// process.
    pub fn run(mut self) -> io::Result<()> {
        loop {
            self.out.flush()?;
            match self.next_event() {
                None => {}
                Some(Event::End) => return Ok(()),
                Some(Event::Input(input, at)) => match self.hear(input, at)? {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(()) => return Ok(()),
                },
                Some(Event::Report(report)) => self.show(report)?,
                Some(Event::Finished) => self.join()?,
            }
            self.look_at_the_clock()?;
            while self.search.is_none()
                && let Some((command, at)) = self.waiting.pop_front()
            {
                self.execute(command, at)?;
            }
        }
    }

    /// What happens next; nothing if a search wants to be looked after first.
    fn next_event(&self) -> Option<Event> {
        let Some(wake) = self.search.as_ref().and_then(Running::wake) else {
            return self.events.recv().ok();
        };
        let wait = wake.saturating_duration_since(Instant::now());
        match self.events.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            // We hold a sender ourselves.
            Err(RecvTimeoutError::Disconnected) => Some(Event::End),
        }
    }

    fn hear(&mut self, input: Input, at: Instant) -> io::Result<ControlFlow<()>> {
        let command = match &input {
            Input::TooLong => {
                let sentence = self.text.usi_line_too_long(MAX_LINE);
                return self.say(&sentence).map(ControlFlow::Continue);
            }
            Input::Line(line) => Command::parse(line),
        };
        match command {
            None => {}
            Some(Ok(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Some(Ok(command)) => self.heed(command, at)?,
            Some(Err(error)) => {
                let sentence = self.text.usi_command_error(&error);
                self.say(&sentence)?;
                if let CommandError::MateTime(_) = error {
                    // It is a `go` all the same, and has to be answered in its turn.
                    self.heed(Command::Go(Go::mate(Some(Duration::ZERO))), at)?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Executes a command, or lets it wait for the end of the search.
    fn heed(&mut self, command: Command, at: Instant) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return self.execute(command, at);
        };
        // What is said of a search that has not begun yet is not for this one.
        let another_waits = self
            .waiting
            .iter()
            .any(|(command, _)| matches!(command, Command::Go(_)));
        match command {
            Command::Usi | Command::IsReady => self.execute(command, at),
            Command::Stop | Command::GameOver if !another_waits => {
                search.stop(Instant::now());
                Ok(())
            }
            Command::PonderHit(clock) if !another_waits => {
                search.release(clock, at);
                Ok(())
            }
            Command::Go(_) => {
                search.stop(Instant::now());
                self.waiting.push_back((command, at));
                Ok(())
            }
            _ => {
                self.waiting.push_back((command, at));
                Ok(())
            }
        }
    }

    /// Executes a command. None but `usi` and `isready` comes during a search.
    fn execute(&mut self, command: Command, at: Instant) -> io::Result<()> {
        match command {
            Command::Usi => self.introduce(),
            Command::IsReady => writeln!(self.out, "readyok"),
            Command::NewGame => {
                if let Some(solver) = &mut self.solver {
                    solver.clear();
                }
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position(line) => self.set_position(&line),
            Command::Go(go) => self.go(&go, at),
            // There is nothing to stop.
            Command::Stop | Command::PonderHit(_) | Command::GameOver | Command::Quit => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        writeln!(self.out, "id name {NAME}\nid author {AUTHOR}")?;
        for line in Settings::default().declarations() {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "usiok")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let mut settings = self.settings.clone();
        if let Err(error) = settings.set(name, value) {
            let sentence = self.text.usi_setting_error(&error);
            return self.say(&sentence);
        }
        if settings.hash != self.settings.hash {
            // The old table stays until there is a new one.
            match Solver::new(settings.solver_options()) {
                Ok(solver) => self.solver = Some(solver),
                Err(error) => {
                    let sentence = self.text.usi_hash_refused(&error, self.settings.hash << 20);
                    return self.say(&sentence);
                }
            }
        }
        self.settings = settings;
        Ok(())
    }

    fn set_position(&mut self, line: &str) -> io::Result<()> {
        match reached(line) {
            Ok(position) => {
                self.position = Some(position);
                Ok(())
            }
            Err(trouble) => {
                self.position = None;
                let sentence = self.text.usi_bad_position(&trouble);
                self.say(&sentence)
            }
        }
    }

    fn go(&mut self, go: &Go, at: Instant) -> io::Result<()> {
        let started = self.problem().and_then(|problem| {
            let job = Job {
                problem,
                goal: self.settings.goal(),
                multi_pv: self.settings.multi_pv,
                started: at,
                time: None,
                nodes: None,
                stop: Arc::default(),
            };
            let solver = self.take_solver()?;
            let sender = self.sender.clone();
            Running::start(job, go, solver, sender).map_err(|error| self.text.usi_no_thread(&error))
        });
        match started {
            Ok(mut running) => {
                // What has been said of it while it was waiting itself.
                for (command, at) in &self.waiting {
                    match command {
                        Command::Go(_) | Command::Stop | Command::GameOver => {
                            running.stop(Instant::now());
                            break;
                        }
                        Command::PonderHit(clock) => running.release(*clock, *at),
                        _ => {}
                    }
                }
                self.search = Some(running);
                Ok(())
            }
            Err(sentence) => {
                self.say(&sentence)?;
                self.answer_line(info::unknown(go.question))
            }
        }
    }

    /// The position as a problem, or why it is none.
    fn problem(&self) -> Result<Problem, String> {
        let Some(position) = &self.position else {
            return Err(self.text.usi_no_position().into());
        };
        let turn = position.turn();
        let king = position.king_square(turn);
        let in_check = !king.is_none() && position.is_attacked_by(king, turn.flip());
        let defends = in_check && self.settings.root_is_defender_if_checked;
        let attacker = defends.then(|| turn.flip());
        Problem::from_sfen_with(&position.to_sfen(None), attacker)
            .map_err(|error| error.message(self.text.0))
    }

    /// The solver, made anew if a search has taken it along.
    fn take_solver(&mut self) -> Result<Solver, String> {
        match self.solver.take() {
            Some(solver) => Ok(solver),
            None => Solver::new(self.settings.solver_options())
                .map_err(|error| self.text.usi_no_table(&error)),
        }
    }

    fn show(&mut self, report: Report) -> io::Result<()> {
        if let Some(search) = &mut self.search
            && search.hear(report)
            && !search.answered
        {
            let lines = search.info();
            self.write_lines(&lines)?;
        }
        Ok(())
    }

    /// The search thread has ended.
    fn join(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        self.solver = search.join();
        if self.solver.is_none() {
            self.say(self.text.usi_search_failed())?;
        }
        Ok(())
    }

    /// Says what is due.
    fn look_at_the_clock(&mut self) -> io::Result<()> {
        let now = Instant::now();
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        if search.is_due(now) {
            search.answered = true;
            self.answer()?;
        } else if search.wants_info(now) {
            let lines = search.info();
            self.write_lines(&lines)?;
        }
        if self.search.as_ref().is_some_and(Running::is_over) {
            self.search = None;
        }
        Ok(())
    }

    /// Answers with what is known now.
    fn answer(&mut self) -> io::Result<()> {
        let Some(search) = self.search.as_ref() else {
            return Ok(());
        };
        let (question, text) = (search.question, self.text);
        let lines = search.info();
        let (sentences, answer) = match (search.rows.first(), &search.conclusion) {
            (Some(row), conclusion) => {
                let mut sentences = Vec::new();
                if row.line.is_empty() {
                    sentences.push(text.usi_mated().to_string());
                } else if search.shortest && !row.exact {
                    sentences.push(text.usi_not_shortest(row.length));
                }
                if let Some(Conclusion::Mate {
                    untried: Some(reason),
                }) = conclusion
                {
                    sentences.push(text.usi_untried(*reason));
                }
                (sentences, info::mate(question, &row.line))
            }
            (None, Some(Conclusion::NoMate)) => (
                vec![text.usi_no_mate(search.defender).to_string()],
                info::no_mate(question).to_string(),
            ),
            (None, Some(Conclusion::Unknown(reason))) => (
                vec![text.usi_undecided(*reason)],
                info::unknown(question).to_string(),
            ),
            // Not waited for any longer, or lost.
            (None, _) => (
                vec![text.usi_undecided(Reason::Interrupted)],
                info::unknown(question).to_string(),
            ),
        };
        self.write_lines(&lines)?;
        for sentence in sentences {
            self.say(&sentence)?;
        }
        self.answer_line(&answer)
    }

    fn answer_line(&mut self, answer: &str) -> io::Result<()> {
        writeln!(self.out, "{answer}")
    }

    fn write_lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines
            .iter()
            .try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// Says a sentence to whoever reads the log of the GUI.
    fn say(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.out, "info string {sentence}")
    }
}
