//! Sentences about the tree of variations of a mate.

use crate::{Lang, diagram, solver, tr};
use kemuri_solver::tree::{Cut, Next, TreeLine, TreeLines};
use kemuri_solver::{Outcome, Verdict};

/// Says why there is no tree.
pub fn no_tree(lang: Lang, outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Mate(mate) if mate.exact => tr!(lang, "solve-tree-limit"),
        Verdict::Mate(_) => tr!(lang, "solve-tree-not-shortest"),
        Verdict::NoMate | Verdict::Unknown(_) => tr!(lang, "solve-tree-unknown"),
    }
}

/// Returns the length of the mate by this line, and what it leaves in hand.
pub fn summary(lang: Lang, lines: &TreeLines<'_>, line: &TreeLine) -> String {
    let start = lines.start(line);
    let (plies, exact) = lines.total(start);
    let length = match exact {
        true => tr!(lang, "solve-tree-length", plies),
        false => tr!(lang, "solve-tree-length-within", plies),
    };
    let left = lines.node(start).hand_left;
    match left.map(|hand| diagram::hand(lang, hand)) {
        None => length,
        Some(pieces) if pieces.is_empty() => tr!(lang, "solve-tree-nothing-left", length),
        Some(pieces) => tr!(lang, "solve-tree-left", length, pieces),
    }
}

/// Says how a line ends that is not shown to its mate.
pub fn ending(lang: Lang, lines: &TreeLines<'_>, line: &TreeLine) -> Option<String> {
    match lines.node(line.end).next {
        Next::SameAs(_) => {
            let (line, ply) = lines.same_as(line.end)?;
            Some(tr!(lang, "solve-tree-same", line, move = ply))
        }
        Next::Cut(cut) => Some(cut_line(lang, cut)),
        Next::Mated | Next::Moves { .. } => None,
    }
}

/// Says what the tree leaves out, a sentence each.
pub fn notes(lang: Lang, lines: &TreeLines<'_>) -> Vec<String> {
    let cut = lines.tree.cut().map(|cut| cut_note(lang, cut));
    let omitted = lines.omitted();
    let depth = (omitted > 0).then(|| tr!(lang, "solve-tree-note-depth", omitted));
    cut.into_iter().chain(depth).collect()
}

/// Says why a line is not shown to its end.
pub(crate) fn cut_line(lang: Lang, cut: Cut) -> String {
    match cut {
        Cut::Nodes => tr!(lang, "solve-tree-cut-nodes"),
        Cut::Stopped(reason) => {
            let reason = solver::reason_word(lang, reason);
            tr!(lang, "solve-tree-cut", reason)
        }
    }
}

/// Says why some lines are not shown to their ends.
pub(crate) fn cut_note(lang: Lang, cut: Cut) -> String {
    match cut {
        Cut::Nodes => tr!(lang, "solve-tree-note-nodes"),
        Cut::Stopped(reason) => {
            let reason = solver::reason(lang, reason);
            tr!(lang, "solve-tree-note-cut", reason)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        let size =
            |lines: usize, positions: usize| tr!(Lang::En, "solve-tree-size", lines, positions);
        assert_eq!(size(1, 1), "1 line, 1 position");
        assert_eq!(size(2, 10), "2 lines, 10 positions");
    }
}
