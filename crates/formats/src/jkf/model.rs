//! The objects of JKF.

use rsshogi::types::HandPiece;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;

/// A whole file.
#[derive(Serialize, Deserialize)]
pub(super) struct Jkf {
    #[serde(default, deserialize_with = "or_absent")]
    pub(super) header: Keys,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) initial: Option<Initial>,
    #[serde(default, deserialize_with = "or_absent")]
    pub(super) moves: Vec<JkfEntry>,
}

/// A value, that of a key that is not there if it is `null`.
fn or_absent<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The names and values of an object, in order. Values of one name are the lines
/// of one text, as an object should not have a name twice.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) list: Vec<(String, String)>,
    places: HashMap<String, usize>,
}

impl Keys {
    /// Adds a value to those of `name`, and says which name of the list that is.
    pub(super) fn add(&mut self, name: &str, value: &str) -> usize {
        let next = self.list.len();
        let place = *self.places.entry(name.into()).or_insert(next);
        match self.list.get_mut(place) {
            Some((_, values)) => {
                values.push('\n');
                values.push_str(value);
            }
            None => self.list.push((name.into(), value.into())),
        }
        place
    }
}

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.list.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Keys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut out = Keys::default();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    out.add(name.trim(), &value);
                }
                Ok(out)
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// The position before the first move.
#[derive(Serialize, Deserialize)]
pub(super) struct Initial {
    pub(super) preset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<JkfState>,
}

/// A position.
#[derive(Serialize, Deserialize)]
pub(super) struct JkfState {
    #[serde(default)]
    pub(super) color: u8,
    /// By file, then by rank.
    pub(super) board: Vec<Vec<Cell>>,
    #[serde(default, deserialize_with = "or_absent")]
    pub(super) hands: Vec<JkfHand>,
}

/// A square.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Cell {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
}

/// Pieces in hand.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE", default)]
pub(super) struct JkfHand {
    pub(super) fu: u32,
    pub(super) ky: u32,
    pub(super) ke: u32,
    pub(super) gi: u32,
    pub(super) ki: u32,
    pub(super) ka: u32,
    pub(super) hi: u32,
}

impl JkfHand {
    /// The counts in the order of [`HandPiece`].
    pub(super) fn by_hand_piece(&self) -> [u32; HandPiece::COUNT] {
        let Self {
            fu,
            ky,
            ke,
            gi,
            ki,
            ka,
            hi,
        } = *self;
        [fu, ky, ke, gi, ka, hi, ki]
    }

    /// The inverse of [`JkfHand::by_hand_piece`].
    pub(super) fn of(counts: &[u32; HandPiece::COUNT]) -> Self {
        let [fu, ky, ke, gi, ka, hi, ki] = *counts;
        Self {
            fu,
            ky,
            ke,
            gi,
            ki,
            ka,
            hi,
        }
    }
}

/// A move or an end with what is said of it, or the start.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct JkfEntry {
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_absent")]
    pub(super) comments: Vec<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) mv: Option<Mv>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) special: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<TimeSpent>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_absent")]
    pub(super) times: Vec<TimeSpent>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_absent")]
    pub(super) bookmarks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) closing: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_absent")]
    pub(super) forks: Vec<Vec<JkfEntry>>,
    /// In the entry of the start only.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_absent")]
    pub(super) kemuri: Vec<JkfNote>,
}

/// What is said of an entry that JKF has no place for.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct JkfNote {
    /// Its number in the order of the file.
    pub(super) entry: usize,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_absent")]
    pub(super) bookmarks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) closing: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_absent")]
    pub(super) times: Vec<TimeSpent>,
}

/// A move.
#[derive(Serialize, Deserialize)]
pub(super) struct Mv {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Xy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<Xy>,
    pub(super) piece: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) same: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) promote: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) capture: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) relative: Option<String>,
}

/// File and rank.
#[derive(Serialize, Deserialize)]
pub(super) struct Xy {
    pub(super) x: u32,
    pub(super) y: u32,
}

/// The time of a move.
#[derive(Serialize, Deserialize)]
pub(super) struct TimeSpent {
    pub(super) now: JkfClock,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<JkfClock>,
}

/// Hours, minutes, seconds.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct JkfClock {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) h: Option<u32>,
    pub(super) m: u32,
    pub(super) s: u32,
}
