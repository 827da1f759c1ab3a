//! How lines end: the words of KIF, the names of CSA and JKF, and the sentence
//! that closes a record (`まで3手で詰み`).

use crate::move_text;
use kemuri_core::Color;

/// How a line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// 詰み.
    Mate,
    /// 不詰.
    NoMate,
    /// 投了.
    Resign,
    /// 中断.
    Interrupted,
    /// 千日手.
    Repetition,
    /// 持将棋.
    Impasse,
    /// 切れ負け.
    TimeUp,
    /// 反則勝ち: the move before was against the rules.
    FoulWin,
    /// 反則負け.
    FoulLoss,
    /// 入玉勝ち.
    Declared,
    /// 引き分け.
    Draw,
    /// 待った.
    TakeBack,
    /// エラー.
    Error,
    /// 最大手数.
    MaxMoves,
    /// Any other word, such as 封じ手.
    Other(String),
}

/// A known ending, its words in KIF, its name in CSA and JKF, and how a closing
/// sentence names it; `%` there is the winner, `&` the loser.
struct EndingRow(Ending, &'static [&'static str], &'static str, &'static str);

/// The first word of each is the one that is written.
const TABLE: &[EndingRow] = &[
    EndingRow(Ending::NoMate, &["不詰", "不詰み"], "FUZUMI", "不詰"),
    EndingRow(
        Ending::Mate,
        &["詰み", "詰", "詰め", "詰上り"],
        "TSUMI",
        "詰み",
    ),
    EndingRow(Ending::Interrupted, &["中断"], "CHUDAN", "中断"),
    EndingRow(Ending::Repetition, &["千日手"], "SENNICHITE", "千日手"),
    EndingRow(Ending::Impasse, &["持将棋"], "JISHOGI", "持将棋"),
    EndingRow(
        Ending::TimeUp,
        &["切れ負け", "時間切れ"],
        "TIME_UP",
        "時間切れにより%の勝ち",
    ),
    EndingRow(
        Ending::FoulWin,
        &["反則勝ち"],
        "ILLEGAL_ACTION",
        "&の反則勝ち",
    ),
    EndingRow(
        Ending::FoulLoss,
        &["反則負け"],
        "ILLEGAL_MOVE",
        "&の反則負け",
    ),
    EndingRow(Ending::Declared, &["入玉勝ち"], "KACHI", "&の入玉勝ち"),
    EndingRow(Ending::Draw, &["引き分け", "引分"], "HIKIWAKE", "引き分け"),
    EndingRow(Ending::TakeBack, &["待った"], "MATTA", "待った"),
    EndingRow(Ending::Error, &["エラー"], "ERROR", "エラー"),
    EndingRow(Ending::MaxMoves, &["最大手数"], "MAX_MOVES", "最大手数"),
    EndingRow(Ending::Resign, &["投了"], "TORYO", "%の勝ち"),
];

/// MoveText of other programs are taken as they are, if they are words at all.
const LONGEST_WORD: usize = 20;

impl Ending {
    /// The ending that a KIF row names.
    pub fn of_word(word: &str) -> Option<Self> {
        if let Some(row) = TABLE.iter().find(|row| row.1.contains(&word)) {
            return Some(row.0.clone());
        }
        let is_word = !word.is_empty()
            && word.chars().count() <= LONGEST_WORD
            && word.chars().all(|c| c.is_alphabetic() && !c.is_ascii())
            && move_text::parse(word).is_none();
        is_word.then(|| Self::Other(word.into()))
    }

    /// The word of a KIF row.
    pub fn word(&self) -> &str {
        match self {
            Self::Other(word) => word,
            known => row_of(known).map_or("", |row| row.1[0]),
        }
    }

