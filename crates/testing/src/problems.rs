//! Positions that many tests ask about.

/// A mate in five: ▲２二銀 △１二玉 ▲１三銀 △２三玉 ▲３三金.
pub const MATE: &str = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
/// Its line.
pub const LINE: &str = "S*2b 1a1b S*1c 1b2c 3b3c";
/// A bare king and a pawn in hand: no mate.
pub const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";
/// Both kings in the open, both hands full: nobody knows, and a few seconds are
/// far too short to find out.
pub const HARD: &str = "9/9/9/9/4k4/9/9/9/4K4 b RBG2S2N2L5Prb3g2s2n2l13p 1";
