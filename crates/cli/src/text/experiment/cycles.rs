//! What the report of `cycles` says.

use crate::experiment::cycles::{Claim, Remedy};
use crate::experiment::report::{decimal, nodes};
use crate::text::Text;
use crate::units::grouped;

impl Text {
    /// What stands above the published statements.
    pub fn cycles_published_note(self) -> &'static str {
        self.pick(
            "The article prints no numbers, only which problems were solved. Solved problems out of those \
             that a statement is about; `*` is every problem of the collection that is not known to have no \
             mate, later corrections (`h`) apart; *difference* names those that came out otherwise, \
             undecided ones included. Its program without a remedy was an earlier one with another search.",
            "論文に数値はなく、解けた問題だけが述べられている。「解けた数 / 対象の数」で示す。`*` は問題集の問題のうち不詰と\
             わかっているものを除くすべて（後の修正図 `h` を除く）。「差」は公表値と異なる問題で、未判定を含む。対策なしのプログラムは探索法の異なる旧版である。",
        )
    }

    /// The heads of the published statements.
    pub fn cycles_published_heads(self) -> [&'static str; 5] {
        self.pick(
            ["problem", "cycles", "published", "measured", "difference"],
            ["問題", "cycles", "公表値", "実測値", "差"],
        )
    }

    /// What stands above the summary.
    pub fn cycles_summary_note(self) -> &'static str {
        self.pick(
            "Nodes and time (seconds) are totals over the problems that every remedy decides; the ratio is \
             the geometric mean of the nodes over those of the default, where both decide.",
            "ノード数と時間（秒）は、すべての対策で解けた問題の合計。比は既定の対策に対するノード数比の幾何平均（両方で解けた問題）。",
        )
    }

    /// The heads of the summary.
    pub fn cycles_heads(self) -> [&'static str; 6] {
        self.pick(
            ["cycles", "decided", "undecided", "nodes", "time", "ratio"],
            ["cycles", "判定", "未判定", "ノード数", "時間", "比"],
        )
    }

    /// An axis.
    pub fn nodes_otherwise(self) -> &'static str {
        self.pick("nodes with another remedy", "ノード数（他の対策）")
    }

    /// The paragraph.
    pub fn cycles_reading(
        self,
        remedies: &[Remedy],
        claims: &[Claim],
        common: usize,
        default: &str,
    ) -> String {
        let mut parts = Vec::new();
        for remedy in remedies {
            let name = &remedy.name;
            let undecided = self.problem_list(&remedy.undecided);
            let decided = remedy.decided;
            let mut part = self.pick(
                format!("`{name}`: decided {decided}, never within the limit: {undecided}"),
                format!("`{name}` は {decided} 題を解き、制限内で解けない問題は: {undecided}"),
            );
            // Totals over nothing would look like a search that costs nothing.
            if common > 0 {
                let nodes = grouped(remedy.nodes);
                part += &self.pick(
                    format!(
                        "; {nodes} nodes over the problems that every remedy decides ({common})"
                    ),
                    format!("。すべての対策で解けた {common} 題に {nodes} ノードを要する"),
                );
            }
            if let (Some(_), true) = (remedy.mean, name != default) {
                let mean = decimal(remedy.mean);
                part += &self.pick(
                    format!(", geometric mean relative to `{default}` {mean}"),
                    format!("（`{default}` に対する幾何平均 {mean}）"),
                );
            }
            parts.push(part + self.pick(".", "。"));
        }
        for claim in claims {
            let (problem, cycles) = (&claim.published.problem, &claim.published.cycles);
            let differing = claim.differing.len();
            let (solved, problems) = (claim.solved, claim.problems);
            parts.push(match claim.published.solved {
                true => self.pick(
                    format!(
                        "Published: {problem} solved with `{cycles}`; here {solved} of {problems}, \
                         {differing} differing."
                    ),
                    format!(
                        "公表値では `{cycles}` で {problem} が解けた。ここでは {problems} 題中 {solved} 題（相違 {differing}）。"
                    ),
                ),
                false => self.pick(
                    format!(
                        "Published: {problem} not solved with `{cycles}`; here {solved} of {problems}, \
                         {differing} differing."
                    ),
                    format!(
                        "公表値では `{cycles}` で {problem} は解けない。ここでは {problems} 題中 {solved} 題が解けた（相違 {differing}）。"
                    ),
                ),
            });
        }
        for claim in claims.iter().filter(|claim| !claim.nodes.is_empty()) {
            let problem = &claim.published.problem;
            let took = claim
                .nodes
                .iter()
                .map(|(remedy, took)| format!("`{remedy}` {}", nodes(*took)));
            let took = took.collect::<Vec<_>>().join(", ");
            parts.push(self.pick(
                format!("Nodes of {problem}: {took}."),
                format!("{problem} のノード数: {took}。"),
            ));
        }
        parts.join(self.pick(" ", ""))
    }
}
