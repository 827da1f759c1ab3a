//! Why an experiment ends without a report.

use kemuri_runstore::{FileError, FolderError, JournalError};
use kemuri_solver::SolverError;
use kemuri_terminal::Refusal;
use kemuri_text::{Lang, runstore, solver};

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
        }
    }
}
