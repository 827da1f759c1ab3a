//! Faults are planted, to show that they are found and made small.

use super::batch::rng;
use super::claim::{Claim, Length};
use super::examine::{Finding, examine, minimised};
use super::plan::{Plan, variants};
use super::witness::{Court, RealCourt, SearchSetting, Testimony, Witness};
use kemuri_oracle::random::{PositionKind, RandomProblem};
use kemuri_solver::{Futile, Goal};
use rsshogi::types::{HandPiece, PieceType};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const SEED: u64 = 20;
const NODES: u64 = 10_000;

/// A court in which somebody lies.
struct Liar<F> {
    court: RealCourt,
    lie: F,
}

impl<F> Liar<F>
where
    F: FnMut(&SearchSetting, &RandomProblem, &mut Testimony),
{
    fn new(lie: F) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let court = RealCourt::new(NODES, Vec::new(), stop);
        Self { court, lie }
    }

    /// Compares positions of a kind until a contradiction is found.
    fn first_finding(&mut self, kind: PositionKind, positions: u64) -> Option<Finding> {
        let variants = variants();
        let plan = Plan {
            variants: &variants,
            engines: 0,
        };
        (0..positions).find_map(|number| {
            let mut rng = rng(SEED, kind, number);
            let position = kind.random(&mut rng);
            let examined = examine(self, &plan, &position, &mut rng, || false).expect("an end");
            let found = examined.contradiction?;
            Some(minimised(self, found, &position, || false))
        })
    }
}

impl<F> Court for Liar<F>
where
    F: FnMut(&SearchSetting, &RandomProblem, &mut Testimony),
{
    fn ask(&mut self, witness: &Witness, position: &RandomProblem) -> Testimony {
        let mut testimony = self.court.ask(witness, position);
        if let Witness::Kemuri(setting) = witness {
            (self.lie)(setting, position, &mut testimony);
        }
        testimony
    }
}

/// Pieces on the board and in hand, kings included.
fn pieces(position: &RandomProblem) -> usize {
    let board = &position.board;
    let on_board = (0..81).filter(|&square| !board.piece(square).is_empty());
    let held = HandPiece::iter().map(|kind| {
        let attacker = position.attacker;
        board.in_hand(attacker, kind) + board.in_hand(attacker.flip(), kind)
    });
    on_board.count() + held.map(usize::from).sum::<usize>()
}

fn has_on_board(position: &RandomProblem, kind: PieceType) -> bool {
    let mut squares = (0..81).map(|square| position.board.piece(square));
    squares.any(|piece| !piece.is_empty() && piece.piece_type() == kind)
}

/// The claim of a testimony, made to be another.
fn replace(testimony: &mut Testimony, other: impl Fn(Length) -> Claim) {
    if let Some(claim) = testimony.claims.first_mut()
        && let Claim::Mate(length) = *claim
    {
        *claim = other(length);
    }
}

#[test]
fn nothing_is_found_where_nobody_lies() {
    for (name, kind) in PositionKind::ALL {
        let found = Liar::new(|_, _, _| {}).first_finding(kind, 60);
        assert_eq!(found, None, "{name}");
    }
}

#[test]
fn a_mate_that_is_denied_is_found_in_every_kind_and_made_small() {
    for (name, kind) in PositionKind::ALL {
        let mut liar = Liar::new(|_, _, testimony| replace(testimony, |_| Claim::NoMate));
        let finding = liar.first_finding(kind, 400).expect(name);
        let [first, second] = finding.contradiction.sides.clone();
        assert!(first.1.contradicts(second.1), "{finding:?}");
        // With fewer pieces there is hardly a mate.
        assert!(
            pieces(&finding.position) <= 6,
            "{}",
            finding.position.sfen()
        );
        assert!(pieces(&finding.origin) >= pieces(&finding.position));
    }
}

#[test]
fn a_fault_of_one_switch_with_one_piece_is_found_and_keeps_that_piece() {
    // As a technique might go wrong that another one hides.
    let mut liar = Liar::new(|setting, position, testimony| {
        if setting.name.contains("dominance=off") && has_on_board(position, PieceType::KNIGHT) {
            for claim in &mut testimony.claims {
                *claim = Claim::some_mate();
            }
        }
    });
    let finding = liar
        .first_finding(PositionKind::FewPieces, 4_000)
        .expect("a finding");
    assert!(has_on_board(&finding.position, PieceType::KNIGHT));
    assert!(
        pieces(&finding.position) <= 3,
        "{}",
        finding.position.sfen()
    );
    let [_, (witness, _)] = &finding.contradiction.sides;
    assert!(witness.name(&[]).contains("dominance=off"), "{witness:?}");
}

#[test]
fn wrong_lengths_are_found() {
    let longer = |length: Length, by: i64| {
        let plies = |plies: u32| u32::try_from(i64::from(plies) + by).unwrap_or(0);
        Claim::Mate(Length {
            least: plies(length.least),
            most: length.most.map(plies),
            ..length
        })
    };
    // Too long, too short, and too long under a profile alone.
    let shortest = Goal::Shortest(Futile::None);
    for (goal, by) in [
        (shortest, 2),
        (shortest, -2),
        (Goal::Shortest(Futile::Standard), 2),
        (Goal::Shortest(Futile::Standard), -2),
        (Goal::Shortest(Futile::WithMoves), 2),
    ] {
        let mut liar = Liar::new(|setting, _, testimony| {
            if setting.goal == goal {
                replace(testimony, |length| match length.least >= 3 {
                    true => longer(length, by),
                    false => Claim::Mate(length),
                });
            }
        });
        let finding = liar.first_finding(PositionKind::FewPieces, 2_000);
        let finding = finding.unwrap_or_else(|| panic!("{goal:?} {by} is not found"));
        assert!(
            pieces(&finding.position) <= 8,
            "{}",
            finding.position.sfen()
        );
    }
}

#[test]
fn what_refutes_itself_is_found_without_anybody_else() {
    let mut liar = Liar::new(|setting, _, testimony| {
        if setting.certified {
            testimony.claims.push(Claim::Broken);
        }
    });
    let finding = liar
        .first_finding(PositionKind::Playout, 50)
        .expect("a finding");
    let [_, (_, claim)] = finding.contradiction.sides;
    assert_eq!(claim, Claim::Broken);
}
