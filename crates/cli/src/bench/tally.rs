//! Sums over a collection, and who is of another mind.

use super::{EngineRun, Finding, ProblemRuns, sentences};
use kemuri_formats::Expected;
use kemuri_text::Lang;
use std::time::Duration;

/// Times below this say more about the clock than about the engine.
pub(super) const NOTEWORTHY: Duration = Duration::from_millis(100);

/// The sums of one engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    pub(super) mates: usize,
    /// Mates whose length is proven shortest, where that is known of any.
    pub(super) exact: Option<usize>,
    pub(super) nomates: usize,
    pub(super) unknown: usize,
    pub(super) failed: usize,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    log_ratios: f64,
    ratios: usize,
}

impl Totals {
    /// Adds a run; `reference` is Kemuri's at the same problem.
    pub(super) fn add(&mut self, run: &EngineRun, reference: &EngineRun) {
        match run.finding {
            Finding::Mate(_) => self.mates += 1,
            Finding::NoMate => self.nomates += 1,
            Finding::Unknown(_) => self.unknown += 1,
            Finding::BadLine(_) | Finding::Failed(_) => self.failed += 1,
            Finding::NotAsked => return,
        }
        if let Some(exact) = run.exact {
            *self.exact.get_or_insert(0) += usize::from(exact);
        }
        self.nodes += run.nodes.unwrap_or(0);
        self.time += run.time;
        if let Some(ratio) = ratio(run, reference)
            && run.time.max(reference.time) > NOTEWORTHY
        {
            self.log_ratios += ratio.ln();
            self.ratios += 1;
        }
    }

    /// Problems settled.
    pub(super) fn solved(&self) -> usize {
        self.mates + self.nomates
    }

    /// The geometric mean of the ratios of times to Kemuri's.
    pub(super) fn mean_ratio(&self) -> Option<f64> {
        (self.ratios > 0).then(|| (self.log_ratios / self.ratios as f64).exp())
    }
}

/// Time over Kemuri's time, where both settled the problem.
pub(super) fn ratio(run: &EngineRun, reference: &EngineRun) -> Option<f64> {
    let (a, b) = (run.time.as_secs_f64(), reference.time.as_secs_f64());
    let comparable = run.finding.decides() && reference.finding.decides() && a > 0.0 && b > 0.0;
    comparable.then(|| a / b)
}

