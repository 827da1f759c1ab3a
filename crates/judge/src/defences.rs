//! Finds defences that last longer than the main line, or as long.
//!
//! The solver knows the longest replies at every defender's node. If they last
//! longer than the main line they are *longer variations*; this happens only to an
//! author's line. If they last as long and leave the attacker nothing in hand they
//! are *equal variations*, or *duals* if only the interposed kind or a promotion
//! differs. At the defender's last move they do not count.

use crate::duals::dual;
use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::main_line::{MainLine, Origin};
use crate::searcher::Searcher;
use kemuri_core::Phase;
use kemuri_solver::Verdict;

/// Returns the facts about every other defence.
pub(crate) fn examine(searcher: &mut Searcher<'_>, main: &MainLine) -> Vec<Fact> {
    let mut facts = Vec::new();
    let total = main.defences().count();
    for (index, ply) in main.defences().enumerate() {
        searcher.enter_phase(Phase::OtherDefences, index, total);
        if examine_node(searcher, main, ply, &mut facts).is_none() {
            facts.push(Fact {
                ply: ply + 1,
                ..Fact::of_all(
                    match main.origin {
                        Origin::BestPlay => FactKind::EqualVariation,
                        Origin::Author | Origin::StatedLength => FactKind::LongerVariation,
                    },
                    Proof::Undecided,
                )
            });
        }
    }
    facts
}

/// Examines the defences after `ply` moves; `None` if the budget does not suffice.
fn examine_node(
    searcher: &mut Searcher<'_>,
    main: &MainLine,
    ply: usize,
    facts: &mut Vec<Fact>,
) -> Option<()> {
    let position = &main.positions[ply];
    let left = main.plies_from(ply) as u32;
    if main.least_plies_from(ply) < main.plies_from(ply) {
        return None;
    }
    let length = match main.origin {
        // Best play is the longest defence.
        Origin::BestPlay => left,
        Origin::Author | Origin::StatedLength => match searcher.shortest(position, u64::MAX) {
            Verdict::Mate(mate) if mate.exact => mate.length,
            _ => return None,
        },
    };
    if length < left || length == left && left <= 2 {
        return Some(());
    }
    for reply in searcher.longest_replies(position, length)? {
        // A longer line that leaves the main line later is found there. A futile
        // interposition only delays the reply after it.
        let delayed = main.moves.get(ply + 2).filter(|_| main.is_futile(ply));
        if reply == main.moves[ply] || Some(&reply) == delayed {
            continue;
        }
        let after = position.play(reply).ok()?;
        let mate = searcher.exact_mate(&after)?;
        let line = [&[reply], &mate.line[..]].concat();
        let hand = position.play_all(&line).ok()?.attacker_hand();
        let kind = match (length - left, hand.is_empty()) {
            (0, false) => continue,
            (0, true) => dual(searcher, position, &main.moves[ply..], reply)?
                .unwrap_or(FactKind::EqualVariation),
            (2, false) => FactKind::LongerByTwo,
            _ => FactKind::LongerVariation,
        };
        facts.push(Fact {
            kind,
            proof: Proof::Proven,
            ply: ply + 1,
            line,
            length: Some(main.plies_before(ply) + length),
            detail: if hand.is_empty() {
                FactDetail::None
            } else {
                FactDetail::Hand(hand)
            },
        });
    }
    Some(())
}
