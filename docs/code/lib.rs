//! The Rust examples of the book and of the front pages, compiled and run as
//! doctests.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../README.ja.md")]
#[doc = include_str!("../src/library.md")]
struct Pages;
