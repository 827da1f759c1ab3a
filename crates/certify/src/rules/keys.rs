//! Random numbers for the keys of boards.

use std::hash::{BuildHasher, RandomState};

/// A 128-bit number for each piece on each square. The key of a board is the exclusive
/// or of those of its pieces.
pub struct BoardKeys(Box<[[u128; 81]; 32]>);

impl BoardKeys {
    /// Draws unpredictable numbers, for a verifier.
    ///
    /// A verifier compares boards by their keys. With known numbers, a forger could
    /// search for two boards with the same key and build a false certificate on them.
    pub fn secret() -> Self {
        // SipHash with keys from the operating system: the best source of randomness
        // in the standard library.
        let (high, low) = (RandomState::new(), RandomState::new());
        Self::new(|n| u128::from(high.hash_one(n)) << 64 | u128::from(low.hash_one(n)))
    }

    /// Returns the same numbers every time, for a builder: the same questions make the
    /// same file. The generator is SplitMix64 (Steele, Lea, Flood 2014).
    pub fn fixed() -> Self {
        let mut numbers = (1u64..).map(|n| {
            let mut word = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)] {
                word = (word ^ word >> shift).wrapping_mul(factor);
            }
            u128::from(word ^ word >> 31)
        });
        let mut next = || numbers.next().unwrap_or_default();
        Self::new(|_| next() << 64 | next())
    }

    fn new(mut number: impl FnMut(u32) -> u128) -> Self {
        let mut table = Box::new([[0; 81]; 32]);
        let mut n = 0;
        // Code 0 is the empty square, which counts for nothing.
        for row in table.iter_mut().skip(1) {
            for key in row.iter_mut() {
                *key = number(n);
                n += 1;
            }
        }
        Self(table)
    }

    /// Returns the number of a piece on a square.
    #[inline]
    pub fn of(&self, piece: u8, sq: usize) -> u128 {
        self.0[usize::from(piece & 31)][sq]
    }
}
