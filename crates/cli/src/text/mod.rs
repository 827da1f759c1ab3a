//! Every sentence the program says, in both languages, in one place.

mod check;
mod composing;
mod convert;
mod experiment;
mod help;
mod results;
mod show;
mod tree;

pub use results::Tally;

use crate::args::UsageError;
use kemuri_formats::InputError;
use kemuri_solver::options::{Kind, OptionError};
use kemuri_solver::{Reason, SolverError};
use kemuri_text::Lang;
use kemuri_text::{quote, spaced};
use std::io;

/// The voice of the program in one language.
#[derive(Clone, Copy, Debug)]
pub struct Text(pub Lang);

impl Text {
    /// One of two texts.
    fn pick<T>(self, en: T, ja: T) -> T {
        match self.0 {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }

    /// Prints one line of complaint on standard error.
    pub fn complain(self, sentence: &str) {
        kemuri_terminal::complain("kemuri", sentence);
    }

    /// A problem with the input: where, what.
    pub fn input_error(self, error: &InputError) -> String {
        kemuri_text::formats::input_error(self.0, error)
    }

    /// What the operating system said.
    fn io_error(self, error: &io::Error) -> String {
        kemuri_text::io::read_error(self.0, error)
    }

    /// A problem with the arguments.
    pub fn usage_error(self, error: &UsageError) -> String {
        match error {
            UsageError::Unknown {
                argument,
                suggestion,
            } => {
                let argument = quote(argument);
                let mut out = self.pick(
                    format!("there is no option or command '{argument}'"),
                    format!("「{argument}」というオプションやコマンドはありません"),
                );
                if let Some(s) = suggestion {
                    out += &self.pick(
                        format!("; did you mean '{s}'?"),
                        format!("（{s} ですか？）"),
                    );
                }
                out
            }
            UsageError::NoValue { flag } => self.pick(
                format!("{flag} needs a value"),
                format!("{flag} には値が必要です"),
            ),
            UsageError::BadValue { flag, value, wants } => {
                let (value, wants) = (quote(value), self.pick(wants.0, wants.1));
                self.pick(
                    format!("{flag}: '{value}' is not {wants}"),
                    format!("{flag}: 「{value}」は{}ではありません", spaced(wants)),
                )
            }
            UsageError::UnwantedValue { flag, value } => {
                let value = quote(value);
                self.pick(
                    format!("{flag} takes no value, but '{value}' is given"),
                    format!("{flag} には値「{value}」を指定できません"),
                )
            }
            UsageError::NotUtf8 => self
                .pick(
                    "the value of an option is not valid UTF-8",
                    "オプションの値が正しい UTF-8 ではありません",
                )
                .into(),
            UsageError::Option(error) => self.option_error(error),
            UsageError::Engine(error) => format!("--engine: {}", error.message(self.0)),
            UsageError::NoCollection => self
                .pick(
                    "bench needs a collection of problems (or --signature)",
                    "bench には問題集（または --signature）が必要です",
                )
                .into(),
            UsageError::NoCertificate => self
                .pick("verify needs a certificate", "verify には証明書が必要です")
                .into(),
            UsageError::Missing { command, what } => {
                let what = self.pick(what.0, what.1);
                self.pick(
                    format!("{command} needs {what}"),
                    format!("{command} には{what}が必要です"),
                )
            }
            UsageError::NoRecord => self
                .pick("convert needs a record", "convert には棋譜が必要です")
                .into(),
            UsageError::NoFormat => self
                .pick(
                    "convert needs --to and a format: sfen, usi, kif, ki2, csa, jkf or bod",
                    "convert には --to と形式（sfen, usi, kif, ki2, csa, jkf, bod）が必要です",
                )
                .into(),
            UsageError::Needs { flag, with } => self.pick(
                format!("{flag} says nothing without {with}: give {with} too"),
                format!("{flag} は {with} とともに指定してください"),
            ),
            UsageError::TwiceStandardInput => self
                .pick(
                    "certificate and problem cannot both come from standard input",
                    "証明書と問題の両方を標準入力から読むことはできません",
                )
                .into(),
            UsageError::NotTogether { flag: "--json", .. } => self
                .pick(
                    "--tree has a JSON form of its own: give --tree=json, without --json",
                    "--tree の JSON 出力は --tree=json です（--json は不要です）",
                )
                .into(),
            UsageError::NotTogether {
                flag: "--futile",
                with,
            } => self.pick(
                format!("{with} is about every legal move: give it with --futile none or without --futile"),
                format!("{with} は無駄合も数えます（--futile none 以外とは併用できません）"),
            ),
            UsageError::NotTogether {
                flag: "--quick",
                with: "--tree",
            } => self
                .pick(
                    "--tree needs the shortest length: give it without --quick",
                    "--tree には最短手数が必要です（--quick とは併用できません）",
                )
                .into(),
            UsageError::NotTogether { flag, with } => self.pick(
                format!("{flag} and {with} cannot go together"),
                format!("{flag} と {with} は併用できません"),
            ),
            UsageError::OneOutput => self.one_output().into(),
            UsageError::SignatureAlone => self
                .pick(
                    "--signature runs its own problems: give it no file, no engine and no --verify",
                    "--signature は内蔵の問題を解きます（ファイル、エンジン、--verify は指定できません）",
                )
                .into(),
            UsageError::Other(sentence) => {
                let sentence = quote(sentence.lines().next().unwrap_or_default());
                self.pick(
                    format!("the arguments make no sense: {sentence}"),
                    format!("引数を解釈できません（{sentence}）"),
                )
            }
        }
    }

    /// A search option that does not exist or does not take its value.
    fn option_error(self, error: &OptionError) -> String {
        kemuri_text::solver::option_error(self.0, error)
    }

    /// What an option takes, to be read after "is not" or on its own.
    pub fn kind(self, kind: &Kind) -> String {
        kemuri_text::solver::option_values(self.0, kind)
    }

    /// The table could not be had.
    pub fn solver_error(self, error: &SolverError) -> String {
        kemuri_text::solver::solver_error(self.0, error)
    }

    /// Why nothing is known.
    pub fn reason(self, reason: Reason) -> String {
        kemuri_text::solver::reason(self.0, reason)
    }

    /// Why nothing is known, in one word of a table.
    pub fn reason_word(self, reason: Reason) -> String {
        kemuri_text::solver::reason_word(self.0, reason)
    }

    /// Output could not be written.
    pub fn write_error(self, error: &io::Error) -> String {
        self.pick(
            format!("cannot write: {error}"),
            format!("書き込めません（{error}）"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_errors_stay_on_one_harmless_line() {
        let bad = "a\n\x1b[2J".repeat(100);
        let kind = Kind::Switch;
        for error in [
            UsageError::Other(format!("\x1b[2J{bad}")),
            UsageError::UnwantedValue {
                flag: "--json".into(),
                value: bad.clone(),
            },
            UsageError::Option(OptionError::UnknownName(bad.clone())),
            UsageError::Option(OptionError::BadValue {
                name: "dominance",
                value: bad,
                kind,
            }),
        ] {
            for lang in [Lang::En, Lang::Ja] {
                let sentence = Text(lang).usage_error(&error);
                assert!(!sentence.contains(char::is_control), "{sentence}");
                assert!(sentence.chars().count() < 200, "{sentence}");
            }
        }
    }
}
