//! Other engines, asked over the USI protocol.
//!
//! An engine may crash, hang or answer anything; none of this ends or blocks the
//! caller. An engine that fails at one problem is started again for the next.
//!
//! ```no_run
//! use kemuri_usi::client::{Engine, EngineAnswer, TimeLimit};
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! let stop = AtomicBool::new(false);
//! let mut engine = Engine::start("./engine USI_Hash=1024".parse()?, &stop)?;
//! let limit = TimeLimit {
//!     time: Some(Duration::from_secs(10)),
//!     grace: Duration::from_secs(2),
//! };
//! let reply = engine.solve("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", limit, &stop);
//! if let EngineAnswer::Mate(moves) = reply.answer? {
//!     println!("mate in {}", moves.len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod command_line;
mod engine;
mod error;
mod process;

pub use answer::{EngineAnswer, EngineReply};
pub use command_line::{CommandLineError, EngineCommand};
pub use engine::{Engine, TimeLimit};
pub use error::{EngineError, EngineErrorKind};
