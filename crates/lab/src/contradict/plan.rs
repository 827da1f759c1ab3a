//! Who is asked about a position.

use super::witness::{SearchSetting, Witness};
use kemuri_oracle::random::Rng;
use kemuri_solver::options::{OptionKind, TABLE};
use kemuri_solver::{Futile, Goal, Options};

/// Positions that the brute force looks at, ordinarily, now and then, and when a
/// position is compared thoroughly.
const FEW: usize = 300;
const MANY: usize = 3_000;
const THOROUGH: usize = 20_000;
/// Positions that the brute force over the rule of a profile looks at.
const RULE: usize = 400;
const RULE_THOROUGH: usize = 20_000;
/// The tables, from the smallest that `--hash` allows to the default.
const TABLES: [(&str, u64); 5] = [
    ("hash=64K", 64 << 10),
    ("hash=256K", 256 << 10),
    ("hash=1M", 1 << 20),
    ("hash=16M", 16 << 20),
    ("hash=256M", 256 << 20),
];

/// Options away from their defaults, with their name.
pub type Variant = (String, Options);

/// Returns every option away from its default, one at a time, and all switches off.
/// Made from the table of options, so a new option is compared without further work.
pub fn variants() -> Vec<Variant> {
    let mut variants = Vec::new();
    let mut off = Options::default();
    for spec in TABLE {
        let values: Vec<String> = match spec.kind {
            OptionKind::Switch => vec!["off".into()],
            OptionKind::Choice(words) => words.iter().map(|word| (*word).into()).collect(),
            OptionKind::Number { .. } if spec.name == "threads" => {
                ["2", "3", "4"].map(String::from).to_vec()
            }
            OptionKind::Number { min, max } => vec![min.to_string(), max.to_string()],
            _ => Vec::new(),
        };
        for value in values {
            let mut options = Options::default();
            let is_set = options.set(spec.name, &value).is_ok();
            if is_set && options != Options::default() {
                variants.push((format!("{}={value}", spec.name), options));
            }
        }
        if spec.kind == OptionKind::Switch {
            // A switch takes this word.
            let _ = off.set(spec.name, "off");
        }
    }
    variants.push(("switches=off".into(), off));
    variants
}

fn kemuri(variant: Option<&Variant>, table: usize, goal: Goal) -> SearchSetting {
    let (name, bytes) = TABLES[table % TABLES.len()];
    let (name, options) = match variant {
        Some((variant, options)) => (format!("{name} {variant}"), options.clone()),
        None => (name.into(), Options::default()),
    };
    SearchSetting {
        name,
        options: options.with_hash(bytes),
        goal,
        certified: false,
    }
}

const SHORTEST: Goal = Goal::Shortest(Futile::None);
/// The profiles whose rule is known to the brute force.
const PROFILES: [Futile; 2] = [Futile::Standard, Futile::WithMoves];

/// Chooses witnesses for one position.
pub struct Plan<'a> {
    /// The settings that differ from the defaults.
    pub variants: &'a [Variant],
    /// How many engines there are.
    pub engines: usize,
}

impl Plan<'_> {
    /// Returns the brute force that is asked first.
    pub fn oracle(&self, rng: &mut Rng) -> Witness {
        Witness::Oracle(if rng.chance(1, 20) { MANY } else { FEW })
    }

    /// Returns who is asked next of a random position: a few settings in turn.
    pub fn some(&self, rng: &mut Rng, decided: bool) -> Vec<Witness> {
        let table = rng.below(TABLES.len());
        let mut first = kemuri(None, table, SHORTEST);
        // Where brute force ends, a certificate has to do.
        first.certified = !decided || rng.chance(1, 4);
        let other = table + 1 + rng.below(TABLES.len() - 1);
        let mut settings = vec![first, kemuri(None, other, Goal::FirstMate)];
        let goal = *rng.pick(&[SHORTEST, Goal::FirstMate]);
        let variant = rng.pick(self.variants);
        settings.push(kemuri(Some(variant), rng.below(TABLES.len()), goal));
        let witnesses = settings.into_iter().map(Witness::Kemuri);
        witnesses
            .chain((0..self.engines).map(Witness::Engine))
            .collect()
    }

    /// Returns who is asked of a mate: profiles, with and without brute force.
    pub fn of_a_mate(&self, rng: &mut Rng) -> Vec<Witness> {
        let futile = *rng.pick(&PROFILES);
        let mut setting = kemuri(None, rng.below(TABLES.len()), Goal::Shortest(futile));
        setting.certified = rng.chance(1, 8);
        let mut witnesses = vec![Witness::Kemuri(setting)];
        if rng.chance(1, 4) {
            let variant = rng.pick(self.variants);
            let table = rng.below(TABLES.len());
            let setting = kemuri(Some(variant), table, Goal::Shortest(futile));
            witnesses.push(Witness::Kemuri(setting));
        }
        witnesses.push(Witness::Rule(futile, RULE));
        witnesses
    }

    /// Returns everybody, for a position that deserves it. The rule of a profile
    /// counts mates alone, so those who are asked of a mate come second.
    pub fn all(&self) -> (Vec<Witness>, Vec<Witness>) {
        let mut first = vec![Witness::Oracle(THOROUGH)];
        let mut of_a_mate = Vec::new();
        for table in 0..TABLES.len() {
            for goal in [SHORTEST, Goal::FirstMate] {
                let mut setting = kemuri(None, table, goal);
                setting.certified = true;
                first.push(Witness::Kemuri(setting));
            }
        }
        for (number, variant) in self.variants.iter().enumerate() {
            for goal in [SHORTEST, Goal::FirstMate] {
                first.push(Witness::Kemuri(kemuri(Some(variant), number, goal)));
            }
        }
        first.extend((0..self.engines).map(Witness::Engine));
        for futile in PROFILES {
            let goal = Goal::Shortest(futile);
            for table in 0..TABLES.len() {
                of_a_mate.push(Witness::Kemuri(kemuri(None, table, goal)));
            }
            for (number, variant) in self.variants.iter().enumerate() {
                of_a_mate.push(Witness::Kemuri(kemuri(Some(variant), number, goal)));
            }
            of_a_mate.push(Witness::Rule(futile, RULE_THOROUGH));
        }
        (first, of_a_mate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_option_and_every_table_has_its_turn() {
        let variants = variants();
        let plan = Plan {
            variants: &variants,
            engines: 0,
        };
        let mut rng = Rng::new(1);
        let mut named = HashSet::new();
        for _ in 0..2_000 {
            let witnesses = plan.some(&mut rng, true);
            let witnesses = witnesses.into_iter().chain(plan.of_a_mate(&mut rng));
            for name in witnesses.map(|witness| witness.name(&[])) {
                named.extend(name.split(' ').map(String::from));
            }
        }
        for spec in TABLE {
            let prefix = format!("{}=", spec.name);
            assert!(
                named.iter().any(|name| name.starts_with(&prefix)),
                "{}",
                spec.name
            );
        }
        for (name, _) in TABLES {
            assert!(named.contains(name), "{name}");
        }
        for name in [
            "first",
            "shortest",
            "futile=standard",
            "futile=with-moves",
            "rule",
            "threads=4",
        ] {
            assert!(named.contains(name), "{name}");
        }
    }
}
