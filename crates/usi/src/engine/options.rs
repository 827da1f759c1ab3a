//! The options of the engine: one table gives their declarations, their help and
//! their defaults, and takes their values.
//!
//! What is an option of the search too has its range, default and help from the
//! solver's table; the hash has a name and a unit of the protocol.

use kemuri_solver::options::{OptionKind, OptionSpec, TABLE as SOLVER_TABLE};
use kemuri_solver::{Futile, Goal, Options, Order};
use kemuri_text::solver::{option_help, option_values};
use kemuri_text::{Lang, quote, tr, units};
use std::fmt;

/// An option of the engine.
pub struct UsiOption {
    /// The name. Case does not matter.
    pub name: &'static str,
    option_type: fn() -> OptionType,
    help: fn(Lang) -> String,
    set: fn(&mut Settings, u64),
    get: fn(&Settings) -> u64,
}

/// The types of the protocol that are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionType {
    /// `true` or `false`.
    Check,
    /// A whole number in a closed range.
    Spin {
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
    },
    /// One of these words.
    Combo(&'static [&'static str]),
}

/// Why an option does not get its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SetOptionError {
    /// No option has this name.
    UnknownName(String),
    /// The option does not take this value.
    BadValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        kind: OptionKind,
    },
    /// There is no memory for a table of so many bytes.
    NoMemory {
        /// The size asked for.
        bytes: u64,
        /// The size of the table that is kept.
        kept: u64,
    },
}

/// Makes [`Settings`], their defaults and the table from one list.
macro_rules! table {
    ($($field:ident: $ty:ty = $name:literal, $option_type:expr, $default:expr,
       $from:expr, $to:expr, $help:expr;)*) => {
        /// The values of all options.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(super) struct Settings {
            $(pub $field: $ty,)*
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        /// Every option, in the order in which a GUI shows them.
        static TABLE: &[UsiOption] = &[
            $(UsiOption {
                name: $name,
                option_type: || $option_type,
                help: $help,
                set: |settings, value| settings.$field = ($from)(value),
                get: |settings| ($to)(settings.$field),
            },)*
        ];
    };
}

table! {
    hash: u64 = "USI_Hash", spin_of(search_option("hash")),
        Options::default().hash >> 20, same, same,
        |lang| tr!(lang, "usi-help-hash");
    threads: u64 = "Threads", spin_of(search_option("threads")),
        Options::default().threads, same, same,
        |lang| option_help(lang, search_option("threads"));
    multi_pv: u64 = "MultiPV", OptionType::Spin { min: 1, max: 100 },
        1, same, same,
        |lang| tr!(lang, "usi-help-multi-pv");
    shortest: bool = "Shortest", OptionType::Check,
        true, is_on, u64::from,
        |lang| tr!(lang, "usi-help-shortest");
    futile: Futile = "Futile", OptionType::Combo(PROFILES),
        Futile::default(), |value: u64| Futile::ALL[value as usize].1, |futile: Futile| futile as u64,
        |lang| tr!(lang, "usi-help-futile");
    order: Order = "Order", OptionType::Combo(ORDERS),
        Order::Modern, |value: u64| Order::ALL[value as usize].1, |order: Order| order as u64,
        |lang| tr!(lang, "usi-help-order");
    root_is_defender_if_checked: bool = "RootIsDefenderIfChecked", OptionType::Check,
        true, is_on, u64::from,
        |lang| tr!(lang, "usi-help-root-is-defender");
    rest: bool = "Rest", OptionType::Check,
        false, is_on, u64::from,
        |lang| tr!(lang, "usi-help-rest");
    language: Option<Lang> = "Language", OptionType::Combo(LANGUAGES),
        None, |value: u64| [None, Some(Lang::En), Some(Lang::Ja)][value as usize],
        |lang: Option<Lang>| lang.map_or(0, |lang| 1 + lang as u64),
        |lang| tr!(lang, "usi-help-language");
}

/// Names that GUIs set without asking, and that mean nothing here.
const IGNORED: [&str; 1] = ["USI_Ponder"];

const PROFILES: &[&str] = &names(Futile::ALL);
const ORDERS: &[&str] = &names(Order::ALL);
/// The first is that of the locale or of the command line.
const LANGUAGES: &[&str] = &["locale", "en", "ja"];

/// The names of a list.
const fn names<T: Copy, const N: usize>(list: [(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut i = 0;
    while i < N {
        names[i] = list[i].0;
        i += 1;
    }
    names
}

const fn same(value: u64) -> u64 {
    value
}

const fn is_on(value: u64) -> bool {
    value != 0
}

/// Returns an option of the solver's table.
fn search_option(name: &str) -> &'static OptionSpec {
    let spec = SOLVER_TABLE.iter().find(|spec| spec.name == name);
    spec.expect("an option of the solver")
}

/// Returns the range of a search option that is a number or a size. A size is in MiB,
/// up to that at which a table can no longer number its slots.
fn spin_of(spec: &OptionSpec) -> OptionType {
    match spec.kind {
        OptionKind::Number { min, max } => OptionType::Spin { min, max },
        OptionKind::Size { min } => OptionType::Spin {
            min: min.div_ceil(1 << 20),
            max: 65536,
        },
        other => unreachable!("the solver's option '{}' is {other}", spec.name),
    }
}

/// Returns every option, in the order in which a GUI shows them.
pub fn options() -> &'static [UsiOption] {
    TABLE
}

