//! `cargo xtask test`: everything that CI runs.

fn main() {}
