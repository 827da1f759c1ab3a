//! `solve --certificate`: writes the certificate of a verdict and verifies it.
//!
//! The file appears only when it is complete and verified: see [`AtomicFile`].

use crate::Status;
use crate::progress::ProgressLine;
use crate::text::Text;
use kemuri_certify::{BuildError, Report, VerifyError, verify_within};
use kemuri_core::{Budget, Problem};
use kemuri_runstore::AtomicFile;
use kemuri_solver::{CertifyError, Solver, Verdict};
use kemuri_text::certify;
use std::io;
use std::time::{Duration, Instant};

/// How the memory that `--hash` allows is shared out when certificates are
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// For the table of the search.
    pub table: u64,
    /// For the builder to remember entries in.
    pub index: usize,
}

impl Rooms {
    /// What the builder needs at least, and what it may use beyond `--hash`: a
    /// quarter of what the program may.
    const LEAST_INDEX: u64 = 1 << 20;
    const SPARE: u64 = 16 << 20;

    /// Shares out `hash` bytes.
    pub fn of(hash: u64) -> Self {
        let index = (hash / 8).max(Self::LEAST_INDEX);
        Self {
            table: hash - index.saturating_sub(Self::SPARE),
            index: usize::try_from(index).unwrap_or(usize::MAX),
        }
    }
}

/// What a verifier remembers of an entry, in bytes.
const VERIFIER_ENTRY: u64 = 24;
/// What it may use beyond `--hash`, in bytes: half of what the program may.
const VERIFIER_SPARE: u64 = 32 << 20;

/// Whether a certificate of so many entries can be verified in the memory that
/// `--hash` allows once there is no table.
pub fn can_verify(entries: u64, hash: u64) -> bool {
    entries.saturating_mul(VERIFIER_ENTRY) <= hash.saturating_add(VERIFIER_SPARE)
}

/// A certificate that was written.
pub struct Made {
    /// Entries of both sections.
    pub entries: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// What the verifier says and how long it took; none if the memory allowed
    /// does not suffice for it.
    pub verified: Option<(Report, Duration)>,
}

/// Writes the certificate of a verdict, which the solver has just reached.
///
/// # Errors
/// The sentence to complain with, and what it makes of the exit code.
pub fn write(
    mut solver: Solver,
    problem: &Problem,
    verdict: &Verdict,
    hash: u64,
    file: AtomicFile,
    budget: Budget,
    (meter, text): (&ProgressLine, Text),
) -> Result<Made, (String, Status)> {
    let undone = Status {
        unknown: true,
        ..Status::default()
    };
    let unwritable = {
        let path = file.path().to_path_buf();
        move |error: &io::Error| {
            let status = Status {
                bad_input: true,
                ..Status::default()
            };
            (certify::unwritable(text.0, &path, error), status)
        }
    };
    let index = Rooms::of(hash).index;
    let written = solver.certify(
        problem,
        verdict,
        index,
        &budget,
        file.file(),
        &mut |progress| {
            meter.say(|| certify::writing(text.0, "", progress.done));
        },
    );
    meter.clear();
    // The verifier gets the memory of the table.
    drop(solver);
    let written = match written {
        Ok(written) => written,
        Err(CertifyError::Undecided) => {
            return Err((certify::undecided(text.0), undone));
        }
        Err(CertifyError::Build(BuildError::Io(error))) => {
            return Err(unwritable(&error));
        }
        Err(error @ (CertifyError::Stopped(_) | CertifyError::Build(BuildError::TooDeep))) => {
            return Err((
                certify::not_written(text.0, &certify::certify_error(text.0, &error)),
                undone,
            ));
        }
        Err(error) => {
            return Err((
                certify::refused(text.0, &certify::certify_error(text.0, &error)),
                undone,
            ));
        }
    };
    let entries = written.mate_entries + written.refutation_entries;
    let mut made = Made {
        entries,
        bytes: written.bytes,
        verified: None,
    };
    if can_verify(entries, hash) {
        let start = Instant::now();
        let until_stopped = Budget::until_stopped(budget.stop_flag());
        let report = file
            .reopen()
            .map_err(VerifyError::Io)
            .and_then(|file| verify_within(file, Some(problem), &until_stopped, &mut |_| ()))
            .map_err(|error| {
                let why = certify::verify_error(text.0, &error);
                match error {
                    VerifyError::Stopped(_) => (certify::not_written(text.0, &why), undone),
                    _ => (certify::refused(text.0, &why), undone),
                }
            })?;
        made.verified = Some((report, start.elapsed()));
    }
    file.commit().map_err(|error| unwritable(&error))?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_shared_out() {
        let rooms = Rooms::of(256 << 20);
        assert_eq!((rooms.table, rooms.index), (240 << 20, 32 << 20));
        let small = Rooms::of(8 << 20);
        assert_eq!((small.table, small.index), (8 << 20, 1 << 20));
        let least = Rooms::of(64 << 10);
        assert_eq!((least.table, least.index), (64 << 10, 1 << 20));
    }
}
