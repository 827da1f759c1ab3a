//! What the next search starts from: the options, the solver and the position.

use super::options::{SetOptionError, Settings};
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Hand, Problem, ProblemError};
use kemuri_formats::{InputErrorKind, parse_position_command, parse_position_with_rest};
use kemuri_solver::{Solver, SolverError};
use kemuri_text::units::bytes;
use kemuri_text::{Lang, tr};
use std::io;

/// What the next search starts from.
pub(super) struct EngineState {
    settings: Settings,
    /// `None` while a search has it, and after a search that has lost it.
    solver: Option<Solver>,
    position: GivenPosition,
}

/// What the last `position` gave.
enum GivenPosition {
    /// There was no `position`.
    None,
    /// It could not be read.
    Unreadable,
    /// The command. What it means depends on the option `Rest`.
    Command(String),
}

/// What a search is about.
pub(super) struct GivenProblem {
    /// The problem.
    pub problem: Problem,
    /// The pieces that the defender was given, as the option `Rest` asks.
    pub assumed: Hand,
}

/// Why a search cannot be started.
#[derive(Debug)]
pub(super) enum StartError {
    /// There was no `position`.
    NoPosition,
    /// The last `position` could not be read.
    UnreadablePosition,
    /// There is nothing to solve in the position.
    Problem(ProblemError),
    /// The table could not be allocated again.
    Solver(SolverError),
    /// The system gives no thread.
    Thread(io::Error),
}

impl StartError {
    /// Returns the sentence for the user.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::NoPosition => tr!(lang, "usi-position-not-given"),
            Self::UnreadablePosition => tr!(lang, "usi-position-unreadable"),
            Self::Problem(error) => kemuri_text::core::problem_error(lang, error),
            Self::Solver(SolverError::OutOfMemory { bytes: size }) => {
                tr!(lang, "usi-no-table", size = bytes(*size))
            }
            Self::Solver(error) => kemuri_text::solver::solver_error(lang, error),
            Self::Thread(error) => tr!(lang, "usi-no-thread", error = error.to_string()),
        }
    }
}

impl EngineState {
    /// Returns the state of an engine that has just been started.
    pub fn new() -> Result<Self, SolverError> {
        let settings = Settings::default();
        Ok(Self {
            solver: Some(Solver::new(settings.solver_options())?),
            settings,
            position: GivenPosition::None,
        })
    }

    /// Returns the values of the options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// Gives an option a value. Allocates a new table if its size changes.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let mut settings = self.settings.clone();
        settings.set(name, value)?;
        if settings.solver_options() != self.settings.solver_options() {
            // The old table stays until there is a new one.
            match Solver::within_memory(settings.solver_options()) {
                Ok(solver) => self.solver = Some(solver),
                // The table of options has let the values through: only memory can
                // be missing.
                Err(_) => {
                    return Err(SetOptionError::NoMemory {
                        bytes: settings.solver_options().hash,
                        kept: self.settings.solver_options().hash,
                    });
                }
            }
        }
        self.settings = settings;
        Ok(())
    }

    /// Reads a `position` command.
    pub fn set_position(&mut self, line: &str) -> Result<(), InputErrorKind> {
        self.position = GivenPosition::Unreadable;
        self.read_position(line)?;
        self.position = GivenPosition::Command(line.into());
        Ok(())
    }

    /// Reads a `position` command. The pieces that are nowhere at its start go to the
    /// side that defends at its end, if that is asked for.
    fn read_position(&self, line: &str) -> Result<(Sfen, Hand), InputErrorKind> {
        if !self.settings.rest {
            return Ok((parse_position_command(line)?, Hand::EMPTY));
        }
        let given = |color| parse_position_with_rest(line, color);
        let attacker = |position: &Sfen| Some(self.problem_of(position).ok()?.attacker());
        match given(Color::WHITE) {
            Ok((position, _)) if attacker(&position) == Some(Color::WHITE) => given(Color::BLACK),
            Ok(read) => Ok(read),
            // Only Black may have to drop what the rest gives.
            Err(error) => match given(Color::BLACK) {
                Ok(read) if attacker(&read.0) == Some(Color::WHITE) => Ok(read),
                _ => Err(error),
            },
        }
    }

    /// Returns the position as a problem.
    pub fn problem(&self) -> Result<GivenProblem, StartError> {
        let line = match &self.position {
            GivenPosition::None => return Err(StartError::NoPosition),
            GivenPosition::Unreadable => return Err(StartError::UnreadablePosition),
            GivenPosition::Command(line) => line,
        };
        // It was read before, but perhaps without the rest.
        let (position, assumed) = self
            .read_position(line)
            .map_err(|_| StartError::UnreadablePosition)?;
        let problem = self.problem_of(&position).map_err(StartError::Problem)?;
        Ok(GivenProblem { problem, assumed })
    }

    /// Returns the problem that a position is.
    fn problem_of(&self, position: &Sfen) -> Result<Problem, ProblemError> {
        // There is such a problem only if the side to move is in check.
        let defence = Problem::from_parts(position, Some(position.turn.flip()));
        match defence {
            Ok(problem) if self.settings.root_is_defender_if_checked => Ok(problem),
            _ => Problem::from_parts(position, None),
        }
    }

    /// Whether the side to move is taken to defend, though it could attack as well: it
    /// is in check, and both sides have a king.
    pub fn defends_in_doubt(&self) -> bool {
        let GivenPosition::Command(line) = &self.position else {
            return false;
        };
        let Ok((position, _)) = self.read_position(line) else {
            return false;
        };
        let attack = Problem::from_parts(&position, None);
        let read = self.problem_of(&position);
        attack.is_ok_and(|problem| problem.attacker_to_move())
            && read.is_ok_and(|problem| !problem.attacker_to_move())
    }

    /// Takes the solver out; makes a new one if the last search has lost it.
    pub fn take_solver(&mut self) -> Result<Solver, StartError> {
        match self.solver.take() {
            Some(solver) => Ok(solver),
            None => {
                Solver::within_memory(self.settings.solver_options()).map_err(StartError::Solver)
            }
        }
    }

    /// Puts the solver back.
    pub fn put_solver(&mut self, solver: Option<Solver>) {
        self.solver = solver;
    }
}
