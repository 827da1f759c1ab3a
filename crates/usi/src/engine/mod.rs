//! A USI engine, for the GUIs that players already have.
//!
//! Three threads: one reads commands, one searches, and the calling thread does
//! everything else. It alone holds the state of the session and writes to the
//! output, so that no two lines are ever mixed up, and it never waits for a search,
//! so that `stop`, `quit` and the clock are heeded whatever a search may be doing.

mod command;
mod info;
mod options;
mod queue;
mod reader;
mod running;
mod search;
mod session;

pub use command::CommandError;
pub use options::SettingError;

use kemuri_solver::{Solver, SolverError};
use kemuri_text::Lang;
use options::Settings;
use reader::Input;
use session::Session;
use std::io::{self, Read, Write};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

/// Events that may pile up unread; beyond it whoever sends them has to wait.
const BACKLOG: usize = 256;

/// What the conversation has to react to.
enum Event {
    /// A line of input, and when it came.
    Input(Input, Instant),
    /// The input has ended.
    End,
    /// News of the search.
    Report(search::Report),
    /// The search thread has nothing more to say.
    Finished,
}

/// Why an engine ended otherwise than by `quit` or the end of its input.
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
/// Sentences after `info string` are in the language `lang`.
pub fn run(
    input: impl Read + Send + 'static,
    mut output: impl Write,
    lang: Lang,
) -> Result<(), RunError> {
    let settings = Settings::default();
    let solver = Solver::new(settings.solver_options())?;
    let (sender, events) = sync_channel(BACKLOG);
    reader::spawn(input, sender.clone());
    Session::new(settings, solver, (sender, events), lang, &mut output).run()?;
    Ok(())
}
