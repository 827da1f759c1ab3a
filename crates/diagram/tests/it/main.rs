//! Pictures and diagrams in characters.

mod common;
mod picture;
mod text;
