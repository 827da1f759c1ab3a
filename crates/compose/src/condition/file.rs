//! A condition as it is written down.

use super::{Equal, Unique};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) material: Material,
    pub(super) r#final: Final,
    pub(super) attacker: Attacker,
    #[serde(default)]
    pub(super) defender: Defender,
    #[serde(default)]
    pub(super) problem: Finished,
    #[serde(default)]
    pub(super) limits: Limits,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Material {
    pub(super) pawn: u32,
    pub(super) lance: u32,
    pub(super) knight: u32,
    pub(super) silver: u32,
    pub(super) bishop: u32,
    pub(super) rook: u32,
    pub(super) gold: u32,
}

impl Material {
    /// How many of each kind, in the order of their numbers.
    pub(super) fn counts(&self) -> [u32; 7] {
        [
            self.pawn,
            self.lance,
            self.knight,
            self.silver,
            self.bishop,
            self.rook,
            self.gold,
        ]
    }
}

/// How many pieces: a number, or a table of kinds.
pub(super) enum Pieces {
    Total(u32),
    Kinds(Material),
}

impl<'de> Deserialize<'de> for Pieces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Pieces;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of pieces or a table of kinds")
            }

            fn visit_i64<E: Error>(self, n: i64) -> Result<Pieces, E> {
                let number = u32::try_from(n).map(Pieces::Total);
                number.map_err(|_| E::custom(format_args!("{n} is no number of pieces")))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Pieces, A::Error> {
                Material::deserialize(MapAccessDeserializer::new(map)).map(Pieces::Kinds)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Final {
    pub(super) pieces: u64,
    #[serde(default = "yes")]
    pub(super) every_piece_works: bool,
    pub(super) attacker: Option<Pieces>,
    pub(super) defender: Option<Pieces>,
    #[serde(default)]
    pub(super) symmetric: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Attacker {
    pub(super) unique: Unique,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Defender {
    pub(super) equal: Equal,
}

impl Default for Defender {
    fn default() -> Self {
        Self {
            equal: Equal::Allow,
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Finished {
    pub(super) pieces: Option<u64>,
    pub(super) attacker_hand: Option<Pieces>,
    pub(super) attacker: Option<Pieces>,
    pub(super) defender: Option<Pieces>,
    pub(super) symmetric: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Limits {
    pub(super) length: u64,
    // Not arrays of two: the reader of TOML would drop what is too much.
    pub(super) files: Vec<u64>,
    pub(super) ranks: Vec<u64>,
}

/// Longer than any problem, and shorter than what the search can hold.
pub(super) const MAX_LENGTH: u64 = 3999;

impl Default for Limits {
    fn default() -> Self {
        Self {
            length: MAX_LENGTH,
            files: vec![1, 9],
            ranks: vec![1, 9],
        }
    }
}
