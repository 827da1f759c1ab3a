//! The defender's side: defences that last longer than the main line, or as long.
//!
//! At every node of the defender the replies that resist longest are known to
//! the solver. If they last longer than the main line does, they are *longer
//! variations*; only an author's line can be short in this way. If they last as
//! long and leave the attacker nothing in hand, they are *equal variations*, or
//! *duals* if only the interposed kind or a promotion differs; at the defender's
//! last move nobody minds.

use crate::ask::Asker;
use crate::duals::dual;
use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::main_line::{MainLine, Origin};
use kemuri_core::Phase;
use kemuri_solver::Verdict;

/// What there is to say of every other defence.
pub(crate) fn examine(asker: &mut Asker<'_>, main: &MainLine) -> Vec<Fact> {
    let mut facts = Vec::new();
    let of = main.defences().count();
    for (index, ply) in main.defences().enumerate() {
        asker.enter(Phase::OtherDefences, index, of);
        if node(asker, main, ply, &mut facts).is_none() {
            facts.push(Fact {
                ply: ply + 1,
                ..Fact::of_all(
                    match main.origin {
                        Origin::BestPlay => FactKind::EqualVariation,
                        Origin::Author | Origin::SaidLength => FactKind::LongerVariation,
                    },
                    Proof::Undecided,
                )
            });
        }
    }
    facts
}

/// Examines the defences after `ply` moves; `None` if that was too much.
fn node(asker: &mut Asker<'_>, main: &MainLine, ply: usize, facts: &mut Vec<Fact>) -> Option<()> {
    let position = &main.positions[ply];
    let left = main.left(ply) as u32;
    if main.left_at_least(ply) < main.left(ply) {
        return None;
    }
    let length = match main.origin {
        // The longest by its making.
        Origin::BestPlay => left,
        Origin::Author | Origin::SaidLength => match asker.shortest(position, u64::MAX) {
            Verdict::Mate(mate) if mate.exact => mate.length,
            _ => return None,
        },
    };
    if length < left || length == left && left <= 2 {
        return Some(());
    }
    for reply in asker.longest_replies(position, length)? {
        // What lasts longer after the line's own move is told where it leaves it. An
        // interposition in vain only puts off the reply that comes behind it.
        let put_off = main.moves.get(ply + 2).filter(|_| main.is_in_vain(ply));
        if reply == main.moves[ply] || Some(&reply) == put_off {
            continue;
        }
        let after = position.play(reply).ok()?;
        let mate = match asker.shortest(&after, u64::MAX) {
            Verdict::Mate(mate) if mate.exact => mate,
            _ => return None,
        };
        let line = [&[reply], &mate.line[..]].concat();
        let hand = position.play_all(&line).ok()?.attacker_hand();
        let kind = match (length - left, hand.is_empty()) {
            (0, false) => continue,
            (0, true) => dual(asker, position, &main.moves[ply..], reply)?
                .unwrap_or(FactKind::EqualVariation),
            (2, false) => FactKind::LongerByTwo,
            _ => FactKind::LongerVariation,
        };
        facts.push(Fact {
            kind,
            proof: Proof::Proven,
            ply: ply + 1,
            line,
            length: Some(main.counted(ply) + length),
            detail: if hand.is_empty() {
                FactDetail::Nothing
            } else {
                FactDetail::Hand(hand)
            },
        });
    }
    Some(())
}
