//! `solve --certificate`: writes the certificate of an outcome and verifies it.
//!
//! The file appears only when it is complete and verified: see [`AtomicFile`].

use crate::text::Text;
use kemuri_certify::BuildError;
use kemuri_core::{Budget, Phase, Problem, Progress};
use kemuri_runstore::AtomicFile;
use kemuri_solver::certificate::{Certified, MemorySplit};
use kemuri_solver::{CertifyError, Outcome, Solver, certify_and_verify};
use kemuri_terminal::{ProgressLine, Status};
use kemuri_text::certify;
use std::io;

/// Writes the certificate of an outcome, which the solver has just reached.
///
/// # Errors
/// The sentence to complain with, and what it makes of the exit code.
pub fn write(
    solver: Solver,
    problem: &Problem,
    outcome: &Outcome,
    memory: MemorySplit,
    file: AtomicFile,
    budget: Budget,
    (meter, text): (&ProgressLine, Text),
) -> Result<Certified, (String, Status)> {
    let unwritable = {
        let path = file.path().to_path_buf();
        move |error: &io::Error| (certify::unwritable(text.0, &path, error), Status::BAD_INPUT)
    };
    let mut on_progress = |progress: &_| show_progress(progress, "", meter, text);
    let certified = certify_and_verify(
        solver,
        problem,
        outcome,
        memory,
        file.file(),
        &budget,
        &mut on_progress,
    );
    meter.clear();
    let certified = certified.map_err(|error| {
        let why = certify::certify_error(text.0, &error);
        match error {
            CertifyError::Build(BuildError::Io(error)) => unwritable(&error),
            CertifyError::Undecided => (certify::undecided(text.0), Status::UNDECIDED),
            error if error.refutes_outcome() => (certify::refused(text.0, &why), Status::UNDECIDED),
            _ => (certify::not_written(text.0, &why), Status::UNDECIDED),
        }
    })?;
    file.commit().map_err(|error| unwritable(&error))?;
    Ok(certified)
}

/// Shows how far a certificate is.
pub fn show_progress(progress: &Progress, label: &str, meter: &ProgressLine, text: Text) {
    match progress.phase {
        Phase::Certifying => meter.say(|| certify::writing(text.0, label, progress.done)),
        _ => meter.clear(),
    }
}
