//! Why a certificate is refused.

use crate::claim::{Depth, Section};
use crate::header::FORMAT;
use crate::stream::ReadError;
use kemuri_core::{Lang, Move, ProblemError, Reason};
use std::io;

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It could not be read.
    #[error("the certificate cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is no whole certificate of this version for this problem.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// It is what its author wrote, but it proves nothing.
    #[error(transparent)]
    Wrong(#[from] Box<Fault>),
    /// The budget was spent before the end.
    #[error("the verification was interrupted")]
    Stopped(Reason),
}

/// Why a file is no certificate that can be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// It does not start as one.
    #[error("this is not a certificate")]
    NotACertificate,
    /// It is of a format that is not known here.
    #[error("the certificate has format version {found}, this program reads version {FORMAT}")]
    Version {
        /// The version it has.
        found: u16,
    },
    /// A part of the header makes no sense.
    #[error("the header of the certificate is broken: {}", .0.name(Lang::En))]
    Header(HeaderPart),
    /// The problem in the header is none.
    #[error("the problem in the certificate is none: {0}")]
    Problem(ProblemError),
    /// It belongs to another problem than the one given.
    #[error("the certificate is for another problem: {sfen}")]
    OtherProblem {
        /// The problem it is for.
        sfen: String,
    },
    /// The checksum is not that of the content.
    #[error("the checksum is wrong: the certificate is damaged or cut short")]
    Checksum,
    /// It ends where something must follow.
    #[error("the certificate ends too early, at byte {offset}")]
    EndsEarly {
        /// Where, in bytes from the start.
        offset: u64,
    },
    /// Something follows where it must end.
    #[error("something follows the end of the certificate at byte {offset}")]
    GoesOn {
        /// Where, in bytes from the start.
        offset: u64,
    },
    /// A section does not start as it must.
    #[error("the section that must start at byte {offset} is not there")]
    NoSection {
        /// Where, in bytes from the start.
        offset: u64,
    },
    /// A number is not written as numbers are.
    #[error("the number before byte {offset} is not written as numbers are")]
    Number {
        /// Where it ends, in bytes from the start.
        offset: u64,
    },
    /// Entries lie within entries beyond all measure.
    #[error("entries are nested too deeply at byte {offset}")]
    TooDeep {
        /// Where, in bytes from the start.
        offset: u64,
    },
}

/// A part of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderPart {
    /// The version of the program that wrote it.
    Program,
    /// The side that attacks.
    Attacker,
    /// The position.
    Position,
    /// The claim.
    Claim,
}

impl HeaderPart {
    fn name(self, lang: Lang) -> &'static str {
        let (en, ja) = match self {
            Self::Program => ("the version of the program", "プログラムの版"),
            Self::Attacker => ("the attacker", "攻方"),
            Self::Position => ("the position", "局面"),
            Self::Claim => ("the claim", "主張"),
        };
        match lang {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }
}

