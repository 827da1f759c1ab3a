//! Sentences about results: verdicts, statistics, bench tables.

use super::{Text, quote};
use crate::bench::Finding;
use kemuri_formats::Expected;
use kemuri_usi::client::EngineErrorKind;
use std::time::Duration;

impl Text {
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
