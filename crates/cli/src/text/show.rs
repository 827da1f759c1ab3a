//! The words of `kemuri show`.

use super::results::counted;
use super::{Text, quote};
use kemuri_core::Move;
use kemuri_formats::InputErrorKind;
use kemuri_solver::Reason;
use std::io;
use std::path::Path;

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

    /// Several pictures for one file.
    pub fn one_file(self, flag: &str, file: &Path) -> String {
        let file = quote(&file.to_string_lossy());
        self.pick(
            format!(
                "{flag}: '{file}' is one file, but there are several problems: give a directory \
                 (such as pictures/) or a name with {{id}}"
            ),
            format!(
                "{flag}: 問題が複数あるので「{file}」一つには書けません（pictures/ のような\
                 ディレクトリか {{id}} を含む名前を指定してください）"
            ),
        )
    }

    /// A picture that cannot be written.
    pub fn picture_unwritable(self, flag: &str, file: &Path, error: &io::Error) -> String {
        let file = quote(&file.to_string_lossy());
        match error.kind() {
            io::ErrorKind::AlreadyExists => self.pick(
                format!("{flag}: '{file}' is there already and is no such picture"),
                format!("{flag}: 「{file}」はすでにあり、その形式の図ではありません"),
            ),
            _ => self.pick(
                format!("{flag}: '{file}' cannot be written: {error}"),
                format!("{flag}: 「{file}」に書き込めません（{error}）"),
            ),
        }
    }

    /// A picture that a terminal must not get.
    pub fn pixels_on_terminal(self) -> &'static str {
        self.pick(
            "--png: standard output is a terminal, which cannot show a PNG: give a file",
            "--png: 標準出力が端末なので PNG を出力できません（ファイルを指定してください）",
        )
    }

    /// Characters of a title that a PNG cannot show.
    pub fn no_outline(self, problem: &str, missing: &[char]) -> String {
        let problem = quote(problem);
        let missing = quote(&missing.iter().collect::<String>());
        self.pick(
            format!("{problem}: there is no type for '{missing}', so the PNG has 〓 for it"),
            format!("{problem}: 「{missing}」の字形がないため、PNG では〓になります"),
        )
    }

    /// How far a run came that was interrupted.
    pub fn show_interrupted(self, drawn: usize) -> String {
        self.pick(
            format!(
                "interrupted: {} drawn, the rest is not",
                counted(&drawn, "diagram was", "diagrams were")
            ),
            format!("中断しました（{drawn} 図まで作成しました）"),
        )
    }

    /// A move that cannot be played.
    pub fn unplayable(self, problem: &str, number: usize, mv: Move) -> String {
        let word = mv.to_usi();
        let kind = InputErrorKind::Move { number, word };
        let error = kemuri_text::formats::input_error_kind(self.0, &kind);
        format!("{}: {error}", quote(problem))
    }

    /// There are fewer moves than asked for.
    pub fn too_few_moves(self, problem: &str, there: usize, asked: usize) -> String {
        let problem = quote(problem);
        self.pick(
            format!(
                "{problem}: --moves {asked}: the line has only {}",
                counted(&there, "move", "moves")
            ),
            format!("{problem}: --moves {asked}: 手順は {there} 手しかありません"),
        )
    }

    /// There is no mate whose moves could be played.
    pub fn no_moves(self, problem: &str) -> String {
        let problem = quote(problem);
        self.pick(
            format!("{problem}: --moves: there is no mate, so there are no moves to play"),
            format!("{problem}: --moves: 不詰なので進める手順がありません"),
        )
    }

    /// The moves were not found.
    pub fn moves_unknown(self, problem: &str, reason: Reason) -> String {
        let problem = quote(problem);
        let reason = self.reason(reason);
        self.pick(
            format!("{problem}: --moves: the problem is not solved: {reason}"),
            format!("{problem}: --moves: 解けていません（{reason}）"),
        )
    }

    /// What stands under the position after a move.
    pub fn after_move(self, ply: usize, mv: &str, mate: bool) -> String {
        match mate {
            true => self.pick(
                format!("Mate: after move {ply}, {mv}"),
                format!("詰上り図（{ply}手目{mv}まで）"),
            ),
            false => self.pick(
                format!("After move {ply}, {mv}"),
                format!("図は{ply}手目{mv}まで"),
            ),
        }
    }
}
