//! The certificates of a bench: what Kemuri claims, checked.

use super::{Bench, Run};
use crate::certificate::{Rooms, can_verify};
use crate::units::{grouped, seconds};
use kemuri_certify::{BuildError, VerifyError, verify_within};
use kemuri_core::{Budget, Problem};
use kemuri_solver::{CertifyError, Verdict, claim_of};
use kemuri_text::{Lang, certify, tr};
use std::io::Seek;
use std::time::{Duration, Instant};

/// What became of the certificate of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proof {
    /// There is none: not asked for, or nothing was decided.
    #[default]
    None,
    /// It was not completed within the limits.
    Missing,
    /// It was refused: the verdict may be wrong.
    Wrong,
    /// It was verified.
    Verified(Size),
}

/// The size of a certificate, and what it cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub entries: u64,
    pub bytes: u64,
    pub built_in: Duration,
    pub verified_in: Duration,
}

impl Run {
    /// The certificate, if it was verified.
    pub(super) fn verified(&self) -> Option<Size> {
        match self.proof {
            Proof::Verified(size) => Some(size),
            _ => None,
        }
    }
}

impl Bench<'_> {
    /// Builds the certificate of a verdict in a file without a name and verifies it.
    pub(super) fn prove(&mut self, problem: &Problem, verdict: &Verdict, label: &str) -> Proof {
        let (meter, text) = (&self.meter, self.text);
        let complain = |sentence: String| {
            meter.clear();
            text.complain(&sentence);
        };
        let mut file = match tempfile::tempfile() {
            Ok(file) => file,
            Err(error) => {
                complain(format!(
                    "{label}: {}",
                    certify::not_written(text.0, &error.to_string())
                ));
                return Proof::Missing;
            }
        };
        let start = Instant::now();
        let index = Rooms::of(self.hash).index;
        let built = self.solver.certify(
            problem,
            verdict,
            index,
            &self.budget.renewed(),
            &file,
            &mut |progress| meter.say(|| certify::writing(text.0, label, progress.done)),
        );
        let built_in = start.elapsed();
        // The verifier gets the memory of the table.
        self.solver.clear();
        match built {
            Ok(written) => {
                let entries = written.mate_entries + written.refutation_entries;
                if !can_verify(entries, self.hash) {
                    complain(format!("{label}: {}", certify::too_large_to_verify(text.0)));
                    return Proof::Missing;
                }
            }
            Err(CertifyError::Undecided) => return Proof::None,
            Err(CertifyError::Stopped(_)) if self.stop.is_asked() => return Proof::Missing,
            Err(
                error @ (CertifyError::Stopped(_)
                | CertifyError::Build(BuildError::Io(_) | BuildError::TooDeep)),
            ) => {
                complain(format!(
                    "{label}: {}",
                    certify::certify_error(text.0, &error)
                ));
                return Proof::Missing;
            }
            // The search has contradicted itself.
            Err(error) => {
                complain(wrong(
                    text.0,
                    label,
                    &certify::certify_error(text.0, &error),
                ));
                return Proof::Wrong;
            }
        }
        let start = Instant::now();
        let until_stopped = Budget::until_stopped(self.stop.flag());
        let verified = file
            .rewind()
            .map_err(VerifyError::Io)
            .and_then(|()| verify_within(file, Some(problem), &until_stopped, &mut |_| ()));
        match verified {
            Ok(report) if Some(report.claim) == claim_of(verdict) => Proof::Verified(Size {
                entries: report.entries(),
                bytes: report.bytes,
                built_in,
                verified_in: start.elapsed(),
            }),
            Ok(report) => {
                complain(wrong(text.0, label, &certify::claim(text.0, report.claim)));
                Proof::Wrong
            }
            Err(VerifyError::Stopped(_)) => Proof::Missing,
            Err(error) => {
                complain(wrong(text.0, label, &certify::verify_error(text.0, &error)));
                Proof::Wrong
            }
        }
    }
}

/// Kemuri's verdict on a problem has a certificate that is refused.
fn wrong(lang: Lang, id: &str, why: &str) -> String {
    tr!(lang, "certify-bench-wrong", id = id, why = why)
}

/// The sums over all certificates.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    pub decided: usize,
    pub verified: usize,
    pub missing: Vec<String>,
    pub wrong: Vec<String>,
    pub total: Size,
    log_ratios: f64,
}

impl Proofs {
    /// Adds the certificate of a run at the problem `id`.
    pub(super) fn add(&mut self, id: &str, run: &Run) {
        self.decided += usize::from(run.finding.decides());
        match run.proof {
            Proof::None => {}
            Proof::Missing => self.missing.push(id.into()),
            Proof::Wrong => self.wrong.push(id.into()),
            Proof::Verified(size) => {
                self.verified += 1;
                self.total.entries += size.entries;
                self.total.bytes += size.bytes;
                self.total.built_in += size.built_in;
                self.total.verified_in += size.verified_in;
                // No clock is so fine that it tells less than a nanosecond.
                let ratio = |time: Duration| time.as_secs_f64().max(1e-9).ln();
                self.log_ratios += ratio(size.verified_in) - ratio(run.time);
            }
        }
    }

    /// The geometric mean of verification time over solving time.
    pub fn mean_ratio(&self) -> Option<f64> {
        (self.verified > 0).then(|| (self.log_ratios / self.verified as f64).exp())
    }

    fn bytes_per_entry(&self) -> f64 {
        self.total.bytes as f64 / self.total.entries.max(1) as f64
    }

    /// The sums on one line.
    pub fn sentence(&self, lang: Lang) -> String {
        let ratio = self.mean_ratio();
        tr!(
            lang,
            "certify-bench-sums",
            verified = self.verified,
            decided = self.decided,
            entries = grouped(self.total.entries),
            bytes = grouped(self.total.bytes),
            each = format!("{:.1}", self.bytes_per_entry()),
            built = seconds(self.total.built_in),
            time = seconds(self.total.verified_in),
            ratio = ratio.map_or_else(|| "-".into(), |ratio| format!("{ratio:.3}"))
        )
    }
}

/// The heads of the columns of a certificate.
pub(super) fn heads(lang: Lang) -> [String; 3] {
    [
        tr!(lang, "certify-bench-head-bytes"),
        tr!(lang, "certify-bench-head-entries"),
        tr!(lang, "certify-bench-head-verified"),
    ]
}

/// The columns of a certificate: bytes, entries, seconds to verify it.
pub(super) fn columns(run: &Run) -> [String; 3] {
    match (run.proof, run.verified()) {
        (_, Some(size)) => [
            grouped(size.bytes),
            grouped(size.entries),
            seconds(size.verified_in),
        ],
        (Proof::Wrong, _) => ["!!!", "!!!", "!!!"].map(String::from),
        _ => ["-", "-", "-"].map(String::from),
    }
}
