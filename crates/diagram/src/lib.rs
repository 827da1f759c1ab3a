#![doc = include_str!("../README.md")]
//!
//! A [`Diagram`] is a board with its hands, a title, a caption and the square
//! of the last move; a [`Style`] says how it is drawn. [`scene`] lays a picture
//! out once for both SVG and PNG.
//!
//! # The font
//!
//! The characters are outlines of BIZ UDMincho (Copyright 2022 The BIZ UDMincho
//! Project Authors, <https://github.com/googlefonts/morisawa-biz-ud-mincho>),
//! under the SIL Open Font License 1.1. The selection that is shipped and the
//! licence are in the folder `outlines` of this crate; the licence asks nothing
//! of pictures that are made with it.

mod diagram;
mod escape;
pub mod outline;
pub mod plot;
pub mod png;
pub mod scene;
mod style;
pub mod svg;
pub mod text;

pub use diagram::{Diagram, IllegalMove};
pub use escape::escape;
pub use plot::Plot;
pub use style::{Hands, Style};
