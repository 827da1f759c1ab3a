//! Every sentence Kemuri says, in Japanese and English.
//!
//! The sentences are [Fluent](https://projectfluent.org) messages in
//! `messages/en` and `messages/ja`, one file for each area. Code names a message
//! with [`tr!`]:
//!
//! ```
//! use kemuri_text::{Lang, tr};
//!
//! assert_eq!(tr!(Lang::En, "reason-time"), "the time limit was reached");
//! assert_eq!(tr!(Lang::Ja, "reason-time"), "制限時間に達しました");
//! ```
//!
//! Libraries know nothing of languages: they return values and errors. This
//! crate turns those that every door shows into sentences; what only one door
//! says, that door says itself, with messages that stand here.
//!
//! A test reads all messages and all calls of [`tr!`] in the workspace: no
//! message is missing in a language, unknown, unused, or without an argument
//! that it needs.

mod catalogue;
pub mod certify;
pub mod compose;
pub mod core;
pub mod diagram;
pub mod formats;
pub mod io;
pub mod judge;
mod lang;
pub mod runstore;
pub mod solver;
mod spaced;
pub mod units;

pub use catalogue::{Arg, find, message};
pub use kemuri_core::quote;
pub use lang::Lang;
pub use spaced::spaced;

/// The message `id` in a language, with its arguments filled in:
/// `tr!(lang, "id", name = value, …)`.
///
/// A value is a number, which chooses singular or plural, or a text.
#[macro_export]
macro_rules! tr {
    ($lang:expr, $id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::message($lang, $id, &[$((stringify!($name), $crate::Arg::from($value))),*])
    };
}
