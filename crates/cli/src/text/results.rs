//! Sentences about results: verdicts, statistics, bench tables.

use super::{Text, quote};
use crate::bench::Finding;
use crate::units;
use kemuri_formats::Expected;
use kemuri_solver::{Futile, Goal, Mate, Outcome, Reason, Stats, Verdict};
use kemuri_text::Lang;
use kemuri_usi::client::EngineErrorKind;
use std::time::Duration;

/// How a collection went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Problems with a mate.
    pub mates: usize,
    /// Problems without.
    pub nomates: usize,
    /// Problems not decided.
    pub unknown: usize,
}

impl Tally {
    /// Counts one more verdict.
    pub fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Mate(_) => self.mates += 1,
            Verdict::NoMate => self.nomates += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }

    /// Problems counted.
    pub fn total(&self) -> usize {
        self.mates + self.nomates + self.unknown
    }
}

/// A number and what it counts.
pub(super) fn counted(number: &impl ToString, one: &str, many: &str) -> String {
    let number = number.to_string();
    let word = noun(&number, one, many);
    format!("{number} {word}")
}

/// The word for this many things.
pub(super) fn noun<'a>(number: &str, one: &'a str, many: &'a str) -> &'a str {
    if number == "1" { one } else { many }
}

impl Text {
    /// The verdict as a sentence.
    pub fn verdict(self, outcome: &Outcome) -> String {
        match &outcome.verdict {
            Verdict::Mate(Mate {
                length: n,
                exact,
                futile_tail,
                ..
            }) => match (n, exact) {
                (0, _) if !futile_tail.is_empty() => self.pick(
                    "Mate: nothing but futile interpositions is left".into(),
                    "詰み（無駄合しかありません）".into(),
                ),
                (0, _) => self.pick(
                    "Mate: the king is mated already".into(),
                    "詰み（すでに詰んでいます）".into(),
                ),
                (_, true) => {
                    // A profile that does not go by itself has to be named.
                    let literal = outcome.goal == Goal::Shortest(Futile::None);
                    let [en, ja] = match literal {
                        true => [", every interposition counted", "（無駄合も数える）"],
                        false => ["", ""],
                    };
                    self.pick(
                        format!("Mate in {}{en}", counted(n, "ply", "plies")),
                        format!("{n}手詰{ja}"),
                    )
                }
                (_, false) => self.pick(
                    format!(
                        "Mate within {} (upper bound: a shorter mate may exist)",
                        counted(n, "ply", "plies")
                    ),
                    format!("詰み {n}手以内（最短は未証明）"),
                ),
            },
            Verdict::NoMate => self.pick("No mate".into(), "不詰".into()),
            Verdict::Unknown(reason) => {
                let reason = self.reason(*reason);
                self.pick(format!("Unknown ({reason})"), format!("不明（{reason}）"))
            }
        }
    }