impl UsiOption {
    /// Returns the type, with the values the option takes.
    pub fn option_type(&self) -> OptionType {
        (self.option_type)()
    }

    /// Returns the default, as `setoption` writes it.
    pub fn default_value(&self) -> String {
        let value = (self.get)(&Settings::default());
        match self.option_type() {
            OptionType::Check => is_on(value).to_string(),
            OptionType::Spin { .. } => value.to_string(),
            OptionType::Combo(words) => words[value as usize].into(),
        }
    }

    /// Returns what the option does, in a few words.
    pub fn help(&self, lang: Lang) -> String {
        (self.help)(lang)
    }
}

/// Writes the `option` line of the protocol.
impl fmt::Display for UsiOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, default) = (self.name, self.default_value());
        write!(f, "option name {name} type ")?;
        match self.option_type() {
            OptionType::Check => write!(f, "check default {default}"),
            OptionType::Spin { min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Combo(words) => {
                write!(f, "combo default {default} var {}", words.join(" var "))
            }
        }
    }
}

impl OptionType {
    /// Returns the same in the terms of the solver's options, which know how to
    /// read values and have the sentences about them.
    fn kind(self) -> OptionKind {
        match self {
            Self::Check => OptionKind::Choice(&["false", "true"]),
            Self::Spin { min, max } => OptionKind::Number { min, max },
            Self::Combo(words) => OptionKind::Choice(words),
        }
    }
}

impl SetOptionError {
    /// Returns the sentence for the user.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::UnknownName(name) => tr!(lang, "usi-unknown-option", name = quote(name)),
            Self::BadValue { name, value, kind } => tr!(
                lang,
                "usi-bad-value",
                name = *name,
                value = quote(value),
                kind = option_values(lang, kind)
            ),
            Self::NoMemory { bytes, kept } => tr!(
                lang,
                "usi-hash-refused",
                size = units::bytes(*bytes),
                kept = units::bytes(*kept)
            ),
        }
    }
}

impl Settings {
    /// Sets an option from text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let is_name = |known: &str| known.eq_ignore_ascii_case(name);
        if IGNORED.into_iter().any(is_name) {
            return Ok(());
        }
        let option = TABLE
            .iter()
            .find(|option| is_name(option.name))
            .ok_or_else(|| SetOptionError::UnknownName(name.into()))?;
        let kind = option.option_type().kind();
        let value = kind.parse(value).ok_or_else(|| SetOptionError::BadValue {
            name: option.name,
            value: value.into(),
            kind,
        })?;
        (option.set)(self, value);
        Ok(())
    }

    /// Returns what the search is asked for.
    pub fn goal(&self) -> Goal {
        if self.shortest {
            Goal::Shortest(self.futile)
        } else {
            Goal::FirstMate
        }
    }

    /// Returns the options of a solver with these settings.
    pub fn solver_options(&self) -> Options {
        Options::default()
            .with_hash(self.hash << 20)
            .with_threads(self.threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_declared_in_the_words_of_the_protocol() {
        assert_eq!(
            options().iter().map(|o| o.to_string()).collect::<Vec<_>>(),
            [
                "option name USI_Hash type spin default 256 min 1 max 65536",
                "option name Threads type spin default 1 min 1 max 256",
                "option name MultiPV type spin default 1 min 1 max 100",
                "option name Shortest type check default true",
                "option name Futile type combo default standard var none var standard var with-moves",
                "option name Order type combo default modern var modern var edo",
                "option name RootIsDefenderIfChecked type check default true",
                "option name Rest type check default false",
                "option name Language type combo default locale var locale var en var ja",
            ]
        );
    }

    #[test]
    fn every_option_takes_its_default() {
        let mut settings = Settings::default();
        for option in options() {
            let default = option.default_value();
            assert_eq!(settings.set(option.name, &default), Ok(()), "{option}");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn values_are_taken() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("USI_Hash", "32"),
            ("Threads", "2"),
            ("multipv", "4"),
            ("Futile", "none"),
            ("Order", "edo"),
            ("RootIsDefenderIfChecked", "false"),
            ("rest", "true"),
            ("USI_Ponder", "true"),
            ("Language", "ja"),
        ] {
            assert_eq!(settings.set(name, value), Ok(()), "{name}");
        }
        assert_eq!((settings.hash, settings.multi_pv), (32, 4));
        let Options { hash, threads, .. } = settings.solver_options();
        assert_eq!((hash, threads), (32 << 20, 2));
        assert_eq!(settings.goal(), Goal::Shortest(Futile::None));
        assert_eq!(settings.order, Order::Edo);
        assert!(!settings.root_is_defender_if_checked);
        assert!(settings.rest);
        assert_eq!(settings.language, Some(Lang::Ja));
        settings.set("Shortest", "false").unwrap();
        assert_eq!(settings.goal(), Goal::FirstMate);
    }

    #[test]
    fn a_value_that_does_not_fit_changes_nothing() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("USI_Hash", "0"),
            ("USI_Hash", "65537"),
            ("USI_Hash", "-1"),
            ("Threads", "0"),
            ("Threads", "257"),
            ("MultiPV", ""),
            ("MultiPV", "101"),
            ("Shortest", "yes"),
            ("Futile", "some"),
            ("Futile", ""),
            ("Order", "old"),
            ("Book", "x"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(settings, Settings::default());
    }
}
