//! Facts about problems as sentences.

use super::{Text, quote};
use kemuri_core::{Problem, kanji};
use kemuri_formats::Flaw;
use kemuri_judge::duplicates::Likeness;
use kemuri_judge::{Fact, Kind, More, Proof};

/// A fact and what it takes to put it into words.
pub struct Said<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The fact.
    pub fact: &'a Fact,
    /// The moves of its line in words.
    pub moves: Vec<String>,
    /// The name of the problem that it is like, if it is about one.
    pub earlier: Option<&'a str>,
    /// What is wrong with a move of the author's that cannot be read or played.
    pub flaw: Option<&'a Flaw>,
}

impl Text {
    /// A fact as a sentence.
    pub fn fact(self, said: &Said<'_>) -> String {
        let Said { fact, moves, .. } = said;
        match fact.proof {
            Proof::Proven => self.so_it_is(said),
            Proof::Undecided => self.left_open(fact, moves),
            Proof::Refuted => {
                let (ply, line) = (fact.ply, moves.join(" "));
                self.pick(
                    format!("Move {ply}: {line} does not mate"),
                    format!("{ply}手目 {line} は不詰"),
                )
            }
        }
    }

    fn left_open(self, fact: &Fact, moves: &[String]) -> String {
        let ply = fact.ply;
        match (fact.kind, moves, fact.more) {
            (Kind::NoMate, ..) => self.pick(
                "Whether there is a mate could not be decided".into(),
                "詰むかどうか決着せず".into(),
            ),
            (Kind::IdlePiece, _, More::Square(square)) => {
                let square = self.0.square(square);
                self.pick(
                    format!("Whether the piece on {square} is needed could not be decided"),
                    format!("{square} の駒が必要かどうか決着せず"),
                )
            }
            (Kind::LineNoMate, ..) => self.pick(
                "Whether the author's line ends in mate could not be decided".into(),
                "作意手順で詰んでいるかどうか決着せず".into(),
            ),
            (Kind::PiecesLeft, ..) => self.pick(
                "Whether every best line leaves pieces, as the author's does, could not be decided"
                    .into(),
                "最善手順が必ず駒余りになるかどうか決着せず（作意は駒余り）".into(),
            ),
            (Kind::EarlyMate, [], _) => self.pick(
                "Whether there is a shorter mate could not be decided".into(),
                "最短手数かどうか決着せず".into(),
            ),
            (_, [mv], _) => self.pick(
                format!("Move {ply}: whether {mv} mates could not be decided"),
                format!("{ply}手目 {mv} が詰むかどうか決着せず"),
            ),
            (_, [mv, line @ ..], _) => {
                let line = line.join(" ");
                self.pick(
                    format!(
                        "Move {ply}: {mv} mates as well; whether without the main line could not be \
                         decided: {line}"
                    ),
                    format!("{ply}手目 {mv} でも詰む。余詰か迂回かは決着せず: {line}"),
                )
            }
            (_, [], _) => self.pick(
                format!("Move {ply}: the other defences could not be decided"),
                format!("{ply}手目 ほかの応手は決着せず"),
            ),
        }
    }

