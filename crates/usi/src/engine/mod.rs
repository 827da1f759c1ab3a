//! A USI engine, for the GUIs that players already have.
//!
//! Three threads: one reads commands, one searches, and the calling thread does
//! everything else. It alone holds the state of the session and writes to the
//! output, so that no two lines are ever mixed up. It never waits for a search, so
//! that `stop`, `quit` and the clock take effect whatever a search is doing.
//!
//! Every `go` gets exactly one answer. Commands that come during a search and
//! concern the next one wait until the search has been answered; a second `go`
//! ends the first.

mod command;
mod go;
mod info;
mod options;
mod queue;
mod reader;
mod running;
mod search;
mod session;
mod state;

pub use options::{OptionType, UsiOption, options};

use command::{CommandError, GuiCommand};
use kemuri_solver::SolverError;
use kemuri_text::Lang;
use search::SearchUpdate;
use session::Session;
use state::EngineState;
use std::io::{self, Read, Write};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

/// Events that may pile up unread. When there are more, their senders wait.
const EVENT_CAPACITY: usize = 256;

/// What the session reacts to.
enum Event {
    /// A line of input that is not empty, and when it came.
    Command(Result<GuiCommand, CommandError>, Instant),
    /// The input has ended.
    EndOfInput,
    /// The search has something to show.
    Search(SearchUpdate),
    /// The search thread has ended.
    SearchEnded,
}

/// Why an engine ended before `quit` and before the end of its input.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The table could not be allocated.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The output could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Runs the engine on `input` and `output` until `quit` or the end of `input`.
///
/// Sentences after `info string` are in the language `lang`. Output is flushed
/// whenever the engine waits for something.
///
/// `input` is read on a thread of its own, which ends at `quit`, at the end of
/// `input`, or with the first command after this function has returned.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    lang: Lang,
) -> Result<(), RunError> {
    let state = EngineState::new()?;
    let (sender, events) = sync_channel(EVENT_CAPACITY);
    reader::spawn(input, sender.clone())?;
    Session::new(state, sender, output, lang).run(&events)?;
    Ok(())
}
