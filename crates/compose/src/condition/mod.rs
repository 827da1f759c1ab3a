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
//! # attacker, defender, symmetric: as below
//!
//! [attacker]
//! unique = "all-but-last"    # or "all": where no other check may mate
//!
//! [defender]
//! equal = "allow"            # or "refuse": other defences as long as the main line
//!
//! [problem]                  # what counts as a problem in the end
//! pieces = 19
//! attacker-hand = 0          # or by kind: { pawn = 1 }
//! attacker = 10              # on the board; a number, or by kind
//! defender = { pawn = 8 }
//! symmetric = false          # true: the board is its own mirror image
//!
//! [limits]                   # may be left out
//! length = 99
//! files = [1, 9]
//! ranks = [1, 9]
//! ```

mod error;
mod file;
mod matching;
mod setup;

pub use error::ConditionError;
pub use matching::ConditionMismatch;
pub use setup::{Count, Setup};

use crate::packed::{PackedPosition, mirrored};
use crate::soundness::SoundnessRules;
use file::{File, MAX_LENGTH, Pieces};
use kemuri_core::attacks::{FILE, RANKS, Squares, bit, each};
use kemuri_core::hand::{HAND_KINDS, set_size};
use kemuri_core::{Board, Hand};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// The conditions that ship with Kemuri: name and text.
const SHIPPED: [(&str, &str); 1] = [(
    "tofu-smoke",
    include_str!("../../conditions/tofu-smoke.toml"),
)];

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
    /// What else a final position must have.
    pub r#final: Setup,
    /// What a sound problem may have.
    pub soundness: SoundnessRules,
    /// What a finished problem must have.
    pub problem: Setup,
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

