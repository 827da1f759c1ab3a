//! Checks many problems on several threads, with results in their order.
//!
//! Every thread has a judge with a table of its own. Problems are compared with
//! those before them ([`crate::duplicates`]). With a resume file (feature
//! `serde`) every result is kept as soon as it is known, and a later run passes
//! over what is decided.
//!
//! ```
//! use kemuri_formats::ProblemEntry;
//! use kemuri_judge::Soundness;
//! use kemuri_judge::batch::{Batch, BatchEvent, BatchOptions};
//!
//! let problems = ["8k/9/8P/9/9/9/9/9/9 b G 1", "8k/9/9/9/9/9/9/9/9 b P 1"];
//! let entries = problems.map(|sfen| ProblemEntry::new(sfen.parse().unwrap()));
//! let mut options = BatchOptions::default();
//! options.threads = 2;
//! let mut verdicts = Vec::new();
//! let summary = Batch::new(&options).run(entries, |event| {
//!     if let BatchEvent::Checked(checked) = event {
//!         verdicts.push(checked.report.verdict);
//!     }
//!     Ok::<(), std::convert::Infallible>(())
//! })?;
//! assert_eq!(verdicts, [Soundness::Complete, Soundness::Unsound]);
//! assert_eq!(summary.count(Soundness::Unsound), 1);
//! # Ok::<(), kemuri_judge::batch::BatchError<std::convert::Infallible>>(())
//! ```

mod checked;
#[cfg(feature = "serde")]
mod resume;
#[cfg(feature = "serde")]
mod settings;
mod summary;
mod workers;

pub use checked::{CheckedProblem, EarlierProblem};
#[cfg(feature = "serde")]
pub use resume::{ResumeError, ResumeFile};
#[cfg(feature = "serde")]
pub use settings::Settings;
pub use summary::BatchSummary;

use crate::duplicates::Duplicates;
use crate::{CheckOptions, Fact, FactDetail, FactKind, Proof, Soundness};
use kemuri_core::{Budget, Progress};
use kemuri_formats::ProblemEntry;
use kemuri_runstore::FileError;
use kemuri_solver::{Options, SolverError};
use workers::{Message, NumberedEntry};

/// How the problems of a batch are checked.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BatchOptions {
    /// How each problem is checked.
    pub check: CheckOptions,
    /// The name of the profile in results.
    pub profile_name: String,
    /// What each problem may cost. Its stop flag ends the batch.
    pub budget: Budget,
    /// Whether repairs are tried for problems that are flawed or unsound.
    pub suggest: bool,
    /// The options of the solvers; `hash` is for all threads together.
    pub solver: Options,
    /// How many problems are checked at the same time, at least 1.
    pub threads: usize,
}

/// What happens in a batch.
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchEvent<'a> {
    /// Fewer problems are checked at the same time than was asked for: there is no room for
    /// as many threads. This is the first event if it comes.
    FewerThreads {
        /// How many were to be checked at a time.
        wanted: usize,
        /// How many are.
        threads: usize,
    },
    /// A problem is being checked.
    Progress {
        /// Its name, if it has one.
        name: &'a str,
        /// How far it is.
        progress: &'a Progress,
    },
    /// A problem was decided by an earlier run and is passed over.
    Known {
        /// The problem.
        entry: &'a ProblemEntry,
        /// The verdict of that run.
        verdict: Soundness,
    },
    /// A problem was checked. These events come in the order of the problems.
    Checked(Box<CheckedProblem>),
}

/// Why a batch ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError<E> {
    /// There is no memory for the tables.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A result cannot be kept.
    #[error(transparent)]
    File(#[from] FileError),
    /// The caller ended it.
    #[error("{0}")]
    Caller(E),
}

/// A batch of checks.
pub struct Batch<'a> {
    options: &'a BatchOptions,
    duplicates: Duplicates,
    /// The names of the problems so far.
    names: Vec<String>,
    /// Problems handed out so far.
    handed_out: usize,
    #[cfg(feature = "serde")]
    resume: Option<ResumeFile>,
    summary: BatchSummary,
}

impl<'a> Batch<'a> {
    /// A batch without a resume file.
    pub fn new(options: &'a BatchOptions) -> Self {
        Self {
            options,
            duplicates: Duplicates::default(),
            names: Vec::new(),
            handed_out: 0,
            #[cfg(feature = "serde")]
            resume: None,
            summary: BatchSummary::default(),
        }
    }

