//! Sentences about records.

use super::Text;

impl Text {
    /// What `--to` wants; see [`Text::DURATION`].
    pub const FORMAT: (&'static str, &'static str) = (
        "one of sfen, usi, kif, ki2, csa, jkf, bod",
        "sfen, usi, kif, ki2, csa, jkf, bod のいずれか",
    );
    /// What `--encoding` wants; see [`Text::DURATION`].
    pub const ENCODING: (&'static str, &'static str) =
        ("one of utf-8, shift_jis", "utf-8 か shift_jis");

    /// The usage line of `convert`.
    pub(super) fn convert_usage(self) -> &'static str {
        self.pick(
            "kemuri convert IN --to FORMAT [OPTIONS]",
            "kemuri convert IN --to 形式 [オプション]",
        )
    }

    /// What `convert` does.
    pub(super) fn convert_about(self) -> &'static str {
        self.pick(
            "Turn a record or a position into another format",
            "棋譜や局面を別の形式に変換する",
        )
    }

    /// The exit codes of `convert`.
    pub(super) fn convert_after(self) -> &'static str {
        self.pick(
            "What the format cannot hold is told on standard error. \
             Exit code: 0 converted, 1 converted in part (--lenient), 2 bad input or usage.",
            "変換先の形式に書けないものは標準エラー出力に示す。\
             終了コード: 0 変換、1 一部のみ変換（--lenient）、2 入力または使い方の誤り",
        )
    }

    /// What a flag of `convert` does.
    pub(super) fn convert_flag(self, name: &str) -> &'static str {
        match name {
            "record" => self.pick(
                "A file in any of the formats, an SFEN, or - for standard input",
                "いずれかの形式のファイル、SFEN、または -（標準入力）",
            ),
            "to" => self.pick(
                "The format to write: sfen, usi, kif, ki2, csa, jkf or bod",
                "書き出す形式（sfen, usi, kif, ki2, csa, jkf, bod）",
            ),
            "out" => self.pick(
                "The file to write, which must not be there yet (default: standard output)",
                "書き出すファイル。既存のファイルには書かない（省略時は標準出力）",
            ),
            "encoding" => self.pick(
                "The encoding to write, utf-8 (default) or shift_jis",
                "書き出す文字コード（utf-8 または shift_jis、既定は utf-8）",
            ),
            _ => self.pick(
                "Keep what can be read or written and tell the rest",
                "読み書きできるものだけを残し、残りを報告する",
            ),
        }
    }
}
