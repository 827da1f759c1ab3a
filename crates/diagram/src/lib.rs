//! Shogi diagrams as Japanese books print them.
//!
//! A [`Diagram`] is a board with its hands, a title, a caption and the square
//! of the last move; a [`Style`] says how it is to be drawn. From these two
//! come
//!
//! - [`svg::write`], a vector picture that needs no font,
//! - [`svg::page`], many of them in columns,
//! - [`png::write`], the same picture in pixels,
//! - [`text::terminal`], a diagram in characters, in colour if wanted.
//!
//! [`scene`] lays a picture out once for both SVG and PNG.
//!
//! # The font
//!
//! The characters are outlines of BIZ UDMincho (Copyright 2022 The BIZ UDMincho
//! Project Authors, <https://github.com/googlefonts/morisawa-biz-ud-mincho>),
//! under the SIL Open Font License 1.1. The selection that is shipped and the
//! licence are in the folder `outlines` of this crate; the licence asks nothing
//! of pictures that are made with it.

mod diagram;
pub mod outline;
pub mod png;
pub mod scene;
mod style;
pub mod svg;
pub mod text;

pub use diagram::{Diagram, IllegalMove};
pub use style::{Hands, Style};
