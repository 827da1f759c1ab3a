//! Every switchable technique off, one at a time.
//!
//! The settings are made from the options table itself, so that a new technique
//! is measured without anybody thinking of it.

use super::Halt;
use super::lab::{Lab, Setting};
use super::published;
use super::report::{Facts, Section, decimal, nodes, seconds};
use super::stats::{Totals, geometric_mean, ratio};
use kemuri_runstore::plot::bars;
use kemuri_solver::Options;
use kemuri_solver::options::{Kind, Spec, TABLE};
use std::collections::BTreeMap;

const DEFAULTS: &str = "defaults";
/// The one setting that a paper prints figures of.
const WITHOUT_PROOF_HANDS: &str = "proof-hands=off";

/// A technique that was switched off, and what that did.
#[derive(Clone, Debug)]
pub struct Technique {
    /// The option and its value: `proof-hands=off`.
    pub setting: String,
    /// What the option is about.
    pub about: String,
    /// Totals over all problems.
    pub totals: Totals,
    /// Problems that only the defaults decide.
    pub lost: usize,
    /// Problems that the defaults do not decide.
    pub gained: usize,
    /// Geometric mean of the nodes over those of the defaults, where both decide.
    pub mean_nodes: Option<f64>,
    /// The same of the times.
    pub mean_time: Option<f64>,
    /// Nodes of all problems over those of the defaults.
    pub total_nodes: f64,
}

/// The values that switch a technique off: `off`, another choice, or a 0 that
/// the option allows.
fn others(spec: &Spec) -> Vec<String> {
    match spec.kind {
        Kind::Switch => vec!["off".into()],
        Kind::Choice(words) => words.iter().map(|word| (*word).into()).collect(),
        Kind::Number { min: 0, .. } => vec!["0".into()],
        Kind::Number { .. } | Kind::Size { .. } => Vec::new(),
    }
}

/// The defaults, and everything that can be switched.
fn settings(base: &Options) -> Vec<(Setting, Option<&'static Spec>)> {
    let mut settings = vec![(Setting::first_mate(DEFAULTS, base.clone()), None)];
    for spec in TABLE {
        for value in others(spec) {
            let mut options = base.clone();
            if options.set(spec.name, &value).is_ok() && options != *base {
                let name = format!("{}={value}", spec.name);
                settings.push((Setting::first_mate(name, options), Some(spec)));
            }
        }
    }
    settings
}

/// Runs the experiment.
pub fn run(lab: &mut Lab<'_>) -> Result<Facts, Halt> {
    let settings = settings(lab.options);
    for number in lab.numbers() {
        for (setting, _) in &settings {
            lab.measure(number, setting)?;
        }
    }
    Ok(facts(lab, &settings))
}

fn facts(lab: &Lab<'_>, settings: &[(Setting, Option<&'static Spec>)]) -> Facts {
    let text = lab.text;
    let base = Totals::of(lab.rows(DEFAULTS));
    let mut techniques: Vec<Technique> = settings
        .iter()
        .filter_map(|(setting, spec)| Some((setting, (*spec)?)))
        .map(|(setting, spec)| {
            technique(
                lab,
                &setting.name,
                kemuri_text::solver::option_help(text.0, spec),
                &base,
            )
        })
        .collect();
    techniques.sort_by(|a, b| b.total_nodes.total_cmp(&a.total_nodes));
    let defaults = vec![
        DEFAULTS.to_string(),
        base.decided.to_string(),
        String::new(),
        String::new(),
        nodes(Some(base.nodes)),
        decimal(Some(1.0)),
        decimal(Some(1.0)),
        seconds(Some(base.time)),
        decimal(Some(1.0)),
        String::new(),
    ];
    let rows = techniques.iter().map(|technique| {
        vec![
            format!("`{}`", technique.setting),
            technique.totals.decided.to_string(),
            technique.lost.to_string(),
            technique.gained.to_string(),
            nodes(Some(technique.totals.nodes)),
            decimal(Some(technique.total_nodes)),
            decimal(technique.mean_nodes),
            seconds(Some(technique.totals.time)),
            decimal(technique.mean_time),
            technique.about.clone(),
        ]
    });
    let rows: Vec<Vec<String>> = [defaults].into_iter().chain(rows).collect();
    let chart: Vec<(String, f64)> = techniques
        .iter()
        .map(|technique| (technique.setting.clone(), technique.total_nodes))
        .collect();
    Facts {
        reading: text.ablation_reading(&techniques, &base, proof_hands(lab)),
        sections: vec![Section::table(
            text.totals_heading(),
            text.ablation_note(),
            &text.ablation_heads(),
            1,
            &rows,
        )],
        pictures: vec![(
            "ablation.svg".into(),
            bars(text.ablation_axis(), 1.0, &chart),
        )],
    }
}

fn technique(lab: &Lab<'_>, setting: &str, about: String, base: &Totals) -> Technique {
    let totals = Totals::of(lab.rows(setting));
    let pairs = || lab.both(setting, DEFAULTS);
    let both = pairs().count();
    Technique {
        setting: setting.into(),
        about,
        totals,
        lost: base.decided - both,
        gained: totals.decided - both,
        mean_nodes: geometric_mean(pairs().map(|(a, b)| ratio(a.nodes, b.nodes))),
        mean_time: geometric_mean(pairs().map(|(a, b)| ratio(a.time_us, b.time_us))),
        total_nodes: ratio(totals.nodes, base.nodes),
    }
}

/// The only published comparison of this kind: nodes without proof hands over
/// nodes with them, as printed and as measured, on the problems that have both.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// How many problems.
    pub problems: usize,
    /// The geometric mean of the printed ratios.
    pub published: f64,
    /// That of ours.
    pub measured: f64,
}

fn proof_hands(lab: &Lab<'_>) -> Option<Beside> {
    let printed: BTreeMap<_, _> = published::proof_pieces().into_iter().collect();
    let pairs: Vec<(f64, f64)> = lab
        .both(WITHOUT_PROOF_HANDS, DEFAULTS)
        .filter_map(|(without, with)| {
            let row = printed.get(&published::key(&with.problem)?)?;
            let theirs = ratio(row.nodes_without?, row.nodes_with?);
            Some((theirs, ratio(without.nodes, with.nodes)))
        })
        .collect();
    Some(Beside {
        problems: pairs.len(),
        published: geometric_mean(pairs.iter().map(|pair| pair.0))?,
        measured: geometric_mean(pairs.iter().map(|pair| pair.1))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_switch_is_switched_and_nothing_is_measured_twice() {
        let settings = settings(&Options::default());
        let names: BTreeSet<&str> = settings.iter().map(|(s, _)| s.name.as_str()).collect();
        assert_eq!(names.len(), settings.len());
        for spec in TABLE.iter().filter(|spec| spec.kind == Kind::Switch) {
            assert!(
                names.contains(format!("{}=off", spec.name).as_str()),
                "{}",
                spec.name
            );
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
