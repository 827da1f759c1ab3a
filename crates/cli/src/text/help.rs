//! The words of `--help` and of the options table.

use super::Text;
use kemuri_solver::options::Spec;
use kemuri_text::Lang;

impl Text {
    /// What Kemuri is.
    fn about(self) -> &'static str {
        self.pick(
            "Kemuri: a solver of shogi mate problems (tsume-shogi)",
            "Kemuri: 詰将棋を解くプログラム",
        )
    }

    /// The layout of a help page.
    pub fn template(self) -> &'static str {
        self.pick(
            "{about}\n\nUsage: {usage}\n\n{all-args}{after-help}",
            "{about}\n\n使い方: {usage}\n\n{all-args}{after-help}",
        )
    }

    /// The usage line of a command; the empty name is the program itself.
    pub fn usage(self, command: &str) -> &'static str {
        match command {
            "solve" => self.pick("kemuri solve [OPTIONS] [INPUT]...", "kemuri solve [オプション] [INPUT]..."),
            "bench" => self.pick(
                "kemuri bench [OPTIONS] FILE...\n       kemuri bench --signature [SEARCH OPTIONS]",
                "kemuri bench [オプション] FILE...\n        kemuri bench --signature [探索オプション]",
            ),
            "verify" => self.pick(
                "kemuri verify [OPTIONS] CERT [INPUT]",
                "kemuri verify [オプション] CERT [INPUT]",
            ),
            "check" => self.pick("kemuri check [OPTIONS] [INPUT]...", "kemuri check [オプション] [INPUT]..."),
            "show" => self.pick("kemuri show [OPTIONS] [INPUT]...", "kemuri show [オプション] [INPUT]..."),
            "usi" => "kemuri usi [--lang en|ja]",
            "convert" => self.convert_usage(),
            "experiment" => self.experiment_usage(),
            "options" => "kemuri options [--lang en|ja]",
            "" => self.pick("kemuri COMMAND [OPTIONS]", "kemuri コマンド [オプション]"),
            _ => self.composing_usage(command),
        }
    }

    /// What a command does; the empty name is the program itself. A test forbids that
    /// any of them, or any flag, gets the empty text of a name that is not known here.
    pub fn command(self, name: &str) -> &'static str {
        match name {
            "solve" => self.pick("Solve problems", "問題を解く"),
            "bench" => self.pick(
                "Run a collection through Kemuri and through USI engines, side by side",
                "問題集を Kemuri と USI エンジンで解き、並べて比べる",
            ),
            "verify" => self.pick(
                "Check a certificate, without trusting the search that wrote it",
                "証明書を探索とは独立に検証する",
            ),
            "check" => self.pick(
                "Judge whether problems are sound: cooks, duals, longer variations and the like",
                "問題の完全性を検討する（余詰、非限定、変長など）",
            ),
            "show" => self.pick(
                "Draw diagrams as books print them: SVG, PNG or text",
                "図面を描く（SVG、PNG、テキスト）",
            ),
            "usi" => self.pick(
                "Be a USI engine (as without arguments, when standard input is not a terminal)",
                "USI エンジンとして動く（標準入力が端末でなければ引数なしでも同じ）",
            ),
            "convert" => self.convert_about(),
            "experiment" => self.experiment_about(),
            "options" => self.pick(
                "Show the table of search options",
                "探索オプションの一覧を表示する",
            ),
            "" => self.about(),
            _ => self.composing_command(name),
        }
    }

    /// What is worth knowing after the options of a command.
    pub fn after(self, command: &str) -> &'static str {
        match command {
            "solve" => self.pick(
                "Exit code: 0 every problem decided, 1 some unknown (or no certificate), 2 bad input or \
                 usage.",
                "終了コード: 0 すべて判定、1 不明あり（または証明書なし）、2 入力または使い方の誤り",
            ),
            "bench" => self.pick(
                "Exit code: 0 all agree, 1 verdicts disagree or a certificate is wrong (or interrupted), \
                 2 bad input or usage.",
                "終了コード: 0 一致、1 判定が不一致か証明書が誤り（または中断）、2 入力または使い方の誤り",
            ),
            "verify" => self.pick(
                "Exit code: 0 verified, 1 the certificate is wrong, 2 it is damaged, of another \
                 version or problem, or none at all.",
                "終了コード: 0 検証済み、1 証明書が誤り、2 破損・別の版・別の問題・証明書でないもの",
            ),
            "check" => self.after_check(),
            "show" => self.after_show(),
            "convert" => self.convert_after(),
            "experiment" => self.experiment_after(),
            "" => self.pick(
                "'kemuri help COMMAND' shows the options of a command.",
                "コマンドごとのオプションは kemuri help コマンド で表示する",
            ),
            _ => self.composing_after(command),
        }
    }

    /// Headings of a help page: commands, arguments, options, search options.
    pub fn headings(self) -> [&'static str; 4] {
        self.pick(
            ["Commands", "Arguments", "Options", "Search options"],
            ["コマンド", "引数", "オプション", "探索オプション"],
        )
    }

    /// What a flag does. The names are those of [`crate::args`].
    pub fn flag(self, name: &str) -> &'static str {
        match name {
            "input" => self.pick(
                "An SFEN, a file or - for standard input. A file holds one problem a line: an SFEN, \
                 a USI position command or name<TAB>SFEN[<TAB>expected length]; # starts a comment. \
                 Or it is one record: KIF, KI2, CSA, JKF or BOD. \
                 Without INPUT a bundled problem is solved",
                "SFEN、ファイル、または -（標準入力）。ファイルは一行一問で、SFEN、USI の position コマンド、\
                 名前<TAB>SFEN[<TAB>手数] のいずれか（# で始まる行は注釈）、または一つの棋譜（KIF, KI2, CSA, \
                 JKF, BOD）。省略時は内蔵の問題を解く",
            ),
            "file" => self.pick(
                "Collections of problems, as for solve; the expected length may be 'nomate'",
                "問題集（solve と同じ形式。手数の代わりに nomate も可）",
            ),
            "certificate" => self.pick(
                "The certificate, a file or - for standard input",
                "証明書のファイル、または -（標準入力）",
            ),
            "write-certificate" => self.pick(
                "Write a certificate of the verdict on the one problem given, and verify it. Every \
                 interposition counts, as with --futile none",
                "（一問だけ解くとき）判定の証明書をこのファイルに書き、検証する。--futile none と同じく\
                 無駄合も数える",
            ),
            "verify" => self.pick(
                "Build a certificate of each of Kemuri's verdicts and verify it. Every interposition \
                 counts, as with --futile none",
                "Kemuri の判定ごとに証明書を作り、検証する。--futile none と同じく無駄合も数える",
            ),
            "problem" => self.pick(
                "The problem that the certificate must belong to: an SFEN, a file or -",
                "証明書が証明すべき問題（SFEN、ファイル、または -）",
            ),
            "json" => self.pick("One JSON object a line", "一行に一つの JSON オブジェクトで出力する"),
            "quick" => self.pick(
                "Stop at the first proof; the length is then an upper bound",
                "最初の証明で打ち切る。手数は上限になる",
            ),
            "time" => self.pick(
                "Time limit for each problem: 500ms, 60s, 2m, 1h or seconds",
                "一問ごとの制限時間（500ms, 60s, 2m, 1h または秒数）",
            ),
            "nodes" => self.pick("Node limit for each problem", "一問ごとの制限ノード数"),
            "attacker" => self.pick(
                "The side that attacks, black or white (decided from the position if not given)",
                "攻方を black（先手）か white（後手）で指定する（省略時は局面から判断）",
            ),
            "futile" => self.pick(
                "Interpositions that do not count: none, slider, broad (default) or narrow",
                "手数に数えない無駄合の範囲（none, slider, broad, narrow。既定は broad）",
            ),
            "explain" => self.pick(
                "Show the lines that make interpositions futile; not with --quick, --tree, \
                 --certificate or --futile none",
                "無駄合と判定した根拠の手順を示す（--quick、--tree、--certificate、--futile none とは\
                 併用できない）",
            ),
            "verbose" => self.pick(
                "Diagram, line and statistics for each problem of a collection",
                "問題集でも図面・手順・統計をすべて表示する",
            ),
            "tree" => self.pick(
                "Show every defence of one problem with its length, as text (the default), as a KIF \
                 record with branches or as JSON. Every interposition counts, as with --futile none",
                "一問のすべての変化を手数とともに出力する。text（省略時）、分岐つきの kif、json。\
                 --futile none と同じく無駄合も数える",
            ),
            "tree-depth" => self.pick(
                "With --tree: how deep variations within variations are shown (default: all)",
                "--tree で、変化の中の変化をどの深さまで示すか（省略時はすべて）",
            ),
            "tree-nodes" => self.pick(
                "With --tree: the most positions that are shown [default: 10000]",
                "--tree で示す局面数の上限 [既定値: 10000]",
            ),
            "no-progress" => self.pick("No progress on the terminal", "経過を表示しない"),
            "lang" => self.pick(
                "Language, en or ja (default: that of the locale)",
                "言語（en または ja、省略時はロケールに従う）",
            ),
            "engine" => self.pick(
                "A USI engine to compare with: \"PROGRAM [ARGUMENT]... [Name=Value]...\", again for \
                 each engine. Kemuri's --hash and --nodes are not passed on",
                "比較する USI エンジン: \"プログラム [引数]... [名前=値]...\"（複数指定可）。\
                 Kemuri の --hash と --nodes は伝わらない",
            ),
            "repeat" => self.pick(
                "Solve each problem this many times and report the median time",
                "各問題をこの回数解き、時間の中央値を報告する",
            ),
            "grace" => self.pick(
                "How long after the time limit an engine may still answer before it is stopped, \
                 and after that before it is killed [default: 2s]",
                "制限時間後にエンジンの応答を待つ時間。過ぎたら停止を命じ、さらに同じ時間で強制終了する \
                 [既定値: 2s]",
            ),
            "signature" => self.pick(
                "Solve a fixed built-in set and print its node count",
                "内蔵の固定問題を解き、ノード数の合計を表示する",
            ),
            "shown" | "svg" | "png" | "text" | "title" | "moves" | "size" | "flip" | "hands" => {
                self.show_flag(name)
            }
            "checked" | "profile" | "report" | "resume" | "suggest" | "threads-problems"
            | "verbose-check" => {
                self.check_flag(name)
            }
            "record" | "to" | "out" | "encoding" | "lenient" => self.convert_flag(name),
            "experiment-name" | "problems" | "out-experiment" | "limit" | "graphs" => {
                self.experiment_flag(name)
            }
            "help" => self.pick("Show this help", "この説明を表示する"),
            "version" => self.pick("Show the version", "版を表示する"),
            _ => self.composing_flag(name),
        }
    }

    /// What a search option does, and its default.
    pub fn search_option(self, spec: &Spec) -> String {
        let help = self.option_help(spec);
        let default = spec.default;
        self.pick(
            format!("{help} [default: {default}]"),
            format!("{help} [既定値: {default}]"),
        )
    }

    /// What a search option does.
    pub fn option_help(self, spec: &Spec) -> &'static str {
        match self.0 {
            Lang::En => spec.help_en,
            Lang::Ja => spec.help_ja,
        }
    }

    /// Column heads of the options table: name, default, values, meaning.
    pub fn option_heads(self) -> [&'static str; 4] {
        self.pick(
            ["option", "default", "values", "meaning"],
            ["オプション", "既定値", "値", "説明"],
        )
    }

    /// What an option of the command line wants: English after "is not", Japanese before 「ではありません」.
    pub const DURATION: (&'static str, &'static str) = (
        "a time above 0 and of at most a year, such as 500ms, 60s, 2m, 1h or a number of seconds",
        "0 より長く 1 年以下の時間（500ms, 60s, 2m, 1h または秒数）",
    );
    /// See [`Text::DURATION`].
    pub const COUNT: (&'static str, &'static str) =
        ("a whole number of at least 1", "1 以上の整数");
    /// See [`Text::DURATION`].
    pub const THREADS: (&'static str, &'static str) = (
        "a number of threads from 1 to 1024",
        "1 以上 1024 以下のスレッド数",
    );
    /// See [`Text::DURATION`].
    pub const TREE_FORMAT: (&'static str, &'static str) =
        ("one of text, kif, json", "text, kif, json のいずれか");
    /// See [`Text::DURATION`].
    pub const LANGUAGE: (&'static str, &'static str) = ("one of en, ja", "en か ja");
    /// See [`Text::DURATION`].
    pub const FILE: (&'static str, &'static str) = ("the name of a file", "ファイル名");
    /// See [`Text::DURATION`].
    pub const SIDE: (&'static str, &'static str) = ("one of black, white", "black か white");
    /// See [`Text::DURATION`].
    pub const PROFILE: (&'static str, &'static str) = (
        "one of none, slider, broad, narrow",
        "none, slider, broad, narrow のいずれか",
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::UsageError;
    use kemuri_solver::options::{Kind, OptionError};

    #[test]
    fn latin_words_stand_apart_in_japanese() {
        for (flag, wants, sentence) in [
            ("--attacker", Text::SIDE, "は black か white ではありません"),
            ("--nodes", Text::COUNT, "は 1 以上の整数ではありません"),
            ("--certificate", Text::FILE, "はファイル名ではありません"),
        ] {
            let error = UsageError::BadValue {
                flag,
                value: "red".into(),
                wants,
            };
            let expected = format!("{flag}: 「red」{sentence}");
            assert_eq!(Text(Lang::Ja).usage_error(&error), expected);
        }
        let error = OptionError::BadValue {
            name: "dominance",
            value: "red".into(),
            kind: Kind::Switch,
        };
        assert_eq!(
            Text(Lang::Ja).usage_error(&UsageError::Option(error)),
            "--dominance: 「red」は on か off ではありません"
        );
    }
}
