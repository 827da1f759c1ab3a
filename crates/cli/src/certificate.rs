//! `solve --certificate`: writes the certificate of an outcome and verifies it.
//!
//! The file appears only when it is complete and verified: see [`AtomicFile`].

use kemuri_certify::BuildError;
use kemuri_core::{Budget, Phase, Progress};
use kemuri_runstore::AtomicFile;
use kemuri_solver::certificate::{Certified, MemorySplit};
use kemuri_solver::{CertifyError, Outcome, Solver, certify_and_verify};
use kemuri_terminal::{ProgressLine, Refusal};
use kemuri_text::certify;

/// Writes the certificate of an outcome, which the solver has just reached.
pub fn write(
    solver: Solver,
    outcome: &Outcome,
    memory: MemorySplit,
    file: AtomicFile,
    budget: Budget,
    meter: &ProgressLine,
) -> Result<Certified, Refusal> {
    let lang = meter.lang();
    let path = file.path().to_path_buf();
    let certified = certify_and_verify(
        solver,
        outcome,
        memory,
        file.file(),
        &budget,
        &mut |progress| show_progress(progress, "", meter),
    );
    meter.clear();
    let certified = certified.map_err(|error| {
        let why = certify::certify_error(lang, &error);
        Refusal::undecided(match error {
            CertifyError::Build(BuildError::Io(error)) => {
                return certify::unwritable(lang, &path, &error).into();
            }
            CertifyError::Undecided => certify::undecided(lang),
            error if error.refutes_outcome() => certify::refused(lang, &why),
            _ => certify::not_written(lang, &why),
        })
    })?;
    let committed = file.commit();
    committed.map_err(|error| certify::unwritable(lang, &path, &error))?;
    Ok(certified)
}

/// Shows how far a certificate is.
pub fn show_progress(progress: &Progress, label: &str, meter: &ProgressLine) {
    match progress.phase {
        Phase::Certifying => meter.say(|| certify::writing(meter.lang(), label, progress.done)),
        _ => meter.clear(),
    }
}
