//! Random positions, made once for all property tests.
//!
//! Everything follows from the seed of an [`Rng`], so a failure is reproduced
//! by its seed alone. All positions obey the rules as far as a problem must:
//! piece counts within the set, no two pawns on a file, no piece without a
//! move, the king of the side not to move not capturable, and the defender, if
//! he is to move, in check.

mod kinds;

pub use kinds::PositionKind;

use rsshogi::types::{Color, HandPiece, Piece, PieceType};

use crate::board::{Board, is_dead};
use crate::tsume::{OracleAnswer, solve_board};

/// SplitMix64: small, and good enough for tests.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose whole sequence follows from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`; `n` must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True `hits` times out of `tries`.
    pub fn chance(&mut self, hits: usize, tries: usize) -> bool {
        self.below(tries) < hits
    }

    /// This side or the other.
    fn side(&mut self, side: Color) -> Color {
        if self.chance(1, 2) { side } else { side.flip() }
    }

    /// One of `items`, which must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A random position and the side that attacks in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomProblem {
    /// The position.
    pub board: Board,
    /// The side that tries to mate.
    pub attacker: Color,
}

impl RandomProblem {
    /// The position as an SFEN.
    pub fn sfen(&self) -> String {
        self.board.to_sfen()
    }

    /// Whether the attacker is to move; otherwise the defender is in check.
    pub fn attacker_to_move(&self) -> bool {
        self.board.turn() == self.attacker
    }

    /// Whether the position is one a problem may have.
    fn is_valid(&self) -> bool {
        let waiting = self.board.turn().flip();
        !self.board.in_check(waiting)
            && (self.attacker_to_move() || self.board.in_check(self.board.turn()))
    }

    /// Whether a glance shows that there is no mate.
    ///
    /// Chance alone makes hardly anything else.
    fn is_hopeless(&self) -> bool {
        const GLANCE: usize = 100;
        solve_board(&self.board, self.attacker, GLANCE) == OracleAnswer::NoMate
    }

    /// The problem after a random check, if there is any.
    fn after_some_check(self, rng: &mut Rng) -> Option<Self> {
        let checks = self.board.checks();
        if checks.is_empty() {
            return None;
        }
        let board = self.board.after(*rng.pick(&checks));
        Some(Self {
            board,
            attacker: self.attacker,
        })
    }

    /// The same problem with the colours exchanged.
    fn turned(&self) -> Self {
        Self {
            board: self.board.turned(),
            attacker: self.attacker.flip(),
        }
    }
}

/// What [`random_position`] makes. `None` leaves the choice to chance.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Whether the attacker has a king too.
    pub two_kings: Option<bool>,
    /// The side that attacks.
    pub attacker: Option<Color>,
    /// Whether the attacker is to move; otherwise the defender, in check.
    pub attacker_to_move: Option<bool>,
    /// The least and the greatest number of pieces on the board, kings apart.
    pub on_board: (usize, usize),
    /// The least and the greatest number of pieces in both hands together.
    pub in_hands: (usize, usize),
    /// Whether the defender holds everything that is left over.
    pub rest_to_defender: Option<bool>,
}

impl Shape {
    /// Kinds of positions that bring different features, for tests to take in turn.
    pub fn all() -> [Self; 5] {
        let any = Self::default();
        [
            any,
            // Crowded: pins, blocked lines, discovered checks.
            Self {
                on_board: (20, 36),
                in_hands: (0, 4),
                ..any
            },
            // Open lines and many drops.
            Self {
                on_board: (1, 10),
                in_hands: (4, 16),
                ..any
            },
            // As in most problems: one king, everything else in the defender's hand.
            Self {
                two_kings: Some(false),
                rest_to_defender: Some(true),
                on_board: (6, 20),
                ..any
            },
            // The attacker has a king to look after.
            Self {
                two_kings: Some(true),
                on_board: (10, 24),
                ..any
            },
        ]
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            two_kings: None,
            attacker: None,
            attacker_to_move: None,
            on_board: (4, 28),
            in_hands: (0, 8),
            rest_to_defender: None,
        }
    }
}

/// The pieces that are neither on the board nor in a hand, by [`HandPiece`].
struct PieceBox([u8; HandPiece::COUNT]);

impl PieceBox {
    fn full() -> Self {
        Self([18, 4, 4, 4, 2, 2, 4])
    }

    /// Takes a piece of this kind out, if one is left.
    fn take(&mut self, kind: HandPiece) -> bool {
        let left = &mut self.0[kind.to_index()];
        let any = *left > 0;
        *left -= u8::from(any);
        any
    }
}

