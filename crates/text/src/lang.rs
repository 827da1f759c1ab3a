//! The two languages of every user-facing text, and the names of squares,
//! sides and pieces in them.

use kemuri_core::{Color, PieceType, Square, english, kanji};

/// A language Kemuri speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// The language of a locale name such as `ja_JP.UTF-8`, `ja-JP` or
    /// `Japanese_Japan.932`. Every locale that is not Japanese gets English.
    pub fn from_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or("");
        if language.eq_ignore_ascii_case("ja") || language.eq_ignore_ascii_case("japanese") {
            Self::Ja
        } else {
            Self::En
        }
    }

    /// The code of the language: `en` or `ja`.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// A square as players of this language write it: `5a` or `5一`.
    pub fn square(self, square: Square) -> String {
        match self {
            Self::En => square.to_usi(),
            Self::Ja => {
                let (file, rank) = (square.file().raw() + 1, square.rank().to_index());
                format!("{file}{}", kanji::RANKS[rank])
            }
        }
    }

    /// A side: `Black` or `先手`.
    pub fn color(self, color: Color) -> &'static str {
        match (self, color) {
            (Self::En, color) => english::color(color),
            (Self::Ja, Color::Black) => "先手",
            (Self::Ja, Color::White) => "後手",
        }
    }

    /// A kind of piece: `promoted silver` or `成銀`.
    pub fn piece(self, kind: PieceType) -> &'static str {
        match self {
            Self::En => english::piece(kind),
            Self::Ja => kanji::piece(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_choose_the_language() {
        for ja in [
            "ja",
            "ja_JP.UTF-8",
            "ja-JP",
            "JA_jp",
            "ja.UTF-8",
            "ja@x",
            "Japanese_Japan.932",
        ] {
            assert_eq!(Lang::from_locale(ja), Lang::Ja, "{ja}");
        }
        for en in [
            "",
            "C",
            "POSIX",
            "en_US.UTF-8",
            "jav",
            "java_JP",
            "de_DE",
            "_ja",
            "日本",
        ] {
            assert_eq!(Lang::from_locale(en), Lang::En, "{en}");
        }
    }

    #[test]
    fn squares_are_written_as_players_write_them() {
        let square = Square::from_usi("5a").unwrap();
        assert_eq!(Lang::En.square(square), "5a");
        assert_eq!(Lang::Ja.square(square), "5一");
        for square in Square::iter() {
            assert_eq!(Lang::En.square(square), square.to_usi());
        }
    }
}
