//! What the USI engine says in words, after `info string`.

use super::{Text, quote};
use crate::units;
use crate::usi::{CommandError, SettingError};
use kemuri_formats::InputErrorKind;
use kemuri_solver::{Reason, SolverError};
use std::io;

impl Text {
    /// A line that is no command.
    pub fn usi_command_error(self, error: &CommandError) -> String {
        match error {
            CommandError::Unknown(line) => {
                let line = quote(line);
                self.pick(
                    format!(
                        "unknown command '{line}' (this is a USI engine; \
                         'kemuri solve -' solves problems from standard input)"
                    ),
                    format!(
                        "「{line}」というコマンドはありません\
                         （USI エンジンです。標準入力の問題を解くには kemuri solve -）"
                    ),
                )
            }
            CommandError::NoName => self
                .pick(
                    "setoption: no name; expected 'setoption name NAME value VALUE'",
                    "setoption に名前がありません（setoption name 名前 value 値）",
                )
                .into(),
            CommandError::MateTime(word) => {
                let word = quote(word);
                self.pick(
                    format!("go mate: '{word}' is neither a number of milliseconds nor 'infinite'"),
                    format!("go mate: 「{word}」はミリ秒数でも infinite でもありません"),
                )
            }
        }
    }

    /// A line that is not read.
    pub fn usi_line_too_long(self, limit: usize) -> String {
        self.pick(
            format!("a line of more than {limit} bytes is ignored"),
            format!("{limit} バイトを超える行は無視します"),
        )
    }

    /// An option that keeps its value.
    pub fn usi_setting_error(self, error: &SettingError) -> String {
        match error {
            SettingError::UnknownName(name) => {
                let name = quote(name);
                self.pick(
                    format!("there is no option '{name}'"),
                    format!("「{name}」というオプションはありません"),
                )
            }
            SettingError::BadValue { name, value, kind } => {
                let (value, kind) = (quote(value), self.kind(kind));
                self.pick(
                    format!("{name}: '{value}' is not {kind}; the value stays as it was"),
                    format!("{name}: 「{value}」は{kind}ではありません（値は元のままです）"),
                )
            }
        }
    }

    /// A table that the machine does not give.
    pub fn usi_hash_refused(self, error: &SolverError, kept: u64) -> String {
        let SolverError::OutOfMemory { bytes } = error;
        let [asked, kept] = [*bytes, kept].map(units::bytes);
        self.pick(
            format!("USI_Hash: cannot allocate a table of {asked}; the one of {kept} is kept"),
            format!("USI_Hash: 置換表 {asked} を確保できません（{kept} のまま続けます）"),
        )
    }

    /// Not even the table that there was can be had again.
    pub fn usi_no_table(self, error: &SolverError) -> String {
        let SolverError::OutOfMemory { bytes } = error;
        let size = units::bytes(*bytes);
        self.pick(
            format!("cannot allocate a table of {size}"),
            format!("置換表 {size} を確保できません"),
        )
    }

    /// The machine does not give a thread.
    pub fn usi_no_thread(self, error: &io::Error) -> String {
        self.pick(
            format!("cannot start the search: {error}"),
            format!("探索を開始できません（{error}）"),
        )
    }

    /// A `position` command that makes no sense.
    pub fn usi_bad_position(self, error: &InputErrorKind) -> String {
        let error = kemuri_text::formats::input_error_kind(self.0, error);
        format!("position: {error}")
    }

    /// `go` after such a command if one was `given`, or before any.
    pub fn usi_no_position(self, given: bool) -> &'static str {
        match given {
            true => self.pick(
                "there is no position to search: the last 'position' could not be read",
                "探索する局面がありません（直前の position が読めませんでした）",
            ),
            false => self.pick(
                "there is no position to search: send 'position' before 'go'",
                "探索する局面がありません（go の前に position を送ってください）",
            ),
        }
    }

    /// A search that came to a bad end.
    pub fn usi_search_failed(self) -> &'static str {
        self.pick(
            "the search failed, nothing is known",
            "探索が異常終了しました",
        )
    }

    /// The side to move has no move left.
    pub fn usi_mated(self) -> &'static str {
        self.pick(
            "the side to move is mated already: there are no moves to give",
            "手番側はすでに詰んでいます（手順はありません）",
        )
    }

    /// A length that is an upper bound.
    pub fn usi_not_shortest(self, length: u32) -> String {
        self.pick(
            format!("mate within {length} plies, not proven to be the shortest"),
            format!("{length} 手以内の詰み（最短とは証明されていません）"),
        )
    }

    /// Root moves that were left out.
    pub fn usi_untried(self, reason: Reason) -> String {
        let reason = self.reason(reason);
        self.pick(
            format!("not every other first move could be decided: {reason}"),
            format!("他の初手をすべては判定できませんでした（{reason}）"),
        )
    }

    /// A position that is no mate.
    pub fn usi_no_mate(self, defender: bool) -> &'static str {
        if defender {
            self.pick(
                "no mate: the side to move gets out of check for good",
                "不詰（手番側は逃れています）",
            )
        } else {
            self.pick(
                "no mate: the side to move cannot mate by checks",
                "不詰（王手の連続では詰みません）",
            )
        }
    }

    /// Nothing is known.
    pub fn usi_undecided(self, reason: Reason) -> String {
        let reason = self.reason(reason);
        self.pick(format!("undecided: {reason}"), format!("不明（{reason}）"))
    }
}
