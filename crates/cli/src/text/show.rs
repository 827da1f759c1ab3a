//! The words of `kemuri show`.

use super::Text;

impl Text {
    /// See [`Text::DURATION`].
    pub const PLIES: (&'static str, &'static str) =
        ("a number of moves or 'end'", "手数（0 以上の整数）か end");
    /// See [`Text::DURATION`].
    pub const WIDTH: (&'static str, &'static str) = (
        "a width of 50 to 20000 pixels",
        "50 以上 20000 以下の幅（ピクセル数）",
    );
    /// See [`Text::DURATION`].
    pub const HANDS: (&'static str, &'static str) = (
        "one of auto, attacker, both, none",
        "auto, attacker, both, none のいずれか",
    );

    /// What a flag of `show` does.
    pub(super) fn show_flag(self, name: &str) -> &'static str {
        match name {
            "shown" => self.pick(
                "An SFEN, a file or - for standard input, as for solve. Without INPUT the bundled \
                 problem is shown",
                "SFEN、ファイル、または -（標準入力）。solve と同じ形式。省略時は内蔵の問題を示す",
            ),
            "svg" => self.pick(
                "Write a vector picture; - is standard output. Several problems need a directory or \
                 a name with {id}",
                "SVG を書く（- は標準出力）。複数の問題にはディレクトリか {id} を含む名前が必要",
            ),
            "png" => self.pick(
                "Write a picture of pixels, as --svg does",
                "PNG を書く（指定のしかたは --svg と同じ）",
            ),
            "text" => self.pick(
                "Print a diagram in characters (the default without --svg and --png)",
                "図面を文字で表示する（--svg も --png もないときの既定）",
            ),
            "title" => self.pick(
                "What stands above the diagram; '' for nothing [default: the name and the author that \
                 the input gives]",
                "図の上に記す題。'' なら何も記さない [既定値: 入力にある作品名と作者]",
            ),
            "moves" => self.pick(
                "Show the position after N moves, or after the last: of the moves that the input \
                 gives, else of the solution",
                "N 手後（end は最後）の局面を示す。入力に指し手があればその手順、なければ解の手順に従う",
            ),
            "size" => self.pick(
                "Width of a picture in pixels [default: 600]",
                "図の幅（ピクセル数）[既定値: 600]",
            ),
            "flip" => self.pick("Show the board from White's side", "盤を後手側から示す"),
            "hands" => self.pick(
                "Whose hands are shown: auto (the attacker's, and the defender's unless it is all the \
                 rest), attacker, both or none",
                "示す持駒: auto（攻方。玉方は残り全部でないときだけ）、attacker、both、none",
            ),
            _ => "",
        }
    }

    /// What is worth knowing after the options of `show`.
    pub(super) fn after_show(self) -> &'static str {
        self.pick(
            "Exit code: 0 everything drawn, 1 moves not found in time (or interrupted), 2 bad input \
             or usage.",
            "終了コード: 0 すべて作成、1 時間内に手順が見つからない（または中断）、2 入力または使い方の誤り",
        )
    }

    /// Two outputs for one place.
    pub(super) fn one_output(self) -> &'static str {
        self.pick(
            "only one of --svg, --png and --text can go to standard output",
            "標準出力に出せるのは --svg、--png、--text のうち一つだけです",
        )
    }
}
