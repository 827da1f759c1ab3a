//! Pieces that stand nowhere: who gets them, and what was assumed.
//!
//! In a diagram of tsume-shogi everything that is neither on the board nor in the
//! attacker's hand is in the defender's hand. KIF, KI2 and BOD are such diagrams: if
//! they say nothing of the defender's hand, it is the rest. SFEN, USI, CSA and JKF are
//! literal: pieces that are nowhere are out of play.

use crate::start::give_rest;
use kemuri_core::sfen::Sfen;
use kemuri_core::{Color, Hand, Piece, PieceType};

/// Pieces that were given to a side although its source does not say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssumedRest {
    /// Whose hand they are in.
    pub color: Color,
    /// The pieces, at least one.
    pub pieces: Hand,
    /// Why they were given.
    pub cause: RestCause,
}

/// Why pieces were given to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestCause {
    /// The file has a diagram, and says nothing of this hand.
    NotGiven,
    /// The reader was asked to.
    Asked,
}

/// Who gets the pieces that stand nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RestRule {
    /// Whether the defender gets them whatever the source says.
    pub(crate) asked: bool,
    /// Who attacks, if the position is not to decide.
    pub(crate) attacker: Option<Color>,
    /// How many moves are played before the problem begins.
    pub(crate) plies: usize,
}

impl RestRule {
    /// Gives the rest to the defender if that is asked for.
    pub(crate) fn apply(self, start: &mut Sfen) -> Option<AssumedRest> {
        let turn = match self.plies.is_multiple_of(2) {
            true => start.turn,
            false => start.turn.flip(),
        };
        let defender = self.defender(start, turn).filter(|_| self.asked)?;
        AssumedRest::give(start, defender, RestCause::Asked)
    }

    /// Gives the rest to the side that defends at the start if `is_given` says that
    /// its hand is not given, and else as [`RestRule::apply`] does.
    pub(crate) fn apply_to_diagram(
        self,
        start: &mut Sfen,
        is_given: impl Fn(Color) -> bool,
    ) -> Option<AssumedRest> {
        match self.defender(start, start.turn) {
            Some(defender) if !is_given(defender) => {
                AssumedRest::give(start, defender, RestCause::NotGiven)
            }
            _ => self.apply(start),
        }
    }

    /// The side that defends if `turn` is to move, as
    /// [`Problem::from_parts`](kemuri_core::Problem::from_parts) decides it.
    fn defender(self, start: &Sfen, turn: Color) -> Option<Color> {
        let has_king = |color: &Color| {
            let king = Piece::from_parts(*color, PieceType::KING);
            start.board.contains(&king)
        };
        let told = self.attacker.map(Color::flip);
        told.or_else(|| [turn.flip(), turn].into_iter().find(has_king))
    }
}

impl AssumedRest {
    /// Gives the side that defends every piece that stands nowhere, if there are any.
    /// The position decides who that is unless `attacker` is given.
    pub fn give_to_defender(start: &mut Sfen, attacker: Option<Color>) -> Option<Self> {
        let rule = RestRule {
            asked: true,
            attacker,
            plies: 0,
        };
        rule.apply(start)
    }

    /// Gives the rest to `color`, if there is any.
    fn give(start: &mut Sfen, color: Color, cause: RestCause) -> Option<Self> {
        let pieces = give_rest(start, color);
        (!pieces.is_empty()).then_some(Self {
            color,
            pieces,
            cause,
        })
    }
}
