//! Flags made from the table of search options.

use super::values::OptionValue;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use kemuri_solver::Options;
use kemuri_solver::options::{OptionKind, OptionSpec, TABLE};
use std::ops::Deref;

/// Marks the flags that stand under "Search options".
pub(super) const SEARCH_OPTIONS: &str = "search options";

/// Declares a group of flags made from the rows of the table of search options
/// that `$wanted` names.
macro_rules! search_options {
    ($(#[$doc:meta])* $name:ident, $wanted:expr) => {
        $(#[$doc])*
        pub struct $name {
            options: Options,
            is_given: bool,
        }

        impl $name {
            /// Returns `true` if the user gives one of them.
            pub fn is_given(&self) -> bool {
                self.is_given
            }
        }

        impl Deref for $name {
            type Target = Options;

            fn deref(&self) -> &Options {
                &self.options
            }
        }

        impl FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                let options = read(matches, $wanted)?;
                let is_given = rows($wanted)
                    .any(|spec| matches.value_source(spec.name) == Some(ValueSource::CommandLine));
                Ok(Self { options, is_given })
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

fn rows(wanted: fn(&str) -> bool) -> impl Iterator<Item = &'static OptionSpec> {
    TABLE.iter().filter(move |spec| wanted(spec.name))
}

/// The flag of a search option.
fn flag(spec: &'static OptionSpec) -> Arg {
    let arg = Arg::new(spec.name)
        .long(spec.name)
        .default_value(spec.default)
        .value_parser(OptionValue(spec))
        .help_heading(SEARCH_OPTIONS);
    match spec.kind {
        OptionKind::Number { .. } => arg.value_name("N"),
        OptionKind::Size { .. } => arg.value_name("SIZE"),
        _ => arg,
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
