//! How memory is split between the search, the builder and the verifier.

/// The least that the builder needs.
const LEAST_INDEX: u64 = 1 << 20;
/// What the builder may use beyond the memory that is split.
const INDEX_SPARE: u64 = 16 << 20;
/// What the verifier remembers of an entry, if it remembers all.
const VERIFIER_ENTRY: u64 = 16;
/// What the verifier may use beyond the memory that is split.
const VERIFIER_SPARE: u64 = 32 << 20;

/// How many bytes each part gets when certificates are written and verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySplit {
    /// For the table of the search: [`Options::hash`](crate::Options::hash).
    pub table: u64,
    /// For the builder, beside the table.
    pub index: usize,
    /// For the verifier, when there is no table any more.
    pub verifier: u64,
}

impl MemorySplit {
    /// Splits `bytes` of memory. Builder and verifier may use a few megabytes more.
    pub fn of(bytes: u64) -> Self {
        let index = (bytes / 8).max(LEAST_INDEX);
        Self {
            table: bytes - index.saturating_sub(INDEX_SPARE),
            index: usize::try_from(index).unwrap_or(usize::MAX),
            verifier: bytes.saturating_add(VERIFIER_SPARE),
        }
    }

    /// Whether all entries of a certificate can be kept while it is verified.
    pub fn can_keep(self, entries: u64) -> bool {
        entries.saturating_mul(VERIFIER_ENTRY) <= self.verifier
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_gets_its_share() {
        for (bytes, table, index) in [
            (256 << 20, 240 << 20, 32 << 20),
            (8 << 20, 8 << 20, 1 << 20),
            (64 << 10, 64 << 10, 1 << 20),
        ] {
            let split = MemorySplit::of(bytes);
            assert_eq!((split.table, split.index), (table, index));
            assert!(split.can_keep(1_000_000));
            assert!(!split.can_keep((bytes + (40 << 20)) / 16));
        }
    }
}
