//! Positions that the tests draw.

use kemuri_core::Problem;
use kemuri_diagram::Diagram;

/// Promoted pieces of both sides, and much in the defender's hand.
pub const FULL: &str = "+P7k/6G2/9/8l/9/+r3+b4/9/9/8+S b 2Srb3gs4n3l17p 1";

/// The diagram of a problem.
pub fn diagram(sfen: &str) -> Diagram {
    Diagram::from_problem(&Problem::from_sfen(sfen).expect("a problem"))
}
