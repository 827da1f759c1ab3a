//! The `kemuri` binary.

fn main() {}
