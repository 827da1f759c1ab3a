//! What can be wrong with a record, and where.

use crate::illegal::Illegal;
pub(crate) use kemuri_core::sfen::excerpt;
use kemuri_core::{Lang, ProblemError};
use std::fmt;

/// Something wrong with a record, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: Option<usize>,
    /// The character within the line, from 1.
    pub column: Option<usize>,
    /// The number of the move, from 1.
    pub ply: Option<usize>,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What is wrong with a record. Texts are the beginning of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// More bytes than are read.
    TooLarge,
    /// UTF-16, or no text at all.
    NotText,
    /// Neither UTF-8 nor Shift_JIS.
    Encoding,
    /// Nothing but white space.
    Empty,
    /// No known format.
    UnknownFormat,
    /// More than one record.
    Several,
    /// Broken JSON, in the words of the parser.
    Json(String),
    /// The position breaks the rules, or its SFEN is broken.
    Position(ProblemError),
    /// Not a move.
    NotMove(String),
    /// A move that cannot be played.
    Illegal(Illegal),
    /// Several pieces can make this move.
    Ambiguous(String),
    /// A move of the side that is not to move.
    WrongSide,
    /// A move number out of order.
    Number {
        /// What it should be.
        expected: usize,
        /// What it is.
        found: String,
    },
    /// A branch that leaves a line before its first move.
    BranchBefore {
        /// The number of the first move of the branch.
        ply: usize,
        /// The number of the first move of the line.
        first: usize,
    },
    /// A branch that leaves a line after its end.
    Branch {
        /// The number of its first move.
        ply: usize,
        /// The moves that there are.
        moves: usize,
    },
    /// A move after the end of a line.
    AfterEnd,
    /// A line of more moves than are read.
    TooManyMoves,
    /// Not a time.
    Time(String),
    /// A second time for a move, where the format has room for one.
    TimeTwice,
    /// A row of a diagram with another number of squares than nine.
    Squares(usize),
    /// A diagram with another number of rows than nine.
    Rows(usize),
    /// A row of a diagram with the wrong name.
    RowName(String),
    /// Not a piece.
    NotPiece(String),
    /// Both sides have all that is left.
    RestTwice,
    /// A second line for the hand of a side.
    HandTwice,
    /// A second line that tells how many moves were made before.
    NumberTwice,
    /// A diagram without a board, or a name that needs a diagram.
    NoDiagram,
    /// Not the name of a handicap.
    Handicap(String),
    /// Neither a position nor a move.
    NoPosition,
    /// A remark on a move that is not there.
    Homeless(String),
    /// A line that means nothing.
    Unexpected(String),
}

impl Flaw {
    /// This flaw, where no place can be named.
    pub(crate) fn anywhere(self) -> RecordError {
        RecordError {
            line: None,
            column: None,
            ply: None,
            flaw: self,
        }
    }

    /// This flaw at a place.
    pub(crate) fn at(self, line: usize, column: usize) -> RecordError {
        RecordError {
            line: Some(line),
            column: Some(column),
            ..self.anywhere()
        }
    }

    /// This flaw at a place, line and column, if there is one.
    pub(crate) fn at_place(self, place: Option<(usize, usize)>) -> RecordError {
        match place {
            Some((line, column)) => self.at(line, column),
            None => self.anywhere(),
        }
    }

    /// This flaw of a move.
    pub(crate) fn at_move(self, ply: usize) -> RecordError {
        RecordError {
            ply: Some(ply),
            ..self.anywhere()
        }
    }

