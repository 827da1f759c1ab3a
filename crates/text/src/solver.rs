//! Sentences about what the solver answers.

use crate::{Lang, tr};
use kemuri_solver::Reason;

/// Why nothing is known.
pub fn reason(lang: Lang, reason: Reason) -> String {
    match reason {
        Reason::Time => tr!(lang, "reason-time"),
        Reason::Nodes => tr!(lang, "reason-nodes"),
        Reason::Memory => tr!(lang, "reason-memory"),
        Reason::Interrupted => tr!(lang, "reason-interrupted"),
    }
}
