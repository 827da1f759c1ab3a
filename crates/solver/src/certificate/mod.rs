//! Certificates of outcomes.
//!
//! [`Solver::certify`] writes the certificate of an [`Outcome`];
//! [`certify_and_verify`] also verifies what was written. A certificate counts
//! every interposition: see [`Certifiable`] for what it says of a mate whose
//! length leaves futile ones out.

mod error;
mod memory;
mod strategy;

pub use error::CertifyError;
pub use memory::MemorySplit;
pub use strategy::NoAnswer;

use crate::Solver;
use crate::futile::Futile;
use crate::line::within;
use crate::outcome::{Outcome, Verdict};
use crate::search::Search;
use crate::value::NO_LIMIT;
use kemuri_certify::{
    Builder, Claim, Survey, VerifiedCertificate, VerifyError, WrittenCertificate, verify_within,
};
use kemuri_core::{Board, Budget, Phase, Progress, View};
use std::borrow::BorrowMut;
use std::cell::RefCell;
use std::io::{Read, Seek, Write};
use std::time::{Duration, Instant};
use strategy::SearchStrategy;

/// What a certificate can say of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certifiable {
    /// This very claim.
    Claim(Claim),
    /// That there is a mate. The length of the outcome leaves futile
    /// interpositions out, which no certificate does: it claims a mate within the
    /// plies that the first proof needs when every interposition counts.
    Mate,
}

impl Certifiable {
    /// Whether a certificate of `claim` says what can be said.
    pub fn is_met_by(self, claim: Claim) -> bool {
        match self {
            Self::Claim(own) => claim == own,
            Self::Mate => claim.mate().is_some(),
        }
    }
}

impl Outcome {
    /// What a certificate can say of this outcome.
    ///
    /// # Errors
    /// [`CertifyError::Undecided`] and [`CertifyError::TooLong`].
    pub fn certifiable(&self) -> Result<Certifiable, CertifyError> {
        let claim = match &self.verdict {
            Verdict::Mate(mate) if mate.futile != Futile::None => return Ok(Certifiable::Mate),
            Verdict::Mate(mate) => {
                let length = u16::try_from(mate.length).map_err(|_| CertifyError::TooLong)?;
                if mate.exact {
                    Claim::MateExactly(length)
                } else {
                    Claim::MateWithin(length)
                }
            }
            Verdict::NoMate => Claim::NoMate,
            Verdict::Unknown(_) => return Err(CertifyError::Undecided),
        };
        Ok(Certifiable::Claim(claim))
    }
}

/// A certificate that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// What it claims, and its size.
    pub written: WrittenCertificate,
    /// The time it took to write it.
    pub build_time: Duration,
    /// What the verifier says; `None` if there was not enough memory for it.
    pub verified: Option<Verified>,
}

/// A certificate that was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What is proven.
    pub report: VerifiedCertificate,
    /// The time it took to verify it.
    pub time: Duration,
}

impl Solver {
    /// Writes the certificate of an outcome of [`Solver::solve`] to `sink`: see
    /// [`Outcome::certifiable`].
    ///
    /// What the table still knows from solving need not be searched again. The
    /// builder remembers written entries in `index_bytes` bytes beside the table.
    /// `on_progress` is called about ten times a second.
    ///
    /// # Errors
    /// When the outcome is undecided or its mate too long, the budget is spent or
    /// writing fails. What was written by then is no certificate.
    pub fn certify(
        &mut self,
        outcome: &Outcome,
        index_bytes: usize,
        sink: impl Write,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<WrittenCertificate, CertifyError> {
        let certifiable = outcome.certifiable()?;
        let problem = outcome.problem();
        // The search and the builder report in turn: each knows a part.
        let report = RefCell::new((Progress::new(Phase::Certifying), on_progress));
        let mut while_searching = |search: &Progress| {
            let (progress, on_progress) = &mut *report.borrow_mut();
            let done = progress.done;
            *progress = search.clone();
            progress.done = done;
            on_progress(progress);
        };
        let mut on_entries = |build: &Progress| {
            let (progress, on_progress) = &mut *report.borrow_mut();
            progress.done = build.done;
            progress.elapsed = build.elapsed;
            on_progress(progress);
        };
        let mut search = Search::new(
            Board::new(problem),
            &mut self.table,
            &self.options,
            budget,
            &mut while_searching,
        );
        search.phase = Phase::Certifying;
        search.view = View::of(problem);
        let claim = match certifiable {
            Certifiable::Claim(claim) => claim,
            Certifiable::Mate => match within(&mut search, NO_LIMIT)? {
                Some(length) => Claim::MateWithin(length),
                None => return Err(CertifyError::Contradiction),
            },
        };
        // Nodes are those of the search.
        let time = Budget::until_stopped(budget.stop_flag()).with_time(budget.time_left());
        let mut strategy = SearchStrategy::new(&mut search);
        Builder::new(index_bytes)
            .build(problem, claim, &mut strategy, sink, &time, &mut on_entries)
            .map_err(CertifyError::from)
    }
}

/// Writes the certificate of an outcome to `file`, which is empty, and verifies it.
///
/// The budget is for writing; verification ends early only if it is stopped. The
/// verifier needs memory of its own: a solver that is passed by value is dropped
/// before, one that is borrowed is cleared.
///
/// # Errors
/// As [`Solver::certify`], and when the certificate is refused:
/// [`CertifyError::refutes_outcome`] tells which errors put the outcome in doubt.
pub fn certify_and_verify(
    mut solver: impl BorrowMut<Solver>,
    outcome: &Outcome,
    memory: MemorySplit,
    mut file: impl Read + Write + Seek,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Certified, CertifyError> {
    let certifiable = outcome.certifiable()?;
    let started = Instant::now();
    let index = memory.index;
    let written = (solver.borrow_mut()).certify(outcome, index, &mut file, budget, on_progress);
    let build_time = started.elapsed();
    solver.borrow_mut().clear_within(budget);
    drop(solver);
    let mut certified = Certified {
        written: written?,
        build_time,
        verified: None,
    };
    let started = Instant::now();
    let until_stopped = Budget::until_stopped(budget.stop_flag());
    file.rewind().map_err(VerifyError::Io)?;
    let problem = Some(outcome.problem());
    let report = if memory.can_keep(certified.written.entries()) {
        verify_within(file, problem, &until_stopped, on_progress)?
    } else {
        let survey = Survey::of(&mut file, &until_stopped, on_progress)?;
        if survey.memory() > memory.verifier {
            return Ok(certified);
        }
        file.rewind().map_err(VerifyError::Io)?;
        survey.verify(file, problem, &until_stopped, on_progress)?
    };
    if !certifiable.is_met_by(report.claim) {
        return Err(CertifyError::OtherClaim(report.claim));
    }
    let time = started.elapsed();
    certified.verified = Some(Verified { report, time });
    Ok(certified)
}
