//! The certificates of a bench: what Kemuri claims, checked.

use super::{Bench, EngineRun};
use crate::certificate::show_progress;
use crate::complain;
use kemuri_certify::VerifyError;
use kemuri_solver::{CertifyError, Outcome, certify_and_verify};
use kemuri_text::units::{grouped, seconds};
use kemuri_text::{Lang, certify, tr};
use std::time::Duration;

/// What became of the certificate of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofCheck {
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

impl EngineRun {
    /// The certificate, if it was verified.
    pub(super) fn verified(&self) -> Option<Size> {
        match self.proof {
            ProofCheck::Verified(size) => Some(size),
            _ => None,
        }
    }
}

impl Bench<'_> {
    /// Builds the certificate of an outcome in a file without a name and verifies it.
    pub(super) fn prove(&mut self, outcome: &Outcome, label: &str) -> ProofCheck {
        let (meter, lang) = (&self.meter, self.lang);
        let say = |sentence: String| {
            meter.clear();
            complain(&sentence);
        };
        let file = match tempfile::tempfile() {
            Ok(file) => file,
            Err(error) => {
                say(format!(
                    "{label}: {}",
                    certify::not_written(lang, &error.to_string())
                ));
                return ProofCheck::Missing;
            }
        };
        let certified = certify_and_verify(
            &mut self.solver,
            outcome,
            self.memory,
            file,
            &self.budget.renewed(),
            &mut |progress| show_progress(progress, label, meter),
        );
        let error = match certified {
            Ok(certified) => {
                let Some(verified) = certified.verified else {
                    say(format!("{label}: {}", certify::too_large_to_verify(lang)));
                    return ProofCheck::Missing;
                };
                return ProofCheck::Verified(Size {
                    entries: verified.report.entries(),
                    bytes: verified.report.bytes,
                    built_in: certified.build_time,
                    verified_in: verified.time,
                });
            }
            Err(error) => error,
        };
        let why = certify::certify_error(lang, &error);
        match error {
            CertifyError::Undecided => ProofCheck::None,
            CertifyError::Verify(VerifyError::Stopped(_)) => ProofCheck::Missing,
            CertifyError::Stopped(_) if self.stop.is_asked() => ProofCheck::Missing,
            error if error.refutes_outcome() => {
                say(tr!(lang, "certify-bench-wrong", id = label, why));
                ProofCheck::Wrong
            }
            _ => {
                say(format!("{label}: {why}"));
                ProofCheck::Missing
            }
        }
    }
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
    pub(super) fn add(&mut self, id: &str, run: &EngineRun) {
        self.decided += usize::from(run.finding.decides());
        match run.proof {
            ProofCheck::None => {}
            ProofCheck::Missing => self.missing.push(id.into()),
            ProofCheck::Wrong => self.wrong.push(id.into()),
            ProofCheck::Verified(size) => {
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
pub(super) fn columns(run: &EngineRun) -> [String; 3] {
    match (run.proof, run.verified()) {
        (_, Some(size)) => [
            grouped(size.bytes),
            grouped(size.entries),
            seconds(size.verified_in),
        ],
        (ProofCheck::Wrong, _) => ["!!!", "!!!", "!!!"].map(String::from),
        _ => ["-", "-", "-"].map(String::from),
    }
}
