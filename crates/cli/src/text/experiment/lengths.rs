//! What the report of `lengths` says.

use crate::experiment::graphs::{self, Finding};
use crate::experiment::lengths::{Cell, Cost};
use crate::experiment::report::NONE;
use crate::experiment::row::{Found, Row};
use crate::text::Text;
use crate::text::results::counted;
use crate::units::grouped;

impl Text {
    /// A length on a graph.
    pub fn graph_length(self, length: Option<u32>) -> String {
        length.map_or("∞".into(), |n| n.to_string())
    }

    /// A wrong entry and what would be right.
    pub fn stored_instead(self, stored: &str, rank: &str) -> String {
        self.pick(
            format!("{stored}, not {rank}"),
            format!("{stored}（正しくは {rank}）"),
        )
    }

    /// What stands beside the node that a search starts from.
    pub fn search_starts(self, note: &str) -> String {
        self.pick(format!("{note}; start"), format!("{note}、始点"))
    }

    /// How far the search over graphs is.
    pub fn searching_graphs(self, rule: &str, first: u64) -> String {
        self.pick(
            format!("random graphs, {rule}: from seed {first}"),
            format!("ランダムなグラフ {rule}: シード {first} から"),
        )
    }

    /// A heading.
    pub fn lengths_article(self) -> &'static str {
        self.pick("The graph of the article", "記事のグラフ")
    }

    /// What stands below it.
    pub fn lengths_article_note(self) -> &'static str {
        self.pick(
            "A leads to B and C, B to D, D to E and F, E back to A; C is 4 plies from mate, F 16. \
             *Measured* is the length that a search from the start finds when it takes a repetition for a \
             failure; the *rank* depends on no path.",
            "A→B・C、B→D、D→E・F、E→A。C は 4 手、F は 16 手で詰む。「実測値」は千日手を不詰とする探索が始点から見つける手数、\
             「真の手数」は経路によらない手数。",
        )
    }

    /// The heads of the table below it.
    pub fn lengths_article_heads(self) -> [&'static str; 6] {
        self.pick(
            ["start", "node", "published", "measured", "the same", "rank"],
            ["始点", "局面", "公表値", "実測値", "一致", "真の手数"],
        )
    }

    /// A heading.
    pub fn lengths_rules(self) -> &'static str {
        self.pick(
            "The withdrawn rule on random graphs",
            "取り下げられた規則とランダムなグラフ",
        )
    }

    /// What stands below it.
    pub fn lengths_rules_note(self) -> &'static str {
        self.pick(
            "Each graph is searched from every node, with an empty table and with one that is kept. \
             *Wrong*: graphs on which a length is written that is not the rank. *Hidden*: table hits that \
             hid a loop. Counterexamples are made as small as possible by leaving out nodes and moves; in \
             the pictures squares are the attacker's, and the rank stands beside each node; the paragraph \
             gives the moves in the order in which they are searched. What a search over random graphs does not find may \
             still exist; for the rule as printed the documentation (the withdrawn method) has a proof \
             that it does not.",
            "各グラフを全局面から、空の置換表と使い続ける置換表とで探索する。「誤り」は真の手数でない手数が登録されたグラフの数、\
             「隠れ」はループを隠した置換表の参照。反例は局面と手を除いてできるだけ小さくした。図の四角は攻方の局面、脇の数は真の手数。\
             手は探索の順に上の文に示す。\
             ランダムなグラフで見つからない反例が存在しないとは限らないが、記事どおりの規則に反例がないことは文書（The withdrawn method）で証明されている。",
        )
    }

    /// The heads of the table below it.
    pub fn lengths_rules_heads(self) -> [&'static str; 6] {
        self.pick(
            [
                "rule",
                "graphs",
                "written",
                "hidden",
                "wrong",
                "smallest found",
            ],
            [
                "規則",
                "グラフ",
                "登録",
                "隠れ",
                "誤り",
                "見つかった最小の反例",
            ],
        )
    }

    /// What a rule says.
    pub fn rule(self, name: &str) -> &'static str {
        match name {
            "printed" => self.pick(
                "the rule as printed (depths D + 1 to X not written)",
                "記事のとおり（深さ D+1〜X を登録しない）",
            ),
            "trust-below-head" => self.pick(
                "a weaker rule (D + 1 written)",
                "弱めた規則（D+1 を登録する）",
            ),
            "trust-tail" => self.pick("a weaker rule (X written)", "弱めた規則（X を登録する）"),
            _ => self.pick(
                "a weaker rule (every mate written)",
                "弱めた規則（詰みはすべて登録する）",
            ),
        }
    }

    /// The size of a graph.
    pub fn graph_size(self, nodes: usize, moves: usize) -> String {
        self.pick(
            format!(
                "{}, {}",
                counted(&nodes, "node", "nodes"),
                counted(&moves, "move", "moves")
            ),
            format!("{nodes} 局面、{moves} 手"),
        )
    }

    /// What stands above the long table.
    pub fn lengths_problems_note(self) -> &'static str {
        self.pick(
            "Plies: as Seo prints them (futile interpositions left out by hand), of the first mate, and of \
             the shortest mate with every interposition counted (≤: not proven within the limit). Nodes of \
             the proof include those of the first mate. Times in seconds.",
            "手数は脊尾の公表値（無駄合を除く）、最初の詰み、すべての合駒を数える最短の詰み（≤ は制限内で未証明）。\
             証明のノード数は最初の詰みの分を含む。時間は秒。",
        )
    }

    /// The heads of the long table.
    pub fn lengths_heads(self) -> [&'static str; 9] {
        self.pick(
            [
                "problem",
                "published",
                "first mate",
                "shortest",
                "nodes, first",
                "time",
                "nodes, shortest",
                "time",
                "ratio",
            ],
            [
                "問題",
                "公表値",
                "最初の詰み",
                "最短",
                "ノード数（最初）",
                "時間",
                "ノード数（最短）",
                "時間",
                "比",
            ],
        )
    }

    /// A length of a problem, as far as it is known.
    pub fn found_length(self, row: Option<&Row>) -> String {
        match row {
            None => NONE.into(),
            Some(row) => match (row.verdict, row.length) {
                (Found::Mate, Some(length)) if row.exact == Some(true) => length.to_string(),
                (Found::Mate, Some(length)) => format!("≤{length}"),
                (Found::NoMate, _) => self.pick("no mate", "不詰").into(),
                _ => NONE.into(),
            },
        }
    }

    /// The axes of the plot.
    pub fn lengths_axes(self) -> (&'static str, &'static str) {
        self.pick(
            ("nodes of the first mate", "nodes of the shortest, proven"),
            ("ノード数（最初の詰み）", "ノード数（最短の証明）"),
        )
    }

    /// The paragraph.
    pub fn lengths_reading(
        self,
        cells: &[Cell],
        findings: &[Finding],
        cost: &Cost,
        problems: usize,
    ) -> String {
        let same = cells.iter().filter(|c| c.published == c.measured).count();
        let bound = cells.iter().filter(|c| c.measured != c.rank).count();
        let all = cells.len();
        let mut parts = vec![self.pick(
            format!(
                "Published lengths on the graph of the article that are found again: {same} of {all}; \
                 lengths found that are not the rank, and so hold on their path only: {bound}."
            ),
            format!(
                "記事のグラフでは公表値 {all} 個のうち {same} 個が再現された。うち {bound} 個は真の手数と異なり、その経路でのみ正しい。"
            ),
        )];
        for finding in findings {
            parts.push(self.lengths_finding(finding));
        }
        if problems > 0 {
            parts.push(self.lengths_cost(cost, problems));
        }
        parts.join(self.pick(" ", ""))
    }

    fn lengths_finding(self, finding: &Finding) -> String {
        let [graphs, written, wrong] =
            [finding.graphs, finding.written, finding.wrong].map(grouped);
        let rule = self.rule(finding.rule);
        let Some(example) = &finding.smallest else {
            return self.pick(
                format!(
                    "With {rule} none of the {written} lengths written on {graphs} random graphs is \
                     wrong: no counterexample was found."
                ),
                format!("規則「{rule}」: {graphs} 個のグラフで {written} 個の手数が登録され、誤りはない。反例は見つからなかった。"),
            );
        };
        let (nodes, moves) = example.size();
        let size = self.graph_size(nodes, moves);
        let [start, node] = [example.wrong.start, example.wrong.node].map(graphs::letter);
        let kept = match example.wrong.kept {
            true => self.pick(
                ", with a table kept from the nodes before it",
                "（前の局面からの置換表を使い続ける）",
            ),
            false => "",
        };
        let moves = graphs::moves(&example.graph);
        let [stored, rank] =
            [example.wrong.stored, example.wrong.rank].map(|l| self.graph_length(l));
        self.pick(
            format!(
                "With {rule} there are wrong lengths on {wrong} of {graphs} random graphs; the smallest \
                 counterexample found has {size} ({moves}): searched from {start}{kept}, it writes {stored} \
                 at {node}, the rank is {rank}."
            ),
            format!(
                "規則「{rule}」: {graphs} 個中 {wrong} 個のグラフで誤る。見つかった最小の反例は {size}（{moves}）で、\
                 {start} からの探索{kept}が {node} に {stored} を登録する（真の手数は {rank}）。"
            ),
        )
    }

    fn lengths_cost(self, cost: &Cost, problems: usize) -> String {
        let (mates, without) = (cost.mates, cost.without);
        let (proven, shortened) = (cost.proven, cost.shortened);
        let [unproven, undecided] =
            [&cost.unproven, &cost.undecided].map(|names| self.problem_list(names));
        let (printed, alike) = cost.printed;
        // Without a proof there is no mean, and nothing to say of it.
        let mean = cost.mean.map_or(String::new(), |mean| {
            self.pick(
                format!(
                    ", which takes {mean:.3} times the nodes of the first mate (geometric mean); first \
                     mates that were longer than proven: {shortened}"
                ),
                format!(
                    "。証明のノード数は最初の詰みの {mean:.3} 倍（幾何平均）で、最初の詰みのうち {shortened} 題は最短でなかった"
                ),
            )
        });
        let mut out = self.pick(
            format!(
                "Mates found within the limit: {mates} of {problems} problems (no mate: {without}; \
                 undecided: {undecided}); proven shortest: {proven}{mean}. Not proven within the limit: \
                 {unproven}."
            ),
            format!(
                "{problems} 題中 {mates} 題で詰みが見つかり（不詰 {without}、未判定: {undecided}）、{proven} 題で最短が\
                 証明された{mean}。制限内で未証明: {unproven}。"
            ),
        );
        if printed > 0 {
            out += &self.pick(
                format!(" Printed lengths equal to the proven ones: {alike} of {printed}; printed lines leave out futile interpositions, which count here."),
                format!("証明された問題の公表手数 {printed} 個のうち {alike} 個が一致する（公表手数は無駄合を除き、ここではすべての合駒を数える）。"),
            );
        }
        out
    }
}
