//! Every switchable technique off, one at a time.
//!
//! The settings are made from the table of search options, so a new technique is
//! measured as soon as it is in the table.

use crate::bars;
use crate::error::ExperimentError;
use crate::numbers::{count, decimal, rounded, seconds};
use crate::published;
use crate::report::{Findings, Picture, ReportSection, heads};
use crate::searches::{Searches, Setting};
use crate::stats::{SearchTotals, geometric_mean, ratio};
use kemuri_runstore::markdown;
use kemuri_solver::Options;
use kemuri_solver::options::{OptionKind, OptionSpec, TABLE};
use kemuri_text::{Lang, solver, tr, units};
use std::collections::BTreeMap;

const DEFAULTS: &str = "defaults";
/// The only setting that a paper prints figures of.
const WITHOUT_PROOF_HANDS: &str = "proof-hands=off";
/// How many techniques the report names as those that matter most.
const NAMED: usize = 3;

/// A setting that differs from the defaults in one option.
struct SwitchedSetting {
    setting: Setting,
    option: &'static OptionSpec,
}

/// What switching a technique off did.
#[derive(Clone, Debug)]
struct TechniqueResult {
    /// The option and its value: `proof-hands=off`.
    setting: String,
    /// What the option is about.
    about: String,
    /// Totals over all problems.
    totals: SearchTotals,
    /// Problems that only the defaults decide.
    lost: usize,
    /// Problems that the defaults do not decide.
    gained: usize,
    /// Geometric mean of the nodes over those of the defaults, where both decide.
    mean_nodes: Option<f64>,
    /// Geometric mean of the times over those of the defaults.
    mean_time: Option<f64>,
    /// Nodes of all problems over those of the defaults.
    total_nodes: f64,
}

/// Returns the values that switch a technique off: `off`, another choice, or a 0
/// that the option allows.
fn other_values(option: &OptionSpec) -> Vec<String> {
    match option.kind {
        OptionKind::Switch => vec!["off".into()],
        OptionKind::Choice(words) => words.iter().map(|word| (*word).into()).collect(),
        OptionKind::Number { min: 0, .. } => vec!["0".into()],
        _ => Vec::new(),
    }
}

/// Returns the settings that differ from `base` in one option.
fn switched_settings(base: &Options) -> Vec<SwitchedSetting> {
    let mut settings = Vec::new();
    for option in TABLE {
        for value in other_values(option) {
            let mut options = base.clone();
            if options.set(option.name, &value).is_ok() && options != *base {
                let name = format!("{}={value}", option.name);
                let setting = Setting::first_mate(name, options);
                settings.push(SwitchedSetting { setting, option });
            }
        }
    }
    settings
}

/// Runs the experiment.
pub fn run(searches: &mut Searches<'_>) -> Result<Findings, ExperimentError> {
    let base = searches.context.options.clone();
    let switched = switched_settings(&base);
    let mut settings = vec![Setting::first_mate(DEFAULTS, base)];
    settings.extend(switched.iter().map(|switched| switched.setting.clone()));
    searches.run_all(&settings)?;
    Ok(findings(searches, &switched))
}

fn findings(searches: &Searches<'_>, switched: &[SwitchedSetting]) -> Findings {
    let lang = searches.lang();
    let base = SearchTotals::of(searches.results(DEFAULTS));
    let mut techniques: Vec<TechniqueResult> = switched
        .iter()
        .map(|switched| technique_result(searches, switched, &base))
        .collect();
    techniques.sort_by(|a, b| b.total_nodes.total_cmp(&a.total_nodes));
    let mut rows = vec![defaults_row(&base)];
    rows.extend(techniques.iter().map(technique_row));
    let ratios = techniques.iter();
    let ratios: Vec<_> = ratios
        .map(|technique| (technique.setting.clone(), technique.total_nodes))
        .collect();
    let chart = bars::draw(&tr!(lang, "lab-ablation-axis"), &ratios);
    Findings {
        reading: reading(searches, &techniques, &base),
        sections: vec![ReportSection {
            title: tr!(lang, "lab-summary"),
            note: tr!(lang, "lab-ablation-note"),
            table: markdown::table(&heads(&tr!(lang, "lab-ablation-heads")), 1, &rows),
        }],
        pictures: vec![Picture::new("ablation.svg", chart)],
    }
}

fn defaults_row(base: &SearchTotals) -> Vec<String> {
    let one = || decimal(Some(1.0));
    vec![
        DEFAULTS.to_string(),
        base.decided.to_string(),
        String::new(),
        String::new(),
        count(Some(base.nodes)),
        one(),
        one(),
        seconds(Some(base.time)),
        one(),
        String::new(),
    ]
}

