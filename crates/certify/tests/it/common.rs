//! What the tests share: a strategy that knows everything, and certificates
//! written by hand.

use kemuri_certify::rules::HandCounts;
use kemuri_certify::{
    BuildError, Builder, Claim, Depth, KnownMate, KnownRefutation, Strategy, Survey,
    VerifiedCertificate, VerifyError,
};
use kemuri_core::{Budget, Color, Move, PieceType, Problem, Reason};
use kemuri_oracle::random::Rng;
use kemuri_oracle::tsume::solve_board;
use kemuri_oracle::{Board, OracleAnswer};
use rsshogi::types::HandPiece;
use std::collections::HashMap;

/// Plays by the ranks of the oracle.
pub struct Oracle {
    attacker: Color,
    root: Board,
    stack: Vec<Board>,
    outcomes: HashMap<Board, Outcome>,
    cap: usize,
    rng: Rng,
    /// Whether smaller proof hands, larger disproof hands, and other ranks and
    /// depths than necessary are looked for.
    pub inventive: bool,
}

/// What the oracle says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A mate of this rank.
    Mate(u32),
    /// No mate.
    NoMate,
}

/// Verifies a certificate that is read once, and makes sure that the same is found when it
/// is read twice.
pub fn verify(
    bytes: &[u8],
    expected: Option<&Problem>,
) -> Result<VerifiedCertificate, VerifyError> {
    let budget = Budget::default();
    let once = kemuri_certify::verify(bytes, expected);
    let survey = Survey::of(bytes, &budget, &mut |_| ()).expect("nothing can be wrong");
    let twice = survey.verify(bytes, expected, &budget, &mut |_| ());
    match (&once, twice) {
        (Ok(once), Ok(mut twice)) => {
            twice.memory = once.memory;
            assert_eq!(*once, twice);
        }
        (Err(once), Err(twice)) => assert_eq!(once.to_string(), twice.to_string()),
        (once, twice) => panic!("{once:?} {twice:?}"),
    }
    once
}

/// The oracle cannot say, or the claim is false.
#[derive(Debug, PartialEq, Eq)]
pub struct NoAnswer;

/// Whether an outcome is a mate within so many plies.
pub fn mates_within(outcome: Outcome, depth: Depth) -> bool {
    match (outcome, depth) {
        (Outcome::Mate(length), Depth::Plies(n)) => length <= u32::from(n),
        (Outcome::Mate(_), Depth::Forever) => true,
        _ => false,
    }
}

/// Whether a claim about a position of this outcome is true.
pub fn is_true(claim: Claim, outcome: Outcome) -> bool {
    match claim {
        Claim::MateWithin(n) => mates_within(outcome, Depth::Plies(n)),
        Claim::MateExactly(n) => outcome == Outcome::Mate(n.into()),
        Claim::NoMate => !mates_within(outcome, Depth::Forever),
        Claim::NoMateWithin(n) => !mates_within(outcome, Depth::Plies(n)),
    }
}

impl Oracle {
    /// Of a problem that is decided within `cap` positions.
    pub fn new(problem: &Problem, cap: usize, seed: u64) -> Option<Self> {
        let root = Board::from_sfen(&problem.to_sfen()).expect("an SFEN");
        let mut oracle = Self {
            attacker: problem.attacker(),
            stack: vec![root.clone()],
            root,
            outcomes: HashMap::new(),
            cap,
            rng: Rng::new(seed),
            inventive: true,
        };
        oracle.outcome(oracle.board().clone()).map(|_| oracle)
    }

    /// Back to the problem, after a builder that stopped on its way.
    pub fn reset(&mut self) {
        self.stack = vec![self.root.clone()];
    }

    fn board(&self) -> &Board {
        self.stack.last().expect("the root stays")
    }

    /// The outcome of the problem.
    pub fn answer(&mut self) -> Outcome {
        self.outcome(self.root.clone())
            .expect("decided when it was made")
    }

