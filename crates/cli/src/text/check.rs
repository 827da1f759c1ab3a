//! The words of `kemuri check`.

use super::facts::capitalized;
use super::{Text, quote};
use crate::units;
use kemuri_judge::suggest::Repair;
use kemuri_judge::{Edit, Kind, ProfileError, Report, Severity, Step, Verdict};
use std::io;
use std::path::Path;

impl Text {
    /// See [`Text::DURATION`].
    pub const REPORT: (&'static str, &'static str) = (
        "the name of a file that ends in .html, .md or .kif",
        ".html, .md, .kif のいずれかで終わるファイル名",
    );

    /// What a flag of `check` does.
    pub(super) fn check_flag(self, name: &str) -> &'static str {
        match name {
            "checked" => self.pick(
                "An SFEN, a file or - for standard input, as for solve. The moves of a USI position \
                 command are the author's line. Without INPUT the bundled problem is checked",
                "SFEN、ファイル、または -（標準入力）。solve と同じ形式。USI の position コマンドの指し手は\
                 作意とみなす。省略時は内蔵の問題を検討する",
            ),
            "profile" => self.pick(
                "What is fatal, what a flaw: magazine (default), smartphone, strict, classic or a \
                 TOML file",
                "何を致命的とし、何をキズとするか（magazine, smartphone, strict, classic または TOML ファイル。\
                 既定は magazine）",
            ),
            "report" => self.pick(
                "Write a report with all findings: FILE.html, FILE.md or FILE.kif",
                "検討結果をファイルに書く（.html, .md, .kif）",
            ),
            "resume" => self.pick(
                "Keep verdicts in FILE, one JSON object a line, and pass over what it has decided",
                "判定を FILE（一行一 JSON）に記録し、判定済みの問題は飛ばす",
            ),
            "suggest" => self.pick(
                "Try small repairs of problems that are not complete",
                "不完全な問題について、駒一枚の修正案を探す",
            ),
            "threads-problems" => self.pick(
                "Problems that are checked at the same time (default: one for each core); they share \
                 --hash",
                "同時に検討する問題の数（既定はコア数）。--hash はその間で分ける",
            ),
            "verbose-check" => self.pick(
                "Every check that was examined, and full details for each problem of a collection",
                "検討したすべての王手を示す。問題集でも詳細を表示する",
            ),
            _ => "",
        }
    }

    /// What is worth knowing after the options of `check`.
    pub(super) fn after_check(self) -> &'static str {
        self.pick(
            "Exit code: 0 every problem is complete or flawed, 1 some are unsound or undecided, 2 bad \
             input or usage.",
            "終了コード: 0 すべて完全かキズ、1 不完全または未決着あり、2 入力または使い方の誤り",
        )
    }

    /// A profile that cannot be had.
    pub fn no_profile(self, name: &str, known: &[&str], error: &io::Error) -> String {
        let (name, known) = (quote(name), known.join(", "));
        match error.kind() {
            io::ErrorKind::NotFound => self.pick(
                format!("--profile: there is no profile and no file '{name}' (there are {known})"),
                format!("--profile: 「{name}」というプロファイルもファイルもありません（{known} があります）"),
            ),
            _ => {
                let error = self.io_error(error);
                format!("--profile: '{name}': {error}")
            }
        }
    }

    /// A file that is no profile.
    pub fn bad_profile(self, name: &str, error: &ProfileError) -> String {
        let (name, error) = (quote(name), error.message(self.0));
        self.pick(
            format!("--profile: {name}, {error}"),
            format!("--profile: {name} {error}"),
        )
    }

    /// A file that cannot be written or read.
    pub fn check_file(self, flag: &str, file: &Path, error: &io::Error) -> String {
        let file = quote(&file.to_string_lossy());
        self.pick(
            format!("{flag}: '{file}' cannot be used: {error}"),
            format!("{flag}: 「{file}」を使えません（{error}）"),
        )
    }

    /// A file that a report must not overwrite.
    pub fn no_report_of_ours(self, file: &Path) -> String {
        let file = quote(&file.to_string_lossy());
        self.pick(
            format!("--report: '{file}' is there already, and is not overwritten"),
            format!("--report: 「{file}」は既にあるため上書きしません"),
        )
    }

    /// A line of a `--resume` file that is none of ours.
    pub fn not_ours(self, file: &Path, line: usize) -> String {
        let file = quote(&file.to_string_lossy());
        self.pick(
            format!("--resume: '{file}', line {line}: this is no verdict of kemuri check"),
            format!("--resume: 「{file}」{line} 行目は kemuri check の判定ではありません"),
        )
    }

    /// A record is of one problem.
    pub fn one_kif(self) -> &'static str {
        self.pick(
            "--report: a KIF record holds one problem: give one, or a report in HTML or Markdown",
            "--report: KIF に書けるのは一問だけです（複数なら .html か .md を指定してください）",
        )
    }

    /// What a check is doing.
    pub fn step(self, step: Step) -> String {
        match step {
            Step::Solving => self.pick("solving".into(), "解図中".into()),
            Step::Checks { node, of, left } => self.pick(
                format!("move {node} of {of}, {left} checks left"),
                format!("攻方 {of} 手中 {node} 手目、残る王手 {left}"),
            ),
            Step::Defences { node, of } => self.pick(
                format!("defence {node} of {of}"),
                format!("玉方 {of} 手中 {node} 手目"),
            ),
            Step::Pieces { piece, of } => self.pick(
                format!("without piece {piece} of {of}"),
                format!("{of} 枚中 {piece} 枚目の駒を除いて"),
            ),
            Step::Repairs { tried, of } => self.pick(
                format!("repair {tried} of {of}"),
                format!("修正案 {of} 通り中 {tried} 番目"),
            ),
        }
    }

    /// A glimpse of a running check.
    pub fn checking(self, label: &str, step: &str, nodes: u64) -> String {
        let nodes = units::grouped(nodes);
        self.pick(
            format!("{label} {step}, {nodes} nodes"),
            format!("{label} {step}、{nodes} ノード"),
        )
    }

    /// The verdict as the head of a note.
    pub fn judged(self, report: &Report, profile: &str) -> String {
        let verdict = report.verdict.word(self.0);
        let length = report.answer.as_ref().map(|answer| {
            let n = answer.length;
            match answer.exact {
                true => self.pick(format!("mate in {n}"), format!("{n}手詰")),
                false => self.pick(format!("mate within {n}"), format!("{n}手以内の詰み")),
            }
        });
        let profile = quote(profile);
        self.pick(
            format!(
                "Verdict: {verdict} ({}profile {profile})",
                length.as_ref().map_or(String::new(), |l| format!("{l}, "))
            ),
            format!(
                "判定: {verdict}（{}基準 {profile}）",
                length.as_ref().map_or(String::new(), |l| format!("{l}、"))
            ),
        )
    }

    /// What stands before the main line.
    pub fn main_line(self, by_author: bool) -> &'static str {
        match by_author {
            true => self.pick("The author's line", "作意手順"),
            false => self.pick("The answer", "手順"),
        }
    }

    /// That the author may have meant another line than the one examined.
    pub fn in_doubt(self) -> &'static str {
        self.pick(
            "The author may have meant another line: what is fatal beside this one proves nothing",
            "作意は別の手順かもしれず、この手順の致命的な指摘だけでは不完全とはいえない",
        )
    }

    /// How much was examined.
    pub fn examined(self, report: &Report) -> String {
        let refuted = report.refuted();
        let nodes = units::grouped(report.nodes);
        let time = units::seconds(report.time);
        self.pick(
            format!("{refuted} other checks do not mate; {nodes} nodes, {time} s"),
            format!("ほかの王手 {refuted} 通りは不詰。{nodes} ノード、{time} 秒"),
        )
    }

    /// How bad it is, in one word.
    pub fn severity(self, severity: Severity) -> &'static str {
        match severity {
            Severity::Fatal => self.pick("fatal", "致命"),
            Severity::Flaw => self.pick("flaw", "キズ"),
            Severity::Ignored => self.pick("ignored", "不問"),
        }
    }

    /// What stands above the repairs.
    pub fn repairs(self, any: bool) -> &'static str {
        match any {
            true => self.pick(
                "Complete after one of these changes:",
                "次の修正で完全になります:",
            ),
            false => self.pick(
                "No change of one piece that was tried makes it complete",
                "駒一枚の修正では完全になりませんでした",
            ),
        }
    }

    /// A repair.
    pub fn repair(self, repair: &Repair) -> String {
        let attacker = repair.problem.attacker();
        let side = |piece: kemuri_core::Piece| match piece.color() == attacker {
            true => self.pick("attacker's", "攻方"),
            false => self.pick("defender's", "玉方"),
        };
        let name = |piece: kemuri_core::Piece| self.0.piece(piece.piece_type());
        let change = match repair.edit {
            Edit::Remove { square, piece } => {
                let (square, side, name) = (self.0.square(square), side(piece), name(piece));
                self.pick(
                    format!("take off the {side} {name} on {square}"),
                    format!("{square} の{side}{name}を除く"),
                )
            }
            Edit::Move { from, to, piece } => {
                let (from, to) = (self.0.square(from), self.0.square(to));
                let (side, name) = (side(piece), name(piece));
                self.pick(
                    format!("move the {side} {name} from {from} to {to}"),
                    format!("{from} の{side}{name}を {to} に移す"),
                )
            }
            Edit::Add { square, piece } => {
                let (square, side, name) = (self.0.square(square), side(piece), name(piece));
                let a = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
                    "an"
                } else {
                    "a"
                };
                self.pick(
                    format!(
                        "put {a} {name} of the {} on {square}",
                        side.trim_end_matches("'s")
                    ),
                    format!("{square} に{side}{name}を置く"),
                )
            }
        };
        let n = repair.length;
        let same = match repair.same_line {
            true => self.pick(", the same line", "、同じ手順"),
            false => "",
        };
        self.pick(
            format!("{change} (mate in {n}{same})"),
            format!("{change}（{n}手詰{same}）"),
        )
    }

    /// How many problems got which verdict.
    pub fn check_summary(self, counts: &[(Verdict, usize)], skipped: usize) -> String {
        let total: usize = counts.iter().map(|(_, n)| n).sum();
        let words: Vec<String> = counts
            .iter()
            .map(|(verdict, n)| {
                let word = verdict.word(self.0);
                self.pick(format!("{n} {word}"), format!("{word} {n}"))
            })
            .collect();
        let skipped = match skipped {
            0 => String::new(),
            n => self.pick(
                format!(" ({n} of them judged before)"),
                format!("（うち {n} 問は判定済み）"),
            ),
        };
        let problems = if total == 1 { "problem" } else { "problems" };
        self.pick(
            format!("{total} {problems}: {}{skipped}", words.join(", ")),
            format!("{total} 問: {}{skipped}", words.join("、")),
        )
    }

    /// How often which class was found.
    pub fn check_classes(self, classes: &[(Kind, usize)]) -> Vec<String> {
        let word = |kind: Kind| capitalized(kind.word(self.0));
        let lines = classes.iter().map(|&(kind, n)| {
            let word = units::padded(&word(kind), 42);
            self.pick(format!("  {word} {n:>6}"), format!("  {word} {n:>6} 問"))
        });
        lines.collect()
    }

    /// The language of a web page.
    pub fn code(self) -> &'static str {
        self.pick("en", "ja")
    }

    /// What a collection is called in a report.
    pub fn check_title(self) -> &'static str {
        self.pick("Soundness report", "検討報告")
    }

    /// The heads of the summary table: problem, verdict, length, findings.
    pub fn check_heads(self) -> [&'static str; 4] {
        self.pick(
            ["problem", "verdict", "length", "findings"],
            ["作品", "判定", "手数", "指摘"],
        )
    }
}
