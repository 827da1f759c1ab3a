//! Sentences about tries and what refutes them.

use crate::judge::moves_after;
use crate::{Lang, tr};
use kemuri_core::{Move, Problem};
use kemuri_solver::refutation::Replies;
use kemuri_solver::{Try, TryEnd};

/// The replies to a check that are named beside the one that is shown.
const OTHERS: usize = 3;

/// Says how many of the replies to a check refute it.
pub fn replies(lang: Lang, replies: &Replies) -> String {
    let (refuting, total) = (replies.refuting.len(), replies.total());
    match (refuting, replies.undecided) {
        (0, _) => tr!(lang, "refutation-undecided"),
        (1, 0) => tr!(lang, "refutation-only"),
        (_, 0) if refuting == total => tr!(lang, "refutation-all", total),
        (_, 0) => tr!(lang, "refutation-several", refuting, total),
        (_, _) => tr!(lang, "refutation-at-least", refuting, total),
    }
}

/// Says how many only replies there are in a row, one or more.
pub fn only_replies(lang: Lang, count: usize, exact: bool) -> String {
    match (count, exact) {
        (1, true) => tr!(lang, "refutation-only"),
        (_, true) => tr!(lang, "refutation-row", count),
        (_, false) => tr!(lang, "refutation-row-at-least", count),
    }
}

/// Names the replies that refute a check beside the one that is shown; `before` are
/// the moves up to the check, itself included.
pub fn other_replies(
    lang: Lang,
    problem: &Problem,
    before: &[Move],
    replies: &Replies,
) -> Option<String> {
    let others = replies.refuting.get(1..)?;
    let named = &others[..others.len().min(OTHERS)];
    let mut words = replies_after(problem, before, named);
    if others.len() > OTHERS {
        words.push("…".into());
    }
    let moves = words.join(" ");
    (!others.is_empty()).then(|| tr!(lang, "refutation-others", moves))
}

/// Each reply as players write it, after the moves `before` it.
pub fn replies_after(problem: &Problem, before: &[Move], replies: &[Move]) -> Vec<String> {
    let words = replies.iter();
    words
        .flat_map(|&reply| moves_after(problem, before, &[reply]))
        .collect()
}

/// Says how close a try comes.
pub fn closeness(lang: Lang, of: &Try) -> String {
    if of.only_replies == 0 {
        return replies(lang, &of.replies);
    }
    let row = only_replies(lang, of.only_replies, of.exact);
    match of.end {
        TryEnd::NoCheck => tr!(lang, "refutation-then-no-check", row),
        TryEnd::SeveralReplies => tr!(lang, "refutation-then-several", row),
        TryEnd::Repetition => tr!(lang, "refutation-then-repetition", row),
        TryEnd::Undecided | _ => tr!(lang, "refutation-then-undecided", row),
    }
}

/// The moves of a try as players write them, after the moves `before` it.
pub fn moves(problem: &Problem, before: &[Move], of: &Try) -> String {
    moves_after(problem, before, &of.line).join(" ")
}