    /// The ending of a CSA or JKF name, without the `%`. `turn` is to move.
    pub fn of_name(name: &str, turn: Color) -> Option<Self> {
        let (foul, name) = match name.split_at_checked(1) {
            Some(("+", name)) => (Some(Color::BLACK), name),
            Some(("-", name)) => (Some(Color::WHITE), name),
            _ => (None, name),
        };
        if name == "ILLEGAL_ACTION" && foul == Some(turn) {
            return Some(Self::FoulLoss);
        }
        let row = TABLE.iter().find(|row| row.2 == name);
        row.map(|row| row.0.clone())
    }

    /// The name in CSA and JKF, without the `%`.
    pub fn name(&self, turn: Color) -> Option<String> {
        let name = row_of(self)?.2;
        Some(match self {
            // Whose foul it was: that of the side that moved last.
            Self::FoulWin if turn == Color::BLACK => format!("-{name}"),
            Self::FoulWin => format!("+{name}"),
            _ => name.into(),
        })
    }

    /// The sentence that closes a line of `moves` moves in which `turn` is to move.
    pub fn sentence(&self, moves: usize, turn: Color, sides: [&str; 2]) -> String {
        let pattern = match self {
            Self::Other(word) => word,
            known => row_of(known).map_or("", |row| row.3),
        };
        let (loser, winner) = (sides[turn.to_index()], sides[turn.flip().to_index()]);
        let what = pattern.replace('%', winner).replace('&', loser);
        format!("まで{moves}手で{what}")
    }

    /// Returns the ending that a closing sentence names, in the words of any program.
    pub fn of_sentence(sentence: &str) -> Option<Self> {
        let rest = sentence.trim().strip_prefix("まで")?;
        let counted =
            rest.trim_start_matches(|c: char| c.is_numeric() || "、，,　 十百千".contains(c));
        let what = counted.strip_prefix('手').unwrap_or(counted);
        let what = what.strip_prefix('で').unwrap_or(what).trim();
        // The key of a pattern is what follows the name of a side.
        let tail = |row: &&EndingRow| row.3.rsplit(['%', '&']).next().unwrap_or("").to_string();
        let known = TABLE.iter().find(|row| {
            let key = tail(row);
            what.ends_with(&key) && (!row.3.starts_with("時間切れ") || what.contains("時間切れ"))
        });
        if let Some(row) = known {
            return Some(row.0.clone());
        }
        if what.contains("詰") {
            return Some(if what.contains("不詰") {
                Self::NoMate
            } else {
                Self::Mate
            });
        }
        if rest.len() == counted.len() {
            return None;
        }
        Self::of_word(what)
    }
}

fn row_of(ending: &Ending) -> Option<&'static EndingRow> {
    TABLE.iter().find(|row| row.0 == *ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_survives_each_of_its_forms() {
        let sides = ["先手", "後手"];
        for EndingRow(ending, words, _, _) in TABLE {
            for word in *words {
                assert_eq!(Ending::of_word(word).as_ref(), Some(ending));
            }
            for turn in [Color::BLACK, Color::WHITE] {
                let name = ending.name(turn).unwrap();
                assert_eq!(
                    Ending::of_name(&name, turn).as_ref(),
                    Some(ending),
                    "{name}"
                );
                let sentence = ending.sentence(7, turn, sides);
                assert_eq!(
                    Ending::of_sentence(&sentence).as_ref(),
                    Some(ending),
                    "{sentence}"
                );
            }
        }
    }

    #[test]
    fn sentences_of_other_hands_are_understood() {
        for (sentence, ending) in [
            ("まで3手で詰み", Some(Ending::Mate)),
            ("まで3手詰", Some(Ending::Mate)),
            ("まで、十一手詰め。", Some(Ending::Mate)),
            ("まで詰", Some(Ending::Mate)),
            ("まで11手にて不詰", Some(Ending::NoMate)),
            ("まで108手で下手の勝ち", Some(Ending::Resign)),
            ("まで5手で封じ手", Some(Ending::Other("封じ手".into()))),
            ("まで", None),
            ("三手", None),
        ] {
            assert_eq!(Ending::of_sentence(sentence), ending, "{sentence}");
        }
    }
}
