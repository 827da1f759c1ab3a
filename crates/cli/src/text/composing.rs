//! Sentences about composing and enumerating.

use super::results::{counted, noun};
use super::{Text, quote};
use crate::units;
use kemuri_compose::ConditionError;
use kemuri_compose::enumerate::{CollectionError, EnumerateError, Summary, Tally};
use kemuri_compose::fitting::Misfit;
use kemuri_compose::recheck::Flaw;
use kemuri_compose::retro::Extensions;
use kemuri_compose::store::StoreError;
use kemuri_core::hand::HAND_KINDS;
use kemuri_core::{Hand, Lang};
use kemuri_text::runstore;
use std::io;
use std::path::Path;
use std::time::Duration;

impl Text {
    /// What `enumerate` cannot do without: English after "needs".
    pub const CONDITION: (&'static str, &'static str) = (
        "a condition: a file or the name of a shipped one such as tofu-smoke",
        "条件（ファイル、または tofu-smoke などの名前）",
    );
    /// See [`Text::CONDITION`].
    pub const OUT: (&'static str, &'static str) = (
        "a folder to work in: --out DIR",
        "作業フォルダー（--out DIR）",
    );
    /// See [`Text::CONDITION`].
    pub const PROBLEM: (&'static str, &'static str) = ("a problem to extend", "逆算する問題");

