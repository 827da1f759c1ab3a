//! The one table of options: name, default, range, help.
//!
//! Everything that can be switched in the search is a row of [`TABLE`]; the
//! command line, the USI engine and the tests are driven by it.

use std::fmt;

/// The values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// `on` or `off`.
    Switch,
    /// A whole number in a closed range.
    Number {
        /// Least value allowed.
        min: u64,
        /// Greatest value allowed.
        max: u64,
    },
    /// A number of bytes with an optional unit `K`, `M` or `G` (powers of 1024).
    Size {
        /// Least value allowed, in bytes.
        min: u64,
    },
    /// One of a few words.
    Choice(&'static [&'static str]),
}

/// One row of [`TABLE`].
pub struct OptionSpec {
    /// The name, as written after `--`.
    pub name: &'static str,
    /// The values it takes.
    pub kind: OptionKind,
    /// The default, as a user would write it.
    pub default: &'static str,
    /// What it does.
    pub help: &'static str,
    set: fn(&mut Options, u64),
    get: fn(&Options) -> u64,
}

/// A value that an option does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    UnknownName(String),
    /// The option exists, the value does not fit.
    BadValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What the option takes.
        kind: OptionKind,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => write!(f, "there is no option '{name}'"),
            Self::BadValue { name, value, kind } => {
                write!(f, "--{name}: '{value}' is not {kind}")
            }
        }
    }
}

impl std::error::Error for OptionError {}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => write!(f, "'on' or 'off'"),
            Self::Number { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Size { min } => {
                write!(
                    f,
                    "a size of at least {} KiB such as 64K, 256M or 1G",
                    min >> 10
                )
            }
            Self::Choice(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

impl OptionKind {
    /// Reads a value as a user writes it.
    pub fn parse(&self, text: &str) -> Option<u64> {
        match *self {
            Self::Switch => match text {
                "on" => Some(1),
                "off" => Some(0),
                _ => None,
            },
            Self::Number { min, max } => text.parse().ok().filter(|v| (min..=max).contains(v)),
            Self::Size { min } => {
                let (digits, shift) = match text.as_bytes().last()? {
                    b'K' | b'k' => (&text[..text.len() - 1], 10),
                    b'M' | b'm' => (&text[..text.len() - 1], 20),
                    b'G' | b'g' => (&text[..text.len() - 1], 30),
                    _ => (text, 0),
                };
                // "2.8M" is how the papers write their tables.
                let value: f64 = digits.parse().ok()?;
                let bytes = value * (1u64 << shift) as f64;
                (bytes.is_finite() && bytes >= min as f64 && bytes < 1e15).then_some(bytes as u64)
            }
            Self::Choice(words) => words.iter().position(|w| *w == text).map(|i| i as u64),
        }
    }

    /// The words it takes, if it takes only a few.
    pub fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Switch => &["on", "off"],
            Self::Choice(words) => words,
            Self::Number { .. } | Self::Size { .. } => &[],
        }
    }

    fn show(&self, value: u64) -> String {
        match self {
            Self::Switch => if value == 0 { "off" } else { "on" }.into(),
            Self::Number { .. } => value.to_string(),
            Self::Size { .. } => {
                for (shift, unit) in [(30, "G"), (20, "M"), (10, "K")] {
                    if value != 0 && value.trailing_zeros() >= shift {
                        return format!("{}{unit}", value >> shift);
                    }
                }
                value.to_string()
            }
            Self::Choice(words) => words[value as usize].into(),
        }
    }
}

/// How df-pn is kept from bouncing between the nodes of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycles {
    /// Not at all.
    None,
    /// Leave children that lie nearer to the root out of the sums (Kishimoto).
    MinDistance,
    /// Raise thresholds where old numbers were used (Kishimoto's threshold control).
    Threshold,
}

