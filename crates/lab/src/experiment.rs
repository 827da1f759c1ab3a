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

/// What the program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// An experiment of the papers.
    Experiment(Experiment),
    /// Random positions, on which no two answers may contradict each other.
    Contradict,
}

impl Task {
    /// All tasks with their names.
    pub const ALL: [(&'static str, Self); 6] = {
        let mut all = [("contradict", Self::Contradict); 6];
        let mut i = 0;
        while i < Experiment::ALL.len() {
            let (name, experiment) = Experiment::ALL[i];
            all[i] = (name, Self::Experiment(experiment));
            i += 1;
        }
        all
    };

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Experiment(experiment) => experiment.name(),
            Self::Contradict => "contradict",
        }
    }

    /// Returns the default node limit of a search. Random positions that take more
    /// are rare, and would take most of the time.
    pub fn default_limit(self) -> u64 {
        match self {
            Self::Experiment(experiment) => experiment.default_limit(),
            Self::Contradict => 10_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_has_its_name() {
        for (name, task) in Task::ALL {
            assert_eq!(task.name(), name);
            assert!(task.default_limit() > 0);
        }
    }
}
