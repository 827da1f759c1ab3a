//! Enumeration: all problems of a condition, generation by generation.
//!
//! Generation n holds the sound problems of n plies: 0 the mates, odd numbers
//! problems with the attacker to move, even ones those with the defender in
//! check. Each is made from the one before: take back every move, sort, keep
//! each position once (`candidates`), decide each candidate with the solver
//! ([`kemuri_judge::extension`]), write the decisions down as they come (`decision_log`), and
//! keep what is sound, each position by the best of its main lines (`main_lines`).
//!
//! Every step ends with a file that appears whole or not at all, and what is
//! decided of a position is a fact of shogi. So a run can be killed at any
//! moment and taken up again, by any number of threads, and its files come out
//! the same to the byte, as long as nothing is left undecided.

mod candidates;
pub mod collection;
mod decision_log;
mod folder;
mod main_lines;
mod queue;
mod recheck;
pub mod report;
mod run;
mod sorter;
mod tally;
mod workers;

pub use collection::CollectionError;
pub use folder::EnumerationFolder;
pub use recheck::recheck_all;
pub use tally::Tally;

use crate::condition::Condition;
use crate::position_file::RunFileError;
use kemuri_core::{Budget, Progress};
use kemuri_runstore::{FileError, FolderError};
use kemuri_solver::Options;
use run::EnumerationRun;
use std::path::PathBuf;

/// In a record: the main line from here on meets an equally long defence that
/// leaves the attacker nothing.
pub const EQUAL: u8 = 1;
/// In a record: not decided.
pub const OPEN: u8 = 2;
/// In a candidate with the attacker to move: several un-moves lead to it.
pub const MANY: u8 = 4;

/// How an enumeration is run. Nothing here changes what it finds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EnumerateOptions {
    /// How many threads decide candidates: one without the feature `parallel`.
    pub threads: usize,
    /// Bytes for the tables of all threads together.
    pub hash: u64,
    /// The most nodes that one question may take before its candidate is left
    /// open.
    pub nodes: u64,
    /// What the whole run may cost, and the flag that stops it.
    pub budget: Budget,
}

impl Default for EnumerateOptions {
    /// One thread with the default table of the solver, and no limits.
    fn default() -> Self {
        Self {
            threads: 1,
            hash: Options::default().hash,
            nodes: u64::MAX,
            budget: Budget::default(),
        }
    }
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerateError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The folder belongs to a run of another condition that has the same name.
    #[error(
        "{}: the folder belongs to a run of another condition that is named {name} too: the \
         condition differs",
        path.display()
    )]
    OtherCondition {
        /// The folder.
        path: PathBuf,
        /// The name of both conditions.
        name: String,
    },
    /// No memory for the tables, or no threads.
    #[error("threads cannot be started ({threads}, each with a table of {bytes} bytes)")]
    Workers {
        /// How many threads.
        threads: usize,
        /// Bytes of the table of each.
        bytes: u64,
    },
    /// [`EnumerateOptions::budget`] is spent; the same command goes on from here.
    #[error("interrupted; the same command goes on from here")]
    Interrupted,
}

impl From<FileError> for EnumerateError {
    fn from(error: FileError) -> Self {
        Self::File(error.into())
    }
}

/// What a run found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EnumerationSummary {
    /// The numbers of each generation, by number; the last is empty unless the
    /// length of the condition ended the run.
    pub tallies: Vec<Tally>,
}

impl EnumerationSummary {
    /// Candidates that are not decided. Nothing may be claimed not to exist
    /// unless this is zero and nothing was [cut off](Self::cut_off).
    pub fn open(&self) -> u64 {
        self.tallies.iter().map(|t| t.open).sum()
    }

    /// The length at which the condition ended the run, if problems were found
    /// up to there: nothing is known of longer ones.
    pub fn cut_off(&self) -> Option<u32> {
        let last = self.tallies.last().filter(|t| t.sound > 0);
        last.map(|_| self.tallies.len() as u32 - 1)
    }

    /// The greatest length of a finished problem.
    pub fn longest_finished(&self) -> Option<u32> {
        let last = self.tallies.iter().rposition(|t| t.finished > 0);
        last.map(|n| n as u32)
    }

    /// The greatest length of a sound problem with the attacker to move.
    pub fn longest(&self) -> Option<u32> {
        let odd = |&(n, t): &(usize, &Tally)| n % 2 == 1 && t.sound > 0;
        let all = self.tallies.iter().enumerate();
        all.filter(odd).map(|(n, _)| n as u32).next_back()
    }
}

/// Finds every problem of `condition`, in a folder that was opened for it.
/// `on_generation` hears of the numbers of each generation when it is complete.
pub fn enumerate(
    condition: &Condition,
    folder: &EnumerationFolder,
    options: &EnumerateOptions,
    on_progress: &mut dyn FnMut(&Progress),
    on_generation: &mut dyn FnMut(u32, &Tally),
) -> Result<EnumerationSummary, EnumerateError> {
    let tallies =
        EnumerationRun::new(condition, folder, options, on_progress)?.all(on_generation)?;
    Ok(EnumerationSummary { tallies })
}