macro_rules! table {
    ($($field:ident: $ty:ty = $name:literal, $kind:expr, $default:literal,
       $from:expr, $to:expr, $help:literal;)*) => {
        /// Every switch and size of a search, one field per row of [`TABLE`].
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Options {
            $(#[doc = $help] pub $field: $ty,)*
        }

        /// Every option there is, in the order in which they are shown.
        pub static TABLE: &[OptionSpec] = &[
            $(OptionSpec {
                name: $name,
                kind: $kind,
                default: $default,
                help: $help,
                set: |o, v| o.$field = ($from)(v),
                get: |o| ($to)(o.$field),
            },)*
        ];

        impl Default for Options {
            fn default() -> Self {
                $(let $field = ($from)($kind.parse($default).expect("default fits its kind"));)*
                Self { $($field),* }
            }
        }
    };
}

const fn on(v: u64) -> bool {
    v != 0
}

const fn same(v: u64) -> u64 {
    v
}

const fn cycles(v: u64) -> Cycles {
    match v {
        0 => Cycles::None,
        1 => Cycles::MinDistance,
        _ => Cycles::Threshold,
    }
}

const SWITCH: OptionKind = OptionKind::Switch;

table! {
    hash: u64 = "hash", OptionKind::Size { min: 64 << 10 }, "256M", same, same,
        "Memory for the table, a hard limit (64K, 2.8M, 1G, …)";
    threads: u64 = "threads", OptionKind::Number { min: 1, max: 256 }, "1", same, same,
        "Threads that search together";
    gc_load: u64 = "gc-load", OptionKind::Number { min: 10, max: 100 }, "90", same, same,
        "SmallTreeGC starts when this share of the table is full, in percent";
    gc_free: u64 = "gc-free", OptionKind::Number { min: 1, max: 90 }, "30", same, same,
        "Share of the table that SmallTreeGC frees, in percent";
    small_tree_replacement: bool = "small-tree-replacement", SWITCH, "on", on, u64::from,
        "In a full bucket replace the entry with the smallest subtree (off: any entry)";
    dominance: bool = "dominance", SWITCH, "on", on, u64::from,
        "Let entries of other hands decide or bound a position";
    proof_hands: bool = "proof-hands", SWITCH, "on", on, u64::from,
        "Store a mate under the pieces it needs, not those in hand";
    disproof_hands: bool = "disproof-hands", SWITCH, "on", on, u64::from,
        "Store a no-mate under the largest hand that still does not mate";
    cycles: Cycles = "cycles", OptionKind::Choice(&["none", "min-distance", "threshold"]), "threshold",
        cycles, |c: Cycles| c as u64,
        "Remedy against endless loops of df-pn";
    repetition_heads: bool = "repetition-heads", SWITCH, "on", on, u64::from,
        "Share repetition failures between all paths that hold the repeated positions";
    transpositions: bool = "transpositions", SWITCH, "on", on, u64::from,
        "Count a node that is reached through two children once";
    postpone: bool = "postpone", SWITCH, "on", on, u64::from,
        "Put sibling interpositions aside until the first of them is settled";
    mate_in_one: bool = "mate-in-one", SWITCH, "on", on, u64::from,
        "Take a new check without a reply for the mate it is";
    no_check: bool = "no-check", SWITCH, "on", on, u64::from,
        "Give new positions without any check up at once";
    first_numbers: bool = "first-numbers", SWITCH, "on", on, u64::from,
        "Estimate proof and disproof numbers of new positions (df-pn+)";
    epsilon: u64 = "epsilon", OptionKind::Number { min: 0, max: 1000 }, "4", same, same,
        "Child thresholds exceed the second best by one part in this many (0: by one)";
}

impl OptionSpec {
    /// The current value in `options`, as a user would write it.
    pub fn show(&self, options: &Options) -> String {
        self.kind.show((self.get)(options))
    }
}

impl Options {
    /// Returns the same options with a table of `bytes`.
    pub fn with_hash(self, bytes: u64) -> Self {
        Self {
            hash: bytes,
            ..self
        }
    }

    /// Returns the same options with this many threads.
    pub fn with_threads(self, threads: u64) -> Self {
        Self { threads, ..self }
    }

    /// Checks that every number is in the range of its option.
    pub(crate) fn check_numbers(&self) -> Result<(), OptionError> {
        for spec in TABLE {
            let value = (spec.get)(self);
            if let OptionKind::Number { min, max } = spec.kind
                && !(min..=max).contains(&value)
            {
                return Err(OptionError::BadValue {
                    name: spec.name,
                    value: value.to_string(),
                    kind: spec.kind,
                });
            }
        }
        Ok(())
    }

    /// Sets the option called `name` from text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = TABLE
            .iter()
            .find(|s| s.name == name)
            .ok_or_else(|| OptionError::UnknownName(name.into()))?;
        let parsed = spec
            .kind
            .parse(value)
            .ok_or_else(|| OptionError::BadValue {
                name: spec.name,
                value: value.into(),
                kind: spec.kind,
            })?;
        (spec.set)(self, parsed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_round_trips() {
        let options = Options::default();
        for spec in TABLE {
            assert_eq!(spec.show(&options), spec.default, "{}", spec.name);
        }
    }

    #[test]
    fn a_number_out_of_range_makes_no_solver() {
        for (threads, epsilon) in [(0, 4), (1 << 40, 4), (1, 1 << 32)] {
            let options = Options {
                threads,
                epsilon,
                ..Options::default()
            };
            let solver = crate::Solver::new(options);
            assert!(matches!(solver, Err(crate::SolverError::Option(_))));
        }
    }

    #[test]
    fn sizes_are_read_as_users_write_them() {
        let size = OptionKind::Size { min: 64 << 10 };
        assert_eq!(size.parse("64K"), Some(65536));
        assert_eq!(size.parse("2.8M"), Some((2.8 * 1048576.0) as u64));
        assert_eq!(size.parse("1G"), Some(1 << 30));
        for bad in [
            "", "0", "63K", "abc", "-1M", "1T", "nan", "infG", "1e300G", "M",
        ] {
            assert_eq!(size.parse(bad), None, "{bad}");
        }
    }
}
