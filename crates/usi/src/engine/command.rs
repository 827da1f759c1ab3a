//! What a GUI says.

use kemuri_core::Color;
use kemuri_text::{Lang, quote, tr};
use std::fmt;
use std::time::Duration;

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who are you, and what can be set?
    Usi,
    /// Tell me when you are ready.
    IsReady,
    /// A game begins.
    NewGame,
    /// An option is to have a value.
    SetOption {
        /// Its name.
        name: String,
        /// The value, empty if none is given.
        value: String,
    },
    /// The position to search, as the whole line.
    Position(String),
    /// Search.
    Go(Go),
    /// The move that was pondered on has been played.
    PonderHit(Clock),
    /// Answer now.
    Stop,
    /// The game is over.
    GameOver,
    /// End.
    Quit,
}

/// A search that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    /// What has to be answered.
    pub question: Question,
    /// How long it may take.
    pub clock: Clock,
    /// The answer has to wait for `stop` or `ponderhit`.
    pub held: bool,
    /// Nodes it may take.
    pub nodes: Option<u64>,
}

/// What has to be answered to `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `checkmate …`
    Mate,
    /// `bestmove …`
    Move,
}

/// What `go` says of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time for this move alone.
    exactly: Option<Duration>,
    /// Time left for the rest of the game, by colour.
    left: [Option<Duration>; 2],
    /// Time gained by each move, by colour.
    increment: [Duration; 2],
    /// Time for each move once that is gone.
    byoyomi: Duration,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// It starts with no word of the protocol.
    Unknown(String),
    /// `setoption` without a name.
    NoName,
    /// `go mate` with something that is no time. It has to be answered all the same.
    MateTime(String),
}

impl CommandError {
    /// Returns the sentence for the user.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Unknown(line) => tr!(lang, "usi-unknown-command", line = quote(line)),
            Self::NoName => tr!(lang, "usi-setoption-no-name"),
            Self::MateTime(word) => tr!(lang, "usi-mate-time", word = quote(word)),
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for CommandError {}

impl Go {
    /// `go mate` with this time limit.
    pub fn mate(time: Option<Duration>) -> Self {
        Self {
            question: Question::Mate,
            clock: Clock {
                exactly: time,
                ..Clock::default()
            },
            held: false,
            nodes: None,
        }
    }
}

/// A game of which nothing is known lasts so many moves more.
const MOVES_LEFT: u32 = 20;

impl Clock {
    /// The time that `turn` should take at most.
    pub fn budget(&self, turn: Color) -> Option<Duration> {
        let side = turn.to_index();
        let gained = self.byoyomi + self.increment[side];
        match (self.exactly, self.left[side]) {
            (Some(time), _) => Some(time),
            (None, Some(left)) => Some(left / MOVES_LEFT + gained),
            // A GUI need not mention a clock that has run out.
            (None, None) => Some(gained).filter(|time| !time.is_zero()),
        }
    }

    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut clock = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let Some(time) = words.peek().and_then(|w| milliseconds(w)) else {
                continue;
            };
            match word {
                "btime" => clock.left[0] = Some(time),
                "wtime" => clock.left[1] = Some(time),
                "binc" => clock.increment[0] = time,
                "winc" => clock.increment[1] = time,
                "byoyomi" => clock.byoyomi = time,
                "movetime" => clock.exactly = Some(time),
                _ => {}
            }
        }
        clock
    }
}

/// A time as the protocol writes it. Anything beyond a year is as good as none,
/// but must not overflow the clock.
fn milliseconds(word: &str) -> Option<Duration> {
    const YEAR: u64 = 366 * 86_400_000;
    word.parse::<u64>()
        .ok()
        .map(|ms| Duration::from_millis(ms.min(YEAR)))
}

impl Command {
    /// Makes sense of a line; nothing if it is empty.
    pub fn parse(line: &str) -> Option<Result<Self, CommandError>> {
        let mut words = line.split_whitespace();
        Some(Ok(match words.next()? {
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "usinewgame" => Self::NewGame,
            "setoption" => return Some(set_option(line)),
            "position" => Self::Position(line.into()),
            "go" => return Some(go(words.collect())),
            "ponderhit" => Self::PonderHit(Clock::read(words)),
            "stop" => Self::Stop,
            "gameover" => Self::GameOver,
            "quit" => Self::Quit,
            _ => return Some(Err(CommandError::Unknown(line.into()))),
        }))
    }
}

