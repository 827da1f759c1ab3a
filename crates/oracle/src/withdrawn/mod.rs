//! The rule for storing mate lengths of komori-n's withdrawn article on the
//! search for the best line (mate-solver-pv-search, 2021), word for word, and
//! the search for a graph on which it stores a length that is no rank.
//!
//! The rule: if a search at depth X finds a loop to the position at depth D
//! (D < X), the results of depths D + 1, …, X are not written to the table;
//! those of depths 0, …, D and of depths X + 1, … may be.

mod refute;
mod search;

pub use refute::{
    Wrong, article, fails, first_wrong, mates_only, ranks, reachability, restricted, shrunk,
    without_node,
};
pub use search::{Counts, Rule, WithdrawnSearch};
