//! The verifier's rules against brute force: all legal moves by rsshogi,
//! filtered by what they do, and on some positions the oracle's rule book.

use kemuri_certify::rules::{ATTACKER, BoardKeys, HandCounts, Position};
use kemuri_core::{Color, Move, PieceType, Problem, Square};
use kemuri_oracle::random::{RandomProblem, Rng, Shape, on_threads, random_position, random_small};
use rsshogi::board::{MoveList, Position as Reference, movegen::generate_legal_all};
use std::sync::LazyLock;

/// Positions visited in all.
const POSITIONS: u64 = 260_000;
const THREADS: u64 = 2;
/// Plies played from each random position at most.
const WALK: usize = 7;
/// One in so many positions is shown to the oracle, and every move that can be
/// written is tried in it.
const THOROUGH: u64 = 100;

/// What is to be met on the way, and how often at least.
const FEATURES: [(&str, u64); 10] = [
    ("visited", 250_000),
    ("two kings", 70_000),
    ("White attacks", 70_000),
    ("attacker in check himself", 2_500),
    ("a pawn drop would mate", 100),
    ("the defender moves", 70_000),
    ("mate", 1_200),
    ("drops in between", 12_000),
    ("the attacker's king moves with check", 40),
    ("a piece stays unpromoted with check", 5_000),
];
type Tally = [u64; FEATURES.len()];

fn position(problem: &Problem, keys: BoardKeys) -> Position {
    let position = Position::new(&problem.into(), problem.attacker(), keys);
    position.unwrap_or_else(|error| panic!("{error}: {problem}"))
}

struct Twin {
    position: Position,
    reference: Reference,
    attacker: Color,
}

impl Twin {
    fn random(random: &RandomProblem) -> Self {
        Self::new(&random.sfen(), random.attacker)
    }

    fn new(sfen: &str, attacker: Color) -> Self {
        let problem = Problem::from_sfen_with(sfen, Some(attacker))
            .unwrap_or_else(|error| panic!("{error}: {sfen}"));
        Self {
            position: position(&problem, BoardKeys::secret()),
            reference: problem.position(),
            attacker,
        }
    }

    fn seen(&self, mv: Move) -> Move {
        self.position.original(mv)
    }

    fn attacker_to_move(&self) -> bool {
        self.reference.turn() == self.attacker
    }

    fn make(&mut self, mv: Move) {
        self.position.make(self.seen(mv));
        self.reference.apply_move(mv);
    }

    /// All legal moves, of the attacker those that give check.
    fn brute_force(&self) -> Vec<Move> {
        let mut reference = self.reference.clone();
        let mut list = MoveList::new();
        generate_legal_all(&reference, &mut list);
        let mut moves: Vec<Move> = list.iter().copied().collect();
        if self.attacker_to_move() {
            moves.retain(|&mv| {
                reference.apply_move(mv);
                let check = reference.is_in_check();
                reference.undo_move(mv).expect("the move just made");
                check
            });
        }
        moves.sort_unstable();
        moves
    }

    fn is_legal(&mut self, mv: Move) -> bool {
        let mv = self.seen(mv);
        if self.attacker_to_move() {
            self.position.is_legal_check(mv)
        } else {
            self.position.is_legal_reply(mv)
        }
    }

    /// Compares everything and returns the legal moves.
    fn assert_agreement(&mut self, rng: &mut Rng, thorough: bool) -> Vec<Move> {
        let sfen = self.reference.to_sfen(Some(1));
        assert_eq!(self.position.sfen(), sfen);
        assert_eq!(self.position.attacker_to_move(), self.attacker_to_move());
        let moves = self.brute_force();
        let mut generated = Vec::new();
        if self.attacker_to_move() {
            self.position.for_each_check(|mv| generated.push(mv));
        } else {
            assert!(self.position.in_check(), "{sfen}");
            self.position.for_each_reply(|mv| generated.push(mv));
            assert_eq!(self.position.has_reply(), !moves.is_empty(), "{sfen}");
        }
        let mut generated: Vec<Move> = generated.into_iter().map(|mv| self.seen(mv)).collect();
        generated.sort_unstable();
        assert_eq!(generated, moves, "{sfen}");
        let any: &[Move] = &EVERY_MOVE;
        let tried: Vec<Move> = if thorough {
            any.to_vec()
        } else {
            let some = (0..20).map(|_| *rng.pick(any));
            some.chain(moves.iter().copied()).collect()
        };
        for mv in tried {
            assert_eq!(
                self.is_legal(mv),
                moves.contains(&mv),
                "{} in {sfen}",
                mv.to_usi()
            );
        }
        let key = self.position.key();
        for &mv in &moves {
            let foretold = self.position.key_after(self.seen(mv));
            self.position.make(self.seen(mv));
            assert_eq!(self.position.key(), foretold, "{} in {sfen}", mv.to_usi());
            assert_ne!(foretold, key);
            self.position.undo();
            assert_eq!(self.position.key(), key, "{} in {sfen}", mv.to_usi());
        }
        assert_eq!(self.position.sfen(), sfen, "after undoing");
        if thorough {
            let oracle = kemuri_oracle::Board::from_sfen(&sfen).expect("an SFEN");
            let mut expected = if self.attacker_to_move() {
                oracle.checks()
            } else {
                oracle.legal_moves()
            };
            expected.sort_unstable();
            assert_eq!(moves, expected, "the oracle in {sfen}");
        }
        moves
    }

