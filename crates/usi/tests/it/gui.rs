//! A GUI on the other end of two pipes, in the process of the engine.

use kemuri_core::Move;
use kemuri_testing::gui::GuiPipes;
use kemuri_testing::process::PATIENCE;
use kemuri_text::Lang;
use kemuri_usi::engine;
use std::io::{BufWriter, pipe};
use std::ops::{Deref, DerefMut};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A running engine.
pub struct Gui {
    pipes: GuiPipes,
    engine: JoinHandle<()>,
}

/// What came before the answer to a `go`, and the answer.
pub struct Answer {
    /// `info` lines with figures.
    pub infos: Vec<String>,
    /// What was said after `info string`.
    pub sentences: Vec<String>,
    /// The answer.
    pub line: String,
}

impl Gui {
    /// Starts an engine that speaks English.
    pub fn start() -> Self {
        Self::start_in(Lang::En)
    }

    /// Starts an engine that speaks this language.
    pub fn start_in(lang: Lang) -> Self {
        let (commands, input) = pipe().expect("a pipe");
        let (output, answers) = pipe().expect("a pipe");
        let engine = std::thread::spawn(move || {
            engine::run(commands, BufWriter::new(answers), lang).expect("a good end");
        });
        let pipes = GuiPipes::new(input, output);
        Self { pipes, engine }
    }

    /// Starts the engine, says `usi` and `isready` and waits for the answers.
    pub fn ready() -> Self {
        let mut gui = Self::start();
        gui.send("usi");
        gui.until("usiok");
        gui.make_ready();
        gui
    }

    /// `isready`, answered.
    pub fn make_ready(&mut self) -> Vec<String> {
        self.send("isready");
        self.until("readyok")
    }

    /// The answer to a `go`. Everything before it has to be an `info`.
    #[track_caller]
    pub fn answer(&mut self) -> Answer {
        let (mut infos, mut sentences) = (Vec::new(), Vec::new());
        let start = Instant::now();
        loop {
            let line = self.line();
            assert!(start.elapsed() < PATIENCE, "no answer, but {line}");
            if let Some(sentence) = line.strip_prefix("info string ") {
                sentences.push(sentence.into());
            } else if line.starts_with("info ") {
                assert_info(&line);
                infos.push(line);
            } else {
                return Answer {
                    infos,
                    sentences,
                    line,
                };
            }
        }
    }

    /// Says these lines, which end with a `go`, and waits for the answer.
    #[track_caller]
    pub fn ask(&mut self, lines: &str) -> Answer {
        self.send(lines);
        self.answer()
    }

    /// The answer to `go mate infinite` in this position.
    #[track_caller]
    pub fn mate(&mut self, sfen: &str) -> Answer {
        self.ask(&format!("position sfen {sfen}\ngo mate infinite"))
    }

    /// Waits for the end. Returns the lines until then.
    #[track_caller]
    pub fn end(self) -> Vec<String> {
        let start = Instant::now();
        while !self.engine.is_finished() {
            assert!(start.elapsed() < PATIENCE, "the engine goes on");
            std::thread::sleep(Duration::from_millis(1));
        }
        self.engine.join().expect("no panic");
        self.pipes.remaining_lines()
    }

    /// Says `quit` and expects to be obeyed, without another word.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.end(), [""; 0]);
    }
}

impl Deref for Gui {
    type Target = GuiPipes;

    fn deref(&self) -> &GuiPipes {
        &self.pipes
    }
}

impl DerefMut for Gui {
    fn deref_mut(&mut self) -> &mut GuiPipes {
        &mut self.pipes
    }
}

impl Answer {
    /// The moves of a mate.
    #[track_caller]
    pub fn moves(&self) -> Vec<&str> {
        let moves = self.line.strip_prefix("checkmate ");
        let moves: Vec<&str> = moves.expect("a checkmate").split(' ').collect();
        assert!(!["nomate", "timeout"].contains(&moves[0]), "{}", self.line);
        moves
    }

    /// The value of the last `info` that gives it, such as `nodes`.
    #[track_caller]
    pub fn last(&self, key: &str) -> u64 {
        let mut values = self.infos.iter().filter_map(|line| value(line, key));
        values
            .next_back()
            .unwrap_or_else(|| panic!("no {key} in {:?}", self.infos))
            .parse()
            .expect("a number")
    }

    /// The last line for each root move: length and moves, best first.
    pub fn rows(&self) -> Vec<(i64, Vec<&str>)> {
        let mut rows = Vec::new();
        for line in &self.infos {
            let (Some(score), Some(k)) = (value(line, "mate"), value(line, "multipv")) else {
                continue;
            };
            let moves = line.split_once(" pv ").map_or("", |(_, moves)| moves);
            let row = (score.parse().expect("plies"), moves.split(' ').collect());
            let k: usize = k.parse().expect("a number");
            if k <= rows.len() {
                rows[k - 1] = row;
            } else {
                assert_eq!(k, rows.len() + 1, "a row is missing before {line}");
                rows.push(row);
            }
        }
        rows
    }
}

fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1)
}

/// Asserts that an `info` line is `depth seldepth time nodes nps hashfull [score mate
/// N] [multipv K] [pv MOVES]`, word for word.
#[track_caller]
fn assert_info(line: &str) {
    let (figures, moves) = line.split_once(" pv ").unwrap_or((line, ""));
    let mut words = figures.split(' ').skip(1);
    for key in ["depth", "seldepth", "time", "nodes", "nps", "hashfull"] {
        assert_eq!(words.next(), Some(key), "{line}");
        let value = words.next().and_then(|word| word.parse::<u64>().ok());
        assert!(value.is_some(), "{key} in {line}");
    }
    let rest: Vec<&str> = words.collect();
    match rest[..] {
        [] => assert_eq!(moves, "", "{line}"),
        ["multipv", k] => assert!(k.parse::<u32>().is_ok(), "{line}"),
        ["score", "mate", n, "multipv", k] => {
            assert!(n.parse::<i32>().is_ok(), "{line}");
            assert!(k.parse::<u32>().is_ok(), "{line}");
        }
        _ => panic!("{line}"),
    }
    if figures != line {
        for mv in moves.split(' ') {
            assert!(Move::from_usi(mv).is_some(), "{line}");
        }
    }
}