    /// The sentence to show to a person, without a place.
    pub fn message(&self, lang: Lang) -> String {
        let pick = |en: &str, ja: &str| String::from(if lang == Lang::En { en } else { ja });
        let quoted = |text: &str, en: &str, ja: &str| match lang {
            Lang::En => format!("'{text}' {en}"),
            Lang::Ja => format!("「{text}」{ja}"),
        };
        match self {
            Self::TooLarge => pick(
                "the file is larger than 16 MiB: this is no record",
                "ファイルが 16 MiB を超えています（棋譜ではありません）",
            ),
            Self::NotText => pick(
                "this is not a text in UTF-8 or Shift_JIS",
                "UTF-8 または Shift_JIS のテキストではありません",
            ),
            Self::Encoding => pick(
                "the text is neither UTF-8 nor Shift_JIS",
                "UTF-8 でも Shift_JIS でもありません",
            ),
            Self::Empty => pick("there is nothing in it", "内容が空です"),
            Self::UnknownFormat => pick(
                "this is no record in a known format (SFEN, USI, KIF, KI2, CSA, JKF, BOD)",
                "対応する形式（SFEN, USI, KIF, KI2, CSA, JKF, BOD）の棋譜ではありません",
            ),
            Self::Several => pick(
                "there is more than one record, and only one can be read",
                "棋譜が二つ以上あります（一つだけ読めます）",
            ),
            Self::Json(what) => match lang {
                Lang::En => format!("broken JSON: {what}"),
                Lang::Ja => format!("JSON が壊れています（{what}）"),
            },
            Self::Position(error) => error.message(lang),
            Self::NotMove(text) => quoted(text, "is not a move", "は指し手ではありません"),
            Self::Illegal(why) => match lang {
                Lang::En => format!("illegal: {}", why.message(lang)),
                Lang::Ja => format!("指せない手です（{}）", why.message(lang)),
            },
            Self::Ambiguous(text) => quoted(
                text,
                "can be made by several pieces",
                "に当てはまる駒が二つ以上あります",
            ),
            Self::WrongSide => pick("the other side is to move", "相手の手番です"),
            Self::Number { expected, found } => match lang {
                Lang::En => format!("move number {expected} expected, '{found}' found"),
                Lang::Ja => format!("{expected} 手目のはずが「{found}」です"),
            },
            Self::BranchBefore { ply, first } => match lang {
                Lang::En => format!("a branch at move {ply}, but the first move is number {first}"),
                Lang::Ja => {
                    format!("{ply} 手目からの変化ですが、最初の手は {first} 手目です")
                }
            },
            Self::Branch { ply, moves } => match lang {
                Lang::En => {
                    let s = if *moves == 1 { "" } else { "s" };
                    format!("a branch at move {ply}, but the line before it has {moves} move{s}")
                }
                Lang::Ja => {
                    format!("{ply} 手目からの変化ですが、直前の手順は {moves} 手しかありません")
                }
            },
            Self::AfterEnd => pick("the line has ended already", "手順はすでに終わっています"),
            Self::TooManyMoves => pick(
                "the line has more moves than are read (10000)",
                "手順が長すぎます（10000 手まで）",
            ),
            Self::Time(text) => quoted(text, "is not a time", "は時間ではありません"),
            Self::Squares(found) => match lang {
                Lang::En => format!("9 squares expected in a row of the diagram, {found} found"),
                Lang::Ja => format!("盤面の段が {found} マスです（9 マス必要です）"),
            },
            Self::Rows(found) => match lang {
                Lang::En => format!("9 rows expected in the diagram, {found} found"),
                Lang::Ja => format!("盤面が {found} 段です（9 段必要です）"),
            },
            Self::RowName(text) => quoted(
                text,
                "is not the name of this row",
                "はこの段の名前ではありません",
            ),
            Self::NotPiece(text) => quoted(text, "is not a piece", "は駒ではありません"),
            Self::RestTwice => pick(
                "both sides cannot have all that is left",
                "両方の持駒を残り全部にはできません",
            ),
            Self::TimeTwice => pick(
                "this move has a time already",
                "この手の時間はすでに書かれています",
            ),
            Self::NumberTwice => pick(
                "how many moves were made before has been told already",
                "局面までの手数が二度書かれています",
            ),
            Self::HandTwice => pick(
                "the hand of this side has been told already",
                "同じ側の持駒が二度書かれています",
            ),
            Self::NoDiagram => pick("the diagram is missing", "盤面がありません"),
            Self::Handicap(text) => quoted(
                text,
                "is not the name of a handicap",
                "という手合割はありません",
            ),
            Self::NoPosition => pick("there is no position in it", "局面がありません"),
            Self::Homeless(text) => quoted(
                text,
                "is a remark on a move that is not there",
                "の付く指し手がありません",
            ),
            Self::Unexpected(text) => quoted(text, "means nothing here", "をここで解釈できません"),
        }
    }
}

impl RecordError {
    /// The same, of move number `ply`.
    pub(crate) fn of_move(self, ply: usize) -> Self {
        Self {
            ply: Some(ply),
            ..self
        }
    }

    /// Place and sentence, to show to a person.
    pub fn message(&self, lang: Lang) -> String {
        let mut place = Vec::new();
        let en = lang == Lang::En;
        if let Some(line) = self.line {
            place.push(if en {
                format!("line {line}")
            } else {
                format!("{line} 行目")
            });
        }
        if let Some(column) = self.column {
            place.push(if en {
                format!("column {column}")
            } else {
                format!("{column} 文字目")
            });
        }
        if let Some(ply) = self.ply {
            place.push(if en {
                format!("move {ply}")
            } else {
                format!("{ply} 手目")
            });
        }
        let what = self.flaw.message(lang);
        match (place.is_empty(), en) {
            (true, _) => what,
            (false, true) => format!("{}: {what}", place.join(", ")),
            (false, false) => format!("{}: {what}", place.join(" ")),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for RecordError {}

/// What a reader does about an error: fails, or notes it and goes on.
#[derive(Debug, Default)]
pub(crate) struct Complaints {
    lenient: bool,
    list: Vec<RecordError>,
    more: usize,
}

/// Complaints that are kept; a file that earns more is mostly noise.
const MAX_COMPLAINTS: usize = 20;

impl Complaints {
    pub(crate) fn new(lenient: bool) -> Self {
        Self {
            lenient,
            ..Self::default()
        }
    }

    /// Fails with `error`, or notes it.
    pub(crate) fn note(&mut self, error: RecordError) -> Result<(), RecordError> {
        if !self.lenient {
            return Err(error);
        }
        if self.list.len() < MAX_COMPLAINTS {
            self.list.push(error);
        } else {
            self.more += 1;
        }
        Ok(())
    }

    /// What to tell of a reading that `error` ended: what was wrong first, of which it
    /// may be no more than a consequence.
    pub(crate) fn first_or(self, error: RecordError) -> RecordError {
        self.list.into_iter().next().unwrap_or(error)
    }

    /// The complaints, and how many more there were.
    pub(crate) fn finish(self) -> (Vec<RecordError>, usize) {
        (self.list, self.more)
    }
}

/// What a lenient reader passes over once a move could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// Nothing.
    Nothing,
    /// The moves that follow it. The line is marked as broken off, and remarks are
    /// kept there.
    Moves,
    /// The moves and the remarks: nothing in the tree could hold them.
    All,
}