/// Does a piece of the work on each of some threads. Returns what they return, in
/// order.
///
/// # Panics
/// If the work panics.
pub fn on_threads<T: Send>(threads: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|number| scope.spawn(move || work(number)))
            .collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results.map(|result| result.expect("no panic")).collect()
    })
}

/// A position with many pieces, for cross-checking move generation.
///
/// Half of the pieces crowd round the defender's king, so that pins, double
/// and discovered checks are common.
pub fn random_position(rng: &mut Rng, shape: &Shape) -> RandomProblem {
    loop {
        if let Some(problem) = try_position(rng, shape) {
            return problem;
        }
    }
}

fn try_position(rng: &mut Rng, shape: &Shape) -> Option<RandomProblem> {
    let chosen = rng.side(Color::BLACK);
    let attacker = shape.attacker.unwrap_or(chosen);
    let to_move = shape.attacker_to_move.unwrap_or_else(|| rng.chance(1, 2));
    // A check that was just given is more natural than one that stands there;
    // the latter brings triple checks and the like. Both are wanted.
    let plays_check = !to_move && rng.chance(1, 2);
    let turn = if to_move || plays_check {
        attacker
    } else {
        attacker.flip()
    };
    let mut board = Board::empty(turn);
    let mut rest = PieceBox::full();
    let king = rng.below(81);
    board.set_piece(king, Piece::from_parts(attacker.flip(), PieceType::KING));
    if shape.two_kings.unwrap_or_else(|| rng.chance(1, 2)) {
        let own = Piece::from_parts(attacker, PieceType::KING);
        put(&mut board, rng.below(81), own)?;
    }
    for _ in 0..rng.between(shape.on_board.0, shape.on_board.1) {
        place_some_piece(rng, &mut board, &mut rest, king, attacker);
    }
    for _ in 0..rng.between(shape.in_hands.0, shape.in_hands.1) {
        let color = rng.side(attacker);
        let kind = HandPiece::new(rng.below(HandPiece::COUNT) as i8);
        give(&mut board, &mut rest, color, kind);
    }
    if shape.rest_to_defender.unwrap_or_else(|| rng.chance(1, 3)) {
        for kind in HandPiece::iter() {
            while rest.0[kind.to_index()] > 0 {
                give(&mut board, &mut rest, attacker.flip(), kind);
            }
        }
    }
    let problem = RandomProblem { board, attacker };
    match problem.is_valid() {
        true if plays_check => problem.after_some_check(rng),
        valid => valid.then_some(problem),
    }
}

/// Takes a piece out of the box and puts it somewhere, often near the king, if there
/// is one of its kind and it may stand there.
fn place_some_piece(
    rng: &mut Rng,
    board: &mut Board,
    rest: &mut PieceBox,
    king: usize,
    attacker: Color,
) {
    let kind = HandPiece::new(rng.below(HandPiece::COUNT) as i8);
    let color = rng.side(attacker);
    let piece = Piece::from_parts(color, kind.to_piece_type());
    let piece = if rng.chance(1, 3) {
        piece.promote()
    } else {
        piece
    };
    let square = if rng.chance(1, 2) {
        near(rng, king, 3)
    } else {
        rng.below(81)
    };
    if rest.0[kind.to_index()] > 0 && put(board, square, piece).is_some() {
        rest.take(kind);
    }
}

/// A square at most `distance` king's steps away (perhaps the square itself).
fn near(rng: &mut Rng, square: usize, distance: usize) -> usize {
    let coordinate = |rng: &mut Rng, centre: usize| {
        rng.between(centre.saturating_sub(distance), (centre + distance).min(8))
    };
    let file = coordinate(rng, square / 9);
    file * 9 + coordinate(rng, square % 9)
}

/// Puts a piece on a square if it may stand there.
fn put(board: &mut Board, square: usize, piece: Piece) -> Option<()> {
    let (color, kind) = (piece.color(), piece.piece_type());
    let two_pawns = kind == PieceType::PAWN && board.has_pawn_on_file_of(square, color);
    if !board.piece(square).is_empty() || is_dead(kind, color, square) || two_pawns {
        return None;
    }
    board.set_piece(square, piece);
    Some(())
}

/// Moves a piece out of the box into a hand, if one is left.
fn give(board: &mut Board, rest: &mut PieceBox, color: Color, kind: HandPiece) {
    if rest.take(kind) {
        board.set_in_hand(color, kind, board.in_hand(color, kind) + 1);
    }
}

/// A choice of piece kinds by their letters, with the least and the greatest number
/// of pieces.
type Supply = (&'static [&'static str], usize, usize);

