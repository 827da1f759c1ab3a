//! Sentences about tries and what refutes them.

use crate::judge::moves_after;
use crate::{Lang, tr, tree};
use kemuri_core::{Move, Problem};
use kemuri_solver::refutation::{LineEnd, RefutationLines, RefutationTree, Replies};
use kemuri_solver::tree::{TreeLine, TreeMove};
use kemuri_solver::{Refutation, Try, TryEnd};

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

/// Says what the closest try of a no-mate is, whose line is shown beside it, or which
/// replies refute where the defender begins; `None` if that is not known.
pub fn best_try(lang: Lang, problem: &Problem, refutation: &Refutation) -> Option<String> {
    if let Some(replies) = refutation.replies() {
        return refuting(lang, problem, &replies);
    }
    let Some((best, is_best)) = refutation.best_try() else {
        return (refutation.has_no_check()).then(|| tr!(lang, "solve-no-check"));
    };
    let closeness = closeness(lang, &best);
    Some(match is_best {
        true => tr!(lang, "solve-best-try", closeness),
        false => tr!(lang, "solve-a-try", closeness),
    })
}

/// Names the replies that refute where the defender begins.
fn refuting(lang: Lang, problem: &Problem, replies: &Replies) -> Option<String> {
    let moves = replies_after(problem, &[], &replies.refuting).join(" ");
    (!moves.is_empty()).then(|| tr!(lang, "solve-tree-refuting", moves))
}

/// Says how a line of a refutation ends, unless its [summary](line_summary) does.
pub fn line_ending(lang: Lang, lines: &RefutationLines<'_>, line: &TreeLine) -> Option<String> {
    Some(match lines.end(line)? {
        LineEnd::NoCheck => tr!(lang, "solve-tree-no-check"),
        LineEnd::Repetition(node) => match lines.place(node) {
            (_, 0) => tr!(lang, "solve-tree-first"),
            (_, ply) => tr!(lang, "solve-tree-repetition", move = ply),
        },
        LineEnd::SameAs(node) => {
            let (line, ply) = lines.place(node);
            tr!(lang, "solve-tree-same", line, move = ply)
        }
        LineEnd::Cut(cut) => tree::cut_line(lang, cut),
        LineEnd::SeveralReplies | LineEnd::Undecided => return None,
    })
}

/// Says how close the first check of a line of a refutation comes, and which other
/// replies refute the last one; in parts.
pub fn line_summary(
    lang: Lang,
    problem: &Problem,
    lines: &RefutationLines<'_>,
    line: &TreeLine,
) -> Vec<String> {
    let replies_to = |mv: &TreeMove| lines.tree.nodes[mv.node].replies.as_ref();
    let Some(first) = line.moves.iter().find(|mv| replies_to(mv).is_some()) else {
        return Vec::new();
    };
    let (count, exact) = lines.tree.nodes[first.node].only_replies;
    let mut parts = Vec::new();
    if count > 0 {
        parts.push(only_replies(lang, count, exact));
    }
    let mut moves = line.moves.iter().rev();
    let last = moves.find_map(|mv| Some((mv, replies_to(mv)?)));
    if let Some((mv, found)) = last
        && (found.refuting.len() != 1 || found.undecided > 0)
    {
        let said = replies(lang, found);
        parts.push(match count {
            0 => said,
            _ => tr!(lang, "solve-tree-several", replies = said, move = mv.ply),
        });
        let before = lines.path(mv.node);
        parts.extend(other_replies(lang, problem, &before, found));
    }
    parts
}

/// Says what is to be said of a whole refutation, a sentence each.
pub fn notes(lang: Lang, problem: &Problem, tree: &RefutationTree) -> Vec<String> {
    let first = tree.nodes[0].replies.as_ref();
    // Where the defender begins, its replies are named even if there are none.
    let replies = first.map(|replies| {
        let words = replies_after(problem, &[], &replies.refuting);
        tr!(lang, "solve-tree-refuting", moves = words.join(" "))
    });
    let cut = tree.cut().map(|cut| tree::cut_note(lang, cut));
    let (omitted, count) = (tree.omitted(), tree.undecided);
    let omitted = (omitted > 0).then(|| tr!(lang, "solve-tree-note-checks", omitted));
    let count = (count > 0).then(|| tr!(lang, "solve-tree-note-undecided", count));
    [replies, cut, omitted, count]
        .into_iter()
        .flatten()
        .collect()
}

/// The moves of a try as players write them, after the moves `before` it.
pub fn moves(problem: &Problem, before: &[Move], of: &Try) -> String {
    moves_after(problem, before, &of.line).join(" ")
}
