//! Conditions: which problems are looked for, as data in a small TOML file.
//!
//! ```toml
//! name = "tofu-smoke"
//!
//! [material]                 # all pieces in play but the defender's king
//! pawn = 18
//!
//! [final]                    # the mates to work backwards from
//! pieces = 4                 # on the board, the king included
//! every-piece-works = true   # without any one of them there is no mate
//!
//! [attacker]
//! unique = "all-but-last"    # or "all": where no other check may mate
//!
//! [defender]
//! equal = "allow"            # or "refuse": other defences as long as the main line
//!
//! [problem]                  # what counts as a problem in the end
//! pieces = 19
//! attacker-hand = 0
//!
//! [limits]                   # may be left out
//! length = 99
//! files = [1, 9]
//! ranks = [1, 9]
//! ```

use crate::packed::{Packed, mirrored};
use kemuri_core::attacks::{FILE, RANKS, Squares, bit, each};
use kemuri_core::hand::HAND_KINDS;
use kemuri_core::{Board, Hand, Lang, PieceType};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// The conditions that ship with Kemuri: name and text.
const SHIPPED: [(&str, &str); 1] = [("tofu-smoke", include_str!("../conditions/tofu-smoke.toml"))];

/// What an enumeration looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its name.
    pub name: String,
    /// All pieces in play but the defender's king.
    pub material: Hand,
    /// Pieces on the board in a final position, the king included.
    pub final_pieces: usize,
    /// Whether each of them must be needed for the mate.
    pub every_piece_works: bool,
    /// At which of his moves the attacker may have no choice.
    pub unique: Unique,
    /// Whether other defences may last as long as the main line and leave the
    /// attacker nothing in hand.
    pub equal: Equal,
    /// Pieces on the board of a finished problem, the king included.
    pub problem_pieces: Option<usize>,
    /// Pieces in the attacker's hand in a finished problem.
    pub problem_hand: Option<u32>,
    /// The longest problem that is looked for, in plies.
    pub length: u16,
    /// The squares that pieces may stand on.
    pub region: Squares,
}

/// At which of his moves the attacker may have no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unique {
    /// At every one.
    All,
    /// At every one but the mating move.
    AllButLast,
}

/// What becomes of a defence as long as the main line that leaves the attacker
/// nothing in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Equal {
    /// It is counted, and allowed.
    Allow,
    /// It makes the problem unsound.
    Refuse,
}

/// Why a text is not a condition. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// A key that no condition has.
    #[error("line {line}: there is no key '{key}' here")]
    UnknownKey {
        /// The key.
        key: String,
        /// Where it is.
        line: usize,
    },
    /// No TOML, or a value of the wrong sort.
    #[error("line {line}: {detail}")]
    Text {
        /// Where.
        line: usize,
        /// What the reader of TOML says.
        detail: String,
    },
    /// A name that would not do for a file or in a table.
    #[error("name: '{}' is not made of letters, digits, - and _", .0.escape_debug())]
    Name(String),
    /// Nothing to mate with.
    #[error("material: there are no pieces")]
    NoMaterial,
    /// More of a kind than a set of shogi has.
    #[error("material: {count} {}s, but a set of shogi has {limit}", Lang::En.piece(*.kind))]
    TooMany {
        /// The kind.
        kind: PieceType,
        /// How many are asked for.
        count: u32,
        /// How many there are.
        limit: u32,
    },
    /// A number that cannot be met.
    #[error("{key}: {value} is not a number from {least} to {most}")]
    OutOfRange {
        /// The key.
        key: &'static str,
        /// Its value.
        value: u64,
        /// The least it may be.
        least: u64,
        /// The most it may be.
        most: u64,
    },
    /// Not the two ends of a range.
    #[error("{key}: two numbers are needed, the first and the last, not {count}")]
    NotTwo {
        /// The key.
        key: &'static str,
        /// How many numbers there are.
        count: usize,
    },
}