/// A family of small positions.
struct Recipe {
    /// The attacker's and the defender's pieces on the board.
    on_board: [Supply; 2],
    /// The attacker's and the defender's pieces in hand.
    in_hand: [Supply; 2],
    /// How many king's steps from the defender's king the pieces stand at most.
    spread: usize,
    /// Whether the defender's king stands in the corner region.
    corner: bool,
    /// Whether the attacker has a king too.
    two_kings: bool,
}

const NOTHING: Supply = (&[], 0, 0);
const CORNERED: Recipe = Recipe {
    on_board: [NOTHING; 2],
    in_hand: [NOTHING; 2],
    spread: 2,
    corner: true,
    two_kings: false,
};
const STEPPERS: &[&str] = &["N", "S", "G", "+P", "+S"];
const SLIDERS: &[&str] = &["L", "B", "R", "+B", "+R"];
const HELPED_SLIDERS: &[&str] = &["L", "B", "R", "+B", "+R", "P", "S", "G", "+P"];
const CHASERS: &[&str] = &["+B", "+R"];
const HELPED_CHASERS: &[&str] = &["+B", "+R", "P", "N", "S", "+P"];
const ANY: &[&str] = &["P", "L", "N", "S", "G", "B", "R", "+P", "+B", "+R"];
const SMALL: &[&str] = &["P", "L", "N", "S", "G"];
const PAWN: &[&str] = &["P"];

/// The families, each there for something a solver can get wrong.
const RECIPES: &[Recipe] = &[
    // Plain close fights: short mates and near misses.
    Recipe {
        on_board: [(ANY, 2, 4), (SMALL, 0, 3)],
        in_hand: [(SMALL, 0, 2), (SMALL, 0, 1)],
        ..CORNERED
    },
    // A superior attack: longer mates.
    Recipe {
        on_board: [(ANY, 3, 5), (SMALL, 2, 4)],
        in_hand: [(SMALL, 0, 2), NOTHING],
        ..CORNERED
    },
    // The same with short-range pieces, whose games are smaller.
    Recipe {
        on_board: [(STEPPERS, 3, 4), (SMALL, 1, 3)],
        in_hand: [(SMALL, 0, 1), NOTHING],
        ..CORNERED
    },
    // Without hands, so that the whole game stays small, and with a king to
    // help.
    Recipe {
        on_board: [(ANY, 2, 4), (SMALL, 0, 2)],
        two_kings: true,
        ..CORNERED
    },
    // A long-range piece chases a lone king: nobody ever runs out of moves, and
    // only repetition saves the king.
    Recipe {
        on_board: [(CHASERS, 1, 1), NOTHING],
        spread: 3,
        ..CORNERED
    },
    // The same with something in the way.
    Recipe {
        on_board: [(CHASERS, 1, 1), (SMALL, 1, 3)],
        spread: 3,
        ..CORNERED
    },
    // A chaser with help: cycles with a mate beside them.
    Recipe {
        on_board: [(HELPED_CHASERS, 2, 3), (SMALL, 0, 1)],
        in_hand: [(PAWN, 0, 1), (PAWN, 0, 1)],
        ..CORNERED
    },
    // Pawns in hand next to a cornered king: pawn-drop mates, and avoiding them
    // by not promoting.
    Recipe {
        on_board: [(ANY, 2, 3), (SMALL, 1, 3)],
        in_hand: [(PAWN, 1, 2), (PAWN, 0, 1)],
        ..CORNERED
    },
    // Distant sliders and pieces to interpose: chains of captures, hands that
    // dominate each other.
    Recipe {
        on_board: [(SLIDERS, 1, 2), (SMALL, 1, 3)],
        in_hand: [(SMALL, 0, 1), (SMALL, 1, 2)],
        spread: 4,
        ..CORNERED
    },
    // The attacker's own king is in the way, or in check.
    Recipe {
        on_board: [(ANY, 2, 4), (ANY, 1, 2)],
        in_hand: [(SMALL, 0, 1), (SMALL, 0, 1)],
        two_kings: true,
        ..CORNERED
    },
    // A chase in which the chaser's king may be checked or help.
    Recipe {
        on_board: [(CHASERS, 1, 1), (SMALL, 0, 2)],
        two_kings: true,
        ..CORNERED
    },
    // Anywhere on the board.
    Recipe {
        on_board: [(ANY, 2, 3), (SMALL, 0, 3)],
        in_hand: [(SMALL, 0, 2), NOTHING],
        corner: false,
        ..CORNERED
    },
];

/// A position with few pieces, most of them small enough for the oracle to
/// decide within a few thousand nodes.
pub fn random_small(rng: &mut Rng) -> RandomProblem {
    random_of(rng, RECIPES, |rng, problem| {
        rng.chance(1, 3) || !problem.is_hopeless()
    })
}

