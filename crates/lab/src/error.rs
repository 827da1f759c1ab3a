//! Why an experiment ends without a report.

use kemuri_runstore::{FileError, FolderError, JournalError};
use kemuri_solver::SolverError;
use kemuri_terminal::Refusal;
use kemuri_text::{Lang, runstore, solver, tr};
use kemuri_usi::client::EngineError;
use std::io;
use std::path::PathBuf;

/// Why an experiment ends without a report.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The user interrupted it.
    #[error("interrupted")]
    Interrupted,
    /// The folder of the run cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The results in the folder cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no memory for the table.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// An engine does not start.
    #[error("{}: {error}", program.display())]
    Engine {
        /// Its program.
        program: PathBuf,
        /// Why.
        error: EngineError,
    },
    /// A file of positions has a line that is none.
    #[error("{}, line {line}: not a position with its attacker", path.display())]
    Fixture {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Standard output cannot be written to.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl From<Refusal> for ExperimentError {
    /// That the user interrupted the run, see [`kemuri_terminal::Stop::endable`].
    fn from(_: Refusal) -> Self {
        Self::Interrupted
    }
}

impl ExperimentError {
    /// Returns the sentence for the user.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Interrupted => runstore::interrupted(lang),
            Self::Folder(error) => runstore::folder_error(lang, error),
            Self::Journal(error) => runstore::journal_error(lang, error),
            Self::File(error) => runstore::file_error(lang, error),
            Self::Solver(error) => solver::solver_error(lang, error),
            Self::Engine { program, error } => {
                let program = program.display();
                format!("--engine {program}: {}", error.message(lang))
            }
            Self::Fixture { path, line } => {
                let path = path.display().to_string();
                tr!(lang, "lab-contradict-line", path, line = *line)
            }
            Self::Output(error) => error.to_string(),
        }
    }
}