    fn outcome(&mut self, board: Board) -> Option<Outcome> {
        let cap = self.cap;
        self.outcome_within(board, cap)
    }

    fn outcome_within(&mut self, board: Board, cap: usize) -> Option<Outcome> {
        if let Some(&known) = self.outcomes.get(&board) {
            return Some(known);
        }
        let outcome = match solve_board(&board, self.attacker, cap) {
            OracleAnswer::Mate { length } => Outcome::Mate(length),
            OracleAnswer::NoMate => Outcome::NoMate,
            OracleAnswer::TooLarge => return None,
        };
        self.outcomes.insert(board, outcome);
        Some(outcome)
    }

    fn turned(&self, mv: Move) -> Move {
        if self.attacker == Color::WHITE {
            mv.flip()
        } else {
            mv
        }
    }

    fn hand_of(&self, color: Color) -> HandCounts {
        HandCounts::new(|kind| {
            let piece = HandPiece::from_piece_type(kind).expect("a kind that is held");
            self.board().in_hand(color, piece)
        })
    }

    fn with_hand(&self, hand: HandCounts) -> Board {
        let mut board = self.board().clone();
        for piece in HandPiece::iter() {
            let both = board.in_hand(Color::BLACK, piece) + board.in_hand(Color::WHITE, piece);
            let count = hand.count(piece.to_piece_type());
            board.set_in_hand(self.attacker, piece, count);
            board.set_in_hand(self.attacker.flip(), piece, both - count);
        }
        board
    }

    /// Moves the attacker's hand one piece at a time, as long as `holds`.
    fn change(
        &mut self,
        hand: HandCounts,
        limit: HandCounts,
        holds: impl Fn(Outcome) -> bool,
    ) -> HandCounts {
        let mut hand = hand;
        for kind in (1..8).map(PieceType::new) {
            while self.inventive && hand.count(kind) != limit.count(kind) {
                let mut next = hand;
                if hand.count(kind) > limit.count(kind) {
                    next.remove(kind);
                } else {
                    next.add(kind);
                }
                let board = self.with_hand(next);
                // Not worth more: any hand will do.
                match self.outcome_within(board, 150) {
                    Some(outcome) if holds(outcome) => hand = next,
                    _ => break,
                }
            }
        }
        hand
    }
}

impl Strategy for Oracle {
    type Error = NoAnswer;

    fn make(&mut self, mv: Move) {
        let mv = self.turned(mv);
        self.stack.push(self.board().after(mv));
    }

    fn undo(&mut self) {
        self.stack.pop();
    }

    fn set_hand(&mut self, hand: HandCounts) {
        let board = self.with_hand(hand);
        *self.stack.last_mut().expect("the root stays") = board;
    }

    fn mate(&mut self, within: u16) -> Result<KnownMate, NoAnswer> {
        let depth = Depth::Plies(within);
        let hand = self.hand_of(self.attacker);
        let hand = self.change(hand, HandCounts::NONE, |outcome| {
            mates_within(outcome, depth)
        });
        let board = self.with_hand(hand);
        let Some(Outcome::Mate(length)) = self.outcome(board) else {
            return Err(NoAnswer);
        };
        let least = length as u16;
        if least > within {
            return Err(NoAnswer);
        }
        let rank = if self.inventive && self.rng.chance(1, 3) {
            least + 2 * self.rng.below(usize::from(within - least) / 2 + 1) as u16
        } else {
            least
        };
        Ok(KnownMate { hand, rank })
    }

    fn mating_move(&mut self, rank: u16) -> Result<Move, NoAnswer> {
        let board = self.board().clone();
        board
            .checks()
            .into_iter()
            .find(|&mv| {
                let after = self.outcome(board.after(mv));
                after.is_some_and(|outcome| mates_within(outcome, Depth::Plies(rank - 1)))
            })
            .map(|mv| self.turned(mv))
            .ok_or(NoAnswer)
    }

