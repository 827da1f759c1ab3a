//! What the report of `table-gc` says.

use crate::experiment::table_gc::{Overall, Pair};
use crate::text::Text;
use kemuri_solver::Options;

impl Text {
    /// What stands above the summary.
    pub fn table_gc_note(self) -> &'static str {
        self.pick(
            "Each pair (collect at A %, free B %) over all table sizes: the mean of the mean changes of the \
             nodes by formula (2), below 0 is better than 80 / 30; the sizes at which it is below 0; \
             problems decided and millions of nodes, over all sizes. The change of a problem counts where \
             both pairs decide it.",
            "各組（占有率 A % で開始、B % を回収）の全サイズでの結果。変化は式 (2) によるノード数の変化の割合の平均を\
             さらにサイズで平均した値（0 未満なら 80 / 30 より良い）。続いて 0 未満のサイズの数、判定数と百万ノード数（全サイズの合計）。\
             変化は両方の組で解けた問題で数える。",
        )
    }

    /// The heads of the summary.
    pub fn table_gc_heads(self) -> [&'static str; 5] {
        self.pick(
            ["A / B", "change", "sizes below 0", "decided", "nodes (M)"],
            ["A / B", "変化", "0 未満のサイズ", "判定", "ノード数 (M)"],
        )
    }

    /// The heading of a table of the paper and its counterparts.
    pub fn table_gc_title(self, table: u32, what: &str) -> String {
        let about = match table {
            1 => self.pick("mean change by load A", "占有率 A による変化の割合"),
            2 => self.pick("totals by load A", "占有率 A による合計"),
            3 => self.pick("mean change by share B", "回収率 B による変化の割合"),
            _ => self.pick("totals by share B", "回収率 B による合計"),
        };
        self.pick(
            format!("Table {table}, {about}: {what}"),
            format!("表 {table} {about}: {what}"),
        )
    }

    /// The head of the column of sizes.
    pub fn table_size(self) -> &'static str {
        self.pick("table", "置換表")
    }

    /// Of mean changes.
    pub fn measured_nodes(self) -> &'static str {
        self.pick("measured, nodes", "実測値（ノード数）")
    }

    /// Of mean changes.
    pub fn measured_time(self) -> &'static str {
        self.pick("measured, time", "実測値（時間）")
    }

    /// Of totals; the published ones are in seconds.
    pub fn measured_totals(self) -> &'static str {
        self.pick(
            "measured, millions of nodes (seconds; undecided)",
            "実測値、百万ノード（秒; 未判定）",
        )
    }

    /// What stands above the mean changes of the paper.
    pub fn table_gc_published_means(self) -> &'static str {
        self.pick(
            "Zuko, Muso and Zoku Tsumuya Tsumazaruya without Zuko 8: of 388 problems those that need a \
             collection. Mean change of the running time by formula (2).",
            "「将棋図巧」「将棋無双」「続詰むや詰まざるや」（図巧 8 番を除く）388 題のうち回収を要する問題。\
             式 (2) による実行時間の変化の割合の平均。",
        )
    }

    /// What stands above the totals of the paper.
    pub fn table_gc_published_totals(self) -> &'static str {
        self.pick(
            "Total running time in seconds, over the problems of tables 1 and 3, on an UltraSparc II of \
             400 MHz.",
            "表 1・3 と同じ問題の実行時間の合計（秒、UltraSparc II 400 MHz）。",
        )
    }

    /// What stands above our mean changes.
    pub fn table_gc_compared(self) -> &'static str {
        self.pick(
            "Over the problems that need a collection at 80 / 30 and are decided by both pairs; where these \
             are not all, their number is in parentheses.",
            "80 / 30 で回収を要し、両方の組で解けた問題の平均。全部でない場合は括弧内にその数を示す。",
        )
    }

    /// What stands above the difference of mean changes.
    pub fn table_gc_difference_of_means(self) -> &'static str {
        self.pick(
            "Measured, nodes, less published, time.",
            "実測値（ノード数）から公表値（時間）を引いた差。",
        )
    }

    /// What stands above our totals.
    pub fn table_gc_totals(self) -> &'static str {
        self.pick(
            "Over the problems that need a collection at 80 / 30; an undecided one counts what was searched \
             until it was given up, as a rule the limit.",
            "80 / 30 で回収を要する問題の合計。未判定の問題は打ち切りまで（通常は制限値まで）を数える。",
        )
    }

    /// What stands above the difference of totals.
    pub fn table_gc_difference_of_totals(self) -> &'static str {
        self.pick(
            "Each total over that of 80 / 30 in its row: measured, nodes, less published, time.",
            "各合計の 80 / 30 の合計に対する比について、実測値（ノード数）から公表値（時間）を引いた差。",
        )
    }

    /// The axes of a plot.
    pub fn table_gc_axes(self, table: u32) -> (&'static str, &'static str) {
        let x = match table {
            1 => self.pick("collect at this load, %", "開始占有率 A (%)"),
            _ => self.pick("free this share, %", "回収率 B (%)"),
        };
        let y = self.pick(
            "mean change; dashed: published",
            "変化の割合の平均（破線は公表値）",
        );
        (x, y)
    }

    /// The paragraph.
    pub fn table_gc_reading(
        self,
        overall: &[Overall],
        base: Pair,
        needing: &[(String, usize)],
        options: &Options,
    ) -> String {
        let counts: Vec<String> = needing
            .iter()
            .map(|(size, n)| format!("{size}: {n}"))
            .collect();
        let counts = counts.join(", ");
        let mut out = self.pick(
            format!("Problems that need a collection, by table size: {counts}."),
            format!("回収を要する問題の数（置換表のサイズ別）: {counts}。"),
        );
        let (Some(best), Some(reference)) =
            (overall.first(), overall.iter().find(|one| one.pair == base))
        else {
            out += self.pick(" There is nothing to compare.", "比べられる問題はない。");
            return out;
        };
        let (change, better, sizes) = (best.change, best.better, best.sizes);
        let (load, free) = (best.pair.load, best.pair.free);
        let (decided, of) = (best.decided, reference.decided);
        let stands = format!("{} / {}", base.load, base.free);
        out += &match best.pair == base {
            true => self.pick(
                format!(" No other pair has a smaller mean change: {stands} stands."),
                format!("変化の平均がより小さい組はなく、{stands} のままでよい。"),
            ),
            false => self.pick(
                format!(
                    " The smallest mean change, {change:+.3}, is that of {load} / {free}: below 0 at \
                     {better} of {sizes} sizes, problems decided {decided}, with {stands} {of}."
                ),
                format!(
                    "変化の平均が最も小さいのは {load} / {free} の {change:+.3} で、{sizes} サイズ中 {better} サイズで 0 未満。\
                     解けた問題は {decided}（{stands} では {of}）。"
                ),
            ),
        };
        let (load, free) = (options.gc_load, options.gc_free);
        out += &self.pick(
            format!(" The program's own pair at the time of this run is {load} / {free}."),
            format!("この実験の時点でのプログラムの既定値は {load} / {free}。"),
        );
        out
    }
}
