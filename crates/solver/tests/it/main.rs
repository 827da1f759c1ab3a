//! The tests of this crate, one module for each subject.

mod books;
mod bounds;
mod certificates;
mod common;
mod depth;
mod edo_line;
mod futile;
mod literal;
mod mixed;
mod oracle;
mod probe;
mod refutation;
mod regressions;
mod reuse;
mod shortest;
mod tree;