/// A position after one of the recipes that `suits`.
fn random_of(
    rng: &mut Rng,
    recipes: &[Recipe],
    suits: impl Fn(&mut Rng, &RandomProblem) -> bool,
) -> RandomProblem {
    // Chosen once: the families whose attempts often fail would be rare if it
    // were chosen anew for every attempt.
    let recipe = rng.pick(recipes);
    let check_first = rng.chance(1, 5);
    let turn = rng.chance(1, 2);
    loop {
        let mut problem = try_small(rng, recipe);
        if check_first {
            problem = problem.and_then(|problem| problem.after_some_check(rng));
        }
        if let Some(problem) = problem
            && suits(rng, &problem)
        {
            return if turn { problem.turned() } else { problem };
        }
    }
}

/// Attacks with something in hand: the families among which longer mates are found.
const ATTACKS: &[Recipe] = &[
    Recipe {
        on_board: [(ANY, 1, 3), (SMALL, 0, 3)],
        in_hand: [(SMALL, 2, 4), NOTHING],
        ..CORNERED
    },
    // Something to interpose.
    Recipe {
        on_board: [(SLIDERS, 1, 2), (SMALL, 0, 3)],
        in_hand: [(SMALL, 2, 3), (SMALL, 1, 2)],
        spread: 4,
        ..CORNERED
    },
    // Chases in which a drop decides.
    Recipe {
        on_board: [(CHASERS, 1, 1), (SMALL, 0, 3)],
        in_hand: [(SMALL, 1, 2), NOTHING],
        spread: 3,
        ..CORNERED
    },
];

/// A position in which the attacker holds a few pieces; mates of five plies and
/// more are not rare, but many positions are too much for the oracle.
pub fn random_attack(rng: &mut Rng) -> RandomProblem {
    random_of(rng, ATTACKS, |_, _| true)
}

/// Sliders from afar and something to interpose.
const INTERPOSITIONS: &[Recipe] = &[
    Recipe {
        on_board: [(SLIDERS, 2, 3), (SMALL, 0, 3)],
        in_hand: [(SMALL, 0, 2), (SMALL, 1, 2)],
        spread: 6,
        ..CORNERED
    },
    Recipe {
        on_board: [(HELPED_SLIDERS, 2, 4), (SMALL, 1, 3)],
        in_hand: [(SMALL, 0, 1), (SMALL, 1, 3)],
        spread: 5,
        ..CORNERED
    },
    Recipe {
        on_board: [(HELPED_SLIDERS, 2, 4), (SMALL, 1, 3)],
        in_hand: [(SMALL, 0, 1), (SMALL, 1, 2)],
        spread: 5,
        two_kings: true,
        ..CORNERED
    },
];

/// A position in which interpositions are likely to matter.
pub fn random_interposition(rng: &mut Rng) -> RandomProblem {
    random_of(rng, INTERPOSITIONS, |_, problem| !problem.is_hopeless())
}

/// A position after the recipe, Black attacking and to move.
fn try_small(rng: &mut Rng, recipe: &Recipe) -> Option<RandomProblem> {
    let colors = [Color::BLACK, Color::WHITE];
    let mut board = Board::empty(Color::BLACK);
    let mut rest = PieceBox::full();
    let king = if recipe.corner {
        rng.below(3) * 9 + rng.below(3)
    } else {
        rng.below(81)
    };
    board.set_piece(king, Piece::from_parts(Color::WHITE, PieceType::KING));
    if recipe.two_kings {
        let own = Piece::from_parts(Color::BLACK, PieceType::KING);
        put(&mut board, near(rng, king, recipe.spread + 1), own)?;
    }
    for (color, (kinds, least, greatest)) in colors.into_iter().zip(recipe.on_board) {
        for _ in 0..rng.between(least, greatest) {
            let piece = Piece::from_parts(color, rng.pick(kinds).parse().ok()?);
            let square = near(rng, king, recipe.spread);
            put(&mut board, square, piece)?;
            rest.take(HandPiece::from_piece_type(piece.base_piece_type())?)
                .then_some(())?;
        }
    }
    for (color, (kinds, least, greatest)) in colors.into_iter().zip(recipe.in_hand) {
        for _ in 0..rng.between(least, greatest) {
            let kind = rng.pick(kinds).parse().ok()?;
            give(
                &mut board,
                &mut rest,
                color,
                HandPiece::from_piece_type(kind)?,
            );
        }
    }
    let problem = RandomProblem {
        board,
        attacker: Color::BLACK,
    };
    // Without a check to give there is nothing to decide.
    (problem.is_valid() && !problem.board.checks().is_empty()).then_some(problem)
}
