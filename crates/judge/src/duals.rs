//! Duals (非限定): moves that differ from the main line only in form.
//!
//! A check from another square of the same line, the same piece on another
//! square, the other choice of promotion, or another kind interposed on the same
//! square is a dual, not a cook or an equal variation, if the rest of the main line
//! can be played after it and mates. Later moves are adapted: they start from, or
//! capture on, the other square, promote instead of the move before, or drop the
//! other kind. The caller knows that the defender has nothing longer.

use crate::fact::FactKind;
use crate::searcher::Searcher;
use kemuri_core::{Move, Problem, Square};

/// Plies that must follow a choice of square for it to be a dual. With fewer, it is
/// a second solution.
const CONTINUATION: usize = 8;

/// Returns the dual that `other` makes with the first move of `main`, the main
/// line from `problem` on, if it is one; `None` if the budget does not suffice.
pub(crate) fn dual(
    searcher: &mut Searcher<'_>,
    problem: &Problem,
    main: &[Move],
    other: Move,
) -> Option<Option<FactKind>> {
    let Some((&first, rest)) = main.split_first() else {
        return Some(None);
    };
    let kind = match form(problem, first, other) {
        None => return Some(None),
        Some(FactKind::PlaceDual) if rest.len() < CONTINUATION => return Some(None),
        Some(kind) => kind,
    };
    // A piece that did not promote may do so with its next move.
    let late = [false, true].into_iter().take(match kind {
        FactKind::PromotionDual | FactKind::PlaceDual => 2,
        _ => 1,
    });
    for promotes_late in late {
        let dual = Dual {
            kind,
            main: first,
            other,
            promotes_late,
        };
        let mut line = vec![other];
        line.extend(rest);
        // Once the piece has moved or gone, nothing is left to adapt.
        let mut later = line.iter_mut().skip(1);
        if let Some((mv, adapted)) = later.find_map(|mv| dual.adapt(*mv).map(|new| (mv, new))) {
            *mv = adapted;
        }
        let end = problem.play_all(&line).ok();
        if let Some(end) = end
            && searcher.is_mated(&end)?
        {
            return Some(Some(kind));
        }
    }
    Some(None)
}

/// Returns how `other` differs from `main` in form, if it differs in nothing else.
fn form(problem: &Problem, main: Move, other: Move) -> Option<FactKind> {
    let attacks = problem.attacker_to_move();
    if main.is_drop() != other.is_drop() {
        return None;
    }
    if main.is_drop() {
        let same_kind = main.dropped_piece() == other.dropped_piece();
        let same_square = main.to_sq() == other.to_sq();
        return match attacks {
            true if same_kind && same_ray(problem, main, other) => Some(FactKind::DistanceDual),
            true if same_kind => Some(FactKind::PlaceDual),
            false if same_square => Some(FactKind::InterposedKindDual),
            _ => None,
        };
    }
    if main.from_sq() != other.from_sq() {
        return None;
    }
    match (
        main.to_sq() == other.to_sq(),
        main.is_promotion() == other.is_promotion(),
    ) {
        (true, false) => Some(FactKind::PromotionDual),
        (false, true) if attacks && same_ray(problem, main, other) => Some(FactKind::DistanceDual),
        (false, _) if attacks => Some(FactKind::PlaceDual),
        _ => None,
    }
}

/// Whether both moves end on one ray that starts at the king.
fn same_ray(problem: &Problem, main: Move, other: Move) -> bool {
    let Some(king) = problem.defender_king() else {
        return false;
    };
    match (ray(king, main.to_sq()), ray(king, other.to_sq())) {
        (Some(one), Some(two)) => one == two,
        _ => false,
    }
}

/// Returns the direction from `king` to `from`, if they are on one line.
fn ray(king: Square, from: Square) -> Option<(i8, i8)> {
    let files = from.file().raw() - king.file().raw();
    let ranks = from.rank().raw() - king.rank().raw();
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    straight.then_some((files.signum(), ranks.signum()))
}

/// A move that differs from the main line's only in form.
struct Dual {
    kind: FactKind,
    main: Move,
    other: Move,
    /// Whether the piece promotes with its next move instead.
    promotes_late: bool,
}

impl Dual {
    /// Returns a later move of the main line as it has to be after the dual, if it
    /// has to change.
    fn adapt(&self, mv: Move) -> Option<Move> {
        let (here, there) = (self.main.to_sq(), self.other.to_sq());
        let late = self.promotes_late;
        let adapted = match self.kind {
            FactKind::InterposedKindDual
                if mv.is_drop() && mv.dropped_piece() == self.main.dropped_piece() =>
            {
                Move::drop(self.other.dropped_piece()?, mv.to_sq())
            }
            _ if mv.is_drop() => return None,
            FactKind::PromotionDual if late && mv.from_sq() == here => {
                moved(here, mv.to_sq(), !mv.is_promotion())
            }
            FactKind::DistanceDual | FactKind::PlaceDual if mv.from_sq() == here => {
                moved(there, mv.to_sq(), mv.is_promotion() != late)
            }
            FactKind::DistanceDual | FactKind::PlaceDual if mv.to_sq() == here => {
                moved(mv.from_sq(), there, mv.is_promotion())
            }
            _ => return None,
        };
        (adapted != mv).then_some(adapted)
    }
}

fn moved(from: Square, to: Square, promotes: bool) -> Move {
    if promotes {
        Move::promotion(from, to)
    } else {
        Move::normal(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(usi: &str) -> Move {
        Move::from_usi(usi).unwrap()
    }

    #[test]
    fn the_same_move_in_another_form_is_known_by_its_piece() {
        let problem = "7k1/9/6S2/9/9/9/9/9/9 b RGr2b3g3s4n4l18p 1";
        let problem = Problem::from_sfen(problem).unwrap();
        for (main, other, kind) in [
            ("R*2b", "R*2d", Some(FactKind::DistanceDual)),
            ("R*2b", "R*3a", Some(FactKind::PlaceDual)),
            ("G*2b", "G*3b", Some(FactKind::PlaceDual)),
            ("G*2b", "R*2b", None),
            ("3c3b", "3c3b+", Some(FactKind::PromotionDual)),
            ("3c3b", "3c2b+", Some(FactKind::PlaceDual)),
            ("3c3b", "G*3b", None),
        ] {
            assert_eq!(form(&problem, mv(main), mv(other)), kind, "{main} {other}");
        }
    }

    #[test]
    fn later_moves_are_adapted() {
        for (kind, promotes_late, [main, other, later], adapted) in [
            (FactKind::PlaceDual, false, ["N*7i", "N*9i", "7i8g"], "9i8g"),
            (FactKind::PlaceDual, true, ["S*1c", "S*2d", "1c1b"], "2d1b+"),
            (FactKind::PlaceDual, false, ["N*7i", "N*9i", "8h7i"], "8h9i"),
            (FactKind::PlaceDual, false, ["N*7i", "N*9i", "5a5b"], "5a5b"),
            (
                FactKind::PromotionDual,
                true,
                ["3c3b+", "3c3b", "3b2b"],
                "3b2b+",
            ),
            (
                FactKind::InterposedKindDual,
                false,
                ["G*2a", "S*2a", "G*2b"],
                "S*2b",
            ),
        ] {
            let dual = Dual {
                kind,
                main: mv(main),
                other: mv(other),
                promotes_late,
            };
            let there = dual.adapt(mv(later)).unwrap_or(mv(later));
            assert_eq!(there, mv(adapted), "{main} {other} {later}");
        }
    }
}