impl ConditionError {
    /// The sentence to show to a person.
    pub fn message(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            Self::UnknownKey { key, line } => {
                format!("{line} 行目: 「{key}」という項目はありません")
            }
            Self::Text { line, detail } => {
                format!("{line} 行目: 条件として読めません（{detail}）")
            }
            Self::Name(name) => format!(
                "name: 「{}」には文字・数字・- ・_ 以外が含まれています",
                name.escape_debug()
            ),
            Self::NoMaterial => "material: 駒がありません".into(),
            Self::TooMany { kind, count, limit } => format!(
                "material: {}が {count} 枚ありますが、全部で {limit} 枚までです",
                lang.piece(*kind)
            ),
            Self::OutOfRange {
                key,
                value,
                least,
                most,
            } => format!("{key}: {value} は {least} 以上 {most} 以下の数ではありません"),
            Self::NotTwo { key, count } => {
                format!("{key}: 始めと終わりの二つの数が必要ですが、{count} 個あります")
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    material: Material,
    r#final: Final,
    attacker: Attacker,
    #[serde(default)]
    defender: Defender,
    #[serde(default)]
    problem: Finished,
    #[serde(default)]
    limits: Limits,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Material {
    pawn: u32,
    lance: u32,
    knight: u32,
    silver: u32,
    bishop: u32,
    rook: u32,
    gold: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Final {
    pieces: u64,
    #[serde(default = "yes")]
    every_piece_works: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attacker {
    unique: Unique,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defender {
    equal: Equal,
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
struct Finished {
    pieces: Option<u64>,
    attacker_hand: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Limits {
    length: u64,
    // Not arrays of two: the reader of TOML would drop what is too much.
    files: Vec<u64>,
    ranks: Vec<u64>,
}

/// Longer than any problem, and shorter than what the search can hold.
const MAX_LENGTH: u64 = 3999;

impl Default for Limits {
    fn default() -> Self {
        Self {
            length: MAX_LENGTH,
            files: vec![1, 9],
            ranks: vec![1, 9],
        }
    }
}

impl Condition {
    /// The text of a condition that ships with Kemuri.
    pub fn shipped(name: &str) -> Option<&'static str> {
        let found = SHIPPED.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| *text)
    }

    /// The names of the conditions that ship with Kemuri.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Reads a condition.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let file: File = toml::from_str(text).map_err(|error| of_toml(text, &error))?;
        let m = &file.material;
        let counts = [
            m.pawn, m.lance, m.knight, m.silver, m.bishop, m.rook, m.gold,
        ];
        let mut material = Hand::EMPTY;
        for (kind, count) in HAND_KINDS.into_iter().zip(counts) {
            let limit = match kind {
                PieceType::PAWN => 18,
                PieceType::BISHOP | PieceType::ROOK => 2,
                _ => 4,
            };
            if count > limit {
                return Err(ConditionError::TooMany { kind, count, limit });
            }
            material = material.with(kind.to_index(), count);
        }
        let pieces = u64::from(material.total());
        if pieces == 0 {
            return Err(ConditionError::NoMaterial);
        }
        let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if file.name.is_empty() || !file.name.chars().all(plain) {
            return Err(ConditionError::Name(file.name));
        }
        // Nobody is mated by one piece alone but on purpose, nor are more than
        // five worth the time that finding all mates would take.
        let final_pieces = within("final.pieces", file.r#final.pieces, 2, (pieces + 1).min(6))?;
        let problem_pieces = file
            .problem
            .pieces
            .map(|n| within("problem.pieces", n, 2, pieces + 1));
        let problem_hand = file
            .problem
            .attacker_hand
            .map(|n| within("problem.attacker-hand", n, 0, pieces));
        let length = within("limits.length", file.limits.length, 1, MAX_LENGTH)?;
        Ok(Self {
            name: file.name,
            material,
            final_pieces: final_pieces as usize,
            every_piece_works: file.r#final.every_piece_works,
            unique: file.attacker.unique,
            equal: file.defender.equal,
            problem_pieces: problem_pieces.transpose()?.map(|n| n as usize),
            problem_hand: problem_hand.transpose()?.map(|n| n as u32),
            length: length as u16,
            region: region(&file.limits.files, &file.limits.ranks)?,
        })
    }

    /// The name of a position, and whether it is that of its mirror image.
    ///
    /// Mirror images share a name, unless the region tells them apart.
    pub fn name_of(&self, board: &Board) -> (Packed, bool) {
        if self.is_symmetric() {
            Packed::canonical(board)
        } else {
            (Packed::new(board), false)
        }
    }

    /// Whether the region is its own mirror image.
    pub fn is_symmetric(&self) -> bool {
        let image = each(self.region).fold(0, |set, sq| set | bit(mirrored(sq)));
        image == self.region
    }

    /// A number that changes with everything that changes the result.
    pub fn fingerprint(&self) -> u32 {
        let numbers = [
            u128::from(self.material.bits()),
            self.final_pieces as u128,
            u128::from(self.every_piece_works),
            self.unique as u128,
            self.equal as u128,
            self.problem_pieces.map_or(u128::MAX, |n| n as u128),
            self.problem_hand.map_or(u128::MAX, u128::from),
            u128::from(self.length),
            self.region,
        ];
        let mut sum = crc32fast::Hasher::new();
        sum.update(self.name.as_bytes());
        for number in numbers {
            sum.update(&number.to_le_bytes());
        }
        sum.finalize()
    }

    /// Whether a position with so many pieces on the board, the king included,
    /// and so many in the attacker's hand is a finished problem.
    pub fn is_finished(&self, pieces: usize, hand: u32) -> bool {
        self.problem_pieces.is_none_or(|n| n == pieces)
            && self.problem_hand.is_none_or(|n| n == hand)
    }
}

fn within(key: &'static str, value: u64, least: u64, most: u64) -> Result<u64, ConditionError> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(ConditionError::OutOfRange {
        key,
        value,
        least,
        most,
    })
}

/// The squares of a rectangle, files and ranks counted as shogi counts them.
fn region(files: &[u64], ranks: &[u64]) -> Result<Squares, ConditionError> {
    let files = range("limits.files", files)?;
    let ranks = range("limits.ranks", ranks)?;
    let files = files.fold(0, |set, file| set | FILE << ((file - 1) * 9));
    let ranks = ranks.fold(0, |set, rank| set | RANKS[rank as usize - 1]);
    Ok(files & ranks)
}

/// The files or ranks from the first to the last of two.
fn range(key: &'static str, ends: &[u64]) -> Result<RangeInclusive<u64>, ConditionError> {
    let &[first, last] = ends else {
        let count = ends.len();
        return Err(ConditionError::NotTwo { key, count });
    };
    let first = within(key, first, 1, 9)?;
    Ok(first..=within(key, last, first, 9)?)
}

fn of_toml(text: &str, error: &toml::de::Error) -> ConditionError {
    let at = error.span().map_or(0, |span| span.start);
    let line = text.as_bytes()[..at.min(text.len())]
        .iter()
        .filter(|&&b| b == b'\n')
        .count()
        + 1;
    let message = error.message();
    let unknown = message
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.split('`').next());
    match unknown {
        Some(key) => ConditionError::UnknownKey {
            key: key.into(),
            line,
        },
        None => ConditionError::Text {
            line,
            // One sentence on one line, whatever the reader of TOML writes.
            detail: message.lines().collect::<Vec<_>>().join(", "),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOFU: &str = include_str!("../conditions/tofu-smoke.toml");

    #[test]
    fn every_shipped_condition_is_one_and_bears_its_name() {
        for name in Condition::shipped_names() {
            let condition = Condition::parse(Condition::shipped(name).unwrap()).unwrap();
            assert_eq!(condition.name, name);
        }
        assert_eq!(Condition::shipped("nothing"), None);
    }

    #[test]
    fn the_tofu_smoke_is_read_as_it_is_meant() {
        let tofu = Condition::parse(TOFU).unwrap();
        assert_eq!(tofu.material, Hand::EMPTY.with(1, 18));
        assert_eq!(tofu.final_pieces, 4);
        assert_eq!(tofu.unique, Unique::AllButLast);
        assert_eq!(tofu.region.count_ones(), 81);
        assert!(tofu.is_finished(19, 0) && !tofu.is_finished(18, 0) && !tofu.is_finished(19, 1));
    }

    #[test]
    fn bad_conditions_are_refused_with_key_and_line() {
        let replaced = |from: &str, to: &str| {
            assert!(TOFU.contains(from));
            Condition::parse(&TOFU.replace(from, to)).unwrap_err()
        };
        let line = |of: &str| TOFU.lines().position(|l| l == of).unwrap() + 1;
        let unknown = replaced("pawn = 18", "pawns = 18");
        assert_eq!(
            unknown,
            ConditionError::UnknownKey {
                key: "pawns".into(),
                line: line("pawn = 18")
            }
        );
        for (from, to, sentence) in [
            ("pawn = 18", "pawn = 19", "material: 19 pawns"),
            ("pawn = 18", "pawn = -1", "line 7: "),
            ("pieces = 4", "pieces = 1", "final.pieces: 1 is not"),
            ("pieces = 19", "pieces = 20", "problem.pieces: 20 is not"),
            ("\"all-but-last\"", "\"some\"", "line 14: unknown variant"),
            ("[defender]", "[defender", "line 16: "),
            ("pawn = 18", "", "material: there are no pieces"),
            ("\"tofu-smoke\"", "\"a\\tb\"", "name: 'a\\tb' is not"),
            ("name = ", "nmae = ", "line 4: there is no key 'nmae'"),
        ] {
            let error = replaced(from, to);
            let english = error.message(Lang::En);
            assert!(english.starts_with(sentence), "{english}");
            assert_ne!(english, error.message(Lang::Ja));
            assert!(!english.contains('\n'));
        }
    }

    #[test]
    fn a_region_is_a_rectangle() {
        let text = format!("{TOFU}\n[limits]\nfiles = [1, 3]\nranks = [1, 2]\n");
        assert_eq!(Condition::parse(&text).unwrap().region.count_ones(), 6);
        assert!(!Condition::parse(&text).unwrap().is_symmetric());
        let text = format!("{TOFU}\n[limits]\nfiles = [2, 8]\nranks = [1, 3]\n");
        assert!(Condition::parse(&text).unwrap().is_symmetric());
        let text = format!("{TOFU}\n[limits]\nfiles = [3, 1]\n");
        assert!(Condition::parse(&text).is_err());
        for key in ["files", "ranks"] {
            for (value, count) in [("[]", 0), ("[1]", 1), ("[1, 2, 3]", 3)] {
                let text = format!("{TOFU}\n[limits]\n{key} = {value}\n");
                let error = Condition::parse(&text).unwrap_err();
                let start = format!("limits.{key}: two numbers are needed");
                assert!(error.message(Lang::En).starts_with(&start), "{error}");
                assert!(error.message(Lang::En).ends_with(&count.to_string()));
                assert!(error.message(Lang::Ja).contains(&format!("{count} 個")));
            }
        }
    }
}
