//! `kemuri usi`: a USI engine, for the GUIs that players already have.
//!
//! Three threads: one reads commands, one searches, and the one that was there
//! first does everything else. It alone holds the state of the conversation and
//! writes to standard output, so that no two lines are ever mixed up, and it
//! never waits for a search, so that `stop`, `quit` and the clock are heeded
//! whatever a search may be doing.

mod command;
mod info;
mod options;
mod reader;
mod running;
mod search;
mod session;

pub use command::CommandError;
pub use options::SettingError;

use crate::Status;
use crate::text::Text;
use kemuri_solver::Solver;
use options::Settings;
use reader::Input;
use session::Session;
use std::io::{self, Write};
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

/// Converses on standard input and `out` until `quit` or the end of input.
pub fn run(text: Text, out: &mut dyn Write) -> io::Result<Status> {
    let settings = Settings::default();
    let solver = match Solver::new(settings.solver_options()) {
        Ok(solver) => solver,
        Err(error) => {
            text.complain(&text.solver_error(&error));
            return Ok(Status {
                bad_input: true,
                ..Status::default()
            });
        }
    };
    let (sender, events) = sync_channel(BACKLOG);
    reader::spawn(sender.clone());
    Session::new(settings, solver, (sender, events), text, out).run()?;
    Ok(Status::default())
}
