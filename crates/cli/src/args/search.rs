//! What the commands that search have in common.

use super::values::{self, OptionValue};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use kemuri_core::{Budget, Color};
use kemuri_solver::options::{Kind, Spec, TABLE};
use kemuri_solver::{Futile, Goal, Options};
use kemuri_terminal::Stop;
use std::ops::Deref;
use std::time::Duration;

/// Marks the flags that stand under "Search options".
pub const SEARCH_OPTIONS: &str = "search options";

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

/// Declares a group of flags made from the rows of the table of search options
/// that `$wanted` names.
macro_rules! search_options {
    ($(#[$doc:meta])* $name:ident, $wanted:expr) => {
        $(#[$doc])*
        pub struct $name(Options);

        impl Deref for $name {
            type Target = Options;

            fn deref(&self) -> &Options {
                &self.0
            }
        }

        impl FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                read(matches, $wanted).map(Self)
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl Args for $name {
            fn augment_args(command: Command) -> Command {
                rows($wanted).fold(command, |command, spec| command.arg(flag(spec)))
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }
    };
}

search_options! {
    /// All search options.
    SearchOptions, |_| true
}

search_options! {
    /// The search options of a command whose threads have a problem each.
    OneThreadOptions, |name| name != "threads"
}

search_options! {
    /// The size of the table, of all search options.
    TableOptions, |name| name == "hash"
}

fn rows(wanted: fn(&str) -> bool) -> impl Iterator<Item = &'static Spec> {
    TABLE.iter().filter(move |spec| wanted(spec.name))
}

/// The flag of a search option.
fn flag(spec: &'static Spec) -> Arg {
    let arg = Arg::new(spec.name)
        .long(spec.name)
        .default_value(spec.default)
        .value_parser(OptionValue(spec))
        .help_heading(SEARCH_OPTIONS);
    match spec.kind {
        Kind::Number { .. } => arg.value_name("N"),
        Kind::Size { .. } => arg.value_name("SIZE"),
        Kind::Switch | Kind::Choice(_) => arg,
    }
}

fn read(matches: &ArgMatches, wanted: fn(&str) -> bool) -> Result<Options, clap::Error> {
    let mut options = Options::default();
    for spec in rows(wanted) {
        if let Some(text) = matches.get_one::<String>(spec.name) {
            // The parser of the flag has tried it.
            let set = options.set(spec.name, text);
            set.map_err(|error| clap::Error::raw(clap::error::ErrorKind::InvalidValue, error))?;
        }
    }
    Ok(options)
}
