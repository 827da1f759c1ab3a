//! Facts about a problem.
//!
//! A fact has a class, the ply and the move it is about, a line that shows it, and
//! how far it is proven. A [`crate::Profile`] says how bad it is.

use crate::duplicates::DuplicateKind;
use kemuri_core::{Hand, Move, Square};

/// The classes of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum FactKind {
    /// 不詰: a defence refutes.
    NoMate,
    /// 早詰: another check mates sooner than the main line.
    EarlyMate,
    /// 余詰: another check mates as well, without the main line.
    Cook,
    /// 尾岐れ: a cook at the attacker's last move but one, which old collections
    /// tolerate.
    TailCook,
    /// 駒余り: the main line ends with pieces in the attacker's hand.
    PiecesLeft,
    /// 変長: a defence lasts longer than the author's line.
    LongerVariation,
    /// 変長 of two plies that leaves pieces in hand, which many tolerate.
    LongerByTwo,
    /// 変同: another defence is as long and leaves nothing in hand.
    EqualVariation,
    /// 最終手余詰: more than one check mates at the last move.
    LastMoveDual,
    /// 手順前後 and the like: another check leads back to the main line at the same
    /// ply.
    Transposition,
    /// 迂回: another check leads back to the main line, later or to an earlier
    /// position.
    Detour,
    /// 非限定 of the square from which a slider checks.
    DistanceDual,
    /// 非限定 of the square to which a piece is moved or on which it is dropped.
    PlaceDual,
    /// 非限定 of promotion, of either side.
    PromotionDual,
    /// 非限定 of the kind that is interposed.
    InterposedKindDual,
    /// 変別: more than one check mates inside a shorter variation.
    VariationAlternative,
    /// A piece without which the problem is the same.
    IdlePiece,
    /// The author's line breaks the rules.
    LineIllegal,
    /// The author's line does not end in mate.
    LineNoMate,
    /// The author's line leaves pieces in hand, which another defence or last move
    /// does not.
    LinePiecesLeft,
    /// The collection names another length.
    LengthDiffers,
    /// The same problem is in the collection before, mirrored or shifted perhaps.
    Duplicate,
}

/// Each class with its name in profiles and in JSON.
const NAMES: [(FactKind, &str); FactKind::COUNT] = [
    (FactKind::NoMate, "no-mate"),
    (FactKind::EarlyMate, "early-mate"),
    (FactKind::Cook, "cook"),
    (FactKind::TailCook, "tail-cook"),
    (FactKind::PiecesLeft, "pieces-left"),
    (FactKind::LongerVariation, "longer-variation"),
    (FactKind::LongerByTwo, "longer-by-two"),
    (FactKind::EqualVariation, "equal-variation"),
    (FactKind::LastMoveDual, "last-move-dual"),
    (FactKind::Transposition, "transposition"),
    (FactKind::Detour, "detour"),
    (FactKind::DistanceDual, "distance-dual"),
    (FactKind::PlaceDual, "place-dual"),
    (FactKind::PromotionDual, "promotion-dual"),
    (FactKind::InterposedKindDual, "interposed-kind-dual"),
    (FactKind::VariationAlternative, "variation-alternative"),
    (FactKind::IdlePiece, "idle-piece"),
    (FactKind::LineIllegal, "line-illegal"),
    (FactKind::LineNoMate, "line-no-mate"),
    (FactKind::LinePiecesLeft, "line-pieces-left"),
    (FactKind::LengthDiffers, "length-differs"),
    (FactKind::Duplicate, "duplicate"),
];

impl FactKind {
    /// How many classes there are.
    pub const COUNT: usize = 22;

    /// All classes, the gravest first.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|row| row.0)
    }

    /// The name in profiles and in JSON.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The class that has this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }
}

/// How far a fact is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
pub enum Proof {
    /// It holds.
    Proven,
    /// It does not hold.
    Refuted,
    /// A limit was reached first.
    Undecided,
}

impl Proof {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
pub struct Fact {
    /// Its class.
    pub kind: FactKind,
    /// How far it is proven.
    pub proof: Proof,
    /// The ply of the main line that it is about, from 1; 0 for the whole problem.
    pub ply: usize,
    /// What shows it: the moves from that ply on instead of the main line's. They
    /// mate; of a no-mate and of what is refuted they escape. Empty if there is
    /// no line to show.
    #[cfg_attr(
        feature = "serde",
        serde(with = "kemuri_core::json::line"),
        schemars(with = "Vec<String>")
    )]
    pub line: Vec<Move>,
    /// Plies of the whole solution with that move, if that is proven.
    pub length: Option<u32>,
    /// What it is about besides moves.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub detail: FactDetail,
}

/// What a fact is about besides moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(into = "crate::json::DetailKeys", try_from = "crate::json::DetailKeys")
)]
#[non_exhaustive]
pub enum FactDetail {
    /// Nothing else.
    #[default]
    None,
    /// The pieces that are left in the attacker's hand.
    Hand(Hand),
    /// The square of a piece.
    Square(Square),
    /// The length that the author or the collection names.
    StatedLength(u32),
    /// An earlier problem of the collection that is the same.
    Earlier {
        /// Its number, from 0.
        number: usize,
        /// How they are alike.
        kind: DuplicateKind,
    },
}

impl Fact {
    /// A fact about the whole problem.
    pub fn of_all(kind: FactKind, proof: Proof) -> Self {
        Self {
            kind,
            proof,
            ply: 0,
            line: Vec::new(),
            length: None,
            detail: FactDetail::None,
        }
    }

    /// The move it is about.
    pub fn mv(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_own_row_and_name() {
        for (index, kind) in FactKind::all().enumerate() {
            assert_eq!(kind as usize, index);
            assert_eq!(FactKind::from_name(kind.name()), Some(kind));
        }
    }
}
