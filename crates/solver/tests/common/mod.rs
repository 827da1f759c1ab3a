//! What the tests against the oracle have in common.

use kemuri_solver::Options;
use kemuri_solver::options::{Kind, TABLE};

/// Nodes the solver may spend on one of them.
pub const NODES: u64 = 400_000;
/// The same in a table that forgets almost everything.
pub const FEW_NODES: u64 = 20_000;

/// Every option away from its default, one at a time, and all switches off.
pub fn variants() -> Vec<(String, Options)> {
    let mut variants = vec![("defaults".into(), Options::default())];
    let mut off = Options::default();
    for spec in TABLE {
        let values: Vec<String> = match spec.kind {
            Kind::Switch => vec!["off".into()],
            Kind::Choice(words) => words.iter().map(|w| (*w).into()).collect(),
            Kind::Number { min, max } => vec![min.to_string(), max.to_string()],
            Kind::Size { .. } => vec![],
        };
        for value in values {
            let mut options = Options::default();
            options.set(spec.name, &value).unwrap();
            if matches!(spec.kind, Kind::Switch) {
                off.set(spec.name, "off").unwrap();
            }
            if options != Options::default() {
                variants.push((format!("{}={value}", spec.name), options));
            }
        }
    }
    variants.push(("everything off".into(), off));
    variants
}

/// From one bucket of sixteen entries to more than any of the positions needs.
pub const SIZES: [u64; 6] = [448, 5 * 448, 64 << 10, 256 << 10, 1 << 20, 8 << 20];

/// From here on a table is large enough to decide nearly everything.
pub const ROOMY: u64 = 64 << 10;
