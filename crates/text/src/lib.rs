#![doc = include_str!("../README.md")]

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
