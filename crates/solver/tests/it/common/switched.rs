//! Options for tests of techniques without one another.

use kemuri_oracle::random::Rng;
use kemuri_solver::Options;
use kemuri_solver::options::{OptionKind, TABLE};

/// The defaults with about half of the switches off; which ones is up to `seed`.
pub fn switched(seed: u64) -> Options {
    let mut rng = Rng::new(!seed);
    let mut options = Options::default();
    for spec in TABLE {
        if matches!(spec.kind, OptionKind::Switch) && rng.chance(1, 2) {
            options.set(spec.name, "off").unwrap();
        }
    }
    options
}
