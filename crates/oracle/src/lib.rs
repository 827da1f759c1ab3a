//! A slow, obviously correct solver, for tests and for experiments on graphs.
//!
//! The oracle shares nothing with the search. It writes the whole game down as
//! an explicit graph and computes the definitions on it, word for word:
//!
//! - [`graph`]: what an AND/OR graph is, and writing one down node by node;
//! - [`fixpoint`]: mate as the least fixpoint, with ranks (lengths);
//! - [`paths`]: the other reading, in which a repetition on the current path
//!   is a failure for the attacker;
//! - [`board`]: the rules of shogi on a plain array, sharing only the names of
//!   pieces, squares and moves with rsshogi, so that rsshogi is itself among
//!   the things that are checked;
//! - [`tsume`]: the graph of tsume-shogi, and the oracle's answers;
//! - [`edo`]: the order of the Edo books;
//! - [`futile`]: lengths that leave futile interpositions out;
//! - [`random`]: random positions, made once for all property tests;
//! - [`sample`]: how many of them a test looks at;
//! - [`abstract_graph`]: small hand-made and random graphs;
//! - [`withdrawn`]: a published rule for storing lengths, put to the test on them.

pub mod abstract_graph;
pub mod board;
pub mod edo;
pub mod fixpoint;
pub mod futile;
pub mod graph;
pub mod paths;
pub mod random;
pub mod sample;
pub mod tsume;
pub mod withdrawn;

pub use board::Board;
pub use graph::{Graph, NodeKind, TooLarge};
pub use tsume::{OracleAnswer, Solution, legal_checks, legal_evasions, solve};
