//! Sentences about the variations of a mate.

use super::Text;
use super::results::counted;
use kemuri_core::Hand;
use kemuri_solver::tree::Cut;
use kemuri_solver::{Outcome, Verdict};

impl Text {
    /// Several problems were given where one is wanted.
    pub fn one_tree(self) -> &'static str {
        self.pick(
            "--tree takes one problem, but several are given",
            "--tree に指定できる問題は一つだけです",
        )
    }

    /// Why there is no tree.
    pub fn no_tree(self, outcome: &Outcome) -> &'static str {
        match &outcome.verdict {
            Verdict::Mate(mate) if mate.exact => self.pick(
                "a limit was reached before the first variation: there is no tree",
                "変化を調べる前に制限に達したため、変化は出力できません",
            ),
            Verdict::Mate(_) => self.pick(
                "the shortest length could not be proven: there is no tree",
                "最短手数を証明できなかったため、変化は出力できません",
            ),
            Verdict::NoMate => self.pick(
                "there is no mate, and so no tree",
                "不詰のため、変化はありません",
            ),
            Verdict::Unknown(_) => self.pick(
                "it is not known whether there is a mate: there is no tree",
                "詰みかどうか不明のため、変化は出力できません",
            ),
        }
    }

    /// The length of a variation and what it leaves in hand.
    pub fn variation(self, (plies, exact): (u32, bool), left: Option<Hand>) -> String {
        let length = match (plies, exact) {
            (1, true) => self.pick("1 ply".into(), "1手".into()),
            _ => {
                let length = self.length(plies, exact);
                self.pick(format!("{length} plies"), length)
            }
        };
        match left.map(|hand| kemuri_text::diagram::hand(self.0, hand)) {
            None => length,
            Some(pieces) if pieces.is_empty() => self.pick(
                format!("{length}, nothing left"),
                format!("{length}、駒余らず"),
            ),
            Some(pieces) => self.pick(
                format!("{length}, {pieces} left"),
                format!("{length}、{pieces} 余り"),
            ),
        }
    }

    /// A position that is shown in another line, after so many of its moves.
    pub fn same_as(self, (line, moves): (usize, usize)) -> String {
        self.pick(
            format!("see [{line}] after move {moves}"),
            format!("[{line}] の{moves}手目に合流"),
        )
    }

    /// Why a line is not shown to its end.
    pub fn cut(self, cut: Cut) -> String {
        match cut {
            Cut::Nodes => self
                .pick("not shown: --tree-nodes", "以下略（--tree-nodes）")
                .into(),
            Cut::Stopped(reason) => {
                let word = self.reason_word(reason);
                self.pick(format!("not shown: {word}"), format!("以下略（{word}）"))
            }
        }
    }

    /// How large a tree is.
    pub fn tree_size(self, lines: usize, positions: usize) -> String {
        self.pick(
            format!(
                "{}, {}",
                counted(&lines, "line", "lines"),
                counted(&positions, "position", "positions")
            ),
            format!("{lines} 手順、{positions} 局面"),
        )
    }

    /// What a tree leaves out, a sentence each.
    pub fn tree_notes(self, cut: Option<Cut>, omitted: usize) -> Vec<String> {
        let mut notes = Vec::new();
        match cut {
            None => {}
            Some(Cut::Nodes) => notes.push(
                self.pick(
                    "Some lines are not shown to their end: the limit of --tree-nodes was reached.",
                    "局面数の上限（--tree-nodes）に達したため、一部の変化は途中までです。",
                )
                .to_string(),
            ),
            Some(Cut::Stopped(reason)) => {
                let reason = self.reason(reason);
                notes.push(self.pick(
                    format!("Some lines are not shown to their end: {reason}."),
                    format!("一部の変化は途中までです（{reason}）。"),
                ));
            }
        }
        if omitted > 0 {
            notes.push(self.pick(
                format!("Defences left out because of --tree-depth: {omitted}."),
                format!("--tree-depth により {omitted} 手の応手を省略しています。"),
            ));
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_text::Lang;

    #[test]
    fn one_is_not_many() {
        let size = |lines, positions| Text(Lang::En).tree_size(lines, positions);
        assert_eq!(size(1, 1), "1 line, 1 position");
        assert_eq!(size(2, 10), "2 lines, 10 positions");
    }
}