impl Condition {
    /// Returns the text of a condition that ships with Kemuri.
    pub fn shipped(name: &str) -> Option<&'static str> {
        let found = SHIPPED.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| *text)
    }

    /// Returns the names of the conditions that ship with Kemuri.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// Reads a condition.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let file: File = toml::from_str(text).map_err(|error| error::of_toml(text, &error))?;
        let mut material = Hand::EMPTY;
        for (kind, count) in HAND_KINDS.into_iter().zip(file.material.counts()) {
            let limit = set_size(kind);
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
        let finished = file.problem;
        let problem_pieces = finished
            .pieces
            .map(|n| within("problem.pieces", n, 2, pieces + 1))
            .transpose()?;
        let length = within("limits.length", file.limits.length, 1, MAX_LENGTH)?;
        let region = region(&file.limits.files, &file.limits.ranks)?;
        let count = |key, pieces: Option<Pieces>| count(key, pieces, material);
        let end = Setup {
            pieces: Some(final_pieces as usize),
            attacker: count("final.attacker", file.r#final.attacker)?,
            defender: count("final.defender", file.r#final.defender)?,
            attacker_hand: None,
            symmetric: file.r#final.symmetric,
        };
        let problem = Setup {
            pieces: problem_pieces.map(|n| n as usize),
            attacker: count("problem.attacker", finished.attacker)?,
            defender: count("problem.defender", finished.defender)?,
            attacker_hand: count("problem.attacker-hand", finished.attacker_hand)?,
            symmetric: finished.symmetric,
        };
        for (section, setup) in [("final", &end), ("problem", &problem)] {
            setup.check(section, material, region.count_ones())?;
        }
        Ok(Self {
            name: file.name,
            material,
            final_pieces: final_pieces as usize,
            every_piece_works: file.r#final.every_piece_works,
            r#final: end,
            soundness: SoundnessRules::new(file.attacker.unique, file.defender.equal),
            problem,
            length: length as u16,
            region,
        })
    }

    /// Packs a position, and says whether it is its mirror image that was packed.
    ///
    /// Mirror images are packed alike if the region is symmetric.
    pub fn pack(&self, board: &Board) -> (PackedPosition, bool) {
        if self.is_symmetric() {
            PackedPosition::canonical(board)
        } else {
            (PackedPosition::new(board), false)
        }
    }

    /// Returns whether the region is its own mirror image.
    pub fn is_symmetric(&self) -> bool {
        let image = each(self.region).fold(0, |set, sq| set | bit(mirrored(sq)));
        image == self.region
    }

    /// Returns a checksum of everything that changes the result.
    pub fn fingerprint(&self) -> u32 {
        let numbers = [
            u128::from(self.material.bits()),
            self.final_pieces as u128,
            u128::from(self.every_piece_works),
            self.soundness.unique as u128,
            self.soundness.equal as u128,
            self.problem.pieces.map_or(u128::MAX, |n| n as u128),
            self.problem.attacker_hand.map_or(u128::MAX, Count::number),
            u128::from(self.length),
            self.region,
        ];
        let mut sum = crc32fast::Hasher::new();
        sum.update(self.name.as_bytes());
        for number in numbers {
            sum.update(&number.to_le_bytes());
        }
        // Only those that are set, so that older folders stay valid.
        let further = [self.r#final.further(), self.problem.further()];
        for (i, number) in further.as_flattened().iter().enumerate() {
            if let Some(number) = number {
                sum.update(&[i as u8]);
                sum.update(&number.to_le_bytes());
            }
        }
        sum.finalize()
    }

    /// Returns whether a position is a finished problem.
    pub fn is_finished(&self, packed: &PackedPosition) -> bool {
        self.problem.fits(&packed.board(self.material))
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

/// How many pieces `key` asks for, of kinds of which a set has so many.
fn count(
    key: &'static str,
    pieces: Option<Pieces>,
    material: Hand,
) -> Result<Option<Count>, ConditionError> {
    let kinds = match pieces {
        None => return Ok(None),
        Some(Pieces::Total(n)) => {
            let n = within(key, u64::from(n), 0, u64::from(material.total()))?;
            return Ok(Some(Count::Total(n as u32)));
        }
        Some(Pieces::Kinds(kinds)) => kinds.counts(),
    };
    let mut hand = Hand::EMPTY;
    for (kind, count) in HAND_KINDS.into_iter().zip(kinds) {
        let limit = material.count(kind.to_index());
        if count > limit {
            return Err(ConditionError::NotInMaterial {
                section: key,
                kind,
                count,
                limit,
            });
        }
        hand = hand.with(kind.to_index(), count);
    }
    Ok(Some(Count::Kinds(hand)))
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

#[cfg(test)]
mod tests {
    use super::*;

    const TOFU: &str = include_str!("../../conditions/tofu-smoke.toml");

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
        assert_eq!(tofu.soundness.unique, Unique::AllButLast);
        assert_eq!(tofu.region.count_ones(), 81);
        let expected = Setup {
            pieces: Some(19),
            attacker_hand: Some(Count::Total(0)),
            ..Setup::default()
        };
        assert_eq!(tofu.problem, expected);
        // Folders of runs bear it.
        assert_eq!(tofu.fingerprint(), 0xb92e_8c6b);
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
            let english = error.to_string();
            assert!(english.starts_with(sentence), "{english}");
            assert!(!english.contains('\n'));
        }
    }

    #[test]
    fn a_region_is_a_rectangle() {
        let any = TOFU.replace("pieces = 19", "");
        let text = format!("{any}\n[limits]\nfiles = [1, 3]\nranks = [1, 2]\n");
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
                assert!(error.to_string().starts_with(&start), "{error}");
                assert!(error.to_string().ends_with(&count.to_string()));
            }
        }
    }

    /// The tofu smoke with lines added to one of its sections.
    fn with(section: &str, lines: &str) -> Result<Condition, ConditionError> {
        let head = format!("[{section}]\n");
        assert!(TOFU.contains(&head));
        Condition::parse(&TOFU.replace(&head, &format!("{head}{lines}\n")))
    }

    #[test]
    fn pieces_are_counted_by_side_and_kind() {
        let lines = "attacker = 10\ndefender = { pawn = 8 }\nsymmetric = true";
        let setup = with("problem", lines).unwrap().problem;
        assert_eq!(setup.attacker, Some(Count::Total(10)));
        assert_eq!(setup.defender, Some(Count::Kinds(Hand::EMPTY.with(1, 8))));
        assert!(setup.symmetric);
        let tofu = Condition::parse(TOFU).unwrap();
        let mut prints = vec![tofu.fingerprint()];
        for (section, lines) in [
            ("final", "attacker = 3"),
            ("final", "attacker = { pawn = 3 }"),
            ("final", "defender = 0"),
            ("final", "symmetric = true"),
            ("problem", "attacker = 3"),
            ("problem", "defender = 3"),
            ("problem", "symmetric = true"),
        ] {
            prints.push(with(section, lines).unwrap().fingerprint());
        }
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), 8, "a folder of one is a folder of the other");
    }

    #[test]
    fn impossible_material_is_refused_in_one_line() {
        for (section, lines, sentence) in [
            ("problem", "attacker = 19", "problem.attacker: 19 is not"),
            (
                "problem",
                "attacker = { gold = 1 }",
                "problem.attacker: 1 of kind gold, but the material has 0",
            ),
            (
                "problem",
                "attacker = { pawn = 10 }\ndefender = { pawn = 9 }",
                "problem: 19 of kind pawn, but the material has 18",
            ),
            (
                "problem",
                "attacker = 10\ndefender = 7",
                "problem: the pieces of both sides and the king are 18, but pieces is 19",
            ),
            (
                "final",
                "attacker = 4",
                "final: the pieces of both sides and the king are 5, but pieces is 4",
            ),
            ("final", "attacker = -1", "line 10: -1 is no number"),
            (
                "final",
                "attacker = { prawn = 1 }",
                "line 10: there is no key 'prawn'",
            ),
            ("final", "attacker = true", "line 10: "),
        ] {
            let error = with(section, lines).unwrap_err();
            let english = error.to_string();
            assert!(english.starts_with(sentence), "{english}");
            assert!(!english.contains('\n'));
        }
        let full = TOFU.replace("attacker-hand = 0", "attacker-hand = 1");
        let error = Condition::parse(&full).unwrap_err();
        let sentence = "problem: 19 pieces are needed besides the king, but there are 18";
        assert_eq!(error.to_string(), sentence);
        let narrow = format!("{TOFU}\n[limits]\nfiles = [1, 2]\n");
        let error = Condition::parse(&narrow).unwrap_err();
        let sentence = "problem: 19 pieces do not fit on 18 squares";
        assert_eq!(error.to_string(), sentence);
    }
}