impl ProblemRuns<'_> {
    /// The run of median time of each engine, Kemuri first.
    pub(super) fn medians(&self) -> Vec<EngineRun> {
        self.runs
            .iter()
            .filter_map(|runs| {
                let mut runs = runs.clone();
                runs.sort_by_key(|run| run.time);
                runs.get(runs.len().saturating_sub(1) / 2).copied()
            })
            .collect()
    }

    /// Who claims what, if not all who claim something claim the same.
    pub(super) fn disagreement(&self, names: &[String], lang: Lang) -> Option<String> {
        let mut seen = [false; 2];
        let mut claims = Vec::new();
        for (name, runs) in names.iter().zip(&self.runs) {
            let mut said = [false; 2];
            for claim in runs.iter().filter_map(|run| run.finding.claims_mate()) {
                said[usize::from(claim)] = true;
            }
            for claim in [true, false] {
                if said[usize::from(claim)] {
                    seen[usize::from(claim)] = true;
                    claims.push(format!("{name}: {}", sentences::claim(lang, claim)));
                }
            }
        }
        (seen == [true, true]).then(|| claims.join(", "))
    }

    /// Whether Kemuri claims a mate, if the collection expects the opposite.
    pub(super) fn contradiction(&self) -> Option<bool> {
        let expected = match self.entry.expected {
            Expected::Unstated => return None,
            Expected::Mate(_) => true,
            Expected::NoMate => false,
        };
        let kemuri = self.runs.first()?;
        kemuri
            .iter()
            .filter_map(|run| run.finding.claims_mate())
            .any(|claim| claim != expected)
            .then_some(!expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::ProofCheck;
    use crate::input::tests::bundled;
    use kemuri_formats::ProblemEntry;
    use kemuri_usi::client::EngineErrorKind;

    fn run(finding: Finding, ms: u64) -> EngineRun {
        EngineRun {
            finding,
            exact: None,
            nodes: Some(10),
            time: Duration::from_millis(ms),
            proof: ProofCheck::None,
        }
    }

    fn entry(expected: Expected) -> ProblemEntry {
        let mut entry = bundled();
        entry.expected = expected;
        entry
    }

    #[test]
    fn the_median_run_counts() {
        let entry = entry(Expected::Unstated);
        let times = [50, 10, 30, 20, 40].map(|ms| run(Finding::NoMate, ms));
        let row = ProblemRuns {
            entry: &entry,
            runs: vec![times.to_vec(), times[..2].to_vec()],
        };
        let medians: Vec<_> = row.medians().iter().map(|r| r.time.as_millis()).collect();
        assert_eq!(medians, [30, 10]);
    }

    #[test]
    fn ratios_are_averaged_geometrically_where_they_mean_something() {
        let mut totals = Totals::default();
        let reference = run(Finding::Mate(3), 200);
        totals.add(&run(Finding::Mate(5), 400), &reference);
        totals.add(&run(Finding::Mate(5), 1600), &reference);
        // Too short, undecided, failed: none of them may count.
        totals.add(&run(Finding::Mate(5), 1), &run(Finding::Mate(5), 90));
        totals.add(&run(Finding::Unknown("time"), 9000), &reference);
        totals.add(&run(Finding::BadLine(3), 9000), &reference);
        totals.add(&run(Finding::NotAsked, 0), &reference);
        assert!((totals.mean_ratio().unwrap() - 4.0).abs() < 1e-9);
        assert_eq!((totals.solved(), totals.unknown, totals.failed), (3, 1, 1));
        assert_eq!(totals.nodes, 50);
    }

    #[test]
    fn only_claims_can_disagree() {
        let entry = entry(Expected::Unstated);
        let names = ["Kemuri".to_string(), "X".to_string()];
        let said = |a, b| {
            let runs = vec![vec![run(a, 1)], vec![run(b, 1)]];
            ProblemRuns {
                entry: &entry,
                runs,
            }
            .disagreement(&names, Lang::En)
        };
        assert_eq!(said(Finding::Mate(3), Finding::Mate(5)), None);
        assert_eq!(said(Finding::Mate(3), Finding::Unknown("time")), None);
        assert_eq!(
            said(Finding::NoMate, Finding::Failed(EngineErrorKind::Exited)),
            None
        );
        assert_eq!(said(Finding::Mate(3), Finding::NotAsked), None);
        assert_eq!(said(Finding::NoMate, Finding::NotAsked), None);
        let words = Some("Kemuri: nomate, X: mate".to_string());
        assert_eq!(said(Finding::NoMate, Finding::Mate(3)), words);
        assert_eq!(said(Finding::NoMate, Finding::BadLine(3)), words);
    }

    #[test]
    fn an_engine_may_disagree_with_itself() {
        let entry = entry(Expected::Unstated);
        let runs = vec![vec![run(Finding::Mate(3), 1), run(Finding::NoMate, 1)]];
        let words = ProblemRuns {
            entry: &entry,
            runs,
        }
        .disagreement(&["K".to_string()], Lang::En);
        assert_eq!(words.as_deref(), Some("K: mate, K: nomate"));
    }

    #[test]
    fn expectations_are_contradicted_by_verdicts_alone() {
        for (expected, finding, contradicted) in [
            (Expected::Mate(3), Finding::Mate(5), None),
            (Expected::Mate(3), Finding::NoMate, Some(false)),
            (Expected::NoMate, Finding::Mate(5), Some(true)),
            (Expected::NoMate, Finding::NoMate, None),
            (Expected::NoMate, Finding::Unknown("time"), None),
            (Expected::Unstated, Finding::NoMate, None),
        ] {
            let entry = entry(expected);
            let row = ProblemRuns {
                entry: &entry,
                runs: vec![vec![run(finding, 1)]],
            };
            assert_eq!(
                row.contradiction(),
                contradicted,
                "{expected:?} {finding:?}"
            );
        }
    }
}
