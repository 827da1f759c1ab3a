//! Sentences about experiments: help, errors, and what all reports share.

mod ablation;
mod cycles;
mod lengths;
mod proof_hands;
mod table_gc;

use super::results::counted;
use super::{Text, quote};
use crate::experiment::{Halt, Name};
use crate::units;
use kemuri_text::runstore;
use std::path::Path;

/// A list of names, or a word for none.
fn listed(names: &[String], none: &str) -> String {
    match names.is_empty() {
        true => none.into(),
        false => names.join(", "),
    }
}

impl Text {
    /// A run that can be taken up again was interrupted.
    pub fn goes_on_later(self) -> &'static str {
        self.pick(
            "interrupted; the same command goes on from here",
            "中断しました。同じコマンドで続きから再開します",
        )
    }

    /// Why an experiment ended early.
    pub fn experiment_halt(self, halt: &Halt) -> String {
        match halt {
            Halt::Interrupted => self.goes_on_later().into(),
            Halt::Folder(error) => runstore::folder_error(self.0, error),
            Halt::File(error) => runstore::file_error(self.0, error),
            Halt::Journal(error) => runstore::journal_error(self.0, error),
            Halt::Solver(error) => self.solver_error(error),
        }
    }

    /// Verdicts on a problem that cannot all be right.
    pub fn experiment_contradiction(self, name: &str) -> String {
        let name = quote(name);
        self.pick(
            format!("{name}: verdicts contradict each other, or what the collection expects"),
            format!("{name}: 判定が互いに、または問題集の記載と矛盾しています"),
        )
    }

    /// The same of all such problems, for the report.
    pub fn experiment_contradictions(self, names: &[String]) -> String {
        let names = self.problem_list(names);
        self.pick(
            format!(
                "**Verdicts that contradict each other, or what the collection expects: {names}.** The \
                 figures of these problems are not to be trusted."
            ),
            format!(
                "**判定が互いに、または問題集の記載と矛盾する問題: {names}。**これらの問題の数値は信頼できない。"
            ),
        )
    }

    /// Two problems of the same name.
    pub fn same_name(self, name: &str) -> String {
        let name = quote(name);
        self.pick(
            format!(
                "'{name}': two problems have this name, so that results could not be told apart"
            ),
            format!("「{name}」: 同じ名前の問題が二つあり、結果を区別できません"),
        )
    }

    /// Where the report is.
    pub fn experiment_results(self, folder: &Path, files: &[&str]) -> String {
        let (folder, files) = (folder.display(), files.join(", "));
        self.pick(
            format!("Results in {folder}: {files}"),
            format!("結果（{folder}）: {files}"),
        )
    }

    /// The title of a report, and what it is about.
    pub fn experiment_title(self, name: Name) -> (String, &'static str) {
        let about = match name {
            Name::ProofHands => self.pick(
                "Nodes with and without proof hands. Published: Masahiro Seo, 1999, figures 8 and 9.",
                "証明駒ありとなしの探索ノード数。公表値: 脊尾昌宏（1999）図 8・9。",
            ),
            Name::TableGc => self.pick(
                "When SmallTreeGC collects the table (load A) and how much it frees (share B), in small \
                 tables. Published: Ayumu Nagai and Hiroshi Imai, 2001, tables 1 to 4.",
                "小さな置換表における SmallTreeGC の開始占有率 A と回収率 B。公表値: 長井歩・今井浩（2001）表 1〜4。",
            ),
            Name::Cycles => self.pick(
                "Remedies against endless loops of df-pn. Published: Akihiro Kishimoto, on the mate \
                 solver of IS Shogi.",
                "df-pn の無限ループ対策の比較。公表値: 岸本章宏「IS 将棋の詰将棋解答プログラムについて」。",
            ),
            Name::Lengths => self.pick(
                "Lengths that depend on a path and lengths that do not; the withdrawn rule for storing \
                 them; the cost of proving the shortest one. Published: komori-n, 2021, withdrawn in 2022.",
                "経路に依存する手数としない手数、取り下げられた登録規則、最短手数の証明の費用。\
                 公表値: komori-n（2021、2022 年に取り下げ）。",
            ),
            Name::Ablation => self.pick(
                "Every switchable technique switched off, one at a time.",
                "切り替えできる手法を一つずつ外したときの探索。",
            ),
        };
        let title = self.pick(
            format!("Experiment: {}", name.word()),
            format!("実験: {}", name.word()),
        );
        (title, about)
    }

    /// The rows at the head of a report.
    pub fn experiment_head(
        self,
        version: &str,
        (files, problems): (&[String], usize),
        limit: u64,
        options: &str,
        (model, cores, memory): (&str, usize, Option<u64>),
    ) -> Vec<Vec<String>> {
        let files = listed(files, self.pick("none", "なし"));
        let cores = self.pick(counted(&cores, "core", "cores"), format!("{cores} コア"));
        let memory = memory.map_or(String::new(), |bytes| format!(", {}", units::bytes(bytes)));
        let rows = [
            (
                self.pick("program", "プログラム"),
                format!("kemuri {version}"),
            ),
            (
                self.pick("collection", "問題集"),
                self.pick(
                    format!("{files} ({})", counted(&problems, "position", "positions")),
                    format!("{files}（{problems} 局面）"),
                ),
            ),
            (
                self.pick("limit", "制限"),
                self.pick(
                    format!(
                        "{} nodes for each search, no time limit",
                        units::grouped(limit)
                    ),
                    format!("探索ごとに {} ノード、時間制限なし", units::grouped(limit)),
                ),
            ),
            (
                self.pick(
                    "options, but for what is varied",
                    "変える項目以外のオプション",
                ),
                format!("`{options}`"),
            ),
            (
                self.pick("machine", "計算機"),
                format!("{model}, {cores}{memory}"),
            ),
        ];
        rows.map(|(name, value)| vec![name.to_string(), value])
            .to_vec()
    }

    /// The heading of the paragraph.
    pub fn experiment_reading(self) -> &'static str {
        self.pick("Reading", "結果の読み取り")
    }

    /// The heading of totals.
    pub fn totals_heading(self) -> &'static str {
        self.pick("Summary", "まとめ")
    }

    /// The heading of the long table.
    pub fn every_problem(self) -> &'static str {
        self.pick("Every problem", "問題ごとの結果")
    }

    /// Of figures of a paper.
    pub fn published(self) -> &'static str {
        self.pick("published", "公表値")
    }

    /// Of figures of this run.
    pub fn measured(self) -> &'static str {
        self.pick("measured", "実測値")
    }

    /// Measured less published.
    pub fn difference(self) -> &'static str {
        self.pick("difference", "差")
    }

    /// A heading.
    pub fn published_and_measured(self) -> &'static str {
        self.pick("Published and measured", "公表値と実測値")
    }

    /// The head of the column of names.
    pub fn problem(self) -> &'static str {
        self.pick("problem", "問題")
    }

    /// The head of a column that counts problems.
    pub fn problems(self) -> &'static str {
        self.pick("problems", "問題数")
    }

    /// The heads of a table of published and measured numbers.
    pub fn compared_heads(self) -> [&'static str; 4] {
        ["", self.published(), self.measured(), self.difference()]
    }

    /// What an empty cell means.
    pub fn dash_is_undecided(self) -> &'static str {
        self.pick(
            "A dash: not decided within the limit. Times in seconds.",
            "「–」は制限内で未判定。時間は秒。",
        )
    }

    /// The head of a column of nodes of a setting.
    pub fn nodes_of(self, setting: &str) -> String {
        self.pick(format!("nodes, {setting}"), format!("ノード数 {setting}"))
    }

    /// The head of a column of times of a setting.
    pub fn time_of(self, setting: &str) -> String {
        self.pick(format!("time, {setting}"), format!("時間 {setting}"))
    }

    /// Yes or no.
    pub fn yes_or_no(self, yes: bool) -> &'static str {
        match yes {
            true => self.pick("yes", "○"),
            false => self.pick("no", "×"),
        }
    }

    /// A list of problems for the middle of a sentence.
    fn problem_list(self, names: &[String]) -> String {
        listed(names, self.pick("none", "なし"))
    }
}
