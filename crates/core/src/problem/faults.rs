//! What the rules of shogi forbid in a position.

use super::{ProblemError, decide_attacker, is_dead_end, set_up};
use crate::hand::set_size;
use crate::sfen::Sfen;
use rsshogi::board::Position;
use rsshogi::types::{Color, HandPiece, Piece, PieceType, Square};

/// Returns everything that keeps `sfen` from being a problem; `attacker`, when given,
/// is to attack. Nothing is wrong exactly if [`super::Problem::from_parts`] takes it.
///
/// Who is in check and who attacks is examined only if the pieces are in order.
pub fn faults(sfen: &Sfen, attacker: Option<Color>) -> Vec<ProblemError> {
    let mut all: Vec<ProblemError> = of_pieces(sfen).collect();
    if all.is_empty() {
        let kings = kings(&sfen.board);
        let position = without_capture(sfen, kings);
        let decided = position.and_then(|position| decide_attacker(&position, kings, attacker));
        all.extend(decided.err());
    }
    all
}

/// The position that `sfen` describes, if it obeys the rules of shogi. There need
/// not be anything to solve in it, nor any king.
pub fn lawful(sfen: &Sfen) -> Result<Position, ProblemError> {
    match of_pieces(sfen).next() {
        Some(error) => Err(error),
        None => without_capture(sfen, kings(&sfen.board)),
    }
}

/// The square of each side's king, by colour: the first where there are several.
pub(super) fn kings(board: &[Piece; 81]) -> [Option<Square>; 2] {
    [Color::BLACK, Color::WHITE].map(|color| {
        let king = Piece::from_parts(color, PieceType::KING);
        Square::iter().find(|square| board[square.to_index()] == king)
    })
}

/// Everything that is wrong with the number and the places of the pieces.
fn of_pieces(sfen: &Sfen) -> impl Iterator<Item = ProblemError> + '_ {
    let board = &sfen.board;
    let pieces = second_kings(board).chain(counts(sfen));
    pieces.chain(dead_ends(board)).chain(second_pawns(board))
}

/// The position, unless the king of the side that is not to move can be captured.
fn without_capture(sfen: &Sfen, kings: [Option<Square>; 2]) -> Result<Position, ProblemError> {
    let position = set_up(&sfen.board, sfen.packed_hands(), sfen.turn);
    let (turn, other) = (sfen.turn, sfen.turn.flip());
    if let Some(king) = kings[other.to_index()]
        && let Some(from) = position.attackers_to_color_current(turn, king).lsb()
    {
        return Err(ProblemError::KingCapturable {
            color: other,
            king,
            by: position.piece_on(from).piece_type(),
            from,
        });
    }
    Ok(position)
}

fn second_kings(board: &[Piece; 81]) -> impl Iterator<Item = ProblemError> + '_ {
    let first = kings(board);
    Square::iter().filter_map(move |second| {
        let piece = board[second.to_index()];
        if piece.piece_type() != PieceType::KING {
            return None;
        }
        let color = piece.color();
        let first = first[color.to_index()].filter(|&first| first != second)?;
        Some(ProblemError::TwoKings {
            first,
            second,
            color,
        })
    })
}

fn counts(sfen: &Sfen) -> impl Iterator<Item = ProblemError> + '_ {
    HandPiece::iter().filter_map(|held| {
        let kind = held.to_piece_type();
        let on_board = sfen.board.iter().filter(|p| p.base_piece_type() == kind);
        let in_hands = sfen.hands.iter().map(|hand| hand[held.to_index()]);
        let count = in_hands.fold(on_board.count() as u32, u32::saturating_add);
        let limit = set_size(kind);
        (count > limit).then_some(ProblemError::TooManyPieces { kind, count, limit })
    })
}

fn dead_ends(board: &[Piece; 81]) -> impl Iterator<Item = ProblemError> + '_ {
    Square::iter().filter_map(|square| {
        let piece = board[square.to_index()];
        let dead = piece != Piece::NONE && is_dead_end(piece.piece_type(), piece.color(), square);
        dead.then_some(ProblemError::NoMove { square, piece })
    })
}

fn second_pawns(board: &[Piece; 81]) -> impl Iterator<Item = ProblemError> + '_ {
    let mut pawns = [[None; 9]; 2];
    Square::iter().filter_map(move |second| {
        let piece = board[second.to_index()];
        if piece.piece_type() != PieceType::PAWN {
            return None;
        }
        let color = piece.color();
        let slot: &mut Option<Square> = &mut pawns[color.to_index()][second.file().to_index()];
        let first = *slot.get_or_insert(second);
        (first != second).then_some(ProblemError::TwoPawns {
            first,
            second,
            color,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, sfen};

    /// Both judge a position by the same rules, whatever is wrong with it.
    #[test]
    fn a_position_without_faults_is_a_problem_and_the_first_fault_is_its_error() {
        let table = include_str!("../../tests/positions/invalid.tsv");
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        let texts = rows.filter_map(|row| row.split('\t').next());
        let positions: Vec<Sfen> = texts.filter_map(|text| sfen::parse(text).ok()).collect();
        assert!(positions.len() >= 20, "{}", positions.len());
        for position in positions {
            let error = Problem::from_parts(&position, None).unwrap_err();
            assert_eq!(faults(&position, None).first(), Some(&error));
        }
        let problem = sfen::parse("8k/9/8P/9/9/9/9/9/9 b G 1").unwrap();
        assert_eq!(faults(&problem, None), []);
        let other = faults(&problem, Some(Color::WHITE));
        let error = Problem::from_parts(&problem, Some(Color::WHITE)).unwrap_err();
        assert_eq!(other, [error]);
    }

    #[test]
    fn every_fault_of_a_diagram_is_found() {
        let diagram = sfen::parse("P7k/P7k/9/9/4P4/9/9/9/2p6 b 5G 1").unwrap();
        let found = faults(&diagram, None);
        let names: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 5, "{names:?}");
        for part in ["two kings", "too many gold", "on 9a", "on 7i", "two pawns"] {
            assert!(names.iter().any(|name| name.contains(part)), "{names:?}");
        }
    }
}
