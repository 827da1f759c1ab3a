//! Why there is no certificate.

use super::NoAnswer;
use kemuri_certify::{BuildError, Claim, VerifyError};
use kemuri_core::Reason;

/// Why there is no certificate, or none that is verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The outcome is undecided: there is nothing to certify.
    #[error("nothing is proven that a certificate could show")]
    Undecided,
    /// The mate has more plies than a certificate can claim, 65,535.
    #[error("the mate is longer than a certificate can claim")]
    TooLong,
    /// The budget was spent before the certificate was complete.
    #[error("{}", stopped(*.0))]
    Stopped(Reason),
    /// The search contradicts what it has claimed: the outcome may be wrong.
    #[error("the search contradicts its own proof")]
    Contradiction,
    /// It could not be written, or the builder refuses what the search says.
    #[error(transparent)]
    Build(BuildError<NoAnswer>),
    /// The verifier does not accept it.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// It was verified, but is not about the outcome.
    #[error("{0}")]
    OtherClaim(Claim),
}

impl CertifyError {
    /// Whether the outcome may be wrong. Otherwise the certificate is only missing.
    pub fn refutes_outcome(&self) -> bool {
        match self {
            Self::Undecided | Self::TooLong | Self::Stopped(_) => false,
            Self::Build(BuildError::Io(_) | BuildError::TooDeep) => false,
            Self::Verify(
                VerifyError::Io(_) | VerifyError::Stopped(_) | VerifyError::Memory { .. },
            ) => false,
            Self::Contradiction | Self::Build(_) | Self::Verify(_) | Self::OtherClaim(_) => true,
        }
    }
}

fn stopped(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "the time limit was reached before the certificate was complete",
        Reason::Nodes => "the node limit was reached before the certificate was complete",
        Reason::Memory => "the depth limit was reached before the certificate was complete",
        Reason::Interrupted => "the certificate was interrupted",
        Reason::Contradiction => "the search contradicts its own proof",
        _ => "the certificate was not completed",
    }
}

impl From<Reason> for CertifyError {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Contradiction => Self::Contradiction,
            reason => Self::Stopped(reason),
        }
    }
}

impl From<BuildError<NoAnswer>> for CertifyError {
    fn from(error: BuildError<NoAnswer>) -> Self {
        match error {
            BuildError::Stopped(reason) | BuildError::Strategy(NoAnswer::Stopped(reason)) => {
                reason.into()
            }
            BuildError::Strategy(NoAnswer::Contradiction) => Self::Contradiction,
            error => Self::Build(error),
        }
    }
}
