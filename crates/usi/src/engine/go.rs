//! The `go` command: what is asked, and how long the answer may take.

use super::command::CommandError;
use kemuri_core::Color;
use std::time::Duration;

/// A search that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Go {
    /// What has to be answered.
    pub question: Question,
    /// How long it may take.
    pub clock: Clock,
    /// The answer has to wait for `stop` or `ponderhit`.
    pub held: bool,
    /// Nodes it may take.
    pub nodes: Option<u64>,
    /// The moves of a line whose positions are to be examined, as they were given.
    pub line: Vec<String>,
}

/// What has to be answered to `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// `checkmate …`
    Mate,
    /// `bestmove …`
    BestMove,
}

/// What `go` says of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// Time for this move alone.
    move_time: Option<Duration>,
    /// Time left for the rest of the game, by colour.
    left: [Option<Duration>; 2],
    /// Time gained by each move, by colour.
    increment: [Duration; 2],
    /// Time for each move once that is gone.
    byoyomi: Duration,
}

impl Go {
    /// Returns `go mate` with this time limit.
    pub fn mate(time: Option<Duration>) -> Self {
        Self {
            question: Question::Mate,
            clock: Clock {
                move_time: time,
                ..Clock::default()
            },
            held: false,
            nodes: None,
            line: Vec::new(),
        }
    }

    /// Reads what follows `go matedebug`: perhaps a time, and the moves of a line.
    fn examine(words: &[&str]) -> Self {
        let (time, moves) = match words {
            ["infinite", moves @ ..] => (None, moves),
            [first, moves @ ..] if milliseconds(first).is_some() => (milliseconds(first), moves),
            moves => (None, moves),
        };
        Self {
            line: moves.iter().map(|word| (*word).into()).collect(),
            ..Self::mate(time)
        }
    }

    /// Reads the words after `go`.
    pub fn read(words: &[&str]) -> Result<Self, CommandError> {
        match words {
            ["mate"] | ["mate", "infinite", ..] => Ok(Self::mate(None)),
            ["mate", word, ..] => match milliseconds(word) {
                Some(time) => Ok(Self::mate(Some(time))),
                None => Err(CommandError::MateTime((*word).into())),
            },
            ["matedebug", rest @ ..] => Ok(Self::examine(rest)),
            _ => Ok(Self::best_move(words)),
        }
    }

    fn best_move(words: &[&str]) -> Self {
        let nodes = words.iter().skip_while(|word| **word != "nodes").nth(1);
        Self {
            question: Question::BestMove,
            clock: Clock::read(words),
            held: words.contains(&"infinite") || words.contains(&"ponder"),
            nodes: nodes.and_then(|word| word.parse().ok()),
            line: Vec::new(),
        }
    }
}

/// How many more moves a game is taken to last.
const MOVES_LEFT: u32 = 20;

impl Clock {
    /// Reads the words of a `go` or `ponderhit` that speak of time.
    pub fn read(words: &[&str]) -> Self {
        let mut clock = Self::default();
        for pair in words.windows(2) {
            let Some(time) = milliseconds(pair[1]) else {
                continue;
            };
            match pair[0] {
                "btime" => clock.left[0] = Some(time),
                "wtime" => clock.left[1] = Some(time),
                "binc" => clock.increment[0] = time,
                "winc" => clock.increment[1] = time,
                "byoyomi" => clock.byoyomi = time,
                "movetime" => clock.move_time = Some(time),
                _ => {}
            }
        }
        clock
    }

    /// Returns the time that `turn` should take at most; `None` without a limit.
    pub fn time_for(&self, turn: Color) -> Option<Duration> {
        let side = turn.to_index();
        let gained = self.byoyomi + self.increment[side];
        match (self.move_time, self.left[side]) {
            (Some(time), _) => Some(time),
            (None, Some(left)) => Some(left / MOVES_LEFT + gained),
            // A GUI need not mention a clock that has run out.
            (None, None) => Some(gained).filter(|time| !time.is_zero()),
        }
    }
}

/// Reads a time of the protocol. Anything beyond a year is as good as none, but
/// must not overflow the clock.
fn milliseconds(word: &str) -> Option<Duration> {
    const YEAR: u64 = 366 * 86_400_000;
    word.parse::<u64>()
        .ok()
        .map(|ms| Duration::from_millis(ms.min(YEAR)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Go, CommandError> {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        Go::read(&words)
    }

    fn go(line: &str) -> Go {
        read(line).unwrap()
    }

    #[test]
    fn a_mate_is_asked_for_with_and_without_a_time() {
        for (line, time) in [
            ("go mate 5000", Some(Duration::from_secs(5))),
            ("go mate infinite", None),
            ("go mate", None),
        ] {
            let go = go(line);
            assert_eq!(go.question, Question::Mate, "{line}");
            assert_eq!(go.clock.time_for(Color::WHITE), time, "{line}");
            assert!(!go.held, "{line}");
        }
        for word in ["soon", "-1", "1.5", "99999999999999999999"] {
            let wrong = CommandError::MateTime(word.into());
            assert_eq!(read(&format!("go mate {word}")), Err(wrong));
        }
        let long = go("go mate 9999999999999999999").clock.move_time;
        assert!(long < Some(Duration::from_secs(400 * 86_400)));
    }

    #[test]
    fn a_line_is_asked_about_with_and_without_a_time() {
        for (line, time, moves) in [
            ("go matedebug", None, &[][..]),
            ("go matedebug G*1b 1a1b", None, &["G*1b", "1a1b"]),
            ("go matedebug infinite G*1b", None, &["G*1b"]),
            (
                "go matedebug 500 G*1b",
                Some(Duration::from_millis(500)),
                &["G*1b"],
            ),
        ] {
            let go = go(line);
            assert_eq!((go.question, go.held), (Question::Mate, false), "{line}");
            assert_eq!(go.clock.time_for(Color::BLACK), time, "{line}");
            assert_eq!(go.line, moves, "{line}");
        }
    }

    #[test]
    fn a_move_is_asked_for_with_the_clock_of_the_side_to_move() {
        let asked = go("go btime 60000 wtime 20000 byoyomi 3000");
        assert_eq!((asked.question, asked.held), (Question::BestMove, false));
        let time = |asked: &Go, turn| asked.clock.time_for(turn);
        assert_eq!(time(&asked, Color::BLACK), Some(Duration::from_secs(6)));
        assert_eq!(time(&asked, Color::WHITE), Some(Duration::from_secs(4)));
        let asked = go("go ponder btime 0 wtime 0 binc 1000 winc 2000");
        assert!(asked.held);
        assert_eq!(time(&asked, Color::WHITE), Some(Duration::from_secs(2)));
        let asked = go("go infinite");
        assert_eq!((asked.held, time(&asked, Color::BLACK)), (true, None));
        assert_eq!(time(&go("go"), Color::BLACK), None);
        assert_eq!(go("go nodes 500").nodes, Some(500));
        let asked = go("go byoyomi 3000");
        assert_eq!(time(&asked, Color::BLACK), Some(Duration::from_secs(3)));
        let asked = go("go movetime 700");
        assert_eq!(time(&asked, Color::BLACK), Some(Duration::from_millis(700)));
        assert_eq!(go("go btime x wtime").clock, Clock::default());
    }
}
