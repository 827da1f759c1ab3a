//! Shogi diagrams as Japanese books print them.
//!
//! A [`Diagram`] is a board with its hands, a title, a caption and the square
//! of the last move; a [`Style`] says how it is to be drawn. From these two
//! come
//!
//! - [`svg::write`], a vector picture that needs no font,
//! - [`svg::page`], many of them in columns,
//! - [`png::write`], the same picture in pixels,
//! - [`text::write`], a diagram in characters, in colour if wanted.
//!
//! [`scene`] lays a picture out once for both SVG and PNG.
//!
//! ```
//! use kemuri_core::Problem;
//! use kemuri_diagram::{Diagram, Style, png, svg};
//!
//! let problem = Problem::from_sfen("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! let diagram = Diagram::from_problem(&problem).with_title("第一番");
//! let vector: String = svg::write(&diagram, &Style::default(), 600);
//! let pixels: Vec<u8> = png::render(&diagram, &Style::default(), 600);
//! # assert!(vector.starts_with("<svg") && pixels.starts_with(b"\x89PNG"));
//! # Ok::<(), kemuri_core::ProblemError>(())
//! ```
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
pub mod png;
pub mod scene;
mod style;
pub mod svg;
pub mod text;

pub use diagram::{Diagram, IllegalMove};
pub use escape::escape;
pub use style::{Hands, Style};
