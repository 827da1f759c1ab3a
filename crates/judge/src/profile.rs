//! Profiles: which facts are fatal, which are flaws, which do not matter.
//!
//! Practice differs between magazines, applications and contests, so a profile
//! is data, a TOML file. Four are shipped; a file of one's own names only what
//! it changes.

use crate::fact::{Fact, FactKind, Proof};
use kemuri_core::line_at;
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// How bad a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
pub enum Severity {
    /// Mentioned, and nothing else.
    Ignored,
    /// The problem has a blemish.
    Flaw,
    /// The problem is none.
    Fatal,
}

impl Severity {
    const ALL: [Self; 3] = [Self::Ignored, Self::Flaw, Self::Fatal];

    /// The name in profiles and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ignored => "ignored",
            Self::Flaw => "flaw",
            Self::Fatal => "fatal",
        }
    }
}

/// What becomes of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
pub enum Soundness {
    /// 完全作: nothing is wrong with it.
    Complete,
    /// It has flaws, but is a problem.
    Flawed,
    /// 不完全作: something fatal is proven.
    Unsound,
    /// What matters could not be decided.
    Undecided,
}

impl Soundness {
    /// All verdicts.
    pub const ALL: [Self; 4] = [Self::Complete, Self::Flawed, Self::Unsound, Self::Undecided];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Flawed => "flawed",
            Self::Unsound => "unsound",
            Self::Undecided => "undecided",
        }
    }
}

/// A profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Severities by class.
    pub(crate) severities: [Severity; FactKind::COUNT],
    /// Whether alternatives inside shorter variations are looked for.
    pub variation_alternatives: bool,
    /// Whether pieces are looked for that play no part.
    pub idle_pieces: bool,
}

/// Why a text is no profile. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// Not TOML.
    #[error("line {line}: {what}")]
    Syntax {
        /// Where.
        line: usize,
        /// What the parser says.
        what: String,
    },
    /// A key that means nothing.
    #[error("line {line}: there is no key '{key}' here")]
    UnknownKey {
        /// Where.
        line: usize,
        /// The key.
        key: String,
    },
    /// A key with a value that it does not take.
    #[error("line {line}: '{key}' is {wanted}")]
    BadValue {
        /// Where.
        line: usize,
        /// The key.
        key: String,
        /// What it takes.
        wanted: Wanted,
    },
}

/// What a key of a profile takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wanted {
    /// The name of a profile to start from.
    #[error("the name of a shipped profile: magazine, smartphone, strict or classic")]
    Base,
    /// A section.
    #[error("a section, written [like this]")]
    Section,
    /// A severity.
    #[error("\"fatal\", \"flaw\" or \"ignored\"")]
    Severity,
    /// A switch.
    #[error("true or false")]
    Switch,
}

impl Default for Profile {
    /// `magazine`.
    fn default() -> Self {
        let mut profile = Self::BLANK;
        // A test reads all that are shipped.
        let _ = profile.change(SHIPPED[0].1);
        profile
    }
}

/// The profiles that are shipped, the default first.
const SHIPPED: [(&str, &str); 4] = [
    ("magazine", include_str!("../profiles/magazine.toml")),
    ("smartphone", include_str!("../profiles/smartphone.toml")),
    ("strict", include_str!("../profiles/strict.toml")),
    ("classic", include_str!("../profiles/classic.toml")),
];

impl Profile {
    /// Everything is fatal until a file says otherwise.
    const BLANK: Self = Self {
        severities: [Severity::Fatal; FactKind::COUNT],
        variation_alternatives: false,
        idle_pieces: false,
    };