/// The first thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the certificate is wrong at byte {offset}, in the {} section, entry {entry}: {flaw}; position: {sfen}",
    section_name(*.section, Lang::En)
)]
pub struct Fault {
    /// In which section.
    pub section: Section,
    /// In which entry of the section, counted from 1; 0 before the first.
    pub entry: u64,
    /// After how many bytes of the file.
    pub offset: u64,
    /// The position on the verifier's board at that moment.
    pub sfen: String,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What can be wrong. Moves are those of the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A word stands for no move.
    #[error("{word:#06x} is no move")]
    NoMove {
        /// The word.
        word: u16,
    },
    /// The attacker's move is against the rules.
    #[error("{} is not a legal move", .mv.to_usi())]
    IllegalMove {
        /// The move.
        mv: Move,
    },
    /// The attacker's move does not give check.
    #[error("{} does not give check", .mv.to_usi())]
    NoCheck {
        /// The move.
        mv: Move,
    },
    /// The attacker's move is a pawn drop that mates.
    #[error("{} mates by dropping a pawn, which is illegal", .mv.to_usi())]
    PawnDropMate {
        /// The move.
        mv: Move,
    },
    /// A hand that the position does not have.
    #[error("hand {number} does not exist in this position")]
    NoHand {
        /// Its number.
        number: u64,
    },
    /// A rank below 1, or not below that of the entry before it.
    #[error("the mate is to come within less than one ply")]
    Rank,
    /// A depth that is less than what is asked for, or out of range.
    #[error("the depth of the entry is out of range")]
    Depth,
    /// The mate has come to its end, but there is a defence.
    #[error("this is the last ply, but {} is a defence", .reply.to_usi())]
    NotMate {
        /// The defence.
        reply: Move,
    },
    /// A reference to an entry that was not there before.
    #[error("{} refers to the entry {back} back, which does not exist", .mv.to_usi())]
    NoEntry {
        /// The reply after which it stands.
        mv: Move,
        /// How many entries back.
        back: u64,
    },
    /// The entry referred to is for another board.
    #[error("{} refers to entry {entry}, which is for another board", .mv.to_usi())]
    OtherBoard {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
    },
    /// The entry referred to is for a hand that says nothing of this one.
    #[error("{} refers to entry {entry}, whose hand does not dominate", .mv.to_usi())]
    OtherHand {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
    },
    /// The entry referred to does not mate soon enough.
    #[error("{} refers to entry {entry}, a mate within {has} plies where {wants} are left", .mv.to_usi())]
    TooSlow {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
        /// Its rank.
        has: u16,
        /// The rank it may have.
        wants: u16,
    },
    /// The entry referred to does not hold out long enough.
    #[error("{} refers to entry {entry}, which holds out for {has} plies where {wants} are needed", .mv.to_usi())]
    TooShort {
        /// The reply after which the reference stands.
        mv: Move,
        /// The entry, counted from 1.
        entry: u64,
        /// Its depth.
        has: Depth,
        /// The depth it must have.
        wants: Depth,
    },
    /// The defender's reply is against the rules, or leaves the king in check.
    #[error("{} is not a legal reply", .mv.to_usi())]
    IllegalReply {
        /// The reply.
        mv: Move,
    },
    /// There is to be no mate in one, but there is.
    #[error("{} mates at once", .mv.to_usi())]
    Mates {
        /// The move.
        mv: Move,
    },
    /// The defender is to hold out, but is mated already.
    #[error("the king is mated already")]
    Mated,
}

fn section_name(section: Section, lang: Lang) -> &'static str {
    match (section, lang) {
        (Section::Mate, Lang::En) => "mate",
        (Section::Refutation, Lang::En) => "refutation",
        (Section::Mate, Lang::Ja) => "詰み",
        (Section::Refutation, Lang::Ja) => "反証",
    }
}

impl VerifyError {
    /// The sentence to show to a person.
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (_, Lang::En) => self.to_string(),
            (Self::Io(error), _) => format!("証明書を読めません（{error}）"),
            (Self::Malformed(malformed), _) => malformed.ja(),
            (Self::Wrong(fault), _) => fault.ja(),
            (Self::Stopped(_), _) => "検証が中断されました".into(),
        }
    }
}

impl Malformed {
    /// Of a failure to read at `offset`.
    pub(crate) fn of(error: ReadError, offset: u64) -> VerifyError {
        match error {
            ReadError::Io(error) => error.into(),
            ReadError::End => Self::EndsEarly { offset }.into(),
            ReadError::Number => Self::Number { offset }.into(),
        }
    }

    fn ja(&self) -> String {
        match self {
            Self::NotACertificate => "証明書ではありません".into(),
            Self::Version { found } => {
                format!(
                    "証明書の形式は第 {found} 版ですが、このプログラムが読めるのは第 {FORMAT} 版です"
                )
            }
            Self::Header(part) => {
                format!("証明書の先頭部分が壊れています（{}）", part.name(Lang::Ja))
            }
            Self::Problem(error) => {
                format!(
                    "証明書の局面は問題になりません（{}）",
                    error.message(Lang::Ja)
                )
            }
            Self::OtherProblem { sfen } => format!("別の問題の証明書です（{sfen}）"),
            Self::Checksum => {
                "検査値が合いません（証明書が壊れているか、途中で切れています）".into()
            }
            Self::EndsEarly { offset } => format!("証明書が {offset} バイト目で途切れています"),
            Self::GoesOn { offset } => {
                format!("証明書の終わり（{offset} バイト目）の後に余分なデータがあります")
            }
            Self::NoSection { offset } => {
                format!("{offset} バイト目から始まるはずの部分がありません")
            }
            Self::Number { offset } => format!("{offset} バイト目までの数の書き方が不正です"),
            Self::TooDeep { offset } => format!("{offset} バイト目で入れ子が深すぎます"),
        }
    }
}

impl Fault {
    fn ja(&self) -> String {
        format!(
            "証明書は誤りです。{} バイト目、{}の部の項目 {}: {}。局面: {}",
            self.offset,
            section_name(self.section, Lang::Ja),
            self.entry,
            self.flaw.ja(),
            self.sfen
        )
    }
}

