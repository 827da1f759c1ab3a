#![doc = include_str!("../README.md")]

mod argument;
mod catalogue;
pub mod certify;
pub mod check;
pub mod compose;
pub mod core;
pub mod diagram;
pub mod escape;
pub mod formats;
pub mod io;
pub mod judge;
mod lang;
pub mod phase;
pub mod refutation;
pub mod report;
pub mod runstore;
pub mod solver;
mod spaced;
pub mod tree;
pub mod units;
mod wrap;

pub use argument::MessageArg;
pub use catalogue::{find, message};
pub use kemuri_core::quote;
pub use lang::Lang;
pub use spaced::spaced;
pub use wrap::{indented, shortened, wrapped};

/// The message `id` in a language, with its arguments filled in:
/// `tr!(lang, "id", name = value, …)`. A bare `name` stands for `name = name`.
///
/// A value is a [`MessageArg`].
#[macro_export]
macro_rules! tr {
    (@value $lang:ident, $name:ident) => { $crate::tr!(@value $lang, $name = $name) };
    (@value $lang:ident, $name:ident = $value:expr) => {
        $crate::MessageArg::in_message(&$value, $lang)
    };
    ($lang:expr, $id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let lang: $crate::Lang = $lang;
        $crate::message(
            lang,
            $id,
            &[$((stringify!($name), $crate::tr!(@value lang, $name $(= $value)?))),*],
        )
    }};
}
