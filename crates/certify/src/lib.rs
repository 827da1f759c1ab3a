//! Certificates: files that let anyone check a verdict without trusting the
//! search.

mod build;
mod claim;
mod code;
mod fault;
mod header;
pub mod rules;
mod stream;
mod verify;

pub use build::{Answer, Attack, BuildError, Builder, Refutation, Strategy, Written};
pub use claim::{Claim, Depth, Section};
pub use fault::{Fault, Flaw, HeaderPart, Malformed, VerifyError};
pub use header::FORMAT;
pub use verify::{Report, verify, verify_watched};