    /// Keeps all results in `file` and passes over the problems that it has
    /// decided.
    #[cfg(feature = "serde")]
    pub fn with_resume(mut self, file: ResumeFile) -> Self {
        self.resume = Some(file);
        self
    }

    /// Checks `entries`, which are taken as threads become free, and tells
    /// `on_event` what happens, on this thread.
    ///
    /// The batch ends early if `on_event` fails or the stop flag of the budget
    /// is set; problems that are being checked then are given as far as they
    /// are.
    pub fn run<E>(
        mut self,
        entries: impl IntoIterator<Item = ProblemEntry>,
        mut on_event: impl FnMut(BatchEvent<'_>) -> Result<(), E>,
    ) -> Result<BatchSummary, BatchError<E>> {
        let mut entries = entries.into_iter();
        let options = self.options;
        workers::with_workers::<BatchError<E>>(options, |workers| {
            let threads = workers.threads();
            let wanted = options.threads;
            if threads < wanted {
                on_event(BatchEvent::FewerThreads { wanted, threads })
                    .map_err(BatchError::Caller)?;
            }
            loop {
                while workers.are_free() {
                    match self.next(&mut entries, &mut on_event)? {
                        Some(entry) => workers.hand_out(entry),
                        None => workers.close(),
                    }
                }
                match workers.wait() {
                    None => return Ok(()),
                    Some(Message::Progress { name, progress }) => {
                        let (name, progress) = (&*name, &progress);
                        on_event(BatchEvent::Progress { name, progress })
                            .map_err(BatchError::Caller)?;
                    }
                    Some(Message::Checked(checked)) => {
                        for checked in workers.in_order(*checked) {
                            self.finish(checked, &mut on_event)?;
                        }
                    }
                }
            }
        })?;
        Ok(self.summary)
    }

    /// The next problem that is not known yet.
    fn next<E>(
        &mut self,
        entries: &mut impl Iterator<Item = ProblemEntry>,
        on_event: &mut impl FnMut(BatchEvent<'_>) -> Result<(), E>,
    ) -> Result<Option<NumberedEntry>, BatchError<E>> {
        while !self.options.budget.is_stopped()
            && let Some(entry) = entries.next()
        {
            let earlier = self.compare(&entry);
            if let Some(verdict) = self.known(&entry, earlier.as_ref()) {
                self.summary.add_known(verdict);
                let entry = &entry;
                on_event(BatchEvent::Known { entry, verdict }).map_err(BatchError::Caller)?;
                continue;
            }
            let number = self.handed_out;
            self.handed_out += 1;
            return Ok(Some(NumberedEntry {
                number,
                entry,
                earlier,
            }));
        }
        Ok(None)
    }

    #[cfg(feature = "serde")]
    fn known(&self, entry: &ProblemEntry, earlier: Option<&EarlierProblem>) -> Option<Soundness> {
        self.resume.as_ref()?.verdict(entry, earlier)
    }

    #[cfg(not(feature = "serde"))]
    fn known(&self, _: &ProblemEntry, _: Option<&EarlierProblem>) -> Option<Soundness> {
        None
    }

    /// Compares a problem with those before it.
    fn compare(&mut self, entry: &ProblemEntry) -> Option<EarlierProblem> {
        self.names.push(checked::name(entry));
        let (number, kind) = self.duplicates.add(&entry.problem)?;
        Some(EarlierProblem {
            number,
            name: self.names.get(number)?.clone(),
            kind,
        })
    }

    /// Adds what the comparison found, keeps the result and passes it on.
    fn finish<E>(
        &mut self,
        mut checked: CheckedProblem,
        on_event: &mut impl FnMut(BatchEvent<'_>) -> Result<(), E>,
    ) -> Result<(), BatchError<E>> {
        if let Some(earlier) = &checked.earlier {
            let fact = Fact {
                detail: FactDetail::Earlier {
                    number: earlier.number,
                    kind: earlier.kind,
                },
                ..Fact::of_all(FactKind::Duplicate, Proof::Proven)
            };
            checked.report.facts.insert(0, fact);
            checked.report.judge(&self.options.check.profile);
        }
        self.summary.add(&checked.report);
        #[cfg(feature = "serde")]
        if let Some(file) = &mut self.resume {
            file.append(&checked, self.options)?;
        }
        on_event(BatchEvent::Checked(Box::new(checked))).map_err(BatchError::Caller)
    }
}
