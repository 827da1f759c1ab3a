//! A no-mate as lines: the replies that refute every check.

use super::text::wrap;
use kemuri_core::Problem;
use kemuri_formats::{MoveTime, RecordBuilder, RecordErrorKind};
use kemuri_solver::refutation::{LineEnd, RefutationLines, RefutationNode};
use kemuri_solver::tree::{Cut, TreeLine};
use kemuri_text::{Lang, refutation, solver, tr};

/// The lines of a refutation and the problem that it is of.
pub struct RefutationPage<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The lines.
    pub lines: &'a RefutationLines<'a>,
    /// The language of the sentences.
    pub lang: Lang,
}

impl RefutationPage<'_> {
    /// Every line, indented under the one that it leaves.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (number, line) in self.lines.list.iter().enumerate() {
            let moves = line.moves.iter();
            let mut words: Vec<String> = moves
                .map(|mv| format!("{} {}", mv.ply, mv.japanese))
                .collect();
            words.extend(self.ending(line).map(|ending| match self.lines.end(line) {
                Some(LineEnd::Cut(_)) => format!("… {ending}"),
                _ => ending,
            }));
            words.extend(self.bracketed(line));
            wrap(&mut out, number, line.depth, &words);
        }
        out
    }

    /// What is said of the whole, a sentence each.
    pub fn notes(&self) -> Vec<String> {
        let (lang, tree) = (self.lang, self.lines.tree);
        let replies = tree.nodes[0].replies.as_ref().map(|replies| {
            let words = refutation::replies_after(self.problem, &[], &replies.refuting);
            let moves = words.join(" ");
            tr!(lang, "solve-tree-refuting", moves)
        });
        let cut = tree.cut().map(|cut| match cut {
            Cut::Nodes => tr!(lang, "solve-tree-note-nodes"),
            Cut::Stopped(reason) => {
                let reason = solver::reason(lang, reason);
                tr!(lang, "solve-tree-note-cut", reason)
            }
        });
        let (omitted, count) = (tree.omitted(), tree.undecided);
        let omitted = (omitted > 0).then(|| tr!(lang, "solve-tree-note-checks", omitted));
        let count = (count > 0).then(|| tr!(lang, "solve-tree-note-undecided", count));
        [replies, cut, omitted, count]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Adds a line to a record.
    pub fn add(
        &self,
        builder: &mut RecordBuilder,
        number: usize,
        line: &TreeLine,
    ) -> Result<(), RecordErrorKind> {
        let first = self.first_check(line).map(|(place, _)| place);
        let summary = self.summary(line).join(&tr!(self.lang, "solve-tree-comma"));
        for (place, mv) in line.moves.iter().enumerate() {
            builder.play(mv.mv)?;
            builder.last_mut().times.push(MoveTime::ZERO);
            if Some(place) == first {
                builder.last_mut().remark(&format!("[{number}] {summary}"));
            }
        }
        if let Some(ending) = self.ending(line) {
            builder.last_mut().remark(&ending);
        }
        Ok(())
    }

    /// The first check of a line: its place in the line, and its node.
    fn first_check(&self, line: &TreeLine) -> Option<(usize, &RefutationNode)> {
        let mut moves = line.moves.iter().enumerate();
        moves.find_map(|(place, mv)| {
            let node = &self.lines.tree.nodes[mv.node];
            node.replies.as_ref().map(|_| (place, node))
        })
    }

    /// The summary of a line in brackets, in parts that stay together.
    fn bracketed(&self, line: &TreeLine) -> Vec<String> {
        let comma = tr!(self.lang, "solve-tree-comma");
        let mut parts = self.summary(line);
        let last = parts.len().saturating_sub(1);
        for (number, part) in parts.iter_mut().enumerate() {
            let open = if number == 0 { "(" } else { "" };
            let close = if number == last {
                ")"
            } else {
                comma.trim_end()
            };
            *part = format!("{open}{part}{close}");
        }
        parts
    }

    /// How close the first check of a line comes, and which other replies refute the
    /// last one.
    fn summary(&self, line: &TreeLine) -> Vec<String> {
        let lang = self.lang;
        let Some((_, first)) = self.first_check(line) else {
            return Vec::new();
        };
        let (count, exact) = first.only_replies;
        let mut parts = Vec::new();
        if count > 0 {
            parts.push(refutation::only_replies(lang, count, exact));
        }
        let mut moves = line.moves.iter().rev();
        let last = moves.find_map(|mv| {
            let replies = self.lines.tree.nodes[mv.node].replies.as_ref()?;
            Some((mv, replies))
        });
        if let Some((mv, replies)) = last
            && (replies.refuting.len() != 1 || replies.undecided > 0)
        {
            let said = refutation::replies(lang, replies);
            parts.push(match count {
                0 => said,
                _ => tr!(lang, "solve-tree-several", replies = said, move = mv.ply),
            });
            let before = self.lines.path(mv.node);
            parts.extend(refutation::other_replies(
                lang,
                self.problem,
                &before,
                replies,
            ));
        }
        parts
    }

    /// Says how a line ends, unless its summary does.
    fn ending(&self, line: &TreeLine) -> Option<String> {
        let lang = self.lang;
        Some(match self.lines.end(line)? {
            LineEnd::NoCheck => tr!(lang, "solve-tree-no-check"),
            LineEnd::Repetition(node) => match self.lines.place(node) {
                (_, 0) => tr!(lang, "solve-tree-first"),
                (_, ply) => tr!(lang, "solve-tree-repetition", move = ply),
            },
            LineEnd::SameAs(node) => {
                let (line, ply) = self.lines.place(node);
                tr!(lang, "solve-tree-same", line, move = ply)
            }
            LineEnd::Cut(Cut::Nodes) => tr!(lang, "solve-tree-cut-nodes"),
            LineEnd::Cut(Cut::Stopped(reason)) => {
                let reason = solver::reason_word(lang, reason);
                tr!(lang, "solve-tree-cut", reason)
            }
            LineEnd::SeveralReplies | LineEnd::Undecided => return None,
        })
    }
}