impl Flaw {
    fn ja(&self) -> String {
        match self {
            Self::NoMove { word } => format!("{word:#06x} は指し手ではありません"),
            Self::IllegalMove { mv } => format!("{} は合法手ではありません", mv.to_usi()),
            Self::NoCheck { mv } => format!("{} は王手ではありません", mv.to_usi()),
            Self::PawnDropMate { mv } => format!("{} は打歩詰です", mv.to_usi()),
            Self::NoHand { number } => format!("持駒 {number} はこの局面にありません"),
            Self::Rank => "残り手数が 1 手に足りません".into(),
            Self::Depth => "項目の手数が範囲外です".into(),
            Self::NotMate { reply } => format!("最終手ですが {} で逃れます", reply.to_usi()),
            Self::NoEntry { mv, back } => {
                format!("{} が指す {back} 個前の項目はありません", mv.to_usi())
            }
            Self::OtherBoard { mv, entry } => {
                format!("{} が指す項目 {entry} は別の盤面のものです", mv.to_usi())
            }
            Self::OtherHand { mv, entry } => {
                format!(
                    "{} が指す項目 {entry} の持駒は優越していません",
                    mv.to_usi()
                )
            }
            Self::TooSlow {
                mv,
                entry,
                has,
                wants,
            } => format!(
                "{} が指す項目 {entry} は {has} 手以内の詰みで、残りの {wants} 手に収まりません",
                mv.to_usi()
            ),
            Self::TooShort {
                mv,
                entry,
                has,
                wants,
            } => format!(
                "{} が指す項目 {entry} は {has} 手しか持ちこたえず、{wants} 手に足りません",
                mv.to_usi()
            ),
            Self::IllegalReply { mv } => format!("{} は合法な応手ではありません", mv.to_usi()),
            Self::Mates { mv } => format!("{} で即座に詰みます", mv.to_usi()),
            Self::Mated => "すでに詰んでいます".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaws() -> Vec<Flaw> {
        let mv = Move::from_usi("G*1b").expect("a move");
        let (entry, has, wants) = (3, Depth::Plies(5), Depth::Forever);
        vec![
            Flaw::NoMove { word: 1 },
            Flaw::IllegalMove { mv },
            Flaw::NoCheck { mv },
            Flaw::PawnDropMate { mv },
            Flaw::NoHand { number: 1 },
            Flaw::Rank,
            Flaw::Depth,
            Flaw::NotMate { reply: mv },
            Flaw::NoEntry { mv, back: 1 },
            Flaw::OtherBoard { mv, entry },
            Flaw::OtherHand { mv, entry },
            Flaw::TooSlow {
                mv,
                entry,
                has: 5,
                wants: 3,
            },
            Flaw::TooShort {
                mv,
                entry,
                has,
                wants,
            },
            Flaw::IllegalReply { mv },
            Flaw::Mates { mv },
            Flaw::Mated,
        ]
    }

    #[test]
    fn every_refusal_is_one_line_in_both_languages() {
        let place = |flaw| {
            VerifyError::from(Box::new(Fault {
                section: Section::Refutation,
                entry: 7,
                offset: 99,
                sfen: "8k/9/9/9/9/9/9/9/9 b G 1".into(),
                flaw,
            }))
        };
        let malformed = [
            Malformed::NotACertificate,
            Malformed::Version { found: 2 },
            Malformed::Header(HeaderPart::Claim),
            Malformed::Problem(ProblemError::NoKing),
            Malformed::OtherProblem { sfen: "x".into() },
            Malformed::Checksum,
            Malformed::EndsEarly { offset: 1 },
            Malformed::GoesOn { offset: 1 },
            Malformed::NoSection { offset: 1 },
            Malformed::Number { offset: 1 },
            Malformed::TooDeep { offset: 1 },
        ];
        let mut errors: Vec<VerifyError> = malformed.map(VerifyError::from).into();
        errors.extend(flaws().into_iter().map(place));
        errors.push(io::Error::other("torn").into());
        errors.push(VerifyError::Stopped(Reason::Time));
        for error in errors {
            let [en, ja] = [Lang::En, Lang::Ja].map(|lang| error.message(lang));
            assert!(
                !en.contains(['。', 'の']) && ja.contains(['の', 'ま', 'せ', 'た', 'す']),
                "{ja}"
            );
            assert!(!en.contains('\n') && !ja.contains('\n'), "{en}");
            assert!(en.len() < 300, "{en}");
        }
    }
}