    /// The names of the profiles that are shipped, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// The shipped profile of this name.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        Self::parse(text).ok()
    }

    /// Reads a profile: what the text does not name is as in its `base`, or as
    /// in `magazine`.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let mut profile = Self::default();
        profile.change(text)?;
        Ok(profile)
    }

    /// A profile in which every fact is fatal.
    pub fn all_fatal() -> Self {
        Self::BLANK
    }

    /// The same with another severity of one class.
    pub fn with_severity(mut self, kind: FactKind, severity: Severity) -> Self {
        self.severities[kind as usize] = severity;
        self
    }

    /// How bad a fact of this class is.
    pub fn severity(&self, kind: FactKind) -> Severity {
        self.severities[kind as usize]
    }

    /// The verdict on a problem of which these facts are known.
    pub fn verdict(&self, facts: &[Fact]) -> Soundness {
        let is = |severity, proof| {
            let mut there = facts.iter().filter(|fact| fact.proof == proof);
            there.any(|fact| self.severity(fact.kind) == severity)
        };
        if is(Severity::Fatal, Proof::Proven) {
            Soundness::Unsound
        } else if is(Severity::Fatal, Proof::Undecided) {
            Soundness::Undecided
        } else if is(Severity::Flaw, Proof::Proven) {
            Soundness::Flawed
        } else if is(Severity::Flaw, Proof::Undecided) {
            Soundness::Undecided
        } else {
            Soundness::Complete
        }
    }

    fn change(&mut self, text: &str) -> Result<(), ProfileError> {
        let at = |span: Range<usize>| line_at(text, span.start);
        let table = DeTable::parse(text).map_err(|error| ProfileError::Syntax {
            line: at(error.span().unwrap_or(0..0)),
            what: error.message().lines().next().unwrap_or_default().into(),
        })?;
        let table = table.get_ref();
        // The base comes first, wherever it stands.
        if let Some((key, value)) = table.get_key_value("base") {
            let base = value.get_ref().as_str().and_then(Self::named);
            *self = base.ok_or_else(|| bad_value(text, key, value, Wanted::Base))?;
        }
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("base", _) => {}
                ("severity", DeValue::Table(section)) => self.change_severities(text, section)?,
                ("look-for", DeValue::Table(section)) => self.change_switches(text, section)?,
                ("severity" | "look-for", _) => {
                    return Err(bad_value(text, key, value, Wanted::Section));
                }
                _ => return Err(unknown_key(text, key)),
            }
        }
        Ok(())
    }

    fn change_severities(&mut self, text: &str, section: &DeTable<'_>) -> Result<(), ProfileError> {
        for (key, value) in section {
            let kind = FactKind::from_name(key.get_ref()).ok_or_else(|| unknown_key(text, key))?;
            let word = value.get_ref().as_str();
            let known = Severity::ALL.into_iter().find(|s| Some(s.name()) == word);
            self.severities[kind as usize] =
                known.ok_or_else(|| bad_value(text, key, value, Wanted::Severity))?;
        }
        Ok(())
    }

    fn change_switches(&mut self, text: &str, section: &DeTable<'_>) -> Result<(), ProfileError> {
        for (key, value) in section {
            let switch = match key.get_ref().as_ref() {
                "variation-alternatives" => &mut self.variation_alternatives,
                "idle-pieces" => &mut self.idle_pieces,
                _ => return Err(unknown_key(text, key)),
            };
            let value_is = value.get_ref().as_bool();
            *switch = value_is.ok_or_else(|| bad_value(text, key, value, Wanted::Switch))?;
        }
        Ok(())
    }
}

fn unknown_key(text: &str, key: &Spanned<Cow<'_, str>>) -> ProfileError {
    ProfileError::UnknownKey {
        line: line_at(text, key.span().start),
        key: key.get_ref().to_string(),
    }
}

