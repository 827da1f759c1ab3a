//! The conversation: commands in, answers out, one search at a time.
//!
//! Every `go` gets exactly one answer. What comes during a search and concerns
//! the next one waits in a queue until the search has been answered; a second
//! `go` ends the first.

use super::command::{Command, CommandError, Go};
use super::options::Settings;
use super::queue::{Changes, Next, Queue, Waiting};
use super::reader::{Input, MAX_LINE};
use super::running::Running;
use super::search::{Conclusion, Job, Report};
use super::{Event, info};
use kemuri_core::{Budget, Problem};
use kemuri_formats::parse_position_command;
use kemuri_solver::{Reason, Solver, SolverError};
use kemuri_text::formats::input_error_kind;
use kemuri_text::units::bytes;
use kemuri_text::{Lang, solver, tr};
use rsshogi::board::Position;
use std::io::{self, Write};
use std::ops::ControlFlow;
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
    position: Given,
    search: Option<Running>,
    /// What waits for the end of the search.
    queue: Queue,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    lang: Lang,
    out: &'a mut dyn Write,
}

/// What the last `position` gave.
enum Given {
    /// There was none.
    Nothing,
    /// It could not be read.
    Unreadable,
    Position(Box<Position>),
}

impl<'a> Session<'a> {
    /// A conversation about to begin.
    pub fn new(
        settings: Settings,
        solver: Solver,
        (sender, events): (SyncSender<Event>, Receiver<Event>),
        lang: Lang,
        out: &'a mut dyn Write,
    ) -> Self {
        Self {
            settings,
            solver: Some(solver),
            position: Given::Nothing,
            search: None,
            queue: Queue::default(),
            sender,
            events,
            lang,
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
                && let Some(next) = self.queue.next()
            {
                self.catch_up(next)?;
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
                let sentence = tr!(self.lang, "usi-line-too-long", limit = MAX_LINE);
                return self.say(&sentence).map(ControlFlow::Continue);
            }
            Input::Line(line) => Command::parse(line),
        };
        match command {
            None => {}
            Some(Ok(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Some(Ok(command)) => self.heed(command, at)?,
            Some(Err(error)) => {
                let sentence = error.message(self.lang);
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
        match command {
            Command::Usi => self.introduce()?,
            // It is answered when everything before it is done.
            Command::IsReady => {
                if self.queue.is_ready() {
                    self.ready()?;
                }
            }
            // What is said of a search that has not begun yet is not for this one.
            Command::Stop | Command::GameOver => match self.queue.waiting() {
                Some(next) => next.stopped = true,
                None => search.stop(Instant::now()),
            },
            Command::PonderHit(clock) => match self.queue.waiting() {
                Some(next) => next.hit = Some((clock, at)),
                None => search.release(clock, at),
            },
            Command::Go(go) => {
                search.stop(Instant::now());
                self.queue.go(go, at);
            }
            Command::NewGame => self.queue.new_game(),
            Command::SetOption { name, value } => {
                // What cannot be set need not wait to be refused.
                match self.settings.clone().set(&name, &value) {
                    Ok(()) => self.queue.set_option(name, value),
                    Err(error) => {
                        let sentence = error.message(self.lang);
                        self.say(&sentence)?;
                    }
                }
            }
            Command::Position(line) => self.queue.set_position(line),
            Command::Quit => {}
        }
        Ok(())
    }

    /// Does what had to wait for the end of a search.
    fn catch_up(&mut self, next: Next) -> io::Result<()> {
        match next {
            Next::Overtaken(question) => {
                let sentence = undecided(self.lang, Reason::Interrupted);
                self.say(&sentence)?;
                self.answer_line(info::unknown(question))
            }
            Next::Change(Changes {
                new_game,
                options,
                position,
                ready,
            }) => {
                if new_game {
                    self.clear();
                }
                for (name, value) in options {
                    self.set_option(&name, &value)?;
                }
                if let Some(line) = position {
                    self.set_position(&line)?;
                }
                (0..ready).try_for_each(|_| self.ready())
            }
            Next::Search(waiting) => self.go(&waiting),
        }
    }

    /// Executes a command. None comes during a search.
    fn execute(&mut self, command: Command, at: Instant) -> io::Result<()> {
        match command {
            Command::Usi => self.introduce()?,
            Command::IsReady => self.ready()?,
            Command::NewGame => self.clear(),
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position(line) => self.set_position(&line)?,
            Command::Go(go) => self.go(&Waiting::new(go, at))?,
            // There is nothing to stop.
            Command::Stop | Command::PonderHit(_) | Command::GameOver | Command::Quit => {}
        }
        Ok(())
    }

    fn ready(&mut self) -> io::Result<()> {
        writeln!(self.out, "readyok")
    }

    fn clear(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
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
            let sentence = error.message(self.lang);
            return self.say(&sentence);
        }
        if settings.solver_options() != self.settings.solver_options() {
            // The old table stays until there is a new one.
            match Solver::within_memory(settings.solver_options()) {
                Ok(solver) => self.solver = Some(solver),
                Err(error) => {
                    let SolverError::OutOfMemory { bytes: size } = error;
                    let sentence = tr!(
                        self.lang,
                        "usi-hash-refused",
                        size = bytes(size),
                        kept = bytes(self.settings.hash << 20)
                    );
                    return self.say(&sentence);
                }
            }
        }
        self.settings = settings;
        Ok(())
    }

    fn set_position(&mut self, line: &str) -> io::Result<()> {
        match parse_position_command(line) {
            Ok(position) => {
                self.position = Given::Position(Box::new(position));
                Ok(())
            }
            Err(error) => {
                self.position = Given::Unreadable;
                let error = input_error_kind(self.lang, &error);
                let sentence = tr!(self.lang, "usi-position", error = error);
                self.say(&sentence)
            }
        }
    }

    fn go(&mut self, waiting: &Waiting) -> io::Result<()> {
        let go = &waiting.go;
        let started = self.problem().and_then(|problem| {
            let job = Job {
                problem,
                goal: self.settings.goal(),
                multi_pv: self.settings.multi_pv,
                budget: Budget::default(),
            };
            let solver = self.take_solver()?;
            let sender = self.sender.clone();
            Running::start(job, waiting.at, go, solver, sender)
                .map_err(|error| tr!(self.lang, "usi-no-thread", error = error.to_string()))
        });
        match started {
            Ok(mut running) => {
                if let Some((clock, at)) = waiting.hit {
                    running.release(clock, at);
                }
                if waiting.stopped {
                    running.stop(Instant::now());
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
        let position = match &self.position {
            Given::Position(position) => position,
            Given::Nothing => return Err(tr!(self.lang, "usi-position-not-given")),
            Given::Unreadable => return Err(tr!(self.lang, "usi-position-unreadable")),
        };
        let turn = position.turn();
        let king = position.king_square(turn);
        let in_check = !king.is_none() && position.is_attacked_by(king, turn.flip());
        let defends = in_check && self.settings.root_is_defender_if_checked;
        let attacker = defends.then(|| turn.flip());
        Problem::from_sfen_with(&position.to_sfen(None), attacker)
            .map_err(|error| error.message(self.lang))
    }

    /// The solver, made anew if a search has taken it along.
    fn take_solver(&mut self) -> Result<Solver, String> {
        match self.solver.take() {
            Some(solver) => Ok(solver),
            None => Solver::within_memory(self.settings.solver_options()).map_err(
                |SolverError::OutOfMemory { bytes: size }| {
                    tr!(self.lang, "usi-no-table", size = bytes(size))
                },
            ),
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
            self.say(&tr!(self.lang, "usi-search-failed"))?;
        }
        // An answer that is held may be so for ever; what was found need not be.
        if self.search.as_ref().is_some_and(|search| search.held) {
            self.explain()?;
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
        self.explain()?;
        let Some(search) = &self.search else {
            return Ok(());
        };
        let question = search.question;
        let answer = match (search.rows.first(), &search.conclusion) {
            (Some(row), _) => info::mate(question, &row.line),
            (None, Some(Conclusion::NoMate)) => info::no_mate(question).into(),
            (None, _) => info::unknown(question).into(),
        };
        self.answer_line(&answer)
    }

    /// Shows what is known now, and says once what it means.
    fn explain(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return Ok(());
        };
        let lines = search.info();
        let sentences = match std::mem::replace(&mut search.explained, true) {
            true => Vec::new(),
            false => sentences(search, self.lang),
        };
        self.write_lines(&lines)?;
        sentences.iter().try_for_each(|sentence| self.say(sentence))
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

/// What the outcome of a search means, for people.
fn sentences(search: &Running, lang: Lang) -> Vec<String> {
    let (row, conclusion) = (search.rows.first(), &search.conclusion);
    let Some(row) = row else {
        return vec![match conclusion {
            Some(Conclusion::NoMate) if search.defender => tr!(lang, "usi-no-mate-defender"),
            Some(Conclusion::NoMate) => tr!(lang, "usi-no-mate"),
            Some(Conclusion::Unknown(reason)) => undecided(lang, *reason),
            // Not waited for any longer, or lost.
            _ => undecided(lang, Reason::Interrupted),
        }];
    };
    let mut out = Vec::new();
    if row.line.is_empty() {
        out.push(tr!(lang, "usi-mated"));
    } else if search.shortest && !row.exact {
        out.push(tr!(lang, "usi-not-shortest", length = row.length));
    }
    if let Some(Conclusion::Mate {
        untried: Some(reason),
    }) = conclusion
    {
        let reason = solver::reason(lang, *reason);
        out.push(tr!(lang, "usi-other-moves-undecided", reason = reason));
    }
    out
}

fn undecided(lang: Lang, reason: Reason) -> String {
    tr!(lang, "usi-undecided", reason = solver::reason(lang, reason))
}
