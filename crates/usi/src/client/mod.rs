//! A client for other USI engines.
//!
//! An engine may crash, hang or answer anything; none of this ends or blocks the
//! caller. An engine that fails at one problem is started again for the next.

mod answer;
mod command_line;
mod engine;
mod error;
mod process;

pub use answer::{EngineAnswer, EngineReply};
pub use command_line::{CommandLineError, EngineCommand};
pub use engine::{Engine, TimeLimit};
pub use error::{EngineError, EngineErrorKind};
