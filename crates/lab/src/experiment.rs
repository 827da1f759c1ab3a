//! The experiments.

use kemuri_text::{Lang, tr};

/// An experiment of one of the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// With and without proof hands (Seo 1999).
    ProofHands,
    /// When to collect the table, and how much to free (Nagai and Imai 2001).
    TableGc,
    /// Remedies against cycles (Kishimoto).
    Cycles,
    /// Lengths on graphs, and the cost of the shortest mate (komori-n 2021).
    Lengths,
    /// Every technique off, one at a time.
    Ablation,
}

impl Experiment {
    /// All experiments with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("proof-hands", Self::ProofHands),
        ("table-gc", Self::TableGc),
        ("cycles", Self::Cycles),
        ("lengths", Self::Lengths),
        ("ablation", Self::Ablation),
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, one)| *one == self);
        named.map_or("", |(name, _)| name)
    }

    /// Returns the default node limit of a search: such that all five over two
    /// hundred problems take less than four hours on two cores.
    pub fn default_limit(self) -> u64 {
        match self {
            Self::ProofHands | Self::Cycles => 50_000_000,
            Self::Lengths => 20_000_000,
            Self::TableGc => 10_000_000,
            Self::Ablation => 5_000_000,
        }
    }

    /// Returns what the report says it is about.
    pub fn about(self, lang: Lang) -> String {
        match self {
            Self::ProofHands => tr!(lang, "lab-about-proof-hands"),
            Self::TableGc => tr!(lang, "lab-about-table-gc"),
            Self::Cycles => tr!(lang, "lab-about-cycles"),
            Self::Lengths => tr!(lang, "lab-about-lengths"),
            Self::Ablation => tr!(lang, "lab-about-ablation"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_has_its_name() {
        for (name, experiment) in Experiment::ALL {
            assert_eq!(experiment.name(), name);
            assert!(experiment.default_limit() > 0);
        }
    }
}