    fn so_it_is(self, said: &Said<'_>) -> String {
        let Said { fact, moves, .. } = said;
        let name = capitalized(fact.kind.word(self.0));
        let ply = fact.ply;
        let mv = moves.first().map_or("", |mv| mv.as_str());
        let line = moves.get(1..).unwrap_or_default().join(" ");
        let line = if line.is_empty() {
            line
        } else {
            self.pick(format!(": {line}"), format!("（以下 {line}）"))
        };
        let length = fact.length.unwrap_or(0);
        let within = match fact.length {
            Some(n) => {
                let moves = if n == 1 { "move" } else { "moves" };
                self.pick(format!(", in {n} {moves} in all"), format!(" {n} 手で"))
            }
            None => String::new(),
        };
        let left = match fact.more {
            More::Hand(hand) => kanji::in_hand(hand, self.0).join(" "),
            _ => String::new(),
        };
        match fact.kind {
            Kind::NoMate if mv.is_empty() => {
                self.pick(format!("{name}: there is none at all"), name.clone())
            }
            Kind::NoMate => self.pick(
                format!("{name}: {mv} at move {ply} escapes"),
                format!("{name}: {ply}手目 {mv} で逃れる"),
            ),
            Kind::EarlyMate | Kind::Cook | Kind::TailCook => self.pick(
                format!("{name}: {mv} at move {ply} mates as well{within}{line}"),
                format!("{name}: {ply}手目 {mv} でも{within}詰む{line}"),
            ),
            Kind::Detour | Kind::Transposition => self.pick(
                format!("{name}: {mv} at move {ply} leads back to the main line{within}{line}"),
                format!("{name}: {ply}手目 {mv} から作意に合流して{within}詰む{line}"),
            ),
            Kind::PiecesLeft => self.pick(
                format!("{name}: the attacker is left with {left} in hand"),
                format!("{name}: 詰上りに {left} が余る"),
            ),
            Kind::LinePiecesLeft => self.pick(
                format!("{name}: {left} in hand; another defence or last move leaves nothing"),
                format!("{name}: {left} が余るが、余らない応手または最終手がある"),
            ),
            Kind::LongerVariation => self.pick(
                format!("{name}: {mv} at move {ply} makes it {length} moves{line}"),
                format!("{name}: {ply}手目 {mv} とすれば {length} 手かかる{line}"),
            ),
            Kind::LongerByTwo => self.pick(
                format!(
                    "{name}: {mv} at move {ply} makes it {length} moves and leaves {left}{line}"
                ),
                format!("{name}: {ply}手目 {mv} とすれば {length} 手かかり {left} が余る{line}"),
            ),
            Kind::EqualVariation => self.pick(
                format!(
                    "{name}: {mv} at move {ply} lasts as long and leaves nothing in hand{line}"
                ),
                format!("{name}: {ply}手目 {mv} も同手数で駒が余らない{line}"),
            ),
            Kind::LastMoveDual => self.pick(
                format!("{name}: {mv} at move {ply} mates as well"),
                format!("{name}: {ply}手目 {mv} でも詰む"),
            ),
            Kind::DistanceDual
            | Kind::PlaceDual
            | Kind::PromotionDual
            | Kind::InterposedKindDual => self.pick(
                format!("{name}: {mv} at move {ply} does as well, the rest staying the same"),
                format!("{name}: {ply}手目 {mv} でも以下同じ手順で詰む"),
            ),
            Kind::VariationAlternative => {
                let other = moves.get(1).map_or("", |mv| mv.as_str());
                self.pick(
                    format!("{name}: after {mv} at move {ply} {other} mates, among others"),
                    format!("{name}: {ply}手目 {mv} には {other} などでも詰む"),
                )
            }
            Kind::IdlePiece => {
                let More::Square(square) = fact.more else {
                    return name;
                };
                let piece = self.0.piece(said.problem.piece_on(square).piece_type());
                let square = self.0.square(square);
                self.pick(
                    format!("{name}: without the {piece} on {square} the problem is the same"),
                    format!("{name}: {square} の{piece}がなくても成立する"),
                )
            }
            Kind::LineIllegal if mv.is_empty() => {
                let flaw = said.flaw.map_or(String::new(), |flaw| flaw.message(self.0));
                self.pick(
                    format!("{name}: move {ply}: {flaw}"),
                    format!("{name}: {ply}手目 {flaw}"),
                )
            }
            Kind::LineIllegal => self.pick(
                format!("{name}: {mv} at move {ply} cannot be played"),
                format!("{name}: {ply}手目 {mv} は指せない"),
            ),
            Kind::LineNoMate if mv.is_empty() => self.pick(
                format!(
                    "{name}: it ends after move {} with the attacker to move",
                    ply - 1
                ),
                format!("{name}: {}手目の後、攻方の手番で終わっている", ply - 1),
            ),
            Kind::LineNoMate => self.pick(
                format!("{name}: {mv} at move {ply} is still a defence"),
                format!("{name}: {ply}手目 {mv} と受けられる"),
            ),
            Kind::LengthDiffers => {
                let More::Said(said) = fact.more else {
                    return name;
                };
                self.pick(
                    format!("{name}: {said} is said, {length} it is"),
                    format!("{name}: {said} 手とあるが {length} 手"),
                )
            }
            Kind::Duplicate => {
                let earlier = quote(said.earlier.unwrap_or_default());
                let like = match fact.more {
                    More::Earlier(_, likeness) => self.likeness(likeness),
                    _ => "",
                };
                self.pick(
                    format!("{name}: {like} '{earlier}'"),
                    format!("{name}: 「{earlier}」{like}"),
                )
            }
        }
    }

    fn likeness(self, likeness: Likeness) -> &'static str {
        match likeness {
            Likeness::Same => self.pick("the same as", "と同じ"),
            Likeness::Mirrored => self.pick("the mirror image of", "の左右反転"),
            Likeness::Shifted => self.pick("a shifted copy of", "の平行移動"),
            Likeness::MirroredAndShifted => {
                self.pick("a shifted mirror image of", "の左右反転を平行移動したもの")
            }
        }
    }
}

/// A word as it stands at the start of a sentence.
pub(super) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
