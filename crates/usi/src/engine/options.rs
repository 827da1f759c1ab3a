//! The options of the engine: one table gives their declaration and takes their
//! values.

use kemuri_solver::options::Kind;
use kemuri_solver::{Futile, Goal, Options};
use kemuri_text::solver::option_values;
use kemuri_text::{Lang, quote, tr};
use std::fmt;

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Memory for the table, in MiB.
    pub hash: u64,
    /// Threads that search together.
    pub threads: u64,
    /// Root moves to show.
    pub multi_pv: usize,
    /// Prove the length shortest.
    shortest: bool,
    /// The interpositions that do not count.
    futile: Futile,
    /// Solve a position in which the side to move is in check as the defender.
    pub root_is_defender_if_checked: bool,
}

/// Why an option does not get its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// No option has this name.
    UnknownName(String),
    /// The option exists, the value does not fit.
    BadValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        kind: Kind,
    },
}

impl SettingError {
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
        }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for SettingError {}

struct Spec {
    name: &'static str,
    kind: Type,
    set: fn(&mut Settings, u64),
    get: fn(&Settings) -> u64,
}

/// The types of the protocol that are in use.
#[derive(Clone, Copy)]
enum Type {
    Check,
    Spin { min: u64, max: u64 },
    Combo(&'static [&'static str]),
}

impl Type {
    /// The same in the terms of the search options, which know how to read values
    /// and how to speak of them.
    fn kind(self) -> Kind {
        match self {
            Self::Check => Kind::Choice(&["false", "true"]),
            Self::Spin { min, max } => Kind::Number { min, max },
            Self::Combo(words) => Kind::Choice(words),
        }
    }
}

const PROFILES: &[&str] = &{
    let mut names = [""; Futile::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Futile::ALL[i].0;
        i += 1;
    }
    names
};

/// Every option there is, in the order in which a GUI shows them.
static TABLE: &[Spec] = &[
    Spec {
        name: "USI_Hash",
        // As far as the slots of a table can be numbered.
        kind: Type::Spin { min: 1, max: 65536 },
        set: |s, v| s.hash = v,
        get: |s| s.hash,
    },
    Spec {
        name: "Threads",
        kind: Type::Spin { min: 1, max: 256 },
        set: |s, v| s.threads = v,
        get: |s| s.threads,
    },
    Spec {
        name: "MultiPV",
        kind: Type::Spin { min: 1, max: 100 },
        set: |s, v| s.multi_pv = v as usize,
        get: |s| s.multi_pv as u64,
    },
    Spec {
        name: "Shortest",
        kind: Type::Check,
        set: |s, v| s.shortest = v != 0,
        get: |s| u64::from(s.shortest),
    },
    Spec {
        name: "Futile",
        kind: Type::Combo(PROFILES),
        set: |s, v| s.futile = Futile::ALL[v as usize].1,
        get: |s| s.futile as u64,
    },
    Spec {
        name: "RootIsDefenderIfChecked",
        kind: Type::Check,
        set: |s, v| s.root_is_defender_if_checked = v != 0,
        get: |s| u64::from(s.root_is_defender_if_checked),
    },
];

/// Names that GUIs set without being told of them, and that mean nothing here.
const IGNORED: [&str; 1] = ["USI_Ponder"];

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: Options::default().hash >> 20,
            threads: Options::default().threads,
            multi_pv: 1,
            shortest: true,
            // A GUI that plays the answer through has to arrive at a mate.
            futile: Futile::None,
            root_is_defender_if_checked: true,
        }
    }
}

impl Settings {
    /// Sets an option from text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        if IGNORED
            .iter()
            .any(|ignored| ignored.eq_ignore_ascii_case(name))
        {
            return Ok(());
        }
        let spec = TABLE
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| SettingError::UnknownName(name.into()))?;
        let kind = spec.kind.kind();
        let value = kind.parse(value).ok_or_else(|| SettingError::BadValue {
            name: spec.name,
            value: value.into(),
            kind,
        })?;
        (spec.set)(self, value);
        Ok(())
    }

    /// What the search is asked for.
    pub fn goal(&self) -> Goal {
        if self.shortest {
            Goal::Shortest(self.futile)
        } else {
            Goal::FirstMate
        }
    }

    /// The options of a solver with these settings.
    pub fn solver_options(&self) -> Options {
        Options {
            hash: self.hash << 20,
            threads: self.threads,
            ..Options::default()
        }
    }

    /// The `option` lines, with these settings as defaults.
    pub fn declarations(&self) -> Vec<String> {
        TABLE
            .iter()
            .map(|spec| {
                let value = (spec.get)(self);
                let kind = match spec.kind {
                    Type::Check => format!("check default {}", value != 0),
                    Type::Combo(words) => format!(
                        "combo default {} var {}",
                        words[value as usize],
                        words.join(" var ")
                    ),
                    Type::Spin { min, max } => {
                        format!("spin default {value} min {min} max {max}")
                    }
                };
                format!("option name {} type {kind}", spec.name)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_declared_in_the_words_of_the_protocol() {
        assert_eq!(
            Settings::default().declarations(),
            [
                "option name USI_Hash type spin default 256 min 1 max 65536",
                "option name Threads type spin default 1 min 1 max 256",
                "option name MultiPV type spin default 1 min 1 max 100",
                "option name Shortest type check default true",
                "option name Futile type combo default none var none var slider var broad var narrow",
                "option name RootIsDefenderIfChecked type check default true",
            ]
        );
    }

    #[test]
    fn every_option_takes_its_default() {
        let mut settings = Settings::default();
        for line in settings.declarations() {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(settings.set(words[2], words[6]), Ok(()), "{line}");
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
            ("Futile", "narrow"),
            ("RootIsDefenderIfChecked", "false"),
            ("USI_Ponder", "true"),
        ] {
            assert_eq!(settings.set(name, value), Ok(()), "{name}");
        }
        assert_eq!((settings.hash, settings.multi_pv), (32, 4));
        let Options { hash, threads, .. } = settings.solver_options();
        assert_eq!((hash, threads), (32 << 20, 2));
        assert_eq!(settings.goal(), Goal::Shortest(Futile::Narrow));
        assert!(!settings.root_is_defender_if_checked);
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
            ("Book", "x"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(settings, Settings::default());
    }
}