    /// What stands above futile interpositions that are played out.
    pub fn futile_rest(self) -> &'static str {
        self.pick(
            "Not counted: futile interpositions, played out",
            "手数に数えない無駄合を尽くすと",
        )
    }

    /// What stands above the lines that show why interpositions are futile.
    pub fn futile_why(self, any: bool) -> &'static str {
        match any {
            true => self.pick(
                "Futile interpositions beside the line (the captured piece is not needed):",
                "手順中の無駄合（取った駒を使わずに詰む）:",
            ),
            false => self.pick(
                "No futile interpositions beside the line",
                "手順中に無駄合はありません",
            ),
        }
    }

    /// That the witnesses could not be found within the limits.
    pub fn not_explained(self, reason: Reason) -> String {
        let reason = self.reason(reason);
        self.pick(
            format!("the futile interpositions could not be shown ({reason})"),
            format!("無駄合の根拠を示せませんでした（{reason}）"),
        )
    }

    /// A verdict that is not known, with the word for its reason, in a table.
    pub fn unknown(self, reason: &str) -> String {
        self.pick(format!("unknown ({reason})"), format!("不明（{reason}）"))
    }

    /// The verdict in one word of a table.
    pub fn verdict_word(self, verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Mate(_) => self.pick("mate", "詰み"),
            Verdict::NoMate => self.pick("no mate", "不詰"),
            Verdict::Unknown(_) => self.pick("unknown", "不明"),
        }
    }

    /// Said of a line with futile interpositions that nothing can replace.
    pub fn uncounted(self, plies: usize) -> String {
        self.pick(
            format!(
                "({plies} of these plies do not count: futile interpositions and their captures)"
            ),
            format!("（このうち {plies} 手は無駄合とその駒取りで、手数に数えない）"),
        )
    }

    /// A length that is, or is not, proven shortest.
    pub fn length(self, plies: u32, exact: bool) -> String {
        match (exact, self.0) {
            (true, Lang::En) => format!("{plies}"),
            (false, Lang::En) => format!("≤{plies}"),
            (true, Lang::Ja) => format!("{plies}手"),
            (false, Lang::Ja) => format!("{plies}手以内"),
        }
    }

    /// What a search cost, in one or two lines.
    pub fn statistics(self, stats: &Stats) -> String {
        let nodes = units::grouped(stats.nodes);
        let time = units::seconds(stats.time);
        let speed = units::grouped(units::per_second(stats.nodes, stats.time));
        let load = stats.hash_permille as f64 / 10.0;
        let peak = units::bytes(stats.peak_table_bytes);
        let gc = stats.collections;
        self.pick(
            format!(
                "{} in {time} s, {speed} nodes/s\n\
                 Table: {load:.1}% full, peak {peak}, garbage collections: {gc}",
                counted(&nodes, "node", "nodes")
            ),
            format!(
                "{nodes} ノード、{time} 秒、{speed} ノード/秒\n\
                 置換表: 占有率 {load:.1}%、最大 {peak}、GC {gc} 回"
            ),
        )
    }

    /// Nodes and time of one problem of a collection.
    pub fn cost(self, stats: &Stats) -> String {
        let (nodes, time) = (units::grouped(stats.nodes), units::seconds(stats.time));
        let word = noun(&nodes, "node", "nodes");
        self.pick(
            format!("{nodes:>15} {word:<5} {time:>9} s"),
            format!("{nodes:>15} ノード {time:>9} 秒"),
        )
    }

    /// The last line of a collection.
    pub fn summary(self, tally: &Tally, stats: &Stats) -> String {
        let Tally {
            mates,
            nomates,
            unknown,
        } = *tally;
        let (total, nodes) = (tally.total(), units::grouped(stats.nodes));
        let time = units::seconds(stats.time);
        let problems = counted(&total, "problem", "problems");
        let with = counted(&mates, "mate", "mates");
        let without = counted(&nomates, "no mate", "no mates");
        self.pick(
            format!(
                "{problems}: {with}, {without}, {unknown} unknown; {}, {time} s",
                counted(&nodes, "node", "nodes")
            ),
            format!(
                "{total} 問: 詰み {mates}、不詰 {nomates}、不明 {unknown}、\
                 {nodes} ノード、{time} 秒"
            ),
        )
    }

    /// Said when Ctrl-C ended the run.
    pub fn interrupted(self) -> &'static str {
        self.pick(
            "interrupted: no further problem was started",
            "中断: 以降の問題は解いていません",
        )
    }

    /// Said while another engine works.
    pub fn waiting_for(self, label: &str, engine: &str) -> String {
        let engine = quote(engine);
        self.pick(
            format!("{label} {engine} is searching"),
            format!("{label} {engine} が探索中"),
        )
    }

    /// Column heads of the bench table: name, expected, verdict, length, nodes, time, ratio.
    pub fn bench_heads(self) -> [&'static str; 7] {
        self.pick(
            [
                "problem", "expected", "verdict", "length", "nodes", "seconds", "ratio",
            ],
            ["問題", "想定", "判定", "手数", "ノード", "秒", "比"],
        )
    }

    /// How many of the mates of a bench have a length that is proven shortest.
    pub fn proven_shortest(self, exact: usize, mates: usize) -> String {
        self.pick(
            format!("lengths proven shortest: {exact} of {mates}"),
            format!("最短手数を証明: {mates} 題中 {exact} 題"),
        )
    }

    /// Row heads of the bench totals.
    pub fn total_heads(self) -> [&'static str; 9] {
        self.pick(
            [
                "engine", "solved", "mate", "nomate", "unknown", "failed", "nodes", "seconds",
                "ratio*",
            ],
            [
                "エンジン",
                "解決",
                "詰み",
                "不詰",
                "不明",
                "失敗",
                "ノード",
                "秒",
                "比*",
            ],
        )
    }

    /// What an engine found, in one word of the bench table. An engine that died looks it.
    pub fn finding(self, finding: Finding) -> &'static str {
        match finding {
            Finding::Mate(_) => self.claim(true),
            Finding::BadLine(_) => self.pick("mate?", "詰み?"),
            Finding::NoMate => self.claim(false),
            Finding::Unknown(_) => self.pick("unknown", "不明"),
            Finding::Failed(fault) => match fault {
                EngineErrorKind::Start => self.pick("start", "起動不可"),
                EngineErrorKind::NoAnswer => self.pick("silent", "応答なし"),
                EngineErrorKind::Exited => self.pick("died", "異常終了"),
                EngineErrorKind::NotStopping => self.pick("hung", "停止せず"),
                EngineErrorKind::BadAnswer => self.pick("nonsense", "応答不正"),
            },
            Finding::NotAsked => self.pick("n/a", "対象外"),
        }
    }

    /// Mate or no mate, in one word of the bench table.
    pub fn claim(self, mate: bool) -> &'static str {
        match mate {
            true => self.pick("mate", "詰み"),
            false => self.pick("nomate", "不詰"),
        }
    }

    /// What a collection says of a problem.
    pub fn expected(self, expected: Expected) -> String {
        match expected {
            Expected::Unstated => "-".into(),
            Expected::Mate(n) => n.to_string(),
            Expected::NoMate => self.claim(false).into(),
        }
    }

    /// What the starred ratio of the totals means.
    pub fn ratio_note(self, threshold: Duration) -> String {
        let s = threshold.as_secs_f64();
        self.pick(
            format!("* geometric mean of time / Kemuri's time over problems that both decided and that took either over {s} s"),
            format!("* 両者が判定しどちらかが {s} 秒を超えた問題についての、Kemuri に対する時間比の幾何平均"),
        )
    }

    /// Kemuri and the collection are of two minds.
    pub fn contradiction(self, id: &str, mate: bool, expected: &str) -> String {
        let verdict = self.claim(mate);
        self.pick(
            format!(
                "CONTRADICTION: {id}: Kemuri says {verdict}, the collection expects {expected}"
            ),
            format!("矛盾: {id}: Kemuri の判定は {verdict}、問題集の想定は {expected}"),
        )
    }

    /// Two engines are of two minds.
    pub fn disagreement(self, id: &str, claims: &str) -> String {
        self.pick(
            format!("DISAGREEMENT: {id}: {claims}"),
            format!("不一致: {id}: {claims}"),
        )
    }

    /// Before the list of problems where Kemuri contradicts the collection.
    pub fn contradicted(self) -> &'static str {
        self.pick(
            "Kemuri contradicts the collection at",
            "Kemuri の判定が問題集と矛盾する問題",
        )
    }

    /// Before the list of problems where engines disagree.
    pub fn disagreed(self) -> &'static str {
        self.pick("Verdicts disagree at", "判定が一致しない問題")
    }

    /// The node count of the built-in set.
    pub fn signature(self, nodes: u64, tally: &Tally) -> String {
        let Tally {
            mates,
            nomates,
            unknown,
        } = *tally;
        self.pick(
            format!("signature {nodes} (mates {mates}, no mates {nomates}, unknown {unknown})"),
            format!("シグネチャ {nodes}（詰み {mates}、不詰 {nomates}、不明 {unknown}）"),
        )
    }

    /// An engine's line does not mate.
    pub fn bad_line(self, id: &str, engine: &str, why: &str) -> String {
        let engine = quote(engine);
        self.pick(
            format!("{id}: the line of {engine} does not mate: {why}"),
            format!("{id}: {engine} の手順では詰みません: {why}"),
        )
    }

    /// An engine failed at a problem.
    pub fn engine_failed(self, id: &str, engine: &str, why: &str) -> String {
        format!("{id}: {}: {why}", quote(engine))
    }
}
