//! A no-mate as lines: the replies that refute every check.

use super::text::wrap;
use kemuri_core::Problem;
use kemuri_formats::{MoveTime, RecordBuilder, RecordErrorKind};
use kemuri_solver::refutation::{LineEnd, RefutationLines};
use kemuri_solver::tree::TreeLine;
use kemuri_text::{Lang, refutation, tr};

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
        refutation::notes(self.lang, self.problem, self.lines.tree)
    }

    /// Adds a line to a record.
    pub fn add(
        &self,
        builder: &mut RecordBuilder,
        number: usize,
        line: &TreeLine,
    ) -> Result<(), RecordErrorKind> {
        let nodes = &self.lines.tree.nodes;
        let mut checks = line.moves.iter();
        let first = checks.position(|mv| nodes[mv.node].replies.is_some());
        let summary = self.summary(line).join(&tr!(self.lang, "solve-tree-comma"));
        for (place, mv) in line.moves.iter().enumerate() {
            builder.play(mv.mv)?;
            builder.last_mut().set_times(vec![MoveTime::ZERO]);
            if Some(place) == first {
                builder.last_mut().remark(&format!("[{number}] {summary}"));
            }
        }
        if let Some(ending) = self.ending(line) {
            builder.last_mut().remark(&ending);
        }
        Ok(())
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
        refutation::line_summary(self.lang, self.problem, self.lines, line)
    }

    /// Says how a line ends, unless its summary does.
    fn ending(&self, line: &TreeLine) -> Option<String> {
        refutation::line_ending(self.lang, self.lines, line)
    }
}