    pub(super) fn composing_usage(self, command: &str) -> &'static str {
        match command {
            "enumerate" => self.pick(
                "kemuri enumerate CONDITION --out DIR [OPTIONS]",
                "kemuri enumerate CONDITION --out DIR [オプション]",
            ),
            "compose" => self.pick(
                "kemuri compose [OPTIONS] INPUT",
                "kemuri compose [オプション] INPUT",
            ),
            _ => "",
        }
    }

    pub(super) fn composing_command(self, command: &str) -> &'static str {
        match command {
            "enumerate" => self.pick(
                "Find every problem that meets a condition, working backwards from all mates",
                "条件を満たす詰将棋を、すべての詰上りから逆算して数え上げる（全検）",
            ),
            "compose" => self.pick(
                "Extend a sound problem backwards and show what stays sound",
                "完全作を逆算し、完全な作品だけを示す",
            ),
            _ => "",
        }
    }

    pub(super) fn composing_after(self, command: &str) -> &'static str {
        match command {
            "enumerate" => self.pick(
                "A run that was stopped or killed goes on with the same command.\n\
                 Exit code: 0 everything decided, 1 something left open, wrong or interrupted, 2 bad \
                 input or usage.",
                "中断した計算は同じコマンドで続きから再開する。\n\
                 終了コード: 0 すべて判定、1 未判定・誤り・中断あり、2 入力または使い方の誤り",
            ),
            "compose" => self.pick(
                "Exit code: 0 everything decided, 1 something left open or the problem not known to be sound, \
                 2 bad input or usage.",
                "終了コード: 0 すべて判定、1 未判定あり、または元の問題が不完全か未判定、2 入力または使い方の誤り",
            ),
            _ => "",
        }
    }

    pub(super) fn composing_flag(self, name: &str) -> &'static str {
        match name {
            "condition" => self.pick(
                "What is looked for: a TOML file, or the name of a shipped condition (tofu-smoke)",
                "探す条件。TOML ファイル、または付属の条件の名前（tofu-smoke）",
            ),
            "condition-kept" => self.pick(
                "Keep to the material, the length, the region and the rules of uniqueness of this condition",
                "この条件の駒・手数・盤面範囲・限定の規則に従う",
            ),
            "out-folder" => self.pick(
                "The folder to work in and to leave the results in; new, empty or that of the same run",
                "作業と結果のフォルダー（新規、空、または同じ計算のもの）",
            ),
            "threads" => self.pick(
                "Threads that decide candidates (default: as many as the machine has)",
                "判定に使うスレッド数（省略時は CPU の数）",
            ),
            "nodes-question" => self.pick(
                "Nodes after which one question is left open [default: 200000000]",
                "一つの判定を未判定とするノード数 [既定値: 200000000]",
            ),
            "problem-to-extend" => self.pick(
                "The problem to extend: an SFEN, a file with one problem or -",
                "逆算する問題（SFEN、一問だけのファイル、または -）",
            ),
            "steps" => self.pick(
                "How often a defence and a check are put before the problem [default: 1]",
                "二手（攻方と玉方）の逆算を繰り返す回数 [既定値: 1]",
            ),
            "top" => self.pick(
                "How many problems are shown, the longest first [default: 20]",
                "手数の長い順に示す作品の数 [既定値: 20]",
            ),
            _ => "",
        }
    }

    /// A condition that cannot be read.
    pub fn condition_error(self, name: &str, error: &ConditionError) -> String {
        format!("{}: {}", quote(name), error.message(self.0))
    }

    /// Neither a file nor a shipped condition.
    pub fn no_condition(self, name: &str, error: &io::Error) -> String {
        let shipped: Vec<_> = kemuri_compose::Condition::shipped_names().collect();
        let (name, shipped) = (quote(name), shipped.join(", "));
        if error.kind() != io::ErrorKind::NotFound {
            return format!("{name}: {}", self.io_error(error));
        }
        self.pick(
            format!(
                "{name}: there is no such file, nor a shipped condition of that name ({shipped})"
            ),
            format!("{name}: そのようなファイルも付属の条件（{shipped}）もありません"),
        )
    }

    /// Why an enumeration ended early.
    pub fn enumerate_error(self, error: &EnumerateError) -> String {
        match error {
            EnumerateError::Folder(error) => runstore::folder_error(self.0, error),
            error if self.0 == Lang::En => error.to_string(),
            EnumerateError::Store(error) => self.store_error(error),
            EnumerateError::OtherCondition { path, name } => format!(
                "{}: 同じ名前（{name}）で内容の違う条件のフォルダーです",
                path.display()
            ),
            EnumerateError::Workers { threads, bytes } => format!(
                "スレッド {threads} 本とそれぞれ {} の置換表を用意できません",
                units::bytes(*bytes)
            ),
            EnumerateError::Interrupted => self.goes_on_later().into(),
        }
    }

    fn store_error(self, error: &StoreError) -> String {
        match error {
            StoreError::File(error) => runstore::file_error(self.0, error),
            StoreError::Journal(error) => runstore::journal_error(self.0, error),
            StoreError::Damaged { path, what } => {
                format!("{}: ファイルが壊れています（{what}）", path.display())
            }
        }
    }

    /// Why the problems cannot be read out of the folder.
    pub fn collection_error(self, error: &CollectionError) -> String {
        match (self.0, error) {
            (Lang::Ja, CollectionError::Store(error)) => self.store_error(error),
            (Lang::Ja, CollectionError::Problem(error)) => {
                format!(
                    "保存された局面が正しくありません（{}）",
                    error.message(self.0)
                )
            }
            (Lang::Ja, CollectionError::Broken { plies }) => {
                format!("{plies} 手詰の手順がフォルダーにありません")
            }
            (Lang::En, error) => error.to_string(),
        }
    }

    /// How far the search for mates is, by squares of the king.
    pub fn looking_for_mates(self, done: u64, total: u64) -> String {
        self.pick(
            format!("looking for mates: {done} of {total} squares of the king done"),
            format!("詰上りを探索中: 玉の位置 {total} 中 {done}"),
        )
    }

    /// How far a generation is.
    pub fn deciding(self, plies: u32, (done, total): (u64, u64), left: Option<Duration>) -> String {
        let [n, of] = [done, total].map(units::grouped);
        let left = left.map_or(String::new(), |left| {
            let seconds = left.as_secs();
            self.pick(
                format!(", about {seconds} s left"),
                format!("、残り約 {seconds} 秒"),
            )
        });
        self.pick(
            format!(
                "{}: {n} of {} decided{left}",
                counted(&plies, "ply", "plies"),
                counted(&of, "candidate", "candidates")
            ),
            format!("{plies} 手: 候補 {of} 中 {n} を判定{left}"),
        )
    }

    /// The numbers of a generation.
    pub fn generation(self, plies: u32, tally: &Tally) -> String {
        let [candidates, sound, finished, open] =
            [tally.candidates, tally.sound, tally.finished, tally.open].map(units::grouped);
        // Words of either number take the same room, for the columns below them.
        let length = noun(&plies.to_string(), "ply:", "plies:");
        let noun = noun(&candidates, "candidate,", "candidates,");
        let mut out = self.pick(
            format!("{plies:3} {length:6} {candidates:>9} {noun:11} {sound:>9} sound"),
            format!("{plies:3} 手: 候補 {candidates:>9}、完全 {sound:>9}"),
        );
        if tally.finished > 0 {
            out += &self.pick(
                format!(", {finished} finished"),
                format!("、完成 {finished}"),
            );
        }
        if tally.open > 0 {
            out += &self.pick(format!(", {open} open"), format!("、未判定 {open}"));
        }
        out
    }

    /// What an enumeration found.
    pub fn enumerated(self, summary: &Summary) -> String {
        let mut out = Vec::new();
        if let Some(plies) = summary.longest() {
            let tally = &summary.tallies[plies as usize];
            let [sound, strict] = [tally.sound, tally.strict].map(units::grouped);
            out.push(self.pick(
                format!(
                    "The longest problems have {}: {sound} of them, {strict} without an equal defence",
                    counted(&plies, "ply", "plies")
                ),
                format!("最長は {plies} 手: {sound} 局（変同のないもの {strict} 局）"),
            ));
        }
        out.push(match summary.longest_finished() {
            Some(plies) => {
                let tally = &summary.tallies[plies as usize];
                let [all, strict] = [tally.finished, tally.finished_strict].map(units::grouped);
                self.pick(
                    format!(
                        "The longest finished ones have {}: {all} of them, {strict} without an \
                         equal defence",
                        counted(&plies, "ply", "plies")
                    ),
                    format!("完成作の最長は {plies} 手: {all} 局（変同のないもの {strict} 局）"),
                )
            }
            None => self
                .pick("No finished problem", "完成作はありません")
                .into(),
        });
        let cut_off = summary.cut_off();
        out.push(match (summary.open(), cut_off) {
            (0, None) => self
                .pick(
                    "Nothing is left open: there are no others",
                    "未判定の候補はありません（漏れなし）",
                )
                .into(),
            (0, Some(plies)) => self.pick(
                format!(
                    "Nothing is left open up to {}",
                    counted(&plies, "ply", "plies")
                ),
                format!("{plies} 手までに未判定の候補はありません"),
            ),
            (n, _) => self.pick(
                format!(
                    "{} left open: there may be others",
                    counted(&units::grouped(n), "candidate is", "candidates are")
                ),
                format!(
                    "未判定の候補が {} あります（漏れの可能性あり）",
                    units::grouped(n)
                ),
            ),
        });
        if let Some(plies) = cut_off {
            out.push(self.pick(
                format!("Longer problems were not looked for: limits.length is {plies}"),
                format!("それより長い作品は調べていません（limits.length = {plies}）"),
            ));
        }
        out.join("\n")
    }

    /// Where the results are.
    pub fn results_in(self, folder: &Path) -> String {
        let folder = folder.display();
        self.pick(
            format!("Results: {folder}/problems.tsv, problems.html, kif, statistics.md, plot.svg"),
            format!("結果: {folder}/problems.tsv, problems.html, kif, statistics.md, plot.svg"),
        )
    }

    /// A folder that cannot be made.
    pub fn folder_error(self, folder: &Path, error: &io::Error) -> String {
        let folder = folder.display();
        self.pick(
            format!("{folder}: the folder cannot be made: {error}"),
            format!("{folder}: フォルダーを作れません（{error}）"),
        )
    }

    /// That problems are being checked again.
    pub fn rechecking(self, problems: usize) -> String {
        self.pick(
            format!(
                "checking {} from scratch",
                counted(&problems, "problem", "problems")
            ),
            format!("{problems} 局を独立に再検査中"),
        )
    }

    /// All problems, of which there is at least one, passed the check from scratch.
    pub fn rechecked(self, problems: usize) -> String {
        if problems == 1 {
            let one = self.pick(
                "Checked from scratch: the problem is sound",
                "独立の再検査: 1 局、完全",
            );
            return one.into();
        }
        self.pick(
            format!("Checked from scratch: all {problems} problems are sound"),
            format!("独立の再検査: {problems} 局すべて完全"),
        )
    }

    /// A problem that did not pass a check, or of which that is not known.
    pub fn not_sound(self, sfen: &str, flaw: &Flaw) -> String {
        if let Flaw::Undecided(reason) = *flaw {
            let reason = self.reason(reason);
            return self.pick(
                format!("{sfen}: whether it is sound is not decided: {reason}"),
                format!("{sfen}: 完全かどうか未判定です（{reason}）"),
            );
        }
        let flaw = flaw.message(self.0);
        self.pick(
            format!("{sfen}: not sound: {flaw}"),
            format!("{sfen}: 完全ではありません（{flaw}）"),
        )
    }

    /// The pieces of the problem are not those of the condition.
    pub fn other_material(self, problem: Hand, condition: Hand) -> String {
        let [problem, condition] = [problem, condition].map(|hand| self.pieces_in(hand));
        self.pick(
            format!("the problem has {problem} in play, but the condition {condition}"),
            format!("問題の駒は{problem}ですが、条件の駒は{condition}です"),
        )
    }

    /// How many of each kind, in words.
    fn pieces_in(self, hand: Hand) -> String {
        let kinds = HAND_KINDS.into_iter().filter_map(|kind| {
            let (count, name) = (hand.count(kind.to_index()), self.0.piece(kind));
            let words = self.pick(
                counted(&count, name, &format!("{name}s")),
                format!("{name}{count}枚"),
            );
            (count > 0).then_some(words)
        });
        let kinds: Vec<String> = kinds.collect();
        if kinds.is_empty() {
            return self.pick("no pieces", "なし").into();
        }
        kinds.join(self.pick(", ", "・"))
    }

    /// A problem that is none of the condition.
    pub fn does_not_fit(self, sfen: &str, misfit: Misfit) -> String {
        let misfit = misfit.message(self.0);
        self.pick(
            format!("{sfen}: not a problem of the condition: {misfit}"),
            format!("{sfen}: 条件に合いません（{misfit}）"),
        )
    }

    /// Several problems were given where one is to be extended.
    pub fn one_to_extend(self) -> &'static str {
        self.pick(
            "one problem can be extended at a time, but several are given",
            "一度に逆算できる問題は一つです",
        )
    }

    /// How far a retro-composition is.
    pub fn step_done(self, step: u64, problems: u64) -> String {
        self.pick(
            format!("step {step}: {}", counted(&problems, "problem", "problems")),
            format!("{step} 回目: {problems} 局"),
        )
    }

    /// What a retro-composition found, and how many are `finished` if the condition
    /// says what that is.
    pub fn extensions(self, found: &Extensions, finished: Option<usize>, shown: usize) -> String {
        let n = found.problems.len();
        let mut out = self.pick(
            format!(
                "{}, {shown} shown",
                counted(&n, "sound extension", "sound extensions")
            ),
            format!("逆算で得た完全作 {n} 局（表示 {shown} 局）"),
        );
        if let Some(finished) = finished {
            out += &self.pick(
                format!(", {finished} finished"),
                format!("、完成 {finished} 局"),
            );
        }
        if found.open > 0 {
            let open = found.open;
            out += &self.pick(
                format!("; {} left open", counted(&open, "candidate", "candidates")),
                format!("、未判定の候補 {open}"),
            );
        }
        if !found.complete {
            out += self.pick("; interrupted", "、中断");
        }
        out
    }

    /// The heading of one extension.
    pub fn extension(self, number: usize, plies: usize, finished: bool, strict: bool) -> String {
        let finished = match finished {
            true => self.pick(", finished", "、完成"),
            false => "",
        };
        let equal = match strict {
            true => "",
            false => self.pick(", with an equal defence", "、変同あり"),
        };
        self.pick(
            format!("{number}. {plies} plies{finished}{equal}"),
            format!("{number}. {plies} 手{finished}{equal}"),
        )
    }
}
