//! What the tests against the oracle have in common.

pub mod hands;
pub mod switched;

use kemuri_solver::options::{OptionKind, TABLE};
use kemuri_solver::{Budget, Options, Solver};

/// Nodes the solver may spend on one of them.
const NODES: u64 = 400_000;
/// The same in a table that forgets almost everything.
const FEW_NODES: u64 = 20_000;

/// Every option away from its default, one at a time, and all switches off.
pub fn variants() -> Vec<(String, Options)> {
    let mut variants = vec![("defaults".into(), Options::default())];
    let mut off = Options::default();
    for spec in TABLE {
        let values: Vec<String> = match spec.kind {
            OptionKind::Switch => vec!["off".into()],
            OptionKind::Choice(words) => words.iter().map(|w| (*w).into()).collect(),
            OptionKind::Number { .. } if spec.name == "threads" => vec!["3".into()],
            OptionKind::Number { min, max } => vec![min.to_string(), max.to_string()],
            OptionKind::Size { .. } => vec![],
            kind => panic!("values of {kind:?} are not tried"),
        };
        for value in values {
            let mut options = Options::default();
            options.set(spec.name, &value).unwrap();
            if matches!(spec.kind, OptionKind::Switch) {
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
const SIZES: [u64; 6] = [448, 5 * 448, 64 << 10, 256 << 10, 1 << 20, 8 << 20];

/// From here on a table is large enough to decide nearly everything.
pub const ROOMY: u64 = 64 << 10;

/// Which of `variants` variants to run at which table size: all sizes with the
/// defaults, and each variant in turn with a size in turn.
pub fn runs(turn: usize, variants: usize) -> impl Iterator<Item = (usize, u64)> {
    let size = SIZES[turn / 10 % SIZES.len()];
    let in_turn = [0, 1].map(|i| ((turn * 2 + i) % variants, size));
    SIZES.iter().map(|&size| (0, size)).chain(in_turn)
}

/// A solver with `options` and a table of `size` bytes, and its limits there.
pub fn solver(options: &Options, size: u64) -> (Solver, Budget) {
    let options = options.clone().with_hash(size);
    let budget = Budget::default().with_nodes(if size < ROOMY { FEW_NODES } else { NODES });
    (Solver::new(options).unwrap(), budget)
}
