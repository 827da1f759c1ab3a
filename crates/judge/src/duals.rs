//! Duals (非限定): another move that is the same in all but its form.
//!
//! A check from another square of the same line, the same piece on another
//! square, the other choice of promotion, another kind interposed on the same
//! square: such a move is a dual, and no cook or equal variation, if the rest of
//! the main line can be played after it as it stands and mates. Where the form
//! matters to a later move, that move is made to fit: it starts from, or captures
//! on, the other square, promotes in place of the move before, and drops the
//! other kind. The caller knows that the defender has nothing longer.

use crate::ask::Asker;
use crate::fact::FactKind;
use kemuri_core::{Move, PieceType, Problem, Square};

/// Plies that must follow for the square to be a mere matter of form: with less
/// behind them, two squares for a piece are two solutions to anybody.
const CONTINUATION: usize = 8;

/// The dual that `other` makes with the first move of `main`, the main line from
/// the position of `problem` on, if it is one; `None` if that was too much to tell.
pub(crate) fn dual(
    asker: &mut Asker<'_>,
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
    for late in late {
        let mut line = vec![other];
        let mut fits = false;
        for &mv in rest {
            let fitted = match fits {
                true => mv,
                false => fit((kind, late), first, other, mv),
            };
            // Once the piece has moved or gone, nothing is left to fit.
            fits |= fitted != mv;
            line.push(fitted);
        }
        let end = problem.play_all(&line).ok();
        if let Some(end) = end
            && asker.is_mated(&end)?
        {
            return Some(Some(kind));
        }
    }
    Some(None)
}

/// In what `other` differs from `main`, if it is the same move in another form.
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

/// The direction in which a slider on `from` looks at `king`.
fn ray(king: Square, from: Square) -> Option<(i8, i8)> {
    let files = from.file().raw() - king.file().raw();
    let ranks = from.rank().raw() - king.rank().raw();
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    straight.then_some((files.signum(), ranks.signum()))
}

/// A later move `mv` of the main line as it has to be after `other`; `late` says
/// whether the piece promotes with it, and not before.
fn fit((kind, late): (FactKind, bool), main: Move, other: Move, mv: Move) -> Move {
    match kind {
        FactKind::PromotionDual if late && !mv.is_drop() && mv.from_sq() == main.to_sq() => {
            moved(mv.from_sq(), mv.to_sq(), !mv.is_promotion())
        }
        FactKind::DistanceDual | FactKind::PlaceDual
            if !mv.is_drop() && mv.from_sq() == main.to_sq() =>
        {
            moved(other.to_sq(), mv.to_sq(), mv.is_promotion() != late)
        }
        FactKind::DistanceDual | FactKind::PlaceDual
            if !mv.is_drop() && mv.to_sq() == main.to_sq() =>
        {
            moved(mv.from_sq(), other.to_sq(), mv.is_promotion())
        }
        FactKind::InterposedKindDual
            if mv.is_drop() && mv.dropped_piece() == main.dropped_piece() =>
        {
            let kind = other.dropped_piece().unwrap_or(PieceType::PAWN);
            Move::drop(kind, mv.to_sq())
        }
        _ => mv,
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
    fn later_moves_are_made_to_fit() {
        for (kind, late, [main, other, later], fitted) in [
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
            let there = fit((kind, late), mv(main), mv(other), mv(later));
            assert_eq!(there, mv(fitted), "{main} {other} {later}");
        }
    }
}
