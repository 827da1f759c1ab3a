//! The tests of this crate, one module for each subject.

mod abstract_graphs;
mod futile;
mod known_positions;
mod rules_agree_with_rsshogi;
mod small_positions;
mod withdrawn_method;
