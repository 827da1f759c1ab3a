//! The tests of this crate, one module for each subject.

mod collection;
mod enumeration;
mod extension;
mod retro;
mod second_opinion;
mod unmoves;
