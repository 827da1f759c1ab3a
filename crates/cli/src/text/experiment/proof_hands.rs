//! What the report of `proof-hands` says.

use crate::experiment::proof_hands::Side;
use crate::experiment::report::decimal;
use crate::experiment::stats::geometric_mean;
use crate::text::Text;
use crate::units::grouped;

impl Text {
    /// The lines of the summary.
    pub fn proof_hands_lines(self) -> [&'static str; 8] {
        self.pick(
            [
                "problems",
                "decided with and without",
                "fewer nodes with proof hands",
                "more nodes with proof hands",
                "geometric mean of the ratio, with / without",
                "decided only with them",
                "decided only without them",
                "decided in neither way",
            ],
            [
                "問題数",
                "ありとなしの両方で解けた",
                "証明駒ありの方がノード数が少ない",
                "証明駒ありの方がノード数が多い",
                "ノード数比（あり / なし）の幾何平均",
                "証明駒ありでのみ解けた",
                "証明駒なしでのみ解けた",
                "どちらでも解けない",
            ],
        )
    }

    /// What stands above the summary.
    pub fn proof_hands_summary_note(self) -> &'static str {
        self.pick(
            "Published figures are those of the problems of this collection, matched by name \
             (`muso001` is Muso 1); problems without any are measured all the same. They are counted from \
             the figures of the paper, which have 94 problems; its text says that 78 of 96 take fewer nodes.",
            "公表値は名前（`muso001` は無双 1 番）で対応づけた、この問題集の問題のもの。公表値のない問題も測定する。\
             数は論文の図（94 題）から数えた。論文の本文には 96 題中 78 題で減るとある。",
        )
    }

    /// The heads of the long table.
    pub fn proof_hands_heads(self) -> [&'static str; 12] {
        self.pick(
            [
                "problem",
                "published: nodes without",
                "time",
                "nodes with",
                "time",
                "ratio",
                "measured: nodes without",
                "time",
                "nodes with",
                "time",
                "ratio",
                "difference",
            ],
            [
                "問題",
                "公表値: なし",
                "時間",
                "あり",
                "時間",
                "比",
                "実測値: なし",
                "時間",
                "あり",
                "時間",
                "比",
                "差",
            ],
        )
    }

    /// What stands above the long table.
    pub fn proof_hands_note(self) -> &'static str {
        self.pick(
            "A dash: not decided within the limit (published: two hours), or not published. Times in \
             seconds. The published program without proof pieces had a routine of its own for futile \
             interpositions, and generated positions were counted; here only the storing under proof \
             hands is switched, and moves made are counted. So ratios compare, nodes do not.",
            "「–」は制限内（公表値は 2 時間）で未判定、または公表値なし。時間は秒。公表値の「なし」は専用の無駄合探索を\
             用い、生成局面数を数える。ここでは証明駒での登録だけを切り替え、指した手を数える。比べられるのは\
             比であってノード数そのものではない。",
        )
    }

    /// An axis.
    pub fn nodes_without(self) -> &'static str {
        self.pick("nodes without proof hands", "ノード数（証明駒なし）")
    }

    /// An axis.
    pub fn nodes_with(self) -> &'static str {
        self.pick("nodes with proof hands", "ノード数（証明駒あり）")
    }

    /// The paragraph.
    pub fn proof_hands_reading(self, ours: &Side, theirs: &Side, limit: u64) -> String {
        let limit = grouped(limit);
        let (both, fewer, more) = (ours.ratios.len(), ours.fewer(), ours.more());
        let mean = decimal(ours.mean());
        let [with, without, neither] =
            [&ours.only_with, &ours.only_without, &ours.neither].map(|l| self.problem_list(l));
        let mut out = self.pick(
            format!(
                "Decided within {limit} nodes both with and without proof hands: {both} of {} problems; \
                 of these fewer nodes with them: {fewer}, more: {more}; geometric mean of the ratio: \
                 {mean}. Decided only with them: {with}; only without them: {without}; in neither way: \
                 {neither}.",
                ours.problems()
            ),
            format!(
                "{} 題中 {both} 題が、証明駒の有無のどちらでも {limit} ノード以内に解けた。うち {fewer} 題は\
                 証明駒ありの方が少なく、{more} 題は多い。比の幾何平均は {mean}。証明駒ありでのみ解けた問題: {with}。\
                 なしでのみ解けた問題: {without}。どちらでも解けない問題: {neither}。",
                ours.problems()
            ),
        );
        if theirs.problems() > 0 {
            out += &self.proof_hands_beside(ours, theirs);
        }
        out
    }

    /// How the published figures compare.
    fn proof_hands_beside(self, ours: &Side, theirs: &Side) -> String {
        let (fewer, both) = (theirs.fewer(), theirs.ratios.len());
        let mean = decimal(theirs.mean());
        let only = self.problem_list(&theirs.only_with);
        let mut out = self.pick(
            format!(
                " Published for the problems of this collection: fewer nodes {fewer} of {both}, geometric \
                 mean {mean}, solved only with proof pieces: {only}."
            ),
            format!(
                "この問題集の問題の公表値では {both} 題中 {fewer} 題でノード数が減り、幾何平均は {mean}。\
                 証明駒ありでのみ解けた問題: {only}。"
            ),
        );
        let common = ours.beside(theirs);
        if common.is_empty() {
            return out;
        }
        let [our, their] = [
            geometric_mean(common.iter().map(|pair| pair.0)),
            geometric_mean(common.iter().map(|pair| pair.1)),
        ]
        .map(decimal);
        let alike = common
            .iter()
            .filter(|(a, b)| a.total_cmp(&1.0) == b.total_cmp(&1.0));
        let (alike, common) = (alike.count(), common.len());
        out += &self.pick(
            format!(
                " Problems that have both ratios: {common}; geometric mean over these {their} published, \
                 {our} measured; ratios on the same side of 1: {alike}."
            ),
            format!(
                "両方の比がある {common} 題での幾何平均は公表値 {their}、実測値 {our}。うち {alike} 題で、\
                 1 より小さいか大きいかが一致する。"
            ),
        );
        out
    }
}
