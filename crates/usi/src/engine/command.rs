//! The commands of a GUI.

use super::go::{Clock, Go};
use kemuri_text::{Lang, quote, tr};

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GuiCommand {
    /// `usi`: asks for the name and the options.
    Usi,
    /// `isready`: asks for `readyok`.
    IsReady,
    /// `usinewgame`: a game begins.
    NewGame,
    /// `setoption`: gives an option a value.
    SetOption {
        /// The name of the option.
        name: String,
        /// The value, empty if none is given.
        value: String,
    },
    /// `position`: the position to search, as the whole line.
    Position(String),
    /// `go`: starts a search.
    Go(Go),
    /// `ponderhit`: the move that was pondered on has been played.
    PonderHit(Clock),
    /// `stop`: asks for the answer now.
    Stop,
    /// `gameover`: the game is over.
    GameOver,
    /// `quit`: ends the engine.
    Quit,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CommandError {
    /// It does not start with a word of the protocol.
    Unknown(String),
    /// `setoption` without a name.
    NoOptionName,
    /// `go mate` with something that is not a time. It has to be answered all the
    /// same.
    MateTime(String),
    /// A line of more than so many bytes.
    LineTooLong(usize),
}

impl CommandError {
    /// Returns the sentence for the user.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Unknown(line) => tr!(lang, "usi-unknown-command", line = quote(line)),
            Self::NoOptionName => tr!(lang, "usi-setoption-no-name"),
            Self::MateTime(word) => tr!(lang, "usi-mate-time", word = quote(word)),
            Self::LineTooLong(limit) => tr!(lang, "usi-line-too-long", limit = *limit),
        }
    }
}

impl GuiCommand {
    /// Reads a line. Returns `None` if it is empty.
    pub fn read(line: &str) -> Option<Result<Self, CommandError>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (first, rest) = words.split_first()?;
        Some(match *first {
            "usi" => Ok(Self::Usi),
            "isready" => Ok(Self::IsReady),
            "usinewgame" => Ok(Self::NewGame),
            "setoption" => set_option(rest),
            "position" => Ok(Self::Position(line.into())),
            "go" => Go::read(rest).map(Self::Go),
            "ponderhit" => Ok(Self::PonderHit(Clock::read(rest))),
            "stop" => Ok(Self::Stop),
            "gameover" => Ok(Self::GameOver),
            "quit" => Ok(Self::Quit),
            _ => Err(CommandError::Unknown(line.into())),
        })
    }
}

/// Reads `name NAME [value VALUE]`. Both may have spaces in them.
fn set_option(words: &[&str]) -> Result<GuiCommand, CommandError> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err(CommandError::NoOptionName);
    };
    let end = rest.iter().position(|word| *word == "value");
    let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
    if name.is_empty() {
        return Err(CommandError::NoOptionName);
    }
    Ok(GuiCommand::SetOption {
        name: name.join(" "),
        value: value.get(1..).unwrap_or_default().join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> GuiCommand {
        GuiCommand::read(line).unwrap().unwrap()
    }

    fn error(line: &str) -> CommandError {
        GuiCommand::read(line).unwrap().unwrap_err()
    }

    #[test]
    fn an_empty_line_is_no_command() {
        assert_eq!(GuiCommand::read(""), None);
        assert_eq!(GuiCommand::read(" \t "), None);
    }

    #[test]
    fn options_have_a_name_and_perhaps_a_value() {
        let set = |name: &str, value: &str| GuiCommand::SetOption {
            name: name.into(),
            value: value.into(),
        };
        assert_eq!(read("setoption name MultiPV value 3"), set("MultiPV", "3"));
        assert_eq!(
            read(" setoption  name Book File value a  b"),
            set("Book File", "a b")
        );
        assert_eq!(read("setoption name Clear"), set("Clear", ""));
        assert_eq!(read("setoption name Clear value"), set("Clear", ""));
        for line in [
            "setoption",
            "setoption MultiPV 3",
            "setoption name",
            "setoption name value 3",
        ] {
            assert_eq!(error(line), CommandError::NoOptionName, "{line}");
        }
    }

    #[test]
    fn everything_else_is_unknown() {
        for line in [
            "hello",
            "USI",
            "checkmate nomate",
            "8k/9/9 b G 1",
            "\u{fffd}",
        ] {
            assert_eq!(error(line), CommandError::Unknown(line.into()));
        }
    }
}
