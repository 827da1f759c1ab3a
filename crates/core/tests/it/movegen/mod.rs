//! The search's own board against brute force, on a million random positions; on a fifth of
//! them in an ordinary run.
//!
//! Beside each [`kemuri_core::Board`] runs an rsshogi `Position` that makes the
//! same moves. What the board generates must be all legal moves of that
//! position, filtered by what they do. On every fiftieth position the oracle's
//! rule book, which shares no code with either, has its say too.

mod keys;
mod twin;

use kemuri_core::{Color, Move, PieceType, Square};
use kemuri_oracle::random::{Rng, Shape, on_threads, random_position};
use kemuri_oracle::sample::Sample;
use twin::Twin;

/// Positions visited in all; a little above a million.
const POSITIONS: u64 = 1_040_000;
const THREADS: u64 = 2;
/// Plies played from each random position at most.
const WALK: usize = 7;
/// One in so many positions is shown to the oracle.
const ORACLE_EVERY: u64 = 50;

/// What is to be met on the way, and how often at least: a cross-check that met
/// no pins would say nothing about pins.
const FEATURES: [(&str, u64); 12] = [
    ("visited", 1_000_000),
    ("two kings", 300_000),
    ("White attacks", 300_000),
    ("attacker in check himself", 10_000),
    ("a discovered check is possible", 10_000),
    ("a pawn drop would mate", 500),
    ("the king can flee for certain", 100_000),
    ("the defender moves", 300_000),
    ("mate", 5_000),
    ("double check", 5_000),
    ("a pinned defender", 20_000),
    ("drops in between", 50_000),
];
type Tally = [u64; FEATURES.len()];

fn features(twin: &Twin, moves: &[Move]) -> [bool; FEATURES.len()] {
    let lines = twin.board.king_lines();
    let attacks = twin.attacker_to_move();
    [
        true,
        twin.has_two_kings(),
        twin.is_turned(),
        attacks && twin.position.is_in_check(),
        attacks && lines.discoverers != 0,
        attacks && forbids_pawn_drop_mate(twin, moves),
        attacks && flees_for_certain(twin, moves),
        !attacks,
        !attacks && moves.is_empty(),
        !attacks && lines.checkers.count_ones() > 1,
        !attacks && lines.pinned != 0,
        !attacks && moves.iter().any(|mv| mv.is_drop()),
    ]
}

/// Whether there is a check that the king can certainly step out of.
fn flees_for_certain(twin: &Twin, moves: &[Move]) -> bool {
    let guarded = twin.board.guarded_around_king();
    let mut moves = moves.iter();
    moves.any(|&mv| twin.board.king_surely_flees(twin.seen(mv), guarded))
}

/// Whether a pawn drop with check is missing from `moves` for no other reason
/// than that it mates. Only with one king: the other might be the reason.
fn forbids_pawn_drop_mate(twin: &Twin, moves: &[Move]) -> bool {
    let board = &twin.board;
    let below = board.defender_king() + 1;
    if below.is_multiple_of(9) || board.piece(below) != 0 || twin.has_two_kings() {
        return false;
    }
    let drop = Move::drop(PieceType::PAWN, Square::from_index(below));
    board.attacker_hand().has(PieceType::PAWN.to_index())
        && !board.has_pawn_on_file(kemuri_core::board::ATTACKER, below)
        && !moves.contains(&twin.seen(drop))
}

/// Random walks until `positions` have been visited.
fn walk(seed: u64, positions: u64) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    for shape in Shape::all().iter().cycle() {
        let mut twin = Twin::random(&random_position(&mut rng, shape));
        for _ in 0..=WALK {
            let moves = twin.assert_agreement(tally[0] % ORACLE_EVERY == 0);
            for (count, met) in tally.iter_mut().zip(features(&twin, &moves)) {
                *count += u64::from(met);
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
fn board_agrees_with_brute_force_on_a_million_positions() {
    let sample = Sample::one_in(5);
    let tallies = on_threads(THREADS, |seed| walk(seed, sample.of(POSITIONS) / THREADS));
    let total: Tally = std::array::from_fn(|i| tallies.iter().map(|tally| tally[i]).sum());
    for ((name, least), met) in FEATURES.iter().zip(total) {
        println!("{name}: {met}");
        assert!(met >= sample.of(*least), "{name}: only {met} positions");
    }
}

/// The rarest rule of all, which chance hardly ever meets: the defender may not
/// interpose a pawn that mates the attacker's own king.
#[test]
fn board_agrees_with_brute_force_on_the_defenders_pawn_drop_mate() {
    let forbidden = Move::from_usi("P*5h").expect("a move");
    let mated = "9/9/9/9/9/7b1/3gn4/2k2R3/4K4 w p 1";
    let safe = "9/9/9/9/9/9/3gn4/2k2R3/4K4 w p 1";
    // On the square of the pawn something else may be dropped all the same.
    let with_gold = "9/9/9/9/9/7b1/3gn4/2k2R3/4K4 w gp 1";
    for (sfen, legal) in [(mated, false), (with_gold, false), (safe, true)] {
        let moves = Twin::new(sfen, Color::BLACK).assert_agreement(true);
        assert_eq!(moves.contains(&forbidden), legal, "{sfen}");
        let turned = kemuri_oracle::Board::from_sfen(sfen)
            .expect("an SFEN")
            .turned();
        let moves = Twin::new(&turned.to_sfen(), Color::WHITE).assert_agreement(true);
        assert_eq!(moves.contains(&forbidden.flip()), legal, "{sfen} turned");
    }
}
