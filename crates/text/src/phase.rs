//! What long work is doing, in words.

use crate::{Lang, tr};
use kemuri_core::{Phase, Progress};

/// Says what is being done, and how much of it.
pub fn phase(lang: Lang, progress: &Progress) -> String {
    let (done, now) = (progress.done, progress.done + 1);
    let of = progress.total.unwrap_or(0);
    match progress.phase {
        Phase::Solving => tr!(lang, "phase-solving"),
        Phase::Shortening => tr!(lang, "phase-shortening"),
        Phase::Tree => tr!(lang, "phase-tree"),
        Phase::Explaining => tr!(lang, "phase-explaining"),
        Phase::Certifying => tr!(lang, "phase-certifying", count = done),
        Phase::Verifying => tr!(lang, "phase-verifying"),
        Phase::Extending { problems: count } => {
            tr!(lang, "phase-extending", step = now.min(of), of, count)
        }
        Phase::MatedPositions | Phase::Candidates { .. } | Phase::Rechecking => {
            tr!(lang, "phase-counting", done, of)
        }
        _ => check_step(lang, progress),
    }
}

/// Says which step of a check is being done.
pub fn check_step(lang: Lang, progress: &Progress) -> String {
    let (now, of) = (progress.done + 1, progress.total.unwrap_or(0));
    match progress.phase {
        Phase::OtherChecks { open: left } => tr!(lang, "check-step-checks", node = now, of, left),
        Phase::OtherDefences => tr!(lang, "check-step-defences", node = now, of),
        Phase::Tries => tr!(lang, "check-step-tries", node = now, of),
        Phase::IdlePieces => tr!(lang, "check-step-pieces", piece = now, of),
        Phase::Repairs => tr!(lang, "check-step-repairs", tried = now, of),
        _ => tr!(lang, "check-step-solving"),
    }
}
