//! What the report of `ablation` says.

use crate::experiment::ablation::{Beside, Technique};
use crate::experiment::report::rounded;
use crate::experiment::stats::Totals;
use crate::text::Text;
use crate::units::grouped;

/// Techniques that the paragraph names as those that matter most.
const NAMED: usize = 3;

impl Text {
    /// What stands above the table.
    pub fn ablation_note(self) -> &'static str {
        self.pick(
            "Each technique away from its default, all others as they are; what costs most without it \
             stands first. *Lost* are problems that only the defaults decide, *gained* those that they do \
             not. *All* is the nodes of all problems over those of the defaults, where an undecided \
             problem counts what was searched until it was given up, as a rule the limit; *mean* is the geometric mean over the problems that both decide. \
             Times in seconds.",
            "各手法を一つだけ既定値から変えた結果。外すと最も損をするものから順に並べる。「失」は既定でのみ解けた問題、\
             「得」は既定では解けない問題。「全体」は全問題のノード数の既定に対する比（未判定の問題は打ち切りまでのノード数、通常は制限値を数える）、\
             「平均」は両方で解けた問題での幾何平均。時間は秒。",
        )
    }

    /// The heads of the table.
    pub fn ablation_heads(self) -> [&'static str; 10] {
        self.pick(
            [
                "setting",
                "decided",
                "lost",
                "gained",
                "nodes",
                "all",
                "mean",
                "time",
                "mean of times",
                "the option",
            ],
            [
                "設定",
                "判定",
                "失",
                "得",
                "ノード数",
                "全体",
                "平均",
                "時間",
                "時間の平均",
                "オプションの意味",
            ],
        )
    }

    /// The title of the chart.
    pub fn ablation_axis(self) -> &'static str {
        self.pick(
            "nodes of all problems, relative to the defaults",
            "全問題のノード数（既定に対する比）",
        )
    }

    /// The paragraph.
    pub fn ablation_reading(
        self,
        techniques: &[Technique],
        base: &Totals,
        proof_hands: Option<Beside>,
    ) -> String {
        let (decided, nodes) = (base.decided, grouped(base.nodes));
        let problems = base.decided + base.undecided;
        let mut out = self.pick(
            format!("The defaults decide {decided} of {problems} problems in {nodes} nodes."),
            format!("既定では {problems} 題中 {decided} 題を {nodes} ノードで解く。"),
        );
        let named = |list: Vec<&Technique>| {
            let one = |t: &Technique| {
                let (setting, all, lost) = (&t.setting, t.total_nodes, t.lost);
                self.pick(
                    format!("`{setting}` ({all:.3} times the nodes, {lost} lost)"),
                    format!("`{setting}`（ノード数 {all:.3} 倍、失 {lost}）"),
                )
            };
            let list: Vec<String> = list.into_iter().map(one).collect();
            list.join(self.pick(", ", "、"))
        };
        let worst: Vec<&Technique> = techniques
            .iter()
            .take(NAMED)
            .filter(|t| rounded(t.total_nodes) > 1.0)
            .collect();
        if !worst.is_empty() {
            let worst = named(worst);
            out += &self.pick(
                format!(" What is missed most: {worst}."),
                format!("外して最も損をするもの: {worst}。"),
            );
        }
        let fewer: Vec<&Technique> = techniques
            .iter()
            .filter(|t| rounded(t.total_nodes) < 1.0)
            .collect();
        if !fewer.is_empty() {
            let fewer = named(fewer);
            out += &self.pick(
                format!(" Fewer nodes than the defaults at this limit: {fewer}."),
                format!("この制限では既定より少ないもの: {fewer}。"),
            );
        }
        if let Some(Beside {
            problems,
            published,
            measured,
        }) = proof_hands
        {
            out += &self.pick(
                format!(
                    " None of the papers prints such a table; for proof hands alone Seo's figures give a \
                     geometric mean of {published:.3} (nodes without over nodes with), against \
                     {measured:.3} here, over the same {problems} problems."
                ),
                format!(
                    "論文にこのような表はないが、証明駒については脊尾の公表値から幾何平均 {published:.3}（なし / あり）が得られ、\
                     同じ {problems} 題でここでは {measured:.3} である。"
                ),
            );
        }
        out
    }
}
