//! What the commands that search have in common.

use super::values;
use clap::Args;
use kemuri_core::{Budget, Color};
use kemuri_formats::ReadOptions;
use kemuri_solver::{Futile, Goal};
use kemuri_terminal::Stop;
use kemuri_terminal::args::UsageError;
use kemuri_text::tr;
use std::time::Duration;

/// What `solve` and `bench` have in common.
#[derive(Args)]
pub struct SearchArgs {
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Stop at the first proof.
    #[arg(long)]
    pub quick: bool,
    /// Time limit for each problem.
    #[arg(long, value_parser = values::time)]
    pub time: Option<Duration>,
    /// Node limit for each problem.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    pub nodes: Option<u64>,
    /// Who attacks, if the position is not to decide.
    #[arg(long, value_parser = values::side())]
    pub attacker: Option<Color>,
    /// Whether the defender gets every piece that is nowhere.
    #[arg(long)]
    pub rest: bool,
    /// The interpositions that do not count, if the user says.
    #[arg(long, value_parser = values::named(&Futile::ALL))]
    pub futile: Option<Futile>,
    /// Whether progress may be shown.
    #[arg(long = "no-progress", action = clap::ArgAction::SetFalse)]
    pub progress: bool,
}

impl SearchArgs {
    /// Returns what is asked for. Trees and certificates are of every legal
    /// move, futile ones too.
    pub fn goal(&self, every_move: bool) -> Goal {
        match (self.quick, self.futile) {
            (true, _) => Goal::FirstMate,
            (false, Some(futile)) => Goal::Shortest(futile),
            (false, None) if every_move => Goal::Shortest(Futile::None),
            (false, None) => Goal::Shortest(Futile::default()),
        }
    }

    /// Returns how problems are read.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions::default()
            .with_attacker(self.attacker)
            .with_rest(self.rest)
    }

    /// Returns what a problem may cost that is begun now.
    pub fn budget(&self, stop: &Stop) -> Budget {
        Budget::until_stopped(stop.flag())
            .with_time(self.time)
            .with_nodes(self.nodes)
    }

    /// Whether the user wants interpositions left uncounted.
    pub fn leaves_out(&self) -> bool {
        self.futile.is_some_and(|futile| futile != Futile::None)
    }
}

/// Refuses `flag`, which counts every move, where interpositions are to be left
/// out.
pub fn every_move(flag: &'static str) -> UsageError {
    UsageError::other(|lang| tr!(lang, "help-error-every-move", flag))
}