fn bad_value(
    text: &str,
    key: &Spanned<Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    wanted: Wanted,
) -> ProfileError {
    ProfileError::BadValue {
        line: line_at(text, value.span().start),
        key: key.get_ref().to_string(),
        wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_profiles_can_be_read() {
        for (name, text) in SHIPPED {
            assert!(Profile::parse(text).is_ok(), "{name}");
            assert!(Profile::named(name).is_some());
        }
        // The default names every class: nothing is fatal by oversight.
        for kind in FactKind::all() {
            assert!(SHIPPED[0].1.contains(&format!("\n{} = ", kind.name())));
        }
        let strict = Profile::named("strict").unwrap();
        assert!(strict.idle_pieces && strict.variation_alternatives);
        assert_eq!(strict.severity(FactKind::Detour), Severity::Fatal);
        assert_eq!(
            Profile::default().severity(FactKind::Detour),
            Severity::Flaw
        );
        assert_eq!(Profile::named("newspaper"), None);
    }

    #[test]
    fn a_file_changes_what_it_names() {
        let text = "[severity]\ncook = \"ignored\"\n\n[look-for]\nidle-pieces = true\n";
        let profile = Profile::parse(text).unwrap();
        assert_eq!(profile.severity(FactKind::Cook), Severity::Ignored);
        assert_eq!(profile.severity(FactKind::NoMate), Severity::Fatal);
        assert!(profile.idle_pieces);
        let text = "[severity]\ndetour = \"flaw\"\n";
        let strict = Profile::parse(&format!("base = \"strict\"\n{text}")).unwrap();
        assert_eq!(strict.severity(FactKind::Detour), Severity::Flaw);
        assert_eq!(strict.severity(FactKind::EqualVariation), Severity::Fatal);
        assert_eq!(Profile::parse("").unwrap(), Profile::default());
    }

    #[test]
    fn what_means_nothing_is_named_with_its_line() {
        for (text, line, part) in [
            (
                "[severity]\ncook = \"fatal\"\ncooks = \"flaw\"\n",
                3,
                "'cooks'",
            ),
            ("[severity]\n\ncook = \"bad\"\n", 3, "\"fatal\", \"flaw\""),
            ("[severity]\ncook = 3\n", 2, "'cook'"),
            ("[severities]\n", 1, "'severities'"),
            ("severity = 1\n", 1, "section"),
            ("base = \"newspaper\"\n", 1, "shipped"),
            ("[look-for]\nidle-pieces = \"yes\"\n", 2, "true or false"),
            ("[look-for]\ncook = \"fatal\"\n", 2, "'cook'"),
            ("[severity]\ncook = \"fatal\"\ncook = \"flaw\"\n", 3, ""),
            ("\n[severity\n", 2, ""),
        ] {
            let error = Profile::parse(text).unwrap_err();
            let en = error.to_string();
            assert!(en.starts_with(&format!("line {line}: ")), "{text}: {en}");
            assert!(en.contains(part), "{text}: {en}");
        }
    }

    #[test]
    fn the_worst_proven_fact_makes_the_verdict() {
        let profile = Profile::default();
        let fact = |kind, proof| Fact::of_all(kind, proof);
        use Proof::{Proven, Refuted, Undecided};
        for (facts, verdict) in [
            (vec![], Soundness::Complete),
            (
                vec![fact(FactKind::LastMoveDual, Proven)],
                Soundness::Complete,
            ),
            (vec![fact(FactKind::Cook, Refuted)], Soundness::Complete),
            (vec![fact(FactKind::Detour, Proven)], Soundness::Flawed),
            (
                vec![fact(FactKind::Detour, Undecided)],
                Soundness::Undecided,
            ),
            (vec![fact(FactKind::Cook, Undecided)], Soundness::Undecided),
            (
                vec![
                    fact(FactKind::Cook, Undecided),
                    fact(FactKind::Detour, Proven),
                ],
                Soundness::Undecided,
            ),
            (
                vec![
                    fact(FactKind::Detour, Undecided),
                    fact(FactKind::Detour, Proven),
                ],
                Soundness::Flawed,
            ),
            (
                vec![
                    fact(FactKind::Cook, Undecided),
                    fact(FactKind::Cook, Proven),
                ],
                Soundness::Unsound,
            ),
        ] {
            assert_eq!(profile.verdict(&facts), verdict, "{facts:?}");
        }
    }
}