    fn features(&self, moves: &[Move]) -> Tally {
        let attacks = self.attacker_to_move();
        let kind = |mv: &Move| self.reference.piece_on(mv.from_sq()).piece_type();
        [
            true,
            !self.reference.king_square(self.attacker).is_none(),
            self.attacker == Color::WHITE,
            attacks && self.reference.is_in_check(),
            attacks && self.forbids_pawn_drop_mate(moves),
            !attacks,
            !attacks && moves.is_empty(),
            !attacks && moves.iter().any(|mv| mv.is_drop()),
            attacks
                && moves
                    .iter()
                    .any(|mv| !mv.is_drop() && kind(mv) == PieceType::KING),
            attacks
                && moves.iter().any(|&mv| {
                    !mv.is_drop()
                        && moves.contains(&Move::promotion(mv.from_sq(), mv.to_sq()))
                        && !mv.is_promotion()
                }),
        ]
        .map(u64::from)
    }

    /// Whether a pawn drop with check is missing only because it mates.
    fn forbids_pawn_drop_mate(&self, moves: &[Move]) -> bool {
        let king = self.reference.king_square(self.attacker.flip()).to_index();
        let below = if self.attacker == Color::BLACK {
            king + 1
        } else {
            king.wrapping_sub(1)
        };
        let edge = if self.attacker == Color::BLACK { 8 } else { 0 };
        if king % 9 == edge || !self.reference.king_square(self.attacker).is_none() {
            return false;
        }
        let mv = Move::drop(PieceType::PAWN, Square::from_index(below));
        !moves.contains(&mv) && self.position.is_legal_attack(self.seen(mv))
    }
}

/// Every move that can be written down, legal or not.
static EVERY_MOVE: LazyLock<Vec<Move>> = LazyLock::new(|| {
    let all = Square::iter().flat_map(|to| {
        let drops = (1..8).map(move |kind| Move::drop(PieceType::new(kind), to));
        let moves = Square::iter()
            .filter(move |&from| from != to)
            .flat_map(move |from| [Move::normal(from, to), Move::promotion(from, to)]);
        drops.chain(moves)
    });
    all.collect()
});

fn walk(seed: u64, positions: u64) -> Tally {
    let mut rng = Rng::new(seed ^ 0xce57);
    let mut tally = Tally::default();
    for shape in Shape::all().iter().cycle() {
        let random = if rng.chance(1, 20) {
            random_small(&mut rng)
        } else {
            random_position(&mut rng, shape)
        };
        let mut twin = Twin::random(&random);
        for _ in 0..=WALK {
            let moves = twin.assert_agreement(&mut rng, tally[0] % THOROUGH == 0);
            for (count, met) in tally.iter_mut().zip(twin.features(&moves)) {
                *count += met;
            }
            if moves.is_empty() {
                break;
            }
            twin.make(*rng.pick(&moves));
        }
        if tally[0] >= positions {
            break;
        }
    }
    tally
}

#[test]
fn rules_agree_with_brute_force() {
    let tallies = on_threads(THREADS, |seed| walk(seed, POSITIONS / THREADS));
    for (i, (name, least)) in FEATURES.iter().enumerate() {
        let met: u64 = tallies.iter().map(|tally| tally[i]).sum();
        println!("{name}: {met}");
        assert!(met >= *least, "{name}: only {met} positions");
    }
}

/// The rarest rule: the defender may not interpose a pawn that mates the
/// attacker's own king.
#[test]
fn the_defender_may_not_mate_with_a_pawn_drop_either() {
    let forbidden = Move::from_usi("P*5h").expect("a move");
    let mated = "9/9/9/9/9/7b1/3gn4/2k2R3/4K4 w p 1";
    let safe = "9/9/9/9/9/9/3gn4/2k2R3/4K4 w p 1";
    let mut rng = Rng::new(0);
    for (sfen, legal) in [(mated, false), (safe, true)] {
        let moves = Twin::new(sfen, Color::BLACK).assert_agreement(&mut rng, true);
        assert_eq!(moves.contains(&forbidden), legal, "{sfen}");
        let turned = kemuri_oracle::Board::from_sfen(sfen)
            .expect("an SFEN")
            .turned();
        let moves = Twin::new(&turned.to_sfen(), Color::WHITE).assert_agreement(&mut rng, true);
        assert_eq!(moves.contains(&forbidden.flip()), legal, "{sfen} turned");
    }
}

#[test]
fn a_hand_is_exchanged_only_for_one_that_is_there() {
    let problem = Problem::from_sfen("8k/9/9/9/9/9/9/9/9 b 2GS2p 1").expect("a problem");
    let mut position = position(&problem, BoardKeys::fixed());
    let mut hand = position.hand(ATTACKER);
    hand.add(PieceType::PAWN);
    hand.add(PieceType::PAWN);
    assert!(position.set_hand(hand));
    assert_eq!(position.sfen(), "8k/9/9/9/9/9/9/9/9 b 2GS2P 1");
    hand.add(PieceType::PAWN);
    assert!(!position.set_hand(hand));
    assert_eq!(position.sfen(), "8k/9/9/9/9/9/9/9/9 b 2GS2P 1");
    let hand =
        HandCounts::new(|kind| u8::from(kind == PieceType::GOLD || kind == PieceType::SILVER));
    assert!(position.set_hand(hand));
    assert_eq!(position.sfen(), "8k/9/9/9/9/9/9/9/9 b GSg2p 1");
}
