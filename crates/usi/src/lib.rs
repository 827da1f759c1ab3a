#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

pub mod client;
pub mod engine;

pub use kemuri_text::Lang;