fn technique_row(technique: &TechniqueResult) -> Vec<String> {
    vec![
        format!("`{}`", technique.setting),
        technique.totals.decided.to_string(),
        technique.lost.to_string(),
        technique.gained.to_string(),
        count(Some(technique.totals.nodes)),
        decimal(Some(technique.total_nodes)),
        decimal(technique.mean_nodes),
        seconds(Some(technique.totals.time)),
        decimal(technique.mean_time),
        technique.about.clone(),
    ]
}

fn technique_result(
    searches: &Searches<'_>,
    switched: &SwitchedSetting,
    base: &SearchTotals,
) -> TechniqueResult {
    let setting = &switched.setting.name;
    let totals = SearchTotals::of(searches.results(setting));
    let pairs = || searches.decided_in_both(setting, DEFAULTS);
    let both = pairs().count();
    TechniqueResult {
        setting: setting.clone(),
        about: solver::option_help(searches.lang(), switched.option),
        totals,
        lost: base.decided - both,
        gained: totals.decided - both,
        mean_nodes: geometric_mean(pairs().map(|(a, b)| ratio(a.nodes, b.nodes))),
        mean_time: geometric_mean(pairs().map(|(a, b)| ratio(a.time_us, b.time_us))),
        total_nodes: ratio(totals.nodes, base.nodes),
    }
}

fn reading(
    searches: &Searches<'_>,
    techniques: &[TechniqueResult],
    base: &SearchTotals,
) -> Vec<String> {
    let lang = searches.lang();
    let mut sentences = vec![tr!(
        lang,
        "lab-ablation-reading",
        decided = base.decided,
        problems = base.problems(),
        nodes = units::grouped(base.nodes)
    )];
    let worst = techniques.iter().take(NAMED);
    let worst: Vec<_> = worst.filter(|t| rounded(t.total_nodes) > 1.0).collect();
    if !worst.is_empty() {
        let list = technique_list(&worst, lang);
        sentences.push(tr!(lang, "lab-ablation-reading-worst", list));
    }
    let better = techniques.iter();
    let better: Vec<_> = better.filter(|t| rounded(t.total_nodes) < 1.0).collect();
    if !better.is_empty() {
        let list = technique_list(&better, lang);
        sentences.push(tr!(lang, "lab-ablation-reading-better", list));
    }
    sentences.extend(proof_hands_sentence(searches));
    sentences
}

fn technique_list(techniques: &[&TechniqueResult], lang: Lang) -> String {
    let item = |technique: &&TechniqueResult| {
        tr!(
            lang,
            "lab-ablation-technique",
            setting = &technique.setting,
            nodes = format!("{:.3}", technique.total_nodes),
            lost = technique.lost
        )
    };
    let items: Vec<String> = techniques.iter().map(item).collect();
    items.join(match lang {
        Lang::En => ", ",
        Lang::Ja => "、",
    })
}

/// Sets the only published comparison of this kind beside ours: nodes without
/// proof hands over nodes with them, on the problems that have both.
fn proof_hands_sentence(searches: &Searches<'_>) -> Option<String> {
    let printed: BTreeMap<_, _> = published::proof_pieces().into_iter().collect();
    let pairs: Vec<(f64, f64)> = searches
        .decided_in_both(WITHOUT_PROOF_HANDS, DEFAULTS)
        .filter_map(|(without, with)| {
            let figures = printed.get(&published::key(&with.problem)?)?;
            let published = ratio(figures.nodes_without?, figures.nodes_with?);
            Some((published, ratio(without.nodes, with.nodes)))
        })
        .collect();
    let published = geometric_mean(pairs.iter().map(|pair| pair.0))?;
    let measured = geometric_mean(pairs.iter().map(|pair| pair.1))?;
    Some(tr!(
        searches.lang(),
        "lab-ablation-reading-proof-hands",
        published = format!("{published:.3}"),
        measured = format!("{measured:.3}"),
        problems = pairs.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_switch_is_switched_and_nothing_is_measured_twice() {
        let settings = switched_settings(&Options::default());
        let names: BTreeSet<&str> = settings.iter().map(|s| s.setting.name.as_str()).collect();
        assert_eq!(names.len(), settings.len());
        for spec in TABLE.iter().filter(|spec| spec.kind == OptionKind::Switch) {
            let name = format!("{}=off", spec.name);
            assert!(names.contains(name.as_str()), "{name}");
        }
        for name in [
            "cycles=none",
            "cycles=min-distance",
            "epsilon=0",
            WITHOUT_PROOF_HANDS,
        ] {
            assert!(names.contains(name), "{name}");
        }
        assert!(!names.contains("cycles=threshold"));
    }
}
