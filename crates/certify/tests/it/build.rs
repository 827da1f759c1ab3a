//! The builder with strategies that are wrong, and sinks that break.

use kemuri_certify::rules::HandCounts;
use kemuri_certify::{
    BuildError, Builder, Claim, Depth, KnownMate, KnownRefutation, Strategy, WrongAnswer, verify,
};
use kemuri_core::{Budget, Move, PieceType, Problem};
use std::io;

/// A hand of these pieces.
fn hand(kinds: &[PieceType]) -> HandCounts {
    let mut hand = HandCounts::NONE;
    kinds.iter().for_each(|&kind| hand.add(kind));
    hand
}

const GOLD: PieceType = PieceType::GOLD;
const PAWN: PieceType = PieceType::PAWN;

/// Gives the same answers everywhere.
#[derive(Clone)]
struct Fixed {
    attack: Option<KnownMate>,
    mv: &'static str,
    refutation: KnownRefutation,
    reply: &'static str,
}

impl Fixed {
    fn new() -> Self {
        Self {
            attack: Some(KnownMate {
                hand: hand(&[GOLD]),
                rank: 1,
            }),
            mv: "G*1b",
            refutation: KnownRefutation {
                hand: hand(&[GOLD, PAWN]),
                depth: Depth::Plies(1),
            },
            reply: "1a1b",
        }
    }
}

impl Strategy for Fixed {
    type Error = ();

    fn make(&mut self, _: Move) {}

    fn undo(&mut self) {}

    fn set_hand(&mut self, _: HandCounts) {}

    fn mate(&mut self, _: u16) -> Result<KnownMate, ()> {
        self.attack.ok_or(())
    }

    fn mating_move(&mut self, _: u16) -> Result<Move, ()> {
        Ok(Move::from_usi(self.mv).expect("a move"))
    }

    fn refutation(&mut self, _: Depth) -> Result<KnownRefutation, ()> {
        Ok(self.refutation)
    }

    fn reply(&mut self, _: Depth) -> Result<Move, ()> {
        Ok(Move::from_usi(self.reply).expect("a move"))
    }
}

fn build(sfen: &str, claim: Claim, mut strategy: Fixed) -> Result<Vec<u8>, BuildError<()>> {
    let problem = Problem::from_sfen(sfen).expect("a problem");
    let mut bytes = Vec::new();
    let budget = Budget::default();
    Builder::new(1 << 10)
        .build(
            &problem,
            claim,
            &mut strategy,
            &mut bytes,
            &budget,
            &mut |_| (),
        )
        .map(|_| bytes)
}

#[track_caller]
fn bad(sfen: &str, claim: Claim, strategy: Fixed) -> WrongAnswer {
    match build(sfen, claim, strategy) {
        Err(BuildError::WrongAnswer { answer, .. }) => answer,
        other => panic!("{other:?}"),
    }
}

/// Mate in one by G*1b.
const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b GP 1";
/// None by the same drop.
const BARE: &str = "8k/9/9/9/9/9/9/9/9 b GP 1";

#[test]
fn a_right_strategy() {
    let bytes = build(MATE, Claim::MateExactly(1), Fixed::new()).expect("built");
    assert_eq!(
        verify(&bytes[..], None).expect("verified").claim,
        Claim::MateExactly(1)
    );
    let bytes = build(BARE, Claim::NoMateWithin(1), Fixed::new()).expect("built");
    assert_eq!(
        verify(&bytes[..], None).expect("verified").claim,
        Claim::NoMateWithin(1)
    );
}

#[test]
fn mates_that_are_none() {
    let claim = Claim::MateWithin(1);
    for (hand, rank) in [
        (hand(&[GOLD, GOLD]), 1),
        (hand(&[GOLD]), 0),
        (hand(&[GOLD]), 2),
        (hand(&[GOLD]), 3),
    ] {
        let attack = Some(KnownMate { hand, rank });
        assert_eq!(
            bad(
                MATE,
                claim,
                Fixed {
                    attack,
                    ..Fixed::new()
                }
            ),
            WrongAnswer::Bounds
        );
    }
    // Not held, no check, two pawns on a file, a pawn drop that mates.
    for mv in ["R*1b", "G*5e", "P*1b"] {
        assert_eq!(
            bad(MATE, claim, Fixed { mv, ..Fixed::new() }),
            WrongAnswer::Attack,
            "{mv}"
        );
    }
    let pawn = Fixed {
        attack: Some(KnownMate {
            hand: hand(&[PAWN]),
            rank: 1,
        }),
        mv: "P*1b",
        ..Fixed::new()
    };
    assert_eq!(
        bad("7nk/9/7K1/9/9/9/9/9/9 b GP 1", claim, pawn),
        WrongAnswer::Attack
    );
    assert_eq!(bad(BARE, claim, Fixed::new()), WrongAnswer::LastMove);
    let mated = "8k/8G/9/9/9/9/9/9/9 w - 1";
    assert_eq!(
        bad(mated, Claim::MateWithin(0), Fixed::new()),
        WrongAnswer::LastMove
    );
}

#[test]
fn refutations_that_are_none() {
    assert_eq!(
        bad(MATE, Claim::NoMateWithin(1), Fixed::new()),
        WrongAnswer::Mates
    );
    let mated = "8k/8G/8P/9/9/9/9/9/9 w - 1";
    assert_eq!(
        bad(mated, Claim::NoMateWithin(0), Fixed::new()),
        WrongAnswer::Mates
    );
    let all = hand(&[GOLD, PAWN]);
    for (hand, depth) in [
        (hand(&[GOLD]), Depth::Plies(3)),
        (hand(&[GOLD, PAWN, PAWN]), Depth::Plies(3)),
        (all, Depth::Plies(1)),
        (all, Depth::Plies(4)),
    ] {
        let refutation = KnownRefutation { hand, depth };
        let strategy = Fixed {
            refutation,
            ..Fixed::new()
        };
        assert_eq!(
            bad(BARE, Claim::NoMateWithin(3), strategy),
            WrongAnswer::Bounds
        );
    }
    let strategy = Fixed {
        refutation: KnownRefutation {
            hand: all,
            depth: Depth::Plies(3),
        },
        reply: "1a9i",
        ..Fixed::new()
    };
    assert_eq!(
        bad(BARE, Claim::NoMateWithin(3), strategy),
        WrongAnswer::Reply
    );
}

#[test]
fn other_ends() {
    let none = Fixed {
        attack: None,
        ..Fixed::new()
    };
    let result = build(MATE, Claim::MateWithin(1), none);
    assert!(matches!(result, Err(BuildError::Strategy(()))));
    let result = build(MATE, Claim::MateWithin(2), Fixed::new());
    assert!(matches!(result, Err(BuildError::Parity)));

    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let problem = Problem::from_sfen(MATE).expect("a problem");
    let budget = Budget::default();
    let result = Builder::new(0).build(
        &problem,
        Claim::MateWithin(1),
        &mut Fixed::new(),
        Full,
        &budget,
        &mut |_| (),
    );
    assert!(matches!(result, Err(BuildError::Io(_))));
}