/// `setoption name NAME [value VALUE]`; both may have spaces in them.
fn set_option(line: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let rest = match words.split_first() {
        Some((&"name", rest)) => rest,
        _ => return Err(CommandError::NoName),
    };
    let end = rest.iter().position(|word| *word == "value");
    let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
    if name.is_empty() {
        return Err(CommandError::NoName);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.get(1..).unwrap_or_default().join(" "),
    })
}

fn go(words: Vec<&str>) -> Result<Command, CommandError> {
    if let Some((&"mate", time)) = words.split_first() {
        let exactly = match time.first() {
            None | Some(&"infinite") => None,
            Some(word) => {
                let time = milliseconds(word);
                Some(time.ok_or_else(|| CommandError::MateTime((*word).into()))?)
            }
        };
        return Ok(Command::Go(Go::mate(exactly)));
    }
    let nodes = words.iter().skip_while(|word| **word != "nodes").nth(1);
    Ok(Command::Go(Go {
        question: Question::Move,
        clock: Clock::read(words.iter().copied()),
        held: words
            .iter()
            .any(|word| matches!(*word, "infinite" | "ponder")),
        nodes: nodes.and_then(|word| word.parse().ok()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> CommandError {
        Command::parse(line).unwrap().unwrap_err()
    }

    fn asked(line: &str) -> Go {
        match read(line) {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nothing_is_no_command() {
        assert_eq!(Command::parse(""), None);
        assert_eq!(Command::parse(" \t "), None);
    }

    #[test]
    fn options_have_a_name_and_perhaps_a_value() {
        let set = |name: &str, value: &str| Command::SetOption {
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
            assert_eq!(error(line), CommandError::NoName, "{line}");
        }
    }

    #[test]
    fn a_mate_is_asked_for_with_and_without_a_time() {
        for (line, time) in [
            ("go mate 5000", Some(Duration::from_secs(5))),
            ("go mate infinite", None),
            ("go mate", None),
        ] {
            let go = asked(line);
            assert_eq!(go.question, Question::Mate, "{line}");
            assert_eq!(go.clock.budget(Color::WHITE), time, "{line}");
            assert!(!go.held, "{line}");
        }
        for word in ["soon", "-1", "1.5", "99999999999999999999"] {
            let wrong = CommandError::MateTime(word.into());
            assert_eq!(error(&format!("go mate {word}")), wrong);
        }
        let long = asked("go mate 9999999999999999999").clock.exactly;
        assert!(long < Some(Duration::from_secs(400 * 86_400)));
    }

    #[test]
    fn a_move_is_asked_for_with_the_clock_of_the_side_to_move() {
        let go = asked("go btime 60000 wtime 20000 byoyomi 3000");
        assert_eq!((go.question, go.held), (Question::Move, false));
        assert_eq!(go.clock.budget(Color::BLACK), Some(Duration::from_secs(6)));
        assert_eq!(go.clock.budget(Color::WHITE), Some(Duration::from_secs(4)));
        let go = asked("go ponder btime 0 wtime 0 binc 1000 winc 2000");
        assert!(go.held);
        assert_eq!(go.clock.budget(Color::WHITE), Some(Duration::from_secs(2)));
        let go = asked("go infinite");
        assert_eq!((go.held, go.clock.budget(Color::BLACK)), (true, None));
        assert_eq!(asked("go").clock.budget(Color::BLACK), None);
        assert_eq!(asked("go nodes 500").nodes, Some(500));
        let clock = asked("go byoyomi 3000").clock;
        assert_eq!(clock.budget(Color::BLACK), Some(Duration::from_secs(3)));
        let clock = asked("go movetime 700").clock;
        assert_eq!(clock.budget(Color::BLACK), Some(Duration::from_millis(700)));
        assert_eq!(asked("go btime x wtime").clock, Clock::default());
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