    fn refutation(&mut self, within: Depth) -> Result<KnownRefutation, NoAnswer> {
        let hand = self.hand_of(self.attacker);
        let all = hand.together(self.hand_of(self.attacker.flip()));
        let hand = self.change(hand, all, |outcome| !mates_within(outcome, within));
        let board = self.with_hand(hand);
        let outcome = self.outcome(board).ok_or(NoAnswer)?;
        if mates_within(outcome, within) {
            return Err(NoAnswer);
        }
        let depth = match (outcome, within) {
            (Outcome::Mate(length), Depth::Plies(_)) if self.inventive && self.rng.chance(1, 4) => {
                Depth::Plies(length as u16 - 2)
            }
            (Outcome::NoMate, _) if self.inventive && self.rng.chance(1, 4) => Depth::Forever,
            _ => within,
        };
        Ok(KnownRefutation { hand, depth })
    }

    fn reply(&mut self, within: Depth) -> Result<Move, NoAnswer> {
        let board = self.board().clone();
        board
            .legal_moves()
            .into_iter()
            .find(|&mv| {
                let after = self.outcome(board.after(mv));
                after.is_some_and(|outcome| !mates_within(outcome, within))
            })
            .map(|mv| self.turned(mv))
            .ok_or(NoAnswer)
    }
}

/// The certificate of a true claim, with an index of so many bytes; `None`
/// after too many entries, or where the oracle has no answer.
pub fn certificate_within(
    problem: &Problem,
    claim: Claim,
    oracle: &mut Oracle,
    index: usize,
    entries: u64,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let budget = Budget::default().with_nodes(entries);
    match Builder::new(index).build(problem, claim, oracle, &mut bytes, &budget, &mut |_| ()) {
        Ok(written) => {
            assert_eq!(written.bytes, bytes.len() as u64);
            Some(bytes)
        }
        Err(BuildError::Stopped(Reason::Nodes) | BuildError::Strategy(NoAnswer)) => {
            oracle.reset();
            None
        }
        Err(error) => panic!("{error}: {claim:?} of {}", problem.to_sfen()),
    }
}

/// The certificate of a true claim.
pub fn certificate(problem: &Problem, claim: Claim, oracle: &mut Oracle) -> Option<Vec<u8>> {
    certificate_within(problem, claim, oracle, 1 << 20, 5000)
}

/// A certificate written by hand, byte by byte, from the description of the
/// format alone.
pub struct ByHand(pub Vec<u8>);

impl ByHand {
    /// A header: who attacks (`b`, `w`), the position, the claim.
    pub fn new(attacker: u8, sfen: &str, claim: u8, length: u16) -> Self {
        let mut bytes = b"\x89KEMURI\n".to_vec();
        bytes.extend(1u16.to_le_bytes());
        bytes.extend(4u16.to_le_bytes());
        bytes.extend(b"hand");
        bytes.push(attacker);
        bytes.extend((sfen.len() as u16).to_le_bytes());
        bytes.extend(sfen.as_bytes());
        bytes.push(claim);
        bytes.extend(length.to_le_bytes());
        Self(bytes)
    }

    /// Plain bytes: section tags, and numbers below 128.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    /// A move with two bits above it.
    pub fn mv(mut self, usi: &str, bits: u16) -> Self {
        let mv = Move::from_usi(usi).expect("a move");
        let origin = match mv.dropped_piece() {
            Some(kind) => 80 + kind.to_index(),
            None => mv.from_sq().to_index(),
        };
        let code = (origin * 81 + mv.to_sq().to_index()) * 2 + usize::from(mv.is_promotion());
        self.0.extend((code as u16 | bits << 14).to_le_bytes());
        self
    }

    /// With the checksum.
    pub fn done(mut self) -> Vec<u8> {
        let checksum = crc32fast::hash(&self.0);
        self.0.extend(checksum.to_le_bytes());
        self.0
    }
}

/// The same bytes with a right checksum in place of the last four.
pub fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.len().saturating_sub(4);
    bytes.truncate(length);
    ByHand(bytes).done()
}
